"""Whether a clause says anything of what it is cited for: a reference to a real number may be the wrong one."""

import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import lru_cache

from headjudge.kb.clause import Clause, ClauseKey, Reference, ReferenceKind
from headjudge.kb.lint.book import Book
from headjudge.kb.lint.lexicon import Word, listed, synonym, word_set
from headjudge.kb.lint.repetition import tells

_POINTS = re.compile(
    r"(?:[（(]\s?(?:详见|请?参[见照考阅]|见)?|[Ss]ee (?:also )?(?:rules? |sections? |chapter )?|\((?:rules? |sections? )?)\s?$"
)
"""What cites a clause for what the sentence says: a step that sends the reader on need not say what it is about."""
_SIGN = 24
_SENTENCE = re.compile("[。；：]")
_ENGLISH = re.compile(r"[A-Za-z]{3,}")
_STEM = 4
"""Letters of an English word that its forms share."""
_WIDE = 400
"""Characters around a reference in which its sentence stands: a line may have a million."""
_ENOUGH = {True: 2, False: 3}
"""Of fewer words (Chinese, English) nobody can tell."""


def unrelated(book: Book, clause: Clause, reference: Reference, target: Clause) -> bool:
    """Whether a reference is cited for what the sentence says, and neither the clause it names nor those above and below it have
    a word of that.

    Of 207 such references in the Chinese rulebooks this was tried on and 1,328 in the English ones none is so; with a number
    taken at random 48 and 35 of a hundred are.
    """
    before = clause.text[max(0, reference.start - _SIGN) : reference.start]
    if reference.in_title or reference.kind is not ReferenceKind.NUMBER or not _POINTS.search(before):
        return False
    said = frozenset(_said(book, clause, reference)) - word_set("heads")  # a step is not about another step
    return len(said) >= _ENOUGH[book.is_chinese] and not any(word in _told(book, target.key) for word in said)


def _said(book: Book, clause: Clause, reference: Reference) -> Iterator[str]:
    """What the sentence says before the reference; in English, where clauses are short, the whole clause."""
    if not book.is_chinese:
        yield from _stems(f"{clause.title} {clause.text[max(0, reference.start - _WIDE) : reference.end + _WIDE]}")
        return
    pointer = _POINTS.search(clause.text, max(0, reference.start - _SIGN), reference.start)
    end = pointer.start() if pointer else reference.start
    while end and clause.text[end - 1] in "。；： ":
        end -= 1
    start = max((found.end() for found in _SENTENCE.finditer(clause.text, max(0, end - _WIDE), end)), default=max(0, end - _WIDE))
    words = book.words(clause)
    for word in words[bisect_left(words, start, key=_start) : bisect_left(words, end, key=_start)]:
        if tells(word) and (len(word.text) > 1 or word.text.isdecimal()):
            yield synonym(word.text)
            yield from (synonym(part.text) for part in book.plain_lexicon.cut(word.text) if len(part.text) > 1)


def _start(word: Word) -> int:
    return word.start


@lru_cache(maxsize=1)
def _known(book: Book) -> dict[ClauseKey, frozenset[str]]:  # noqa: ARG001 - one for each book
    """What has been worked out of each clause of a book so far."""
    return {}


def _told(book: Book, key: ClauseKey) -> frozenset[str]:
    """The words of a clause, of those above it, and of those down to two levels below."""
    known = _known(book)
    if key not in known:
        known[key] = frozenset(_words_around(book, key))
    return known[key]


def _words_around(book: Book, key: ClauseKey) -> Iterator[str]:
    target = book.by_key[key]
    below = book.below(target)
    around = (target, *book.above(target), *below, *(child for clause in below for child in book.below(clause)))
    if not book.is_chinese:
        yield from (stem for clause in around for stem in _stems(f"{clause.title} {clause.text}"))
        return
    for clause in around:
        for word in (*book.lexicon.cut(clause.title), *book.words(clause)):
            yield synonym(word.text)
            yield from (synonym(part.text) for part in book.plain_lexicon.cut(word.text))


def _stems(text: str) -> Iterator[str]:
    return (word[:_STEM] for word in map(str.lower, _ENGLISH.findall(text)) if word not in listed("usual.en.txt"))


def fitting(book: Book, clause: Clause, reference: Reference) -> str:
    """The one section whose whole title stands in the sentence before the reference, the longest if several do; or ''."""
    before = clause.text[max(0, reference.start - _WIDE) : reference.start]
    said = re.split("[。；：.;:]", before)[-1].casefold()
    own = {clause.key, *(above.key for above in book.above(clause))}
    titles = [c for c in book.clauses if len(c.title) > 1 and c.key not in own and c.title.strip("【】").casefold() in said]
    longest = max((len(c.title) for c in titles), default=0)
    best = [c for c in titles if len(c.title) == longest]
    return (best[0].number or best[0].key).rstrip(".") if len(best) == 1 else ""
