"""The concordance cites real clauses, says what it says in both languages, and is read again when a clause has changed.

`HEADJUDGE_WRITE_PINS=1 pytest tests/rules_text` writes the pins anew: first read every entry that it names.
"""

import os
import re
from pathlib import Path

import pytest

from headjudge.kb.clause import ClauseKey
from headjudge.kb.concordance import Idea, Verdict, about_words, citations, concordance
from headjudge.kb.fold import fold
from headjudge.kb.pin import LENGTH, pin
from tests.rules_text.conftest import Clauses

BOOK = concordance()
IDEAS = pytest.mark.parametrize("idea", BOOK.ideas, ids=[idea.name for idea in BOOK.ideas])
PINS = Path(__file__).with_name("concordance_pins.tsv")
_HAN = re.compile(r"[\u4e00-\u9fff]")
_QUOTED = re.compile(r"【[^】]*】|〈[^〉]*〉|《[^》]*》|「[^」]*」|[\u4e00-\u9fff、…]+X?")


def test_it_is_of_the_shipped_editions(clauses: Clauses) -> None:
    assert {f"{game}@{name}" for game, name in BOOK.editions.items()} == set(clauses)


def test_what_a_judge_meets_is_there() -> None:
    assert len(BOOK.ideas) >= 40


@IDEAS
def test_every_clause_cited_exists(idea: Idea, clauses: Clauses) -> None:
    cited = [(side.game, key) for side in idea.sides for key in side.clauses]
    assert [(game, key) for game, key in cited if key not in clauses[f"{game}@{BOOK.editions[game]}"]] == []
    assert len(cited) == len(set(cited))


@IDEAS
def test_the_rule_is_that_of_a_game_and_every_other_verdict_says_how(idea: Idea) -> None:
    verdicts = [side.verdict for side in idea.sides]
    assert Verdict.SAME in verdicts, "the rule is somebody's"
    assert all((side.how is None) == (side.verdict is Verdict.SAME) for side in idea.sides)
    assert all(side.clauses for side in idea.sides if side.verdict is not Verdict.UNREGULATED), "a verdict rests on clauses"


@IDEAS
def test_both_languages(idea: Idea) -> None:
    for zh, en in [idea.rule, *(side.how for side in idea.sides if side.how)]:
        assert zh.endswith("。")
        assert _HAN.search(zh)
        assert en.endswith(".")
        assert en[0].isupper() or en[0] in "“《「【"
        assert len(_HAN.findall(_QUOTED.sub("", en))) == 0
        assert len(_HAN.findall(en)) < 20, "the game's own words at most"


@IDEAS
def test_an_idea_is_found_by_what_it_is_called(idea: Idea) -> None:
    for word in (idea.title.zh, idea.title.en, idea.name, *idea.words):
        found = about_words({fold(word, {})}, BOOK.ideas)
        whole = [other for other in found if word.casefold() in (name.casefold() for name in names(other))]
        assert idea in whole, word
        assert whole == found[: len(whole)], f"those called {word} come first"


def names(idea: Idea) -> tuple[str, ...]:
    return (idea.title.zh, idea.title.en, idea.name, *idea.words)


def test_no_clause_has_changed_since_its_ideas_were_written(clauses: Clauses) -> None:
    now = {
        (game, key): pin(clauses[f"{game}@{BOOK.editions[game]}"][key].text)[:LENGTH] for _, game, key in citations(BOOK.ideas)
    }
    if os.environ.get("HEADJUDGE_WRITE_PINS"):
        PINS.write_text("".join(f"{game}\t{key}\t{figures}\n" for (game, key), figures in sorted(now.items())), "utf-8")
    rows = (line.split("\t") for line in PINS.read_text("utf-8").splitlines())
    pinned = {(game, ClauseKey(key)): figures for game, key, figures in rows}
    changed = {place for place in {*now, *pinned} if now.get(place) != pinned.get(place)}
    assert sorted({(idea, game, key) for idea, game, key in citations(BOOK.ideas) if (game, key) in changed}) == []
    assert changed == set(), "a pin that nothing needs"
