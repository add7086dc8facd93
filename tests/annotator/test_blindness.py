"""Nothing on any screen, and nothing in the process, tells what the judge said."""

import random
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from corpus.document import Document, Part
from corpus.readers.source import SourceDocument
from corpus.storage.library import Library
from corpus.workspace import Workspace
from tests.annotator.conftest import Sit
from tests.annotator.stillness import still

_IMPORT = """
import sys
from pathlib import Path
from annotator.labelling import app, changed_rubric, going, tutorial
from annotator.labelling import session, note, help, rubric, screen
from annotator.plain import session
from corpus.workspace import Workspace
from labels.rubric import in_force
from labels.store.queue import open_queue
workspace = Workspace(Path(sys.argv[1]))
with open_queue(workspace, None, "ann", in_force(workspace)) as queue:
    queue.item(queue.next_id())
print(*sorted(sys.modules), sep="\\n")
"""
_FORBIDDEN = (
    "labels.verdict",
    "labels.sampling",
    "labels.calibration",
    "labels.interchange",
    "labels.commands",
    "labels.store.samples",
    "labels.store.frame",
    "labels.store.verdicts",
    "labels.store.calibration",
    "labels.store.integrity",
    "evaluator",
    "reports",
    "anthropic",
    "pandas",
    "sklearn",
    "scipy",
    "numpy",
    "sqlite_utils",
    "rank_bm25",
)
_LOOKING = """
from annotator.labelling import marking, search
from annotator.labelling.study_corpus import StudyCorpus
StudyCorpus(workspace).search("words", None)
print(*sorted(sys.modules), sep="\\n")
"""


def modules(script: str, study: Workspace) -> list[str]:
    command = [sys.executable, "-c", script, str(study.root)]
    repository = Path(__file__).parents[2]
    ran = subprocess.run(command, capture_output=True, text=True, check=True, cwd=repository)
    return ran.stdout.split()


def test_the_process_holds_no_module_that_knows_a_verdict(twelve: Workspace) -> None:
    loaded = modules(_IMPORT, twelve)
    assert "annotator.labelling.app" in loaded
    found = [m for m in loaded if m.startswith(tuple(f"{f}." for f in _FORBIDDEN))]
    assert not found + [m for m in loaded if m in _FORBIDDEN]
    # What looking closer needs is not paid for at the start.
    late = ("corpus.storage", "corpus.retrieval", "corpus.tokens", "corpus.chunking")
    assert not [m for m in loaded if m.startswith(late)]


def test_nor_once_the_corpus_has_been_searched(twelve: Workspace) -> None:
    loaded = modules(_IMPORT + _LOOKING, twelve)
    assert "corpus.retrieval" in loaded
    ours = tuple(f for f in _FORBIDDEN if f.startswith(("labels", "evaluator", "reports")))
    assert not [m for m in loaded if m.startswith((*ours, "anthropic"))]


_STEPS = (
    ["1"], ["3"], ["escape"], ["3", "p"], ["b"], ["1"], ["s"], ["t"], ["x", "ctrl+s"], ["2"],
    ["question_mark"], ["escape"], ["r"], ["escape"], ["ctrl+p"], ["escape"], ["j"], ["1"], ["u"],
    ["c"], ["c", "h"], ["e"], ["right", "space", "full_stop"], ["enter"],
    ["slash"], [*"number", "enter"], ["tab"], ["enter"], ["f"], ["escape"],
    ["escape"], ["3"], ["slash"], ["escape", "c"], ["escape"],
    ["g"], ["escape"], ["g"], ["f"], ["enter"], ["2"],
    ["1"], ["1"], ["1"], ["1"], ["1"], ["1"], ["1"], ["1"], ["u"], ["1"],
)  # fmt: skip


@pytest.mark.parametrize(("size", "seed"), [((80, 24), 0), ((120, 40), 1)])
async def test_other_verdicts_leave_every_screen_byte_for_byte_the_same(
    sit: Sit, twelve_drawn: Workspace, tmp_path: Path, size: tuple[int, int], seed: int
) -> None:
    library = Library(twelve_drawn)
    library.add([_document(name) for name in ("doc", "other")], words=20)
    root = tmp_path / "twin" / "study"
    shutil.copytree(twelve_drawn.root, root)
    twin = Workspace(root)
    _permute(twin.database, seed)
    shots: list[list[str]] = []
    for workspace in (twelve_drawn, twin):
        shots.append([])
        async with sit(workspace, size=size) as sitting:
            shots[-1].append(await still(sitting.pilot))
            for step in _STEPS:
                await sitting.press(*step)
                shots[-1].append(await still(sitting.pilot))
            assert "12 of 12 done" in sitting.text
    assert len(set(shots[0])) > 30
    for number, (true, permuted) in enumerate(zip(*shots, strict=True)):
        assert true == permuted, f"after step {number}"


def _document(name: str) -> SourceDocument:
    """A document of which `doc:0` to `doc:11` are passages, to look around and to search in."""
    sentence = "This is sentence number {} of twenty words, so that each of them is cut into a "
    text = " ".join(f"{sentence.format(n)} passage of the {name} alone." for n in range(12))
    document = Document(
        id=name, title=name, text=text, parts=(Part(kind="text", start=0, end=len(text)),)
    )
    return SourceDocument(document=document, source=f"{name}.txt", reader="text", size=len(text))


def _permute(database: Path, seed: int) -> None:
    """Other verdicts, judges, reasons, runs, strata and configurations for the same items."""
    chance = random.Random(seed)
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        triggers = connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        for (name,) in triggers.fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        connection.execute("PRAGMA foreign_keys = OFF")
        uids = [uid for (uid,) in connection.execute("SELECT uid FROM verdict ORDER BY uid")]
        for uid in uids:
            support = chance.choice(["supported", "partial", "unsupported", None])
            category = chance.choice(["wrong_document", "unsupported_claim", None])
            if support in ("supported", None):
                category = None
            connection.execute(
                "UPDATE verdict SET support = ?, category = ?, evidence = ?, reason = ?, raw = ?, "
                "judge_id = ? WHERE uid = ?",
                [support, category, *(str(chance.random()) for _ in range(4)), uid],
            )
        word = f"other-{seed}"
        connection.execute("UPDATE judge SET id = ?, name = ?, provenance = '{}'", [word, word])
        connection.execute("UPDATE run SET name = ?, source = ?", [word, word])
        connection.execute(
            "UPDATE citation SET run = ?, config = ?, case_id = case_id || ?, fields = ?",
            [word, word, word, f'{{"x": "{word}"}}'],
        )
        connection.execute("UPDATE stratum SET name = name || ?", [word])
        # Whether anything was left out of the draw is told; how much is not.
        connection.execute("UPDATE stratum SET size = size + 5 WHERE size > drawn")
        connection.execute("UPDATE sample_member SET stratum = stratum || ?", [word])
        connection.execute("UPDATE sample_manifest SET manifest = ?", [word])


async def test_the_sample_and_its_run_are_not_named_on_the_screen(
    sit: Sit, twelve: Workspace
) -> None:
    async with sit(twelve, size=(120, 40)) as sitting:
        for name in ("pilot", "base", "strict", "judge-a"):
            assert name not in sitting.text
