"""Why something did not come about: what rules asked and did not find, and abilities that did nothing."""

from collections.abc import Iterator, Mapping

from headjudge.parser import effects as fx
from headjudge.parser import scenario as sc
from headjudge.parser.board import CardRef
from headjudge.parser.effect_tree import walk
from headjudge.simulator.bindings import forbidding
from headjudge.simulator.citing import apart
from headjudge.simulator.games.palworld import events as ev
from headjudge.simulator.games.palworld.actions import USE_ABILITY, USE_CARD, activated
from headjudge.simulator.games.palworld.board import Board, find, is_thing
from headjudge.simulator.games.palworld.bringing_about import brings_about
from headjudge.simulator.games.palworld.differing import in_a_base
from headjudge.simulator.games.palworld.naming import now, things_named
from headjudge.simulator.games.palworld.quantities import ZONE_OF
from headjudge.simulator.games.palworld.questions import Questions, is_over
from headjudge.simulator.games.palworld.rule_processing import Premise, premises
from headjudge.simulator.games.palworld.table import SEATS
from headjudge.simulator.games.palworld.telling_differences import lying, number_word
from headjudge.simulator.games.palworld.telling_table import PalworldTeller
from headjudge.simulator.games.palworld.untriggered import CLAUSES, Hindrance, Untriggered, may_change, untriggered
from headjudge.simulator.play import Play
from headjudge.simulator.state import ObjectId
from headjudge.simulator.telling import Against, Reason, Teller, dropped


def stood(play: Play, teller: Teller, board: Board, action: sc.Action) -> list[str]:
    """How the cards of an action lay, and what its player had."""
    assert isinstance(teller, PalworldTeller)
    questions = play.questions
    assert isinstance(questions, Questions)
    refs = [item for item in (*action.by, *action.on) if isinstance(item, CardRef)]
    things = dict.fromkeys(thing for ref in refs for thing in things_named(board, questions.names, ref))
    said = [f"{teller.thing(thing)} {words}" for thing in things if (words := _lies(teller, board, thing))]
    player = SEATS[action.player]
    return [*said, f"{teller.player(player)} {teller.numbers(board, player)}"]


def _lies(teller: PalworldTeller, board: Board, thing: ObjectId) -> str:
    where = find(board, thing)
    if where is None:
        return ""
    if where.zone == "base":
        return lying(teller, in_a_base(board, where))
    words, cost = teller.zone(where.zone, where.player), where.thing.card.cost
    return words if cost is None else teller.word("lies", thing=words, facts=f"{number_word(teller, 'cost')} {cost}")


def hindered(against: Against) -> Iterator[Reason]:
    """What rules, abilities and cards that could have brought the condition about asked, and did not find."""
    yield from _premises(against)
    yield from _untriggered(against)
    yield from _unusable(against)


# Rules -------------------------------------------------------------------------------------------------------------------


def _premises(against: Against) -> Iterator[Reason]:
    """The rules that would have brought it about, and what they did not find at the end of the line."""
    board = _end(against)
    boards = (against.start, *(line.board for line in against.lines))
    wanted = brings_about(against.condition, boards)
    for premise in apart(lambda: list(premises(board)))[0]:
        if not premise.met and wanted(premise.due) and _is_about(against.condition, premise.due):
            yield _premise(premise, _teller(against))
            if is_thing(premise.subject):
                yield from dropped(against, lambda event, on=premise.subject: getattr(event, "target", None) == on)  # type: ignore[misc]  # bound now


def _is_about(condition: sc.Condition, event: object) -> bool:
    """Whether what a rule would do is what was expected: of that player, into that zone."""
    parts = list(walk(condition))
    results = [part for part in parts if isinstance(part, sc.GameResult)]
    if isinstance(event, ev.Lose) and results:
        losers = {SEATS[one.player] if one.word == "loses" else 1 - SEATS[one.player] for one in results if one.player}
        return not losers or event.player in losers
    zones = {ZONE_OF.get(str(part.zone)) for part in parts if isinstance(part, sc.InZone)}
    zones |= {ZONE_OF.get(str(part.left.word)) for part in parts if isinstance(part, sc.Compare)} - {None}
    return not isinstance(event, ev.Move) or event.to in zones


def _premise(premise: Premise, teller: PalworldTeller) -> Reason:
    facts: dict[str, object] = {"subject": teller.target(premise.subject), "has": premise.has, "needs": premise.needs}
    facts["what"] = number_word(teller, premise.what)
    name = "why_not_zero"
    if premise.of:
        facts["of"] = number_word(teller, premise.of)
        name = "why_no_damage" if not premise.has else "why_below"
    return Reason(premise.clause, name, tuple(facts.items()))


# Abilities and cards -----------------------------------------------------------------------------------------------------


def _untriggered(against: Against) -> Iterator[Reason]:
    teller, named = _teller(against), _named(against.condition)
    for one in untriggered(against.start, against.lines):
        if may_change(one.ability, against.condition) or teller.called.get(one.source) in named:
            yield _ability(one, against.start, teller)


def _ability(one: Untriggered, start: Board, teller: PalworldTeller) -> Reason:
    event = ""
    if one.event is not None and one.at is not None and one.before is not None:
        event = teller.event(one.event, one.before, one.at.board)
    facts = (
        ("thing", teller.thing(one.source)),
        ("ability", teller.ability(one.ability, one.source, start)),
        ("zone", teller.zone(one.zone)),
        ("event", event),
        ("at", one.at.clause if one.at is not None else ""),
    )
    return Reason(CLAUSES[one.hindrance], _HINDERED[one.hindrance], facts)


_HINDERED: Mapping[Hindrance, str] = {
    Hindrance.NO_EVENT: "why_no_event",
    Hindrance.WRONG_EVENT: "why_wrong_event",
    Hindrance.WRONG_ZONE: "why_wrong_zone",
    Hindrance.LOST: "why_lost",
    Hindrance.CONDITION: "why_condition",
    Hindrance.IN_THE_EFFECT: "why_in_the_effect",
    Hindrance.USED_UP: "why_used_up",
    Hindrance.DECLINED: "why_declined",
    Hindrance.UNPAID: "why_unpaid",
    Hindrance.UNPAYABLE: "why_unpayable",
    Hindrance.STILL_WAITS: "why_still_waits",
    Hindrance.LEFT: "why_left",
}


def _unusable(against: Against) -> Iterator[Reason]:
    """The activated abilities that may bring it about, and the hand cards that it names, which the turn player cannot use at the
    end of the line."""
    board, teller = _end(against), _teller(against)
    if is_over(board):
        return
    player, named = board.turn, _named(against.condition)
    for held in apart(lambda: activated(board, player))[0]:
        ability = held.held.ability
        assert isinstance(ability, fx.Activated)
        if may_change(ability, against.condition):
            thing = held.where.thing.id
            facts = (("thing", teller.thing(thing)), ("ability", teller.ability(ability, thing, board)))
            for clause in apart(lambda held=held: forbidding(board, held, USE_ABILITY))[0]:  # type: ignore[misc]  # bound now
                yield Reason(clause, "why_unusable", facts)
    zones = {ZONE_OF.get(str(part.zone)) for part in walk(against.condition) if isinstance(part, sc.InZone)}
    for card in board.seats[player].hand if zones & {"base", "graveyard"} else ():
        if teller.called.get(card.id) in named and now(board, card.id) == card.id:
            for clause in apart(lambda card=card: forbidding(board, card, USE_CARD))[0]:  # type: ignore[misc]  # bound now
                said = f"{teller.thing(card.id)} {_lies(teller, board, card.id)}"
                facts = (("card", said), ("has", f"{teller.player(player)} {teller.numbers(board, player)}"))
                yield Reason(clause, "why_card_unusable", facts)


def _named(condition: sc.Condition) -> set[str]:
    return {str(part.name) for part in walk(condition) if isinstance(part, CardRef)}


def _end(against: Against) -> Board:
    board = against.lines[-1].board if against.lines else against.start
    assert isinstance(board, Board)
    return board


def _teller(against: Against) -> PalworldTeller:
    assert isinstance(against.teller, PalworldTeller)
    return against.teller
