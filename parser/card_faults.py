"""Why a part of a card's text is not read: where the reading stops, what stands there, and what would have been expected."""

import re
from collections.abc import Collection, Iterator
from difflib import SequenceMatcher

from headjudge.parser.card_grammar import LONGEST, stop
from headjudge.parser.card_lines import CLOSING, Sentence, sentences, split_heading, unclosed, without_reminders
from headjudge.parser.card_words import Folded, fold, words
from headjudge.parser.effect_tree import unmodelled, variables
from headjudge.parser.effects import Ability, AbilityText, Activated, Automatic, Keyword, Place, Unmodelled
from headjudge.parser.named import NamedTuple

_MARK = re.compile(r"【([^【】]*)】")
_USUAL_WORD = 2
"""Characters of most words."""
_MOST_WORDS = 8
"""Characters of a bare line that may be meant for a keyword."""


class Fault(NamedTuple):
    """Something in a card's text that is not read, or has no meaning: a code, the exact words and their place in the text, the
    offset at which the reading stopped, what stands there ('' is the end), and what could stand there, the likeliest first."""

    code: str
    words: str
    place: Place
    at: int
    found: str = ""
    expected: tuple[str, ...] = ()


def faults(text: str, entry: AbilityText, keywords: Collection[str]) -> tuple[Fault, ...]:
    """What is wrong with an ability of the text; nothing if it is modelled whole."""
    found = [_fault(part, keywords) for part in unmodelled(entry.ability)]
    found += [_undefined(text, entry, letter) for letter in sorted(undefined_letters(entry.ability))]
    return tuple(found)


def undefined_letters(ability: Ability) -> frozenset[str]:
    """The letters to which neither the text nor a cost, which is chosen in paying it, gives a value."""
    costs = ability.costs if isinstance(ability, Activated | Automatic | Keyword) else ()
    return variables(ability) - variables(costs)


def _undefined(text: str, entry: AbilityText, letter: str) -> Fault:
    start, end = entry.place
    at = next((i for i in range(start, end) if fold(text[i]).text == letter), start)
    return Fault("card_letter_undefined", entry.words.removesuffix("\\n").strip(), entry.place, at, letter)


def _fault(part: Unmodelled, keywords: Collection[str]) -> Fault:
    folded = fold(part.words, part.place.start)
    for found in _looked_for(folded, keywords):
        code, at, what, expected = found
        if code.startswith("card_bracket"):
            what = part.words[at - part.place.start]  # as printed: ［, not [
        return Fault(code, part.words.strip(), part.place, at, what, expected)
    return Fault("card_no_meaning", part.words.strip(), part.place, part.place.start)


_Found = tuple[str, int, str, tuple[str, ...]]


def _looked_for(folded: Folded, keywords: Collection[str]) -> Iterator[_Found]:
    """What may be wrong, the plainest first."""
    text, at = folded.text, folded.at
    if (bracket := unclosed(text)) is not None:
        closing = CLOSING.get(text[bracket], "")
        yield (
            ("card_bracket_open", at[bracket], text[bracket], (closing,))
            if closing
            else (
                "card_bracket_stray",
                at[bracket],
                text[bracket],
                (),
            )
        )
        return
    known = [*keywords, *words().keywords]
    head, body = split_heading(without_reminders(folded, known))
    for mark in _MARK.finditer(head.text):
        if not _is_mark(mark[1], known):
            yield "card_unknown_mark", head.at[mark.start()], mark[0], _nearest(mark[1], [*known, *words().labels, *_zones()])
    if not body.text.strip("。"):
        yield "card_nothing_said", head.at[-1], "", ()
    for cost in re.finditer(r"\[([^\[\]]*)\]", head.text):
        yield from _stopped(head.cut(*cost.span(1)), ())  # no keyword is a cost
    yield from _stopped(body, known)


def _is_mark(mark: str, known: Collection[str]) -> bool:
    folded = {fold(word).text for word in known}
    is_limit = bool(re.fullmatch(".*[0-9]次", mark))
    return mark in folded or mark in words().labels or mark in _zones() or mark == words().quick or is_limit


def _zones() -> Collection[str]:
    return words().meanings["zones"]


def _stopped(body: Folded, known: Collection[str]) -> Iterator[_Found]:
    """Where each sentence stops to be read, the texts in 〈〉 and the listed options included."""
    for sentence in sentences(body):
        yield from _stopped_in(sentence, known)


def _stopped_in(sentence: Sentence, known: Collection[str]) -> Iterator[_Found]:
    said = sentence.folded
    if len(said.text) > LONGEST:
        yield "card_sentence_long", said.at[0], str(len(said.text)), (str(LONGEST),)
        return
    for word, code in words().unruled.items():
        if (at := said.text.find(word)) >= 0:
            yield code, said.at[at], word, ()
    if said.text and (stopped := stop(said.text)):
        ahead = said.text[stopped.at : stopped.at + 4]
        bare = said.text.rstrip("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        if known and stopped.at <= 1 and len(said.text) <= _MOST_WORDS and "，" not in bare:
            yield "card_unknown_keyword", said.at[0], said.text, _nearest(bare, known)
        yield "card_unexpected", said.at[stopped.at], stopped.found, _nearest(ahead, stopped.expected)
    for inner in (*sentence.groups, *sentence.bullets):
        _, body = split_heading(inner)
        yield from _stopped(body, known)


def _nearest(word: str, known: Collection[str]) -> tuple[str, ...]:
    """The known words, those most like the word first; of those that are nothing like it, words go before signs."""
    matcher = SequenceMatcher(None, "", word, autojunk=False)
    likeness: dict[str, float] = {}
    for other in known:
        matcher.set_seq1(other)
        likeness[other] = matcher.ratio()
    ranked = sorted(likeness, key=lambda other: (-likeness[other], len(other) != _USUAL_WORD))
    return tuple(ranked)
