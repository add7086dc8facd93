"""Second answers: the same item in two samples, by one person, blind, under one rubric."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from corpus.workspace import Workspace
from labels import rubric, sampling
from labels.calibration import Repeat
from labels.outcome import Choice
from labels.store import calibration, database, events, samples
from labels.store.frame import load_frame
from labels.store.queue import Decision, open_queue
from labels.store.repeats import repeated

Run = Callable[..., Any]


@pytest.fixture
def again(drawn: Workspace) -> Workspace:
    """A second sample of the same run, named `second`, beside `pilot`."""
    with database.opened(drawn) as connection, database.transaction(connection):
        frame = load_frame(connection, [], None)
        strata = sampling.draw(frame.verdicts, supported=20, partial=None, by=[], seed=8)
        new = samples.NewSample(name="second", origin="drawn", seed=8, by=(), strata=strata)
        samples.create(connection, frame, new, rubric.in_force(drawn))
    return drawn


def label_all(study: Workspace, sample: str, annotator: str, choice: Choice) -> None:
    with open_queue(study, sample, annotator, rubric.in_force(study)) as queue:
        while (item := queue.next_id()) is not None:
            queue.label(item, Decision(choice=choice), seconds=1.0)


def repeats(study: Workspace, sample: str) -> Sequence[Repeat]:
    with database.opened(study) as connection:
        return list(repeated(connection, sample, events.states(connection, sample)))


def test_items_that_one_person_labelled_in_two_samples(again: Workspace) -> None:
    label_all(again, "pilot", "ann", Choice.SUPPORTED)
    label_all(again, "second", "ann", Choice.PARTIAL)
    label_all(again, "second", "bob", Choice.PARTIAL)
    found = repeats(again, "second")
    # All twenty flagged ones are in both samples, and the supported ones that both drew.
    assert len(found) >= 20
    assert {one.annotator for one in found} == {"ann"}
    assert {(one.first, one.second) for one in found} == {(Choice.SUPPORTED, Choice.PARTIAL)}
    # Whichever sample is reported, the first answer is the one that was given first.
    assert repeats(again, "pilot") == found
    with database.opened(again) as connection:
        assert calibration.load(connection, again, "second").repeats == tuple(found)


def test_another_rubric_is_another_question(again: Workspace) -> None:
    label_all(again, "pilot", "ann", Choice.SUPPORTED)
    again.rubric.write_text("# Another rubric\n\nSupported means supported.\n", "utf-8")
    label_all(again, "second", "ann", Choice.SUPPORTED)
    assert repeats(again, "second") == []


def test_an_imported_label_may_be_a_copy(again: Workspace, run: Run, tmp_path: Path) -> None:
    label_all(again, "pilot", "ann", Choice.SUPPORTED)
    with database.opened(again) as connection:
        items = [item.item_id for item in calibration.load(connection, again, "second").items]
    file = tmp_path / "labels.csv"
    rows = [f"{item},supported,ann" for item in items]
    file.write_text("\n".join(["item_id,human_label,annotator", *rows]) + "\n", "utf-8")
    run("import", file, "--sample", "second", "--workspace", again.root)
    assert repeats(again, "second") == []


def test_an_undone_label_is_no_answer(again: Workspace) -> None:
    label_all(again, "pilot", "ann", Choice.SUPPORTED)
    with open_queue(again, "second", "ann", rubric.in_force(again)) as queue:
        item = queue.next_id()
        assert item is not None
        queue.label(item, Decision(choice=Choice.SUPPORTED), seconds=1.0)
        queue.undo()
    assert repeats(again, "second") == []
