"""A study with golden questions, and a model service on loopback that answers them."""

import hashlib
import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from corpus.readers.source import SourceDocument
from corpus.storage.library import Library
from corpus.workspace import Workspace
from evaluator.study import shipped
from tests.evaluator.running import model_double
from tests.messages_server import MessagesServer


@pytest.fixture
def golden_study(study: Workspace) -> Workspace:
    """The shipped documents and golden questions, and nothing run yet."""
    documents = [
        SourceDocument(document=one, source="shipped", reader="demo") for one in shipped.corpus()
    ]
    Library(study).add(documents, shipped.PASSAGE_WORDS)
    study.golden.write_text(shipped.golden_text())
    return study


@pytest.fixture
def model(messages_api: MessagesServer) -> MessagesServer:
    """The service, answering as the double does."""
    messages_api.answer = model_double.answer
    return messages_api


TABLES = {
    "generation": "run, case_id, answer_id, refused, widened, retrieved",
    "analysis": "run, case_id, claims, markers, quotes, relevance, contradicts",
    "citation": "uid, claim_start, claim_end, source",
    "verdict": "uid, support, category, evidence, reason, raw, sha256",
    "search": "run, case_id, claim_id, judge_id, supported_by_retrieved, passage_id",
    "case_score": "run, case_id, judge_id, scores",
}
"""What two databases of the same run must have in common: all but times, numbers of rows, costs."""


def content(workspace: Workspace) -> dict[str, str]:
    """A hash of each table's content; of the scores, those that hold."""
    connection = sqlite3.connect(workspace.database)
    found = {}
    for table, columns in TABLES.items():
        where = (
            " WHERE seq IN (SELECT max(seq) FROM case_score GROUP BY run, case_id, judge_id)"
            if table == "case_score"
            else ""
        )
        rows = sorted(map(repr, connection.execute(f"SELECT {columns} FROM {table}{where}")))
        found[table] = f"{len(rows)} {hashlib.sha256(chr(10).join(rows).encode()).hexdigest()[:16]}"
    connection.close()
    return found


def rows(workspace: Workspace, sql: str) -> list[tuple[Any, ...]]:
    """The rows of a query."""
    connection = sqlite3.connect(workspace.database)
    try:
        return connection.execute(sql).fetchall()
    finally:
        connection.close()


def every_byte(folder: Path) -> bytes:
    """All files of a folder, one after the other."""
    return b"".join(path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file())


def scores(workspace: Workspace) -> dict[tuple[str, str], Any]:
    """The scores that hold, by run and case."""
    found = {}
    for run, case_id, text in rows(
        workspace, "SELECT run, case_id, scores FROM case_score ORDER BY seq"
    ):
        found[run, case_id] = json.loads(text)
    return found
