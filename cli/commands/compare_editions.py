"""`judge compare-editions`: the same ruling under two editions of the rulebook."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from headjudge.cli.answer import BLANK, Answer, Block, Exit, Line, Run, heading, text
from headjudge.cli.commands.diff import SameEdition, runs_of
from headjudge.cli.knowledge import opened
from headjudge.cli.request import Language, Request, cache_folder
from headjudge.cli.verdicts import lines
from headjudge.cli.verdicts.source import found
from headjudge.cli.verdicts.words import say
from headjudge.kb.clause import Clause
from headjudge.kb.diff import diff
from headjudge.kb.diff_store import diff_editions, read_clauses
from headjudge.kb.editions import chosen_editions
from headjudge.parser.card_grammar import sentences
from headjudge.parser.decode import read_text
from headjudge.parser.kept import keep_in
from headjudge.parser.named import NamedTuple
from headjudge.simulator.answers.editions import Compared, ToldComparison, compared, data, told
from headjudge.simulator.answers.overrides import Overrides
from headjudge.simulator.answers.running import check_game
from headjudge.simulator.explorer import Limits
from headjudge.simulator.registry import simulated

_TEXTS = (".txt", ".md")
"""What ends so is a file, even one that is not there."""


class _Edition(NamedTuple):
    """An edition as it was named: one of the knowledge base (`row`), or a file."""

    name: str
    clauses: Sequence[Clause]
    row: int | None


def compare_editions(request: Request, ruling: str, old: str, new: str) -> Answer:
    """The ruling under `old` and `new`: editions of the knowledge base, or files of rulebooks."""
    keep_in(cache_folder())
    named = found([ruling], request)
    game = simulated(str(named.scenario().about.game) or request.game)
    check_game(named.scenario(), request.game, any_edition=True)
    with opened(request) as db:
        sides = []
        for words in (old, new):
            path = Path(words)
            if path.is_file() or path.suffix in _TEXTS:
                sides.append(_in_file(path))
                continue
            of_game, at, edition = words.rpartition("@")
            (record,) = chosen_editions(db, of_game if at else game.name, edition)
            sides.append(_Edition(f"{record.game}@{record.name}", read_clauses(db, record.row), record.row))
        first, second = sides
        if first.row is not None and first.row == second.row:
            raise SameEdition("same_edition", edition=first.name)
        if first.row is not None and second.row is not None:
            changes = diff_editions(db, first.row, second.row)
        else:
            changes = diff(first.clauses, second.clauses)
    laws = (game.law_of(first.clauses, first.name), game.law_of(second.clauses, second.name))
    answer = compared(named, laws, changes, Overrides(), Limits())
    sentences().save()
    names = (first.name, second.name)
    title = named.name or answer.answers[0].scenario.about.title
    return Answer(
        lambda: data(answer, names, title, request.language),
        lambda: _blocks(answer, told(answer, request.language), names, request.language),
        Exit.DONE if answer.same_verdict else Exit.EMPTY,
    )


def _in_file(path: Path) -> _Edition:
    from headjudge.parser.rulebook import parse_rulebook  # an edition of the knowledge base has been read

    return _Edition(str(path), parse_rulebook(read_text(path)).clauses, None)


def _blocks(answer: Compared, words: ToldComparison, names: tuple[str, str], language: Language) -> Iterator[Block]:
    yield heading(say("editions_agree" if answer.same_verdict else "editions_differ", language, old=names[0], new=names[1]))
    for name, sentence in zip(names, words.sentences, strict=True):
        yield text(sentence, label=name, indent=1)
    yield BLANK
    yield heading(say("editions_clauses" if answer.changed else "editions_no_clauses", language))
    for one in answer.changed:
        label = one.old if one.old == one.new else f"{one.old or '—'} → {one.new or '—'}"
        bound = () if one.followed else (Run(f"\n{say('editions_bound', language)}", "dim"),)
        yield Line((*runs_of(one.runs), *bound), label, 1)
    if words.parts_at is None:
        yield BLANK
        yield text(say("editions_same_line", language))
        return
    number, step = words.parts_at
    yield BLANK
    yield heading(say("editions_part_at", language, step=number, clause=step.clause))
    if words.differences:
        yield BLANK
        yield heading(say("editions_differences", language, old=names[0], new=names[1]))
        for entry in words.differences:
            yield text(say("difference", language, first=entry.first, second=entry.second), label=entry.what, indent=1)
    for name, line in zip(names, words.lines, strict=True):
        rows = list(lines.blocks(line, language))
        if rows:
            yield BLANK
            yield heading(name)
            yield from rows
