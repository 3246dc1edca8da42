"""How pages look: nothing to scroll sideways, nothing that jumps, and one or two clean pages on paper."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from headjudge.kb.clause import Edition
from headjudge.kb.shipped import Source
from tests.browser.conftest import DESKTOP, NewPage, imported_site, serving
from tests.browser.test_axe import TEMPLATES
from tests.conftest import ShippedSite

ROOMS = {"术语", "裁定", "体检报告", "版本与变动", "各游戏对照", "推演", "关于"}
NARROW = {"width": 320, "height": 640}
PHONE = {"width": 390, "height": 844}

WIDER = """() => {
    const wide = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= wide) return [];
    return [...document.querySelectorAll("body *")]
        .filter((element) => element.getBoundingClientRect().right > wide + 1)
        .map((element) => `${element.tagName}.${element.className}`).slice(0, 5);
}"""
"""What sticks out of the page, where anything makes it wider than the window."""

SHIFTS = """() => new Promise((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries().map((entry) => entry.value)))
        .observe({ type: "layout-shift", buffered: true });
    setTimeout(() => resolve([]), 300);
})"""

UNSEEN = 0.01
"""A shift that nobody sees; 0.1 is where a page is said to jump."""

PRINTED = {
    "palworld/10.5.html": 2,
    "palworld/11.2.html": 2,
    "palworld/c/10.5.3.html": 2,
    "palworld/c/11.2.2.html": 2,
}
"""How many sheets a page may take."""


@pytest.mark.parametrize("template", TEMPLATES)
def test_no_page_is_scrolled_sideways(template: str, new_page: NewPage, address_of: Callable[[str], str]) -> None:
    page = new_page(viewport=NARROW)
    page.goto(address_of(template))
    for size in (NARROW, PHONE):
        page.set_viewport_size(size)  # type: ignore[arg-type]  # the keys are right
        for language in ("zh", "en"):
            page.evaluate("(language) => headjudge.set('interface', language)", language)
            assert page.evaluate(WIDER) == [], (size, language)


UNWIELDY = "\n".join(
    [
        "第1章 <b>难排的</b>文字",
        "1.1 很深的号码",
        *(".".join("1" * parts) + f" 第{parts}层，见1.2.2和1.2.3。" for parts in range(3, 30)),
        "1.2 很宽的文字",
        f"1.2.1 {'A' * 3000}",
        f"1.2.2 {'长' * 9000}，见1.2.1。",
        "1.2.3 下表。",
        *("| " + " | ".join(f"{row}列{column}" for column in range(40)) + " |" for row in range(30)),
    ]
)
"""Imported as it is: numbers of thirty parts, a word of three thousand letters, a table of forty columns."""


@pytest.fixture(scope="module")
def unwieldy(shipped_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str]]:
    """The folder of that rulebook's site, and its address."""
    source = Source(Edition("odd", "1", "zh", "难排的规则", own=False, effective=""), ("难排", "Odd"), "dotted", UNWIELDY)
    folder = imported_site(shipped_database, tmp_path_factory.mktemp("unwieldy"), source).folder
    with serving(folder) as address:
        yield folder, address


OVERLAPS = """() => [...document.querySelectorAll(".entry > .number a")]
    .map((number) => [number.getBoundingClientRect(), number.closest(".entry").querySelector(".text").getBoundingClientRect()])
    .filter(([number, text]) => number.right > text.left + 1 && number.bottom > text.top + 1).length"""
"""How many numbers reach into the text of their clause."""


def test_an_unwieldy_rulebook_fits_a_phone_and_a_desk(unwieldy: tuple[Path, str], new_page: NewPage) -> None:
    folder, address = unwieldy
    page = new_page(viewport=NARROW)
    pages = sorted(file.relative_to(folder).as_posix() for file in (folder / "odd").glob("*.html"))
    assert {"odd/1.1.html", "odd/1.2.html"} <= set(pages)
    for path in [*pages, "odd/c/1.2.2.html", "odd/c/1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.html"]:
        page.set_viewport_size(NARROW)  # type: ignore[arg-type]  # the keys are right
        page.goto(address + path)
        assert page.evaluate(WIDER) == [], path
        page.set_viewport_size(DESKTOP)  # type: ignore[arg-type]  # the keys are right
        assert page.evaluate(WIDER) == [], path
        assert page.evaluate(OVERLAPS) == 0, path


@pytest.mark.parametrize("reference", ["1.2.2", "1.2.3"])
def test_a_preview_of_a_clause_without_end_fits_a_phone(reference: str, unwieldy: tuple[Path, str], new_page: NewPage) -> None:
    page = new_page(viewport=NARROW)
    page.goto(unwieldy[1] + "odd/1.1.html")
    page.locator("main .text a.reference", has_text=reference).first.hover()
    expect(page.locator(".preview")).to_be_visible()
    box = page.locator(".preview").bounding_box()
    assert box
    assert box["height"] < NARROW["height"]
    assert page.evaluate(WIDER) == []


@pytest.mark.parametrize("template", TEMPLATES)
def test_nothing_jumps_on_load(template: str, new_page: NewPage, address_of: Callable[[str], str]) -> None:
    page = new_page(viewport=PHONE)
    page.goto(address_of(template))
    # a browser that is short of time lays out a page while it still arrives; what moves then is less than a line of text
    assert sum(page.evaluate(SHIFTS)) < UNSEEN


@pytest.mark.parametrize(("path", "most"), PRINTED.items())
def test_on_paper(path: str, most: int, new_page: NewPage, served: str, tmp_path: Path) -> None:
    page = new_page(color_scheme="dark")
    page.goto(served + path)
    page.pdf(path=tmp_path / "page.pdf", format="A4", prefer_css_page_size=True)
    sheets = len(re.findall(rb"/Type\s*/Page\b", (tmp_path / "page.pdf").read_bytes()))
    assert 1 <= sheets <= most


@pytest.mark.parametrize("path", ["palworld/10.5.html", "pact/8.10.html", "palworld/rulings/clause-6.2-setup.html"])
def test_paper_has_the_text_and_its_numbers_alone(path: str, page: Page, served: str) -> None:
    page.goto(served + path)
    page.emulate_media(media="print")
    for left_out in (".bar", ".find", ".near", ".pager", "button", ".links"):
        assert not [place for place in page.locator(left_out).all() if place.is_visible()], left_out
    numbers = page.locator(".entry > .number, .at .reference").all()
    assert numbers
    assert all(number.is_visible() for number in numbers)
    assert page.locator(".edition").is_visible()


def test_rulings_on_paper(new_page: NewPage, shipped_site: ShippedSite, served: str, tmp_path: Path) -> None:
    """Two sheets at most, from the middle ones to those with the most steps."""
    rulings = sorted(shipped_site.kinds["ruling.html"], key=lambda path: (shipped_site.folder / path).stat().st_size)
    page = new_page()
    sheets = {}
    for path in rulings[:: -max(1, len(rulings) // 12)][:6]:
        page.goto(served + path)
        page.pdf(path=tmp_path / "page.pdf", format="A4", prefer_css_page_size=True)
        sheets[path] = len(re.findall(rb"/Type\s*/Page\b", (tmp_path / "page.pdf").read_bytes()))
    assert not {path: many for path, many in sheets.items() if many > 2}


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("path", ["index.html", "palworld/10.5.html", "zx/index.html"])
def test_the_head_keeps_to_one_line_on_a_phone(path: str, language: str, new_page: NewPage, served: str) -> None:
    page = new_page(viewport=PHONE)
    page.goto(served + path)
    page.evaluate("(language) => headjudge.set('interface', language)", language)
    first, last = (page.locator(part).bounding_box() for part in ("header .brand", "header .set-interface"))
    assert first
    assert last
    assert last["y"] < first["y"] + first["height"]
    assert last["x"] + last["width"] > PHONE["width"] * 0.9


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP])
def test_the_head_is_the_same_on_every_page_of_a_rulebook(viewport: dict[str, int], new_page: NewPage, served: str) -> None:
    page = new_page(viewport=viewport)
    heights = set()
    for path in ("index", "10.5", "rulings/index", "coverage", "lint", "terms"):
        page.goto(f"{served}palworld/{path}.html")
        heights.add(page.locator("header").first.evaluate("head => head.getBoundingClientRect().height"))
    assert len(heights) == 1


def test_what_stands_in_one_line_below_a_clause_stands_level(page: Page, served: str) -> None:
    page.goto(served + "palworld/10.5.html")
    tops = page.locator("[id='10.5.4.1'] .links > p").evaluate_all("found => found.map(one => one.getBoundingClientRect().top)")
    assert len(tops) == 2
    assert tops[0] == tops[1]


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP])
def test_every_line_of_clauses_starts_at_the_edge(viewport: dict[str, int], new_page: NewPage, served: str) -> None:
    page = new_page(viewport=viewport)
    page.goto(served + "concordance.html")
    lines = page.locator(".sides .cites").evaluate_all(
        "found => found.map(one => { const starts = new Map(), edge = one.getBoundingClientRect().left;"
        " for (const { top, left } of [...one.children].map(link => link.getBoundingClientRect()))"
        " { starts.set(top, Math.min(left - edge, starts.get(top) ?? 1e9)); } return [...starts.values()]; })"
    )
    assert max(map(len, lines)) > 1  # some go on in a second line
    assert all(abs(start) < 1 for starts in lines for start in starts)


@pytest.mark.parametrize("language", ["zh", "en"])
def test_no_heading_of_a_table_is_broken(language: str, new_page: NewPage, served: str) -> None:
    page = new_page(viewport=PHONE)
    page.goto(served + "palworld/coverage.html")
    page.evaluate("(language) => headjudge.set('interface', language)", language)
    lines = page.locator("thead th").evaluate_all(
        "found => found.map(one => { const words = document.createRange(); words.selectNodeContents(one);"
        " return new Set([...words.getClientRects()].map(box => box.top)).size; })"
    )
    assert lines == [1, 1, 1, 1]


@pytest.mark.parametrize("size", [NARROW, PHONE])
def test_the_menu_opens_without_a_script_and_fits(size: dict[str, int], new_page: NewPage, served: str) -> None:
    page = new_page(viewport=size, java_script_enabled=False)
    page.goto(served + "palworld/10.5.html")
    page.locator(".menu > summary").click()
    rooms = page.locator(".rooms")
    box = rooms.bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= size["width"]
    assert {"术语", "裁定", "体检报告", "版本与变动", "各游戏对照", "推演", "关于"} <= set(
        rooms.locator("a .zh").all_inner_texts()
    )


def test_the_menu_closes_with_escape(new_page: NewPage, served: str) -> None:
    page = new_page(viewport=PHONE)
    page.goto(served + "palworld/10.5.html")
    page.locator(".menu > summary").click()
    assert page.locator(".rooms").is_visible()
    page.keyboard.press("Escape")
    assert not page.locator(".rooms").is_visible()
    assert page.evaluate("document.activeElement.tagName") == "SUMMARY"


WIDTHS = """() => ["zh", "en"].map((language) => {
    const words = document.createElement("span");
    words.className = language;
    words.style.cssText = "display: inline-block; font-size: 100px; white-space: nowrap";
    document.querySelector("main").append(words);
    document.documentElement.dataset.interface = language;
    const [without, mark] = ["xx", "x“x"].map((text) => {
        words.textContent = text;
        return words.getBoundingClientRect().width;
    });
    return mark - without;
})"""
"""How wide a quotation mark is between letters, where nothing of it is trimmed."""


def test_english_quotation_marks_are_narrow(new_page: NewPage, address_of: Callable[[str], str]) -> None:
    """Chinese ones are as wide as a character; what letters come with (DejaVu's are the widest) takes about half of that."""
    page = new_page(viewport=DESKTOP)
    page.goto(address_of("about.html"))
    chinese, english = page.evaluate(WIDTHS)
    assert 0 < english < 60 < 90 < chinese


def test_lasting_addresses_are_whole(new_page: NewPage, address_of: Callable[[str], str]) -> None:
    """Each stands on one line."""
    page = new_page(viewport=DESKTOP)
    page.goto(address_of("about.html"))
    lines = page.evaluate("[...document.querySelectorAll('.addresses code')].map((code) => code.getClientRects().length)")
    assert lines == [1] * 7
