"""`judge compare`: the clauses of all games on one idea, side by side."""

import sqlite3
from collections.abc import Iterator, Mapping
from typing import Any

from headjudge.cli.answer import BLANK, Answer, Block, Columns, Exit, Note, heading, text
from headjudge.cli.clauses import name, words
from headjudge.cli.knowledge import opened
from headjudge.cli.labels import label
from headjudge.cli.request import Language, Request
from headjudge.kb import lookup
from headjudge.kb.concordance import Concordance, Idea, Side, Verdict, Words, about_clause, about_words, concordance
from headjudge.kb.fold import fold
from headjudge.kb.lookup import Brief
from headjudge.kb.search import variants
from headjudge.parser.named import NamedTuple

_FIRST = 8
"""So many other ideas are named."""


class Compared(NamedTuple):
    """An idea with the text of the clauses that decide it in each game (a game that is not installed has none)."""

    idea: Idea
    clauses: dict[str, list[Brief]]
    titles: dict[str, str]
    also: list[Idea]
    editions: Mapping[str, str]
    """The edition of each game that the clauses are quoted from: one in our own words."""


def compare(request: Request, idea: list[str]) -> Answer:
    """The idea that the words name or the clause decides, and what else they may mean."""
    asked = " ".join(idea)
    book = concordance()
    with opened(request) as db:
        ideas = _ideas(db, asked, request, book)
        if not ideas:
            near = [_in(idea.title, request.language) for idea in _nearest(asked, book)]
            note = Note("unknown_idea", {"words": asked, "near": ", ".join(near)})
            return Answer(lambda: {"idea": "", "title": "", "games": [], "differs": False, "how": ""}, tuple, Exit.EMPTY, (note,))
        compared = _compared(db, ideas, request.language, book)
    return Answer(lambda: _data(compared, request.language), lambda: _blocks(compared, request.language))


def _ideas(db: sqlite3.Connection, asked: str, request: Request, book: Concordance) -> list[Idea]:
    """What the words are about: a clause if they are a number, else an idea by one of its names or by a synonym."""
    address = lookup.read_address(asked)
    if not address.game:
        address = address._replace(game=request.game)
    clauses = lookup.find(db, address)
    if clauses:
        found = (idea for clause in clauses for idea in about_clause(clause.game, clause.key, book.ideas))
        return list(dict.fromkeys(found))
    if lookup.fold_number(address.key):
        lookup.find_one(db, asked, request.game)  # names the nearest numbers
    folded = fold(asked, variants(db, asked))
    return about_words({folded, *_meaning_the_same(db, folded)}, book.ideas)


def _meaning_the_same(db: sqlite3.Connection, word: str) -> set[str]:
    return {term for (term,) in db.execute("SELECT term FROM synonyms WHERE word = ?", (word,))}


def _nearest(asked: str, book: Concordance) -> list[Idea]:
    """The ideas that have most signs in common with the words."""
    signs = set(asked.casefold())
    alike = {idea: len(signs & set("".join((idea.title.zh, *idea.words)).casefold())) for idea in book.ideas}
    return sorted((idea for idea in book.ideas if alike[idea] > len(signs) / 2), key=lambda idea: -alike[idea])[:_FIRST]


def _compared(db: sqlite3.Connection, ideas: list[Idea], language: Language, book: Concordance) -> Compared:
    """The first idea with its clauses, read in the editions that the concordance was made for."""
    clauses = {}
    for side in ideas[0].sides:
        marks = ",".join("?" * len(side.clauses))
        where = f"WHERE e.game = ? AND e.name = ? AND c.key IN ({marks}) ORDER BY c.id"
        clauses[side.game] = lookup.briefs(db, where, (side.game, book.editions[side.game], *side.clauses))
    titles = {game.game: game.title_zh if language == "zh" else game.title_en for game in lookup.games(db)}
    return Compared(ideas[0], clauses, titles, ideas[1:], book.editions)


def _in(words: Words | None, language: Language) -> str:
    return "" if words is None else words.zh if language == "zh" else words.en


def _blocks(compared: Compared, language: Language) -> Iterator[Block]:
    idea = compared.idea
    yield heading(_in(idea.title, language))
    yield text(_in(idea.rule, language))
    yield BLANK
    heads = tuple(f"{compared.titles.get(side.game, side.game)}  ·  {_verdict(side, language)}" for side in idea.sides)
    yield Columns(heads, tuple(_side(compared, side, language) for side in idea.sides))
    yield BLANK
    read = [f"{side.game}@{compared.editions[side.game]}" for side in idea.sides if compared.clauses[side.game]]
    yield text("  ".join([*read, "·", label("own", language)]), "dim")
    if compared.also:
        yield BLANK
        yield heading(label("also", language))
        for other in compared.also[:_FIRST]:
            yield text(_in(other.title, language), label=other.name, indent=1)


def _verdict(side: Side, language: Language) -> str:
    return label(side.verdict.value, language)


def _side(compared: Compared, side: Side, language: Language) -> str:
    """How the game differs, then its clauses, a paragraph each."""
    how = [_in(side.how, language)] if side.how else []
    clauses = compared.clauses[side.game]
    return "\n".join([*how, *(f"{_name(clause, language)}  {_on_one_line(clause)}" for clause in clauses)])


def _name(clause: Brief, language: Language) -> str:
    """Its number; a step is named with the clause that it is a step of."""
    return clause.key if clause.kind == "step" else name(clause, language)


def _on_one_line(clause: Brief) -> str:
    return "".join(run.text for run in words(clause)).replace("\n", "　")


def _data(compared: Compared, language: Language) -> dict[str, Any]:
    idea = compared.idea
    differing = [side for side in idea.sides if side.verdict is Verdict.DIFFERS]
    colon = "：" if language == "zh" else ": "
    return {
        "idea": idea.name,
        "title": _in(idea.title, language),
        "rule": _in(idea.rule, language),
        "differs": idea.differs,
        "how": "\n".join(f"{compared.titles.get(side.game, side.game)}{colon}{_in(side.how, language)}" for side in differing),
        "games": [
            {
                "game": side.game,
                "verdict": side.verdict.value,
                "how": _in(side.how, language),
                "clauses": [
                    {"id": clause.id, "number": clause.number, "title": clause.title, "text": clause.text}
                    for clause in compared.clauses[side.game]
                ],
            }
            for side in idea.sides
        ],
        "also": [{"idea": other.name, "title": _in(other.title, language)} for other in compared.also],
    }
