"""Result files of every format, small ones, and ways to break a file: for tests and benchmarks.

A mutation keeps most of a file: what is broken then stands where a reader is already at work. Those
of values parse the file first and put something else in one place, so that the file stays valid and
holds a list where a text is expected, or nothing where there was an object.
"""

import io
import json
import random
import sys
from collections.abc import Callable
from typing import Any

import openpyxl

if sys.version_info >= (3, 14):
    import zipfile
else:
    from backports.zstd import zipfile

Mutation = Callable[[bytes, random.Random], bytes]


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


def _span(data: bytes, chance: random.Random) -> tuple[int, int]:
    begin = chance.randrange(len(data) + 1)
    return begin, min(len(data), begin + chance.choice((1, 2, 5, 20, 200)))


def _flipped(data: bytes, chance: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(chance.choice((1, 1, 3, 10))):
        if changed:
            changed[chance.randrange(len(changed))] = chance.randrange(256)
    return bytes(changed)


def _cut_out(data: bytes, chance: random.Random) -> bytes:
    begin, end = _span(data, chance)
    return data[:begin] + data[end:]


def _cut_off(data: bytes, chance: random.Random) -> bytes:
    return data[: chance.randrange(len(data) + 1)]


def _doubled(data: bytes, chance: random.Random) -> bytes:
    begin, end = _span(data, chance)
    return data[:end] + data[begin:end] * chance.choice((1, 1, 50)) + data[end:]


_PIECES = (
    b"NaN", b"-Infinity", b"1e999", b"9" * 5000, b"\0", b"\xff\xfe", b"\xed\xa0\x80", b"\\ud800",
    b"null", b"[[[[", b'"', b"{", b"}", b"\n", b",", b"\t", b"\xef\xbb\xbf", b"&a [*a]", b"*ref_0",
    b"!!python/object:os.system x", b"{" * 3000, b"[" * 100_000, b'{"a":' * 3000, b"\\", b"'",
    b"<!DOCTYPE x>", b"- " * 3000, b"\x1b[2J", "\u202e".encode(), b"=cmd|' /C calc'!A0",
)  # fmt: skip


def _put_in(data: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(data) + 1)
    return data[:at] + chance.choice(_PIECES) + data[at:]


def _in_the_place_of_a_number(data: bytes, chance: random.Random) -> bytes:
    digits = [at for at, byte in enumerate(data) if chr(byte).isdigit()]
    if not digits:
        return data
    at = chance.choice(digits)
    return data[:at] + chance.choice(_PIECES[:4]) + data[at + 1 :]


def _in_another_encoding(data: bytes, chance: random.Random) -> bytes:
    text = data.decode("utf-8", "replace")
    encoding = chance.choice(("utf-16", "utf-16-le", "utf-32", "cp1252", "latin-1", "utf-8-sig"))
    half = chance.randrange(len(text) + 1)
    whole = chance.random() < 0.5
    kept = b"" if whole else text[:half].encode()
    return kept + ("é" + (text if whole else text[half:])).encode(encoding, "replace")


def _with_a_key_twice(data: bytes, chance: random.Random) -> bytes:
    places = [at for at in range(len(data)) if data[at : at + 1] == b"{"]
    if not places:
        return data
    at = chance.choice(places) + 1
    return data[:at] + b'"input": 1, "input": 2, ' + data[at:]


_STRANGE: tuple[Any, ...] = (
    None, True, False, 0, -1, 2, 0.5, 1e308, "", " ", "x" * 300, "\ud800", "\x00", "C", "yes", [],
    {}, [None], [[]], [{}], {"": None}, {"content": {"content": {}}}, [1, "a", {}], "[", '{"a":1}',
    {"messages": [{"role": "user", "content": None}]}, "['a' 'b'", {"value": {}}, 10**30, "NaN",
    "attachment://x", [{"role": "user", "content": [{"type": "text", "text": 1}]}],
)  # fmt: skip


def _with_another_value(data: bytes, chance: random.Random) -> bytes:
    """A valid document with something else in one to three places; a table with another cell."""
    lines = data.split(b"\n")
    try:
        values = [json.loads(data)]
        joined = b""
    except ValueError:
        try:
            values = [json.loads(line) for line in lines if line.strip()]
            joined = b"\n"
        except ValueError:
            return _with_another_cell(data, chance)
    for _ in range(chance.choice((1, 1, 2, 3))):
        at = chance.randrange(len(values))
        values[at] = _replaced(values[at], chance)
    return joined.join(json.dumps(value).encode() for value in values) + joined


def _replaced(value: Any, chance: random.Random) -> Any:
    if isinstance(value, dict) and value and chance.random() < 0.92:
        key = chance.choice(list(value))
        change = chance.random()
        if change < 0.06:
            return {name: part for name, part in value.items() if name != key}
        if change < 0.1:
            return value | {chance.choice(("id", "x", "claim", "error", "human")): value[key]}
        return value | {key: _replaced(value[key], chance)}
    if isinstance(value, list) and value and chance.random() < 0.92:
        at = chance.randrange(len(value))
        return [*value[:at], _replaced(value[at], chance), *value[at + 1 :]]
    return chance.choice(_STRANGE)


def _with_another_cell(data: bytes, chance: random.Random) -> bytes:
    cells = data.split(b",")
    strange = chance.choice(_STRANGE)
    written = strange if isinstance(strange, str) else json.dumps(strange)
    cells[chance.randrange(len(cells))] = written.encode("utf-8", "surrogatepass")
    return b",".join(cells)


_OF_BYTES: dict[str, Mutation] = {
    "flipped": _flipped,
    "cut out": _cut_out,
    "cut off": _cut_off,
    "doubled": _doubled,
    "put in": _put_in,
    "another number": _in_the_place_of_a_number,
    "another encoding": _in_another_encoding,
    "a key twice": _with_a_key_twice,
    "another value": _with_another_value,
}


def mutated(data: bytes, chance: random.Random) -> tuple[str, bytes]:
    """A mutation's name and the broken file; of a zip half of the time inside one member."""
    names = list(_OF_BYTES) + ["another value"] * 8
    name = chance.choice(names)
    if data.startswith(b"PK\x03\x04") and chance.random() < 0.7:
        return f"inside: {name}", _inside(data, _OF_BYTES[name], chance)
    return name, _OF_BYTES[name](data, chance)


def _inside(data: bytes, mutation: Mutation, chance: random.Random) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        members = archive.namelist()
        chosen = chance.choice(members)
        with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as changed:
            for member in members:
                held = archive.read(member)
                changed.writestr(member, mutation(held, chance) if member == chosen else held)
    return stream.getvalue()
