"""Chapter 9: battle."""

from headjudge.parser.effect_terms import Deed, Edge, Stretch
from headjudge.simulator.bindings import allowed
from headjudge.simulator.citing import apart, cite
from headjudge.simulator.games.palworld.actions import quick_actions
from headjudge.simulator.games.palworld.board import PAL, STRUCTURE, Battle, Board, Target, in_base, other, zone
from headjudge.simulator.games.palworld.book import condition, definition, procedure, reminder, step
from headjudge.simulator.games.palworld.choice import Choice
from headjudge.simulator.games.palworld.events import (
    Attacks,
    Blocks,
    Damage,
    Declare,
    EndBattle,
    Expire,
    Occur,
    Opposes,
    Rest,
    StopsAttacking,
)
from headjudge.simulator.games.palworld.happening import Happening
from headjudge.simulator.games.palworld.restrictions import demanded, demanding, forbidden, permitted
from headjudge.simulator.games.palworld.timing import Timing, anything_due
from headjudge.simulator.games.palworld.triggers import unmet_ends
from headjudge.simulator.games.palworld.view import is_kind, pals, power, strike
from headjudge.simulator.moves import Answer, Call, Choose, Do, Goto, Option, Unwind
from headjudge.simulator.once import once
from headjudge.simulator.state import Frame, ObjectId

procedure("9")

Pair = tuple[ObjectId, Target]


# Who may attack what (9.2) ---------------------------------------------------------------------------------------------


@condition("9.2.2.1")
def stands_and_is_mine(board: Board, pal: ObjectId) -> bool:
    """The attacker is the turn player's and stands."""
    where = in_base(board, pal)
    return where is not None and where.player == board.turn and not where.thing.rested


@condition("9.2.2.2")
def is_not_forbidden_to_fight(board: Board, pal: ObjectId) -> bool:
    """No effect forbids the Pal to fight."""
    return not (
        forbidden(board, Happening(Deed.FIGHT, board.turn, pal)) or forbidden(board, Happening(Deed.ATTACK, board.turn, pal))
    )


ATTACKER = (stands_and_is_mine, is_not_forbidden_to_fight)


@reminder("9.2.2.3")
def attackers(board: Board) -> list[ObjectId]:
    """The Pals that can attack; one that came this turn can as well as any other."""
    mine = [where.thing for where in pals(board, board.turn)]
    found = allowed(board, [thing.id for thing in mine], ATTACKER)
    if any(thing.arrived == board.clock - 1 for thing in mine if thing.id in found):
        cite("9.2.2.3")
    return found


@condition("9.2.3")
def is_possible_target(board: Board, pair: Pair) -> bool:
    """A player, a structure, or a Pal that is rested, all the other player's; by an effect, a standing Pal too."""
    attacker, target = pair
    if not isinstance(target, ObjectId):
        return target == other(board.turn)
    where = in_base(board, target)
    if where is None or where.player == board.turn:
        return False
    if is_kind(board, where, STRUCTURE) or (is_kind(board, where, PAL) and where.thing.rested):
        return True
    return is_kind(board, where, PAL) and permitted(board, Happening(Deed.ATTACK, board.turn, attacker, target))


@condition("9.2.4.1")
def may_attack_this(board: Board, pair: Pair) -> bool:
    """No effect keeps this Pal from attacking this target."""
    return not forbidden(board, Happening(Deed.ATTACK, board.turn, pair[0], pair[1]))


@condition("12.10.2.1")
def attacks_who_taunts(board: Board, pair: Pair) -> bool:
    """If a legal target must be chosen, one of those that must is."""
    must = _demanded_targets(board, pair[0])
    return not must or pair[1] in must


@reminder("1.3.2.3")
@once
def _demanded_targets(board: Board, attacker: ObjectId) -> tuple[Target, ...]:
    """The targets that must be chosen: where not all demands can be met, those that meet the most."""
    must = [target for target in _targets(board, attacker) if _is_demanded(board, attacker, target)]
    if len(must) < 2:
        return tuple(must)
    met = {target: demanding(board, Happening(Deed.ATTACK, board.turn, attacker, target)) for target in must}
    most = max(met.values())
    if min(met.values()) < most:
        cite("1.3.2.3")
    return tuple(target for target in must if met[target] == most)


def _is_demanded(board: Board, attacker: ObjectId, target: Target) -> bool:
    return demanded(board, Happening(Deed.ATTACK, board.turn, attacker, target))


@reminder("12.10.3")
@once
def _targets(board: Board, attacker: ObjectId) -> tuple[Target, ...]:
    """What the Pal could attack if nothing had to be attacked: only a legal target can be one that must be chosen."""
    everything: list[Target] = [other(board.turn), *(thing.id for thing in zone(board, other(board.turn), "base"))]
    pairs = allowed(board, [(attacker, target) for target in everything], (is_possible_target, may_attack_this))
    illegal = [target for target in everything if (attacker, target) not in pairs and isinstance(target, ObjectId)]
    if any(_is_demanded(board, attacker, target) for target in illegal):
        cite("12.10.3")
    return tuple(target for _, target in pairs)


@definition("9.2.4")
@once
def legal_attacks(board: Board) -> tuple[Pair, ...]:
    """Every attack that can be declared now, as (attacker, target)."""
    pairs: list[Pair] = [(pal, target) for pal in attackers(board) for target in _targets(board, pal)]
    return tuple(allowed(board, pairs, (attacks_who_taunts,)) if board.effects or board.world.static else pairs)


@condition("9.2.1")
def battle_is_possible(board: Board, _player: int) -> bool:
    """There is an attacker with something to attack."""
    return bool(legal_attacks(board))


ATTACK = (is_possible_target, may_attack_this, attacks_who_taunts)


# The steps --------------------------------------------------------------------------------------------------------------


@step("9.3.1")
def attack_is_declared(board: Board, _frame: Frame) -> Answer:
    """The turn player chooses a Pal and what it attacks, if there is any such pair."""
    options = [
        Option(Choice("attack", (attacker, target)), (Do(Declare(Battle(attacker, target))),))
        for attacker, target in legal_attacks(board)
    ]
    return Choose(board.turn, tuple(options)) if options else None


@step("9.3.1.1", when=lambda board, _frame: board.battle is None)
def battle_is_called_off(_board: Board, _frame: Frame) -> Answer:
    """No legal attack: the battle was never declared."""
    return Unwind("7", "7.5.2")


@step("9.3.2")
@reminder("9.3.2.1")
def attacker_rests(board: Board, _frame: Frame) -> Answer:
    """The attacker rests: it has attacked, and the target has been attacked."""
    battle = fight(board)
    cite("9.3.2.1")
    return Do(Rest(battle.attacker), Attacks(battle.attacker, battle.target))


@step("9.3.3")
def attack_step_check(_board: Board, _frame: Frame) -> Answer:
    """A check timing."""
    return Call("10.5.3")


@step("9.4.1")
def block_step_starts(_board: Board, _frame: Frame) -> Answer:
    """ "At the start of the block declaration step", and a check timing."""
    return Do(Occur(Edge.START, Stretch.BLOCK_STEP)), Call("10.5.3")


@condition("9.4.2")
def can_block(board: Board, pal: ObjectId) -> bool:
    """A standing Pal of the non-turn player, not the target itself, that no effect keeps from blocking the attacker."""
    where = in_base(board, pal)
    battle = fight(board)
    return (
        where is not None
        and where.player != board.turn
        and not where.thing.rested
        and pal != battle.target
        and not forbidden(board, Happening(Deed.BLOCK, other(board.turn), pal, battle.attacker))
    )


@step("9.4.2")
def block_is_declared(board: Board, _frame: Frame) -> Answer:
    """The non-turn player may choose a Pal that blocks."""
    theirs = [where.thing.id for where in pals(board, other(board.turn))]
    options = [
        Option(Choice("block", (pal,)), (Do(Declare(fight(board)._replace(blocker=pal))),))
        for pal in allowed(board, theirs, (can_block,))
    ]
    return Choose(other(board.turn), (Option(Choice("no_block"), ()), *options))


@step("9.4.2.1", when=lambda board, _frame: fight(board).blocker is not None)
def blocker_becomes_target(board: Board, _frame: Frame) -> Answer:
    """The blocker rests and is what is attacked instead."""
    blocker = fight(board).blocker
    assert blocker is not None
    return Do(Rest(blocker), Blocks(blocker))


@step("9.4.3", when=lambda board, _frame: _fighters(board))
def they_are_opponents(_board: Board, _frame: Frame) -> Answer:
    """An attacked Pal and the attacker are battle opponents."""
    return Do(Opposes())


@step("9.4.4")
def block_step_check(_board: Board, _frame: Frame) -> Answer:
    """A check timing."""
    return Call("10.5.3")


@step("9.5.1")
def quick_step_starts(_board: Board, _frame: Frame) -> Answer:
    """ "At the start of the quick step", and a check timing."""
    return Do(Occur(Edge.START, Stretch.QUICK_STEP)), Call("10.5.3")


@step("9.5.2")
@reminder("9.5.2.1", "9.5.2.2")
def non_turn_player_acts(board: Board, _frame: Frame) -> Answer:
    """The non-turn player, and nobody else, has an action timing for what is quick."""
    if len(quick_actions(board, other(board.turn))) > 1:
        cite("9.5.2.1")
    if apart(lambda: quick_actions(board, board.turn))[0]:
        cite("9.5.2.2")
    return Call("10.5.4", Timing(other(board.turn), "9.5.2"))


@step("9.5.3")
def quick_step_check(_board: Board, _frame: Frame) -> Answer:
    """A check timing."""
    return Call("10.5.3")


@step("9.6.1")
def damage_step_starts(_board: Board, _frame: Frame) -> Answer:
    """ "At the start of the damage step", and a check timing."""
    return Do(Occur(Edge.START, Stretch.DAMAGE_STEP)), Call("10.5.3")


@step("9.6.2", when=lambda board, _frame: _somebody_is_gone(board))
def no_damage_without_both(_board: Board, _frame: Frame) -> Answer:
    """The attacker or the target is no longer there: no damage either way."""
    return Goto("9.6.4")


@step("9.6.3.1", when=lambda board, _frame: _target_is(board, PAL))
def pals_trade_blows(board: Board, _frame: Frame) -> Answer:
    """Both Pals deal their power to each other at once."""
    attacker, target = fight(board).attacker, fight(board).target
    assert isinstance(target, ObjectId)
    return Do(
        Damage(target, blow(board, attacker), attacker, battle=True),
        Damage(attacker, blow(board, target), target, battle=True),
    )


@definition("9.6.3.1.1", printed=lambda board, pal: power(board, pal))
def blow(board: Board, pal: ObjectId) -> int:
    """What a Pal deals in a fight: its power, and nothing if that is 0 or less."""
    force = power(board, pal)
    if force == 0:
        cite("9.6.3.1.1")  # 0 is dealt or not dealt with the same number: the clause settles which
    return max(0, force)


@step("9.6.3.2", when=lambda board, _frame: _target_is(board, STRUCTURE))
@reminder("9.6.3.2.1")
def structure_is_hit(board: Board, _frame: Frame) -> Answer:
    """The structure takes the attacker's power as damage, and strikes nobody back."""
    attacker, target = fight(board).attacker, fight(board).target
    cite("9.6.3.2.1", "2.8.3")
    return Do(Damage(target, blow(board, attacker), attacker, battle=True))


@step("9.6.3.3.1", when=lambda board, _frame: _target_is_player(board) and strike(board, fight(board).attacker) <= 0)
def no_strike_no_damage(_board: Board, _frame: Frame) -> Answer:
    """A strike of 0 or less does nothing to a player."""
    return Goto("9.6.4")


@step("9.6.3.3.2", when=lambda board, _frame: _target_is_player(board))
@reminder("9.6.3.4")
def player_is_hit(board: Board, _frame: Frame) -> Answer:
    """The player takes the attacker's strike as damage."""
    battle = fight(board)
    return Do(Damage(battle.target, strike(board, battle.attacker), battle.attacker, battle=True))


@step("9.6.4")
def damage_step_check(_board: Board, _frame: Frame) -> Answer:
    """A check timing."""
    return Call("10.5.3")


@step("9.7.1")
def battle_end_occurs(_board: Board, _frame: Frame) -> Answer:
    """ "At the end of the battle", for the abilities for which it has not been in this battle."""
    return Do(Occur(Edge.END, Stretch.BATTLE))


@step("9.7.2")
def battle_end_check(_board: Board, _frame: Frame) -> Answer:
    """A check timing."""
    return Call("10.5.3")


@step("9.7.3")
def battle_effects_end(_board: Board, _frame: Frame) -> Answer:
    """Effects "until the end of the battle" end."""
    return Do(Expire(Stretch.BATTLE))


@step("9.7.3.1")
def nobody_attacks_any_more(_board: Board, _frame: Frame) -> Answer:
    """The Pal is not attacking any more."""
    return Do(StopsAttacking())


@step("9.7.4")
def battle_ends(board: Board, _frame: Frame) -> Answer:
    """If nothing is left to do the battle is over; else its end step repeats."""
    if anything_due(board) or unmet_ends(board, Stretch.BATTLE):
        return Goto("9.7.1")
    return Do(EndBattle()), Unwind("7", "7.5.2")


def fight(board: Board) -> Battle:
    """The battle under way."""
    assert board.battle is not None
    return board.battle


def _fighters(board: Board) -> bool:
    """Whether the attacker fights a Pal: both are there."""
    return not _somebody_is_gone(board) and _target_is(board, PAL)


def _somebody_is_gone(board: Board) -> bool:
    """Whether the attacker or an attacked card has left the bases."""
    battle = fight(board)
    if in_base(board, battle.attacker) is None:
        return True
    return isinstance(battle.target, ObjectId) and in_base(board, battle.target) is None


def _target_is(board: Board, kind: str) -> bool:
    target = fight(board).target
    if not isinstance(target, ObjectId):
        return False
    where = in_base(board, target)
    return where is not None and is_kind(board, where, kind)


def _target_is_player(board: Board) -> bool:
    return not isinstance(fight(board).target, ObjectId)
