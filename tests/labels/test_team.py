"""Several people at one sample: what each is handed, and nothing of what the others said."""

import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from corpus.workspace import Workspace
from labels import rubric, sampling
from labels.assignment import Assignment
from labels.outcome import Choice
from labels.store import calibration, database, events, integrity, samples
from labels.store.frame import load_frame
from labels.store.queue import BlindQueue, Decision, open_queue
from tests.labels.test_store import tampered

Run = Callable[..., Any]
Asked = Callable[..., Workspace]
SUPPORTED = Decision(choice=Choice.SUPPORTED)
PARTIAL = Decision(choice=Choice.PARTIAL)


@pytest.fixture
def asked(drawn: Workspace) -> Asked:
    """The study with the sample `team` of 40 items, of which something is asked."""

    def make(**wanted: Any) -> Workspace:
        with database.opened(drawn) as connection, database.transaction(connection):
            frame = load_frame(connection, [], None)
            strata = sampling.draw(frame.verdicts, supported=20, partial=None, by=[], seed=3)
            new = samples.NewSample(
                name="team", origin="drawn", seed=3, by=(), strata=strata,
                asked=Assignment(**wanted),
            )  # fmt: skip
            samples.create(connection, frame, new, rubric.in_force(drawn))
        return drawn

    return make


def opened(study: Workspace, annotator: str) -> BlindQueue:
    return open_queue(study, "team", annotator, rubric.in_force(study))


def label_all(study: Workspace, annotator: str, most: int = 1000) -> list[str]:
    """Label until nothing is left, or so many; the items in their order."""
    seen: list[str] = []
    with opened(study, annotator) as queue:
        while len(seen) < most and (item_id := queue.next_id()) is not None:
            assert queue.label(item_id, SUPPORTED, 1.0)
            seen.append(item_id)
    return seen


def people_of_items(study: Workspace) -> Counter[str]:
    """How many people have labelled each item."""
    with database.opened(study) as connection:
        states = events.states(connection, "team")
    return Counter(item_id for state in states.values() for item_id in state.labels)


def test_people_share_the_work_and_some_of_it_is_done_twice(asked: Asked) -> None:
    study = asked(overlap=0.25)
    ann = label_all(study, "ann", 20)
    bob = label_all(study, "bob")
    ann += label_all(study, "ann")
    cho = label_all(study, "cho")
    # A quarter of each stratum (20, 10, 10 items): 5, 3 and 2, by two; the other thirty by one.
    assert sorted(people_of_items(study).values()) == [1] * 30 + [2] * 10
    assert len(ann) + len(bob) + len(cho) == 50
    assert cho == []
    with database.opened(study) as connection:
        loaded = calibration.load(connection, study, "team")
    twice = Counter(item.stratum for item in loaded.items if len(item.labels) == 2)
    assert sum(twice.values()) == 10
    assert twice["supported"] == 5
    assert {twice["partial"], twice["unsupported"]} == {2, 3}


def test_all_of_it_by_three(asked: Asked) -> None:
    study = asked(overlap=1.0, per_item=3)
    for name in ("ann", "bob", "cho"):
        assert len(label_all(study, name)) == 40
    assert label_all(study, "dan") == []


def test_without_an_overlap_everybody_gets_everything(asked: Asked) -> None:
    study = asked()
    assert len(label_all(study, "ann")) == len(label_all(study, "bob")) == 40


def test_progress_is_what_one_did_and_what_is_still_open_to_one(asked: Asked) -> None:
    study = asked(overlap=0.0)
    with opened(study, "ann") as ann:
        for _ in range(5):
            ann.label(ann.next_id() or "", SUPPORTED, None)
        assert (ann.done, ann.total) == (5, 40)
        label_all(study, "bob", 10)
        ann.refresh()
        assert (ann.done, ann.total) == (5, 30)
        with opened(study, "bob") as bob:
            assert (bob.done, bob.total) == (10, 35)
            bob.undo()
        ann.refresh()
        assert (ann.done, ann.total) == (5, 31)


def test_two_who_look_at_the_same_item_may_both_label_it(asked: Asked) -> None:
    study = asked(overlap=0.0)
    with opened(study, "ann") as ann, opened(study, "bob") as bob:
        item_id = ann.next_id() or ""
        assert bob.label(item_id, PARTIAL, None)
        assert ann.label(item_id, SUPPORTED, None)
        assert (ann.done, bob.done) == (1, 1)
    assert people_of_items(study)[item_id] == 2


def test_what_one_has_labelled_stays_ones_own(asked: Asked) -> None:
    """Undo works on it, and it can be labelled anew, whoever else has labelled it meanwhile."""
    study = asked(overlap=0.0)
    with opened(study, "ann") as ann, opened(study, "bob") as bob:
        item_id = ann.next_id() or ""
        ann.label(item_id, SUPPORTED, None)
        bob.label(item_id, PARTIAL, None)
        assert ann.undo() == item_id
        assert ann.label(item_id, PARTIAL, None)


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT * FROM overlap_item",
        "SELECT count(*) FROM overlap_item",
        "SELECT per_item FROM sample_share",
        "SELECT manifest FROM pack",
        "SELECT * FROM merged_event",
        "SELECT choice FROM {others}",
        "SELECT annotator FROM {others}",
        "SELECT choice FROM {taken}",
        "SELECT annotator FROM {taken}",
        # A common table expression that takes the name which an earlier version gave its view.
        "WITH own_event AS (SELECT choice FROM main.label_event) SELECT * FROM own_event",
        "WITH own AS (SELECT choice FROM main.label_event) SELECT * FROM own",
        "CREATE TEMP VIEW peek AS SELECT choice FROM label_event",
    ],
)
def test_sqlite_refuses_what_others_said(asked: Asked, statement: str) -> None:
    study = asked(overlap=0.5, repeat=3)
    label_all(study, "bob", 5)
    with (
        opened(study, "ann") as queue,
        pytest.raises(sqlite3.DatabaseError, match=r"prohibited|not auth|no such column"),
    ):
        queue._connection.execute(statement.format(**queue._views._asdict())).fetchall()


def test_a_view_has_another_name_each_time(asked: Asked) -> None:
    """SQLite knows an access through a view by a name that any statement could give itself."""
    study = asked()
    with opened(study, "ann") as one, opened(study, "ann") as two:
        assert not set(one._views) & set(two._views)


def test_what_others_said_moves_nothing_that_is_handed_out(asked: Asked, tmp_path: Path) -> None:
    """Nor do other verdicts: the same items come in the same order."""
    import shutil

    study = asked(overlap=0.25, repeat=6)
    twin = Workspace(tmp_path / "twin")
    shutil.copytree(study.root, twin.root)
    connection = sqlite3.connect(twin.database, isolation_level=None)
    for table in ("verdict", "sample_member", "stratum"):
        connection.execute(f"DROP TRIGGER {table}_refuses_update")
    connection.execute(
        "UPDATE verdict SET category = NULL, support = "
        "CASE support WHEN 'supported' THEN 'unsupported' ELSE 'supported' END"
    )
    connection.close()
    for workspace, said in ((study, SUPPORTED), (twin, PARTIAL)):
        with opened(workspace, "bob") as bob:
            for _ in range(15):
                bob.label(bob.next_id() or "", said, None)
    assert label_all(study, "ann") == label_all(twin, "ann")


# A second time


def test_some_items_come_a_second_time_and_count_once(asked: Asked) -> None:
    study = asked(repeat=6)
    seen = label_all(study, "ann")
    assert len(seen) == 46
    twice = [item_id for item_id, times in Counter(seen).items() if times == 2]
    assert len(twice) == 6
    with database.opened(study) as connection:
        rows = connection.execute("SELECT item_id FROM label_event WHERE again = 1").fetchall()
        state = events.states(connection, "team")["ann"]
        loaded = calibration.load(connection, study, "team")
        listed = next(one for one in samples.overview(connection) if one["name"] == "team")
        assert integrity.faults(connection) == []
    assert sorted(row["item_id"] for row in rows) == sorted(twice)
    assert (len(state.labels), len(state.second.labels)) == (40, 6)
    assert all(len(item.labels) == 1 for item in loaded.items)
    assert sorted(one.item_id for one in loaded.repeats) == sorted(twice)
    assert listed["labelled"] == {"ann": 40}


def test_the_second_answer_is_held_against_the_first_and_changes_nothing(asked: Asked) -> None:
    study = asked(repeat=6)
    with opened(study, "ann") as queue:
        seen: set[str] = set()
        while (item_id := queue.next_id()) is not None:
            queue.label(item_id, PARTIAL if item_id in seen else SUPPORTED, 1.0)
            seen.add(item_id)
    with database.opened(study) as connection:
        loaded = calibration.load(connection, study, "team")
    assert {label.choice for item in loaded.items for label in item.labels} == {Choice.SUPPORTED}
    assert {(one.first, one.second) for one in loaded.repeats} == {
        (Choice.SUPPORTED, Choice.PARTIAL)
    }


def test_nothing_of_the_first_time_is_shown_the_second(asked: Asked) -> None:
    """Its label and note are not there; undo, later and notes work, and go on at the next start."""
    study = asked(repeat=6)
    noted: set[str] = set()

    def to_a_second_showing(queue: BlindQueue) -> str:
        while (item_id := queue.next_id() or "") not in noted:
            queue.note(item_id, f"first of {item_id}")
            noted.add(item_id)
            queue.label(item_id, SUPPORTED, 1.0)
        return item_id

    with opened(study, "ann") as queue:
        item_id = to_a_second_showing(queue)
        assert (queue.label_of(item_id), queue.note_of(item_id)) == (None, "")
        done, total = queue.done, queue.total
        queue.note(item_id, "second")
        assert queue.note_of(item_id) == "second"
        queue.label(item_id, PARTIAL, 2.0)
        assert (queue.done, queue.total, total) == (done + 1, 46, 46)
        assert queue.undo() == item_id
        assert (queue.label_of(item_id), queue.note_of(item_id)) == (None, "second")
        queue.later(item_id, 1.0)
        assert queue.deferred == 1
    with opened(study, "ann") as queue:
        other = to_a_second_showing(queue)
        assert other != item_id
        assert queue.deferred == 1
    with database.opened(study) as connection:
        state = events.states(connection, "team")["ann"]
        loaded = calibration.load(connection, study, "team")
    assert state.notes[item_id] == f"first of {item_id}"
    assert state.second.notes == {item_id: "second"}
    assert not loaded.repeats
    texts = {label.note for item in loaded.items for label in item.labels}
    assert "second" not in texts


def test_a_second_window_doubles_no_second_answer(asked: Asked) -> None:
    study = asked(repeat=6)
    with opened(study, "ann") as one, opened(study, "ann") as two:
        seen: set[str] = set()
        while (item_id := one.next_id() or "") not in seen:
            # Whoever still looks at the first showing labels that one, or nothing.
            two.refresh()
            assert two.next_id() == item_id
            assert one.label(item_id, SUPPORTED, 1.0)
            one.next_id()
            assert not two.label(item_id, PARTIAL, 1.0)
            seen.add(item_id)
        two.refresh()
        assert two.next_id() == item_id
        assert one.label(item_id, SUPPORTED, 1.0)
        assert not two.label(item_id, PARTIAL, 1.0)


def test_who_shares_the_work_sees_again_what_they_labelled(asked: Asked) -> None:
    study = asked(overlap=0.0, repeat=20)
    ann, bob = label_all(study, "ann", 20), label_all(study, "bob")
    ann += label_all(study, "ann")
    assert not set(ann) & set(bob)
    assert len(ann) + len(bob) == 60


# The seal, and the command


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM overlap_item WHERE item_id = (SELECT min(item_id) FROM overlap_item)",
        "DELETE FROM repeated_item WHERE item_id = (SELECT min(item_id) FROM repeated_item)",
        "UPDATE sample_share SET per_item = 3",
    ],
)
def test_who_labels_what_is_sealed(asked: Asked, statement: str) -> None:
    study = asked(overlap=0.5, repeat=3)
    (fault, *_) = tampered(study, statement)
    faults = tampered(study)
    assert any(
        "Which items of sample 'team' several people label" in one for one in (fault, *faults)
    )


def test_a_draw_says_what_is_asked_and_so_does_show(run: Run, drawn: Workspace) -> None:
    at = ("--workspace", drawn.root)
    options = ("--supported", "20", "--overlap", "20%", "--per-item", "3", "--repeat", "5")
    ran = run("sample", "draw", *options, "--name", "team", *at)
    assert "Shared out: 8 of the 40 items are wanted by 3 people each, the others by one" in ran.err
    assert "Shown again: 5 of the 40 items come to each person a second time." in ran.err
    shown = run("sample", "show", "team", *at).out
    assert "Shared out: 8 of the 40 items" in shown
    assert "Seal: holds" in shown


@pytest.mark.parametrize("text", ["all", "1", "100%", "1.0"])
def test_all_can_be_said_in_several_ways(run: Run, drawn: Workspace, text: str) -> None:
    ran = run("sample", "draw", "--overlap", text, "--workspace", drawn.root)
    assert "items are wanted by 2 people each" in ran.err
    (words,) = [line for line in ran.err.splitlines() if line.startswith("Shared out")]
    assert words.split()[2] == words.split()[5]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--overlap", "20"], "'20' is no share: give one from 0 to 1"),
        (["--overlap", "nan"], "is no share"),
        (["--overlap", "some"], "is no share"),
        (["--overlap", "-5%"], "is no share"),
        (["--per-item", "3"], "say how large it is, for example: --overlap 20%"),
        (["--overlap", "all", "--per-item", "1"], "--per-item"),
        (["--repeat", "500"], "--repeat 500: the sample has only 80 items"),
    ],
)
def test_what_cannot_be_asked_is_a_sentence(
    run: Run, drawn: Workspace, options: list[str], sentence: str
) -> None:
    ran = run("sample", "draw", *options, "--workspace", drawn.root, expect=2)
    assert sentence in ran.err
    with database.opened(drawn) as connection:
        assert len(samples.overview(connection)) == 1


_LABELLER = """
import sys
from pathlib import Path
from corpus.workspace import Workspace
from labels import rubric
from labels.outcome import Choice
from labels.store.queue import Decision, open_queue
study = Workspace(Path(sys.argv[1]))
stored = 0
with open_queue(study, "team", sys.argv[2], rubric.in_force(study)) as queue:
    while (item_id := queue.next_id()) is not None:
        stored += queue.label(item_id, Decision(choice=Choice.SUPPORTED), 1.0)
print(stored)
"""


def test_eight_processes_at_once_lose_nothing_and_double_nothing(asked: Asked) -> None:
    """Two windows each of four people."""
    study = asked(overlap=0.5, repeat=4)
    names = ["ann", "bob", "cho", "dan"] * 2
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", _LABELLER, str(study.root), name],
            cwd=Path(__file__).parents[2],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for name in names
    ]
    ended = [process.communicate(timeout=300) for process in processes]
    assert [error for _, error in ended] == [""] * 8
    stored = sum(int(out) for out, _ in ended)
    with database.opened(study) as connection:
        assert integrity.faults(connection) == []
        read = list(events.read(connection, "team"))
        states = events.states(connection, "team")
    assert len(read) == stored
    once = Counter((event.annotator, event.item_id, event.again) for event in read)
    assert set(once.values()) == {1}
    # Every item has the labels it wants, and more only where people looked at it at once.
    people = Counter(item_id for state in states.values() for item_id in state.labels)
    assert len(people) == 40
    assert sum(count >= 2 for count in people.values()) >= 20
    assert all(event.again is None or event.item_id in states[event.annotator].labels
               for event in read)  # fmt: skip
