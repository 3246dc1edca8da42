"""A ruling's board laid out: from what a Scenario says to a State, and what had to be assumed."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from headjudge.kb.clause import HeadjudgeError
from headjudge.parser import effects as fx
from headjudge.parser import scenario as sc
from headjudge.parser.effect_durations import Duration, ForGame
from headjudge.parser.effect_terms import Deed, Edge, Role, Stretch, This, Those
from headjudge.parser.effect_tree import rewrite, walk
from headjudge.simulator.game import clause_order
from headjudge.simulator.games.palworld.board import (
    PAL,
    PUBLIC,
    UNUSED,
    Battle,
    Board,
    Card,
    Deeds,
    Expiry,
    Origin,
    Seat,
    Target,
    Thing,
    Waiting,
    find,
    in_base,
)
from headjudge.simulator.games.palworld.cards import CardReader, world
from headjudge.simulator.games.palworld.events import Become, Begin
from headjudge.simulator.games.palworld.game import palworld
from headjudge.simulator.games.palworld.happen import happen
from headjudge.simulator.games.palworld.lasting import begin
from headjudge.simulator.games.palworld.script import Script
from headjudge.simulator.games.palworld.setup import DECK_SIZE, deck_faults
from headjudge.simulator.games.palworld.supposing import Supposal, start_with
from headjudge.simulator.games.palworld.timing import Timing
from headjudge.simulator.games.palworld.view import is_kind
from headjudge.simulator.play import SEATS as SEATS
from headjudge.simulator.state import Frame, ObjectId, State

_ZONES = {"base": "base", "deck": "deck", "main_deck": "deck", "hand": "hand", "graveyard": "graveyard", "exile": "exile"}
_RESOURCES = {"material": "素材", "food": "食材"}
_NUMBERS = {
    "life": "life", "damage": "damage", "souls": "standing_souls", "rested_souls": "rested_souls", "soul_limit": "soul_limit",
    "soul_gain": "soul_increment", "pal_limit": "pal_limit", "soul_deck": "soul_deck",
}  # fmt: skip
_FLAGS = {"attacked": Deed.ATTACK, "assigned": Deed.ASSIGN, "deployed": Deed.DEPLOY}
POINTS: Mapping[str, str] = {
    "reset_phase": "7.2.1", "draw_phase": "7.3.1", "soul_phase": "7.4.1", "main_phase": "7.5.1", "end_phase": "7.6.1",
    "attack_step": "9.3.1", "block_step": "9.4.1", "quick_step": "9.5.1", "damage_step": "9.6.1", "battle_end_step": "9.7.1",
    "battle_end": "7.5.2", "turn_end": "7.2.1", "next_turn": "7.2.1", "game_start": "6.2.1.1",
}  # fmt: skip
"""Where a word for a moment lies, as the clause that is about to be executed."""
_Static = TypeVar("_Static", bound=fx.Static)
_PHASES = {"7.2": Stretch.RESET_PHASE, "7.3": Stretch.DRAW_PHASE, "7.4": Stretch.SOUL_PHASE, "7.6": Stretch.END_PHASE}


class TableError(HeadjudgeError):
    """A board that cannot be: what is wrong, and where the ruling says it."""


@dataclass(frozen=True, slots=True)
class Table:
    """A board ready to run. `names` are the things laid out, by card name, in the order listed."""

    state: State
    names: Mapping[str, tuple[tuple[int, ObjectId], ...]]
    reader: CardReader
    assumed: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    """What the ruling does not say, as codes with facts."""


class _Layout:
    def __init__(self, scenario: sc.Scenario, reader: CardReader) -> None:
        self.scenario = scenario
        self.reader = reader
        self.cards: dict[str, Card] = {str(card.name): reader.card(card) for card in scenario.cards}
        self.unknown = reader.unknown()
        self.names: dict[str, list[tuple[int, ObjectId]]] = {}
        self.assumed: list[tuple[str, tuple[tuple[str, str], ...]]] = []
        self.deeds: list[Deeds] = []
        self.supposals: list[Supposal] = []
        self.next_id = 1

    def assume(self, code: str, **facts: object) -> None:
        self.assumed.append((code, tuple((name, str(value)) for name, value in facts.items())))

    def seat(self, player: sc.Player) -> Seat:
        """One player's side of the table."""
        board = self.scenario.board(player)
        number = SEATS[player]
        facts: dict[str, Any] = {"deck": (), "hand": ()}
        zones = {str(contents.zone): contents for contents in board.zones}
        for assumption in sc.assumptions(self.scenario):
            if assumption.player is player:
                zones.setdefault(str(assumption.contents.zone), assumption.contents)
                self.assume(f"assumed_{assumption.contents.zone}", player=player.value, cards=assumption.contents.total)
        for name in sorted(zones, key=lambda zone: zone != "base"):
            contents = zones[name]
            if name in ("soul_area", "soul_deck"):
                facts.update(_souls(contents))
                continue
            if name not in _ZONES:
                raise TableError("zone_unusable", zone=name, line=contents.place.line, column=contents.place.column)
            facts[_ZONES[name]] = things = self.things(number, contents)
            if contents.fill is sc.Fill.ANY:
                self.suppose(contents, things)
            if contents.fill is sc.Fill.SHUFFLED and _ZONES[name] == "deck":
                facts["bag"] = (0, contents.total) if contents.total > 1 else (0, 0)
        resources = []
        for word, value in board.numbers:
            if value < 0 and word not in ("life",):
                raise TableError("number_negative", number=word, value=value)
            if word in _RESOURCES:
                resources.append((_RESOURCES[word], value))
            elif word in _NUMBERS:
                facts[_NUMBERS[word]] = value
            else:
                raise TableError("number_unusable", number=word)
        facts["resources"] = tuple(sorted((name, value) for name, value in resources if value))
        if any(clause.startswith("8.5") and times for clause, times in board.used):
            facts["drew_for_souls"] = True
        if "soul_deck" not in facts:
            placed = facts.get("standing_souls", 0) + facts.get("rested_souls", 0)
            facts["soul_deck"] = max(0, facts.get("soul_limit", 10) - placed)
        made = Seat(**facts)
        if made.souls + made.soul_deck > made.soul_limit:
            raise TableError("too_many_souls", player=player.value, count=made.souls + made.soul_deck, limit=made.soul_limit)
        return made

    def suppose(self, contents: sc.Contents, things: tuple[Thing, ...]) -> None:
        """An adversary decides which of these cards are there."""
        where = {"line": contents.place.line, "column": contents.place.column}
        if _ZONES[str(contents.zone)] in PUBLIC:
            raise TableError("fill_any_unusable", zone=contents.zone, **where)
        if contents.size is not None and contents.size > len(things):
            raise TableError("fill_any_too_many", count=contents.size, limit=len(things), **where)
        most = len(things) if contents.size is None else contents.size
        self.supposals.append(Supposal(tuple(thing.id for thing in things), contents.size or 0, most))

    def things(self, player: int, contents: sc.Contents) -> tuple[Thing, ...]:
        """The cards of a zone, each with its state."""
        found: list[Thing] = []
        in_base_ = contents.zone == "base"
        for placement in contents.cards:
            card = self.unknown if placement.card is None else self.cards[str(placement.card)]
            self._check(placement, card, contents)
            if placement.card is None and placement.candidates:
                found += [thing for _ in range(placement.count) for thing in self.candidates(player, placement)]
                continue
            for copy in range(placement.count):
                arrived = found[-1].arrived if placement.together and copy == 0 and found else self.next_id
                owner = player if placement.owner is None else SEATS[placement.owner]
                thing = Thing(ObjectId(self.next_id), card, owner, placement.orientation == "rested", arrived=arrived)
                numbers = dict(placement.numbers)
                if contents.fill is sc.Fill.UNUSED:
                    thing = thing._replace(known=(UNUSED,))
                thing = thing._replace(damage=numbers.get(sc.Word("damage"), 0))
                if placement.used:
                    used = [(card.abilities[place - 1].ability, times) for place, times in placement.used]
                    thing = thing._replace(used=tuple(used))
                self.deeds += [Deeds(_FLAGS[flag], thing.id, None, player) for flag in placement.flags if flag in _FLAGS]
                self.names.setdefault(card.name, []).append((player, thing.id))
                found.append(thing)
                self.next_id += 1
            if placement.orientation is not None and not in_base_:
                raise TableError(
                    "orientation_outside_base", zone=contents.zone, line=placement.place.line, column=placement.place.column
                )
        return tuple(found)

    def tell_faults(self, seats: Sequence[Seat]) -> None:
        """A deck that may not be played is played all the same before the game, but not silently."""
        for player, number in SEATS.items():
            for fault in deck_faults([thing.card for thing in seats[number].deck]):
                self.assume(
                    f"assumed_fault_{fault.clause}", player=player.value, clause=fault.clause, cards=fault.found, card=fault.name
                )

    def candidates(self, player: int, placement: sc.Placement) -> tuple[Thing, ...]:
        """An unknown card of which is said what it may be: each of these cards, of which one is there."""
        owner = player if placement.owner is None else SEATS[placement.owner]
        found = []
        for name in dict.fromkeys(map(str, placement.candidates)):
            found.append(Thing(ObjectId(self.next_id), self.cards[name], owner, arrived=self.next_id))
            self.names.setdefault(self.cards[name].name, []).append((player, found[-1].id))
            self.next_id += 1
        self.supposals.append(Supposal(tuple(thing.id for thing in found), 1, 1))
        return tuple(found)

    def _check(self, placement: sc.Placement, card: Card, contents: sc.Contents) -> None:
        where = {"line": placement.place.line, "column": placement.place.column}
        if placement.count < 0 or placement.count > 1000:
            raise TableError("count_unusable", count=placement.count, **where)
        if any(value < 0 for _, value in placement.numbers):
            raise TableError("number_negative", number=placement.numbers[0][0], value=placement.numbers[0][1], **where)
        if contents.zone == "base" and not card.unknown and not any(kind in ("帕鲁", "建筑物", "装备") for kind in card.kinds):
            raise TableError("kind_not_in_base", card=card.name, **where)
        bears = contents.zone == "base" and (card.unknown or any(kind in ("帕鲁", "建筑物") for kind in card.kinds))
        if placement.numbers and not bears:
            raise TableError("damage_not_borne", card=card.name, **where)
        for place, _ in placement.used:
            if not 1 <= place <= len(card.abilities):
                raise TableError("ability_missing", card=card.name, number=place, **where)


def _souls(contents: sc.Contents) -> dict[str, int]:
    if contents.zone == "soul_deck":
        return {"soul_deck": contents.total}
    rested = sum(card.count for card in contents.cards if card.orientation == "rested")
    return {"standing_souls": contents.total - rested, "rested_souls": rested}


def lay_out(scenario: sc.Scenario, reader: CardReader, asked: Sequence[Deed] = ()) -> Table:
    """The board and the position of a ruling."""
    layout = _Layout(scenario, reader)
    seats = (layout.seat(sc.Player.A), layout.seat(sc.Player.B))
    position = scenario.position
    if position.turn is None:
        layout.assume("assumed_turn", player="A")
    turn = SEATS[position.turn or sc.Player.A]
    starter = SEATS[position.starter] if position.starter is not None else _starter(position, turn)
    if position.turn is not None and position.turn_number is not None and _starter(position, turn) != starter:
        raise TableError("turn_of_other_player", turn=position.turn_number, player="AB"[1 - turn])
    texts = [reader.abilities(effect.text) for effect in scenario.effects]
    others = [held.ability for held_abilities in texts for held in held_abilities]
    _check_owned(scenario, seats)
    board = Board(
        world(reader, (*layout.cards.values(), layout.unknown), others, asked, named=_names_said(scenario)),
        seats,
        turn,
        starter,
        position.turn_number == 1,
        deeds=tuple(layout.deeds),
        next_id=layout.next_id,
        clock=layout.next_id + 1,
    )
    names = {name: tuple(found) for name, found in layout.names.items()}
    clause = _clause(scenario)
    if step_at(clause)[1] == "6.2.1.1":
        layout.tell_faults(seats)
    board = board._replace(phase=_PHASES.get(".".join(clause.split(".")[:2]), Stretch.MAIN_PHASE))
    for state in position.states:
        board = happen(board, Become({"night": "夜晚"}[state]), board)
    if scenario.attack is not None:
        board = board._replace(battle=_battle(board, names, scenario.attack, clause))
    for effect, held_abilities in zip(scenario.effects, texts, strict=True):
        board = _effect(board, names, effect, [held.ability for held in held_abilities])
    board = board._replace(waiting=tuple(_waiting(board, names, entry) for entry in scenario.waiting))
    stack = (*_stack(board, clause), *start_with(layout.supposals))
    return Table(State(board, stack), names, reader, tuple(layout.assumed))


def _names_said(scenario: sc.Scenario) -> Iterator[str]:
    """The card names that the script has a player name."""
    for action in scenario.actions:
        if action.verb == "name":
            yield from (item.words for item in action.on if isinstance(item, sc.Quoted))


def _check_owned(scenario: sc.Scenario, seats: Sequence[Seat]) -> None:
    """Nobody can have more cards in the game than a deck holds (6.1.1.1)."""
    for player, number in SEATS.items():
        listed = {_ZONES[str(contents.zone)] for contents in scenario.board(player).zones if str(contents.zone) in _ZONES}
        mine = [thing for seat in seats for name in listed for thing in getattr(seat, name) if thing.owner == number]
        if len(mine) > DECK_SIZE:
            raise TableError("too_many_cards", player=player.value, count=len(mine), limit=DECK_SIZE, clause="6.1.1.1")


def _starter(position: sc.Position, turn: int) -> int:
    if position.turn_number is None:
        return turn
    return turn if position.turn_number % 2 else 1 - turn


def _clause(scenario: sc.Scenario) -> str:
    """The clause at which the run begins."""
    position = scenario.position
    if position.clause is not None:
        return str(position.clause)
    if position.phase is None or position.phase == "main_phase":
        return "9.4.1" if scenario.attack is not None and position.phase is None else "7.5.2"
    if position.phase not in POINTS:
        raise TableError("position_unusable", position=position.phase)
    return POINTS[position.phase]


def step_at(clause: str) -> tuple[str, str]:
    """The procedure and the step of a clause: its own step, or the first of its sub-clauses."""
    game = palworld()
    if clause in game.entry:
        return game.entry[clause]
    steps = sorted((step for step in game.bindings.steps if step.startswith(f"{clause}.")), key=clause_order)
    if not steps:
        raise TableError("clause_without_step", clause=clause)
    return game.entry[steps[0]]


def _stack(board: Board, clause: str) -> tuple[Frame, ...]:
    procedure, step = step_at(clause)
    if procedure == "9" and board.battle is None and clause_order(step) > clause_order("9.3.1.1"):
        raise TableError("attack_missing", clause=clause)
    if procedure in ("7", "6.2") and board.battle is not None:
        raise TableError("attack_out_of_place", clause=clause)
    main = Frame("7", "7.5.3")
    in_battle = board.battle is not None
    waiting_player = 1 - board.turn if in_battle else board.turn
    timing = Frame("10.5.4", "10.5.4.2", Timing(waiting_player, "9.5.2" if in_battle else "7.5.2"))
    below = (main, Frame("9", "9.5.3")) if in_battle else (main,)
    match procedure:
        case "7" | "6.2":
            return (Frame(procedure, step),)
        case "9":
            return (main, Frame("9", step))
        case "10.5.4":
            return (*below, timing._replace(position=step))
        case "10.5.3":
            return (*below, timing, Frame("10.5.3", step))
        case _:
            raise TableError("clause_not_a_start", clause=clause)


def thing_named(board: Board, names: Mapping[str, tuple[tuple[int, ObjectId], ...]], ref: sc.CardRef) -> ObjectId:
    """The one card that a ruling means by a name, as first laid out."""
    found = [thing for player, thing in names.get(str(ref.name), ()) if ref.player is None or SEATS[ref.player] == player]
    where = {"line": ref.place.line, "column": ref.place.column}
    if ref.index is not None:
        if not 1 <= ref.index <= len(found):
            raise TableError("card_not_on_table", card=f"{ref.name}#{ref.index}", **where)
        return found[ref.index - 1]
    if not found:
        raise TableError("card_not_on_table", card=ref.name, **where)
    if len(found) > 1:
        on_table = [thing for thing in found if in_base(board, thing) is not None]
        if len(on_table) != 1:
            raise TableError("card_ambiguous", card=ref.name, count=len(found), **where)
        return on_table[0]
    return found[0]


def _target(board: Board, names: Mapping[str, tuple[tuple[int, ObjectId], ...]], what: sc.CardRef | sc.Player) -> Target:
    return SEATS[what] if isinstance(what, sc.Player) else thing_named(board, names, what)


def _battle(board: Board, names: Mapping[str, tuple[tuple[int, ObjectId], ...]], attack: sc.Attack, clause: str) -> Battle:
    attacker = thing_named(board, names, attack.attacker)
    target = _target(board, names, attack.target)
    at = clause_order(clause) if clause[0].isdigit() and clause.startswith("9") else clause_order("9.5.2")
    blocker = target if attack.declared is not None and isinstance(target, ObjectId) else None
    place = {"line": attack.place.line, "column": attack.place.column}
    attacking = in_base(board, attacker)
    if attacking is not None and attacking.player != board.turn:
        raise TableError("attacker_not_of_turn_player", card=attack.attacker.name, **place)
    if target == board.turn:
        raise TableError("attack_on_oneself", player="AB"[board.turn], **place)
    where = in_base(board, target) if isinstance(target, ObjectId) else None
    fights = where is not None and is_kind(board, where, PAL) and at > clause_order("9.4.3")
    return Battle(attacker, target, at > clause_order("9.3.2"), blocker, fights)


def _waiting(board: Board, names: Mapping[str, tuple[tuple[int, ObjectId], ...]], entry: sc.Waiting) -> Waiting:
    ref = entry.ability.card
    source = thing_named(board, names, ref)
    where = find(board, source)
    assert where is not None
    automatic = [held for held in where.thing.card.abilities if isinstance(held.ability, fx.Automatic)]
    if entry.ability.number is not None:
        every = where.thing.card.abilities
        number = entry.ability.number
        automatic = [every[number - 1]] if 1 <= number <= len(every) else []
    if len(automatic) != 1 or not isinstance(automatic[0].ability, fx.Automatic):
        raise TableError("waiting_ability_unclear", card=ref.name, line=entry.place.line, column=entry.place.column)
    controller = where.player if entry.controller is None else SEATS[entry.controller]
    return Waiting(automatic[0].ability, Origin(controller, source), entry.count, automatic[0].keyword)


def _effect(
    board: Board,
    names: Mapping[str, tuple[tuple[int, ObjectId], ...]],
    effect: sc.EffectInForce,
    abilities: Sequence[fx.Ability],
) -> Board:
    """An effect that was set going before the ruling begins: one for each card that it is on, all of the same time."""
    place = {"line": effect.place.line, "column": effect.place.column}
    if any(isinstance(ref, sc.Player) for ref in effect.on):
        raise TableError("effect_on_player", text=effect.text, **place)
    on = tuple(thing_named(board, names, ref) for ref in effect.on if isinstance(ref, sc.CardRef))
    source = None if effect.source is None else thing_named(board, names, effect.source)
    lasting = [part for ability in abilities for part in _lasting(ability, effect)]
    for static, _ in lasting:
        _check_subject(static, effect)
    for one in on or (None,):
        this = next((card for card in (source, one) if card is not None), ObjectId(0))
        script = Script((), Origin(SEATS[effect.controller], this, () if one is None else ((Role.CHOSEN, (one,)),)))
        for static, duration in lasting:
            for event in begin(board, script, static if one is None else _on_the_chosen(static), duration):
                if isinstance(event, Begin) and effect.until is not None:
                    event = Begin(event.effect._replace(expiry=_until(effect.until, place)))
                board = happen(board, event, board)
    return board._replace(clock=board.clock + 1)


def _lasting(ability: fx.Ability, effect: sc.EffectInForce) -> Iterator[tuple[fx.Static, Duration]]:
    """The continuous effects of the text, each with how long the text says it lasts."""
    place = {"line": effect.place.line, "column": effect.place.column}
    match ability:
        case fx.Instructions(acts):
            for act in acts:
                if not isinstance(act, fx.Lasting):
                    raise TableError("effect_not_lasting", text=effect.text, **place)
                yield act.effect, act.duration
        case fx.Continuous(statics):
            for static in statics:
                if isinstance(static, fx.Unmodelled):
                    raise TableError("effect_unreadable", text=effect.text, **place)
                yield static, ForGame()
        case _:
            raise TableError("effect_unreadable", text=effect.text, **place)


def _check_subject(static: object, effect: sc.EffectInForce) -> None:
    """What the effect is on is said once: by the text (你的所有帕鲁), or beside it."""
    place = {"line": effect.place.line, "column": effect.place.column}
    points = any(isinstance(node, This) or node == Those(Role.CHOSEN) for node in walk(static))
    if effect.on and not points:
        raise TableError("effect_names_its_cards", text=effect.text, **place)
    if points and not effect.on and effect.source is None:
        raise TableError("effect_on_nothing", text=effect.text, **place)


def _on_the_chosen(static: _Static) -> _Static:
    """The same, applying to the card that was chosen for it: "this card" of a text that has no other subject.

    Amounts and granted abilities keep their own: there, this card is the source, or the bearer."""
    match static:
        case fx.Modify(This(), changes):
            return fx.Modify(Those(Role.CHOSEN), changes)  # type: ignore[return-value]  # a Modify again
        case fx.Rule(_, event) | fx.Replace(event):
            return replace(static, event=rewrite(event, lambda node: Those(Role.CHOSEN) if node == This() else node))
        case fx.Provided(_, effects):
            return replace(static, effects=tuple(_on_the_chosen(lone) for lone in effects))
    return static


def _until(point: sc.Point, place: Mapping[str, int]) -> Expiry:
    if point.word in ("turn_end", "next_turn"):
        return Expiry(Edge.END, Stretch.TURN)
    if point.word in ("battle_end", "battle_end_step"):
        return Expiry(Edge.END, Stretch.BATTLE)
    if point.word == "game_end":
        return Expiry()
    raise TableError("duration_unusable", until=point.word or point.clause, **place)
