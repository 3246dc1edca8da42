"""Properties of the comparison, on rulebooks that nobody would write: copies, near copies, references in circles."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from headjudge.kb.clause import Clause, ClauseKey, Kind, Reference, ReferenceKind
from headjudge.kb.diff import Diff, diff
from headjudge.kb.diff_words import printed, same_words

WORDS = ("卡牌", "玩家", "可以", "必须", "移动", "到", "墓地", "3", "张", "，", "。", "如果", "Draw", "two", "cards", ".")


@dataclass(frozen=True)
class Node:
    """A clause to be: the words of its text, with the nodes it refers to behind them; what stands below it."""

    name: int
    text: str
    refers: tuple[int, ...]
    children: tuple["Node", ...] = ()


@st.composite
def books(draw: st.DrawFn) -> Node:
    """A rulebook of up to 14 clauses, to be numbered in any way; some say the same."""
    size = draw(st.integers(1, 14))
    texts = draw(st.lists(st.lists(st.sampled_from(WORDS), max_size=9).map(" ".join), min_size=1, max_size=size))
    parents = [draw(st.integers(-1, place - 1)) for place in range(size)]
    nodes = [
        Node(place, draw(st.sampled_from(texts)), tuple(draw(st.lists(st.integers(0, size - 1), max_size=2))))
        for place in range(size)
    ]
    for place in range(size - 1, -1, -1):
        below = tuple(nodes[child] for child in range(size) if parents[child] == place)
        nodes[place] = replace(nodes[place], children=below)
    return Node(-1, "", (), tuple(node for node, parent in zip(nodes, parents, strict=True) if parent == -1))


def clauses(book: Node, random: Random | None = None) -> list[Clause]:
    """The rulebook with numbers by place; with `random`, siblings in another order and with gaps in their numbers."""
    numbers: dict[int, str] = {}
    placed: list[tuple[Node, str]] = []

    def place(node: Node, above: str) -> None:
        children = list(node.children)
        number = 0
        if random:
            random.shuffle(children)
        for child in children:
            number += random.randint(1, 3) if random else 1
            numbers[child.name] = f"{above}.{number}" if above else str(number)
            placed.append((child, above))
            place(child, numbers[child.name])

    place(book, "")
    document = Clause(ClauseKey(""), Kind.DOCUMENT, "", "", "", None, 0, (), synthetic=True)
    return [document, *(_clause(node, numbers, above) for node, above in placed)]


def _clause(node: Node, numbers: dict[int, str], above: str) -> Clause:
    text = node.text
    references = []
    for name in node.refers:
        if number := numbers.get(name):  # what it referred to may have been taken out
            text += "（"
            references.append(Reference(number, ReferenceKind.NUMBER, len(text), len(text) + len(number), (ClauseKey(number),)))
            text += f"{number}）"
    number = numbers[node.name]
    depth = number.count(".") + 1
    return Clause(ClauseKey(number), Kind.CLAUSE, number, "", text, ClauseKey(above), depth, (), references=tuple(references))


def changed(node: Node, random: Random) -> Node:
    """The rulebook with some clauses taken out, doubled, reworded or put below a neighbour."""
    children: list[Node] = []
    for child in node.children:
        act = random.random()
        if act < 0.1:
            continue
        new = changed(child, random)
        if act < 0.2:
            new = replace(new, text=f"{new.text} {random.choice(WORDS)}")
        elif act < 0.3:
            children.append(replace(new, name=new.name + 100, children=()))
        elif act < 0.4 and children:
            children[-1] = replace(children[-1], children=(*children[-1].children, new))
            continue
        children.append(new)
    return replace(node, children=tuple(children))


def words(parts: Iterable[Clause]) -> str:
    return "\n".join(map(printed, parts))


def check_whole(old: list[Clause], new: list[Clause], found: Diff) -> None:
    """Every clause stands exactly once in the outcome, and the runs give both texts back."""
    links = found.alignment.links
    assert sorted(key for link in links for key in link.old) == sorted(clause.key for clause in old)
    assert sorted(key for link in links for key in link.new) == sorted(clause.key for clause in new)
    assert all(min(len(link.old), len(link.new)) <= 1 <= max(len(link.old), len(link.new)) for link in links)
    for changes in (found.rules, found.apart):
        for edit in changes.edited:
            assert "".join(run.old for run in edit.runs) == printed(edit.old)
            assert "".join(run.new for run in edit.runs) == printed(edit.new)
            assert not same_words(printed(edit.old), printed(edit.new))
        for split in changes.split:
            assert "".join(run.old for run in split.runs) == printed(split.old)
            assert "".join(run.new for run in split.runs) == words(split.new)
        for merge in changes.merged:
            assert "".join(run.old for run in merge.runs) == words(merge.old)
            assert "".join(run.new for run in merge.runs) == printed(merge.new)


@given(books())
def test_a_rulebook_does_not_differ_from_itself(book: Node) -> None:
    old, new = clauses(book), clauses(book)
    found = diff(old, new)
    assert not found
    check_whole(old, new, found)
    assert not diff(old, new, by_number=True)


@settings(max_examples=150, deadline=None)
@given(books(), st.randoms(use_true_random=False))
def test_other_numbers_are_no_other_rules(book: Node, random: Random) -> None:
    old, new = clauses(book), clauses(book, random)
    found = diff(old, new)
    check_whole(old, new, found)
    rules = found.rules
    assert (rules.added, rules.removed, rules.edited, rules.split, rules.merged, rules.moved) == ((),) * 6


@pytest.mark.parametrize(
    "refers",
    [
        ((0, 1), (0, 1)),
        ((2, 1), (2, 0), (0, 1)),
        ((1, 2), (), ()),
        ((2, 1), (2, 0), (3, 3), (0, 1), (4,)),
    ],
)
@pytest.mark.parametrize("seed", range(6))
def test_clauses_that_say_nothing_are_told_apart_by_what_cites_what(refers: tuple[tuple[int, ...], ...], seed: int) -> None:
    book = Node(-1, "", (), tuple(Node(name, "", names) for name, names in enumerate(refers)))
    rules = diff(clauses(book), clauses(book, Random(seed))).rules
    assert (rules.edited, rules.moved, rules.retargeted) == ((), (), ())


@settings(max_examples=100, deadline=None)
@given(books(), st.randoms(use_true_random=False))
def test_every_clause_stands_once_in_the_outcome(book: Node, random: Random) -> None:
    old, new = clauses(book), clauses(changed(book, random))
    check_whole(old, new, diff(old, new))
    check_whole(old, new, diff(old, new, by_number=True))


@settings(max_examples=100, deadline=None)
@given(books(), books())
def test_any_two_rulebooks_can_be_compared(one: Node, other: Node) -> None:
    old, new = clauses(one), clauses(other)
    check_whole(old, new, diff(old, new))


@settings(max_examples=100, deadline=None)
@example("手牌上限为8张", "手牌上限为9张")
@given(st.text(max_size=30), st.text(max_size=30))
def test_any_two_texts_give_both_back(one: str, other: str) -> None:
    old, new = (clauses(Node(-1, "", (), (Node(0, text, ()),))) for text in (one, other))
    check_whole(old, new, diff(old, new))
