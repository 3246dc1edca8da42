"""Lines that start with a number: clauses, sections and chapters, and what is odd about their numbers."""

import re

from headjudge.kb.clause import ClauseKey, Kind, Role, Severity
from headjudge.parser.blocks import Line
from headjudge.parser.draft import Draft, cut, title_in
from headjudge.parser.named import NamedTuple
from headjudge.parser.number import Number, read_number
from headjudge.parser.outline import Outline

_SENTENCE = re.compile(r"[。；：！？，;!?]|[.:]\s|[.:]$")
_ODD = re.compile(r"[0-9][A-Z][.．]?\s*$|\d\s+[.．]|[.．]\s+\d")
_LETTER = re.compile(r"(?<=[0-9][.．])[A-Za-z]$")
_FULL_WIDTH = re.compile(r"[．０-９]")
_AROUND = " \t　\r*#•・-"
_TITLE_LENGTH = 60
_LONG = 48
"""A line so wide (Latin letters count 1, others 2) that the next one may go on with it."""
_WIDEST = 200
_MENDED = 2
"""Digits that may belong to the text behind a number."""


class Ahead(NamedTuple):
    """What comes after a line: the next number, the words and mark of the next line that is not blank, and whether it is
    the very next one."""

    number: Number | None
    text: str
    mark: str
    near: bool


NOTHING_AHEAD = Ahead(None, "", "", near=False)


def add_number(outline: Outline, line: Line, number: Number, ahead: Ahead) -> None:
    """Adds the clause that a numbered line starts, or goes on with the sentence that was broken before the number."""
    restarts = _restart(outline, number)
    expected = restarts or number.follows(outline.number) or _is_appendix(number)
    if not expected and (mended := _mend(outline, line, number, ahead)):
        line, number, expected = *mended, True
    if not expected and _is_wrapped(outline, number, ahead):
        outline.problem("wrapped_number", Severity.NOTE, outline.last, line, number=number.key)
        outline.go_on(line)
        return
    if line.mark == "CHAPTER":
        outline.chapters += 1
        outline.scope = outline.scope if restarts or (outline.scope is not None and outline.scope is outline.top) else None
    parent = outline.above(number)
    wanted = outline.key_of(number)
    key = outline.unused(wanted)
    if key != wanted:
        first = outline.nodes[ClauseKey(wanted)].spans[0].line
        outline.problem("duplicate_number", Severity.ERROR, None, line, number=number.key, key=key, first=str(first))
    elif not expected:
        _report_gap(outline, number, parent, line)
    elif _is_odd(outline, line.number):
        outline.problem("odd_number", Severity.NOTE, None, line, number=number.key, printed=line.number.strip())
    node = outline.new(key, Kind.CLAUSE, line.number.strip(_AROUND), parent)
    depth = len(number.parts)
    titled = is_title(line.text) if line.mark == "CHAPTER" else _is_titled(outline, number, line, ahead)
    fill(node, line, titled=titled or (line.mark == "CHAPTER" and bool(re.search(r"[^\W\d]", line.number))))
    if node.title and (line.mark == "CHAPTER" or depth <= outline.dialect.section_depth - outline.dialect.bracketed):
        node.kind = Kind.CHAPTER if line.mark == "CHAPTER" or depth == 1 else Kind.SECTION
    if line.mark == "CHAPTER" and _is_appendix(number):
        node.level = 1  # what articles stand in, as in a part
    outline.enter(number, node)
    parent.last_numbered = number


def _is_odd(outline: Outline, printed: str) -> bool:
    """Whether a number is written unlike the others: with spaces, a capital letter, or full-width figures among others."""
    full_width = _FULL_WIDTH.search(printed) is not None
    if outline.full_width is None:
        outline.full_width = full_width
    return full_width is not outline.full_width or _ODD.search(printed) is not None


def fill(node: Draft, line: Line, *, titled: bool) -> None:
    """Gives the words of a line to a node, as its title or as its text."""
    name = line.text.find("**", 0, _TITLE_LENGTH) if "*" in line.lead and "*" not in line.number else -1
    if name > 0 and line.text[name + 2 :].strip(" *"):  # **1.1 Setup** Each player shuffles.
        node.title, words = line.text[:name].strip(), line.text[name + 2 :].lstrip(" \t:：")
        between = len(line.text) - name - len(words)
        node.say(words.strip())
        node.spans.extend(cut(line, ((name, Role.TITLE), (between, Role.MARK), (len(words), Role.TEXT))))
        return
    if not titled:
        if words := line.text.strip():
            node.say(words)
        node.spans.extend(line.spans)
        return
    start, end = title_in(line.text)
    node.title = line.text[start:end]
    parts = ((start, Role.MARK), (end - start, Role.TITLE), (len(line.text) - end, Role.MARK))
    node.spans.extend(cut(line, parts))


def is_title(text: str) -> bool:
    """Whether the words of a numbered line are a heading and not a sentence.

    >>> is_title("宣告步骤"), is_title("【宣告】"), is_title("每名玩家抽1张卡。"), is_title("")
    (True, True, False, False)
    """
    if len(text) > 4 * _TITLE_LENGTH:
        return False
    start, end = title_in(text)
    words = text[start:end]
    return 0 < len(words) <= _TITLE_LENGTH and (text[start - 1 : start] == "【" or not _SENTENCE.search(words))


def width(words: str) -> int:
    """How much of a line the words fill (of UTF-8, a Latin letter takes one byte and a Chinese character three)."""
    return len(words) if words.isascii() else (len(words) + len(words.encode("utf-8", "surrogatepass"))) // 2


def line_width(line: Line) -> int:
    """How much of its line a line fills; a very long one is as wide as any page."""
    return min(_WIDEST, len(line.text)) if len(line.text) > _WIDEST else width(line.number) + width(line.text) + line.indent


def _is_titled(outline: Outline, number: Number, line: Line, ahead: Ahead) -> bool:
    if outline.dialect.hundreds and len(number.parts) == 2:
        return True
    if not is_title(line.text):
        return False
    wraps = ahead.near and ahead.mark == "PLAIN" and width(line.text) > _LONG
    return len(number.parts) <= outline.dialect.section_depth and not wraps


def _is_appendix(number: Number) -> bool:
    """Appendices count apart: A, B, ... in the order in which they come."""
    return isinstance(number.parts[0], str) and (len(number.parts) == 1 or number.parts[0] == "appendix")


def _restart(outline: Outline, number: Number) -> bool:
    """Whether numbers start over below a chapter or part: `1.1` again, first thing in another chapter."""
    above = outline.numbered
    first = all(part in (1, "a") for part in number.parts)
    if not first or above is outline.scope or above.kind is not Kind.CHAPTER or outline.key_of(number) not in outline.nodes:
        return False
    if number.parent.parts == outline.number.parts and outline.number.parts:
        return False
    outline.scope = above
    return True


def _mend(outline: Outline, line: Line, number: Number, ahead: Ahead) -> tuple[Line, Number] | None:
    """The line with the number that was expected, if only a dot or a space is wrong: `3.1.12张卡` after 3.1 is clause 3.1.1,
    which begins with an amount; `10.53` after 10.5.2 and `10.5 3` are 10.5.3."""
    before = outline.number
    if ahead.number is not None and ahead.number.follows(number):
        return None
    if found := _split(line, before):
        return found
    if len(number.parts) < 2:
        return None
    dotted = {split for split in _with_dot(number) if split.follows(before)}
    if len(dotted) == 1:
        mended = dotted.pop()
    else:
        digits = re.match(r"\s*([0-9]{1,3})(?![0-9.．%倍版])\s", line.text)
        if digits is None or outline.key_of(number) not in outline.nodes:
            return None
        mended = number._replace(parts=(*number.parts, int(digits[1])))
        if not mended.follows(before):
            return None
        line = _move_cut(line, digits.end())
    outline.problem("odd_number", Severity.NOTE, None, line, number=mended.key, printed=line.number.strip())
    return line, mended


def _with_dot(number: Number) -> list[Number]:
    """The number with one more dot in any of its parts of two digits or more."""
    out = []
    for place, part in enumerate(number.parts):
        digits = str(part)
        for cut_at in range(1, len(digits)) if isinstance(part, int) and len(number.parts) < _TITLE_LENGTH else ():
            if digits[cut_at] != "0":
                halves = (int(digits[:cut_at]), int(digits[cut_at:]))
                out.append(number._replace(parts=(*number.parts[:place], *halves, *number.parts[place + 1 :])))
    return out


def _split(line: Line, before: Number) -> tuple[Line, Number] | None:
    """The line with what belongs to its words given back to them: `3.1.1.A card`, `3.112 cards`."""
    printed = line.number.rstrip()
    if (letter := _LETTER.search(printed)) and (number := read_number(printed[: letter.start()])).follows(before):
        return _move_cut(line, letter.start() - len(line.number)), number
    if not line.text[:1].strip():
        return None
    for length in range(1, _MENDED + 1):
        head, rest = printed[:-length], printed[-length:]
        if rest.isdecimal() and head[-1:].isdecimal() and (number := read_number(head)).follows(before):
            return _move_cut(line, -length), number
    return None


def _move_cut(line: Line, by: int) -> Line:
    """The line with the end of its number moved into the text (or, if negative, back from it)."""
    index = next(i for i, span in enumerate(line.spans) if span.role is Role.TEXT)
    mark, text = line.spans[index - 1], line.spans[index]
    spans = (
        *line.spans[: index - 1],
        mark._replace(end=mark.end + by),
        text._replace(start=text.start + by, column=text.column + by),
        *line.spans[index + 1 :],
    )
    both = line.number + line.text
    at = len(line.number) + by
    return line._replace(number=both[:at], text=both[at:], spans=spans)


def _is_wrapped(outline: Outline, number: Number, ahead: Ahead) -> bool:
    """Whether a number out of turn is the middle of a sentence and no clause: what the next number goes on with decides,
    then whether the line before breaks off."""
    last, current = outline.last, outline.number
    if not last.has_text or outline.blank:
        return False
    resumes = ahead.number is not None and ahead.number.follows(current)
    goes_on = ahead.number is not None and ahead.number.follows(number)
    if resumes and not goes_on:
        return last.unfinished or (outline.key_of(number) not in outline.nodes and number.parent != current.parent)
    if goes_on and not resumes:
        return False
    depth = len(number.parts) - 1
    skipped = number.parts[:depth] == current.parts[:depth] and depth <= len(current.parts)
    return last.unfinished and not (skipped and outline.key_of(number) not in outline.nodes)


def _report_gap(outline: Outline, number: Number, parent: Draft, line: Line) -> None:
    """Says what is missing before a number out of turn. A text may begin with any number (an excerpt), and sections may do
    without chapters."""
    above = number.parent
    if above.parts and parent.key != outline.key_of(above):
        if len(above.parts) > 1 or outline.chapters:
            outline.problem("missing_parent", Severity.WARNING, None, line, number=number.key, parent=above.key)
        return
    if not outline.number.parts:
        return
    before = parent.last_numbered
    last, previous = _place(number), 0
    if before is not None and len(before.parts) == len(number.parts) and type(before.parts[-1]) is type(number.parts[-1]):
        previous = _place(before)
    if last > previous + 1:
        missing = previous + 1 if isinstance(number.parts[-1], int) else chr(ord("a") + previous)
        key = number._replace(parts=(*number.parts[:-1], missing)).key
        outline.problem("gap", Severity.WARNING, None, line, number=number.key, missing=key)
    elif last != previous + 1:
        outline.problem("out_of_order", Severity.WARNING, None, line, number=number.key, after=before.key if before else "")


def _place(number: Number) -> int:
    """The place that the last part of a number says, of letters too."""
    last = number.parts[-1]
    return last if isinstance(last, int) else 26 * (len(last) - 1) + ord(last[-1]) - ord("a") + 1
