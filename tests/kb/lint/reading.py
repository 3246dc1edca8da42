"""What lint finds in a text, as plain values."""

from typing import NamedTuple

from headjudge.kb.clause import Severity
from headjudge.kb.lint import lint
from headjudge.parser.rulebook import parse_rulebook


class Finding(NamedTuple):
    """A problem without its place."""

    rule: str
    key: str
    severity: Severity
    facts: dict[str, str]


def found(text: str) -> list[Finding]:
    """Every problem of the text, in its order."""
    problems = lint(parse_rulebook(text), text)
    return [Finding(p.rule, str(p.key or ""), p.severity, dict(p.facts)) for p in problems]


def of(rule: str, text: str) -> list[tuple[str, dict[str, str]]]:
    """Where a rule finds a problem, and what it says of it."""
    return [(finding.key, finding.facts) for finding in found(text) if finding.rule == rule]
