"""The text of a clause as pieces: references and terms become links, everything else stays text and nothing but text."""

import json
import re
import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from struct import unpack

from headjudge.kb.clause import Status
from headjudge.kb.lookup import Brief, ReferenceRecord
from headjudge.site.atlas import Atlas, href
from headjudge.site.book import Book
from headjudge.site.contexts import Passage, Piece, PieceKind

_SUSPECT = (
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufdd0-\ufdef\ufff9-\ufffb\ufffe\uffff"
    "\ud800-\udfff\U000e0000-\U000e007f]|[^\x00-\uffff]"
)
"""Controls, marks that reorder or hide text, what HTML forbids; of the rest of Unicode, what `_sign` has to look at."""


Mark = tuple[int, int, Piece]
"""A piece without its text, and the run of text that it stands for."""
_LABEL = 40
"""Characters of a title that may stand for a number."""


def visible(text: str) -> str:
    """`text` with every control, reordering or hiding character replaced by a sign that can be seen.

    >>> visible("a\\x00b\\u202ec"), visible("检查时点\\n两行")
    ('a␀b⟦U+202E⟧c', '检查时点\\n两行')
    """
    return text if text.isprintable() else suspect().sub(_sign, text)  # what is suspect is not printable


@cache
def suspect() -> re.Pattern[str]:
    """What `visible` looks at; most builds come upon nothing of it."""
    return re.compile(_SUSPECT)


def _sign(found: re.Match[str]) -> str:
    char = found[0]
    code = ord(char)
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "␡"
    if code > 0xFFFF and code & 0xFFFE != 0xFFFE and unicodedata.category(char) not in ("Cf", "Cc"):
        return char
    return f"⟦U+{code:04X}⟧"


@cache
def _pair() -> re.Pattern[str]:
    """What takes two units of UTF-16: all of it is suspect, and in what is printable nothing else."""
    return re.compile("[\U00010000-\U0010ffff]")


_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
quoted = json.encoder.encode_basestring
"""A text as JSON: what the encoder calls for one, after asking what it is."""
_ESCAPED = ((b"\\", b"\\\\"), (b'"', b'\\"'), (b"\n", b"\\n"), (b"\t", b"\\t"))


def quoted_html(html: bytes) -> bytes:
    """The same of HTML, as files hold both. It has nothing else that JSON writes in another way: `visible` leaves nothing else.

    >>> quoted_html(b'<a href="1.html">\\n</a>')
    b'"<a href=\\\\"1.html\\\\">\\\\n</a>"'
    """
    for sign, stands_for in _ESCAPED:
        html = html.replace(sign, stands_for)
    return b'"%b"' % html


def json_of(value: object) -> str:
    """JSON that is true to every character, and in which none hides or reorders text: such are written as escapes.

    >>> json_of(["条", "a\u202eb", "\U0001f600"])
    '["条","a\\\\u202eb","\\\\ud83d\\\\ude00"]'
    """
    text = quoted(value) if type(value) is str else _encode(value)
    if text.isascii() and "\x7f" not in text:
        return text  # other controls are written as escapes already
    if not text.isprintable():
        return suspect().sub(lambda found: json.dumps(found[0])[1:-1], text)
    if text.isascii() or len(text.encode("utf-16-le")) == 2 * len(text):
        return text
    return _pair().sub(lambda found: "\\u{:04x}\\u{:04x}".format(*unpack(">HH", found[0].encode("utf-16-be"))), text)


def label(brief: Brief) -> str:
    """How a clause is named in a list: its number; where that is missing or says too little alone, its title or its key.

    >>> def named(key, number, title=""):
    ...     return label(Brief(1, "", "", "", key, number, "clause", title, "", 2))
    >>> named("10", "第10章"), named("2.6.1", "2.6.1."), named("2/①", "①"), named("glossary/1", "", "Abandon")
    ('第10章', '2.6.1', '2/①', 'Abandon')
    """
    if brief.number and (brief.number == brief.key or not brief.key.endswith(f"/{brief.number}")):
        return visible(brief.number.rstrip(".．、"))
    return visible(brief.title if 0 < len(brief.title) <= _LABEL else brief.key)


def title_of(book: Book, atlas: Atlas, brief: Brief, here: str) -> tuple[Piece, ...]:
    """The title of a clause as seen from the page `here`."""
    atlas.read.add(brief.row)
    marks = [_reference(atlas, record, here) for record in book.references(brief.row) if record.in_title]
    return tuple(_pieces(" ".join(brief.title.split("\n")), _standing(len(brief.title), marks)))


def passage_of(book: Book, atlas: Atlas, brief: Brief, here: str) -> Passage:
    """The text of a clause as seen from the page `here`: its paragraphs."""
    atlas.read.add(brief.row)
    seen_from = brief.row, here[: here.rfind("/") + 1]  # the ways are the same from all pages of a folder
    if seen_from not in atlas.passages:
        if seen_from[1] == f"{atlas.folder}/":
            atlas.passages[seen_from] = _passage(book, atlas, brief, here)
        else:
            way = href(f"{atlas.folder}/", here)
            nearer = passage_of(book, atlas, brief, atlas.contents)
            atlas.passages[seen_from] = tuple(tuple([_further(piece, way) for piece in row]) for row in nearer)
    return atlas.passages[seen_from]


@lru_cache(maxsize=1 << 15)
def _further(piece: Piece, way: str) -> Piece:
    """The piece as it is seen from where that is the way to the rulebook's folder; no text leads elsewhere."""
    if not piece.href:
        return piece
    previews = " ".join([way + one for one in piece.previews.split(" ")]) if piece.previews else ""
    return Piece(piece.kind, piece.text, way + piece.href, previews)


def _passage(book: Book, atlas: Atlas, brief: Brief, here: str) -> Passage:
    return _paragraphs(_pieces(brief.text, marks_of(book, atlas, brief, here)))


def marks_of(book: Book, atlas: Atlas, brief: Brief, here: str) -> list[Mark]:
    """What stands for a run of the clause's text, as seen from the page `here`, in order. Where two overlap the earlier one
    stands, and of two that start together the longer."""
    marks = [_reference(atlas, record, here) for record in book.references(brief.row) if not record.in_title]
    known = atlas.marks
    folder = here[: here.rfind("/") + 1]
    marks += [
        (start, end, known.get((term, folder)) or _term(book, atlas, term, here))
        for term, start, end in book.mentions.of(brief.row)
    ]
    for term in book.defines.get(brief.row, ()):
        start = brief.text.find(term.word)
        if start >= 0:
            piece = Piece(PieceKind.DEFINITION, "", href(atlas.term_path(term), here))
            marks.append((start, start + len(term.word), piece))
    return _standing(len(brief.text), marks)


def _term(book: Book, atlas: Atlas, row: int, here: str) -> Piece:
    """The mark of a term, the same for all pages of a folder: one is used hundreds of times."""
    term = book.terms[row]
    found = Piece(PieceKind.TERM, "", href(atlas.term_path(term), here), atlas.hrefs(term.defined_best, here))
    atlas.marks[row, here[: here.rfind("/") + 1]] = found
    return found


def _reference(atlas: Atlas, record: ReferenceRecord, here: str) -> Mark:
    if not record.targets:
        kind = PieceKind.EXTERNAL if record.status == Status.EXTERNAL else PieceKind.UNLINKED
        return record.start, record.end, Piece(kind, "")
    kind = PieceKind.FLOW if record.flow else PieceKind.REFERENCE
    previews = atlas.hrefs(record.targets, here) if len(record.targets) > 1 else ""
    return record.start, record.end, Piece(kind, "", atlas.href(record.targets[0], here), previews)


def _standing(length: int, marks: list[Mark]) -> list[Mark]:
    at = 0
    standing = []
    for mark in sorted(marks, key=_place):
        start, end, _ = mark
        if at <= start < end <= length:
            standing.append(mark)
            at = end
    return standing


def _place(mark: Mark) -> tuple[int, int]:
    return mark[0], -mark[1]


def _pieces(text: str, marks: list[Mark]) -> Iterator[Piece]:
    """The text cut at the marks."""
    at = 0
    for start, end, piece in marks:
        if start > at:
            yield Piece(PieceKind.PLAIN, visible(text[at:start]))
        yield Piece(piece.kind, visible(text[start:end]), piece.href, piece.previews)
        at = end
    if at < len(text):
        yield Piece(PieceKind.PLAIN, visible(text[at:]))


def _paragraphs(pieces: Iterator[Piece]) -> Passage:
    paragraphs: list[list[Piece]] = [[]]
    for piece in pieces:
        if "\n" not in piece.text:
            paragraphs[-1].append(piece)
            continue
        first, *rest = piece.text.split("\n")
        if first:
            paragraphs[-1].append(piece._replace(text=first))
        paragraphs.extend([piece._replace(text=line)] if line else [] for line in rest)
    return tuple(tuple(paragraph) for paragraph in paragraphs if paragraph)
