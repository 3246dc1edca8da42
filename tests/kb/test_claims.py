"""What sentences claim, and how claims differ."""

import pytest

from headjudge.kb.claims import ClaimReader, Comparison, Figure, Kind, Obligation, asserted
from headjudge.kb.disagreements import differ, other_case

READER = ClaimReader(["已受伤害", "帕鲁上限", "生命值", "战斗力"], {"体力": "生命值"})

# (sentence, what it compares: left, relation, right)
COMPARISONS = [
    ("已受伤害大于战斗力的帕鲁", [("已受伤害", ">", "战斗力")]),
    ("已受伤害大于0并且等于或大于其战斗力", [("已受伤害", ">", "0"), ("已受伤害", ">=", "战斗力")]),
    ("大于等于那只的战斗力或者墙的耐久力的，", []),
    ("伤害大于等于那只的战斗力或者墙的耐久力", [("伤害", ">=", "战斗力"), ("伤害", ">=", "耐久力")]),
    ("如果该玩家的生命值（3.2）为0或以下", [("生命值", "<=", "0")]),
    ("体力变为0以下", [("生命值", "<=", "0")]),
    ("战斗力降到已受伤害以下", [("战斗力", "<=", "已受伤害")]),
    ("战斗力比已受伤害小", [("战斗力", "<", "已受伤害")]),
    ("帕鲁的数量超过该玩家的帕鲁上限", [("数量", ">", "帕鲁上限")]),
    ("生命值达到10，且不超过20", [("生命值", ">=", "10"), ("生命值", "<=", "20")]),
]


@pytest.mark.parametrize(("sentence", "compared"), COMPARISONS)
def test_comparisons(sentence: str, compared: list[tuple[str, str, str]]) -> None:
    claims = READER.statement(sentence).claims
    assert [claim[:3] for claim in claims if isinstance(claim, Comparison)] == compared


FIGURES = [
    ("同名的卡牌至多4张", [("at_most", 4, "张")]),
    ("恰好为50张", [("exactly", 50, "张")]),
    ("选择两只帕鲁", [("", 2, "只")]),
    ("支付③点", [("", 3, "点")]),
    ("可以适用任意次", [("", -1, "次")]),
    ("少于1张时", []),
    ("6只以上", []),
    ("将生命值设为10。", [("", 10, "生命值")]),
]


@pytest.mark.parametrize(("sentence", "counted"), FIGURES)
def test_figures(sentence: str, counted: list[tuple[str, int, str]]) -> None:
    claims = READER.statement(sentence).claims
    assert [claim[:3] for claim in claims if isinstance(claim, Figure)] == counted


OBLIGATIONS = [
    ("对手不能阻挡此卡", [("not", "阻挡此卡")]),
    ("可以选择不使用它", [("free", "使用它")]),
    ("就不能不选择", [("must", "选择")]),
    ("能力有效", []),
    ("如果可以选择", []),
    ("必须阻挡，不能攻击", [("must", "阻挡"), ("not", "攻击")]),
]


@pytest.mark.parametrize(("sentence", "obliged"), OBLIGATIONS)
def test_obligations(sentence: str, obliged: list[tuple[str, str]]) -> None:
    claims = READER.statement(sentence).claims
    assert [claim[:2] for claim in claims if isinstance(claim, Obligation)] == obliged


ASKED = [
    ("横置的帕鲁可以阻挡吗？", "不可以。", "not"),
    ("横置的帕鲁可以阻挡吗？", "可以，没有限制。", "may"),
    ("可以不阻挡吗？", "不行。", "must"),
    ("必须阻挡吗？", "不必。", "free"),
    ("怎样阻挡？", "选择1只帕鲁。", None),
]


@pytest.mark.parametrize(("question", "answer", "force"), ASKED)
def test_yes_and_no_answer_what_was_asked(question: str, answer: str, force: str | None) -> None:
    claims = [claim for statement in asserted(question, answer, READER) for claim in statement.claims]
    assert [claim.force for claim in claims if isinstance(claim, Obligation)] == ([force] if force else [])


# (one sentence, another, in what they differ: None is nothing to compare, False that they agree)
PAIRS = [
    ("已受伤害大于战斗力", "已受伤害等于或大于战斗力", Kind.COMPARISON),
    ("战斗力小于已受伤害", "已受伤害等于或大于战斗力", Kind.COMPARISON),
    ("战斗力大于已受伤害", "已受伤害等于或大于战斗力", False),  # the other cases, said the other way round
    ("战斗力在已受伤害以下", "已受伤害不小于战斗力", False),
    ("生命值小于1", "生命值为0或以下", False),
    ("生命值为1以下", "生命值为0或以下", Kind.FIGURE),
    ("生命值大于10", "战斗力大于10", None),
    ("至多4张", "至多3张", Kind.FIGURE),
    ("至多4张", "恰好4张", Kind.QUANTITY),
    ("至多1次", "任意次", Kind.QUANTITY),
    ("至多4张", "4张", False),
    ("4张", "4只", None),
    ("可以阻挡此卡", "不能阻挡此卡", Kind.OBLIGATION),
    ("必须阻挡此卡", "不必阻挡此卡", Kind.OBLIGATION),
    ("可以阻挡此卡", "不能攻击玩家", None),
    ("可以阻挡此卡", "4张", None),
]


@pytest.mark.parametrize(("one", "other", "kind"), PAIRS)
def test_differ(one: str, other: str, kind: Kind | bool | None) -> None:
    (first,), (second,) = READER.statement(one).claims, READER.statement(other).claims
    assert differ(first, second) == kind
    assert differ(second, first) == kind


CASES = [
    ("回合玩家不能使用", "非回合玩家可以使用", True),
    ("站立状态的帕鲁", "横置状态的帕鲁", True),
    ("帕鲁", "帕鲁或建筑物", False),
    ("手牌", "牌库", False),
]


@pytest.mark.parametrize(("one", "other", "apart"), CASES)
def test_other_case(one: str, other: str, apart: bool) -> None:
    assert other_case(one, other) is apart


def test_a_phrase_is_as_it_was_printed() -> None:
    """However it was spelled to be compared: with the blanks, the references and the players' words that it has."""
    (claim,) = READER.statement("如果 体力（3.2）变为 0 以下，该玩家败北。").claims
    assert (claim.phrase, claim.piece) == ("如果 体力（3.2）变为 0 以下", "如果生命值变为0以下")
