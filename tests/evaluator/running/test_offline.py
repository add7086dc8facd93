"""Without a key: court opinions through the whole path, the lexical judge against people."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from corpus.workspace import Workspace
from tests.evaluator.running.conftest import content, rows

Run = Callable[..., Any]

QUESTIONS = [
    {
        "id": "provocation",
        "question": "Does the Fourth Amendment provide a basis for the provocation rule?",
        "supports": [{"passage": "cl-4172499:0"}],
    },
    {
        "id": "railroad",
        "question": "Does section 56 of FELA address personal jurisdiction over railroads?",
        "supports": [{"passage": "cl-4172500:0"}],
    },
    {
        "id": "martian",
        "question": "Who owns mineral rights on the moons of Jupiter?",
        "answerable": False,
    },
]


@pytest.fixture(autouse=True)
def _no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)


def test_the_lexical_judge_runs_on_court_opinions(
    run: Run, study: Workspace, shared_data: Path
) -> None:
    at = ("--workspace", study.root)
    run("corpus", "add", shared_data / "scotus", *at)
    study.golden.write_text("".join(json.dumps(one) + "\n" for one in QUESTIONS))
    ran = run("run", "--generator", "extractive", "--judge", "lexical", *at)
    assert "Run baseline: 3 answers" in ran.out
    judged = rows(study, "SELECT count(*) FROM verdict v WHERE v.support IS NOT NULL")[0][0]
    assert judged == rows(study, "SELECT count(*) FROM citation")[0][0] > 0
    before = content(study)
    run("run", "--generator", "extractive", "--judge", "lexical", *at)
    assert content(study) == before
    run("sample", "draw", "--supported", "2", "--run", "baseline", *at)
    run("check", *at)


def test_the_lexical_judge_against_peoples_labels(
    run: Run, study: Workspace, shared_data: Path
) -> None:
    """Labels that came with GPT-4's verdicts serve the lexical judge as well."""
    at = ("--workspace", study.root)
    file = shared_data / "wice" / "derived_judge_packets_300.jsonl"
    columns = ("--map", "passage=evidence_sentences", "--map", "citation=item_id")
    run(
        *("import", file, "--run", "wice", "--judge", "gpt-4", *columns),
        *("--map", "judge_label=judge_gpt-4-0613", *at),
    )
    told = run("judge", "wice", "--judge", "lexical", *at)
    assert "lexical: 300 verdicts on the 300 citations of 'wice'; 0 are missing." in told.err
    run(
        *("sample", "draw", "--run", "wice", "--judge", "lexical", "--supported", "all"),
        *("--name", "lexical", *at),
    )
    run("import", file, "--sample", "lexical", *columns, *at)
    made = json.loads(run("report", "--sample", "lexical", "--format", "json", *at).out)
    # Rows of people, columns of the judge, in the order of the scale; counted from the file.
    assert made["confusion"]["support"]["counts"] == [[15, 35, 16], [18, 101, 100], [0, 0, 15]]
    assert made["agreement"]["weighted"]["rate"] == pytest.approx(131 / 300)


def test_another_judge_on_a_run_that_is_not_there(run: Run, study: Workspace) -> None:
    ran = run("judge", "other", "--judge", "lexical", "--workspace", study.root, expect=2)
    assert "There is no run" in ran.err


def test_recorded_verdicts_are_repeated_and_the_rest_is_missing(
    run: Run, golden_study: Workspace, tmp_path: Path
) -> None:
    at = ("--workspace", golden_study.root)
    run("run", "--generator", "extractive", "--judge", "lexical", "--config", "baseline", *at)
    ((case_id, claim_id, cited),) = rows(
        golden_study, "SELECT case_id, claim_id, cited FROM citation ORDER BY uid LIMIT 1"
    )
    recorded = tmp_path / "recorded.jsonl"
    row = {"case_id": case_id, "claim_id": claim_id, "citation": cited, "verdict": "no"}
    recorded.write_text(json.dumps(row) + "\n")
    told = run("judge", "baseline", "--judge", f"replay:{recorded}", *at)
    assert "replay: 1 verdicts on the" in told.err
    told = run(
        *("run", "--generator", "extractive", "--judge", f"replay:{recorded}"),
        *("--config", "baseline", *at),
    )
    assert "(judge: not_recorded)" in told.err
    values = rows(
        golden_study,
        "SELECT v.support, count(*) FROM verdict v JOIN judge j ON j.id = v.judge_id "
        "WHERE j.name = 'replay' GROUP BY v.support ORDER BY v.support",
    )
    assert values[0][0] is None
    assert values[1] == ("unsupported", 1)
