"""From a result file to the first blind label: two commands, and nothing left where one fails."""

import io
import json
import signal
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from corpus.workspace import Workspace
from labels.store import database

Fixture = Callable[..., Any]


def result(claim: str, passed: bool) -> dict[str, Any]:
    variables = {"claim": claim, "passage": "It was Ann.", "question": "Who?"}
    judged = {"pass": passed, "reason": "so", "assertion": {"type": "llm-rubric"}}
    return {
        "gradingResult": {"pass": passed, "componentResults": [judged]},
        "failureReason": 0,
        "response": {"output": f"{claim} And more."},
        "testCase": {"vars": variables},
        "vars": variables,
    }


@pytest.fixture
def out(tmp_path: Path) -> Path:
    rows = [result("Ann did.", True), result("Bob did.", False)]
    document = {"evalId": "e", "results": {"version": 3, "results": rows}, "config": {}}
    (tmp_path / "out.json").write_text(json.dumps(document))
    return tmp_path / "out.json"


def test_two_commands_lead_from_a_result_file_to_a_blind_label(
    out: Path, tmp_path: Path, run: Fixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    study = tmp_path / "study"
    said = run("import", out, "--into", study, "--draw").err
    assert f"Made a study in {study}." in said
    # Whoever labels next reads it: how many verdicts there are, and not of which kind.
    assert "2 verdicts" in said
    assert not any(word in said for word in (" 1 supported", "1 unsupported"))
    assert "crosssource doctor FILE, for whoever does not label them" in said
    # The second command is the one that the first names.
    (line,) = [line for line in said.splitlines() if line.startswith("Next: ")]
    command = line.removeprefix("Next: crosssource ").replace("YOUR-NAME", "ann").split()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"3\nn\nq\n")))
    shown = run(*command, "--plain")
    assert "llm-rubric" not in shown.out
    with database.opened(Workspace(study)) as connection:
        labels = connection.execute("SELECT choice, annotator FROM label_event").fetchall()
    assert [tuple(row) for row in labels] == [("unsupported", "ann")]


def test_a_study_that_is_there_is_gone_on_with(out: Path, tmp_path: Path, run: Fixture) -> None:
    run("import", out, "--into", tmp_path / "study")
    said = run("import", out, "--into", tmp_path / "study").err
    assert "2 were there already" in said
    assert "Made a study" not in said


def test_what_fails_leaves_no_study_behind(out: Path, tmp_path: Path, run: Fixture) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text(out.read_text()[:-40])
    run("import", broken, "--into", tmp_path / "study", expect=2)
    assert not (tmp_path / "study").exists()


def test_what_fails_leaves_a_folder_as_it_was(out: Path, tmp_path: Path, run: Fixture) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text(out.read_text()[:-40])
    run("import", broken, "--into", tmp_path, expect=2)
    assert {path.name for path in tmp_path.iterdir()} == {"broken.json", "out.json"}


def test_without_a_study_the_sentence_names_the_step(out: Path, run: Fixture) -> None:
    said = run("import", out, expect=2).err
    assert f"crosssource import {out} --into study" in said


def test_a_study_is_named_once(out: Path, tmp_path: Path, run: Fixture) -> None:
    said = run("import", out, "--into", tmp_path / "a", "--workspace", tmp_path / "b", expect=2).err
    assert "give one of the two" in said


def test_a_disk_that_is_full_while_the_study_is_made_leaves_none(
    out: Path, tmp_path: Path, run: Fixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("labels.store.migrating.migrate", disk_full)
    refused = run("import", out, "--into", tmp_path / "study", expect=2)
    assert "free some disk space" in refused.err
    assert [path.name for path in tmp_path.iterdir()] == ["out.json"]


def disk_full(path: Path) -> None:
    """A database that is begun and cannot go on."""
    path.write_bytes(b"SQLite format 3\0")
    error = sqlite3.OperationalError("database or disk is full")
    error.sqlite_errorname = "SQLITE_FULL"
    raise error


def next_of(said: str) -> str:
    (line,) = [line for line in said.splitlines() if line.startswith("Next: ")]
    return line.removeprefix("Next: ")


def test_what_was_drawn_is_not_drawn_again(out: Path, tmp_path: Path, run: Fixture) -> None:
    at = tmp_path / "study"
    first = run("import", out, "--into", at, "--draw").err
    again = run("import", out, "--into", at, "--draw").err
    assert "Nothing new to draw from: the sample 'sample-1' was drawn of these verdicts." in again
    assert next_of(again) == next_of(first)
    assert "label --sample sample-1" in next_of(again)
    run("sample", "close", "sample-1", "--workspace", at)
    closed = run("import", out, "--into", at, "--draw").err
    assert "was drawn of these verdicts, and is closed." in closed
    assert next_of(closed).startswith("crosssource report --sample sample-1")
    with database.opened(Workspace(at)) as connection:
        assert [row[0] for row in connection.execute("SELECT name FROM sample")] == ["sample-1"]


def test_what_is_new_is_drawn_from(out: Path, tmp_path: Path, run: Fixture) -> None:
    at = tmp_path / "study"
    run("import", out, "--into", at, "--draw")
    assert "'sample-2'" in run("import", out, "--into", at, "--draw", "--run", "second").err
    # Nothing was drawn of a run that came in without --draw.
    run("import", out, "--into", at, "--run", "third")
    assert "'sample-3'" in run("import", out, "--into", at, "--draw", "--run", "third").err


def test_one_is_one_in_what_an_import_says(tmp_path: Path, run: Fixture) -> None:
    path = tmp_path / "one.jsonl"
    row = {"claim": "c", "passage": "p", "judge_label": "no", "human_label": "no"}
    path.write_text(json.dumps(row))
    said = run("import", path, "--into", tmp_path / "study").err
    assert "1 new verdict over 1 new citation; 0 have no value, 0 were there already." in said
    assert "1 human label is new in the sample 'one'; 0 were there already." in said


def runs_with_two_metrics(tmp_path: Path) -> Path:
    rows = [
        {
            "id": f"r{n}",
            "inputs": {"question": "q"},
            "outputs": {"answer": f"a{n}", "documents": ["p"]},
            "feedback_stats": {
                "grounded": {"n": 1, "avg": n},
                "has_citation": {"n": 1, "avg": 1 - n},
            },
        }
        for n in (0, 1)
    ]
    path = tmp_path / "runs.json"
    path.write_text(json.dumps(rows))
    return path


def test_a_second_metric_of_a_run_is_drawn_from_when_it_is_imported(
    tmp_path: Path, run: Fixture
) -> None:
    path, study = runs_with_two_metrics(tmp_path), tmp_path / "study"
    run("import", path, "--into", study, "--draw")
    second = ("import", path, "--metric", "has_citation", "--workspace", study, "--draw")
    said = run(*second).err
    assert "Drew the sample 'sample-2'" in said
    assert "of has_citation's verdicts" not in said
    with database.opened(Workspace(study)) as connection:
        drawn = connection.execute(
            "SELECT DISTINCT m.sample, j.name FROM sample_member m JOIN verdict v "
            "ON v.uid = m.verdict_uid JOIN judge j ON j.id = v.judge_id ORDER BY m.sample"
        ).fetchall()
    assert [tuple(row) for row in drawn] == [
        ("sample-1", "grounded"),
        ("sample-2", "has_citation"),
    ]
    assert "the sample 'sample-2' was drawn of these verdicts" in run(*second).err


def test_a_second_judge_of_the_same_rows_is_drawn_from_when_it_is_imported(
    tmp_path: Path, run: Fixture
) -> None:
    path, study = tmp_path / "rows.jsonl", tmp_path / "study"
    path.write_text('{"claim": "c", "passage": "p", "verdict": "no"}\n')
    run("import", path, "--judge", "j1", "--into", study, "--draw")
    said = run("import", path, "--judge", "j2", "--workspace", study, "--draw").err
    assert "Drew the sample 'sample-2'" in said


def test_a_file_of_several_judges_is_not_drawn_from(tmp_path: Path, run: Fixture) -> None:
    path = tmp_path / "rows.jsonl"
    rows = [{"claim": "c", "passage": "p", "verdict": "no", "judge": name} for name in "ab"]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    said = run("import", path, "--into", tmp_path / "study", "--draw", expect=2).err
    assert "verdicts of 2 judges (a, b), and a sample is of one" in said
    assert "sample draw --run rows --judge NAME" in said


def test_labels_that_were_there_are_told_apart_from_new_ones(tmp_path: Path, run: Fixture) -> None:
    path, study = tmp_path / "rows.jsonl", tmp_path / "study"
    path.write_text('{"claim": "c", "passage": "p", "verdict": "no", "human": "no"}\n')
    run("import", path, "--into", study)
    said = run("import", path, "--into", study).err
    assert "0 human labels are new in the sample 'rows'; 1 was there already." in said


def test_an_import_that_is_ended_from_outside_leaves_no_study(
    out: Path, tmp_path: Path, run: Fixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "labels.verdict_import.import_verdicts",
        lambda *_: signal.raise_signal(signal.SIGTERM),
    )
    before = signal.getsignal(signal.SIGTERM)
    run("import", out, "--into", tmp_path / "study", expect=128 + signal.SIGTERM)
    assert not (tmp_path / "study").exists()
    assert signal.getsignal(signal.SIGTERM) == before
