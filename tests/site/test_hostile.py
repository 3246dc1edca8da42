"""A rulebook that means harm is shown as the text that it is."""

import json
import re
from pathlib import Path
from xml.etree.ElementTree import Element

import html5lib
import pytest

Pages = dict[str, Element]

SHOWN = [
    ("1.html", "<script>alert(1)</script>"),
    ("1.1.html", '"><img src=x onerror=alert(1)>'),
    ("1.1.html", "“粗&体”是指 & 与 &lt; 和 </p></main></html>（1.1.2）。"),
    ("1.1.html", "控制␁字符␛[31m与⟦U+202E⟧倒序⟦U+2066⟧文字⟦U+2069⟧，<b>粗</b>再现（9.9.9）。"),
    ("1.1.html", "{{ 7 * 7 }} {% raw %} ${x} ]]> --> <!-- （1.1）⟦U+E0041⟧⟦U+FDD0⟧"),
    ("1.1.html", "<svg onload=alert(1)> javascript:alert(1) \U0001f600"),
    ("1.1.html", "<style>*{display:none}</style>"),
    ("index.html", "</title><script>"),
    ("index.html", "</span><b>"),
    ("terms.html", "粗&体"),
]
HIDDEN = "\u202e\u2066\u2069\ufdd0\U000e0041"


@pytest.mark.parametrize(("page", "text"), SHOWN)
def test_markup_is_text(hostile_pages: Pages, page: str, text: str) -> None:
    assert text in "".join(hostile_pages[f"static~2/{page}"].itertext())


def test_no_element_comes_from_the_text(hostile_pages: Pages, hostile_folder: Path) -> None:
    """Only the site's own scripts, one drawing in the bar, chains, and nothing that a text could have brought in."""
    own = {f"{up}static/{file.name}" for up in ("", "../", "../../") for file in (hostile_folder / "static").glob("*.js")}
    for path, page in hostile_pages.items():
        assert {element.get("src") for element in page.iter("script")} <= own
        assert not list(page.iter("img")), path
        assert not list(page.iter("style")), path
        assert len([svg for svg in page.iter("svg") if svg.get("class") != "chain"]) == 1, path
        assert page.get("lang") in ("zh-Hans", "und"), path


def test_no_hidden_or_reordering_character_is_left(hostile_folder: Path) -> None:
    for file in hostile_folder.rglob("*"):
        if file.is_file() and file.suffix != ".png":
            text = file.read_text("utf-8")
            assert not [char for char in text if char in HIDDEN or (char < " " and char != "\n")], file


def test_a_term_with_signs_has_a_safe_name(hostile_folder: Path) -> None:
    names = {file.name for file in (hostile_folder / "static~2" / "term").iterdir()}
    assert "粗-体.html" in names
    assert all(re.fullmatch(r"[\w.~-]+\.html", name) for name in names)


def test_a_preview_of_markup_is_text(hostile_folder: Path) -> None:
    script = (hostile_folder / "static~2" / "1.1.preview.js").read_text("utf-8")
    fragments = json.loads("[" + script.removeprefix("headjudge.receive(").removesuffix(");\n") + "]")[1]
    for html in fragments.values():
        fragment = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False).parseFragment(html)
        assert {element.tag for element in fragment.iter()} <= {"DOCUMENT_FRAGMENT", "p", "a", "b", "span", "ul", "li", "dfn"}
    assert "alert(1)" in fragments["1.1.3/1"]


def test_a_reference_to_nothing_is_marked(hostile_pages: Pages) -> None:
    marked = [element for element in hostile_pages["static~2/1.1.html"].iter() if element.get("class") == "unlinked"]
    assert ["".join(element.itertext()) for element in marked] == ["9.9.9"]
    assert all(element.get("title") for element in marked)
