"""How clauses look in an answer: their label, their words with the references marked, and the way down to them."""

from collections.abc import Iterable, Sequence

from headjudge.cli.answer import Line, Run
from headjudge.cli.characters import shorten
from headjudge.cli.labels import mark
from headjudge.cli.request import Language
from headjudge.kb.lookup import Brief, EditionRecord, ReferenceRecord

_FEW_CELLS = 24


def name(clause: Brief, language: Language, *, in_place: bool = False) -> str:
    """The number as printed. A clause without one has its kind's mark where its parent is next to it, else its key."""
    if in_place and not clause.number:
        return mark(clause.kind, language)
    return clause.number or clause.key


def names(clauses: Iterable[Brief], language: Language) -> list[str]:
    """The names of clauses, with the game before them if they are of several."""
    several = len({clause.game for clause in clauses}) > 1
    return [f"{clause.game}:{clause.key}" if several else name(clause, language) for clause in clauses]


def words(clause: Brief, references: Sequence[ReferenceRecord] = ()) -> tuple[Run, ...]:
    """The whole title and text of a clause, its references marked."""
    parts = []
    if clause.title:
        parts += [*marked(clause.title, [(r.start, r.end) for r in references if r.in_title], "link", "heading")]
    if clause.title and clause.text:
        parts.append(Run("\n"))
    return (*parts, *marked(clause.text, [(r.start, r.end) for r in references if not r.in_title], "link"))


def marked(text: str, places: Iterable[tuple[int, int]], style: str, otherwise: str = "") -> tuple[Run, ...]:
    """The text with the runs at those places in one style and the rest in another.

    >>> marked("返回1.1。", [(2, 5)], "link")
    (Run(text='返回', style=''), Run(text='1.1', style='link'), Run(text='。', style=''))
    """
    runs, at = [], 0
    for start, end in sorted(places):
        if at <= start < end:
            runs += [Run(text[at:start], otherwise), Run(text[start:end], style)]
            at = end
    return tuple(run for run in (*runs, Run(text[at:], otherwise)) if run.text)


def line(clause: Brief, language: Language, *, indent: int = 0, cut: bool = True) -> Line:
    """A clause in one line."""
    return Line((Run(clause.line, "heading" if clause.title else ""),), name(clause, language), indent, cut)


def way_to(path: Sequence[Brief], language: Language) -> str:
    """The clauses above, from the chapter down, on one line; of a clause without a title only the beginning is said."""
    parts = ((name(above, language), above.title or shorten(above.line, _FEW_CELLS)) for above in path)
    return " › ".join(" ".join(part for part in pair if part) for pair in parts)


def edition_name(record: EditionRecord) -> str:
    """An edition's name outside its game."""
    return f"{record.game}@{record.name}"
