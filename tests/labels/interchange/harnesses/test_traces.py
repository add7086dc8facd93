"""Langfuse, LangSmith, Phoenix: whose a score is, and which texts it is about."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from corpus.workspace import Workspace

Fixture = Callable[..., Any]


def score(name: str, value: Any, source: str = "EVAL", **more: Any) -> dict[str, Any]:
    kind = "CATEGORICAL" if "stringValue" in more else "NUMERIC"
    return {"name": name, "value": value, "source": source, "dataType": kind} | more


def trace(*scores: dict[str, Any], **changes: Any) -> dict[str, Any]:
    made = {
        "id": "t1",
        "projectId": "p",
        "input": json.dumps(json.dumps({"messages": [{"role": "user", "content": "Who?"}]})),
        "output": json.dumps("Ann."),
        "scores": list(scores),
        "observations": [
            {"id": "o1", "type": "RETRIEVER", "output": json.dumps([{"text": "It was Ann."}])},
            {"id": "o2", "type": "GENERATION", "input": "step?", "output": "step."},
        ],
    }
    return made | changes


def test_a_langfuse_trace_gives_question_answer_and_what_was_retrieved(
    write: Fixture, imported: Fixture
) -> None:
    human = score("faithful", 0, "ANNOTATION", authorUserId="ann", comment="no")
    path = write("t.jsonl", [trace(score("faithful", 1, comment="why"), human), trace(id="t2")])
    done = imported(path)
    first = done.verdicts[0]
    assert (first["question"], first["answer"], first["passage"]) == ("Who?", "Ann.", "It was Ann.")
    assert [row["support"] for row in done.verdicts] == ["supported", None]
    assert [(row["choice"], row["annotator"], row["note"]) for row in done.labels] == [
        ("unsupported", "ann", "no")
    ]


def test_langfuse_categories_and_steps_are_read_as_what_they_are(
    write: Fixture, imported: Fixture
) -> None:
    word = score("verdict", None, stringValue="not supported")
    step = score("verdict", 1, observationId="o2")
    done = imported(write("t.json", {"data": [trace(word, step)], "meta": {"page": 1}}))
    assert [(row["support"], row["answer"]) for row in done.verdicts] == [
        ("unsupported", "Ann."),
        ("supported", "step."),
    ]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("s.csv", "id,traceId,name,value,dataType,source\n1,t,faithful,1,NUMERIC,EVAL\n"),
        (
            "s.json",
            [{"traceId": "t", "name": "f", "value": 1, "dataType": "NUMERIC", "source": "EVAL"}],
        ),
    ],
)
def test_langfuse_scores_alone_are_refused_with_what_to_export(
    name: str, content: Any, study: Workspace, run: Fixture, write: Fixture
) -> None:
    said = run("import", write(name, content), "--workspace", study.root, expect=2).err
    assert "scores alone" in said
    assert "GET /api/public/traces" in said


@pytest.mark.shared
def test_a_real_trace_without_scores_is_refused_with_a_reason(
    shared_data: Path, study: Workspace, run: Fixture
) -> None:
    path = shared_data / "exports" / "langfuse" / "llamaindex-2025-06-05.trace.json"
    said = run("import", path, "--workspace", study.root, expect=2).err
    assert "no verdict that has a value; 1 not scored" in said
    assert "give traces with scores" in said


@pytest.mark.shared
def test_a_real_score_of_hallucination_is_bad_where_it_is_high(
    shared_data: Path, imported: Fixture
) -> None:
    path = shared_data / "exports" / "langfuse" / "langgraph-python.trace.json"
    done = imported(path, "--threshold", "0.5")
    ((judge, support, raw),) = [(row["judge"], row["support"], row["raw"]) for row in done.verdicts]
    assert (judge, support, raw) == ("hallucination", "supported", "0.1")
    assert "bad where it is high" in done.said


def feedback(key: str, score: Any, source: str, **more: Any) -> dict[str, Any]:
    return {"key": key, "score": score, "feedback_source": {"type": source}} | more


def a_run(*given: dict[str, Any], **changes: Any) -> dict[str, Any]:
    made = {
        "id": "r1",
        "run_type": "chain",
        "inputs": {"question": "Who?"},
        "outputs": {"answer": "Ann."},
        "reference_outputs": {"answer": "Ann did."},
        "feedback": list(given),
    }
    return made | changes


def test_langsmith_feedback_is_a_models_or_a_persons(write: Fixture, imported: Fixture) -> None:
    person = feedback("correct", 0, "app", comment="no") | {
        "feedback_source": {"type": "app", "user_id": "u7"}
    }
    rows = [
        a_run(feedback("correct", 1, "model"), person),
        a_run(id="r2", error="boom", outputs=None),
        a_run(feedback("correct", None, "model", value="partial"), id="r3"),
    ]
    done = imported(write("runs.jsonl", rows))
    assert [row["support"] for row in done.verdicts] == ["supported", None, "partial"]
    assert done.verdicts[0]["passage"] == "Ann did."
    assert [(row["choice"], row["annotator"]) for row in done.labels] == [("unsupported", "u7")]


@pytest.mark.parametrize(
    ("stats", "support"),
    [
        ({"n": 1, "avg": 1.0}, "supported"),
        ({"n": 3, "avg": 0.0}, "unsupported"),
        ({"n": 2, "avg": 0.5}, None),
    ],
)
def test_langsmith_averages_are_verdicts_only_where_all_agree(
    stats: dict[str, Any], support: str | None, write: Fixture, imported: Fixture
) -> None:
    rows = [
        a_run(feedback_stats={"correct": stats}, feedback=None),
        a_run(feedback_stats={"correct": {"n": 1, "avg": 1.0}}, feedback=None, id="r2"),
    ]
    done = imported(write("runs.jsonl", rows))
    assert [row["support"] for row in done.verdicts] == [support, "supported"]


def test_a_langsmith_frame_is_read_by_its_columns(write: Fixture, imported: Fixture) -> None:
    text = (
        "inputs.question,outputs.answer,error,reference.answer,feedback.correct,example_id\n"
        "Who?,Ann.,,Ann did.,1.0,e1\nWhat?,,timeout,It.,0.0,e2\n"
    )
    done = imported(write("frame.csv", text))
    assert [(row["case_id"], row["support"]) for row in done.verdicts] == [
        ("e1", "supported"),
        ("e2", None),
    ]


def annotated(name: str, kind: str, **result: Any) -> dict[str, Any]:
    return {"name": name, "annotator_kind": kind} | result


def test_a_phoenix_experiment_has_models_rules_and_people(
    write: Fixture, imported: Fixture
) -> None:
    rows = [
        {
            "example_id": "e1",
            "repetition_number": 1,
            "input": {"question": "Who?", "context": "It was Ann."},
            "reference_output": {"answer": "Ann did."},
            "output": "Ann.",
            "error": None,
            "annotations": [
                annotated("hallucination", "LLM", label="factual", score=0, explanation="why"),
                annotated("hallucination", "HUMAN", label="hallucinated", score=1),
                annotated("length", "CODE", score=1),
            ],
        },
        {"example_id": "e2", "input": "q", "output": None, "error": "boom", "annotations": []},
    ]
    done = imported(write("experiment.json", rows))
    assert [(row["judge"], row["support"]) for row in done.verdicts] == [
        ("hallucination", "supported"),
        ("hallucination", None),
    ]
    assert done.verdicts[0]["passage"] == "It was Ann."
    assert [row["choice"] for row in done.labels] == ["unsupported"]


def test_phoenix_spans_joined_with_annotations_are_rows_of_a_span(
    write: Fixture, imported: Fixture
) -> None:
    documents = json.dumps([{"document.content": "It was Ann."}])
    rows = [
        {
            "context.span_id": "s1",
            "attributes.input.value": "Who?",
            "attributes.output.value": "Ann.",
            "attributes.retrieval.documents": documents,
            "annotation_name": "grounded",
            "annotator_kind": kind,
            "result.label": label,
        }
        for kind, label in (("HUMAN", "no"), ("LLM", "yes"))
    ]
    done = imported(write("spans.jsonl", rows))
    assert [(row["support"], row["passage"]) for row in done.verdicts] == [
        ("supported", "It was Ann.")
    ]
    assert [row["choice"] for row in done.labels] == ["unsupported"]


def ratings(of: str) -> list[dict[str, Any]]:
    """One thing that a judge and two people rated, and of which a third said something else."""
    if of == "langfuse":
        given = [score("ok", 0, "ANNOTATION", authorUserId=who) for who in ("ann", "bob")]
        return [trace(score("ok", 1), *given, score("tone", 1, "ANNOTATION"))]
    if of == "langsmith":
        given = [feedback("ok", 0, "app", comment=who) for who in ("ann", "bob")]
        return [a_run(feedback("ok", 1, "model"), *given, feedback("tone", 1, "app"))]
    kinds = ("ok", "LLM", "yes"), ("ok", "HUMAN", "no"), ("ok", "HUMAN", "no"), ("tone", "HUMAN", 1)
    if of == "phoenix":
        given = [annotated(name, kind, label=label) for name, kind, label in kinds]
        return [{"example_id": "e", "input": "q", "output": "a", "annotations": given}]
    return [
        {
            "context.span_id": "s",
            "attributes.input.value": "Who?",
            "attributes.output.value": "Ann.",
            "annotation_name": name,
            "annotator_kind": kind,
            "result.label": label,
        }
        for name, kind, label in kinds
    ]


@pytest.mark.parametrize("of", ["langfuse", "langsmith", "phoenix", "spans"])
def test_of_several_peoples_ratings_one_is_a_label_and_the_others_are_counted(
    of: str, write: Fixture, imported: Fixture
) -> None:
    done = imported(write("t.jsonl", ratings(of)))
    assert [row["choice"] for row in done.labels] == ["unsupported"]
    assert "1 rating of further people on what one has rated" in done.said
    assert "1 rating of people without a judge's of that name" in done.said


def test_phoenix_annotations_alone_are_refused_with_how_to_join(
    study: Workspace, run: Fixture, write: Fixture
) -> None:
    text = "span_id,annotation_name,annotator_kind,result.label\ns1,grounded,LLM,yes\n"
    said = run("import", write("a.csv", text), "--workspace", study.root, expect=2).err
    assert "join them with the spans" in said


def test_a_word_that_nobody_knows_is_asked_about_and_can_be_given_a_meaning(
    study: Workspace, run: Fixture, write: Fixture, imported: Fixture
) -> None:
    rows = [
        trace(score("verdict", None, stringValue="grounded-ish")),
        trace(score("verdict", None, stringValue="yes"), id="t2"),
    ]
    path = write("t.jsonl", rows)
    said = run("import", path, "--workspace", study.root, expect=2).err
    assert "'grounded-ish' in record 1 (line 1) is no known value of 'verdict'" in said
    missing = imported(path, "--malformed", "missing", "--run", "a").verdicts
    assert [row["support"] for row in missing] == [None, "supported"]
    with study.settings.open("a") as settings:
        settings.write('\n[verdicts]\n"grounded-ish" = "partial"\n')
    told = imported(path, "--run", "b").verdicts[2:]
    assert [row["support"] for row in told] == ["partial", "supported"]


@pytest.mark.parametrize("rating", ["hm", "0.7"])
def test_a_rating_that_nobody_can_read_is_never_taken_for_none(
    rating: str, study: Workspace, run: Fixture, write: Fixture, imported: Fixture
) -> None:
    person = score("verdict", None, "ANNOTATION", stringValue=rating)
    path = write(
        "t.jsonl", [trace(score("verdict", 1), person), trace(score("verdict", 0), id="u")]
    )
    assert rating in run("import", path, "--workspace", study.root, expect=2).err
    assert imported(path, "--malformed", "missing").labels == []


@pytest.mark.parametrize("threshold", ["0.8", "3"])
def test_a_threshold_is_not_taken_for_two_scales(
    threshold: str, study: Workspace, run: Fixture, write: Fixture
) -> None:
    pairs = (0.2, 1), (0.9, 5)
    rows = [
        trace(score("verdict", judge), score("verdict", person, "ANNOTATION"), id=f"t{person}")
        for judge, person in pairs
    ]
    where = ("--threshold", threshold, "--workspace", study.root)
    said = run("import", write("t.jsonl", rows), *where, expect=2).err
    assert "go from 0.2 to 0.9 and those of people from 1 to 5" in said
    assert "write both on one scale" in said


def test_a_mapped_rating_that_nobody_can_read_is_refused_with_its_place(
    study: Workspace, run: Fixture, write: Fixture
) -> None:
    rows = [{"user_input": "q", "response": "a", "retrieved_contexts": ["c"], "faithfulness": 1}]
    path = write("r.jsonl", [row | {"ours": "hm"} for row in rows])
    where = ("--map", "human_label=ours", "--workspace", study.root)
    said = run("import", path, *where, expect=2).err
    assert "'hm' in record 1 (line 1) is no known value of 'faithfulness'" in said
