"""The statements of a ruling in their order -> one Scenario; what is said twice or cannot be is refused with its place."""

from dataclasses import dataclass, field, fields, replace

from lark import Tree

from headjudge.kb.clause import ClauseKey
from headjudge.parser.board import (
    Attack,
    Contents,
    EffectInForce,
    Fill,
    Numbers,
    Place,
    Placement,
    Player,
    PlayerBoard,
    Point,
    Position,
    Waiting,
    Word,
)
from headjudge.parser.question import Action, Expectation
from headjudge.parser.ruling_cards import CardReader, sorted_numbers
from headjudge.parser.ruling_error import ContradictionError, RulingError, RulingSyntaxError
from headjudge.parser.ruling_grammar import Node
from headjudge.parser.ruling_question import QuestionReader
from headjudge.parser.ruling_tree import clause, number, part, parts, place_of, player, point, the, token
from headjudge.parser.ruling_vocabulary import vocabulary
from headjudge.parser.scenario import About, Comment, Scenario

_FILLS = {"shuffled": Fill.SHUFFLED, "unused": Fill.UNUSED, "any": Fill.ANY}


@dataclass(slots=True)
class _Zone:
    """A zone while its cards are listed."""

    word: Word
    place: Place
    fill: Fill = Fill.LISTED
    size: int | None = None
    cards: list[Placement] = field(default_factory=list)
    said: bool = False
    """Whether the line of the zone itself says what is in it."""


@dataclass(slots=True)
class _Board:
    place: Place
    zones: dict[Word, _Zone] = field(default_factory=dict)
    numbers: Numbers = ()
    used: tuple[tuple[ClauseKey, int], ...] = ()


class Builder:
    """Takes the statements one by one; `player` and `zone` are those that the last lines were about."""

    def __init__(self, cards: CardReader) -> None:
        self.source = cards.source
        self.cards = cards
        self.question = QuestionReader(self.cards)
        self._about: dict[str, str] = {}
        self._head_lines: list[tuple[str, int]] = []
        self._card_files: list[str] = []
        self._policies: dict[str, str] = {}
        self._premises: list[str] = []
        self._boards: dict[Player, _Board] = {}
        self._position = Position()
        self._attack: Attack | None = None
        self._waiting: list[Waiting] = []
        self._effects: list[EffectInForce] = []
        self._pool: tuple[Placement, ...] | None = None
        self._actions: list[Action] = []
        self._horizon: Point | None = None
        self._expectations: list[Expectation] = []
        self._player: Player | None = None
        self._zone: _Zone | None = None

    def build(self, tree: Node, comments: list[Comment]) -> Scenario:
        """The Scenario of a whole ruling."""
        for statement in tree.children:
            if isinstance(statement, Tree):
                self._take(statement)
        boards = tuple(self._board(who) for who in Player if who in self._boards)
        boards = tuple(board for board in boards if board != PlayerBoard(board.player))
        described = self.cards.described
        return Scenario(
            about=About(**self._about, lines=tuple(self._head_lines)),
            card_files=tuple(self._card_files),
            cards=tuple(described[name] for name in sorted(described)),
            position=self._position,
            boards=boards,
            attack=self._attack,
            waiting=tuple(self._waiting),
            effects=tuple(self._effects),
            policies=tuple(sorted(self._policies.items())),
            premises=tuple(self._premises),
            actions=tuple(self._actions),
            horizon=self._horizon,
            expectations=tuple(self._expectations),
            comments=tuple(comments),
        )

    def _refuse(self, code: str, place: Place, **facts: object) -> RulingError:
        return self.source.error(ContradictionError, code, place, **facts)

    def _take(self, statement: Node) -> None:
        match statement.data:
            case "head":
                self._head(statement)
            case "definitions":
                for card in parts(statement, "card"):
                    self.cards.read(card)
            case "pool":
                self._pool = tuple(self.cards.read(card) for card in parts(statement, "card"))
            case "block":
                self._block(statement)
            case "listing":
                self._listing(statement)
            case "deed":
                self._deed(statement)
            case "refused":
                self._refused(statement)
            case "horizon":
                if self._horizon is not None:
                    raise self._refuse("ruling_said_twice", place_of(statement), **vocabulary().both("UNTIL", "UNTIL"))
                self._horizon = point(statement)
            case "expectation":
                self._expectations.append(self.question.expectation(statement))

    # -- head lines

    def _head(self, node: Node) -> None:
        what, said = the(node, "HEAD"), the(node, "RAW")
        place = place_of(node)
        if not said:
            raise self.source.error(RulingSyntaxError, "ruling_empty_head", place, **vocabulary().both("HEAD", what))
        match what:
            case "card_file":
                self._card_files.append(said)  # loaded before anything is read, so that names can be looked up
            case "premise":
                self._premises.append(said)
            case "policy":
                policy, _, reading = (side.strip() for side in said.partition("="))
                if not policy or not reading:
                    raise self.source.error(RulingSyntaxError, "ruling_policy", place, found=said)
                self._once(self._policies, policy, reading, place)
            case "game":
                game, _, edition = (side.strip() for side in said.partition("@"))
                self._once(self._about, "game", game, place)
                self._about["edition"] = edition
                self._head_lines.append((what, place.line))
            case _:
                assert what in {about.name for about in fields(About)}, what
                self._once(self._about, what, said, place)
                self._head_lines.append((what, place.line))

    def _once(self, kept: dict[str, str], what: str, said: str, place: Place) -> None:
        if what in kept:
            raise self._refuse("ruling_said_twice", place, **vocabulary().both("HEAD", what))
        kept[what] = said

    # -- boards

    def _board(self, who: Player) -> PlayerBoard:
        board = self._boards[who]
        for zone in board.zones.values():
            if not zone.said and not zone.cards:
                raise self._refuse("ruling_zone_without_cards", zone.place, **vocabulary().both("ZONE", zone.word))
        order = vocabulary().identifiers("ZONE")
        zones = sorted(board.zones.values(), key=lambda zone: order.index(zone.word))
        contents = tuple(Contents(zone.word, tuple(zone.cards), zone.fill, zone.size, zone.place) for zone in zones)
        return PlayerBoard(who, contents, board.numbers, tuple(sorted(board.used)), board.place)

    def _block(self, node: Node) -> None:
        self._zone = None
        self._player = player(node) or self._player
        if player(node) is not None:
            self._boards.setdefault(self._of(node), _Board(place_of(node)))
        for item in node.children:
            if isinstance(item, Tree):
                self._item(item, player(node))

    def _of(self, node: Node) -> Player:
        if self._player is None:
            raise self._refuse("ruling_no_player", place_of(node))
        return self._player

    def _item(self, item: Node, named: Player | None) -> None:
        """One thing said of the table; `named` is the player that its own line begins with."""
        match item.data:
            case "zone":
                self._open_zone(item)
            case "number" | "limit":
                self._number(item)
            case "waiting":
                ability = self.question.ability(next(parts(item, "ability")))
                count = self.cards.at_least_one(number(item, "TIMES") or 1, item)
                self._waiting.append(Waiting(ability, count, named, place_of(item)))
            case "effect":
                self._effects.append(self._effect(item))
            case "attack":
                first, *others = [self.question.target(target) for target in parts(item, "target")]
                self._set_once(self._attack, "ATTACK_UNDER_WAY", item)
                self._attack = Attack(self.question.part_ref(item), first, others[0] if others else None, place_of(item))
            case _:
                self._stand(item)

    def _number(self, item: Node) -> None:
        board = self._boards[self._of(item)]
        if item.data == "limit":
            limit = clause(the(next(parts(item, "clause")), "CLAUSE"))
            if limit in dict(board.used):
                raise self._refuse("ruling_said_twice", place_of(item), **vocabulary().both("USED", limit))
            board.used += ((limit, self.cards.at_least_one(number(item, "TIMES") or 1, item)),)
            return
        word = Word(the(item, "MEASURE", "BORNE"))
        if word in dict(board.numbers):
            said = vocabulary().both("BORNE" if token(item, "BORNE") else "MEASURE", word)
            raise self._refuse("ruling_said_twice", place_of(item), **said)
        board.numbers = sorted_numbers((*board.numbers, (word, int(the(item, "INT")))))

    def _stand(self, item: Node) -> None:
        """Where the game stands: each thing is said once."""
        here = self._position
        match item.data:
            case "turn_player":
                self._set_once(here.turn, "TURN_PLAYER", item)
                self._position = replace(here, turn=self._of(item))
            case "starter":
                self._set_once(here.starter, "STARTER", item)
                self._position = replace(here, starter=self._of(item))
            case "turn_number":
                self._set_once(here.turn_number, "TURN", item)
                self._position = replace(here, turn_number=self.cards.at_least_one(int(the(item, "INT")), item))
            case "phase":
                self._at(Point(word=Word(the(item, "POINT"))), item)
            case "at":
                self._at(point(item), item)
            case "state":
                self._position = replace(here, states=tuple(sorted({*here.states, Word(the(item, "STATE"))})))

    def _at(self, where: Point, item: Node) -> None:
        if where.word is not None:
            self._set_once(self._position.phase, "AT", item)
            self._position = replace(self._position, phase=where.word)
        else:
            self._set_once(self._position.clause, "AT", item)
            self._position = replace(self._position, clause=where.clause)

    def _set_once(self, before: object, keyword: str, item: Node) -> None:
        if before is not None:
            raise self._refuse("ruling_said_twice", place_of(item), **vocabulary().both(keyword, keyword))

    def _effect(self, item: Node) -> EffectInForce:
        affected, source, lasting = part(item, "affected"), part(item, "effect_source"), part(item, "lasting")
        return EffectInForce(
            the(item, "TEXT"),
            self._of(item),
            source=None if source is None else self.question.part_ref(source),
            on=() if affected is None else tuple(self.question.target(target) for target in parts(affected, "target")),
            until=None if lasting is None else point(lasting),
            place=place_of(item),
        )

    def _open_zone(self, item: Node) -> None:
        board, word, place = self._boards[self._of(item)], Word(the(item, "ZONE")), place_of(item)
        if word in board.zones:
            before = board.zones[word].place.line
            raise self._refuse("ruling_zone_twice", place, before_line=before, **vocabulary().both("ZONE", word))
        fill = part(item, *_FILLS)
        zone = _Zone(word, place, _FILLS[str(fill.data)] if fill else Fill.LISTED, number(item))
        zone.cards += [self.cards.read(card) for card in parts(item, "card")]
        if part(item, "from_pool"):
            if self._pool is None:
                raise self._refuse("ruling_no_pool", place)
            zone.cards += self._pool
        zone.said = bool(part(item, "empty", "unused") or zone.cards)
        board.zones[word] = zone
        self._zone = None if part(item, "empty", "any") else zone
        self._check_together(zone)

    def _listing(self, node: Node) -> None:
        first = next(parts(node, "card"))
        if self._zone is None:
            name = token(first, "NAME")
            near = vocabulary().nearest(str(name), ["ZONE", "MEASURE"]) if name else ""
            raise self._refuse("ruling_card_outside_zone", place_of(first), name=str(name or "?"), nearest=near)
        self._zone.cards += [self.cards.read(card) for card in parts(node, "card")]
        self._check_together(self._zone)

    def _check_together(self, zone: _Zone) -> None:
        if zone.cards and zone.cards[0].together:
            raise self._refuse("ruling_together_with_nothing", zone.cards[0].place)

    # -- what is done

    def _deed(self, node: Node) -> None:
        if self._actions and self._actions[-1].illegal is not None:
            raise self._refuse("ruling_after_illegal", place_of(node))
        action, refused = self.question.action(next(parts(node, "action"))), part(node, "refused")
        self._actions.append(replace(action, illegal=None if refused is None else self.question.refused(refused)))

    def _refused(self, node: Node) -> None:
        if not self._actions or self._actions[-1].illegal is not None:
            raise self._refuse("ruling_nothing_to_refuse", place_of(node))
        self._actions[-1] = replace(self._actions[-1], illegal=self.question.refused(node))
