"""The abilities printed on a card as headjudge understands them: what is modelled, what is not and why."""

import re
from collections.abc import Iterator
from enum import StrEnum

from headjudge.parser.card_faults import Fault, faults
from headjudge.parser.card_text import read_card_text
from headjudge.parser.effect_tree import unmodelled, walk
from headjudge.parser.effects import AbilityText, Keyword, Unmodelled
from headjudge.parser.named import NamedTuple
from headjudge.simulator import registry
from headjudge.simulator.law import Law

MOST_EXPLAINED = 60
"""So many faults of a file are explained; the grammar is asked anew for each, which takes up to a tenth of a second."""

_TAGGED_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)


class Modelled(StrEnum):
    """How much of an ability can be run."""

    WHOLE = "modelled"
    PARTLY = "partial"
    NOT = "unmodelled"


class Printed(NamedTuple):
    """An ability of a card: its words, how much of it can be run, what stands in the way, and the keywords in it."""

    words: str
    modelled: Modelled
    faults: tuple[Fault, ...]
    keywords: tuple[str, ...]


class CardTexts:
    """Reads the texts of one file by one game's rulebook; what it explains it counts."""

    def __init__(self, game: str, law: Law) -> None:
        self._game = game
        self._law = law
        self._explained = 0

    def read(self, text: str) -> list[Printed]:
        """The abilities of a text; the places of faults are those in this text."""
        # of the same length, so that places stay what they are
        plain = _TAGGED_BREAK.sub(lambda tag: "\n" + " " * (len(tag[0]) - 1), text)
        return [self._printed(plain, entry) for entry in read_card_text(plain, self._law.keywords.formulas)]

    def _printed(self, text: str, entry: AbilityText) -> Printed:
        found = tuple(self._faults(text, entry))
        words = [node.word for node in walk(entry.ability) if isinstance(node, Keyword)]
        state = Modelled.PARTLY if found else Modelled.WHOLE
        if isinstance(entry.ability, Unmodelled):
            state = Modelled.NOT
        return Printed(entry.words.strip().removesuffix("\\n"), state, found, tuple(dict.fromkeys(words)))

    def _faults(self, text: str, entry: AbilityText) -> Iterator[Fault]:
        parts = unmodelled(entry.ability)
        if parts and self._explained >= MOST_EXPLAINED:
            yield from (Fault("card_not_explained", part.words.strip(), part.place, part.place.start) for part in parts)
            return
        told = faults(text, entry, self._law.keywords.formulas)
        self._explained += len(told)
        yield from told
        for node in walk(entry.ability):
            if isinstance(node, Keyword):
                meaning = self._law.keywords.expand(node)
                for part in unmodelled(meaning) if not unmodelled(node) else ():
                    yield Fault("card_not_run", entry.words.strip(), entry.place, entry.place.start, part.words)
                lacks = registry.not_run(self._game, meaning)
                yield from (Fault("card_not_run", entry.words.strip(), entry.place, entry.place.start, lack) for lack in lacks)
        for lack in registry.not_run(self._game, entry.ability):
            yield Fault("card_not_run", entry.words.strip(), entry.place, entry.place.start, lack)
