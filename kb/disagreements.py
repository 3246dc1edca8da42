"""Where a published answer and a rulebook say otherwise of one thing: their claims laid side by side, to be looked at.

An answer's sentence is held against the clauses that speak of the same. Claims of one kind on one thing disagree if they leave
different cases open: `greater` and `equal or greater` differ in the equal case, `greater` and `less or equal` say the same twice.
What another clause says as the answer does is no disagreement.
"""

from collections.abc import Iterable, Mapping
from math import log
from typing import Literal

from headjudge.kb.claim_words import claim_words
from headjudge.kb.claims import (
    Claim,
    ClaimReader,
    Comparison,
    Figure,
    Kind,
    Obligation,
    Statement,
    asserted,
    features,
)
from headjudge.parser.named import NamedTuple

_OPPOSITE = {">": "<=", "<=": ">", "<": ">=", ">=": "<"}
_FLIPPED = {">": "<", "<": ">", ">=": "<=", "<=": ">="}
_AGAINST = {"may": {"not"}, "not": {"may", "must"}, "must": {"free", "not"}, "free": {"must"}}
_QUESTION_WEIGHT = 0.5
_CANDIDATES = 40
_AS_NEAR = 0.7
"""Of the clauses that a claim differs from, those count that are nearly as like as the likest."""


class Passage(NamedTuple):
    """A clause's number and text, and the titles that it stands below."""

    key: str
    text: str
    titles: str = ""


class Law(NamedTuple):
    """A sentence of a clause, with what it claims and what tells it from others. `context` is what the titles above add."""

    passage: Passage
    statement: Statement
    features: frozenset[str]
    context: frozenset[str]


class Difference(NamedTuple):
    """An answer's words and a clause's that do not go together; `likeness` says how surely they speak of the same (0 to 1)."""

    key: str
    kind: Kind
    said: str
    written: str
    likeness: float


class Compared(NamedTuple):
    """Where an answer may disagree with the rulebook, and the clauses that say the same as it does."""

    differences: list[Difference]
    agreeing: list[str]


class Needed(NamedTuple):
    """How alike two sentences must be (as a share of the answer's weight), and their two phrases, before claims of a kind are
    held against each other."""

    sentence: float
    phrase: float


NEEDED: Mapping[Kind, Needed] = {
    Kind.COMPARISON: Needed(0.15, 0.0),
    Kind.FIGURE: Needed(0.35, 0.35),
    Kind.QUANTITY: Needed(0.35, 0.35),
    Kind.OBLIGATION: Needed(0.4, 0.4),
}


class Rulebook:
    """The clauses of an edition as claims. `reader` knows its terms."""

    def __init__(self, passages: Iterable[Passage], reader: ClaimReader) -> None:
        self._reader = reader
        self._laws: list[Law] = []
        for passage in passages:
            titles = features(reader.folded(passage.titles))
            for statement in reader.statements(passage.text):
                self._laws.append(Law(passage, statement, features(reader.folded(statement.words)), titles))
        self._having: dict[str, list[int]] = {}
        for number, law in enumerate(self._laws):
            for feature in law.features | law.context:
                self._having.setdefault(feature, []).append(number)
        count = max(len(self._laws), 1)
        self._weight = {feature: log(1 + count / len(found)) for feature, found in self._having.items()}

    def compare(self, question: str, answer: str) -> "Compared":
        """Where the answer may disagree with a clause, the surest first (one for each clause and kind), and which clauses it
        agrees with."""
        asked = features(self._reader.folded(question))
        found: dict[tuple[str, Kind], Difference] = {}
        agreeing: dict[str, float] = {}
        for statement in asserted(question, answer, self._reader):
            own = features(self._reader.folded(statement.words))
            near = self._near(dict.fromkeys(asked, _QUESTION_WEIGHT) | dict.fromkeys(own, 1.0))
            said = self._reader.folded(f"{question}{statement.words}")
            for claim in statement.claims:
                differing, same = self._against(claim, near, said)
                for difference in differing:
                    place = (difference.key, difference.kind)
                    if place not in found or found[place].likeness < difference.likeness:
                        found[place] = difference
                for key, sure in same.items():
                    agreeing[key] = max(sure, agreeing.get(key, 0.0))
        differences = sorted(found.values(), key=lambda one: -one.likeness)
        return Compared(differences, sorted(agreeing, key=lambda key: -agreeing[key]))

    def speaking_of_the_same(self, words: str) -> list[tuple[str, float]]:
        """The clauses most like a text, with how alike they are."""
        best: dict[str, float] = {}
        for likeness, law in self._near(dict.fromkeys(features(self._reader.folded(words)), 1.0)):
            best[law.passage.key] = max(likeness, best.get(law.passage.key, 0.0))
        return sorted(best.items(), key=lambda pair: -pair[1])

    def _near(self, weights: Mapping[str, float]) -> list[tuple[float, Law]]:
        shared: dict[int, float] = {}
        for feature, weight in weights.items():
            for number in self._having.get(feature, ()):
                shared[number] = shared.get(number, 0.0) + weight * self._weight[feature]
        whole = sum(weight * self._weight.get(feature, self._rarest) for feature, weight in weights.items())
        best = sorted(shared, key=lambda number: -shared[number])[:_CANDIDATES]
        return [
            (shared[number] / whole * self._covered(self._laws[number], weights), self._laws[number]) for number in best if whole
        ]

    def _covered(self, law: Law, weights: Mapping[str, float]) -> float:
        """Nearer 1 the less a clause's sentence says beside what the answer says: it may be of a narrower case."""
        own = self._sum(law.features)
        return 0.5 + 0.5 * self._sum(law.features & weights.keys()) / own if own else 0.5

    @property
    def _rarest(self) -> float:
        return log(1 + len(self._laws)) / 2  # a pair that the rulebook does not have says little about it

    def _against(self, claim: Claim, near: list[tuple[float, Law]], said: str) -> tuple[list[Difference], dict[str, float]]:
        """What clauses say otherwise (nothing if one that is as near says the same), and which say the same, how surely."""
        differing: list[tuple[float, Difference]] = []
        agreeing, same = 0.0, dict[str, float]()
        for likeness, law in near:
            if self._is_elsewhere(law, said):
                continue
            for other in law.statement.claims:
                verdict = differ(claim, other)
                if verdict is None:
                    continue
                alike = self._alike(_told(claim), _told(other))
                sure = likeness * (0.5 + alike)
                needed = NEEDED[verdict or _kind(claim)]
                enough = likeness >= needed.sentence and alike >= needed.phrase
                if verdict and enough:
                    differing.append((sure, Difference(law.passage.key, verdict, claim.phrase, other.phrase, round(sure, 3))))
                elif not verdict:
                    agreeing = max(agreeing, sure)
                    if enough:
                        same[law.passage.key] = max(sure, same.get(law.passage.key, 0.0))
        best = max((sure for sure, _ in differing), default=0.0)
        kept = [difference for sure, difference in differing if sure > agreeing and sure >= _AS_NEAR * best]
        return kept, {key: sure for key, sure in same.items() if sure >= _AS_NEAR * agreeing and sure > best}

    def _is_elsewhere(self, law: Law, said: str) -> bool:
        """Whether the clause explains a word that the answer does not have, or speaks of another case."""
        explained = law.statement.about
        return (bool(explained) and explained not in said) or any(
            other_case(said, words) for words in (law.statement.words, law.passage.text)
        )

    def _alike(self, one: str, other: str) -> float:
        """How much of the lighter phrase is in the other."""
        first, second = features(one), features(other)
        lighter = min(self._sum(first), self._sum(second))
        return self._sum(first & second) / lighter if lighter else 0.0

    def _sum(self, found: Iterable[str]) -> float:
        return sum(self._weight.get(feature, self._rarest) for feature in found)


def _told(claim: Claim) -> str:
    """The words by which a claim is compared with another: what is to be done, or the phrase around a figure."""
    return claim.act if isinstance(claim, Obligation) else claim.piece


def _kind(claim: Claim) -> Kind:
    match claim:
        case Comparison():
            return Kind.COMPARISON
        case Figure():
            return Kind.FIGURE
    return Kind.OBLIGATION


def differ(one: Claim, other: Claim) -> Kind | Literal[False] | None:
    """In what the claims differ; False if they agree, None if they are not about the same."""
    match one, other:
        case Comparison(), Comparison():
            return _comparisons_differ(one, other)
        case Figure(), Figure():
            return _figures_differ(one, other)
        case Obligation(), Obligation():
            if not features(one.act) & features(other.act):
                return None
            if other.force in _AGAINST[one.force]:
                return Kind.OBLIGATION
            return False if one.force == other.force else None
    return None


def _comparisons_differ(one: Comparison, other: Comparison) -> Kind | Literal[False] | None:
    for left, relation, right in ((one.left, one.relation, one.right), (one.right, _FLIPPED[one.relation], one.left)):
        if _same_measure(left, other.left) and _same_measure(right, other.right):
            if relation in (other.relation, _OPPOSITE[other.relation]):
                return False
            return Kind.COMPARISON
        if _same_measure(left, other.left) and right.isdigit() and other.right.isdigit():
            if _whole(relation, int(right)) == _whole(other.relation, int(other.right)):
                return False
            return Kind.FIGURE if relation == other.relation else None
    return None


def _whole(relation: str, number: int) -> tuple[str, int]:
    """The comparison of a whole number, said with >= or <=: more than 0 is 1 or more."""
    return {">": (">=", number + 1), "<": ("<=", number - 1)}.get(relation, (relation, number))


def _same_measure(one: str, other: str) -> bool:
    if one.isdigit() or other.isdigit():
        return one == other
    return one == other or (len(min(one, other, key=len)) > 1 and (one.endswith(other) or other.endswith(one)))


def _figures_differ(one: Figure, other: Figure) -> Kind | Literal[False] | None:
    if one.measure != other.measure:
        return None
    if one.number == other.number:
        if one.how and other.how and one.how != other.how:
            return Kind.QUANTITY
        return False
    if one.number < 0 or other.number < 0:
        return Kind.QUANTITY if "at_most" in (one.how, other.how) else None
    if one.how and other.how and one.how != other.how:
        return None  # at least 0, at most 2
    return Kind.FIGURE


def other_case(one: str, other: str) -> bool:
    """Whether two phrases speak of different cases: the one has a word of a row of cases, the other another of that row."""
    for row in claim_words().cases:
        first, second = _cases(one, row), _cases(other, row)
        if first and second and not first & second:
            return True
    return False


def _cases(words: str, row: tuple[tuple[str, ...], ...]) -> set[int]:
    """Which of the row's cases the words name; a word inside of one that stands further left (回合玩家 in 非回合玩家) does not
    count."""
    found = set()
    for number, names in enumerate(row):
        for name in names:
            if name in words:
                found.add(number)
                words = words.replace(name, " ")
    return found
