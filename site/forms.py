"""What a template makes of a fragment once, with blanks that are filled in afterwards: for what stands on thousands of pages,
where going through the template again each time would be most of what a page costs."""

import re
from collections.abc import Callable
from operator import itemgetter

from markupsafe import Markup

_BLANK = re.compile("\x00([0-9]+)\x00")
"""No text holds it: `visible` replaces this character."""
_Filled = tuple[str, Callable[[tuple[str, ...]], tuple[str, ...]] | None]


class Form:
    """A fragment of a template as a function of its parts, which are HTML already. A part that is empty is left out as the
    template says: for each choice of parts that are there it is asked once.

    >>> link = Form(lambda way, text: f'<a href="{way}">{text} 100%</a>' if way else text)
    >>> link("1.html", "one"), link("", "none")
    ('<a href="1.html">one 100%</a>', 'none')
    >>> link.encoded("1.html", "一")
    b'<a href="1.html">\\xe4\\xb8\\x80 100%</a>'
    """

    __slots__ = ("_encoded", "_make", "_shapes")

    def __init__(self, make: Callable[..., str]) -> None:
        self._make = make
        self._shapes: dict[tuple[bool, ...], _Filled] = {}
        self._encoded: dict[tuple[bool, ...], tuple[bytes, tuple[tuple[int, bytes], ...]]] = {}

    def __call__(self, *parts: str) -> str:
        """The fragment with these parts."""
        shape = tuple(map(bool, parts))
        found = self._shapes.get(shape)
        if found is None:
            found = self._shapes[shape] = _with_blanks(self._make, shape)
        text, order = found
        return text % (order(parts) if order else parts)

    def encoded(self, *parts: str) -> bytes:
        """The fragment as a file holds it. What is around the parts is encoded once: to put a page in two scripts together and
        to encode it takes twenty times as long as to encode its parts."""
        shape = tuple(map(bool, parts))
        found = self._encoded.get(shape)
        if found is None:
            start, *pieces = _cut(self._make, shape)
            places, texts = map(int, pieces[::2]), map(encoded, pieces[1::2])
            found = self._encoded[shape] = encoded(start), tuple(zip(places, texts, strict=True))
        first, then = found
        whole = [first]
        for place, piece in then:
            whole += encoded(parts[place]), piece
        return b"".join(whole)


def encoded(text: str) -> bytes:
    """The text as files hold it: what no file can hold stands as an escape."""
    return text.encode("utf-8", "backslashreplace")


def _cut(make: Callable[..., str], shape: tuple[bool, ...]) -> list[str]:
    """The fragment, cut at its parts: in between stand their places."""
    blanks = [Markup(f"\x00{place}\x00") for place in range(len(shape))]  # noqa: S704 - nothing in it is to be escaped
    return _BLANK.split(make(*[blank if there else "" for blank, there in zip(blanks, shape, strict=True)]))


def _with_blanks(make: Callable[..., str], shape: tuple[bool, ...]) -> _Filled:
    """The fragment with a `%s` for each part, and what puts the parts into the order in which they stand there, if that is
    another than theirs."""
    pieces = _cut(make, shape)
    text = "%s".join([piece.replace("%", "%%") for piece in pieces[::2]])
    order = [int(place) for place in pieces[1::2]]
    if order == [*range(len(shape))]:
        return text, None
    if len(order) > 1:
        return text, itemgetter(*order)
    return text, lambda parts: tuple([parts[place] for place in order])
