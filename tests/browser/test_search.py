"""The search box against the command line: the same clauses in the same order, for some hundreds of queries; and its keys."""

import gzip
import json
import random
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from headjudge.cli.answer import Answer
from headjudge.cli.commands.search import search as command
from headjudge.cli.request import Request
from headjudge.kb.address import Address, fold_number
from headjudge.kb.database import connect
from headjudge.kb.fold import fold
from headjudge.kb.near import nearest, parts
from tests.browser.conftest import NewPage, watch

SHOWN = 20

QUERIES = """
检查时点|檢查時點|检查 时点|伤害 战斗|帕鲁 据点 移动|“|，|。|Ｘ|ｘ|owner|OWNER|（10|《》|①|不存在的词|{|"
点|不|的|一|牌|甲|Ａ|0|１
墓地|废弃区|坟墓|弃牌堆|横置|tap|untap|竖置|休息状态|回合玩家|主动玩家|牌库|卡组|主卡组|抽牌|丢弃|手牌|手牌上限|阻挡|拦截|攻击|战斗阶段
触发|诱发|触发式能力|自动能力|置换效果|替换效果|代替|持续效果|层|时间印|优先权|优先|堆叠|叠放|连锁|响应|检查类规则处理|状态动作
牌库没有卡牌会怎么样|攻击时能不能阻挡|生命变成零的玩家输吗|帕鲁和建筑物同时被破坏
check timing|check timings|information of a card|active players|graveyards
胜利 条件|败北|投降|平局|无限循环|循环|重置|先攻|先手|起始手牌|调度|换牌|生命|体力|打击力|战斗力|力量|费用|支付 费用|代价
伤害|玩家伤害|致命伤害|破坏|放置到墓地|除外|除外区|公开|洗牌|检索|指定|选择 1只|最多|任意|必须|不能|如果 那么|否则|同时 执行
在检查时点，先结算全部规则处理|返回10.5.3.1|10.5.3 检查|10.5|10.5.3|第10章|1.1|2.6.1|5.14|11.2.2.4|305.2c|9.6.3|3|第十章|規則處理
ability|trigger|damage|draw a card|battle phase|Ｂａｔｔｌｅ|  伤害　 战斗  |伤害　|卡牌 卡牌|卡 牌 卡|卡卡卡|帕鲁帕鲁|的的
'; DROP TABLE|a OR b|NOT c|^f|*|检查*|title:检查|ß|ſ|ﬁ|ㄅ|é|𠮷|😀|\u200b|\u3000|İ|ΑΣ|ꭰ|ﾌﾞﾛｯｸ|Ⅷ|㈱|½|...|……|、|·|-|—|~|/
检\u200b查时\u202e点|\ufeff伤害 \u2060战\xad斗|①\ufe0f|10.5\u200b.3|\u202e\u200d
""".strip()


def queries(db: sqlite3.Connection) -> list[str]:
    """The queries above, pieces of the books' own texts, and words of the synonyms."""
    chance = random.Random(2026)
    texts = [text for (text,) in db.execute("SELECT title || text FROM clauses ORDER BY id") if text]
    pieces = []
    for _ in range(170):
        text, length = chance.choice(texts), chance.choice((1, 2, 2, 3, 4, 6))
        start = chance.randrange(len(text))
        pieces.append(text[start : start + length].replace("\n", " "))
    pairs = [f"{one} {other}" for one, other in zip(pieces[::2], pieces[1::2], strict=True)]
    synonyms = [word for (word,) in db.execute("SELECT DISTINCT word FROM synonyms ORDER BY word")]
    said = chance.sample(synonyms, 60)
    mixed = [f"{chance.choice(said)} {chance.choice(pieces)}" for _ in range(40)]
    written = [query for line in QUERIES.split("\n") for query in line.split("|")]
    return [*written, *pieces, *pairs, *said, *mixed]


@pytest.fixture(scope="module")
def searching(browser: Browser, served: str) -> Iterator[Page]:
    """A page whose search has been loaded; it is not touched otherwise."""
    troubles: list[str] = []
    context = browser.new_context()
    watch(context, troubles)
    page = context.new_page()
    page.goto(served + "palworld/10.5.html")
    page.evaluate("async () => { window.finder = await window.headjudge.search.load(); }")
    yield page
    context.close()
    assert not troubles


FIND = """([queries, game, limit]) => queries.map((query) => {
    const found = window.finder.find(query, game, limit);
    return {
        hits: found.hits.map((hit) => [`${hit.clause.book.id}:${hit.clause.key}`, hit.instead]),
        total: found.total, synonyms: found.synonyms, searched: found.apart || query,
    };
})"""


def found(page: Page, asked: list[str], game: str = "", limit: int = SHOWN) -> list[dict[str, Any]]:
    answers: list[dict[str, Any]] = page.evaluate(FIND, [asked, game, limit])
    return answers


def commanded(database: Path, query: str, game: str) -> dict[str, Any]:
    answer: Answer = command(Request(database, game=game), [query], SHOWN)
    data = answer.data()
    hits = [
        [re.sub("@[^:]*:", ":", hit["id"]), [[said["word"], said["found"]] for said in hit["synonyms"]]] for hit in data["hits"]
    ]
    return {"hits": hits, "total": data["exact"], "synonyms": data["total"] - data["exact"], "searched": data["searched"]}


@pytest.mark.parametrize("game", ["", "palworld", "zx"])
def test_the_command_line_finds_the_same_in_the_same_order(searching: Page, shipped_database: Path, game: str) -> None:
    with closing(connect(shipped_database)) as db:
        asked = [query for query in queries(db) if query.strip() and not fold_number(query)]
    if game:
        asked = asked[:: 2 if game == "palworld" else 3]
    differing = [
        (query, got, wanted)
        for query, got in zip(asked, found(searching, asked, game), strict=True)
        if got != (wanted := commanded(shipped_database, query, game))
    ]
    assert len(asked) > 150
    assert not differing


def test_a_number_offers_itself_and_what_lies_below_it(searching: Page, shipped_database: Path) -> None:
    with closing(connect(shipped_database)) as db:
        keys = [key for (key,) in db.execute("SELECT key FROM clauses WHERE NOT synthetic AND key <> '' ORDER BY id")]
        asked = [*random.Random(3).sample(keys, 120), "1", "10", "3", "110.5", "0.5", "10.50"]
        answers = found(searching, asked, "palworld", 10**6)
        for key, got in zip(asked, answers, strict=True):
            below = {brief.key for brief in parts(db, Address("palworld", "", key), 10**6)}
            offered = [name.partition(":")[2] for name, _ in got["hits"]]
            assert set(offered[: len(below)]) == below, key
            assert offered[:1] == [key] or key not in below, key


@pytest.mark.parametrize("game", ["", "palworld", "zx"])
def test_a_number_that_does_not_exist_offers_those_of_the_command_line(
    searching: Page, shipped_database: Path, game: str
) -> None:
    chance = random.Random(11)
    with closing(connect(shipped_database)) as db:
        rows = db.execute("SELECT key FROM clauses WHERE NOT synthetic AND key <> '' ORDER BY id").fetchall()
        keys = [key for (key,) in rows]
        slips = []
        for key in chance.sample(keys, 60):
            at = chance.randrange(len(key))
            slips += [key.replace(".", ""), key[:at] + chance.choice("0123456789") + key[at + 1 :], f"{key}.99", key[::-1]]
        asked = [
            key for key in [*slips, "105", "1053", "704.5b", "99999", "0", "10.5.3a", "5.10.99.1"] if fold_number(key) == key
        ]
        asked = [key for key in asked if not parts(db, Address(game, "", key))]
        wanted = [nearest(db, Address(game, "", key)) for key in asked]
    got = searching.evaluate(
        """([numbers, game]) => {
            const books = window.finder.books.filter((book) => !game || book.id === game)
                .sort((one, other) => (one.id < other.id ? -1 : 1));
            return numbers.map((number) => window.headjudge.near.nearestKeys(books, number));
        }""",
        [asked, game],
    )
    assert len(asked) > 60
    assert dict(zip(asked, got, strict=True)) == dict(zip(asked, wanted, strict=True))


def test_a_number_without_its_dots_is_told_what_it_may_be(page: Page, served: str) -> None:
    page.goto(served + "palworld/index.html")
    page.locator("#find").fill("1053")
    expect(page.locator("#hits .lead")).to_contain_text("没有条文 1053")
    assert "10.5.3" in page.locator("#hits [role=option] .number").all_inner_texts()
    page.locator("#find").press("Enter")  # it is not gone to unasked
    page.locator("#find").press("ArrowDown")
    wanted = str(page.locator("#hits [role=option]").first.get_attribute("href"))
    assert page.url.endswith("palworld/index.html")
    page.locator("#find").press("Enter")
    page.wait_for_url(wanted)


NUMBERS = """
１０. ５．3|（11.2.2.4）|第十章|2.6.1②|10,5，3|10..5.3|10.5.3 10.5.4|规则305.2C|3—1—2|检查时点|10.5.3 检查|十|第10|10章
第二十三章|一百零五|rule 10.5|§3
10.5。|[10.5]|【10.5】|「10.5」|#5|CR 704.5b
12345|10.5.|.5|5.|10-3|1.2.|99999.1|第两百条|條10|10條|701.2a.|１|٣|10.5~2|2.6.1/②|0|第〇章|第一千章
""".strip()


def test_numbers_are_read_as_the_command_line_reads_them(searching: Page) -> None:
    asked = [words for line in NUMBERS.split("\n") for words in line.split("|")]
    read = searching.evaluate("(words) => words.map(window.headjudge.reading.foldNumber)", asked)
    assert read == [fold_number(one) for one in asked]


def test_texts_are_folded_as_the_knowledge_base_folds_them(searching: Page, shipped_database: Path) -> None:
    with closing(connect(shipped_database)) as db:
        table = dict(db.execute("SELECT traditional, simplified FROM variants"))
    chance = random.Random(5)
    letters = [chr(code) for code in range(0x20, 0x3400) if chr(code).isprintable()]
    asked = [f"牌 {char}{chance.choice(letters)} {chance.choice('中a1（')}" for char in letters]
    asked += ["".join(chance.choices("  \n\t\x1fabyzABYZ019,.;(-'_", k=12)) for _ in range(2000)]
    # the two may know different editions of Unicode: a letter that is new to one of them is no fault
    differing = [
        text
        for text, got in zip(asked, searching.evaluate("(texts) => texts.map(window.headjudge.reading.fold)", asked), strict=True)
        if got != fold(text, table)
    ]
    assert differing == []


def test_the_four_indexes_are_small(site: Path) -> None:
    scripts = [site / "static" / name for name in ("finder.js", "near.js", "reading.js")]
    files = [site / "library.js", *scripts, *site.glob("*/search.js")]
    assert len(files) >= 7
    assert sum(len(gzip.compress(file.read_bytes(), 9, mtime=0)) for file in files) <= 300_000


def test_results_come_at_once(searching: Page) -> None:
    asked = ["检查时点", "的", "伤害 战斗", "10.5", "废弃区", "damage", "卡牌 能力 效果"]
    times = searching.evaluate(
        """(queries) => queries.map((query) => {
            const begun = performance.now();
            for (const hit of window.finder.find(query, "", 20).hits) { window.finder.shown(hit.clause, hit.words); }
            return performance.now() - begun;
        })""",
        asked,
    )
    assert max(times) < 50, dict(zip(asked, times, strict=True))


def test_nothing_is_loaded_before_the_box_is_used(new_page: NewPage, served: str) -> None:
    page = new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.removeprefix(served)))
    page.goto(served + "palworld/10.5.html")
    assert not [path for path in asked if path.endswith(("search.js", "library.js", "finder.js")) and path != "static/search.js"]
    page.keyboard.press("/")
    page.keyboard.type("墓地")
    expect(page.locator("#hits [role=option]").first).to_be_visible()
    assert {"library.js", "static/finder.js", "palworld/search.js", "zx/search.js"} <= set(asked)


def test_by_keyboard_alone(page: Page, base: str) -> None:
    page.goto(base + "palworld/9.html")
    box = page.locator("#find")
    page.keyboard.press("/")
    expect(box).to_be_focused()
    page.keyboard.type("檢查時點")
    options = page.locator("#hits [role=option]")
    expect(options.first).to_be_visible()
    expect(box).to_have_attribute("aria-expanded", "true")
    assert "检查时点" in page.locator("#hits mark").all_inner_texts()
    for _ in range(2):
        page.keyboard.press("ArrowDown")
    expect(options.nth(1)).to_have_attribute("aria-selected", "true")
    assert box.get_attribute("aria-activedescendant") == options.nth(1).get_attribute("id")
    expect(box).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(page.locator("#hits [aria-selected=true]")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator("#hits")).to_be_hidden()
    assert box.input_value() == "檢查時點"
    page.keyboard.press("ArrowDown")
    expect(options.first).to_be_visible()
    page.keyboard.press("ArrowUp")
    wanted = options.last.get_attribute("href")
    page.keyboard.press("Enter")
    page.wait_for_url(str(wanted))


def test_a_word_that_an_input_method_is_writing_is_not_missed(page: Page, served: str) -> None:
    """That `jian'cha` stands nowhere is neither shown nor said; what was found before stays."""
    page.goto(served + "palworld/index.html")
    page.locator("#find").fill("时点")
    lead = page.locator("#hits .lead")
    expect(lead).to_contain_text("找到")
    before = lead.inner_text()
    page.locator("#find").press("Home")
    typing = page.context.new_cdp_session(page)
    for written in ("j", "jian", "jian'cha"):
        typing.send("Input.imeSetComposition", {"text": written, "selectionStart": len(written), "selectionEnd": len(written)})
        expect(page.locator("#find")).to_have_value(written + "时点")
        page.evaluate("() => new Promise((resolve) => requestAnimationFrame(resolve))")
        assert lead.inner_text() == before
        assert "没有" not in page.locator("#live").inner_text()
    typing.send("Input.insertText", {"text": "检查"})
    expect(page.locator("#find")).to_have_value("检查时点")
    expect(page.locator("#hits [role=option]").first).to_contain_text("检查时点")


def test_enter_takes_the_first_hit(page: Page, base: str) -> None:
    page.goto(base + "palworld/index.html")
    page.keyboard.press("/")
    page.keyboard.type("10.5.3")
    page.keyboard.press("Enter")
    page.wait_for_url("**/palworld/10.5.html#10.5.3")


def test_a_hit_shows_its_parents(page: Page, served: str) -> None:
    page.goto(served + "index.html")
    page.locator("#find").fill("10.5.3.2")
    trail = page.locator("#hits .hit .trail").first
    expect(trail).to_contain_text("10.5 检查时点与行动时点 › 10.5.3")


def test_a_rulebooks_page_searches_it_and_on_demand_all(page: Page, served: str) -> None:
    page.goto(served + "palworld/index.html")
    page.locator("#find").fill("洗牌")
    expect(page.locator("#hits [role=option]").first).to_be_visible()
    assert {href.split("/")[3] for href in hrefs(page)} == {"palworld"}
    page.locator("#hits button.wider").click()
    assert len({href.split("/")[3] for href in hrefs(page)}) > 1


def hrefs(page: Page) -> list[str]:
    found: list[str] = page.locator("#hits [role=option]").evaluate_all("(links) => links.map((link) => link.href)")
    return found


def test_rulings_are_offered_by_their_titles(page: Page, base: str) -> None:
    page.goto(base + "palworld/index.html")
    page.locator("#find").fill("突破 打击力")
    ruling = page.locator("#hits [role=group][aria-label=裁定] [role=option]").first
    expect(ruling).to_be_visible()
    assert "/palworld/rulings/" in str(ruling.get_attribute("href"))


def test_a_question_is_taken_apart_and_that_is_said(page: Page, served: str) -> None:
    page.goto(served + "palworld/index.html")
    page.locator("#find").fill("牌库没有卡牌")
    expect(page.locator("#hits .lead")).to_contain_text("牌库 没有 卡牌")
    expect(page.locator("#hits [role=option]").first).to_be_visible()


def test_what_is_not_found_is_said(page: Page, served: str) -> None:
    page.goto(served + "index.html")
    page.locator("#find").fill("不存在的词")
    expect(page.locator("#hits .lead")).to_have_text("没有找到条文")
    expect(page.locator("#live")).to_have_text("没有找到条文")
    expect(page.locator("#find")).to_have_attribute("aria-expanded", "false")


def test_markup_in_a_query_is_text(page: Page, served: str) -> None:
    page.goto(served + "index.html")
    page.locator("#find").fill("<img src=x onerror=alert(1)>")
    expect(page.locator("#hits .lead")).to_contain_text("没有")
    assert page.locator("#hits img").count() == 0


def test_terms_are_offered(page: Page, served: str) -> None:
    page.goto(served + "palworld/index.html")
    page.locator("#find").fill("檢查時點")
    first = page.locator("#hits [role=option]").first
    expect(first).to_contain_text("检查时点")
    assert str(first.get_attribute("href")).endswith(
        "/palworld/term/" + json.loads('"%E6%A3%80%E6%9F%A5%E6%97%B6%E7%82%B9"') + ".html"
    )
