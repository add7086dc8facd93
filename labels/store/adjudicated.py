"""A sample's decisions with their adjudicators' names and those of the labels, for its report."""

import sqlite3
from collections.abc import Mapping, Sequence

from labels.adjudication import AdjudicationEvent
from labels.calibration import ItemAdjudication
from labels.label import LabelEvent, LabelState
from labels.store.adjudications import labels_by_item, refs_of, state_of


def adjudications_of(
    connection: sqlite3.Connection, sample: str, states: Mapping[str, LabelState]
) -> dict[str, ItemAdjudication]:
    """The decision in force of each item that has one, else its last void one, by item.

    Args:
        states: what holds in the sample, by annotator (`labels.store.events.states`).
    """
    state = state_of(connection, sample)
    if not state.decided_items:
        return {}
    rows = connection.execute(
        "SELECT seq, annotator FROM label_event WHERE sample = ? AND kind = 'label'", [sample]
    )
    authors = {row["seq"]: row["annotator"] for row in rows}
    labels = labels_by_item(states)
    found = {}
    for item_id in state.decided_items:
        held = labels.get(item_id, [])
        refs = refs_of(held)
        decision, void = state.decision(item_id, refs), state.void(item_id, refs)
        if event := decision or void:
            found[item_id] = _adjudication(event, held, authors, void=decision is None)
    return found


def _adjudication(
    event: AdjudicationEvent, held: Sequence[LabelEvent], authors: Mapping[int, str], *, void: bool
) -> ItemAdjudication:
    assert event.choice is not None  # a decision has one
    over = tuple(authors.get(ref.seq, "?") for ref in event.over)
    return ItemAdjudication(
        adjudicator=event.adjudicator,
        choice=event.choice,
        outcome=event.outcome,
        bug=event.bug,
        reason=event.reason,
        over=over,
        added=tuple(sorted({label.annotator for label in held} - set(over))),
        void=void,
        decided_at=event.created_at,
        rubric=event.rubric,
        tool_version=event.tool_version,
    )
