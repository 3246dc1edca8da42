"""`judge card`: a card of the user's card files with all that is known of it."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from headjudge.cli.answer import BLANK, Answer, Block, Exit, Line, Note, Run, heading, text
from headjudge.cli.characters import shorten
from headjudge.cli.clauses import name as clause_name
from headjudge.cli.knowledge import opened
from headjudge.cli.labels import label
from headjudge.cli.published import answer_data, answer_line
from headjudge.cli.request import Language, Request, cache_folder
from headjudge.kb import lookup
from headjudge.kb.answers import AnswerView, answers_on_card, view_answer
from headjudge.kb.card_rulings import NamingRuling, rulings_in_files, rulings_naming, rulings_of_answers
from headjudge.kb.card_terms import ExplainedWord, explained_words
from headjudge.kb.cards import CardRecord, card_files, earlier, find_cards, names_of, nearest_cards
from headjudge.parser.named import NamedTuple

_LONGEST_ECHO = 60
"""Cells of the words that are said back where they name no card."""
_STATS = ("kind", "colour", "element", "work", "icon", "cost", "power", "strike")


class Ability(NamedTuple):
    """An ability as it is printed; `modelled` is None where the game is not simulated, `problems` say what is not read."""

    text: str
    modelled: bool | None
    problems: tuple[str, ...]
    keywords: tuple[str, ...]


class Shown(NamedTuple):
    """What `card` prints of one card."""

    card: CardRecord
    abilities: tuple[Ability, ...]
    keywords: tuple[ExplainedWord, ...]
    rulings: tuple[NamingRuling, ...]
    answers: tuple[AnswerView, ...]
    before: tuple[CardRecord, ...]


def card(request: Request, words: list[str], rulings: str = ".") -> Answer:
    """The card that the words name; several are listed. `rulings` is the folder of the user's own rulings."""
    asked = " ".join(words)
    game = request.game.casefold()
    if ":" in asked and not game:
        game, _, asked = asked.partition(":")
    with opened(request) as db:
        found = find_cards(db, asked, game)
        if not found:
            near = "、".join(f"{one.number} {one.name}".strip() for one in nearest_cards(db, asked, game))
            known = bool(card_files(db, game))
            if game:
                lookup.chosen_editions(db, game)  # names the games there are
    if not found:
        note = Note("unknown_card", {"words": shorten(asked, _LONGEST_ECHO), "near": near}) if known else Note("no_card_files")
        return Answer(lambda: {"query": asked, "total": 0, "cards": []}, code=Exit.EMPTY, notes=(note,))
    if len(found) > 1:
        return several(asked, found)
    return one_card(request, found[0], Path(rulings))


def several(asked: str, found: list[CardRecord]) -> Answer:
    """The cards to choose from."""
    listed = [{"id": one.id, "name": one.name, "game": one.game} for one in found]
    games = len({one.game for one in found}) > 1

    def lines() -> Iterator[Block]:
        for one in found:
            yield text(one.name, label=f"{one.game}:{one.number}" if games else one.number or "·")

    return Answer(lambda: {"query": asked, "total": len(found), "cards": listed}, lines)


def one_card(request: Request, record: CardRecord, folder: Path = Path()) -> Answer:
    """All that is known of that card."""
    abilities = _abilities(request, record)
    with opened(request) as db:
        names = names_of(db, record)
        words = tuple(dict.fromkeys(word for ability in abilities for word in ability.keywords))
        simulated = any(ability.modelled is not None for ability in abilities)
        answers = tuple(view_answer(db, one) for one in answers_on_card(db, record.row))
        rulings = [*rulings_naming(db, record, names), *rulings_of_answers(db, answers), *rulings_in_files(folder, record, names)]
        shown = Shown(
            record,
            abilities,
            tuple(explained_words(db, record, words if simulated else None)),
            tuple(dict.fromkeys(rulings)),
            answers,
            tuple(earlier(db, record)),
        )
    notes = tuple(Note("card_before", {"file": one.file, "line": one.line}) for one in shown.before if one.text != record.text)
    return Answer(lambda: _data(shown), lambda: _blocks(shown, request.language), notes=notes)


def _abilities(request: Request, record: CardRecord) -> tuple[Ability, ...]:
    from headjudge.simulator import registry  # the parser of card text takes longer to import than a look-up

    if not record.text:
        return ()
    if record.game not in registry.names():
        return tuple(Ability(line, None, (), ()) for line in _lines(record.text))
    from headjudge.cli.card_texts import CardTexts, Modelled
    from headjudge.cli.commands.cards import told
    from headjudge.cli.law import law
    from headjudge.parser.kept import keep_in

    keep_in(cache_folder())
    return tuple(
        Ability(
            one.words,
            one.modelled is Modelled.WHOLE,
            tuple(f"{fault.words}  ·  {told(fault, request.language)}" for fault in one.faults),
            one.keywords,
        )
        for one in CardTexts(record.game, law(request)).read(record.text)
    )


def _lines(words: str) -> list[str]:
    from headjudge.parser.card_file import text_lines

    return text_lines(words)


def _stats(record: CardRecord) -> Mapping[str, str]:
    """What the card's other columns say, those that every card has first, by property or heading."""
    said = {column or header: words for column, header, words in record.facts}
    return {name: said[name] for name in sorted(said, key=lambda name: _STATS.index(name) if name in _STATS else len(_STATS))}


def _blocks(shown: Shown, language: Language) -> Iterator[Block]:
    record = shown.card
    yield Line((Run(record.name, "heading"),), record.number)
    headings = {column or header: header for column, header, _ in record.facts}
    if record.facts:
        yield text("  ·  ".join(f"{headings[name]} {words}" for name, words in _stats(record).items()), "dim")
    yield BLANK
    for ability in shown.abilities or (Ability(label("no_text", language), None, (), ()),):
        yield text(ability.text, label="✗" if ability.problems else "✓" if ability.modelled else "·")
        for problem in ability.problems:
            yield text(problem, "warning", indent=1)
    if shown.abilities and shown.abilities[0].modelled is None:
        yield text(label("not_simulated", language), "dim")
    if shown.keywords:
        yield BLANK
        yield heading(label("keywords", language))
        for word in shown.keywords:
            where = clause_name(word.clause, language)
            yield Line((Run(f"{where}  ", "number"), Run(word.clause.text or word.clause.title)), word.word, 1)
    yield BLANK
    yield heading(label("rulings", language))
    for ruling in shown.rulings:
        yield text(ruling.title, label=ruling.name, indent=1)
    if not shown.rulings:
        yield text(label("nothing", language), "dim", indent=1)
    yield BLANK
    yield heading(label("answers", language))
    for answer in shown.answers:
        yield from answer_line(answer, language)
    if not shown.answers:
        yield text(label("nothing", language), "dim", indent=1)
    yield BLANK
    yield text("  ·  ".join((record.game, f"{record.file}:{record.line}", record.read_on)), "dim", cut=True)


def _data(shown: Shown) -> dict[str, Any]:
    record = shown.card
    return {
        "id": record.id,
        "name": record.name,
        "game": record.game,
        "stats": dict(_stats(record)),
        "text": "\n".join(_lines(record.text)),
        "abilities": [
            {"text": one.text, "modelled": one.modelled, "problems": list(one.problems), "keywords": list(one.keywords)}
            for one in shown.abilities
        ],
        "keywords": [
            {"word": one.word, "clause": one.clause.id, "number": one.clause.number, "text": one.clause.text or one.clause.title}
            for one in shown.keywords
        ],
        "rulings": [{"name": one.name, "title": one.title, "file": one.file} for one in shown.rulings],
        "answers": [answer_data(one) for one in shown.answers],
        "file": record.file,
        "line": record.line,
        "read": record.read_on,
    }
