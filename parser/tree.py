"""The clauses of a rulebook, from its lines: which line starts a clause, what it belongs to, and what is odd about it."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from headjudge.kb.clause import Clause, ClauseKey, Kind, Problem, Role, Severity, Span
from headjudge.parser.blocks import Line
from headjudge.parser.dialect import Dialect
from headjudge.parser.number import Number, read_number

_SENTENCE = re.compile(r"[。；：！？，;!?]|[.:]\s|[.:]$")
_FINISHED = re.compile(r"[。！？：；.!?:;…）)」』”’】》〉]\s*$")
_TITLE_LENGTH = 40
_WORD_LENGTH = 16
_PLAIN_KINDS = {"STEP": Kind.STEP, "BULLET": Kind.ITEM, "EXAMPLE": Kind.EXAMPLE, "NOTE": Kind.NOTE}


@dataclass(slots=True)
class _Node:
    key: ClauseKey
    kind: Kind
    number: str
    parent: "_Node | None"
    synthetic: bool = False
    title: str = ""
    text: list[str] = field(default_factory=list)
    spans: list[Span] = field(default_factory=list)
    depth: int = 0
    unnumbered: int = 0
    last_numbered: "_Node | None" = None
    copies: int = 1

    def clause(self) -> Clause:
        parent = self.parent.key if self.parent else None
        return Clause(
            self.key,
            self.kind,
            self.number,
            self.title,
            "\n".join(self.text),
            parent,
            self.depth,
            tuple(self.spans),
            self.synthetic,
        )


class Tree:
    """Builds the nodes of one rulebook in the order of its lines. `problems` grows as it goes."""

    def __init__(self, dialect: Dialect) -> None:
        self.dialect = dialect
        self.problems: list[Problem] = []
        self._root = _Node(ClauseKey(""), Kind.DOCUMENT, "", None, synthetic=True)
        self._nodes: dict[ClauseKey, _Node] = {self._root.key: self._root}
        self._numbered = self._root
        """The last node with a printed number: what unnumbered lines belong to."""
        self._number = Number(())
        self._last = self._root
        """The node that the line before belongs to."""
        self._blank = True
        """Whether a blank line (or nothing) stands between the last node and this line."""

    def read(self, lines: Iterable[Line]) -> list[Clause]:
        """All clauses in the book's order, the document itself first."""
        for line, following in _with_next_number(lines):
            self._add(line, following)
        return [node.clause() for node in self._nodes.values()]

    def _add(self, line: Line, following: Number | None) -> None:
        if line.mark in ("BLANK", "RULE"):
            self._last.spans.extend(line.spans)
            self._blank = True
            return
        if line.mark in ("CHAPTER", "NUMBER"):
            self._add_number(line, following)
        elif line.mark in _PLAIN_KINDS:
            self._add_below(_PLAIN_KINDS[line.mark], line)
        else:
            self._add_plain(line)
        self._blank = False

    def _add_number(self, line: Line, following: Number | None) -> None:
        number = read_number(line.number)
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
            first = self._nodes[number.key]
            self._problem(
                "duplicate_number",
                Severity.ERROR,
                None,
                line,
                number=number.key,
                key=key,
                first=str(first.spans[0].line),
            )
        elif not expected:
            self._report_gap(number, parent, line)
        printed = line.number.strip().strip("*").strip()
        node = self._new(key, Kind.CHAPTER if line.mark == "CHAPTER" else Kind.CLAUSE, printed, parent)
        words = line.text.strip()
        if len(number.parts) <= self.dialect.section_depth and (line.mark == "CHAPTER" or _is_title(words)):
            node.kind = Kind.CHAPTER if len(number.parts) == 1 else Kind.SECTION
            node.title = words
            node.spans.extend(span._replace(role=Role.TITLE) if span.role is Role.TEXT else span for span in line.spans)
        else:
            node.text.append(words)
            node.spans.extend(line.spans)
        self._numbered, self._number = node, number
        parent.last_numbered = node

    def _is_wrapped(self, number: Number, following: Number | None) -> bool:
        """A line that starts with a number out of turn is a broken sentence, if the one before was not finished or if the
        clause after it goes on as though this line were none."""
        if not self._last.text or self._blank:
            return False
        unfinished = not _FINISHED.search(self._last.text[-1])
        resumes = following is not None and following.follows(self._number) and not following.follows(number)
        return unfinished or (resumes and number.key not in self._nodes and number.parent != self._number.parent)

    def _report_gap(self, number: Number, parent: _Node, line: Line) -> None:
        if parent.key != number.parent.key and len(number.parts) > 1:
            self._problem("missing_parent", Severity.WARNING, None, line, number=number.key, parent=number.parent.key)
            return
        last = number.parts[-1]
        before = parent.last_numbered
        previous = read_number(before.number).parts[-1] if before else 0
        if isinstance(last, int) and isinstance(previous, int) and last > previous + 1:
            missing = number._replace(parts=(*number.parts[:-1], previous + 1)).key
            self._problem("gap", Severity.WARNING, None, line, number=number.key, missing=missing)
        else:
            self._problem("out_of_order", Severity.WARNING, None, line, number=number.key, after=before.key if before else "")

    def _parent(self, number: Number) -> _Node:
        """The node of the nearest number above, or the document."""
        above = number.parent
        while above.parts and above.key not in self._nodes:
            above = above.parent
        return self._nodes[above.key] if above.parts else self._root

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

    def _add_below(self, kind: Kind, line: Line) -> None:
        """A step, item, example, note, word or paragraph below the last numbered node."""
        parent = self._numbered
        parent.unnumbered += 1
        number = line.number.strip(".．、 \t") if kind is Kind.STEP else ""
        key = ClauseKey(f"{parent.key}/{number or parent.unnumbered}")
        if key in self._nodes:
            key = self._unused(key)
        if kind is Kind.STEP and parent.kind is Kind.CHAPTER:
            kind = Kind.LEGEND
        node = self._new(key, kind, number, parent, synthetic=True)
        node.text.append(line.text.strip())
        node.spans.extend(line.spans)

    def _add_plain(self, line: Line) -> None:
        words = line.text.strip()
        if self._last.text and not self._blank and self._last.kind != Kind.LEGEND and not _FINISHED.search(self._last.text[-1]):
            self._continue(line)
        elif len(words) <= _WORD_LENGTH and not _SENTENCE.search(words):
            self._add_below(Kind.LEGEND, line)
        else:
            self._add_below(Kind.PARAGRAPH, line)
            self._problem("unnumbered_paragraph", Severity.NOTE, self._last, line, words=words[:20])

    def _continue(self, line: Line) -> None:
        """The line goes on with the sentence of the line before: every character of it is text."""
        node = self._last
        words = "".join(part for part in (line.number, line.text)).strip()
        glue = " " if re.match(r"\w", words, re.ASCII) and re.search(r"[\w,;]$", node.text[-1], re.ASCII) else ""
        node.text[-1] += glue + words
        node.spans.extend(span._replace(role=Role.TEXT) if span.role is Role.MARK else span for span in line.spans)

    def _problem(self, rule: str, severity: Severity, node: _Node | None, line: Line, **facts: str) -> None:
        at = line.start
        key = node.key if node else ClauseKey(facts.get("number", ""))
        self.problems.append(Problem(rule, severity, key, at.line, at.column, tuple(facts.items())))


def _is_title(words: str) -> bool:
    """Whether the words of a numbered line are a heading and not a sentence."""
    return len(words) <= _TITLE_LENGTH and not _SENTENCE.search(words)


def _split(line: Line, before: Number) -> tuple[Line, Number] | None:
    """`3.1.12张卡` after 3.1 is clause 3.1.1, which begins with an amount: the expected number decides."""
    printed = line.number.rstrip()
    for cut in range(1, 3):
        head, rest = printed[:-cut], printed[-cut:]
        if rest.isdigit() and head[-1:].isdigit() and (number := read_number(head)).follows(before) and line.text[:1].strip():
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


def _with_next_number(lines: Iterable[Line]) -> Iterator[tuple[Line, Number | None]]:
    """Each line with the number of the next numbered line after it."""
    held: list[Line] = []
    for line in lines:
        if held and line.mark in ("CHAPTER", "NUMBER"):
            number = read_number(line.number)
            yield from ((earlier, number) for earlier in held)
            held = []
        held.append(line)
    yield from ((line, None) for line in held)
