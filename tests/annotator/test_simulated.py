"""Labels from planted truth."""

import pytest

from annotator.simulated import Truth, label_from_truth
from corpus.errors import InputError
from corpus.workspace import Workspace
from labels import rubric
from labels.label import LabelSource, fold
from labels.outcome import Category, Choice
from labels.store import database, events
from labels.store.integrity import faults
from labels.store.queue import Decision, open_queue

SUPPORTED = Truth(decision=Decision(choice=Choice.SUPPORTED))
WRONG = Truth(
    decision=Decision(choice=Choice.UNSUPPORTED, category=Category.WRONG_DOCUMENT), note="planted"
)


def ids(workspace: Workspace) -> list[str]:
    with database.opened(workspace) as connection:
        rows = connection.execute("SELECT item_id FROM blind_item ORDER BY item_id")
        return [row["item_id"] for row in rows]


def test_planted_truth_is_stored_as_simulated(twelve: Workspace) -> None:
    known = ids(twelve)
    truth = dict.fromkeys(known[:8], SUPPORTED) | {known[8]: WRONG, "not in the sample": WRONG}
    assert label_from_truth(twelve, "pilot", truth) == 9
    with database.opened(twelve) as connection:
        stored = list(events.read(connection, "pilot"))
        assert faults(connection) == []
    assert {event.source for event in stored} == {LabelSource.SIMULATED}
    assert {event.seconds for event in stored} == {None}
    state = fold(stored)
    assert state.labels[known[8]].category is Category.WRONG_DOCUMENT
    assert state.notes == {known[8]: "planted"}


def test_what_is_labelled_already_stays(twelve: Workspace) -> None:
    with open_queue(twelve, None, "simulated", rubric.in_force(twelve)) as queue:
        first = queue.next_id() or ""
        queue.label(first, Decision(choice=Choice.PARTIAL), 1.0)
    truth = dict.fromkeys(ids(twelve), SUPPORTED)
    assert label_from_truth(twelve, "pilot", truth) == 11
    assert label_from_truth(twelve, "pilot", truth) == 0
    with open_queue(twelve, None, "simulated", rubric.in_force(twelve)) as queue:
        assert queue.label_of(first) == Decision(choice=Choice.PARTIAL)


def test_an_unknown_sample_is_refused(twelve: Workspace) -> None:
    with pytest.raises(InputError, match="no sample 'nope'"):
        label_from_truth(twelve, "nope", {})
