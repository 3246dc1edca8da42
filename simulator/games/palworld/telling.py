"""What happened and what was chosen, in words: events, choices and the things that they name, in Chinese or English."""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from headjudge.parser import effects as fx
from headjudge.parser.card_print import print_ability
from headjudge.parser.effect_terms import Deed
from headjudge.parser.packaged import files
from headjudge.parser.ruling_vocabulary import Language, vocabulary
from headjudge.simulator.games.palworld import events as ev
from headjudge.simulator.games.palworld.board import (
    ZONES,
    Board,
    InForce,
    Item,
    Target,
    Thing,
    Waiting,
    find,
    held,
    is_thing,
    zone,
)
from headjudge.simulator.games.palworld.choice import Choice
from headjudge.simulator.state import CHANCE, ObjectId

_SHOWN = 40
"""How many characters of an ability's text stand for it."""

_DEEDS = {Deed.DRAW: "draw", Deed.DISCARD: "discard", Deed.EXILE: "exile", Deed.BUTCHER: "butcher", Deed.DEPLOY: "deploy"}


@cache
def _texts() -> Mapping[str, Mapping[str, Mapping[str, str]]]:
    return tomllib.loads((files("headjudge.rules_text") / "palworld" / "telling.toml").read_text("utf-8"))


def names(boards: Iterable[Board]) -> dict[ObjectId, str]:
    """What the things of a line are called: their cards' names, and where several copies lie open or in hand, the number (as
    a ruling counts them) or the player that tells them apart. A card that moved keeps its name. The first board is the start."""
    found: dict[ObjectId, str] = {}
    for board in boards:
        if not found:
            found.update(_told_apart(board))
        for gone in board.departed:
            if gone.thing.id in found:
                found.setdefault(gone.now, found[gone.thing.id])
        for thing in _everything(board):
            found.setdefault(thing.id, thing.card.name)
    return found


def _everything(board: Board) -> Iterator[Thing]:
    for player in (0, 1):
        for name in ZONES:
            yield from zone(board, player, name)
    yield from (item.thing for item in board.resolution if item.thing is not None)


def _told_apart(board: Board) -> Iterator[tuple[ObjectId, str]]:
    copies: dict[str, list[tuple[ObjectId, int, bool]]] = {}
    for player in (0, 1):
        for place in ZONES:
            for thing in zone(board, player, place):
                copies.setdefault(thing.card.name, []).append((thing.id, player, place != "deck"))
    for name, listed in copies.items():
        if name != "?" and sum(in_play for *_, in_play in listed) > 1:
            yield from ((thing, f"{name}#{number}") for number, (thing, *_) in enumerate(sorted(listed), 1))


class Teller:
    """Tells of one line. `called` are the names of its things."""

    def __init__(self, language: Language, called: Mapping[ObjectId, str]) -> None:
        self.language = language
        self.called = called

    # Names -----------------------------------------------------------------------------------------------------------------

    def player(self, player: int) -> str:
        """甲 or 乙; chance."""
        return self.word("chance") if player == CHANCE else vocabulary().word("PLAYER", "AB"[player], self.language)

    def target(self, target: Target) -> str:
        """A thing or a player."""
        return self.thing(ObjectId(target)) if is_thing(target) else self.player(target)

    def thing(self, thing: ObjectId) -> str:
        """A card by its name, a stock card by its word."""
        name = self.called.get(thing, "")
        if name in ("", "?"):
            return self.word("unknown" if name else "this")
        stock = vocabulary().stock.get(name)
        return vocabulary().word("NAME", stock, self.language) if stock else name

    def things(self, things: Iterable[Target]) -> str:
        """Cards and players in a list."""
        return ("、" if self.language == "zh" else ", ").join(map(self.target, things))

    def zone(self, name: str, player: int | None = None) -> str:
        """A zone, with its player's name if one is given."""
        known = vocabulary().knows("ZONE", name)
        word = vocabulary().word("ZONE", name, self.language) if known else self.word(name)
        return word if player is None else self.word("owned", player=self.player(player), what=word)

    def ability(self, ability: fx.Ability | None, source: ObjectId, board: Board) -> str:
        """An ability as a player would point at it: by its keyword, by its place on the card, or by its text."""
        if ability is None:
            return self.word("ability")
        word = board.world.keyword_of.get(ability)
        if word:
            return self.word("keyword", word=word)
        card = next((thing.card for thing in _everything(board) if thing.id == source), None)
        if card is None:
            card = next((gone.thing.card for gone in board.departed if gone.thing.id == source), None)
        if card is not None:
            places = [place for place, one in enumerate(card.abilities, 1) if one.ability == ability]
            if places:
                return self.word("numbered", number=places[0]) if len(card.abilities) > 1 else self.word("ability")
        text = print_ability(ability)
        return f"「{text[:_SHOWN]}{'…' if len(text) > _SHOWN else ''}」"

    # The table -----------------------------------------------------------------------------------------------------------

    def numbers(self, board: Board, player: int) -> str:
        """A player's numbers: life, souls standing and all, cards in hand and deck, damage, resources."""
        seat = board.seats[player]
        said = [
            self.word(
                "numbers",
                life=seat.life,
                souls=seat.standing_souls,
                all_souls=seat.souls,
                hand=len(seat.hand),
                deck=len(seat.deck),
            )
        ]
        said += [self.word("damage", amount=seat.damage)] if seat.damage else []
        return "  ".join([*said, *(f"{self.word(name)} {amount}" for name, amount in seat.resources)])

    def lying(self, thing: Thing, figures: str) -> str:
        """A card as it lies in a base, with its power and strike."""
        facts = [figures, *([self.word("rested")] if thing.rested else [])]
        facts += [self.word("damage", amount=thing.damage)] if thing.damage else []
        return self.word("lies", thing=self.thing(thing.id), facts=" ".join(facts))

    def item(self, item: Item, board: Board) -> str:
        """What lies in the resolution zone."""
        kind, facts = self._used(item, board)
        return facts["thing"] if kind == "Used" else self.word("of", **facts)

    def waiting(self, entry: Waiting, board: Board) -> str:
        """An ability that waits, and how often."""
        return self.word("waiting", **self._waiting(entry, board), times=entry.times)

    def word(self, name: str, **facts: object) -> str:
        """What a stretch of the game, a state that it is in, or a resource is called; itself if it has no word of its own."""
        entry = _texts()["words"].get(name)
        return entry[self.language].format(**facts) if entry else name

    # Events ----------------------------------------------------------------------------------------------------------------

    def event(self, event: object, before: Board, after: Board) -> str:
        """What an event did, told from the boards before and after its batch."""
        kind, facts = type(event).__name__, {**self._facts(event), **self._changes(event, after)}
        match event:
            case ev.Move():
                where = find(before, event.thing)
                origin = self.zone(where.zone, where.player) if where else self.word("this")
                deed = next((_DEEDS[deed] for deed in event.deeds if deed in _DEEDS), "")
                if not deed and event.to == "base" and where is not None and where.zone != "base":
                    deed = "deploy"
                if deed:
                    kind = f"Move.{deed}"
                player = where.player if where else event.player
                facts |= {"origin": origin, "zone": self.zone(event.to, event.player), "player": self.player(player)}
            case ev.Resolve():
                facts |= {"thing": self.thing(event.item), "zone": self.zone(event.to, event.player)}
            case ev.GainSouls(rested=True):
                kind = "GainSouls.rested"
            case ev.Declare():
                facts |= {"attacker": self.thing(event.battle.attacker), "target": self.target(event.battle.target)}
                if event.battle.blocker is not None:
                    kind, facts = "Blocks", {"blocker": self.thing(event.battle.blocker)}
            case ev.Wait() | ev.Unwait():
                facts |= self._waiting(event.waiting, before)
            case ev.WaitTimes(waiting, times):
                facts |= {**self._waiting(waiting, before), "times": str(times)}
            case ev.PutOnTop(origin, thing, ability):
                if thing is None:
                    kind = "PutOnTop.ability"
                    facts |= {"thing": self.thing(origin.source), "ability": self.ability(ability, origin.source, before)}
            case ev.Used(item):
                kind, more = self._used(item, before)
                facts |= more
            case ev.CountUse():
                facts["ability"] = self.ability(event.ability, event.thing, before)
            case ev.Begin() | ev.EndEffect():
                facts["effect"] = effect_text(event.effect)
            case ev.EndTurn():
                facts["player"] = self.player(after.turn)
            case ev.Redraw(done=True):
                kind = "Redraw.done"
        return _texts()["events"][kind][self.language].format(**facts)

    def waits(self, before: Board, after: Board) -> list[str]:
        """The abilities that wait since, or more often than before (10.8.2)."""
        told = []
        had = {_who(entry): entry.times for entry in before.waiting}
        for entry in after.waiting:
            more = entry.times - had.get(_who(entry), 0)
            if more > 0:
                words = _texts()["events"]["waits" if more == 1 else "waits.times"][self.language]
                told.append(words.format(**self._waiting(entry, after), times=more))
        return told

    def _facts(self, event: object) -> dict[str, str]:
        """The fields of an event in words, by what they are called."""
        facts: dict[str, str] = {}
        for name, value in getattr(event, "_asdict", dict)().items():
            match name:
                case "thing" | "pal" | "structure" | "attacker" | "blocker" | "item" if isinstance(value, ObjectId):
                    facts[name] = self.thing(value)
                case "things":
                    facts[name] = self.things(value)
                case "target":
                    facts[name] = self.target(value)
                case "player":
                    facts[name] = self.player(value)
                case "stretch" | "edge":
                    facts[name] = self.word(value.value)
                case "amount" | "life":
                    facts["amount"] = str(value)
                case "about" | "resource" | "state":
                    facts[name] = self.word(value)
                case "value":
                    facts[name] = self._value(value)
        return facts

    def _changes(self, event: object, after: Board) -> dict[str, str]:
        """Of a number that changed: by how much, and what it is now."""
        match event:
            case ev.ReturnSouls(_, standing, rested):
                return {"standing": str(standing), "rested": str(rested)}
            case ev.ChangeLife(player, amount):
                return {"amount": f"{amount:+}", "now": str(after.seats[player].life)}
            case ev.ChangeResource(player, resource, amount):
                return {"amount": f"{amount:+}", "now": str(held(after, player, resource))}
        return {}

    def _value(self, value: object) -> str:
        if isinstance(value, bool):
            return self.word(str(value).lower())
        if isinstance(value, tuple):
            return "、".join(map(str, value)) or self.word("none")
        return str(value)

    def _waiting(self, entry: Waiting, board: Board) -> dict[str, str]:
        source = entry.origin.source
        keyword = self.word("keyword", word=entry.keyword) if entry.keyword else self.ability(entry.ability, source, board)
        return {"thing": self.thing(source), "ability": keyword}

    def _used(self, item: Item, board: Board) -> tuple[str, dict[str, str]]:
        if item.ability is None:
            return "Used", {"thing": self.thing(item.id)}
        source = item.origin.source
        return "Used.ability", {"thing": self.thing(source), "ability": self.ability(item.ability, source, board)}

    # Choices ---------------------------------------------------------------------------------------------------------------

    def choice(self, label: object, board: Board) -> str:
        """What an option is, without who chooses it."""
        if not isinstance(label, Choice):
            return self.event(label, board, board)
        kind = label.verb
        if kind == "choose" and not label.things:
            kind = "choose.none"
        if kind == "mode" and label.number is None:
            kind = "mode.several"
        facts: dict[str, object] = {"number": label.number, "word": self.word(label.word), "things": self.things(label.things)}
        if kind == "attack":
            facts |= {"first": self.target(label.things[0]), "second": self.target(label.things[1])}
        if label.ability is not None and label.things:
            facts["ability"] = self.ability(label.ability, ObjectId(label.things[0]), board)
        return _texts()["choices"][kind][self.language].format(**facts)


def effect_text(effect: InForce) -> str:
    """A continuous effect as it would be printed on a card."""
    return print_ability(fx.Continuous((effect.effect,))).removeprefix("【永】").rstrip("。")


def _who(entry: Waiting) -> tuple[object, ...]:
    return entry.ability, entry.origin, entry.keyword
