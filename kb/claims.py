"""What a sentence claims that can be held against another: a comparison, a figure, an obligation; by words of the language."""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Any, NamedTuple

_SENTENCES = re.compile(r"[^。！？!?\n；;]+[。！？!?\n；;]?")
_PIECES = re.compile(r"[^，,：:、（）()]+")
_EXPLAINED = re.compile("“【?(?P<word>[^“”（【】]+)】?[^“”]*”(?:是指|意味着|由)")
_VALUES = re.compile(r"(?:设为|变为|为|是|等于)(\d{1,6})(?=。?$|[^\d或及以张只个点次项名局种枚条倍层回秒分])")
"""A value that is no count: 生命值设为10."""
_CONDITIONAL = re.compile("如果|假如|若|只要|即使|当|除非|虽然")
_REFERENCES = re.compile(r"[（(][\d.、，,和至~～–—-]+[）)]")
_LONGEST_REACH = 12
"""Characters that may lie between what is compared and the word that compares."""
_HAN_FIGURES = {"一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9, "十": 10}
_UNLIMITED = -1


class Kind(StrEnum):
    """What a claim is about."""

    COMPARISON = "comparison"
    FIGURE = "figure"
    OBLIGATION = "obligation"
    QUANTITY = "quantity"


class Comparison(NamedTuple):
    """`left` is `relation` (>, >=, <, <=) to `right`; each side is what is measured, or a figure."""

    left: str
    relation: str
    right: str
    phrase: str
    piece: str


class Figure(NamedTuple):
    """So many of something: `how` is at_most, exactly, at_least or '' (as it is said); a number below 0 has no limit. Of a value
    that counts nothing `measure` is what has it (生命值设为10)."""

    how: str
    number: int
    measure: str
    phrase: str
    piece: str


class Obligation(NamedTuple):
    """Something must, may, need not (free) or must not be done; `act` are the words that say what."""

    force: str
    act: str
    phrase: str
    piece: str


Claim = Comparison | Figure | Obligation


class Statement(NamedTuple):
    """A sentence with what it claims. `about` is the word that it explains (“X”是指…), '' if it explains none: what it claims
    holds of X only."""

    words: str
    claims: tuple[Claim, ...]
    about: str = ""


@dataclass(frozen=True, slots=True)
class ClaimWords:
    """The words of the data file, as patterns."""

    before: Mapping[str, str]
    after: Mapping[str, str]
    than: Mapping[str, str]
    obligations: Mapping[str, str]
    figures: Mapping[str, str]
    quantities: tuple[str, ...]
    yes: tuple[str, ...]
    no: tuple[str, ...]
    cases: tuple[tuple[tuple[str, ...], ...], ...]
    same: Mapping[str, str]
    empty: frozenset[str]
    compare: re.Pattern[str]
    oblige: re.Pattern[str]
    count: re.Pattern[str]
    claiming: re.Pattern[str]


@cache
def claim_words() -> ClaimWords:
    """The shipped words."""
    data = tomllib.loads((files("headjudge.kb") / "claim_words.toml").read_text("utf-8"))
    comparison = {place: _by_word(data["comparison"][place]) for place in ("before", "after", "than")}
    no = data["obligations"].pop("no")["words"]
    obligations, figures = _by_word(data["obligations"]), _by_word(data["figures"])
    than = f"比(?P<than>[^，。比]{{1,{_LONGEST_REACH}}}?)(?:更|还)?(?P<adjective>{_any(comparison['than'])})(?![于家约部小])"
    count = (
        f"(?P<number>\\d{{1,6}}|[①-⑳]|[一二两三四五六七八九十](?=[^\\d])|"
        f"{_any(data['unlimited']['words'])})(?P<measure>{_any(data['measures']['words'])})(?!以[上下]|或以[上下])"
    )
    return ClaimWords(
        comparison["before"],
        comparison["after"],
        comparison["than"],
        obligations,
        figures,
        tuple(data["quantities"]["words"]),
        tuple(data["beginnings"]["yes"]),
        tuple(data["beginnings"]["no"]),
        tuple(tuple(tuple(words.split()) for words in line.split("|")) for line in data["cases"]["lines"]),
        data["same"],
        frozenset(data["empty"]["signs"]),
        re.compile(f"(?P<before>{_any(comparison['before'])})|(?P<after>{_any(comparison['after'])})|{than}"),
        re.compile(f"(?P<no>{_any(no)})|(?P<force>{_any(obligations)})"),
        re.compile(count),
        re.compile(_any((*comparison["before"], *comparison["after"], *obligations, *figures))),
    )


def _by_word(table: Mapping[str, Any]) -> dict[str, str]:
    return {word: name for name, words in table.items() for word in words}


def _any(words: Iterable[str]) -> str:
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True)))


class ClaimReader:
    """Reads the claims of sentences about one game: `terms` are what its rulebook defines, `same` what players call them."""

    def __init__(self, terms: Iterable[str], same: Mapping[str, str]) -> None:
        self._words = claim_words()
        measured = sorted({*self._words.quantities, *(term for term in terms if len(term) > 1)}, key=len, reverse=True)
        self._measured = re.compile(f"(?:{'|'.join(map(re.escape, measured))})")
        own = {word: term for word, term in same.items() if len(word) > 1 and word not in measured}
        self._same = own | {word: term for word, term in self._words.same.items() if word not in measured}
        protected = {*measured, *self._same.values()}
        known = "|".join(map(re.escape, sorted({*self._same, *protected}, key=len, reverse=True)))
        self._spelled = re.compile(known or "(?!)")

    def folded(self, words: str) -> str:
        """The words with what players say in the rulebook's own words."""
        return self._spelled.sub(lambda found: self._same.get(found[0], found[0]), "".join(words.split()))

    def statements(self, words: str) -> list[Statement]:
        """The sentences of a text with their claims."""
        said = [found[0] for found in _SENTENCES.finditer(words)]
        return [self.statement(sentence) for sentence in said if sentence.strip("。！？!?；;\n ")]

    def statement(self, sentence: str) -> Statement:
        """One sentence with its claims."""
        folded = _REFERENCES.sub("", self.folded(sentence))
        claims: list[Claim] = []
        subject = ""
        for found in _PIECES.finditer(folded):
            piece = found[0]
            claims += self._comparisons(piece, subject)
            claims += self._figures(piece)
            claims += self._obligations(piece)
            subject = self._last_measured(piece) or subject
        explained = _EXPLAINED.search(folded)
        return Statement(sentence.strip(), tuple(claims), explained["word"] if explained else "")

    # -- comparisons

    def _comparisons(self, piece: str, subject: str) -> Iterator[Comparison]:
        every = list(self._words.compare.finditer(piece))
        for number, found in enumerate(every):
            end = every[number + 1].start() if number + 1 < len(every) else len(piece)
            head, tail = piece[: found.start()], piece[found.end() : end]
            if found["before"]:
                relation, left, right = self._words.before[found["before"]], self._left(head), self._rights(tail)
            elif found["after"]:
                relation = self._words.after[found["after"]]
                last, rest = self._just_before(head)
                left, right = self._left(rest), (last,)
            else:
                relation = self._words.than[found["adjective"]]
                left, right = self._left(head), (self._right(found["than"]),)
            phrase = self._phrase(piece, found.start(), found.end())
            for one in right:
                if one and (left or subject):
                    yield Comparison(left or subject, relation, one, phrase, piece)

    def _left(self, head: str) -> str:
        """What is measured last in the words before a comparison; of a count, with what is counted: 帕鲁的数量."""
        return self._last_measured(head[-2 * _LONGEST_REACH :])

    def _last_measured(self, words: str) -> str:
        found = list(self._measured.finditer(words))
        return found[-1][0] if found else ""

    def _rights(self, tail: str) -> tuple[str, ...]:
        """What a comparison is made to: several things if they are parted by `or`: 战斗力或建筑物的耐久力."""
        parts = re.split("[或和与]", tail, maxsplit=2)
        found = [self._right(part) for part in parts]
        return (found[0], *(one for one in found[1:] if one and not one.isdigit()))

    def _right(self, tail: str) -> str:
        """What comes first behind a comparison: a figure, or the last word of what is measured there (玩家的帕鲁上限)."""
        if figure := re.match(r"\D{0,2}?(\d+)", tail):
            return figure[1]
        found = self._measured.search(tail[:_LONGEST_REACH])
        if found is None:
            return ""
        rest = tail[found.end() :]
        return self._right(rest[1:]) or found[0] if rest.startswith("的") else found[0]

    def _just_before(self, head: str) -> tuple[str, str]:
        """The figure or the measured thing right before 以上 or 以下, and what stands before it."""
        if figure := re.search(r"(\d+)\D?$", head):
            return figure[1], head[: figure.start()]
        found = list(self._measured.finditer(head))
        if found and len(head) - found[-1].end() <= 1:
            return found[-1][0], head[: found[-1].start()]
        return "", head

    @staticmethod
    def _phrase(piece: str, start: int, end: int) -> str:
        return piece[max(0, start - 2 * _LONGEST_REACH) : end + _LONGEST_REACH]

    # -- figures

    def _figures(self, piece: str) -> Iterator[Figure]:
        for found in self._words.count.finditer(piece):
            if self._words.compare.search(piece[max(0, found.start() - 5) : found.start()]):
                continue  # 少于1张 is a comparison
            before = re.search(f"({_any(self._words.figures)})[^\\d]{{0,6}}$", piece[: found.start()])
            how = self._words.figures[before[1]] if before else ""
            written = found["number"]
            if written.isascii():
                number = int(written)
            elif "①" <= written <= "⑳":
                number = ord(written) - ord("①") + 1
            else:
                number = _HAN_FIGURES.get(written, _UNLIMITED)
            yield Figure(how, number, found["measure"], self._phrase(piece, found.start(), found.end()), piece)
        for found in _VALUES.finditer(piece):
            measured = self._last_measured(piece[: found.start()])
            yield Figure("", int(found[1]), measured, self._phrase(piece, found.start(), found.end()), piece)

    # -- obligations

    def _obligations(self, piece: str) -> Iterator[Obligation]:
        if _CONDITIONAL.match(piece):
            return  # 只要可以选择 obliges nobody
        found = [match for match in self._words.oblige.finditer(piece) if match["force"]]
        for place, match in enumerate(found):
            end = found[place + 1].start() if place + 1 < len(found) else len(piece)
            act = piece[match.end() : end]
            if act.strip("。！？!?；;吗呢吧"):
                yield Obligation(self._words.obligations[match["force"]], act, piece.strip("。；"), piece)


def asserted(question: str, answer: str, reader: ClaimReader) -> list[Statement]:
    """What a published answer says: its sentences, and what its question asks if it answers with yes or no. An opening yes or no
    claims nothing by itself."""
    said = reader.statements(answer)
    begins = _begins(reader.folded(answer))
    asked = [statement for statement in reader.statements(question) if re.search(r"[吗？?]", statement.words)]
    if begins and asked:
        last = asked[-1]
        turned = [_turned(claim, begins) for claim in last.claims if isinstance(claim, Obligation)]
        said.append(Statement(last.words, tuple(claim for claim in turned if claim)))
    return said


def _begins(answer: str) -> str:
    """`yes`, `no`, or '' if the answer begins otherwise."""
    words = claim_words()
    for name, beginnings in (("no", words.no), ("yes", words.yes)):
        if any(answer.startswith(word) and answer[len(word) : len(word) + 1] in "，。,.！!；" for word in beginnings):
            return name
    return ""


_TURNED = {"may": "not", "not": "may", "must": "free", "free": "must"}


def _turned(claim: Obligation, begins: str) -> Obligation | None:
    force = claim.force if begins == "yes" else _TURNED[claim.force]
    phrase = claim.phrase if begins == "yes" else f"{claim.phrase} → {claim_words().no[0]}"
    return claim._replace(force=force, phrase=phrase)


def features(words: str) -> frozenset[str]:
    """What tells sentences on one thing from others: their pairs of signs with a meaning of their own. Figures, and the words
    that make a claim, are left out: 抽1张牌 has 抽牌.

    >>> sorted(features("必须抽2张牌。")), sorted(features("在主卡组中"))
    (['抽牌'], ['主卡', '卡组'])
    """
    known = claim_words()
    bare = known.claiming.sub("", known.count.sub("", words))
    kept = "".join(sign if "\u4e00" <= sign <= "\u9fff" and sign not in known.empty else " " for sign in bare)
    return frozenset(one + two for one, two in pairwise(kept) if " " not in (one, two))
