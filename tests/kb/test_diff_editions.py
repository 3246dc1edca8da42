"""Whole rulebooks: the two Magic editions, shipped editions against the official texts, and shipped ones changed at random."""

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from random import Random

import pytest

from headjudge.kb.clause import Clause, ClauseKey, Kind, Reference, ReferenceKind, Status
from headjudge.kb.diff import Diff, diff
from headjudge.kb.shipped import shipped
from headjudge.parser.rulebook import parse_rulebook

MAGIC = ("mtg.en.2022-02-18.txt", "mtg.en.2022-04-29.txt")


@pytest.fixture(scope="module")
def magic(handed: Path) -> tuple[tuple[Clause, ...], tuple[Clause, ...]]:
    old, new = ((handed / "rulebooks" / "other" / name).read_text("utf-8-sig") for name in MAGIC)
    return parse_rulebook(old).clauses, parse_rulebook(new).clauses


def test_magic_by_structure(magic: tuple[tuple[Clause, ...], tuple[Clause, ...]], capsys: pytest.CaptureFixture[str]) -> None:
    begin = time.process_time()
    found = diff(*magic)
    seconds = time.process_time() - begin
    with capsys.disabled():
        print(f"\n{len(magic[0])} and {len(magic[1])} Magic clauses compared in {seconds:.2f} s of processor time")
    rules = found.rules
    assert (len(rules.added), rules.removed, len(rules.renumbered), len(rules.edited)) == (25, (), 18, 12)
    assert (rules.moved, rules.split, rules.merged, rules.retargeted) == ((), (), (), ())
    numbers = {pair.old.key: str(pair.new.key) for pair in rules.renumbered}
    assert {f"201.3{letter}": f"201.4{letter}" for letter in "def"}.items() <= numbers.items()
    assert {edit.new.key for edit in rules.edited} >= {"100.2a", "205.3m", "702.75a", "903.5b"}
    assert [clause.title for clause in found.apart.added if clause.kind is Kind.ROW] == [
        "Blitz",
        "Casualty",
        "Connive",
        "Friends Forever",
        "Shield Counter",
    ]


def test_magic_by_number(magic: tuple[tuple[Clause, ...], tuple[Clause, ...]]) -> None:
    rules = diff(*magic, by_number=True).rules
    assert (len(rules.added), len(rules.removed), len(rules.edited)) == (28, 3, 25)
    assert (rules.renumbered, rules.moved, rules.split, rules.merged) == ((), (), (), ())


@pytest.mark.parametrize("game", ["palworld", "pact", "vanguard", "zx"])
def test_another_wording_is_no_other_rule(handed: Path, game: str) -> None:
    """Own and official text of one edition: other words under the same numbers."""
    (own,) = (parse_rulebook(source.text, source.dialect).clauses for source in shipped() if source.edition.game == game)
    official = parse_rulebook((handed / "rulebooks" / f"{game}.zh.txt").read_text("utf-8-sig")).clauses
    successors = diff(official, own).alignment.successors()
    numbered = {clause.key for clause in own if clause.kind in (Kind.CHAPTER, Kind.SECTION, Kind.CLAUSE)}
    assert [(key, now) for key, now in successors.items() if key in numbered and now != (key,)] == []


# A shipped edition, changed at random, with what became of each clause known -------------------------------------------------


@dataclass(eq=False)
class Node:
    """A clause that can be moved: its text in pieces, references as the nodes that they name."""

    clause: Clause
    was: ClauseKey | None
    pieces: list["str | tuple[Reference, Node]"] = field(default_factory=list)
    children: list["Node"] = field(default_factory=list)


def tree(clauses: tuple[Clause, ...]) -> Node:
    nodes = {clause.key: Node(clause, clause.key) for clause in clauses}
    for clause in clauses:
        node, at = nodes[clause.key], 0
        if clause.parent is not None:
            nodes[clause.parent].children.append(node)
        for reference in clause.references:
            plain = reference.kind is ReferenceKind.NUMBER and reference.status is Status.RESOLVED
            if plain and not reference.in_title and reference.text == reference.targets[0]:
                node.pieces += [clause.text[at : reference.start], (reference, nodes[reference.targets[0]])]
                at = reference.end
        node.pieces.append(clause.text[at:])
    return nodes[ClauseKey("")]


def numbered(root: Node) -> Iterator[tuple[Node, ClauseKey, ClauseKey | None]]:
    """Every node with the key that its place gives it, and its parent's."""
    waiting: list[tuple[Node, str, ClauseKey | None]] = [(root, "", None)]
    while waiting:
        node, key, above = waiting.pop()
        yield node, ClauseKey(key), above
        count, below = 0, []
        for rank, child in enumerate(node.children, 1):
            own_number = child.clause.kind in (Kind.CHAPTER, Kind.SECTION, Kind.CLAUSE)
            count += own_number
            below.append((child, f"{key}.{count}".removeprefix(".") if own_number else f"{key}/{rank}", ClauseKey(key)))
        waiting += reversed(below)


def printed(root: Node) -> tuple[list[Clause], dict[ClauseKey, ClauseKey | None]]:
    """The clauses with numbers by place, and what each was before."""
    placed = list(numbered(root))
    keys = {node: key for node, key, _ in placed}
    out = []
    for node, key, above in placed:
        text, references = "", []
        for piece in node.pieces:
            words = piece if isinstance(piece, str) else keys.get(piece[1], piece[0].text)
            if not isinstance(piece, str) and piece[1] in keys:
                place = (len(text), len(text) + len(words))
                references.append(piece[0]._replace(text=words, start=place[0], end=place[1], targets=(keys[piece[1]],)))
            text += words
        number = key if node.clause.number else ""
        changed = node.clause._replace(key=key, number=number, text=text, parent=above, references=tuple(references))
        out.append(changed)
    return out, {key: node.was for node, key, _ in placed}


def change(node: Node, random: Random, foreign: list[str]) -> None:
    """Rewords about a clause in ten, and takes out or puts in about one in twenty."""
    children: list[Node] = []
    for child in node.children:
        act = random.random()
        if child.clause.kind is Kind.CLAUSE and act < 0.05:
            text = foreign.pop()
            new = Clause(ClauseKey(""), Kind.CLAUSE, "0", "", text, None, 1, ())
            children.append(Node(new, None, [text]))
        elif child.clause.kind is Kind.CLAUSE and act < 0.1 and not child.children:
            continue
        elif act < 0.2 and isinstance(child.pieces[-1], str) and len(child.pieces[-1]) > 8:
            last = child.pieces[-1]
            at = random.randrange(len(last) - 3)
            child.pieces[-1] = last[:at] + random.choice(["必须", "不能", "对手", "9"]) + last[at + random.randint(0, 3) :]
        change(child, random, foreign)
        children.append(child)
    node.children = children


def texts(game: str) -> tuple[Clause, ...]:
    folder = files("headjudge.rules_text") / game
    (name,) = (entry.name for entry in folder.iterdir() if entry.name.endswith(".txt"))
    return parse_rulebook((folder / name).read_text("utf-8")).clauses


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(("game", "other"), [("palworld", "pact"), ("pact", "palworld")])
def test_the_way_of_every_clause_is_found(game: str, other: str, seed: int) -> None:
    """A whole rulebook with some hundred changes: an inserted chapter, a section moved to another one, clauses taken out, put
    in and reworded, and every number and reference after them another one."""
    random = Random(seed)
    foreign = [
        clause.text for clause in texts(other) if clause.kind is Kind.CLAUSE and len(clause.text) > 20 and not clause.references
    ]
    random.shuffle(foreign)
    root = tree(texts(game))
    old, _ = printed(root)
    for node, key, _ in list(numbered(root)):
        node.was = key
    change(root, random, foreign)
    chapters = [child for child in root.children if child.clause.kind is Kind.CHAPTER]
    home, away = random.sample([chapter for chapter in chapters if len(chapter.children) > 1], 2)
    away.children.append(home.children.pop(random.randrange(len(home.children))))
    root.children.insert(0, Node(chapters[0].clause._replace(title="全新的一章", number="0"), None, [""]))
    new, was = printed(root)
    found = diff(old, new)
    assert wrong(found, old, was) == []
    rules = found.rules
    assert min(map(len, (rules.added, rules.removed, rules.edited, rules.renumbered, rules.moved))) > 0
    assert (rules.split, rules.merged) == ((), ())


def wrong(found: Diff, old: list[Clause], was: dict[ClauseKey, ClauseKey | None]) -> list[tuple[object, object, object]]:
    """The clauses whose way was not found: (old key, its new keys, those found)."""
    now: dict[ClauseKey, tuple[ClauseKey, ...]] = {clause.key: () for clause in old}
    now |= {before: (key,) for key, before in was.items() if before is not None}
    successors = found.alignment.successors()
    return [(key, now[key], successors[key]) for key in now if now[key] != successors[key]]
