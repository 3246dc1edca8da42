"""Rulings run on the page: by Python in the browser, by the server of `judge site serve`, and where neither is to be had."""

import os
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Response, expect

from headjudge.cli.bench import Bench
from headjudge.cli.server import SiteServer
from headjudge.site.playground import RUNS, runs_script
from headjudge.site.workshop import Workshop
from tests.browser.conftest import NewPage

LOADING = 180_000  # ms: a busy machine takes long to begin

WRONG = "ruling 错\ngame palworld\n\n甲 回合玩家 主要阶段\n  生命 十十\n"


@pytest.fixture(scope="session")
def in_browser(site: Path, served: str) -> str:
    """The address of a site with Python for browsers."""
    if not (site / "playground" / "pyodide.mjs").is_file():
        pytest.skip("no Pyodide: npm is missing, or the registry does not answer")
    return served


@pytest.fixture(scope="session")
def on_server(site: Path, shipped_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the same site as `judge site serve` has it."""
    folder = tmp_path_factory.mktemp("own") / "site"
    shutil.copytree(site, folder, copy_function=os.link)
    (folder / RUNS).unlink()  # a link to the other site's
    (folder / RUNS).write_text(runs_script(Workshop(server=True)), "utf-8")
    with Bench(shipped_database) as bench, SiteServer(0, folder, bench) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.url
        server.shutdown()


@pytest.fixture(params=["in_browser", "on_server"])
def running(request: pytest.FixtureRequest) -> str:
    """The address of a site on which rulings run."""
    found: str = request.getfixturevalue(request.param)
    return found


def opened(page: Page, base: str) -> Page:
    page.goto(base + "playground.html")
    expect(page.locator("textarea.ruling-editor")).to_be_visible()
    return page


def test_rulings_run_and_name_their_clauses(page: Page, running: str) -> None:
    """One page throughout: Python takes its time to begin."""
    opened(page, running)
    field = page.locator("textarea.ruling-editor")
    answer = page.locator(".ruling-answer > .zh")
    page.locator("button.run").click()
    expect(answer.locator(".verdict.true")).to_be_visible(timeout=LOADING)
    expect(answer.locator(".expectations .sign").first).to_have_text("✓")
    expect(answer.locator(".trace a", has_text="11.1.2.4").first).to_be_visible()

    field.fill(field.input_value().replace("500/1", "200/1"))
    field.press("Control+Enter")
    expect(answer.locator(".verdict.false")).to_be_visible(timeout=LOADING)
    expect(answer.locator(".expectations")).to_contain_text("✗")
    page.locator("button", has_text="恢复原文").click()
    assert "500/1" in field.input_value()
    expect(answer).to_have_count(0)

    field.fill(WRONG)
    field.press("Control+Enter")
    expect(page.locator(".ruling-error .zh")).to_contain_text("第 5 行第 6 列", timeout=LOADING)
    expect(field).to_be_focused()
    expect(field).to_have_attribute("aria-invalid", "true")
    assert field.evaluate("(field) => field.value.slice(field.selectionStart, field.selectionEnd)") == "十十"
    page.locator("button.set-interface").click()
    expect(page.locator(".ruling-error .en")).to_contain_text("Line 5, column 6")


def test_the_clauses_of_an_answer_are_links(page: Page, on_server: str) -> None:
    opened(page, on_server)
    page.locator("button.run").click()
    link = page.locator(".ruling-answer > .zh .expectations a", has_text="9.6.3.1").first
    link.hover(timeout=LOADING)
    expect(page.locator(".preview .number").first).to_have_text("9.6.3.1")
    link.click()
    page.wait_for_url("**/palworld/9.6.html#9.6.3.1")


def test_markup_in_a_ruling_is_text(page: Page, on_server: str) -> None:
    opened(page, on_server)
    field = page.locator("textarea.ruling-editor")
    field.fill(field.input_value().replace("小狐", '"<img src=x onerror=alert(1)>"'))
    field.press("Control+Enter")
    expect(page.locator(".ruling-answer .verdict, .ruling-error .zh").first).to_be_visible(timeout=LOADING)
    assert page.locator("main img").count() == 0


def test_a_run_can_be_stopped_and_another_begun(page: Page, in_browser: str) -> None:
    opened(page, in_browser)
    status = page.locator(".playground .status .zh")
    for _ in range(2):
        page.locator("button.run").click()
        expect(status).to_contain_text("正在载入")
        page.locator("button", has_text="停止").click()
        expect(status).to_have_text("已停止")


def test_python_is_loaded_for_a_run_only_and_from_the_site(page: Page, in_browser: str) -> None:
    asked: list[str] = []
    page.on("response", lambda response: asked.append(name_of(response, in_browser)))
    opened(page, in_browser)
    page.wait_for_load_state("networkidle")
    assert not [path for path in asked if path.startswith("playground/")]


def name_of(response: Response, base: str) -> str:
    return response.url.removeprefix(base)


def test_a_ruling_of_the_book_is_edited_where_it_stands(page: Page, on_server: str) -> None:
    page.goto(on_server + "palworld/rulings/b01-pals-trade-blows.html")
    page.locator("button.edit-ruling").click()
    expect(page.locator("textarea.ruling-editor")).to_be_focused()
    page.keyboard.press("Control+Enter")
    expect(page.locator(".ruling-answer > .zh .verdict.true")).to_be_visible(timeout=LOADING)


@pytest.mark.parametrize("missing", ["**/run", "**/playground-worker.mjs"])
def test_without_network_the_page_says_so(missing: str, browser: Browser, request: pytest.FixtureRequest) -> None:
    base: str = request.getfixturevalue("on_server" if missing == "**/run" else "in_browser")
    context = browser.new_context(locale="zh-CN", service_workers="block")  # not watched: the browser reports what it did not get
    context.route(missing, lambda route: route.abort())
    page = opened(context.new_page(), base)
    page.locator("button.run").click()
    error = page.locator(".ruling-error .zh")
    expect(error).to_contain_text("可能没有网络")
    expect(error).to_contain_text("judge whatif my.ruling")
    expect(page.locator("button", has_text="停止")).to_be_hidden()
    context.close()


def test_from_disk_the_page_says_how_to_run_it(page: Page, from_disk: str) -> None:
    opened(page, from_disk)
    page.locator("button.run").click()
    expect(page.locator(".ruling-error .zh")).to_contain_text("judge whatif my.ruling")
    page.locator("button.set-interface").click()
    expect(page.locator(".ruling-error .en")).to_contain_text("judge site serve")


def test_without_script_the_text_and_the_commands_are_there(new_page: NewPage, served: str) -> None:
    page = new_page(java_script_enabled=False)
    page.goto(served + "playground.html")
    expect(page.locator("pre.ruling-source")).to_contain_text("小狐")
    expect(page.locator("pre.command").first).to_have_text("judge whatif my.ruling")
