"""The compiled grammar of card text: `grammars/card_text.lark` with the word classes of the data filled in."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from threading import Lock
from typing import Any

import lark
from lark import Lark, Token, Tree
from lark.common import LexerConf
from lark.exceptions import LarkError, UnexpectedEOF, UnexpectedToken
from lark.grammar import NonTerminal, Rule
from lark.lexer import Lexer, PatternStr

from headjudge.parser.card_words import words
from headjudge.parser.earley import quicken
from headjudge.parser.kept import kept_or_made
from headjudge.parser.kept_sentences import Sentences
from headjudge.parser.named import NamedTuple
from headjudge.parser.packaged import files

LONGEST = 400
"""Characters in a sentence; the longest of a card has about 100, and the time to read one grows with its square."""

_START = "sentence"


class _LongestWord(Lexer):
    """Cuts a sentence into the longest words that the grammar knows; a word of the grammar itself goes before a class."""

    def __init__(self, conf: LexerConf) -> None:
        self.ahead = ""  # the name of the terminal at which the parser stands, for `_Predictions`
        self.predicted: set[str] = set()  # the symbols of which the rules have been predicted there
        self._names: dict[str, str] = {}
        patterns = []
        for terminal in conf.terminals:
            value = terminal.pattern.value
            if not isinstance(terminal.pattern, PatternStr):
                if value.startswith("@"):
                    self._names |= dict.fromkeys(words().classes[value[1:]], terminal.name)
                else:
                    patterns.append(f"(?P<{terminal.name}>{value})")
        for terminal in conf.terminals:
            if isinstance(terminal.pattern, PatternStr):
                self._names[terminal.pattern.value] = terminal.name
        known = "|".join(map(re.escape, sorted(self._names, key=len, reverse=True)))
        self._pattern = re.compile(f"(?P<_WORD>{known})|{'|'.join(patterns)}|(?P<_OTHER>.)", re.DOTALL)

    def words_of(self, terminal: str) -> list[str]:
        """The words that the terminal is; none if it is a pattern."""
        return [word for word, name in self._names.items() if name == terminal]

    def lex(self, text: str) -> Iterator[Token]:  # type: ignore[override]  # the interface for a lexer of whole texts
        for match in self._pattern.finditer(text):
            kind = match.lastgroup
            assert kind is not None
            self._stand_at(self._names[match[0]] if kind == "_WORD" else kind)
            yield Token(self.ahead, match[0], match.start())
        self._stand_at("$END")

    def _stand_at(self, terminal: str) -> None:
        self.ahead = terminal
        self.predicted.clear()


class _Predictions(dict[NonTerminal, Sequence[Rule]]):
    """The rules that can begin with the word ahead. Lark predicts every rule below a symbol whatever comes next, which for
    this grammar costs fifty times as much, and once more for each rule that waits for the symbol, where once is enough."""

    def __init__(self, parser: Any, lexer: _LongestWord) -> None:  # Any: Lark does not type its Earley parser
        super().__init__()
        self._lexer = lexer
        self._all: dict[str, list[tuple[Rule, frozenset[str] | None]]] = {}
        for symbol, rules in parser.predictions.items():
            own = [rule for rule in rules if rule.origin == symbol]
            self._all[symbol.name] = [(rule, self._beginnings(rule, parser)) for rule in own]
        self._found: dict[tuple[str, str], list[Rule]] = {}

    @staticmethod
    def _beginnings(rule: Rule, parser: Any) -> frozenset[str] | None:
        """The terminals with which the rule can begin; None if it can be empty."""
        first: set[str] = set()
        for symbol in rule.expansion:
            first |= {terminal.name for terminal in parser.FIRST[symbol]}
            if symbol not in parser.NULLABLE:
                return frozenset(first)
        return None

    def __getitem__(self, symbol: NonTerminal) -> Sequence[Rule]:
        if symbol.name == _START:  # asked for before there is a word
            return [rule for rule, _ in self._all[_START]]
        if symbol.name in self._lexer.predicted:
            return ()
        self._lexer.predicted.add(symbol.name)
        key = symbol.name, self._lexer.ahead
        if key not in self._found:
            rules = self._all[symbol.name]
            self._found[key] = [rule for rule, first in rules if not key[1] or first is None or key[1] in first]
        return self._found[key]


class Stop(NamedTuple):
    """Where the reading of a sentence stops: the offset of the first word that fits nowhere ('' is the sentence's end), and the
    words that would go on from there, or an example of their shape."""

    at: int
    found: str
    expected: tuple[str, ...]


_SHAPES = {"NUMBER": "1", "HAN": "一", "LETTER": "X", "CIRCLED": "①", "GROUP": "〈…〉", "NAME": "《…》", "WORK": "「…」"}
"""Examples of the words that are no words of a list."""


class Grammar:
    """The parser of one sentence. It is kept between runs: to work it out of the grammar's text takes most of a second."""

    def __init__(self) -> None:
        source = (files("headjudge.parser") / "grammars" / "card_text.lark").read_text("utf-8")
        options: Any = {"parser": "earley", "lexer": _LongestWord, "start": _START}
        lark = Lark(source, **options)
        front: Any = lark.parser  # Lark does not type its front end
        self.rules = lark.rules
        self._lexer: _LongestWord = front.lexer.lexer
        self._earley = front.parser
        quicken(self._earley)
        self._earley.predictions = _Predictions(self._earley, self._lexer)
        self._earley.lexer_conf.re_module = None  # asked for by the making of a lexer alone, and a module cannot be kept

    def stop(self, sentence: str) -> Stop | None:
        """Where the reading of the sentence stops; None if the grammar reads it."""
        words = [(token.start_pos or 0, str(token)) for token in self._lexer.lex(sentence)]
        try:
            self._earley.parse(_Words(self._lexer, sentence), _START)
        except UnexpectedToken as error:
            number = next((n for n, (at, _) in enumerate(words) if at == error.pos_in_stream), len(words))
        except LarkError:
            number = len(words)
        else:
            return None
        at, found = words[number] if number < len(words) else (len(sentence), "")
        try:
            self._earley.parse(_Opened(self._lexer, sentence, number), _START)
        except (UnexpectedToken, UnexpectedEOF) as error:
            expected = {word for name in error.expected for word in self._said_by(name)}
        except LarkError:
            expected = set()
        return Stop(at, found, tuple(sorted(expected, key=lambda word: (len(word), word))))

    def _said_by(self, terminal: str) -> list[str]:
        if terminal == "$END":
            return ["。"]
        return self._lexer.words_of(terminal) or [_SHAPES.get(terminal, terminal)]

    def parse(self, sentence: str) -> Tree[Token]:
        """The sentence's tree. Raises LarkError where the grammar does not read it."""
        tree: Tree[Token] = self._earley.parse(_Words(self._lexer, sentence), _START)
        return tree


class _Words(NamedTuple):
    """The words of one sentence, as Lark's parser asks for them."""

    lexer: _LongestWord
    sentence: str

    def lex(self, _expected: object) -> Iterator[Token]:
        return self.lexer.lex(self.sentence)


class _Opened(NamedTuple):
    """The same, but at one word (counted from 0) nothing is known of what is ahead: every rule is predicted there."""

    lexer: _LongestWord
    sentence: str
    word: int

    def lex(self, _expected: object) -> Iterator[Token]:
        for count, token in enumerate(self.lexer.lex(self.sentence)):
            if count == self.word:
                self.lexer.ahead = ""
            yield token
        self.lexer.ahead = ""


_MADE_FROM = ("grammars/card_text.lark", "card_words.toml", "card_words.py", "card_grammar.py", "earley.py")


@cache
def grammar() -> Grammar:
    """The parser of one sentence."""
    return kept_or_made("card_text", _MADE_FROM, Grammar, given=lark.__version__)


_ONE_AT_A_TIME = Lock()  # the word ahead is kept in the lexer


@cache
def sentences() -> Sentences:
    """The trees of sentences read before."""
    return Sentences("sentences", _MADE_FROM)


def parse(sentence: str) -> Tree[Token] | None:
    """The sentence's tree, or None where the grammar does not read it."""
    if len(sentence) > LONGEST:
        return None
    kept = sentences()
    if sentence in kept:
        return kept[sentence]
    kept[sentence] = tree = _parsed(sentence)
    return tree


def stop(sentence: str) -> Stop | None:
    """Where the reading of the sentence stops, and what would go on from there; None if the grammar reads it."""
    with _ONE_AT_A_TIME:
        return grammar().stop(sentence)


def _parsed(sentence: str) -> Tree[Token] | None:
    try:
        with _ONE_AT_A_TIME:
            return grammar().parse(sentence)
    except LarkError:
        return None
