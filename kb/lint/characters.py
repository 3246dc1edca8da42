"""Characters that look wrong: a rare word one character away from a common one that sounds the same, marks without a pair."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, pairwise

from headjudge.kb.clause import Clause, Kind, Problem, Severity, Status
from headjudge.kb.fold import all_variants
from headjudge.kb.lint.book import Book
from headjudge.kb.lint.lexicon import Word, begins_alike, common_words, easily_confused, is_han, listed, look_alike, word_set
from headjudge.parser.named import NamedTuple

_TIMES = 3
"""How much more common the right word must be."""
_NEAR = 3
"""So many words around another are close to it."""
_COMPANY = 2
"""So many of them must be close to the right word elsewhere, and never to the wrong one."""
_BRACKETED = re.compile(r"[（(【「『《“\"][^（）()【】「」『』《》“”\"]*[）)】」』》”\"]")
_KANA = re.compile("[\u3040-\u30ff]")
_ODD = 20
"""A text with more characters of another script is written in it."""
_SIGN_EXPLAINED = re.compile(
    r"(?:^|(?<=[。；]))(?:[^，。；：“”「」【】《》\[\]<>①-⑳]{1,8}(?:中|里|上|内)的)?(标识|图标|符号)(?:，|则)?(?:表示|代表|意味着|是指|指的是)"
    r"|(?:^|(?<=[.;] ))The  ?(icon|symbol) (?:means|represents|stands for)\b"
)
_PAIRS = (("（", "）"), ("“", "”"), ("「", "」"), ("『", "』"), ("《", "》"), ("【", "】"), ("〔", "〕"), ("(", ")"))
_DOUBLED_WORD = re.compile(r"\b(a|an|the|of|to|in|is|are|and|or|with|for|from|by|at|on|it|if)\s\1\b", re.IGNORECASE)
_DOUBLED = re.compile(
    r"([在的把被将与和或从到于为由若则而且即其该，。；：、]|可以|如果|或者|并且|然后|因此|但是|由于|需要|必须|不能|不会|没有|进行|该玩家)\1"
)
_ENDS = "»。！？：；…」』”）)】〕.!?:;"


def wrong_character(book: Book) -> Iterator[Problem]:
    """Each word that is likely miswritten: a place is reported once."""
    if not book.is_chinese:
        return
    seen: set[tuple[object, int, int]] = set()
    for problem in chain(_miswritten(book), _misheard(book), _slips(book), _foreign(book)):
        place = problem.key, problem.line, problem.column
        if place not in seen:
            seen.add(place)
            yield problem


def _miswritten(book: Book) -> Iterator[Problem]:
    """Each pair of characters that is no word, where one that sounds or looks the same is a word of this book."""
    free = word_set("free")
    pairs = [(clause, *pair) for clause in book.clauses for pair in _pairs(book, clause)]
    often = Counter(word for _, word, *_ in pairs)
    right: dict[tuple[str, int], list[str]] = {}
    for word, count in book.frequency.items():
        if len(word) == 2 and is_han(word[0]) and count >= _TIMES:
            right.setdefault((word[0], 0), []).append(word)
            right.setdefault((word[1], 1), []).append(word)
    sides = {(before, word, 0) for _, word, before, _, _ in pairs} | {(after, word, 1) for _, word, _, after, _ in pairs}
    for clause, word, before, after, at in pairs:
        if word in book.definitions or clause.text.startswith((f"{word}：", f"{word}:")):
            continue
        known = book.lexicon.known(word)
        joins = free.issuperset(word)
        for kept in (0, 1):
            for other in right.get((word[kept], kept), ()):
                near = ((before, 0), (after, 1))
                fits = any(is_han(beside[:1]) and (beside, other, side) in sides for beside, side in near)
                twin = look_alike(word[1 - kept], other[1 - kept])
                sure = other in book.definitions if known and not twin else fits or free.isdisjoint(word)
                rare = other != word and book.frequency[other] >= _TIMES * often[word]
                alike = twin or (not joins and easily_confused(word[1 - kept], other[1 - kept]))
                if sure and rare and (fits or not known) and alike:
                    yield book.problem("wrong_character", Severity.WARNING, clause, at, word=word, right=other)


def _pairs(book: Book, clause: Clause) -> Iterator[tuple[str, str, str, int]]:
    """Every word of two characters, and every two characters that are words of their own: with the words around."""
    words = book.words(clause)
    said = ["", *(word.text for word in words), ""]
    for place, word in enumerate(words, 1):
        if len(word.text) == 2:
            yield word.text, said[place - 1], said[place + 1], word.start
    for place, (one, other) in enumerate(pairwise(words), 1):
        if len(one.text) == len(other.text) == 1 and is_han(one.text) and is_han(other.text):
            yield one.text + other.text, said[place - 1], said[place + 2], one.start


def _misheard(book: Book) -> Iterator[Problem]:
    """Each word of the language that stands between the very words that otherwise stand around another one of its sound, and of
    another class: 版面上标准的资源 where what cards say is otherwise 标注."""
    slots: dict[tuple[str, str], dict[str, list[Use]]] = {}
    near: dict[str, Counter[str]] = {}
    for clause in book.clauses:
        words = book.words(clause)
        for place, word in enumerate(words[1:-1], 1):
            if len(word.text) == 2 and is_han(word.text[0]):
                slot = words[place - 1].text, words[place + 1].text
                use = Use(clause, word, _around(words, place))
                slots.setdefault(slot, {}).setdefault(word.text, []).append(use)
                near.setdefault(word.text, Counter()).update(use.around)
    for (before, after), fillers in slots.items():
        if is_han(before[0]) and is_han(after[0]):
            for said, other, at in _one_apart(fillers):
                use = fillers[said][0]
                company = sum(near[said][beside] == 1 and near[other][beside] > 0 for beside in use.around)
                others = use.word.kind != fillers[other][0].word.kind
                if company >= _COMPANY and others and begins_alike(said[at], other[at]):
                    yield book.problem("wrong_character", Severity.WARNING, use.clause, use.word.start, word=said, right=other)


def _slips(book: Book) -> Iterator[Problem]:
    """Each word that is a slip in any text: 己经, 不再其."""
    slips = dict(line.split(" ") for line in listed("slips.zh.txt"))
    found = re.compile("|".join(map(re.escape, slips)))
    for clause in book.clauses:
        for match in found.finditer(clause.text):
            word, right = match[0], slips[match[0]]
            yield book.problem("wrong_character", Severity.WARNING, clause, match.start(), word=word, right=right)


def _foreign(book: Book) -> Iterator[Problem]:
    """Each character of traditional Chinese or Japanese in the words of a simplified text: 増加. What stands in brackets, in
    quotes or beside kana may be the original."""
    usual = frozenset().union(*common_words())
    strange = {char for clause in book.clauses for char in clause.text if is_han(char) and char not in usual}
    if not strange:
        return
    forms = {**all_variants(), **dict(line.split(" ") for line in listed("forms.zh.txt"))}
    places = [
        (clause, at, forms[char])
        for clause in book.clauses
        if not strange.isdisjoint(clause.text)
        for at, char in enumerate(_BRACKETED.sub(lambda found: " " * len(found[0]), clause.text))
        if char in strange and forms.get(char, char) != char and not _KANA.search(clause.text, max(0, at - _NEAR), at + _NEAR)
    ]
    if len(places) <= _ODD:
        for clause, at, right in places:
            yield book.problem("wrong_character", Severity.WARNING, clause, at, word=clause.text[at], right=right)


class Use(NamedTuple):
    """A word where it stands, with the words of two characters and more that are close to it."""

    clause: Clause
    word: Word
    around: frozenset[str]


def _one_apart(fillers: Mapping[str, Sequence[Use]]) -> Iterator[tuple[str, str, int]]:
    """Each word that is said once, another one that shares a character with it at its place, and the place where they differ."""
    sharing: dict[tuple[int, str], list[str]] = {}
    for word in fillers:
        for at in (0, 1):
            sharing.setdefault((at, word[at]), []).append(word)
    for said, uses in fillers.items():
        if len(uses) == 1:
            for at in (0, 1):
                yield from ((said, other, 1 - at) for other in sharing[at, said[at]] if other != said)


def _around(words: Sequence[Word], place: int) -> frozenset[str]:
    close = (*words[max(0, place - _NEAR) : place], *words[place + 1 : place + 1 + _NEAR])
    return frozenset(word.text for word in close if len(word.text) > 1 and is_han(word.text[0])) - word_set("plain")


def lost_sign(book: Book) -> Iterator[Problem]:
    """Each sentence that explains a sign and does not show it: 费用中的标识表示 (a picture was lost)."""
    for clause in book.rules:
        for match in _SIGN_EXPLAINED.finditer(clause.text):
            yield book.problem("lost_sign", Severity.WARNING, clause, match.start(1), sign=match[1])


def doubled_character(book: Book) -> Iterator[Problem]:
    """The first particle or mark (in English: article or preposition) of each clause that stands twice in a row, and each first
    or last character of a word (玩玩家)."""
    for clause in book.clauses:
        if match := _DOUBLED.search(clause.text) or _DOUBLED_WORD.search(clause.text):
            yield book.problem("doubled_character", Severity.WARNING, clause, match.start(), words=match[0])
        for one, word in pairwise(book.words(clause)):
            if _stutters(book, one.text, word.text):
                yield book.problem("doubled_character", Severity.WARNING, clause, one.start, words=one.text + word.text)


def _stutters(book: Book, one: str, word: str) -> bool:
    """Whether a word that the book uses has its first character before it, or its last one behind it, once more."""
    single, whole = (one, word) if len(one) == 1 else (word, one)
    said = one[-1] == word[0] and len(single) == 1 < len(whole) and is_han(single) and single not in word_set("free")
    return said and book.frequency[whole] >= _TIMES


def unpaired_mark(book: Book) -> Iterator[Problem]:
    """Each clause in which a bracket or a quotation mark has no partner, or holds nothing."""
    for clause in book.clauses:
        for opening, closing in _PAIRS:
            more = clause.text.count(opening) - clause.text.count(closing)
            if more > 0 or (more and opening != "("):  # `a)` is a step
                at = _unpaired(clause.text, opening, closing)
                yield book.problem("unpaired_mark", Severity.WARNING, clause, at, mark=opening if more > 0 else closing)


def _unpaired(text: str, opening: str, closing: str) -> int:
    """The offset of the first mark without a partner."""
    opened: list[int] = []
    for at, char in enumerate(text):
        if char == opening:
            opened.append(at)
        elif char == closing:
            if not opened:
                return at
            opened.pop()
    return opened[0] if opened else 0


def no_full_stop(book: Book) -> Iterator[Problem]:
    """Each sentence that stops without a mark, in a book whose clauses end in one."""
    if not book.is_chinese:
        return
    sentences = [clause for clause in book.rules if _is_sentence(clause)]
    missing = [clause for clause in sentences if clause.text.rstrip()[-1:] not in _ENDS]
    if len(missing) > max(1, len(sentences) // 20):
        return
    for clause in missing:
        yield book.problem("no_full_stop", Severity.NOTE, clause, len(clause.text.rstrip()) - 1, words=clause.text.rstrip()[-8:])


def _is_sentence(clause: Clause) -> bool:
    if any(r.status is Status.EXTERNAL and r.end == len(clause.text) for r in clause.references):
        return False  # a pointer to another document
    told = "[，。；→]" if clause.kind is Kind.PARAGRAPH else r"[，。；→]|^[\u4e00-\u9fff]{12,}\s*$"
    return clause.kind in (Kind.CLAUSE, Kind.PARAGRAPH) and bool(re.search(told, clause.text))
