"""A judge asked again: the same words over the wire, another answer kept beside the first."""

import json
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from corpus.workspace import Workspace
from evaluator.judges.lexical import LexicalJudge
from evaluator.judges.offline import LexicalRunJudge
from evaluator.judges.repeated import repeated
from evaluator.model.request import ModelRequest
from tests.evaluator.running import model_double
from tests.evaluator.running.conftest import rows
from tests.messages_server import MessagesServer

Run = Callable[..., Any]


def test_a_repeat_is_another_key_and_the_same_packet() -> None:
    first = ModelRequest.of_text("Judge.", model="m", max_tokens=5)
    again = ModelRequest.of_text("Judge.", model="m", max_tokens=5, repeat=2)
    assert again.packet == first.packet
    assert len({first.cache_key, again.cache_key}) == 2
    assert ModelRequest.of_text("Judge.", model="m", max_tokens=5).cache_key == first.cache_key


def test_the_first_time_is_the_judge_itself() -> None:
    judge = LexicalRunJudge(LexicalJudge())
    assert repeated(judge, 1) is judge
    second, third = repeated(judge, 2), repeated(judge, 3)
    assert second.identity.name == "lexical repeat 2"
    assert second.identity.provenance["repeat_of"] == judge.identity.id
    assert len({judge.identity.id, second.identity.id, third.identity.id}) == 3


@pytest.fixture
def noisy(model: MessagesServer) -> MessagesServer:
    """A model that changes its mind of one citation of every answer, each further time."""
    times: Counter[str] = Counter()

    def answer(body: dict[str, Any]) -> str:
        text = model_double.answer(body)
        asked = json.dumps(body["messages"], sort_keys=True)
        times[asked] += 1
        if '"verdicts"' not in text or times[asked] == 1:
            return text
        said = json.loads(text)
        first = said["verdicts"][0]
        is_supported = first["support"] == "supported"
        first |= {"support": "unsupported" if is_supported else "supported"}
        if is_supported:
            first["evidence_quote"] = ""
        return json.dumps(said)

    model.answer = answer
    return model


def test_judged_again_through_a_service(
    run: Run, golden_study: Workspace, noisy: MessagesServer
) -> None:
    at = ("--workspace", golden_study.root)
    config = ("run", "--config", "baseline")
    run(*config, *at)
    before = noisy.seen.calls
    ran = run(*config, "--repeats", "3", *at)
    assert "crosssource stability baseline" in ran.err
    bodies = [json.dumps(body, sort_keys=True) for body in noisy.seen.bodies]
    judging = [body for body in bodies if "evidence_quote" in body and "citation" in body]
    # Verdicts and searches were asked for again, word for word; answers and claims were not.
    assert before < noisy.seen.calls
    assert max(Counter(judging).values()) == 3
    generated = [body for body in bodies if "output_config" not in body]
    assert set(Counter(generated).values()) == {1}
    found = json.loads(run("stability", "baseline", "--json", *at).out)
    assert 0 < found["same"]["rate"] < 1
    assert found["flips"]
    assert found["differing"] == []
    assert found["scores"]["citation_precision"]["deviation"] > 0
    assert found["scores"]["faithfulness"]["values"]
    assert found["margin"]["value"] > 0
    after = noisy.seen.calls
    run(*config, "--repeats", "3", *at)
    assert noisy.seen.calls == after
    run("check", *at)


def test_a_dry_run_counts_every_repeat(
    run: Run, golden_study: Workspace, model: MessagesServer
) -> None:
    ran = run("run", "--dry-run", "--repeats", "2", "--workspace", golden_study.root)
    purposes = [line.split()[:2] for line in ran.out.splitlines()]
    assert ["judge", "2"] in purposes
    assert ["search", "2"] in purposes
    assert model.seen.calls == 0


def test_verdicts_of_a_repeat_are_its_own(
    run: Run, golden_study: Workspace, noisy: MessagesServer
) -> None:
    at = ("--workspace", golden_study.root)
    run("run", "--config", "baseline", *at)
    run("judge", "baseline", "--repeats", "2", *at)
    counts = rows(
        golden_study,
        "SELECT j.name, count(*) FROM verdict v JOIN judge j ON j.id = v.judge_id GROUP BY j.name",
    )
    names = [name for name, _ in counts]
    assert names == ["claude-opus-5", "claude-opus-5 repeat 2"]
    assert counts[0][1] == counts[1][1]
