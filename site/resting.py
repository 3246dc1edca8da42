"""What a page rests on, as a text with one character a clause: soon written, kept and looked through, and thousands of pages have
one.

`READ` are the clauses whose words a page shows, `NAMED` those that it names in a line, `FOLLOWED` those whose links (with those
of all below them) it shows; `USED` are the terms of which it says where they are used. Of a rulebook with more clauses than there
are characters several share one, and a page may be made again for another's sake.
"""

import sys
from array import array

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


def signs(kind: int, many: int) -> str:
    """The signs of so many clauses or terms in their order.

    >>> [signs(READ, many)[many - 1] == sign(READ, many - 1) for many in (1, _MANY, _MANY + 1, 3 * _MANY)]
    [True, True, True, True]
    """
    all_of_them = array("H", range(kind, kind + min(many, _MANY)))
    return str(all_of_them.tobytes(), f"utf-16-{sys.byteorder[0]}e") * -(-many // _MANY)
