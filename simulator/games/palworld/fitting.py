"""Which option of a decision is the scripted action."""

from collections.abc import Mapping, Sequence

from headjudge.parser import scenario as sc
from headjudge.simulator.games.palworld.board import Board, Target, find
from headjudge.simulator.games.palworld.choice import Choice
from headjudge.simulator.games.palworld.naming import Names, things_named
from headjudge.simulator.games.palworld.setup import faults_of
from headjudge.simulator.games.palworld.table import SEATS
from headjudge.simulator.state import ObjectId


def fits(board: Board, names: Names, label: Choice, action: sc.Action) -> bool:
    """Whether an option is what the action says."""
    refs = [item for item in action.on if isinstance(item, sc.CardRef)]
    players = tuple(SEATS[item] for item in action.on if isinstance(item, sc.Player))
    amounts = [item.value for item in action.on if isinstance(item, sc.Amount)]
    settings = {str(item.word): item.value for item in action.on if isinstance(item, sc.Setting)}
    words = [item.words for item in action.on if isinstance(item, sc.Quoted)]
    match action.verb, label.verb:
        case "attack", "attack":
            target = label.things[1]
            aims = not action.on or (_is(board, names, target, refs[0]) if refs else target in players)
            return aims and all(_is(board, names, label.things[0], ref) for ref in action.by)
        case "block", "block":
            return not action.negated and all(_is(board, names, label.things[0], ref) for ref in (*action.by, *refs))
        case "show_deck", "show_deck":
            return not faults_of(board, SEATS[action.player])
        case ("block", "no_block") | ("mulligan", "keep_hand"):
            return action.negated
        case "mulligan", "redraw":
            return not action.negated
        case "use", "use_card" | "use_ability" | "trigger" | "replace":
            return not action.negated and _is_use(board, names, label, action, settings)
        case "use", "decline" | "not_replace":
            return action.negated and _is_use(board, names, label, action, settings)
        case "use" | "pay", "not_pay" | "no":
            return action.negated
        case "pay", "pay":
            return not action.negated and settings.get("payment", label.number) == label.number
        case "name", "yes":
            return "times" in settings
        case ("pay" | "choose", "yes") | ("draw", "soul_draw") | ("draw", "draw"):
            return not action.negated and all(isinstance(item, sc.Setting) and item.word == "times" for item in action.on)
        case "draw", "stop":
            return action.negated
        case "pass", "pass":
            return not action.negated
        case "name", "declare":
            return label.word in [*words, *(str(ref.name) for ref in refs)]
        case "choose", "mode" | "x" | "pay" | "times":
            said = [settings[word] for word in (label.verb, "payment") if word in settings]
            return [*said, *amounts][:1] == [label.number]
        case "choose", "starter" | "picked":
            return label.things == players
        case "choose" | "discard" | "assign" | "butcher", "choose" | "keep" | "order":
            if action.negated or (amounts == [0] and not refs):
                return not label.things
            return bool(refs) and are_named(board, names, label.things, refs)
        case "choose", "souls":
            return next(iter(amounts), None) == label.number
        case _:
            return False


def _is_use(board: Board, names: Names, label: Choice, action: sc.Action, settings: Mapping[str, int]) -> bool:
    refs = [item for item in action.on if isinstance(item, sc.CardRef)]
    wanted = action.by or tuple(refs[:1])
    if not wanted or not _is(board, names, label.things[0], wanted[0]):
        return False
    if "ability" not in settings:
        return True
    if label.ability is None:  # the card itself would be used, not an ability on it
        return False
    where = find(board, ObjectId(label.things[0]))
    if where is None:
        return True
    abilities = where.thing.card.abilities
    number = settings["ability"]
    return 1 <= number <= len(abilities) and abilities[number - 1].ability == label.ability


def are_named(board: Board, names: Names, things: Sequence[Target], refs: Sequence[sc.CardRef]) -> bool:
    """Whether things are the cards named, in any order."""
    if len(things) != len(refs):
        return False
    rest = list(things)
    for ref in refs:
        found = next((thing for thing in rest if _is(board, names, thing, ref)), None)
        if found is None:
            return False
        rest.remove(found)
    return True


def _is(board: Board, names: Names, thing: Target, ref: sc.CardRef) -> bool:
    return isinstance(thing, ObjectId) and thing in set(things_named(board, names, ref))
