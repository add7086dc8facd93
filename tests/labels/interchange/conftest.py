"""Files of other harnesses, small ones that tests write and real ones: what became of them."""

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from corpus.workspace import Workspace
from labels.interchange import opening
from labels.interchange.harnesses import registry
from labels.interchange.harnesses.finding import Source
from labels.interchange.harnesses.survey import Survey, survey
from labels.store import database

Run = Callable[..., Any]


class Imported(NamedTuple):
    """What an import of a file gave."""

    verdicts: list[dict[str, Any]]
    """With item, citation and judge, in the order stored."""
    labels: list[dict[str, Any]]
    said: str


Import = Callable[..., Imported]
Look = Callable[[Path], Survey]


@pytest.fixture
def look() -> Look:
    """What a file holds, by the format that recognises it."""

    def look_at(path: Path) -> Survey:
        beginning = opening.look(path)
        found = registry.recognised(beginning)
        assert found is not None, beginning
        return survey(Source(path=path, name=path.name, opening=beginning), found, {}, {})

    return look_at


@pytest.fixture
def imported(study: Workspace, run: Run) -> Import:
    """Import a file by the command, and read the store."""

    def import_file(path: Path, *options: object) -> Imported:
        said = run("import", path, "--workspace", study.root, *options).err
        with database.opened(study) as connection:
            verdicts = _rows(
                connection,
                "SELECT v.support, v.raw, v.reason, j.name AS judge, j.provenance, i.question, "
                "i.claim, i.passage, a.text AS answer, c.case_id, c.claim_id, c.cited, c.source, "
                "c.config, c.fields FROM verdict v JOIN citation c ON c.uid = v.citation_uid "
                "JOIN item i ON i.id = c.item_id JOIN answer a ON a.id = c.answer_id "
                "JOIN judge j ON j.id = v.judge_id ORDER BY v.rowid",
            )
            labels = _rows(
                connection,
                "SELECT e.choice, e.annotator, e.note, i.claim FROM label_event e "
                "JOIN item i ON i.id = e.item_id ORDER BY e.seq",
            )
        return Imported(verdicts, labels, said)

    return import_file


def _rows(connection: sqlite3.Connection, sql: str) -> list[dict[str, Any]]:
    return [dict(row) for row in connection.execute(sql)]


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, Any], Path]:
    """Write a file: a text as it is, bytes as they are, lines of JSON for `.jsonl`, else JSON."""

    def write_file(name: str, content: Any) -> Path:
        path = tmp_path / name
        if isinstance(content, bytes):
            path.write_bytes(content)
        elif isinstance(content, str):
            path.write_text(content, encoding="utf-8")
        elif name.endswith(".jsonl"):
            path.write_text("".join(json.dumps(one) + "\n" for one in content), encoding="utf-8")
        else:
            path.write_text(json.dumps(content), encoding="utf-8")
        return path

    return write_file
