"""A whole study as one file, and an equal study from it; or nothing at all."""

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from corpus.errors import ExitCode
from corpus.workspace import Workspace
from labels import rubric
from labels.outcome import Category, Choice
from labels.store.queue import Decision, open_queue
from tests.conftest import Run
from tests.labels.test_import_into import disk_full


@pytest.fixture
def labelled(drawn: Workspace) -> Workspace:
    """Some labels, a note, one undone; a corpus, questions."""
    with open_queue(drawn, "pilot", "ann", rubric.in_force(drawn)) as queue:
        for number in range(5):
            item_id = queue.next_id()
            assert item_id is not None
            queue.note(item_id, f"note {number}, “quoted”, ␛ and \x1b")
            queue.label(
                item_id,
                Decision(choice=Choice.UNSUPPORTED, category=Category.WRONG_DOCUMENT),
                1.0 / 3,
            )
        queue.undo()
    (drawn.corpus / "documents.jsonl").write_bytes(b'{"id": "a", "text": "x\\r"}\r\n\xef\xbb\xbf{}')
    drawn.golden.write_bytes(b'{"id": "q"}\n\n')
    for name in ("mine.md", "prompts/of/mine.md"):
        (drawn.root / name).parent.mkdir(parents=True, exist_ok=True)
        (drawn.root / name).write_text(f"{name}\n")
    with drawn.settings.open("a") as settings:
        settings.write('\n[configurations.a]\nprompt = "mine.md"\n')
        settings.write('[configurations.b]\nprompt = "prompts/of/mine.md"\n')
    return drawn


def contents(study: Workspace) -> tuple[list[str], dict[str, bytes]]:
    """All rows of the database, and all files."""
    with sqlite3.connect(study.database) as connection:
        rows = list(connection.iterdump())
    own = (path for path in study.root.rglob("*") if path.is_file())
    files = {path.relative_to(study.root).as_posix(): path.read_bytes() for path in own}
    return [row for row in rows if "_sqlite_migrations" not in row], {
        name: data for name, data in files.items() if not name.startswith("crosssource.db")
    }


def exported(study: Workspace, run: Run, path: Path) -> Path:
    run("export", "everything", "--out", path, "--workspace", study.root)
    return path


def test_what_is_exported_comes_back_equal(labelled: Workspace, run: Run, tmp_path: Path) -> None:
    file = exported(labelled, run, tmp_path / "all.jsonl")
    said = run("restore", file, tmp_path / "back")
    assert "Restored" in said.err
    assert contents(Workspace(tmp_path / "back")) == contents(labelled)
    again = exported(Workspace(tmp_path / "back"), run, tmp_path / "again.jsonl")
    assert again.read_bytes() == file.read_bytes()


def test_the_copy_goes_on_where_the_study_was(
    labelled: Workspace, run: Run, tmp_path: Path
) -> None:
    run("restore", exported(labelled, run, tmp_path / "all.jsonl"), tmp_path / "back")
    back = Workspace(tmp_path / "back")
    with open_queue(back, "pilot", "ann", rubric.in_force(back)) as queue:
        assert queue.done == 4
        queue.undo()
        assert queue.done == 3


@pytest.mark.parametrize("kept", [0, 1, 2, 40, -2, -1])
def test_a_file_that_was_cut_off_restores_nothing(
    labelled: Workspace, run: Run, tmp_path: Path, kept: int
) -> None:
    file = exported(labelled, run, tmp_path / "all.jsonl")
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join(lines[:kept]))
    refused = run("restore", file, tmp_path / "back", expect=ExitCode.USAGE)
    assert refused.err.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir() if "back" in path.name] == []


def letter_changed(lines: list[str]) -> None:
    at = next(n for n, line in enumerate(lines) if '{"line": "{\\"id\\": \\"q\\"}' in line)
    lines[at] = lines[at].replace('\\"q\\"', '\\"p\\"')


def row_removed(lines: list[str]) -> None:
    del lines[next(n for n, line in enumerate(lines) if '"label_event"' in line)]


def other_table(lines: list[str]) -> None:
    lines.insert(3, '{"table": "sqlite_schema", "row": {"name": "x"}}\n')


def other_value(lines: list[str]) -> None:
    at = next(n for n, line in enumerate(lines) if '"table": "stratum"' in line)
    record = json.loads(lines[at])
    record["row"]["size"] = "many"
    lines[at] = json.dumps(record) + "\n"


def path_outside(lines: list[str]) -> None:
    lines.insert(-1, '{"file": "corpus/../../../evil"}\n')


def folder_outside(lines: list[str]) -> None:
    lines.insert(-1, '{"file": "corpus/.."}\n')


def newer(lines: list[str]) -> None:
    first = json.loads(lines[0])
    first["schema"].append("9999_later")
    lines[0] = json.dumps(first) + "\n"


def no_json(lines: list[str]) -> None:
    lines[2] = "{" * 100_000 + "\n"


def dangling(lines: list[str]) -> None:
    gone = next(n for n, line in enumerate(lines) if '"table": "judge"' in line)
    del lines[gone]
    last = json.loads(lines[-1])
    last["rows"] -= 1
    lines[-1] = json.dumps(last) + "\n"


@pytest.mark.parametrize(
    ("harm", "told"),
    [
        (letter_changed, "it was changed"),
        (row_removed, "it was changed"),
        (other_table, "there is no table 'sqlite_schema'"),
        (other_value, "cannot be stored"),
        (path_outside, "is no file of a study"),
        (folder_outside, "is no file of a study"),
        (newer, "a newer version of CrossSource"),
        (no_json, "no JSON"),
        (dangling, ""),
    ],
)
def test_a_file_that_was_changed_restores_nothing(
    labelled: Workspace, run: Run, tmp_path: Path, harm: Callable[[list[str]], None], told: str
) -> None:
    file = exported(labelled, run, tmp_path / "all.jsonl")
    lines = file.read_text().splitlines(keepends=True)
    harm(lines)
    file.write_text("".join(lines))
    refused = run("restore", file, tmp_path / "back", expect=ExitCode.USAGE)
    assert told in refused.err
    assert refused.err.count("\n") == 1
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {"study", "all.jsonl"}


def test_nothing_is_overwritten(labelled: Workspace, run: Run, tmp_path: Path) -> None:
    file = exported(labelled, run, tmp_path / "all.jsonl")
    before = file.read_bytes()
    refused = run("restore", file, labelled.root, expect=ExitCode.USAGE)
    assert "nothing is overwritten" in refused.err
    refused = run(
        "export", "everything", "--out", file, "--workspace", labelled.root, expect=ExitCode.USAGE
    )
    assert "there already" in refused.err
    assert file.read_bytes() == before


def test_another_file_is_no_study(run: Run, tmp_path: Path) -> None:
    other = tmp_path / "verdicts.jsonl"
    other.write_text('{"claim": "x", "passage": "y", "judge_label": "yes"}\n')
    refused = run("restore", other, tmp_path / "back", expect=ExitCode.USAGE)
    assert "is no whole study" in refused.err


def test_a_disk_that_is_full_leaves_nothing(
    labelled: Workspace, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = exported(labelled, run, tmp_path / "all.jsonl")
    monkeypatch.setattr("labels.store.migrating.migrate", disk_full)
    refused = run("restore", file, tmp_path / "back", expect=ExitCode.USAGE)
    assert "free some disk space" in refused.err
    assert {path.name for path in tmp_path.iterdir()} == {"study", "all.jsonl"}


def test_what_a_killed_restore_left_is_named_with_the_way_to_be_rid_of_it(
    run: Run, drawn: Workspace, tmp_path: Path
) -> None:
    file, left = tmp_path / "all.jsonl", tmp_path / ".copy-abcd1234"
    run("export", "everything", "--out", file, "--workspace", drawn.root)
    (left / "study").mkdir(parents=True)
    (tmp_path / ".copy-settings").mkdir()
    (tmp_path / ".copy-settings" / "mine").touch()
    told = run("restore", file, tmp_path / "copy").err
    assert f"rm -r {left}" in told
    assert ".copy-settings" not in told
    left.rename(tmp_path / "elsewhere")
    assert "rm -r" not in run("restore", file, tmp_path / "copy2").err
