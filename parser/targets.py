"""The clauses of one rulebook by everything that a reference may call them."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence

from headjudge.kb.clause import Clause, ClauseKey, Kind
from headjudge.parser.dialect import Dialect
from headjudge.parser.number import UNITS, Number, chinese_numeral, read_number, roman

Keys = tuple[ClauseKey, ...]

_MANY = 16
"""More clauses of one number than parts of a book can have."""
NUMBERED = (Kind.CHAPTER, Kind.SECTION, Kind.CLAUSE)
_ARTICLE = re.compile(
    r"第(?P<article>[^条]+)条(?:之(?P<extra>[一二三四五六七八九十0-9]+))?(?:第(?P<paragraph>[^款项]+)款)?(?:第(?P<item>[^项]+)项|[（(](?P<mark>[^（）()]+)[）)])?"
)
_ARTICLE_EN = re.compile(r"(?:Article|article) (?P<article>[0-9]+)(?:\((?P<item>[0-9a-z]+)\))?")
_UNIT = re.compile(
    r"第(?P<value>[^编篇章节条部]+)(?P<unit>部分|[编篇章节条])|(?P<english>part|chapter|section|article|§)\s*(?P<figure>\w+)",
    re.I,
)
_MINIMUM_BARE_TITLE = 4


class Index:
    """Looks clauses up; every answer has its keys in the book's order."""

    def __init__(self, clauses: Iterable[Clause], dialect: Dialect) -> None:
        self._dialect = dialect
        self.by_key = {clause.key: clause for clause in clauses}
        self.children: dict[ClauseKey | None, list[ClauseKey]] = {}
        self.place: dict[ClauseKey, int] = {}
        self._by_number: dict[str, list[ClauseKey]] = {}
        self._by_title: dict[str, list[ClauseKey]] = {}
        self._by_unit: dict[tuple[str, int], list[ClauseKey]] = {}
        self.articles: dict[ClauseKey, int] = {}
        """The articles of a statute with their places in `in_order`."""
        self.in_order: list[ClauseKey] = []
        self._ranges: dict[tuple[str, str], tuple[Keys, bool]] = {}
        self._items: dict[ClauseKey, dict[str, ClauseKey]] = {}
        """The items directly below a clause by what they are called."""
        for clause in self.by_key.values():
            self._add(clause)

    def _add(self, clause: Clause) -> None:
        siblings = self.children.setdefault(clause.parent, [])
        self.place[clause.key] = len(siblings)
        siblings.append(clause.key)
        if clause.kind in NUMBERED:
            self._by_number.setdefault(clause.key.rpartition("/")[2].partition("~")[0], []).append(clause.key)
            if clause.title:
                self._by_title.setdefault(fold_title(clause.title), []).append(clause.key)
            if (unit := printed_unit(clause.number)) is not None:
                self._by_unit.setdefault(unit, []).append(clause.key)
            if clause.kind is Kind.CLAUSE and clause.number.startswith(("第", "Article", "ARTICLE", "§")):
                self.articles[clause.key] = len(self.in_order)
                self.in_order.append(clause.key)

    # By number --------------------------------------------------------------------------------------------------

    def number(self, printed: str, clause: Clause) -> Keys:
        """The clause of that number, with its duplicates; of numbers that restart, the nearest one."""
        bare = printed.replace(" ", "")
        if "条" in bare and (article := _ARTICLE.fullmatch(bare)) is not None:
            return self._article(article.groupdict(), clause)
        if self.articles and (article := _ARTICLE_EN.fullmatch(printed)) is not None:
            return self._article(article.groupdict(), clause)
        return self._numbered(self._read(printed), clause)

    def _numbered(self, number: Number, clause: Clause) -> Keys:
        """The clause of that number; where `1.2.4` has items and no clause `1.2.4b`, its item b."""
        found = self._nearest(self._by_number.get(number.key, ()), clause)
        if found or not isinstance(number.parts[-1], str) or len(number.parts) == 1:
            return found
        above = self._numbered(number.parent, clause)
        return self.item(above[0], number.parts[-1]) if len(above) == 1 else ()

    def _read(self, printed: str) -> Number:
        return read_number(printed, hundreds=self._dialect.hundreds)

    def _nearest(self, keys: Sequence[ClauseKey], clause: Clause) -> Keys:
        """Of clauses whose numbers start over, those that share the most with where the words stand. Which of two copies
        of one number is meant, nobody can say."""
        if not 1 < len(keys) <= _MANY or any("~" in key for key in keys):
            return tuple(keys)
        here = set(self._chain(clause.key))
        shared = {key: sum(1 for above in self._chain(key) if above in here) for key in keys}
        return tuple(key for key in keys if shared[key] == max(shared.values()))

    def _chain(self, key: ClauseKey) -> Iterator[ClauseKey]:
        """A clause and all above it."""
        above: ClauseKey | None = key
        while above is not None:
            yield above
            above = self.by_key[above].parent

    def _article(self, words: dict[str, str | None], clause: Clause) -> Keys:
        """第十二条第二款第（三）项: the article, its second paragraph (the first is the article's own text), its item."""
        extra = f"-{value_of(words['extra'] or '')}" if words.get("extra") else ""
        key = f"{value_of(words['article'] or '')}{extra}"
        named = self._by_number.get(key, ())
        found = self._nearest([key for key in named if self.by_key[key].kind is Kind.CLAUSE], clause)
        if found and words.get("paragraph"):
            paragraphs, place = self.paragraphs(found[0]), value_of(words["paragraph"] or "")
            found = (paragraphs[place - 1],) if 0 < place <= len(paragraphs) else ()
        item = words.get("item") or words.get("mark")
        if found and item:
            article = self.by_key[found[0]].parent if words.get("paragraph") else None
            found = self.item(found[0], item) or (self.item(article, item) if article else ())
        return found

    def paragraphs(self, article: ClauseKey) -> list[ClauseKey]:
        """The paragraphs (款) of an article, the first being its own text."""
        return [article, *(key for key in self.below(article) if self.by_key[key].kind is Kind.PARAGRAPH)]

    def below(self, key: ClauseKey) -> Sequence[ClauseKey]:
        """The clauses directly below one."""
        return self.children.get(key, ())

    def item(self, key: ClauseKey, printed: str) -> Keys:
        """The item of that printed value: （三）, 3), b."""
        if key not in self._items:
            named = self._items[key] = {}
            for below in self.below(key):
                if self.by_key[below].kind is Kind.STEP:
                    named.setdefault(_item_name(self.by_key[below].number), below)
        found = self._items[key].get(_item_name(printed))
        return (found,) if found else ()

    def chapter(self, words: str, clause: Clause) -> Keys:
        """`第6章`, `第2章第3节`, `chapter 6`: by the printed mark, else by its number."""
        found: Keys = ()
        units = list(_UNIT.finditer(words))
        for place, match in enumerate(units):
            unit = _unit_of(match)
            value = value_of(match["value"] or match["figure"])
            marked = self._by_unit.get((unit, value), [])
            if not place:
                found = self._nearest(marked, clause) or self._unmarked(unit, match, clause)
            else:
                within = tuple(key for key in marked if found and self.by_key[key].parent in found)
                found = within or tuple(key for above in found for key in self._by_number.get(f"{above}.{value}", ()))
        return found if units else self.number(words, clause)

    def _unmarked(self, unit: str, match: re.Match[str], clause: Clause) -> Keys:
        """`第4节` where sections are printed as numbers is the fourth of the chapter that says so."""
        if match["english"] or unit != "节":
            return self.number(match["value"] or match["figure"], clause)
        above = clause
        while above.parent:
            above = self.by_key[above.parent]
        value = value_of(match["value"])
        own = tuple(self._by_number.get(f"{above.key}.{value}", ()))
        return own or (() if self.prints_chapters() else self.number(str(value), clause))

    def prints_chapters(self) -> bool:
        """Whether chapters are printed as 第N章."""
        return any(unit == "章" for unit, _ in self._by_unit)

    # Several ----------------------------------------------------------------------------------------------------

    def between(self, first: str, last: str, clause: Clause) -> tuple[Keys, bool]:
        """The clauses from `first` to `last`, and whether both exist but under different parents (then there are none).
        A bare last part inherits the prefix of the first."""
        start, end = self._end(first, clause), self._end(last, clause, after=first)
        if not start or not end:
            return (), False
        ends = start[0], end[0]
        if ends not in self._ranges:
            self._ranges[ends] = self.run(*ends)
        return self._ranges[ends]

    def run(self, start: ClauseKey, end: ClauseKey) -> tuple[Keys, bool]:
        """The numbered siblings from one to another, and whether they are no siblings (then there are none). Articles are
        numbered through the book."""
        if start in self.articles and end in self.articles:
            return tuple(self.in_order[self.articles[start] : self.articles[end] + 1]), False
        parent = self.by_key[start].parent
        if parent != self.by_key[end].parent:
            return (), True
        run = self.children[parent][self.place[start] : self.place[end] + 1]
        return tuple(key for key in run if self.by_key[key].kind in NUMBERED or self.by_key[key].number), False

    def _end(self, printed: str, clause: Clause, *, after: str = "") -> Keys:
        if _UNIT.match(printed):
            return self.number(printed, clause) if "条" in printed else self.chapter(printed, clause)
        if not after:
            return self.number(printed, clause)
        start, end = self._read(after), read_number(printed)
        if len(end.parts) < len(start.parts) - start.hidden:
            end = start._replace(parts=start.parts[: len(start.parts) - len(end.parts)] + end.parts)
        else:
            end = self._read(printed)
        return self._numbered(end, clause)

    def members(self, first: str, others: Sequence[str], clause: Clause) -> Keys:
        """`305.2a、c`: each letter takes the place of the last part; `第三、五条`: each is a whole number."""
        found: list[Keys] = []
        start = self._read(first)
        for words in (first, *others):
            if len(words) == 1 and words.isalpha():
                found.append(self._numbered(start._replace(parts=(*start.parts[:-1], words)), clause))
            else:
                found.append(self._end(words, clause))
        return tuple(keys[0] for keys in found if keys) if all(found) else ()

    def listed(self, bare: str, after: ClauseKey, clause: Clause) -> Keys:
        """What a bare number behind a reference in a list names: a later sibling (`1.1.1、3`), else a whole number (`200.1 and
        300`); a number that is not in order may be either."""
        value = value_of(bare)
        number = self._read(after)
        stem = number.parts[:-1] if isinstance(number.parts[-1], str) else number.parts
        last, sibling = stem[-1], number._replace(parts=(*stem[:-1], value)).key
        beside = self._by_number.get(sibling, ()) if len(stem) - number.hidden > 1 and value != last else ()
        whole = self._nearest(self._by_number.get(self._read(str(value)).key, ()), clause)
        if beside and isinstance(last, int) and value > last:
            return self._nearest(beside, clause)
        return (*self._nearest(beside, clause), *whole)

    # By title ---------------------------------------------------------------------------------------------------

    def title(self, words: str, clause: Clause) -> Keys:
        """The clauses with that title; a number in front of it must agree. Without a dot (『3 回合』) it may be an amount
        (『3 张牌』), so that both must be right."""
        inner = words.strip("“”‘’「」『』《》\"'【】 ")
        found = self._by_title.get(fold_title(inner), [])
        printed = re.match(
            rf"第.{{1,4}}章|(?P<number>{self._dialect.reference_number})|(?P<figure>[0-9０-９]{{1,3}})(?P<dot>[.．]?)", inner
        )
        if printed is None:
            return tuple(found)
        chapter = printed[0][0] == "第" and not printed["number"]
        by_number = (self.chapter if chapter else self.number)(printed["number"] or printed["figure"] or printed[0], clause)
        agreeing = tuple(key for key in found if key in by_number)
        return agreeing or (() if printed["figure"] and not printed["dot"] else by_number)

    def titled_within(self, words: str) -> Keys:
        """The one heading whose whole title stands in `words` (`关于X请参见下文`); the longest one, if they overlap."""
        folded = fold_title(words)
        spans = [(start, end) for start in range(len(folded)) for end in range(len(folded), start + _MINIMUM_BARE_TITLE - 1, -1)]
        found = [(start, end) for start, end in spans if folded[start:end] in self._by_title]
        longest = [s for s in found if not any(o != s and o[0] <= s[0] and s[1] <= o[1] for o in found)]
        return tuple(self._by_title[folded[slice(*longest[0])]]) if len(longest) == 1 else ()

    def titles(self) -> Iterator[tuple[str, Keys]]:
        """Every folded title with its clauses."""
        return ((title, tuple(keys)) for title, keys in self._by_title.items())


def printed_unit(number: str) -> tuple[str, int] | None:
    """What a mark such as 第三条 or `Article 3` counts, and its value; None of any other mark, or of 第三条之一."""
    match = _UNIT.match(number)
    if match is None or "之" in number:
        return None
    value = match["value"] or match["figure"]
    return _unit_of(match), value_of(value) or roman(value) or 0


def _unit_of(match: re.Match[str]) -> str:
    """编, 章, 节 or 条, by whatever word."""
    said = match["unit"] or match["english"].casefold()
    return UNITS.get(said, said)


def value_of(words: str) -> int:
    """The value of the figures or of the Chinese numeral in `words`; 0 without one."""
    digits = re.search(r"\d+", unicodedata.normalize("NFKC", words))
    return int(digits[0]) if digits else chinese_numeral(words) or 0


def _item_name(printed: str) -> str:
    """What an item is called, however its mark is printed.

    >>> _item_name("（三）"), _item_name("3)"), _item_name("B.")
    ('3', '3', 'b')
    """
    bare = printed.strip("（）().．、 ")
    value = 0 if bare.isascii() and bare.isalpha() else value_of(bare)
    return str(value) if value else bare.casefold()


def fold_title(title: str) -> str:
    """A title without numbers, brackets, spaces and width: what two mentions of it have in common.

    >>> fold_title("8. 主要阶段 中可选择的行动") == fold_title("主要阶段中可选择的行动")
    True
    """
    folded = unicodedata.normalize("NFKC", title).casefold()
    bare = re.sub(r"^第[^章]{1,4}章", "", folded) if folded.startswith("第") else folded.lstrip("0123456789. -")
    return "".join(char for char in bare if char.isalnum())
