"""Where a page that would be too heavy is cut into several."""

from collections.abc import Sequence

LIMIT = 40_000
"""About the bytes of a page, compressed, that a phone should have to load at once."""


def cuts(weights: Sequence[int], limit: int = LIMIT) -> list[range]:
    """Neighbours put together to pages of about the same weight, none above the limit unless one thing alone is.

    >>> cuts([1, 1, 1, 1, 1], 3), cuts([1, 1], 3), cuts([9, 1, 1], 3), cuts([], 3)
    ([range(0, 3), range(3, 5)], [range(0, 2)], [range(0, 1), range(1, 3)], [])
    """
    whole = sum(weights)
    if whole <= limit:
        return [range(len(weights))] if weights else []
    fair = whole / -(-whole // limit)
    pages: list[range] = []
    start, held, before = 0, 0, 0
    for place, weight in enumerate(weights):
        due = before + held + weight / 2 > fair * (len(pages) + 1)  # more of it belongs to the next page
        if place > start and (held + weight > limit or due):
            pages.append(range(start, place))
            start, held, before = place, 0, before + held
        held += weight
    return [*pages, range(start, len(weights))]
