"""What is kept between runs comes back as it was, and damage or new data only make it be worked out again."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from lark import Token, Tree
from lark.exceptions import LarkError

from headjudge.parser import kept, mentions
from headjudge.parser.card_grammar import Grammar
from headjudge.parser.card_grammar import _parsed as parse_anew
from headjudge.parser.dialect import dialect

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
    first = kept.Sentences("sentences", MADE_FROM)
    assert sentence not in first
    first[sentence] = tree
    first.save()
    again = kept.Sentences("sentences", MADE_FROM)
    assert sentence in again
    assert shape(again[sentence]) == shape(tree)
    assert again[sentence] == tree


def test_some_of_the_sentences_are_read_and_one_is_not() -> None:
    assert [parse_anew(sentence) is not None for sentence in SENTENCES][-1] is False
    assert any(parse_anew(sentence) is not None for sentence in SENTENCES)


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b"\xff\xfe", b'{"digest": "x", "trees": {"a": ["b", []]}}'])
def test_damage_makes_it_begin_anew(folder: Path, damage: bytes) -> None:
    (folder / "sentences.json").write_bytes(damage)
    again = kept.Sentences("sentences", MADE_FROM)
    assert "a" not in again
    again["a"] = None
    again.save()
    assert kept.Sentences("sentences", MADE_FROM)["a"] is None


def test_other_data_make_it_begin_anew(folder: Path) -> None:
    first = kept.Sentences("sentences", MADE_FROM)
    first["a"] = None
    first.save()
    assert "a" in kept.Sentences("sentences", MADE_FROM)
    assert "a" not in kept.Sentences("sentences", MADE_FROM[:1])


def test_only_so_many_are_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "MOST", 3)
    first = kept.Sentences("sentences", MADE_FROM)
    for sentence in "abcde":
        first[sentence] = None
    first.save()
    assert list(json.loads((folder / "sentences.json").read_text("utf-8"))["trees"]) == ["c", "d", "e"]
    assert [path.name for path in folder.iterdir()] == ["sentences.json"]


def test_nothing_is_kept_where_nothing_can_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    kept.keep_in(tmp_path / "file" / "cache")
    assert kept.grammar_file("ruling") is False
    nowhere = kept.Sentences("sentences", MADE_FROM)
    nowhere["a"] = None
    nowhere.save()
    assert "a" not in nowhere


def made(folder: Path, value: list[int], made_from: tuple[str, ...] = MADE_FROM) -> list[int]:
    """What is kept under a name, `value` being made where nothing is."""
    return kept.kept_or_made("numbers", made_from, lambda: value)


def test_what_was_made_is_not_made_again(folder: Path) -> None:
    assert made(folder, [1]) == [1]
    assert made(folder, [2]) == [1]
    assert made(folder, [3], MADE_FROM[:1]) == [3]


@pytest.mark.parametrize("cut", [0, 1, 70, 140, -1])
def test_what_is_damaged_is_made_anew(folder: Path, cut: int) -> None:
    made(folder, [1])
    whole = (folder / "numbers.pickle").read_bytes()
    for damage in (whole[:cut], whole[:cut] + b"x" + whole[cut:][1:]):
        (folder / "numbers.pickle").write_bytes(damage)
        assert made(folder, [2]) == [2]
        assert (folder / "numbers.pickle").read_bytes() != damage


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
