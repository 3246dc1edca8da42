"""Why a card text is not read: the code, the words, where the reading stops, and what would have gone on."""

import pytest

from headjudge.parser.card_faults import Fault, faults, undefined_letters
from headjudge.parser.card_text import read_card_text
from headjudge.parser.keywords import Keywords

# (text, code, the words not read, what stands where the reading stops: `↓` marks the place, one of the words expected there)
FAULTS = [
    ("【起】↓［②抽1张牌。", "card_bracket_open", "【起】［②抽1张牌。", "［", "]"),
    ("抽1张牌。↓）", "card_bracket_stray", "抽1张牌。）", "）", ""),
    ("↓胆小", "card_unknown_keyword", "胆小", "胆小", "勇敢"),
    ("【自】↓无畏300", "card_unknown_keyword", "【自】无畏300", "无畏300", "勇敢"),
    ("【自】↓【退场时】抽1张牌。", "card_unknown_mark", "【自】【退场时】抽1张牌。", "【退场时】", "登场时"),
    ("【自】↓", "card_nothing_said", "【自】", "", ""),
    ("【永】此卡↓变得很强。", "card_unexpected", "此卡变得很强", "变", "变为"),
    ("【自】【登场时】抽1张牌。然后↓跳舞3次。", "card_unexpected", "然后跳舞3次", "跳", "抽"),
    ("【永】此卡获得〈【自】此卡↓跳舞时，抽1张牌。〉。", "card_unexpected", "【自】此卡跳舞时，抽1张牌。", "跳", "攻击"),
    ("选择1个建筑物，将其↓破坏。", "card_destroy", "选择1个建筑物，将其破坏。", "破坏", ""),
    ("【自】此卡↓击败帕鲁时，抽1张牌。", "card_destroy", "【自】此卡击败帕鲁时，抽1张牌。", "击败", ""),
    ("选择1只帕鲁，其可以↓再攻击1次。", "card_attacks_counted", "选择1只帕鲁，其可以再攻击1次。", "再攻击", ""),
    ("【永】↓相邻的帕鲁的战斗力+200。", "card_neighbours", "相邻的帕鲁的战斗力+200", "相邻", ""),
    ("【永】此卡不受对手能力↓的影响。", "card_immune", "此卡不受对手能力的影响", "的影响", ""),
    ("选择1只帕鲁，与此卡↓进行战斗。", "card_fight", "选择1只帕鲁，与此卡进行战斗。", "进行战斗", ""),
    ("【起】［↓唱歌］抽1张牌。", "card_unexpected", "【起】［唱歌］抽1张牌。", "唱", "消耗"),
    ("【自】【登场时】抽↓X张牌。", "card_letter_undefined", "【自】【登场时】抽X张牌。", "X", ""),
    ("勇敢↓X", "card_letter_undefined", "勇敢X", "X", ""),
    ("选择1只帕鲁，获得其↓控制权。", "card_control", "选择1只帕鲁，获得其控制权。", "控制权", ""),
    ("↓" + "抽1张牌，" * 100, "card_sentence_long", ("抽1张牌，" * 100), "600", "400"),
]


@pytest.mark.parametrize(("marked", "code", "words", "found", "expected"), FAULTS)
def test_fault(marked: str, code: str, words: str, found: str, expected: str, keywords: Keywords) -> None:
    text, at = marked.replace("↓", ""), marked.index("↓")
    (fault,) = all_faults(text, keywords)
    if code == "card_sentence_long":
        found = fault.found  # the folded sentence may be longer than the printed one
    assert (fault.code, fault.words, fault.at, fault.found) == (code, words, at, found)
    assert text[fault.place.start : fault.place.end].strip() == words
    assert not expected or expected in fault.expected


READ = ["【起】［X］此卡的战斗力+X。", "勇敢300", "【自】【登场时】抽1张牌。", "【起】［消耗X个素材］抽X张牌。", ""]


@pytest.mark.parametrize("text", READ)
def test_what_is_read_has_no_fault(text: str, keywords: Keywords) -> None:
    assert all_faults(text, keywords) == []


def test_a_letter_chosen_in_paying_is_defined(keywords: Keywords) -> None:
    (paid,) = read_card_text("【起】［X］抽X张牌。", keywords.formulas)
    (open_,) = read_card_text("【起】［②］抽X张牌。", keywords.formulas)
    assert (undefined_letters(paid.ability), undefined_letters(open_.ability)) == (frozenset(), frozenset({"X"}))


def all_faults(text: str, keywords: Keywords) -> list[Fault]:
    return [fault for entry in read_card_text(text, keywords.formulas) for fault in faults(text, entry, keywords.formulas)]
