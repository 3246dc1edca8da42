"""Two editions of a rulebook: which one is shown, what changed, and where old numbers lead."""

import json
import shutil
import sqlite3
from pathlib import Path
from xml.etree.ElementTree import Element

import pytest

from headjudge.kb.clause import Edition
from headjudge.kb.database import connect
from headjudge.kb.shipped import Source
from headjudge.kb.store import import_edition
from headjudge.site.build import build_site
from tests.site.conftest import Pages, read_pages

OLD = """第1章 牌库
1.1 构成
1.1.1 牌库至少有40张卡牌（1.2.1）。
1.1.2 同名卡牌至多放入4张。
1.1.3 牌库中的卡牌可以随时翻看。
1.2 区域
1.2.1 牌库是非公开区域。玩家不能查看其中的卡牌。
第2章 费用
2.1 支付
2.1.1 费用可以用任意颜色的资源支付，支付的资源转为横置状态。
2.1.2 支付不完的费用不能支付。
"""
NEW = """第1章 牌库
1.1 构成
1.1.1 牌库至少有60张卡牌（1.2.1）。
1.1.2 卡牌的背面必须一致，磨损到可以辨认的卡牌不能放入牌库。
1.1.3 同名卡牌至多放入4张。
1.2 区域
1.2.1 牌库是非公开区域。玩家不能查看其中的卡牌。
第2章 费用
2.1 支付
2.1.1 费用可以用任意颜色的资源支付，支付的资源转为横置状态。
2.1.2 支付不完的费用不能支付。
2.1.3 费用可以是0。
"""


@pytest.fixture(scope="module")
def folder(shipped_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of a game that is kept in two editions and shown in the newer."""
    database = tmp_path_factory.mktemp("editions") / "kb.db"
    shutil.copy(shipped_database, database)
    for name, effective, text in (("1.2", "2025-01-01", OLD), ("1.3", "2026-02-03", NEW)):
        edition = Edition("cards", name, "zh", "卡牌规则", own=False, effective=effective)
        import_edition(database, Source(edition, ("卡牌", "Cards"), "dotted", text))
    db = sqlite3.connect(database)
    db.execute("PRAGMA foreign_keys = ON")
    db.execute("DELETE FROM editions WHERE game <> 'cards'")
    db.execute("DELETE FROM games WHERE id <> 'cards'")
    db.commit()
    db.close()
    out = database.with_name("out")
    build_site(connect(database), out, url="https://example.org/rules")
    return out


@pytest.fixture(scope="module")
def pages(folder: Path) -> Pages:
    return read_pages(folder, "cards")


def words(element: Element) -> str:
    return " ".join("".join(element.itertext()).split())


def main(page: Element) -> Element:
    return next(element for element in page.iter("main"))


def changes(page: Element, kind: str) -> list[tuple[str, str, str]]:
    """The changes of a kind: numbers, old words, new words, with [removed] and {added} marked."""
    found = []
    for section in page.iter("section"):
        for entry in section.iter("li") if section.get("class") == f"changes {kind}" else ():
            sides = {side.get("class"): marked(side) for side in entry.iter("div") if side.get("class") in ("before", "after")}
            found.append((words(entry[0]), sides.get("before", ""), sides.get("after", "")))
    return found


def marked(side: Element) -> str:
    signs = {"del": "[]", "ins": "{}"}
    text = ""
    for element in side.iter():
        if element.tag in signs:
            text += signs[element.tag][0] + (element.text or "") + signs[element.tag][1] + (element.tail or "")
        elif element.tag == "p":
            text += element.text or ""
        elif element.get("class") == "unseen":
            text += element.tail or ""
    return text.strip()


def test_the_editions_page_says_which_is_shown(pages: Pages) -> None:
    entries = [words(entry) for entry in main(pages["cards/editions.html"]).iter("li")]
    assert ["1.3 本站所载" in entry for entry in entries] == [True, False]
    assert "2025-01-01" in entries[1]
    links = [link.get("href") for link in main(pages["cards/editions.html"]).iter("a")]
    assert links == ["diff/1.2..1.3.html"]


def test_what_changed_word_by_word(pages: Pages) -> None:
    page = pages["cards/diff/1.2..1.3.html"]
    assert changes(page, "edited") == [("1.1.1 → 1.1.1", "牌库至少有[40]张卡牌（1.2.1）。", "牌库至少有{60}张卡牌（1.2.1）。")]
    assert changes(page, "added") == [
        ("1.1.2", "", "{卡牌的背面必须一致，磨损到可以辨认的卡牌不能放入牌库。}"),
        ("2.1.3", "", "{费用可以是0。}"),
    ]
    assert changes(page, "removed") == [("1.1.3", "[牌库中的卡牌可以随时翻看。]", "")]
    assert [numbers for numbers, _, _ in changes(page, "renumbered")] == ["1.1.2 → 1.1.3"]
    assert "judge diff cards@1.2 cards@1.3" in words(main(page))


def test_a_number_that_moved_says_where_it_is_now(pages: Pages) -> None:
    said = [words(p) for p in pages["cards/c/1.1.2.html"].iter("p") if p.get("class") == "moved"]
    assert len(said) == 1
    assert "1.2 · 1.1.2 → 1.1.3" in said[0]
    assert not [p for p in pages["cards/c/1.2.1.html"].iter("p") if p.get("class") == "moved"]


def test_a_number_that_is_no_more_has_its_page(folder: Path, shipped_database: Path, tmp_path: Path) -> None:
    database = tmp_path / "kb.db"
    shutil.copy(shipped_database, database)
    older = OLD.replace("第2章 费用\n2.1 支付", "第2章 费用\n2.1 支付\n2.1.0 付款的人是使用者。").replace(
        "2.1.2 支付不完的费用不能支付。", "2.1.4 支付不完的费用不能支付。"
    )
    for name, text in (("1", older), ("2", OLD)):
        edition = Edition("cards", name, "zh", "", own=False, effective=f"202{name}")
        import_edition(database, Source(edition, ("卡牌", "Cards"), "dotted", text))
    out = tmp_path / "out"
    build_site(connect(database), out)
    page = read_pages(out, "cards")["cards/c/2.1.4.html"]
    assert {link.get("href") for link in main(page).iter("a")} == {"../2.1.html#2.1.2"}
    assert not (out / "cards" / "c" / "2.1.4.json").exists(), "programs are told of clauses that are there"


def test_the_feed_has_the_editions_by_date(folder: Path) -> None:
    from xml.etree import ElementTree

    feed = ElementTree.parse(folder / "feed.xml").getroot()
    atom = "{http://www.w3.org/2005/Atom}"
    entries = [(entry.findtext(f"{atom}updated"), entry.find(f"{atom}link").get("href")) for entry in feed.iter(f"{atom}entry")]  # type: ignore[union-attr]
    assert entries == [
        ("2026-02-03T00:00:00Z", "https://example.org/rules/cards/editions.html"),
        ("2025-01-01T00:00:00Z", "https://example.org/rules/cards/diff/1.2..1.3.html"),
    ]
    assert feed.findtext(f"{atom}updated") == "2026-02-03T00:00:00Z"


def test_the_site_map_has_every_page_with_its_whole_address(folder: Path, pages: Pages) -> None:
    from xml.etree import ElementTree

    listed = [
        element.text for element in ElementTree.parse(folder / "sitemap.xml").getroot().iter() if (element.text or "").strip()
    ]
    assert len(listed) == len(set(listed)) == len(pages)
    assert "https://example.org/rules/cards/c/1.1.1.html" in listed
    assert "https://example.org/rules/cards/" in listed


def test_a_page_that_is_published_says_its_address(pages: Pages) -> None:
    head = pages["cards/c/1.1.1.html"].find("head")
    assert head is not None
    told = {meta.get("property"): meta.get("content") for meta in head.iter("meta")}
    assert told["og:url"] == "https://example.org/rules/cards/c/1.1.1.html"
    assert [link.get("href") for link in head.iter("link") if link.get("rel") == "canonical"] == [told["og:url"]]
    assert told["og:title"] == "1.1.1 构成 · 卡牌"
    assert told["og:description"] == "第1章 牌库 › 1.1 构成：牌库至少有60张卡牌（1.2.1）。"


def test_the_index_for_programs_names_the_edition(folder: Path) -> None:
    games = json.loads((folder / "clauses.json").read_text("utf-8"))["games"]
    assert [(game["game"], game["edition"], game["clauses"]) for game in games] == [("cards", "1.3", "cards/clauses.json")]
