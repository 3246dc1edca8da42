"""What surrounds every page: titles, language, the edition in front of the reader, and the ways on from here."""

import posixpath
import re

from headjudge.site.atlas import Atlas
from headjudge.site.book import Book
from headjudge.site.contexts import Edition, Frame, Link, Words
from headjudge.site.passage import visible

SITE_TITLE = "headjudge"

_LANGUAGE = re.compile(r"[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*")


def language_tag(language: str) -> str:
    """The tag for `lang`: a Chinese text is simplified unless it says otherwise, what is no tag is undetermined.

    >>> language_tag("zh"), language_tag("zh-Hant"), language_tag("en"), language_tag('"><b>')
    ('zh-Hans', 'zh-Hant', 'en', 'und')
    """
    if not _LANGUAGE.fullmatch(language):
        return "und"
    return "zh-Hans" if language.lower() == "zh" else language


def edition_of(book: Book, atlas: Atlas) -> Edition:
    """What every page of a rulebook says about its text."""
    record = book.edition
    return Edition(
        game=Words(visible(book.game.title_zh), visible(book.game.title_en)),
        title=visible(record.title),
        name=visible(record.name),
        effective=visible(record.effective),
        language=language_tag(record.language),
        own=record.own,
        restates=visible(record.restates),
        clauses=record.clauses,
        contents=atlas.contents,
        glossary=atlas.glossary,
        terms=len(book.terms),
    )


def frame(
    edition: Edition | None,
    here: str,
    title: str,
    *,
    trail: tuple[Link, ...] = (),
    beside: tuple[Link | None, Link | None, Link | None] = (None, None, None),
    place: str = "",
) -> Frame:
    """The frame of the page at the path `here`. `beside` are the pages before it, after it and above it."""
    if edition is None:
        whole, language = SITE_TITLE if title == SITE_TITLE else f"{title} · {SITE_TITLE}", "zh-Hans"
    else:
        game = edition.game.zh if edition.language.startswith("zh") else edition.game.en
        whole, language = " · ".join(dict.fromkeys([title, game])), edition.language
    depth = posixpath.dirname(here).count("/") + 1 if "/" in here else 0
    previous, following, up = beside
    return Frame(whole, language, "../" * depth, edition, trail, previous, following, up, place)
