"""The table of the uses of defined words: every place where a text says one, outside of references and of the clauses that
define it.

The words must all be known first. A rulebook that is in memory may be searched while its clauses are being written; one that
came clause by clause is read back from the tables.
"""

import sqlite3
from array import array
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from headjudge.kb.clause import Clause, Definition, Reference
from headjudge.kb.clause_rows import texts
from headjudge.kb.insert import insert
from headjudge.kb.vocabulary import Vocabulary
from headjudge.parser.named import NamedTuple

T = TypeVar("T")

_RUNS = 'SELECT clause, start, "end" FROM refs WHERE NOT in_title AND clause BETWEEN ? AND ?'
_OWN = "SELECT d.clause, t.word FROM definitions d JOIN terms t ON t.id = d.term WHERE d.clause BETWEEN ? AND ?"
_WORDS = "SELECT word, id FROM terms WHERE edition = ? ORDER BY id"


class Uses(NamedTuple):
    """The uses of the words of a rulebook. `clauses` are their places in the book, `said` the places of the words in `words`;
    the others are offsets into the text of the clause. Rows of figures are quick to hand to another process."""

    words: tuple[str, ...]
    clauses: "array[int]"
    said: "array[int]"
    starts: "array[int]"
    ends: "array[int]"


def find_uses(
    clauses: Sequence[Clause],
    definitions: Mapping[int, Sequence[Definition]],
    references: Mapping[int, Sequence[Reference]],
) -> Uses:
    """The uses in clauses whose definitions and references are given by their places in the book."""
    said = dict.fromkeys(definition.term for place in sorted(definitions) for definition in definitions[place])
    words = {word: number for number, word in enumerate(said)}
    vocabulary = Vocabulary(words)
    uses = Uses(tuple(words), array("l"), array("l"), array("l"), array("l"))
    for place, clause in enumerate(clauses):
        own = [definition.term for definition in definitions.get(place, ())]
        taken = [(reference.start, reference.end) for reference in references.get(place, ()) if not reference.in_title]
        for word, start, end in vocabulary.uses(clause.text, own, taken):
            uses.clauses.append(place)
            uses.said.append(words[word])
            uses.starts.append(start)
            uses.ends.append(end)
    return uses


def add_uses(db: sqlite3.Connection, edition: int, first: int, uses: Uses) -> None:
    """Adds the uses in the clauses whose rows start at `first`; the edition's words have their rows."""
    ids = dict(db.execute(_WORDS, (edition,)))
    rows = [ids[word] for word in uses.words]
    places = zip(uses.clauses, uses.said, uses.starts, uses.ends, strict=True)
    insert(db, "mentions", ((first + clause, rows[word], start, end) for clause, word, start, end in places))


def add_mentions(db: sqlite3.Connection, edition: int, first: int, last: int) -> None:
    """Finds and adds the uses in the clauses of those rows."""
    ids = dict(db.execute(_WORDS, (edition,)))
    vocabulary = Vocabulary(ids)
    for batch in texts(db, first, last):
        within = (batch[0][0], batch[-1][0])
        taken = _by_clause((row, (start, end)) for row, start, end in db.execute(_RUNS, within))
        own = _by_clause(db.execute(_OWN, within))
        found = (
            (row, ids[word], start, end)
            for row, _, text in batch
            for word, start, end in vocabulary.uses(text, own.get(row, ()), taken.get(row, ()))
        )
        insert(db, "mentions", found)


def _by_clause(pairs: Iterable[tuple[int, T]]) -> dict[int, list[T]]:
    out: dict[int, list[T]] = {}
    for row, item in pairs:
        out.setdefault(row, []).append(item)
    return out
