"""Candidates and baselines made of a few numbers, and the demo as a study with a policy."""

import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from corpus.hashes import text_hash
from corpus.workspace import Workspace
from labels.scores import Ratio, Score
from labels.store.counted_cases import LeftOut
from labels.store.repeated_verdicts import RunJudge
from reports.gating.baseline import Baseline, freeze
from reports.gating.candidate import Candidate
from reports.runs.by_question import Rates

POLICY = """
[gate.regression]
questions = "these"
[gate.unresolved_citations]
at_most = 100
[gate.critical_unsupported]
at_most = 100
[gate.false_supported]
at_most = 0.5
[gate.agreement]
at_least = 0.5
[gate.labels]
at_least = 50
"""
"""One that the demo's runs pass."""


def share(hits: float, units: float, missing: int = 0) -> Ratio:
    return Ratio.of(hits, units, n=int(units), missing=missing, undefined="It was not asked.")


def rates(*shares: tuple[float, float]) -> dict[str, Rates]:
    """Citation precision by question."""
    return {
        f"q{number:02}": {Score.CITATION_PRECISION: share(*one)}
        for number, one in enumerate(shares)
    }


@pytest.fixture(scope="session")
def candidate() -> Callable[..., Candidate]:
    """A candidate: `candidate(rates((3, 4), (4, 4)), missing=1)`."""

    def make(by_question: Mapping[str, Rates], **changes: Any) -> Candidate:
        usual: dict[str, Any] = {
            "run": "strict",
            "judge": RunJudge(id="ab" * 32, name="lexical", provenance={"rules": "1"}),
            "rubric": "rubric-1",
            "grounds": {"corpus": "c", "golden": "g"},
            "weights": None,
            "rates": by_question,
            "questions": {case_id: text_hash(case_id) for case_id in by_question},
            "unresolved": (),
            "unread": 0,
            "unanswered": 0,
            "claims": (),
            "missing": 0,
            "bugs": LeftOut(citations=0, verdicts=0, answers=0),
        }
        return Candidate(**(usual | changes))

    return make


@pytest.fixture(scope="session")
def frozen(candidate: Callable[..., Candidate]) -> Callable[..., Baseline]:
    """The baseline of such a candidate."""

    def make(by_question: Mapping[str, Rates], **changes: Any) -> Baseline:
        return freeze(candidate(by_question, **({"run": "baseline"} | changes)), None)

    return make


@pytest.fixture(scope="session")
def demo_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo, labelled from the planted truth; read only."""
    folder = tmp_path_factory.mktemp("gate") / "demo"
    command = [sys.executable, "-m", "crosssource", "demo", str(folder), "--simulate"]
    subprocess.run(command, check=True, capture_output=True, cwd=Path(__file__).parents[3])
    return folder


@pytest.fixture
def demo(demo_folder: Path, tmp_path: Path) -> Workspace:
    """A demo of one's own, with a policy that its runs pass."""
    shutil.copytree(demo_folder, tmp_path / "demo")
    workspace = Workspace(tmp_path / "demo")
    set_policy(workspace, POLICY)
    return workspace


def set_policy(workspace: Workspace, policy: str) -> None:
    """Replace the policy of a study."""
    text = workspace.settings.read_text("utf-8").partition("\n[gate")[0]
    workspace.settings.write_text(f"{text}\n{policy}", "utf-8")
