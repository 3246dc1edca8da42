"""Word by word: what a reader sees of an edit."""

import pytest

from headjudge.kb.clause import Clause, ClauseKey, Kind
from headjudge.kb.diff_runs import Change, Run, runs
from headjudge.kb.diff_words import Reader

TERMS = ("检查时点", "行动时点", "墓地", "Upkeep")

# (old, new, runs: `[-removed-]` and `{+added+}`)
EDITS = [
    ("牌库至少有104张。", "牌库至少有105张。", "牌库至少有[-104-]{+105+}张。"),
    ("玩家可以抽牌。", "玩家必须抽牌。", "玩家[-可以-]{+必须+}抽牌。"),
    ("在检查时点执行。", "在行动时点执行。", "在[-检查时点-]{+行动时点+}执行。"),
    ("放置十二张卡牌。", "放置二十张卡牌。", "放置[-十二-]{+二十+}张卡牌。"),
    ("不能攻击。", "能攻击。", "[-不-]能攻击。"),
    ("力量+1000。", "力量-1000。", "力量[-+-]{+-+}1000。"),
    ("支付①。", "支付②。", "支付[-①-]{+②+}。"),
    (
        "A player may draw two cards.",
        "A player must draw three cards.",
        "A player[- may-]{+ must+} draw[- two-]{+ three+} cards.",
    ),
    ("It can't attack.", "It can attack.", "It[- can't-]{+ can+} attack."),
    ("抽1张。弃1张。", "抽1张。", "抽1张。[-弃1张。-]"),
    ("", "抽1张。", "{+抽1张。+}"),
    ("抽 １ 张（卡牌）。", "抽1张(卡牌)。", "抽1张(卡牌)。"),
    ("“X”是指Y。", '"X"是指Y。', '"X"是指Y。'),
    ("two  cards\nare drawn", "two cards are drawn", "two cards are drawn"),
    ("may be", "maybe", "[-may be-]{+maybe+}"),
]


def clause(text: str) -> Clause:
    return Clause(ClauseKey("1"), Kind.CLAUSE, "1", "", text, None, 1, ())


def shown(found: tuple[Run, ...]) -> str:
    marks = {Change.SAME: "{new}", Change.REMOVED: "[-{old}-]", Change.ADDED: "{{+{new}+}}"}
    return "".join(marks[run.change].format(old=run.old, new=run.new) for run in found)


@pytest.mark.parametrize(("old", "new", "expected"), EDITS)
def test_an_edit_is_shown_word_by_word(old: str, new: str, expected: str) -> None:
    assert shown(runs(clause(old), clause(new), Reader(TERMS), lambda *_: False)) == expected


def test_a_long_clause_is_compared_in_time() -> None:
    """Two lists of 20,000 words that share the frequent ones: quadratic time would be minutes."""
    words = [f"卡牌{number}、" for number in range(10_000)]
    old, new = clause("".join(words)), clause("".join(reversed(words[5_000:])) + "".join(words[:5_000]))
    found = runs(old, new, Reader(TERMS), lambda *_: False)
    assert "".join(run.old for run in found) == old.text
    assert "".join(run.new for run in found) == new.text
