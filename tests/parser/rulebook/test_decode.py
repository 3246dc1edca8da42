"""Which files are read as text, and what is said of the others."""

import codecs
from pathlib import Path

import pytest

from headjudge.kb.clause import HeadjudgeError
from headjudge.parser.decode import decode, read_text

TEXT = "第1章 概要\n1.1 人数\n1.1.1 回合玩家的卡牌在牌库中，不能使用能力。\n"
ENGLISH = "1. Players\n1.1. Two players face each other.\n"

READ = [
    ("utf-8", TEXT.encode()),
    ("utf-8 with a mark", codecs.BOM_UTF8 + TEXT.encode()),
    ("utf-16 with a mark", TEXT.encode("utf-16")),
    ("utf-16, big end first, with a mark", codecs.BOM_UTF16_BE + TEXT.encode("utf-16-be")),
    ("utf-16 without a mark", TEXT.encode("utf-16-le")),
    ("utf-16, big end first, without a mark", TEXT.encode("utf-16-be")),
    ("utf-32 with a mark", TEXT.encode("utf-32")),
    ("gb18030", TEXT.encode("gb18030")),
    ("gbk", TEXT.encode("gbk")),
]
REFUSED = [
    ("big5", "回合玩家的卡牌在牌庫中，不能使用的能力，可以無效。".encode("big5"), "foreign_encoding"),
    ("shift_jis", "カードをプレイする場合、ターンプレイヤーが選びます。".encode("shift_jis"), "foreign_encoding"),
    ("euc_jp", ("1.1 このゲームは二人のプレイヤーで行います。カードを1枚引く。\n" * 9).encode("euc_jp"), "foreign_encoding"),
    ("iso-2022-jp", "1.1 カードを1枚引く。".encode("iso2022_jp"), "foreign_encoding"),
    ("French in windows-1252", ("1.1 Règle générale : le joueur a gagné.\n" * 9).encode("cp1252"), "foreign_encoding"),
    ("Russian in windows-1251", ("1.1 Каждый игрок берёт карту.\n" * 9).encode("cp1251"), "foreign_encoding"),
    ("a zero byte in UTF-8", TEXT.encode() + b"\0", "binary_file"),
    ("two zero bytes in UTF-8", TEXT.encode() + b"\0\0", "binary_file"),
    ("a zero byte in GB18030", TEXT.encode("gb18030")[:-1] + b"\0", "binary_file"),
    ("a zero byte in English", ENGLISH.encode() + b"\0" * (1 + len(ENGLISH) % 2), "binary_file"),
    ("a picture as a file of even length", b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00" + b"\x00\x01" * 90, "binary_file"),
    ("a PDF", b"%PDF-1.7\n%\xe2\xe3\xcf\xd3", "binary_file"),
    ("a Word file", b"PK\x03\x04\x14\x00", "binary_file"),
    ("a picture", b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x01\x00", "binary_file"),
    ("broken utf-8", TEXT.encode() * 9 + b"\xff\xfe\xff" + TEXT.encode(), "wrong_encoding"),
    ("half a utf-16", codecs.BOM_UTF16_LE + TEXT.encode("utf-16-le") + b"\x00", "wrong_encoding"),
]


@pytest.mark.parametrize("data", [data for _, data in READ], ids=[name for name, _ in READ])
def test_read(data: bytes) -> None:
    assert decode(data) == TEXT


def test_english_is_read() -> None:
    assert decode(ENGLISH.encode()) == ENGLISH


@pytest.mark.parametrize(("data", "code"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED])
def test_refused(data: bytes, code: str) -> None:
    with pytest.raises(HeadjudgeError) as error:
        decode(data, "rules.txt")
    assert (error.value.code, error.value.facts["path"]) == (code, "rules.txt")


def test_where_utf8_breaks_is_said() -> None:
    with pytest.raises(HeadjudgeError) as error:
        decode(TEXT.encode() * 9 + b"\xff\xfe\xff\n")
    assert (error.value.code, error.value.facts["line"]) == ("wrong_encoding", 28)


@pytest.mark.parametrize(("content", "code"), [(None, "unreadable_file"), (b"", "empty_file"), (b" \n\t\r\n", "empty_file")])
def test_missing_and_empty_files(tmp_path: Path, content: bytes | None, code: str) -> None:
    path = tmp_path / "rules.txt"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(HeadjudgeError) as error:
        read_text(path)
    assert error.value.code == code


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(HeadjudgeError) as error:
        read_text(tmp_path)
    assert error.value.code == "unreadable_file"
