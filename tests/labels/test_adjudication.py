"""Adjudication: which items come, what an adjudicator may read, when a decision is void."""

import json
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import fields
from typing import Any

import pytest

from corpus.errors import InputError
from corpus.workspace import Workspace
from labels import rubric
from labels.adjudication import Open, why_open
from labels.label import EventKind, LabelEvent, LabelSource
from labels.outcome import Category, Choice, HarnessBug
from labels.store import adjudications, database, events, integrity, samples
from labels.store.adjudication_queue import (
    AdjudicationQueue,
    Dispute,
    Stored,
    open_adjudication,
)
from labels.store.anonymous_labels import AnonymousLabel
from labels.store.queue import Decision, open_queue
from labels.store.standing import ClosedSampleError

SUPPORTED = Decision(choice=Choice.SUPPORTED)
PARTIAL = Decision(choice=Choice.PARTIAL)
NOWHERE = Decision(choice=Choice.UNSUPPORTED, category=Category.UNSUPPORTED_CLAIM)
ELSEWHERE = Decision(choice=Choice.UNSUPPORTED, category=Category.WRONG_DOCUMENT)
CANNOT = Decision(choice=Choice.CANNOT_JUDGE)
BUG = Decision(choice=Choice.HARNESS_BUG, bug=HarnessBug.CLAIM_FRAGMENT)
OTHER_BUG = Decision(choice=Choice.HARNESS_BUG, bug=HarnessBug.WRONG_PASSAGE)
NAMES = ("ann", "bob", "cho")

LabelAs = Callable[..., None]


def items_of(study: Workspace) -> list[str]:
    """The sample's items, in an order that is the same for every test."""
    with database.opened(study) as connection:
        rows = connection.execute("SELECT item_id FROM blind_item ORDER BY item_id").fetchall()
    return [row["item_id"] for row in rows]


def say(study: Workspace, name: str, said: dict[str, Decision], note: str = "") -> None:
    """What one person says of some items, blind, in the labelling app's own way."""
    with open_queue(study, "pilot", name, rubric.in_force(study)) as queue:
        for item_id, decision in said.items():
            if note:
                queue.note(item_id, note)
            assert queue.label(item_id, decision, 1.0)


@pytest.fixture
def disputed(drawn: Workspace) -> Workspace:
    """Six items: three on which ann and bob differ, one that neither could judge, two settled."""
    ids = items_of(drawn)
    ann = (SUPPORTED, SUPPORTED, NOWHERE, CANNOT, SUPPORTED, BUG)
    bob = (PARTIAL, CANNOT, ELSEWHERE, CANNOT, SUPPORTED, OTHER_BUG)
    say(drawn, "ann", dict(zip(ids, ann, strict=False)), note="I read it so.")
    say(drawn, "bob", dict(zip(ids, bob, strict=False)))
    return drawn


def opened(study: Workspace, name: str = "carla", **options: bool) -> AdjudicationQueue:
    return open_adjudication(study, "pilot", name, rubric.in_force(study), **options)


def dispute(queue: AdjudicationQueue, item_id: str | None = None) -> Dispute:
    found = queue.dispute(item_id or queue.next_id() or "")
    assert found is not None
    return found


def walk(queue: AdjudicationQueue) -> list[Dispute]:
    """Decide everything; what came, in order."""
    came = []
    while (item_id := queue.next_id()) is not None:
        came.append(dispute(queue, item_id))
        assert queue.decide(came[-1], PARTIAL, "A part of it.", 1.0) is Stored.STORED
    return came


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ([], None),
        ([SUPPORTED], None),
        ([SUPPORTED, SUPPORTED], None),
        ([SUPPORTED, PARTIAL], Open.DIFFER),
        # Both say that it is unsupported, and not how.
        ([NOWHERE, ELSEWHERE], Open.DIFFER),
        # No majority is taken.
        ([SUPPORTED, SUPPORTED, PARTIAL], Open.DIFFER),
        ([SUPPORTED, CANNOT], Open.DIFFER),
        ([CANNOT], Open.CANNOT_JUDGE),
        ([CANNOT, CANNOT], Open.CANNOT_JUDGE),
        ([BUG, SUPPORTED], Open.DIFFER),
        ([BUG, OTHER_BUG], None),
    ],
)
def test_what_labels_leave_open(said: Sequence[Decision], why: Open | None) -> None:
    assert why_open(event(n, decision) for n, decision in enumerate(said)) is why


def event(number: int, decision: Decision) -> LabelEvent:
    return LabelEvent(
        seq=number,
        sample="pilot",
        item_id="i",
        annotator=f"person {number}",
        kind=EventKind.LABEL,
        choice=decision.choice,
        category=decision.category,
        bug=decision.bug,
        rubric="r",
        source=LabelSource.LABELLER,
        tool_version="0",
        created_at="",
        previous="",
    )


def test_items_on_which_people_differ_come_first_then_those_nobody_could_judge(
    disputed: Workspace,
) -> None:
    ids = items_of(disputed)
    with opened(disputed) as queue:
        assert (queue.total, queue.done) == (4, 0)
        came = walk(queue)
        assert (queue.total, queue.done, queue.next_id()) == (4, 4, None)
    assert {one.item.id for one in came[:3]} == set(ids[:3])
    assert [one.why for one in came] == [Open.DIFFER] * 3 + [Open.CANNOT_JUDGE]
    assert came[3].item.id == ids[3]


def test_each_adjudicator_has_an_order_of_their_own(drawn: Workspace) -> None:
    ids = items_of(drawn)
    say(drawn, "ann", dict.fromkeys(ids, SUPPORTED))
    say(drawn, "bob", dict.fromkeys(ids, PARTIAL))
    with opened(drawn, "carla") as one, opened(drawn, "dee") as other:
        assert list(one._open()) != list(other._open())
        assert set(one._open()) == set(ids)


def test_labels_are_shown_without_a_name_in_an_order_of_the_items_own(drawn: Workspace) -> None:
    ids = items_of(drawn)
    for name, decision in zip(NAMES, (SUPPORTED, PARTIAL, NOWHERE), strict=True):
        say(drawn, name, dict.fromkeys(ids, decision))
    with opened(drawn) as queue:
        first = [tuple(one.decision for one in dispute(queue, item).labels) for item in ids]
    with opened(drawn, "dee") as queue:
        again = [tuple(one.decision for one in dispute(queue, item).labels) for item in ids]
    assert first == again
    # Of 40 items each person is A on some, and all six orders come.
    assert {said[0] for said in first} == {SUPPORTED, PARTIAL, NOWHERE}
    assert len(set(first)) == 6
    assert "annotator" not in {one.name for one in fields(AnonymousLabel)}


def test_a_note_and_the_words_that_decide_are_shown(disputed: Workspace) -> None:
    ids = items_of(disputed)
    with database.opened(disputed) as connection:
        passage = connection.execute("SELECT passage FROM item WHERE id = ?", [ids[0]]).fetchone()[
            "passage"
        ]
        mark = LabelEvent(
            **{name: getattr(event(0, PARTIAL), name) for name in events.COLUMNS}
            | {
                "item_id": ids[0], "annotator": "bob", "kind": EventKind.NOTE, "choice": None,
                "note": "Only so far.", "evidence": passage[2:7], "evidence_start": 2,
                "evidence_end": 7, "rubric": rubric.in_force(disputed).version,
            }
        )  # fmt: skip
        events.append(connection, [mark])
    with opened(disputed) as queue:
        shown = {one.note: one.evidence for one in dispute(queue, ids[0]).labels}
    assert shown == {"I read it so.": None, "Only so far.": (2, 7)}


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT * FROM verdict",
        "SELECT count(*) FROM verdict",
        "SELECT support FROM verdict",
        "SELECT name FROM judge",
        "SELECT name FROM run",
        "SELECT config FROM citation",
        "SELECT stratum FROM sample_member",
        "SELECT size FROM stratum",
        "SELECT manifest FROM sample_manifest",
        # Who said it.
        "SELECT annotator FROM label_event",
        "SELECT annotator FROM main.label_event",
        "SELECT choice FROM label_event WHERE annotator = 'ann'",
        "SELECT origin FROM label_event",
        "SELECT seq FROM label_event ORDER BY annotator",
        "SELECT sql FROM sqlite_master",
        "CREATE TEMP VIEW peek AS SELECT * FROM verdict",
        "ATTACH 'other.db' AS other",
        "INSERT INTO label_event (note) VALUES ('x')",
        "INSERT INTO adjudication_event (reason) SELECT support FROM verdict",
        "DELETE FROM adjudication_event",
        "UPDATE item SET claim = ''",
        "SELECT (SELECT support FROM verdict LIMIT 1)",
        "SELECT id FROM item ORDER BY (SELECT support FROM verdict)",
    ],
)
def test_sqlite_itself_refuses_verdicts_and_names(disputed: Workspace, statement: str) -> None:
    with opened(disputed) as queue, pytest.raises(sqlite3.DatabaseError, match=r"prohib|not auth"):
        queue._connection.execute(statement).fetchall()


def test_the_view_names_nobody_and_nobody_is_recognised_from_item_to_item(
    disputed: Workspace,
) -> None:
    with opened(disputed) as queue:
        rows = queue._connection.execute(f"SELECT * FROM {queue._labels._view}").fetchall()
        words = [row["annotator"] for row in rows if row["kind"] == "label"]
        text = json.dumps([dict(row) for row in rows])
    assert len(set(words)) == len(words) == 12
    assert not any(name in text for name in ('"ann"', '"bob"'))


def test_a_decision_survives_and_the_next_start_goes_on(disputed: Workspace) -> None:
    with opened(disputed) as queue:
        first = dispute(queue)
        assert queue.decide(first, NOWHERE, " Not a word of it. ", 2.5) is Stored.STORED
        waiting = queue.next_id()
    with opened(disputed) as queue:
        assert (queue.done, queue.next_id()) == (1, waiting)
    with database.opened(disputed) as connection:
        (stored,) = adjudications.read(connection, "pilot")
        labels = {one.seq: one for one in events.read(connection, "pilot")}
    assert (stored.adjudicator, stored.item_id) == ("carla", first.item.id)
    assert (stored.choice, stored.category) == (NOWHERE.choice, NOWHERE.category)
    assert (stored.reason, stored.seconds) == ("Not a word of it.", 2.5)
    assert stored.over == tuple(one.ref for one in first.labels)
    assert all(labels[ref.seq].hash == ref.hash for ref in stored.over)


@pytest.mark.parametrize("reason", ["", "  ", "\n"])
def test_a_decision_without_a_reason_is_none(disputed: Workspace, reason: str) -> None:
    with opened(disputed) as queue:
        with pytest.raises(ValueError, match="reason"):
            queue.decide(dispute(queue), PARTIAL, reason, None)
        assert queue.done == 0


def test_later_comes_back_at_the_end_and_undo_goes_back_across_starts(disputed: Workspace) -> None:
    with opened(disputed) as queue:
        first = dispute(queue)
        queue.later(first.item.id, None)
        second = dispute(queue)
        queue.decide(second, PARTIAL, "So.", None)
        assert (queue.deferred, queue.done) == (1, 1)
    with opened(disputed) as queue:
        assert [one.item.id for one in walk(queue)][-1] == first.item.id
        for _ in range(3):
            queue.undo()
        assert (queue.done, queue.deferred) == (1, 1)
        assert queue.undo() == second.item.id
        assert queue.undo() == first.item.id
        assert queue.undo() is None
        assert (queue.done, queue.deferred, queue.next_id()) == (0, 0, first.item.id)


def relabel(study: Workspace, name: str, item_id: str, decision: Decision) -> None:
    """Take the person's last label back, all the way to the item, and label it anew."""
    with open_queue(study, "pilot", name, rubric.in_force(study)) as queue:
        while queue.undo() != item_id:
            pass
        queue.label(item_id, decision, 1.0)


def test_a_decision_is_void_where_a_label_it_was_made_over_changes(disputed: Workspace) -> None:
    with opened(disputed) as queue:
        walk(queue)
        item_id = items_of(disputed)[3]
        relabel(disputed, "bob", item_id, NOWHERE)
        queue.refresh()
        assert (queue.done, queue.void) == (3, 1)
        asked = dispute(queue, item_id)
        assert queue.next_id() == item_id
        assert asked.before is not None
        assert asked.before.reason == "A part of it."
        assert queue.decide(asked, SUPPORTED, "Read anew.", None) is Stored.STORED
        assert dispute(queue, item_id).before is None


def test_a_decision_stands_where_somebody_adds_a_label(disputed: Workspace) -> None:
    item_id = items_of(disputed)[0]
    with opened(disputed) as queue:
        walk(queue)
        say(disputed, "dee", {item_id: NOWHERE})
        queue.refresh()
        assert (queue.done, queue.void, queue.next_id()) == (4, 0, None)


def test_where_people_come_to_agree_nothing_is_left_to_decide(disputed: Workspace) -> None:
    item_id = items_of(disputed)[0]
    with opened(disputed) as queue:
        walk(queue)
        for name in ("ann", "bob"):
            with open_queue(disputed, "pilot", name, rubric.in_force(disputed)) as person:
                while person.undo() is not None:
                    pass
                person.label(item_id, SUPPORTED, 1.0)
        queue.refresh()
        assert queue.total == 0
        assert queue.dispute(item_id) is None


def test_a_label_that_changed_while_it_was_read_is_read_again(disputed: Workspace) -> None:
    with opened(disputed) as queue:
        shown = dispute(queue, items_of(disputed)[0])
        say(disputed, "dee", {shown.item.id: NOWHERE})
        assert queue.decide(shown, PARTIAL, "So.", None) is Stored.CHANGED
        assert queue.done == 0
        assert len(dispute(queue, shown.item.id).labels) == 3


def test_an_item_has_one_decision_whoever_makes_it(disputed: Workspace) -> None:
    with opened(disputed, "carla") as one, opened(disputed, "dee") as other:
        shown = dispute(other, items_of(disputed)[0])
        one.decide(dispute(one, shown.item.id), PARTIAL, "So.", None)
        assert other.decide(shown, SUPPORTED, "Not so.", None) is Stored.ELSEWHERE
        # And nobody takes back what another decided.
        assert not other.can_undo
        assert other.undo() is None


def test_who_labelled_in_the_sample_goes_on_only_knowingly(disputed: Workspace) -> None:
    with pytest.raises(InputError, match="'ann' labelled 6 items .* add --also-labelled"):
        opened(disputed, "ann")
    with opened(disputed, "ann", also_labelled=True) as queue:
        assert queue.labelled == 6
    with pytest.raises(InputError, match="differs only in its capitals"):
        opened(disputed, "Ann")


def test_who_adjudicates_labels_no_more(disputed: Workspace) -> None:
    with opened(disputed) as queue:
        queue.later(queue.next_id() or "", None)
    with pytest.raises(InputError, match="has seen what others said"):
        open_queue(disputed, "pilot", "carla", rubric.in_force(disputed))


def test_a_closed_sample_takes_no_decision(disputed: Workspace) -> None:
    with opened(disputed) as queue:
        shown = dispute(queue)
        with database.opened(disputed) as connection:
            samples.record_event(connection, "pilot", "closed", "")
        with pytest.raises(ClosedSampleError, match="crosssource sample reopen pilot"):
            queue.decide(shown, PARTIAL, "So.", None)
    with pytest.raises(ClosedSampleError):
        opened(disputed)


def adjudicated(study: Workspace) -> Workspace:
    with opened(study) as queue:
        walk(queue)
    return study


def test_a_study_with_decisions_is_whole(disputed: Workspace) -> None:
    with database.opened(adjudicated(disputed)) as connection:
        assert integrity.faults(connection) == []
        assert integrity.counts(connection)["adjudication events"] == 4


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("UPDATE adjudication_event SET choice = 'supported' WHERE seq = 2", "event 2 was changed"),
        ("UPDATE adjudication_event SET reason = 'No.' WHERE seq = 3", "event 3 was changed"),
        ("UPDATE adjudication_event SET reason = '' WHERE seq = 3", "event 3 was changed"),
        ("UPDATE adjudication_event SET over = 'x' WHERE seq = 3", "event 3 was changed"),
        ("DELETE FROM adjudication_event WHERE seq = 2", "event 2 is missing"),
        ("DELETE FROM adjudication_event WHERE seq = 4", "4 to 4 are missing from the end"),
        ("DELETE FROM label_event WHERE seq > 8", "decides over label event"),
    ],
)
def test_check_finds_a_changed_history_of_decisions(
    disputed: Workspace, statement: str, words: str
) -> None:
    connection = sqlite3.connect(adjudicated(disputed).database)
    for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'"):
        connection.execute(f"DROP TRIGGER {name}")
    connection.execute(statement)
    connection.commit()
    connection.close()
    with database.opened(disputed) as checked:
        assert any(words in fault for fault in integrity.chain_faults(checked))


@pytest.mark.parametrize("action", ["DELETE FROM {}", "UPDATE {} SET reason = 'x'"])
def test_no_decision_is_changed_or_deleted(disputed: Workspace, action: str) -> None:
    with (
        pytest.raises(sqlite3.IntegrityError, match="append-only"),
        database.opened(adjudicated(disputed)) as connection,
    ):
        connection.execute(action.format("adjudication_event"))


def test_samples_count_what_is_decided(disputed: Workspace, run: Callable[..., Any]) -> None:
    at = ("--workspace", disputed.root)
    assert "0 of 4 undecided items adjudicated" in run("sample", "list", *at).out
    adjudicated(disputed)
    relabel(disputed, "bob", items_of(disputed)[3], NOWHERE)
    assert "3 of 4 undecided items adjudicated (carla 3; 1 void)" in run("sample", "list", *at).out
    shown = run("sample", "show", "pilot", *at).out
    assert "Adjudication: 3 of 4 undecided items adjudicated (carla 3; 1 void)" in shown
    (row,) = json.loads(run("sample", "list", "--json", *at).out)
    assert (row["undecided_by_labels"], row["adjudicated"], row["void"]) == (4, {"carla": 3}, 1)
    assert json.loads(run("sample", "show", "pilot", "--json", *at).out)["void"] == 1
    assert "4 adjudication events" in run("check", *at).out


def test_a_bug_that_people_saw_and_one_that_was_decided_are_flags_of_the_audit(
    disputed: Workspace,
) -> None:
    from reports.auditing.gathering import gather

    with opened(disputed) as queue:
        decided = queue.next_id()
        assert queue.decide(dispute(queue, decided), BUG, "It is a heading.", 1.0) is Stored.STORED
    with database.opened(disputed) as connection:
        found = {
            (one.citation.item_id, one.bug, one.by) for one in gather(connection, disputed).flags
        }
    ids = items_of(disputed)
    assert found == {
        (decided, HarnessBug.CLAIM_FRAGMENT, ("carla",)),
        (ids[5], HarnessBug.CLAIM_FRAGMENT, ("ann",)),
        (ids[5], HarnessBug.WRONG_PASSAGE, ("bob",)),
    }
