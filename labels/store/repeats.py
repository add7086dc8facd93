"""What one person said twice of one item: shown again in this sample, or in another one too.

The item is the same by its content (`labels.item`), the rubric is the same version, and both labels
were given blind in the labelling app: a label that came in with a file may be a copy of the other,
and a simulated one is nobody's. What a person said there first is not shown when they label again.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping

from labels.calibration import Repeat
from labels.label import LabelEvent, LabelSource, LabelState
from labels.store import reveals


def repeated(
    connection: sqlite3.Connection, sample: str, states: Mapping[str, LabelState]
) -> Iterator[Repeat]:
    """The second answers to a sample's items, by annotator and item.

    One that was asked for in this sample goes before one that chance gave in another. Of several
    other samples the earliest label is taken, so that each item counts once a person.

    Args:
        states: what holds in the sample, by annotator.
    """
    for annotator, state in sorted(states.items()):
        own = {item: event for item, event in state.labels.items() if _blind(event)}
        if not own:
            continue
        others = _labels_elsewhere(connection, sample, annotator)
        for item_id, event in sorted(own.items()):
            again = state.second.labels.get(item_id)
            twin = _twin(event, [again] if again else []) or _twin(event, others.get(item_id, []))
            if twin:
                yield _repeat(*sorted((event, twin), key=_seq))


def _twin(event: LabelEvent, candidates: Iterable[LabelEvent]) -> LabelEvent | None:
    """The earliest label that was made as this one was; None where there is none."""
    alike = (one for one in candidates if _blind(one) and one.rubric == event.rubric)
    return min(alike, key=_seq, default=None)


def _labels_elsewhere(
    connection: sqlite3.Connection, sample: str, annotator: str
) -> dict[str, list[LabelEvent]]:
    """The person's blind labels in force in every other sample, by item."""
    rows = connection.execute(
        "SELECT DISTINCT sample FROM label_event WHERE annotator = ? AND sample <> ? "
        "ORDER BY sample",
        [annotator, sample],
    )
    found: dict[str, list[LabelEvent]] = {}
    for row in rows.fetchall():
        state = reveals.blind_states(connection, row["sample"]).get(annotator, LabelState())
        for item_id, event in state.labels.items():
            found.setdefault(item_id, []).append(event)
    return found


def _blind(event: LabelEvent) -> bool:
    return event.source is LabelSource.LABELLER


def _seq(event: LabelEvent) -> int:
    return event.seq


def _repeat(first: LabelEvent, second: LabelEvent) -> Repeat:
    assert first.choice is not None  # a state's labels are label events
    assert second.choice is not None
    return Repeat(
        annotator=first.annotator,
        item_id=first.item_id,
        first=first.choice,
        second=second.choice,
        first_outcome=first.outcome,
        second_outcome=second.outcome,
    )
