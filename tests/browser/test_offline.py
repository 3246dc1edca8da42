"""The site without network: whole after the first visit, renewed when the reader wants it, and from an archive on a disk."""

import json
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from headjudge.site.archive import TOP, write_archive
from headjudge.site.folder import MANIFEST
from tests.browser.conftest import NewPage, Quiet, serving

WAIT = 120_000  # ms: thousands of files are fetched
READY = "async () => Boolean((await navigator.serviceWorker.ready).active && navigator.serviceWorker.controller)"


@pytest.fixture(scope="session")
def small_site(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site's own list of what is kept, cut to one rulebook: the worker does the same with fewer files."""
    folder = tmp_path_factory.mktemp("offline") / "site"
    shutil.copytree(site, folder, ignore=shutil.ignore_patterns("pact", "vanguard", "c", "rulings"))
    cut(folder)
    return folder


def cut(folder: Path) -> None:
    about = json.loads((folder / "offline.json").read_text("utf-8"))
    about["files"] = {path: mark for path, mark in about["files"].items() if (folder / path).is_file()}
    (folder / "offline.json").write_text(json.dumps(about), "utf-8")


@pytest.fixture
def own_site(small_site: Path, tmp_path: Path) -> Path:
    """A copy that a test may change."""
    return Path(shutil.copytree(small_site, tmp_path / "site"))


@pytest.fixture
def visited(own_site: Path, new_page: NewPage) -> Iterator[tuple[Page, str]]:
    """A page of a site that has been kept, and the site's address."""
    with serving(own_site) as base:
        page = new_page(service_workers="allow")
        page.goto(base + "index.html")
        page.wait_for_function(READY, timeout=WAIT)
        yield page, base


def test_every_page_is_kept(site: Path) -> None:
    about = json.loads((site / "offline.json").read_text("utf-8"))
    pages = {file.relative_to(site).as_posix() for file in site.rglob("*.html")}
    assert pages <= set(about["files"])
    assert not [path for path in about["files"] if path.startswith("playground/")]
    for path in [*about["files"], *about["onUse"]]:
        assert (site / path).is_file(), path
    assert {one["edition"] for one in about["editions"]} >= {"2026-07"}


def test_the_same_site_is_the_same_build(site: Path) -> None:
    worker = (site / "sw.js").read_text("utf-8")
    assert worker.startswith('const BUILD = "')
    assert worker.count("BUILD") > 1


def test_without_network_pages_search_and_previews_work(visited: tuple[Page, str]) -> None:
    page, base = visited
    page.context.set_offline(True)
    page.goto(base + "palworld/10.5.html")
    expect(page.locator("h1")).to_contain_text("检查时点")
    page.locator("[id='10.5.1.1'] a.reference").first.hover()
    expect(page.locator(".preview")).to_be_visible()
    page.goto(base)  # the folder stands for its index.html
    expect(page.locator("h1")).to_be_visible()


class Shortening(Quiet):
    """A host that leads from `10.5.html` on to `10.5`, and from a folder's `index.html` to the folder."""

    def do_GET(self) -> None:  # noqa: N802 - the name that is overridden
        path = self.path.removesuffix("index.html") if self.path.endswith("/index.html") else self.path.removesuffix(".html")
        if path != self.path:
            self.send_response(308)
            self.send_header("Location", path)
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        if Path(self.translate_path(self.path) + ".html").is_file():
            self.path += ".html"
        super().do_GET()


def test_a_host_that_shortens_addresses(own_site: Path, new_page: NewPage) -> None:
    with serving(own_site, Shortening) as base:
        page = new_page(service_workers="allow")
        page.goto(base)
        page.wait_for_function(READY, timeout=WAIT)
        page.context.set_offline(True)
        for path in ("palworld/10.5.html", "palworld/10.5", "palworld/10.5#10.5.3", "palworld/index.html", "palworld"):
            page.goto(base + path)
            expect(page.locator("h1")).to_be_visible()
        page.locator("main a[href]").first.click()
        expect(page.locator("h1")).to_be_visible()


def test_an_update_is_told_with_its_editions_and_waits_for_the_reader(visited: tuple[Page, str], own_site: Path) -> None:
    page, base = visited
    front = own_site / "index.html"
    front.write_text(front.read_text("utf-8").replace("<h1>", "<h1>新 "), "utf-8")
    about = json.loads((own_site / "offline.json").read_text("utf-8"))
    about["files"]["index.html"] = "changed"
    about["editions"][0]["edition"] = "2099-01"
    (own_site / "offline.json").write_text(json.dumps(about), "utf-8")
    worker = own_site / "sw.js"
    worker.write_text(worker.read_text("utf-8").replace('BUILD = "', 'BUILD = "next'), "utf-8")
    page.goto(base + "palworld/index.html")
    notice = page.locator("aside.update")
    expect(notice).to_contain_text("2099-01", timeout=WAIT)
    page.goto(base + "index.html")
    assert not page.locator("h1").inner_text().startswith("新")
    expect(notice).to_be_visible(timeout=WAIT)
    with page.expect_navigation():
        notice.locator("button", has_text="重新载入").click()
    expect(page.locator("h1")).to_contain_text("新")
    assert page.evaluate("async () => (await caches.keys()).length") <= 2


def test_it_can_be_installed(site: Path, page: Page, served: str) -> None:
    page.goto(served + "palworld/10.5.html")
    href = page.locator("link[rel=manifest]").get_attribute("href")
    assert href == "../manifest.webmanifest"
    about = json.loads((site / "manifest.webmanifest").read_text("utf-8"))
    assert about["name"]
    assert about["display"] in ("standalone", "minimal-ui")
    for icon in about["icons"]:
        size = icon["sizes"]
        loaded = page.evaluate(
            "async (src) => { const image = new Image(); image.src = src; await image.decode(); return image.naturalWidth; }",
            served + icon["src"],
        )
        assert size == "any" or size == f"{loaded}x{loaded}"


def test_an_archive_opens_from_disk(site: Path, page: Page, tmp_path: Path) -> None:
    small = tmp_path / "small"
    shutil.copytree(site, small, ignore=shutil.ignore_patterns("pact", "vanguard", "zx", "c", "rulings", "playground"))
    names = sorted(file.relative_to(small).as_posix() for file in small.rglob("*") if file.is_file())
    manifest = {"made_by": "headjudge", "files": [name for name in names if name != MANIFEST]}
    (small / MANIFEST).write_text(json.dumps(manifest), "utf-8")
    write_archive(small, tmp_path / "site.zip")
    with zipfile.ZipFile(tmp_path / "site.zip") as archive:
        archive.extractall(tmp_path / "unpacked")
    page.goto((tmp_path / "unpacked" / TOP / "palworld" / "10.5.html").as_uri())
    page.locator("[id='10.5.1.1'] a.reference").first.hover()
    expect(page.locator(".preview")).to_be_visible()
