"""Nobody is left out: axe finds nothing on any kind of page, light and dark, on a phone and a desk, in both languages."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, NewPage

VIEWS = [("light", DESKTOP, "zh"), ("dark", PHONE, "en"), ("dark", DESKTOP, "zh"), ("light", PHONE, "zh")]

TEMPLATES = sorted(
    file.name
    for file in (Path(__file__).parents[2] / "site" / "templates").glob("*.html")
    if not file.name.startswith("_") and '{% extends "_layout.html" %}' in file.read_text("utf-8")
)


def violations(page: Page) -> list[str]:
    found: list[dict[str, Any]] = Axe().run(page).response["violations"]
    return [f"{one['id']}: {node['html'][:160]} {node['failureSummary']}" for one in found for node in one["nodes"][:3]]


@pytest.mark.parametrize("template", TEMPLATES)
def test_axe_finds_nothing(template: str, new_page: NewPage, address_of: Callable[[str], str]) -> None:
    page = new_page()
    page.goto(address_of(template))
    for theme, size, language in VIEWS:
        page.evaluate(
            "([theme, language]) => { headjudge.set('theme', theme); headjudge.set('interface', language); }", [theme, language]
        )
        page.set_viewport_size(size)  # type: ignore[arg-type]  # the keys are right
        assert not violations(page), (theme, size, language)


def test_axe_finds_nothing_in_what_scripts_bring(page: Page, served: str) -> None:
    page.goto(served + "palworld/10.5.html")
    for theme in ("light", "dark"):
        page.evaluate("(theme) => headjudge.set('theme', theme)", theme)
        page.locator("#find").fill("检查时点")
        expect(page.locator("#hits [role=option]").first).to_be_visible()
        page.keyboard.press("ArrowDown")
        assert not violations(page)
        page.keyboard.press("Escape")
        page.locator("h1").click()
        page.locator("main .text a.reference").first.hover()
        expect(page.locator(".preview")).to_be_visible()
        assert not violations(page)
        page.mouse.move(0, 0)


@pytest.mark.parametrize("template", TEMPLATES)
def test_the_keyboard_reaches_everything_and_is_seen(template: str, new_page: NewPage, address_of: Callable[[str], str]) -> None:
    page = new_page()
    page.goto(address_of(template))
    unseen, reached = [], 0
    for _ in range(25):
        page.keyboard.press("Tab")
        at = page.evaluate(
            """() => {
                const at = document.activeElement;
                if (!at || at === document.body) { return null; }
                const style = getComputedStyle(at);
                const box = at.getBoundingClientRect();
                const drawn = at.querySelector("rect"); // in a picture the box is marked, not the group around it
                const lined = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0;
                return {
                    what: at.outerHTML.slice(0, 120),
                    seen: lined || style.boxShadow !== "none" || (drawn && parseFloat(getComputedStyle(drawn).strokeWidth) > 2),
                    there: box.width > 0 && box.height > 0,
                };
            }"""
        )
        if at is None:
            break
        reached += 1
        unseen += [] if at["seen"] and at["there"] else [at["what"]]
    assert reached > 5
    assert not unseen


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("template", TEMPLATES)
def test_the_interface_speaks_one_language_at_a_time(
    template: str, language: str, new_page: NewPage, address_of: Callable[[str], str]
) -> None:
    page = new_page(locale="en-GB" if language == "en" else "zh-CN")
    page.goto(address_of(template))
    header = page.locator("header").first.inner_text()
    assert bool(re.search("[\u4e00-\u9fff]", page.locator(".skip, a[href='#content']").first.inner_text())) == (language == "zh")
    page.locator("button.set-interface").click()
    assert page.locator("header").first.inner_text() != header
