"""Files that a person names: nothing of a study is written over, and nothing else by a slip."""

from pathlib import Path

import pytest

from corpus.workspace import Workspace
from tests.conftest import Run

OWN = [
    "crosssource.toml",
    "golden.jsonl",
    "isolation.jsonl",
    "rubric.md",
    "crosssource.db",
    "crosssource.db-wal",
    "corpus/passages.jsonl",
    "corpus/new.jsonl",
    "golden-drafts/new.jsonl",
]


def held(folder: Path) -> dict[Path, bytes]:
    """Every file that counts, whole; an opened database makes and drops its log."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path: path.read_bytes() for path in files if not path.name.endswith(("-wal", "-shm"))}


@pytest.mark.parametrize("name", OWN)
def test_an_export_is_never_written_over_the_study(
    run: Run, practice: Workspace, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(practice.root)
    before = held(practice.root)
    for options in ([], ["--force"]):
        ran = run("golden", "export", "--out", name, *options, expect=2)
        assert f"{name} is the study's own" in ran.err
    assert held(practice.root) == before


def test_a_study_is_kept_whichever_study_is_at_work_and_by_whatever_name(
    run: Run, practice: Workspace, study: Workspace, tmp_path: Path
) -> None:
    link = tmp_path / "link.jsonl"
    link.symlink_to(practice.golden)
    hard = practice.root / "hard.jsonl"
    hard.hardlink_to(practice.golden)
    study.golden.write_bytes(practice.golden.read_bytes())
    before = practice.golden.read_bytes()
    for name in (practice.golden, link, hard, practice.root / "corpus" / ".." / "golden.jsonl"):
        ran = run("golden", "export", "--out", name, "--force", "--workspace", study.root, expect=2)
        assert "is the study's own golden.jsonl" in ran.err
    assert practice.golden.read_bytes() == before


def test_another_file_is_replaced_only_where_that_is_said(
    run: Run, practice: Workspace, tmp_path: Path
) -> None:
    out = tmp_path / "mine.txt"
    out.write_text("mine")
    command = ("golden", "export", "--out", out, "--workspace", practice.root)
    assert "is there already; give another name, or replace it with --force." in (
        run(*command, expect=2).err
    )
    assert out.read_text() == "mine"
    run(*command, "--force")
    assert out.read_bytes() == practice.golden.read_bytes()
