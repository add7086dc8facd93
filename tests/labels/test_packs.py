"""Labelling on another machine: what a pack holds, and how its labels come back."""

import shutil
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from corpus.errors import InputError, StoreError
from corpus.workspace import Workspace
from labels import rubric
from labels.item import Item
from labels.label import LabelEvent
from labels.outcome import Category, Choice
from labels.store import calibration, database, events, integrity, pack_file, samples
from labels.store.merging import Merged, merge
from labels.store.packing import pack
from labels.store.queue import BlindQueue, Decision
from tests.labels.test_team import PARTIAL, SUPPORTED, Asked, asked, label_all, opened

Run = Callable[..., Any]
__all__ = ["asked"]

OTHER_ITEM = Item(question="Which?", claim="Another.", passage="Elsewhere.")
OTHER_RUBRIC = rubric.Rubric("Another rubric.")
WRONG = Decision(choice=Choice.UNSUPPORTED, category=Category.WRONG_DOCUMENT)


@pytest.fixture
def file(asked: Asked, tmp_path: Path) -> Path:
    """A pack for bob of forty items, four of them twice; the study is beside it."""
    study = asked(repeat=4)
    pack(study, "team", "bob", tmp_path / "bob.pack")
    return tmp_path / "bob.pack"


@pytest.fixture
def study(study: Workspace) -> Workspace:
    """The study that everything here is about."""
    return study


def label_pack(file: Path, most: int = 1000, said: Decision = SUPPORTED) -> int:
    done = 0
    with pack_file.open_queue(file) as queue:
        while done < most and (item_id := queue.next_id()) is not None:
            assert queue.label(item_id, said, 2.0)
            done += 1
    return done


def merged(study: Workspace, file: Path) -> Merged:
    with database.opened(study) as connection, database.transaction(connection):
        return merge(connection, file)


def stored(study: Workspace) -> list[LabelEvent]:
    with database.opened(study) as connection:
        assert integrity.faults(connection) == []
        return list(events.read(connection, "team"))


def changed(file: Path, *statements: str) -> None:
    """The file after somebody changed it behind the tool's back."""
    connection = sqlite3.connect(file, isolation_level=None)
    for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'"):
        connection.execute(f"DROP TRIGGER {name}")
    for statement in statements:
        connection.execute(statement)
    connection.close()


# What is in it


def test_no_byte_of_a_pack_tells_what_the_judge_said_or_who_it_is(
    asked: Asked, tmp_path: Path
) -> None:
    study = asked(repeat=4, overlap=0.5)
    label_all(study, "somebody else", 10)
    with opened(study, "somebody else") as queue:
        queue.note(queue.open_ids()[0], "a note of another person")
    connection = sqlite3.connect(study.database, isolation_level=None)
    for table in ("verdict", "judge", "citation", "run", "stratum", "sample_member"):
        connection.execute(f"DROP TRIGGER {table}_refuses_update")
    connection.execute("PRAGMA foreign_keys = OFF")
    for statement in (
        "UPDATE verdict SET reason = 'SECRET', evidence = 'SECRET', raw = 'SECRET'",
        "UPDATE judge SET name = 'SECRET judge', provenance = '{\"SECRET\": 1}'",
        "UPDATE citation SET config = 'SECRET', fields = '{\"x\": \"SECRET\"}', run = 'SECRET'",
        "UPDATE citation SET case_id = 'SECRET', claim_id = 'SECRET' || uid",
        "UPDATE run SET name = 'SECRET', source = 'SECRET'",
        "UPDATE stratum SET name = 'SECRET ' || name",
        "UPDATE sample_member SET stratum = 'SECRET ' || stratum",
    ):
        connection.execute(statement)
    connection.close()
    file = tmp_path / "bob.pack"
    pack(study, "team", "bob", file)
    data = file.read_bytes().replace(b"0004_team", b"")
    for word in (
        b"SECRET",
        b"judge-a",
        b"baseline",
        b"strict",
        b"team",
        b"somebody",
        b"of another",
    ):
        assert word not in data, word
    empty = (
        *("verdict", "judge", "run", "citation", "stratum", "sample_member", "sample_frame"),
        *("sample_manifest", "sample_share", "overlap_item", "label_event", "request"),
    )
    with pack_file.opened(file) as (held, _):
        for table in empty:
            assert held.execute(f"SELECT count(*) FROM {table}").fetchone()[0] == 0
        # The words for a verdict are in the rubric, and in no other row.
        rows = [line for line in held.iterdump() if line.startswith("INSERT")]
    told = [line for line in rows if "support" in line or "partial" in line or "wrong_" in line]
    assert len(told) == 1
    assert told[0].startswith('INSERT INTO "rubric"')


def test_sqlite_itself_refuses_the_same_on_a_pack(file: Path) -> None:
    with (
        pack_file.open_queue(file) as queue,
        pytest.raises(sqlite3.DatabaseError, match="prohibited|not auth"),
    ):
        queue._connection.execute("SELECT support FROM verdict")


def test_other_verdicts_leave_every_row_of_a_pack_the_same(
    asked: Asked, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Values, order and times: a row's place must not tell which run it came from either."""
    monkeypatch.setattr("secrets.token_hex", lambda n: "ab" * n)
    monkeypatch.setattr("corpus.stamp.now", lambda: "2026-01-01T00:00:00.000+00:00")
    study = asked(repeat=4)
    twin = Workspace(tmp_path / "twin")
    shutil.copytree(study.root, twin.root)
    connection = sqlite3.connect(twin.database, isolation_level=None)
    connection.execute("DROP TRIGGER verdict_refuses_update")
    connection.execute(
        "UPDATE verdict SET category = NULL, support = "
        "CASE support WHEN 'supported' THEN 'unsupported' ELSE 'supported' END"
    )
    connection.close()
    dumps = []
    for number, workspace in enumerate((study, twin)):
        out = tmp_path / f"{number}.pack"
        pack(workspace, "team", "bob", out)
        with pack_file.opened(out) as (held, _):
            dumps.append([line for line in held.iterdump() if "_sqlite_migrations" not in line])
    assert dumps[0] == dumps[1]


def test_rows_lie_in_the_order_of_their_hashes_at_one_time(file: Path) -> None:
    with pack_file.opened(file) as (held, _):
        rows = held.execute("SELECT id, created_at, author FROM item ORDER BY rowid").fetchall()
    assert [row["id"] for row in rows] == sorted(row["id"] for row in rows)
    assert len({row["created_at"] for row in rows}) == 1
    assert {row["author"] for row in rows} == {""}


def test_a_pack_holds_what_is_open_to_its_person(asked: Asked, tmp_path: Path) -> None:
    study = asked(overlap=0.0)
    ann, bob = label_all(study, "ann", 10), label_all(study, "bob", 5)
    made = pack(study, "team", "bob", tmp_path / "bob.pack")
    assert made.items == 25
    with pack_file.open_queue(tmp_path / "bob.pack") as queue:
        assert not set(queue.open_ids()) & {*ann, *bob}
        assert (queue.done, queue.total) == (0, 25)
    label_all(study, "bob")
    with pytest.raises(InputError, match="Nothing of the sample 'team' is open to 'bob'"):
        pack(study, "team", "bob", tmp_path / "more.pack")


def test_a_pack_is_one_file_whenever_nothing_is_being_written(file: Path) -> None:
    with pack_file.open_queue(file) as queue:
        queue.label(queue.next_id() or "", SUPPORTED, 1.0)
        assert [path.name for path in file.parent.glob("*bob.pack*")] == ["bob.pack"]
        copy = file.with_name("copy.pack")
        shutil.copy(file, copy)
    with pack_file.open_queue(copy) as queue:
        assert queue.done == 1


def test_a_file_that_is_there_is_not_overwritten(run: Run, file: Path, study: Workspace) -> None:
    before = file.read_bytes()
    options = ("team", "--annotator", "bob", "--out", file, "--workspace", study.root)
    assert "is there already" in run("sample", "pack", *options, expect=2).err
    assert file.read_bytes() == before
    nowhere = ("team", "--annotator", "bob", "--out", file.parent / "no" / "bob.pack")
    ran = run("sample", "pack", *nowhere, "--workspace", study.root, expect=2)
    assert "could not be written (No such file or directory); nothing was changed" in ran.err
    with database.opened(study) as connection:
        assert connection.execute("SELECT count(*) FROM pack").fetchone()[0] == 1


# The way back


def test_labels_come_back_with_their_times_and_the_pack_as_their_origin(
    file: Path, study: Workspace
) -> None:
    label_all(study, "ann", 3)
    with pack_file.open_queue(file) as queue:
        first = queue.next_id() or ""
        queue.note(first, "a remark")
        queue.label(first, WRONG, 4.5)
        second = queue.next_id() or ""
        queue.label(second, SUPPORTED, 1.0)
        assert queue.undo() == second
        queue.later(second, 1.0)
        with pack_file.opened(file) as (held, made):
            theirs = list(events.read(held, made.sample))
    done = merged(study, file)
    assert (done.sample, done.annotator) == ("team", "bob")
    assert (done.labels, done.events, done.already) == (1, 5, 0)
    ours = [event for event in stored(study) if event.annotator == "bob"]
    assert [event.created_at for event in ours] == [event.created_at for event in theirs]
    assert [event.seconds for event in ours] == [event.seconds for event in theirs]
    assert {event.origin for event in ours} == {f"pack {made.id}"}
    with database.opened(study) as connection:
        state = events.states(connection, "team")["bob"]
        loaded = calibration.load(connection, study, "team")
    assert (set(state.labels), set(state.deferred)) == ({first}, {second})
    (label,) = [one for item in loaded.items for one in item.labels if one.annotator == "bob"]
    # Made blind in the labelling app, as any other; not an import of which nothing is known.
    assert (label.note, label.source, label.seconds) == ("a remark", "labeller", 4.5)


def test_a_pack_can_be_merged_before_it_is_finished_and_again(file: Path, study: Workspace) -> None:
    """Undo reaches over what was merged; nothing comes in twice."""
    label_pack(file, 20)
    assert merged(study, file).labels == 20
    assert merged(study, file) == Merged(
        sample="team", annotator="bob", labels=0, events=0, already=20
    )
    with pack_file.open_queue(file) as queue:
        taken_back = queue.undo()
    label_pack(file, said=PARTIAL)
    done = merged(study, file)
    # 44 labels in all, 20 were here, one of which was taken back and given anew.
    assert (done.labels, done.events, done.already) == (24, 26, 20)
    with database.opened(study) as connection:
        state = events.states(connection, "team")["bob"]
        loaded = calibration.load(connection, study, "team")
    assert (len(state.labels), len(state.second.labels)) == (40, 4)
    # What was taken back may have been an item's second showing.
    given = [
        one.labels[taken_back or ""] for one in (state, state.second) if taken_back in one.labels
    ]
    assert Choice.PARTIAL in {label.choice for label in given}
    assert len(loaded.repeats) == 4
    assert merged(study, file).events == 0


def test_whoever_goes_on_in_the_study_finds_what_was_done_in_the_pack(
    file: Path, study: Workspace
) -> None:
    label_pack(file, 15)
    merged(study, file)
    with opened(study, "bob") as queue:
        assert (queue.done, queue.total) == (15, 44)
    label_all(study, "bob")
    assert len(stored(study)) == 44


def refused(study: Workspace, file: Path, words: str) -> None:
    """The merge is refused with these words, and nothing of it is stored."""
    before = len(stored(study))
    with pytest.raises(InputError, match=words) as error:
        merged(study, file)
    assert "\n" not in str(error.value)
    assert len(stored(study)) == before


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("UPDATE label_event SET choice = 'partial' WHERE seq = 2", "Label event 2 was changed"),
        ("UPDATE label_event SET choice = 'maybe' WHERE seq = 2", "Label event 2 was changed"),
        ("UPDATE label_event SET seconds = 1 WHERE seq = 5", "Label event 5 was changed"),
        ("DELETE FROM label_event WHERE seq = 3", "Label event 3 is missing"),
        ("DELETE FROM label_event WHERE seq > 3", "Label events 4 to 5 are missing"),
        ("UPDATE item SET passage = 'other'", "Item .* was changed"),
        ("UPDATE blind_item SET cited = 'x'", "Its items are not those that were packed"),
        ("DELETE FROM repeated_item", "Its items are not those that were packed"),
        ("UPDATE rubric SET text = 'other'", "its rubric is not the one"),
        ("UPDATE pack SET manifest = '{}'", "its manifest is not the one that was written"),
    ],
)
def test_a_pack_that_was_tampered_with_is_refused(
    file: Path, study: Workspace, statement: str, words: str
) -> None:
    label_pack(file, 5)
    changed(file, statement)
    refused(study, file, words)


def test_reading_ahead_in_a_held_pack_waits_for_nobody_and_a_label_does(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.5)
    with pack_file.open_queue(file) as queue:
        here = queue.next_id()
        assert here is not None
        with closing(sqlite3.connect(file, isolation_level=None)) as holder:
            holder.execute("BEGIN EXCLUSIVE")
            began = time.monotonic()
            with pytest.raises(StoreError, match="held by another process"):
                queue.read_ahead(here)
            assert time.monotonic() - began < 0.25
            with pytest.raises(StoreError, match="held by another process"):
                queue.label(here, SUPPORTED, 1.0)
            assert time.monotonic() - began > 0.5
        assert queue.label(here, SUPPORTED, 1.0)
        ahead = queue.next_id()
        assert ahead is not None
        assert queue.read_ahead(here) == queue.item(ahead)


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("DROP TABLE label_event", "its table label_event is not the one that was made"),
        ("DROP TABLE pack", "its table pack is not the one that was made"),
        ("ALTER TABLE item RENAME COLUMN passage TO text", "its table item is not the one"),
        ("DELETE FROM _sqlite_migrations", "its tables are not those that were made"),
        ("CREATE VIEW extra AS SELECT * FROM item", "it holds 'extra', which it was not made with"),
        (
            "CREATE TRIGGER extra AFTER INSERT ON label_event BEGIN DELETE FROM item; END",
            "it holds 'extra', which it was not made with",
        ),
        ("UPDATE rubric SET text = 'other'", "its rubric is not the one that was written"),
    ],
)
def test_a_pack_with_other_tables_or_another_rubric_is_neither_labelled_nor_merged(
    file: Path, study: Workspace, statement: str, words: str
) -> None:
    label_pack(file, 5)
    changed(file, statement)
    refused(study, file, words)
    with pytest.raises(InputError, match=words):
        pack_file.open_queue(file)


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"sample": "pilot"}, "is of another sample, 'pilot'"),
        ({"annotator": "eve"}, "is by somebody else, 'eve'"),
        ({"rubric": OTHER_RUBRIC.version}, f"is under another rubric, {OTHER_RUBRIC.version}"),
        ({"origin": "labels.csv"}, "was not made in the labelling app"),
        ({"item_id": OTHER_ITEM.id}, f"is of the item {OTHER_ITEM.id[:12]}, which is not in it"),
    ],
)
def test_what_does_not_belong_into_a_pack_is_refused_even_in_a_whole_chain(
    file: Path, study: Workspace, values: dict[str, str], words: str
) -> None:
    """Whoever recomputes every hash still cannot bring in what the pack was not made for."""
    label_pack(file, 2)
    with pack_file.opened(file) as (held, made):
        told = list(events.read(held, made.sample))
    changed(
        file,
        "DELETE FROM label_event",
        "DELETE FROM sqlite_sequence WHERE name = 'label_event'",
        "INSERT INTO sample SELECT 'pilot', rubric, created_at, author, tool_version FROM sample",
    )
    connection = sqlite3.connect(file, isolation_level=None)
    connection.row_factory = sqlite3.Row
    connection.execute(
        "INSERT INTO item VALUES (?, ?, ?, ?, '', '', '')",
        [OTHER_ITEM.id, OTHER_ITEM.question, OTHER_ITEM.claim, OTHER_ITEM.passage],
    )
    connection.execute(
        "INSERT INTO rubric VALUES (?, ?, '', '', '')", [OTHER_RUBRIC.version, OTHER_RUBRIC.text]
    )
    events.append(connection, [told[0], replace(told[1], **values)])  # type: ignore[arg-type]
    connection.close()
    refused(study, file, words)


def test_a_pack_of_another_study_is_refused(file: Path, study: Workspace, tmp_path: Path) -> None:
    label_pack(file, 2)
    twin = Workspace(tmp_path / "twin")
    shutil.copytree(study.root, twin.root)
    pack(twin, "team", "bob", tmp_path / "other.pack")
    label_pack(tmp_path / "other.pack", 2)
    refused(study, tmp_path / "other.pack", "holds a sample of another study")


def test_two_copies_that_were_labelled_apart_are_not_mixed(file: Path, study: Workspace) -> None:
    copy = file.with_name("copy.pack")
    label_pack(file, 3)
    shutil.copy(file, copy)
    label_pack(file, 4)
    label_pack(copy, 2, PARTIAL)
    assert merged(study, file).labels == 7
    refused(study, copy, "part at label event 4: two copies were labelled apart")
    # An older copy of the same is nothing new.
    label_pack(file, 1)
    older = file.with_name("older.pack")
    shutil.copy(file, older)
    label_pack(file, 3)
    assert merged(study, file).labels == 4
    assert merged(study, older).events == 0


def test_a_label_that_was_given_here_as_well_is_not_overwritten(
    file: Path, study: Workspace
) -> None:
    label_pack(file, 5)
    with pack_file.opened(file) as (held, made):
        first, second, *_ = (event.item_id for event in events.read(held, made.sample))
    with opened(study, "bob") as queue:
        for item_id in (first, second):
            queue.label(item_id, PARTIAL, 1.0)
    refused(
        study, file, r"'bob' has labelled 2 of its items here as well, .*take those labels back"
    )
    with opened(study, "bob") as queue:
        queue.undo()
        queue.undo()
    assert merged(study, file).labels == 5


def test_a_closed_sample_takes_nothing(run: Run, file: Path, study: Workspace) -> None:
    at = ("--workspace", study.root)
    assert "Nothing is labelled in" in run("sample", "merge", file, *at).err
    label_pack(file, 2)
    run("sample", "close", "team", *at)
    assert "is closed and takes no more labels" in run("sample", "merge", file, *at, expect=2).err
    again = ("team", "--annotator", "cho", "--out", file.with_name("cho.pack"))
    assert "is closed and takes no more labels" in run("sample", "pack", *again, *at, expect=2).err
    run("sample", "reopen", "team", *at)
    ran = run("sample", "merge", file, *at)
    assert "2 labels of bob are new in the sample 'team'" in ran.err
    ran = run("sample", "merge", file, *at)
    assert "Nothing is new in" in ran.err


@pytest.mark.parametrize("content", [b"", b"no database at all", b"x" * 5000])
def test_what_is_no_pack_is_a_sentence(
    run: Run, study: Workspace, tmp_path: Path, content: bytes
) -> None:
    (tmp_path / "x.pack").write_bytes(content)
    at = ("--workspace", study.root)
    assert "is no pack" in run("sample", "merge", tmp_path / "x.pack", *at, expect=2).err
    assert "is no pack" in run("sample", "merge", study.database, *at, expect=2).err
    assert "There is no file" in run("sample", "merge", tmp_path / "y.pack", *at, expect=2).err


def test_a_damaged_pack_is_a_sentence(run: Run, file: Path, study: Workspace) -> None:
    data = bytearray(file.read_bytes())
    data[4096 : 3 * 4096] = b"\0" * 8192
    file.write_bytes(data)
    ran = run("sample", "merge", file, "--workspace", study.root, expect=2)
    assert "Traceback" not in ran.err
    assert len(ran.err.splitlines()) == 1


def test_a_merged_label_that_is_changed_with_the_whole_chain_is_found_by_the_pack_s(
    file: Path, study: Workspace
) -> None:
    """Its own chain can be derived from what is stored here."""
    label_pack(file, 3)
    merged(study, file)
    with database.opened(study) as connection:
        told = list(events.read(connection, "team"))
    connection = sqlite3.connect(study.database, isolation_level=None)
    connection.row_factory = sqlite3.Row
    for (name,) in connection.execute(
        "SELECT name FROM sqlite_master WHERE type = 'trigger'"
    ).fetchall():
        connection.execute(f"DROP TRIGGER {name}")
    connection.execute("PRAGMA foreign_keys = OFF")
    connection.execute("DELETE FROM label_event")
    connection.execute("DELETE FROM sqlite_sequence WHERE name = 'label_event'")
    events.append(connection, [told[0], replace(told[1], choice=Choice.PARTIAL), told[2]])
    connection.close()
    with database.opened(study) as connection:
        found = [fault for fault in integrity.faults(connection) if "trigger" not in fault]
    assert len(found) == 1
    assert "Label event 2 is not as it was in the pack" in found[0]


def test_a_pack_is_for_one_person(file: Path) -> None:
    made = pack_file.read(file)
    pack_file.refuse_other(made, None, file)
    pack_file.refuse_other(made, " bob ", file)
    with pytest.raises(InputError, match="was made for 'bob', not for 'eve'; leave out"):
        pack_file.refuse_other(made, "eve", file)


def test_the_rubric_goes_with_the_pack(file: Path, study: Workspace) -> None:
    """Whatever is in force in the study later, the labels are under the one they were made by."""
    study.rubric.write_text("Another rubric.")
    label_pack(file, 1)
    merged(study, file)
    assert [event.rubric for event in stored(study)] == [rubric.shipped().version]
    assert pack_file.read(file).rubric == rubric.shipped()


def test_two_windows_on_one_pack_double_nothing(file: Path) -> None:
    def step(queue: BlindQueue) -> bool:
        return queue.label(queue.next_id() or "", SUPPORTED, 1.0)

    with pack_file.open_queue(file) as one, pack_file.open_queue(file) as two:
        two.next_id()
        assert step(one)
        assert not step(two)
        assert step(two)


def test_listing_counts_merged_labels_as_any(file: Path, study: Workspace) -> None:
    label_pack(file)
    merged(study, file)
    with database.opened(study) as connection:
        (listed,) = [one for one in samples.overview(connection) if one["name"] == "team"]
    assert listed["labelled"] == {"bob": 40}
