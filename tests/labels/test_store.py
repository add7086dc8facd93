"""The store: append-only, chained, sealed, and nothing overwritten."""

import os
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from corpus.errors import InputError, StoreError, WorkspaceError
from corpus.hashes import text_hash
from corpus.workspace import Workspace
from labels import naming, rubric, sampling
from labels.outcome import Category, Choice, Support
from labels.store import calibration, database, integrity, runs, samples, verdicts
from labels.store.frame import Frame, load_frame
from labels.store.migrating import migrate
from labels.store.queue import Decision, open_queue
from labels.store.schema import MIGRATIONS
from labels.verdict import Verdict

MakeVerdict = Callable[..., Verdict]


def tampered(study: Workspace, *statements: str) -> list[str]:
    """The faults that are found after somebody changed the file behind the tool's back."""
    connection = sqlite3.connect(study.database)
    for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'"):
        connection.execute(f"DROP TRIGGER {name}")
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()
    with database.opened(study) as checked:
        return integrity.faults(checked)


def label_some(study: Workspace, number: int = 5) -> None:
    with open_queue(study, "pilot", "ann", rubric.in_force(study)) as queue:
        for _ in range(number):
            item_id = queue.next_id()
            assert item_id is not None
            assert queue.label(item_id, Decision(choice=Choice.SUPPORTED), 2.5)


def test_a_fresh_study_is_whole(drawn: Workspace) -> None:
    label_some(drawn)
    with database.opened(drawn) as connection:
        assert integrity.faults(connection) == []


@pytest.mark.parametrize("table", ["verdict", "label_event", "item", "sample_member", "stratum"])
@pytest.mark.parametrize("action", ["DELETE FROM {}", "UPDATE {} SET rowid = rowid"])
def test_nothing_stored_is_changed_or_deleted(drawn: Workspace, table: str, action: str) -> None:
    label_some(drawn)
    with (
        pytest.raises(sqlite3.IntegrityError, match="append-only"),
        database.opened(drawn) as connection,
    ):
        connection.execute(action.format(table))


@pytest.mark.parametrize(
    ("statement", "fault"),
    [
        ("UPDATE label_event SET choice = 'partial' WHERE seq = 2", "Label event 2 was changed"),
        ("UPDATE label_event SET choice = 'maybe' WHERE seq = 2", "Label event 2 was changed"),
        ("UPDATE label_event SET seconds = 9 WHERE seq = 5", "Label event 5 was changed"),
        ("DELETE FROM label_event WHERE seq = 3", "Label event 3 is missing"),
        ("DELETE FROM label_event WHERE seq > 3", "Label events 4 to 5 are missing"),
        ("UPDATE item SET passage = 'other'", "Item "),
        ("UPDATE verdict SET reason = 'other'", "A verdict of the frame of sample 'pilot'"),
        ("UPDATE stratum SET size = size + 1", "The strata of sample 'pilot' changed"),
        ("UPDATE sample_manifest SET manifest = '{}'", "The manifest of sample 'pilot'"),
        ("DELETE FROM sample_member WHERE stratum = 'partial'", "The members of sample 'pilot'"),
        (
            "UPDATE sample_member SET stratum = CASE stratum WHEN 'partial' THEN 'unsupported' "
            "WHEN 'unsupported' THEN 'partial' ELSE stratum END",
            "The members of sample 'pilot'",
        ),
        (
            "UPDATE citation SET item_id = (SELECT item_id FROM citation o WHERE o.uid > "
            "citation.uid ORDER BY o.uid LIMIT 1) WHERE uid != (SELECT max(uid) FROM citation)",
            "Citation ",
        ),
        ("UPDATE citation SET case_id = 'other'", "Citation "),
        ("UPDATE citation SET importance = 1", "A verdict of the frame of sample 'pilot'"),
        ("UPDATE answer SET text = 'other'", "Answer "),
        ("UPDATE judge SET name = 'other'", "Judge "),
        ("UPDATE rubric SET text = 'other'", "Rubric "),
        ("UPDATE blind_item SET cited = 'other:1'", "What is shown of sample 'pilot'"),
    ],
)
def test_a_changed_history_is_found(drawn: Workspace, statement: str, fault: str) -> None:
    label_some(drawn)
    assert any(found.startswith(fault) for found in tampered(drawn, statement))


def test_a_verdict_changed_with_its_hash_still_breaks_the_seal(drawn: Workspace) -> None:
    faults = tampered(drawn, "UPDATE verdict SET support = 'partial' WHERE support = 'unsupported'")
    assert any("frame of sample 'pilot'" in fault for fault in faults)
    with database.opened(drawn) as connection:
        assert not calibration.load(connection, drawn, None).seal.intact


def test_recording_again_adds_nothing_and_a_second_judge_adds_its_verdicts(
    study: Workspace, hundred: list[Verdict], make_verdict: MakeVerdict
) -> None:
    source = verdicts.RunSource(run="base", origin="f", sha256="0")
    second = [make_verdict(n, Support.SUPPORTED, judge="judge-b") for n in range(100)]
    with database.opened(study) as connection:
        assert verdicts.record(connection, source, hundred).verdicts == 100
        again = verdicts.record(connection, source, hundred)
        assert (again.verdicts, again.citations, again.already) == (0, 0, 100)
        added = verdicts.record(connection, source, second)
        assert (added.verdicts, added.citations) == (100, 0)


def test_a_judge_that_now_says_otherwise_overwrites_nothing(
    study: Workspace, make_verdict: MakeVerdict
) -> None:
    source = verdicts.RunSource(run="base", origin="f", sha256="0")
    with (
        pytest.raises(InputError, match="'judge-a' has already judged claim 'c1' in run"),
        database.opened(study) as connection,
    ):
        verdicts.record(connection, source, [make_verdict(1)])
        verdicts.record(connection, source, [make_verdict(1, Support.PARTIAL)])


def test_a_run_does_not_take_citations_of_another_file(
    study: Workspace, make_verdict: MakeVerdict
) -> None:
    with (
        pytest.raises(InputError, match="made from another file; import it under a name"),
        database.opened(study) as connection,
    ):
        first = verdicts.RunSource(run="base", origin="a.jsonl", sha256="0")
        verdicts.record(connection, first, [make_verdict(1)])
        verdicts.record(connection, replace(first, sha256="1"), [make_verdict(2)])


def test_a_missing_verdict_is_counted_and_never_drawn(
    study: Workspace, make_verdict: MakeVerdict
) -> None:
    source = verdicts.RunSource(run="base", origin="f", sha256="0")
    with database.opened(study) as connection:
        recorded = verdicts.record(
            connection, source, [make_verdict(1), make_verdict(2, None), make_verdict(3)]
        )
        frame = load_frame(connection, ["base"], None)
    assert (recorded.missing, frame.missing, len(frame.verdicts)) == (1, 1, 2)


def test_two_judges_leave_it_open_whose_verdicts_are_drawn(
    study: Workspace, make_verdict: MakeVerdict
) -> None:
    both = [make_verdict(1), make_verdict(1, judge="judge-b")]
    with database.opened(study) as connection:
        verdicts.record(connection, verdicts.RunSource(run="base", origin="f", sha256="0"), both)
        with pytest.raises(InputError, match="2 judges have judged base: judge-a .*judge-b"):
            load_frame(connection, [], None)


def test_a_category_is_a_field_that_strata_can_be_made_of(
    study: Workspace, make_verdict: MakeVerdict
) -> None:
    flagged = [
        make_verdict(1, Support.UNSUPPORTED, Category.WRONG_DOCUMENT),
        make_verdict(2, Support.UNSUPPORTED),
        make_verdict(3),
    ]
    with database.opened(study) as connection:
        verdicts.record(connection, verdicts.RunSource(run="base", origin="f", sha256="0"), flagged)
        frame = load_frame(connection, [], None)
    strata = sampling.draw(frame.verdicts, supported=1, partial=None, by=["category"], seed=1)
    assert {stratum.name for stratum in strata} == {
        "supported · category=",
        "unsupported · category=uncategorised",
        "unsupported · category=wrong_document",
    }


def test_what_a_report_reads_is_what_was_stored(drawn: Workspace) -> None:
    label_some(drawn, 3)
    with database.opened(drawn) as connection:
        read = calibration.load(connection, drawn, "pilot")
    assert (read.frame_size, len(read.items), read.seed) == (100, 40, 7)
    assert [(s.name, s.size, s.drawn) for s in read.strata] == [
        ("supported", 80, 20),
        ("partial", 10, 10),
        ("unsupported", 10, 10),
    ]
    assert sum(len(item.labels) for item in read.items) == 3
    assert read.seal.intact
    assert read.chain_intact


def test_an_absent_database_is_a_sentence(study: Workspace) -> None:
    study.database.unlink()
    with pytest.raises(WorkspaceError, match="is missing"), database.opened(study):
        pass


def test_a_damaged_database_is_a_sentence(study: Workspace) -> None:
    study.database.write_bytes(b"not a database at all, but long enough to be one" * 50)
    with pytest.raises(StoreError, match="is damaged"), database.opened(study):
        pass


def test_a_database_of_a_newer_version_is_a_sentence(study: Workspace) -> None:
    connection = sqlite3.connect(study.database)
    connection.execute(
        "INSERT INTO _sqlite_migrations (migration_set, name, applied_at) "
        "VALUES ('crosssource', '9999_future', '')"
    )
    connection.commit()
    connection.close()
    with pytest.raises(WorkspaceError, match="newer CrossSource .*9999_future.*pip install"):
        database.connect(study.database)


def test_a_full_disk_is_a_sentence_and_nothing_is_stored(
    study: Workspace, hundred: list[Verdict]
) -> None:
    source = verdicts.RunSource(run="base", origin="f", sha256="0")
    with pytest.raises(StoreError, match="nothing was changed"), database.opened(study) as full:
        # SQLite says "database or disk is full" just as it does on a full disk.
        full.execute("PRAGMA max_page_count = 60")
        with database.transaction(full):
            verdicts.record(full, source, hundred)
    with database.opened(study) as connection:
        assert connection.execute("SELECT count(*) FROM verdict").fetchone()[0] == 0
        assert integrity.faults(connection) == []


def test_a_database_that_another_process_holds_is_a_sentence(
    study: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.1)
    other = sqlite3.connect(study.database, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        with (
            pytest.raises(StoreError, match="held by another process"),
            database.opened(study) as connection,
            database.transaction(connection),
        ):
            pass
    finally:
        other.close()


SHIPPED_MIGRATIONS = {
    "0001_first": "6a13eaa4a717cfd656b8fa1c3e6352e9f2dce7412eb78fb9bc0cabdc21a5151f",
    "0002_runs": "dc87da729063e28a06dfc14253b50fe044ddeb47e8912900d66578f9ac0d97da",
    "0003_evidence": "dc33fedd85ec3509bf80e1f0f3fbba3c527f809f67f7019d98d04e868440eb16",
    "0004_team": "f3d120d6d66af6a0024002e3a5adc84344ffb81fe1fd7a3b9a1d0ae49d9a05d8",
    "0005_adjudication": "0af2e6b4b31936ab12fe493f030294d71737de3f6a00091aa1ac2ae7a2e22077",
    "0006_reveal": "804b7d82c827165cfd4af9a195afb44ac2f435608b606b861d2e032d8638e447",
    "0007_audit": "c2d9d2ed4568eddec1d60262ddfd7615338ab2ba1163975eab7733f5d4df32ff",
    "0008_question_author": "096a9567ec1a60a6a7bf9a7ef2a92fa339225a6fe9228233d96dfc7881164232",
}
"""The SHA-256 of each one's SQL."""


def test_shipped_migrations_are_never_edited() -> None:
    # Where one of these differs, take the edit back and add a migration; a new one is added here.
    assert {name: text_hash(sql) for name, sql in MIGRATIONS} == SHIPPED_MIGRATIONS


def test_no_empty_database_is_made_by_looking_for_one(study: Workspace) -> None:
    study.database.unlink()
    with pytest.raises(WorkspaceError, match="is missing; restore it from a backup"):
        open_queue(study, None, "ann", rubric.in_force(study))
    assert not study.database.exists()


@pytest.mark.parametrize("action", [database.connect, migrate])
def test_an_old_sqlite_is_a_sentence(
    study: Workspace, monkeypatch: pytest.MonkeyPatch, action: Callable[[Path], object]
) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 36, 0))
    monkeypatch.setattr(sqlite3, "sqlite_version", "3.36.0")
    with pytest.raises(
        WorkspaceError, match=r"has SQLite 3\.36\.0, and CrossSource needs 3\.37\.0"
    ):
        action(study.database)


@pytest.mark.parametrize("name", ["..", ".", "a/b", "a\\b", "a:b", "a?", "", " ", "x\n", "x" * 121])
def test_a_name_that_is_no_file_name_is_refused(study: Workspace, name: str) -> None:
    with database.opened(study) as connection:
        with pytest.raises(InputError, match="run's name .* cannot be used; with --name PREFIX"):
            runs.declare(connection, name, {})
        frame = Frame(runs=(), judge_id="", judge="", verdicts=(), missing=0)
        for origin, option in (("drawn", "--name NAME"), ("imported", "--run NAME")):
            new = samples.NewSample(name=name, origin=origin, seed=None, by=(), strata=())
            with pytest.raises(InputError, match=f"sample's name .* with {option} give one"):
                samples.create(connection, frame, new, rubric.in_force(study))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("openai/gpt-4", "openai-gpt-4"),
        ("..\\a:b", "a-b"),
        ("x\ty", "x-y"),
        ("Größe 7", "Größe 7"),
        ("...", "-"),
    ],
)
def test_a_slug_is_a_usable_part_of_a_name(text: str, expected: str) -> None:
    assert naming.slug(text) == expected
    naming.usable_name("sample", f"r-{naming.slug(text)}", "--run NAME")


def test_an_exact_name_wins_over_the_beginning_of_an_id(
    study: Workspace, make_verdict: MakeVerdict
) -> None:
    first = make_verdict(1)
    namesake = first.judge.id[:3]
    both = [first, make_verdict(1, judge=namesake)]
    with database.opened(study) as connection:
        verdicts.record(connection, verdicts.RunSource(run="base", origin="f", sha256="0"), both)
        assert load_frame(connection, [], namesake).judge == namesake
        assert load_frame(connection, [], first.judge.id[:8]).judge == "judge-a"
        for wanted in ("other", ""):
            with pytest.raises(InputError, match=f"No verdict by {wanted!r} in base; its judges"):
                load_frame(connection, [], wanted)


def test_a_trigger_that_is_gone_is_found(drawn: Workspace) -> None:
    connection = sqlite3.connect(drawn.database)
    connection.execute("DROP TRIGGER label_event_refuses_update")
    connection.commit()
    connection.close()
    with database.opened(drawn) as checked:
        assert integrity.faults(checked) == [
            "The trigger label_event_refuses_update is gone: rows may have been changed."
        ]


def test_an_emptied_database_is_not_taken_for_a_new_one(drawn: Workspace) -> None:
    drawn.database.write_bytes(b"")
    for name in ("crosssource.db-wal", "crosssource.db-shm"):
        drawn.database.with_name(name).unlink(missing_ok=True)
    with pytest.raises(WorkspaceError, match="holds no tables of CrossSource: it was emptied"):
        database.connect(drawn.database)


def test_a_damaged_label_event_is_a_sentence_for_whoever_reads_it(drawn: Workspace) -> None:
    label_some(drawn)
    tampered(drawn, "UPDATE label_event SET choice = 'garbage' WHERE seq = 2")
    with (
        pytest.raises(StoreError, match="Label event 2 was changed .* crosssource check"),
        database.opened(drawn) as connection,
    ):
        calibration.load(connection, drawn, "pilot")


def test_a_copy_on_a_read_only_disk_can_be_verified(
    drawn: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    label_some(drawn)
    monkeypatch.setattr(os, "access", lambda *_: False)
    with database.opened(drawn) as connection:
        assert integrity.faults(connection) == []
        assert calibration.load(connection, drawn, "pilot").seal.intact
    with (
        pytest.raises(StoreError, match="cannot be written here"),
        database.opened(drawn) as connection,
    ):
        connection.execute("DELETE FROM run")


def test_what_another_judge_judged_is_not_missing_for_this_one(
    study: Workspace, make_verdict: MakeVerdict
) -> None:
    rows = [
        make_verdict(1),
        make_verdict(2, None),
        make_verdict(3, judge="judge-b"),
    ]
    with database.opened(study) as connection:
        verdicts.record(connection, verdicts.RunSource(run="base", origin="f", sha256="0"), rows)
        assert load_frame(connection, [], "judge-a").missing == 1
        assert load_frame(connection, [], "judge-b").missing == 0
