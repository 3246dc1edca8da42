"""How much each clause adds to the page that it stands on: pages that would be too heavy are cut (`paging.py`)."""

from collections import Counter
from operator import itemgetter

from headjudge.site.forms import encoded
from headjudge.site.packed import Shares, how_many
from headjudge.site.stored import Stored

_FRAME, _LINK, _SMALLER = 30, 8, 4
"""Bytes, compressed, of what surrounds a clause and of a link in it; and how many times smaller its words become."""


def weights_of(rows: Stored, mentions: Shares) -> list[int]:
    """About the bytes that each clause adds to a compressed page, the document left out."""
    links: Counter[int] = Counter()
    for share in mentions:
        dict.update(links, how_many(share))  # no clause is in two
    links.update(row for row, _ in {*map(itemgetter(0, 1), rows.references)})
    links.update(target for row, target in {*map(itemgetter(0, -1), rows.references)} if row != target)
    return [
        _FRAME + len(encoded(title + text)) // _SMALLER + _LINK * links[row] for row, _, _, _, title, text, *_ in rows.clauses[1:]
    ]
