"""Files that the harnesses themselves wrote give the figures that are known of them."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from corpus.workspace import Workspace
from labels.outcome import Support

Fixture = Callable[..., Any]
SUPPORTED, UNSUPPORTED = Support.SUPPORTED, Support.UNSUPPORTED


@pytest.mark.shared
@pytest.mark.parametrize("name", ["out.json", "out.jsonl", "out.yaml", "out.csv"])
def test_promptfoo_has_six_rows_one_passes_and_one_is_a_refusal(
    name: str, shared_data: Path, look: Fixture, imported: Fixture
) -> None:
    path = shared_data / "exports" / "promptfoo_generated" / name
    found = look(path)
    assert found.notes.records == 6
    assert found.metrics["citation_support"].support == Counter({UNSUPPORTED: 5, SUPPORTED: 1})
    assert found.refusals == 1
    done = imported(path)
    assert [row["support"] for row in done.verdicts].count("supported") == 1
    assert done.verdicts[1]["claim"].startswith("Purchaser posted with the broker a deposit")
    assert done.verdicts[1]["cited"] == "a2d-100-0450-01:1"
    assert done.verdicts[1]["passage"].startswith("to honor the demand.")
    assert done.verdicts[1]["reason"] == "overlap 4/7"


@pytest.mark.shared
@pytest.mark.parametrize(
    ("name", "samples", "correct"),
    [
        ("inspect_ai/popularity.eval", 10, 8),
        ("inspect_ai/popularity_2025-05.json", 3, 2),
        ("inspect_ai/log_read_sample.json", 1, 1),
        ("inspect_ai/log_formats.eval", 1, 0),
        ("inspect_ai/security-guide.json", 3, 3),
    ],
)
def test_inspect_logs_have_the_accuracy_that_inspect_computed(
    name: str, samples: int, correct: int, shared_data: Path, look: Fixture
) -> None:
    found = look(shared_data / "exports" / name)
    (metric,) = found.metrics.values()
    assert (found.notes.records, metric.support[SUPPORTED]) == (samples, correct)
    assert metric.verdicts == samples
    assert metric.by_model is (metric.name == "model_graded_fact")


@pytest.mark.shared
def test_an_eval_log_and_the_json_log_of_the_same_task_give_the_same(
    shared_data: Path, imported: Fixture
) -> None:
    folder = shared_data / "exports" / "inspect_generated"
    packed = imported(next(folder.glob("*.eval")), "--run", "packed").verdicts
    plain = imported(next(folder.glob("*.json")), "--run", "plain").verdicts[len(packed) :]
    shown = ("support", "claim", "passage", "question", "answer", "cited", "judge", "reason")
    assert sorted(tuple(row[key] for key in shown) for row in packed) == sorted(
        tuple(row[key] for key in shown) for row in plain
    )
    assert Counter(row["support"] for row in packed) == {"supported": 2, "unsupported": 1}
    assert "mockllm/judge" in packed[0]["provenance"]


@pytest.mark.shared
@pytest.mark.parametrize(
    ("name", "rows", "accepted"),
    [
        ("annotated_data", 21, 16),
        ("sample_annotated_summary", 19, 10),
        ("edited_chain_runs", 18, 18),
    ],
)
def test_ragas_annotations_have_the_accepted_rows_that_are_known(
    name: str, rows: int, accepted: int, shared_data: Path, look: Fixture
) -> None:
    found = look(shared_data / "exports" / "ragas" / f"{name}.json")
    assert found.notes.records == rows
    assert found.notes.counts["rows that people accepted"] == accepted


@pytest.mark.shared
def test_the_judges_value_is_that_before_a_persons_edit(
    shared_data: Path, look: Fixture, imported: Fixture
) -> None:
    path = shared_data / "exports" / "ragas" / "edited_chain_runs.json"
    (metric,) = look(path).metrics.values()
    # metric_output, after the edits, has 13 and 5 as well: two rows were edited, each its way.
    assert metric.support == Counter({SUPPORTED: 13, UNSUPPORTED: 5})
    assert metric.human == Counter({SUPPORTED: 13, UNSUPPORTED: 5})
    done = imported(path)
    label = {row["claim"]: row["choice"] for row in done.labels}
    differing = [row for row in done.verdicts if row["support"] != label[row["claim"]]]
    assert len(differing) == 2


@pytest.mark.shared
def test_a_deepeval_run_gives_the_metric_about_support(
    shared_data: Path, imported: Fixture
) -> None:
    done = imported(shared_data / "exports" / "deepeval" / "test_run_sample.json")
    ((judge, support),) = [(row["judge"], row["support"]) for row in done.verdicts]
    assert (judge, support) == ("Faithfulness", "unsupported")
    assert "6 metrics on spans inside a trace" in done.said
    assert "no passage and no expected answer" in done.said


@pytest.mark.shared
def test_a_configuration_is_no_result(shared_data: Path, study: Workspace, run: Fixture) -> None:
    path = shared_data / "exports" / "promptfoo_generated" / "promptfooconfig.json"
    told = run("import", path, "--workspace", study.root, expect=2).err
    assert "a promptfoo configuration, and is not read as results" in told
    assert "promptfoo eval -o" in told
