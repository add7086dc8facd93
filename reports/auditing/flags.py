"""Harness bugs that people reported while they labelled, beside what a machine found."""

import sqlite3
from collections.abc import Iterator, Mapping

from labels.outcome import Choice, HarnessBug
from labels.store import events
from labels.store.adjudicated import adjudications_of
from reports.auditing.evidence import CitedClaim, HumanFlag


def flags(
    connection: sqlite3.Connection, citations: Mapping[str, CitedClaim]
) -> Iterator[HumanFlag]:
    """Every citation of a sample whose item a labeller or an adjudicator called a harness bug.

    Args:
        connection: the study's database.
        citations: by uid.
    """
    for sample in [row["name"] for row in connection.execute("SELECT name FROM sample")]:
        said = _said(connection, sample)
        if not said:
            continue
        rows = connection.execute(
            "SELECT v.citation_uid FROM sample_member m JOIN verdict v ON v.uid = m.verdict_uid "
            "WHERE m.sample = ?",
            [sample],
        )
        for row in rows:
            citation = citations[row["citation_uid"]]
            for bug, people in said.get(citation.item_id, {}).items():
                yield HumanFlag(
                    citation=citation,
                    sample=sample,
                    bug=bug,
                    by=tuple(people),
                    note="; ".join(note for note in people.values() if note),
                )


def _said(
    connection: sqlite3.Connection, sample: str
) -> dict[str, dict[HarnessBug, dict[str, str]]]:
    """By item and bug: the note of each person who reported it. Also of what was said after a
    reveal: a bug is one whether or not the verdict is known."""
    found: dict[str, dict[HarnessBug, dict[str, str]]] = {}
    states = events.states(connection, sample)
    for annotator, state in sorted(states.items()):
        for item_id, event in state.labels.items():
            if event.choice is Choice.HARNESS_BUG and event.bug is not None:
                note = state.note_with(event)
                found.setdefault(item_id, {}).setdefault(event.bug, {})[annotator] = note
    for item_id, decision in adjudications_of(connection, sample, states).items():
        if decision.bug is not None and not decision.void:
            by = found.setdefault(item_id, {}).setdefault(decision.bug, {})
            by[decision.adjudicator] = decision.reason
    return found
