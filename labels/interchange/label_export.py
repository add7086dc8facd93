"""Labels as rows: what `crosssource import --sample` reads back. No column tells of a verdict."""

import sqlite3
from collections.abc import Iterator
from typing import Any

from labels.label import LabelEvent, LabelState
from labels.outcome import Choice
from labels.store import carrying, events


def label_rows(connection: sqlite3.Connection, sample: str) -> Iterator[dict[str, Any]]:
    """One row for each person and item, in order of item and name.

    An item that several drawn citations share is named by the first of them. Labels of items that
    are confirmed harness bugs are there too: they were given.
    """
    states = events.states_of(events.read(connection, sample))
    rows = connection.execute(
        "SELECT c.item_id, c.case_id, c.claim_id, c.cited, i.claim FROM sample_member m "
        "JOIN verdict v ON v.uid = m.verdict_uid JOIN citation c ON c.uid = v.citation_uid "
        "JOIN item i ON i.id = c.item_id WHERE m.sample = ? GROUP BY c.item_id "
        "HAVING c.uid = min(c.uid) ORDER BY c.item_id",
        [sample],
    )
    for row in rows:
        for _, state in sorted(states.items()):
            if (event := state.labels.get(row["item_id"])) is not None:
                yield _row(row, event, state)


def said(choice: Choice) -> str:
    """A choice as `import` reads it."""
    return str(choice).replace("_", " ")


def _row(row: sqlite3.Row, event: LabelEvent, state: LabelState) -> dict[str, Any]:
    assert event.choice is not None  # a state's labels are label events
    evidence = state.evidence.get(event.item_id)
    kind = event.bug or event.category
    return {
        "item_id": row["item_id"],
        "case_id": row["case_id"],
        "claim_id": row["claim_id"],
        "citation": row["cited"],
        "claim": row["claim"],
        "annotator": event.annotator,
        "human_label": said(event.choice),
        "human_failure_type": str(kind) if kind else None,
        "human_note": state.note_with(event) or None,
        "evidence": evidence.text if evidence else None,
        "found": event.found,
        "seconds": event.seconds,
        "labelled_at": event.created_at,
        "rubric": event.rubric,
        "source": carrying.source_of(event),
    }
