"""What single statements say."""

import pytest

from headjudge.kb.clause import ClauseKey
from headjudge.parser.ruling import format_scenario, parse_ruling
from headjudge.parser.scenario import (
    AbilityRef,
    Action,
    AllOf,
    Amount,
    AnyOf,
    AtPoint,
    CardName,
    CardRef,
    Citation,
    Compare,
    Condition,
    Contents,
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
    Operator,
    Permitted,
    Placement,
    Player,
    Point,
    Quantifier,
    Quantity,
    Quoted,
    RunsThrough,
    Scenario,
    Setting,
    TurnOf,
    When,
    Word,
    assumptions,
)

TABLE = "卡 疾风 帕鲁 500/1\n卡 石墙 建筑物 800\n"
A, B = Player.A, Player.B


def ref(name: str, player: Player | None = None, index: int | None = None) -> CardRef:
    return CardRef(CardName(name), player, index)


def quantity(subject: CardRef | Player, word: str, ability: int | None = None) -> Quantity:
    return Quantity(subject, Word(word), ability=ability)


WALL, GALE = ref("石墙"), ref("疾风")

ACTIONS = [
    ("甲 以 疾风 攻击 石墙", Action(A, Word("attack"), (GALE,), (WALL,))),
    ("甲 疾风 攻击 乙", Action(A, Word("attack"), (GALE,), (B,))),
    ("A attack 石墙 with 疾风", Action(A, Word("attack"), (GALE,), (WALL,))),
    ("A attack with 甲的疾风#2 against B", Action(A, Word("attack"), (ref("疾风", A, 2),), (B,))),
    ("乙 不阻挡", Action(B, Word("block"), negated=True)),
    ("甲 不使用 疾风 能力 2", Action(A, Word("use"), (), (GALE, Setting(Word("ability"), 2)), negated=True)),
    ("甲 使用 疾风 X=3 模式 1", Action(A, Word("use"), (), (GALE, Setting(Word("x"), 3), Setting(Word("mode"), 1)))),
    ("甲 选择 石墙、疾风", Action(A, Word("choose"), (), (WALL, GALE))),
    ("甲 选择 0", Action(A, Word("choose"), (), (Amount(0),))),
    ("甲 支付 素材 2", Action(A, Word("pay"), (), (Named(Word("material")), Amount(2)))),
    ("在 9.5.2 乙 投降", Action(B, Word("surrender"), at=Point(clause=ClauseKey("9.5.2")))),
    ("at quick step B pass", Action(B, Word("pass"), at=Point(word=Word("quick_step")))),
    ("乙 投降 不合法 因 1.2.3", Action(B, Word("surrender"), illegal=Illegal((Citation(ClauseKey("1.2.3")),)))),
    ("乙 投降 ; 不合法", Action(B, Word("surrender"), illegal=Illegal())),
]


@pytest.mark.parametrize(("text", "action"), ACTIONS)
def test_action(text: str, action: Action) -> None:
    assert parse_ruling(f"{TABLE}做\n{text}").actions == (action,)
    assert parse_ruling(f"{TABLE}{text}").actions == (action,)


CONDITIONS: list[tuple[str, Condition]] = [
    ("甲 手牌 = 1", Compare(quantity(A, "hand"), Operator.EQUAL, 1)),
    ("A's hand is 1", Compare(quantity(A, "hand"), Operator.EQUAL, 1)),
    ("甲 生命 >= -2", Compare(quantity(A, "life"), Operator.AT_LEAST, -2)),
    ("甲 墓地 的 石墙 ≠ 2", Compare(Quantity(A, Word("graveyard"), CardName("石墙")), Operator.UNEQUAL, 2)),
    ("疾风 伤害 < 300", Compare(quantity(GALE, "damage"), Operator.LESS, 300)),
    ("石墙 耐久力 = 800", Compare(quantity(WALL, "power"), Operator.EQUAL, 800)),
    ("疾风 能力 2 发动次数 = 1", Compare(quantity(GALE, "uses", 2), Operator.EQUAL, 1)),
    ("疾风 待机 = 1", Compare(quantity(GALE, "waits"), Operator.EQUAL, 1)),
    ("石墙 在 乙的墓地", InZone(WALL, Word("graveyard"), B)),
    ("石墙 不在 据点", Not(InZone(WALL, Word("base")))),
    ("疾风 横置", IsState(GALE, Word("rested"))),
    ("疾风 is not attacked", Not(IsState(GALE, Word("attacked")))),
    ("疾风 有 勇敢 300 ×2", HasAbility(GALE, "勇敢300", 2)),
    ("疾风 没有 「抽1张牌」", Not(HasAbility(GALE, "抽1张牌"))),
    ("乙 败北", GameResult(Word("loses"), B)),
    ("乙 不 败北", Not(GameResult(Word("loses"), B))),
    ("平局", GameResult(Word("draw"))),
    ("现在 主要阶段", AtPoint(Point(word=Word("main_phase")))),
    ("乙 是 回合玩家", TurnOf(B)),
    ("night", GameState(Word("night"))),
    ("不 经过 7.3.3", Not(RunsThrough(ClauseKey("7.3.3")))),
    ("顺序 疾风 能力 1、石墙", InOrder((AbilityRef(GALE, 1), AbilityRef(WALL)))),
    ("合法 甲 投降", Permitted(Action(A, Word("surrender")))),
    ("不合法 甲 投降", Not(Permitted(Action(A, Word("surrender"))))),
    (
        "平局 或 夜晚 且 乙 败北",
        AnyOf((GameResult(Word("draw")), AllOf((GameState(Word("night")), GameResult(Word("loses"), B))))),
    ),
    ("(平局 或 夜晚) 且 平局", AllOf((AnyOf((GameResult(Word("draw")), GameState(Word("night")))), GameResult(Word("draw"))))),
    ("((平局))", GameResult(Word("draw"))),
]


@pytest.mark.parametrize(("text", "condition"), CONDITIONS)
def test_condition(text: str, condition: Condition) -> None:
    scenario = parse_ruling(f"{TABLE}则\n{text}")
    assert scenario.expectations == (Expectation(condition),)
    assert parse_ruling(format_scenario(scenario, "en")) == scenario


EXPECTATIONS = [
    ("必然 平局", Expectation(GameResult(Word("draw")))),
    ("sometimes drawn", Expectation(GameResult(Word("draw")), Quantifier.SOMETIMES)),
    ("不可能 曾 平局", Expectation(GameResult(Word("draw")), Quantifier.NEVER, when=When.EVER)),
    ("甲 能迫使 始终 平局", Expectation(GameResult(Word("draw")), Quantifier.CAN_FORCE, A, When.THROUGHOUT)),
    (
        "平局 因 9 13.1.1.1 「平局」",
        Expectation(GameResult(Word("draw")), because=(Citation(ClauseKey("9")), Citation(ClauseKey("13.1.1.1"), "平局"))),
    ),
    (
        "平局 because 1.2.2, 1.2.3-1.2.4",
        Expectation(GameResult(Word("draw")), because=tuple(Citation(ClauseKey(f"1.2.{n}")) for n in (2, 3, 4))),
    ),
]


@pytest.mark.parametrize(("text", "expectation"), EXPECTATIONS)
def test_expectation(text: str, expectation: Expectation) -> None:
    assert parse_ruling(f"expect {text}").expectations == (expectation,)


PLAIN, WALLS = CardName("普通"), CardName("石墙")

ZONES = [
    ("牌库 普通×3 幸运", Contents(Word("deck"), (Placement(PLAIN, 3), Placement(CardName("幸运"))))),
    ("deck shuffled plain*3", Contents(Word("deck"), (Placement(PLAIN, 3),), Fill.SHUFFLED)),
    ("手牌 空", Contents(Word("hand"), ())),
    ("手牌 不使用 ?×3", Contents(Word("hand"), (Placement(None, 3),), Fill.UNUSED)),
    ("手牌 任意 2 自 普通、石墙", Contents(Word("hand"), (Placement(PLAIN), Placement(WALLS)), Fill.ANY, 2)),
    ("灵魂区 灵魂×2", Contents(Word("soul_area"), (Placement(CardName("灵魂"), 2),))),
    (
        "据点\n石墙 横置 伤害 300\n普通",
        Contents(Word("base"), (Placement(WALLS, 1, Word("rested"), None, ((Word("damage"), 300),)), Placement(PLAIN))),
    ),
    (
        "base 石墙(rested, used ability 2 ×3, owner B)",
        Contents(Word("base"), (Placement(WALLS, 1, Word("rested"), used=((2, 3),), owner=B),)),
    ),
    ("手牌 ?×2 候选 石墙、普通", Contents(Word("hand"), (Placement(None, 2, candidates=(WALLS, PLAIN)),))),
]


@pytest.mark.parametrize(("text", "contents"), ZONES)
def test_zone(text: str, contents: Contents) -> None:
    assert parse_ruling(f"{TABLE}甲 {text}").board(A).zones == (contents,)


def test_what_is_printed_on_a_card() -> None:
    text = "甲 据点 疾风 帕鲁 费用 3 500/1 red 炎属性 工作 生火 挑衅 勇敢 300 「一。\n 二。」 「三「四」」 横置"
    (card,) = parse_ruling(text).cards
    assert card.kind == "pal"
    assert card.numbers == (("power", 500), ("strike", 1), ("cost", 3))
    assert card.traits == (("colour", "red"), ("element", "fire"), ("work", "生火"))
    assert card.keywords == ("挑衅", "勇敢300")
    assert card.text == ("一。", "二。", "三「四」")


def test_what_is_unlisted_is_assumed_aloud() -> None:
    said = [(a.player.value, a.contents.zone, a.contents.fill.value) for a in assumptions(parse_ruling("甲 手牌 空 牌库 普通"))]
    assert said == [("B", "hand", "unused"), ("B", "deck", "listed")]


def test_places_tell_line_and_column_and_do_not_count() -> None:
    scenario = parse_ruling(f"{TABLE}做\n  甲 以 疾风 攻击 乙")
    assert scenario.actions[0].place == (4, 3)
    assert scenario == parse_ruling(f"\n\n{TABLE}\n做\n甲 以 疾风 攻击 乙")


def test_comments_stay_where_they_were() -> None:
    text = "# 一\nruling  题  # 二\n\n甲\n  生命 1\n  # 三\n  牌库 普通  // 四\n\n做\n  # 五\n  甲 投降  # 六\n# 七\n"
    assert format_scenario(parse_ruling(text)) == text


def test_an_empty_text_says_nothing() -> None:
    assert parse_ruling(" \n# nothing\n") == Scenario()


@pytest.mark.parametrize("name", ["A1", "B12", "甲1", "乙2", "X1", "x2", "P6", "074"])
def test_a_letter_with_a_number_names_a_card(name: str) -> None:
    scenario = parse_ruling(f"甲 据点 {name}(帕鲁 500/1), 石墙(建筑物 800) ; 甲 以 {name} 攻击 乙 ; 则 {name} 在 甲的据点")
    assert scenario.actions[0].by == (ref(name),)
    assert parse_ruling(format_scenario(scenario)).actions == scenario.actions


@pytest.mark.parametrize("said", ["「起始之龙」", "《起始之龙》", '"起始之龙"', "《石墙》"])
def test_what_is_declared_may_be_the_name_of_any_card(said: str) -> None:
    (action,) = parse_ruling(f"{TABLE}甲 宣告 {said}").actions
    assert action.on == (Quoted(said[1:-1]),)


@pytest.mark.parametrize(("print_", "numbers"), [
    ("帕鲁 500/1", {"power": 500, "strike": 1}),
    ("帕鲁 ５００／１", {"power": 500, "strike": 1}),
    ("帕鲁 500点", {}),
])  # fmt: skip
def test_a_number_is_read_whole_or_not_at_all(print_: str, numbers: dict[str, int]) -> None:
    (card,) = parse_ruling(f"甲 据点 疾风（{print_}）").cards
    assert dict(card.numbers) == numbers
