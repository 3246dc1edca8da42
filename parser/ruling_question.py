"""What a ruling does and what it expects: parts of its tree -> values."""

from collections.abc import Iterator
from dataclasses import dataclass

from lark import Tree

from headjudge.parser.board import AbilityRef, CardRef, Player, Point, Word
from headjudge.parser.question import (
    Action,
    AllOf,
    Amount,
    AnyOf,
    AtPoint,
    Citation,
    Compare,
    Condition,
    Expectation,
    GameResult,
    GameState,
    HasAbility,
    Illegal,
    InOrder,
    InZone,
    IsState,
    Named,
    Not,
    Operand,
    Operator,
    Permitted,
    Quantifier,
    Quantity,
    Quoted,
    RunsThrough,
    Setting,
    TurnOf,
    When,
)
from headjudge.parser.ruling_cards import CardReader
from headjudge.parser.ruling_error import ContradictionError
from headjudge.parser.ruling_grammar import Node
from headjudge.parser.ruling_tree import clause, number, part, parts, place_of, player, point, the, token, tokens

RANGE = 200
"""The longest range of clauses that a citation may name; a longer one is a slip."""

NOT_USED = Word("use")
"""The verb of `不使用`."""

OF_CARDS = frozenset(("attack", "block", "use"))
"""Verbs that have no use for an amount: a number behind them is the number of a card (`使用 100`)."""

_NAMED = ("ZONE", "KIND", "MEASURE", "BORNE", "PRINTED", "TRAIT")


def _is_quoted(ref: Node) -> bool:
    """Whether a card is named in marks, `宣告 《石墙》`: whatever stands there is declared, as with 「石墙」."""
    name = token(ref, "NAME")
    assert name is not None
    assert name.column is not None
    assert name.end_column is not None
    return name.end_column - name.column > len(name)


@dataclass(frozen=True, slots=True)
class QuestionReader:
    """Reads actions and expectations; the names of cards go through `cards`."""

    cards: CardReader

    def ref(self, node: Node) -> CardRef:
        """A card that is pointed at."""
        place, index = place_of(node), number(node, "INDEX")
        if index is not None:
            self.cards.at_least_one(index, node)
        return CardRef(self.cards.name(the(node, "NAME"), place), player(node), index, place)

    def part_ref(self, node: Node) -> CardRef:
        """The card that a part points at; the grammar says that there is one."""
        found = part(node, "ref")
        assert found is not None, node.data
        return self.ref(found)

    def target(self, node: Node) -> CardRef | Player:
        """A card or a player."""
        return player(node) or self.part_ref(node)

    def ability(self, node: Node) -> AbilityRef:
        """An ability of a card."""
        return AbilityRef(self.part_ref(node), number(node))

    def because(self, node: Node) -> tuple[Citation, ...]:
        """The clauses cited in a statement, ranges spelled out."""
        found = part(node, "because")
        return () if found is None else tuple(c for citation in parts(found, "citation") for c in self._citations(citation))

    def refused(self, node: Node) -> Illegal:
        """That the action before is expected to be illegal."""
        return Illegal(self.because(node))

    def action(self, node: Node) -> Action:
        """A decision."""
        verb, declined = token(node, "VERB"), part(node, "declined")
        actor, at = player(node), part(node, "at")
        assert actor is not None
        by = [self.part_ref(means) for means in parts(node, "means")]
        by += [self.ref(found) for found in parts(node, "ref")]
        return Action(
            player=actor,
            verb=NOT_USED if verb is None else Word(str(verb)),
            by=tuple(by),
            on=tuple(self._operand(operand, verb) for operand in parts(node, "operand", "named")),
            negated=declined is not None or part(node, "not_") is not None,
            at=None if at is None else point(at),
            place=place_of(node),
        )

    def expectation(self, node: Node) -> Expectation:
        """What the ruling says comes out."""
        quantifier = part(node, "always", "sometimes", "never", "force")
        when, condition = part(node, "ever", "throughout"), part(node, "condition")
        assert condition is not None
        forced = quantifier is not None and quantifier.data == "force"
        named = Quantifier.ALWAYS if quantifier is None else Quantifier.CAN_FORCE if forced else Quantifier(quantifier.data)
        return Expectation(
            self._condition(condition),
            quantifier=named,
            forcer=player(quantifier) if forced and quantifier is not None else None,
            when=When.END if when is None else When(when.data),
            because=self.because(node),
            place=place_of(node),
        )

    def _citations(self, node: Node) -> Iterator[Citation]:
        quote = token(node, "TEXT") or ""
        single = token(node, "CLAUSE")
        if single is not None:
            yield Citation(clause(single), str(quote))
            return
        first, last = the(node, "RANGE").split("~")
        prefix, _, start = first.rpartition(".")
        other, _, end = last.rpartition(".")
        if prefix != other or not (start.isdecimal() and end.isdecimal()) or not 0 <= int(end) - int(start) < RANGE:
            raise self.cards.source.error(ContradictionError, "ruling_range", place_of(node), first=first, last=last)
        for tail in range(int(start), int(end) + 1):
            yield Citation(clause(f"{prefix}.{tail}"), str(quote))

    def _operand(self, node: Node, verb: str | None) -> Operand:
        if node.data == "named":
            return Named(Word(the(node, *_NAMED)))
        child = node.children[0]
        if isinstance(child, Tree):
            if verb == "name" and child.data == "ref" and _is_quoted(child):
                return Quoted(the(child, "NAME"))
            return self.ref(child) if child.data == "ref" else Setting(Word(the(child, "SETTING")), int(the(child, "INT")))
        match child.type:
            case "PLAYER":
                return Player(child)
            case "INT" if verb in OF_CARDS:
                return CardRef(self.cards.name(child, place_of(node)), place=place_of(node))
            case "INT":
                return Amount(int(child))
            case "TEXT":
                return Quoted(str(child))
            case "CLAUSE":
                return Point(clause=clause(child))
        return Point(word=Word(str(child)))

    def _condition(self, node: Node) -> Condition:
        """Alternatives of conjunctions; one of one is the thing itself, and brackets leave no trace."""
        sides = []
        for conjunction in parts(node, "conjunction"):
            facts = tuple(self._fact(factor) for factor in conjunction.children if isinstance(factor, Tree))
            flat = tuple(inner for fact in facts for inner in (fact.conditions if isinstance(fact, AllOf) else (fact,)))
            sides.append(flat[0] if len(flat) == 1 else AllOf(flat))
        flat = tuple(inner for side in sides for inner in (side.conditions if isinstance(side, AnyOf) else (side,)))
        return flat[0] if len(flat) == 1 else AnyOf(flat)

    def _fact(self, node: Node) -> Condition:
        match node.data:
            case "condition":
                return self._condition(node)
            case "negation":
                inner = next(child for child in node.children if isinstance(child, Tree))
                condition = self._fact(inner)
                for _ in tokens(node, "NOT"):
                    condition = Not(condition)
                return condition
            case "compare":
                quantity = next(parts(node, "player_number", "zone_count", "card_number", "ability_count"))
                return Compare(self._quantity(quantity), Operator(token(node, "COMPARE") or "="), int(the(node, "INT")))
            case "order":
                return InOrder(tuple(self.ability(ability) for ability in parts(node, "ability")))
            case "permitted":
                permitted = Permitted(self.action(next(parts(node, "action"))))
                return permitted if token(node, "LEGAL") else Not(permitted)
        return self._of_card(node) or self._of_game(node)

    def _of_card(self, node: Node) -> Condition | None:
        match node.data:
            case "in_zone":
                in_zone = InZone(self.part_ref(node), Word(the(node, "ZONE")), player(node))
                return in_zone if token(node, "AT") else Not(in_zone)
            case "is_state":
                state: Condition = IsState(self.part_ref(node), Word(the(node, "ORIENTATION", "FACE", "FLAG")))
                return Not(state) if token(node, "NOT") else state
            case "has":
                text = next(parts(node, "ability_text"))
                quoted = token(text, "TEXT")
                words = the(text, "NAME") + str(token(text, "INT") or "") if quoted is None else str(quoted)
                state = HasAbility(self.part_ref(node), words, number(node, "TIMES"))
                return Not(state) if token(node, "LACKS") else state
        return None

    def _of_game(self, node: Node) -> Condition:
        match node.data:
            case "result":
                result = GameResult(Word(the(node, "RESULT")), player(node))
                return Not(result) if token(node, "NOT") else result
            case "ending":
                return GameResult(Word(the(node, "ENDING")))
            case "at_point":
                return AtPoint(point(node))
            case "turn_of":
                return TurnOf(Player(the(node, "PLAYER")))
            case "game_state":
                return GameState(Word(the(node, "STATE")))
        assert node.data == "through", node.data
        return RunsThrough(clause(the(next(parts(node, "clause")), "CLAUSE")))

    def _quantity(self, node: Node) -> Quantity:
        match node.data:
            case "player_number":
                return Quantity(Player(the(node, "PLAYER")), Word(the(node, "MEASURE", "BORNE")))
            case "zone_count":
                named = token(node, "NAME")
                of = None if named is None else self.cards.name(str(named), place_of(named))
                return Quantity(Player(the(node, "PLAYER")), Word(the(node, "ZONE")), of)
            case "card_number":
                return Quantity(self.part_ref(node), Word(the(node, "BORNE", "PRINTED")))
        ability = self.ability(next(parts(node, "ability")))
        word = token(node, "COUNTED")
        return Quantity(ability.card, Word("waits" if word is None else str(word)), ability=ability.number)
