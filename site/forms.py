"""What a template makes of a fragment once, with blanks that are filled in afterwards: for what stands on thousands of pages,
where going through the template again each time would be most of what a page costs. Forms are kept between builds."""

import json
import re
from collections.abc import Callable
from operator import itemgetter
from pathlib import Path
from typing import Any

from markupsafe import Markup

from headjudge.site.shelf import shelve

_BLANK = re.compile("\x00([0-9]+)\x00")
"""No text holds it: `visible` replaces this character."""
_BETWEEN, _CUT = "\x00", b"\x00"
_SIGNS = (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("'", "&#39;"), ('"', "&#34;"))
"""What `escape` replaces, which makes two further objects of each text."""
_FORMS = "forms.json"
_Order = Callable[[tuple[Any, ...]], tuple[Any, ...]] | None
"""Puts parts into the order in which they stand in a form, if that is another than theirs."""


class Form:
    """A fragment of a template as a function of its parts, which are HTML already. A part that is empty is left out as the
    template says: for each choice of parts that are there it is asked once. A form with a name is kept under it (`keep_forms`).

    >>> link = Form(lambda way, text: f'<a href="{way}">{text} 100%</a>' if way else text)
    >>> link("1.html", "one"), link("", "none")
    ('<a href="1.html">one 100%</a>', 'none')
    >>> link.filled(b"1.html", "一".encode())
    b'<a href="1.html">\\xe4\\xb8\\x80 100%</a>'
    """

    __slots__ = ("_encoded", "_make", "_name", "_shapes")

    def __init__(self, make: Callable[..., str], name: str = "") -> None:
        self._make = make
        self._name = name
        self._shapes: dict[tuple[bool, ...], tuple[str, _Order]] = {}
        self._encoded: dict[bool | tuple[bool, ...], tuple[bytes, _Order]] = {}

    def __call__(self, *parts: str) -> str:
        """The fragment with these parts."""
        shape = tuple(map(bool, parts))
        found = self._shapes.get(shape)
        if found is None:
            found = self._shapes[shape] = _with_blanks(self._cut(shape), len(shape))
        text, order = found
        return text % (order(parts) if order else parts)

    def filled(self, *parts: bytes) -> bytes:
        """The fragment and its parts as a file holds them. What is around the parts is encoded once: to put a page in two scripts
        together and to encode it takes thirty times as long as to put it together from what is encoded."""
        shape = all(parts) or tuple(map(bool, parts))  # mostly all are there, which is soon seen
        found = self._encoded.get(shape)
        if found is None:
            text, order = _with_blanks(self._cut(tuple(map(bool, parts))), len(parts))
            found = self._encoded[shape] = encoded(text), order
        whole, order = found
        return whole % (order(parts) if order else parts)

    def encoded(self, *parts: str) -> bytes:
        """The same of parts that are to be encoded."""
        return self.filled(*map(encoded, parts))

    def _cut(self, shape: tuple[bool, ...]) -> list[str]:
        """The fragment, cut at its parts: in between stand their places."""
        name = f"{self._name} {''.join('x' if there else '-' for there in shape)}"
        found = _shelf.forms.get(name) if self._name else None
        if found is None:
            blanks = [Markup(f"\x00{place}\x00") for place in range(len(shape))]  # noqa: S704 - nothing in it is to be escaped
            found = _BLANK.split(self._make(*[blank if there else "" for blank, there in zip(blanks, shape, strict=True)]))
            if self._name:
                _shelf.put(name, found)
        return found


class _Shelf:
    """The forms that are kept, and where."""

    def __init__(self) -> None:
        self.folder: Path | None = None
        self._made_by = ""
        self._more = False
        self.forms: dict[str, list[str]] = {}

    def open(self, folder: Path | None, made_by: str) -> None:
        """Takes over what was kept in that folder by the same program."""
        self.folder, self._made_by, self._more, self.forms = folder, made_by, False, {}
        try:
            kept = json.loads((folder / _FORMS).read_text("utf-8")) if folder else {}
            if kept and kept["made_by"] == made_by:
                self.forms = dict(kept["forms"])
        except (OSError, ValueError, KeyError, TypeError):
            pass  # missing, damaged, or of another version

    def put(self, name: str, pieces: list[str]) -> None:
        """A form that was made."""
        self.forms[name] = pieces
        self._more = True

    def close(self) -> None:
        """Keeps the forms for the next build."""
        if self.folder and self._more:
            shelve(self.folder / _FORMS, {"made_by": self._made_by, "forms": self.forms})
        self._more = False


_shelf = _Shelf()


def keep_forms(folder: Path | None, made_by: str) -> None:
    """Lets forms be kept in that folder for programs that are the same."""
    _shelf.open(folder, made_by)


def kept_in() -> Path | None:
    """That folder."""
    return _shelf.folder


def shelve_forms() -> None:
    """Keeps the forms that were made since."""
    _shelf.close()


def escaped_text(text: str) -> str:
    """The text as HTML that reads as just that."""
    for sign, stands_for in _SIGNS:
        if sign in text:
            text = text.replace(sign, stands_for)
    return text


def in_html(text: str) -> bytes:
    """The same as files hold it."""
    return encoded(escaped_text(text))


def all_in_html(*texts: str) -> list[bytes]:
    """The same of several texts, looked through at once.

    >>> all_in_html("1.html", "", "a < b")
    [b'1.html', b'', b'a &lt; b']
    """
    return encoded(escaped_text(_BETWEEN.join(texts))).split(_CUT)


def encoded(text: str) -> bytes:
    """The text as files hold it: what no file can hold stands as an escape."""
    return text.encode("utf-8", "backslashreplace")


def _with_blanks(pieces: list[str], many: int) -> tuple[str, _Order]:
    """The cut fragment with a `%s` for each of so many parts, and what puts the parts into the order in which they stand there,
    if that is another than theirs."""
    text = "%s".join([piece.replace("%", "%%") for piece in pieces[::2]])
    order = [int(place) for place in pieces[1::2]]
    if order == [*range(many)]:
        return text, None
    if len(order) > 1:
        return text, itemgetter(*order)
    return text, lambda parts: tuple([parts[place] for place in order])
