"""The small page of each clause, its picture, and the same for programs."""

import json
import re
from pathlib import Path
from xml.etree.ElementTree import Element

import pytest

from headjudge.kb.clause import ClauseKey
from headjudge.kb.concordance import concordance
from headjudge.kb.database import connect
from headjudge.kb.graph import Direction, chain
from headjudge.kb.lookup import chosen_editions, find_one, games
from headjudge.site.atlas import Atlas
from headjudge.site.book import load_book
from headjudge.site.chain import Chains
from headjudge.site.names import file_stem

Pages = dict[str, Element]
SVG = "svg"


def boxes(page: Element) -> list[str]:
    """The numbers in a picture, from top to bottom."""
    found = [link for svg in drawings(page) for link in svg.iter("a")]
    return [next(text.text or "" for text in link.iter("text") if text.get("class") == "number") for link in found]


def drawings(page: Element) -> list[Element]:
    return [svg for svg in page.iter(SVG) if svg.get("class") == "chain"]


def test_a_page_and_a_file_for_each_clause(shipped_folder: Path, shipped_pages: Pages, shipped_database: Path) -> None:
    db = connect(shipped_database)
    for edition in chosen_editions(db):
        query = "SELECT key, title, text FROM clauses WHERE edition = ? AND parent IS NOT NULL ORDER BY id"
        rows = db.execute(query, (edition.row,)).fetchall()
        every = json.loads((shipped_folder / edition.game / "clauses.json").read_text("utf-8"))
        assert every["edition"] == edition.name
        assert [(one["key"], one["title"], one["text"]) for one in every["clauses"]] == rows
        for one in every["clauses"]:
            alone = json.loads((shipped_folder / one["url"].replace(".html", ".json")).read_text("utf-8"))
            assert alone == one
            assert one["url"] in shipped_pages
            file, _, anchor = one["context"].partition("#")
            assert file in shipped_pages
            assert one["url"] == f"{edition.game}/c/{file_stem(one['key'])}.html" or one["key"].startswith("/"), anchor


def test_what_a_record_says(shipped_folder: Path) -> None:
    record = json.loads((shipped_folder / "palworld" / "c" / "10.5.3.2.json").read_text("utf-8"))
    assert record["id"] == "palworld@2026-07:10.5.3.2"
    assert record["path"] == ["palworld@2026-07:10", "palworld@2026-07:10.5", "palworld@2026-07:10.5.3"]
    assert record["cites"] == ["palworld@2026-07:10.5.3.1"]
    assert record["context"] == "palworld/10.5.html#10.5.3.2"


@pytest.mark.parametrize(
    ("page", "drawn"),
    [
        ("palworld/c/10.5.3.html", ["10.5.3", "10.5.3.1", "10.5.3.2", "10.5.3.3", "10.5.3.4"]),
        ("palworld/c/11.2.2.html", ["11.2.1", "11.2.2", "11.2.2.1", "11.2.2.3", "2.10"]),
    ],
)
def test_what_is_drawn(shipped_pages: Pages, page: str, drawn: list[str]) -> None:
    found = boxes(shipped_pages[page])
    assert [number for number in found if number in drawn] == drawn
    assert len(found) == len(set(found)), "each clause once"


def test_loops_are_drawn_as_loops_and_told_in_words(shipped_pages: Pages) -> None:
    page = shipped_pages["palworld/c/10.5.3.html"]
    loops = [path for path in page.iter("path") if path.get("class") == "arc loop"]
    assert len(loops) == 4  # back from 10.5.3.1, .2 and .3, and from 10.5.4.2, which rests on it
    outline = ["".join("".join(li.itertext()).split()) for li in page.iter("li")]
    assert "10.5.3.1→10.5.3.2→10.5.3.1" in outline


def test_every_drawing_has_a_name_and_fits_a_phone(shipped_pages: Pages) -> None:
    seen = 0
    for path, page in shipped_pages.items():
        for svg in drawings(page):
            seen += 1
            names = [element.text for element in svg if element.get("id") in svg.attrib["aria-labelledby"].split()]
            assert len(names) == 2, path
            assert all(names), path
            assert svg.attrib["viewBox"].split()[2] == "360", path
            assert len(list(svg.iter("a"))) <= 32, path
    assert seen > 500


def test_chains_are_those_of_the_graph(shipped_database: Path) -> None:
    """What a clause rests on and what rests on it, one step away, for every ninth clause."""
    db = connect(shipped_database)
    for game in games(db):
        book = load_book(db, game, game.editions[0])
        chains = Chains(book)
        for brief in book.clauses[::9]:
            expected = chain(db, brief, depth=1)
            found = chains.around(brief.row)
            for way, side, more in zip(
                (Direction.OUT, Direction.IN), (found.rests_on, found.rested_on_by), found.more, strict=True
            ):
                wanted = {node.brief.row for node in expected.nodes if node.way is way}
                near = {f.row for f in side if f.depth == 1}
                assert near == wanted if not more else near < wanted, (brief.id, way)


def test_a_chapter_has_more_links_than_are_drawn(shipped_database: Path, shipped_pages: Pages) -> None:
    db = connect(shipped_database)
    brief = find_one(db, "10", "palworld")
    assert len(chain(db, brief, depth=1, direction=Direction.IN).nodes) > 8
    captions = ["".join(text.itertext()) for text in shipped_pages["palworld/c/10.html"].iter("text")]
    assert [caption for caption in captions if re.search(r"＋\d+", caption)]


def test_addresses_do_not_change(shipped_database: Path) -> None:
    """Stable: published, and in use elsewhere."""
    db = connect(shipped_database)
    game = next(game for game in games(db) if game.game == "vanguard")
    book = load_book(db, game, game.editions[0])
    atlas = Atlas(book, "vanguard")
    paths = {brief.key: atlas.own(brief) for brief in book.clauses}
    assert paths[ClauseKey("2.6.1")] == "vanguard/c/2.6.1.html"
    assert paths[ClauseKey("2.6.1/②")] == "vanguard/c/2.6.1-②.html"


def test_a_number_is_the_name_of_its_clause(shipped_folder: Path) -> None:
    """What stands before chapter 1 and has no number (`/1`) would be called so too."""
    records = json.loads((shipped_folder / "pact" / "clauses.json").read_text("utf-8"))["clauses"]
    urls = {record["key"]: record["url"] for record in records}
    assert urls["1"] == "pact/c/1.html"
    assert urls["/1"] == "pact/c/1~2.html"


def test_number_and_copy_button_lead_to_the_page_of_the_clause(shipped_pages: Pages) -> None:
    clause = next(element for element in shipped_pages["palworld/10.5.html"].iter("div") if element.get("id") == "10.5.3.2")
    number = next(p for p in clause.iter("p") if p.get("class") == "number")
    assert [link.get("href") for link in number.iter("a")] == ["c/10.5.3.2.html"]
    assert [button.get("data-permalink") for button in number.iter("button")] == ["c/10.5.3.2.html"]


def test_what_a_clause_cites_is_beside_it(shipped_pages: Pages) -> None:
    clause = next(element for element in shipped_pages["palworld/10.5.html"].iter("div") if element.get("id") == "10.5.4.1")
    listed = [[link.text for link in p.iter("a")] for p in clause.iter("p") if p.get("class") == "cites"]
    assert listed == [["10.5.3"]]


def test_ideas_with_their_clauses_in_each_game(shipped_pages: Pages) -> None:
    page = shipped_pages["concordance.html"]
    ideas = {section.attrib["aria-labelledby"]: section for section in page.iter("section")}
    assert list(ideas) == [idea.name for idea in concordance().ideas]
    for idea in concordance().ideas:
        sides = [side for side in ideas[idea.name].iter("div") if side.get("class") in ("same", "differs", "unregulated")]
        assert [side.get("class") for side in sides] == [side.verdict for side in idea.sides]
        for side, shown in zip(idea.sides, sides, strict=True):
            ways = [link.attrib["href"] for link in shown.iter("a")]
            assert len(ways) == len(side.clauses)
            assert {way.split("/")[0] for way in ways} <= {side.game}


def test_faults_with_their_clauses(shipped_pages: Pages) -> None:
    page = shipped_pages["palworld/lint.html"]
    faults = [element for element in page.iter("ul") if element.get("class") == "faults"]
    for fault in faults[0]:
        assert len(list(fault.iter("a"))) == 1, "the clause that it stands in"
    heads = ["".join("".join(fault.itertext()).split()) for fault in faults[0]]
    assert any("5.1.1" in head and "never_used" in head and "特定行动" in head for head in heads)
