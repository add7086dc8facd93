"""The command line: fast, documented, and every error one sentence with its exit code."""

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click
import pytest

import crosssource
from corpus.errors import CrossSourceError, ExitCode, ServiceError
from corpus.workspace import Workspace
from tests.conftest import REPOSITORY

Run = Callable[..., Any]


def commands(group: click.Group, path: tuple[str, ...] = ()) -> Iterator[tuple[str, click.Command]]:
    """Every command with its full name."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield " ".join((*path, name)), command
        if isinstance(command, click.Group):
            yield from commands(command, (*path, name))


def test_every_command_explains_itself_with_an_example() -> None:
    for name, command in commands(crosssource.cli):
        assert command.help, name
        if not isinstance(command, click.Group):
            assert f"crosssource {name}" in f"{command.help}{command.epilog}", name
            for parameter in command.params:
                if isinstance(parameter, click.Option):
                    assert parameter.help, f"{name} {parameter.name}"


def test_an_option_that_is_given_and_empty_is_refused_by_every_command(run: Run) -> None:
    tried = 0
    for name, command in [("", crosssource.cli), *commands(crosssource.cli)]:
        for option in command.params:
            if isinstance(option, click.Option) and not option.is_flag and option.default != "":
                ran = run(*name.split(), f"{option.opts[-1]}=", expect=2)
                assert "Invalid value for" in ran.err, (name, option.name)
                assert option.opts[-1] in ran.err, (name, option.name)
                tried += 1
    assert tried > 100


def test_the_overview_says_what_each_command_says() -> None:
    assert set(crosssource.COMMANDS) == {
        name for name, _ in commands(crosssource.cli) if " " not in name
    }


def test_help_imports_none_of_the_heavy_packages() -> None:
    code = (
        "import sys, crosssource\n"
        "sys.argv = ['crosssource', '--help']\n"
        "try: crosssource.main()\n"
        "except SystemExit: pass\n"
        "heavy = {'textual', 'anthropic', 'pandas', 'sklearn', 'scipy', 'numpy', 'sqlite3', "
        "'sqlite_utils', 'pydantic', 'rich'} & set(sys.modules)\n"
        "assert not heavy, heavy"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)


def test_an_unknown_command_is_wrong_usage(run: Run) -> None:
    assert "No such command 'labell'" in run("labell", expect=2).err


def test_without_a_study_the_sentence_says_how_to_make_one(run: Run) -> None:
    ran = run("check", expect=2)
    assert "make one with: crosssource init" in ran.err
    assert ran.out == ""


def test_the_study_is_named_before_or_after_the_command_or_by_the_environment(
    run: Run, study: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run("check", "--workspace", study.root).out.startswith("Whole: ")
    assert run("--workspace", study.root, "check").out.startswith("Whole: ")
    monkeypatch.setenv("CROSSSOURCE_WORKSPACE", str(study.root))
    assert run("check").out.startswith("Whole: ")


@pytest.mark.parametrize(
    ("raised", "code", "words"),
    [
        (CrossSourceError("It is \x1b[31mred."), 2, "crosssource: It is ␛[31mred."),
        (ServiceError("The service is down."), 4, "crosssource: The service is down."),
        (KeyboardInterrupt(), 130, "interrupted"),
    ],
)
def test_errors_become_exit_codes(
    run: Run, monkeypatch: pytest.MonkeyPatch, raised: BaseException, code: int, words: str
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise raised

    monkeypatch.setattr(crosssource.cli, "main", fail)
    assert words in run("check", expect=code).err


ELSEWHERE = [
    {"PYTHONIOENCODING": "cp1252"},
    {"LANG": "C", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
]


def command_line(*arguments: object, **how: Any) -> subprocess.CompletedProcess[bytes]:
    """The command in a process of its own."""
    environment = os.environ | how.pop("environment", {})
    command = [sys.executable, "-m", "crosssource", *map(str, arguments)]
    return subprocess.run(
        command, cwd=REPOSITORY, env=environment, stderr=subprocess.PIPE, check=False, **how
    )


@pytest.mark.parametrize("environment", ELSEWHERE, ids=["cp1252", "C"])
def test_output_is_utf_8_whatever_the_locale(
    study: Workspace, tmp_path: Path, environment: dict[str, str]
) -> None:
    file = tmp_path / "r.jsonl"
    row = {"claim": "c", "passage": "p", "verdict": "yes", "place": "Łódź ☃"}
    file.write_text(f"{json.dumps(row)}\n", "utf-8")
    at = ("--workspace", study.root)
    how = {"environment": environment, "stdout": subprocess.PIPE}
    assert command_line("import", file, *at, **how).returncode == 0
    drawn = command_line("sample", "draw", "--by", "place", "--name", "pilot", *at, **how)
    assert "supported · place=Łódź ☃" in drawn.stdout.decode("utf-8")
    shown = command_line("sample", "show", "pilot", "--json", *at, **how)
    assert "place=Łódź ☃" in shown.stdout.decode("utf-8")
    made = command_line("report", "--format", "json", *at, **how)
    assert json.loads(made.stdout)["sample"]["strata"][0]["name"] == "supported · place=Łódź ☃"
    refused = command_line("import", tmp_path / "Ł\udc80", *at, **how)
    assert refused.returncode == ExitCode.USAGE
    refused.stderr.decode("utf-8")


@pytest.mark.parametrize("is_words_too", [False, True])
@pytest.mark.parametrize(
    "arguments", [("--help",), ("check", "--json"), ("demo", "--simulate", "demo")]
)
def test_output_that_nobody_reads_on_ends_quietly(
    study: Workspace, arguments: tuple[str, ...], is_words_too: bool
) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        ran = subprocess.run(
            [sys.executable, "-m", "crosssource", *arguments],
            cwd=study.root,
            env=os.environ | {"PYTHONPATH": str(REPOSITORY)},
            stdout=writing,
            stderr=subprocess.STDOUT if is_words_too else subprocess.PIPE,
            check=False,
        )
    finally:
        os.close(writing)
    assert ran.returncode == ExitCode.PIPE_CLOSED
    words = (ran.stderr or b"").decode()
    assert "Traceback" not in words
    assert "BrokenPipe" not in words


def test_exit_codes_are_those_of_the_documentation() -> None:
    assert {code.name: code.value for code in ExitCode} == {
        "DONE": 0,
        "FAILED": 1,
        "USAGE": 2,
        "UNDECIDED": 3,
        "SERVICE": 4,
        "INTERRUPTED": 130,
        "PIPE_CLOSED": 141,
    }


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("options", [["--help"], ["check"], ["check", "--json"]])
def test_a_full_output_is_one_sentence(study: Workspace, options: list[str]) -> None:
    command = [sys.executable, "-m", "crosssource", "--workspace", str(study.root), *options]
    with Path("/dev/full").open("w") as full:
        ran = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert ran.returncode == 2
    assert ran.stderr == (
        "crosssource: the output could not be written (No space left on device); send it to where "
        "there is space, and run the command again.\n"
    )


def test_without_any_output_a_command_does_its_work(study: Workspace) -> None:
    command = f"{sys.executable} -m crosssource --workspace {study.root} check >&- 2>&-"
    assert subprocess.run(["sh", "-c", command], check=False).returncode == 0


@pytest.mark.parametrize(
    "options",
    [["label", "--annotator", "ann"], ["adjudicate", "--adjudicator", "ann"], ["golden", "author"]],
)
def test_without_an_input_an_app_says_that_it_needs_a_terminal(
    study: Workspace, options: list[str]
) -> None:
    command = [sys.executable, "-m", "crosssource", "--workspace", str(study.root), *options]
    ran = subprocess.run(
        ["sh", "-c", f"{shlex.join(command)} <&-"], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 2
    assert "needs a terminal, and this is none" in ran.stderr
