"""References of two editions held against each other: they say the same if they name counterparts, whatever the numbers."""

from collections.abc import Iterable, Mapping

from headjudge.kb.clause import Clause, ClauseKey, Reference, ReferenceKind
from headjudge.kb.diff_words import linked, reference_words


class Targets:
    """What the references of two aligned editions name."""

    def __init__(
        self,
        old: Mapping[ClauseKey, Clause],
        new: Mapping[ClauseKey, Clause],
        successors: Mapping[ClauseKey, tuple[ClauseKey, ...]],
    ) -> None:
        self._old = old
        self._new = new
        self._successors = successors

    def same(self, old: Reference, new: Reference) -> bool:
        """Whether both name the same; the words may differ by the new number or title of what they name."""
        return self._correspond(old, new) and self._words(old, self._old) == self._words(new, self._new)

    def retargeted(self, old: Clause, new: Clause) -> bool:
        """Whether a reference of a clause whose words are the same names another clause than before."""
        references = zip(linked(old), linked(new), strict=False)
        return any(not self._correspond(before, after) for (*_, before), (*_, after) in references)

    def _correspond(self, old: Reference, new: Reference) -> bool:
        before, after = _named(old), _named(new)
        led = [self._successors.get(key, ()) for key in before]
        return all(any(key in after for key in keys) for keys in led) and {key for keys in led for key in keys} >= set(after)

    @staticmethod
    def _words(reference: Reference, clauses: Mapping[ClauseKey, Clause]) -> str:
        return reference_words(reference, (clauses[key].title for key in reference.targets if key in clauses))


def _named(reference: Reference) -> Iterable[ClauseKey]:
    """The clauses that a reference names; of a range only its ends: a clause put in between is no change of words."""
    return (reference.targets[0], reference.targets[-1]) if reference.kind is ReferenceKind.RANGE else reference.targets
