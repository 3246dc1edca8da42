"""What a sentence claims that can be held against another: a comparison, a figure, an obligation; by words of the language."""

import re
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from itertools import pairwise

from headjudge.kb.claim_words import LONGEST_REACH, any_of, claim_words
from headjudge.parser.named import NamedTuple

_SENTENCES = re.compile(r"[^。！？!?\n；;]+[。！？!?\n；;]?")
_PIECES = re.compile(r"[^，,：:、（）()]+")
_EXPLAINED = re.compile("“【?(?P<word>[^“”（【】]+)】?[^“”]*”(?:是指|意味着|由)")
_VALUES = re.compile(r"(?:设为|变为|为|是|等于)(\d{1,6})(?=。?$|[^\d或及以张只个点次项名局种枚条倍层回秒分])")
"""A value that is no count: 生命值设为10."""
_CONDITIONAL = re.compile("如果|假如|若|只要|即使|当|除非|虽然")
_REFERENCES = re.compile(r"[（(][\d.、，,和至~～–—-]+[）)]")
_HAN_FIGURES = {"一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9, "十": 10}
_UNLIMITED = -1


class Kind(StrEnum):
    """What a claim is about."""

    COMPARISON = "comparison"
    FIGURE = "figure"
    OBLIGATION = "obligation"
    QUANTITY = "quantity"


class Comparison(NamedTuple):
    """`left` is `relation` (>, >=, <, <=) to `right`; each side is what is measured, or a figure. Of every claim `phrase` are the
    printed words around it, and `piece` the same in the rulebook's own words."""

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
        return self._spelled_out(words)[0]

    def _spelled_out(self, words: str) -> tuple[str, list[int]]:
        """The same, with the place of each sign in the words as they were."""
        at = [place for place, sign in enumerate(words) if not sign.isspace()]
        bare = "".join([words[place] for place in at])
        said: list[str] = []
        places: list[int] = []
        before = 0
        for found in self._spelled.finditer(bare):
            start, end = found.span()
            word = self._same.get(found[0], found[0])
            said += [bare[before:start], word]
            places += at[before:start]
            places += [at[min(start + offset, end - 1)] for offset in range(len(word) - 1)] + [at[end - 1]]
            before = end
        return "".join([*said, bare[before:]]), places + at[before:]

    def statements(self, words: str) -> list[Statement]:
        """The sentences of a text with their claims."""
        said = [found[0] for found in _SENTENCES.finditer(words)]
        return [self.statement(sentence) for sentence in said if sentence.strip("。！？!?；;\n ")]

    def statement(self, sentence: str) -> Statement:
        """One sentence with its claims."""
        folded, at = self._spelled_out(sentence)
        for reference in reversed(list(_REFERENCES.finditer(folded))):
            folded = folded[: reference.start()] + folded[reference.end() :]
            del at[reference.start() : reference.end()]
        claims: list[Claim] = []
        subject = ""
        for found in _PIECES.finditer(folded):
            piece = found[0]
            phrase = sentence[at[found.start()] : at[found.end() - 1] + 1].strip("。；; \n")
            made: tuple[Claim, ...] = (*self._comparisons(piece, subject), *self._figures(piece), *self._obligations(piece))
            claims += [claim._replace(phrase=phrase) for claim in made]
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
            for one in right:
                if one and (left or subject):
                    yield Comparison(left or subject, relation, one, piece, piece)

    def _left(self, head: str) -> str:
        """What is measured last in the words before a comparison; of a count, with what is counted: 帕鲁的数量."""
        return self._last_measured(head[-2 * LONGEST_REACH :])

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
        found = self._measured.search(tail[:LONGEST_REACH])
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

    # -- figures

    def _figures(self, piece: str) -> Iterator[Figure]:
        for found in self._words.count.finditer(piece):
            if self._words.compare.search(piece[max(0, found.start() - 5) : found.start()]):
                continue  # 少于1张 is a comparison
            before = re.search(f"({any_of(self._words.figures)})[^\\d]{{0,6}}$", piece[: found.start()])
            how = self._words.figures[before[1]] if before else ""
            written = found["number"]
            if written.isascii():
                number = int(written)
            elif "①" <= written <= "⑳":
                number = ord(written) - ord("①") + 1
            else:
                number = _HAN_FIGURES.get(written, _UNLIMITED)
            yield Figure(how, number, found["measure"], piece, piece)
        for found in _VALUES.finditer(piece):
            measured = self._last_measured(piece[: found.start()])
            yield Figure("", int(found[1]), measured, piece, piece)

    # -- obligations

    def _obligations(self, piece: str) -> Iterator[Obligation]:
        if _CONDITIONAL.match(piece):
            return  # 只要可以选择 obliges nobody
        found = [match for match in self._words.oblige.finditer(piece) if match["force"]]
        for place, match in enumerate(found):
            end = found[place + 1].start() if place + 1 < len(found) else len(piece)
            act = piece[match.end() : end]
            if act.strip("。！？!?；;吗呢吧"):
                yield Obligation(self._words.obligations[match["force"]], act, piece, piece)


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
