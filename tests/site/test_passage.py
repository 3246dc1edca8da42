"""The text of a clause, cut into links and plain text; and places for clauses that no file system or page would like."""

import posixpath
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from headjudge.kb.clause import Kind
from headjudge.kb.lookup import Brief, EditionRecord, GameRecord, ReferenceRecord
from headjudge.site.atlas import Atlas, href
from headjudge.site.book import Book, Term
from headjudge.site.clauses import SHORT, clause_pages, contents_page, line_of
from headjudge.site.contexts import ClausePage
from headjudge.site.faces import fact_of_line
from headjudge.site.frames import edition_of
from headjudge.site.glossary import terms_pages
from headjudge.site.library import ByClause, Families, Family, Volume, Wanted, made
from headjudge.site.packed import Mention, packed
from headjudge.site.passage import json_of, passage_of, suspect, visible
from headjudge.site.render import render_page
from headjudge.site.stored import Mentioned, Stored

E = EditionRecord(1, "game", "1", "zh", "", True, "", "", "", 1, 0, 1, 9_999)


def brief(row: int, key: str, kind: str, text: str = "", depth: int = 1) -> Brief:
    return Brief(row, f"game@1:{key}", "game", "1", key, key, kind, "", text, depth)


ROOT = brief(1, "", Kind.DOCUMENT, depth=0)


def book(
    clauses: list[Brief],
    parents: dict[int, Brief],
    references: dict[int, tuple[ReferenceRecord, ...]] | None = None,
    mentions: dict[int, list[Mention]] | None = None,
    terms: Sequence[Term] = (),
) -> Book:
    """The book that is read from a knowledge base with these clauses; what has no parent stands below the document."""
    rows: dict[str, list[Any]] = {name: [] for name in Stored._fields}
    mentioned: list[tuple[int, Mention]] = []
    for clause in (ROOT, *clauses):
        above = None if clause is ROOT else parents.get(clause.row, ROOT).row
        plain = (str(value) if isinstance(value, str) else value for value in clause[4:])  # as a file has them
        rows["clauses"].append((clause.row, *plain, above))
    for row, records in (references or {}).items():
        for number, record in enumerate(records):
            for target in record.targets or (None,):
                rows["references"].append((row, number, *record[:-1], target.row if target else None))
    for row, marked in (mentions or {}).items():
        mentioned += [(row, mention) for mention in marked]
    for term in terms:
        rows["terms"].append((term.row, term.word))
        rows["definitions"] += [(term.row, brief.row, "means") for brief in term.sentences]
        rows["definitions"] += [(term.row, brief.row, "title") for brief in term.headings]

    def found(first: int, last: int) -> Mentioned:
        there = [(row, *mention) for row, mention in mentioned if first <= row <= last]
        many = Counter(row for row, *_ in there)
        terms, starts, ends = (",".join(str(mention[place]) for mention in there) for place in (1, 2, 3))
        return ",".join(map(str, many)), ",".join(map(str, many.values())), terms, starts, ends

    edition = E._replace(last=max(row[0] for row in rows["clauses"]))
    made = Book(GameRecord("game", "游戏", "Game", (edition,)), edition, packed(edition, Stored(**rows), found))
    assert made.clauses == tuple(clauses)
    assert all([*made.mentions.of(row)] == marked for row, marked in (mentions or {}).items())
    return made


def files_of(families: Families) -> dict[str, Any]:
    """All of the files, made."""
    found: dict[str, Any] = {}
    for path, file in families:
        if isinstance(file, Family):
            found |= {of: made(one) for of, one in file.files(Wanted())}
        else:
            found[path] = made(file)
    return found


def reference(text: str, start: int, *targets: Brief, status: str = "resolved", flow: bool = False) -> ReferenceRecord:
    return ReferenceRecord(text, "number", status, flow, False, start, start + len(text), targets)


ONE = brief(2, "1", Kind.SECTION)
TWO = brief(4, "1.2", Kind.CLAUSE, "乙", 2)
TERM = Term(7, "检查时点", (TWO,), ())

CASES: list[tuple[str, list[ReferenceRecord], list[Mention], str]] = [
    ("见1.2。", [reference("1.2", 1, TWO)], [], "见[reference 1.2 -> 1.html#1.2]。"),
    ("返回1.2。", [reference("1.2", 2, TWO, flow=True)], [], "返回[flow 1.2 -> 1.html#1.2]。"),
    ("见9.9。", [reference("9.9", 1, status="dangling")], [], "见[unlinked 9.9]。"),
    ("见本法。", [reference("本法", 1, status="external")], [], "见[external 本法]。"),
    ("1-1.2", [reference("1-1.2", 0, ONE, TWO)], [], "[reference 1-1.2 -> 1.html {1.html 1.html#1.2}]"),
    ("发生检查时点", [], [(7, 2, 6)], "发生[term 检查时点 -> term/检查时点.html {1.html#1.2}]"),
    ("检查时点", [reference("检查", 0, TWO)], [(7, 0, 4)], "[term 检查时点 -> term/检查时点.html {1.html#1.2}]"),
    ("甲\n乙1.2", [reference("1.2", 3, TWO)], [], "甲|乙[reference 1.2 -> 1.html#1.2]"),
    ("甲\n\n乙", [], [], "甲|乙"),
    ("1.\n2", [reference("1.\n2", 0, TWO)], [], "[reference 1. -> 1.html#1.2]|[reference 2 -> 1.html#1.2]"),
    ("短", [reference("长长长", 0, TWO)], [], "短"),
    ("", [], [], ""),
]


@pytest.mark.parametrize(("text", "references", "mentions", "expected"), CASES)
def test_pieces(text: str, references: list[ReferenceRecord], mentions: list[Mention], expected: str) -> None:
    clause = brief(3, "1.1", Kind.CLAUSE, text, 2)
    shown = book([ONE, clause, TWO], {3: ONE, 4: ONE}, {3: tuple(references)}, {3: mentions}, [TERM])
    atlas = Atlas(shown, "game")
    paragraphs = []
    for row in passage_of(shown, atlas, clause, "game/1.html"):
        said = ""
        for piece in row:
            way = f" -> {piece.href}" if piece.href else ""
            together = f" {{{piece.previews}}}" if piece.previews else ""
            said += piece.text if piece.kind == "plain" else f"[{piece.kind} {piece.text}{way}{together}]"
        paragraphs.append(said)
    assert "|".join(paragraphs) == expected


@given(st.text(), st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12)), max_size=6))
def test_no_character_is_lost_or_said_twice(text: str, marks: list[tuple[int, int]]) -> None:
    clause = brief(3, "1.1", Kind.CLAUSE, text, 2)
    references = tuple(ReferenceRecord("", "number", "resolved", False, False, start, end, (TWO,)) for start, end in marks)
    shown = book([ONE, clause, TWO], {3: ONE, 4: ONE}, {3: references})
    passage = passage_of(shown, Atlas(shown, "game"), clause, "game/1.html")
    assert "".join(piece.text for row in passage for piece in row) == visible(text).replace("\n", "")


@given(st.text(st.characters(exclude_categories=())))
def test_visible_text_can_stand_in_any_page(text: str) -> None:
    shown = visible(text)
    assert shown.encode("utf-8") or not text
    assert not [char for char in shown if char < " " and char not in "\t\n"]
    assert visible(shown) == shown


def test_places_never_collide_and_never_leave_the_folder() -> None:
    keys = ["index", "terms", "INDEX", "a/b", "a-b", "A B", "..", "../../x", "CON", "nul.txt", "※", "", "长" * 300, "长" * 301]
    clauses = [brief(row, key, Kind.SECTION) for row, key in enumerate(keys, 2)]
    atlas = Atlas(book(clauses, {}), "game")
    paths = [atlas.path(clause) for clause in clauses]
    assert len({path.casefold() for path in [*paths, atlas.contents, atlas.glossary]}) == len(keys) + 2
    for path in paths:
        folder, name = path.split("/")
        assert folder == "game"
        assert len(name.encode()) <= 255
        assert name.split(".")[0].casefold() not in ("con", "nul", "")


def test_clauses_cannot_take_the_pages_own_ids() -> None:
    clauses = [brief(2, "content", Kind.CLAUSE), brief(3, "a b", Kind.CLAUSE), brief(4, "a_b", Kind.CLAUSE)]
    atlas = Atlas(book(clauses, {}), "game")
    assert [atlas.anchor(clause) for clause in clauses] == ["content~2", "a_b", "a_b~2"]


def volume_of(shown: Book, atlas: Atlas) -> Volume:
    return Volume(shown, atlas, edition_of(shown, atlas))


def no_rulings(_brief: Brief, _here: str) -> None:
    """No ruling is about any clause."""


def pages_of(shown: Book, atlas: Atlas) -> list[tuple[str, ClausePage]]:
    """The pages of chapters and sections."""
    files = files_of(clause_pages(volume_of(shown, atlas), no_rulings))
    return [(path, page) for path, page in files.items() if isinstance(page, ClausePage)]


def test_clauses_outside_of_any_section_stand_on_the_contents_page() -> None:
    clauses = [brief(2, "前言", Kind.PARAGRAPH, "前言之文"), brief(3, "1", Kind.SECTION)]
    shown = book(clauses, {})
    atlas = Atlas(shown, "game")
    page = contents_page(volume_of(shown, atlas), no_rulings)
    assert [entry.anchor for run in page.runs for entry in run.entries] == ["前言"]
    assert [group.chapter.href for group in page.groups] == ["1.html"]
    assert 'id="前言"' in render_page(page).decode()


def test_neighbours_of_a_list_are_set_as_one() -> None:
    kinds = [Kind.CLAUSE, Kind.LEGEND, Kind.LEGEND, Kind.ITEM, Kind.CLAUSE, Kind.ITEM]
    clauses = [ONE, *(brief(row, f"1.{row}", kind, depth=2) for row, kind in enumerate(kinds, 3))]
    shown = book(clauses, {clause.row: ONE for clause in clauses[1:]})
    atlas = Atlas(shown, "game")
    ((_, page),) = pages_of(shown, atlas)
    assert [(run.kind, len(run.entries), run.is_list) for run in page.runs] == [
        ("clause", 1, False),
        ("legend", 2, True),
        ("item", 1, True),
        ("clause", 1, False),
        ("item", 1, True),
    ]


@pytest.mark.parametrize("kind", [Kind.CLAUSE, Kind.SECTION])
def test_deep_nesting_is_no_trouble(kind: Kind) -> None:
    clauses, parents = [ONE], {}
    for row in range(3, 503):
        clauses.append(brief(row, f"1.{row}", kind, "文", row - 1))
        parents[row] = clauses[-2]
    shown = book(clauses, parents)
    atlas = Atlas(shown, "game")
    volume = volume_of(shown, atlas)
    assert render_page(contents_page(volume, no_rulings))
    assert all(len(page.frame.trail) <= 8 for _, page in pages_of(shown, atlas))
    scripts = [file for file in files_of(clause_pages(volume, no_rulings)).values() if isinstance(file, str)]
    assert sum(script.count('class=\\"head') for script in scripts) == 501
    assert [page.total for page in files_of(terms_pages(*volume)).values()] == [0]


def test_hundreds_of_sections_do_not_list_each_other() -> None:
    clauses = [brief(row, str(row), Kind.SECTION) for row in range(2, 502)]
    shown = book(clauses, {})
    atlas = Atlas(shown, "game")
    pages = dict(pages_of(shown, atlas))
    for row in (2, 300, 501):
        near = pages[f"game/{row}.html"].near
        assert len(near) == 40
        assert [link.number for link in near if link.current] == [str(row)]


def test_no_suspect_character_is_printable() -> None:
    """What is printable is neither looked through for signs nor written as an escape."""
    signed = [char for char in map(chr, range(0x110000)) if visible(char) != char and char.isprintable()]
    escaped = [char for char in map(chr, range(0x10000)) if suspect().fullmatch(char) and json_of(char) == f'"{char}"']
    assert not signed + escaped
    assert json_of("\U0001f600") == '"\\ud83d\\ude00"'


@given(text=st.text(st.sampled_from("ab \n\t\u3000\xa0条&"), max_size=300), title=st.sampled_from(["", "  标题 ", "a  b" * 20]))
def test_the_beginning_of_a_line_is_that_of_all_of_it(text: str, title: str) -> None:
    clause = brief(2, "1", Kind.CLAUSE, text)._replace(title=title)
    assert [clause.beginning(most) for most in (1, 7, SHORT + 1)] == [clause.line[:most] for most in (1, 7, SHORT + 1)]


@given(texts=st.lists(st.text(st.sampled_from("ab \n\u3000"), max_size=150), min_size=2, max_size=2))
def test_what_tells_lines_apart_tells_every_line_apart(texts: list[str]) -> None:
    """A page that names a clause is made again if its line is another."""
    one, other = (brief(2, "1", Kind.CLAUSE, text) for text in texts)
    assert fact_of_line(one) != fact_of_line(other) or line_of(one) == line_of(other)


@given(path=st.lists(st.sampled_from("abc"), min_size=1, max_size=4), here=st.lists(st.sampled_from("abc"), max_size=4))
def test_ways_are_the_shortest(path: list[str], here: list[str]) -> None:
    file = "/".join([*path, "x.html"])
    page = "/".join([*here, "y.html"])
    assert href(file, page) == posixpath.relpath(file, "/".join(here) or ".")


@given(lines=st.lists(st.tuples(st.text(max_size=3), st.text(max_size=3)), max_size=6))
def test_a_file_of_lines_is_the_same_whether_all_or_those_that_changed_are_made(lines: list[tuple[str, str]]) -> None:
    clauses = [brief(row, str(row), Kind.CLAUSE) for row in range(7, 7 + len(lines))]
    old, new = (
        ByClause(
            Atlas(book([], {}), "game"),
            clauses,
            lambda one, when=when: json_of(lines[one.row - 7][when]),  # type: ignore[misc]
            lambda when=when: (f"[{json_of([line[when] for line in lines[:1]])},[", "]]"),  # type: ignore[misc]
            named=[7],
        )
        for when in (0, 1)
    )
    said = {clause.row for clause, (before, after) in zip(clauses, lines, strict=True) if before != after}
    assert new.content(old.content(), said) == new.content()
