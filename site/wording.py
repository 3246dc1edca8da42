"""The words of a clause as HTML. Every link in them leads to another page of the same rulebook, so that they are made once and
seen from everywhere: only the way to the rulebook's folder differs."""

from functools import cache, lru_cache

from markupsafe import escape

from headjudge.kb.lookup import Brief
from headjudge.site.atlas import Atlas, href
from headjudge.site.book import Book
from headjudge.site.contexts import Piece, PieceKind
from headjudge.site.forms import Form, encoded, escaped_text, in_html
from headjudge.site.fragments import form, macro
from headjudge.site.passage import marks_of, passage_of, title_of, visible

_WAY, _CUT = "\x01", "\x02"
"""Stand in front of every link and at the ends of every mark; no text holds them: `visible` replaces these characters."""


def wording(book: Book, atlas: Atlas, brief: Brief, here: str) -> bytes:
    """The text of a clause as the page `here` shows it, in paragraphs, as files hold it."""
    atlas.read.add(brief.row)
    found = atlas.wordings.get(brief.row)
    if found is None:
        rows = _in_one_go(book, atlas, brief) or [
            "".join(map(_piece, row)) for row in passage_of(book, atlas, brief, atlas.contents)
        ]
        found = atlas.wordings[brief.row] = "".join([_paragraph()(row.strip()) for row in rows])
    return _seen_from(found, _way_home(atlas.folder, here[: here.rfind("/") + 1]))


def _in_one_go(book: Book, atlas: Atlas, brief: Brief) -> list[str]:
    """The paragraphs of a text in which nothing hides and no mark runs on into another paragraph; of any other none. A rulebook
    has tens of thousands of marks: the text between them is escaped at once."""
    text = brief.text
    if not (text.isprintable() or text.replace("\n", "").isprintable()):
        return []
    plain = escaped_text(text)
    cut: list[str] = []
    ends: list[str] = []
    at = 0
    for start, end, piece in marks_of(book, atlas, brief, atlas.contents):
        cut += text[at:start], text[start:end]
        ends += _ends(piece)
        at = end
    if not cut:
        return [row for row in plain.split("\n") if row]
    if "\n" in text and any("\n" in marked for marked in cut[1::2]):
        return []
    cut.append(text[at:])
    said = [""] * (len(cut) + len(ends))
    said[::2] = cut if plain is text else str(escape(_CUT.join(cut))).split(_CUT)
    said[1::2] = ends
    whole = "".join(said)
    return [row for row in whole.split("\n") if row] if "\n" in text else [whole]


def wording_of_title(book: Book, atlas: Atlas, brief: Brief, here: str) -> bytes:
    """The title of a clause as the page `here` shows it."""
    if not brief.title:
        return b""
    if not any(record.in_title for record in book.references(brief.row)):
        atlas.read.add(brief.row)
        return _plain(brief.title)
    found = "".join(map(_piece, title_of(book, atlas, brief, atlas.contents)))
    return _seen_from(found.strip(), _way_home(atlas.folder, here[: here.rfind("/") + 1]))


@lru_cache(maxsize=1 << 10)
def _plain(title: str) -> bytes:
    return in_html(visible(title.replace("\n", " ")).strip())


@lru_cache(maxsize=1 << 12)
def _seen_from(html: str, way: str) -> bytes:
    """The words as they are seen from where that is the way to the rulebook's folder. Its pages and its previews lie beside each
    other, and both show a clause at about the same time."""
    return encoded(html.replace(_WAY, way))


@lru_cache(maxsize=256)
def _way_home(folder: str, here: str) -> str:
    return href(f"{folder}/", here)


def _piece(piece: Piece) -> str:
    text = escaped_text(piece.text)
    if piece.kind == PieceKind.PLAIN:
        return text
    before, after = _ends(piece._replace(text=""))
    return f"{before}{text}{after}"


@lru_cache(maxsize=1 << 14)
def _ends(piece: Piece) -> tuple[str, str]:
    """What stands around the words of a mark."""
    previews = " ".join([_WAY + one for one in piece.previews.split(" ")]) if piece.previews else ""
    before, after = _marked(piece.kind)(_CUT, _WAY + piece.href, previews).split(_CUT)
    return before, after


@cache
def _paragraph() -> Form:
    return form("_paragraphs.html", "paragraph")


@cache
def _marked(kind: PieceKind) -> Form:
    def mark(text: str, way: str, previews: str) -> str:
        return macro("_marked.html", "marked")(Piece(kind, text, way, previews))

    return Form(mark, f"_marked.html marked {kind}")
