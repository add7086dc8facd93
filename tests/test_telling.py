"""Which commands tell what the judge said: the document lists them, and the others tell nothing."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

import crosssource
from corpus.workspace import Workspace
from labels.store import database
from labels.store.creating import create
from tests.conftest import REPOSITORY, Run

SILENT = {
    "adjudicate", "audit", "audit browse", "audit confirm", "audit detectors", "audit dismiss",
    "audit withdraw", "check", "corpus", "golden", "init", "label", "rescore", "restore",
    "retrieval", "raters", "sample carry", "sample close", "sample list", "sample merge",
    "sample pack", "sample reopen", "serve", "show",
}  # fmt: skip
"""Commands, or whole groups of them, that tell nothing of what was judged of an open item."""


def commands(group: click.Group, before: str = "") -> Iterator[tuple[str, click.Command]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        path = f"{before} {name}".strip()
        if not isinstance(command, click.Group) or command.invoke_without_command:
            yield path, command
        if isinstance(command, click.Group):
            yield from commands(command, path)


def listed() -> set[str]:
    """The commands of the list, each without its options."""
    text = (REPOSITORY / "docs/audit.md").read_text()
    table = text.partition("| tells what the judge said |")[2].partition("\n\n")[0]
    cells = [row.split("|")[1] for row in table.splitlines() if row.startswith("| `")]
    named = [name for cell in cells for name in re.findall("`([a-z][^`]*)`", cell)]
    return {name.partition(" --")[0] for name in named if not name.startswith("--")}


def is_silent(path: str) -> bool:
    return path in SILENT or path.partition(" ")[0] in {"corpus", "golden"}


def test_every_command_is_in_the_list_or_tells_nothing() -> None:
    there = {path for path, _ in commands(crosssource.cli)}
    tell = listed()
    assert tell <= there
    # `show` is in both: it tells with --unblind alone.
    assert {path for path in there if is_silent(path)} & tell == {"show"}
    assert {path for path in there if not is_silent(path)} == tell - {"show"}


@pytest.mark.parametrize("path", sorted(one for one in listed() if one.startswith("export")))
def test_help_of_an_export_says_for_whom_it_is_not(run: Run, path: str) -> None:
    for words in (path.split(), ["export"]):
        assert "Not for whoever labels" in " ".join(run(*words, "--help").out.split())


def made(run: Run, folder: Path, said: str) -> Workspace:
    """A study with an open sample of three items, of which the first was judged so."""
    create(folder)
    rows = [
        {
            "case_id": f"q{n}", "claim_id": "c", "question": "Who?", "claim": f"Ann did {n}.",
            "passage": f"It was Ann who did {n}.", "citation": f"d:{n}", "answer": f"Ann did {n}.",
            "judge": "j", "judge_label": "supported" if n else said, "judge_reason": "read it",
        }
        for n in range(3)
    ]  # fmt: skip
    file = folder.parent / f"{said}.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    run("import", file, "--run", "base", "--draw", "--workspace", folder)
    return Workspace(folder)


def test_what_was_judged_changes_nothing_that_a_silent_command_prints(
    run: Run, tmp_path: Path
) -> None:
    studies = [made(run, tmp_path / word / "study", word) for word in ("supported", "unsupported")]
    (row,) = json.loads(run("sample", "list", "--json", "--workspace", studies[0].root).out)
    assert (row["items"], row["state"]) == (3, "open")
    item = first_item(studies[0])
    for words in (
        ["audit"], ["audit", "--full", "--all"], ["audit", "--json"], ["sample", "list"],
        ["sample", "list", "--json"], ["show", item], ["show", item, "--json"], ["check"],
        ["plan", "--sample", "sample-1", "--blind"], ["audit", "--detector", "judge_constant"],
    ):  # fmt: skip
        printed = []
        for study in studies:
            ran = run(*words, "--workspace", study.root)
            printed.append((ran.out + ran.err).replace(str(study.root), "study"))
        first, second = (re.sub(r"[0-9a-f]{12,}|\d{4}-\d\d-\d\dT\S+", "…", one) for one in printed)
        assert first == second, words


def first_item(study: Workspace) -> str:
    with database.opened(study) as connection:
        row = connection.execute("SELECT id FROM item WHERE claim = 'Ann did 0.'").fetchone()
    return str(row["id"])
