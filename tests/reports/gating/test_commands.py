"""`crosssource gate` as people and CI call it, on the demo and on imported verdicts."""

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import pytest
from lxml import etree

from corpus.settings import GateMetric
from corpus.workspace import Workspace
from reports.runs.by_question import WATCHED
from tests.conftest import REPOSITORY
from tests.reports.gating.conftest import POLICY, set_policy

Run = Callable[..., Any]


@pytest.fixture
def baseline(demo: Workspace, run: Run, tmp_path: Path) -> Path:
    """The demo's first run, frozen with its labels."""
    file = tmp_path / "baseline.json"
    run("gate", "--run", "baseline", "--freeze", file, "--workspace", demo.root)
    return file


def gate(run: Run, workspace: Workspace, *options: object, expect: int) -> Any:
    return run("gate", *options, "--workspace", workspace.root, expect=expect)


def checks(ran: Any) -> dict[str, str]:
    """The answer of each check, from JSON."""
    return {one["name"]: one["answer"] for one in json.loads(ran.out)["checks"]}


def test_passed_is_0(demo: Workspace, run: Run, baseline: Path) -> None:
    ran = gate(run, demo, "--run", "baseline", "--baseline", baseline, expect=0)
    assert "Passed. Of 11 checks: 11 passed." in ran.out
    assert "Simulated labels" in ran.out


def test_failed_is_1_with_each_reason(demo: Workspace, run: Run, baseline: Path) -> None:
    set_policy(demo, POLICY.replace("at_most = 100", "at_most = 0"))
    ran = gate(run, demo, "--run", "strict", "--baseline", baseline, "--json", expect=1)
    document = json.loads(ran.out)
    assert document["answer"] == "failed"
    failed = {one["name"] for one in document["checks"] if one["answer"] == "failed"}
    # Faithfulness of the demo's second run is 12 points below the first one's.
    assert failed == {"regression.faithfulness", "unresolved_citations", "critical_unsupported"}


def test_not_enough_evidence_is_3_with_how_many_would_decide(
    demo: Workspace, run: Run, baseline: Path
) -> None:
    policy = POLICY.replace('"these"', '"new"').replace("at_most = 0.5", "at_most = 0.10")
    set_policy(demo, policy)
    ran = gate(run, demo, "--run", "strict", "--baseline", baseline, "--json", expect=3)
    found = {one["name"]: one for one in json.loads(ran.out)["checks"]}
    assert found["regression.faithfulness"]["answer"] == "not enough evidence"
    assert found["regression.faithfulness"]["needed"] > 20
    assert 25 < found["false_supported"]["needed"] <= 119
    assert "crosssource sample draw" in found["false_supported"]["todo"]


def test_a_failure_outranks_not_enough_evidence(demo: Workspace, run: Run, baseline: Path) -> None:
    set_policy(demo, "[gate.unresolved_citations]\n[gate.labels]\nat_least = 5000\n")
    ran = gate(run, demo, "--run", "strict", "--json", expect=1)
    assert checks(ran) == {"unresolved_citations": "failed", "labels": "not enough evidence"}


def test_a_check_that_is_absent_is_not_made(demo: Workspace, run: Run) -> None:
    set_policy(demo, "[gate.labels]\nat_least = 10\n")
    assert checks(gate(run, demo, "--run", "strict", "--json", expect=0)) == {"labels": "passed"}


def test_files_for_ci(demo: Workspace, run: Run, baseline: Path, tmp_path: Path) -> None:
    files = ("--junit", tmp_path / "gate.xml", "--markdown", tmp_path / "gate.md")
    ran = gate(run, demo, "--run", "baseline", "--baseline", baseline, *files, expect=0)
    assert ran.err.count("Written: ") == 2
    root = etree.fromstring((tmp_path / "gate.xml").read_bytes())
    assert len(list(root.iter("testcase"))) == 11
    text = (tmp_path / "gate.md").read_text("utf-8")
    assert text.startswith("# Gate · baseline: passed")


def test_the_exit_code_of_a_process_of_its_own(demo: Workspace, tmp_path: Path) -> None:
    set_policy(demo, "[gate.labels]\nat_least = 5000\n")
    command = [sys.executable, "-m", "crosssource", "gate", "--run", "strict"]
    ran = subprocess.run(
        [*command, "--workspace", str(demo.root)], cwd=REPOSITORY, capture_output=True, text=True,
        check=False, env=os.environ,
    )  # fmt: skip
    assert ran.returncode == 3, ran.stderr
    assert "Not enough evidence to decide." in ran.stdout


def test_a_study_without_labels_takes_those_of_the_baseline(
    demo: Workspace, run: Run, baseline: Path
) -> None:
    """In CI the run is made anew, and the labels are where people gave them."""
    change(demo, NO_LABELS)
    without = gate(run, demo, "--run", "strict", "--json", expect=3)
    assert checks(without)["agreement"] == "not enough evidence"
    ran = gate(run, demo, "--run", "strict", "--baseline", baseline, "--json", expect=1)
    assert checks(ran)["agreement"] == "passed"
    assert checks(ran)["labels"] == "passed"
    notes = json.loads(ran.out)["notes"]
    assert any("that the baseline was frozen with" in note for note in notes)


def test_the_baselines_labels_under_another_rubric_are_no_pass(
    demo: Workspace, run: Run, baseline: Path
) -> None:
    change(demo, NO_LABELS)
    demo.rubric.write_text(demo.rubric.read_text("utf-8") + "\nOne more rule.\n", "utf-8")
    found = checks(gate(run, demo, "--run", "strict", "--baseline", baseline, "--json", expect=3))
    asked = ("agreement", "false_supported", "labels", "regression.faithfulness")
    assert {found[name] for name in asked} == {"not enough evidence"}


def test_a_broken_seal_and_a_broken_chain_are_no_pass(demo: Workspace, run: Run) -> None:
    set_policy(demo, "[gate.labels]\nat_least = 10\n")
    gate(run, demo, "--run", "strict", expect=0)
    change(demo, "UPDATE verdict SET reason = 'changed' WHERE uid = (SELECT min(uid) FROM verdict)")
    ran = gate(run, demo, "--run", "strict", expect=2)
    assert "The study is damaged" in ran.err


def test_a_broken_chain_is_no_pass(demo: Workspace, run: Run) -> None:
    set_policy(demo, "[gate.labels]\nat_least = 10\n")
    change(demo, "UPDATE label_event SET note = 'changed' WHERE seq = 1")
    ran = gate(run, demo, "--run", "strict", expect=3)
    assert "The label history is broken" in " ".join(ran.out.split())


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE item SET claim = 'x' WHERE id = (SELECT min(item_id) FROM label_event)",
        "UPDATE rubric SET text = 'other'",
        "DELETE FROM sample_manifest",
        "DELETE FROM sample_frame WHERE verdict_uid IN (SELECT verdict_uid FROM sample_member)",
    ],
)
def test_damage_is_one_sentence_and_no_pass(sql: str, demo: Workspace, run: Run) -> None:
    set_policy(demo, "[gate.agreement]\nat_least = 0.1\n")
    change(demo, sql)
    assert "crosssource check" in gate(run, demo, "--run", "strict", expect=2).err


def test_without_its_golden_questions_nobody_knows_whether_a_run_is_whole(
    demo: Workspace, run: Run
) -> None:
    set_policy(demo, "[gate.critical_unsupported]\n")
    demo.golden.unlink()
    assert "has no question" in gate(run, demo, "--run", "strict", expect=2).err


def test_labels_left_for_later_are_no_pass(demo: Workspace, run: Run) -> None:
    set_policy(demo, "[gate.labels]\nat_least = 10\n")
    change(demo, "DELETE FROM label_event WHERE seq = (SELECT max(seq) FROM label_event)")
    assert gate(run, demo, "--run", "strict", expect=3)


def test_one_file_for_two_outputs_is_refused(demo: Workspace, run: Run, tmp_path: Path) -> None:
    set_policy(demo, "[gate.labels]\nat_least = 10\n")
    same = tmp_path / "out.xml"
    gate(run, demo, "--run", "strict", "--junit", same, "--markdown", same, expect=2)
    (error,) = etree.fromstring(same.read_bytes()).iter("error")
    assert "name the same file" in error.get("message")


NO_LABELS = "DELETE FROM label_event; DELETE FROM sqlite_sequence WHERE name = 'label_event'"
"""As if nobody had ever labelled."""


def change(workspace: Workspace, sql: str) -> None:
    """What somebody with a database tool might do."""
    connection = sqlite3.connect(workspace.database)
    for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'"):
        connection.execute(f"DROP TRIGGER {name}")
    connection.executescript(sql)
    connection.commit()
    connection.close()


def test_labels_that_were_taken_away_are_no_pass_by_the_baselines(
    demo: Workspace, run: Run, baseline: Path
) -> None:
    change(demo, "DELETE FROM label_event")
    ran = gate(run, demo, "--run", "baseline", "--baseline", baseline, expect=3)
    assert "The label history is broken" in " ".join(ran.out.split())


def test_labels_of_another_judges_verdicts_are_no_pass(
    demo: Workspace, run: Run, tmp_path: Path
) -> None:
    connection = sqlite3.connect(demo.database)
    rows = connection.execute("SELECT case_id, claim_id, cited FROM citation WHERE run = 'strict'")
    keys = ("case_id", "claim_id", "citation")
    file = tmp_path / "recorded.jsonl"
    lines = [
        json.dumps(dict(zip(keys, row, strict=True)) | {"judge": "other", "judge_label": "yes"})
        for row in rows
    ]
    file.write_text("\n".join(lines), "utf-8")
    connection.close()
    run("judge", "strict", "--judge", f"replay:{file}", "--workspace", demo.root)
    set_policy(demo, "[gate.labels]\nat_least = 10\n")
    ran = gate(run, demo, "--run", "strict", "--judge", "other", "--json", expect=3)
    (check,) = json.loads(ran.out)["checks"]
    assert "No sample was drawn from the verdicts of other" in check["reason"]
    named = gate(
        run, demo, "--run", "strict", "--judge", "other", "--sample", "demo", "--json", expect=3
    )
    (check,) = json.loads(named.out)["checks"]
    assert "and the candidate was judged by other" in check["reason"]


def test_a_run_that_was_not_finished_is_no_pass(demo: Workspace, run: Run) -> None:
    set_policy(demo, "[gate.critical_unsupported]\nat_most = 100\n")
    gate(run, demo, "--run", "strict", expect=0)
    row = {"id": "g99", "question": "And then?", "answerable": False}
    demo.golden.write_text(f"{demo.golden.read_text('utf-8')}{json.dumps(row)}\n", "utf-8")
    ran = gate(run, demo, "--run", "strict", expect=3)
    assert "1 question without an answer" in " ".join(ran.out.split())
    frozen = gate(run, demo, "--run", "strict", "--freeze", demo.root / "b.json", expect=2)
    assert "is not whole: 1 question without an answer" in frozen.err


def test_a_baseline_is_not_overwritten(demo: Workspace, run: Run, baseline: Path) -> None:
    again = ("--run", "strict", "--freeze", baseline)
    assert "is there already" in gate(run, demo, *again, expect=2).err
    gate(run, demo, *again, "--force", expect=0)
    assert json.loads(baseline.read_text())["run"] == "strict"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ([], "Which run is the candidate? Name one with --run: baseline, strict."),
        (["--run", "nope"], "There is no run 'nope'"),
        (["--run", "strict", "--sample", "nope"], "nope"),
        (["--run", "strict", "--judge", "nope"], "No verdict by 'nope'"),
        (["--run", "strict", "--baseline", "absent.json"], "absent.json cannot be read"),
        (["--freeze", "a.json", "--json"], "--freeze decides nothing"),
        (["--run", "strict", "--force"], "--force goes with --freeze"),
    ],
)
def test_mistakes(demo: Workspace, run: Run, options: list[str], words: str) -> None:
    assert words in gate(run, demo, *options, expect=2).err


@pytest.mark.parametrize(
    ("policy", "key", "value"),
    [
        ("[gate]\nlevel = 2.0", "gate.level", "2.0"),
        ("[gate.regression]\nmargin = 3.0", "gate.regression.margin", "3.0"),
        ("[gate.regression]\nmargin = nan", "gate.regression.margin", "nan"),
        ("[gate.regression]\nmargin = true", "gate.regression.margin", "True"),
        ('[gate.regression]\nmetrics = ["precision"]', "gate.regression.metrics.0", "precision"),
        ("[gate.regression]\nmetrics = []", "gate.regression.metrics", "[]"),
        ('[gate.regression]\nquestions = "all"', "gate.regression.questions", "all"),
        ("[gate.unresolved_citations]\nat_most = -1", "gate.unresolved_citations.at_most", "-1"),
        ("[gate.critical_unsupported]\nimportance = 4", "critical_unsupported.importance", "4"),
        ("[gate.false_supported]", "gate.false_supported.at_most", "{}"),
        ("[gate.false_supported]\nat_most = 10", "gate.false_supported.at_most", "10"),
        ("[gate.agreement]\nat_least = 0.0", "gate.agreement.at_least", "0.0"),
        ("[gate.labels]\nat_least = 1.5", "gate.labels.at_least", "1.5"),
        ("[gate.label]\nat_least = 5", "gate.label", "at_least"),
    ],
)
def test_a_broken_policy_is_refused_by_key_and_value(
    demo: Workspace, run: Run, policy: str, key: str, value: str
) -> None:
    set_policy(demo, policy)
    refused = gate(run, demo, "--run", "strict", expect=2).err
    assert key in refused
    assert value in refused
    assert refused.count("\n") == 1


@pytest.mark.parametrize("policy", ["", "[gate]\nlevel = 0.9\n"])
def test_a_gate_without_a_check_decides_nothing(demo: Workspace, run: Run, policy: str) -> None:
    set_policy(demo, policy)
    assert "has no check under [gate]" in gate(run, demo, "--run", "strict", expect=2).err


def test_the_settings_know_every_rate() -> None:
    assert set(get_args(GateMetric)) == set(WATCHED)


@pytest.fixture
def imported(study: Workspace, run: Run, tmp_path: Path) -> Workspace:
    """Forty verdicts that came with a human label each; one is wrong."""
    rows = [
        {
            "case_id": f"q{n // 2}",
            "claim_id": f"c{n}",
            "question": f"Who decides {n // 2}?",
            "claim": f"The court {n}.",
            "citation": f"doc:{n}",
            "passage": f"Court {n} decides.",
            "judge_label": "supported",
            "human_label": "supported" if n else "unsupported",
            "importance": 3,
        }
        for n in range(40)
    ]
    file = tmp_path / "verdicts.jsonl"
    file.write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    run("import", file, "--workspace", study.root)
    return study


def test_a_good_judges_imported_run_passes(imported: Workspace, run: Run, tmp_path: Path) -> None:
    set_policy(
        imported,
        '[gate.regression]\nmetrics = ["citation_precision"]\nquestions = "these"\n'
        "[gate.critical_unsupported]\n"
        "[gate.false_supported]\nat_most = 0.05\n[gate.agreement]\nat_least = 0.95\n"
        "[gate.labels]\nat_least = 40\n",
    )
    file = tmp_path / "frozen.json"
    gate(run, imported, "--freeze", file, expect=0)
    ran = gate(run, imported, "--baseline", file, "--json", expect=0)
    assert set(checks(ran).values()) == {"passed"}
    assert len(checks(ran)) == 5


def test_an_imported_run_does_not_tell_of_citation_ids(imported: Workspace, run: Run) -> None:
    set_policy(imported, "[gate.unresolved_citations]\n")
    ran = gate(run, imported, "--json", expect=3)
    assert "does not tell which ids were resolved" in json.loads(ran.out)["checks"][0]["reason"]


def test_help_imports_no_statistics() -> None:
    program = (
        "import sys, reports.gating.commands, reports.stability.commands;"
        "print([m for m in ('numpy', 'scipy', 'sklearn', 'pandas', 'rich', 'pydantic', "
        "'junitparser') if m in sys.modules])"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=REPOSITORY
    )
    assert ran.stdout.strip() == "[]"
