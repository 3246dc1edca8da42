"""The pages of rulings: what they say is what the command line says, and every ruling is shown, whatever became of it."""

import gzip
import json
import re
import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring

import pytest

from headjudge.cli.messages import message, messages
from headjudge.kb.database import connect
from headjudge.kb.lookup import games
from headjudge.kb.rulings import rulings
from headjudge.parser.ruling_vocabulary import Language
from headjudge.simulator.answers.overrides import Overrides
from headjudge.simulator.answers.reasons import because
from headjudge.simulator.answers.ruling import Ruling
from headjudge.simulator.answers.running import How, answered, started
from headjudge.simulator.answers.sentence import sentence
from headjudge.simulator.answers.steps import condensed, steps
from headjudge.simulator.coverage import coverage
from headjudge.simulator.games.palworld.board import Board
from headjudge.simulator.games.palworld.law import shipped_law
from headjudge.simulator.games.palworld.policies import policies
from headjudge.simulator.registry import picturing
from headjudge.site.atlas import Atlas
from headjudge.site.book import Book, load_book
from headjudge.site.casebook import Casebook, casebook
from headjudge.site.frames import edition_of
from headjudge.site.library import Library, Volume, made
from headjudge.site.packed import packed
from headjudge.site.records import ReplayRecord
from headjudge.site.render import render_page
from headjudge.site.replay import replay_of
from headjudge.site.rulings import rulings_of
from headjudge.site.stored import mentions
from tests.site.conftest import Pages

LANGUAGES: tuple[Language, Language] = ("zh", "en")

TRADE = "b01-pals-trade-blows"
ORDERS = "b10-order-of-waiting-abilities"
SETUP = "clause-6.2-setup"

HEAD = """ruling {title}
game palworld

甲 回合玩家 主要阶段
  生命 10
{board}
乙
  生命 10
  牌库 普通×9

做
  至 回合结束

则
  {then}
"""

ODD = {
    "odd-markup": HEAD.format(
        title="<script>alert(1)</script> & \u202e倒序",
        board='  据点\n    "<img src=x onerror=alert(1)>" 帕鲁 500/1 「【自】此卡攻击时，抽1张牌。」\n  手牌 空\n  牌库 普通×9\n',
        then="甲 生命 = 10",
    ),
    "odd-forty-cards": HEAD.format(
        title="四十张卡", board="  据点\n    石墙×40 建筑物 400\n  手牌 空\n  牌库 普通×9\n", then="甲 生命 = 10"
    ),
    "odd-unreadable": "ruling 读不懂\ngame palworld\n\n甲 回合玩家\n  据店 石墙\n",
    "odd-unmodelled": HEAD.format(
        title="读不懂的能力",
        board="  据点\n    怪兽 帕鲁 500/1 「【永】此卡在月光下唱歌。」\n  手牌 空\n  牌库 普通×9\n",
        then="怪兽 战斗力 = 700",
    ),
    "odd-wrong": HEAD.format(title="不是这样", board="  手牌 空\n  牌库 普通×9\n", then="甲 生命 = 3"),
    "odd-\u202eÜ ．．": HEAD.format(title="名称奇特", board="  手牌 空\n  牌库 普通×9\n", then="甲 生命 = 10"),
}


@pytest.fixture(scope="module")
def odd_database(shipped_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The shipped knowledge base with rulings that nobody would ship."""
    database = tmp_path_factory.mktemp("odd") / "kb.db"
    shutil.copy(shipped_database, database)
    with closing(sqlite3.connect(database)) as db:
        db.execute("DELETE FROM rulings WHERE game = 'palworld' AND written = 0 AND name NOT IN (?, ?)", (TRADE, ORDERS))
        for name, text in ODD.items():
            title = re.search("ruling (.*)", text)
            assert title
            row = ("palworld", name, title[1], "<b>源</b>", text)
            db.execute("INSERT INTO rulings (game, name, title, source, text) VALUES (?, ?, ?, ?, ?)", row)
        db.commit()
    return database


@pytest.fixture(scope="module")
def odd_cases(odd_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Casebook:
    with closing(connect(odd_database)) as db:
        return casebook(db, "palworld", "palworld", tmp_path_factory.mktemp("cache"))


@pytest.fixture(scope="module")
def odd_files(odd_database: Path, odd_cases: Casebook) -> dict[str, str]:
    """What is written about those rulings."""
    with closing(connect(odd_database)) as db:
        game = next(game for game in games(db) if game.game == "palworld")
        book = load_book(db, game, game.editions[0])
        atlas = Atlas(book, "palworld")
        volume = Volume(book, atlas, edition_of(book, atlas))
        found = rulings_of(volume, Library(db, (volume,), {}, {"palworld": odd_cases}, messages=messages))
        files = {path: made(file) for path, file in found}
    return {path: file if isinstance(file, str) else render_page(file, path).decode() for path, file in files.items()}  # type: ignore[arg-type]


def words(element: Element) -> str:
    return " ".join("".join(element.itertext()).split())


def by_class(page: Element, name: str) -> list[Element]:
    return [element for element in page.iter() if name in element.get("class", "").split()]


def script(text: str) -> dict[str, object]:
    found = re.fullmatch(r"headjudge\.replay\((.*)\);\n", text)
    assert found
    data: dict[str, object] = json.loads(found[1])
    return data


def page_of(text: str) -> Element:
    return fromstring(text.removeprefix("<!DOCTYPE html>"))


# What the shipped site says --------------------------------------------------------------------------------------------------


def test_every_ruling_has_its_page_and_its_line(shipped_pages: Pages, knowledge: sqlite3.Connection) -> None:
    for game in games(knowledge):
        index = shipped_pages[f"{game.game}/rulings/index.html"]
        listed = {line.get("data-name"): line for entry in by_class(index, "rulings") for line in entry.iter("li")}
        found = rulings(knowledge, game.game)
        assert set(listed) == {kept.name for kept in found}
        assert str(len(found)) in words(by_class(index, "shown")[0])
        for kept_ruling in found:
            link = next(listed[kept_ruling.name].iter("a"))
            page = shipped_pages[f"{game.game}/rulings/{link.get('href')}"]
            assert words(page.findall(".//h1")[0]) == " ".join(kept_ruling.title.split())


def clause_of(step: Element) -> str:
    """The clause that a step names."""
    return words(by_class(by_class(step, "at")[0], "reference")[0])


def told(text: str, name: str = "") -> tuple[dict[Language, str], list[str], list[Board]]:
    """The sentences of a ruling, and of its line the steps that did something: their clauses and boards."""
    ruling = Ruling(name, text, None, confined=True)
    answer = answered(ruling, started(ruling, "", How(shipped_law())), Overrides())
    shown = condensed(steps(answer.verdict.trace, answer.verdict.start, "zh"), frozenset(because(answer)))
    said = {language: sentence(answer, language) for language in LANGUAGES}
    return said, [step.clause or step.rests_on[0] for step in shown], [step.board for step in shown]


@pytest.mark.parametrize("start", ["b", "clause-1", "fault-c", "q3", "q9"])
def test_a_page_says_what_the_command_line_says(start: str, shipped_pages: Pages, knowledge: sqlite3.Connection) -> None:
    chosen = [kept for kept in rulings(knowledge, "palworld") if kept.name.startswith(start) and not kept.written][:4]
    assert chosen
    for ruling in chosen:
        page = shipped_pages[f"palworld/rulings/{ruling.name}.html"]
        verdict = by_class(page, "verdict")[0]
        said, clauses, boards = told(ruling.text)
        for language, shown in zip(LANGUAGES, ("zh", "en"), strict=True):
            spans = by_class(verdict, shown) or [verdict]
            assert words(spans[0]) == " ".join(said[language].split())
        if len(by_class(page, "steps")) == 1 and not by_class(page, "further"):
            listed = list(map(clause_of, by_class(page, "step")))
            assert listed == clauses[: len(listed)]  # what goes round is shown once
        assert boards or not by_class(page, "step")


def test_the_table_after_each_step_is_the_simulators(
    shipped_pages: Pages, shipped_folder: Path, knowledge: sqlite3.Connection
) -> None:
    ruling = next(kept for kept in rulings(knowledge, "palworld") if kept.name == TRADE)
    _, _, boards = told(ruling.text)
    page = shipped_pages[f"palworld/rulings/{TRADE}.html"]
    data = script((shipped_folder / f"palworld/rulings/{TRADE}.replay.js").read_text("utf-8"))
    checked = 0
    for step, board in zip(by_class(page, "step"), boards, strict=True):
        table = data["tables"][int(step.get("data-table", ""))]  # type: ignore[index]
        for player in (0, 1):
            seat = board.seats[player]
            numbers = fromstring(f"<div>{data['pieces'][table[picturing().slots.index(f'numbers{player}')]]}</div>")  # type: ignore[index]
            assert {element.get("data-mark"): words(next(element.iter("dd"))) for element in by_class(numbers, "life")} == {
                f"life{player}": str(seat.life)
            }
            base = fromstring(f"<div>{data['pieces'][table[picturing().slots.index(f'base{player}')]]}</div>")  # type: ignore[index]
            lying = {(thing.card.name, thing.rested, thing.damage) for thing in seat.base}
            drawn = {
                (
                    words(by_class(tile, "name")[0]),
                    "rested" in tile.get("class", "").split(),
                    int(re.findall(r"\d+", words(by_class(tile, "damage")[0]))[0]) if by_class(tile, "damage") else 0,
                )
                for tile in by_class(base, "tile")
            }
            assert drawn == lying
            checked += len(lying)
    assert checked > 10


def test_what_a_step_changes_is_marked(shipped_pages: Pages) -> None:
    page = shipped_pages["palworld/rulings/b03-player-damage.html"]
    changed = {mark for step in by_class(page, "step") for mark in step.get("data-changed", "").split()}
    assert {"life1", "in_deck1"} <= changed  # two cards go to the graveyard, then the life drops
    assert any(mark.startswith("c") and mark[1:].isdigit() for mark in changed)


def test_both_ways_of_what_may_or_may_not_come_out(shipped_pages: Pages) -> None:
    page = shipped_pages[f"palworld/rulings/{ORDERS}.html"]
    lists = by_class(page, "steps")
    assert len(lists) == 3
    heads = by_class(page, "line-head")
    assert [words(by_class(head, "reference")[0]) for head in heads] == ["10.5.3.2", "10.5.3.2"]
    common, one, other = (by_class(part, "step") for part in lists)
    assert one[0].get("value") == other[0].get("value") == str(len(common) + 1)
    chosen = [words(by_class(line[0], "chosen")[0]) for line in (one, other)]
    assert chosen[0] != chosen[1]
    assert [words(part) for part in by_class(page, "parting")] != []


def test_every_clause_of_a_replay_is_a_link(shipped_pages: Pages) -> None:
    steps_seen = 0
    for path, page in shipped_pages.items():
        if path.startswith("palworld/rulings/"):
            for step in by_class(page, "step"):
                links = [link for link in by_class(step, "at")[0].iter("a") if link.get("class") == "reference"]
                assert len(links) == 1, path
                steps_seen += 1
    assert steps_seen > 1500


def test_what_happens_several_times_is_said_once(shipped_pages: Pages, knowledge: sqlite3.Connection) -> None:
    ruling = next(kept for kept in rulings(knowledge, "palworld") if kept.name == SETUP)
    record = replay_of(ruling.name, ruling.text, shipped_law())
    happened = [event["zh"] for line in record["lines"] for step in line["steps"] for event in step["events"]]
    shown = [
        event for step in by_class(shipped_pages[f"palworld/rulings/{SETUP}.html"], "step") for event in by_class(step, "event")
    ]
    told = []
    for event in shown:
        times = [int(words(repeat).removeprefix("×")) for repeat in by_class(event, "times")]
        told += [words(by_class(event, "zh")[0])] * (times[0] if times else 1)
    assert told == [" ".join(event.split()) for event in happened]
    assert len(shown) < len(happened)


def test_only_a_step_of_the_clause_of_the_step_before_it_is_marked(shipped_pages: Pages) -> None:
    marked = 0
    for page in shipped_pages.values():
        for line in by_class(page, "steps"):
            found = by_class(line, "step")
            again = [False, *(clause_of(one) == clause_of(other) for one, other in pairwise(found))][: len(found)]
            assert ["again" in step.get("class", "").split() for step in found] == again
            marked += sum(again)
    assert marked > 100


def test_the_way_up_to_the_list_is_named_in_one_language(shipped_pages: Pages) -> None:
    page = shipped_pages[f"palworld/rulings/{TRADE}.html"]
    ways = [link for link in page.iter("a") if link.get("href") == "index.html"]
    assert len(ways) == 2
    assert all(
        [(words(said), said.get("class")) for said in link.iter("span")][-2:] == [("裁定", "zh"), ("Rulings", "en")]
        for link in ways
    )


def test_rulings_beside_a_clause(shipped_pages: Pages, knowledge: sqlite3.Connection) -> None:
    query = """SELECT count(DISTINCT ruling) FROM {} WHERE key = '10.5.3.2'
        AND ruling IN (SELECT id FROM rulings WHERE game = 'palworld')"""
    cited, ran = (knowledge.execute(query.format(table)).fetchone()[0] for table in ("citations", "runs"))
    clause = next(element for element in shipped_pages["palworld/10.5.html"].iter() if element.get("id") == "10.5.3.2")
    about = by_class(clause, "about")[0]
    assert [int(number) for number in re.findall(r"\d+", words(next(about.iter("summary"))))] == [cited, ran]
    assert [link.get("href") for link in about.iter("a")][-1] == "rulings/index.html#10.5.3.2"
    assert len(list(about.iter("a"))) == min(cited, 12) + 1


def test_coverage_is_that_of_the_command_line(shipped_pages: Pages, knowledge: sqlite3.Connection) -> None:
    ran = {key for (key,) in knowledge.execute("SELECT DISTINCT key FROM runs")}
    found = coverage(ran, game="palworld", law=shipped_law())
    page = shipped_pages["palworld/coverage.html"]
    total = next(next(page.iter("tfoot")).iter("tr"))
    assert [words(cell) for cell in total.iter("td")] == [str(n) for n in (found.executable, found.bound, found.executed)]
    counts = {words(kind).split()[0]: int(words(kind).split()[-1]) for kind in by_class(page, "kind-count")}
    listed = [by_class(part, "reference") for part in by_class(page, "classified")]
    assert sum(map(len, listed)) >= found.clauses
    assert counts["可执行Executable"] == found.executable
    assert counts["定义性Definitional"] == found.definitional


def test_reasons_are_given_in_both_languages(shipped_pages: Pages) -> None:
    page = shipped_pages["palworld/coverage.html"]
    reasons = [reason for part in by_class(page, "classified") for reason in by_class(part, "lead")]
    assert len(reasons) > 30
    for reason in reasons:
        zh, en = (words(by_class(reason, language)[0]) for language in ("zh", "en"))
        assert not zh.isascii()
        assert en.isascii()


def test_every_policy_with_all_its_readings(shipped_pages: Pages) -> None:
    page = shipped_pages["palworld/policies.html"]
    for name, policy in policies().items():
        part = next(element for element in by_class(page, "policy") if element.get("id") == name)
        said = words(part)
        for zh, en in policy.readings.values():
            assert " ".join(zh.split()) in said
            assert " ".join(en.split()) in said
        assert words(by_class(part, "taken")[0]).endswith(policy.taken)


def test_a_written_ruling(shipped_pages: Pages) -> None:
    page = shipped_pages["zx/rulings/equal-times-turn-player-first.html"]
    assert by_class(page, "clause_same")
    assert not by_class(page, "clause_changed")
    assert by_class(page, "answer")
    assert len(list(page.iter("blockquote"))) == len(by_class(page, "quoted"))


# Rulings that nobody would ship -------------------------------------------------------------------------------------------------


def test_bad_rulings_are_shown_as_what_they_are(odd_files: dict[str, str], odd_cases: Casebook) -> None:
    index = page_of(odd_files["palworld/rulings/index.html"])
    standings = {line.get("data-name"): line.get("data-standing") for line in index.iter("li") if line.get("data-name")}
    assert standings["odd-unreadable"] == "not_run"
    assert standings["odd-unmodelled"] == "unknown"
    assert standings["odd-wrong"] == "fails"
    assert standings["odd-markup"] == standings["odd-forty-cards"] == "holds"
    unreadable = words(page_of(odd_files["palworld/rulings/odd-unreadable.html"]))
    assert "据店" in unreadable
    code, facts = odd_cases.simulation.replays["odd-unreadable"]["error"] if odd_cases.simulation else ("", {})
    for language in ("zh", "en"):
        assert " ".join(message(code, facts, language).split()) in unreadable
    assert code not in unreadable
    assert "在月光下唱歌" in words(page_of(odd_files["palworld/rulings/odd-unmodelled.html"]))
    assert set(odd_cases.paths.values()) <= set(odd_files)


def test_markup_and_hidden_characters_are_text(odd_files: dict[str, str]) -> None:
    for path, text in odd_files.items():
        assert "\u202e" not in text, path
        if path.endswith(".html"):
            page = page_of(text)
            assert not [element for element in page.iter("script") if element.text or not element.get("src")]
            assert not list(page.iter("img"))
        elif "replay" in path:
            for piece in script(text)["pieces"]:  # type: ignore[attr-defined]
                drawn = fromstring(f"<div>{piece}</div>")
                assert not list(drawn.iter("img"))
    page = page_of(odd_files["palworld/rulings/odd-markup.html"])
    assert words(page.findall(".//h1")[0]) == "<script>alert(1)</script> & ⟦U+202E⟧倒序"
    assert any(words(tile).startswith("<img src=x onerror=alert(1)>") for tile in by_class(page, "tile"))


def test_cards_that_look_the_same_are_drawn_once(odd_files: dict[str, str]) -> None:
    page = page_of(odd_files["palworld/rulings/odd-forty-cards.html"])
    tiles = [tile for tile in by_class(page, "tile") if "石墙" in words(tile)]
    assert [words(by_class(tile, "name")[0]) for tile in tiles] == ["石墙 ×40"]


def test_the_same_clauses_reworded(odd_database: Path, odd_cases: Casebook) -> None:
    """A written ruling says which of its clauses no longer have the words that it quotes."""
    with closing(connect(odd_database)) as db:
        game = next(game for game in games(db) if game.game == "palworld")
        book = load_book(db, game, game.editions[0])
        altered = [(*row[:5], f"{row[5]}改", *row[6:]) if row[3] == "clause" else row for row in book.stored.clauses]
        reworded = packed(book.edition, book.stored._replace(clauses=altered), partial(mentions, db))
        book = Book(game, book.edition, reworded)
        atlas = Atlas(book, "palworld")
        volume = Volume(book, atlas, edition_of(book, atlas))
        files = {path: made(file) for path, file in rulings_of(volume, Library(db, (volume,), {}, {"palworld": odd_cases}))}
    written = [path for name, path in odd_cases.paths.items() if odd_cases.rulings[name].written]
    assert written
    for path in written:
        page = page_of(render_page(files[path], path).decode())  # type: ignore[arg-type]
        assert len(by_class(page, "clause_changed")) == len(by_class(page, "quoted"))


# Long replays ----------------------------------------------------------------------------------------------------------------


def long_record() -> ReplayRecord:
    """A replay of fifteen hundred steps."""
    record = replay_of("long", ODD["odd-wrong"], shipped_law())
    line = record["lines"][0]
    line["steps"] = (line["steps"] * 1500)[:1500]
    assert line["steps"]
    return record


def test_a_long_replay_keeps_the_page_small(odd_database: Path, odd_cases: Casebook) -> None:
    assert odd_cases.simulation is not None
    replays = {**odd_cases.simulation.replays, TRADE: long_record()}
    cases = replace(odd_cases, simulation=odd_cases.simulation._replace(replays=replays))
    with closing(connect(odd_database)) as db:
        game = next(game for game in games(db) if game.game == "palworld")
        book = load_book(db, game, game.editions[0])
        atlas = Atlas(book, "palworld")
        volume = Volume(book, atlas, edition_of(book, atlas))
        files = {path: made(file) for path, file in rulings_of(volume, Library(db, (volume,), {}, {"palworld": cases}))}
    path = cases.paths[TRADE]
    html = render_page(files[path], path).decode()  # type: ignore[arg-type]
    assert len(gzip.compress(html.encode())) < 20_000
    page = page_of(html)
    shown = len(by_class(page, "step"))
    more = script(str(files[path.replace(".html", ".replay.js")]))["more"]
    rest = fromstring(f"<ol>{more['0']}</ol>")  # type: ignore[index]
    assert shown + len(by_class(rest, "step")) == 1500
    assert [int(step.get("value", "")) for step in by_class(rest, "step")][:1] == [shown + 1]


def test_the_same_ruling_gives_the_same_bytes() -> None:
    records = [json.dumps(replay_of("x", ODD["odd-unmodelled"], shipped_law())) for _ in range(2)]
    assert records[0] == records[1]
