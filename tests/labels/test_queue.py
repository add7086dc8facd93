"""The blind queue: what it gives, what it keeps, and what SQLite refuses it."""

import sqlite3

import pytest

from corpus.errors import InputError
from corpus.workspace import Workspace
from labels import rubric
from labels.blind import BlindItem
from labels.calibration import HumanLabel
from labels.label import Evidence
from labels.order import Order
from labels.outcome import Category, Choice, HarnessBug
from labels.store import calibration, database, events, samples
from labels.store.integrity import faults
from labels.store.queue import BlindQueue, Decision, open_queue
from labels.store.standing import ClosedSampleError

SUPPORTED = Decision(choice=Choice.SUPPORTED)


def labels_of(
    connection: sqlite3.Connection, study: Workspace, item_id: str
) -> tuple[HumanLabel, ...]:
    items = calibration.load(connection, study, "pilot").items
    return next(item.labels for item in items if item.item_id == item_id)


def opened(study: Workspace, annotator: str = "ann") -> BlindQueue:
    return open_queue(study, "pilot", annotator, rubric.in_force(study))


def next_id(queue: BlindQueue) -> str:
    item_id = queue.next_id()
    assert item_id is not None
    return item_id


def test_the_next_item_is_read_ahead_and_handed_out_only_by_its_turn(drawn: Workspace) -> None:
    with opened(drawn) as queue:
        here = next_id(queue)
        ahead = queue.read_ahead(here)
        assert ahead is not None
        assert next_id(queue) == here
        assert queue.label(here, SUPPORTED, 1.0)
        assert next_id(queue) == ahead.id
        statements: list[str] = []
        queue._connection.set_trace_callback(statements.append)
        assert queue.item(ahead.id) is ahead
        assert statements == []
        assert queue.item(here).id == here
        assert len(statements) == 1


def test_at_the_end_nothing_is_read_ahead(drawn: Workspace) -> None:
    with opened(drawn) as queue:
        while (item_id := queue.next_id()) is not None:
            last = item_id
            queue.label(item_id, SUPPORTED, 1.0)
        assert queue.read_ahead(last) is None


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT * FROM verdict",
        "SELECT count(*) FROM verdict",
        "SELECT 1 FROM verdict",
        "SELECT support FROM verdict",
        "SELECT category FROM verdict",
        "SELECT name FROM judge",
        "SELECT name FROM run",
        "SELECT config FROM citation",
        "SELECT run FROM citation",
        "SELECT fields FROM citation",
        "SELECT stratum FROM sample_member",
        "SELECT verdict_uid FROM sample_member",
        "SELECT size FROM stratum",
        "SELECT manifest FROM sample_manifest",
        "SELECT choice FROM label_event",
        "SELECT annotator FROM label_event",
        "SELECT choice FROM main.label_event WHERE annotator = 'bob'",
        "SELECT sql FROM sqlite_master",
        "CREATE TEMP VIEW peek AS SELECT * FROM verdict",
        "ATTACH 'other.db' AS other",
        "PRAGMA writable_schema = ON",
        "INSERT INTO verdict SELECT * FROM verdict",
        "INSERT INTO label_event (note) SELECT support FROM verdict",
        "DELETE FROM label_event",
        "DROP TABLE verdict",
        "UPDATE item SET claim = ''",
        "SELECT (SELECT support FROM verdict LIMIT 1)",
        "SELECT id FROM item WHERE id IN (SELECT uid FROM verdict WHERE support = 'supported')",
        "SELECT id FROM item ORDER BY (SELECT support FROM verdict)",
    ],
)
def test_sqlite_itself_refuses_what_would_unblind(drawn: Workspace, statement: str) -> None:
    with opened(drawn) as queue, pytest.raises(sqlite3.DatabaseError, match=r"prohibited|not auth"):
        queue._connection.execute(statement).fetchall()


def test_a_blind_item_has_no_field_for_a_verdict() -> None:
    assert set(BlindItem.__slots__) == {
        "id",
        "question",
        "answer",
        "claim",
        "claim_span",
        "passage",
        "cited",
        "source",
    }


def test_an_item_is_given_as_it_is(drawn: Workspace) -> None:
    with opened(drawn) as queue:
        item = queue.item(next_id(queue))
    assert item.claim_span is not None
    assert item.answer[slice(*item.claim_span)] == item.claim
    assert item.passage.startswith("Passage")


def test_each_annotator_has_an_order_of_their_own(drawn: Workspace) -> None:
    with opened(drawn, "ann") as ann, opened(drawn, "bob") as bob:
        assert list(ann._order) != list(bob._order)
        assert sorted(ann._order) == sorted(bob._order)
        assert list(ann._order) == list(Order("ann", "pilot", sorted(bob._order)))


def test_the_order_tells_nothing_of_the_verdict(drawn: Workspace) -> None:
    """Flagged items come no earlier than others: their mean rank over 400 annotators is even."""
    with database.opened(drawn) as connection:
        rows = connection.execute(
            "SELECT c.item_id, m.stratum FROM sample_member m "
            "JOIN verdict v ON v.uid = m.verdict_uid JOIN citation c ON c.uid = v.citation_uid"
        ).fetchall()
    flagged = {row["item_id"] for row in rows if row["stratum"] == "unsupported"}
    ids = sorted(row["item_id"] for row in rows)
    ranks = [
        rank
        for n in range(400)
        for rank, item_id in enumerate(Order(f"annotator {n}", "pilot", ids))
        if item_id in flagged
    ]
    # 4,000 ranks, uniform on 0..39: mean 19.5, standard error 11.5 / sqrt(4000) = 0.18.
    assert sum(ranks) / len(ranks) == pytest.approx(19.5, abs=0.8)


def test_labels_survive_and_the_next_start_goes_on(drawn: Workspace) -> None:
    with opened(drawn) as queue:
        for _ in range(3):
            assert queue.label(next_id(queue), SUPPORTED, 1.5)
        waiting = next_id(queue)
    with opened(drawn) as queue:
        assert (queue.done, queue.total, queue.seconds) == (3, 40, [1.5, 1.5, 1.5])
        assert next_id(queue) == waiting


def test_nobody_sees_anothers_labels(drawn: Workspace) -> None:
    with opened(drawn, "ann") as ann:
        item_id = next_id(ann)
        ann.label(item_id, SUPPORTED, None)
        ann.note(item_id, "mine")
    with opened(drawn, "bob") as bob:
        assert (bob.done, bob.label_of(item_id), bob.note_of(item_id)) == (0, None, "")


def test_later_comes_back_at_the_end_in_the_order_it_was_put_off(drawn: Workspace) -> None:
    with opened(drawn) as queue:
        put_off = []
        for _ in range(2):
            put_off.append(next_id(queue))
            queue.later(put_off[-1], None)
        for _ in range(38):
            assert next_id(queue) not in put_off
            queue.label(next_id(queue), SUPPORTED, None)
        assert (queue.deferred, next_id(queue)) == (2, put_off[0])
        queue.later(put_off[0], None)
        assert next_id(queue) == put_off[1]


def test_undo_goes_back_without_limit_and_across_starts(drawn: Workspace) -> None:
    with opened(drawn) as queue:
        first = next_id(queue)
        queue.label(first, SUPPORTED, None)
        second = next_id(queue)
        queue.later(second, None)
    with opened(drawn) as queue:
        assert queue.undo() == second
        assert queue.undo() == first
        assert queue.undo() is None
        assert (queue.done, queue.deferred, next_id(queue)) == (0, 0, first)


def test_categories_and_bugs_are_kept(drawn: Workspace) -> None:
    with opened(drawn) as queue:
        item_id = next_id(queue)
        wrong = Decision(choice=Choice.UNSUPPORTED, category=Category.WRONG_DOCUMENT)
        queue.label(item_id, wrong, None)
        assert queue.label_of(item_id) == wrong
        item_id = next_id(queue)
        bug = Decision(choice=Choice.HARNESS_BUG, bug=HarnessBug.PROMPT_LEAK)
        queue.label(item_id, bug, None)
        assert queue.label_of(item_id) == bug


def test_a_label_says_where_the_support_was_found_and_whether_words_were_highlighted(
    drawn: Workspace,
) -> None:
    found = Decision(
        choice=Choice.UNSUPPORTED, category=Category.RIGHT_DOC_WRONG_PASSAGE, found="doc:3"
    )
    with opened(drawn) as queue:
        first = next_id(queue)
        queue.label(first, found, None, highlighted=True)
        queue.label(next_id(queue), SUPPORTED, None)
        assert queue.label_of(first) == found
    with database.opened(drawn) as connection:
        stored = list(events.read(connection, "pilot"))
        (calibrated,) = labels_of(connection, drawn, first)
        assert faults(connection) == []
    assert [(event.found, event.highlighted) for event in stored] == [("doc:3", True), (None, None)]
    assert (calibrated.found, calibrated.highlighted) == ("doc:3", True)


def test_evidence_is_verbatim_at_its_offsets_and_a_note_keeps_it(drawn: Workspace) -> None:
    with opened(drawn) as queue:
        item_id = next_id(queue)
        passage = queue.item(item_id).passage
        queue.note(item_id, "hm")
        queue.mark(item_id, 3, 9)
        assert queue.note_of(item_id) == "hm"
        queue.note(item_id, "hm, hm")
        queue.label(item_id, SUPPORTED, None)
        queue.undo()
    with opened(drawn) as queue:
        marked = queue.evidence_of(item_id)
        assert marked == Evidence(text=passage[3:9], start=3, end=9)
        assert queue.note_of(item_id) == "hm, hm"
        queue.label(item_id, SUPPORTED, None)
    with database.opened(drawn) as connection:
        (calibrated,) = labels_of(connection, drawn, item_id)
        assert (calibrated.evidence, calibrated.note) == (marked, "hm, hm")
        assert faults(connection) == []
    with opened(drawn, "bob") as other:
        assert other.evidence_of(item_id) is None
    with opened(drawn) as queue:
        queue.mark(item_id, 0, 0)
        assert (queue.evidence_of(item_id), queue.note_of(item_id)) == (None, "hm, hm")


def test_a_second_window_of_the_same_person_doubles_no_label(drawn: Workspace) -> None:
    with opened(drawn) as one, opened(drawn) as two:
        item_id = next_id(one)
        assert one.label(item_id, SUPPORTED, None)
        assert not two.label(item_id, Decision(choice=Choice.PARTIAL), None)
        assert two.done == 1
        assert next_id(two) == next_id(one)


def test_a_closed_sample_takes_no_label(drawn: Workspace) -> None:
    with opened(drawn) as queue:
        item_id = next_id(queue)
        with database.opened(drawn) as connection:
            samples.record_event(connection, "pilot", "closed", "")
        with pytest.raises(ClosedSampleError, match="crosssource sample reopen pilot"):
            queue.label(item_id, SUPPORTED, None)
        assert queue.done == 0
    with pytest.raises(ClosedSampleError):
        opened(drawn)


@pytest.mark.parametrize("name", ["", "   ", "x" * 81, "a\nb", "a\x1b[31m"])
def test_a_name_that_cannot_stand_beside_a_label_is_refused(drawn: Workspace, name: str) -> None:
    with pytest.raises(InputError, match="annotator's name"):
        opened(drawn, name)


def test_a_slip_of_the_shift_key_makes_no_second_person(drawn: Workspace) -> None:
    with opened(drawn, "Ann") as queue:
        queue.label(next_id(queue), SUPPORTED, None)
    with pytest.raises(InputError, match="differs only in its capitals"):
        opened(drawn, "ann")


def test_an_odd_name_is_quoted_well(drawn: Workspace) -> None:
    with opened(drawn, 'O\'Brien -- "x"') as queue:
        queue.label(next_id(queue), SUPPORTED, None)
    with opened(drawn, 'O\'Brien -- "x"') as queue:
        assert queue.done == 1


def test_what_sample_is_meant_is_asked_where_it_is_open(study: Workspace, drawn: Workspace) -> None:
    with pytest.raises(InputError, match="There is no sample 'other'; which one\\? .*pilot"):
        open_queue(drawn, "other", "ann", rubric.in_force(drawn))


def test_events_carry_the_rubric_in_force(drawn: Workspace) -> None:
    with opened(drawn) as queue:
        queue.label(next_id(queue), SUPPORTED, None)
    drawn.rubric.write_text("A new rubric.")
    with opened(drawn) as queue:
        queue.label(next_id(queue), SUPPORTED, None)
    with database.opened(drawn) as connection:
        versions = [event.rubric for event in events.read(connection, "pilot")]
    assert versions == [rubric.shipped().version, rubric.Rubric("A new rubric.").version]
