"""One thing under two names: words that mean the same, and terms that are written in another way somewhere."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache

from headjudge.kb.clause import Clause, ClauseKey, Kind, Problem, Severity
from headjudge.kb.lint.book import Book
from headjudge.kb.lint.lexicon import is_han, listed, word_set
from headjudge.kb.lint.misnamed import clipped, misplaced
from headjudge.kb.lint.variant import Use, Variant
from headjudge.kb.vocabulary import Vocabulary

_FEW = 4
"""A name that stands in more clauses than this is reported once, and not in each."""
_ALIAS = re.compile(r"[“\"]([\u4e00-\u9fff]{2,8})[”\"](?:[（(][^（）()]*简称\s?(\w+)\s?[）)])")
_PRINCIPLE = re.compile(r"[“\"]([\u4e00-\u9fff]{3,10})[”\"]的(?:原则|规则)")
_QUOTED_NAME = re.compile(r"[“\"「]([\u4e00-\u9fff]{4,8})[”\"」]")
_TWO_WORDS = 4
"""Characters of a term that is made of two usual words."""
_JOINED = "(?:或者?|和|与|及|、|/|／)"


def two_names(book: Book) -> Iterator[Problem]:
    """Each place where a thing has another name than elsewhere; a name that is everywhere is reported where it is first used."""
    if not book.is_chinese:
        return
    for variant in variants(book):
        first: dict[ClauseKey, Use] = {}
        for use in variant.uses:
            first.setdefault(use.clause.key, use)
        everywhere = len(first) > _FEW
        for use in [*first.values()][: 1 if everywhere else None]:
            where = ", ".join(key for key in first if everywhere and key != use.clause.key)
            facts = {"word": variant.word, "main": variant.main, "where": where}
            yield book.problem("two_names", Severity.WARNING, use.clause, use.at, in_title=use.in_title, **facts)


@lru_cache(maxsize=1)
def variants(book: Book) -> tuple[Variant, ...]:
    """Every second name, the longest of those that contain one another."""
    found: dict[str, Variant] = {}
    kinds = (_synonyms, _other_heads, _reordered, _lengthened, _shortened, _taken_apart, _twins, misplaced, clipped)
    for variant in (variant for kind in kinds for variant in kind(book)):
        found.setdefault(variant.word, variant)
    return tuple(v for v in found.values() if not any(v.word != w and v.word in w and v.main in found[w].main for w in found))


# Words that mean the same ---------------------------------------------------------------------------------------


def _synonyms(book: Book) -> Iterator[Variant]:
    """Of the words of one row, those that the book uses beside its main one."""
    uses, plain = _word_uses(book), word_set("plain")
    for row in _rows("synonyms.zh.txt"):
        used = [word for word in row if word in uses]
        whole = {word: sum(not use.in_part for use in uses[word]) for word in used}
        if len(used) < 2 or not any(whole.values()):
            continue
        main = max(used, key=lambda word: (word in book.definitions, whole[word], word in book.headings))
        for word in used:
            if word in plain and main not in plain:
                continue  # a usual word beside the term: 使用 where 施放 is what the book says
            if word != main and not _is_another_thing(book, word, main):
                places = tuple(use for use in uses[word] if _is_other_name(book, use, main))
                if places:
                    yield Variant(word, main, places)


def _rows(name: str) -> Iterator[list[str]]:
    return (line.split(" ") for line in listed(name))


def _word_uses(book: Book) -> Mapping[str, list[Use]]:
    """Every word with its places, the words that terms are made of among them."""
    uses: dict[str, list[Use]] = {}
    for clause in book.clauses:
        if clause.kind is Kind.LEGEND:
            continue
        words = [*((word, True) for word in book.lexicon.cut(clause.title)), *((word, False) for word in book.words(clause))]
        for word, in_title in words:
            uses.setdefault(word.text, []).append(Use(clause, word.start, in_title))
            if in_title and word.text in book.definitions:
                for part in book.plain_lexicon.cut(word.text):
                    if part.text != word.text:
                        uses.setdefault(part.text, []).append(Use(clause, word.start + part.start, in_title, in_part=True))
    return uses


def _is_other_name(book: Book, use: Use, main: str) -> bool:
    """Whether a second name there is a fault: not where the main name is explained. A part of a term (快速 in 快速图标) counts
    only against a defined one."""
    if use.clause.kind is Kind.EXAMPLE and _is_quoted(use.clause.text, use.at):
        return False  # the name of a card
    return not (use.in_part and main not in book.definitions) and not _explains(book, use.clause, main)


def _is_quoted(text: str, at: int) -> bool:
    """Whether the place stands in quotation marks."""
    before = text[:at]
    return before.count('"') % 2 == 1 or before.count("“") > before.count("”") or before.count("「") > before.count("」")


def _is_another_thing(book: Book, word: str, main: str) -> bool:
    """Whether the book itself tells the two apart: it defines both, or names them side by side."""
    if word in book.definitions:
        return True
    beside = re.compile(f"{re.escape(word)}{_JOINED}{re.escape(main)}|{re.escape(main)}{_JOINED}{re.escape(word)}")
    return any(beside.search(clause.text) for clause in book.clauses if word in clause.text)


def _explains(book: Book, clause: Clause, term: str) -> bool:
    """Whether the clause, or the section that it stands in, is where the term is defined, and it says the term itself."""
    near = (clause, *book.above(clause))
    return term in clause.text and any(definition.term == term for around in near for definition in around.definitions)


# Terms with another head ----------------------------------------------------------------------------------------


def _other_heads(book: Book) -> Iterator[Variant]:
    """`规则流程` where `规则处理` is the term: the same words before another head of the same meaning."""
    names = _compound_uses(book)
    aliases = [[short, full[-2:]] for full, short in _aliases(book)]
    plain = word_set("plain")
    for row in (*_rows("heads_alike.zh.txt"), *aliases):
        for stem in {name.removesuffix(head) for name in names for head in row if name.endswith(head)}:
            if len(stem) < 2 or stem in plain or stem in row or stem[0] in "这那此该":
                continue
            forms = [
                stem + head
                for head in row
                if stem + head in names or stem + head in book.definitions or stem + head in book.titles
            ]
            known = book.titles.union(book.definitions)
            main = max(forms, key=lambda form: (form in known, len(names.get(form, ()))), default="")
            for word in forms:
                known_main = _is_name(main, names, book) or _only_longer(word, main, names)
                if word != main and word in names and known_main and not _is_another_thing(book, word, main):
                    yield Variant(word, main, tuple(names[word]))


def _only_longer(word: str, main: str, names: Mapping[str, list[Use]]) -> bool:
    """Whether a name is the main one with more said inside, and rarer: 灵魂放置区 for 灵魂区."""
    return _is_within(main, word) and len(names.get(word, ())) < len(names.get(main, ()))


def _is_name(main: str, names: Mapping[str, list[Use]], book: Book) -> bool:
    """Whether the words are a name, and not two words that happen to meet: a term, or said often, or long."""
    uses = len(names.get(main, ()))
    return main in book.definitions or main in book.titles or uses >= 5 or (len(main) > 5 and uses > 1)


def _compound_uses(book: Book) -> Mapping[str, list[Use]]:
    """Every run of two to four words that may be a name, with its places."""
    free = word_set("free") - {"人", "物", "者"}
    plain = word_set("plain")
    uses: dict[str, list[Use]] = {}
    for clause in book.rules:
        words = book.words(clause)
        for place in range(len(words)):
            run = ""
            for length, word in enumerate(words[place : place + 4], 1):
                joins = (
                    word.text in free
                    or word.text in ("依次", "顺序")
                    or word.kind in "upcrd"
                    or not (is_han(word.text[0]) or word.text.isalnum())
                )
                if joins or (length == 1 and word.text in plain and word.text != "规则"):
                    break
                run += word.text
                if length > 1 or len(word.text) > 2:
                    uses.setdefault(run, []).append(Use(clause, words[place].start))
    return uses


def _aliases(book: Book) -> Iterator[tuple[str, str]]:
    """The pairs of a full name and a short one that the book itself introduces: “时空主宰”（简称 TM）."""
    for clause in book.clauses:
        for match in _ALIAS.finditer(clause.text):
            yield match[1], match[2]


# Terms with their words in another order, or cut short ----------------------------------------------------------


def _reordered(book: Book) -> Iterator[Variant]:
    """`宣告攻击步骤` for `攻击宣告步骤`."""
    by_words: dict[tuple[str, ...], str] = {}
    for term in book.definitions:
        parts = [word.text for word in book.plain_lexicon.cut(term)]
        if len(parts) > 2:
            by_words[(*sorted(parts[:-1]), parts[-1])] = term
    signs = {"".join(sorted(term)) for term in by_words.values()}
    for name, places in _compound_uses(book).items():
        if name in book.definitions or "".join(sorted(name)) not in signs:
            continue
        parts = [word.text for word in book.plain_lexicon.cut(name)]
        reordered = by_words.get((*sorted(parts[:-1]), parts[-1]))
        if reordered is not None:
            yield Variant(name, reordered, tuple(places))


def _lengthened(book: Book) -> Iterator[Variant]:
    """`璃界旅者` for the term `旅者`: a word of the book's own before a term, in a row with other terms of that chapter."""
    titled = {term: c for term, places in book.definitions.items() for c, d in places if d.style == "title"}
    uses: dict[str, list[Use]] = {}
    beside: set[str] = set()
    for clause in book.rules:
        words = book.words(clause)
        for place in range(1, len(words)):
            one, term = words[place - 1], words[place].text
            if term in titled and one.text in book.lexicon.found and not book.lexicon.known(one.text):
                uses.setdefault(one.text + term, []).append(Use(clause, one.start))
                if place > 2 and re.fullmatch(_JOINED, words[place - 2].text):
                    other = titled.get(words[place - 3].text)
                    if other is not None and other.parent == titled[term].parent:
                        beside.add(one.text + term)
    for word in beside:
        yield Variant(word, next(term for term in titled if word.endswith(term)), tuple(uses[word]))


def _shortened(book: Book) -> Iterator[Variant]:
    """A principle that is quoted in full here and cut short there: the rarer of the two, or the longer."""
    quoted: dict[str, list[Use]] = {}
    for clause in book.clauses:
        for match in _PRINCIPLE.finditer(clause.text):
            quoted.setdefault(match[1], []).append(Use(clause, match.start(1)))
    for short in quoted:
        for long in quoted:
            if _is_within(short, long):
                word, main = sorted((long, short), key=lambda name: len(quoted[name]))
                yield Variant(word, main, tuple(quoted[word]))


def _taken_apart(book: Book) -> Iterator[Variant]:
    """`启动卡牌的能力` where `启动能力` is the term: its first half, which is said nowhere else but in the term, as a word."""
    halves = {term[:2]: term for term in book.definitions if len(term) == _TWO_WORDS and all(map(is_han, term))}
    for clause in book.rules:
        words = book.words(clause)
        for place, word in enumerate(words):
            if book.frequency[word.text] != 1 or word.text not in halves:
                continue
            behind = words[place + 1 : place + 4]
            end = next((at for at, part in enumerate(behind) if part.text == halves[word.text][2:]), 0)
            if end and behind[end - 1].text == "的":
                said = clause.text[word.start : behind[end].end]
                yield Variant(said, halves[word.text], (Use(clause, word.start),))


def _twins(book: Book) -> Iterator[Variant]:
    """A name in quotes that is never used again, where its section uses one that differs in one character."""
    free = word_set("free")
    quoted = {match[1] for clause in book.rules for match in _QUOTED_NAME.finditer(clause.text)}
    vocabulary = Vocabulary(quoted)
    said = Counter(mention.word for clause in book.clauses for mention in vocabulary.mentions(clause.text))
    for clause in book.rules:
        for match in _QUOTED_NAME.finditer(clause.text):
            name = match[1]
            if said[name] > 1:
                continue
            forms = "|".join(f"{name[:at]}(?!{name[at]})[\u4e00-\u9fff]{name[at + 1 :]}" for at in range(len(name)))
            twin = re.compile(rf"(?<![“\"「])(?:{forms})")
            beside = book.in_section[book.section(clause)]
            uses = [Use(c, found.start()) for c in beside for found in twin.finditer(c.text)]
            words = {use.clause.text[use.at : use.at + len(name)] for use in uses}
            if len(words) == 1 and not _differ_in(name, word := words.pop(), free) and word not in book.definitions:
                yield Variant(word, name, tuple(uses))


def _differ_in(one: str, other: str, characters: frozenset[str]) -> bool:
    """Whether the character in which two names differ is, in either, one of those."""
    return any(a != b and (a in characters or b in characters) for a, b in zip(one, other, strict=True))


def _is_within(short: str, long: str) -> bool:
    """Whether the characters of one stand in the other in that order."""
    rest = iter(long)
    return len(short) < len(long) and all(char in rest for char in short)
