"""Chapter 8: what a player can do with an action timing, and 9.5.2: what is quick."""

from collections.abc import Sequence

from headjudge.parser import effects as fx
from headjudge.parser.effect_terms import Deed
from headjudge.parser.named import NamedTuple
from headjudge.simulator.bindings import allowed
from headjudge.simulator.citing import cite
from headjudge.simulator.games.palworld.board import EVENT, UNUSED, Board, CardAbility, Origin, Thing, Where, ZoneName
from headjudge.simulator.games.palworld.book import condition, procedure, reminder, step
from headjudge.simulator.games.palworld.choice import Choice
from headjudge.simulator.games.palworld.conditions import holds
from headjudge.simulator.games.palworld.costs import cost, payable
from headjudge.simulator.games.palworld.events import RestSouls, SoulDraw
from headjudge.simulator.games.palworld.happening import Happening
from headjudge.simulator.games.palworld.meaning import printed
from headjudge.simulator.games.palworld.policies import policy
from headjudge.simulator.games.palworld.restrictions import demanded, use_forbidden
from headjudge.simulator.games.palworld.script import Script, leaves_x_open
from headjudge.simulator.games.palworld.use import Using
from headjudge.simulator.games.palworld.validity import is_valid_in
from headjudge.simulator.games.palworld.view import context, features_of
from headjudge.simulator.moves import Answer, Call, Do
from headjudge.simulator.state import Frame

procedure("8.2.1", "8.3.1", "8.4.1", "8.5.1")

Action = tuple[Choice, Call]
SOULS_FOR_A_CARD = 3


class Held(NamedTuple):
    """An activated ability on a card, as something to use."""

    where: Where
    held: CardAbility


# Using a card from the hand (8.2) ------------------------------------------------------------------------------------------


@condition("10.4.2.2")
def card_can_be_paid(board: Board, thing: Thing) -> bool:
    """There are standing souls for the whole cost."""
    player = _holder(board, thing)
    cite("2.7.1", "10.4.3")
    return board.seats[player].standing_souls >= cost(board, player, thing)


@condition("1.3.3")
def use_is_not_forbidden(board: Board, thing: Thing) -> bool:
    """No effect forbids to use the card."""
    return not use_forbidden(board, _holder(board, thing), thing)


def _holder(board: Board, thing: Thing) -> int:
    return 0 if thing in board.seats[0].hand else 1


def _is_quick_event(thing: Thing) -> bool:
    return EVENT in thing.card.kinds and any(_quick(held) for held in thing.card.abilities)


def _quick(held: CardAbility) -> bool:
    heading = getattr(held.ability, "heading", None)
    return heading is not None and bool(heading.quick)


@condition("12.2.1.2")
def event_is_quick(_board: Board, thing: Thing) -> bool:
    """The event is quick."""
    return _is_quick_event(thing)


USE_CARD = (card_can_be_paid, use_is_not_forbidden)


def usable_cards(board: Board, player: int, *, quick: bool) -> list[Action]:
    """The hand cards that the player can use; a card that nobody knows is never used."""
    hand = [thing for thing in board.seats[player].hand if not thing.card.unknown and UNUSED not in thing.known]
    if quick:
        hand = [thing for thing in hand if EVENT in thing.card.kinds]
    alike = {(thing.card.serial, thing.known): thing for thing in reversed(hand)}
    found = allowed(board, list(alike.values())[::-1], (*((event_is_quick,) if quick else ()), *USE_CARD))
    if quick and found:
        cite("12.2.1.2")
    if len(found) < len(alike) and not quick:
        policy(board, "unpayable-declaration")
    clause = "8.2.1" if not quick else "10.6.2.1"
    return [(Choice("use_card", (thing.id,)), Call(clause, Using(Origin(player, thing.id), card=thing.id))) for thing in found]


@step("8.2.1")
def card_is_used(_board: Board, frame: Frame) -> Answer:
    """The chosen hand card is used."""
    return Call("10.6.2.1", frame.locals)


# Using an activated ability (8.3) --------------------------------------------------------------------------------------------


@condition("10.3.5")
def ability_is_valid(_board: Board, use: Held) -> bool:
    """The ability is valid in the zone of its card."""
    return is_valid_in(use.held.ability, use.where.zone)


@condition("10.7.2")
def limit_is_not_reached(_board: Board, use: Held) -> bool:
    """The ability has been used fewer times this turn than its limit."""
    limit = getattr(use.held.ability, "heading", fx.Heading()).limit
    return limit is None or dict(use.where.thing.used).get(use.held.ability, 0) < limit.times


@condition("10.4.2.2")
def ability_can_be_paid(board: Board, use: Held) -> bool:
    """One of the ways to pay can be paid in full."""
    ability = use.held.ability
    assert isinstance(ability, fx.Activated)
    origin = Origin(use.where.player, use.where.thing.id)
    x = 0 if leaves_x_open((ability.costs, ability.effect)) else None
    return any(payable(board, Script(way, origin, x, paying=True)) for way in ability.costs)


@condition("10.3.3")
def ability_condition_holds(board: Board, use: Held) -> bool:
    """The condition under which the ability may be used holds."""
    ability = use.held.ability
    assert isinstance(ability, fx.Activated)
    return ability.condition is None or holds(context(board, Origin(use.where.player, use.where.thing.id)), ability.condition)


@condition("12.2.1.1")
def ability_is_quick(_board: Board, use: Held) -> bool:
    """The ability is quick."""
    return _quick(use.held)


USE_ABILITY = (ability_is_valid, ability_condition_holds, limit_is_not_reached, ability_can_be_paid)


def activated(board: Board, player: int) -> list[Held]:
    """The activated abilities of the player's cards in the base, the hand and the graveyard, valid or not."""
    found = []
    names: tuple[ZoneName, ...] = ("base", "hand", "graveyard")
    for zone in names:
        for thing in getattr(board.seats[player], zone):
            if UNUSED in thing.known and zone == "hand":
                continue
            if not thing.card.abilities and not board.effects and not board.world.static:
                continue
            where = Where(player, zone, thing)
            features = features_of(board, thing) if zone == "base" else printed(thing)
            found += [
                Held(where, held)
                for held in features.abilities
                if isinstance(held.ability, fx.Activated) and held not in features.void
            ]
    return found


def usable_abilities(board: Board, player: int, *, quick: bool) -> list[Action]:
    """The activated abilities that the player can use."""
    uses = dict.fromkeys(activated(board, player))
    found = allowed(board, list(uses), (*((ability_is_quick,) if quick else ()), *USE_ABILITY))
    if quick and found:
        cite("12.2.1.1")
    clause = "8.3.1" if not quick else "10.6.2.1"
    return [
        (
            Choice("use_ability", (use.where.thing.id,), use.held.ability),
            Call(clause, Using(Origin(player, use.where.thing.id), ability=use.held.ability, keyword=use.held.keyword)),
        )
        for use in found
    ]


@step("8.3.1")
def ability_is_used(_board: Board, frame: Frame) -> Answer:
    """The chosen ability is used."""
    return Call("10.6.2.1", frame.locals)


# Battle (8.4) and souls for a card (8.5) ---------------------------------------------------------------------------------------


@step("8.4.1")
def battle_is_declared(_board: Board, _frame: Frame) -> Answer:
    """On to the attack declaration step."""
    return Call("9.3.1")


@condition("8.5.1")
def soul_draw_can_be_paid(board: Board, player: int) -> bool:
    """Three souls stand."""
    return board.seats[player].standing_souls >= SOULS_FOR_A_CARD


@condition("8.5.2")
def soul_draw_is_new(board: Board, player: int) -> bool:
    """It has not been done this turn."""
    return not board.seats[player].drew_for_souls


SOUL_DRAW = (soul_draw_is_new, soul_draw_can_be_paid)


@step("8.5.1")
def souls_for_a_card(_board: Board, frame: Frame) -> Answer:
    """Three souls rest, and a card is drawn."""
    player = frame.locals
    assert isinstance(player, int)
    cite("10.4.3")
    return Do(RestSouls(player, SOULS_FOR_A_CARD), SoulDraw(player)), Call("5.7.1", player)


# Everything together ----------------------------------------------------------------------------------------------------


@reminder("8.1.1", "8.1.2")
def main_actions(board: Board, player: int) -> list[Action]:
    """Everything that the turn player can do in the main phase, any number of times in any order."""
    from headjudge.simulator.games.palworld.battle import battle_is_possible

    cite("8.1.1", "8.1.2")
    found = usable_cards(board, player, quick=False) + usable_abilities(board, player, quick=False)
    if allowed(board, [player], (battle_is_possible,)):
        found.append((Choice("battle"), Call("8.4.1")))
    if allowed(board, [player], SOUL_DRAW):
        found.append((Choice("soul_draw"), Call("8.5.1", player)))
    return found


def quick_actions(board: Board, player: int) -> list[Action]:
    """What the non-turn player can do in the quick step."""
    return usable_cards(board, player, quick=True) + usable_abilities(board, player, quick=True)


@condition("7.5.2.1")
def nobody_must_attack(board: Board, _player: int) -> bool:
    """No Pal that can attack must attack."""
    from headjudge.simulator.games.palworld.battle import legal_attacks

    able = {attacker for attacker, _ in legal_attacks(board)}
    return not any(demanded(board, Happening(Deed.ATTACK, board.turn, pal)) for pal in able)


def may_pass(board: Board, player: int, _actions: Sequence[Action]) -> bool:
    """Whether the turn player may stop acting."""
    if not board.effects and not board.world.static:
        return True
    return bool(allowed(board, [player], (nobody_must_attack,)))
