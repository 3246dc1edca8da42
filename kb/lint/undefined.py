"""Terms that are used and never defined: bracketed keywords, compounds that name a thing of the game, words of no language."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from headjudge.kb.clause import Clause, Kind, Problem, Severity, Status
from headjudge.kb.lint.book import Book
from headjudge.kb.lint.lexicon import Word, is_han, word_set
from headjudge.kb.lint.names import variants
from headjudge.parser.named import NamedTuple

_BRACKETED = re.compile(r"【([^【】/\s]{2,8})】")
_VARIABLE = re.compile(r"[XYN]$")
_TIMED = re.compile(r"[时后前]$")
_EXAMPLE = re.compile(r"例如|比如|譬如")
_CARD = 40
"""Characters of the longest card name."""
_MEASURES = frozenset("枚张个只点颗件名")
_PLACES = frozenset(("区", "库", "牌库", "领域", "阶段", "步骤", "水晶"))
"""What ends in one of these is the name of a place or a time, even if it is said once."""
_ZONE, _AGAIN = "区", 5
"""So often 指定区 is not said: the next sentence says which one."""
_THINGS = frozenset(("礼盒", "档案", "卡包"))
"""What is sold, and comes with the name of a product."""
_SHARING = frozenset(("或", "和", "与", "及", "、", "/"))
_STATE = re.compile(r"正在([\u4e00-\u9fff]{2})的[\u4e00-\u9fff]")
_STATED = re.compile(r"(?:作为|称为|视为|处于)[“\"「]正在([\u4e00-\u9fff]{2})")
_PERSONS = ("玩家", "回合玩家", "非回合玩家")
_REACH = 12
"""Words before the head of a compound that may belong to it, share it, or count it."""
_LONGEST_NAME = 3
"""Words before the head of a compound."""


def never_defined(book: Book) -> Iterator[Problem]:
    """Each term that no clause defines, at its first use."""
    if not book.is_chinese:
        return
    found: dict[str, list[Place]] = {}
    for word, clause, at in (*_keywords(book), *_compounds(book), *_worn(book), *_strange(book), *_states(book)):
        found.setdefault(word, []).append((clause, at))
    for term, uses in found.items():
        if any(_only_within(term, uses, other, found[other]) for other in found if term in other and not other.endswith(term)):
            continue  # a part of a longer name that is reported
        if any(term != other and term.endswith(other) for other in found):
            continue  # a kind of what is reported
        clause, at = uses[0]
        where = ", ".join(dict.fromkeys(use.key for use, _ in uses[1:9] if use is not clause))
        yield book.problem("undefined_term", Severity.WARNING, clause, at, term=term, where=where)


Place = tuple[Clause, int]
Use = tuple[str, Clause, int]


def _only_within(part: str, uses: list[Place], whole: str, wholes: list[Place]) -> bool:
    """Whether a name is never used but as a part of a longer one."""
    inside = {(clause.key, at + whole.index(part)) for clause, at in wholes}
    return part != whole and all((clause.key, at) in inside for clause, at in uses)


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
    others = tuple(variant.word for variant in variants(book))
    found = [compound for clause in book.rules for compound in _compounds_of(book, clause)]
    uses: dict[tuple[str, str], list[Compound]] = {}
    for compound in found:
        uses.setdefault((compound.stem, compound.head), []).append(compound)
    relatives = Counter(head for _, head in uses)
    for (stem, head), places in uses.items():
        term = stem + head
        named = len(places) > 1 or places[0].is_name or (places[0].in_place and relatives[head] > 2)
        told = term.endswith(others) or stem in book.definitions or stem in book.titles or _is_label(book, stem)
        if named and not told and not _is_given(book, term):
            yield from ((term, compound.clause, compound.at) for compound in places)


def _worn(book: Book) -> Iterator[Use]:
    """Zones that a usual word names (`触发区`): said again and again, and always so, they are no description."""
    plain = word_set("plain")
    uses: dict[str, list[Place]] = {}
    for clause in book.rules:
        for word, zone in pairwise(book.words(clause)):
            if zone.text == _ZONE and word.text in plain and word.kind in "vnt" and not _in_card(clause, zone.start):
                uses.setdefault(word.text + _ZONE, []).append((clause, word.start))
    for name, places in uses.items():
        if len(places) >= _AGAIN and not _is_given(book, name):
            yield from ((name, *place) for place in places)


class Compound(NamedTuple):
    """A name in a clause. `is_name` if a single use shows it to be one: a place, or a thing that is counted; `in_place` if it
    is what goes on in a place (`充能区超限` before 结算): one use is enough where other names have that head."""

    stem: str
    head: str
    clause: Clause
    at: int
    is_name: bool
    in_place: bool


def _compounds_of(book: Book, clause: Clause) -> Iterator[Compound]:
    heads, words = word_set("heads"), book.words(clause)
    for place, head in enumerate(words):
        if head.text in book.lexicon.found and len(head.text) > 2 and _names_place(head) and not _in_card(clause, head.start):
            yield Compound(head.text[:-1], head.text[-1], clause, head.start, is_name=True, in_place=False)
        if head.text not in heads or _in_card(clause, head.start):
            continue
        before = words[max(0, place - _REACH) : place]
        for name in _names(book, before, head.text):
            stem = "".join(part.text for part in name)
            if len(stem) > 1 and stem not in _PERSONS:
                around = before[: before.index(name[0])]
                owned = bool(around) and around[-1].text == "的"
                is_place = head.text in _PLACES and (name[0].kind != "v" or owned)
                is_thing = head.text in _THINGS and _is_counted(around)
                in_place = any(_names_place(part) and (len(name) > 2 or len(part.text) > 2) for part in name) and len(name) > 1
                yield Compound(stem, head.text, clause, name[0].start, is_place or is_thing, in_place)


def _names_place(word: Word) -> bool:
    """Whether a word is the name of a place, or its last part."""
    return word.text in _PLACES or (len(word.text) > 2 and word.text[-1] in _PLACES)


def _names(book: Book, before: Sequence[Word], head: str) -> Iterator[Sequence[Word]]:
    """The words before a head that make a name with it, and those that share it with a name that is not given either (`多色`
    in 多色或万能水晶)."""
    name = _name(before) or _coined(before)
    yield name
    rest = before[: len(before) - len(name)]
    if len(name) == 1 and len(rest) > 1 and rest[-1].text in _SHARING and not _is_given(book, name[0].text + head):
        other = _name(rest[-2:-1])
        if other and other[0].kind not in "vt" and other[0].text not in word_set("heads"):
            yield other


def _coined(before: Sequence[Word]) -> Sequence[Word]:
    """Two characters between 的 and a head that are no word: `消去` in 自身的消去领域."""
    if len(before) > 2 and before[-3].text == "的" and all(len(w.text) == 1 and w.kind in "nvx" for w in before[-2:]):
        return before[-2:]
    return ()


def _is_counted(before: Sequence[Word]) -> bool:
    """Whether the words end in a number and its measure, with or without an adjective: `一个完整的`."""
    end = len(before) - 2 if before and before[-1].text == "的" else len(before)
    return end > 0 and before[end - 1].kind == "m" and before[end - 1].text.startswith("一")


def _name(before: Sequence[Word]) -> Sequence[Word]:
    """The words before a head that make a name with it."""
    plain, free = word_set("plain"), word_set("free")
    name: list[Word] = []
    for word in reversed(before[-_LONGEST_NAME - 1 :]):
        fits = is_han(word.text[0]) and word.text not in plain and word.text not in free and word.kind in "nvatbzlxj"
        if not fits or len(name) == _LONGEST_NAME:
            break
        name.insert(0, word)
    return name


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
    return any(
        not any(r.status is Status.EXTERNAL and r.start <= found.start() < r.end for r in clause.references)
        for clause in book.clauses
        if word in clause.text and clause.kind is not Kind.EXAMPLE
        for found in said.finditer(clause.text)
    )


def _is_label(book: Book, word: str) -> bool:
    """Whether a line starts with the word and explains it."""
    return any(clause.text.startswith((f"{word}：", f"{word}（", f"{word}:")) for clause in book.clauses)


def _sayings(word: str) -> re.Pattern[str]:
    """The forms of words that say what `word` is."""
    quoted = rf"[“\"「【]?{word}[”\"」】]?"
    forms = (
        rf"(?:^|[，。；]|的|其){quoted}[XN]?(?:在[^。；，]{{1,8}})?(?:为|是|指(?![示定向])|由|表示|属于|包括|包含|分为|等于|设为|的流程)",
        rf"(?:称为|称作|视为|成为|名为|叫做|叫作|记作|记为|构筑为|构成的|即为|部分为){quoted}",
        rf"(?:分为|由|包括)[^。；]{{0,80}}[“\"]{word}[”\"]",
        rf"(?:时|场合|如果)[^。；]{{0,80}}进入{word}[。，]",
        rf"^{quoted}(?:$|[：:，]|-{{2,}})",
        rf"{quoted}(?:[（(](?![或和与及])|[”\"]所描述)",
    )
    return re.compile("|".join(forms))
