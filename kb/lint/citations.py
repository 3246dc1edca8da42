"""Citations in rulings and code that are real and wrong: the clause has gone, has other words now, or another one is meant."""

import re
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher

from headjudge.kb.clause import Clause, ClauseKey
from headjudge.kb.pin import pin
from headjudge.parser.named import NamedTuple
from headjudge.parser.scenario import Scenario

_ALIKE = 0.75
"""How much of a quote must stand in a clause that is named as the one meant."""
_SHORTEST = 8
"""A shorter quote stands in too many clauses to tell which is meant."""


class Cited(NamedTuple):
    """A clause that something rests on, with what is known of its words then: a hash (which may be cut short), or a quote."""

    source: str
    """The ruling, or the module and name of the code."""
    key: ClauseKey
    sha256: str = ""
    quote: str = ""


class Astray(NamedTuple):
    """A citation that no longer holds: its clause is missing, or has other words. `fits` is the clause that has them now."""

    cited: Cited
    missing: bool
    fits: ClauseKey | None


def astray(citations: Iterable[Cited], clauses: Sequence[Clause]) -> Iterator[Astray]:
    """Each citation whose clause does not exist, or no longer says what was cited, in their order."""
    texts = {clause.key: _plain(clause) for clause in clauses}
    digests = {clause.key: pin(clause.text) for clause in clauses}
    for cited in citations:
        missing = cited.key not in texts
        if missing or not _holds(cited, texts[cited.key], digests[cited.key]):
            yield Astray(cited, missing, _meant(cited, texts, digests))


def _plain(clause: Clause) -> str:
    return "".join(f"{clause.title}{clause.text}".split())


def _holds(cited: Cited, text: str, now: str) -> bool:
    if cited.sha256 and not now.startswith(cited.sha256):
        return False
    return "".join(cited.quote.split()) in text


def _meant(cited: Cited, texts: Mapping[ClauseKey, str], digests: Mapping[ClauseKey, str]) -> ClauseKey | None:
    """The one clause that has the words cited: by their hash, by the quote, or by most of the quote."""
    if cited.sha256:
        hashed = [key for key, whole in digests.items() if whole.startswith(cited.sha256)]
        if len(hashed) == 1:
            return hashed[0]
    quote = "".join(cited.quote.split())
    if len(quote) < _SHORTEST:
        return None
    holding = [key for key, text in texts.items() if quote in text]
    if holding:
        return holding[0] if len(holding) == 1 else None
    matcher = SequenceMatcher(None, "", quote, autojunk=False)
    best: tuple[float, ClauseKey] | None = None
    for key, text in texts.items():
        matcher.set_seq1(text)
        if key != cited.key and matcher.real_quick_ratio() > 0:
            score = sum(block.size for block in matcher.get_matching_blocks()) / len(quote)
            if score >= _ALIKE and (best is None or score > best[0]):
                best = score, key
    return best[1] if best else None


def cited_by(name: str, scenario: Scenario) -> Iterator[Cited]:
    """The clauses that a ruling rests on: its expectations, and what makes an action illegal."""
    reasons = [expectation.because for expectation in scenario.expectations]
    reasons += [action.illegal.because for action in scenario.actions if action.illegal]
    for because in reasons:
        for citation in because:
            yield Cited(name, citation.clause, quote=citation.quote)


def stored(db: sqlite3.Connection, game: str, edition: str) -> Iterator[Cited]:
    """The citations of one edition that a knowledge base keeps, by rulings and by code. What names no edition cites the newest in
    our own words."""
    rows = db.execute(
        """SELECT coalesce(r.name, c.code), c.key, c.quote_sha256 FROM citations c LEFT JOIN rulings r ON r.id = c.ruling
           WHERE c.game = ?1 AND (c.edition = ?2 OR c.edition = ''
             AND ?2 = (SELECT name FROM editions WHERE game = ?1 AND own ORDER BY rank LIMIT 1)) ORDER BY 1, c.rowid""",
        (game, edition),
    )
    for source, key, quoted in rows:
        yield Cited(source, ClauseKey(key), quoted)


def place_in(text: str, cited: Cited) -> tuple[int, int]:
    """Line and column, from 1, of a citation in the text of its ruling."""
    words = re.escape(cited.quote) if cited.quote else rf"(?<![\d.]){re.escape(cited.key)}(?![\d.])"
    match = re.search(words, text)
    at = match.start() if match else 0
    return text.count("\n", 0, at) + 1, at - (text.rfind("\n", 0, at) + 1) + 1
