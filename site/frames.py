"""What surrounds every page: titles, language, the edition in front of the reader, and the ways on from here."""

import re

from headjudge.site.atlas import Atlas
from headjudge.site.book import Book
from headjudge.site.contexts import Edition, Frame, Link, Room, Words
from headjudge.site.passage import visible

SITE_TITLE = "headjudge"
SITE_ROOMS = (Room("concordance", "concordance.html"), Room("playground", "playground.html"), Room("about", "about.html"))
"""The entries of the navigation that belong to no rulebook."""

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
        game=Words(visible(book.game.title_zh or book.game.game), visible(book.game.title_en or book.game.game)),
        title=visible(record.title),
        name=visible(record.name),
        effective=visible(record.effective),
        language=language_tag(record.language),
        own=record.own,
        restates=visible(record.restates),
        clauses=record.clauses,
        contents=atlas.contents,
        glossary=atlas.glossary,
        index=atlas.index,
        terms=len(book.stored.terms),
    )


def site_frame(
    here: str,
    title: str,
    editions: tuple[Edition, ...],
    place: str,
    *,
    styles: tuple[str, ...] = (),
    scripts: tuple[str, ...] = (),
) -> Frame:
    """The frame of a page outside of any rulebook."""
    whole = title if title == SITE_TITLE else f"{title} · {SITE_TITLE}"
    return Frame(whole, "zh-Hans", _root(here), None, editions, place=place, styles=styles, scripts=scripts, rooms=SITE_ROOMS)


def frame(
    edition: Edition,
    here: str,
    title: str,
    *,
    trail: tuple[Link, ...] = (),
    beside: tuple[Link | None, Link | None, Link | None] = (None, None, None),
    place: str = "",
    styles: tuple[str, ...] = (),
    scripts: tuple[str, ...] = (),
) -> Frame:
    """The frame of the page of a rulebook at the path `here`. `beside` are the pages before it, after it and above it."""
    previous, following, up = beside
    return Frame(
        title_in(edition, title),
        edition.language,
        _root(here),
        edition,
        (edition,),
        trail,
        previous,
        following,
        up,
        place,
        styles,
        scripts,
        SITE_ROOMS,
    )


def title_in(edition: Edition, title: str) -> str:
    """The title of a page of a rulebook, as the browser shows it."""
    game = edition.game.zh if edition.language.startswith("zh") else edition.game.en
    return f"{title} · {game}" if title and game and title != game else title or game


def _root(here: str) -> str:
    return "../" * here.count("/")
