"""What the audit reads of the requests that a run has stored, as they went over the wire."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from corpus.workspace import Workspace
from labels.store import database
from reports.auditing.gathering import gather
from tests.evaluator.running import model_double
from tests.messages_server import MessagesServer

Run = Callable[..., Any]


def found(run: Run, study: Workspace, detector: str) -> dict[str, Any]:
    document = json.loads(
        run("audit", "--detector", detector, "--json", "--workspace", study.root).out
    )
    kind: dict[str, Any] = document["detectors"][0]
    return kind


def test_of_a_sound_run_every_pair_that_was_asked_is_answered(
    ran: Any, run: Run, golden_study: Workspace
) -> None:
    with database.opened(golden_study) as connection:
        study = gather(connection, golden_study)
    judging = [one for one in study.requests if one.purpose == "judge"]
    assert judging
    for one in judging:
        assert one.asked
        assert sorted(one.asked) == sorted(one.answered)
    # Each verdict's request asked about it.
    by_seq = {one.seq: one for one in judging}
    for verdict in study.verdicts:
        if verdict.request in by_seq:
            ids = {key.partition(" ")[2] for key in by_seq[verdict.request].asked}
            assert verdict.citation.cited in ids
    assert all(one.instructions for one in study.answers if one.own)
    assert found(run, golden_study, "claim_ids")["found"] == 0
    assert found(run, golden_study, "prompt_leak")["found"] == 1  # ships with the answers


def test_a_reply_that_leaves_a_verdict_out_is_found(
    golden_study: Workspace, model: MessagesServer, run: Run
) -> None:
    left_out: list[dict[str, str]] = []

    def forgetful(body: dict[str, Any]) -> str:
        text = model_double.answer(body)
        if not left_out and '"verdicts"' in text:
            reply = json.loads(text)
            left_out.append(reply["verdicts"].pop())
            return json.dumps(reply)
        return text

    model.answer = forgetful
    run("run", "--config", "baseline", "--claims", "rules", "--workspace", golden_study.root)
    assert left_out
    (group,) = found(run, golden_study, "claim_ids")["groups"]
    assert group["what"] == "asked about and not answered"
    pair = f"{left_out[0]['claim_id']} {left_out[0]['citation']}"
    assert pair in group["findings"][0]["detail"]


def test_an_answer_without_a_citation_moves_the_scores_as_its_confirmation_does(
    golden_study: Workspace, model: MessagesServer, run: Run
) -> None:
    question = json.loads(golden_study.golden.read_text().splitlines()[0])["question"]

    def numbered(body: dict[str, Any]) -> str:
        is_answer = "output_config" not in body
        lost = is_answer and question in body["messages"][0]["content"]
        return "The rent was due in May [1]." if lost else model_double.answer(body)

    model.answer = numbered
    root = ("--workspace", golden_study.root)
    run("run", "--claims", "rules", *root)
    before = found(run, golden_study, "marker_unparsed")
    assert before["open"] == 2  # their only marker was lost, so nothing of them was judged
    first, second = (one for one in before["figures"] if one["figure"] == "completeness")
    assert first["points"] > 0
    run("audit", "confirm", "marker_unparsed", "--reason", "numbers", *root)
    compared = json.loads(run("compare", "baseline", "strict", "--format", "json", *root).out)
    for said, arm in ((first, "first"), (second, "second")):
        now = compared[arm]["scores"]["completeness"]["pooled"]["value"]
        assert now == pytest.approx(said["without"]["value"])
