"""init, check and sample at the command line."""

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from corpus.workspace import Workspace

Run = Callable[..., Any]


def test_init_makes_a_study_and_a_second_init_changes_nothing(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "a" / "study"
    ran = run("init", folder)
    assert "Made crosssource.toml, rubric.md, golden.jsonl, crosssource.db" in ran.err
    (folder / "rubric.md").write_text("Our own.")
    ran = run("init", folder)
    assert "nothing was changed" in ran.err
    assert (folder / "rubric.md").read_text() == "Our own."


def test_init_brings_back_what_is_missing_only(run: Run, study: Workspace) -> None:
    study.rubric.unlink()
    assert run("init", study.root).err.startswith("Made rubric.md in ")


def test_init_where_nothing_can_be_made_is_a_sentence(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    ran = run("init", tmp_path / "file" / "study", expect=2)
    assert "cannot be made (Not a directory)" in ran.err


def test_check_counts_what_it_verified(run: Run, drawn: Workspace) -> None:
    ran = run("check", "--workspace", drawn.root)
    assert ran.out.startswith("Whole: 1 run, 100 verdicts, 100 items, 1 sample")
    found = json.loads(run("check", "--json", "--workspace", drawn.root).out)
    assert found["faults"] == []


def test_check_fails_with_the_fault(run: Run, drawn: Workspace) -> None:
    connection = sqlite3.connect(drawn.database)
    connection.execute("DROP TRIGGER verdict_refuses_update")
    connection.execute("UPDATE verdict SET support = 'partial' WHERE support = 'unsupported'")
    connection.commit()
    connection.close()
    ran = run("check", "--workspace", drawn.root, expect=1)
    assert "A verdict of the frame of sample 'pilot', or its citation, changed" in ran.out


def test_a_sample_is_drawn_listed_shown_closed_and_reopened(run: Run, drawn: Workspace) -> None:
    at = ("--workspace", drawn.root)
    ran = run("sample", "draw", "--supported", "30", "--by", "lang", "--seed", "3", *at)
    assert "Drew the sample 'sample-1' of judge-a's verdicts, seed 3, sealed" in ran.err
    assert "supported · lang=de" in ran.out
    assert "sample-1  50 items  open  no labels yet" in run("sample", "list", *at).out
    shown = run("sample", "show", "sample-1", *at).out
    assert "Seal: holds" in shown
    manifest = json.loads(run("sample", "show", "sample-1", "--json", *at).out)
    assert manifest["seed"] == 3
    assert sum(s["size"] for s in manifest["strata"]) == 100
    run("sample", "close", "sample-1", "--reason", "done", *at)
    assert "sample-1  50 items  closed" in run("sample", "list", *at).out
    assert "is closed already" in run("sample", "close", "sample-1", *at, expect=2).err
    run("sample", "reopen", "sample-1", *at)
    assert "open" in run("sample", "list", *at).out


@pytest.mark.parametrize("word", ["all", "ALL"])
def test_all_makes_a_census_also_as_the_help_spells_it(
    run: Run, drawn: Workspace, word: str
) -> None:
    ran = run(
        *("sample", "draw", "--supported", word, "--partial", word, "--overlap", word),
        *("--workspace", drawn.root),
    )
    assert ran.out.count("1.0000") == 3


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--supported", "-1"], "neither a whole number from 0 nor the word all"),
        (["--supported", "many"], "neither a whole number from 0 nor the word all"),
        (["--by", "court"], "no verdict has that field; the fields are category, config"),
        (["--run", "other"], "There is no run 'other'; the runs are: base."),
        (["--judge", "other"], "No verdict by 'other' in base"),
        (["--name", "pilot"], "There is a sample 'pilot' already"),
        (["--name", "a/b"], "cannot be used; with --name NAME give one"),
        (["--name", ".."], "The sample's name '..' cannot be used"),
        (["--supported", "1", "--by", "lang"], "cannot cover 2 strata"),
    ],
)
def test_a_draw_that_cannot_be_is_a_sentence(
    run: Run, drawn: Workspace, options: list[str], sentence: str
) -> None:
    ran = run("sample", "draw", *options, "--workspace", drawn.root, expect=2)
    assert sentence in ran.err


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("[chunking\n", "is not valid TOML"),
        ("[chunking]\nwords = 3\n", "key 'chunking.words'"),
        ("[chunkin]\nwords = 350\n", "key 'chunkin'"),
        ("[verdicts]\nx = 'maybe'\n", "key 'verdicts.x'"),
    ],
)
def test_a_mistake_in_the_settings_is_named_by_its_key(
    run: Run, drawn: Workspace, line: str, sentence: str
) -> None:
    drawn.settings.write_text(line)
    assert sentence in run("sample", "draw", "--workspace", drawn.root, expect=2).err
