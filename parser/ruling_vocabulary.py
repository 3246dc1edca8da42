"""The words of the ruling language in both languages, from `ruling_words.toml`: found in a text, and written back."""

import difflib
import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Literal

from headjudge.parser.named import NamedTuple
from headjudge.parser.packaged import files

Language = Literal["zh", "en"]

SECTIONS = MappingProxyType(
    {
        "players": "PLAYER",
        "head": "HEAD",
        "zones": "ZONE",
        "numbers": "MEASURE",
        "borne": "BORNE",
        "printed": "PRINTED",
        "counted": "COUNTED",
        "kinds": "KIND",
        "traits": "TRAIT",
        "properties": "PROPERTY",
        "orientations": "ORIENTATION",
        "faces": "FACE",
        "flags": "FLAG",
        "points": "POINT",
        "states": "STATE",
        "verbs": "VERB",
        "settings": "SETTING",
        "results": "RESULT",
        "endings": "ENDING",
        "operators": "COMPARE",
        "stock": "NAME",
    }
)
"""The terminal of the grammar that the words of each section are."""

BOUNDARY = r"(?=$|[\s\d()（）,，、;；:：「」\"“”《》<>＜＞=＝≠≤≥×*#?？/／])"
"""What may follow a word: Chinese is written with blanks between the words of a ruling, 甲的盾兵 and 不阻挡 excepted."""


class Entry(NamedTuple):
    """What a word can be: a terminal of the grammar and the identifier that it stands for."""

    terminal: str
    identifier: str


class Found(NamedTuple):
    """A known word in a text: everything that it can be, in the order of preference, and where it ends."""

    entries: tuple[Entry, ...]
    end: int


class Vocabulary:
    """The known words. `written[terminal][identifier][language]` is the word that the formatter writes."""

    def __init__(self, data: Mapping[str, Mapping[str, Mapping[str, list[str]]]]) -> None:
        self._entries: dict[str, list[Entry]] = {}
        self._written: dict[tuple[str, str, str], str] = {}
        self._order: dict[str, list[str]] = {}
        for section, table in data.items():
            for identifier, words in table.items():
                if section == "columns":
                    continue  # of card files, not of rulings
                if section == "terminals":
                    self._order.setdefault("", []).append(identifier)
                    self._written |= {("", identifier, language): words[language][0] for language in words}
                    continue
                terminal = identifier if section == "keywords" else SECTIONS[section]
                value = words["zh"][0] if section == "stock" else identifier
                self._order.setdefault(terminal, []).append(identifier)
                for language, spelled in words.items():
                    self._written[terminal, identifier, language] = spelled[0]
                    for spelling in spelled:
                        entry, known = Entry(terminal, value), self._entries.setdefault(_key(spelling), [])
                        if entry not in known:
                            known.append(entry)
        self.stock: Mapping[str, str] = {words["zh"][0]: identifier for identifier, words in data["stock"].items()}
        """The stock cards: name in the scenario -> identifier."""
        by_length = sorted(self._entries, key=len, reverse=True)
        self._lettered: dict[str, list[str]] = {}
        for spelling in by_length:
            if spelling[0].isalnum():
                self._lettered.setdefault(spelling[0], []).append(spelling)
        self._patterns: dict[str, re.Pattern[str]] = {}
        self._symbol = re.compile(_either(spelling for spelling in by_length if not spelling[0].isalnum()))
        self._owner = re.compile(f"(?:{_either(self._spelled('PLAYER'))})(?=的|'s)")
        self._not = re.compile(_either(spelling for spelling in self._spelled("NOT") if not spelling.isascii()))

    def _spelled(self, terminal: str) -> list[str]:
        entries = self._entries.items()
        return [_cased(spelling, terminal) for spelling, known in entries if any(e.terminal == terminal for e in known)]

    def _word(self, text: str, at: int) -> re.Match[str] | None:
        """The longest known word that begins at `at`. A pattern for each first letter, when one is needed: a ruling has few
        of them, and to compile one for all words takes longer than to read it."""
        letter = text[at : at + 1].lower()
        if letter not in self._lettered:
            return None
        if letter not in self._patterns:
            self._patterns[letter] = re.compile(f"(?:{_either(self._lettered[letter])}){BOUNDARY}", re.IGNORECASE)
        return self._patterns[letter].match(text, at)

    def find(self, text: str, at: int) -> Found | None:
        """The longest known word that begins at `at`; None if what stands there is not one.

        >>> [vocabulary().find("据点 甲的 main  phase", at) is not None for at in (0, 1, 3, 6)]
        [True, False, True, True]
        >>> vocabulary().find("main  phase", 0)
        Found(entries=(Entry(terminal='POINT', identifier='main_phase'),), end=11)
        """
        found = self._word(text, at) or self._symbol.match(text, at) or self._owner.match(text, at)
        if found is None:
            refusal = self._not.match(text, at)
            found = refusal if refusal and self._word(text, refusal.end()) else None
        entries = self.entries(found[0]) if found else []
        return Found(tuple(entries), found.end()) if found and entries else None

    def entries(self, word: str) -> list[Entry]:
        """Everything that a word can be; empty for an unknown one."""
        entries = self._entries.get(_key(word), [])
        # Only the player letters are told apart by case: `a` is an English word.
        return [e for e in entries if e.terminal != "PLAYER" or word == word.upper()]

    def spellings(self) -> list[str]:
        """Every known word, in both languages."""
        return sorted(self._entries)

    def word(self, terminal: str, identifier: str, language: Language) -> str:
        """The word that is written for an identifier. KeyError for one that the language does not know."""
        return self._written[terminal, identifier, language]

    def both(self, terminal: str, identifier: str) -> dict[str, str]:
        """The word in each language, as facts of an error: what the identifier itself is if the language has no word for it.

        >>> vocabulary().both("ZONE", "base"), vocabulary().both("ZONE", "9.2.3")
        ({'what_zh': '据点', 'what_en': 'base'}, {'what_zh': '9.2.3', 'what_en': '9.2.3'})
        """
        return {f"what_{language}": self._written.get((terminal, identifier, language), identifier) for language in ("zh", "en")}

    def knows(self, terminal: str, identifier: str) -> bool:
        """Whether the language has a word for it."""
        return (terminal, identifier, "zh") in self._written

    def terminals(self) -> list[str]:
        """The terminals that have words."""
        return [terminal for terminal in self._order if terminal]

    def identifiers(self, terminal: str) -> list[str]:
        """Everything that a terminal can stand for, in the order of the data file."""
        return self._order.get(terminal, [])

    def describe(self, terminal: str, language: Language) -> str:
        """A terminal in the reader's words, with a few of its words as examples.

        >>> vocabulary().describe("ZONE", "en"), vocabulary().describe("THEN", "zh")
        ('a zone (base, hand, graveyard …)', '则')
        """
        identifiers = self.identifiers(terminal)
        name = self._written.get(("", terminal, language))
        if name is None:
            return self.word(terminal, terminal, language)
        if terminal in ("HEAD", "PLAYER", "NAME", "COMPARE", "RESULT", "ENDING", "FACE") or not identifiers:
            return name
        examples = [self.word(terminal, identifier, language) for identifier in identifiers[:3]]
        more = " …" if len(identifiers) > len(examples) else ""
        return f"{name}（{'、'.join(examples)}{more}）" if language == "zh" else f"{name} ({', '.join(examples)}{more})"

    def importance(self, terminal: str) -> tuple[int, str]:
        """A sorting key that puts first what a reader most likely wanted: classes of words, then keywords, then marks."""
        classes = self.identifiers("")
        marks = classes.index("LPAR")
        place = classes.index(terminal) if terminal in classes else marks - 1
        return (place if place < marks else place + 1, terminal)

    def nearest(self, word: str, terminals: Iterable[str], names: Iterable[str] = ()) -> str:
        """The known word (of those terminals, or one of `names`) that `word` was most likely meant to be; empty if none is near.

        >>> vocabulary().nearest("据店", ["ZONE"]), vocabulary().nearest("graveyrad", ["ZONE"])
        ('据点', 'graveyard')
        """
        fit = set(terminals)
        words = [spelling for spelling, entries in self._entries.items() if any(e.terminal in fit for e in entries)]
        near = difflib.get_close_matches(word.lower()[:40], [*names, *words], n=1, cutoff=0.5)
        return near[0] if near else ""


def _key(word: str) -> str:
    return " ".join(word.lower().split())


def _cased(spelling: str, terminal: str) -> str:
    return spelling.upper() if terminal == "PLAYER" else spelling


def _either(spellings: Iterable[str]) -> str:
    """A pattern for any of these, blanks inside them widened."""
    return "|".join(r"\s+".join(re.escape(part) for part in spelling.split()) for spelling in spellings)


@cache
def vocabulary() -> Vocabulary:
    """The words that ship with the language."""
    text = (files("headjudge.parser") / "ruling_words.toml").read_text("utf-8")
    return Vocabulary(tomllib.loads(text))
