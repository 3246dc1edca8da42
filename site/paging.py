"""Where a page that would be too heavy is cut into several."""

from collections.abc import Sequence

LIMIT = 40_000
"""About the bytes of a page, compressed, that a phone should have to load at once."""


def cuts(weights: Sequence[int], limit: int = LIMIT) -> list[range]:
    """Neighbours put together to pages of about the same weight, none above the limit unless one thing alone is.

    >>> cuts([1, 1, 1, 1, 1], 3), cuts([1, 1], 3), cuts([9, 1, 1], 3), cuts([], 3)
    ([range(0, 3), range(3, 5)], [range(0, 2)], [range(0, 1), range(1, 3)], [])
    """
    left = sum(weights)
    pages: list[range] = []
    start, held = 0, 0
    for place, weight in enumerate(weights):
        fair = left / -(-left // limit)
        if place > start and (held + weight > limit or held + weight / 2 > fair):
            pages.append(range(start, place))
            start, left, held = place, left - held, 0
        held += weight
    return [*pages, range(start, len(weights))] if weights else []


def from_to(first: str, last: str) -> str:
    """How a page that was cut off is called: by what stands first and last on it.

    >>> from_to("1.1", "1.9"), from_to("1.1", "1.1")
    ('1.1 – 1.9', '1.1')
    """
    return first if first == last else f"{first} – {last}"
