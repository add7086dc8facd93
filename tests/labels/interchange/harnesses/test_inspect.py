"""Inspect: grades, epochs, edits, errors; and a zip that is not to be trusted."""

import io
import json
import zipfile
from collections.abc import Callable
from typing import Any

import pytest

from corpus.workspace import Workspace

Fixture = Callable[..., Any]


def sample(number: int = 1, value: Any = "C", **changes: Any) -> dict[str, Any]:
    made = {
        "id": number,
        "epoch": 1,
        "input": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Who?"}],
        "target": "Ann",
        "output": {"choices": [{"message": {"role": "assistant", "content": f"Ann {number}."}}]},
        "scores": {"model_graded_fact": {"value": value, "explanation": "GRADE"}},
        "metadata": {},
    }
    return made | changes


def log(*samples: dict[str, Any], **changes: Any) -> dict[str, Any]:
    head = {
        "version": 2,
        "status": "success",
        "eval": {"run_id": "r", "task": "t", "packages": {"inspect_ai": "0.3.285"}},
    }
    return head | changes | {"samples": list(samples)}


def packed(members: dict[str, Any], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", compression) as archive:
        for name, value in members.items():
            archive.writestr(name, value if isinstance(value, bytes) else json.dumps(value))
    return stream.getvalue()


def test_letters_are_levels_and_no_answer_and_nan_are_no_verdicts(
    write: Fixture, imported: Fixture
) -> None:
    values = ["C", "P", "I", "N", float("nan"), 1.0, True]
    path = write("log.json", log(*(sample(n, value) for n, value in enumerate(values))))
    assert "NaN" in path.read_text()
    done = imported(path)
    assert [row["support"] for row in done.verdicts] == [
        "supported",
        "partial",
        "unsupported",
        None,
        None,
        "supported",
        "supported",
    ]
    assert "missing: 1 no answer to judge, 1 not scored" in done.said
    assert done.verdicts[0]["question"] == "Who?"
    assert done.verdicts[0]["passage"] == "Ann"
    assert done.verdicts[0]["source"].startswith("the expected answer")


def test_edits_with_provenance_are_labels_of_those_who_made_them(
    write: Fixture, imported: Fixture
) -> None:
    edited = {
        "value": "I",
        "history": [
            {"value": "C"},
            {"value": "C", "provenance": {"author": "ann", "reason": "First."}},
            {"value": "P", "provenance": {"author": "bob", "reason": "hm"}},
            {"value": "I", "provenance": {"author": "ann", "reason": "Not said."}},
        ],
    }
    done = imported(write("log.json", log(sample(1, scores={"model_graded_fact": edited}))))
    assert [row["support"] for row in done.verdicts] == ["supported"]
    assert [(row["choice"], row["annotator"], row["note"]) for row in done.labels] == [
        ("unsupported", "ann", "Not said."),
        ("partial", "bob", "hm"),
    ]
    assert "1 rating replaced by a later one of the same person" in done.said


def test_an_edit_of_the_reason_alone_agrees_with_the_grade(
    write: Fixture, imported: Fixture
) -> None:
    edited = {
        "value": "C",
        "history": [
            {"value": "C"},
            {"value": "UNCHANGED", "explanation": "So.", "provenance": {"author": "ann"}},
        ],
    }
    done = imported(write("log.json", log(sample(1, scores={"model_graded_fact": edited}))))
    assert [row["choice"] for row in done.labels] == ["supported"]


def test_what_an_edit_has_overwritten_is_no_verdict(write: Fixture, imported: Fixture) -> None:
    edited = {"value": "I", "history": [{"value": "I", "provenance": {"author": "ann"}}]}
    done = imported(
        write("log.json", log(sample(1, scores={"model_graded_fact": edited}), sample(2)))
    )
    assert [row["support"] for row in done.verdicts] == [None, "supported"]


def test_epochs_of_the_same_answer_are_one_item_judged_again(
    write: Fixture, imported: Fixture
) -> None:
    answer = {"completion": "Ann."}
    epochs = [sample(1, value, epoch=n, output=answer) for n, value in enumerate("CIC", start=1)]
    done = imported(write("log.json", log(*epochs)))
    assert [row["judge"] for row in done.verdicts] == [
        "model_graded_fact",
        "model_graded_fact repeat 2",
        "model_graded_fact repeat 3",
    ]
    assert len({row["claim"] for row in done.verdicts}) == 1


def test_a_sample_that_broke_has_no_verdict(write: Fixture, imported: Fixture) -> None:
    broke = sample(1, scores=None, error={"message": "boom", "traceback": "…"})
    done = imported(write("log.json", log(broke, sample(2))))
    assert [(row["support"], row["reason"]) for row in done.verdicts] == [
        (None, "boom"),
        ("supported", "GRADE"),
    ]


def test_long_texts_are_put_back(write: Fixture, imported: Fixture) -> None:
    moved = sample(1, input="attachment://abc", attachments={"abc": "A long question?"})
    (verdict,) = imported(write("log.json", log(moved))).verdicts
    assert verdict["question"] == "A long question?"


def test_a_claim_and_a_passage_of_the_metadata_are_the_item(
    write: Fixture, imported: Fixture
) -> None:
    held = {"claim": "Ann did.", "contexts": ["It was Ann.", "Bob slept."], "doc_id": "d"}
    (verdict,) = imported(write("log.json", log(sample(1, metadata=held)))).verdicts
    assert (verdict["claim"], verdict["passage"]) == ("Ann did.", "It was Ann.\n\nBob slept.")
    assert verdict["source"] == ""
    assert json.loads(verdict["fields"]) == {"doc_id": "d"}


def test_a_score_of_several_values_is_a_metric_each(write: Fixture, look: Fixture) -> None:
    many = sample(1, scores={"rubric": {"value": {"support": "C", "style": "I"}}})
    assert set(look(write("log.json", log(many))).metrics) == {"rubric/support", "rubric/style"}


def test_a_log_that_was_never_finished_is_read_and_said(write: Fixture, look: Fixture) -> None:
    members = {
        "_journal/start.json": {"version": 2, "eval": {"packages": {"inspect_ai": "0.3.1"}}},
        "samples/1_epoch_1.json": sample(),
    }
    found = look(write("log.eval", packed(members)))
    assert found.notes.records == 1
    assert any("never finished" in what for what in found.notes.broken)


HEADER = {"version": 2, "status": "success", "eval": {"task": "t"}}


@pytest.mark.parametrize(
    ("members", "told"),
    [
        ({"header.json": HEADER, "samples/1.json": b"\xff\xfe"}, "is not UTF-8"),
        ({"header.json": HEADER, "samples/1.json": b'{"id": 1, "id": 2}'}, "'id' occurs twice"),
        ({"header.json": HEADER, "samples/1.json": b"[" * 100_000}, "nested too deeply"),
        ({"header.json": HEADER, "samples/1.json": b"[1]"}, "holds no object"),
        ({"header.json": HEADER, "samples/1.json": b'{"id": '}, "not valid JSON"),
        ({"header.json": HEADER, "samples/1.json": b" " * (33 * 2**20)}, "more than the 32 MiB"),
    ],
)
def test_a_bad_member_is_a_sentence_with_its_name(
    members: Any, told: Any, study: Workspace, run: Fixture, write: Fixture
) -> None:
    path = write("log.eval", packed(members))
    said = run("import", path, "--workspace", study.root, expect=2).err
    assert told in said
    assert "samples/1.json" in said


def test_a_zip_whose_bytes_were_changed_is_a_sentence(
    study: Workspace, run: Fixture, write: Fixture
) -> None:
    data = bytearray(packed({"header.json": HEADER, "samples/1.json": sample()}))
    at = data.index(b"samples/1.json") + 60
    data[at : at + 8] = b"\0" * 8
    said = run("import", write("log.eval", bytes(data)), "--workspace", study.root, expect=2).err
    assert "damaged zip" in said
