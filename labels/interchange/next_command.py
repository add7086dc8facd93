"""The command that comes next, as somebody can paste it who stands here."""

import shlex
from pathlib import Path

from corpus.errors import InputError
from corpus.visible import NOT_VISIBLE
from labels.interchange import next_study
from labels.naming import usable_name

_LINE = frozenset("\n\t")


def argument(path: Path) -> str:
    """A path as a command takes it: one that begins with a hyphen would be an option."""
    return f"./{path}" if str(path).startswith("-") else str(path)


def importing(path: Path, *options: str) -> str:
    """The import of a file of results, with the sample that is labelled next."""
    return _command("import", path, *_run(path), *options, *next_study.found().options, "--draw")


def labelling(path: Path) -> str:
    """The import of labels for a sample that was drawn."""
    place = next_study.found()
    return _command(
        "import", path, "--sample", "SAMPLE", *(place.options if place.study is not None else ())
    )


def restoring(path: Path) -> str:
    """A study from the export of a whole one."""
    place = next_study.found()
    return _command("restore", path, place.named if place.study is None else "copy")


def with_corpus(command: str) -> list[str]:
    """The import of rows that only name their passages: the documents come before it."""
    place = next_study.found()
    at = ["--workspace", place.named] if place.named else []
    made = [["crosssource", "init", place.named]] if place.study is None else []
    add = ["crosssource", "corpus", "add", "DOCUMENTS", *at]
    return [*map(shlex.join, [*made, add]), command]


def unpastable(path: Path) -> bool:
    """Whether a path has characters that no terminal shows, or that end a line: no command that
    names it can be pasted."""
    return any(ord(letter) in NOT_VISIBLE or letter in _LINE for letter in str(path))


def _run(path: Path) -> tuple[str, ...]:
    """The option for a file whose name cannot be that of the run."""
    try:
        usable_name("run", path.stem, "--run NAME")
    except InputError:
        return ("--run", "results")
    return ()


def _command(name: str, path: Path, *words: str) -> str:
    return shlex.join(["crosssource", name, argument(path), *words])
