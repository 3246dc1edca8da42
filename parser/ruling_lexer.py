"""The words of a ruling with their places, and everything that each may be at its place in the grammar."""

import re
from collections.abc import Iterator

from headjudge.parser.board import Place
from headjudge.parser.named import NamedTuple
from headjudge.parser.ruling_error import RulingSyntaxError, Source
from headjudge.parser.ruling_vocabulary import BOUNDARY, Entry, Vocabulary, vocabulary
from headjudge.parser.scenario import Comment

DIGITS = 9
"""More than any number in a game, and small enough to compute with."""

PUNCTUATION = {
    "(": "LPAR",
    "（": "LPAR",
    ")": "RPAR",
    "）": "RPAR",
    ",": "COMMA",
    "，": "COMMA",
    "、": "COMMA",
    "/": "SLASH",
    "／": "SLASH",
}
QUOTES = {'"': '"', "“": "”", "《": "》"}

_WHOLE = rf"(?!\d){BOUNDARY}"
"""Behind a number: all its digits have been read, and no letter adjoins them (`500x` is no 50)."""
_BLANK = re.compile(r"[^\S\n]+")
_COMMENT = re.compile(r"(?:#|//)[^\n]*")
_NUMBER = r"\d+(?:\.\d+)+[a-z]?(?:/(?:\d+|[①-⑳]))?|\d+(?:-\d+){2,}"
_RANGE = re.compile(rf"(\d+(?:\.\d+)+[a-z]?)[^\S\n]*[-–~～至][^\S\n]*(\d+(?:\.\d+)+[a-z]?){_WHOLE}")
_CLAUSE = re.compile(rf"(?:{_NUMBER}){_WHOLE}")
_INT = re.compile(rf"[-−]?\d+{_WHOLE}")
_TIMES = re.compile(r"[×*]\s*(\d+)|[xX](\d+)(?=[\s,，、;；)）]|$)")
_INDEX = re.compile(r"#(\d+)")
_WORD = re.compile(r"[^\s()（）,，、;；:：「」\"“”《》<>＜＞=＝≠≤≥×*#?？/／]+")
_RAW = re.compile(r"[^\n;；]*")
_BEFORE_A_CARD = frozenset(("ZONE", "COMMA", "NL", "WITH", "OF", "WAITING"))
"""Behind these a bare number can be the number of a card, where nothing else fits."""
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)


class Lexeme(NamedTuple):
    """A word of the text: everything that it may be, best first, and where it stands."""

    entries: tuple[Entry, ...]
    text: str
    start: int
    place: Place


class Lexer:
    """Cuts one text. `comments` fills while it is cut."""

    def __init__(self, text: str, source: Source) -> None:
        self.text = text
        self.source = source
        self.comments: list[Comment] = []
        self._words: Vocabulary = vocabulary()
        self._line = 1
        self._line_start = 0

    def __iter__(self) -> Iterator[Lexeme]:
        at, begins = 0, True
        before: Lexeme | None = None
        while at < len(self.text):
            blank = _BLANK.match(self.text, at)
            if blank:
                at = blank.end()
                continue
            comment = _COMMENT.match(self.text, at)
            if comment and not (self.text[at] == "#" and self._adjoins(before, at)):
                alone = not self.text[self._line_start : at].strip()
                self.comments.append(Comment(self._line, comment[0].rstrip(), alone))
                at = comment.end()
                continue
            lexeme, end = self._next(at, begins=begins, before=before)
            if lexeme is not None:
                yield lexeme
                if lexeme.entries[0].terminal == "HEAD":
                    raw, end = self._raw(end)
                    yield raw
                begins = lexeme.entries[0].terminal == "NL"
                before = lexeme
            at = end
        yield Lexeme((Entry("NL", ""),), "", at, self._place(at))

    def _place(self, at: int) -> Place:
        return Place(self._line, at - self._line_start + 1)

    def _adjoins(self, before: Lexeme | None, at: int) -> bool:
        """Whether `#` stands directly behind a word: `盾兵#2`."""
        return before is not None and before.start + len(before.text) == at and before.entries[0].terminal != "NL"

    def _next(self, at: int, *, begins: bool, before: Lexeme | None) -> tuple[Lexeme | None, int]:
        char, place = self.text[at], self._place(at)

        def lexeme(end: int, *entries: Entry) -> tuple[Lexeme, int]:
            return Lexeme(entries, self.text[at:end], at, place), end

        if char in "\n;；":
            made = lexeme(at + 1, Entry("NL", char))
            if char == "\n":
                self._line, self._line_start = self._line + 1, at + 1
            return made
        if char in ":：":
            return None, at + 1  # 做： 设： - a colon behind a keyword is decoration
        if char in PUNCTUATION:
            return lexeme(at + 1, Entry(PUNCTUATION[char], char))
        if char in "?？":
            return lexeme(at + 1, Entry("UNKNOWN", char))
        if char == "「":
            words, end = self._bracketed(at)
            return lexeme(end, Entry("TEXT", words))
        if char in QUOTES:
            words, end = self._quoted(at, QUOTES[char])
            return lexeme(end, Entry("NAME", words))
        owned = before is not None and before.entries[0].terminal == "PLAYER" and self._adjoins(before, at)
        if owned and self.text.startswith(("的", "'s"), at):
            return lexeme(at + (1 if char == "的" else 2), Entry("OF", "OF"))
        return self._figure(at, before) or self._known(at, begins=begins) or self._name(at)

    def _figure(self, at: int, before: Lexeme | None) -> tuple[Lexeme, int] | None:
        """A number, a clause number, a range of clauses, a count or an index."""
        place = self._place(at)
        for pattern, terminals in (
            (_RANGE, ("RANGE",)),
            (_CLAUSE, ("CLAUSE",)),
            (_INT, ("INT", "CLAUSE")),
            (_TIMES, ("TIMES",)),
            (_INDEX, ("INDEX",)),
        ):
            found = pattern.match(self.text, at)
            if found is None:
                continue
            value = "~".join(found.groups()) if pattern is _RANGE else next(filter(None, found.groups()), found[0])
            if pattern not in (_RANGE, _CLAUSE) and len(value) > DIGITS:
                raise self.source.error(RulingSyntaxError, "ruling_number_too_large", place, found=value[:20], digits=DIGITS)
            entries = tuple(Entry(terminal, value.replace("−", "-")) for terminal in terminals)
            if pattern is _TIMES and found[2]:
                entries += (Entry("NAME", found[0]),)  # x3 is a count behind a card and may name one
            elif pattern is _INT and value[0] == "0" and len(value) > 1:
                entries = (Entry("NAME", found[0]), *entries)  # 074 is a card's number before it is a number
            elif pattern is _INT and before is not None and before.entries[0].terminal in _BEFORE_A_CARD:
                entries += (Entry("NAME", found[0]),)  # 手牌 100: the number of a card
            return Lexeme(entries, found[0], at, place), found.end()
        return None

    def _known(self, at: int, *, begins: bool) -> tuple[Lexeme, int] | None:
        found = self._words.find(self.text, at)
        if found is None:
            return None
        word, entries = self.text[at : found.end], found.entries
        if (word in ("X", "x") or entries[0].terminal == "PLAYER") and self.text[found.end : found.end + 1].isdigit():
            return None  # A1, 甲1, X1: nothing is counted of a player, so that it is the name of a card
        if begins and any(entry.terminal == "HEAD" for entry in entries):
            entries = tuple(entry for entry in entries if entry.terminal == "HEAD")
        else:
            entries = tuple(entry for entry in entries if entry.terminal != "HEAD")
        # A known word names a card only in quotes, or a mistyped line would be taken for a list of cards; X alone is too
        # usual a name in examples to be refused.
        if word == "X" or not entries:
            entries += (Entry("NAME", word),)
        return Lexeme(entries, word, at, self._place(at)), found.end

    def _name(self, at: int) -> tuple[Lexeme, int]:
        found = _WORD.match(self.text, at)
        place = self._place(at)
        if found is None:
            raise self.source.error(RulingSyntaxError, "ruling_stray_character", place, found=self.text[at])
        return Lexeme((Entry("NAME", found[0]),), found[0], at, place), found.end()

    def _raw(self, at: int) -> tuple[Lexeme, int]:
        """The rest of a head line, up to a comment, or a quoted string."""
        start = at
        while start < len(self.text) and (self.text[start] in ":：" or (self.text[start].isspace() and self.text[start] != "\n")):
            start += 1
        if self.text[start : start + 1] == '"':
            words, end = self._quoted(start, '"')
            return Lexeme((Entry("RAW", words),), self.text[start:end], start, self._place(start)), end
        end = _RAW.match(self.text, start).end()  # type: ignore[union-attr]  # it matches everywhere, if only nothing
        comment = re.search(r"(?:^|\s)(?:#|//)", self.text[start:end])
        end = start + comment.start() if comment else end
        value = self.text[start:end].strip()
        return Lexeme((Entry("RAW", value),), value, start, self._place(start)), end

    def _bracketed(self, at: int) -> tuple[str, int]:
        """The text in 「」, brackets inside it in pairs or written with a backslash."""
        depth, index = 0, at
        while index < len(self.text):
            char = self.text[index]
            if char == "\\":
                index += 2
                continue
            depth += (char == "「") - (char == "」")
            if depth == 0:
                return self._inside(at, index), index + 1
            index += 1
        raise self.source.error(RulingSyntaxError, "ruling_unclosed", self._place(at), found="「", wanted="」")

    def _quoted(self, at: int, close: str) -> tuple[str, int]:
        index = at + 1
        while index < len(self.text) and self.text[index] not in (close, "\n"):
            index += 2 if self.text[index] == "\\" else 1
        if index >= len(self.text) or self.text[index] == "\n":
            raise self.source.error(RulingSyntaxError, "ruling_unclosed", self._place(at), found=self.text[at], wanted=close)
        return self._inside(at, index), index + 1

    def _inside(self, at: int, end: int) -> str:
        """The characters between two marks, escapes undone; lines are counted on."""
        inside = self.text[at + 1 : end]
        lines = inside.count("\n")
        if lines:
            self._line += lines
            self._line_start = at + 1 + inside.rindex("\n") + 1
        return _ESCAPE.sub(lambda found: "\n" if found[1] == "n" else found[1], inside)
