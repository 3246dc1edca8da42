"""The phrases of a ruling written out: names, cards, decisions and conditions, in one of the two languages."""

from dataclasses import dataclass
from functools import lru_cache

from headjudge.kb.clause import HeadjudgeError
from headjudge.parser.board import AbilityRef, Card, CardName, CardRef, Numbers, Placement, Player, Point, Word
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
from headjudge.parser.ruling_cards import FIGURES
from headjudge.parser.ruling_error import RulingError, Source
from headjudge.parser.ruling_lexer import Lexer
from headjudge.parser.ruling_vocabulary import Entry, Language, vocabulary


class UnwritableScenarioError(HeadjudgeError):
    """A scenario made by a program has a word that the language does not know."""


@lru_cache(maxsize=4096)
def is_bare(name: str) -> bool:
    """Whether a name needs no quotes: it is one word and no word of the language.

    >>> is_bare("疾风"), is_bare("攻击"), is_bare("两 词"), is_bare("普通")
    (True, False, False, True)
    """
    try:
        lexemes = list(Lexer(name, Source(name)))
    except RulingError:
        return False
    return len(lexemes) == 2 and lexemes[0].entries == (Entry("NAME", name),) and lexemes[0].text == name


def quoted(words: str) -> str:
    """Words in straight quotes.

    >>> quoted('a "b"')
    '"a \\\\"b\\\\""'
    """
    return '"' + words.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def bracketed(words: str) -> str:
    """Card text in 「」; brackets inside it that do not pair are escaped.

    >>> print(bracketed("指派「点火」"), bracketed("」"))
    「指派「点火」」 「\\」」
    """
    words = words.replace("\\", "\\\\").replace("\n", "\\n")
    depth = lowest = 0
    for char in words:
        depth += (char == "「") - (char == "」")
        lowest = min(lowest, depth)
    if depth or lowest:
        words = words.replace("「", "\\「").replace("」", "\\」")
    return f"「{words}」"


@dataclass(frozen=True, slots=True)
class Phrases:
    """Writes the parts of a ruling in `language`."""

    language: Language

    def word(self, terminal: str, identifier: str) -> str:
        """A word of the language."""
        if not vocabulary().knows(terminal, identifier):
            raise UnwritableScenarioError("ruling_unwritable", what=terminal.lower(), word=identifier)
        return vocabulary().word(terminal, identifier, self.language)

    def key(self, terminal: str) -> str:
        """A keyword."""
        return self.word(terminal, terminal)

    def either(self, identifier: str, *terminals: str) -> str:
        """A word of the first of these terminals that knows it."""
        known = (terminal for terminal in terminals if vocabulary().knows(terminal, identifier))
        return self.word(next(known, terminals[0]), identifier)

    def player(self, player: Player) -> str:
        """甲 or 乙."""
        return self.word("PLAYER", player.value)

    def owned(self, player: Player) -> str:
        """甲的 or A's, ready to stand before a name."""
        return self.player(player) + ("的" if self.language == "zh" else "'s ")

    def name(self, name: CardName) -> str:
        """A card's name, quoted where it must be."""
        if name in vocabulary().stock:
            return self.word("NAME", vocabulary().stock[name])
        return name if is_bare(name) else quoted(name)

    def names(self, names: tuple[CardName, ...]) -> str:
        """Names with commas."""
        return self.comma.join(map(self.name, names))

    @property
    def comma(self) -> str:
        """Between the entries of a list."""
        return "、" if self.language == "zh" else ", "

    def ref(self, ref: CardRef) -> str:
        """A card that is pointed at."""
        return f"{self.owned(ref.player) if ref.player else ''}{self.name(ref.name)}{f'#{ref.index}' if ref.index else ''}"

    def target(self, target: CardRef | Player) -> str:
        """A card or a player."""
        return self.player(target) if isinstance(target, Player) else self.ref(target)

    def ability(self, ability: AbilityRef) -> str:
        """An ability of a card."""
        return self.ref(ability.card) + ("" if ability.number is None else f" {self.word('SETTING', 'ability')} {ability.number}")

    def point(self, point: Point) -> str:
        """A moment of the game."""
        return point.clause if point.clause is not None else self.word("POINT", point.word or "")

    def text(self, words: str) -> str:
        """Card text."""
        return bracketed(words)

    def because(self, citations: tuple[Citation, ...]) -> str:
        """The clauses that something rests on; empty without any."""
        cited = [citation.clause + (f" {bracketed(citation.quote)}" if citation.quote else "") for citation in citations]
        return " ".join([self.key("BECAUSE"), *cited]) if cited else ""

    # -- cards

    def printed(self, card: Card) -> str:
        """What is printed on a card, without its name."""
        said = [self.word("KIND", card.kind)] if card.kind else []
        said += self._numbers(card.numbers)
        said += [self._trait(what, value) for what, value in card.traits]
        said += [keyword if is_bare(keyword) else quoted(keyword) for keyword in card.keywords]
        return " ".join([*said, *map(bracketed, card.text)])

    def _numbers(self, numbers: Numbers) -> list[str]:
        left = dict(numbers)
        power = left.pop(FIGURES[0], None)
        strike = left.pop(FIGURES[1], None) if power is not None else None
        figures = [] if power is None else [f"{power}" if strike is None else f"{power}/{strike}"]
        return [*figures, *(f"{self.word('PRINTED', word)} {value}" for word, value in left.items())]

    def _trait(self, what: Word, value: Word) -> str:
        if vocabulary().knows("TRAIT", f"{what}/{value}"):
            return self.word("TRAIT", f"{what}/{value}")
        return f"{self.word('PROPERTY', what)} {value if is_bare(value) else quoted(value)}"

    def unit(self, placement: Placement) -> str:
        """The name and count of a card as listed."""
        name = "?" if placement.card is None else self.name(placement.card)
        return name + (f"×{placement.count}" if placement.count != 1 else "")

    def state(self, placement: Placement) -> str:
        """In what state a card lies; empty if nothing is said of it."""
        said = [self.word("ORIENTATION", placement.orientation)] if placement.orientation else []
        said += [self.word("FACE", placement.face)] if placement.face else []
        said += [f"{self.word('BORNE', word)} {value}" for word, value in placement.numbers]
        said += [self.word("FLAG", flag) for flag in placement.flags]
        for ability, times in placement.used:
            said.append(f"{self.key('USED')} {self.word('SETTING', 'ability')} {ability} ×{times}")
        said += [f"{self.key('OWNER_IS')} {self.player(placement.owner)}"] if placement.owner else []
        said += [self.key("TOGETHER")] if placement.together else []
        said += [f"{self.key('CANDIDATES')} {self.names(placement.candidates)}"] if placement.candidates else []
        return " ".join(said)

    # -- what is done

    def action(self, action: Action) -> str:
        """A decision, without what is expected of it."""
        said = [self.key("AT"), self.point(action.at)] if action.at else []
        said.append(self.player(action.player))
        means = [self.key("WITH"), self.comma.join(map(self.ref, action.by))] if action.by else []
        act = [self.key("NOT")] if action.negated else []
        act += [self.word("VERB", action.verb), *map(self._operand, action.on)]
        return " ".join([*said, *means, *act] if self.language == "zh" else [*said, *act, *means])

    def refused(self, illegal: Illegal | None) -> str:
        """That an action is expected to be illegal."""
        return "" if illegal is None else " ".join(filter(None, (self.key("ILLEGAL"), self.because(illegal.because))))

    def _operand(self, operand: Operand) -> str:
        match operand:
            case Player() | CardRef():
                return self.target(operand)
            case Setting(word, value):
                return f"{self.word('SETTING', word)} {value}"
            case Amount(value):
                return str(value)
            case Quoted(words):
                return bracketed(words)
            case Named(word):
                return self.either(word, "ZONE", "KIND", "MEASURE", "BORNE", "PRINTED", "TRAIT")
        return self.point(operand)

    # -- what is expected

    def expectation(self, expectation: Expectation) -> str:
        """What comes out, without its clauses."""
        said = []
        if expectation.forcer is not None:
            said += [self.player(expectation.forcer), self.key("CAN_FORCE")]
        elif expectation.quantifier is not Quantifier.ALWAYS:
            said.append(self.key(expectation.quantifier.name))
        if expectation.when is not When.END:
            said.append(self.key(expectation.when.name))
        return " ".join([*said, self.condition(expectation.condition)])

    def condition(self, condition: Condition) -> str:
        """A condition."""
        match condition:
            case AnyOf(conditions):
                return f" {self.key('OR')} ".join(map(self.condition, conditions))
            case AllOf(conditions):
                return f" {self.key('AND')} ".join(self._single(inner, AnyOf) for inner in conditions)
            case Not(inner):
                return self._negation(inner)
            case Compare(left, operator, right):
                return f"{self._quantity(left)} {self.word('COMPARE', Operator(operator).value)} {right}"
            case InOrder(used):
                return f"{self.key('ORDER')} {self.comma.join(map(self.ability, used))}"
            case Permitted(action):
                return f"{self.key('LEGAL')} {self.action(action)}"
            case RunsThrough(clause):
                return f"{self.key('THROUGH')} {clause}"
        return self._of_card(condition) or self._of_game(condition)

    def _of_card(self, condition: Condition) -> str:
        match condition:
            case InZone(card, zone, player):
                return self._in_zone("AT", card, zone, player)
            case IsState(card, word):
                return f"{self.ref(card)} {self.either(word, 'ORIENTATION', 'FACE', 'FLAG')}"
            case HasAbility(card, ability, times):
                return self._has("HAS", card, ability, times)
        return ""

    def _of_game(self, condition: Condition) -> str:
        match condition:
            case GameResult(word, player):
                return f"{self.player(player)} {self.word('RESULT', word)}" if player else self.word("ENDING", word)
            case AtPoint(point):
                return f"{self.key('NOW')} {self.point(point)}"
            case TurnOf(player):
                return f"{self.player(player)} {self.key('TURN_PLAYER')}"
            case GameState(word):
                return self.word("STATE", word)
        raise AssertionError(condition)

    def _in_zone(self, key: str, card: CardRef, zone: Word, player: Player | None) -> str:
        return f"{self.ref(card)} {self.key(key)} {self.owned(player) if player else ''}{self.word('ZONE', zone)}"

    def _has(self, key: str, card: CardRef, ability: str, times: int | None) -> str:
        words = ability if is_bare(ability) else bracketed(ability)
        return f"{self.ref(card)} {self.key(key)} {words}{'' if times is None else f' ×{times}'}"

    def _negation(self, inner: Condition) -> str:
        match inner:
            case InZone(card, zone, player):
                return self._in_zone("AWAY", card, zone, player)
            case IsState(card, word):
                return f"{self.ref(card)} {self.key('NOT')} {self.either(word, 'ORIENTATION', 'FACE', 'FLAG')}"
            case HasAbility(card, ability, times):
                return self._has("LACKS", card, ability, times)
            case Permitted(action):
                return f"{self.key('ILLEGAL')} {self.action(action)}"
        return f"{self.key('NOT')} {self._single(inner, AnyOf, AllOf)}"

    def _single(self, condition: Condition, *weaker: type) -> str:
        return f"({self.condition(condition)})" if isinstance(condition, weaker) else self.condition(condition)

    def _quantity(self, quantity: Quantity) -> str:
        subject, word = quantity.subject, quantity.word
        if isinstance(subject, Player):
            of = f" {self.key('OF')} {self.name(quantity.of)}" if quantity.of else ""
            return f"{self.player(subject)} {self.either(word, 'ZONE', 'MEASURE', 'BORNE')}{of}"
        if vocabulary().knows("COUNTED", word):
            return f"{self.ability(AbilityRef(subject, quantity.ability))} {self.word('COUNTED', word)}"
        return f"{self.ref(subject)} {self.either(word, 'BORNE', 'PRINTED')}"
