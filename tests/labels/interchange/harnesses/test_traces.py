"""Langfuse, LangSmith, Phoenix: whose a score is, and which texts it is about."""

import csv
import io
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


JULY, JUNE = "2025-07-01T10:00:00.000Z", "2025-06-01T10:00:00.000Z"


def ratings(of: str, *said: tuple[str, int, str]) -> list[dict[str, Any]]:
    """One thing that a judge rated 1, and people: each with a name, a score and a time; one of them
    said something else too."""
    if of == "langfuse":
        given = [
            score("ok", value, "ANNOTATION", authorUserId=who or None, updatedAt=at)
            for who, value, at in said
        ]
        return [trace(score("ok", 1), *given, score("tone", 1, "ANNOTATION"))]
    if of == "langsmith":
        given = [
            feedback("ok", value, "app", modified_at=at)
            | {"feedback_source": {"type": "app", "user_id": who or None}}
            for who, value, at in said
        ]
        return [a_run(feedback("ok", 1, "model"), *given, feedback("tone", 1, "app"))]
    judge = ("ok", "LLM", "", 1, ""), ("tone", "HUMAN", "ann", 1, "")
    kinds = (*judge, *(("ok", "HUMAN", who, value, at) for who, value, at in said))
    if of == "phoenix":
        given = [
            annotated(name, kind, score=value, identifier=who, updated_at=at)
            for name, kind, who, value, at in kinds
        ]
        return [{"example_id": "e", "input": "q", "output": "a", "annotations": given}]
    return [
        {
            "context.span_id": "s",
            "attributes.input.value": "Who?",
            "attributes.output.value": "Ann.",
            "annotation_name": name,
            "annotator_kind": kind,
            "result.score": value,
            "user_id": who,
            "created_at": at,
        }
        for name, kind, who, value, at in kinds
    ]


PLATFORMS = pytest.mark.parametrize("of", ["langfuse", "langsmith", "phoenix", "spans"])


@PLATFORMS
def test_every_persons_rating_is_a_label_under_their_name(
    of: str, write: Fixture, imported: Fixture
) -> None:
    done = imported(write("t.jsonl", ratings(of, ("ann", 0, ""), ("bob", 1, ""))))
    assert [(row["annotator"], row["choice"]) for row in done.labels] == [
        ("ann", "unsupported"),
        ("bob", "supported"),
    ]
    assert "2 human labels are new in the sample" in done.said
    assert "Not imported: 1 rating of people without a judge's of that name." in done.said


@PLATFORMS
def test_of_what_one_person_said_the_last_by_time_holds(
    of: str, write: Fixture, imported: Fixture, run: Fixture
) -> None:
    path = write("t.jsonl", ratings(of, ("ann", 1, JULY), ("ann", 0, JUNE), ("bob", 0, "")))
    done = imported(path)
    assert [(row["annotator"], row["choice"]) for row in done.labels] == [
        ("ann", "supported"),
        ("bob", "unsupported"),
    ]
    assert "1 rating replaced by a later one of the same person" in done.said
    assert "1 rating replaced by a later one" in run("doctor", path).out


@PLATFORMS
@pytest.mark.parametrize("who", ["ann", ""])
def test_what_no_time_puts_in_order_is_refused(
    of: str, who: str, study: Workspace, run: Fixture, write: Fixture
) -> None:
    path = write("t.jsonl", ratings(of, (who, 1, ""), (who, 0, JUNE)))
    said = run("import", path, "--workspace", study.root, expect=2).err
    assert f"{who!r} says '1' and '0'" in said or "somebody without a name says '1' and '0'" in said
    assert "no time tells which holds" in said
    page = run("doctor", path).out
    assert "no time tells which holds" in page
    assert "Next" not in page


@PLATFORMS
def test_the_same_said_twice_is_one_label_and_counted(
    of: str, write: Fixture, imported: Fixture
) -> None:
    done = imported(write("t.jsonl", ratings(of, ("ann", 0, ""), ("ann", 0, ""))))
    assert [row["choice"] for row in done.labels] == ["unsupported"]
    assert "1 rating given again with the same value" in done.said


def test_langsmith_words_are_read_from_how_often_each_was_said(
    write: Fixture, imported: Fixture
) -> None:
    said = [{"supported": 1}, {"unsupported": 3}, {"Y": 1}, {"Y": 1, "N": 1}, {}]
    rows = [
        a_run(id=f"r{n}", feedback=None)
        | {"feedback_stats": {"grounded": {"n": 1, "avg": None, "values": values}}}
        for n, values in enumerate(said)
    ]
    done = imported(write("runs.json", rows))
    assert [row["support"] for row in done.verdicts] == [
        "supported",
        "unsupported",
        "supported",
        None,
        None,
    ]
    assert "1 feedback that differs" in done.said


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


TABLE = {
    "timestamp": "2025-06-01T10:00:00.000Z",
    "name": "rag",
    "userId": "",
    "release": None,
    "tags": ["x"],
    "bookmarked": False,
    "metadata": {"lang": "en"},
}


def table(name: str) -> Any:
    """A table of traces as Langfuse's web page exports it: each score is a list in a column."""
    said = [[1], [0], [1, 1], [1, 0], None, ["True"], ["not supported"]]
    rows: list[dict[str, Any]] = [
        {"id": f"t{n}", **TABLE, "input": {"question": f"Q{n}?"}, "output": {"answer": f"A{n}"}}
        for n in range(len(said))
    ]
    if name.endswith(".jsonl"):
        return [row | {"scores": {"ok": one}} for row, one in zip(rows, said, strict=True)]
    rows = [row | {"ok": one, "levels": [1]} for row, one in zip(rows, said, strict=True)]
    if not name.endswith(".csv"):
        return rows
    lines = io.StringIO()
    writer = csv.writer(lines)
    writer.writerow(rows[0])
    for row in rows:
        writer.writerow(
            "" if one is None else json.dumps(one) if isinstance(one, list | dict) else one
            for one in row.values()
        )
    return lines.getvalue()


@pytest.mark.parametrize("name", ["t.json", "t.jsonl", "t.csv"])
@pytest.mark.parametrize("options", [(), ("--format", "langfuse")])
def test_a_langfuse_table_of_the_web_page_is_read(
    options: tuple[str, ...], name: str, write: Fixture, imported: Fixture, run: Fixture
) -> None:
    path = write(name, table(name))
    assert "Langfuse traces" in run("doctor", path).out
    done = imported(path, "--metric", "ok", *options)
    assert [row["support"] for row in done.verdicts] == [
        "supported",
        "unsupported",
        "supported",
        None,
        *([None] if name.endswith(".jsonl") else []),
        "supported",
        "unsupported",
    ]
    first = done.verdicts[0]
    assert (first["case_id"], first["question"], first["answer"]) == ("t0", "Q0?", "A0")
    assert "The table does not say whose a score is" in done.said


@pytest.mark.parametrize(
    ("name", "content", "what", "way_out"),
    [
        (
            "s.json",
            {"id": "s", "projectId": "p", "traces": [{"id": "t", "scores": []}]},
            "a Langfuse session",
            "GET /api/public/traces/TRACE-ID",
        ),
        (
            "e.csv",
            "id,status,inputs,reference_outputs,outputs,latency,grounded\n1,success,{},{},{},1,1\n",
            "a LangSmith experiment as its web page exports it",
            "to_pandas()",
        ),
        (
            "p.csv",
            "example_id,repetition_number,input,reference_output,output,annotation_a_label\n"
            "1,1,q,r,o,yes\n",
            "a Phoenix experiment as CSV",
            "GET /v1/experiments/EXPERIMENT-ID/json",
        ),
    ],
)
def test_exports_that_are_not_read_are_known_and_what_to_give_is_said(
    name: str,
    content: Any,
    what: str,
    way_out: str,
    study: Workspace,
    run: Fixture,
    write: Fixture,
) -> None:
    path = write(name, content)
    said = run("import", path, "--workspace", study.root, expect=2).err
    assert f"is {what}" in said
    assert way_out in said
    page = run("doctor", path, expect=1).out
    assert what[2:] in page
    assert way_out in page
    assert "COLUMN" not in page
