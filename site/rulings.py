"""The rulings of a game: their list, the page of each, and what says which clauses they run through."""

import json
from collections import Counter, defaultdict

from headjudge.kb.lookup import Brief
from headjudge.kb.pin import pin
from headjudge.kb.rulings import KeptRuling
from headjudge.kb.written import Reason, WrittenRuling, read_written
from headjudge.parser.values import replace
from headjudge.site import playground
from headjudge.site.atlas import href
from headjudge.site.casebook import Casebook
from headjudge.site.citations import Citations
from headjudge.site.clauses import page_link
from headjudge.site.contexts import Frame, Link
from headjudge.site.folder import mark_of
from headjudge.site.frames import frame
from headjudge.site.library import Deferred, Files, Library, Volume
from headjudge.site.passage import visible
from headjudge.site.records import ERROR
from headjudge.site.ruling import replay_script, ruling_page, standing_of, why_not_run
from headjudge.site.ruling_contexts import QuotedReason, RulingGroup, RulingLine, RulingPage, RulingsPage, WrittenPage
from headjudge.site.workshop import WordsOfErrors

PLACE = "rulings"
STYLES = ("rulings.css",)
_TITLE = "裁定 Rulings"
_WRITTEN = "written"


def rulings_of(volume: Volume, library: Library) -> Files:
    """Every file about the rulings of a rulebook; none if it has none."""
    cases = library.cases[volume.book.game.game]
    if not cases.rulings:
        return
    citations = Citations(volume)
    groups = _in_order(cases, citations)
    yield cases.index, _index(cases, citations, groups)
    if cases.running:
        yield cases.courses, _courses(cases)
    run_by = cases.simulation.made_by if cases.simulation else ""
    told_by = mark_of(run_by.encode())
    order = [kept.name for _, group in groups for kept in group]
    for place, name in enumerate(order):
        around = order[place - 1] if place else "", order[place + 1] if place + 1 < len(order) else ""
        yield from _ruling(cases.rulings[name], around, citations, cases, (told_by, library.messages))


def _ruling(
    kept: KeptRuling,
    around: tuple[str, str],
    citations: Citations,
    cases: Casebook,
    more: tuple[str, WordsOfErrors],
) -> Files:
    """The page of a ruling, and the script of its replay. `more` tells apart what it was run by and
    explained with, and has the words of errors."""
    volume, here = citations.volume, cases.paths[kept.name]
    beside = [(cases.rulings[name].title, cases.paths[name]) for name in around if name]
    if kept.written:

        def written() -> WrittenPage:
            return _written(read_written(kept.text, kept.name), _frame(volume, cases, kept.name, around), citations, here)

        yield here, Deferred(volume.atlas, written, also=repr((kept, beside, cases.index)))
        return
    assert cases.simulation is not None
    simulation = cases.simulation
    told_by, messages = more
    outline = simulation.outlines[kept.name]
    explained = messages() if outline.verdict == ERROR else {}
    also = repr((kept, beside, cases.index, cases.policies, told_by, explained))

    def page() -> RulingPage:
        record = simulation.replays[kept.name]
        page = ruling_page(kept, record, _frame(volume, cases, kept.name, around), citations, cases)
        return replace(page, why=why_not_run(record, explained))

    yield here, Deferred(volume.atlas, page, also)
    if outline.played:
        script = f"{here.removesuffix('.html')}.replay.js"
        yield (
            script,
            Deferred(volume.atlas, lambda: replay_script(kept.name, simulation.replays[kept.name], citations, cases), also),
        )


def _frame(volume: Volume, cases: Casebook, name: str, around: tuple[str, str]) -> Frame:
    here = cases.paths[name]

    def link(other: str) -> Link | None:
        return Link(visible(cases.rulings[other].title), href(cases.paths[other], here)) if other else None

    above = Link("", href(cases.index, here), said=PLACE)
    kept = cases.rulings[name]
    return frame(
        volume.edition,
        here,
        visible(kept.title),
        trail=(above,),
        beside=(link(around[0]), link(around[1]), above),
        place=PLACE,
        styles=STYLES if kept.written else (*STYLES, *playground.STYLES),
        scripts=() if kept.written else ("replay.js", *playground.SCRIPTS),
    )


# The list ---------------------------------------------------------------------------------------------------------------------


def _index(cases: Casebook, citations: Citations, order: list[tuple[Brief | None, list[KeptRuling]]]) -> RulingsPage:
    volume, here = citations.volume, cases.index
    groups = tuple(
        RulingGroup(
            page_link(volume.atlas, chapter, here) if chapter else None,
            tuple(_line(kept, cases, citations) for kept in found),
        )
        for chapter, found in order
    )
    counted = Counter(line.standing for group in groups for line in group.lines)
    framed = frame(volume.edition, here, _TITLE, place=PLACE, styles=STYLES, scripts=("rulings.js",))
    courses = href(cases.courses, here) if cases.running else ""
    return RulingsPage(framed, groups, len(cases.rulings), tuple(counted.items()), courses)


def _in_order(cases: Casebook, citations: Citations) -> list[tuple[Brief | None, list[KeptRuling]]]:
    """The rulings by the chapter of the clause that decides them, in the book's order; those without one last."""
    found: defaultdict[int, list[tuple[int, str]]] = defaultdict(list)
    chapters: dict[int, Brief | None] = {}
    for kept in cases.rulings.values():
        deciding = next((key for key in kept.clauses if key in citations.briefs), "")
        chapter = citations.chapter(deciding)
        row = chapter.row if chapter else 0
        chapters[row] = chapter
        found[row].append((citations.place(deciding), kept.name))
    order = sorted(found, key=lambda row: (row == 0, row))
    return [(chapters[row], [cases.rulings[name] for _, name in sorted(found[row])]) for row in order]


def _line(kept: KeptRuling, cases: Casebook, citations: Citations) -> RulingLine:
    here = cases.index
    clauses = citations.numbers(kept.clauses, here)
    title, source = visible(kept.title), visible(kept.source)
    standing = _WRITTEN if kept.written or cases.simulation is None else standing_of(cases.simulation.outlines[kept.name].verdict)
    return RulingLine(visible(kept.name), Link(title, href(cases.paths[kept.name], here)), source, standing, clauses)


def _courses(cases: Casebook) -> str:
    """The script with the rulings that run through each clause, as the places of their names in a list."""
    names = [name for name, kept in cases.rulings.items() if not kept.written]
    shown = [visible(name) for name in names]
    places = {name: place for place, name in enumerate(names)}
    running = {key: [places[name] for name in found if name in places] for key, found in cases.running.items()}
    return f"headjudge.courses({json.dumps(shown, ensure_ascii=False)}, {json.dumps(running, separators=(',', ':'))});\n"


# A ruling in writing ------------------------------------------------------------------------------------------------------------


def _written(ruling: WrittenRuling, framed: Frame, citations: Citations, here: str) -> WrittenPage:
    return WrittenPage(
        framed,
        visible(ruling.name),
        visible(ruling.title),
        visible(ruling.question),
        visible(ruling.answer),
        tuple(_reason(reason, ruling, citations, here) for reason in ruling.reasons),
        ruling.decided.isoformat(),
        visible(ruling.office),
        visible(ruling.edition),
    )


def _reason(reason: Reason, ruling: WrittenRuling, citations: Citations, here: str) -> QuotedReason:
    brief = citations.briefs.get(reason.clause)
    if brief is None:
        standing = "clause_gone"
    elif pin(brief.text).startswith(reason.pin):
        standing = "clause_same"
    else:  # the ruling may be about another edition than the one that is published
        standing = "clause_changed" if brief.edition == ruling.edition else "clause_otherwise"
    return QuotedReason(citations.quoted(reason.clause, here), visible(reason.quote), visible(reason.why), standing)
