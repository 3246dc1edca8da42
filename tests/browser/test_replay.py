"""A ruling's replay in the browser: forward and back, what changed marked, both ways, from a server and from disk."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, NewPage

TRADE = "palworld/rulings/b01-pals-trade-blows.html"
DAMAGE = "palworld/rulings/b03-player-damage.html"
ORDERS = "palworld/rulings/b10-order-of-waiting-abilities.html"


def position(page: Page) -> tuple[int, int]:
    at, total = re.findall(r"\d+", page.locator(".steering .count").inner_text())
    return int(at), int(total)


def life(page: Page, player: int) -> str:
    return page.locator(f"[data-mark='life{player}'] dd").inner_text()


def test_forward_and_back(page: Page, base: str) -> None:
    page.goto(base + DAMAGE)
    at, total = position(page)
    assert at == 0
    assert total > 3
    assert page.locator("button.back").is_disabled()
    start = page.locator(".replay .table").inner_text()
    assert life(page, 1) == "10"
    for step in range(1, total + 1):
        page.locator("button.on").click()
        expect(page.locator(".steering .count")).to_have_text(f"{step} / {total}")
        assert page.locator("li.step[aria-current]").count() == 1
    assert life(page, 1) == "8"
    assert page.locator("button.on").is_disabled()
    for step in range(total - 1, -1, -1):
        page.locator("button.back").click()
        expect(page.locator(".steering .count")).to_have_text(f"{step} / {total}")
    assert page.locator(".replay .table").inner_text() == start


def test_arrow_keys_home_and_end(page: Page, base: str) -> None:
    page.goto(base + TRADE)
    _, total = position(page)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".steering .count")).to_have_text(f"2 / {total}")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".steering .count")).to_have_text(f"1 / {total}")
    page.locator("button.last").press("Enter")
    expect(page.locator(".steering .count")).to_have_text(f"{total} / {total}")
    page.locator("button.first").press("Enter")
    expect(page.locator(".steering .count")).to_have_text(f"0 / {total}")
    page.locator("#find").press("ArrowRight")  # typing is not stepping
    expect(page.locator(".steering .count")).to_have_text(f"0 / {total}")


def test_what_a_step_changed_is_marked_and_nothing_else(page: Page, base: str) -> None:
    page.goto(base + TRADE)
    _, total = position(page)
    for step in range(1, total + 1):
        page.locator("button.on").click()
        expect(page.locator(".steering .count")).to_have_text(f"{step} / {total}")
        wanted = set((page.locator("li.step[aria-current]").get_attribute("data-changed") or "").split())
        marked = page.locator(".table .changed").evaluate_all("found => found.map(one => one.dataset.mark).join(' ')")
        assert set(marked.split()) <= wanted
        shown = page.locator(".table [data-mark]").evaluate_all("found => found.map(one => one.dataset.mark).join(' ')")
        assert wanted & set(shown.split()) <= set(marked.split())


def test_a_step_is_chosen_in_the_list_or_by_its_address(page: Page, base: str) -> None:
    page.goto(base + TRADE)
    page.locator("li.step .event").nth(2).click()
    chosen = page.locator("li.step[aria-current]").get_attribute("id")
    assert chosen
    page.goto(base + f"{TRADE}#step-0-4")
    page.reload()
    expect(page.locator("li.step[aria-current]")).to_have_attribute("id", "step-0-4")
    page.locator("li.step[aria-current] a.reference").first.hover()  # a clause in it shows itself
    expect(page.locator(".preview")).to_be_visible()


def test_both_ways_are_walked(page: Page, base: str) -> None:
    page.goto(base + ORDERS)
    lists = page.locator("ol.steps")
    assert lists.count() == 3
    counts = [lists.nth(place).locator("li").count() for place in range(3)]
    page.locator("li.step").nth(counts[0]).locator(".chosen").click()
    expect(page.locator(".caption .line-head")).to_be_visible()
    first = page.locator(".caption .line-head").inner_text()
    page.locator("li.step").nth(counts[0] + counts[1]).locator(".chosen").click()
    expect(page.locator(".caption .line-head")).not_to_have_text(first)
    expect(page.locator(".steering .count")).to_have_text(f"{counts[0] + counts[1] + 1} / {sum(counts)}")


def test_steps_are_read_without_script(new_page: NewPage, base: str) -> None:
    page = new_page(java_script_enabled=False)
    page.goto(base + TRADE)
    assert page.locator("li.step").count() > 5
    assert all(page.locator("li.step").nth(place).is_visible() for place in range(5))
    assert not page.locator(".steering").is_visible()
    assert page.locator(".table .tile").count() >= 2


@pytest.mark.parametrize("size", [PHONE, {"width": 320, "height": 640}], ids=["390", "320"])
def test_the_table_fits_a_phone(size: dict[str, int], new_page: NewPage, served: str) -> None:
    page = new_page(viewport=size)
    for path in (TRADE, DAMAGE, ORDERS, "palworld/rulings/index.html", "palworld/coverage.html", "palworld/policies.html"):
        page.goto(served + path)
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"], path


def test_stepping_on_a_phone_moves_nothing_else(new_page: NewPage, served: str) -> None:
    """The buttons stay under the thumb."""
    page = new_page(viewport=PHONE)
    page.goto(served + DAMAGE)
    page.locator("button.on").scroll_into_view_if_needed()
    place = page.locator("button.on").bounding_box()
    for _ in range(4):
        page.locator("button.on").click()
    assert page.locator("button.on").bounding_box() == place


FILTERS = [
    ("平局", lambda shown: all("平局" in line for line in shown)),
    ("10.5.3", lambda shown: all(re.search(r"(?<![\d.])10\.5\.3(?!\d)", line) for line in shown)),
    ("b01-pals", lambda shown: len(shown) == 1),
    ("没有这样的裁定", lambda shown: not shown),
]


@pytest.mark.parametrize(("typed", "fits"), FILTERS, ids=[typed for typed, _ in FILTERS])
def test_rulings_are_filtered(typed: str, fits: object, page: Page, base: str) -> None:
    page.goto(base + "palworld/rulings/index.html")
    page.locator("#narrow").fill(typed)
    shown = page.locator(".rulings > li:visible").all_inner_texts()
    assert callable(fits)
    assert fits(shown)
    assert page.locator(".shown").inner_text() == str(len(shown))
    assert page.locator(".nothing").is_visible() == (not shown)


def test_rulings_that_run_through_a_clause(page: Page, base: str) -> None:
    page.goto(base + "palworld/10.5.html")
    about = page.locator("[id='10.5.3.2'] details.about").first
    about.locator("summary").click()
    number = int(re.findall(r"\d+", about.locator("a").last.inner_text())[0])
    about.locator("a").last.click()
    expect(page.locator("#narrow")).to_have_value("10.5.3.2")
    expect(page.locator(".shown")).not_to_have_text(re.compile("^0$"))
    page.wait_for_function(f"Number(document.querySelector('.shown').textContent) >= {number}")


def test_rulings_by_what_became_of_them(page: Page, base: str) -> None:
    page.goto(base + "palworld/rulings/index.html")
    button = page.locator("button[data-standing='written']")
    button.click()
    assert page.locator(".shown").inner_text() == re.findall(r"\d+", button.inner_text())[0]
    assert button.get_attribute("aria-pressed") == "true"
