"""The database's tables, as named migrations of plain SQL, oldest first.

A migration that has shipped is never edited: a change is a new one. Every table is append-only:
triggers refuse UPDATE and DELETE, so that what was judged or said stays as it was.

What the labelling app may read (`labels.store.queue`): `blind_item`, `item`, `answer`, `rubric`,
the names and the opening or closing of samples, and a person's own label events.
"""

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

_APPEND_ONLY = (
    "run",
    "judge",
    "item",
    "answer",
    "citation",
    "verdict",
    "rubric",
    "sample",
    "sample_manifest",
    "stratum",
    "sample_member",
    "sample_frame",
    "blind_item",
    "sample_event",
    "label_event",
)


def _refusals(tables: tuple[str, ...]) -> str:
    return "".join(
        f"CREATE TRIGGER {table}_refuses_{action.lower()} BEFORE {action} ON {table} "
        f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END;\n"
        for table in tables
        for action in ("UPDATE", "DELETE")
    )


MIGRATIONS: tuple[tuple[str, str], ...] = (("0001_first", _FIRST + _refusals(_APPEND_ONLY)),)
