"""References show what they name: by mouse, keyboard and finger, one within another, put away one at a time."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, NewPage

REFERENCE = "[id='10.5.1.1'] a.reference"
TERM = "[id='10.5.1.1'] a.term"


def test_pointing_shows_the_clause_with_its_parents(page: Page, base: str) -> None:
    page.goto(base + "palworld/10.5.html")
    page.locator(REFERENCE).first.hover()
    preview = page.locator(".preview")
    expect(preview).to_be_visible()
    expect(preview.locator(".number").first).to_have_text("10.5.3")
    expect(preview.locator(".trail")).to_contain_text("10.5 检查时点与行动时点")
    page.mouse.move(0, 0)
    expect(preview).to_have_count(0)


def test_a_preview_opens_another_and_escape_puts_away_one_at_a_time(page: Page, base: str) -> None:
    page.goto(base + "palworld/9.6.html")
    page.locator("main a.reference").first.hover()
    first = page.locator(".preview").first
    expect(first).to_be_visible()
    first.locator("a.term, a.reference").first.hover()
    expect(page.locator(".preview")).to_have_count(2)
    page.keyboard.press("Escape")
    expect(page.locator(".preview")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".preview")).to_have_count(0)


def test_by_keyboard(page: Page, base: str) -> None:
    page.goto(base + "palworld/10.5.html")
    link = page.locator(REFERENCE).first
    page.keyboard.press("Tab")  # what follows is the keyboard's doing
    link.focus()
    preview = page.locator(".preview")
    expect(preview).to_be_visible()
    assert preview.get_attribute("id") == link.get_attribute("aria-describedby")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.querySelector('.preview').contains(document.activeElement)")
    page.keyboard.press("Escape")
    expect(link).to_be_focused()
    expect(page.locator(".preview")).to_have_count(0)
    assert link.get_attribute("aria-describedby") is None


def test_the_tabulator_leaves_a_preview_by_its_link(page: Page, served: str) -> None:
    page.goto(served + "palworld/10.5.html")
    link = page.locator(REFERENCE).first
    page.keyboard.press("Tab")
    link.focus()
    expect(page.locator(".preview")).to_be_visible()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Shift+Tab")
    expect(link).to_be_focused()


@pytest.mark.parametrize("target", [REFERENCE, TERM])
def test_a_tap_shows_and_a_second_one_goes_there(new_page: NewPage, base: str, target: str) -> None:
    page = new_page(viewport=PHONE, has_touch=True, is_mobile=True)
    page.goto(base + "palworld/10.5.html")
    link = page.locator(target).first
    link.tap()
    preview = page.locator(".preview")
    expect(preview).to_be_visible()
    box = preview.bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE["width"]
    wanted = link.evaluate("(link) => link.href")
    link.tap()
    page.wait_for_url(wanted)


def test_a_tap_elsewhere_puts_it_away(new_page: NewPage, served: str) -> None:
    page = new_page(viewport=PHONE, has_touch=True, is_mobile=True)
    page.goto(served + "palworld/10.5.html")
    page.locator(REFERENCE).first.tap()
    expect(page.locator(".preview")).to_be_visible()
    page.locator("h1").tap()
    expect(page.locator(".preview")).to_have_count(0)


def test_a_preview_stays_on_a_page_that_becomes_narrow(new_page: NewPage, served: str) -> None:
    page = new_page(viewport={"width": 844, "height": 390})
    page.goto(served + "palworld/9.6.html")
    links = page.locator("main .text a.reference")
    at = [box["x"] if (box := links.nth(place).bounding_box()) else 0 for place in range(links.count())]
    links.nth(at.index(max(at))).hover()
    expect(page.locator(".preview")).to_be_visible()
    page.set_viewport_size({"width": 320, "height": 844})
    preview = page.locator(".preview")
    expect(preview).to_be_visible()
    box = preview.bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 320
    assert page.evaluate("document.documentElement.scrollWidth") == 320


def test_every_reference_of_a_page_has_a_preview(page: Page, served: str) -> None:
    page.goto(served + "palworld/9.6.html")
    links = page.locator("main .text a.reference, main .text a.term, main .text a.flow")
    assert links.count() > 20
    missing = []
    for place in range(0, links.count(), 4):
        link = links.nth(place)
        link.scroll_into_view_if_needed()
        link.hover()
        try:
            page.locator(".preview").first.wait_for(timeout=3000)
        except Exception:
            missing.append(link.inner_text())
        page.keyboard.press("Escape")
        page.mouse.move(0, 0)
    assert not missing


def test_without_script_links_still_lead_to_their_clauses(new_page: NewPage, base: str) -> None:
    page = new_page(java_script_enabled=False)
    page.goto(base + "palworld/10.5.html")
    page.locator(REFERENCE).first.click()
    page.wait_for_url("**/palworld/10.5.html#10.5.3")
