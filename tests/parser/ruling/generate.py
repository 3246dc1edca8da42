"""Scenarios made at random, for the properties of the ruling language."""

from hypothesis import strategies as st

from headjudge.kb.clause import ClauseKey
from headjudge.parser.ruling_cards import sorted_numbers
from headjudge.parser.ruling_question import OF_CARDS
from headjudge.parser.ruling_vocabulary import vocabulary
from headjudge.parser.scenario import (
    AbilityRef,
    About,
    Action,
    AllOf,
    Amount,
    AnyOf,
    AtPoint,
    Attack,
    Card,
    CardName,
    CardRef,
    Citation,
    Compare,
    Condition,
    Contents,
    EffectInForce,
    Expectation,
    Fill,
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
    Placement,
    Player,
    PlayerBoard,
    Point,
    Position,
    Quantifier,
    Quantity,
    Quoted,
    RunsThrough,
    Scenario,
    Setting,
    TurnOf,
    Waiting,
    When,
    Word,
)

# Names that try the quoting: words of the language, blanks, marks, quotes, figures, a player's letter, a count.
ODD_NAMES = ["攻击", "据点", "A", "甲", "x3", 'a"b"', "a\\b", "#1", "//", "?", "3", "9.2.3", "「」", "a;b", "生命10", "《x》"]
known_names = st.sampled_from(["疾风", "石墙", "盾兵", "BP01-002", "两 词", "\n", *ODD_NAMES])
names = (known_names | st.text(min_size=1, max_size=6)).map(CardName)


def words(*terminals: str) -> st.SearchStrategy[Word]:
    """Any word of these terminals."""
    return st.sampled_from([Word(word) for terminal in terminals for word in vocabulary().identifiers(terminal)])


def one_line(*, max_size: int, min_size: int = 0) -> st.SearchStrategy[str]:
    """Words without white space at their ends."""
    return st.text(min_size=min_size, max_size=max_size).map(lambda text: "".join(text.split("\n")).strip())


players = st.sampled_from(Player)
integers = st.integers(-999, 9999)
counts = st.integers(1, 99)
clauses = st.lists(st.integers(0, 30), min_size=2, max_size=5).map(lambda parts: ClauseKey(".".join(map(str, parts))))
points = st.builds(Point, clause=clauses) | st.builds(Point, word=words("POINT"))
citations = st.lists(st.builds(Citation, clauses, one_line(max_size=5)), max_size=3).map(tuple)


@st.composite
def described_cards(draw: st.DrawFn) -> tuple[Card, ...]:
    """Some cards of different names."""
    chosen = draw(st.lists(names, min_size=1, max_size=4, unique=True))
    return tuple(
        Card(
            name,
            kind=draw(words("KIND")),
            numbers=sorted_numbers(tuple(draw(st.dictionaries(words("PRINTED"), integers)).items())),
            traits=tuple(draw(st.lists(traits, max_size=2, unique=True))),
            keywords=tuple(draw(st.lists(st.sampled_from(["挑衅", "勇敢300", "伤害300", "两 词"]), max_size=2))),
            text=tuple(draw(st.lists(one_line(min_size=1, max_size=8).filter(bool), max_size=2))),
        )
        for name in sorted(chosen)
    )


traits = words("TRAIT").map(lambda trait: (Word(trait.split("/")[0]), Word(trait.split("/")[1]))) | st.tuples(
    words("PROPERTY"), st.sampled_from([Word("kindling"), Word("两 词")])
)


@st.composite
def placements(draw: st.DrawFn, known: list[CardName], *, first: bool, plain: bool = False) -> Placement:
    """A card in a zone."""
    card = draw(st.none() | st.sampled_from(known))
    if plain:
        return Placement(card, draw(counts))
    return Placement(
        card,
        count=draw(counts),
        orientation=draw(st.none() | words("ORIENTATION")),
        face=draw(st.none() | words("FACE")),
        numbers=tuple(draw(st.dictionaries(words("BORNE"), integers)).items()),
        flags=tuple(sorted(draw(st.sets(words("FLAG"), max_size=2)))),
        used=tuple(sorted(draw(st.dictionaries(counts, counts, max_size=2)).items())),
        owner=draw(st.none() | players),
        together=not first and draw(st.booleans()),
        candidates=tuple(draw(st.lists(st.sampled_from(known), max_size=2))),
    )


@st.composite
def contents(draw: st.DrawFn, zone: Word, known: list[CardName]) -> Contents:
    """A zone."""
    fill = draw(st.sampled_from(Fill))
    least = 1 if fill in (Fill.ANY, Fill.SHUFFLED) else 0
    cards = tuple(
        draw(placements(known, first=number == 0, plain=fill is Fill.ANY)) for number in range(draw(st.integers(least, 3)))
    )
    return Contents(zone, cards, fill, draw(st.none() | counts) if fill is Fill.ANY else None)


@st.composite
def boards(draw: st.DrawFn, player: Player, known: list[CardName]) -> PlayerBoard:
    """A board; its zones and numbers in the order of the words file."""
    zones = [zone for zone in vocabulary().identifiers("ZONE") if draw(st.integers(0, 3)) == 0]
    return PlayerBoard(
        player,
        tuple(draw(contents(Word(zone), known)) for zone in zones),
        sorted_numbers(tuple(draw(st.dictionaries(words("MEASURE", "BORNE"), integers, max_size=3)).items())),
        tuple(sorted(draw(st.dictionaries(clauses, counts, max_size=2)).items())),
    )


def refs(known: list[CardName]) -> st.SearchStrategy[CardRef]:
    """Cards pointed at."""
    return st.builds(CardRef, st.sampled_from(known), st.none() | players, st.none() | counts)


def actions(known: list[CardName]) -> st.SearchStrategy[Action]:
    """Decisions that are not refused."""
    return words("VERB").flatmap(
        lambda verb: st.builds(
            Action,
            player=players,
            verb=st.just(verb),
            by=st.lists(refs(known), max_size=2).map(tuple),
            on=st.lists(operands(known, verb), max_size=3).map(tuple),
            negated=st.booleans(),
            at=st.none() | points,
        )
    )


def operands(known: list[CardName], verb: str) -> st.SearchStrategy[Operand]:
    """What can stand behind the verb."""
    amount = [] if verb in OF_CARDS else [st.builds(Amount, integers)]
    return st.one_of(
        refs(known),
        players,
        st.builds(Setting, words("SETTING"), integers),
        *amount,
        st.builds(Quoted, st.text(max_size=5)),
        st.builds(Named, words("ZONE", "KIND", "MEASURE", "BORNE", "PRINTED", "TRAIT")),
        points,
    )


def conditions(known: list[CardName]) -> st.SearchStrategy[Condition]:
    """Conditions, nested a little; a conjunction has no conjunction directly inside it, since brackets leave no trace."""
    card = refs(known)
    quantity = st.one_of(
        st.builds(Quantity, players, words("MEASURE", "BORNE")),
        st.builds(Quantity, players, words("ZONE"), st.none() | st.sampled_from(known)),
        st.builds(Quantity, card, words("BORNE", "PRINTED")),
        st.builds(Quantity, card, words("COUNTED"), ability=st.none() | counts),
    )
    ability = st.builds(AbilityRef, card, st.none() | counts)
    fact: st.SearchStrategy[Condition] = st.one_of(
        st.builds(Compare, quantity, st.sampled_from(Operator), integers),
        st.builds(InZone, card, words("ZONE"), st.none() | players),
        st.builds(IsState, card, words("ORIENTATION", "FACE", "FLAG")),
        st.builds(HasAbility, card, st.sampled_from(["挑衅", "勇敢300"]) | st.text(max_size=5), st.none() | counts),
        st.builds(GameResult, words("RESULT"), players),
        st.builds(GameResult, words("ENDING")),
        st.builds(AtPoint, points),
        st.builds(TurnOf, players),
        st.builds(GameState, words("STATE")),
        st.builds(RunsThrough, clauses),
        st.builds(InOrder, st.lists(ability, min_size=1, max_size=3).map(tuple)),
        st.builds(Permitted, actions(known)),
    )
    single = fact | st.builds(Not, fact) | st.builds(Not, st.builds(Not, fact))
    both = st.builds(AllOf, st.lists(single, min_size=2, max_size=3).map(tuple))
    either = st.builds(AnyOf, st.lists(single | both, min_size=2, max_size=3).map(tuple))
    return st.one_of(single, both, either, st.builds(Not, both | either), st.builds(AllOf, st.tuples(either, single)))


@st.composite
def expectations(draw: st.DrawFn, known: list[CardName]) -> Expectation:
    """Expectations; only what is forced has someone who forces it."""
    quantifier = draw(st.sampled_from(Quantifier))
    forcer = draw(players) if quantifier is Quantifier.CAN_FORCE else None
    return Expectation(draw(conditions(known)), quantifier, forcer, draw(st.sampled_from(When)), draw(citations))


@st.composite
def scenarios(draw: st.DrawFn) -> Scenario:
    """Whole scenarios in the form in which the parser gives them."""
    cards = draw(described_cards())
    known = [card.name for card in cards]
    both = [draw(boards(player, known)) for player in Player]
    script: list[Action] = draw(st.lists(actions(known), max_size=3))
    refused: bool = draw(st.booleans())
    if script and refused:
        last = script[-1]
        script[-1] = Action(last.player, last.verb, last.by, last.on, last.negated, last.at, Illegal(draw(citations)))
    target = refs(known) | players
    policies = st.dictionaries(st.sampled_from(["chooser", "undo"]), st.sampled_from(["a", "b c"]))
    head = one_line(max_size=12)
    game = st.from_regex(r"[a-z]{0,5}", fullmatch=True)
    about = draw(st.builds(About, title=head, game=game, source=head, date=head, office=head, question=head, answer=head))
    effect = st.builds(
        EffectInForce,
        st.text(max_size=6),
        players,
        source=st.none() | refs(known),
        on=st.lists(target, max_size=2).map(tuple),
        until=st.none() | points,
    )
    waiting = st.builds(Waiting, st.builds(AbilityRef, refs(known), st.none() | counts), counts, st.none() | players)
    return Scenario(
        about=about,
        cards=cards,
        position=Position(
            turn=draw(st.none() | players),
            starter=draw(st.none() | players),
            turn_number=draw(st.none() | counts),
            phase=draw(st.none() | words("POINT")),
            clause=draw(st.none() | clauses),
            states=tuple(sorted(draw(st.sets(words("STATE"))))),
        ),
        boards=tuple(board for board in both if board != PlayerBoard(board.player)),
        attack=draw(st.none() | st.builds(Attack, refs(known), target, st.none() | target)),
        waiting=tuple(draw(st.lists(waiting, max_size=2))),
        effects=tuple(draw(st.lists(effect, max_size=2))),
        policies=tuple(sorted(draw(policies).items())),
        premises=tuple(draw(st.lists(one_line(min_size=1, max_size=8).filter(bool), max_size=2))),
        actions=tuple(script),
        horizon=draw(st.none() | points),
        expectations=tuple(draw(st.lists(expectations(known), max_size=3))),
    )
