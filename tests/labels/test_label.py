"""What holds now, folded from what was said."""

import pytest

from labels.label import EventKind, LabelEvent, LabelSource, fold
from labels.outcome import Category, Choice, HarnessBug, Outcome


def event(seq: int, kind: EventKind, item: str = "a", **values: object) -> LabelEvent:
    base: dict[str, object] = {
        "seq": seq,
        "sample": "s",
        "item_id": item,
        "annotator": "ann",
        "kind": kind,
        "rubric": "r",
        "source": LabelSource.LABELLER,
        "tool_version": "0",
        "created_at": "2026-01-01",
        "previous": "",
    }
    return LabelEvent(**(base | values))  # type: ignore[arg-type]


def label(seq: int, choice: Choice, item: str = "a") -> LabelEvent:
    return event(seq, EventKind.LABEL, item, choice=choice)


def undo(seq: int, target: int, item: str = "a") -> LabelEvent:
    return event(seq, EventKind.UNDO, item, target=target)


def test_an_undo_brings_back_what_was_said_before() -> None:
    said = [label(1, Choice.SUPPORTED), label(2, Choice.PARTIAL), undo(3, 2)]
    state = fold(said)
    assert state.labels["a"].choice is Choice.SUPPORTED
    assert state.undoable == said[0]
    assert fold([*said, undo(4, 1)]).labels == {}


def test_later_holds_until_the_label_and_comes_back_with_its_undo() -> None:
    said = [event(1, EventKind.LATER), label(2, Choice.SUPPORTED)]
    assert fold(said).deferred == {}
    assert fold([*said, undo(3, 2)]).deferred == {"a": 1}
    assert fold([*said, undo(3, 2), undo(4, 1)]).deferred == {}


def test_the_last_note_holds_and_an_empty_one_takes_it_away() -> None:
    notes = [event(n, EventKind.NOTE, note=text) for n, text in enumerate(["x", "y", ""], 1)]
    assert fold(notes[:2]).notes == {"a": "y"}
    assert fold(notes).notes == {}
    assert fold(notes).undoable is None


def test_undoing_twice_the_same_changes_nothing_more() -> None:
    assert fold([label(1, Choice.SUPPORTED), undo(2, 1), undo(3, 1)]).labels == {}


def test_an_event_carries_what_its_kind_needs_and_nothing_else() -> None:
    with pytest.raises(ValueError, match="choice"):
        event(1, EventKind.LABEL)
    with pytest.raises(ValueError, match="category"):
        event(1, EventKind.LABEL, choice=Choice.SUPPORTED, category=Category.WRONG_DOCUMENT)
    with pytest.raises(ValueError, match="bug"):
        event(1, EventKind.LABEL, choice=Choice.HARNESS_BUG)
    with pytest.raises(ValueError, match="target"):
        event(1, EventKind.UNDO)


def test_outcomes_of_labels() -> None:
    assert label(1, Choice.UNSUPPORTED).outcome is Outcome.UNCATEGORISED
    bug = event(1, EventKind.LABEL, choice=Choice.HARNESS_BUG, bug=HarnessBug.EMPTY_CLAIM)
    assert bug.outcome is None


def test_the_hash_covers_every_field_and_the_history() -> None:
    first = label(1, Choice.SUPPORTED)
    assert first.hash != label(1, Choice.PARTIAL).hash
    assert first.hash != event(1, EventKind.LABEL, choice=Choice.SUPPORTED, previous="x").hash
