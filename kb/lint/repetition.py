"""Rules stated twice: clauses far apart that say the same."""

from collections import Counter
from collections.abc import Iterator, Mapping
from math import log

from headjudge.kb.clause import Clause, ClauseKey, Kind, Problem, Severity
from headjudge.kb.lint.book import Book
from headjudge.kb.lint.lexicon import Word, is_han, listed, synonym

_MEANS = frozenset("nvatxbljizm")
"""The classes of words that carry a meaning; the others only join them."""
_NEGATIONS = frozenset(("不", "非", "没有", "无", "不能", "不会", "不得", "无法", "禁止", "未"))
_LEAST = 20.0
"""How much a statement must say (in nats of rarity) before repeating it means anything."""
_CONTAINED = 0.78
"""The share of the shorter statement, each word as often as it is said, that the longer one must contain ..."""
_SHARED = 0.58
"""... and the share of both that is common to them."""
_LONG = 30.0
_SAME_WORDS = 0.65
"""Of long statements the share of the different words is enough, since they are told in different ways."""
_USUAL = 300
"""Clauses of a rulebook: a shorter one does not make its words less telling."""
_RARE = 60
"""A word in more clauses than this does not bring two clauses together."""


def stated_twice(book: Book) -> Iterator[Problem]:
    """Each clause that says what an earlier one has said."""
    if not book.is_chinese:
        return
    bags = {clause.key: statement(book, clause) for clause in book.rules if _states(clause)}
    used = Counter(word for bag in bags.values() for word in bag)
    weight = {word: log((max(len(bags), _USUAL) + 1) / count) for word, count in used.items()}
    holders: dict[str, list[ClauseKey]] = {}
    for key, bag in bags.items():
        near = Counter(other for word in bag if used[word] <= _RARE for other in holders.get(word, ()))
        alike = [
            (score, other) for other, shared in near.items() if shared > 1 and (score := _likeness(bag, bags[other], weight))
        ]
        for _, other in sorted(alike, reverse=True):
            if not _parallel(book, book.by_key[key], book.by_key[other], bag, bags[other]):
                yield book.problem("stated_twice", Severity.NOTE, book.by_key[key], other=other)
                break
        for word in bag:
            holders.setdefault(word, []).append(key)


def _states(clause: Clause) -> bool:
    """Whether a clause states a rule of its own: more than a pointer to another, and no head of a list."""
    least = 40 if clause.references else 10
    return len(clause.text) >= least and not clause.text.rstrip().endswith(("：", ":"))


def statement(book: Book, clause: Clause) -> Counter[str]:
    """The words of a clause that carry its meaning, words of one meaning being one."""
    return Counter(synonym(word.text) for word in book.words(clause) if _tells(word))


def _tells(word: Word) -> bool:
    if is_han(word.text[0]):
        return word.kind in _MEANS or word.text in _NEGATIONS
    return word.text.isalnum() and word.text.casefold() not in listed("joining.en.txt")


def _likeness(one: Counter[str], other: Counter[str], weight: Mapping[str, float]) -> float:
    """How much two statements have in common, 0 if that is not enough to call them one."""
    shorter, longer = sorted((_size(one, weight), _size(other, weight)))
    if shorter < _LEAST:
        return 0.0
    shared = _size(one & other, weight)
    if shared / shorter >= _CONTAINED and 2 * shared / (shorter + longer) >= _SHARED:
        return shared / shorter
    left, right = (sum(weight[word] for word in bag) for bag in (one, other))
    words = sum(weight[word] for word in one.keys() & other.keys())
    if shorter >= _LONG and words / min(left, right) >= _SAME_WORDS and 2 * words / (left + right) >= _SAME_WORDS:
        return words / max(left, right)
    return 0.0


def _size(bag: Counter[str], weight: Mapping[str, float]) -> float:
    return sum(weight[word] * count for word, count in bag.items())


def _parallel(book: Book, one: Clause, other: Clause, left: Counter[str], right: Counter[str]) -> bool:
    """Whether the two may well stand side by side: parts of one section or list, steps, one that cites the other, and what says
    the same of different things (a term or a figure of each against one of the other)."""
    if book.section(one) == book.section(other) or book.know_each_other(one, other):
        return True
    if one.kind is other.kind and one.kind in (Kind.ITEM, Kind.STEP, Kind.ROW):
        return True
    if {one.key, other.key} <= book.in_procedures:
        return True
    if one.title and one.title == other.title and one.key.rpartition(".")[2] == other.key.rpartition(".")[2]:
        return True
    mine, theirs = left.keys() - right.keys(), right.keys() - left.keys()
    if bool(_NEGATIONS & mine) != bool(_NEGATIONS & theirs) or {d.term for d in one.definitions} & {
        d.term for d in other.definitions
    }:
        return True
    return all(any(word in book.terms or word.isdigit() for word in words) for words in (mine, theirs))
