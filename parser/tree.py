"""The clauses of a rulebook, from its lines: which line starts a clause, what it belongs to, and what is odd about it."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from headjudge.kb.clause import Clause, ClauseKey, Kind, Problem, Role, Severity, Span
from headjudge.parser.blocks import Line
from headjudge.parser.contents import contents
from headjudge.parser.dialect import Dialect
from headjudge.parser.number import Number, read_number

_SENTENCE = re.compile(r"[。；：！？，;!?]|[.:]\s|[.:]$")
_FINISHED = re.compile(r"[。！？：；.!?:;…）)」』”’】》〉]\s*$")
_COLON = re.compile(r"[：:]\s*$")
_BRACKETED = re.compile(r"^(\s*【)([^【】]*)(】\s*)$")
_ADDRESS = re.compile(r"^\s*(?:https?://|www\.)")
_TITLE_LENGTH = 60
_WORD_LENGTH = 16
_BELOW = {
    "STEP": Kind.STEP,
    "BULLET": Kind.ITEM,
    "ARROW": Kind.ITEM,
    "LABEL": Kind.ROW,
    "EXAMPLE": Kind.EXAMPLE,
    "NOTE": Kind.NOTE,
}
_UNITS = "编章节条"


@dataclass(slots=True)
class _Node:
    key: ClauseKey
    kind: Kind
    number: str
    parent: "_Node | None"
    synthetic: bool = False
    depth: int = 0
    level: int = 0
    """How deep a heading, unit, step or arrow is among its like."""
    title: str = ""
    text: list[str] = field(default_factory=list)
    spans: list[Span] = field(default_factory=list)
    unnumbered: int = 0
    last_numbered: Number | None = None
    copies: int = 1

    def clause(self) -> Clause:
        parent = self.parent.key if self.parent else None
        text = "\n".join(self.text)
        return Clause(self.key, self.kind, self.number, self.title, text, parent, self.depth, tuple(self.spans), self.synthetic)


class Tree:
    """Builds the nodes of one rulebook in the order of its lines. `problems` grows as it goes."""

    def __init__(self, dialect: Dialect) -> None:
        self.dialect = dialect
        self.problems: list[Problem] = []
        self._root = _Node(ClauseKey(""), Kind.DOCUMENT, "", None, synthetic=True)
        self._nodes: dict[ClauseKey, _Node] = {self._root.key: self._root}
        self._numbered = self._root
        """The last node with a number: what unnumbered lines belong to."""
        self._number = Number(())
        self._last = self._root
        """The node that the line before belongs to."""
        self._blank = True
        """Whether a blank line (or nothing) stands between the last node and this line."""
        self._markdown: bool | None = None
        """Whether chapters are Markdown headings, once there was one."""
        self._entry: _Node | None = None
        """The glossary, while its entries are read."""

    def read(self, lines: Iterable[Line]) -> list[Clause]:
        """All clauses in the book's order, the document itself first."""
        every = list(lines)
        listed = contents(every)
        for place, (line, following) in enumerate(_with_next(every)):
            if place in listed:
                self._add_contents(line, first=place == listed.start)
            else:
                self._add(line, following)
        return [node.clause() for node in self._nodes.values()]

    # One line ---------------------------------------------------------------------------------------------------

    def _add(self, line: Line, following: "_Following") -> None:
        if line.mark in ("BLANK", "RULE"):
            self._last.spans.extend(line.spans)
            self._blank = True
            return
        words = line.text.strip()
        if (
            self.dialect.glossary
            and words in (*self.dialect.glossary, *self.dialect.tail)
            and line.mark == "PLAIN"
            and self._blank
        ):
            self._add_appendix(line, words)
        elif self._entry is not None:
            self._add_entry(line)
        elif line.mark == "CHAPTER" and not self._is_chapter(line):
            self._add_below(Kind.STEP, line)
        elif line.mark in ("CHAPTER", "NUMBER"):
            self._add_number(line, following.number)
        elif line.mark == "UNIT":
            self._add_unit(line)
        elif line.mark in ("HEADING", "SUBHEADING") and not _ADDRESS.match(following.text):
            self._add_heading(line)
        elif line.mark in _BELOW:
            self._add_below(_BELOW[line.mark], line)
        else:
            self._add_plain(line)
        self._blank = False

    def _add_contents(self, line: Line, *, first: bool) -> None:
        if first:
            self._new(ClauseKey("contents"), Kind.CONTENTS, "", self._root, synthetic=True)
        if words := (line.number + line.text).strip():
            self._last.text.append(words)
        self._last.spans.extend(_as_text(line))

    # Numbered lines ---------------------------------------------------------------------------------------------

    def _add_number(self, line: Line, following: Number | None) -> None:
        number = read_number(line.number, hundreds=self.dialect.hundreds)
        if not number.follows(self._number) and (split := _split(line, self._number)):
            line, number = split
        expected = number.follows(self._number)
        if not expected and self._is_wrapped(number, following):
            self._problem("wrapped_number", Severity.NOTE, self._last, line, number=number.key)
            self._continue(line)
            return
        key = self._unused(number.key)
        parent = self._parent(number)
        if key != number.key:
            first = self._nodes[number.key].spans[0].line
            self._problem("duplicate_number", Severity.ERROR, None, line, number=number.key, key=key, first=str(first))
        elif not expected:
            self._report_gap(number, parent, line)
        elif (
            re.search(r"[A-Z][.．]?\s*$", line.number)
            or "．" in line.number
            or re.search(r"[０-９]|\d\s+[.．]|[.．]\s+\d", line.number)
        ):
            self._problem("odd_number", Severity.NOTE, None, line, number=number.key, printed=line.number.strip())
        node = self._new(key, Kind.CHAPTER if line.mark == "CHAPTER" else Kind.CLAUSE, line.number.strip(" \t　*#•・-"), parent)
        self._fill(node, line, titled=line.mark == "CHAPTER" or self._is_titled(number, line))
        if node.title and node.kind is Kind.CLAUSE and len(number.parts) <= self.dialect.section_depth - self.dialect.bracketed:
            node.kind = Kind.CHAPTER if len(number.parts) == 1 else Kind.SECTION
        self._numbered, self._number = node, number
        parent.last_numbered = number

    def _is_chapter(self, line: Line) -> bool:
        """`1. text` starts a chapter only as the first chapter did (`## 1. Title`, `1. Title`) and in turn; else it is a step."""
        number, markdown = read_number(line.number), "#" in line.lead
        if self._markdown is None:
            self._markdown = markdown
        if markdown is not self._markdown:
            return False
        in_turn = Number(number.parts[:1]).follows(Number(self._number.parts[:1]))
        return markdown or not re.match(r"\d", line.number) or (in_turn and _is_title(line.text))

    def _is_titled(self, number: Number, line: Line) -> bool:
        if self.dialect.hundreds and len(number.parts) == 2:
            return True
        return len(number.parts) <= self.dialect.section_depth and _is_title(line.text)

    def _fill(self, node: _Node, line: Line, *, titled: bool) -> None:
        """Gives the words of a line to a node, as its title or as its text."""
        words = line.text.strip()
        if not titled:
            if words:
                node.text.append(words)
            node.spans.extend(line.spans)
            return
        bracketed = _BRACKETED.match(line.text)
        node.title = bracketed[2].strip() if bracketed else words
        for span in line.spans:
            if span.role is not Role.TEXT:
                node.spans.append(span)
                continue
            cuts = [len(bracketed[1]), len(bracketed[2]), len(bracketed[3])] if bracketed else [0, span.end - span.start, 0]
            at = span.start
            for length, role in zip(cuts, (Role.MARK, Role.TITLE, Role.MARK), strict=True):
                if length:
                    node.spans.append(Span(at, at + length, span.line, span.column + at - span.start, role))
                at += length

    def _is_wrapped(self, number: Number, following: Number | None) -> bool:
        """A line that starts with a number out of turn is a broken sentence, if the one before was not finished or if the
        clause after it goes on as though this line were none."""
        if not self._last.text or self._blank:
            return False
        unfinished = not _FINISHED.search(self._last.text[-1])
        resumes = following is not None and following.follows(self._number) and not following.follows(number)
        return unfinished or (resumes and number.key not in self._nodes and number.parent != self._number.parent)

    def _report_gap(self, number: Number, parent: _Node, line: Line) -> None:
        above = number.parent
        if above.parts and parent.key != above.key:
            self._problem("missing_parent", Severity.WARNING, None, line, number=number.key, parent=above.key)
            return
        last = number.parts[-1]
        before = parent.last_numbered
        previous = before.parts[-1] if before and len(before.parts) == len(number.parts) else 0
        if isinstance(last, int) and isinstance(previous, int) and last > previous + 1:
            missing = number._replace(parts=(*number.parts[:-1], previous + 1)).key
            self._problem("gap", Severity.WARNING, None, line, number=number.key, missing=missing)
        elif not (isinstance(last, int) and last == previous + 1 if isinstance(previous, int) else False):
            self._problem("out_of_order", Severity.WARNING, None, line, number=number.key, after=before.key if before else "")

    def _parent(self, number: Number) -> _Node:
        """The node of the nearest number above, or the document."""
        above = number.parent
        while above.parts and above.key not in self._nodes:
            above = above.parent
        return self._nodes[above.key] if above.parts else self._root

    def _add_unit(self, line: Line) -> None:
        """第三编, 第2章, 第一节: each below the last larger one. 第十二条: below the last of them, numbered through the book."""
        printed = line.number.strip()
        unit = next(char for char in printed if char in _UNITS)
        head, _, of = printed.partition(unit)
        number = read_number(head)
        extra = read_number(of.removeprefix("之")).key if of.startswith("之") else ""
        name = (number.key if unit == "条" else f"{unit}{number.key}") + (f"-{extra}" if extra else "")
        parent = self._numbered
        while parent.parent is not None and (parent.level == 0 or parent.level > _UNITS.index(unit)):
            parent = parent.parent
        inside = parent.key and unit != "条"
        wanted = ClauseKey(f"{parent.key}.{name}" if inside else name)
        key = self._unused(wanted)
        if key != wanted:
            first = self._nodes[wanted].spans[0].line
            self._problem("duplicate_number", Severity.ERROR, None, line, number=wanted, key=key, first=str(first))
        elif unit == "条" and not extra:
            self._report_article_gap(number, line)
        kind = Kind.CLAUSE if unit == "条" else Kind.CHAPTER if not parent.key else Kind.SECTION
        node = self._new(key, kind, printed, parent)
        node.level = _UNITS.index(unit) + 1
        self._fill(node, line, titled=unit != "条")
        self._numbered = node

    def _report_article_gap(self, number: Number, line: Line) -> None:
        before = self._root.last_numbered
        last = before.parts[-1] if before else 0
        if isinstance(last, int) and number.parts and number.parts[-1] != last + 1:
            self._problem("gap", Severity.WARNING, None, line, number=number.key, missing=str(last + 1))
        self._root.last_numbered = number

    def _add_heading(self, line: Line) -> None:
        """A heading of a text without numbers, which gets the next number of its level."""
        markdown = line.number.startswith("#")
        level = line.number.count("#") if markdown else 1 if line.mark == "HEADING" else 2
        parent = self._numbered
        while parent.parent is not None and (parent.level == 0 or parent.level >= level):
            parent = parent.parent
        parent.unnumbered += 1
        key = self._unused(ClauseKey(f"{parent.key}.{parent.unnumbered}" if parent.key else str(parent.unnumbered)))
        node = self._new(key, Kind.CHAPTER if not parent.key else Kind.SECTION, key, parent, synthetic=True)
        node.level = level
        node.title = line.text.strip() if markdown else _COLON.sub("", line.number).strip()
        role = Role.MARK if markdown else Role.TITLE
        for span in line.spans:
            own = Role.TITLE if span.role is Role.TEXT else role if span.role is Role.MARK else span.role
            node.spans.append(span._replace(role=own))
        self._numbered = node

    # Unnumbered lines -------------------------------------------------------------------------------------------

    def _add_below(self, kind: Kind, line: Line) -> None:
        """A step, item, example, note, word or paragraph below the last numbered node."""
        number = re.sub(r"[.．、\s]+$", "", line.number) if kind is Kind.STEP else ""
        if self.dialect.synthetic and kind in (Kind.ITEM, Kind.PARAGRAPH):
            self._add_made_up(line, kind)
            return
        parent, level = self._owner(kind, line, number)
        parent.unnumbered += 1
        key = self._unused(ClauseKey(f"{parent.key}/{number or parent.unnumbered}"))
        if kind is Kind.STEP and parent.kind is Kind.CHAPTER and not self.dialect.paragraphs:
            kind = Kind.LEGEND
        node = self._new(key, kind, number, parent, synthetic=True)
        node.level = level
        if kind is Kind.ROW:
            node.title = re.sub(r"-{2,}>\s*$", "", line.number).strip().strip("[]")
        node.text.append(line.text.strip())
        node.spans.extend(line.spans)

    def _owner(self, kind: Kind, line: Line, number: str) -> tuple[_Node, int]:
        """The node that an unnumbered line belongs to, and its level among its like."""
        last = self._last
        if kind is Kind.ITEM and line.mark == "ARROW":
            level = line.number.count("-")
            while last.parent is not None and last.kind is Kind.ITEM and last.level >= level:
                last = last.parent
            return (last, level) if last.kind is Kind.ITEM else (self._numbered, level)
        if kind is Kind.ITEM:
            level = line.indent + 1
            while last.kind is Kind.ITEM and last.level > level and last.parent is not None:
                last = last.parent
            if last.kind is Kind.ITEM and last.level == level and last.parent is not None:
                return last.parent, level
            introduced = last.kind in (Kind.STEP, Kind.ITEM, Kind.ROW) and last.text and _COLON.search(last.text[-1])
            return (last if introduced or last.kind is Kind.ITEM else self._numbered), level
        if kind is Kind.STEP:
            return self._step_owner(number)
        return self._numbered, 0

    def _step_owner(self, number: str) -> tuple[_Node, int]:
        """Steps of one style are siblings; a new style starts a list below the last step; a list that starts over in one
        clause belongs to the paragraph before it."""
        style, last = _step_style(number), self._last
        while last.kind in (Kind.STEP, Kind.ITEM, Kind.EXAMPLE, Kind.NOTE) and last.parent is not None:
            if last.kind is Kind.STEP and _step_style(last.number) == style:
                return last.parent, last.level
            if last.kind is Kind.STEP and last.parent.kind is not Kind.STEP and _starts(number):
                return last, last.level + 1
            last = last.parent
        if ClauseKey(f"{self._numbered.key}/{number}") in self._nodes and self._last.kind is Kind.PARAGRAPH:
            return self._last, 0
        return self._numbered, 0

    def _add_made_up(self, line: Line, kind: Kind) -> None:
        """A paragraph or item of a text without numbers is a clause, numbered by its place."""
        parent = self._numbered
        listed = kind is Kind.ITEM
        if (
            not listed
            or parent.level == -2
            or not (parent.kind is Kind.CLAUSE and parent.text and _COLON.search(parent.text[-1]))
        ):
            while parent.parent is not None and parent.kind is Kind.CLAUSE and not (listed and parent.level == -2):
                parent = parent.parent
        if listed and parent.level == -2 and parent.parent is not None:
            parent = parent.parent
        if not parent.key:  # before the first heading
            self._root.level = 0
            number = len([key for key in self._nodes if key.startswith("/")]) + 1
            node = self._new(self._unused(ClauseKey(f"/{number}")), Kind.PARAGRAPH, "", self._root, synthetic=True)
        else:
            parent.unnumbered += 1
            key = self._unused(ClauseKey(f"{parent.key}.{parent.unnumbered}"))
            node = self._new(key, Kind.CLAUSE, key, parent, synthetic=True)
            node.level = -2 if listed and parent.kind is Kind.CLAUSE else 0
            self._numbered = node
        node.text.append((line.number + line.text).strip() if line.mark in ("HEADING", "SUBHEADING") else line.text.strip())
        node.spans.extend(line.spans if line.mark not in ("HEADING", "SUBHEADING") else _as_text(line))

    def _add_plain(self, line: Line) -> None:
        words = (line.number + line.text).strip()
        unfinished = self._last.text and not self._blank and not _FINISHED.search(self._last.text[-1])
        if unfinished and self._last.kind is not Kind.LEGEND and not self.dialect.synthetic:
            self._continue(line)
        elif self._takes_text() and not self._is_word(words):
            self._numbered.text.append(words)
            self._numbered.spans.extend(_as_text(line))
        elif self._is_word(words) and not self.dialect.paragraphs:
            self._add_below(Kind.LEGEND, line)
        else:
            self._add_below(Kind.PARAGRAPH, line)
            if not self.dialect.paragraphs and self._numbered.key:
                self._problem("unnumbered_paragraph", Severity.NOTE, self._last, line, words=words[:20])

    def _takes_text(self) -> bool:
        """Whether the last node is a heading whose own text comes now."""
        node = self._numbered
        return bool(node.title) and not node.text and self._last is node and not self.dialect.synthetic

    def _is_word(self, words: str) -> bool:
        return len(words) <= _WORD_LENGTH and not _SENTENCE.search(words)

    def _continue(self, line: Line) -> None:
        """The line goes on with the sentence of the line before: every character of it is text."""
        node = self._last
        words = "".join(part for part in (line.number, line.text)).strip()
        glue = " " if re.match(r"\w", words, re.ASCII) and re.search(r"[\w,;.]$", node.text[-1], re.ASCII) else ""
        node.text[-1] += glue + words
        node.spans.extend(_as_text(line))

    # Glossary and what follows the rules ------------------------------------------------------------------------

    def _add_appendix(self, line: Line, title: str) -> None:
        node = self._new(self._unused(ClauseKey(title.casefold())), Kind.CHAPTER, "", self._root, synthetic=True)
        node.title = title
        node.spans.extend(span._replace(role=Role.TITLE) if span.role is Role.TEXT else span for span in line.spans)
        self._numbered = node
        self._entry = node if title in self.dialect.glossary else None

    def _add_entry(self, line: Line) -> None:
        """The first line after a blank one is a term, the lines after it say what it means."""
        assert self._entry is not None
        words = (line.number + line.text).strip()
        if self._blank:
            self._entry.unnumbered += 1
            node = self._new(ClauseKey(f"{self._entry.key}/{self._entry.unnumbered}"), Kind.ROW, "", self._entry, synthetic=True)
            node.title = words
            node.spans.extend(span._replace(role=Role.TITLE) if span.role is not Role.BLANK else span for span in line.spans)
        else:
            self._last.text.append(words)
            self._last.spans.extend(_as_text(line))

    # Nodes ------------------------------------------------------------------------------------------------------

    def _unused(self, key: ClauseKey) -> ClauseKey:
        if key not in self._nodes:
            return key
        first = self._nodes[key]
        first.copies += 1
        return ClauseKey(f"{key}~{first.copies}")

    def _new(self, key: ClauseKey, kind: Kind, number: str, parent: _Node, *, synthetic: bool = False) -> _Node:
        node = _Node(key, kind, number, parent, synthetic, depth=parent.depth + 1)
        self._nodes[key] = node
        self._last = node
        return node

    def _problem(self, rule: str, severity: Severity, node: _Node | None, line: Line, **facts: str) -> None:
        at = line.start
        key = node.key if node else ClauseKey(facts.get("key", facts.get("number", "")))
        self.problems.append(Problem(rule, severity, key, at.line, at.column, tuple(facts.items())))


def _is_title(text: str) -> bool:
    """Whether the words of a numbered line are a heading and not a sentence."""
    words = text.strip()
    return 0 < len(words) <= _TITLE_LENGTH and (bool(_BRACKETED.match(text)) or not _SENTENCE.search(words))


def _as_text(line: Line) -> Iterator[Span]:
    """The spans of a line all of whose printed characters are text."""
    return (span._replace(role=Role.TEXT) if span.role is Role.MARK else span for span in line.spans)


def _step_style(number: str) -> str:
    """What the marks of one list have in common.

    >>> _step_style("①"), _step_style("3)"), _step_style("b)"), _step_style("（二）"), _step_style("二")
    ('①', '1)', 'a)', '（一）', '一')
    """
    bare = number.strip("（）()")
    shape = "①" if "①" <= number[:1] <= "⑳" else "1" if bare.isdecimal() else "a" if bare.isascii() else "一"
    head = "（" if number[:1] in "（(" else ""
    return head + shape + ("" if shape == "①" or number == bare else "）" if head else ")")


def _starts(number: str) -> bool:
    """Whether a mark is the first of a list."""
    return number.strip("（）()") in ("①", "1", "a", "i", "一")


def _split(line: Line, before: Number) -> tuple[Line, Number] | None:
    """`3.1.12张卡` after 3.1 is clause 3.1.1, which begins with an amount: the expected number decides."""
    printed = line.number.rstrip()
    if not line.text[:1].strip():
        return None
    for cut in range(1, 3):
        head, rest = printed[:-cut], printed[-cut:]
        if rest.isdecimal() and head[-1:].isdecimal() and (number := read_number(head)).follows(before):
            index = next(i for i, span in enumerate(line.spans) if span.role is Role.TEXT)
            mark, text = line.spans[index - 1], line.spans[index]
            spans = (
                *line.spans[: index - 1],
                mark._replace(end=mark.end - cut),
                text._replace(start=text.start - cut, column=text.column - cut),
                *line.spans[index + 1 :],
            )
            return line._replace(number=head, text=rest + line.text, spans=spans), number
    return None


@dataclass(frozen=True, slots=True)
class _Following:
    """What comes after a line: the next number, and the words of the next line that is not blank."""

    number: Number | None
    text: str


def _with_next(lines: Sequence[Line]) -> list[tuple[Line, _Following]]:
    """Each line with what comes after it."""
    out: list[tuple[Line, _Following]] = []
    following = _Following(None, "")
    for line in reversed(lines):
        out.append((line, following))
        if line.mark in ("BLANK", "RULE"):
            continue
        number = read_number(line.number) if line.mark in ("CHAPTER", "NUMBER") else following.number
        following = _Following(number, line.number + line.text)
    return out[::-1]
