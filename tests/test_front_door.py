"""The command line: fast, documented, and every error one sentence with its exit code."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import click
import pytest

import crosssource
from corpus.errors import CrossSourceError, ExitCode, ServiceError
from corpus.workspace import Workspace

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


def test_exit_codes_are_those_of_the_documentation() -> None:
    assert {code.name: code.value for code in ExitCode} == {
        "DONE": 0,
        "FAILED": 1,
        "USAGE": 2,
        "UNDECIDED": 3,
        "SERVICE": 4,
        "INTERRUPTED": 130,
    }
