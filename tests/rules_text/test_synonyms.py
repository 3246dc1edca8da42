"""The synonyms are words of the rulebooks, and lead from each game's words to the others'."""

from importlib.resources import files

import pytest

from headjudge.kb.fold import fold
from headjudge.kb.synonyms import Synonym, shipped_synonyms
from tests.rules_text.conftest import Clauses

LINES = (files("headjudge.rules_text") / "synonyms.tsv").read_text("utf-8").splitlines()
HEAD, *ROWS = [line.split("\t") for line in LINES if not line.startswith("#")]
GAMES = HEAD[1:-1]


def test_a_column_a_game(clauses: Clauses) -> None:
    assert ["idea", *sorted({edition.partition("@")[0] for edition in clauses}), "also"] == HEAD
    assert all(len(row) == len(HEAD) for row in ROWS)
    assert len({row[0] for row in ROWS}) == len(ROWS)


@pytest.mark.parametrize("game", GAMES)
def test_a_word_of_a_game_stands_in_its_rulebook(game: str, clauses: Clauses) -> None:
    (book,) = (book for edition, book in clauses.items() if edition.startswith(f"{game}@"))
    text = "\n".join(f"{clause.title}\n{clause.text}" for clause in book.values())
    words = [word for row in ROWS for word in row[HEAD.index(game)].split("、") if word]
    assert words
    assert [word for word in words if word not in text] == []


def test_words_are_written_as_search_compares_them() -> None:
    assert [word for row in ROWS for cell in row[1:] for word in cell.split("、") if fold(word, {}) != word] == []


# What a judge of one game asks in another's words: (game, word, term)
WANTED = [
    ("palworld", "竖置", "站立"),
    ("vanguard", "站立", "重置"),
    ("zx", "横置", "休眠"),
    ("palworld", "休眠", "横置"),
    ("vanguard", "待机", "待处理"),
    ("zx", "待处理", "诱发状态"),
    ("palworld", "排查时段", "检查时点"),
    ("zx", "检查时点", "优先权预处理"),
    ("palworld", "任命", "指派"),
    ("vanguard", "牌库", "牌堆"),
    ("pact", "弃牌区", "坟墓区"),
    ("palworld", "弃牌堆", "墓地"),
    ("vanguard", "放逐", "除外"),
    ("zx", "永续", "常时"),
    ("zx", "替代", "置换"),
    ("pact", "操控者", "控制者"),
]


@pytest.mark.parametrize(("game", "word", "term"), WANTED)
def test_one_word_leads_to_the_other(game: str, word: str, term: str) -> None:
    assert Synonym(game, word, term) in shipped_synonyms()


def test_no_game_is_sent_to_words_that_it_does_not_use() -> None:
    own = {(game, word) for row in ROWS for game, cell in zip(GAMES, row[1:], strict=False) for word in cell.split("、") if word}
    assert {(game, term) for game, _, term in shipped_synonyms()} <= own
