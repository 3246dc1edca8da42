"""What is kept between runs comes back as it was, and damage or new data only make it be worked out again."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from lark import Token, Tree
from lark.exceptions import LarkError

from headjudge.parser import blocks, kept, kept_sentences, mentions, ruling_grammar
from headjudge.parser.card_grammar import Grammar
from headjudge.parser.card_grammar import _parsed as parse_anew
from headjudge.parser.dialect import dialect
from headjudge.parser.kept_sentences import Sentences
from headjudge.parser.ruling_error import Source
from headjudge.parser.ruling_grammar import read_tree

MADE_FROM = ("grammars/card_text.lark", "card_words.toml")
SENTENCES = ["抽1张牌", "选择至多2只帕鲁", "该帕鲁的战斗力+300", "让对手跳一支舞"]


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder that things are kept in."""
    kept.keep_in(tmp_path / "cache")
    yield tmp_path / "cache"
    kept._folder.clear()


def shape(tree: object) -> object:
    """A tree with the kinds of its tokens and where they stand, which `==` does not look at."""
    if isinstance(tree, Token):
        return tree.type, str(tree), tree.start_pos
    return (str(tree.data), [shape(child) for child in tree.children]) if isinstance(tree, Tree) else tree


@pytest.mark.parametrize("sentence", SENTENCES)
def test_trees_come_back_as_they_were(folder: Path, sentence: str) -> None:
    tree = parse_anew(sentence)
    first = Sentences("sentences", MADE_FROM)
    assert sentence not in first
    first[sentence] = tree
    first.save()
    again = Sentences("sentences", MADE_FROM)
    assert sentence in again
    assert shape(again[sentence]) == shape(tree)
    assert again[sentence] == tree


def test_some_of_the_sentences_are_read_and_one_is_not() -> None:
    assert [parse_anew(sentence) is not None for sentence in SENTENCES][-1] is False
    assert any(parse_anew(sentence) is not None for sentence in SENTENCES)


@pytest.mark.parametrize("damage", [b"", b"{", b"\n", b"\xff\xfe", b'0 0\n"a"\t["b", []]\n'])
def test_damage_makes_it_begin_anew(folder: Path, damage: bytes) -> None:
    (folder / "sentences.jsonl").write_bytes(damage)
    again = Sentences("sentences", MADE_FROM)
    assert "a" not in again
    again["a"] = None
    again.save()
    assert Sentences("sentences", MADE_FROM)["a"] is None


def test_a_changed_line_makes_it_begin_anew(folder: Path) -> None:
    first = Sentences("sentences", MADE_FROM)
    first["抽1张牌"] = Tree("sentence", [])
    first.save()
    file = folder / "sentences.jsonl"
    file.write_bytes(file.read_bytes().replace(b"sentence", b"sentinel"))
    assert "抽1张牌" not in Sentences("sentences", MADE_FROM)


def test_other_data_make_it_begin_anew(folder: Path) -> None:
    first = Sentences("sentences", MADE_FROM)
    first["a"] = None
    first.save()
    assert "a" in Sentences("sentences", MADE_FROM)
    assert "a" not in Sentences("sentences", MADE_FROM[:1])


def test_only_so_many_are_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_sentences, "MOST", 3)
    first = Sentences("sentences", MADE_FROM)
    for sentence in "abcde":
        first[sentence] = None
    first.save()
    again = Sentences("sentences", MADE_FROM)
    assert [sentence in again for sentence in "abcde"] == [False, False, True, True, True]
    assert [path.name for path in folder.iterdir()] == ["sentences.jsonl"]


def test_nothing_is_kept_where_nothing_can_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    kept.keep_in(tmp_path / "file" / "cache")
    assert kept.grammar_file("ruling") is False
    nowhere = Sentences("sentences", MADE_FROM)
    nowhere["a"] = None
    nowhere.save()
    assert "a" in nowhere  # as long as the process lasts
    assert "a" not in Sentences("sentences", MADE_FROM)


def test_what_is_kept_nowhere_does_not_grow_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "_folder", [])
    monkeypatch.setattr(kept_sentences, "MOST", 3)
    nowhere = Sentences("sentences", MADE_FROM)
    for sentence in "abcde":
        nowhere[sentence] = None
    assert [sentence in nowhere for sentence in "abcde"] == [False, False, True, True, True]


def test_what_was_made_is_not_made_again(folder: Path) -> None:
    assert kept.kept_or_made("numbers", MADE_FROM, lambda: [1]) == [1]
    assert kept.kept_or_made("numbers", MADE_FROM, lambda: [2]) == [1]
    assert kept.kept_or_made("numbers", MADE_FROM[:1], lambda: [3]) == [3]


@pytest.mark.parametrize("cut", [0, 1, 70, 129, -1])
def test_what_is_damaged_is_made_anew(folder: Path, cut: int) -> None:
    kept.kept_or_made("numbers", MADE_FROM, lambda: [1])
    (file,) = folder.iterdir()
    whole = file.read_bytes()
    for damage in (whole[:cut], whole[:cut] + b"x" + whole[cut:][1:]):
        file.write_bytes(damage)
        assert kept.kept_or_made("numbers", MADE_FROM, lambda: [2]) == [2]
        assert file.read_bytes() != damage


def test_a_ruling_is_read_by_a_kept_table_as_by_a_new_one(folder: Path) -> None:
    text = "甲 据点 疾风(帕鲁 500/1 「抽1张牌。」) ; 乙 生命 1 牌库 普通×3 ; 甲 以 疾风 攻击 乙 ; 则 必然 乙 败北 因 11.3.1"
    found = []
    for _ in range(2):
        ruling_grammar._grammar.cache_clear()
        tree, _ = read_tree(text, Source(text))
        found.append((shape(tree), [(part.data, part.meta.line, part.meta.column) for part in tree.iter_subtrees()]))
    ruling_grammar._grammar.cache_clear()
    assert found[0] == found[1]
    assert [path.name for path in folder.iterdir()] == ["ruling.grammar"]


def test_a_grammar_that_was_kept_reads_the_same(folder: Path) -> None:
    fresh = Grammar()
    kept.kept_or_made("card_text", MADE_FROM, lambda: fresh)
    again = kept.kept_or_made("card_text", MADE_FROM, Grammar)
    assert again is not fresh
    for sentence in SENTENCES[:3]:
        assert shape(tree_of(again, sentence)) == shape(tree_of(fresh, sentence))


def tree_of(grammar: Grammar, sentence: str) -> object:
    try:
        return grammar.parse(sentence)
    except LarkError:
        return None


def test_references_are_found_by_a_kept_grammar_as_by_a_new_one(folder: Path) -> None:
    found = []
    for _ in range(2):
        mentions._grammar.cache_clear()
        found.append(list(mentions.mentions("见10.5.3与（11.2.2），返回10.5.3.1。", dialect("dotted"))))
    mentions._grammar.cache_clear()
    assert found[0] == found[1]
    assert len(found[0]) == 3
    assert list(folder.glob("references-*"))


def test_lines_are_read_by_kept_shapes_as_by_new_ones(folder: Path) -> None:
    text = "第1章 概要\n　　1.1 人数\n\n① 公开\n  例：两名玩家。\n※注\n—————\n尾"
    found = []
    for _ in range(2):
        blocks._line_start.cache_clear()
        found.append(list(blocks.read_lines(text, dialect("dotted"))))
    blocks._line_start.cache_clear()
    assert found[0] == found[1]
    assert {line.mark for line in found[0]} >= {"CHAPTER", "NUMBER", "STEP", "EXAMPLE", "NOTE", "RULE", "PLAIN"}
    assert list(folder.glob("blocks-*"))
