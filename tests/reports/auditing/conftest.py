"""The demo's study, made once: labelled from its planted truth, its sample closed."""

import shutil
from pathlib import Path

import pytest

from benchmarks.audit_detectors import demo
from benchmarks.longer_passages import with_longer_passages
from benchmarks.planted_faults import clean
from corpus.workspace import Workspace
from labels.store import database
from reports.auditing.evidence import Study
from reports.auditing.gathering import gather


@pytest.fixture(scope="session")
def _demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return demo(tmp_path_factory.mktemp("audited") / "demo")


@pytest.fixture
def audited(_demo: Path, tmp_path: Path) -> Workspace:
    """The demo, to be changed at will."""
    shutil.copytree(_demo, tmp_path / "demo")
    return Workspace(tmp_path / "demo")


@pytest.fixture(scope="session")
def evidence(_demo: Path) -> Study:
    """What the detectors see of the demo, its own six bugs among it."""
    workspace = Workspace(_demo)
    with database.opened(workspace) as connection:
        return gather(connection, workspace)


@pytest.fixture(scope="session")
def sound(evidence: Study) -> Study:
    """The demo without the answers that hold a bug, in passages as long as a new study's."""
    return with_longer_passages(clean(evidence))
