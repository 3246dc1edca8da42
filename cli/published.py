"""How imported answers look in an answer of ours: in a few lines, or as data."""

from collections.abc import Iterator
from typing import Any

from headjudge.cli.answer import Block, Line, Run, text
from headjudge.cli.labels import label
from headjudge.cli.request import Language
from headjudge.kb.answers import AnswerView, Disagreement


def answer_line(view: AnswerView, language: Language, own: str = "") -> Iterator[Block]:
    """The answer below its number, with date and source, and where it may disagree with the rulebook (with the clause `own`, if
    the answer stands below one)."""
    record = view.record
    yield Line((Run(_one_line(record.question)),), record.name, 1)
    yield Line((Run(_one_line(record.answer), "found"),), indent=2)
    facts = (record.date or label("undated", language), origin(view), " ".join(key for key, _ in view.clauses))
    yield text("  ·  ".join(fact for fact in facts if fact), "dim", indent=2)
    for one in view.disagreements:
        if own and one.key != own:
            continue
        yield disagreement(one, language, indent=2)


def disagreement(one: Disagreement, language: Language, *, indent: int) -> Line:
    """Both phrases side by side, to be looked at."""
    runs = (
        Run(f"{label('check_this', language)}  ", "warning"),
        Run(label("answer_says", language, words=one.said)),
        Run(f"  ⇔  {one.key} ", "number"),
        Run(label("clause_says", language, words=one.written)),
    )
    return Line(runs, indent=indent)


def disagreement_data(one: Disagreement, game: str) -> dict[str, str]:
    """Both phrases as data."""
    return {"clause": f"{game}:{one.key}", "kind": one.kind, "answer": one.said, "rulebook": one.written}


def origin(view: AnswerView) -> str:
    """Who published the answer, else the name of the file in which it came."""
    return view.record.source or view.record.file.replace("\\", "/").rpartition("/")[2]


def told_by(how: str, language: Language) -> str:
    """How an answer and a clause came together, where the answer does not name the clause itself."""
    return "" if how == "number" else f"{label(f'joined_by_{how}', language)}  "


def answer_data(view: AnswerView) -> dict[str, Any]:
    """The answer as data."""
    record = view.record
    return {
        "id": record.name,
        "game": record.game,
        "date": record.date,
        "source": origin(view),
        "question": record.question,
        "answer": record.answer,
        "cards": list(view.cards),
        "unknown_cards": list(view.unknown_cards),
        "clauses": [{"clause": f"{record.game}:{key}", "by": how} for key, how in view.clauses],
        "disagreements": [disagreement_data(one, record.game) for one in view.disagreements],
        "rulings": list(view.rulings),
        "before": [{"date": one.date, "question": one.question, "answer": one.answer} for one in view.before],
    }


def _one_line(words: str) -> str:
    return " ".join(words.split())
