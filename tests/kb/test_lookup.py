"""Clauses by number: how a number may be typed, what is found, and what is offered instead."""

import re
import sqlite3
import unicodedata
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headjudge.kb.address import Address, fold_number, read_address
from headjudge.kb.clause import ClauseKey, Reference, ReferenceKind, Status
from headjudge.kb.database import connect
from headjudge.kb.editions import chosen_editions, games
from headjudge.kb.lookup import SeveralGames, UnknownClause, below, find, find_one, nearest, parts, path, paths, sides, view
from tests.kb.books import DOCUMENT, Book, clause, save, source_of
from tests.kb.conftest import Library

TYPED = [
    ("10.5.3", "10.5.3"),
    (" 10.5.3 ", "10.5.3"),
    ("１０．５．３", "10.5.3"),
    ("10. 5 .3", "10.5.3"),
    ("10。5。3", "10.5.3"),
    ("10.5.3.", "10.5.3"),
    ("（10.5.3）", "10.5.3"),
    ("【10.5】", "10.5"),
    ("第10章", "10"),
    ("第十章", "10"),
    ("第二十一条", "21"),
    ("規則10.5.3", "10.5.3"),
    ("Rule 10.5.3", "10.5.3"),
    ("§10.5", "10.5"),
    ("10.5.3条", "10.5.3"),
    ("305.2C", "305.2c"),
    ("3-1-2-4", "3-1-2-4"),
    ("3－1－2", "3-1-2"),
    ("2.6.1②", "2.6.1/②"),
    ("2.6.1/②", "2.6.1/②"),
    ("2.16.1/1", "2.16.1/1"),
    ("1.2~2", "1.2~2"),
    ("", ""),
    ("检查时点", ""),
    ("十", ""),
    ("10.5.3 检查", ""),
    ("v3.0", ""),
    ("10.", "10"),
    (".5", ""),
    ("1" * 70, ""),
    ("²", "2"),
    ("٣", ""),
]


@pytest.mark.parametrize(("typed", "key"), TYPED)
def test_a_typed_number_is_folded(typed: str, key: str) -> None:
    assert fold_number(typed) == key


KEYS = st.lists(st.integers(0, 400), min_size=1, max_size=6).map(lambda numbers: ".".join(map(str, numbers)))
WIDE = str.maketrans("0123456789.", "０１２３４５６７８９．")


@given(KEYS, st.booleans(), st.lists(st.integers(0, 20), max_size=4))
def test_width_and_spaces_do_not_matter(key: str, wide: bool, gaps: list[int]) -> None:
    typed = key.translate(WIDE) if wide else key
    for gap in gaps:
        typed = f"{typed[:gap]} {typed[gap:]}"
    numbers = [part for part in typed.split() if re.fullmatch(r"\d+(?:\.\d+)+", part)]
    assert fold_number(typed) == ("" if len(numbers) > 1 else key), "two numbers are not one"


@given(st.text(max_size=12))
def test_what_is_folded_stays(typed: str) -> None:
    key = fold_number(typed)
    assert fold_number(key) == key
    assert read_address(typed) == read_address(typed)


ADDRESSES = [
    ("palworld@2026-07:10.5.3", Address("palworld", "2026-07", "10.5.3")),
    ("palworld:10.5.3", Address("palworld", "", "10.5.3")),
    ("Palworld ： １０.5.3", Address("palworld", "", "10.5.3")),
    ("帕鲁@官方：10.5", Address("帕鲁", "官方", "10.5")),
    ("10.5.3", Address("", "", "10.5.3")),
    ("第10章：", Address("", "", "10")),
    ("检查时点", Address("", "", "检查时点")),
    ("a b:1", Address("", "", "a b:1")),
    ("", Address("", "", "")),
    ("1\n2", Address("", "", "12")),
    ("x" + " " * 100_000 + "y", Address("", "", "x" + " " * 100_000 + "y")),
    ("\udcff", Address("", "", "?")),
]


@pytest.mark.parametrize(("words", "expected"), ADDRESSES)
def test_addresses(words: str, expected: Address) -> None:
    assert read_address(words) == expected


NUMBERS = """1 1.1 1.1.1 1.10 1.10.1 1.2 5 5.10 5.10.5 10 10.5 10.5.1 10.5.3 10.5.3.1 10.50 110 110.5"""
ODD_NUMBERS = "10.5a 10.5-1 10.5~2"

BELOW = [
    ("10.5", ["10.5", "10.5.1", "10.5.3", "10.5.3.1", "10.5a", "10.5-1", "10.5~2"]),
    ("1.1", ["1.1", "1.1.1"]),
    ("1.10", ["1.10", "1.10.1"]),
    ("1", ["1", "1.1", "1.1.1", "1.10", "1.10.1", "1.2"]),
    ("10.5.3.1", ["10.5.3.1"]),
    ("7", []),
    ("*", []),
    ("1%", []),
    ("1_", []),
    ("[1]*", []),
    ("", []),
]


@pytest.mark.parametrize(("key", "expected"), BELOW)
def test_a_part_of_a_number_offers_what_lies_below_it(library: Library, key: str, expected: list[str]) -> None:
    db = library(
        *(clause(number, "…") for number in f"{NUMBERS} {ODD_NUMBERS}".split()), clause("10.5/1", "例"), clause("10.5/①", "步")
    )
    assert [brief.key for brief in parts(db, Address("", "", key))] == expected
    assert [brief.key for brief in parts(db, Address("", "", key), 2)] == expected[:2]


ITEMS = """1.1 1.1/a 1.1/b 1.1b.i 1.2 1.2/（一） 1.2/（二） 1.2/（二）/1. 1.3 1.3/(a) 1.3/(a)/(ii) 1.3/① 1.3/1 1.4 1.4/① 1.4/②"""

NAMED = [
    ("1.1b", "1.1/b"),
    ("1.1B", "1.1/b"),
    ("1.1.b.i", "1.1b.i"),
    ("1.1(a)", "1.1/a"),
    ("1.2（二）", "1.2/（二）"),
    ("1.2/(二)", "1.2/（二）"),
    ("（1.2(二)(1)）", "1.2/（二）/1."),
    ("1.3(a)(ii)", "1.3/(a)/(ii)"),
    ("1.3/1", "1.3/1"),
    ("1.3①", "1.3/①"),
    ("1.4(2)", "1.4/②"),
    ("1.1c", ""),
    ("1.1(检查)", ""),
]


@pytest.mark.parametrize(("typed", "key"), NAMED)
def test_an_item_is_found_however_its_mark_is_printed(library: Library, typed: str, key: str) -> None:
    db = library(*(clause(number, "…") for number in ITEMS.split()))
    assert [brief.key for brief in find(db, read_address(typed))] == ([key] if key else [])


@given(key=KEYS)
def test_parts_are_the_numbers_that_go_on_from_it(shipped_database: Path, key: str) -> None:
    with closing(connect(shipped_database)) as db:
        (edition,) = chosen_editions(db, "palworld")
        numbered = db.execute("SELECT key FROM clauses WHERE edition = ? AND NOT synthetic ORDER BY id", (edition.row,))
        expected = [found for (found,) in numbered if re.fullmatch(rf"{re.escape(key)}(?:\.[\d.]+)?", found)]
        assert [brief.key for brief in parts(db, Address("palworld", "", key), 1000)] == expected


NEAR = [
    # one figure too many, too few, wrong, swapped, a dot forgotten
    ("10.5.33", "10.5.3"),
    ("105.3", "10.5.3"),
    ("10.3.5", "10.5.3"),
    ("10.53", "10.5.3"),
    ("10.5.3.9", "10.5.3.1"),
    # nothing is close: what lies next to it below the longest head that exists
    ("10.5.7.7.7", "10.5.3.1"),
    ("110.6", "110.5"),
    ("1.99", "1.10"),
    # dots left out, or elsewhere
    ("1053", "10.5.3"),
    ("1.053", "10.5.3"),
    # nothing is close: the nearest chapter, and in there what is most like it
    ("99.9.9", "110.5"),
    ("7.8.7", "5.10.5"),
    ("10.5.3 检查", "10.5.3"),
    # no number at all
    ("检查", ""),
    ("a" * 5000, ""),
]


@pytest.mark.parametrize(("typed", "expected"), NEAR)
def test_a_mistyped_number_gets_the_nearest_real_ones(library: Library, typed: str, expected: str) -> None:
    db = library(*(clause(number, "…") for number in NUMBERS.split()))
    near = nearest(db, read_address(typed))
    assert next(iter(near), "") == expected
    assert len(near) == len(set(near)) <= 5
    with pytest.raises(UnknownClause) as caught:
        find_one(db, typed)
    assert caught.value.code == "unknown_clause"
    assert caught.value.facts["near"] == ", ".join(near)


@given(st.text(max_size=10))
def test_any_words_have_an_answer(shipped_database: Path, words: str) -> None:
    with closing(connect(shipped_database)) as db:
        address = read_address(words)._replace(game="palworld", edition="")
        known = {key for (key,) in db.execute("SELECT key FROM clauses")}
        assert set(nearest(db, address)) <= known
        assert {brief.key for brief in find(db, address)} <= {address.key}


@pytest.fixture
def two_games(tmp_path: Path) -> Path:
    """Game a in three editions (own newest, official, official newest), game b in one."""
    editions = [
        (
            source_of("", "own", "a", own=True, effective="2026-07-01"),
            Book((DOCUMENT, clause("1", "自己的话"), clause("3", "多"))),
        ),
        (source_of("", "old", "a", effective="2020-01-01"), Book((DOCUMENT, clause("1", "旧")))),
        (source_of("", "new", "a", effective="2021-01-01"), Book((DOCUMENT, clause("1", "新"), clause("2", "增")))),
        (source_of("", "1", "b"), Book((DOCUMENT, clause("1", "乙"), clause("4", "乙四")))),
    ]
    save(tmp_path / "kb.db", *editions)
    return tmp_path / "kb.db"


def test_ranks_sides_and_choice_of_games(two_games: Path) -> None:
    with closing(connect(two_games)) as db:
        assert [(game.game, [e.name for e in game.editions]) for game in games(db)] == [
            ("a", ["new", "old", "own"]),
            ("b", ["1"]),
        ]
        assert find_one(db, "2").id == "a@new:2"
        assert find_one(db, "4").id == "b@1:4"
        assert find_one(db, "1", "b").id == find_one(db, "B:1").id == "b@1:1"
        assert [brief.id for brief in sides(db, find_one(db, "a:1"))] == ["a@new:1", "a@old:1", "a@own:1"]
        assert find_one(db, "a@own:3").text == "多"
        with pytest.raises(SeveralGames) as caught:
            find_one(db, "1")
        assert caught.value.facts == {"clause": "1", "games": "a, b", "first": "a"}
        with pytest.raises(UnknownClause):
            find_one(db, "a:3")  # not in the edition that answers


def test_the_document_is_no_clause(two_games: Path) -> None:
    with closing(connect(two_games)) as db:
        assert find(db, Address("", "", "")) == []


def test_a_view_has_all_that_is_around_a_clause(library: Library) -> None:
    def reference(text: str, start: int, *targets: str, status: Status = Status.RESOLVED) -> Reference:
        keys = tuple(ClauseKey(target) for target in targets)
        return Reference(text, ReferenceKind.NUMBER, start, start + len(text), keys, status)

    ambiguous = reference("1.2", 0, "1.2", "1.2~2", status=Status.AMBIGUOUS)
    db = library(
        clause("1", title="总则"),
        clause("1.1", "抽牌（1.2、9.9），抽", parent="1", references=[reference("1.2", 3, "1.2", "1.2~2"), reference("9.9", 7)]),
        clause("1.1.1", "例", parent="1.1"),
        clause("1.1/1", "无号", parent="1.1"),
        clause("1.2", "“抽牌”是指…（1.2）", parent="1", defines=["抽牌"], references=[reference("1.2", 9, "1.2")]),
        clause("1.2~2", "又", parent="1", references=[ambiguous]),
        clause("1.3", "“抽牌”又是指…（1.1）", parent="1", defines=["抽牌"], references=[reference("1.1", 10, "1.1")]),
    )
    seen = view(db, find_one(db, "1.1"))
    assert [brief.key for brief in seen.path] == ["1"]
    assert [brief.key for brief in seen.children] == ["1.1.1", "1.1/1"]
    assert [(r.text, [b.key for b in r.targets]) for r in seen.references] == [("1.2", ["1.2", "1.2~2"]), ("9.9", [])]
    assert [brief.key for brief in seen.cited_by] == ["1.3"]
    assert [(m.word, m.start, m.defined_by) for m in seen.mentions] == [("抽牌", 0, ("1.2", "1.3"))]
    assert (seen.previous and seen.previous.key, seen.next and seen.next.key) == ("1", "1.1.1")
    assert seen.edition.clauses == 6
    defining = view(db, find_one(db, "1.2"))
    assert (defining.defines, defining.mentions) == (("抽牌",), ())
    assert [brief.key for brief in defining.cited_by] == ["1.1"]  # its own reference to itself is none
    assert view(db, find_one(db, "1.2~2")).references[0].targets == ()  # candidates are no links
    assert view(db, find_one(db, "1")).previous is None
    assert view(db, find_one(db, "1.3")).next is None


def test_paths_and_what_lies_below(knowledge: sqlite3.Connection) -> None:
    clause = find_one(knowledge, "10.5.3.1", "palworld")
    assert [brief.key for brief in path(knowledge, clause.row)] == ["10", "10.5", "10.5.3"]
    section = find_one(knowledge, "10.5", "palworld")
    numbered = [brief.key for brief in below(knowledge, section) if "/" not in brief.key]
    assert numbered == [brief.key for brief in parts(knowledge, Address("palworld", "", "10.5"), 1000)][1:]


def test_every_path_goes_up_one_step_at_a_time(knowledge: sqlite3.Connection) -> None:
    depths = dict(knowledge.execute("SELECT id, depth FROM clauses"))
    for row, above in paths(knowledge, list(depths)).items():
        assert [brief.depth for brief in above] == list(range(1, depths[row]))


def test_a_look_up_reads_through_indexes_only(shipped_database: Path) -> None:
    """Every statement that showing a clause runs: none goes through a table from its start, none reads all of an edition. The
    plans do not depend on the size of the tables: the file has no statistics of them."""
    with closing(connect(shipped_database)) as db:
        assert not db.execute("SELECT 1 FROM sqlite_master WHERE name LIKE 'sqlite_stat%'").fetchone()
        statements: list[str] = []
        db.set_trace_callback(statements.append)
        shown = find_one(db, "palworld:10.5.3")
        view(db, shown)
        sides(db, shown)
        parts(db, Address("palworld", "", "10.5"))
        with pytest.raises(UnknownClause):
            find_one(db, "palworld:10.5.33")
        db.set_trace_callback(None)
        assert len(statements) > 10
        small = ("SCAN editions", "SCAN above", "SCAN under", "SCAN CONSTANT")  # a handful of rows
        for statement in statements:
            for *_, step in db.execute(f"EXPLAIN QUERY PLAN {statement}"):
                assert not step.startswith("SCAN") or step.startswith(small), (step, statement)
                assert not step.endswith("(edition=?)"), (step, statement)


def test_numbers_print_as_they_are_stored(knowledge: sqlite3.Connection) -> None:
    """Every key of every shipped edition can be typed, in either width."""
    for (key,) in knowledge.execute("SELECT key FROM clauses WHERE NOT synthetic"):
        assert fold_number(key) == key
        assert fold_number(unicodedata.normalize("NFKC", key).translate(WIDE)) == key
