"""The words of a clause as HTML. Every link in them leads to another page of the same rulebook, so that they are made once and
seen from everywhere: only the way to the rulebook's folder differs."""

from functools import cache

from markupsafe import Markup

from headjudge.kb.lookup import Brief
from headjudge.site.atlas import Atlas, href
from headjudge.site.book import Book
from headjudge.site.contexts import Piece, PieceKind
from headjudge.site.forms import Form
from headjudge.site.fragments import escaped_text, form, macro
from headjudge.site.passage import passage_of, title_of

_WAY = "\x01"
"""Stands in front of every link; no text holds it: `visible` replaces this character."""


def wording(book: Book, atlas: Atlas, brief: Brief, here: str) -> Markup:
    """The text of a clause as the page `here` shows it, in paragraphs."""
    atlas.read.add(brief.row)
    found = atlas.wordings.get(brief.row)
    if found is None:
        rows = passage_of(book, atlas, brief, atlas.contents)
        found = atlas.wordings[brief.row] = "".join(
            [form("_paragraphs.html", "paragraph")("".join(map(_piece, row)).strip()) for row in rows]
        )
    return Markup(_seen_from(found, atlas, here))  # noqa: S704 - of pieces that are escaped


def wording_of_title(book: Book, atlas: Atlas, brief: Brief, here: str) -> Markup:
    """The title of a clause as the page `here` shows it."""
    if not brief.title:
        return Markup()
    found = "".join(map(_piece, title_of(book, atlas, brief, atlas.contents)))
    return Markup(_seen_from(found, atlas, here).strip())  # noqa: S704 - as above


def _seen_from(html: str, atlas: Atlas, here: str) -> str:
    return html.replace(_WAY, href(f"{atlas.folder}/", here)) if _WAY in html else html


def _piece(piece: Piece) -> str:
    text = escaped_text(piece.text)
    if piece.kind == PieceKind.PLAIN:
        return text
    previews = " ".join([_WAY + one for one in piece.previews.split(" ")]) if piece.previews else ""
    return _marked(piece.kind)(text, _WAY + piece.href, previews)


@cache
def _marked(kind: PieceKind) -> Form:
    return Form(lambda text, way, previews: macro("_marked.html", "marked")(Piece(kind, text, way, previews)))
