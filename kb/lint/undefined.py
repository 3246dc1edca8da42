"""Terms that are used and never defined: bracketed keywords, compounds that name a thing of the game, words of no language."""

import re
from collections.abc import Iterator

from headjudge.kb.clause import Clause, Kind, Problem, Severity
from headjudge.kb.lint.book import Book
from headjudge.kb.lint.lexicon import Word, is_han, word_set
from headjudge.kb.lint.names import variants

_BRACKETED = re.compile(r"【([^【】/\s]{2,8})】")
_VARIABLE = re.compile(r"[XYN]$")
_TIMED = re.compile(r"[时后前]$")
_EXAMPLE = re.compile(r"例如|比如|譬如")
_CARD = 40
"""Characters of the longest card name."""
_MEASURES = frozenset("枚张个只点颗件名")
_PLACES = frozenset(("区", "库", "牌库", "领域", "阶段", "步骤", "水晶"))
"""What ends in one of these is the name of a place or a time, even if it is said once."""
_STATE = re.compile(r"正在([\u4e00-\u9fff]{2})的[\u4e00-\u9fff]")
_STATED = re.compile(r"(?:作为|称为|视为|处于)[“\"「]正在([\u4e00-\u9fff]{2})")
_PERSONS = ("玩家", "回合玩家", "非回合玩家")
_LONGEST_NAME = 3
"""Words before the head of a compound."""


def never_defined(book: Book) -> Iterator[Problem]:
    """Each term that no clause defines, at its first use."""
    if not book.is_chinese:
        return
    found: dict[str, list[tuple[Clause, int]]] = {}
    for word, clause, at in (*_keywords(book), *_compounds(book), *_strange(book), *_states(book)):
        found.setdefault(word, []).append((clause, at))
    for term, uses in found.items():
        if any(term != other and term in other for other in found if not other.endswith(term)):
            continue  # a part of a longer name that is reported
        if any(term != other and term.endswith(other) for other in found):
            continue  # a kind of what is reported
        clause, at = uses[0]
        where = ", ".join(dict.fromkeys(use.key for use, _ in uses[1:9] if use is not clause))
        yield book.problem("undefined_term", Severity.WARNING, clause, at, term=term, where=where)


Use = tuple[str, Clause, int]


def _keywords(book: Book) -> Iterator[Use]:
    """Words in the brackets that the book puts around its defined keywords."""
    uses = [(m[1], clause, m.start(1)) for clause in book.rules for m in _BRACKETED.finditer(clause.text)]
    defined = {word for word, _, _ in uses if word in book.definitions}
    if len(defined) < 2 and sum(word in defined for word, _, _ in uses) * 3 < len(uses):
        return
    for printed, clause, at in uses:
        word = _VARIABLE.sub("", printed)
        if is_han(word[0]) and not _TIMED.search(word) and not _is_given(book, word):
            yield word, clause, at


def _compounds(book: Book) -> Iterator[Use]:
    """Names such as a zone or a phase has, made of a few words and a head."""
    heads, plain, free = (word_set(name) for name in ("heads", "plain", "free"))
    others = tuple(variant.word for variant in variants(book))
    uses: dict[tuple[str, str], list[tuple[Clause, int]]] = {}
    verbal: dict[str, bool] = {}
    for clause in book.rules:
        words = book.words(clause)
        for place, head in enumerate(words):
            if head.text not in heads:
                continue
            name = _name(words[max(0, place - _LONGEST_NAME - 1) : place], plain, free)
            stem = "".join(part.text for part in name)
            if len(stem) > 1 and stem not in _PERSONS and not _in_card(clause, head.start):
                verbal[stem] = name[0].kind == "v"
                uses.setdefault((stem, head.text), []).append((clause, name[0].start))
    for (stem, ending), places in uses.items():
        term = stem + ending
        named = len(places) > 1 or (ending in _PLACES and not verbal[stem])
        told = term.endswith(others) or stem in book.definitions or stem in book.titles or _is_label(book, stem)
        if named and not told and not _is_given(book, term):
            yield from ((term, clause, at) for clause, at in places)


def _name(before: tuple[Word, ...], plain: frozenset[str], free: frozenset[str]) -> tuple[Word, ...]:
    """The words before a head that make a name with it."""
    name: list[Word] = []
    for word in reversed(before):
        fits = is_han(word.text[0]) and word.text not in plain and word.text not in free and word.kind in "nvatbzlxj"
        if not fits or len(name) == _LONGEST_NAME:
            break
        name.insert(0, word)
    return tuple(name)


def _in_card(clause: Clause, at: int) -> bool:
    """Whether the place is inside the name of a card."""
    before = clause.text[max(0, at - _CARD) : at]
    return before.rfind("「") > before.rfind("」") or before.rfind("《") > before.rfind("》")


def _strange(book: Book) -> Iterator[Use]:
    """Words that are in no dictionary and are counted as things are."""
    free = word_set("free")
    strange = {
        word
        for word in book.lexicon.found
        if free.isdisjoint(word) and not book.lexicon.known(word) and book.frequency[word] > 2 and not _is_given(book, word)
    }
    counted: set[str] = set()
    uses: list[Use] = []
    for clause in book.rules:
        words = book.words(clause)
        example = _EXAMPLE.search(clause.text)
        end = example.start() if example else len(clause.text)
        for place, word in enumerate(words):
            if word.text in strange and word.start < end and not _in_card(clause, word.start):
                uses.append((word.text, clause, word.start))
                if any(near.text in _MEASURES for near in words[max(0, place - 2) : place]):
                    counted.add(word.text)
    yield from (use for use in uses if use[0] in counted)


def _states(book: Book) -> Iterator[Use]:
    """`正在X` as the name of a state, where the book has given another state of that form its name."""
    given = {match[1] for clause in book.rules for match in _STATED.finditer(clause.text)}
    if not given:
        return
    plain = word_set("plain")
    for clause in book.rules:
        for match in _STATE.finditer(clause.text):
            if match[1] not in given and match[1] not in plain:
                yield f"正在{match[1]}", clause, match.start()


def _is_given(book: Book, word: str) -> bool:
    """Whether the book says anywhere what the word is: in a heading, as a term, or by a sentence about it."""
    if word in book.definitions or word in book.headings or word in book.elsewhere or word in book.unknown_titles:
        return True
    said = _sayings(re.escape(word))
    return any(said.search(clause.text) for clause in book.clauses if word in clause.text and clause.kind is not Kind.EXAMPLE)


def _is_label(book: Book, word: str) -> bool:
    """Whether a line starts with the word and explains it."""
    return any(clause.text.startswith((f"{word}：", f"{word}（", f"{word}:")) for clause in book.clauses)


def _sayings(word: str) -> re.Pattern[str]:
    """The forms of words that say what `word` is."""
    quoted = rf"[“\"「【]?{word}[”\"」】]?"
    forms = (
        rf"(?:^|[，。；]|的|其){quoted}[XN]?(?:在[^。；，]{{1,8}})?(?:为|是|指|由|表示|属于|包括|包含|分为|等于|设为|的流程)",
        rf"(?:称为|称作|视为|成为|名为|叫做|叫作|记作|记为|构筑为|构成的|即为|部分为){quoted}",
        rf"(?:分为|由|包括)[^。；]{{0,80}}[“\"]{word}[”\"]",
        rf"(?:时|场合|如果)[^。；]{{0,80}}进入{word}[。，]",
        rf"^{quoted}(?:$|[：:，]|-{{2,}})",
        rf"{quoted}(?:[（(]|[”\"]所描述)",
    )
    return re.compile("|".join(forms))
