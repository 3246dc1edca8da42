"""The page on which the games stand side by side: idea by idea, who has the same rule, who differs, and in which clauses."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from headjudge.parser.named import NamedTuple
from headjudge.parser.values import dataclass
from headjudge.site.clauses import line_link
from headjudge.site.contexts import Frame, Link, Words
from headjudge.site.frames import site_frame
from headjudge.site.library import Files, Library, Volume
from headjudge.site.passage import visible
from headjudge.site.shelf import digest_of, shelved

if TYPE_CHECKING:
    from headjudge.kb.concordance import Concordance, Idea, Side

PAGE = "concordance.html"


class GameSide(NamedTuple):
    """What one game says to an idea. `missing` are clauses that the edition on this site does not have."""

    game: Words
    language: str
    verdict: str
    how: Words | None
    clauses: tuple[Link, ...]
    missing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class IdeaEntry:
    """An idea with all games that are on this site."""

    name: str
    title: Words
    rule: Words
    differs: bool
    sides: tuple[GameSide, ...]


class OtherEdition(NamedTuple):
    """A game whose edition on this site is not the one that the concordance was read from."""

    game: Words
    read: str
    shown: str


@dataclass(frozen=True, slots=True)
class ConcordancePage:
    """All ideas. `differing` counts those to which the games on this site give different rules."""

    template: ClassVar = "concordance.html"
    frame: Frame
    ideas: tuple[IdeaEntry, ...]
    games: tuple[Words, ...]
    differing: int
    others: tuple[OtherEdition, ...]


def concordance_of(library: Library) -> Files:
    """The page on all games; with fewer than two of them there is nothing to compare, and it says so."""
    several = sum(volume.book.edition.own for volume in library.volumes) > 1
    read = _concordance(library.cache) if several else None
    own = {v.book.game.game: v for v in library.volumes if v.book.edition.own}
    editions = read.editions if read else {}
    volumes = {game: volume for game, volume in own.items() if game in editions}
    ideas = tuple(_entries(read, volumes)) if read and len(volumes) > 1 else ()
    yield (
        PAGE,
        ConcordancePage(
            frame=site_frame(PAGE, "对照 Concordance", library.editions, "concordance", styles=("compare.css",)),
            ideas=ideas,
            games=tuple(volume.edition.game for volume in volumes.values()) if ideas else (),
            differing=sum(idea.differs for idea in ideas),
            others=tuple(
                OtherEdition(volume.edition.game, editions[game], volume.edition.name)
                for game, volume in volumes.items()
                if volume.book.edition.name != editions[game]
            ),
        ),
    )


def _concordance(cache: Path | None) -> "Concordance":
    """The concordance that ships. Its TOML takes a while to read."""
    from headjudge.kb.concordance import concordance_in, shipped_text  # takes a while

    text = shipped_text()
    file = cache / "concordance.json" if cache else None
    return concordance_in(shelved(file, digest_of(of=text.encode()), partial(_read, text)))


def _read(text: str) -> dict[str, Any]:
    from tomllib import loads  # what it reads is kept

    return loads(text)


def _entries(read: "Concordance", volumes: dict[str, Volume]) -> Iterator[IdeaEntry]:
    keys = {game: {brief.key: brief for brief in volume.book.clauses} for game, volume in volumes.items()}

    def side_of(side: "Side") -> GameSide:
        volume, known = volumes[side.game], keys[side.game]
        return GameSide(
            game=volume.edition.game,
            language=volume.edition.language,
            verdict=side.verdict,
            how=Words(*side.how) if side.how else None,
            clauses=tuple(line_link(volume.atlas, known[key], PAGE) for key in side.clauses if key in known),
            missing=tuple(visible(key) for key in side.clauses if key not in known),
        )

    def entry(idea: "Idea") -> IdeaEntry:
        sides = tuple(side_of(side) for side in idea.sides if side.game in volumes)
        differs = any(side.verdict == "differs" for side in sides)
        return IdeaEntry(idea.name, Words(*idea.title), Words(*idea.rule), differs, sides)

    yield from map(entry, read.ideas)
