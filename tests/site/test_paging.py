"""Pages that would be too heavy are cut, and everything is found where it now stands."""

import gzip
import posixpath
import random
from urllib.parse import unquote
from xml.etree.ElementTree import Element, fromstring

import pytest

from headjudge.kb.clause import Kind
from headjudge.kb.lookup import Brief, ReferenceRecord
from headjudge.site.atlas import Atlas
from headjudge.site.book import Term
from headjudge.site.clauses import clause_pages, contents_page
from headjudge.site.contexts import ClausePage
from headjudge.site.glossary import term_pages, terms_pages
from headjudge.site.paging import LIMIT, cuts
from headjudge.site.render import render_page
from tests.site.test_passage import ROOT, book, brief, files_of, no_rulings, pages_of, reference, volume_of

WORDS = [f"{''.join(random.Random(seed).choices('abcdefghijklmnopqrstuvwxyz', k=7))}" for seed in range(250)]

WEIGHTS: list[tuple[list[int], int, list[int]]] = [
    ([], 10, []),
    ([5], 10, [1]),
    ([10], 10, [1]),
    ([11], 10, [1]),
    ([5, 5], 10, [2]),
    ([5, 6], 10, [1, 1]),
    ([1] * 30, 10, [10, 10, 10]),
    ([1] * 31, 10, [8, 8, 8, 7]),
    ([7] * 400, 999, [133, 134, 133]),
    ([9, 9, 1], 10, [1, 2]),
    ([1, 50, 1], 10, [1, 1, 1]),
]


@pytest.mark.parametrize(("weights", "limit", "pages"), WEIGHTS)
def test_cuts(weights: list[int], limit: int, pages: list[int]) -> None:
    found = cuts(weights, limit)
    assert [len(page) for page in found] == pages
    assert [place for page in found for place in page] == [*range(len(weights))]
    assert all(len(page) == 1 or sum(weights[place] for place in page) <= limit for page in found)


def long_book(entries: int, *, below: Brief, before: tuple[Brief, ...] = ()) -> tuple[list[Brief], dict[int, Brief]]:
    """So many entries of a hundred words below one clause, each with a note below it."""
    clauses, parents = list(before), dict[int, Brief]()
    for number in range(entries):
        text = " ".join(random.Random(number).choices(WORDS, k=100))
        row = 1000 + 2 * number
        clauses += [brief(row, f"g/{number}", Kind.CLAUSE, text, 2), brief(row + 1, f"g/{number}/1", Kind.NOTE, "note", 3)]
        parents |= {row: below, row + 1: clauses[-2]}
    return clauses, parents


def anchors(page: Element) -> set[str]:
    return {element.attrib["id"] for element in page.iter() if "id" in element.attrib}


SECTION = brief(2, "g", Kind.SECTION)
AFTER = brief(900_000, "h", Kind.SECTION)


@pytest.mark.parametrize("entries", [3, 200, 700])
def test_a_long_section_is_cut_and_every_way_leads_into_it(entries: int) -> None:
    clauses, parents = long_book(entries, below=SECTION, before=(SECTION,))
    clauses += [AFTER, brief(900_001, "h1", Kind.CLAUSE, "g/0 g/last", 2)]
    parents[900_001] = AFTER
    first, last = clauses[1], clauses[-4]
    assert last.key == f"g/{entries - 1}"
    cites: dict[int, tuple[ReferenceRecord, ...]] = {900_001: (reference("g/0", 0, first), reference("g/last", 4, last))}
    shown = book(clauses, parents, cites)
    atlas = Atlas(shown, "game")
    files = files_of(clause_pages(volume_of(shown, atlas), no_rulings))
    pages = {
        path: fromstring(render_page(page, path).removeprefix(b"<!DOCTYPE html>"))
        for path, page in files.items()
        if isinstance(page, ClausePage)
    }
    assert len(pages) == 2 + {3: 0, 200: 1, 700: 4}[entries]
    names = {path: anchors(page) for path, page in pages.items()}
    for one in clauses:
        found = [path for path, there in names.items() if atlas.anchor(one) in there]
        assert found == [atlas.path(one)], one.key
    for path, page in pages.items():
        assert len(gzip.compress("".join(page.itertext()).encode())) < LIMIT
        for link in page.iter("a"):
            file, _, anchor = link.attrib["href"].partition("#")
            target = posixpath.normpath(posixpath.join(posixpath.dirname(path), file)) if file else path
            if target in pages and anchor and anchor != "content":
                assert unquote(anchor) in names[target]
    cited = [link.attrib["href"] for link in pages["game/h.html"].iter("a") if link.get("class") == "reference"]
    assert cited[0] == "g.html#g/0"
    assert cited[1].startswith("g.html#" if entries == 3 else "g-")
    assert {path for path, file in files.items() if isinstance(file, str)} == {
        path.replace(".html", ".preview.js") for path in pages
    }


def test_one_goes_through_the_parts_from_one_to_the_next() -> None:
    clauses, parents = long_book(400, below=SECTION, before=(SECTION,))
    shown = book([*clauses, AFTER], parents)
    atlas = Atlas(shown, "game")
    pages = pages_of(shown, atlas)
    paths = [posixpath.basename(path) for path, _ in pages]
    assert paths == ["g.html", "g-2.html", "g-3.html", "h.html"]
    for (_, page), before, after in zip(pages, [None, *paths], [*paths[1:], None], strict=False):
        around = page.frame.previous, page.frame.next
        assert [link.href if link else None for link in around] == [before, after]
    assert [link.current for link in pages[1][1].parts] == [False, True, False]
    assert pages[3][1].parts == ()


def test_clauses_outside_of_any_chapter_are_cut_too() -> None:
    clauses, parents = long_book(200, below=ROOT)
    shown = book(clauses, parents)
    atlas = Atlas(shown, "game")
    front = contents_page(volume_of(shown, atlas), no_rulings)
    (further,) = pages_of(shown, atlas)
    assert [link.href for link in front.parts] == ["index.html", "index-2.html"]
    assert further[0] == "game/index-2.html"
    entries = [entry.anchor for page in (front, further[1]) for run in page.runs for entry in run.entries]
    assert entries == [atlas.anchor(clause) for clause in clauses]
    assert front.frame.next is None or front.frame.next.href == "index-2.html"


def test_names_of_parts_collide_with_nothing() -> None:
    """A clause may be called like a part of another one."""
    clauses, parents = long_book(200, below=SECTION, before=(SECTION, brief(3, "g-2", Kind.SECTION)))
    atlas = Atlas(book(clauses, parents), "game")
    assert [sheet.path for sheet in atlas.sheets(SECTION)] == ["game/g.html", "game/g-2~2.html"]


def test_a_term_that_thousands_use_and_a_list_of_thousands() -> None:
    clauses = [SECTION, *(brief(row, f"g/{row}", Kind.CLAUSE, "used", 2) for row in range(3, 4003))]
    parents = dict.fromkeys(range(3, 4003), SECTION)
    terms = [Term(1, "used", (clauses[1],), ()), *(Term(row, f"word{row}", (clauses[row],), ()) for row in range(2, 4000))]
    shown = book(clauses, parents, mentions={row: [(1, 0, 4)] for row in range(3, 4003)}, terms=terms)
    atlas = Atlas(shown, "game")
    edition = volume_of(shown, atlas).edition
    uses = [(path, page) for path, page in files_of(term_pages(shown, atlas, edition)).items() if "/used" in path]
    assert [path for path, _ in uses] == ["game/term/used.html", "game/term/used-2.html", "game/term/used-3.html"]
    assert sum(page.used_in.count(b"<li>") for _, page in uses) == 4000
    assert [page.definitions.count(b'class="card"') for _, page in uses] == [1, 0, 0]
    lists = files_of(terms_pages(shown, atlas, edition))
    assert [*lists] == ["game/terms.html", "game/terms-2.html"]
    assert sum(len(group.terms) for page in lists.values() for group in page.groups) == 3999
    for path, page in [*uses, *lists.items()]:
        assert len(gzip.compress(render_page(page, path), 6)) < LIMIT
