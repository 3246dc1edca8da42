"""The visible minimum of an import, as anyone would write it in an afternoon: a regular expression a line, and INSERT.

It keeps each numbered clause with its text and parent, the numbers that a text mentions as references to the clauses of that
number, and a full-text table, committed to disk. It knows nothing of titles, terms, examples, spans, ranges, titles named in
quotes, procedures, duplicates or gaps, finds no Chinese word inside a sentence, and drops what has no number.

    python benchmarks/naive.py RULEBOOK DATABASE
"""

import re
import sqlite3
import sys
from pathlib import Path

CLAUSE = re.compile(r"^[\s•]*(?:第(\d+)章|(\d+(?:\.\d+[a-z]?)*)\.?)\s*(.*)$")
REFERENCE = re.compile(r"\d+(?:\.\d+[a-z]?)+")


def main(source: str, target: str) -> None:
    db = sqlite3.connect(target)
    db.executescript(
        """CREATE TABLE clauses (id INTEGER PRIMARY KEY, number TEXT UNIQUE, parent INTEGER REFERENCES clauses, text TEXT);
        CREATE TABLE refs (source INTEGER REFERENCES clauses, target INTEGER REFERENCES clauses, text TEXT);
        CREATE INDEX refs_source ON refs(source); CREATE INDEX refs_target ON refs(target);
        CREATE VIRTUAL TABLE search USING fts5(text);"""
    )
    rows: dict[str, int] = {}
    texts: dict[int, str] = {}
    for line in Path(source).read_text("utf-8-sig").splitlines():
        found = CLAUSE.match(line)
        if not found:
            continue
        number, text = found[1] or found[2], found[3]
        parent = rows.get(re.sub(r"(?:\.\d+|[a-z])$", "", number))
        if number not in rows:
            rows[number] = len(rows) + 1
            texts[rows[number]] = text
            db.execute("INSERT INTO clauses VALUES (?, ?, ?, ?)", (rows[number], number, parent, text))
            db.execute("INSERT INTO search (rowid, text) VALUES (?, ?)", (rows[number], text))
    for row, text in texts.items():
        for mention in REFERENCE.findall(text):
            if mention in rows:
                db.execute("INSERT INTO refs VALUES (?, ?, ?)", (row, rows[mention], mention))
    db.commit()
    db.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
