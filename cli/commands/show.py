"""`judge show`: a clause in context."""

import builtins
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from headjudge.cli.answer import BLANK, Answer, Block, Columns, Line, Note, Run, heading, text
from headjudge.cli.clauses import edition_name, line, name, way_to, words
from headjudge.cli.knowledge import opened
from headjudge.cli.labels import label
from headjudge.cli.request import Language, Request
from headjudge.kb import lookup
from headjudge.kb.errors import HeadjudgeError
from headjudge.kb.lookup import Brief, ClauseView, EditionRecord, ReferenceRecord
from headjudge.kb.redirects import redirects
from headjudge.parser.named import NamedTuple

if TYPE_CHECKING:  # published answers are imported once a clause has any
    from headjudge.kb.answers import AnswerView

_MOST_ANSWERS = 6
"""So many published answers are shown below a clause."""


class NotANumber(HeadjudgeError):
    """The words are no clause number, and no clause has them as its key."""


class Side(NamedTuple):
    """The clause in one of the game's editions."""

    clause: Brief
    below: list[Brief]
    edition: EditionRecord


class Shown(NamedTuple):
    """What `show` prints: the clause, what lies below it, and the references of the sub-clauses next below."""

    view: ClauseView
    below: list[Brief]
    references_below: list[tuple[Brief, ReferenceRecord]]
    sides: list[Side]
    everything: bool
    answers: "list[AnswerView]"


def show(
    request: Request,
    ref: list[str],
    all: bool = False,  # noqa: A002, FBT001, FBT002 - the option's name
    editions: str | None = None,
) -> Answer:
    """The clause that `ref` names, or each of them. `editions` is `all` or names of editions, to be laid side by side."""
    if len(ref) > 1 and builtins.all(lookup.fold_number(lookup.read_address(word).key) for word in ref):
        return _each([_show(request, word, editions, all=all) for word in ref])
    try:
        return _show(request, " ".join(ref), editions, all=all)
    except (lookup.UnknownClause, NotANumber):
        numbers = lookup.numbers_in(" ".join(ref))  # a list or a range, which a number of that form would be before
        if not numbers:
            raise
    return _each([_show(request, number, editions, all=all) for number in numbers])


def _each(answers: Sequence[Answer]) -> Answer:
    """Several answers as one, a blank line between them."""

    def together() -> Iterator[Block]:
        for place, answer in enumerate(answers):
            yield from (BLANK,) if place else ()
            yield from answer.blocks()

    notes = tuple(note for answer in answers for note in answer.notes)
    return Answer(lambda: {"clauses": [answer.data() for answer in answers]}, together, notes=notes)


def _show(request: Request, ref: str, editions: str | None, *, all: bool) -> Answer:  # noqa: A002 - the option's name
    with opened(request) as db:
        clause = find(db, ref, request.game)
        view = lookup.view(db, clause)
        below = lookup.below(db, clause)
        holders = [child for child in below if all or child.depth == clause.depth + 1]
        shown = Shown(
            view,
            below,
            [(holder, reference) for holder in holders for reference in lookup.references(db, holder.row)],
            _sides(db, clause, editions) if editions else [],
            all,
            _published(db, clause),
        )
        notes = (*_moved(db, clause.game, lookup.read_address(ref)), *_copies(db, clause))
    return Answer(lambda: _data(shown), lambda: blocks(shown, request.language), notes=notes)


def _published(db: sqlite3.Connection, clause: Brief) -> "list[AnswerView]":
    if not lookup.is_answered(db, clause):
        return []
    from headjudge.kb.answers import answers_on_clause, view_answer

    return [view_answer(db, record) for record in answers_on_clause(db, clause.game, clause.key)]


def find(db: sqlite3.Connection, ref: str, game: str) -> Brief:
    """The one clause that the words name. Raises UnknownClause, SeveralGames, or NotANumber with the clauses that define
    the words."""
    try:
        return lookup.find_one(db, ref, game)
    except lookup.UnknownClause:
        address = lookup.read_address(ref)
        if lookup.fold_number(address.key):
            moved = _moved(db, address.game or game, address)
            if moved:
                raise lookup.UnknownClause("unknown_clause_moved", clause=address.key, **moved[0].facts) from None
            raise
    from headjudge.kb.terms import UnknownTerm, term  # only for words that are no number

    try:
        found = term(db, address.key, address.game or game, address.edition)
    except UnknownTerm:
        found = []
    near = ", ".join(clause.key for view in found for clause, _ in view.defined_by)
    raise NotANumber("not_a_number", words=ref, near=near)


def _moved(db: sqlite3.Connection, game: str, address: lookup.Address) -> tuple[Note, ...]:
    """What the number meant in older editions, where that has another number now: 10.5.3 in 1.2 is 10.6.1 now."""
    if address.edition:
        return ()
    games = [game] if game else [record.game for record in lookup.games(db)]
    return tuple(
        Note(
            "number_moved" if moved.now else "number_removed",
            {"key": moved.key, "edition": moved.edition, "now": ", ".join(moved.now)},
        )
        for each in games
        for moved in redirects(db, each, address.key)
    )


def _copies(db: sqlite3.Connection, clause: Brief) -> tuple[Note, ...]:
    """A number that the rulebook gives to several clauses leads to all of them."""
    head = clause.key.partition("~")[0]
    same = lookup.briefs(
        db,
        """WHERE c.edition = (SELECT edition FROM clauses WHERE id = ?1) AND c.id <> ?1
           AND (c.key = ?2 OR c.key GLOB ?2 || '~[0-9]*')""",
        (clause.row, head),
    )
    also = ", ".join(other.key for other in same)
    return (Note("number_again", {"number": head, "also": also}),) if same else ()


def _sides(db: sqlite3.Connection, clause: Brief, editions: str) -> list[Side]:
    installed = {e.name: e for record in lookup.games(db) if record.game == clause.game for e in record.editions}
    wanted = list(installed) if editions == "all" else [part.strip() for part in editions.split(",")]
    for edition in wanted:
        if edition not in installed:
            known = ", ".join(f"{clause.game}@{other}" for other in installed)
            raise lookup.UnknownEdition("unknown_edition", edition=edition, known=known)
    sides = [side for side in lookup.sides(db, clause) if side.edition in wanted]
    if [side.row for side in sides] == [clause.row]:
        return []  # nothing to be laid beside it
    return [Side(side, lookup.below(db, side), installed[side.edition]) for side in sides]


def blocks(shown: Shown, language: Language) -> Iterator[Block]:
    """The clause as a reader sees it: where it stands, what it says, what it rests on and what rests on it."""
    view = shown.view
    titled = [above for above in view.path if above.title]
    if titled:
        yield text(way_to(titled, language), "dim")
    for above in view.path:  # the sentence that a sub-clause goes on with
        if not above.title:
            yield text(above.line, "dim", label=name(above, language))
    if all(side.clause.row != view.brief.row for side in shown.sides):  # else it stands among the editions
        yield Line(words(view.brief, view.references), name(view.brief, language))
        yield from _children(shown, language)
    if shown.sides:
        yield BLANK
        yield heading(label("editions", language))
        heads = tuple(f"{side.clause.id}  {_nature(side.edition, language)}" for side in shown.sides)
        yield Columns(heads, tuple(_side_text(side, shown, language) for side in shown.sides))
    nothing: list[Block] = [text(label("nothing", language), "dim", indent=1)]
    yield from _section("cites", _cites(shown, language) or nothing, language)
    yield from _section("cited_by", [line(clause, language, indent=1) for clause in view.cited_by] or nothing, language)
    yield from _section("defines", [text("、".join(view.defines), indent=1)] if view.defines else [], language)
    yield from _section("terms", _terms(view), language)
    yield from _section("rulings", _rulings(view, language), language)
    yield from _section("answers", _answers(shown, language), language)
    yield BLANK
    facts = (edition_name(view.edition), _nature(view.edition, language), view.edition.title)
    yield text("  ·  ".join(facts), "dim")


def _rulings(view: ClauseView, language: Language) -> list[Block]:
    """The rulings that cite the clause; of those that only run through it, how many there are."""
    citing = [ruling for ruling in view.rulings if ruling.cites]
    lines: list[Block] = [text(ruling.title, label=ruling.name, indent=1) for ruling in citing]
    others = len(view.rulings) - len(citing)
    if others:
        lines.append(text(label("execute_it", language, count=others), "dim", indent=1))
    return lines


def _answers(shown: Shown, language: Language) -> list[Block]:
    """The published answers on the clause, those that may disagree with it first; of many only how many more there are."""
    if not shown.answers:
        return []
    from headjudge.cli.published import answer_line

    key = shown.view.brief.key
    doubtful = [answer for answer in shown.answers if any(one.key == key for one in answer.disagreements)]
    ordered = [*doubtful, *(answer for answer in shown.answers if answer not in doubtful)]
    lines: list[Block] = [line for answer in ordered[:_MOST_ANSWERS] for line in answer_line(answer, language, own=key)]
    if len(ordered) > _MOST_ANSWERS:
        lines.append(text(label("more_answers", language, count=len(ordered) - _MOST_ANSWERS), "dim", indent=1))
    return lines


def _side_text(side: Side, shown: Shown, language: Language) -> str:
    """The clause and what is printed below it, a paragraph each."""
    top = side.clause.depth
    printed = [clause for clause in side.below if shown.everything or clause.depth == top + 1]
    parts = [(name(clause, language, in_place=True), words(clause)) for clause in (side.clause, *printed)]
    return "\n".join(f"{number}  {''.join(run.text for run in runs)}" for number, runs in parts)


def _nature(edition: EditionRecord, language: Language) -> str:
    return label("own" if edition.own else "imported", language)


def _children(shown: Shown, language: Language) -> Iterator[Block]:
    top = shown.view.brief.depth
    references: dict[int, list[ReferenceRecord]] = {}
    for holder, reference in shown.references_below:
        references.setdefault(holder.row, []).append(reference)
    printed = set(_printed(shown))
    for at, clause in enumerate(shown.below):
        if clause not in printed:
            continue
        runs = words(clause, references.get(clause.row, ()))
        deeper = 0 if shown.everything else _deeper(shown.below, at)
        if deeper:
            runs = (*runs, Run(label("below", language, count=deeper), "dim"))
        yield Line(runs, name(clause, language, in_place=True), clause.depth - top)


def _printed(shown: Shown) -> list[Brief]:
    top = shown.view.brief.depth
    return [clause for clause in shown.below if shown.everything or clause.depth == top + 1]


def _deeper(below: Sequence[Brief], at: int) -> int:
    """How many clauses lie below the one at that place."""
    count = 0
    for clause in below[at + 1 :]:
        if clause.depth <= below[at].depth:
            break
        count += 1
    return count


def _section(title: str, lines: Sequence[Block], language: Language) -> Iterator[Block]:
    if lines:
        yield BLANK
        yield heading(label(title, language))
        yield from lines


def _cites(shown: Shown, language: Language) -> list[Block]:
    """Each clause cited once, with the sub-clauses that cite it where the clause itself does not."""
    own = [(shown.view.brief, reference) for reference in shown.view.references]
    holders: dict[int, tuple[Brief, list[Brief]]] = {}
    unread: list[Block] = []
    for holder, reference in (*own, *shown.references_below):
        if reference.status != "resolved":
            unread.append(text(label(reference.status, language), "warning", label=reference.text, indent=1))
        for target in reference.targets:
            citing = holders.setdefault(target.row, (target, []))[1]
            if holder not in citing:
                citing.append(holder)
    above = {shown.view.brief.row, *(clause.row for clause in _printed(shown))}
    lines: list[Block] = []
    for target, citing in holders.values():
        entry = line(target, language, indent=1)
        if target.row in above:
            entry = text(label("above", language), "dim", label=name(target, language), indent=1)
        if shown.view.brief not in citing:
            where = label("within", language, clause=" ".join(name(holder, language) for holder in citing))
            entry = entry._replace(runs=(Run(where, "dim"), *entry.runs))
        lines.append(entry)
    return lines + unread


def _terms(view: ClauseView) -> list[Block]:
    defined = {mention.word: mention.defined_by for mention in view.mentions}
    return [text(" ".join(keys), "link", label=word, indent=1) for word, keys in defined.items()]


def _answers_data(shown: Shown) -> list[dict[str, Any]]:
    if not shown.answers:
        return []
    from headjudge.cli.published import answer_data

    return [answer_data(answer) for answer in shown.answers]


def _data(shown: Shown) -> dict[str, Any]:
    from headjudge.cli import data  # json is not imported for text

    view = shown.view
    out = {
        **data.brief(view.brief),
        "path": data.briefs(view.path),
        "children": _nested(shown.below if shown.everything else view.children, view.brief.depth + 1, shown.references_below),
        "references": _references_data(view.references),
        "cited_by": data.briefs(view.cited_by),
        "terms": [
            {"term": mention.word, "span": [mention.start, mention.end], "defined_by": _ids(view, mention.defined_by)}
            for mention in view.mentions
        ],
        "defines": list(view.defines),
        "rulings": [{"name": r.name, "title": r.title, "executes": r.executes, "cites": r.cites} for r in view.rulings],
        "answers": _answers_data(shown),
        "edition": data.edition(view.edition),
    }
    if shown.sides:
        out["editions"] = [
            {
                **data.brief(side.clause),
                "children": _nested(side.below, side.clause.depth + 1),
                "edition": data.edition(side.edition),
            }
            for side in shown.sides
        ]
    return out


def _ids(view: ClauseView, keys: Sequence[str]) -> list[str]:
    return [f"{edition_name(view.edition)}:{key}" for key in keys]


def _references_data(references: Iterable[ReferenceRecord]) -> list[dict[str, Any]]:
    return [
        {
            "text": reference.text,
            "kind": reference.kind,
            "status": reference.status,
            "targets": [target.id for target in reference.targets],
            "span": [reference.start, reference.end],
            "in": "title" if reference.in_title else "text",
        }
        for reference in references
    ]


def _nested(below: Sequence[Brief], depth: int, references: Sequence[tuple[Brief, ReferenceRecord]] = ()) -> list[dict[str, Any]]:
    """The sub-clauses, each with its own below it, and with its references."""
    from headjudge.cli import data

    cited: dict[int, list[ReferenceRecord]] = {}
    for holder, reference in references or ():
        cited.setdefault(holder.row, []).append(reference)
    out: list[dict[str, Any]] = []
    levels = {depth - 1: out}
    for clause in below:
        entry = {**data.brief(clause), "children": []}
        if references is not None:
            entry["references"] = _references_data(cited.get(clause.row, ()))
        levels[clause.depth - 1].append(entry)
        levels[clause.depth] = entry["children"]
    return out
