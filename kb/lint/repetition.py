"""What clauses state, and those far apart that state the same in the same words."""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from math import log

from headjudge.kb.clause import Clause, ClauseKey, Kind
from headjudge.kb.lint.book import Book
from headjudge.kb.lint.lexicon import Word, is_han, listed, synonym
from headjudge.parser.named import NamedTuple

_MEANS = frozenset("nvatxbljizm")
"""The classes of words that carry a meaning; the others only join them."""
_NEGATIONS = frozenset(("不", "非", "没有", "无", "不能", "不会", "不得", "无法", "禁止", "未"))
_LEAST = 20.0
"""How much a statement must say (in nats of rarity) before repeating it means anything."""
_CONTAINED = 0.78
"""The share of the shorter statement, each word as often as it is said, that the longer one must contain ..."""
_SHARED = 0.58
"""... and the share of both that is common to them."""
_WHOLE, _SHARED_WHOLE, _LEAST_WHOLE = 0.95, 0.45, 14.0
"""A statement that stands in another as good as whole may be shorter, and the other longer."""
_LONG, _SHARED_LONG = 30.0, 0.42
"""A long statement that the longer one contains is told apart by less in common."""
_SAME_WORDS = 0.65
"""Of long statements the share of the different words is enough, since they are told in different ways."""
_USUAL = 300
"""Clauses of a rulebook: a shorter one does not make its words less telling."""
_SENTENCE = {True: re.compile(r"[^。；：（）()]+"), False: re.compile(r"[^.;:()]+")}
_VERBATIM = {True: 18, False: 60}
"""A sentence of so many characters (Chinese ones, or letters) is not said word for word twice by chance."""
_RARE = 60
"""A word in more clauses than this does not bring two clauses together."""


class Statements(NamedTuple):
    """What the clauses of a book state: for each the words that carry its meaning, how many clauses have each word, and what
    having one tells (in nats)."""

    bags: Mapping[ClauseKey, Counter[str]]
    used: Mapping[str, int]
    weight: Mapping[str, float]

    def size(self, bag: Counter[str]) -> float:
        """How much is said in all."""
        return sum(self.weight[word] * count for word, count in bag.items())

    def overlap(self, one: ClauseKey, other: ClauseKey) -> tuple[float, float]:
        """The share of the shorter statement, and that of both, which the two have in common."""
        shorter, longer = sorted((self.size(self.bags[one]), self.size(self.bags[other])))
        shared = self.size(self.bags[one] & self.bags[other])
        return (shared / shorter, 2 * shared / (shorter + longer)) if shorter else (0.0, 0.0)


@lru_cache(maxsize=1)
def statements(book: Book) -> Statements:
    """What each clause of a book states."""
    bags = {clause.key: statement(book, clause) for clause in book.rules if _states(clause)}
    used = Counter(word for bag in bags.values() for word in bag)
    weight = {word: log((max(len(bags), _USUAL) + 1) / count) for word, count in used.items()}
    return Statements(bags, used, weight)


def alike(book: Book) -> Iterator[tuple[Clause, Clause]]:
    """Each clause that says what an earlier one has said, with that one."""
    said = statements(book)
    holders: dict[str, list[ClauseKey]] = {}
    for key, bag in said.bags.items():
        near = Counter(other for word in bag if said.used[word] <= _RARE for other in holders.get(word, ()))
        scores = [(score, other) for other, shared in near.items() if shared > 1 and (score := _likeness(said, key, other))]
        for _, other in sorted(scores, reverse=True):
            if not parallel(book, book.by_key[key], book.by_key[other]):
                yield book.by_key[key], book.by_key[other]
                break
        for word in bag:
            holders.setdefault(word, []).append(key)


def verbatim(book: Book) -> Iterator[tuple[Clause, Clause]]:
    """Each clause with a sentence that an earlier one, in another section, has word for word. Under one title it is a form that
    every such section has."""
    chinese, said = book.is_chinese, dict[str, Clause]()
    for clause in book.rules:
        pointers = sorted(reference.start for reference in clause.references)
        for sentence in _SENTENCE[chinese].finditer(clause.text):
            words = "".join(char for char in sentence[0].casefold() if char.isalnum())
            points = bisect_left(pointers, sentence.start()) < bisect_left(pointers, sentence.end())
            if len(words) < _VERBATIM[chinese] or points:
                continue
            first = said.setdefault(words, clause)
            apart = book.section(first) != book.section(clause) and book.heading(first) != book.heading(clause)
            if apart and not book.know_each_other(first, clause):
                yield clause, first


def _states(clause: Clause) -> bool:
    """Whether a clause states a rule of its own: more than a pointer to another, and no head of a list."""
    least = 40 if clause.references else 10
    return len(clause.text) >= least and not clause.text.rstrip().endswith(("：", ":"))


def statement(book: Book, clause: Clause) -> Counter[str]:
    """The words of a clause that carry its meaning, words of one meaning being one."""
    return Counter(synonym(word.text) for word in book.words(clause) if tells(word))


def tells(word: Word) -> bool:
    """Whether a word carries a meaning; the others only join such words."""
    if is_han(word.text[0]):
        return word.kind in _MEANS or word.text in _NEGATIONS
    return word.text.isalnum() and word.text.casefold() not in listed("joining.en.txt")


def _likeness(said: Statements, one: ClauseKey, other: ClauseKey) -> float:
    """How much two statements have in common, 0 if that is not enough to call them one."""
    left, right = said.bags[one], said.bags[other]
    shorter = min(said.size(left), said.size(right))
    part, both = said.overlap(one, other)
    if shorter >= _LEAST_WHOLE and part >= _WHOLE and both >= _SHARED_WHOLE:
        return part
    if shorter < _LEAST:
        return 0.0
    if part >= _CONTAINED and both >= (_SHARED_LONG if shorter >= _LONG else _SHARED):
        return part
    sizes = [sum(said.weight[word] for word in bag) for bag in (left, right)]
    words = sum(said.weight[word] for word in left.keys() & right.keys())
    if shorter >= _LONG and words / min(sizes) >= _SAME_WORDS and 2 * words / sum(sizes) >= _SAME_WORDS:
        return words / max(sizes)
    return 0.0


def parallel(book: Book, one: Clause, other: Clause) -> bool:
    """Whether the two may well stand side by side: parts of one section or list, steps, one that cites the other, and what says
    the same of different things (a term or a figure of each against one of the other)."""
    if book.section(one) == book.section(other) or book.know_each_other(one, other):
        return True
    if one.kind is other.kind and one.kind in (Kind.ITEM, Kind.STEP, Kind.ROW):
        return True
    if {one.key, other.key} <= book.in_procedures:
        return True
    left, right = (statement(book, clause).keys() for clause in (one, other))
    mine, theirs = left - right, right - left
    same_place = one.title and one.title == other.title and one.key.rpartition(".")[2] == other.key.rpartition(".")[2]
    if same_place and (len(mine | theirs) > 1 or any(word in book.terms for word in mine | theirs)):
        return True  # the same clause of two sections of one form
    if bool(_NEGATIONS & mine) != bool(_NEGATIONS & theirs) or {d.term for d in one.definitions} & {
        d.term for d in other.definitions
    }:
        return True
    return all(any(word in book.terms or word.isdigit() for word in words) for words in (mine, theirs))
