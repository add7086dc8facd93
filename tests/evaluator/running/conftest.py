"""A study with golden questions, and a model service on loopback that answers them."""

import hashlib
import json
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from corpus.readers.source import SourceDocument
from corpus.storage.library import Library
from corpus.workspace import Workspace
from evaluator.study import shipped
from evaluator.study.run import settings_text
from labels.store.creating import create
from tests.conftest import REPOSITORY, Ran
from tests.evaluator.running import model_double
from tests.messages_api import KEY, set_service
from tests.messages_server import MessagesServer, Seen


@pytest.fixture(scope="session")
def service() -> Iterator[MessagesServer]:
    """One service for all: its address is a part of what a judge is, and runs are copied."""
    with MessagesServer(keys=frozenset({KEY})) as server:
        yield server


@pytest.fixture
def messages_api(service: MessagesServer, monkeypatch: pytest.MonkeyPatch) -> MessagesServer:
    """The service as new, and the environment set so that it is called."""
    service.renew()
    set_service(service, monkeypatch)
    return service


@pytest.fixture
def model(messages_api: MessagesServer) -> MessagesServer:
    """The service, answering as the double does."""
    messages_api.answer = model_double.answer
    return messages_api


@pytest.fixture(scope="session")
def golden_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The study that `golden_study` is a copy of."""
    folder = tmp_path_factory.mktemp("golden") / "study"
    create(folder, settings_text())
    study = Workspace(folder)
    documents = [
        SourceDocument(document=one, source="shipped", reader="demo") for one in shipped.corpus()
    ]
    Library(study).add(documents, shipped.PASSAGE_WORDS)
    study.golden.write_text(shipped.golden_text())
    return folder


@pytest.fixture
def golden_study(golden_folder: Path, tmp_path: Path) -> Workspace:
    """The shipped documents and golden questions, and nothing run yet."""
    shutil.copytree(golden_folder, tmp_path / "study")
    return Workspace(tmp_path / "study")


@dataclass(frozen=True)
class WholeRun:
    """A run without any trouble, as every test of one finds it."""

    folder: Path
    printed: Ran
    seen: Seen
    """What the service saw of it."""


@pytest.fixture(scope="session")
def whole_run(
    golden_folder: Path, service: MessagesServer, tmp_path_factory: pytest.TempPathFactory
) -> WholeRun:
    """Run once, by a process of its own; `ran` gives each test a copy."""
    folder = tmp_path_factory.mktemp("whole") / "study"
    shutil.copytree(golden_folder, folder)
    service.renew()
    service.answer = model_double.answer
    with pytest.MonkeyPatch.context() as patch:
        set_service(service, patch)
        command = [sys.executable, "-m", "crosssource", "run", "--workspace", str(folder)]
        done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=REPOSITORY)
    return WholeRun(folder, Ran(0, done.stdout, done.stderr), deepcopy(service.seen))


@pytest.fixture
def ran(whole_run: WholeRun, golden_study: Workspace, model: MessagesServer) -> Ran:
    """What the run printed; it is in `golden_study`, and the service remembers it."""
    shutil.rmtree(golden_study.root)
    shutil.copytree(whole_run.folder, golden_study.root)
    model.seen = deepcopy(whole_run.seen)
    return whole_run.printed


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
