"""`judge import`: what is read, what is reported, what is refused."""

import io
import json
from pathlib import Path
from threading import Event, Thread
from time import sleep
from typing import Any

import pytest

from headjudge.kb import lock
from tests.cli.conftest import Judge, start

SMALL = "第1章 概要\n1.1 人数\n1.1.1 两名玩家对战（1.2）。\n1.2 牌库\n1.2.1 “牌库”是指放置卡牌的区域。\n例：主牌库。\n"
FAULTY = "第1章 概要\n1.1 人数\n1.1.1 两名玩家对战（9.9）。\n1.1.1 此条重复。\n1.1.3 此条跳号。\n"


def imported(judge: Judge, own: Path, text: str | bytes, *more: str) -> Any:
    """What is reported of a text, and the knowledge base has it."""
    file = own.parent / "rules.txt"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    ended = judge("import", str(file), "--game", "mygame", "--edition", "1", "--json", *more, db=own)
    data = json.loads(ended.out)
    twice = any(problem["rule"] == "duplicate_number" for problem in data["problems"])
    assert ended.code == (2 if twice else 0), ended
    return data


def test_report(judge: Judge, own: Path) -> None:
    data = imported(judge, own, SMALL)
    assert {"game", "edition", "dialect", "nodes", "by_kind", "by_depth", "references", "references_by_kind"} <= set(data)
    assert (data["game"], data["edition"], data["nodes"], data["numbered"]) == ("mygame", "1", 6, 5)
    assert data["by_kind"] == {"chapter": 1, "section": 2, "clause": 2, "example": 1}
    assert data["by_depth"] == {"1": 1, "2": 2, "3": 2}
    assert (data["references"], data["references_by_kind"]) == (1, {"number": 1})
    assert (data["unresolved"], data["unaccounted_characters"], data["problems"]) == ([], 0, [])
    assert "两名玩家" in judge("show", "mygame:1.1.1", db=own).out
    assert "1.2.1" in judge("term", "牌库", "-g", "mygame", db=own).out


def test_problems_have_their_place(judge: Judge, own: Path) -> None:
    data = imported(judge, own, FAULTY)
    found = {problem["rule"]: problem for problem in data["problems"]}
    assert set(found) == {"dangling_reference", "duplicate_number", "gap"}
    assert (found["dangling_reference"]["line"], found["duplicate_number"]["line"], found["gap"]["line"]) == (3, 4, 5)
    assert [(entry["text"], entry["status"]) for entry in data["unresolved"]] == [("9.9", "dangling")]
    assert all(problem["message"] and "{" not in problem["message"] for problem in data["problems"])
    # both clauses of that number are kept
    assert "此条重复" in judge("show", "mygame:1.1.1~2", db=own).out


def test_problems_are_drawn_with_a_caret(judge: Judge, own: Path) -> None:
    file = own.parent / "rules.txt"
    file.write_text(FAULTY, "utf-8")
    lines = judge("import", str(file), "--game", "mygame", "--edition", "1", db=own).out.splitlines()
    at = next(number for number, line in enumerate(lines) if "“9.9”" in line)
    assert lines[at].startswith(f"{file}:3:")
    column = int(lines[at].split()[0].rpartition(":")[2])
    assert FAULTY.splitlines()[2][column - 1 :].startswith("9.9")
    # two cells for each Chinese character before the caret
    assert lines[at + 2].index("^") - 4 == sum(2 if ord(char) > 0x2E80 else 1 for char in FAULTY.splitlines()[2][: column - 1])


ENCODINGS = ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "gb18030"]


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_encodings(judge: Judge, own: Path, encoding: str) -> None:
    assert imported(judge, own, SMALL.encode(encoding))["numbered"] == 5


# (the file, what the message must name)
REFUSED = [
    (None, ["rules.txt"]),
    (b"", ["empty"]),
    (b" \n\t\n", ["empty"]),
    (b"%PDF-1.7\n\x00\x01", ["PDF"]),
    (b"\x7fELF\x02\x01" + bytes(3000) + bytes(range(256)), ["no text file"]),
    ("回合玩家的卡牌在牌库中，可以使用效果能力。".encode("big5", "ignore"), ["UTF-8"]),
    ("プレイヤーはカードを引きます。".encode("shift_jis"), ["shift_jis", "iconv"]),
    (SMALL.encode() + b"\xff\xfe\x00 \x81", ["rules.txt"]),
]


@pytest.mark.parametrize(("content", "wanted"), REFUSED, ids=[str(wanted) for _, wanted in REFUSED])
def test_refused_files(judge: Judge, own: Path, content: bytes | None, wanted: list[str]) -> None:
    before = own.read_bytes()
    file = own.parent / "rules.txt"
    if content is not None:
        file.write_bytes(content)
    ended = judge("import", str(file), "--game", "mygame", "--edition", "1", db=own)
    assert (ended.code, ended.out) == (2, "")
    assert [words for words in wanted if words not in ended.err] == [], ended.err
    assert own.read_bytes() == before, "nothing was changed"


# (arguments, what the message must name)
NAMES = [
    (["--game", "../x", "--edition", "1"], "../x"),
    (["--game", "mygame", "--edition", "../../1"], "../../1"),
    (["--game", "mygame", "--edition", "a b"], "a b"),
    (["--game", "palworld", "--edition", "2026-07"], "2026-07-official"),
    (["--game", "mygame", "--edition", "1", "--dialect", "nosuch"], "dotted"),
    (["--game", "mygame", "--edition", "1", "--lang", "qq"], "zh-Hant"),
    (["--game", "mygame", "--edition", "1", "--lang", "jp"], "ja"),
    (["--game", "mygame"], "--edition"),
    (["--edition", "1"], "--game"),
]


@pytest.mark.parametrize(("arguments", "wanted"), NAMES, ids=[" ".join(arguments) for arguments, _ in NAMES])
def test_refused_names(judge: Judge, own: Path, arguments: list[str], wanted: str) -> None:
    file = own.parent / "rules.txt"
    file.write_text(SMALL, "utf-8")
    ended = judge("import", str(file), *arguments, db=own)
    assert (ended.code, ended.out) == (2, "")
    assert wanted in ended.err


def test_language_of_the_rulebook_and_of_the_messages(judge: Judge, own: Path) -> None:
    file = own.parent / "rules.txt"
    file.write_text(SMALL, "utf-8")
    ended = judge("--lang", "zh", "import", str(file), "--game", "mygame", "--edition", "1", "--lang", "ja", db=own)
    assert "已导入 mygame@1" in ended.out
    editions = json.loads(judge("games", "-g", "mygame", "--json", db=own).out)["games"][0]["editions"]
    assert [edition["language"] for edition in editions] == ["ja"]


def test_an_imported_text_answers_first_and_both_are_laid_side_by_side(judge: Judge, own: Path) -> None:
    file = own.parent / "rules.txt"
    file.write_text("第10章 结算\n10.5 时点\n10.5.3 官方的句子。\n10.5.3.1 官方的步骤。\n", "utf-8")
    assert judge("import", str(file), "--game", "palworld", "--edition", "official", db=own).code == 0
    shown = judge("show", "10.5.3", db=own).out
    assert "官方的句子" in shown
    assert "如果发生检查时点" not in shown
    both = judge("show", "10.5.3", "--editions", "all", db=own).out
    assert both.index("palworld@official:10.5.3") < both.index("palworld@2026-07:10.5.3") < both.index("如果发生检查时点")
    sides = json.loads(judge("show", "10.5.3", "--editions", "official,2026-07", "--json", db=own).out)["editions"]
    assert [side["edition"]["name"] for side in sides] == ["official", "2026-07"]
    assert [child["number"] for child in sides[0]["children"]] == ["10.5.3.1"]

    assert both.count("官方的句子") == 1


def test_of_several_languages_the_readers_answers(judge: Judge, own: Path) -> None:
    file = own.parent / "rules.txt"
    for name, lang, words in (
        ("en-9", "en", "First the rules."),
        ("ja-9", "ja", "まずルール処理。"),
        ("zh-8", "zh-Hans", "官方的句子。"),
    ):
        file.write_text(f"10.5.3 {words}\n", "utf-8")
        assert judge("import", str(file), "--game", "palworld", "--edition", name, "--lang", lang, db=own).code == 0
    for lang, wanted in (("zh", "官方的句子"), ("en", "First the rules")):
        shown = judge("show", "10.5.3", "-g", "palworld", "--lang", lang, db=own)
        assert wanted in shown.out
        assert shown.err == "", "a text in another language is no older edition of this one"
        first = json.loads(judge("games", "--json", "--lang", lang, "-g", "palworld", db=own).out)["games"][0]["editions"][0]
        assert first["language"].startswith(lang)
    assert "まずルール処理" in judge("show", "palworld@ja-9:10.5.3", "--lang", "zh", db=own).out


DATES = {
    "2026": 0,
    "2026-07": 0,
    "2026-02-28": 0,
    "2026-02-30": 2,
    "2026-13": 2,
    "26-07": 2,
    "July 2026": 2,
    "2026-07-30-1": 2,
    "２０２６": 2,
}


@pytest.mark.parametrize(("written", "code"), DATES.items())
def test_the_date_from_which_it_is_in_force(judge: Judge, own: Path, written: str, code: int) -> None:
    file = own.parent / "rules.txt"
    file.write_text(SMALL, "utf-8")
    ended = judge("import", str(file), "--game", "mygame", "--edition", "1", "--effective", written, "--lang", "zh", db=own)
    assert ended.code == code, ended
    assert ("--effective" in ended.err) is bool(code)


def test_what_is_not_in_order_is_counted_even_if_it_is_nothing(judge: Judge, own: Path) -> None:
    file = own.parent / "rules.txt"
    for words, counts in (("1.1 抽牌。\n1.2 结算（1.1）。\n", "0; ambiguous: 0;"), ("1.1 抽牌（9.9）。\n", "1; ambiguous: 0;")):
        file.write_text(words, "utf-8")
        ended = judge("--lang", "en", "import", str(file), "--game", "mygame", "--edition", "1", db=own)
        assert f"Dangling references: {counts} characters in no clause: 0." in ended.out


def test_importing_again_takes_the_place_of_the_first(judge: Judge, own: Path) -> None:
    imported(judge, own, SMALL)
    file = own.parent / "rules.txt"
    file.write_text(SMALL.replace("两名", "三名"), "utf-8")
    ended = judge("import", str(file), "--game", "mygame", "--edition", "1", db=own)
    assert "takes the place" in ended.out
    assert "三名玩家" in judge("show", "mygame:1.1.1", db=own).out


def test_standard_input(judge: Judge, own: Path) -> None:
    ended = judge("import", "-", "--game", "mygame", "--edition", "1", db=own, stdin=SMALL.encode("gb18030"))
    assert ended.code == 0
    assert "5 numbered clauses" in ended.out


def test_two_imports_at_once_both_end_well(judge: Judge, own: Path, tmp_path: Path) -> None:
    file = tmp_path / "rules.txt"
    file.write_text(SMALL, "utf-8")
    running = [start("import", str(file), "--game", game, "--edition", "1", db=own) for game in ("first", "second")]
    for one in running:
        assert one.communicate(timeout=120)[1] == b""
        assert one.returncode == 0
    for game in ("first", "second"):
        assert judge("show", f"{game}:1.1.1", db=own).code == 0


def test_control_characters_never_reach_the_reader_raw(judge: Judge, own: Path) -> None:
    hostile = "第1章 概要\n1.1 人数\n1.1.1 红\x1b[31m字\x07、\x9b2J、\u202e反\u2066、<b>&amp;。\n1.1.2 引用（9.9\x1b）。\n"
    file = own.parent / "rules.txt"
    file.write_text(hostile, "utf-8")
    texts = [judge("import", str(file), "--game", "mygame", "--edition", "1\u200d", db=own)]
    texts += [judge("import", str(file), "--game", "mygame", "--edition", "1", db=own)]
    texts += [
        judge(*line.split(), db=own)
        for line in ("show mygame:1.1", "search 红", "mygame:1.1.1", "chain mygame:1.1.1", "show \x1b[31m")
    ]
    for ended in texts:
        raw = [
            char
            for char in ended.out + ended.err
            if char != "\n" and (ord(char) < 32 or 0x7F <= ord(char) < 0xA0 or char in "\u202e\u2066")
        ]
        assert raw == []
    assert "红\\x1b[31m字\\x07" in texts[2].out
    # in JSON the characters are escaped, and the value is whole
    written = judge("show", "mygame:1.1.1", "--json", db=own).out
    assert "\x9b" not in written
    assert "\u202e" not in written
    assert json.loads(written)["text"] == "红\x1b[31m字\x07、\x9b2J、\u202e反\u2066、<b>&amp;。"


def test_a_number_twice_is_stored_and_is_no_success(judge: Judge, own: Path, tmp_path: Path) -> None:
    file = tmp_path / "twice.txt"
    file.write_text("1 总则\n1.1 甲。\n1.1 乙。\n1.2 丙。\n", "utf-8")
    ended = judge("import", str(file), "--game", "twice", "--edition", "1", "--lang", "en", db=own)
    assert ended.code == 2
    assert "Given more than once: 1.1." in ended.err
    assert "乙。" in judge("show", "twice:1.1~2", db=own).out


def test_nothing_on_standard_input_takes_no_text_away(
    judge: Judge, own: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "kept.txt"
    file.write_text("1 总则\n1.1 甲。\n", "utf-8")
    assert judge("import", str(file), "--game", "kept", "--edition", "1", db=own).code == 0
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"\n \n")))
    ended = judge("import", "-", "--game", "kept", "--edition", "1", "--lang", "en", db=own)
    assert (ended.code, ended.out) == (2, "")
    assert "is empty" in ended.err
    assert "甲。" in judge("show", "kept:1.1", db=own).out


def test_a_read_only_file_is_left_as_it_is(judge: Judge, tmp_path: Path) -> None:
    file, base = tmp_path / "rules.txt", tmp_path / "kb.db"
    file.write_text("1 总则\n1.1 甲。\n", "utf-8")
    assert judge("import", str(file), "--game", "one", "--edition", "1", db=base).code == 0
    base.chmod(0o444)
    before = base.read_bytes()
    ended = judge("import", str(file), "--game", "two", "--edition", "1", "--lang", "en", db=base)
    assert ended.code == 2
    assert "read-only file" in ended.err
    assert base.read_bytes() == before


@pytest.mark.parametrize(("language", "words"), [("en", "waiting for it"), ("zh", "等它写完")])
def test_another_writer_is_waited_for_and_not_in_silence(
    judge: Judge, own: Path, monkeypatch: pytest.MonkeyPatch, language: str, words: str
) -> None:
    monkeypatch.setattr(lock, "SILENT", 0.05)
    file = own.parent / "rules.txt"
    file.write_text(SMALL, "utf-8")
    writes = Event()

    def write() -> None:
        with lock.scratch(own):
            writes.set()
            sleep(1)

    other = Thread(target=write)
    other.start()
    writes.wait()
    ended = judge("--lang", language, "import", str(file), "--game", "mygame", "--edition", "1", db=own)
    other.join()
    assert ended.code == 0
    assert words in ended.err
    assert str(own) in ended.err
