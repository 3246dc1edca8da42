"""The page of a ruling that is run: its verdict, the table drawn, and its lines step by step."""

import json
from collections.abc import Iterator
from itertools import groupby

from headjudge.kb.phrase import filled
from headjudge.kb.rulings import KeptRuling
from headjudge.simulator.answers.bounds import Messages
from headjudge.site.atlas import href
from headjudge.site.casebook import Casebook
from headjudge.site.citations import Citations
from headjudge.site.contexts import Frame, Link, Words
from headjudge.site.fragments import macro
from headjudge.site.names import anchor
from headjudge.site.passage import visible
from headjudge.site.records import ERROR, ExpectationRecord, LineRecord, PolicyRecord, ReplayRecord, StepRecord
from headjudge.site.ruling_contexts import (
    Event,
    Expected,
    OtherReading,
    Passed,
    PlayedLine,
    RefusedAction,
    RulingPage,
    Step,
    TakenReading,
)

_STEPS = 150
"""So many steps of a line stand on the page; the script of the replay has the others."""
_LEGAL = 12
"""So many legal options are listed."""
_HOLDS = {True: "holds_mark", False: "fails_mark", None: "unknown_mark"}
_STANDINGS = {"true": "holds", "false": "fails", "unknown": "unknown", "illegal": "illegal", ERROR: "not_run"}


def standing_of(verdict: str) -> str:
    """The name of the words for what became of a ruling."""
    return _STANDINGS[verdict]


def why_not_run(record: ReplayRecord, messages: Messages) -> Words | None:
    """What the error of a ruling that cannot be run says to a reader; None if there is none, or no words for it."""
    code, facts = record["error"]
    if code not in messages:
        return None
    said = messages[code]
    return Words(visible(filled(said["zh"], facts)), visible(filled(said["en"], facts)))


def ruling_page(kept: KeptRuling, record: ReplayRecord, framed: Frame, citations: Citations, cases: Casebook) -> RulingPage:
    """The page of a ruling that was run, or that could not be."""
    here = cases.paths[kept.name]
    lines = _lines(record, citations, cases, here)
    played = bool(record["lines"])
    return RulingPage(
        frame=framed,
        game=kept.game,
        name=visible(kept.name),
        title=visible(kept.title),
        source=visible(kept.source),
        decided=record["decided"],
        question=record["question"],
        answer=record["answer"],
        standing=standing_of(record["verdict"]),
        sentence=record["sentence"],
        error=(record["error"][0], tuple(record["error"][1].items())),
        actions=tuple(record["actions"]),
        expectations=tuple(
            Expected(
                entry["text"],
                _HOLDS[entry["holds"]],
                _found(entry),
                citations.numbers(entry["clauses"], here),
                citations.numbers(entry["missing"], here),
            )
            for entry in record["expectations"]
        ),
        deciding=tuple(citations.quoted(key, here) for key in record["because"]),
        refused=tuple(
            RefusedAction(
                entry["action"],
                citations.numbers(entry["clauses"], here),
                tuple(entry["legal"][:_LEGAL]),
                max(0, len(entry["legal"]) - _LEGAL),
            )
            for entry in record["refused"]
        ),
        readings=tuple(_reading(entry, citations, cases, here) for entry in record["policies"]),
        assumptions=tuple(record["assumptions"]),
        unmodelled=tuple(record["unmodelled"]),
        states=record["states"],
        branches=record["branches"],
        complete=record["complete"],
        table=tuple(record["pieces"][number] for number in record["tables"][0]) if played else (),
        lines=tuple(line._replace(steps=line.steps[:_STEPS], more=max(0, len(line.steps) - _STEPS)) for line in lines),
        replay=f"{here.rpartition('/')[2].removesuffix('.html')}.replay.js" if played else "",
        text=visible(kept.text.rstrip("\n")),
    )


def replay_script(name: str, record: ReplayRecord, citations: Citations, cases: Casebook) -> str:
    """The script with the tables of a ruling's steps: the pieces of all tables once, each table as numbers of pieces, and the
    steps that have no room on the page."""
    draw, step = macro("_table.html", "piece"), macro("_steps.html", "step")
    pieces = [draw(piece).strip() for piece in record["pieces"]]
    more = {}
    if any(len(line["steps"]) > _STEPS for line in record["lines"]):
        for place, line in enumerate(_lines(record, citations, cases, cases.paths[name])):
            more[place] = "".join(step(one) for one in line.steps[_STEPS:])
    data = {"pieces": pieces, "tables": record["tables"], "more": more}
    return f"headjudge.replay({json.dumps(data, ensure_ascii=False, separators=(',', ':'))});\n"


def _reading(entry: PolicyRecord, citations: Citations, cases: Casebook, here: str) -> TakenReading:
    assert cases.simulation is not None
    policy = cases.simulation.game["policies"][entry["id"]]
    return TakenReading(
        policy["question"],
        _policy_link(entry["id"], cases, here),
        citations.numbers(policy["clauses"], here),
        policy["readings"][entry["taken"]],
        tuple(OtherReading(policy["readings"][name], f"other_{outcome or 'same'}") for name, outcome in entry["others"].items()),
    )


def _found(entry: ExpectationRecord) -> str:
    return "" if entry["holds"] and entry["found"] == entry["quantifier"] else f"found_{entry['found']}"


def _policy_link(policy: str, cases: Casebook, here: str) -> Link:
    return Link(policy, f"{href(cases.policies, here)}#{anchor(policy)}")


# Lines ------------------------------------------------------------------------------------------------------------------------


def _lines(record: ReplayRecord, citations: Citations, cases: Casebook, here: str) -> list[PlayedLine]:
    """The lines, their steps counted on from the line that they part from."""
    found: list[PlayedLine] = []
    for place, line in enumerate(record["lines"]):
        count = len(record["lines"][0]["steps"]) if place else 0
        steps = tuple(_steps(line, (place, count), citations, cases, here))
        clause = citations.number(line["clause"], here) if line["clause"] else None
        found.append(PlayedLine(line["what"], clause, line["text"], line["before"], steps, 0, *line["round"]))
    return found


def _steps(line: LineRecord, start: tuple[int, int], citations: Citations, cases: Casebook, here: str) -> Iterator[Step]:
    place, count = start
    before = ""
    for number, step in enumerate(line["steps"], count + 1):
        told = _step(step, f"step-{place}-{number}", number, citations, cases, here)
        yield told._replace(again=step["clause"] == before)
        before = step["clause"]


def _step(step: StepRecord, name: str, number: int, citations: Citations, cases: Casebook, here: str) -> Step:
    return Step(
        number,
        name,
        citations.line(step["clause"], here),
        tuple(Passed(citations.number(key, here), over) for key, over in step["between"] if key),
        step["chosen"],
        step["alternatives"],
        tuple(Event(words, len(list(same))) for words, same in groupby(step["events"])),
        citations.numbers(step["rests_on"], here),
        tuple(_policy_link(policy, cases, here) for policy in step["policies"]),
        step["table"],
        " ".join(step["changed"]),
    )
