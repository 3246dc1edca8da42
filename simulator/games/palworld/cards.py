"""Cards: from what a ruling or a card file says of a card to what the game runs."""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from itertools import count
from typing import Any

from headjudge.kb.clause import HeadjudgeError
from headjudge.parser import effects as fx
from headjudge.parser import scenario as sc
from headjudge.parser.card_text import read_card_text
from headjudge.parser.effect_durations import ForGame
from headjudge.parser.effect_terms import Deed, Event, Happened, Stretch, This, Underwent, Zone
from headjudge.parser.effect_tree import rewrite, unmodelled, walk
from headjudge.parser.packaged import files
from headjudge.simulator.games.palworld.board import EVENT, NORMAL_PAL, PAL, Card, CardAbility, World
from headjudge.simulator.games.palworld.law import Law
from headjudge.simulator.games.palworld.policies import HAND_WITHOUT_ICON, policies
from headjudge.simulator.games.palworld.scope import (
    changes_abilities,
    changes_kinds,
    reads_bases_only,
    reads_damage,
    reads_orientation,
)

_serials = count(1)
_STOCK_POWER, _STOCK_STRIKE, _STOCK_COST = 100, 1, 1


@cache
def _features() -> Mapping[str, Any]:
    return tomllib.loads((files("headjudge.rules_text") / "palworld" / "features.toml").read_text("utf-8"))


class CardReader:
    """Reads the cards of one game: keywords written out by the law's formulas, each remembered by its word."""

    def __init__(self, law: Law, chosen_policies: Mapping[str, str], suspended: frozenset[str] = frozenset()) -> None:
        self.law = law
        self.policies = chosen_policies
        self.suspended = suspended
        self.keyword_of: dict[fx.Ability, str] = {}

    def card(self, card: sc.Card) -> Card:
        """The card as the game runs it."""
        if card.stock is not None:
            return self._stock(card)
        numbers = dict(card.numbers)
        traits: dict[str, list[str]] = {}
        for name, value in card.traits:
            traits.setdefault(name, []).append(_features().get(name, {}).get(value, value))
        icons = traits.get("icon", [])
        if card.kind is None:
            kinds: tuple[str, ...] = (PAL,) if "power" in numbers else ()
        else:
            kinds = tuple(_features()["kinds"].get(card.kind, ()))
        if not kinds:
            raise HeadjudgeError("card_kind_missing", card=card.name)
        printed = [
            entry for line in (*card.keywords, *_whole(card.text)) for entry in read_card_text(line, self.law.keywords.formulas)
        ]
        abilities = [self._held(entry.ability if EVENT in kinds else _no_instructions(entry)) for entry in printed]
        if EVENT in kinds:
            abilities = [_as_instructions(held) for held in abilities]
            if "quick" in icons:
                abilities = [self._quick(held) for held in abilities]
        return Card(
            next(_serials),
            str(card.name),
            kinds,
            numbers.get(sc.Word("cost")),
            numbers.get(sc.Word("power")),
            numbers.get(sc.Word("strike")),
            tuple(color for color in traits.get("colour", []) if color != "colourless"),
            tuple(traits.get("element", [])),
            tuple(traits.get("work", [])),
            "lucky" in icons,
            tuple(abilities),
            tuple(part.words for held in abilities for part in unmodelled(held.ability)),
        )

    def _stock(self, card: sc.Card) -> Card:
        """A plain card: a Pal without abilities; 幸运 bears the lucky icon."""
        return Card(
            next(_serials),
            str(card.name),
            (PAL, NORMAL_PAL),
            _STOCK_COST,
            _STOCK_POWER,
            _STOCK_STRIKE,
            lucky=card.stock == "lucky",
            stock=True,
        )

    def abilities(self, text: str) -> list[CardAbility]:
        """The abilities that a text prints."""
        return [self._held(entry.ability) for entry in read_card_text(text, self.law.keywords.formulas)]

    def _held(self, ability: fx.Ability) -> CardAbility:
        word = ability.word if isinstance(ability, fx.Keyword) else ""
        written = self._written_out(ability)
        if "10.3.5" in self.suspended:
            written = _valid_anywhere(written)
        if word:
            self.keyword_of.setdefault(written, word)
        return CardAbility(written, word)

    def _written_out(self, ability: fx.Ability) -> fx.Ability:
        """The ability with every keyword in it replaced by what the rulebook says that it means."""
        if isinstance(ability, fx.Keyword):
            word = ability.word
            formula = self.law.keywords.formulas.get(word)
            if formula is not None and formula.clause in self.suspended:
                return fx.Continuous(())  # a word without the clause that gives it a meaning
            ability = self._in_its_zone(self._written_out(self.law.keywords.expand(ability)))
            self.keyword_of.setdefault(ability, word)
            return ability

        def expanded(node: Any) -> Any:
            return self._written_out(node) if isinstance(node, fx.Keyword) else node

        return rewrite(ability, expanded)

    def _in_its_zone(self, ability: fx.Ability) -> fx.Ability:
        """12.8.2 shows no hand icon: by policy an ability whose cost discards its own card is valid in the hand."""
        if not isinstance(ability, fx.Activated) or ability.heading.zones:
            return ability
        reading = self.policies.get(HAND_WITHOUT_ICON) or policies()[HAND_WITHOUT_ICON].taken
        acts = [act for way in ability.costs for act in way]
        discards_itself = any(isinstance(act, fx.Discard) and any(isinstance(part, This) for part in walk(act)) for act in acts)
        if not discards_itself or reading != "zone-of-its-cost":
            return ability
        heading = fx.Heading((Zone.HAND,), ability.heading.limit, ability.heading.quick)
        return fx.Activated(ability.costs, ability.effect, heading, ability.condition)

    def _quick(self, held: CardAbility) -> CardAbility:
        if not isinstance(held.ability, fx.Instructions):
            return held
        heading = fx.Heading(held.ability.heading.zones, held.ability.heading.limit, quick=True)
        return held._replace(ability=fx.Instructions(held.ability.effect, heading))

    def unknown(self) -> Card:
        """A card of which nothing is said."""
        return Card(next(_serials), "?", (), unknown=True)


def _whole(lines: Iterable[str]) -> list[str]:
    """The texts of abilities: a line that begins with a bullet lists an option of the line before it."""
    whole: list[str] = []
    for line in lines:
        if whole and line.startswith(_BULLETS):
            whole[-1] = f"{whole[-1]}\\n{line}"
        else:
            whole.append(line)
    return whole


_BULLETS = ("・", "·", "•")


def _no_instructions(printed: fx.AbilityText) -> fx.Ability:
    """What is printed on a card that is no event. Words that only tell what to do are no ability of any kind (10.1.1): nothing
    says when it would be done."""
    if isinstance(printed.ability, fx.Instructions):
        return fx.Unmodelled(printed.words.strip(), printed.place)
    return printed.ability


def _as_instructions(held: CardAbility) -> CardAbility:
    """The text of an event is carried out when the event resolves, even where the same words on another card would be an
    ability: "at the end of this turn, …" is made to happen later, "it becomes night" is done."""
    ability = held.ability
    if isinstance(ability, fx.Automatic) and not ability.heading.zones:
        return CardAbility(fx.Instructions((fx.Delayed(ability.trigger, ability.effect),), ability.heading), held.keyword)
    if isinstance(ability, fx.Continuous) and not ability.heading.zones:
        acts: list[fx.Action] = []
        for effect in ability.effects:
            if isinstance(effect, fx.Unmodelled):
                acts.append(effect)
            elif isinstance(effect, fx.Provided):
                acts.append(fx.If(effect.condition, tuple(fx.Lasting(lone, ForGame()) for lone in effect.effects)))
            elif isinstance(effect, fx.CopiesAllowed | fx.CostOfUse | fx.UseLimit):
                return held
            else:
                acts.append(fx.Lasting(effect, ForGame()))
        return CardAbility(fx.Instructions(tuple(acts), ability.heading), held.keyword)
    return held


def _valid_anywhere(ability: fx.Ability) -> fx.Ability:
    """The ability, valid in every zone if it bears no icon: what 10.3.5 says of it does not count in this trial."""
    heading = getattr(ability, "heading", None)
    if not isinstance(ability, fx.Activated | fx.Automatic | fx.Continuous) or heading is None or heading.zones:
        return ability
    return replace(ability, heading=replace(heading, zones=(Zone.BASE, Zone.HAND, Zone.GRAVEYARD)))


def world(
    reader: CardReader,
    cards: Iterable[Card],
    others: Iterable[fx.Ability] = (),
    asked: Iterable[Deed] = (),
    *,
    named: Iterable[str] = (),
) -> World:
    """The world of a run: what its cards could ever do decides what has to be looked for at all."""
    cards, others = tuple(cards), tuple(others)
    nodes = [node for card in cards for held in card.abilities for node in walk(held.ability)]
    nodes += [node for ability in others for node in walk(ability)]
    remembered = {node.deed for node in nodes if isinstance(node, Underwent)}
    remembered |= {Deed.USE for node in nodes if isinstance(node, fx.UseLimit)}
    remembered |= {node.event.deed for node in nodes if isinstance(node, Happened)}
    in_print = [held.ability for card in cards for held in card.abilities if isinstance(held.ability, fx.Continuous)]
    return World(
        cards,
        reader.policies,
        automatic=any(isinstance(node, fx.Automatic | fx.Delayed) for node in nodes),
        static=any(isinstance(node, fx.Continuous | fx.Lasting) for node in nodes),
        never_forgotten=frozenset(
            node.event.deed for node in nodes if isinstance(node, Happened) and node.period.stretch is Stretch.GAME
        ),
        counts_together=any(isinstance(node, Event) and node.at_least is not None for node in nodes),
        trigger_deeds=frozenset(node.event.deed for node in nodes if isinstance(node, fx.When)),
        trigger_stretches=frozenset(node.moment.period.stretch for node in nodes if isinstance(node, fx.At)),
        state_triggers=any(isinstance(node, fx.WhenState) for node in nodes),
        holds_states=any(isinstance(node, fx.StateHolds) for node in nodes),
        view_of_bases=reads_bases_only(nodes),
        view_of_orientation=reads_orientation(nodes),
        view_of_damage=reads_damage(nodes),
        gives_times=any(isinstance(node, fx.ActivateTimes) for node in nodes),
        abilities_change=changes_abilities(nodes),
        abilities_change_in_print=changes_abilities(node for ability in (*in_print, *others) for node in walk(ability)),
        kinds_change=changes_kinds(nodes),
        player_numbers_change=any(isinstance(node, fx.PlayerNumber) for node in nodes),
        forbids=frozenset(node.event.deed for node in nodes if isinstance(node, fx.Rule) and node.mode is fx.Mode.CANNOT),
        remembered=frozenset(remembered | set(asked)),
        keyword_of=dict(reader.keyword_of),
        keyword_clauses={word: reader.law.keyword_clauses(word) for word in reader.law.keywords.formulas},
        named=tuple(dict.fromkeys(named)),
    )
