"""Definitions that do not do their work: a term defined twice, two terms that mean the same, a term that is never used."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from headjudge.kb.clause import Clause, ClauseKey, Kind, Problem, Severity
from headjudge.kb.lint.book import Book
from headjudge.kb.lint.lexicon import synonym
from headjudge.kb.lint.repetition import statement
from headjudge.kb.vocabulary import Vocabulary
from headjudge.parser.named import NamedTuple

_SAYING = frozenset(("means", "called", "row", "inline"))
"""The styles of definition that are sentences; a title only says what the clauses below it are about."""
_INTRODUCED = frozenset(("means", "called"))
_VARIABLE = re.compile(r"\s*[0-9XYN]+$")
_PROCEDURE = re.compile(r"^([\u4e00-\u9fff]{2,6})[0-9XN]?(?:的?流程|的?步骤)[：:]$")
_ABILITY = re.compile(r"^([\u4e00-\u9fff]{2,6})能力$")
_NAMED = re.compile(r"名为[“\"「]([^”\"」]{2,8})[”\"」]的")
_BECOMES = re.compile(r"成为(?:你|自己|其|该玩家|这名玩家)的([\u4e00-\u9fff]{3,8})(?=[。；）)]|$)")
_SHORT_FOR = re.compile(r"简称(?:为|作)?\s?[“\"]?([\u4e00-\u9fff]{2,8})[”\"]?(?=[）)，。；])")
_NO_QUOTES = dict.fromkeys(map(ord, "\"'“”‘’"))
"""A word in a name has single quotes in a quoted name, and double ones elsewhere."""
_FIGURES = re.compile(r"[0-9]+")
_SHORT = 60
"""Characters of a clause that does hardly more than define a word."""
_MEANING = frozenset("nvatbd")
_FORMS = frozenset(("是", "指", "是指", "意味着", "称为", "称作", "定义"))
_ALIKE = 1 / 3
"""Two definitions that share so much are one, said twice."""


class Meaning(NamedTuple):
    """A clause that says what a word means."""

    term: str
    clause: Clause


def defined_twice(book: Book) -> Iterator[Problem]:
    """Each further place that gives a word a meaning: not below or above the first, and not where it cites it."""
    for term, places in meanings(book).items():
        first = places[0].clause
        for meaning in places[1:]:
            clause = meaning.clause
            around = {above.key for one in (first, clause) for above in book.above(one)}
            if {first.key, clause.key} & around or book.know_each_other(clause, first):
                continue  # one definition in two clauses, or a reminder
            if (clause.kind is Kind.ROW and clause.references) or _forms_of(term, first) != _forms_of(term, clause):
                continue  # a glossary that names the rule; "Bloodthirst X" beside "Bloodthirst N"
            both = [_said_of(term, statement(book, one)) for one in (first, clause)]
            same = _likeness(*both) >= _ALIKE and not _replaced(book, first, clause) and not _counted_otherwise(first, clause)
            rule, severity = ("defined_again", Severity.NOTE) if same else ("defined_twice", Severity.WARNING)
            yield book.problem(rule, severity, clause, _offset(clause, term), term=term, other=first.key)


def meanings(book: Book) -> Mapping[str, tuple[Meaning, ...]]:
    """Every word that sentences give a meaning, with the clauses that do."""
    found: dict[str, dict[ClauseKey, Meaning]] = {}
    for clause in book.clauses:
        for term in _given_by(book, clause):
            found.setdefault(term, {})[clause.key] = Meaning(term, clause)
    return {term: tuple(places.values()) for term, places in found.items()}


def _given_by(book: Book, clause: Clause) -> Iterator[str]:
    """The words that a clause itself gives a meaning."""
    for definition in clause.definitions:
        if definition.style in _SAYING:
            if re.search(rf"[的其][“\"「]{re.escape(definition.term)}", clause.text):
                continue  # a meaning for some things only (`能力的“来源”是指`)
            yield _VARIABLE.sub("", definition.term)
        elif definition.style == "title" and clause.kind is Kind.SECTION:
            # a section says it itself, or its first clause begins with the word
            below = book.below(clause)
            told = below and any(d.term == definition.term and d.style in _SAYING for d in below[0].definitions)
            if clause.text:
                yield _VARIABLE.sub("", definition.term)
            elif (
                below
                and not told
                and re.match(rf"[“\"]?{re.escape(definition.term)}(?:能力|状态)?[”\"]?(?:只能|可以|是|为|的流程)", below[0].text)
            ):
                yield definition.term
    for pattern, words in ((_PROCEDURE, clause.text), (_ABILITY, clause.title)):
        if match := pattern.match(words):
            yield match[1]
    for match in _NAMED.finditer(clause.text):
        yield match[1]


def _replaced(book: Book, one: Clause, other: Clause) -> bool:
    """Whether one word stands in the place of another between the same words: 对轻微违规的 for 对严重违规的."""
    if max(len(one.text), len(other.text)) > _SHORT:
        return False
    slots = [
        {(before.text, after.text): word for before, word, after in zip(words, words[1:], words[2:], strict=False)}
        for words in (book.words(one), book.words(other))
    ]
    texts = [frozenset(word.text for word in book.words(clause)) for clause in (one, other)]
    return any(
        word.kind in _MEANING
        and place[0] != place[1]
        and word.text not in texts[1]
        and (said := slots[1][place]).kind in _MEANING
        and said.text not in texts[0]
        and synonym(word.text) != synonym(said.text)
        for place, word in slots[0].items()
        if place in slots[1]
    )


def _forms_of(term: str, clause: Clause) -> frozenset[str]:
    """The variables that an English name has in the clause that gives it a meaning."""
    return frozenset(re.findall(rf"\b{re.escape(term)} ([XNY])\b", clause.text)) if term.isascii() else frozenset()


def _offset(clause: Clause, term: str) -> int:
    return max(clause.text.find(term), 0)


def _said_of(term: str, words: Counter[str]) -> Counter[str]:
    """What a definition says of its term: its words without the term, figures (1 of anything is said everywhere) and the form
    of a definition."""
    left_out = {*_FORMS, *(word for word in words if word.isdecimal())}
    return Counter({word: count for word, count in words.items() if word not in term and word not in left_out})


def _counted_otherwise(one: Clause, other: Clause) -> bool:
    """Whether two short definitions have other figures: 查看3张卡牌 and 查看4张卡牌."""
    if max(len(one.text), len(other.text)) > _SHORT:
        return False
    figures, others = (_FIGURES.findall(_without_references(clause)) for clause in (one, other))
    return len(figures) == len(others) and figures != others


def _without_references(clause: Clause) -> str:
    text = clause.text
    for reference in sorted(clause.references, key=lambda found: -found.start):
        if not reference.in_title:
            text = text[: reference.start] + text[reference.end :]
    return text


def _likeness(one: Counter[str], other: Counter[str]) -> float:
    return 2 * (one & other).total() / max(1, (one | other).total() + (one & other).total())


def same_meaning(book: Book) -> Iterator[Problem]:
    """Each word of a list of definitions that says of itself what an earlier one says of itself."""
    if not book.is_chinese:
        return
    seen: dict[tuple[ClauseKey | None, tuple[tuple[str, int], ...]], Clause] = {}
    for clause in book.clauses:
        if clause.kind is not Kind.ROW or not clause.title:
            continue
        own = _VARIABLE.sub("", clause.title.strip("[]【】"))
        said = Counter(word for word in statement(book, clause) if word not in own and own not in word)
        what = (clause.parent, tuple(sorted(said.items())))
        if said.total() > 3 and what in seen:
            main = _VARIABLE.sub("", seen[what].title.strip("[]【】"))
            yield book.problem("two_names", Severity.WARNING, clause, in_title=True, word=own, main=main, where=seen[what].key)
        seen.setdefault(what, clause)


def never_used(book: Book) -> Iterator[Problem]:
    """Each word that a sentence introduces (as a term, or as what something becomes) and that no other clause says."""
    for term, places in book.definitions.items():
        givers = {clause.key for clause, _ in places}
        styles = {definition.style for _, definition in places}
        if not styles & _INTRODUCED or styles - _INTRODUCED or "/" in term:
            continue  # what has a section of its own is for the cards to use
        clause = next(clause for clause, definition in places if definition.style in _INTRODUCED)
        inside = givers | {above.key for above in book.above(clause)}
        folded = _unquoted(term)
        used = any(folded in _unquoted(f"{c.title}\n{c.text}") for c in book.clauses if c.key not in inside)
        named = clause.text.startswith(term) or re.search(
            rf"[“\"「]{re.escape(term)}[”\"」]|(?<!名)称[为作]{re.escape(term)}", clause.text
        )
        if named and not used and clause.text.count(term) < 2:
            yield book.problem("never_used", Severity.NOTE, clause, _offset(clause, term), term=term)
    yield from _named_and_no_more(book)


def _unquoted(words: str) -> str:
    return words.casefold().translate(_NO_QUOTES)


def _named_and_no_more(book: Book) -> Iterator[Problem]:
    """Each name of what something becomes (`成为你的旅途起点`), and each short one (`可简称为防御时机`), that no other clause
    says."""
    given: dict[str, tuple[Clause, int]] = {}
    for clause in book.rules:
        for match in (*_BECOMES.finditer(clause.text), *_SHORT_FOR.finditer(clause.text)):
            if match[1] not in book.definitions and not book.lexicon.known(match[1]):
                given.setdefault(match[1], (clause, match.start(1)))
    vocabulary = Vocabulary(given)
    said = {
        mention.word
        for clause in book.clauses
        for mention in vocabulary.mentions(f"{clause.title}\n{clause.text}")
        if given[mention.word][0].key != clause.key
    }
    for word, (clause, at) in given.items():
        if word not in said:
            yield book.problem("never_used", Severity.NOTE, clause, at, term=word)
