"""What was measured, as lines of a table."""

from typing import NamedTuple


class Line(NamedTuple):
    """One measured value, and what it may be at most or must be at least."""

    name: str
    value: float
    unit: str
    at_most: float | None = None
    at_least: float | None = None

    def __str__(self) -> str:
        """
        >>> str(Line("ratio", 1.25, "x", at_most=1.4)).split()
        ['ratio', '1.25', 'x', '(at', 'most', '1.4:', 'yes)']
        """
        limit = "" if self.at_most is None else f"  (at most {self.at_most:g}: {'yes' if self.value <= self.at_most else 'NO'})"
        if self.at_least is not None:
            limit = f"  (at least {self.at_least:g}: {'yes' if self.value >= self.at_least else 'NO'})"
        shown = f"{self.value:.4f}" if self.value < 0.1 else f"{self.value:.2f}"
        return f"{self.name:<56}{shown:>10} {self.unit}{limit}"
