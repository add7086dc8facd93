"""What docs/importing.md says is so: its commands run, its formats and bounds are the code's."""

import io
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from corpus.workspace import Workspace
from labels.commands.importing import FORMATS, GENERIC
from labels.interchange import bounded, yaml_stream, zip_members
from labels.interchange.harnesses import mapping
from labels.store import database
from tests.test_documents import REPOSITORY, blocks

Fixture = Callable[..., Any]

TEXT = (REPOSITORY / "docs" / "importing.md").read_text()


def test_the_commands_lead_to_a_label(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Fixture
) -> None:
    (script,) = blocks("sh importing", "importing.md")
    heredoc = re.search(r"^cat > (\S+) <<'END'\n(.*?)^END\n", script, re.MULTILINE | re.DOTALL)
    assert heredoc is not None
    monkeypatch.chdir(tmp_path)
    Path(heredoc.group(1)).write_text(heredoc.group(2))
    doctor, importing, label = script[heredoc.end() :].splitlines()
    run(*doctor.split()[1:])
    run(*importing.split()[1:])
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"1\nq\n")))
    run(*label.split()[1:], "--plain")
    with database.opened(Workspace(tmp_path / "study")) as connection:
        (count,) = connection.execute("SELECT count(*) FROM label_event").fetchone()
    assert count == 1


def test_every_format_has_its_row() -> None:
    named = re.findall(r"^\| `(\w[\w-]*)` \|", TEXT, re.MULTILINE)
    assert named == [*FORMATS, GENERIC]


def test_what_can_be_mapped_is_what_is_said() -> None:
    said = TEXT.partition("What can be mapped:")[2].partition("Short fields")[0]
    assert set(re.findall(r"`(\w+)`", said)) == {
        *mapping.OURS,
        mapping.HUMAN,
        mapping.ANNOTATOR,
    }


def test_the_bounds_are_those_of_the_code() -> None:
    said = TEXT.partition("## Bounds")[2]
    for size in (bounded.LARGEST_RECORD, zip_members.LARGEST_MEMBER, yaml_stream.LARGEST_FILE):
        assert f"{size // 2**20} MiB" in said
    assert f"{bounded.MOST_PARTS:,} parts" in said
