"""What was measured, as lines of a table."""

from typing import NamedTuple


class Line(NamedTuple):
    """One measured value, and what it may be at most."""

    name: str
    value: float
    unit: str
    at_most: float | None = None

    def __str__(self) -> str:
        """
        >>> str(Line("ratio", 1.25, "x", at_most=1.4)).split()
        ['ratio', '1.25', 'x', '(at', 'most', '1.4:', 'yes)']
        """
        limit = "" if self.at_most is None else f"  (at most {self.at_most:g}: {'yes' if self.value <= self.at_most else 'NO'})"
        return f"{self.name:<48}{self.value:>10.2f} {self.unit}{limit}"
