"""Pages in a browser: they load without an error and without asking anything of another place."""

import pytest
from playwright.sync_api import Page


@pytest.mark.parametrize("path", ["index.html", "about.html", "palworld/index.html", "palworld/10.5.html", "palworld/terms.html"])
def test_a_page_loads(page: Page, base: str, path: str) -> None:
    page.goto(base + path)
    assert page.locator("h1").inner_text()
