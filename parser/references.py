"""The references in a clause's words, and the clauses that they name."""

import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import NamedTuple

from lark import Lark, Token, Transformer

from headjudge.kb.clause import Clause, ClauseKey, Kind, Reference, ReferenceKind, Status
from headjudge.parser.dialect import Dialect
from headjudge.parser.number import read_number


class Mention(NamedTuple):
    """A reference as the text has it, not yet looked up: where it stands, and the words that say what it names."""

    kind: ReferenceKind
    start: int
    end: int
    first: str
    last: str = ""
    flow: bool = False


class _Mentions(Transformer[Token, list[Mention]]):
    def _mention(kind: ReferenceKind) -> Callable[["_Mentions", list[Token]], Mention]:  # type: ignore[misc]  # noqa: N805
        def mention(_self: "_Mentions", tokens: list[Token]) -> Mention:
            start, end = tokens[0].start_pos, tokens[-1].end_pos
            assert start is not None
            assert end is not None
            return Mention(kind, start, end, str(tokens[0]), str(tokens[-1]) if len(tokens) > 1 else "")

        return mention

    number = _mention(ReferenceKind.NUMBER)
    range = _mention(ReferenceKind.RANGE)
    chapter = _mention(ReferenceKind.CHAPTER)
    quoted = _mention(ReferenceKind.TITLE)
    wildcard = _mention(ReferenceKind.WILDCARD)
    step = _mention(ReferenceKind.STEP)
    steps = _mention(ReferenceKind.RANGE)
    external = _mention(ReferenceKind.EXTERNAL)
    symbolic = _mention(ReferenceKind.NUMBER)

    def flow(self, children: list[Mention]) -> Mention:
        return children[-1]._replace(flow=True)

    def text(self, children: list[Mention]) -> list[Mention]:
        return children


@cache
def _parser(number: str) -> Lark:
    grammar = (files("headjudge.parser") / "grammars" / "references.lark").read_text("utf-8")
    for place in ("(?=N)", "(?=N|", ")N(?", "/N("):
        grammar = grammar.replace(place, place.replace("N", f"(?:{number})"))
    return Lark(grammar, start="text", parser="lalr", lexer="contextual", transformer=_Mentions())


def mentions(words: str, dialect: Dialect) -> list[Mention]:
    """Every reference in `words`, as written.

    >>> from headjudge.parser.dialect import dialect
    >>> [words[m.start:m.end] for words in ["如果没有，返回6.2.1（第3章）。"] for m in mentions(words, dialect("dotted"))]
    ['6.2.1', '第3章']
    """
    return _parser(dialect.reference_number).parse(words)  # type: ignore[return-value]  # the transformer makes it a list


class Index:
    """The clauses of one rulebook by everything that a reference may call them."""

    def __init__(self, clauses: Iterable[Clause]) -> None:
        self._by_key = {clause.key: clause for clause in clauses}
        self._children: dict[ClauseKey | None, list[ClauseKey]] = {}
        self._by_title: dict[str, list[ClauseKey]] = {}
        for clause in self._by_key.values():
            self._children.setdefault(clause.parent, []).append(clause.key)
            if clause.title:
                self._by_title.setdefault(fold_title(clause.title), []).append(clause.key)

    def number(self, printed: str) -> tuple[ClauseKey, ...]:
        """The clause of that number, with its duplicates if there are any."""
        key = read_number(printed).key
        if key not in self._by_key:
            return ()
        copies = [ClauseKey(f"{key}~{copy}") for copy in range(2, 10)]
        return (key, *(copy for copy in copies if copy in self._by_key))

    def between(self, first: str, last: str) -> tuple[ClauseKey, ...]:
        """The clauses from `first` to `last`, if both are children of one clause; a bare last part inherits its prefix."""
        start, end = read_number(first), read_number(last)
        if len(end.parts) < len(start.parts):
            end = end._replace(parts=start.parts[: len(start.parts) - len(end.parts)] + end.parts)
        if start.key not in self._by_key or end.key not in self._by_key:
            return ()
        siblings = self._children[self._by_key[start.key].parent]
        if end.key not in siblings:
            return ()
        return tuple(siblings[siblings.index(start.key) : siblings.index(end.key) + 1])

    def title(self, words: str) -> tuple[ClauseKey, ...]:
        """The clauses with that title; a number in front of it (`8. 主要阶段…`) must agree."""
        inner = words.strip("“”「」『』\"'【】 ")
        number = read_number(inner.split(" ")[0].rstrip(".．")) if inner[:1].isdigit() else read_number(inner.split("章")[0])
        found = self._by_title.get(fold_title(inner), [])
        if number.parts and (by_number := self.number(number.key)):
            return tuple(key for key in found if key in by_number) or by_number
        return tuple(found)

    def step(self, words: str, clause: Clause) -> tuple[ClauseKey, ...]:
        """The circled step of the clause's own list, else of the list in a neighbouring clause before it."""
        circled = next(char for char in words if "①" <= char <= "⑳")
        where: ClauseKey | None = clause.key
        while where is not None:
            found = ClauseKey(f"{where}/{circled}")
            if found in self._by_key:
                return (found,)
            siblings = self._children.get(self._by_key[where].parent, [])
            before = siblings[: siblings.index(where)] if where in siblings else []
            lists = [ClauseKey(f"{key}/{circled}") for key in reversed(before)]
            if found_before := [key for key in lists if key in self._by_key]:
                return (found_before[0],)
            where = self._by_key[where].parent
        return ()

    def steps(self, first: str, last: str, clause: Clause) -> tuple[ClauseKey, ...]:
        """A run of circled steps of one list."""
        start, end = self.step(first, clause), self.step(last, clause)
        if not start or not end:
            return ()
        siblings = self._children[self._by_key[start[0]].parent]
        return tuple(siblings[siblings.index(start[0]) : siblings.index(end[0]) + 1]) if end[0] in siblings else ()

    def below(self, words: str) -> tuple[ClauseKey, ...]:
        """The chapter that a wildcard stands for (`3.X`)."""
        return self.number(words.split(".")[0])


def fold_title(title: str) -> str:
    """A title without numbers, brackets, spaces and width: what two mentions of it have in common.

    >>> fold_title("8. 主要阶段 中可选择的行动") == fold_title("主要阶段中可选择的行动")
    True
    """
    folded = unicodedata.normalize("NFKC", title).casefold()
    bare = folded.split("章", 1)[-1] if folded.startswith("第") else folded.lstrip("0123456789. -")
    return "".join(char for char in bare if char.isalnum())


def resolve(clauses: Sequence[Clause], dialect: Dialect) -> list[Clause]:
    """The clauses with the references that their titles and texts make."""
    index = Index(clauses)
    out = []
    for clause in clauses:
        found: list[Reference] = []
        for words, in_title in ((clause.title, True), (clause.text, False)):
            if words:
                read = (_reference(mention, words, clause, index) for mention in mentions(words, dialect))
                found.extend(replace(reference, in_title=in_title) for reference in read if reference)
        out.append(replace(clause, references=tuple(found)) if found else clause)
    return out


def _reference(mention: Mention, words: str, clause: Clause, index: Index) -> Reference | None:
    look_up: Mapping[ReferenceKind, Callable[[], tuple[ClauseKey, ...]]] = {
        ReferenceKind.NUMBER: lambda: index.number(_inner(mention.first)),
        ReferenceKind.RANGE: lambda: (
            index.steps(mention.first, mention.last, clause)
            if "①" <= mention.first <= "⑳"
            else index.between(mention.first, mention.last)
        ),
        ReferenceKind.CHAPTER: lambda: index.number(mention.first),
        ReferenceKind.TITLE: lambda: index.title(mention.first),
        ReferenceKind.WILDCARD: lambda: index.below(mention.first),
        ReferenceKind.STEP: lambda: index.step(mention.first, clause),
        ReferenceKind.EXTERNAL: tuple,
    }
    targets = look_up[mention.kind]()
    if mention.kind is ReferenceKind.EXTERNAL:
        status = Status.EXTERNAL
    elif not targets:
        if _is_amount(mention, words):
            return None
        status = Status.DANGLING
    elif mention.kind in (ReferenceKind.RANGE, ReferenceKind.WILDCARD) or len(targets) == 1:
        status = Status.RESOLVED
    else:
        status = Status.AMBIGUOUS
    said = words[mention.start : mention.end]
    return Reference(said, mention.kind, mention.start, mention.end, targets, status, mention.flow)


def _inner(words: str) -> str:
    """What `[[rule:x]]` and `{ref:x}` name."""
    return words.strip("[]{}").partition(":")[2] if words[:1] in "[{" else words


def _is_amount(mention: Mention, words: str) -> bool:
    """Two figures and a dot that no clause has, and that nothing announces, are an amount (`1.5`), not a lost clause."""
    if mention.kind is not ReferenceKind.NUMBER or mention.flow or len(read_number(mention.first).parts) > 2:
        return False
    before, after = words[: mention.start].rstrip()[-2:], words[mention.end :].lstrip()[:1]
    announced = before[-1:] in ("（", "(", "、", "，", ",") and after in ("）", ")", "、", "，", ",", ".")
    return not (announced or before.endswith(("根据", "依据", "规则", "参照", "见")))


def procedures(clauses: Sequence[Clause], words: Sequence[str]) -> list[tuple[ClauseKey, ClauseKey]]:
    """The pairs (step, next step) of every procedure: numbered children of a clause that announces steps (its text ends
    in a colon and says one of `words`), or of which one sends the procedure to another."""
    children: dict[ClauseKey, list[Clause]] = {}
    by_key = {clause.key: clause for clause in clauses}
    for clause in clauses:
        if clause.parent is not None and clause.kind in (Kind.CLAUSE, Kind.STEP):
            children.setdefault(clause.parent, []).append(clause)
    pairs: list[tuple[ClauseKey, ClauseKey]] = []
    for key, steps in children.items():
        keys = {step.key for step in steps}
        announced = by_key[key].text.rstrip().endswith(("：", ":")) and any(word in by_key[key].text for word in words)
        jumps = any(reference.flow and keys & set(reference.targets) for step in steps for reference in step.references)
        if announced or jumps:
            pairs.extend((one.key, two.key) for one, two in pairwise(steps))
    return pairs
