"""A small, whole result file of each format that `crosssource import` reads."""

import io
import json
import zipfile
from typing import Any

import openpyxl


def _lines(*rows: dict[str, Any]) -> bytes:
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


def _json(value: Any) -> bytes:
    return json.dumps(value, indent=1).encode()


def _promptfoo(claim: str, passed: bool) -> dict[str, Any]:
    variables = {"claim": claim, "passage": "It was Ann.", "question": "Who?"}
    judged = {
        "pass": passed,
        "score": 0.5,
        "reason": "so",
        "assertion": {"type": "llm-rubric", "metric": "support"},
        "metadata": {"graderError": False},
    }
    person = {"pass": not passed, "score": 1, "assertion": {"type": "human"}}
    return {
        "gradingResult": {"pass": passed, "componentResults": [judged, person], "comment": "c"},
        "failureReason": 0,
        "promptIdx": 0,
        "provider": {"id": "p", "label": ""},
        "response": {"output": f"{claim} And more."},
        "testCase": {"vars": variables, "metadata": {"k": "v"}},
        "vars": variables,
        "error": None,
    }


def _inspect() -> bytes:
    score = {
        "value": "C",
        "answer": "a",
        "explanation": "e",
        "metadata": {"grading": []},
        "history": [
            {"value": "C"},
            {"value": "I", "provenance": {"author": "ann", "reason": "r"}},
        ],
    }
    sample = {
        "id": 1,
        "epoch": 1,
        "input": [{"role": "user", "content": "Who?"}],
        "target": ["Ann"],
        "output": {"choices": [{"message": {"role": "assistant", "content": "Ann."}}]},
        "scores": {"model_graded_fact": score, "match": {"value": {"a": 1, "b": "P"}}},
        "metadata": {"claim": "c", "context": ["p"]},
        "attachments": {"x": "y"},
    }
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        head = {"version": 2, "status": "success", "eval": {"task": "t", "packages": {}}}
        archive.writestr("header.json", json.dumps(head))
        archive.writestr("samples/1_epoch_1.json", json.dumps(sample))
        archive.writestr("samples/2_epoch_1.json", json.dumps(sample | {"id": 2, "scores": None}))
    return stream.getvalue()


def _sheet() -> bytes:
    book = openpyxl.Workbook()
    page = book.active
    assert page is not None
    page.append(
        ("topic", "sentence", "passage", "Full Support", "Partial Support", "No Support", "gpt")
    )
    for number in range(3):
        marks = ["x" if number == at else None for at in range(3)]
        page.append((str(number), f"S {number}.", "P", *marks, ("FS", "PS", "NS")[number]))
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def made_files() -> dict[str, bytes]:
    """A small, whole file of each format, by its name in the registry and how it is written."""
    rows = [_promptfoo("Ann did.", True), _promptfoo("Bob did.", False)]
    feedback = {"key": "correct", "score": 1, "feedback_source": {"type": "model"}}
    person = {"key": "correct", "score": 0, "feedback_source": {"type": "app", "user_id": "u"}}
    span = {
        "context.span_id": "s",
        "attributes.input.value": "q",
        "attributes.output.value": "a",
        "attributes.retrieval.documents": [{"document.content": "d"}],
        "annotation_name": "grounded",
        "annotator_kind": "LLM",
        "result.label": "yes",
        "result.score": 1.0,
    }
    annotation = {
        "metric_input": {"user_input": "q", "response": "a", "retrieved_contexts": ["c"]},
        "metric_output": 1,
        "prompts": {
            "p": {
                "prompt_output": {"reason": "r", "verdict": 1},
                "edited_output": {"reason": "r", "verdict": 0},
            }
        },
        "is_accepted": False,
    }
    score = {
        "name": "faithful",
        "value": 1,
        "source": "EVAL",
        "dataType": "NUMERIC",
        "comment": "c",
    }
    trace = {
        "id": "t",
        "projectId": "p",
        "input": json.dumps({"messages": [{"role": "user", "content": "q"}]}),
        "output": json.dumps("a"),
        "metadata": "{}",
        "scores": [score, score | {"source": "ANNOTATION", "authorUserId": "u"}],
        "observations": [{"id": "o", "type": "RETRIEVER", "output": [{"text": "p"}]}],
    }
    return {
        "promptfoo.json": _json({"evalId": "e", "results": {"results": rows}, "config": {}}),
        "promptfoo.jsonl": _lines(*rows),
        "promptfoo.yaml": (
            b"evalId: e\nresults:\n  version: 3\n  results:\n    - vars: &v\n        claim: No\n"
            b"        passage: |-\n          It was\n          Ann.\n      testCase:\n"
            b"        vars: *v\n      response:\n        output: Yes\n      failureReason: 0\n"
            b"      gradingResult:\n        componentResults:\n          - pass: true\n"
            b"            assertion:\n              type: llm-rubric\nconfig: {}\n"
        ),
        "promptfoo-csv.csv": (
            b'claim,passage,"[p] Q",Status,Score,Named Scores,Metric: support,Grader Reason,'
            b"Comment\n"
            b"a,b,c,PASS,1.00,{},1.00,,\nd,e,f,FAIL,0.00,{},0.00,no,\n"
        ),
        "inspect.eval": _inspect(),
        "deepeval.json": _json(
            {
                "testCases": [
                    {
                        "name": "test_case_0",
                        "input": "q",
                        "actualOutput": "a",
                        "retrievalContext": ["c"],
                        "metricsData": [{"name": "Faithfulness", "success": True, "score": 1}],
                    }
                ]
            }
        ),
        "ragas-annotations.json": _json({"helpfulness": [annotation, annotation]}),
        "ragas.csv": (
            b"\xef\xbb\xbf,user_input,retrieved_contexts,response,faithfulness\n"
            b"0,q,\"['one' 'two']\",a,1.0\n1,p,\"['c']\",b,0.5\n"
        ),
        "ragas.jsonl": _lines(
            {"question": "q", "answer": "a", "contexts": ["c"], "faithfulness": 1.0},
            {"question": "p", "answer": "b", "contexts": ["c"], "faithfulness": None},
        ),
        "langfuse.jsonl": _lines(trace, trace | {"id": "t2"}),
        "langsmith.jsonl": _lines(
            {
                "id": "r",
                "run_type": "chain",
                "inputs": {"question": "q", "context": "c"},
                "outputs": {"answer": "a"},
                "feedback": [feedback, person],
                "child_runs": [{"run_type": "retriever", "outputs": {"documents": ["d"]}}],
            }
        ),
        "langsmith.csv": (
            b"inputs.question,outputs.answer,error,reference.answer,feedback.correct,example_id\n"
            b"Who?,Ann.,,Ann did.,1.0,e1\nWhat?,,timeout,It.,0.0,e2\n"
        ),
        "phoenix.json": _json(
            [
                {
                    "example_id": "e",
                    "input": {"question": "q", "context": "c"},
                    "reference_output": {"answer": "r"},
                    "output": "a",
                    "error": None,
                    "annotations": [
                        {"name": "h", "annotator_kind": "LLM", "label": "factual", "score": 0},
                        {"name": "h", "annotator_kind": "HUMAN", "label": "hallucinated"},
                    ],
                }
            ]
        ),
        "phoenix.jsonl": _lines(span, span | {"annotator_kind": "HUMAN", "result.label": "no"}),
        "ragchecker.json": _json(
            {
                "results": [
                    {
                        "query_id": "0",
                        "query": "q",
                        "gt_answer": "g",
                        "response": "r",
                        "retrieved_context": [{"doc_id": "0", "text": "t"}],
                        "response_claims": [["a", "is", "b"], "c"],
                        "gt_answer_claims": [["a", "is", "b"]],
                        "answer2response": ["Entailment", "Neutral"],
                        "retrieved2response": [["Entailment"], ["Contradiction"]],
                    }
                ]
            }
        ),
        "alce.json": _json(
            {
                "asqa": {
                    "gpt": {
                        "q": {
                            "question": "q",
                            "output": "A.",
                            "sentences": [
                                {
                                    "text": "A.",
                                    "citations": [
                                        {"title": "T", "text": "D", "citation_precision_score": 2}
                                    ],
                                }
                            ],
                            "automatic_recall_scores": [1],
                            "automatic_citation_precision_scores": [[1]],
                        },
                        "overall_results": {"n": 1},
                    }
                }
            }
        ),
        "trec.jsonl": _lines(
            {
                "topic_id": "1",
                "references": ["d0", "d1"],
                "segments": {"d0": "Zero", "d1": "One"},
                "answer": [{"text": "S.", "citations": [0, 1]}],
                "support_eval": [
                    {
                        "answer": "S.",
                        "citations": [0, 1],
                        "eval_scores": ["FS", None],
                        "m_responses": [],
                    }
                ],
            }
        ),
        "trec.xlsx": _sheet(),
        "rows.jsonl": _lines(
            {"claim": "c", "passage": "p", "judge_label": "yes", "human_label": "no", "case_id": 1},
            {"claim": "d", "passage": ["p", "q"], "judge_label": "partial"},
        ),
        "rows.csv": b'claim;passage;verdict\na;b;yes\n"c\nd";e;no\n',
    }
