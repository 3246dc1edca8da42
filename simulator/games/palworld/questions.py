"""What a ruling expects, asked of a board and of the line that led to it."""

import functools
from collections.abc import Callable, Iterator, Sequence
from typing import assert_never

from headjudge.parser import effects as fx
from headjudge.parser import scenario as sc
from headjudge.parser.effect_terms import Deed
from headjudge.parser.named import NamedTuple
from headjudge.simulator.citing import apart, cite, cite_all
from headjudge.simulator.explorer import Refusal
from headjudge.simulator.game import below
from headjudge.simulator.games.palworld import events as ev
from headjudge.simulator.games.palworld.board import Board, departed, find
from headjudge.simulator.games.palworld.director import Progress, Script
from headjudge.simulator.games.palworld.growth import asked_of
from headjudge.simulator.games.palworld.naming import Names, now, things_named
from headjudge.simulator.games.palworld.quantities import ZONE_OF, compare, features_anywhere, of_card, of_player
from headjudge.simulator.games.palworld.rule_processing import winner
from headjudge.simulator.games.palworld.table import POINTS, SEATS, TableError, step_at
from headjudge.simulator.games.palworld.timing import Timing
from headjudge.simulator.games.palworld.view import in_state, power, view
from headjudge.simulator.machine import Decision, Machine, Pause
from headjudge.simulator.moves import Event, Option
from headjudge.simulator.state import ObjectId, Player, State

_FLAGS = {"attacked": Deed.ATTACK, "assigned": Deed.ASSIGN, "deployed": Deed.DEPLOY}


class Moment(NamedTuple):
    """A moment of a line: its state, and what the line has noted so far."""

    state: State
    progress: Progress

    @property
    def board(self) -> Board:
        """The board at that moment."""
        board: Board = self.state.board
        return board


class Questions:
    """Everything that a ruling asks, prepared once: what to watch for on the lines, and the conditions."""

    def __init__(self, scenario: sc.Scenario, script: Script, abilities: Callable[[str], Sequence[fx.Ability]]) -> None:
        self.scenario = scenario
        self.script = script
        self.names: Names = script.names
        self.abilities = abilities
        conditions = [expectation.condition for expectation in scenario.expectations]
        atoms = [atom for condition in conditions for atom in parts(condition)]
        self.clauses = frozenset(
            [str(citation.clause) for expectation in scenario.expectations for citation in expectation.because]
            + [str(atom.clause) for atom in atoms if isinstance(atom, sc.RunsThrough)]
        )
        self.looks = asked_of(atoms)
        self.orders = [atom for atom in atoms if isinstance(atom, sc.InOrder)]
        self.moments = [expectation for expectation in scenario.expectations if expectation.when is not sc.When.END]
        self.counts = [atom.left for atom in atoms if isinstance(atom, sc.Compare) and atom.left.word == "uses"]
        refs = [ref for atom in atoms for ref in _refs(atom)]
        refs += [ref for action in scenario.actions for ref in (*action.by, *action.on) if isinstance(ref, sc.CardRef)]
        self.asked = tuple(dict.fromkeys(thing for ref in refs for thing in self._initial(ref)))

    def _initial(self, ref: sc.CardRef) -> Iterator[ObjectId]:
        listed = [
            thing for player, thing in self.names.get(str(ref.name), ()) if ref.player is None or SEATS[ref.player] == player
        ]
        yield from listed if ref.index is None else listed[ref.index - 1 : ref.index]

    def start(self) -> Progress:
        """The progress of a line that has not begun."""
        return Progress(
            ever=tuple(False for _ in self.moments),
            always=tuple(True for _ in self.moments),
            orders=tuple(0 for _ in self.orders),
            counts=tuple(0 for _ in self.counts),
        )

    def result(self, moment: Moment, number: int) -> tuple[bool, tuple[str, ...]]:
        """Whether the condition of an expectation holds of a line that ends at that moment, and what the answer rests on."""
        return apart(lambda: self._result(moment, number))

    def _result(self, moment: Moment, number: int) -> bool:
        expectation = self.scenario.expectations[number]
        match expectation.when:
            case sc.When.END:
                return self.holds(moment, expectation.condition)
            case sc.When.EVER:
                return moment.progress.ever[self.moments.index(expectation)]
            case sc.When.THROUGHOUT:
                return moment.progress.always[self.moments.index(expectation)]
            case _:
                assert_never(expectation.when)

    def at_moment(self, moment: Moment) -> tuple[list[bool], set[str]]:
        """Whether what is asked of every moment holds now, and what those that hold rest on."""
        answers, rests_on = [], set[str]()
        for expectation in self.moments:
            holds, cited = apart(functools.partial(self.holds, moment, expectation.condition))
            answers.append(holds)
            rests_on.update(cited if holds else ())
        return answers, rests_on

    def missing(self, progress: Progress, number: int, cited: Sequence[str]) -> tuple[str, ...]:
        """The clauses that an expectation rests on and neither the line nor the answer (`cited`) has run through."""
        wanted = (str(citation.clause) for citation in self.scenario.expectations[number].because)
        return tuple(c for c in wanted if c not in progress.run and not any(below(done, c) for done in cited))

    # Conditions ----------------------------------------------------------------------------------------------------------------

    def holds(self, moment: Moment, condition: sc.Condition) -> bool:
        """Whether a condition holds at a moment."""
        board = moment.board
        match condition:
            case sc.Compare(left, operator, right):
                number = self._number(moment, left)
                return number is not None and compare(number, operator, right)
            case sc.InZone(ref, zone, player):
                return any(_lies_in(board, thing, zone, player) for thing in self._things(board, ref))
            case sc.IsState(ref, word):
                return any(_is_state(board, thing, word) for thing in self._things(board, ref))
            case sc.HasAbility(ref, ability, times):
                found = [self._has(board, thing, ability) for thing in self._things(board, ref)]
                return any(count == times if times is not None else count > 0 for count in found)
            case sc.GameResult(word, player):
                return _result(board, word, player)
            case sc.AtPoint(point):
                return _is_at(moment.state, point)
            case sc.TurnOf(player):
                return board.turn == SEATS[player]
            case sc.GameState(word):
                return in_state(board, {"night": "夜晚"}[word])
            case sc.RunsThrough(clause):
                return str(clause) in moment.progress.run
            case sc.InOrder():
                return moment.progress.orders[self.orders.index(condition)] == len(condition.used)
            case sc.Permitted(action):
                return self._permitted(moment, action)
            case sc.Not(inner):
                return not self.holds(moment, inner)
            case sc.AllOf(conditions):
                return all(self.holds(moment, inner) for inner in conditions)
            case sc.AnyOf(conditions):
                return any(self.holds(moment, inner) for inner in conditions)
            case _:
                assert_never(condition)

    def _things(self, board: Board, ref: sc.CardRef) -> list[ObjectId]:
        found = list(dict.fromkeys(things_named(board, self.names, ref)))
        if not found:
            raise TableError("card_not_on_table", card=ref.name, line=ref.place.line, column=ref.place.column)
        return [thing for thing in found if _is_anywhere(board, thing)]

    def _number(self, moment: Moment, quantity: sc.Quantity) -> int | None:
        """The number asked for; None of a card that is not in the game in this case (a hidden hand without it)."""
        board = moment.board
        word = str(quantity.word)
        if isinstance(quantity.subject, sc.Player):
            return of_player(board, SEATS[quantity.subject], word, quantity.of)
        things = self._things(board, quantity.subject)
        if word == "uses":
            return moment.progress.counts[self.counts.index(quantity)]
        if word == "waits":
            return sum(
                entry.times
                for entry in board.waiting
                if now(board, entry.origin.source) in things or entry.origin.source in things
                if self._is_ability(board, entry.origin.source, entry.ability, quantity.ability)
            )
        if not things:
            return None
        lying = [thing for thing in things if find(board, thing) is not None and find(board, thing).zone == "base"] or things  # type: ignore[union-attr]  # as just asked
        if len(lying) > 1 and len({of_card(board, thing, word) for thing in lying}) > 1:
            ref = quantity.subject
            raise TableError("card_ambiguous", card=ref.name, count=len(lying), line=ref.place.line, column=ref.place.column)
        return of_card(board, lying[0], word)

    def _is_ability(self, board: Board, thing: ObjectId, ability: object, number: int | None) -> bool:
        if number is None:
            return True
        features = features_anywhere(board, thing)
        return 1 <= number <= len(features.abilities) and features.abilities[number - 1].ability == ability

    def _has(self, board: Board, thing: ObjectId, ability: str) -> int:
        features = features_anywhere(board, thing)
        where = find(board, thing)
        if where is not None and where.zone == "base":
            cite_all(view(board).of(where).cited)
        by_word = sum(
            ability == entry.keyword or ability.rstrip("0123456789") == entry.keyword != "" for entry in features.abilities
        )
        if by_word:
            return by_word
        wanted = list(self.abilities(ability))
        return sum(entry.ability in wanted for entry in features.abilities)

    def _permitted(self, moment: Moment, action: sc.Action) -> bool:
        """Whether an action would be taken, and not refused, at the next decision that it is about."""
        script = Script(self.script.game, (action,), self.names, self.script.pace)
        state, progress = moment.state, Progress()
        for _ in range(200):
            watcher = LineWatcher(self, set(), set())
            pause = Machine(self.script.game, watcher).run(state, lone=True)
            cite_all(watcher.run)
            if not isinstance(pause, Decision):
                return False
            ways = script.ways(pause, progress)
            if isinstance(ways, Refusal):
                cite_all(ways.clauses)
                return False
            first = ways[0].progress
            assert isinstance(first, Progress)
            if first.done:
                return True
            if first == progress and len(ways) > 1:
                return False
            state = pause.take(ways[0].option)
        return False


class LineWatcher:
    """Notes in one run what the questions ask about the line; and, for the whole exploration, every clause executed."""

    def __init__(self, questions: Questions, executed: set[str], ever_passed: set[str]) -> None:
        self.questions = questions
        self.executed = executed
        self.ever_passed = ever_passed
        self.run: set[str] = set()
        self.passed_over: set[str] = set()
        self.used: list[tuple[ObjectId, Board, ev.Used]] = []
        self.boards: list[Board] = []

    def passed(self, clause: str, _depth: int, cited: tuple[str, ...]) -> None:
        """A step was passed over: the line has asked it all the same."""
        self.passed_over.add(clause)
        self.passed_over.update(cited)

    def step(self, clause: str, _depth: int, cited: tuple[str, ...]) -> None:
        """A step ran."""
        self.run.add(clause)
        self.run.update(cited)

    def happened(self, before: Board, events: tuple[Event, ...], cited: tuple[str, ...], _depth: int) -> None:
        """Events were done."""
        self.run.update(cited)
        if self.questions.moments:
            self.boards.append(before)
        for event in events:
            if isinstance(event, ev.Used):
                self.used.append((event.item.origin.source, before, event))

    def came_to_nothing(self, _events: tuple[Event, ...], _depth: int) -> None:
        """What did not happen is nothing that a question asks about."""

    def chose(self, _clause: str, _player: Player, _option: Option, _depth: int) -> None:
        """A choice without an alternative is nothing that a question asks about."""

    def advance(self, progress: object, pause: Pause) -> Progress:
        """The progress of the line after this run."""
        assert isinstance(progress, Progress)
        self.executed |= self.run
        self.ever_passed |= self.passed_over
        questions = self.questions
        run = progress.run
        if questions.clauses:
            seen = self.run | self.passed_over
            run |= {clause for clause in questions.clauses if clause in seen or any(below(done, clause) for done in seen)}
        orders, counts = progress.orders, progress.counts
        for source, board, event in self.used:
            if questions.orders:
                orders = tuple(
                    self._ordered(order, at, source, board, event) for order, at in zip(questions.orders, orders, strict=True)
                )
            if questions.counts:
                counts = tuple(
                    count + self._is_counted(quantity, source, board, event)
                    for quantity, count in zip(questions.counts, counts, strict=True)
                )
        ever, always = progress.ever, progress.always
        for board in (*self.boards, pause.state.board) if questions.moments else ():
            moment = Moment(State(board, pause.state.stack), progress._replace(run=run, orders=orders, counts=counts))
            now_, cited = questions.at_moment(moment)
            run |= {clause for clause in questions.clauses if any(below(done, clause) for done in cited)}
            ever = tuple(before or holds for before, holds in zip(ever, now_, strict=True))
            always = tuple(before and holds for before, holds in zip(always, now_, strict=True))
        return progress._replace(run=run, orders=orders, counts=counts, ever=ever, always=always)

    def _ordered(self, order: sc.InOrder, at: int, source: ObjectId, board: Board, event: ev.Used) -> int:
        if at < len(order.used):
            ref = order.used[at]
            if self._is_use_of(board, source, event, ref.card, ref.number):
                return at + 1
        return at

    def _is_counted(self, quantity: sc.Quantity, source: ObjectId, board: Board, event: ev.Used) -> bool:
        assert isinstance(quantity.subject, sc.CardRef)
        return event.item.ability is not None and self._is_use_of(board, source, event, quantity.subject, quantity.ability)

    def _is_use_of(self, board: Board, source: ObjectId, event: ev.Used, ref: sc.CardRef, number: int | None) -> bool:
        things = set(things_named(board, self.questions.names, ref))
        if source not in things and now(board, source) not in things:
            return False
        if number is None or event.item.ability is None:
            return True
        features = features_anywhere(board, source)
        return 1 <= number <= len(features.abilities) and features.abilities[number - 1].ability == event.item.ability


def parts(condition: sc.Condition) -> Iterator[sc.Condition]:
    """A condition and every condition in it."""
    yield condition
    if isinstance(condition, sc.Not):
        yield from parts(condition.condition)
    elif isinstance(condition, sc.AllOf | sc.AnyOf):
        for inner in condition.conditions:
            yield from parts(inner)


def asked_deeds(scenario: sc.Scenario) -> frozenset[Deed]:
    """The deeds that the expectations ask about."""
    atoms = [atom for expectation in scenario.expectations for atom in parts(expectation.condition)]
    return frozenset(_FLAGS[atom.word] for atom in atoms if isinstance(atom, sc.IsState) and atom.word in _FLAGS)


def _refs(atom: sc.Condition) -> Iterator[sc.CardRef]:
    match atom:
        case sc.Compare(sc.Quantity(sc.CardRef() as ref)):
            yield ref
        case sc.InZone(ref) | sc.IsState(ref) | sc.HasAbility(ref):
            yield ref
        case sc.InOrder(used):
            yield from (ability.card for ability in used)
        case _:
            return


def _is_anywhere(board: Board, thing: ObjectId) -> bool:
    return (
        find(board, thing) is not None or any(item.id == thing for item in board.resolution) or departed(board, thing) is not None
    )


def _lies_in(board: Board, thing: ObjectId, zone: str, player: sc.Player | None) -> bool:
    if zone == "resolution":
        return any(item.id == thing for item in board.resolution)
    where = find(board, thing)
    if zone not in ZONE_OF:
        raise TableError("zone_unusable", zone=zone)
    if where is not None and where.zone == "base" and not where.thing.damage and power(board, thing) <= 0:
        cite("11.4.1")  # what keeps a card without power where it is: it has no damage
    return where is not None and where.zone == ZONE_OF[zone] and (player is None or SEATS[player] == where.player)


def _is_state(board: Board, thing: ObjectId, word: str) -> bool:
    where = find(board, thing)
    if word in ("standing", "rested"):
        return where is not None and where.zone == "base" and where.thing.rested == (word == "rested")
    if word == "attacking":
        return board.battle is not None and board.battle.attacking and board.battle.attacker == thing
    if word in _FLAGS:
        return any(done.deed is _FLAGS[word] and done.subject == thing for done in board.deeds)
    raise TableError("state_unusable", word=word)


def is_over(board: Board) -> bool:
    """Whether the game has ended."""
    return bool(board.lost or board.won or board.drawn)


def _result(board: Board, word: str, player: sc.Player | None) -> bool:
    won = winner(board) if is_over(board) and not board.drawn else None
    match word:
        case "goes_on":
            return not is_over(board)
        case "draw":
            return is_over(board) and won is None
        case "wins":
            return player is not None and won == SEATS[player]
        case "loses":
            lost = board.lost or tuple(1 - winner_ for winner_ in board.won)
            return player is not None and SEATS[player] in lost
        case _:
            raise TableError("result_unusable", word=word)


def _is_at(state: State, point: sc.Point) -> bool:
    """Whether the game stands at a clause, or in a phase or step."""
    if not state.stack:
        return point.word == "game_end"
    positions = [frame.position for frame in state.stack]
    timing = next((frame.locals for frame in reversed(state.stack) if isinstance(frame.locals, Timing)), None)
    if point.clause is not None:
        clause = step_at(str(point.clause))[1]
        return positions[-1] == clause or any(below(position, str(point.clause)) for position in positions)
    if point.word not in POINTS:
        raise TableError("position_unusable", position=point.word)
    section = ".".join(POINTS[str(point.word)].split(".")[:2])
    inner = [position for frame, position in zip(state.stack, positions, strict=True) if frame.procedure in ("7", "9")]
    if timing is not None and timing.clause.startswith(f"{section}."):
        return not any(frame.procedure == "9" for frame in state.stack) or section.startswith("9")
    return bool(inner) and inner[-1].startswith(f"{section}.")
