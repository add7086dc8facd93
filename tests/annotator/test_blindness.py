"""Nothing on any screen, and nothing in the process, tells what the judge said."""

import random
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from corpus.workspace import Workspace
from tests.annotator.conftest import Sit, Sitting

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


def test_the_process_holds_no_module_that_knows_a_verdict(twelve: Workspace) -> None:
    command = [sys.executable, "-c", _IMPORT, str(twelve.root)]
    repository = Path(__file__).parents[2]
    ran = subprocess.run(command, capture_output=True, text=True, check=True, cwd=repository)
    loaded = ran.stdout.split()
    assert "annotator.labelling.app" in loaded
    found = [m for m in loaded if m.startswith(tuple(f"{f}." for f in _FORBIDDEN))]
    assert not found + [m for m in loaded if m in _FORBIDDEN]


_STEPS = (
    ["1"], ["3"], ["escape"], ["3", "p"], ["b"], ["1"], ["s"], ["t"], ["x", "ctrl+s"], ["2"],
    ["question_mark"], ["escape"], ["r"], ["escape"], ["ctrl+p"], ["escape"], ["j"], ["1"], ["u"],
    ["g"], ["escape"], ["g"], ["f"], ["enter"], ["2"],
    ["1"], ["1"], ["1"], ["1"], ["1"], ["1"], ["1"], ["1"], ["u"], ["1"],
)  # fmt: skip


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_other_verdicts_leave_every_screen_byte_for_byte_the_same(
    sit: Sit, twelve: Workspace, tmp_path: Path, size: tuple[int, int]
) -> None:
    twins = []
    for seed in range(2):
        root = tmp_path / f"twin{seed}" / "study"
        shutil.copytree(twelve.root, root)
        twins.append(Workspace(root))
        _permute(twins[-1].database, seed)
    shots: list[list[str]] = []
    for workspace in (twelve, *twins):
        shots.append([])
        async with sit(workspace, size=size) as sitting:
            shots[-1].append(await _still(sitting))
            for step in _STEPS:
                await sitting.press(*step)
                shots[-1].append(await _still(sitting))
            assert "12 of 12 done" in sitting.text
    assert len(set(shots[0])) > 15
    for number, (true, first, second) in enumerate(zip(*shots, strict=True)):
        assert true == first, f"after step {number}"
        assert true == second, f"after step {number}"


async def _still(sitting: Sitting) -> str:
    """The screen once what was said is stored and nothing changes, however busy the machine is."""
    frames = [sitting.app.export_screenshot()]
    while len(frames) < 4 or len(set(frames[-4:])) > 1:
        # A write that takes its time is told ("Saving…"), and stands still meanwhile.
        await sitting.app.workers.wait_for_complete()
        await sitting.pilot.pause(0.05)
        frames.append(sitting.app.export_screenshot())
        assert len(frames) < 200, "the screen never came to rest"
    return frames[-1]


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
        connection.execute("UPDATE stratum SET name = name || ?, size = size + 5", [word])
        connection.execute("UPDATE sample_member SET stratum = stratum || ?", [word])
        connection.execute("UPDATE sample_manifest SET manifest = ?", [word])


async def test_the_sample_and_its_run_are_not_named_on_the_screen(
    sit: Sit, twelve: Workspace
) -> None:
    async with sit(twelve, size=(120, 40)) as sitting:
        for name in ("pilot", "base", "strict", "judge-a"):
            assert name not in sitting.text
