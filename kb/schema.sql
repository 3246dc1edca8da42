-- The knowledge base: one row a fact, readable by any SQLite tool. Integer ids are local to one file and change with each
-- build; what lasts is (game, edition, key).

CREATE TABLE meta (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE games (
    id TEXT PRIMARY KEY,              -- palworld
    title_zh TEXT NOT NULL,
    title_en TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE editions (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL REFERENCES games(id),
    name TEXT NOT NULL,               -- 2026-07
    language TEXT NOT NULL,           -- zh
    title TEXT NOT NULL,
    own INTEGER NOT NULL,             -- 1: in this project's own words; 0: imported as it is
    effective TEXT NOT NULL,          -- ISO date or prefix of one, '' if the text has none
    restates TEXT NOT NULL,           -- what an own-worded edition restates
    dialect TEXT NOT NULL,
    source_sha256 TEXT NOT NULL,
    source_characters INTEGER NOT NULL,
    unaccounted INTEGER NOT NULL,     -- characters of the source that no node has
    rank INTEGER NOT NULL,            -- 1 is the edition that answers when none is named
    numbered INTEGER NOT NULL,        -- how many of its clauses have a printed number
    first_clause INTEGER NOT NULL,    -- its clauses are those from here (the document itself)
    last_clause INTEGER NOT NULL,     -- to here, without a gap
    UNIQUE (game, name)
);

CREATE TABLE clauses (
    id INTEGER PRIMARY KEY,           -- in the book's order within an edition
    edition INTEGER NOT NULL REFERENCES editions(id) ON DELETE CASCADE,
    key TEXT NOT NULL,                -- 10.5.3 folded; 2.16.1/1 for what has no number
    number TEXT NOT NULL,             -- as printed
    kind TEXT NOT NULL,
    title TEXT NOT NULL,
    text TEXT NOT NULL,
    parent INTEGER REFERENCES clauses(id) ON DELETE CASCADE,
    depth INTEGER NOT NULL,
    synthetic INTEGER NOT NULL,
    lineage TEXT NOT NULL,            -- survives renumbering
    UNIQUE (edition, key)
);
CREATE INDEX clauses_parent ON clauses(parent);
CREATE INDEX clauses_lineage ON clauses(lineage);

CREATE TABLE spans (                  -- all spans of an edition cover its source exactly once
    clause INTEGER NOT NULL REFERENCES clauses(id) ON DELETE CASCADE,
    start INTEGER NOT NULL,
    "end" INTEGER NOT NULL,
    line INTEGER NOT NULL,
    "column" INTEGER NOT NULL,
    role TEXT NOT NULL,
    PRIMARY KEY (clause, start)
) WITHOUT ROWID;

CREATE TABLE refs (                   -- one row a target; a dangling or external reference has one row without target
    clause INTEGER NOT NULL REFERENCES clauses(id) ON DELETE CASCADE,
    mention INTEGER NOT NULL,         -- counts the references of a clause from 0
    start INTEGER NOT NULL,           -- offsets in the clause's text (or title)
    "end" INTEGER NOT NULL,
    in_title INTEGER NOT NULL,
    text TEXT NOT NULL,
    kind TEXT NOT NULL,
    status TEXT NOT NULL,
    flow INTEGER NOT NULL,
    target INTEGER REFERENCES clauses(id) ON DELETE CASCADE
);
CREATE INDEX refs_clause ON refs(clause);
CREATE INDEX refs_target ON refs(target);

CREATE TABLE steps (                  -- the procedure goes on from one clause to the next
    clause INTEGER NOT NULL REFERENCES clauses(id) ON DELETE CASCADE,
    next INTEGER NOT NULL REFERENCES clauses(id) ON DELETE CASCADE,
    PRIMARY KEY (clause, next)
) WITHOUT ROWID;
CREATE INDEX steps_next ON steps(next);

CREATE TABLE terms (
    id INTEGER PRIMARY KEY,
    edition INTEGER NOT NULL REFERENCES editions(id) ON DELETE CASCADE,
    word TEXT NOT NULL,
    folded TEXT NOT NULL,             -- the word in one width, case and script
    UNIQUE (edition, word)
);
CREATE INDEX terms_folded ON terms(edition, folded);

CREATE TABLE definitions (
    term INTEGER NOT NULL REFERENCES terms(id) ON DELETE CASCADE,
    clause INTEGER NOT NULL REFERENCES clauses(id) ON DELETE CASCADE,
    style TEXT NOT NULL,              -- quoted, means, called, title
    PRIMARY KEY (term, clause)
) WITHOUT ROWID;
CREATE INDEX definitions_clause ON definitions(clause);

CREATE TABLE mentions (
    clause INTEGER NOT NULL REFERENCES clauses(id) ON DELETE CASCADE,
    term INTEGER NOT NULL REFERENCES terms(id) ON DELETE CASCADE,
    start INTEGER NOT NULL,
    "end" INTEGER NOT NULL,
    PRIMARY KEY (clause, start)
) WITHOUT ROWID;
CREATE INDEX mentions_term ON mentions(term);

CREATE TABLE synonyms (
    game TEXT NOT NULL,               -- '' for all games
    word TEXT NOT NULL,
    term TEXT NOT NULL,
    PRIMARY KEY (game, word, term)
) WITHOUT ROWID;

CREATE TABLE problems (
    edition INTEGER NOT NULL REFERENCES editions(id) ON DELETE CASCADE,
    rule TEXT NOT NULL,
    severity TEXT NOT NULL,
    key TEXT NOT NULL,
    line INTEGER NOT NULL,
    "column" INTEGER NOT NULL,
    facts TEXT NOT NULL               -- JSON
);
CREATE INDEX problems_edition ON problems(edition);

CREATE TABLE rulings (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL REFERENCES games(id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    title TEXT NOT NULL,
    source TEXT NOT NULL,
    text TEXT NOT NULL,
    written INTEGER NOT NULL DEFAULT 0,   -- 1: decided in writing; 0: a scenario that is run
    UNIQUE (game, name)
);

CREATE TABLE citations (              -- a ruling or a piece of code rests on a clause, as it was worded then
    ruling INTEGER REFERENCES rulings(id) ON DELETE CASCADE,
    code TEXT NOT NULL,               -- module and name, '' for a ruling
    game TEXT NOT NULL,
    edition TEXT NOT NULL,            -- the one cited, '' for the newest in our own words
    key TEXT NOT NULL,
    quote_sha256 TEXT NOT NULL
);
CREATE INDEX citations_key ON citations(game, key);
CREATE INDEX citations_ruling ON citations(ruling);

CREATE TABLE runs (                   -- which clauses a ruling executed when it was last run
    ruling INTEGER NOT NULL REFERENCES rulings(id) ON DELETE CASCADE,
    key TEXT NOT NULL,
    PRIMARY KEY (ruling, key)
) WITHOUT ROWID;
CREATE INDEX runs_key ON runs(key);

CREATE TABLE cards (                  -- of the card files that the user handed in
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    number TEXT NOT NULL,             -- as printed: BP01-074, '' if the file has none
    folded TEXT NOT NULL,             -- the number in one width and case, without blanks
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    facts TEXT NOT NULL,              -- JSON: the other columns by heading, in the file's order
    file TEXT NOT NULL,
    line INTEGER NOT NULL,
    read_on TEXT NOT NULL,            -- ISO date
    current INTEGER NOT NULL          -- 0: a later file or row has the same card
);
CREATE INDEX cards_folded ON cards(folded);

CREATE TABLE card_names (             -- in every language of the file
    card INTEGER NOT NULL REFERENCES cards(id) ON DELETE CASCADE,
    folded TEXT NOT NULL,
    PRIMARY KEY (card, folded)
) WITHOUT ROWID;

CREATE TABLE answers (                -- published questions and answers that the user imported
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    name TEXT NOT NULL,               -- their number where they were published
    date TEXT NOT NULL,               -- ISO date or prefix of one, '' if none is given
    source TEXT NOT NULL,
    question TEXT NOT NULL,
    answer TEXT NOT NULL,
    cards TEXT NOT NULL,              -- the cards and
    clauses TEXT NOT NULL,            -- clauses that they name in columns of their own, as written
    file TEXT NOT NULL,
    line INTEGER NOT NULL,
    read_on TEXT NOT NULL,
    current INTEGER NOT NULL          -- 0: answered anew since
);
CREATE INDEX answers_name ON answers(game, name);

CREATE TABLE answer_cards (
    answer INTEGER NOT NULL REFERENCES answers(id) ON DELETE CASCADE,
    card INTEGER NOT NULL REFERENCES cards(id) ON DELETE CASCADE,
    PRIMARY KEY (answer, card)
) WITHOUT ROWID;
CREATE INDEX answer_cards_card ON answer_cards(card);

CREATE TABLE answer_clauses (
    answer INTEGER NOT NULL REFERENCES answers(id) ON DELETE CASCADE,
    game TEXT NOT NULL,
    key TEXT NOT NULL,
    how TEXT NOT NULL,                -- number: it names the clause; words: it speaks of the same; check: they may disagree
    place INTEGER NOT NULL,           -- the surest first
    PRIMARY KEY (answer, key)
) WITHOUT ROWID;
CREATE INDEX answer_clauses_key ON answer_clauses(game, key);

CREATE TABLE disagreements (          -- an answer says of one thing otherwise than a clause does: to be looked at
    answer INTEGER NOT NULL REFERENCES answers(id) ON DELETE CASCADE,
    game TEXT NOT NULL,
    key TEXT NOT NULL,
    kind TEXT NOT NULL,               -- comparison, figure, obligation, quantity
    said TEXT NOT NULL,               -- the words of the answer
    written TEXT NOT NULL             -- the words of the clause
);
CREATE INDEX disagreements_answer ON disagreements(answer);

CREATE TABLE changes (                -- between two editions
    old INTEGER NOT NULL REFERENCES editions(id) ON DELETE CASCADE,
    new INTEGER NOT NULL REFERENCES editions(id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    old_key TEXT,
    new_key TEXT
);
CREATE INDEX changes_new ON changes(new, new_key);
CREATE INDEX changes_old ON changes(old, old_key);

CREATE TABLE variants (               -- traditional character -> simplified
    traditional TEXT PRIMARY KEY,
    simplified TEXT NOT NULL
) WITHOUT ROWID;

-- Every position of a folded text is one token: the character there and the one after it (fold.py). A phrase of such
-- tokens matches exactly where the text contains the query.
CREATE VIRTUAL TABLE clauses_fts USING fts5(
    title, text, content='', tokenize='ascii', prefix='1'
);

-- Titles once more, alone: to look for a common word in the titles only, the index above would be read from end to end.
CREATE VIRTUAL TABLE clauses_fts_titles USING fts5(
    title, content='', tokenize='ascii', prefix='1'
);
