"""Answers as JSON: the shapes that several commands share."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from headjudge.kb.lookup import Brief, EditionRecord
from headjudge.kb.phrase import is_control


def as_json(data: Mapping[str, Any]) -> str:
    r"""The data as JSON text. Characters that a terminal would obey are escaped, which changes nothing in the values.

    >>> print(as_json({"text": "红\u202e\x9b"}), end="")
    {
      "text": "红\u202e\u009b"
    }
    """
    written = json.dumps(data, ensure_ascii=False, indent=2)
    if not written.replace("\n", "").isprintable():
        written = "".join([f"\\u{ord(char):04x}" if char != "\n" and is_control(char) else char for char in written])
    return written + "\n"


def brief(clause: Brief) -> dict[str, Any]:
    """A clause without its context."""
    return {"id": clause.id, "number": clause.number, "kind": clause.kind, "title": clause.title, "text": clause.text}


def briefs(clauses: Iterable[Brief]) -> list[dict[str, Any]]:
    """Clauses without their context."""
    return [brief(clause) for clause in clauses]


def edition(record: EditionRecord) -> dict[str, Any]:
    """What an edition is."""
    return {
        "game": record.game,
        "name": record.name,
        "language": record.language,
        "title": record.title,
        "own": record.own,
        "effective": record.effective,
        "restates": record.restates,
        "dialect": record.dialect,
        "clauses": record.clauses,
    }
