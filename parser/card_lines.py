"""The outer shape of card text: abilities, what stands before each, its sentences, and the texts in 〈〉."""

import re
from collections.abc import Collection
from functools import cache

from headjudge.parser.card_words import Folded, fold, joined, words
from headjudge.parser.effects import Place
from headjudge.parser.named import NamedTuple

DEEPEST = 6
"""Texts in 〈〉 inside one another; no card needs three, and hostile nesting must not exhaust the stack."""

_BREAK = re.compile(r"\r\n|\n|\r|\\n|\x0b|\x0c|\x1c|\x1d|\x1e|\x85|\u2028|\u2029")
_BULLET = "·"
CLOSING = {"〈": "〉", "（": "）", "[": "]", "【": "】", "《": "》", "「": "」", "“": "”"}
"""The closing bracket of each opening one."""
_NESTING = (("〈", "〉"), ("《", "》"), ("「", "」"))
_OPENING = {closing: opening for opening, closing in CLOSING.items()}
_GAP = re.compile(r"（(?:数值|效果)）")
"""A gap in a keyword's formula; any other round brackets hold a reminder, which does nothing (Palworld 2.12.2), unless their
words limit what stands before them."""
_NAMED = r"(?:^|[【】〈「、，。/与]|获得|给予|持有|失去)(?:{})(?:[0-9]+|[A-Z]|（数值）)?[】〉」。]?$"


class Line(NamedTuple):
    """One printed ability: its exact words with the line break after them, and its text folded."""

    words: str
    place: Place
    folded: Folded


class Sentence(NamedTuple):
    """A sentence with its texts in 〈〉 taken out: `〈0〉` stands for `groups[0]`. `bullets` are the options listed below."""

    folded: Folded
    groups: tuple[Folded, ...]
    bullets: tuple[Folded, ...] = ()


def lines(text: str) -> list[Line]:
    """The abilities printed in the text, in order; their words put together are the text again.

    >>> [line.words for line in lines("【起】[②]抽1张牌。【永】挑衅\\n选择1项。\\n・抽1张牌")]
    ['【起】[②]抽1张牌。', '【永】挑衅\\n', '选择1项。\\n・抽1张牌']
    """
    cuts = [0]
    ends = [match.end() for match in _BREAK.finditer(text)]
    cuts += [end for end in ends if not fold(text[end : end + 8]).text.startswith(_BULLET)]
    found: list[Line] = []
    for start, end in zip(cuts, [*cuts[1:], len(text)], strict=True):
        inner = [start, *_labels(text, start, end)]
        places = [Place(one, two) for one, two in zip(inner, [*inner[1:], end], strict=True) if one < two]
        found.extend(Line(text[one:two], Place(one, two), _fold_lines(text[one:two], one)) for one, two in places)
    return found


def _labels(text: str, start: int, end: int) -> list[int]:
    """Where a further ability begins in a line: at a label that follows a finished one, outside of brackets."""
    found, at, depth = [], start, 0
    for match in _label().finditer(text, start, end):
        depth += sum(text.count(one, at, match.start()) - text.count(two, at, match.start()) for one, two in _NESTING)
        at = match.start()
        if depth == 0:
            found.append(match.end())
    return found


@cache
def _label() -> re.Pattern[str]:
    return re.compile(f"(?<=[。）〉])\\s*(?=【(?:{'|'.join(words().labels)})】)")


def _fold_lines(printed: str, start: int) -> Folded:
    """The ability folded, its line breaks kept where bullets follow them."""
    parts, before = [], 0
    for match in _BREAK.finditer(printed):
        parts += [fold(printed[before : match.start()], start + before)]
        parts += [Folded("\n", (start + match.start(), start + match.end()))]
        before = match.end()
    folded = joined([*parts, fold(printed[before:], start + before)])
    return folded.cut(0, len(folded.text.rstrip("\n")))


def balanced(text: str) -> bool:
    """Whether every bracket is closed by its own kind, none nested deeper than a card may."""
    return unclosed(text) is None


def unclosed(text: str) -> int | None:
    """The place of the bracket that is left open, closes nothing, or is nested too deep; None if there is none.

    >>> unclosed("[消耗②]抽（1张"), unclosed("抽1张）"), unclosed("【自】抽1张")
    (6, 3, None)
    """
    stack: list[int] = []
    for index, char in enumerate(text):
        if char in CLOSING:
            stack.append(index)
            if len(stack) > 4 * DEEPEST or sum(text[one] == "〈" for one in stack) > DEEPEST:
                return index
        elif char in _OPENING:
            if not stack:
                return index
            if text[stack[-1]] != _OPENING[char]:
                return stack[-1]
            stack.pop()
    return stack[-1] if stack else None


def without_reminders(folded: Folded, keywords: Collection[str] = ()) -> Folded:
    """The text without what stands in round brackets; the gaps of a formula stay, and so do brackets that say more than a
    reminder does. Behind a keyword they explain it, whatever their words.

    >>> without_reminders(fold("勇敢（数值）（攻击时变强（吧））。")).text
    '勇敢（数值）。'
    >>> without_reminders(fold("挑衅（仅限据点中）此卡战斗力+300（仅限据点中）"), ["挑衅"]).text
    '挑衅此卡战斗力+300（仅限据点中）'
    """
    keep: list[int] = []
    index, text = 0, folded.text
    while index < len(text):
        end = _end_of_brackets(text, index)
        if text[index] != "（" or (gap := _GAP.match(text, index)) or _says_more(text, (index, end), keywords):
            end = gap.end() if text[index] == "（" and gap else end
            keep.extend(range(index, end))
        index = end
    return Folded("".join([text[i] for i in keep]), (*(folded.at[i] for i in keep), folded.at[-1]))


def _end_of_brackets(text: str, start: int) -> int:
    """Behind the round bracket that closes the one at the place; of any other character, behind it."""
    depth = 0
    for index in range(start, len(text)):
        depth += (text[index] == "（") - (text[index] == "）" and depth > 0)
        if not depth:
            return index + 1
    return len(text)


def _says_more(text: str, brackets: tuple[int, int], keywords: Collection[str]) -> bool:
    """Whether brackets limit or change what stands before them: nothing that only explains it does."""
    start, end = brackets
    if keywords and re.search(_NAMED.format("|".join(map(re.escape, keywords))), text[:start]):
        return False
    said = text[start + 1 : end - 1]
    explains = said.startswith(words().asides["begin"]) or any(word in said for word in words().asides["explain"])
    return not explains and any(word in said for word in words().asides["limit"])


def split_heading(folded: Folded) -> tuple[Folded, Folded]:
    """What stands before the effect (marks in 【】, costs in []), and the rest.

    >>> [part.text for part in split_heading(fold("【起】【1回合1次】[③]或[丢弃2张手牌]将此卡竖置。"))]
    ['【起】【1回合1次】[③]或[丢弃2张手牌]', '将此卡站立。']
    """
    end = 0
    while match := re.compile(r"【[^【】]*】(?!属性)|(?:或)?\[[^\[\]]*\]").match(folded.text, end):
        end = match.end()
    return folded.cut(0, end), folded.cut(end, len(folded.text))


def sentences(body: Folded) -> list[Sentence]:
    """The sentences of an effect, and the bulleted options with the sentence above them."""
    found: list[Sentence] = []
    marks = [match.end() for match in re.finditer(r"(?:^|(?<=[。：\n]))·", body.text)] or _numbered(body.text)
    ends = [*[mark - 1 for mark in marks], len(body.text)]
    found += [_listing(body, start, end) for start, end in _stops(body.text[: ends[0]]) if end > start]
    options = [_option(body.cut(start, end)) for start, end in zip(marks, ends[1:], strict=True)]
    if options:
        last = found.pop() if found else _sentence(body.cut(0, 0))
        found.append(_above_a_list(_named(last))._replace(bullets=tuple(options)))
    return found


_NUMBERED = re.compile(r"选择[^。：；，〈〉①-⑳]{1,6}项[：。，\n]*(?=①)")
"""选择1项：①…②…: the options are numbered. A number alone otherwise is a cost (支付②)."""


def _numbered(text: str) -> list[int]:
    """Where the options begin that are numbered behind 选择…项: ①, the next ② that is no cost, and so on.

    >>> text = "选择1项：①支付②。抽2张卡牌。②获得2个素材。"
    >>> [text[start:] for start in _numbered(text)]
    ['支付②。抽2张卡牌。②获得2个素材。', '获得2个素材。']
    """
    lead = _NUMBERED.search(text)
    found: list[int] = []
    at = lead.end() if lead else len(text)
    depth = 0
    for index in range(at, len(text)):
        char = text[index]
        depth += (char in CLOSING) - (char in _OPENING)
        if char == chr(ord("①") + len(found)) and not depth and text[index - 1] not in "付、":
            found.append(index + 1)
    return found if len(found) > 1 else []


def _option(folded: Folded) -> Folded:
    """An option without the mark that sets it off from the next."""
    return folded.cut(0, len(folded.text.rstrip("；，\n")))


_LISTED_INLINE = re.compile(r"选择[^。：；〈〉]{1,6}项：(?=[^。〈〉]*；)")
"""选择1项：…；…: the options follow on the same line."""


def _listing(body: Folded, start: int, end: int) -> Sentence:
    """A sentence; one that lists options behind a colon has them as if they were listed below it.

    >>> [option.text for option in sentences(fold("选择1项：抽1张牌；获得2个素材。"))[0].bullets]
    ['抽1张卡牌', '获得2个素材']
    """
    listed = _LISTED_INLINE.search(body.text, start, end)
    if listed is None:
        return _sentence(body.cut(start, end))
    stops = [i for i in range(listed.end(), end) if body.text[i] == "；"]
    cuts = zip([listed.end(), *(stop + 1 for stop in stops)], [*stops, end], strict=True)
    return _above_a_list(_sentence(body.cut(start, listed.end() - 1)))._replace(
        bullets=tuple(body.cut(one, two) for one, two in cuts)
    )


def _named(sentence: Sentence) -> Sentence:
    """The sentence above listed options without the colon that announces them."""
    folded = sentence.folded
    return sentence._replace(folded=folded.cut(0, len(folded.text.rstrip("：，"))))


_BARE = re.compile(r"(?:^|(?<=，))(?=选择[^，]{1,6}项$)")


def _above_a_list(sentence: Sentence) -> Sentence:
    """The sentence above listed options: 选择1项 means one of them (从以下选择1项), and no card."""
    bare = _BARE.search(sentence.folded.text)
    if bare is None:
        return sentence
    at, whole = bare.start(), sentence.folded
    said = Folded(_FROM_THE_LIST, (*[whole.at[at]] * len(_FROM_THE_LIST), whole.at[at]))
    return sentence._replace(folded=joined([whole.cut(0, at), said, whole.cut(at, len(whole.text))]))


_FROM_THE_LIST = "从以下"


def _stops(text: str) -> list[tuple[int, int]]:
    """Where the sentences begin and end (without the stop): at 。 outside of brackets, and after a closing 〉 that has one
    inside."""
    found, start, depth = [], 0, 0
    for index, char in enumerate(text):
        if char in CLOSING:
            depth += 1
        elif char in _OPENING:
            depth -= 1
        elif char in "。\n" and not depth:
            found.append((start, index))
            start = index + 1
    return [*found, (start, len(text))]


def _sentence(folded: Folded) -> Sentence:
    groups: list[Folded] = []
    parts, start, depth = [], 0, 0
    for index, char in enumerate(folded.text):
        if char == "〈":
            depth += 1
            if depth == 1:
                parts.append(folded.cut(start, index))
                start = index
        elif char == "〉":
            depth -= 1
            if depth == 0 and index > start + 1:
                number = f"〈{len(groups)}〉"
                parts.append(Folded(number, (*[folded.at[start]] * len(number), folded.at[index + 1])))
                groups.append(folded.cut(start + 1, index))
                start = index + 1
    return Sentence(joined([*parts, folded.cut(start, len(folded.text))]), tuple(groups))
