"""Editions of our own: one kind of change at a time, and the changes that look like another."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest

from headjudge.kb.diff import AffectedRuling, ChangedCitation, ChangeKind, Cited, Diff, diff
from headjudge.kb.diff_runs import Change
from headjudge.parser.rulebook import parse_rulebook

BASE = """第1章 准备
1.1 牌库
1.1.1 每副牌库至少有40张卡牌。
1.1.2 同名卡牌在一副牌库中至多放入4张。
1.1.3 开始对战前，双方玩家各自洗切牌库。
1.2 手牌
1.2.1 先攻玩家起手抽取5张卡牌。
1.2.2 手牌上限为8张。超过上限的玩家在结束阶段舍弃卡牌，直到符合上限（3.2.1）。
第2章 战斗
2.1 宣告攻击
2.1.1 回合玩家可以横置一名角色来宣告攻击。
2.1.2 被攻击的玩家可以选择一名站立的角色进行阻挡，然后前往2.2.1。
2.2 伤害计算
2.2.1 双方角色同时给予对方等于自身力量的伤害。
2.2.1.1 力量为零的角色不造成任何伤害。
2.2.2 累计伤害达到耐久的角色被破坏，处理方式见3.1.1。
例：耐久3的角色先后受到1点与2点伤害，被破坏。
第3章 收尾
3.1 墓地
3.1.1 被破坏的角色放置到其持有者的墓地。
3.1.2 玩家随时可以查看任何墓地的内容。
3.2 结束阶段
3.2.1 依次处理所有在结束阶段诱发的效果，随后由对手开始新的回合。
3.2.2 本回合内有效的加成在此时失去效力（2.2.2）。
"""


@dataclass(frozen=True)
class Case:
    """How the new edition differs from BASE: lines by their old number (with a new text, or None to leave out), lines put
    before others, and what the remaining numbers become."""

    name: str
    lines: Mapping[str, str | None] = field(default_factory=dict)
    before: Mapping[str, str] = field(default_factory=dict)
    numbers: Mapping[str, str] = field(default_factory=dict)
    added: str = ""
    removed: str = ""
    edited: str = ""
    renumbered: str = ""
    moved: str = ""
    split: str = ""
    merged: str = ""
    retargeted: str = ""


CASES = [
    Case("nothing"),
    Case("typography", lines={"1.2.2": "1.2.2 手牌上限为８张。 超过上限的玩家在结束阶段舍弃卡牌,直到符合上限(3.2.1)。"}),
    Case("a figure", lines={"1.1.1": "1.1.1 每副牌库至少有60张卡牌。"}, edited="1.1.1"),
    Case("a figure in words", lines={"2.1.1": "2.1.1 回合玩家可以横置两名角色来宣告攻击。"}, edited="2.1.1"),
    Case("may becomes must", lines={"2.1.1": "2.1.1 回合玩家必须横置一名角色来宣告攻击。"}, edited="2.1.1"),
    Case("a title", lines={"3.2": "3.2 终了阶段"}, edited="3.2"),
    Case("an example is no rule", lines={"例": "例：耐久4的角色先后受到1点与3点伤害，被破坏。"}),
    Case("another target", lines={"2.2.2": "2.2.2 累计伤害达到耐久的角色被破坏，处理方式见3.1.2。"}, edited="2.2.2"),
    Case(
        "put in, and all siblings shift",
        before={"1.1.1": "1.1.1 双方玩家使用各自的牌库进行对战。"},
        numbers={"1.1.1": "1.1.2", "1.1.2": "1.1.3", "1.1.3": "1.1.4"},
        added="1.1.1",
        renumbered="1.1.1>1.1.2 1.1.2>1.1.3 1.1.3>1.1.4",
    ),
    Case(
        "taken out, and all siblings shift",
        lines={"1.1.1": None},
        numbers={"1.1.2": "1.1.1", "1.1.3": "1.1.2"},
        removed="1.1.1",
        renumbered="1.1.2>1.1.1 1.1.3>1.1.2",
    ),
    Case(
        "put in while the next one is edited",
        lines={"3.1.1": "3.1.1 被破坏的角色和装备放置到其持有者的墓地。"},
        before={"3.1.1": "3.1.1 墓地是公开区域。"},
        numbers={"3.1.1": "3.1.2", "3.1.2": "3.1.3"},
        added="3.1.1",
        edited="3.1.1>3.1.2",
        renumbered="3.1.1>3.1.2 3.1.2>3.1.3",
    ),
    Case(
        "swapped",
        numbers={"1.1.1": "1.1.2", "1.1.2": "1.1.1"},
        renumbered="1.1.1>1.1.2 1.1.2>1.1.1",
    ),
    Case(
        "a chapter put in front",
        before={"第1章": "第1章 通则\n1.1 对战人数\n1.1.1 对战由两名玩家进行。"},
        numbers={"1": "2", "2": "3", "3": "4"},
        added="1 1.1 1.1.1",
        renumbered=" ".join(
            f"{chapter}{rest}>{chapter + 1}{rest}"
            for chapter, rests in (
                (1, ("", ".1", ".1.1", ".1.2", ".1.3", ".2", ".2.1", ".2.2")),
                (2, ("", ".1", ".1.1", ".1.2", ".2", ".2.1", ".2.1.1", ".2.2")),
                (3, ("", ".1", ".1.1", ".1.2", ".2", ".2.1", ".2.2")),
            )
            for rest in rests
        ),
    ),
    Case(
        "moved to another chapter with its children",
        numbers={"2.2": "3.3"},
        moved="2.2>3.3",
        renumbered="2.2.1>3.3.1 2.2.1.1>3.3.1.1 2.2.2>3.3.2",
    ),
    Case(
        "moved and edited",
        lines={"1.2.2": "1.2.2 手牌上限为7张。超过上限的玩家在结束阶段舍弃卡牌，直到符合上限（3.2.1）。"},
        numbers={"1.2.2": "3.2.3"},
        moved="1.2.2>3.2.3",
        edited="1.2.2>3.2.3",
    ),
    Case(
        "split",
        lines={"1.2.2": "1.2.2 手牌上限为8张。\n1.2.3 超过上限的玩家在结束阶段舍弃卡牌，直到符合上限（3.2.1）。"},
        split="1.2.2>1.2.2+1.2.3",
    ),
    Case(
        "split into sub-clauses, and its successor shifts",
        lines={
            "3.2.1": "3.2.1 依次处理所有在结束阶段诱发的效果。\n3.2.2 随后由对手开始新的回合。",
        },
        numbers={"3.2.2": "3.2.3"},
        split="3.2.1>3.2.1+3.2.2",
        renumbered="3.2.2>3.2.3",
    ),
    Case(
        "split and reworded",
        lines={
            "1.2.2": "1.2.2 每位玩家的手牌上限为8张。\n1.2.3 手牌超过上限的玩家在结束阶段必须舍弃卡牌，直到符合上限（3.2.1）。"
        },
        split="1.2.2>1.2.2+1.2.3",
    ),
    Case(
        "split at a comma",
        lines={"2.1.2": "2.1.2 被攻击的玩家可以选择一名站立的角色进行阻挡。\n2.1.3 然后前往2.2.1。"},
        split="2.1.2>2.1.2+2.1.3",
    ),
    Case(
        "split into a list",
        lines={"3.2.1": "3.2.1 依次进行：\n• 处理所有在结束阶段诱发的效果。\n• 随后由对手开始新的回合。"},
        split="3.2.1>3.2.1+3.2.1/1+3.2.1/2",
    ),
    Case(
        "three merged",
        lines={
            "1.1.1": "1.1.1 每副牌库至少有40张卡牌。同名卡牌在一副牌库中至多放入4张。开始对战前，双方玩家各自洗切牌库。",
            "1.1.2": None,
            "1.1.3": None,
        },
        merged="1.1.1+1.1.2+1.1.3>1.1.1",
    ),
    Case(
        "a chapter dissolved in another",
        lines={"第3章": None},
        numbers={"3.1": "2.3", "3.2": "2.4"},
        removed="3",
        moved="3.1>2.3 3.2>2.4",
        renumbered="3.1.1>2.3.1 3.1.2>2.3.2 3.2.1>2.4.1 3.2.2>2.4.2",
    ),
    Case(
        "merged",
        lines={"1.1.1": "1.1.1 每副牌库至少有40张卡牌。同名卡牌在一副牌库中至多放入4张。", "1.1.2": None},
        numbers={"1.1.3": "1.1.2"},
        merged="1.1.1+1.1.2>1.1.1",
        renumbered="1.1.3>1.1.2",
    ),
    Case(
        "a copy elsewhere is no split",
        before={"第3章": "2.2.3 力量为零的角色不造成任何伤害。"},
        added="2.2.3",
    ),
    Case(
        "another rule under an old number",
        lines={"3.1.2": "3.1.2 移出对战的卡牌面朝下放在桌边。"},
        added="3.1.2",
        removed="3.1.2",
    ),
    Case(
        "a reference that was forgotten",
        before={"3.1.1": "3.1.1 墓地是公开区域。"},
        lines={"2.2.2": "2.2.2 累计伤害达到耐久的角色被破坏，处理方式见〔3.1.1〕。"},
        numbers={"3.1.1": "3.1.2", "3.1.2": "3.1.3"},
        added="3.1.1",
        renumbered="3.1.1>3.1.2 3.1.2>3.1.3",
        retargeted="2.2.2",
    ),
    Case(
        "a level put in between is no move",
        before={"2.1.1": "2.1.1 一般原则"},
        numbers={"2.1.1": "2.1.1.1", "2.1.2": "2.1.1.2"},
        added="2.1.1",
        renumbered="2.1.1>2.1.1.1 2.1.2>2.1.1.2",
    ),
    Case(
        "a new parent with other words keeps its children",
        lines={"3.1": "3.1 弃牌堆的使用"},
        edited="3.1",
    ),
]

_NUMBER = re.compile(r"(?<![\d.〔])\d+(?:\.\d+)*(?![\d张点])")


def edition(case: Case) -> str:
    """The new edition: the lines in the order of their new numbers."""
    out: list[tuple[list[int], str]] = []
    at: list[int] = [0]
    for line in BASE.splitlines():
        mark = re.match(r"第\d章|[\d.]+|例", line)
        assert mark is not None
        text = case.lines.get(mark[0], line)
        if mark[0] in case.before:
            out += _placed(case.before[mark[0]], at)
        if text is not None:
            first, *rest = text.split("\n")
            out += _placed("\n".join([_NUMBER.sub(lambda found: _now(found[0], case.numbers), first), *rest]), at)
        at = out[-1][0] if out else at
    return "\n".join(text for _, text in sorted(out, key=lambda place: place[0])).translate({ord("〔"): None, ord("〕"): None})


def _placed(text: str, before: list[int]) -> list[tuple[list[int], str]]:
    """Lines with the number by which they are sorted; one without stays behind the line before."""
    out = []
    for line in text.split("\n"):
        number = re.match(r"第?([\d.]+)", line)
        before = [int(part) for part in number[1].split(".")] if number else [*before, 0]
        out.append((before, line))
    return out


def _now(number: str, numbers: Mapping[str, str]) -> str:
    """The new number of a clause: its own, or that of the nearest clause above that has one."""
    parts = number.split(".")
    for size in range(len(parts), 0, -1):
        if (new := numbers.get(".".join(parts[:size]))) is not None:
            return ".".join([new, *parts[size:]])
    return number


def compared(new: str, old: str = BASE, *, by_number: bool = False) -> Diff:
    return diff(parse_rulebook(old).clauses, parse_rulebook(new).clauses, by_number=by_number)


def keys(found: Diff) -> dict[str, str]:
    """The changes of the rules as the table writes them."""
    rules = found.rules

    def pair(old: str, new: str) -> str:
        return old if old == new else f"{old}>{new}"

    return {
        "added": " ".join(clause.key for clause in rules.added),
        "removed": " ".join(clause.key for clause in rules.removed),
        "edited": " ".join(pair(edit.old.key, edit.new.key) for edit in rules.edited),
        "renumbered": " ".join(pair(both.old.key, both.new.key) for both in rules.renumbered),
        "moved": " ".join(pair(both.old.key, both.new.key) for both in rules.moved),
        "split": " ".join(f"{split.old.key}>{'+'.join(part.key for part in split.new)}" for split in rules.split),
        "merged": " ".join(f"{'+'.join(part.key for part in merge.old)}>{merge.new.key}" for merge in rules.merged),
        "retargeted": " ".join(pair(both.old.key, both.new.key) for both in rules.retargeted),
    }


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_every_kind_of_change(case: Case) -> None:
    found = keys(compared(edition(case)))
    assert found == {name: getattr(case, name) for name in found}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_way_back_undoes_the_change(case: Case) -> None:
    """From the new edition to the old one additions are removals, splits are merges, and so on."""
    there, back = compared(edition(case)).alignment, compared(BASE, edition(case)).alignment
    assert {(link.old, link.new) for link in there.links} == {(link.new, link.old) for link in back.links}


COPY = "力量为零的角色不造成任何伤害。"
COPIES = BASE.replace("第2章", f"1.2.3 {COPY}\n第2章")

# (the new edition of COPIES, where one text stands in two places; what changed)
COPY_CASES = [
    (BASE, {"removed": "1.2.3"}),
    (COPIES.replace(f"2.2.1.1 {COPY}\n", ""), {"removed": "2.2.1.1"}),
    (COPIES.replace(f"1.2.3 {COPY}", "1.2.3 力量为零的角色只造成一半伤害。"), {"edited": "1.2.3"}),
    (COPIES.replace("1.2.3 ", "1.2.3 起手的卡牌不能交换给对手。\n1.2.4 "), {"added": "1.2.3", "renumbered": "1.2.3>1.2.4"}),
    (COPIES.replace("2.2.1.1 ", "2.2.1.1 伤害不小于零。\n2.2.1.2 "), {"added": "2.2.1.1", "renumbered": "2.2.1.1>2.2.1.2"}),
]


@pytest.mark.parametrize(("new", "expected"), COPY_CASES)
def test_copies_of_one_text_are_told_apart(new: str, expected: dict[str, str]) -> None:
    found = keys(compared(new, COPIES))
    assert found == dict.fromkeys(found, "") | expected


def test_examples_are_reported_apart() -> None:
    case = next(case for case in CASES if case.name == "an example is no rule")
    (edit,) = compared(edition(case)).apart.edited
    assert [(run.old, run.new) for run in edit.runs if run.change is not Change.SAME] == [
        ("3", ""),
        ("", "4"),
        ("2", ""),
        ("", "3"),
    ]


def test_by_number_the_words_under_a_number_are_compared() -> None:
    case = next(case for case in CASES if case.name == "put in, and all siblings shift")
    found = keys(compared(edition(case), by_number=True))
    assert found == dict.fromkeys(found, "") | {"added": "1.1.4", "edited": "1.1.1 1.1.2 1.1.3"}


def test_a_number_leads_to_its_successors_and_back() -> None:
    case = next(case for case in CASES if case.name == "split into sub-clauses, and its successor shifts")
    alignment = compared(edition(case)).alignment
    successors, predecessors = alignment.successors(), alignment.predecessors()
    assert [successors[key] for key in successors if key in ("3.2.1", "3.2.2")] == [("3.2.1", "3.2.2"), ("3.2.3",)]
    assert [predecessors[key] for key in predecessors if key.startswith("3.2.")] == [("3.2.1",), ("3.2.1",), ("3.2.2",)]


def test_rulings_that_rest_on_changed_clauses_are_affected() -> None:
    old = parse_rulebook(BASE).clauses
    case = next(case for case in CASES if case.name == "put in while the next one is edited")
    known = {str(clause.key): clause.key for clause in old}
    cited = [
        Cited("不变", known["3.2.1"]),
        Cited("阵亡", known["2.2.1"]),
        Cited("阵亡", known["3.1.1"]),
        Cited("查看", known["3.1.2"]),
    ]
    found = diff(old, parse_rulebook(edition(case)).clauses, cited=cited).affected_rulings
    assert found == (
        AffectedRuling("阵亡", (ChangedCitation(known["3.1.1"], (ChangeKind.EDITED, ChangeKind.RENUMBERED), (known["3.1.2"],)),)),
        AffectedRuling("查看", (ChangedCitation(known["3.1.2"], (ChangeKind.RENUMBERED,), ("3.1.3",)),)),  # type: ignore[arg-type]
    )
