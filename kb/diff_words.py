"""A clause as a sequence of words.

Words are those of the writing: a Latin word, a figure, a defined term, else one Chinese character or sign. A reference is one
word whatever it prints, and is the same word if it names the same clause. White space and typography (full-width forms, the
shape of quotation marks and hyphens) make no difference.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from headjudge.kb.clause import Clause, Reference, ReferenceKind, Status
from headjudge.kb.vocabulary import Vocabulary
from headjudge.parser.named import NamedTuple

REFERENCE = ""
"""Stands for a reference among the words of a clause; no word is empty."""

_FULL_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_SHAPES = {"\u3000": " ", "“": '"', "”": '"', "‘": "'", "’": "'", "‐": "-", "‑": "-", "–": "-", "−": "-"}
_FOLD = _FULL_WIDTH | {ord(shape): plain for shape, plain in _SHAPES.items()}
"""One character for one, so that places in the folded text are places in the text."""

_LETTER = r"[^\W\d_\u2e80-\U0010ffff]"
_WORD = rf"\d+(?:[.,]\d+)*|{_LETTER}+(?:['-]{_LETTER}+)*|[零〇一二两三四五六七八九十百千]{{2,}}|\S"
_WORDS = re.compile(_WORD)
_CHINESE = re.compile(r"[\u2e80-\U0010ffff]{2,}")
_NUMERAL = re.compile(r"\d+(?:[.-]\d+)*[a-z]{0,2}|[①-⑳]|[零〇一二两三四五六七八九十百千]+")


class Word(NamedTuple):
    """A word and where it stands in the printed clause."""

    text: str
    start: int
    end: int
    reference: Reference | None = None


def printed(clause: Clause) -> str:
    """Title and text, one below the other.

    >>> from headjudge.kb.clause import ClauseKey, Kind
    >>> printed(Clause(ClauseKey("1"), Kind.SECTION, "1", "胜负", "生命为0的玩家败北。", None, 1, ()))
    '胜负\\n生命为0的玩家败北。'
    """
    return f"{clause.title}\n{clause.text}" if clause.title and clause.text else clause.title or clause.text


def linked(clause: Clause) -> list[tuple[int, int, Reference]]:
    """The references of a clause that name clauses of its own book, in the order of its words, with their places in print.

    One that names nothing, or possibly several, stays part of the text: a change in it is an edit.
    """
    below = len(clause.title) + 1 if clause.title and clause.text else 0
    places = [
        (reference.start + (0 if reference.in_title else below), reference.end + (0 if reference.in_title else below), reference)
        for reference in clause.references
        if reference.targets and reference.status is Status.RESOLVED
    ]
    out: list[tuple[int, int, Reference]] = []
    for place in sorted(places, key=lambda place: place[:2]):
        if not out or place[0] >= out[-1][1]:
            out.append(place)
    return out


def plain_words(clause: Clause) -> tuple[str, ...]:
    """The words of a clause with every reference made blank: what a renumbering leaves as it is."""
    folded = printed(clause).translate(_FOLD)
    out: list[str] = []
    at = 0
    for start, end, _ in linked(clause):
        out += _WORDS.findall(folded, at, start)
        out.append(REFERENCE)
        at = end
    return (*out, *_WORDS.findall(folded, at))


class Reader:
    """Reads clauses as words, in which each of the given Chinese terms is one word (Latin ones are words by their spaces)."""

    def __init__(self, terms: Iterable[str]) -> None:
        self._terms = Vocabulary(term.translate(_FOLD) for term in terms if _CHINESE.fullmatch(term))

    def read(self, clause: Clause) -> list[Word]:
        """Every word of the clause, in order."""
        folded = printed(clause).translate(_FOLD)
        references = linked(clause)
        out: list[Word] = []
        at = 0
        for start, end, reference in references:
            out += (Word(found[0], *found.span()) for found in _WORDS.finditer(folded, at, start))
            out.append(Word(REFERENCE, start, end, reference))
            at = end
        out += (Word(found[0], *found.span()) for found in _WORDS.finditer(folded, at))
        terms = self._terms.mentions(folded, taken=[(start, end) for start, end, _ in references])
        return list(_with_terms(out, folded, [(term.start, term.end) for term in terms]))


def _with_terms(words: Sequence[Word], folded: str, terms: Iterable[tuple[int, int]]) -> Iterator[Word]:
    """The words, those that make up a term as one."""
    starts = {word.start: place for place, word in enumerate(words)}
    ends = {word.end: place + 1 for place, word in enumerate(words)}
    at = 0
    for start, end in terms:
        if start in starts and end in ends:  # a term may begin within a numeral (十二 | 二费)
            yield from words[at : starts[start]]
            yield Word(folded[start:end], start, end)
            at = ends[end]
    yield from words[at:]


def same_words(one: str, other: str) -> bool:
    """Whether two texts differ in white space and typography at most."""
    return one == other or _WORDS.findall(one.translate(_FOLD)) == _WORDS.findall(other.translate(_FOLD))


def reference_words(reference: Reference, titles: Iterable[str]) -> str:
    """What a reference says besides the number and the title of what it names.

    >>> from headjudge.kb.clause import ClauseKey
    >>> reference_words(Reference("第四章", ReferenceKind.CHAPTER, 0, 3, (ClauseKey("4"),)), [])
    '第#章'
    """
    words = "".join(reference.text.translate(_FOLD).split())
    for title in titles:
        if name := "".join(title.translate(_FOLD).split()):
            words = words.replace(name, "#")
    return words if reference.kind is ReferenceKind.RELATIVE else _NUMERAL.sub("#", words)


def joined(clauses: Sequence[Clause]) -> Clause:
    """The clauses one below the other as one, under the key of the first; its references stand where they are printed."""
    text = ""
    references: list[Reference] = []
    for clause in clauses:
        begin = len(text) + 1 if text else 0
        text = f"{text}\n{printed(clause)}" if text else printed(clause)
        references += [
            reference._replace(start=begin + start, end=begin + end, in_title=False) for start, end, reference in linked(clause)
        ]
    return clauses[0]._replace(title="", text=text, references=tuple(references))
