"""A service in trouble: every item ends judged or honestly missing, none is paid for twice."""

import json
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
def faultless(ran: Any, golden_study: Workspace) -> Workspace:
    """A study after a run without any trouble."""
    return golden_study


def another(golden_study: Workspace, tmp_path: Path) -> Workspace:
    """The same corpus, questions and settings, nothing run."""
    import shutil

    other = Workspace(tmp_path / "other")
    create(other.root, golden_study.settings.read_text())
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
    common = judged.keys() & expected.keys()
    assert {uid: judged[uid] for uid in common} == {uid: expected[uid] for uid in common}
    # A claim that the rules had to cut has another id or text, and so another citation.
    assert len(common) > 0.8 * len(expected)
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


def test_a_claim_that_is_never_judged_is_missing_with_its_cause_and_asked_for_again(
    run: Run, golden_study: Workspace, model: MessagesServer
) -> None:
    at = ("--config", "baseline", "--workspace", golden_study.root)
    hopeless = "Abara was obliged to complain first to her own superiors"

    def plan(body: dict[str, Any], seen: int) -> str | None:
        judges = "verdicts" in str(body.get("output_config"))
        return "refusal" if judges and hopeless in str(body["messages"]) else None

    model.plan = plan
    ran = run("run", *at)
    missing = rows(
        golden_study,
        "SELECT i.claim FROM citation c JOIN item i ON i.id = c.item_id LEFT JOIN verdict v "
        "ON v.citation_uid = c.uid WHERE v.uid IS NULL",
    )
    # The smallest request that was tried held the claim's neighbours as well.
    assert hopeless in {claim for (claim,) in missing}
    assert len({claim for (claim,) in missing}) <= 6
    assert set(rows(golden_study, "SELECT cause FROM failure")) == {("refused",)}
    assert "(judge: refused); the same command asks for them again" in ran.err
    model.plan = lambda body, seen: None
    again = run("run", *at)
    assert "missing" not in again.err
    assert "92 of 92 citations have a verdict" in again.out


def test_a_pair_that_every_reply_leaves_out_is_asked_for_again_another_time(
    run: Run, golden_study: Workspace, model: MessagesServer
) -> None:
    """The replies are whole and kept; a further attempt is another request."""
    at = ("--config", "strict", "--workspace", golden_study.root)
    whole = model.answer

    def forgetful(body: dict[str, Any]) -> str:
        reply = json.loads(whole(body)) if "<task>" in str(body["messages"]) else None
        if reply is None or "verdicts" not in reply:
            return whole(body)
        return json.dumps({"verdicts": reply["verdicts"][1:]})

    model.answer = forgetful
    assert "the same command asks for them again" in run("run", *at).err
    model.answer = whole
    assert "missing" not in run("run", *at).err


def test_an_answer_without_an_analysis_is_taken_apart_once_and_stays_so(
    run: Run, faultless: Workspace, tmp_path: Path, model: MessagesServer
) -> None:
    """Unusable analyses leave the rules' claims, for good; no second set of citations appears."""
    other = another(faultless, tmp_path)
    at = ("--workspace", other.root)
    model.plan = lambda body, seen: "refusal" if "relevance" in str(body) else None
    run("run", *at)
    methods = rows(other, "SELECT DISTINCT method FROM analysis")
    assert all(method.startswith("rules (no_reply") for (method,) in methods)
    before = content(other)
    model.plan = lambda body, seen: None
    run("run", *at)
    assert content(other) == before


def test_an_analysis_that_brought_no_reply_at_all_is_made_another_time(
    run: Run, faultless: Workspace, tmp_path: Path, model: MessagesServer
) -> None:
    other = another(faultless, tmp_path)
    at = ("--workspace", other.root)
    model.plan = lambda body, seen: "413" if "relevance" in str(body) else None
    assert re.search(r"missing: \d+ \(analyse: rejected by the service\)", run("run", *at).err)
    model.plan = lambda body, seen: None
    run("run", *at)
    assert content(other) == content(faultless)


def test_another_reference_note_is_another_golden_set(run: Run, faultless: Workspace) -> None:
    text = faultless.golden.read_text()
    faultless.golden.write_text(text.replace('"reference": "', '"reference": "Not so: ', 1))
    ran = run("run", "--workspace", faultless.root, expect=2)
    assert "made with another golden; give the new one a name of its own" in ran.err


def test_one_configuration_first_and_then_both_pays_for_nothing_twice(
    run: Run, golden_study: Workspace, model: MessagesServer
) -> None:
    run("run", "--config", "strict", "--workspace", golden_study.root)
    run("run", "--workspace", golden_study.root)
    run("run", "--workspace", golden_study.root)
    searches = rows(golden_study, "SELECT count(*), count(DISTINCT key) FROM request")
    assert searches[0][0] == searches[0][1]
    claims = rows(golden_study, "SELECT request FROM request WHERE purpose = 'search'")
    asked = [claim for (body,) in claims for claim in re.findall(r"<task>.*?</task>", body)]
    assert len(asked) == len(set(asked))


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


def test_a_service_that_is_down_stops_the_run_soon(
    run: Run, golden_study: Workspace, model: MessagesServer
) -> None:
    model.plan = lambda body, seen: "500"
    ran = run("run", "--concurrency", "2", "--workspace", golden_study.root, expect=4)
    assert model.seen.calls < 60
    assert ran.err.count("crosssource: ") == 1
    model.plan = lambda body, seen: None
    run("run", "--workspace", golden_study.root)
    assert len(scores(golden_study)) == 50


def test_a_start_without_a_key_takes_no_name(
    run: Run, golden_study: Workspace, monkeypatch: pytest.MonkeyPatch, model: MessagesServer
) -> None:
    monkeypatch.delenv("ANTHROPIC_API_KEY")
    at = ("--workspace", golden_study.root)
    assert "--generator extractive and --judge lexical" in run("run", *at, expect=4).err
    assert rows(golden_study, "SELECT count(*) FROM run") == [(0,)]
    run("run", "--generator", "extractive", "--judge", "lexical", *at)


def test_a_search_that_fails_leaves_its_verdicts_missing_until_another_run(
    run: Run, faultless: Workspace, tmp_path: Path, model: MessagesServer
) -> None:
    other = another(faultless, tmp_path)
    at = ("--workspace", other.root)
    model.plan = lambda body, seen: "refusal" if "supporting" in str(body) else None
    ran = run("run", *at)
    assert "its search failed" in ran.err
    assert "(search: refused)" in ran.err
    uncategorised = (
        "SELECT count(*) FROM verdict WHERE support = 'unsupported' AND category IS NULL"
    )
    assert rows(other, uncategorised) == [(0,)]
    model.plan = lambda body, seen: None
    assert "missing" not in run("run", *at).err
    assert content(other) == content(faultless)


def test_a_second_run_at_once_is_kept_out(
    run: Run, golden_study: Workspace, model: MessagesServer
) -> None:
    from filelock import FileLock

    with FileLock(golden_study.root / ".run.lock"):
        ran = run("run", "--workspace", golden_study.root, expect=2)
    assert "Another crosssource run or judge is under way" in ran.err
    assert model.seen.calls == 0


def test_verdicts_whose_evidence_is_nowhere_are_spoken_of(
    run: Run, golden_study: Workspace, model: MessagesServer
) -> None:
    whole = model.answer

    def inventive(body: dict[str, Any]) -> str:
        text = whole(body)
        if '"evidence_quote"' not in text:
            return text
        reply = json.loads(text)
        for entry in reply.get("verdicts", []):
            entry["evidence_quote"] = "words that stand in no passage of this corpus"
        return json.dumps(reply)

    model.answer = inventive
    ran = run("run", "--config", "strict", "--workspace", golden_study.root)
    assert "verdicts were turned to unsupported: the quoted evidence is not in" in ran.err
