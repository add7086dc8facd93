"""`crosssource demo`: the whole path, offline, and its report speaks of what it is."""

import json
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pexpect
import pytest

from corpus import settings
from corpus.workspace import Workspace
from evaluator.study import shipped
from evaluator.study.run import settings as study_settings
from labels import rubric
from labels.outcome import Choice
from labels.store import database
from labels.store.queue import open_queue
from tests.conftest import REPOSITORY

Run = Callable[..., Any]


@pytest.fixture
def simulated(run: Run, tmp_path: Path) -> tuple[Path, Any]:
    """The demo's folder after `--simulate`, and what it printed."""
    folder = tmp_path / "demo"
    return folder, run("demo", folder, "--simulate")


def test_the_report_says_that_nobody_labelled(simulated: tuple[Path, Any]) -> None:
    _, ran = simulated
    assert "Simulated labels: these figures show the demo, not people." in ran.out
    assert "simulated, by nobody" in ran.err


def test_the_report_says_who_wrote_the_questions(simulated: tuple[Path, Any]) -> None:
    _, ran = simulated
    said = " ".join(ran.out.split())
    assert re.search(r"\. 25 questions: \d+ by people, \d+ by a machine\.", said), said[:300]


def test_ten_items_are_read_in_under_three_minutes(simulated: tuple[Path, Any]) -> None:
    """Claims and passages, at 240 words a minute; what is left of the time is for the keys."""
    workspace = Workspace(simulated[0])
    for name in ("ann", "bob", "carla", "zed"):
        with open_queue(workspace, "demo", name, rubric.in_force(workspace)) as queue:
            items = [queue.item(item_id) for item_id in queue.open_ids()[:10]]
        words = sum(len(f"{item.claim} {item.passage}".split()) for item in items)
        assert words <= 650, (name, words)


def test_its_settings_say_how_its_passages_are_cut(simulated: tuple[Path, Any], run: Run) -> None:
    folder, _ = simulated
    assert settings.load(Workspace(folder)) == study_settings()
    before = run("corpus", "list", "--workspace", folder).out
    run("corpus", "rechunk", "--workspace", folder)
    assert run("corpus", "list", "--workspace", folder).out == before
    assert run("check", "--workspace", folder).out.startswith("Whole: ")


def test_every_retrieved_passage_is_tried_for_a_claim(simulated: tuple[Path, Any]) -> None:
    """Of a model's search five are; the lexical judge costs nothing, so faithfulness is settled."""
    with database.opened(Workspace(simulated[0])) as connection:
        decided = connection.execute(
            "SELECT DISTINCT supported_by_retrieved IS NOT NULL FROM search"
        ).fetchall()
    assert [tuple(row) for row in decided] == [(1,)]


def test_every_kind_of_fault_is_shown(simulated: tuple[Path, Any], run: Run) -> None:
    folder, _ = simulated
    made = json.loads(run("report", "--format", "json", "--workspace", folder).out)
    people = dict(
        zip(
            made["confusion"]["outcome"]["labels"],
            map(sum, made["confusion"]["outcome"]["counts"]),
            strict=True,
        )
    )
    assert all(people[outcome] > 0 for outcome in people if outcome != "uncategorised"), people
    assert len(made["false_supported"]["unsupported->supported"]) >= 1
    assert len(made["harness_bugs"]["items"]) == 5


def test_the_weighted_figure_is_near_the_truth_and_the_raw_one_is_not(
    simulated: tuple[Path, Any], run: Run
) -> None:
    """The README's figures: the share of bad citations that the judge flags."""
    folder, _ = simulated
    bad = [one for one in shipped.truth() if one.choice in (Choice.PARTIAL, Choice.UNSUPPORTED)]
    with database.opened(Workspace(folder)) as connection:
        rows = connection.execute(
            "SELECT c.config, c.case_id, c.claim_id, c.cited, v.support FROM verdict v "
            "JOIN citation c ON c.uid = v.citation_uid"
        )
        said = {tuple(row)[:4]: row["support"] for row in rows}
    flagged = [
        one
        for one in bad
        if said[one.config, one.case_id, one.claim_id, one.citation] != "supported"
    ]
    assert len(flagged) / len(bad) == pytest.approx(0.761, abs=5e-4)
    made = json.loads(run("report", "--format", "json", "--workspace", folder).out)
    figure = made["judge"]["tnr"]
    assert figure["weighted"]["value"] == pytest.approx(0.788, abs=5e-4)
    assert figure["raw"]["value"] == pytest.approx(0.946, abs=5e-4)
    assert figure["weighted"]["low"] < 0.761 < figure["weighted"]["high"]


def test_the_study_is_whole_and_the_corpus_clean(simulated: tuple[Path, Any], run: Run) -> None:
    folder, _ = simulated
    assert run("check", "--workspace", folder).out.startswith("Whole: ")
    assert run("corpus", "check", "--workspace", folder).code == 0


def test_run_again_it_goes_on_and_adds_nothing(simulated: tuple[Path, Any], run: Run) -> None:
    folder, first = simulated
    again = run("demo", folder, "--simulate")
    assert "Labelled 0 items" in again.err
    assert again.out.splitlines()[3:20] == first.out.splitlines()[3:20]


def test_without_a_terminal_it_labels_from_the_planted_truth(run: Run, tmp_path: Path) -> None:
    assert "from the planted truth" in run("demo", tmp_path / "demo").err


def test_whoever_leaves_at_once_is_told_how_to_go_on(tmp_path: Path) -> None:
    folder = tmp_path / "my demo"
    shown = pexpect.spawn(
        sys.executable,
        ["-m", "crosssource", "demo", str(folder), "--annotator", "ann"],
        cwd=str(REPOSITORY),
        env=os.environ | {"TERM": "xterm-256color"},
        dimensions=(30, 400),
        timeout=30,
        encoding="utf-8",
    )
    shown.expect(" of [0-9]+ done")
    shown.send("q")
    shown.expect("Nothing is labelled yet. Go on with: ")
    shown.expect_exact(f"crosssource demo '{folder}' --annotator ann")
    shown.expect_exact(f"crosssource demo '{folder}' --simulate")
    shown.expect(pexpect.EOF)
    shown.close()
    assert shown.exitstatus == 0
    assert "Agreement report" not in (shown.before or "")


def test_it_keeps_out_of_a_study_with_runs_of_its_own(run: Run, tmp_path: Path) -> None:
    run("init", tmp_path / "study")
    file = tmp_path / "r.jsonl"
    file.write_text('{"claim": "c", "passage": "p", "verdict": "yes"}\n')
    run("import", file, "--workspace", tmp_path / "study")
    ran = run("demo", tmp_path / "study", expect=2)
    assert "is a study of its own; give the demo a folder of its own" in ran.err
