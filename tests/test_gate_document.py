"""docs/gate.md: its policy is one, its workflow is a workflow, its commands have these options."""

import os
import re
import shlex
import subprocess
import tomllib
from pathlib import Path
from typing import Any, get_args

import pytest
import yaml

import crosssource
from corpus.settings import Settings
from tests.conftest import REPOSITORY

TEXT = (REPOSITORY / "docs" / "gate.md").read_text("utf-8")


def block(language: str) -> str:
    """The one fenced block of a language."""
    (found,) = re.findall(rf"^```{language}\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    return str(found)


@pytest.fixture
def steps() -> list[dict[str, Any]]:
    """The steps of the workflow."""
    workflow = yaml.safe_load(block("yaml"))
    return list(workflow["jobs"]["gate"]["steps"])


def test_the_policy_is_one_and_holds_the_defaults() -> None:
    gate = Settings.model_validate(tomllib.loads(block("toml"))).gate
    assert gate is not None
    for name in type(gate).model_fields:
        part = getattr(gate, name)
        assert part is not None, name
        if name in ("regression", "unresolved_citations", "critical_unsupported"):
            assert part == type(part)(), name


def test_the_example_of_a_new_study_is_a_policy() -> None:
    from corpus.settings import TEMPLATE

    lines = TEMPLATE[TEMPLATE.index("# [gate.regression]") :].partition("\n\n")[0].splitlines()
    commented = "\n".join(line.removeprefix("# ") for line in lines)
    gate = Settings.model_validate(tomllib.loads(commented)).gate
    assert gate is not None
    assert all(getattr(gate, name) is not None for name in type(gate).model_fields)


def test_every_rate_is_named() -> None:
    from corpus.settings import GateMetric

    for name in get_args(GateMetric):
        assert f"`{name}`" in TEXT, name


def test_the_workflows_commands_have_these_options(steps: list[dict[str, Any]]) -> None:
    found = []
    for step in steps:
        script = re.sub(r"\$\{\{.*?\}\}", "7", str(step.get("run", ""))).replace("\\\n", " ")
        for line in script.splitlines():
            words = shlex.split(line, comments=True)
            if words[:1] == ["crosssource"]:
                _, name, *options = words
                command = crosssource.cli.get_command(None, name)  # type: ignore[arg-type]
                assert command is not None, name
                command.make_context(name, options)  # refuses what the command does not know
                found.append(name)
    assert found == ["init", "run", "gate"]


@pytest.mark.parametrize(("code", "ends"), [(0, 0), (1, 1), (2, 2), (3, 0), (4, 4)])
def test_the_gate_step_takes_exit_3_for_a_warning_and_no_other(
    steps: list[dict[str, Any]], tmp_path: Path, code: int, ends: int
) -> None:
    (tmp_path / "crosssource").write_text(f"#!/bin/sh\necho '# Gate' > gate.md\nexit {code}\n")
    (tmp_path / "crosssource").chmod(0o755)
    (step,) = (step for step in steps if step.get("id") == "gate")
    script = re.sub(r"\$\{\{.*?\}\}", "7", step["run"])
    environment = {
        "PATH": f"{tmp_path}:{os.environ['PATH']}",
        "GITHUB_STEP_SUMMARY": str(tmp_path / "summary"),
        "GITHUB_OUTPUT": str(tmp_path / "output"),
    }
    ran = subprocess.run(["bash", "-e", "-c", script], cwd=tmp_path, env=environment, check=False)
    assert ran.returncode == ends
    assert (tmp_path / "output").read_text() == f"code={code}\n"
    assert (tmp_path / "summary").read_text() == "# Gate\n"
    (warning,) = (step for step in steps if "::warning" in str(step.get("run")))
    assert warning["if"] == "steps.gate.outputs.code == '3'"


def test_the_artifacts_are_kept_also_where_it_failed(steps: list[dict[str, Any]]) -> None:
    (upload,) = (step for step in steps if "upload-artifact" in str(step.get("uses")))
    assert upload["if"] == "always()"
    assert upload["with"]["path"].split() == ["study/gate.xml", "study/gate.md"]
