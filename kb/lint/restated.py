"""Rules stated twice: in the same words, under titles on one topic, or as what is done when several are due at once."""

import re
from collections.abc import Iterator
from itertools import chain

from headjudge.kb.clause import Clause, ClauseKey, Kind, Problem, Severity
from headjudge.kb.lint.book import Book
from headjudge.kb.lint.definitions import meanings
from headjudge.kb.lint.lexicon import synonym
from headjudge.kb.lint.repetition import Statements, alike, parallel, statements, tells, verbatim

_TELLING = 12
"""A word in no more clauses than this tells what a clause is about."""
_TITLES = 0.45
"""The share of the shorter title that two titles on one topic have in common ..."""
_UNTITLED = 0.6
_CONTAINED, _SHARED = 0.4, 0.26
"""... and of what is said below them: of the shorter statement (more, if that is a paragraph without a title), of both."""
_LEAST = 20.0
_TITLED_ALIKE = 0.3
"""The share of both statements that two clauses of one title, the topic of one of their sections, have in common."""
_OPENING = 3
"""Words by which a case is told from others."""
_SEVERAL = re.compile(r"^(?:当|若|如果|在)?(?:要求)?(?:多名|多个|多位|若干|复数|几名|双方)")
_MOST = 20
"""Of more clauses on one case only the first are looked at."""
_DECIDED = 0.5
"""The share of what one clause decides that another must contain."""


def stated_twice(book: Book) -> Iterator[Problem]:
    """Each clause that says what an earlier one has said."""
    repeated = chain(alike(book), on_one_topic(book), under_one_title(book), of_one_case(book)) if book.is_chinese else ()
    defined: dict[ClauseKey, set[str]] = {}
    for term, places in meanings(book).items():
        for meaning in places:
            defined.setdefault(meaning.clause.key, set()).add(term)
    found: dict[ClauseKey, Clause] = {}
    for clause, other in chain(repeated, verbatim(book)):
        if not defined.get(clause.key, frozenset()) & defined.get(other.key, frozenset()):  # two definitions are told as such
            found.setdefault(clause.key, other)
    for key, other in found.items():
        yield book.problem("stated_twice", Severity.NOTE, book.by_key[key], other=other.key)


def on_one_topic(book: Book) -> Iterator[tuple[Clause, Clause]]:
    """Each clause that says much of what an earlier one says under a title on the same topic: 费用的返还 in two chapters."""
    said = statements(book)
    titles = {key: words for key in said.bags if (words := _title(book, book.by_key[key]))}
    holders: dict[str, list[ClauseKey]] = {}
    for key in titles:
        telling = [word for word in said.bags[key] if said.used[word] <= _TELLING]
        scores = [
            (sum(said.overlap(key, other)), other)
            for other in dict.fromkeys(other for word in telling for other in holders.get(word, ()))
            if _one_topic(titles[key], titles[other]) and _says_enough(book, said, key, other)
        ]
        for _, other in sorted(scores, reverse=True):
            if not parallel(book, book.by_key[key], book.by_key[other]):
                yield book.by_key[key], book.by_key[other]
                break
        for word in telling:
            holders.setdefault(word, []).append(key)


def _title(book: Book, clause: Clause) -> frozenset[str]:
    """The words of a clause's title, or of that of the clause whose paragraph it is."""
    above = book.by_key[clause.parent] if clause.parent else clause
    titled = clause if clause.title else above
    if titled.kind is not Kind.CLAUSE or clause.kind not in (Kind.CLAUSE, Kind.PARAGRAPH):
        return frozenset()
    return frozenset(synonym(word.text) for word in book.lexicon.cut(titled.title) if tells(word))


def _one_topic(one: frozenset[str], other: frozenset[str]) -> bool:
    return len(one & other) >= _TITLES * min(len(one), len(other))


def _says_enough(book: Book, said: Statements, one: ClauseKey, other: ClauseKey) -> bool:
    if min(said.size(said.bags[one]), said.size(said.bags[other])) < _LEAST:
        return False
    part, both = said.overlap(one, other)
    titled = book.by_key[one].title and book.by_key[other].title
    return part >= (_CONTAINED if titled else _UNTITLED) and both >= _SHARED


def under_one_title(book: Book) -> Iterator[tuple[Clause, Clause]]:
    """Each clause that has the title of an earlier one, the topic of one of their sections (`延时翻开` in 法术 and in 延时), and
    says some of what it says."""
    said = statements(book)
    titled: dict[str, list[Clause]] = {}
    for clause in book.rules:
        if clause.kind is Kind.CLAUSE and clause.title and clause.key in said.bags:
            titled.setdefault(clause.title, []).append(clause)
    for title, clauses in titled.items():
        if len(clauses) != 2 or book.section(clauses[0]) == book.section(clauses[1]):
            continue  # what many sections have is the form of a section
        topics = [book.by_key[book.section(clause)].title for clause in clauses]
        one_topic = any(topic and topic != title and topic in title for topic in topics)
        if one_topic and min(said.overlap(clauses[0].key, clauses[1].key)) >= _TITLED_ALIKE:
            yield clauses[1], clauses[0]


def of_one_case(book: Book) -> Iterator[tuple[Clause, Clause]]:
    """Each clause that decides what is done when several are due at once as an earlier one has decided it."""
    said = statements(book)
    cases: dict[tuple[str, ...], list[Clause]] = {}
    for clause in book.rules:
        if clause.key not in said.bags or not _SEVERAL.match(clause.text) or "，" not in clause.text:
            continue
        before = cases.setdefault(tuple(word.text for word in book.words(clause)[:_OPENING]), [])
        same = next((other for other in before[:_MOST] if _decided(book, said, clause, other)), None)
        if same is not None:
            yield clause, same
        before.append(clause)


def _decided(book: Book, said: Statements, one: Clause, other: Clause) -> bool:
    if book.section(one) == book.section(other) or book.know_each_other(one, other):
        return False
    return any(_share_decided(book, said, case, rule) >= _DECIDED for case, rule in ((one, other), (other, one)))


def _share_decided(book: Book, said: Statements, case: Clause, rule: Clause) -> float:
    """How much of what a clause decides (behind its condition, its own subject aside) another clause contains."""
    start, subject = case.text.index("，"), book.heading(case)
    words = {synonym(word.text) for word in book.words(case) if word.start > start and word.text not in subject and tells(word)}
    weights = {word: said.weight[word] for word in words}
    if len(weights) < 2:
        return 0.0
    return sum(weight for word, weight in weights.items() if word in said.bags[rule.key]) / sum(weights.values())
