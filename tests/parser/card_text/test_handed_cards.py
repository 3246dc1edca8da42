"""The real cards that lie beside the checkout: how much of their text is modelled."""

import csv
from pathlib import Path

from headjudge.parser.card_print import print_ability
from headjudge.parser.card_text import read_card_text
from headjudge.parser.effect_tree import unmodelled
from headjudge.parser.effects import AbilityText, Keyword
from headjudge.parser.keywords import Keywords


def test_the_asked_share_is_modelled(handed: Path, keywords: Keywords) -> None:
    lines = abilities(handed, keywords)
    lost = [(one.words, [part.words for part in unmodelled(one.ability)]) for one in lines if unmodelled(one.ability)]
    print(f"{len(lines) - len(lost)} of {len(lines)} ability lines modelled; not: {lost}")
    assert len(lines) >= 80
    assert not lost


def test_printed_they_read_the_same(handed: Path, keywords: Keywords) -> None:
    for one in abilities(handed, keywords):
        if not unmodelled(one.ability):
            printed = print_ability(one.ability)
            assert [again.ability for again in read_card_text(printed, keywords.formulas)] == [one.ability], printed


def test_their_keywords_have_clauses(handed: Path, keywords: Keywords) -> None:
    found = [one.ability for one in abilities(handed, keywords) if isinstance(one.ability, Keyword)]
    assert len(found) >= 25
    assert not unmodelled(tuple(keywords.expand(keyword) for keyword in found))


def abilities(handed: Path, keywords: Keywords) -> list[AbilityText]:
    """The printed abilities of all cards."""
    with (handed / "cards" / "palworld.tsv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    return [one for row in rows for one in read_card_text(row["text"], keywords.formulas)]
