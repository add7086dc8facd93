"""The files for CI: all hold the answer, or each says that there is none; never an older one."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from lxml import etree

from corpus.workspace import Workspace
from reports.gating import checks
from tests.corpus.test_outputs import held
from tests.reports.gating.conftest import set_policy

Run = Callable[..., Any]
POLICY = "[gate.labels]\nat_least = 10\n"


@pytest.fixture
def files(demo: Workspace, run: Run, tmp_path: Path) -> list[object]:
    """The options of two files that a gate which passed has written."""
    set_policy(demo, POLICY)
    named = ["--junit", tmp_path / "gate.xml", "--markdown", tmp_path / "gate.md"]
    run("gate", "--run", "strict", *named, "--workspace", demo.root)
    assert "passed" in (tmp_path / "gate.md").read_text("utf-8")
    return named


def assert_no_answer(folder: Path, why: str) -> None:
    """What a CI server and a reader of the summary make of the files."""
    (suite,) = etree.fromstring((folder / "gate.xml").read_bytes()).findall("testsuite")
    assert (suite.get("tests"), suite.get("errors")) == ("1", "1")
    assert why in suite.find("testcase/error").get("message")
    text = (folder / "gate.md").read_text("utf-8")
    assert text.startswith("# Gate: no answer")
    assert "Nothing was decided, so nothing has passed." in text
    assert why in text.replace("\\", "")


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (["--run", "nope"], "There is no run 'nope'"),
        (["--run", "strict", "--baseline", "absent.json"], "absent.json cannot be read"),
        (["--run", "strict", "--seed", "many"], "'many' is not a valid integer"),
        (["--run", "strict", "--no-such-option"], "No such option"),
        (["--run", "strict", "--force"], "--force goes with --freeze"),
        (["--run", "strict", "--workspace", "nowhere"], "nowhere"),
    ],
)
def test_a_gate_without_an_answer_takes_the_older_one_back(
    demo: Workspace, run: Run, files: list[object], tmp_path: Path, options: list[str], why: str
) -> None:
    ran = run("gate", "--workspace", demo.root, *files, *options, expect=2)
    assert_no_answer(tmp_path, why)
    assert ran.err.count("No answer, and it says so: ") == 2


def test_a_broken_policy_takes_the_older_answer_back(
    demo: Workspace, run: Run, files: list[object], tmp_path: Path
) -> None:
    set_policy(demo, "[gate.labels]\nat_least = 1.5\n")
    run("gate", "--run", "strict", *files, "--workspace", demo.root, expect=2)
    assert_no_answer(tmp_path, "gate.labels.at_least")


def test_a_damaged_study_takes_the_older_answer_back(
    demo: Workspace, run: Run, files: list[object], tmp_path: Path
) -> None:
    demo.database.write_bytes(demo.database.read_bytes()[:5000])
    run("gate", "--run", "strict", *files, "--workspace", demo.root, expect=2)
    assert_no_answer(tmp_path, "crosssource.db")


@pytest.mark.parametrize(
    ("ending", "why"),
    [
        (ZeroDivisionError("division by zero"), "A fault of the gate itself (ZeroDivisionError"),
        (SystemExit(137), "The gate was stopped before it had an answer"),
    ],
)
def test_a_gate_that_crashes_or_is_stopped_takes_the_older_answer_back(
    demo: Workspace,
    run: Run,
    files: list[object],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    ending: BaseException,
    why: str,
) -> None:
    def end(*_: object, **__: object) -> None:
        raise ending

    monkeypatch.setattr(checks, "decide", end)
    with pytest.raises((ZeroDivisionError, AssertionError)):  # exit 137, not 0
        run("gate", "--run", "strict", *files, "--workspace", demo.root)
    assert_no_answer(tmp_path, why)


def test_the_answer_is_in_every_file_or_in_none(demo: Workspace, run: Run, tmp_path: Path) -> None:
    set_policy(demo, POLICY)
    to = ("--junit", tmp_path / "gate.xml", "--markdown", tmp_path / "absent" / "gate.md")
    ran = run("gate", "--run", "strict", *to, "--workspace", demo.root, expect=2)
    assert "absent/gate.md could not be written" in ran.err
    (case,) = etree.fromstring((tmp_path / "gate.xml").read_bytes()).iter("testcase")
    assert "could not be written" in case.find("error").get("message")


def test_a_file_of_ones_own_is_kept_where_there_is_no_answer_to_write(
    demo: Workspace, run: Run
) -> None:
    before = demo.rubric.read_bytes(), demo.golden.read_bytes()
    to = ("--markdown", demo.rubric, "--junit", demo.golden)
    run("gate", "--run", "nope", *to, "--workspace", demo.root, expect=2)
    assert (demo.rubric.read_bytes(), demo.golden.read_bytes()) == before


def test_no_command_writes_over_the_study(demo: Workspace, run: Run) -> None:
    set_policy(demo, POLICY)
    before = held(demo.root)
    at = ("--workspace", demo.root)
    for command in (
        ("gate", "--run", "strict", "--freeze", demo.golden, "--force"),
        ("gate", "--run", "strict", "--markdown", demo.rubric),
        ("gate", "--run", "strict", "--junit", demo.settings),
        ("gate", "--run", "nope", "--junit", demo.isolation),
        ("sample", "pack", "demo", "--annotator", "bob", "--out", demo.corpus / "bob.pack"),
        ("report", "--format", "json", "--out", demo.corpus),
    ):
        ran = run(*command, *at, expect=2)
        assert "is the study's own" in ran.err, command
    assert held(demo.root) == before


def test_a_gate_replaces_its_own_files_and_no_others(
    demo: Workspace, run: Run, tmp_path: Path
) -> None:
    set_policy(demo, POLICY)
    page, suite = tmp_path / "page.html", tmp_path / "notes.md"
    page.write_text("<html>mine</html>")
    suite.write_text("# Notes\n")
    for option, file in (("--junit", page), ("--markdown", suite)):
        before = file.read_text()
        ran = run("gate", "--run", "strict", option, file, "--workspace", demo.root, expect=2)
        assert "was not written by a gate" in ran.err
        assert file.read_text() == before
