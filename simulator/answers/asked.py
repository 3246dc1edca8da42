"""A ruling's text answered as data in both languages: what the site's playground asks, in a browser or of its server."""

import json
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from headjudge.kb.clause import Clause, ClauseKey, Kind
from headjudge.kb.errors import HeadjudgeError
from headjudge.kb.phrase import filled
from headjudge.parser.decode import EmptyFile
from headjudge.simulator.answers.bounds import LONGEST, SECONDS, Messages
from headjudge.simulator.answers.data import data
from headjudge.simulator.answers.overrides import Overrides
from headjudge.simulator.answers.ruling import Ruling
from headjudge.simulator.answers.running import How, answered, started
from headjudge.simulator.explorer import Limits
from headjudge.simulator.law import Law
from headjudge.simulator.registry import simulated

LIMITS = Limits(nodes=20_000, seconds=SECONDS)
"""How far a ruling is explored while its author waits."""


class LongRuling(HeadjudgeError):
    """The text is too long to be a ruling."""


def asked(text: str, game: str, law: Law, messages: Messages, limits: Limits = LIMITS) -> dict[str, Any]:
    """`answer` in both languages (the keys of `judge whatif --json`), or the `error` with its words and its place in the text."""
    try:
        if len(text) > LONGEST:
            raise LongRuling("long_ruling", longest=LONGEST)
        if not text.strip():
            raise EmptyFile("empty_ruling")
        ruling = Ruling("", text, None, confined=True)
        begun = started(ruling, game, How(law, limits=limits))
        told = answered(ruling, begun, Overrides())
        return {"answer": {"zh": data(told, "zh"), "en": data(told, "en")}}
    except HeadjudgeError as error:
        return {"error": _error(error.code, error.facts, messages)}
    except RecursionError:
        return {"error": _error("nested_too_deep", {}, messages)}
    except Exception as error:  # a fault of ours ends this answer, not the page
        return {"error": _error("unexpected", {"reason": f"{type(error).__name__}: {error}"}, messages)}


def _error(code: str, facts: Mapping[str, object], messages: Messages) -> dict[str, Any]:
    place = {name: facts[name] for name in ("line", "column") if isinstance(facts.get(name), int)}
    words = messages.get(code) or dict.fromkeys(("zh", "en"), code)
    return {"code": code, **place, **{language: filled(words[language], facts) for language in ("zh", "en")}}


ClauseRow = Sequence[Any]
"""Key, kind, number, title, text and depth of a clause."""


def law_from(rows: Sequence[ClauseRow]) -> Law:
    """The law that these clauses are, as they travel to a browser."""
    clauses = [
        Clause(ClauseKey(key), Kind(kind), number, title, text, parent=None, depth=depth, spans=())
        for key, kind, number, title, text, depth in rows
    ]
    supplied = simulated()
    return supplied.law_of(clauses, supplied.edition)


def rows_of(law: Law) -> list[ClauseRow]:
    """What `law_from` reads."""
    return [(str(one.key), one.kind.value, one.number, one.title, one.text, one.depth) for one in law.clauses.values()]


def answer_lines(law: Law, messages: Messages) -> None:
    """Answers requests `{"text", "game"}` on standard input, a line of JSON each, until it is closed."""
    for line in sys.stdin:
        request = json.loads(line)
        answer = asked(request["text"], request["game"], law, messages)
        sys.stdout.write(json.dumps(answer, ensure_ascii=True) + "\n")
        sys.stdout.flush()
