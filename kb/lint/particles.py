"""Particles that are missing where the book otherwise always has them: `选择卡片场合` for `选择卡片的场合`."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from headjudge.kb.clause import Problem, Severity
from headjudge.kb.lint.book import Book
from headjudge.kb.lint.lexicon import Word, is_han, word_set

_PARTICLES = frozenset("的了")
_OFTEN = 30
"""A word that is said less often has no usual particle."""
_ALWAYS = 0.95
_NAMES = frozenset("nvtlz")
"""The classes of words that need the particle behind them: of 这种场合 and 各场合 nothing is missing."""


def lost_particle(book: Book) -> Iterator[Problem]:
    """Each place where a word stands without the particle that is otherwise always before it."""
    if not book.is_chinese:
        return
    before: dict[str, Counter[str]] = {}
    for clause in book.rules:
        for one, word in pairwise(book.words(clause)):
            before.setdefault(word.text, Counter())[one.text] += 1
    usual = {
        word: particle
        for word, places in before.items()
        for particle, count in places.most_common(1)
        if particle in _PARTICLES and len(word) > 1 and _ALWAYS * places.total() <= count < places.total() >= _OFTEN
    }
    for clause in book.rules:
        for one, word in pairwise(book.words(clause)):
            particle = usual.get(word.text)
            if particle is not None and one.text != particle and _needs_one(one):
                yield book.problem("lost_particle", Severity.WARNING, clause, word.start, particle=particle, word=word.text)


def _needs_one(word: Word) -> bool:
    return is_han(word.text[-1]) and word.kind in _NAMES and word.text not in word_set("free")
