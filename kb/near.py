"""Clause numbers close to one that was typed: what lies below it, and the real ones that it may have been meant for."""

import re
import sqlite3
from collections.abc import Iterator

from headjudge.kb.address import Address
from headjudge.kb.editions import chosen_editions
from headjudge.kb.records import Brief, EditionRecord
from headjudge.kb.rows import briefs, top

_PART = r"(?s)[.-]?\d+|[.-]?[a-z]+|/[^/]*|~.*|."
_SIGNS = "0123456789.-abcdefgh"
_MOST = 2000
"""So many clauses of a chapter are looked at for one that is like a number far off."""
_LONGEST = 24
"""Characters of a number for which slips of the finger are tried."""


def parts(db: sqlite3.Connection, address: Address, limit: int = 50) -> list[Brief]:
    """The clauses whose number begins with that number, part by part: 10.5 finds 10.5 and 10.5.3, never 110.5 or 10.50."""
    found: list[Brief] = []
    for edition in chosen_editions(db, address.game, address.edition) if address.key else ():
        # `-` and `.` come before `/` (what has no number), letters and `~` (a number used twice) after the figures
        found += briefs(
            db,
            """WHERE c.id IN (SELECT id FROM clauses WHERE edition = ?1 AND key = ?2
                UNION ALL SELECT id FROM clauses WHERE edition = ?1 AND key >= ?2 || '-' AND key < ?2 || '/'
                UNION ALL SELECT id FROM clauses WHERE edition = ?1 AND key >= ?2 || 'a' AND key < ?2 || char(127))
               AND NOT c.synthetic ORDER BY c.id LIMIT ?3""",
            (edition.row, address.key, limit),
        )
    return found


def nearest(db: sqlite3.Connection, address: Address, limit: int = 5) -> list[str]:
    """Real numbers close to one that does not exist: first those that are one slip of the finger away, or differ in nothing but
    their dots, then what lies next to it below the longest head of it that exists; if nothing is close, the nearest chapter and
    the number most like it in there.
    """
    slips = [b.key for e in chosen_editions(db, address.game, address.edition) for b in _slips(db, address.key, e.row)]
    near = sorted(dict.fromkeys(slips), key=lambda key: (_figures(key) != _figures(address.key), _distance(key, address.key)))
    for head in _heads(address.key):
        around = [b.key for b in parts(db, address._replace(key=head), 400) if b.key != address.key]
        if around:
            near += sorted(around, key=lambda key: _distance(key, address.key))
            break
    if not near:
        found = [_nearest_chapter(db, address.key, e) for e in chosen_editions(db, address.game, address.edition)]
        near = [
            key
            for keys in sorted(found, key=lambda keys: _distance(keys[-1], address.key) if keys else (0, 0, ""))
            for key in keys
        ]
    return list(dict.fromkeys(near))[:limit]


def _nearest_chapter(db: sqlite3.Connection, key: str, edition: EditionRecord) -> list[str]:
    """The number most like `key` in the chapter whose number is nearest, and that chapter; nothing for what is no number."""
    wanted = _values(key)
    chapters = [brief.key for brief in top(db, edition.row) if "0" <= brief.key[:1] <= "9"]
    if not "0" <= key[:1] <= "9" or not chapters:
        return []
    chapter = min(chapters, key=lambda other: (abs(_values(other)[0] - wanted[0]), other))
    inside = [brief.key for brief in parts(db, Address(edition.game, edition.name, chapter), _MOST) if brief.key != chapter]
    like = min(inside, key=lambda other: _shape(other, wanted), default=chapter)
    return [like, chapter]


def _shape(key: str, wanted: list[int]) -> tuple[int, list[int], str]:
    """How unlike a number is: in length, then in its parts, the first of them counting most."""
    values = _values(key)
    return abs(len(values) - len(wanted)), [abs(a - b) for a, b in zip(values, wanted, strict=False)], key


def _slips(db: sqlite3.Connection, key: str, edition: int) -> list[Brief]:
    if len(key) > _LONGEST:
        return []
    typed = sorted({*_mistyped(key)} - {key})
    marks = ",".join("?" * len(typed))
    figures = key.replace(".", "").replace("-", "")
    first, second = figures[:1], figures[:2]
    respelled = """SELECT id FROM clauses WHERE edition = ? AND key >= ? AND key < ?
        AND key <> ? AND replace(replace(key, '.', ''), '-', '') = ?"""  # 1053 for 10.5.3
    meant = f"SELECT id FROM clauses WHERE edition = ? AND key IN ({marks}) UNION ALL {respelled} UNION ALL {respelled}"
    # such a number begins with the same two figures, or with the first and a dot: no more of the edition is read
    begins = ((second, f"{second}\U0010ffff"), (f"{first}-", f"{first}/"))
    values = (edition, *typed, *(value for begin in begins for value in (edition, *begin, key, figures)))
    return briefs(db, f"WHERE NOT c.synthetic AND c.id IN ({meant})", values)


def _mistyped(key: str) -> Iterator[str]:
    """What was meant if one sign is too many, missing, wrong, or in the place of its neighbour, or a part in that of another."""
    pieces = key.split(".")
    for at in range(len(pieces) - 1):
        yield ".".join([*pieces[:at], pieces[at + 1], pieces[at], *pieces[at + 2 :]])
    for at in range(len(key) + 1):
        head, tail = key[:at], key[at:]
        yield head + tail[1:]
        yield head + tail[1:2] + tail[:1] + tail[2:]
        for sign in _SIGNS:
            yield head + sign + tail
            yield head + sign + tail[1:]


def _heads(key: str) -> list[str]:
    """The number itself, without its last part, and so on.

    >>> _heads("10.5.3a"), _heads("检查")
    (['10.5.3a', '10.5.3', '10.5', '10'], [])
    """
    if not key[:1].isdigit():
        return []
    pieces = re.findall(_PART, key)
    return ["".join(pieces[:count]) for count in range(len(pieces), 0, -1)]


def _distance(one: str, other: str) -> tuple[int, int, str]:
    """How far apart two numbers are: in length first, then in their first differing part."""
    left, right = (_values(key) for key in (one, other))
    differing = next((abs(a - b) for a, b in zip(left, right, strict=False) if a != b), 0)
    return abs(len(left) - len(right)), differing, one


def _figures(key: str) -> list[str]:
    """What was typed, whatever the order and the dots."""
    return sorted(char for char in key if char.isalnum())


def _values(key: str) -> list[int]:
    return [int(part) if part.isdigit() else ord(part) for part in re.findall(r"\d+|[a-z]", key, re.ASCII)]
