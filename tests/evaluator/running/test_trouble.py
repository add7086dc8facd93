"""A service in trouble: every item ends judged or honestly missing, none is paid for twice."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from corpus.workspace import Workspace
from evaluator.model import waiting
from labels.store.creating import create
from tests.evaluator.running.conftest import content, every_byte, rows, scores
from tests.messages_api import KEY
from tests.messages_faults import seeded
from tests.messages_server import MessagesServer

Run = Callable[..., Any]

TRANSPORT = ["429:0", "500", "529", "drop", "cut"]
CONTENT = ["prose", "max_tokens", "misfit", "wrong_ids", "missing_ids", "doubled_ids", "fenced"]


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Waits as long as it says, in a hundredth of the time."""

    async def sleep(self: object, seconds: float) -> None:
        import asyncio

        await asyncio.sleep(seconds / 100)

    monkeypatch.setattr(waiting.SystemClock, "sleep", sleep)


@pytest.fixture
def faultless(run: Run, golden_study: Workspace, model: MessagesServer) -> Workspace:
    """A study after a run without any trouble."""
    run("run", "--workspace", golden_study.root)
    return golden_study


def another(golden_study: Workspace, tmp_path: Path) -> Workspace:
    """The same corpus and questions, nothing run."""
    import shutil

    other = Workspace(tmp_path / "other")
    create(other.root)
    shutil.rmtree(other.corpus)
    shutil.copytree(golden_study.corpus, other.corpus)
    other.golden.write_text(golden_study.golden.read_text())
    return other


@pytest.mark.parametrize("seed", [1, 2])
def test_a_third_of_the_calls_failing_on_the_way_changes_nothing(
    run: Run, faultless: Workspace, tmp_path: Path, model: MessagesServer, seed: int
) -> None:
    other = another(faultless, tmp_path)
    model.seen.good.clear()
    model.plan = seeded(seed, 0.3, TRANSPORT)
    run("run", "--workspace", other.root)
    assert content(other) == content(faultless)
    assert set(model.seen.good.values()) == {1}
    assert model.seen.faults.total() > 30


@pytest.mark.parametrize("seed", [1, 2])
def test_a_third_of_the_answers_unusable_leaves_the_rest_as_it_was(
    run: Run, faultless: Workspace, tmp_path: Path, model: MessagesServer, seed: int
) -> None:
    """Faults of content are asked again; what stays missing has its cause."""
    other = another(faultless, tmp_path)
    model.plan = seeded(seed, 0.3, [*TRANSPORT, *CONTENT])
    run("run", "--workspace", other.root)
    judged = dict(rows(other, "SELECT uid, support || coalesce(category, '') FROM verdict"))
    expected = dict(rows(faultless, "SELECT uid, support || coalesce(category, '') FROM verdict"))
    same = {uid for uid in judged if uid in expected and judged[uid] == expected[uid]}
    # A claim that the rules had to cut has another id or text, and so another citation.
    assert len(same) > 0.8 * len(expected)
    missing = rows(
        other,
        "SELECT count(*) FROM citation c LEFT JOIN verdict v ON v.citation_uid = c.uid "
        "WHERE v.uid IS NULL",
    )
    causes = rows(
        other, "SELECT count(DISTINCT claim_id || cited) FROM failure WHERE stage='judge'"
    )
    assert missing[0][0] <= causes[0][0]
    assert len(scores(other)) == 50


def test_a_refusal_of_one_request_is_missing_with_its_cause(
    run: Run, golden_study: Workspace, model: MessagesServer
) -> None:
    refused = {"n": 0}

    def plan(body: dict[str, Any], seen: int) -> str | None:
        if "<task>" not in body["messages"][0]["content"] or refused["n"] >= 3:
            return None
        refused["n"] += 1
        return "refusal"

    model.plan = plan
    ran = run("run", "--config", "baseline", "--concurrency", "1", "--workspace", golden_study.root)
    assert len(scores(golden_study)) == 25
    causes = {cause for (cause,) in rows(golden_study, "SELECT cause FROM failure")}
    assert causes <= {"refused"}
    if causes:
        assert "missing" in ran.err
    again = run("run", "--config", "baseline", "--workspace", golden_study.root)
    assert "missing" not in again.err


@pytest.mark.parametrize(
    ("arrange", "sentence"),
    [
        (lambda patch, model: patch.delenv("ANTHROPIC_API_KEY"), "No key: set ANTHROPIC_API_KEY"),
        (
            lambda patch, model: patch.setenv("ANTHROPIC_API_KEY", "sk-wrong-0123456789"),
            "does not accept the key",
        ),
        (lambda patch, model: setattr(model, "models", frozenset({"x"})), "knows no model"),
        (
            lambda patch, model: setattr(model, "plan", lambda body, seen: "credit"),
            "has no credit left",
        ),
    ],
)
def test_a_trouble_that_every_call_meets_is_one_sentence(
    run: Run,
    golden_study: Workspace,
    model: MessagesServer,
    monkeypatch: pytest.MonkeyPatch,
    arrange: Callable[..., None],
    sentence: str,
) -> None:
    arrange(monkeypatch, model)
    ran = run("run", "--workspace", golden_study.root, expect=4)
    told = [line for line in ran.err.splitlines() if line.startswith("crosssource: ")]
    assert len(told) == 1
    assert sentence in told[0]
    assert KEY not in ran.err + ran.out
    assert KEY.encode() not in every_byte(golden_study.root)
    assert not re.search("Traceback", ran.err)
