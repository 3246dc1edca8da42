"""`judge games`: what is installed."""

from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any

from headjudge.cli.answer import Answer, Block, Line, Run, text
from headjudge.cli.knowledge import opened
from headjudge.cli.labels import label
from headjudge.cli.request import Language, Request
from headjudge.kb import lookup
from headjudge.kb.lookup import GameRecord


def games(request: Request) -> Answer:
    """Every game with its editions, the one that answers first."""
    with opened(request) as db:
        found = [game for game in lookup.games(db) if request.game in ("", game.game)]
        if not found:
            lookup.chosen_editions(db, request.game)  # names the games there are
    return Answer(lambda: {"games": [_data(game, request.language) for game in found]}, lambda: _blocks(found, request.language))


def _title(game: GameRecord, language: Language) -> str:
    return game.title_zh if language == "zh" else game.title_en


def _blocks(found: list[GameRecord], language: Language) -> Iterator[Block]:
    for game in found:
        runs = [Run(_title(game, language), "heading")]
        if simulated(game.game):
            runs.append(Run(f"  ·  {label('simulated', language)}", "dim"))
        yield Line(tuple(runs), game.game)
        for edition in game.editions:
            nature = label("own" if edition.own else "imported", language)
            count = label("clauses", language, count=edition.clauses)
            dated = [edition.effective] if edition.effective else []
            facts = "  ·  ".join([edition.title, edition.language, *dated, count, nature])
            yield text(facts, label=edition.name, indent=1)


def _data(game: GameRecord, language: Language) -> dict[str, Any]:
    from headjudge.cli import data  # json is not imported for text

    return {
        "game": game.game,
        "title": _title(game, language),
        "editions": [data.edition(edition) for edition in game.editions],
        "clauses": game.editions[0].clauses if game.editions else 0,
        "simulated": simulated(game.game),
    }


def simulated(game: str) -> bool:
    """Whether the simulator can play the game."""
    try:
        return find_spec(f"headjudge.simulator.games.{game}") is not None
    except ModuleNotFoundError:
        return False
