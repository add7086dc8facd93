"""A full run: 25 questions, two configurations, a service that speaks the Messages API."""

import json
import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from corpus.workspace import Workspace
from evaluator.study import shipped
from tests.evaluator.running.conftest import content, every_byte, rows
from tests.messages_api import KEY
from tests.messages_server import MessagesServer

Run = Callable[..., Any]


def test_every_answer_is_judged_and_scored(ran: Any, golden_study: Workspace) -> None:
    assert rows(golden_study, "SELECT count(*) FROM generation") == [(50,)]
    assert rows(golden_study, "SELECT count(*) FROM failure") == [(0,)]
    unjudged = rows(
        golden_study,
        "SELECT count(*) FROM citation c LEFT JOIN verdict v ON v.citation_uid = c.uid "
        "WHERE v.uid IS NULL",
    )
    assert unjudged == [(0,)]
    assert len(rows(golden_study, "SELECT DISTINCT run, case_id FROM case_score")) == 50
    assert "Run baseline: 25 answers" in ran.out
    assert "citation precision" in ran.out
    assert "crosssource compare baseline strict" in ran.err


def test_it_takes_at_most_150_calls_and_every_verdict_has_its_own(
    ran: Any, golden_study: Workspace, model: MessagesServer
) -> None:
    assert model.seen.calls <= 150
    assert set(model.seen.good.values()) == {1}
    purposes = Counter(row[0] for row in rows(golden_study, "SELECT purpose FROM request"))
    assert purposes.total() == model.seen.calls
    untraced = rows(
        golden_study,
        "SELECT count(*) FROM verdict WHERE uid NOT IN (SELECT verdict_uid FROM verdict_request)",
    )
    assert untraced == [(0,)]


def test_a_wrong_passage_is_a_finding_with_the_passage_named(
    ran: Any, golden_study: Workspace
) -> None:
    found = rows(
        golden_study,
        "SELECT v.reason, c.cited, s.passage_id FROM verdict v "
        "JOIN citation c ON c.uid = v.citation_uid JOIN search s ON s.run = c.run "
        "AND s.case_id = c.case_id AND s.claim_id = c.claim_id "
        "WHERE v.category = 'right_doc_wrong_passage'",
    )
    assert found
    for reason, cited, passage in found:
        named = re.search(r"(\S+) supports it", reason)
        assert named
        assert named[1].rpartition(":")[0] == cited.rpartition(":")[0]
        assert passage is not None


def test_the_same_command_again_asks_nothing_and_changes_nothing(
    ran: Any, run: Run, golden_study: Workspace, model: MessagesServer
) -> None:
    before, calls = content(golden_study), model.seen.calls
    run("run", "--workspace", golden_study.root)
    run("run", "--resume", "--workspace", golden_study.root)
    assert (content(golden_study), model.seen.calls) == (before, calls)
    run("check", "--workspace", golden_study.root)


def test_what_is_answered_needs_no_key(
    ran: Any, run: Run, golden_study: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("ANTHROPIC_API_KEY")
    again = run("run", "--judge", "lexical", "--claims", "model", "--workspace", golden_study.root)
    assert "Run strict: 25 answers" in again.out
    judges = rows(golden_study, "SELECT name FROM judge ORDER BY name")
    assert [name for (name,) in judges] == ["claude-opus-5", "lexical"]


def test_the_key_is_nowhere(ran: Any, golden_study: Workspace) -> None:
    assert KEY.encode() not in every_byte(golden_study.root)
    assert KEY not in ran.out + ran.err


def test_packets_and_provenance_are_kept(ran: Any, golden_study: Workspace) -> None:
    for request, response, model_name in rows(
        golden_study, "SELECT request, response, model FROM request"
    ):
        assert json.loads(request)["messages"]
        assert json.loads(response)["model"] == model_name
    ((provenance,),) = rows(golden_study, "SELECT provenance FROM judge")
    assert {"provider", "model", "host", "prompt_sha256", "rubric_sha256", "tool"} <= set(
        json.loads(provenance)
    )
    for (text,) in rows(golden_study, "SELECT settings FROM run_settings"):
        settings = json.loads(text)
        assert {"configuration", "corpus", "golden", "claims"} == set(settings)


def test_the_judge_sees_no_configuration_and_only_cited_passages(
    ran: Any, golden_study: Workspace, model: MessagesServer
) -> None:
    for body in model.seen.bodies:
        text = body["messages"][0]["content"]
        if "<task>" in text and "<passage" in text:
            assert "baseline" not in text
            assert "claude" not in text.lower()


def test_other_settings_want_another_name(ran: Any, run: Run, golden_study: Workspace) -> None:
    refused = run("run", "--generator", "extractive", "--workspace", golden_study.root, expect=2)
    assert "made with another configuration; give the new one a name of its own" in refused.err
    named = run(
        *("run", "--generator", "extractive", "--judge", "lexical", "--name", "offline"),
        *("--workspace", golden_study.root),
    )
    assert "Run offline-baseline: 25 answers" in named.out


def test_a_dry_run_asks_nothing_and_counts_what_is_left(
    run: Run, golden_study: Workspace, model: MessagesServer
) -> None:
    at = ("--workspace", golden_study.root)
    foreseen = run("run", "--dry-run", *at)
    assert model.seen.calls == 0
    assert rows(golden_study, "SELECT count(*) FROM run") == [(0,)]
    assert "generate       50      0" in foreseen.out
    assert "Nothing was asked" in foreseen.err
    run("run", *at)
    left = run("run", "--dry-run", *at)
    assert [line.split()[1] for line in left.out.splitlines()[1:]] == ["0", "0", "0", "0"]
    assert "About 0 calls for $0.00" in left.err


def test_a_run_stops_before_it_costs_more_than_it_may(
    run: Run, golden_study: Workspace, model: MessagesServer
) -> None:
    at = ("--workspace", golden_study.root)
    stopped = run("run", "--max-cost", "0.30", "--concurrency", "2", *at, expect=4)
    assert "the same command goes on where it stopped" in stopped.err
    ((spent,),) = rows(golden_study, "SELECT sum(cost) FROM request")
    assert 0 < spent <= 0.30
    run("run", *at)
    assert set(model.seen.good.values()) == {1}


def test_a_limit_on_unknown_prices_is_refused(
    run: Run, golden_study: Workspace, monkeypatch: pytest.MonkeyPatch, model: MessagesServer
) -> None:
    monkeypatch.setenv("CROSSSOURCE_MODEL", "house-model")
    ran = run("run", "--max-cost", "1", "--workspace", golden_study.root, expect=2)
    assert "the price of 'house-model' is not known" in ran.err


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--config", "other"], "the settings have no such configuration; they have: baseline"),
        (["--judge", "oracle"], "there is no such judge; give anthropic, lexical or replay:FILE"),
        (["--judge", "replay:nowhere.jsonl"], "nowhere.jsonl cannot be read"),
        (["--resume"], "There is no run 'baseline' to go on with"),
    ],
)
def test_what_cannot_be_run_is_a_sentence(
    run: Run, golden_study: Workspace, model: MessagesServer, options: list[str], sentence: str
) -> None:
    ran = run("run", *options, "--workspace", golden_study.root, expect=2)
    assert sentence in ran.err
    assert rows(golden_study, "SELECT count(*) FROM run") == [(0,)]


@pytest.mark.parametrize("amount", ["nan", "inf", "0", "-1", "much"])
def test_a_limit_that_is_none_is_refused(
    run: Run, golden_study: Workspace, model: MessagesServer, amount: str
) -> None:
    run("run", "--max-cost", amount, "--workspace", golden_study.root, expect=2)
    assert model.seen.calls == 0


def test_a_limit_waits_for_what_is_under_way_before_it_stops(
    run: Run, golden_study: Workspace, model: MessagesServer
) -> None:
    """Many at a time, and a limit that the whole run stays under."""
    run("run", "--max-cost", "3", "--concurrency", "100", "--workspace", golden_study.root)
    assert rows(golden_study, "SELECT count(*) FROM generation") == [(50,)]


def test_another_judge_of_a_run_scores_it_too(ran: Any, run: Run, golden_study: Workspace) -> None:
    at = ("--workspace", golden_study.root)
    for name in ("baseline", "strict"):
        run("judge", name, "--judge", "lexical", *at)
    compared = run("compare", "baseline", "strict", "--judge", "lexical", *at)
    assert "Judge lexical. 25 questions in both runs." in compared.out


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ('{"id": "u", "question": "a \\ud83d b?", "answerable": false}', "half a character"),
        (
            '{"id": "u", "question": "q?", "answerable": false, "supports": [{"passage": "x:0"}]}',
            "a question that is not answerable has 'supports'",
        ),
        (
            '{"id": "u", "question": "q?", "supports": [{"passage": "harrow-v-tidewater:0", '
            '"start": 0, "end": 5, "quote": "other"}]}',
            "quotes 'other' at characters 0 to 5",
        ),
    ],
)
def test_a_golden_question_that_cannot_be_is_a_sentence(
    run: Run, golden_study: Workspace, model: MessagesServer, line: str, sentence: str
) -> None:
    golden_study.golden.write_text(shipped.golden_text() + line + "\n")
    ran = run("run", "--workspace", golden_study.root, expect=2)
    assert sentence in ran.err


def test_runs_over_other_questions_are_compared_with_a_warning(
    ran: Any, run: Run, golden_study: Workspace
) -> None:
    at = ("--workspace", golden_study.root)
    text = golden_study.golden.read_text()
    golden_study.golden.write_text(text.replace('"question": "', '"question": "Tell me: ', 1))
    run("run", "--config", "strict", "--name", "later", *at)
    compared = run("compare", "strict", "later-strict", *at)
    assert "were made over another set of golden questions" in compared.err
    assert "corpus" not in compared.err
