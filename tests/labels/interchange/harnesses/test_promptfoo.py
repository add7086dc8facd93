"""promptfoo: what counts as a verdict, what as a label, and what as neither."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from corpus.workspace import Workspace
from labels.interchange.opening import HEAD

Fixture = Callable[..., Any]


def row(**changes: Any) -> dict[str, Any]:
    """A row as promptfoo writes it, judged by a model and by a rule."""
    variables = {"question": "Who?", "claim": "Ann did.", "passage": "It was Ann.", "doc_id": "d"}
    made = {
        "gradingResult": {
            "pass": True,
            "score": 1,
            "componentResults": [judged(True), component(True, "contains", metric="has_citation")],
        },
        "failureReason": 0,
        "promptIdx": 0,
        "testIdx": 0,
        "provider": {"id": "openai:gpt-4o", "label": ""},
        "prompt": {"raw": "Say who."},
        "response": {"output": "Ann did. [d:0]"},
        "testCase": {"vars": variables, "options": {"provider": "judge-model"}},
        "vars": variables,
        "success": True,
        "score": 1,
    }
    return made | changes


def component(passed: bool, kind: str, reason: str = "so", **assertion: Any) -> dict[str, Any]:
    return {
        "pass": passed,
        "score": int(passed),
        "reason": reason,
        "assertion": {"type": kind, **assertion},
    }


def judged(passed: bool, reason: str = "so") -> dict[str, Any]:
    return component(passed, "llm-rubric", reason, metric="support")


def graded(*components: dict[str, Any], comment: str = "") -> dict[str, Any]:
    passed = all(one["pass"] for one in components)
    made: dict[str, Any] = {"pass": passed, "componentResults": list(components)}
    return made | ({"comment": comment} if comment else {})


def test_each_assertion_is_a_metric_and_the_models_is_the_verdict(
    write: Fixture, look: Fixture, imported: Fixture
) -> None:
    path = write("out.jsonl", [row()])
    assert {m.name: m.by_model for m in look(path).metrics.values()} == {
        "support": True,
        "has_citation": False,
    }
    done = imported(path)
    assert [(one["judge"], one["support"]) for one in done.verdicts] == [("support", "supported")]
    assert "Metrics left out (one is imported at a time): has_citation." in done.said


def test_rows_are_rows_where_the_first_is_longer_than_what_a_file_is_known_by(
    write: Fixture, imported: Fixture
) -> None:
    long = {"output": "Ann did. " + "x" * HEAD}
    done = imported(write("out.jsonl", [row(response=long), row(response={"output": "Ann."})]))
    assert [one["support"] for one in done.verdicts] == ["supported", "supported"]


def test_a_persons_rating_is_a_label_and_leaves_the_judges_verdict(
    write: Fixture, imported: Fixture
) -> None:
    grading = graded(judged(False, "not there"), component(True, "human"), comment="It is there.")
    grading["pass"] = True  # the person's, which promptfoo writes over the row
    path = write("out.jsonl", [row(gradingResult=grading, success=True, score=1)])
    done = imported(path)
    assert [one["support"] for one in done.verdicts] == ["unsupported"]
    assert [(one["choice"], one["note"], one["annotator"]) for one in done.labels] == [
        ("supported", "It is there.", "promptfoo rating")
    ]


def test_a_row_that_only_a_person_rated_is_a_missing_verdict(
    write: Fixture, imported: Fixture
) -> None:
    other = {"claim": "B", "passage": "p"}
    alone = row(gradingResult=graded(component(True, "human")), vars=other)
    done = imported(write("out.jsonl", [row(), alone]))
    assert [one["support"] for one in done.verdicts] == ["supported", None]
    assert "missing: 1 not scored" in done.said
    assert "1 label without a verdict beside it not kept" in done.said


def test_a_row_that_broke_has_no_verdict_and_one_that_failed_has(
    write: Fixture, imported: Fixture
) -> None:
    broke = row(gradingResult=None, failureReason=2, error="timeout", response={})
    failed = row(
        gradingResult=graded(judged(False, "not there")), failureReason=1, error="not there"
    )
    done = imported(write("out.jsonl", [broke, failed]))
    assert [(one["support"], one["reason"]) for one in done.verdicts] == [
        (None, "timeout"),
        ("unsupported", "not there"),
    ]
    assert "missing: 1 error" in done.said


@pytest.mark.parametrize(
    "broken",
    [
        judged(False) | {"metadata": {"graderError": True}},
        judged(False, "Could not extract JSON from llm-rubric response"),
        judged(False, "No output"),
    ],
)
def test_a_grader_that_gave_no_verdict_did_not_fail_the_row(
    broken: dict[str, Any], write: Fixture, imported: Fixture
) -> None:
    done = imported(
        write(
            "out.jsonl",
            [row(gradingResult=graded(broken)), row(vars={"claim": "B", "passage": "p"})],
        )
    )
    assert [one["support"] for one in done.verdicts] == [None, "supported"]


def test_rows_of_the_same_test_are_one_item_judged_again(write: Fixture, imported: Fixture) -> None:
    again = row(testIdx=1, gradingResult=graded(judged(False)))
    done = imported(write("out.jsonl", [row(), again]))
    assert [(one["judge"], one["support"]) for one in done.verdicts] == [
        ("support", "supported"),
        ("support repeat 2", "unsupported"),
    ]
    assert len({(one["case_id"], one["claim"]) for one in done.verdicts}) == 1
    assert "1 verdict is on an item judged before" in done.said


def test_two_providers_on_one_test_are_two_citations(write: Fixture, imported: Fixture) -> None:
    other = row(provider={"id": "b", "label": "mini"}, gradingResult=graded(judged(False)))
    done = imported(write("out.jsonl", [row(), other]))
    assert [(one["config"], one["judge"]) for one in done.verdicts] == [
        ("openai:gpt-4o", "support"),
        ("mini", "support"),
    ]


def test_two_metrics_that_could_be_meant_are_asked_about(
    study: Workspace, run: Fixture, write: Fixture
) -> None:
    both = graded(judged(True), component(False, "context-faithfulness"))
    path = write("out.jsonl", [row(gradingResult=both)])
    told = run("import", path, "--workspace", study.root, expect=2).err
    assert "2 metrics that could be the verdict" in told
    assert "--metric" in told
    run("import", path, "--workspace", study.root, "--metric", "context-faithfulness")


def test_a_row_without_assertions_of_its_own_is_judged_by_its_pass(
    write: Fixture, look: Fixture
) -> None:
    found = look(write("out.jsonl", [row(gradingResult={"pass": False, "reason": "no"})]))
    assert [(one.name, one.verdicts) for one in found.metrics.values()] == [("pass", 1)]


def test_assertions_within_a_set_are_metrics_of_their_own(write: Fixture, look: Fixture) -> None:
    inner = {"pass": False, "score": 0.5, "componentResults": [judged(False), judged(True)]}
    found = look(write("out.jsonl", [row(gradingResult=graded(inner))]))
    assert set(found.metrics) == {"support", "support 2"}


def test_two_rubrics_without_names_are_two_metrics(
    study: Workspace, run: Fixture, write: Fixture, look: Fixture
) -> None:
    both = graded(
        component(True, "llm-rubric", value="Is it polite?"),
        component(False, "llm-rubric", value="Is it supported?"),
    )
    path = write("out.jsonl", [row(gradingResult=both)])
    assert set(look(path).metrics) == {"llm-rubric", "llm-rubric 2"}
    said = run("import", path, "--workspace", study.root, expect=2).err
    assert "2 metrics that could be the verdict" in said


def test_texts_that_yaml_1_1_would_take_for_something_else_stay_texts(
    write: Fixture, imported: Fixture
) -> None:
    path = write(
        "out.yaml",
        "evalId: e\nresults:\n  version: 3\n  results:\n    - vars: &v\n        claim: No\n"
        "        passage: 12:30:45\n      testCase:\n        vars: *v\n"
        "      response:\n        output: Yes\n      failureReason: 0\n"
        "      gradingResult:\n        componentResults:\n          - pass: true\n"
        "            assertion:\n              type: llm-rubric\nconfig: {}\n",
    )
    (verdict,) = imported(path).verdicts
    assert (verdict["claim"], verdict["passage"], verdict["answer"]) == ("No", "12:30:45", "Yes")
    assert verdict["support"] == "supported"


HEADER = (
    'claim,passage,"[p] Q",Status,Score,Named Scores,Metric: support,Metric: rule,'
    "Grader Reason,Comment\n"
)


@pytest.mark.parametrize(
    ("cells", "support"),
    [
        ("PASS,0.90,{},0.60,1.00,,", "supported"),
        ("FAIL,0.50,{},0.00,1.00,no,", "unsupported"),
        ("FAIL,0.50,{},1.00,0.00,no,", "supported"),
        ("FAIL,0.80,{},0.60,1.00,no,", "unsupported"),
        ("FAIL,0.40,{},0.60,0.20,no,", None),
        # An assertion without a name, which has no column, failed.
        ("FAIL,0.53,{},0.60,1.00,no,", None),
        # The test's own threshold passed or failed the row, and no assertion.
        ("PASS,0.80,{},0.60,1.00,Aggregate score 0.80 ≥ 0.5 threshold,", None),
        ("FAIL,0.80,{},0.60,1.00,Aggregate score 0.80 < 0.9 threshold,", None),
        ("ERROR,0.00,{},,,boom,", None),
    ],
)
def test_a_table_gives_a_verdict_only_where_it_follows(
    cells: str, support: str | None, write: Fixture, imported: Fixture
) -> None:
    # A second row that always has a value, so that there is something to import.
    text = HEADER + f"a,b,c,{cells}\n" + "d,e,f,PASS,1.00,{},1.00,1.00,,\n"
    done = imported(write("out.csv", text), "--metric", "support")
    assert [one["support"] for one in done.verdicts] == [support, "supported"]


def test_a_table_of_two_prompts_has_the_columns_of_both(write: Fixture, imported: Fixture) -> None:
    header = (
        HEADER.strip()
        + ',"[r] Q",Status,Score,Named Scores,Metric: support,Grader Reason,Comment\n'
    )
    text = header + "a,b,c,PASS,1,{},1,1,,,d,FAIL,0,{},0,no,\n"
    done = imported(write("out.csv", text), "--metric", "support")
    assert [(one["answer"], one["config"], one["support"]) for one in done.verdicts] == [
        ("c", "p", "supported"),
        ("d", "r", "unsupported"),
    ]


@pytest.mark.shared
@pytest.mark.parametrize("first", ["json", "jsonl", "csv", "yaml"])
def test_the_same_results_in_another_format_are_the_same_judges(
    first: str, shared_data: Path, imported: Fixture
) -> None:
    folder = shared_data / "exports" / "promptfoo_generated"
    imported(folder / f"out.{first}", "--run", "r")
    for other in ("json", "jsonl", "csv", "yaml"):
        done = imported(folder / f"out.{other}", "--run", "r")
        assert "0 new verdicts over 0 new citations" in done.said
        assert "6 were there already" in done.said
    assert {row["judge"] for row in done.verdicts} == {"citation_support"}
    assert len(done.verdicts) == 6


def test_another_verdict_in_another_format_is_refused(
    write: Fixture, imported: Fixture, run: Fixture, study: Workspace
) -> None:
    row = "a,b,c,{},1.00,{{}},1.00,1.00,,\n"
    imported(write("out.csv", HEADER + row.format("PASS")), "--metric", "support", "--run", "r")
    changed = write("new.csv", HEADER + "a,b,c,FAIL,0.50,{},0.00,1.00,no,\n")
    where = ("--metric", "support", "--run", "r", "--workspace", study.root)
    said = run("import", changed, *where, expect=2).err
    assert "this verdict or its reason is another; nothing is overwritten" in said


def test_a_table_gives_its_one_reason_to_the_assertion_that_failed(
    write: Fixture, imported: Fixture
) -> None:
    text = HEADER + "a,b,c,FAIL,0.50,{},0.00,1.00,no,\nd,e,f,PASS,1.00,{},1.00,1.00,All passed,\n"
    path = write("out.csv", text)
    support = imported(path, "--metric", "support", "--run", "s").verdicts
    assert [row["reason"] for row in support] == ["no", ""]
    rule = imported(path, "--metric", "rule", "--run", "r").verdicts[2:]
    assert [row["reason"] for row in rule] == ["", ""]
