"""The official texts beside the checkout: what was counted in them by hand holds, and our own editions have the same shape."""

from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from headjudge.kb.clause import Clause, Kind, ReferenceKind, Status
from headjudge.kb.shipped import Source, shipped
from headjudge.parser.decode import read_text
from headjudge.parser.rulebook import Rulebook, parse_rulebook
from tests.parser.rulebook.properties import check

PALWORLD, PACT, VANGUARD, ZX = "palworld.zh.txt", "pact.zh.txt", "vanguard.zh.txt", "zx.zh.txt"
MAGIC_OLD, MAGIC, ONE_PIECE = "other/mtg.en.2022-02-18.txt", "other/mtg.en.2022-04-29.txt", "other/onepiece.en.1.2.0.md"
EVERY = (PALWORLD, PACT, VANGUARD, ZX, MAGIC_OLD, MAGIC, ONE_PIECE)

DIALECTS = {
    PALWORLD: "dotted",
    PACT: "bracketed",
    VANGUARD: "chaptered",
    ZX: "headed",
    MAGIC_OLD: "lettered",
    MAGIC: "lettered",
    ONE_PIECE: "hyphened",
}
KINDS = [
    (PALWORLD, "chapter", 13),
    (PALWORLD, "section", 109),
    (PALWORLD, "clause", 256 + 155 + 40),
    (PACT, "chapter", 9),
    (PACT, "section", 153),
    (PACT, "clause", 583),
    (PACT, "example", 95),
    (PACT, "item", 222),
    (PACT, "row", 18 + 23),
    (VANGUARD, "chapter", 3),
    (ZX, "chapter", 13),
    (ZX, "section", 2),
    (MAGIC_OLD, "clause", 2626),
    (MAGIC_OLD, "section", 137),
    (MAGIC_OLD, "contents", 1),
    (MAGIC, "clause", 2651),
    (MAGIC, "section", 137),
    (MAGIC, "contents", 1),
    (ONE_PIECE, "chapter", 11),
    (ONE_PIECE, "contents", 1),
]
UNNUMBERED = [  # parent, kind, how many
    (PALWORLD, "2", "legend", 4 + 15),
    (PALWORLD, "2.4.2", "legend", 9),
    (PALWORLD, "2.16.1", "example", 2),
    (PALWORLD, "3.3.1.2.1", "item", 2),
    (PALWORLD, "5.3.1.1", "item", 1),
    (PALWORLD, "5.12.2", "example", 1),
    (PACT, "1.14.10", "row", 18),
    (PACT, "1.15.6", "row", 23),
    (VANGUARD, "2.6.1", "step", 3),
    (VANGUARD, "2.7.1.2", "step", 10),
    (VANGUARD, "3.0", "step", 5),
    (VANGUARD, "3.4", "step", 3),
]
CHILDREN = [  # parent, numbers below it
    (VANGUARD, "1", [f"1.{n}" for n in range(1, 9)]),
    (VANGUARD, "2", [f"2.{n}" for n in range(1, 8)]),
    (VANGUARD, "3", [f"3.{n}" for n in range(10)]),
]
TITLE, NUMBER, RANGE, CHAPTER, WILDCARD = (
    ReferenceKind.TITLE,
    ReferenceKind.NUMBER,
    ReferenceKind.RANGE,
    ReferenceKind.CHAPTER,
    ReferenceKind.WILDCARD,
)
REFERENCES = [  # how many mentions of each kind, and targets in all; Pact Master's bare titles count apart
    (PALWORLD, {NUMBER: 77, RANGE: 2, TITLE: 1}, 85),
    (PACT, {NUMBER: 25, CHAPTER: 7, WILDCARD: 3, RANGE: 1}, 49),
]
CITES = [  # clause, words, targets
    (PALWORLD, "7.5.2", "8", TITLE),
    (VANGUARD, "2.6.2", "2.6.1/②", ReferenceKind.STEP),
    (VANGUARD, "2.7.1.2", "2.7.1.2/①", RANGE),
    (PACT, "1.9.1", "3", WILDCARD),
    (PACT, "1.10.1", "3", WILDCARD),
]
NO_REFERENCES = ("[1/2]", "2/1", "+1/+1", "V3.0", "1~4", "12张")
TEXT_OF_ITS_OWN = ("7.26", "7.27", "7.29", "7.30", *(f"7.{n}" for n in (34, 35, 36, *range(38, 57))))
UNKNOWN_TITLES = {"9.1.1": "“基础构筑规则”"}
TERMS: dict[str, dict[str, tuple[str, ...]]] = {  # word: the clauses that must define it
    PACT: {"束缚": ("1.15.6", "8.10.6"), "预兆": ("1.14.10",), "超载": ("1.14.10", "7.34"), "超能": ("1.14.10",)},
    PALWORLD: {"检查时点": ("10.5.1",), "帕鲁上限": ("4.4.5",), "突破": ("12.14",)},
    MAGIC: {"Deathtouch": (), "Cycling": ()},
}
NO_TERMS = {PALWORLD: ("某张卡牌的拥有者", "变为"), ZX: ("只有黑色卡", "世罗"), VANGUARD: ("〈　〉",)}


@cache
def _book(path: Path) -> Rulebook:
    return parse_rulebook(read_text(path))


def _read(handed: Path, name: str) -> Rulebook:
    return _book(handed / "rulebooks" / name)


def _clause(book: Rulebook, key: str) -> Clause:
    return next(clause for clause in book.clauses if clause.key == key)


@pytest.mark.parametrize("name", EVERY)
def test_the_dialect_is_detected_and_the_text_is_read_whole(handed: Path, name: str) -> None:
    book = _read(handed, name)
    assert book.dialect.name == DIALECTS[name]
    check(read_text(handed / "rulebooks" / name), book)


@pytest.mark.parametrize(("name", "kind", "count"), KINDS)
def test_nodes_are_as_many_as_were_counted(handed: Path, name: str, kind: str, count: int) -> None:
    assert sum(clause.kind == kind for clause in _read(handed, name).clauses) == count


def test_one_piece_has_479_numbered_items(handed: Path) -> None:
    assert sum(clause.kind in (Kind.SECTION, Kind.CLAUSE) for clause in _read(handed, ONE_PIECE).clauses) == 479


def test_palworld_numbers_by_depth(handed: Path) -> None:
    depths = Counter(clause.depth for clause in _read(handed, PALWORLD).clauses if not clause.synthetic)
    assert depths == {1: 13, 2: 109, 3: 256, 4: 155, 5: 40}
    assert sum(clause.synthetic for clause in _read(handed, PALWORLD).clauses) == 34 + 1  # and the document


@pytest.mark.parametrize(("name", "parent", "kind", "count"), UNNUMBERED)
def test_unnumbered_lines_hang_where_they_belong(handed: Path, name: str, parent: str, kind: str, count: int) -> None:
    assert sum(clause.parent == parent and clause.kind == kind for clause in _read(handed, name).clauses) == count


@pytest.mark.parametrize(("name", "parent", "numbers"), CHILDREN)
def test_numbers_below_a_chapter(handed: Path, name: str, parent: str, numbers: list[str]) -> None:
    below = [c.key for c in _read(handed, name).clauses if c.parent == parent and c.kind in (Kind.SECTION, Kind.CLAUSE)]
    assert below == numbers


@pytest.mark.parametrize(("name", "kinds", "targets"), REFERENCES)
def test_references_are_those_that_were_counted(handed: Path, name: str, kinds: dict[ReferenceKind, int], targets: int) -> None:
    book = _read(handed, name)
    found = [r for c in book.clauses for r in c.references if not (name == PACT and r.kind is TITLE)]
    assert Counter(reference.kind for reference in found) == kinds
    assert sum(len(reference.targets) for reference in found) == targets
    assert not [word for word in NO_REFERENCES for reference in found if word in reference.text]


@pytest.mark.parametrize(("name", "key", "target", "kind"), CITES)
def test_a_clause_cites(handed: Path, name: str, key: str, target: str, kind: ReferenceKind) -> None:
    book = _read(handed, name)
    inside = [c for c in book.clauses if c.key == key or c.key.startswith(f"{key}/")]
    cited = [(r.kind, t) for clause in inside for r in clause.references for t in r.targets]
    assert (kind, target) in cited


@pytest.mark.parametrize("name", EVERY)
def test_no_reference_is_lost_or_ambiguous(handed: Path, name: str) -> None:
    book = _read(handed, name)
    assert [r.text for c in book.clauses for r in c.references if r.status in (Status.DANGLING, Status.AMBIGUOUS)] == []


@pytest.mark.parametrize("name", EVERY)
def test_numbers_are_whole_but_for_one(handed: Path, name: str) -> None:
    faults = [(p.rule, *(value for _, value in p.facts)) for p in _read(handed, name).problems if p.rule != "unknown_title"]
    assert faults == ([("gap", "7.38", "7.37")] if name == PACT else [])


def test_pact_sections_that_carry_their_text(handed: Path) -> None:
    book = _read(handed, PACT)
    numbered_below = {clause.parent for clause in book.clauses if clause.kind is Kind.CLAUSE}
    bare = [clause.key for clause in book.clauses if clause.kind is Kind.SECTION and clause.key not in numbered_below]
    assert [key for key in bare if key.startswith("7.")] == list(TEXT_OF_ITS_OWN)
    assert sum(clause.kind is Kind.SECTION and clause.key not in numbered_below for clause in book.clauses) == 26


def test_pact_names_a_section_by_its_bare_title_seven_times(handed: Path) -> None:
    titles = [r.targets for c in _read(handed, PACT).clauses for r in c.references if r.kind is TITLE]
    assert titles == [("8.1.3",)] * 7


def test_quoted_titles_that_no_heading_has(handed: Path) -> None:
    found = {
        p.key.split("/")[0]: dict(p.facts)["title"] for p in _read(handed, PACT).problems if p.rule == "unknown_title" and p.key
    }
    assert UNKNOWN_TITLES.items() <= found.items()
    assert set(found) <= {"9.1.1", "8.10.1"}


def test_vanguard_preface_names_another_document(handed: Path) -> None:
    external = [r.text for c in _read(handed, VANGUARD).clauses for r in c.references if r.kind is ReferenceKind.EXTERNAL]
    assert {"第1章", "第11章", "第12章", "第13章"} <= set(external)


def test_zx_regular_play_has_ten_steps(handed: Path) -> None:
    steps = Counter(clause.parent for clause in _read(handed, ZX).clauses if clause.kind is Kind.STEP)
    assert 10 in steps.values()


@pytest.mark.parametrize(("name", "word"), [(name, word) for name, words in TERMS.items() for word in words])
def test_terms_are_defined(handed: Path, name: str, word: str) -> None:
    clauses = _read(handed, name).clauses
    defining = [c.key for c in clauses if word in {d.term for d in c.definitions if d.style != "common"}]
    assert defining
    assert all(any(key.split("/")[0].startswith(wanted) for key in defining) for wanted in TERMS[name][word])


@pytest.mark.parametrize(("name", "word"), [(name, word) for name, words in NO_TERMS.items() for word in words])
def test_parts_of_sentences_are_no_terms(handed: Path, name: str, word: str) -> None:
    assert word not in {d.term for c in _read(handed, name).clauses for d in c.definitions}


@pytest.mark.parametrize("source", list(shipped()), ids=lambda source: source.edition.game)
def test_our_edition_has_the_shape_of_the_official_text(handed: Path, source: Source) -> None:
    official = _read(handed, f"{source.edition.game}.zh.txt")
    own = parse_rulebook(source.text, source.dialect)
    numbered = (Kind.CHAPTER, Kind.SECTION, Kind.CLAUSE)
    ours, theirs = ([(c.key, c.kind) for c in book.clauses if c.kind in numbered] for book in (own, official))
    assert ours == theirs
