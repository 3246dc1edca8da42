"""A Scenario as a text in one canonical form: reading it again gives the same Scenario."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import fields

from headjudge.parser.board import (
    Card,
    CardName,
    Contents,
    EffectInForce,
    Fill,
    Placement,
    Player,
    PlayerBoard,
    Waiting,
)
from headjudge.parser.named import NamedTuple
from headjudge.parser.question import Expectation
from headjudge.parser.ruling_phrases import Phrases, quoted
from headjudge.parser.ruling_vocabulary import Language
from headjudge.parser.scenario import Comment, Scenario

LABEL = 8
"""The width of the labels of head lines."""

REASONS = 44
"""How far reasons are moved right to stand below one another."""

_ODD = re.compile(r'[\n;；]|^[":：]|^\s|\s$|(?:^|\s)(?:#|//)')
"""What in a head line needs quotes."""


class _Line(NamedTuple):
    text: str
    line: int = 0
    """The line of the source that it comes from; 0 for none."""


def format_scenario(scenario: Scenario, language: Language = "zh") -> str:
    """The ruling that says what `scenario` says, ending in a line end; empty for one that says nothing.

    Raises UnwritableScenarioError for words that no ruling could have said.
    """
    lines = list(_Layout(scenario, language).lines())
    return "".join(
        f"{line}\n".lstrip("\n") if not number else f"{line}\n" for number, line in enumerate(_commented(lines, scenario))
    )


class _Layout:
    """The lines of a ruling in their order."""

    def __init__(self, scenario: Scenario, language: Language) -> None:
        self.scenario = scenario
        self.phrases = Phrases(language)
        self._undescribed = {card.name: card for card in scenario.cards if not card.stock and not card.file}
        """Cards whose print is still to be written: at their first place on the table, or on a line of their own."""

    def lines(self) -> Iterator[_Line]:
        yield from self._head()
        yield from self._definitions()
        yield from self._position()
        for player in Player:
            yield from self._block(player)
        yield from self._under_way()
        yield from self._script()
        yield from self._outcome()

    def _head(self) -> Iterator[_Line]:
        scenario, about = self.scenario, self.scenario.about
        places = dict(about.lines)
        for what in (field.name for field in fields(about) if field.name not in ("edition", "lines")):
            value = getattr(about, what) + (f"@{about.edition}" if what == "game" and about.edition else "")
            if value:
                yield self._labelled(what, value, places.get(what, 0))
        for path in scenario.card_files:
            yield self._labelled("card_file", path)
        for policy, reading in scenario.policies:
            yield self._labelled("policy", f"{policy} = {reading}")
        for premise in scenario.premises:
            yield self._labelled("premise", premise)

    def _labelled(self, what: str, value: str, line: int = 0) -> _Line:
        label = self.phrases.word("HEAD", what)
        return _Line(f"{label}{' ' * max(1, LABEL - _width(label))}{quoted(value) if _ODD.search(value) else value}", line)

    def _definitions(self) -> Iterator[_Line]:
        listed = {
            card.card
            for board in self.scenario.boards
            for zone in board.zones
            if zone.fill is not Fill.ANY
            for card in zone.cards
        }
        apart = [card for card in self._undescribed.values() if card.name not in listed]
        if apart:
            yield _Line("")
        for card in apart:
            yield _Line(f"{self.phrases.key('CARD')} {self.phrases.name(card.name)}  {self._print(card.name)}", card.place.line)

    def _print(self, name: CardName | None) -> str:
        card = self._undescribed.pop(name, None) if name is not None else None
        return self.phrases.printed(card) if isinstance(card, Card) else ""

    def _position(self) -> Iterator[_Line]:
        position, write = self.scenario.position, self.phrases
        said = [f"{write.key('TURN')} {position.turn_number}"] if position.turn_number is not None else []
        said += [write.word("STATE", state) for state in position.states]
        if position.turn is None:
            said += self._moment()
        if said:
            yield _Line("")
            yield _Line(" ".join(said))

    def _moment(self) -> list[str]:
        position, write = self.scenario.position, self.phrases
        said = [write.word("POINT", position.phase)] if position.phase else []
        return said + ([f"{write.key('AT')} {position.clause}"] if position.clause else [])

    def _block(self, player: Player) -> Iterator[_Line]:
        position, write = self.scenario.position, self.phrases
        board = self.scenario.board(player)
        heading = [write.key("TURN_PLAYER")] if position.turn is player else []
        heading += [write.key("STARTER")] if position.starter is player else []
        heading += self._moment() if position.turn is player else []
        if not heading and board == PlayerBoard(player):
            return
        yield _Line("")
        yield _Line(" ".join([write.player(player), *heading]), board.place.line)
        for word, value in board.numbers:
            yield _Line(f"  {write.either(word, 'MEASURE', 'BORNE')} {value}")
        for clause, times in board.used:
            yield _Line(f"  {write.key('USED')} {clause}" + (f" ×{times}" if times != 1 else ""))
        for zone in board.zones:
            yield from self._zone(zone)

    def _zone(self, zone: Contents) -> Iterator[_Line]:
        write, heading = self.phrases, [self.phrases.word("ZONE", zone.zone)]
        match zone.fill:
            case Fill.ANY:
                size = [str(zone.size)] if zone.size is not None else []
                heading += [write.key("ANY"), *size, write.key("FROM")]
            case Fill.SHUFFLED | Fill.UNUSED:
                heading.append(write.key(zone.fill.name))
        if not zone.cards:
            heading += [write.key("EMPTY")] if zone.fill is Fill.LISTED else []
            yield _Line("  " + " ".join(heading), zone.place.line)
            return
        if zone.fill is Fill.ANY or all(self._is_bare(card) for card in zone.cards):
            units = [" ".join(filter(None, (write.unit(card), write.state(card)))) for card in zone.cards]
            yield _Line(
                "  " + " ".join([*heading, write.comma.join(units) if zone.fill is Fill.ANY else " ".join(units)]),
                zone.place.line,
            )
            return
        yield _Line("  " + " ".join(heading), zone.place.line)
        column = max(_width(write.unit(card)) for card in zone.cards)
        for card in zone.cards:
            unit, details = write.unit(card), " ".join(filter(None, (self._print(card.card), write.state(card))))
            gap = " " * (column - _width(unit) + 2) if details else ""
            yield _Line(f"    {unit}{gap}{details}", card.place.line)

    def _is_bare(self, card: Placement) -> bool:
        return card.card not in self._undescribed and not self.phrases.state(card)

    def _under_way(self) -> Iterator[_Line]:
        write, attack = self.phrases, self.scenario.attack
        lines = [self._waiting(waiting) for waiting in self.scenario.waiting]
        lines += [self._effect(effect) for effect in self.scenario.effects]
        if attack is not None:
            declared = [write.key("DECLARED_ON"), write.target(attack.declared)] if attack.declared else []
            said = [write.key("ATTACK_UNDER_WAY"), write.ref(attack.attacker), write.key("ON"), write.target(attack.target)]
            lines.append(_Line(" ".join([*said, *declared]), attack.place.line))
        if lines:
            yield _Line("")
            yield from lines

    def _waiting(self, waiting: Waiting) -> _Line:
        write = self.phrases
        said = [write.player(waiting.controller)] if waiting.controller else []
        said += [write.key("WAITING"), write.ability(waiting.ability)]
        said += [f"×{waiting.count}"] if waiting.count != 1 else []
        return _Line(" ".join(said), waiting.place.line)

    def _effect(self, effect: EffectInForce) -> _Line:
        write = self.phrases
        said = [write.player(effect.controller), write.key("EFFECT"), write.text(effect.text)]
        said += [write.key("ON"), write.comma.join(map(write.target, effect.on))] if effect.on else []
        said += [write.key("FROM"), write.ref(effect.source)] if effect.source else []
        said += [write.key("LASTING"), write.point(effect.until)] if effect.until else []
        return _Line(" ".join(said), effect.place.line)

    def _script(self) -> Iterator[_Line]:
        write, scenario = self.phrases, self.scenario
        if scenario.actions or scenario.horizon:
            yield _Line("")
            yield _Line(write.key("DO"))
        for action in scenario.actions:
            refused = write.refused(action.illegal)
            yield _Line(f"  {write.action(action)}{'  ' if refused else ''}{refused}", action.place.line)
        if scenario.horizon:
            yield _Line(f"  {write.key('UNTIL')} {write.point(scenario.horizon)}")

    def _outcome(self) -> Iterator[_Line]:
        write, expectations = self.phrases, self.scenario.expectations
        if expectations:
            yield _Line("")
            yield _Line(write.key("THEN"))
        column = min(REASONS, max((_width(write.expectation(e)) for e in expectations if e.because), default=0))
        for expectation in expectations:
            yield self._expectation(expectation, column)

    def _expectation(self, expectation: Expectation, column: int) -> _Line:
        said, because = self.phrases.expectation(expectation), self.phrases.because(expectation.because)
        gap = " " * max(2, column - _width(said) + 2) if because else ""
        return _Line(f"  {said}{gap}{because}", expectation.place.line)


def _width(text: str) -> int:
    """How many columns a text takes on a terminal."""
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)


def _commented(lines: list[_Line], scenario: Scenario) -> Iterator[str]:
    """The lines with the comments of the source: each before, or behind, what it stood before or behind there."""
    before: dict[int, list[Comment]] = {}
    behind: dict[int, Comment] = {}
    placed = sorted((line.line, number) for number, line in enumerate(lines) if line.line)
    for comment in scenario.comments:
        same = [number for at, number in placed if at == comment.line]
        if not comment.alone and same and same[-1] not in behind:
            behind[same[-1]] = comment
            continue
        first = placed[0][0] if placed else comment.line + 1
        after = [number for at, number in placed if at >= comment.line] or [len(lines)]
        before.setdefault(0 if comment.line < first else after[0], []).append(comment)
    for number, line in enumerate([*lines, _Line("")]):
        indent = line.text[: len(line.text) - len(line.text.lstrip())]
        yield from (indent + comment.text for comment in before.get(number, []))
        if number < len(lines):
            yield line.text + (f"  {behind[number].text}" if number in behind else "")
