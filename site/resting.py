"""What a page rests on, as a text with one character a clause: soon written, kept and looked through, and thousands of pages have
one.

`READ` are the clauses whose words a page shows, `NAMED` those that it names in a line, `FOLLOWED` those whose links (with those
of all below them) it shows; `USED` are the terms of which it says where they are used. Of a rulebook with more clauses than there
are characters several share one, and a page may be made again for another's sake.
"""

from collections.abc import Iterable
from itertools import cycle

_MANY = 0x3500
READ, NAMED, FOLLOWED, USED = (0x100 + kind * _MANY for kind in range(4))
"""Where the characters of each kind begin. All are below the surrogates: such texts take two bytes a character."""
EVERYTHING = "*"
"""What a file rests on that has something of every clause."""


def sign(kind: int, place: int) -> str:
    """Stands for the clause with that place in its rulebook, or for the term with that place among its terms.

    >>> sign(READ, 1) == sign(READ, 1 + _MANY), len({sign(kind, 1) for kind in (READ, NAMED, FOLLOWED, USED)})
    (True, 4)
    """
    return chr(kind + place % _MANY)


def signs(kind: int, rows: Iterable[int]) -> dict[int, str]:
    """The signs of clauses or terms in their order, by their rows."""
    return dict(zip(rows, map(chr, cycle(range(kind, kind + _MANY))), strict=False))
