"""The database's tables, as named migrations of plain SQL, oldest first.

A migration that has shipped is never edited: a change is a new one. Every table is append-only:
triggers refuse UPDATE and DELETE, so that what was judged or said stays as it was.

What the labelling app may read (`labels.store.queue`): `blind_item`, `item`, `answer`, `rubric`,
the names and the opening or closing of samples, which items come twice, a person's own label
events, and of other people's which items have all the labels they want. The adjudicating app
(`labels.store.adjudication_queue`) reads everybody's label events, without the names, and
`adjudication_event`.
"""

import re

from labels.store.schema_audit import AUDIT

MIGRATION_SET = "crosssource"

_FIRST = """
CREATE TABLE run (
    name TEXT PRIMARY KEY,
    source TEXT NOT NULL,           -- the file it was imported from, or the tool's own run
    source_sha256 TEXT NOT NULL,
    created_at TEXT NOT NULL, author TEXT NOT NULL, tool_version TEXT NOT NULL
) STRICT;

CREATE TABLE judge (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    provenance TEXT NOT NULL,       -- JSON object
    created_at TEXT NOT NULL, author TEXT NOT NULL, tool_version TEXT NOT NULL
) STRICT;

CREATE TABLE item (
    id TEXT PRIMARY KEY,            -- the hash of the three texts
    question TEXT NOT NULL, claim TEXT NOT NULL, passage TEXT NOT NULL,
    created_at TEXT NOT NULL, author TEXT NOT NULL, tool_version TEXT NOT NULL
) STRICT;

CREATE TABLE answer (
    id TEXT PRIMARY KEY,            -- the hash of the text
    text TEXT NOT NULL,
    created_at TEXT NOT NULL, author TEXT NOT NULL, tool_version TEXT NOT NULL
) STRICT;

CREATE TABLE citation (
    uid TEXT PRIMARY KEY,
    run TEXT NOT NULL REFERENCES run,
    item_id TEXT NOT NULL REFERENCES item,
    answer_id TEXT NOT NULL REFERENCES answer,
    claim_start INTEGER, claim_end INTEGER,     -- in the answer; NULL: not there word for word
    case_id TEXT NOT NULL, claim_id TEXT NOT NULL, cited TEXT NOT NULL, source TEXT NOT NULL,
    config TEXT NOT NULL, importance INTEGER,
    fields TEXT NOT NULL,           -- JSON object of the import's further columns
    created_at TEXT NOT NULL, author TEXT NOT NULL, tool_version TEXT NOT NULL
) STRICT;
CREATE INDEX citation_run ON citation (run);
CREATE INDEX citation_item ON citation (item_id);

CREATE TABLE verdict (
    uid TEXT PRIMARY KEY,
    citation_uid TEXT NOT NULL REFERENCES citation,
    judge_id TEXT NOT NULL REFERENCES judge,
    support TEXT CHECK (support IN ('supported', 'partial', 'unsupported')),  -- NULL: missing
    category TEXT CHECK (category IS NULL OR (
        category IN ('right_doc_wrong_passage', 'wrong_document', 'unsupported_claim')
        AND support IN ('partial', 'unsupported'))),
    evidence TEXT NOT NULL, reason TEXT NOT NULL, raw TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    created_at TEXT NOT NULL, author TEXT NOT NULL, tool_version TEXT NOT NULL
) STRICT;
CREATE INDEX verdict_citation ON verdict (citation_uid);

CREATE TABLE rubric (
    version TEXT PRIMARY KEY,
    text TEXT NOT NULL,
    created_at TEXT NOT NULL, author TEXT NOT NULL, tool_version TEXT NOT NULL
) STRICT;

CREATE TABLE sample (
    name TEXT PRIMARY KEY,
    rubric TEXT NOT NULL REFERENCES rubric,
    created_at TEXT NOT NULL, author TEXT NOT NULL, tool_version TEXT NOT NULL
) STRICT;

CREATE TABLE sample_manifest (
    sample TEXT PRIMARY KEY REFERENCES sample,
    manifest TEXT NOT NULL,         -- JSON: frame, seed, strata, and the hash of the verdicts
    sha256 TEXT NOT NULL            -- of the manifest's text
) STRICT;

CREATE TABLE stratum (
    sample TEXT NOT NULL REFERENCES sample,
    name TEXT NOT NULL,
    size INTEGER NOT NULL CHECK (size > 0),
    drawn INTEGER NOT NULL CHECK (drawn BETWEEN 0 AND size),
    inclusion_probability REAL NOT NULL CHECK (inclusion_probability BETWEEN 0 AND 1),
    PRIMARY KEY (sample, name)
) STRICT;

CREATE TABLE sample_member (
    sample TEXT NOT NULL REFERENCES sample,
    verdict_uid TEXT NOT NULL REFERENCES verdict,
    stratum TEXT NOT NULL,
    PRIMARY KEY (sample, verdict_uid),
    FOREIGN KEY (sample, stratum) REFERENCES stratum
) STRICT;

-- Every verdict that could have been drawn: what the seal covers, whatever is judged later.
CREATE TABLE sample_frame (
    sample TEXT NOT NULL REFERENCES sample,
    verdict_uid TEXT NOT NULL REFERENCES verdict,
    PRIMARY KEY (sample, verdict_uid)
) STRICT, WITHOUT ROWID;

CREATE TABLE blind_item (
    sample TEXT NOT NULL REFERENCES sample,
    item_id TEXT NOT NULL REFERENCES item,
    answer_id TEXT NOT NULL REFERENCES answer,
    claim_start INTEGER, claim_end INTEGER,
    cited TEXT NOT NULL, source TEXT NOT NULL,
    PRIMARY KEY (sample, item_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE sample_event (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    sample TEXT NOT NULL REFERENCES sample,
    kind TEXT NOT NULL CHECK (kind IN ('closed', 'reopened')),
    reason TEXT NOT NULL,
    created_at TEXT NOT NULL, author TEXT NOT NULL, tool_version TEXT NOT NULL
) STRICT;

CREATE TABLE label_event (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    sample TEXT NOT NULL REFERENCES sample,
    item_id TEXT NOT NULL REFERENCES item,
    annotator TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('label', 'undo', 'later', 'note')),
    choice TEXT, category TEXT, bug TEXT,
    note TEXT NOT NULL,
    target INTEGER REFERENCES label_event,
    seconds REAL,
    rubric TEXT NOT NULL REFERENCES rubric,
    source TEXT NOT NULL, origin TEXT NOT NULL,
    tool_version TEXT NOT NULL,
    created_at TEXT NOT NULL,
    previous TEXT NOT NULL, hash TEXT NOT NULL UNIQUE
) STRICT;
CREATE INDEX label_event_sample ON label_event (sample, annotator, seq);
"""

_RUNS = """
CREATE TABLE run_settings (
    run TEXT PRIMARY KEY REFERENCES run,
    settings TEXT NOT NULL,         -- JSON: configuration, judge, corpus and golden revisions
    sha256 TEXT NOT NULL,
    created_at TEXT NOT NULL, author TEXT NOT NULL, tool_version TEXT NOT NULL
) STRICT;

CREATE TABLE request (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL,              -- the hash of all that decides the answer
    host TEXT NOT NULL,
    purpose TEXT NOT NULL,          -- generate, analyse, judge, search
    request TEXT NOT NULL,          -- JSON, the body that went over the wire; never a key
    response TEXT NOT NULL,         -- JSON, the body that came back
    model TEXT NOT NULL,            -- as the server named it
    fault TEXT,                     -- NULL: the answer can be used
    stop_reason TEXT NOT NULL,
    request_id TEXT NOT NULL,
    input_tokens INTEGER, output_tokens INTEGER,
    cache_write_tokens INTEGER, cache_read_tokens INTEGER,
    cost REAL,                      -- US dollars; NULL: no price is known
    latency REAL,                   -- seconds; NULL: it came in a batch
    attempts INTEGER NOT NULL,
    batch TEXT,                     -- the batch it came in; NULL: it was asked at once
    created_at TEXT NOT NULL, author TEXT NOT NULL, tool_version TEXT NOT NULL
) STRICT;
CREATE INDEX request_key ON request (key, host);

CREATE TABLE generation (
    run TEXT NOT NULL REFERENCES run,
    case_id TEXT NOT NULL,
    config TEXT NOT NULL, question TEXT NOT NULL,
    answerable INTEGER NOT NULL,    -- by the golden question, as it was when it was asked
    ground_truth TEXT NOT NULL,     -- JSON list of passage ids
    answer_id TEXT NOT NULL REFERENCES answer,
    refused INTEGER NOT NULL, widened INTEGER NOT NULL,
    retrieved TEXT NOT NULL,        -- JSON list of passage_id, rank, score
    request_seq INTEGER REFERENCES request,     -- NULL: made offline
    created_at TEXT NOT NULL, author TEXT NOT NULL, tool_version TEXT NOT NULL,
    PRIMARY KEY (run, case_id)
) STRICT;

CREATE TABLE analysis (
    run TEXT NOT NULL REFERENCES run,
    case_id TEXT NOT NULL,
    method TEXT NOT NULL,           -- model, or offline with the reason for it
    claims TEXT NOT NULL,           -- JSON list of atomic claims
    markers TEXT NOT NULL,          -- JSON: unknown, not retrieved, duplicates
    quotes TEXT NOT NULL,           -- JSON list: what became of each quotation
    relevance REAL, contradicts INTEGER,        -- NULL: not asked
    request_seq INTEGER REFERENCES request,
    created_at TEXT NOT NULL, author TEXT NOT NULL, tool_version TEXT NOT NULL,
    PRIMARY KEY (run, case_id)
) STRICT;

CREATE TABLE verdict_request (
    verdict_uid TEXT NOT NULL REFERENCES verdict,
    request_seq INTEGER NOT NULL REFERENCES request,
    PRIMARY KEY (verdict_uid, request_seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE search (
    run TEXT NOT NULL REFERENCES run,
    case_id TEXT NOT NULL, claim_id TEXT NOT NULL,
    judge_id TEXT NOT NULL REFERENCES judge,
    supported_by_retrieved INTEGER, -- NULL: not asked
    passage_id TEXT,                -- that supports the claim; NULL: none was found
    request_seq INTEGER REFERENCES request,
    created_at TEXT NOT NULL, author TEXT NOT NULL, tool_version TEXT NOT NULL,
    PRIMARY KEY (run, case_id, claim_id, judge_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE failure (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    run TEXT NOT NULL REFERENCES run,
    case_id TEXT NOT NULL, claim_id TEXT NOT NULL, cited TEXT NOT NULL,
    judge_id TEXT,
    stage TEXT NOT NULL, cause TEXT NOT NULL, detail TEXT NOT NULL,
    request_seq INTEGER REFERENCES request,
    created_at TEXT NOT NULL, author TEXT NOT NULL, tool_version TEXT NOT NULL
) STRICT;
CREATE INDEX failure_run ON failure (run, case_id);

CREATE TABLE case_score (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    run TEXT NOT NULL REFERENCES run,
    case_id TEXT NOT NULL,
    judge_id TEXT NOT NULL REFERENCES judge,
    scores TEXT NOT NULL,           -- JSON; the last of a case holds
    created_at TEXT NOT NULL, author TEXT NOT NULL, tool_version TEXT NOT NULL
) STRICT;
CREATE INDEX case_score_run ON case_score (run, judge_id, case_id);

CREATE TABLE batch (
    id TEXT PRIMARY KEY,            -- as the service named it
    host TEXT NOT NULL,
    purpose TEXT NOT NULL,
    keys TEXT NOT NULL,             -- JSON list: its requests' keys
    created_at TEXT NOT NULL, author TEXT NOT NULL, tool_version TEXT NOT NULL
) STRICT;

CREATE TABLE batch_event (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    batch TEXT NOT NULL REFERENCES batch,
    kind TEXT NOT NULL CHECK (kind IN ('collected', 'lost')),
    created_at TEXT NOT NULL, author TEXT NOT NULL, tool_version TEXT NOT NULL
) STRICT;
"""


_EVIDENCE = "".join(
    f"ALTER TABLE label_event ADD COLUMN {column};\n"
    for column in (
        "evidence TEXT",  # of the passage, verbatim, with its offsets in characters
        "evidence_start INTEGER",
        "evidence_end INTEGER",
        "found TEXT",  # a passage's id
        "highlighted INTEGER",  # 1, or NULL for no
        "again INTEGER",  # 1, or NULL for no
    )
)

_ADJUDICATION = """
CREATE TABLE adjudication_event (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    sample TEXT NOT NULL REFERENCES sample,
    item_id TEXT NOT NULL REFERENCES item,
    adjudicator TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('decision', 'undo', 'later')),
    choice TEXT, category TEXT, bug TEXT,
    reason TEXT NOT NULL,
    over TEXT NOT NULL,             -- JSON list of the labels decided over: [seq, hash]
    target INTEGER REFERENCES adjudication_event,
    seconds REAL,
    rubric TEXT NOT NULL REFERENCES rubric,
    tool_version TEXT NOT NULL,
    created_at TEXT NOT NULL,
    previous TEXT NOT NULL, hash TEXT NOT NULL UNIQUE
) STRICT;
CREATE INDEX adjudication_event_sample ON adjudication_event (sample, seq);
"""


_TEAM = """
-- A sample whose items are shared out: each wants one person, those of overlap_item so many.
CREATE TABLE sample_share (
    sample TEXT PRIMARY KEY REFERENCES sample,
    per_item INTEGER NOT NULL CHECK (per_item >= 2)
) STRICT;

CREATE TABLE overlap_item (
    sample TEXT NOT NULL,
    item_id TEXT NOT NULL,
    PRIMARY KEY (sample, item_id),
    FOREIGN KEY (sample, item_id) REFERENCES blind_item
) STRICT, WITHOUT ROWID;

-- Items that come to each person a second time.
CREATE TABLE repeated_item (
    sample TEXT NOT NULL,
    item_id TEXT NOT NULL,
    PRIMARY KEY (sample, item_id),
    FOREIGN KEY (sample, item_id) REFERENCES blind_item
) STRICT, WITHOUT ROWID;

-- Files in which somebody labels elsewhere. In such a file this holds the one row of its own.
CREATE TABLE pack (
    id TEXT PRIMARY KEY,
    sample TEXT NOT NULL REFERENCES sample,
    annotator TEXT NOT NULL,
    manifest TEXT NOT NULL,         -- JSON: what is in the file
    sha256 TEXT NOT NULL,           -- of the manifest's text
    created_at TEXT NOT NULL, author TEXT NOT NULL, tool_version TEXT NOT NULL
) STRICT;

-- A pack's events that were taken in: their number and hash there, their seq here.
CREATE TABLE merged_event (
    pack TEXT NOT NULL REFERENCES pack,
    number INTEGER NOT NULL,
    hash TEXT NOT NULL,
    seq INTEGER NOT NULL UNIQUE REFERENCES label_event,
    PRIMARY KEY (pack, number)
) STRICT, WITHOUT ROWID;

-- Who has labelled an item is asked at each step of a shared sample.
CREATE INDEX label_event_first ON label_event (sample, item_id, annotator)
    WHERE kind = 'label' AND again IS NULL;
CREATE INDEX label_event_target ON label_event (target) WHERE target IS NOT NULL;
"""


_REVEAL = """
-- The verdicts of a closed sample were shown; what is said after last_label is not blind.
CREATE TABLE reveal (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    sample TEXT NOT NULL REFERENCES sample,
    last_label INTEGER NOT NULL,
    last_decision INTEGER NOT NULL,
    created_at TEXT NOT NULL, author TEXT NOT NULL, tool_version TEXT NOT NULL
) STRICT;
"""


_QUESTION_AUTHOR = """
-- Who wrote a golden question, as it was when it was asked; runs of before have no row.
CREATE TABLE question_author (
    run TEXT NOT NULL REFERENCES run,
    case_id TEXT NOT NULL,
    written_by TEXT NOT NULL CHECK (written_by IN ('human', 'machine', 'unknown')),
    drafted_by TEXT NOT NULL,       -- empty where the writer drafted it
    created_at TEXT NOT NULL, author TEXT NOT NULL, tool_version TEXT NOT NULL,
    PRIMARY KEY (run, case_id)
) STRICT;
"""


def _append_only(sql: str) -> str:
    """The script with a trigger for each of its tables that refuses to change or delete a row."""
    tables = re.findall(r"^CREATE TABLE (\w+)", sql, re.MULTILINE)
    return sql + "".join(
        f"CREATE TRIGGER {table}_refuses_{action.lower()} BEFORE {action} ON {table} "
        f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END;\n"
        for table in tables
        for action in ("UPDATE", "DELETE")
    )


MIGRATIONS: tuple[tuple[str, str], ...] = (
    ("0001_first", _append_only(_FIRST)),
    ("0002_runs", _append_only(_RUNS)),
    ("0003_evidence", _EVIDENCE),
    ("0004_team", _append_only(_TEAM)),
    ("0005_adjudication", _append_only(_ADJUDICATION)),
    ("0006_reveal", _append_only(_REVEAL)),
    ("0007_audit", _append_only(AUDIT)),
    ("0008_question_author", _append_only(_QUESTION_AUTHOR)),
)
