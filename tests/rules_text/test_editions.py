"""The shipped editions keep to their own controlled language, and say nothing that a clause is not behind."""

import re
import tomllib
from importlib.resources import files

import pytest

from headjudge.kb.clause import Status
from headjudge.kb.shipped import shipped
from headjudge.parser.rulebook import Rulebook, parse_rulebook

EDITIONS = {f"{source.edition.game}@{source.edition.name}": source for source in shipped()}
GAMES = sorted(entry.name for entry in files("headjudge.rules_text").iterdir() if (entry / "verbs.toml").is_file())


@pytest.fixture(scope="module")
def books() -> dict[str, Rulebook]:
    return {name: parse_rulebook(source.text, source.dialect) for name, source in EDITIONS.items()}


def test_four_games_ship() -> None:
    assert {source.edition.game for source in EDITIONS.values()} == {"pact", "palworld", "vanguard", "zx"}


@pytest.mark.parametrize("name", EDITIONS)
def test_every_character_is_in_a_clause_and_every_reference_leads_somewhere(name: str, books: dict[str, Rulebook]) -> None:
    book = books[name]
    lost = [(c.key, r.text) for c in book.clauses for r in c.references if r.status in (Status.DANGLING, Status.AMBIGUOUS)]
    assert (book.unaccounted, lost) == (0, [])


@pytest.mark.parametrize("game", GAMES)
def test_an_edition_uses_one_word_for_one_thing(game: str, books: dict[str, Rulebook]) -> None:
    banned = tomllib.loads((files("headjudge.rules_text") / game / "verbs.toml").read_text("utf-8"))["instead"]
    used = [
        (clause.key, word)
        for name, book in books.items()
        if name.startswith(f"{game}@")
        for clause in book.clauses
        for word in banned
        if word in clause.text
    ]
    assert used == []


@pytest.mark.parametrize("game", GAMES)
def test_every_listed_verb_is_used_and_its_clauses_exist(game: str, books: dict[str, Rulebook]) -> None:
    verbs = tomllib.loads((files("headjudge.rules_text") / game / "verbs.toml").read_text("utf-8"))["verbs"]
    for book in (book for name, book in books.items() if name.startswith(f"{game}@")):
        text = "\n".join(clause.text for clause in book.clauses)
        keys = {clause.key for clause in book.clauses}
        assert [verb for verb in verbs if verb not in text] == []
        assert [key for does in verbs.values() for key in re.findall(r"\d+(?:\.\d+)+", does) if key not in keys] == []


@pytest.mark.parametrize("name", EDITIONS)
def test_full_width_signs_stand_between_chinese(name: str) -> None:
    chinese = "[\u4e00-\u9fff]"
    found = re.findall(rf"{chinese}[,;:?!()]{chinese}", EDITIONS[name].text)
    assert found == []
