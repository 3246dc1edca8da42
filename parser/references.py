"""What the references of a rulebook name: each is resolved only where exactly one reading remains."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from headjudge.kb.clause import Clause, ClauseKey, Kind, Reference, ReferenceKind, Status
from headjudge.parser.dialect import Dialect
from headjudge.parser.mentions import Mention, mentions
from headjudge.parser.number import Number, chinese_numeral, read_number

Keys = tuple[ClauseKey, ...]

_NEAR = 48
"""Characters between a title and a step of its list (`“X”中的场合，即步骤⑨的时点`)."""
_POINTER = re.compile(r"[上下前后]文")
_ARTICLE = re.compile(
    r"第(?P<article>[^条]+)条(?:之(?P<extra>[一二三四五六七八九十]+))?(?:第(?P<paragraph>[^款项]+)款)?(?:第(?P<item>[^项]+)项)?"
)


class Index:
    """The clauses of one rulebook by everything that a reference may call them."""

    def __init__(self, clauses: Iterable[Clause], dialect: Dialect) -> None:
        self._dialect = dialect
        self._by_key = {clause.key: clause for clause in clauses}
        self._children: dict[ClauseKey | None, list[ClauseKey]] = {}
        self._place: dict[ClauseKey, int] = {}
        self._by_title: dict[str, list[ClauseKey]] = {}
        self._by_mark: dict[str, list[ClauseKey]] = {}
        for clause in self._by_key.values():
            siblings = self._children.setdefault(clause.parent, [])
            self._place[clause.key] = len(siblings)
            siblings.append(clause.key)
            if clause.title and clause.kind in (Kind.CHAPTER, Kind.SECTION, Kind.CLAUSE):
                self._by_title.setdefault(fold_title(clause.title), []).append(clause.key)
            if clause.number[:1] == "第":
                self._by_mark.setdefault(_fold(clause.number), []).append(clause.key)

    def number(self, printed: str) -> Keys:
        """The clause of that number, with its duplicates if there are any."""
        if (article := _ARTICLE.fullmatch(printed.replace(" ", ""))) is not None and "条" in printed:
            return self._article(article)
        return self._with_copies(self._read(printed).key)

    def _read(self, printed: str) -> Number:
        return read_number(printed, hundreds=self._dialect.hundreds)

    def _with_copies(self, key: ClauseKey) -> Keys:
        if key not in self._by_key:
            return ()
        copies = [ClauseKey(f"{key}~{copy}") for copy in range(2, 10)]
        return (key, *(copy for copy in copies if copy in self._by_key))

    def _article(self, match: re.Match[str]) -> Keys:
        """第十二条第二款第（三）项: the article, its second paragraph (the first is the article's own text), its item."""
        key = read_number(match["article"]).key + (f"-{read_number(match['extra']).key}" if match["extra"] else "")
        found = self._with_copies(ClauseKey(key))
        if match["paragraph"] and found:
            paragraphs = [found[0], *(k for k in self._below(found[0]) if self._by_key[k].kind is Kind.PARAGRAPH)]
            place = _value(match["paragraph"])
            found = (paragraphs[place - 1],) if 0 < place <= len(paragraphs) else ()
        if match["item"] and found:
            found = self._item(found[0], _value(match["item"]))
        return found

    def _below(self, key: ClauseKey) -> list[ClauseKey]:
        return self._children.get(key, [])

    def _item(self, key: ClauseKey, place: int) -> Keys:
        items = [k for k in self._below(key) if self._by_key[k].kind is Kind.STEP and _value(self._by_key[k].number) == place]
        return tuple(items[:1])

    def chapter(self, words: str) -> Keys:
        """`第6章` by its printed mark where chapters are not numbered like clauses, else by its number."""
        marked = self._by_mark.get(_fold(words), [])
        if marked and self._by_key[marked[0]].key != read_number(words).key:
            return tuple(marked)
        return self.number(words)

    def between(self, first: str, last: str) -> Keys:
        """The clauses from `first` to `last`, if both are children of one clause; a bare last part inherits its prefix."""
        start, end = self.number(first), self._end(first, last)
        if not start or not end or self._by_key[start[0]].parent != self._by_key[end[0]].parent:
            return ()
        siblings = self._children[self._by_key[start[0]].parent]
        return tuple(siblings[self._place[start[0]] : self._place[end[0]] + 1])

    def _end(self, first: str, last: str) -> Keys:
        if "条" in last:
            return self.number(last)
        start, end = self._read(first), read_number(last)
        if len(end.parts) < len(start.parts) - start.hidden:
            end = start._replace(parts=start.parts[: len(start.parts) - len(end.parts)] + end.parts)
        else:
            end = self._read(last)
        return self._with_copies(end.key)

    def members(self, first: str, letters: Sequence[str]) -> Keys:
        """`305.2a、c`: each letter takes the place of the last part."""
        start = self._read(first)
        keys = [start.key, *(start._replace(parts=(*start.parts[:-1], letter)).key for letter in letters)]
        return tuple(keys) if all(key in self._by_key for key in keys) else ()

    def title(self, words: str) -> Keys:
        """The clauses with that title; a number in front of it must agree."""
        inner = words.strip("“”「」『』\"'【】 ")
        found = self._by_title.get(fold_title(inner), [])
        printed = re.match(r"第.{1,4}章|[0-9０-９]{1,3}(?=[.．])", inner)
        if printed:
            by_number = self.chapter(printed[0]) if printed[0][0] == "第" else self.number(printed[0])
            return tuple(key for key in found if key in by_number) or by_number
        return tuple(found)

    def titled_before(self, words: str) -> Keys:
        """The one heading whose whole title stands at the end of `words`, or in it (`关于X请参见下文`)."""
        folded = fold_title(words)
        found = [keys for title, keys in self._by_title.items() if len(title) > 3 and title in folded]
        return tuple(found[0]) if len(found) == 1 else ()

    def step(self, words: str, clause: Clause, title: Keys = (), *, ahead: bool = True) -> Keys:
        """The circled step of the list that the words mean: of the titled clause, or of the nearest list. A clause that
        introduces a list speaks of the list before it, unless it looks `ahead` (以下步骤③)."""
        circled = next(char for char in words if "①" <= char <= "⑳")
        if found := self._steps_under(title, circled):
            return found
        own = self._listed(clause.key, circled)
        if own and ahead:
            return own
        where: ClauseKey | None = clause.key
        while where is not None:
            if where != clause.key and (listed := self._listed(where, circled)):
                return listed
            parent = self._by_key[where].parent
            for before in reversed(self._children[parent][: self._place[where]]):
                if listed := self._listed(before, circled):
                    return listed
            where = parent
        return own

    def _listed(self, key: ClauseKey, circled: str) -> Keys:
        """The step of that mark in the clause's own list."""
        return tuple(k for k in self._below(key) if self._by_key[k].kind is Kind.STEP and self._by_key[k].number[:1] == circled)[
            :1
        ]

    def _steps_under(self, keys: Keys, circled: str) -> Keys:
        """Every step of that mark in the lists of these clauses and of what lies below them."""
        under = (k for key in keys for k in self._under(key))
        return tuple(k for k in under if self._by_key[k].kind is Kind.STEP and self._by_key[k].number[:1] == circled)

    def _under(self, key: ClauseKey) -> list[ClauseKey]:
        out, waiting = [], [key]
        while waiting:
            below = self._below(waiting.pop())
            out.extend(below)
            waiting.extend(below)
        return out

    def steps(self, first: str, last: str, clause: Clause) -> Keys:
        """A run of circled steps of one list."""
        start, end = self.step(first, clause), self.step(last, clause)
        if not start or not end or self._by_key[start[0]].parent != self._by_key[end[0]].parent:
            return ()
        siblings = self._children[self._by_key[start[0]].parent]
        return tuple(k for k in siblings[self._place[start[0]] : self._place[end[0]] + 1] if self._by_key[k].number)

    def relative(self, words: str, clause: Clause) -> Keys:
        """前款, 前两款, 前条, 本条第二款, 本条第三项: counted from where the words stand."""
        article = clause
        while article.parent is not None and "条" not in article.number:
            article = self._by_key[article.parent]
        count = _value(words) or 1
        if words.startswith("前") and "条" in words:
            siblings = self._children[article.parent]
            return tuple(siblings[max(0, self._place[article.key] - count) : self._place[article.key]])
        paragraphs = [article.key, *(k for k in self._below(article.key) if self._by_key[k].kind is Kind.PARAGRAPH)]
        here = clause.key if clause.key in paragraphs else clause.parent
        if words.startswith("前") and here in paragraphs:
            place = paragraphs.index(here)
            return tuple(paragraphs[max(0, place - count) : place])
        if words.startswith("本") and "项" in words:
            return self._item(here if here in paragraphs and "款" in words[:2] else article.key, count)
        if words.startswith("本") and "第" in words:
            return tuple(paragraphs[count - 1 : count])
        return (article.key,) if words.startswith("本") else ()

    def front_matter(self, clause: Clause) -> bool:
        """Whether the clause stands before the first heading: what it cites are other documents."""
        return clause.parent == "" and clause.kind is Kind.PARAGRAPH


def _value(words: str) -> int:
    digits = re.search(r"\d+", unicodedata.normalize("NFKC", words))
    if digits:
        return int(digits[0])
    return chinese_numeral(words) or 0


def _fold(words: str) -> str:
    return re.sub(r"\s", "", unicodedata.normalize("NFKC", words))


def fold_title(title: str) -> str:
    """A title without numbers, brackets, spaces and width: what two mentions of it have in common.

    >>> fold_title("8. 主要阶段 中可选择的行动") == fold_title("主要阶段中可选择的行动")
    True
    """
    folded = unicodedata.normalize("NFKC", title).casefold()
    bare = re.sub(r"^第[^章]{1,4}章", "", folded) if folded.startswith("第") else folded.lstrip("0123456789. -")
    return "".join(char for char in bare if char.isalnum())


def resolve(clauses: Sequence[Clause], dialect: Dialect) -> list[Clause]:
    """The clauses with the references that their titles and texts make."""
    index = Index(clauses, dialect)
    out = []
    for clause in clauses:
        found = [*_references(clause.title, clause, index, dialect, in_title=True)] if _may_cite(clause) else []
        found += _references(clause.text, clause, index, dialect, in_title=False)
        out.append(replace(clause, references=tuple(found)) if found else clause)
    return out


def _may_cite(clause: Clause) -> bool:
    return bool(clause.title) and clause.kind not in (Kind.CHAPTER, Kind.ROW)


def _references(words: str, clause: Clause, index: Index, dialect: Dialect, *, in_title: bool) -> list[Reference]:
    out: list[Reference] = []
    if not words or clause.kind is Kind.CONTENTS:
        return out
    for mention in mentions(words, dialect):
        reference = _reference(mention, words, clause, index, out)
        if reference:
            out.append(replace(reference, in_title=in_title) if in_title else reference)
    return out


def _reference(mention: Mention, words: str, clause: Clause, index: Index, before: Sequence[Reference]) -> Reference | None:
    kind, first, last = mention.kind, mention.words[0], mention.words[-1]
    circled = any("①" <= char <= "⑳" for char in first)
    look_up: Mapping[ReferenceKind, Callable[[], Keys]] = {
        ReferenceKind.NUMBER: lambda: index.number(_inner(first)),
        ReferenceKind.RANGE: lambda: index.steps(first, last, clause) if circled else index.between(first, last),
        ReferenceKind.LIST: lambda: index.members(first, mention.words[1:]),
        ReferenceKind.CHAPTER: lambda: index.chapter(first),
        ReferenceKind.TITLE: lambda: index.title(first),
        ReferenceKind.WILDCARD: lambda: index.number(first.split(".")[0]),
        ReferenceKind.STEP: lambda: _step(mention, words, clause, index, before),
        ReferenceKind.RELATIVE: lambda: _relative(first, words[: mention.start], clause, index),
        ReferenceKind.EXTERNAL: tuple,
    }
    targets = look_up[kind]()
    elsewhere = kind is ReferenceKind.EXTERNAL or (kind is ReferenceKind.CHAPTER and index.front_matter(clause))
    if elsewhere:
        targets, status, kind = (), Status.EXTERNAL, ReferenceKind.EXTERNAL
    elif targets:
        several = kind in (ReferenceKind.RANGE, ReferenceKind.LIST, ReferenceKind.RELATIVE)
        status = Status.RESOLVED if several or len(targets) == 1 else Status.AMBIGUOUS
    elif _is_amount(mention, words) or _POINTER.fullmatch(first) or (kind is ReferenceKind.TITLE and not first[1:2].isdigit()):
        return None  # a quoted title that no heading has is a problem (`unknown_title`), not a reference
    else:
        status = Status.DANGLING
    said = words[mention.start : mention.end]
    return Reference(said, kind, mention.start, mention.end, targets, status, mention.flow)


def _step(mention: Mention, words: str, clause: Clause, index: Index, before: Sequence[Reference]) -> Keys:
    """A step of the list of a title named just before it; else of the nearest list; else of a clause named just before it."""
    near = [r for r in before if mention.start - r.end < _NEAR and "。" not in words[r.end : mention.start] and r.targets]
    titles = [r.targets for r in near if r.kind is ReferenceKind.TITLE]
    numbers = [r.targets for r in near if r.kind in (ReferenceKind.CHAPTER, ReferenceKind.NUMBER)]
    sentence = words[: mention.start].rpartition("。")[2]
    ahead = bool(re.search("以下|下列|如下|其中", sentence)) or not clause.text.rstrip().endswith(("：", ":"))
    found = index.step(mention.words[0], clause, titles[-1] if titles else (), ahead=ahead)
    return found or (index.step(mention.words[0], clause, numbers[-1]) if numbers else ())


def _relative(words: str, before: str, clause: Clause, index: Index) -> Keys:
    if _POINTER.fullmatch(words):
        return index.titled_before(before[-_NEAR:].rpartition("。")[2])
    return index.relative(words, clause)


def _inner(words: str) -> str:
    """What `[[rule:x]]` and `{ref:x}` name."""
    return words.strip("[]{}").partition(":")[2] if words[:1] in "[{" else words


def _is_amount(mention: Mention, words: str) -> bool:
    """Two figures and a dot that no clause has, and that nothing announces, are an amount (`1.5`), not a lost clause."""
    if mention.kind not in (ReferenceKind.NUMBER, ReferenceKind.RANGE) or mention.flow or "条" in mention.words[0]:
        return False
    if mention.words[0][:1] in "[{" or len(read_number(mention.words[0]).parts) > 2:
        return False
    before, after = words[: mention.start].rstrip()[-2:], words[mention.end :].lstrip()[:1]
    announced = before[-1:] in ("（", "(", "、", "，", ",") and after in ("）", ")", "、", "，", ",", ".")
    return not (announced or before.endswith(("根据", "依据", "规则", "参照", "见", "le", "es", "ee")))


def procedures(clauses: Sequence[Clause], words: Sequence[str]) -> list[tuple[ClauseKey, ClauseKey]]:
    """The pairs (step, next step) of every procedure: numbered children of a clause that announces steps (its text ends
    in a colon and says one of `words`), or of which one sends the procedure to another."""
    children: dict[ClauseKey, list[Clause]] = {}
    by_key = {clause.key: clause for clause in clauses}
    for clause in clauses:
        if clause.parent is not None and clause.kind in (Kind.CLAUSE, Kind.STEP):
            children.setdefault(clause.parent, []).append(clause)
    pairs: list[tuple[ClauseKey, ClauseKey]] = []
    for key, siblings in children.items():
        for steps in ([s for s in siblings if s.kind is Kind.CLAUSE], [s for s in siblings if s.kind is Kind.STEP]):
            keys = {step.key for step in steps}
            text = by_key[key].text.rstrip()
            announced = text.endswith(("：", ":")) and any(word in text for word in words)
            jumps = any(reference.flow and keys & set(reference.targets) for step in steps for reference in step.references)
            if announced or jumps:
                pairs.extend((one.key, two.key) for one, two in pairwise(steps))
    return pairs
