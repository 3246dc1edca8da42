"""Every page of the site: there, valid, linked, and saying what it must."""

import gzip
import json
import posixpath
import re
import tomllib
from collections import Counter
from importlib.resources import files
from pathlib import Path
from urllib.parse import unquote, urlsplit
from xml.etree.ElementTree import Element, fromstring

import html5lib
import pytest

from headjudge.kb.database import connect
from headjudge.kb.lookup import chosen_editions
from headjudge.site.names import file_stem

Pages = dict[str, Element]

CLAUSES = "SELECT c.key, c.kind, c.title, c.text FROM clauses c WHERE c.edition = ? AND c.parent IS NOT NULL ORDER BY c.id"
TERMS = "SELECT word FROM terms WHERE edition = ? ORDER BY id"


@pytest.fixture(params=["shipped", "hostile"])
def folder(request: pytest.FixtureRequest) -> Path:
    found: Path = request.getfixturevalue(f"{request.param}_folder")
    return found


@pytest.fixture
def pages(folder: Path, request: pytest.FixtureRequest) -> Pages:
    which = "shipped" if folder == request.getfixturevalue("shipped_folder") else "hostile"
    found: Pages = request.getfixturevalue(f"{which}_pages")
    return found


def ids(page: Element) -> list[str]:
    return [element.attrib["id"] for element in page.iter() if "id" in element.attrib]


def words(element: Element) -> str:
    return "".join("".join(element.itertext()).split())


def by_id(page: Element, name: str) -> Element:
    return next(element for element in page.iter() if element.get("id") == name)


def by_class(page: Element, name: str) -> list[Element]:
    return [element for element in page.iter() if name in element.get("class", "").split()]


def previews(script: str) -> tuple[str, dict[str, str]]:
    """The arguments of the one call that a previews file consists of."""
    found = re.fullmatch(r"headjudge\.receive\((.*)\);\n", script)
    assert found
    page, fragments = json.loads(f"[{found[1]}]")
    return page, fragments


def test_a_page_a_chapter_section_and_term(shipped_pages: Pages, shipped_database: Path) -> None:
    db = connect(shipped_database)
    expected = {"index.html", "about.html", "concordance.html", "playground.html"}
    for edition in chosen_editions(db):
        expected |= {f"{edition.game}/{name}.html" for name in ("index", "terms", "lint", "editions")}
        for key, kind, _, _ in db.execute(CLAUSES, (edition.row,)):
            if kind in ("chapter", "section"):
                expected.add(f"{edition.game}/{file_stem(key)}.html")
        for (word,) in db.execute(TERMS, (edition.row,)):
            expected.add(f"{edition.game}/term/{file_stem(word)}.html")
    expected |= {"palworld/coverage.html", "palworld/policies.html"}
    assert {path for path in shipped_pages if "/rulings/" not in path and "/c/" not in path} == expected
    assert {"palworld/10.html", "palworld/10.5.html", "palworld/term/检查时点.html"} <= expected


def test_every_clause_has_its_anchor_and_its_words(shipped_pages: Pages, shipped_database: Path) -> None:
    db = connect(shipped_database)
    for edition in chosen_editions(db):
        everything: dict[str, tuple[str, Element]] = {}
        for path, page in shipped_pages.items():
            if path.startswith(f"{edition.game}/") and path.count("/") == 1:
                everything |= {name: (path, element) for element in page.iter() if (name := element.get("id", ""))}
        for key, kind, title, text in db.execute(CLAUSES, (edition.row,)):
            path, element = everything[key]
            assert "".join(title.split()) in words(element), key
            if kind not in ("chapter", "section"):
                assert "".join(text.split()) in words(element), key
                assert path.endswith("/index.html") or key.startswith(posixpath.basename(path).removesuffix(".html")), key


def test_every_page_is_valid(folder: Path, pages: Pages) -> None:
    """The pages of the Palworld book and all of the hostile one, every tenth of the others (whose templates are the same)."""
    parser = html5lib.HTMLParser(strict=True)
    for place, path in enumerate(pages):
        many = path.startswith("palworld/") and "/c/" not in path and "/rulings/" not in path
        if many or path.startswith("static~2/") or "/" not in path or place % 10 == 0:
            parser.parse((folder / path).read_text("utf-8"))


def test_every_preview_is_valid(folder: Path) -> None:
    parser = html5lib.HTMLParser(strict=True)
    for file in folder.rglob("10.*.preview.js"):
        for html in previews(file.read_text("utf-8"))[1].values():
            parser.parseFragment(html)


def test_no_id_twice(pages: Pages) -> None:
    twice = {path: [name for name, count in Counter(ids(page)).items() if count > 1] for path, page in pages.items()}
    assert not {path: names for path, names in twice.items() if names}


def test_no_broken_link(folder: Path, pages: Pages) -> None:
    anchors = {path: set(ids(page)) for path, page in pages.items()}
    broken = []
    for path, page in pages.items():
        for element in page.iter():
            ways = [element.attrib[name] for name in ("href", "src") if name in element.attrib]
            for way in ways + element.get("data-previews", "").split():
                broken += [(path, way)] if not leads_somewhere(folder, anchors, path, way) else []
    assert not broken


def test_no_broken_link_in_a_preview(folder: Path, pages: Pages) -> None:
    anchors = {path: set(ids(page)) for path, page in pages.items()}
    broken = []
    for file in folder.rglob("*.preview.js"):
        page, fragments = previews(file.read_text("utf-8"))
        assert f"{page}.preview.js" == file.relative_to(folder).as_posix()
        if f"{page}.html" not in pages:
            continue
        here = posixpath.join(page.split("/")[0], "index.html")  # links of previews are seen from the rulebook's folder
        for html in fragments.values():
            for link in fromstring(f"<div>{html}</div>").iter("a"):
                ways = [link.attrib["href"], *link.get("data-previews", "").split()]
                broken += [(page, way) for way in ways if not leads_somewhere(folder, anchors, here, way)]
    assert not broken


def leads_somewhere(folder: Path, anchors: dict[str, set[str]], here: str, way: str) -> bool:
    parts = urlsplit(way)
    if parts.scheme or parts.netloc:
        return False
    target = posixpath.normpath(posixpath.join(posixpath.dirname(here), unquote(parts.path))) if parts.path else here
    if not (folder / target).is_file():
        return False
    if target.endswith("/rulings/index.html"):
        return True  # its fragments are clauses, for which it lists the rulings
    return not parts.fragment or target not in anchors or unquote(parts.fragment) in anchors[target]


def test_every_reference_and_term_has_a_preview_with_the_words_of_its_target(
    shipped_folder: Path, shipped_pages: Pages, shipped_database: Path
) -> None:
    db = connect(shipped_database)
    known = {}
    for file in shipped_folder.rglob("*.preview.js"):
        page, fragments = previews(file.read_text("utf-8"))
        for name, html in fragments.items():
            known[f"{page}.html", name] = words(fromstring(f"<div>{html}</div>"))
    texts = {
        (edition.game, key): "".join((title + text).split())
        for edition in chosen_editions(db)
        for key, _, title, text in db.execute(CLAUSES, (edition.row,))
    }
    seen = 0
    for path, tree in shipped_pages.items():
        for link in tree.iter("a"):
            if not {"reference", "flow", "term"} & set(link.get("class", "").split()):
                continue
            for way in (link.get("data-previews") or link.attrib["href"]).split():
                target_file, _, anchor = way.partition("#")
                target = posixpath.normpath(posixpath.join(posixpath.dirname(path), target_file))
                key = unquote(anchor) or posixpath.basename(target).removesuffix(".html")
                assert texts[target.split("/")[0], key] in known[target, unquote(anchor)]
                seen += 1
    assert seen > 1000


def test_references_and_terms_of_a_clause(shipped_pages: Pages) -> None:
    clause = by_id(shipped_pages["palworld/10.5.html"], "10.5.1.1")
    links = [(link.get("class"), "".join(link.itertext()), link.get("href")) for link in clause.iter("a")]
    assert ("reference", "10.5.3", "10.5.html#10.5.3") in links
    assert ("term", "检查时点", "term/检查时点.html") in links
    clause = by_id(shipped_pages["palworld/10.5.html"], "10.5.3.1")
    assert [link.get("href") for link in by_class(clause, "flow")] == ["10.5.html#10.5.3.1"]


def test_what_cites_a_clause_is_listed_there(shipped_pages: Pages, shipped_database: Path) -> None:
    db = connect(shipped_database)
    citing = db.execute(
        """SELECT DISTINCT t.key, c.key FROM refs r JOIN clauses c ON c.id = r.clause JOIN clauses t ON t.id = r.target
           JOIN editions e ON e.id = c.edition WHERE e.game = 'palworld' AND e.rank = 1 AND t.id <> c.id"""
    )
    listed = set()
    for path, page in shipped_pages.items():
        for element in page.iter() if path.startswith("palworld/") else ():
            # a clause's list stands inside it, a section's beside its heading
            if "heading" in element.get("class", "").split():
                following = page.find(".//main/div[@class='links']/p[@class='citing']")
                lists = [following] if following is not None else []
            else:
                lists = by_class(element, "citing") if "id" in element.attrib and element.get("id") != "content" else []
            listed |= {(element.attrib["id"], "".join(link.itertext())) for found in lists for link in found.iter("a")}
    assert {(target, re.sub("^(.*)章$", r"\1", clause)) for target, clause in citing} == listed


def test_previous_next_and_up(shipped_pages: Pages) -> None:
    around = {
        rel: link.get("href")
        for rel in ("prev", "up", "next")
        for link in by_class(shipped_pages["palworld/10.5.html"], "pager")[0].iter("a")
        if link.get("class") == rel
    }
    assert around == {"prev": "10.4.html", "up": "10.html", "next": "10.6.html"}
    trail = by_class(shipped_pages["palworld/10.5.html"], "trail")[0]
    assert [link.get("href") for link in trail.iter("a")] == ["../palworld/index.html", "10.html"]


def test_edition_and_date_stand_on_every_page_of_a_rulebook(shipped_pages: Pages, shipped_database: Path) -> None:
    for edition in chosen_editions(connect(shipped_database)):
        for path, page in shipped_pages.items():
            if path.startswith(f"{edition.game}/"):
                said = words(by_class(page, "edition")[0])
                assert edition.name in said
                assert edition.effective in said


def test_one_heading_and_a_language_a_page(pages: Pages) -> None:
    for path, page in pages.items():
        assert len(page.findall(".//h1")) == 1, path
        assert re.fullmatch(r"[a-z]{2,3}(-[A-Za-z]+)*", page.get("lang", "")), path
        assert words(page.findall(".//title")[0]), path


def test_nothing_is_fetched_from_elsewhere_and_nothing_runs_inline(folder: Path, pages: Pages) -> None:
    for path, page in pages.items():
        policy = next(meta.attrib["content"] for meta in page.iter("meta") if meta.get("http-equiv") == "Content-Security-Policy")
        assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self';")
        assert "unsafe" not in policy
        assert not list(page.iter("style")), path
        for element in page.iter():
            assert not [name for name in element.attrib if name.startswith("on") or name == "style"], path
            assert element.tag != "script" or (element.attrib["src"].endswith(".js") and not element.text), path
    for file in (folder / "static").iterdir():
        if file.suffix in (".css", ".js"):
            assert not re.search(r"https?://|//[a-z]+\.[a-z]|@import|url\(", file.read_text("utf-8")), file


def test_a_rulebook_page_is_small(shipped_folder: Path) -> None:
    for file in shipped_folder.rglob("*.html"):
        assert len(gzip.compress(file.read_bytes(), 6)) < 45_000, file


def test_every_word_of_the_interface_is_used_and_said_twice() -> None:
    templates = files("headjudge.site") / "templates"
    source = "".join(entry.read_text("utf-8") for entry in templates.iterdir() if entry.name.endswith(".html"))
    for name, entry in tomllib.loads((templates / "words.toml").read_text("utf-8")).items():
        assert set(entry) == {"zh", "en"}, name
        # navigation and kinds of clauses are named by data: entry("terms", …), entry.kind == "note"
        assert re.search(rf'words\.{name}\b|"{name}"', source), name


MANY = re.compile(r'\b1 <span class="zh" lang="zh-Hans">[^<]*</span><span class="en" lang="en">(rulings|clauses|states)\b')


def test_words_go_with_their_counts(shipped_folder: Path) -> None:
    pages = [file.read_text("utf-8") for file in shipped_folder.rglob("*.html")]
    assert not [found[0] for page in pages for found in [MANY.search(page)] if found]
    assert not [page for page in pages if "{n:" in page]
    assert any("1 <" in page and '<span class="en" lang="en">ruling runs through it</span>' in page for page in pages)
