"""Labels from planted truth: they show the tool at work, not people. Reports say so."""

from collections.abc import Mapping
from dataclasses import dataclass

from corpus import stamp
from corpus.workspace import Workspace
from labels import rubric
from labels.label import EventKind, LabelEvent, LabelSource, fold
from labels.store import database, events, standing
from labels.store.queue import Decision


@dataclass(frozen=True, slots=True, kw_only=True)
class Truth:
    """What is planted for an item."""

    decision: Decision
    note: str = ""


def label_from_truth(
    workspace: Workspace, sample: str, truth: Mapping[str, Truth], annotator: str = "simulated"
) -> int:
    """Label the unlabelled items of a sample from planted truth, in one transaction.

    Items that nothing was planted for stay unlabelled.

    Args:
        workspace: the study.
        sample: its name.
        truth: by item id; items outside the sample are passed over.
        annotator: the name beside the labels.

    Returns:
        How many were labelled.

    Raises:
        InputError: no such sample, it is closed, or the annotator's name cannot be used.
        StoreError: the database cannot be written; nothing was changed.
    """
    in_force = rubric.in_force(workspace)
    annotator = standing.annotator_name(annotator)
    with database.opened(workspace) as connection, database.transaction(connection):
        sample = standing.sample_name(connection, sample)
        standing.refuse_closed(connection, sample)
        standing.refuse_twin_name(connection, annotator)
        standing.keep_rubric(connection, in_force)
        held = fold(e for e in events.read(connection, sample) if e.annotator == annotator).labels
        rows = connection.execute(
            "SELECT item_id FROM blind_item WHERE sample = ? ORDER BY item_id", [sample]
        )
        open_items = truth.keys() - held
        known = [row["item_id"] for row in rows if row["item_id"] in open_items]

        def event(item_id: str, planted: Truth, kind: EventKind) -> LabelEvent:
            is_label = kind is EventKind.LABEL
            return LabelEvent(
                seq=0,
                sample=sample,
                item_id=item_id,
                annotator=annotator,
                kind=kind,
                choice=planted.decision.choice if is_label else None,
                category=planted.decision.category if is_label else None,
                bug=planted.decision.bug if is_label else None,
                note="" if is_label else planted.note,
                rubric=in_force.version,
                source=LabelSource.SIMULATED,
                tool_version=stamp.tool_version(),
                created_at=stamp.now(),
                previous="",
            )

        events.append_within(
            connection,
            [
                event(item_id, truth[item_id], kind)
                for item_id in known
                for kind in (EventKind.NOTE, EventKind.LABEL)
                if kind is EventKind.LABEL or truth[item_id].note
            ],
        )
    return len(known)
