"""How far a rulebook is bound to the game that runs it, what its rulings execute, and the readings taken where it is silent."""

from collections import Counter, defaultdict
from collections.abc import Iterator

from headjudge.kb.clause import Kind
from headjudge.kb.lookup import Brief
from headjudge.kb.pin import pin
from headjudge.site.atlas import href
from headjudge.site.casebook import Casebook
from headjudge.site.citations import Citations
from headjudge.site.clauses import page_link
from headjudge.site.contexts import Link
from headjudge.site.frames import frame
from headjudge.site.library import Files, Library, Volume
from headjudge.site.names import anchor
from headjudge.site.passage import visible
from headjudge.site.records import ClauseRecord, PolicyText
from headjudge.site.ruling_contexts import (
    ClassifiedClause,
    CoveragePage,
    CoveredChapter,
    OfferedReading,
    PoliciesPage,
    Policy,
)

_CLASSES = ("executable", "definitional", "silent", "out_of_scope", "unclassified")
_GAPS = ("unbound", "uncovered", "reworded", "unclassified")
_UNCLASSIFIED: ClauseRecord = {"kind": "unclassified", "reason": {"zh": "", "en": ""}, "pin": "", "bound": []}
_STYLES = ("rulings.css",)
_WORDS = 24
"""Characters of a clause on a page with all of them: its number shows the rest."""


def coverage_of(volume: Volume, library: Library) -> Files:
    """The pages on what the program does with the rulebook; none of a game that cannot be run."""
    cases = library.cases[volume.book.game.game]
    if cases.simulation is None:
        return
    citations = Citations(volume)
    yield cases.coverage, _coverage(cases, citations)
    yield cases.policies, _policies(cases, citations)


# Coverage -----------------------------------------------------------------------------------------------------------------------


def _coverage(cases: Casebook, citations: Citations) -> CoveragePage:
    volume = citations.volume
    running = _running(cases)
    entries = [
        (brief, *_classified(brief, cases, citations, running)) for brief in volume.book.clauses if brief.kind == Kind.CLAUSE
    ]
    chapters: defaultdict[int, list[tuple[str, ClassifiedClause]]] = defaultdict(list)
    for brief, kind, entry in entries:
        chapters[volume.book.chapters[brief.row].row].append((kind, entry))
    by_row = {brief.row: brief for brief in volume.book.clauses}
    covered = [_chapter(page_link(volume.atlas, by_row[row], cases.coverage), found) for row, found in chapters.items()]
    counts = Counter(kind for _, kind, _ in entries)
    return CoveragePage(
        frame=frame(volume.edition, cases.coverage, "裁定覆盖 Coverage", place="coverage", styles=_STYLES),
        chapters=tuple(covered),
        counts=tuple((kind, counts[kind]) for kind in _CLASSES if counts[kind]),
        executable=sum(chapter.executable for chapter in covered),
        bound=sum(chapter.bound for chapter in covered),
        executed=sum(chapter.executed for chapter in covered),
        gaps=tuple(sorted((entry for *_, entry in entries if entry.standing), key=lambda entry: _GAPS.index(entry.standing))),
        rulings=href(cases.index, cases.coverage) if cases.rulings else "",
        filtered=bool(cases.running),
    )


def _running(cases: Casebook) -> dict[str, int]:
    """By how many rulings each clause, or one below it, is executed."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for key, names in cases.running.items():
        parts = key.split(".")
        for length in range(1, len(parts) + 1):
            found[".".join(parts[:length])].update(names)
    return {key: len(names) for key, names in found.items()}


def _classified(brief: Brief, cases: Casebook, citations: Citations, running: dict[str, int]) -> tuple[str, ClassifiedClause]:
    assert cases.simulation is not None
    record = cases.simulation.game["clauses"].get(brief.key, _UNCLASSIFIED)
    executed = running.get(brief.key, 0)
    standing = ""
    if record["kind"] == "unclassified":
        standing = "unclassified"
    elif record["bound"] and not pin(brief.text).startswith(record["pin"]):
        standing = "reworded"
    elif record["kind"] == "executable":
        standing = "unbound" if not record["bound"] else "uncovered" if not executed else ""
    bound = ", ".join(f"{kind} {name}" for kind, name in record["bound"])
    link = citations.line(brief.key, cases.coverage)
    link = link._replace(text=link.text if len(link.text) <= _WORDS else f"{link.text[:_WORDS]}…")
    return record["kind"], ClassifiedClause(link, record["reason"], visible(bound), executed, standing)


def _chapter(link: Link, found: list[tuple[str, ClassifiedClause]]) -> CoveredChapter:
    executable = [entry for kind, entry in found if kind == "executable"]
    bound = [entry for entry in executable if entry.bound]
    classes = ((kind, tuple(entry for other, entry in found if other == kind)) for kind in _CLASSES)
    return CoveredChapter(
        link,
        len(executable),
        len(bound),
        sum(entry.executed > 0 for entry in bound),
        tuple((kind, entries) for kind, entries in classes if entries),
    )


# Policies -----------------------------------------------------------------------------------------------------------------------


def _policies(cases: Casebook, citations: Citations) -> PoliciesPage:
    assert cases.simulation is not None
    resting: defaultdict[str, list[str]] = defaultdict(list)
    for name, outline in cases.simulation.outlines.items():
        for policy in outline.policies:
            resting[policy].append(name)
    framed = frame(citations.volume.edition, cases.policies, "读法 Readings", place="policies", styles=_STYLES)
    policies = cases.simulation.game["policies"]
    return PoliciesPage(framed, tuple(_policy(name, policies[name], tuple(resting[name]), cases, citations) for name in policies))


def _policy(name: str, policy: PolicyText, resting: tuple[str, ...], cases: Casebook, citations: Citations) -> Policy:
    here = cases.policies
    return Policy(
        anchor(name),
        policy["question"],
        citations.numbers(policy["clauses"], here),
        tuple(_readings(policy)),
        policy["why"],
        tuple(Link(visible(cases.rulings[ruling].title), href(cases.paths[ruling], here)) for ruling in resting),
    )


def _readings(policy: PolicyText) -> Iterator[OfferedReading]:
    for name, words in policy["readings"].items():
        yield OfferedReading(name, words, name == policy["taken"])
