"""DeepEval: whose word counts, and under which wrapper it stands."""

from collections.abc import Callable
from typing import Any

import pytest

Fixture = Callable[..., Any]


def metric(
    success: Any, score: Any = 1.0, name: str = "Faithfulness", **more: Any
) -> dict[str, Any]:
    made = {"name": name, "success": success, "score": score, "threshold": 0.5}
    return made | {"evaluationModel": "gpt", "reason": "why"} | more


def case(*metrics: dict[str, Any], name: str = "test_case_0", **more: Any) -> dict[str, Any]:
    made = {
        "name": name,
        "input": "Who?",
        "actualOutput": "Ann.",
        "retrievalContext": ["It was Ann.", "Bob slept."],
        "metricsData": list(metrics),
    }
    return made | more


def test_success_is_the_verdict_whatever_the_score(write: Fixture, imported: Fixture) -> None:
    # A score of hallucination of 0.9 is bad, one of 0.1 is good: only the metric itself knows.
    rows = [
        case(metric(False, 0.9, "Hallucination")),
        case(metric(True, 0.1, "Hallucination"), input="What?"),
    ]
    done = imported(write("run.json", {"testCases": rows}))
    assert [row["support"] for row in done.verdicts] == ["unsupported", "supported"]
    assert done.verdicts[0]["passage"] == "It was Ann.\n\nBob slept."


def test_an_error_and_a_skipped_metric_are_no_verdicts(write: Fixture, imported: Fixture) -> None:
    rows = [
        case(metric(False, None, error="rate limit"), input="a"),
        case(metric(None, None), input="b"),
        case(metric(True), input="c"),
        case(input="d"),
    ]
    done = imported(write("run.json", {"testCases": rows}))
    assert [row["support"] for row in done.verdicts] == [None, None, "supported", None]
    assert "missing: 1 error, 2 not scored" in done.said


@pytest.mark.parametrize(
    "wrapped",
    [
        lambda rows: {"testCases": rows},
        lambda rows: {"testRunData": {"testCases": rows}, "testRunLink": None},
        lambda rows: {"test_cases": rows, "test_passed": 1},
    ],
)
def test_every_wrapper_holds_the_same(wrapped: Any, write: Fixture, imported: Fixture) -> None:
    (verdict,) = imported(write("run.json", wrapped([case(metric(True))]))).verdicts
    assert (verdict["support"], verdict["claim"]) == ("supported", "Ann.")


def test_old_names_are_read_as_the_new_ones(write: Fixture, imported: Fixture) -> None:
    old = {
        "name": "test_case_0",
        "input": "Who?",
        "actual_output": "Ann.",
        "retrieval_context": ["It was Ann."],
        "metrics_metadata": [{"metric": "Faithfulness", "success": True, "score": 1}],
    }
    (verdict,) = imported(write("run.json", {"test_cases": [old]})).verdicts
    assert (verdict["judge"], verdict["passage"]) == ("Faithfulness", "It was Ann.")


def test_a_name_that_is_a_position_names_no_case(write: Fixture, imported: Fixture) -> None:
    rows = [case(metric(True)), case(metric(True), name="who-did-it", input="What?")]
    done = imported(write("run.json", {"testCases": rows}))
    assert done.verdicts[0]["case_id"].startswith("question-")
    assert done.verdicts[1]["case_id"] == "who-did-it"


def test_conversations_are_counted_and_left_out(write: Fixture, imported: Fixture) -> None:
    both = {"testCases": [case(metric(True))], "conversationalTestCases": [{"turns": []}]}
    assert "Not imported: 1 conversation" in imported(write("run.json", both)).said
