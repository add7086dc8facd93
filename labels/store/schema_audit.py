"""The tables of the audit's decisions, and what follows from them as views: plain SQL."""

AUDIT = """
-- What a person decided of findings of the audit that have one signature.
CREATE TABLE audit_event (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL CHECK (kind IN ('confirmed', 'dismissed', 'withdrawn')),
    signature TEXT NOT NULL,
    detector TEXT NOT NULL, what TEXT NOT NULL,     -- what the signature is the hash of
    reason TEXT NOT NULL CHECK (reason <> ''),
    auditor TEXT NOT NULL,
    created_at TEXT NOT NULL, author TEXT NOT NULL, tool_version TEXT NOT NULL,
    previous TEXT NOT NULL,         -- the hash of the decision before it; empty for the first
    hash TEXT NOT NULL UNIQUE       -- of the decision with its findings
) STRICT;

-- The findings that were there to be decided on: one that comes later is open again.
CREATE TABLE audit_subject (
    event INTEGER NOT NULL REFERENCES audit_event,
    voids TEXT NOT NULL CHECK (voids IN ('citation', 'verdict', 'answer', 'nothing')),
    run TEXT NOT NULL, case_id TEXT NOT NULL,
    uid TEXT NOT NULL,              -- of the citation or the verdict; empty for an answer
    PRIMARY KEY (event, voids, run, case_id, uid)
) STRICT, WITHOUT ROWID;
CREATE INDEX audit_subject_uid ON audit_subject (uid, case_id);

CREATE VIEW audit_standing AS
SELECT e.kind, e.signature, e.detector, s.voids, s.run, s.case_id, s.uid
FROM audit_subject s JOIN audit_event e ON e.seq = s.event
WHERE NOT EXISTS (
    SELECT 1 FROM audit_subject t JOIN audit_event l ON l.seq = t.event
    WHERE t.uid = s.uid AND t.case_id = s.case_id AND t.run = s.run AND t.voids = s.voids
    AND l.signature = e.signature AND l.seq > e.seq
);

-- What is in no denominator, for every judge, and for one.
CREATE VIEW confirmed_citation AS
SELECT uid AS citation_uid FROM audit_standing WHERE kind = 'confirmed' AND voids = 'citation'
UNION
SELECT c.uid FROM audit_standing a JOIN citation c ON c.run = a.run AND c.case_id = a.case_id
WHERE a.kind = 'confirmed' AND a.voids = 'answer';

CREATE VIEW confirmed_verdict AS
SELECT uid AS verdict_uid FROM audit_standing WHERE kind = 'confirmed' AND voids = 'verdict'
UNION
SELECT v.uid FROM confirmed_citation c JOIN verdict v ON v.citation_uid = c.citation_uid;
"""
