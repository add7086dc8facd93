"""Nothing on any screen of an adjudicator, and nothing in the process, tells what the judge said.

Nor does anything tell who said what: with the people's names changed, the screens are the same.
"""

import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from corpus.workspace import Workspace
from labels import rubric
from labels.store.adjudication_queue import open_adjudication
from tests.annotator.adjudicating.conftest import TakeSeat
from tests.annotator.stillness import still
from tests.annotator.test_blindness import _FORBIDDEN, _permute

_IMPORT = """
import sys
from pathlib import Path
from annotator.adjudicating import app, session, help, screen
from corpus.workspace import Workspace
from labels.rubric import in_force
from labels.store.adjudication_queue import open_adjudication
workspace = Workspace(Path(sys.argv[1]))
with open_adjudication(workspace, None, "carla", in_force(workspace)) as queue:
    queue.dispute(queue.next_id())
print(*sorted(sys.modules), sep="\\n")
"""


def test_the_process_holds_no_module_that_knows_a_verdict(disputed: Workspace) -> None:
    command = [sys.executable, "-c", _IMPORT, str(disputed.root)]
    repository = Path(__file__).parents[3]
    ran = subprocess.run(command, capture_output=True, text=True, check=True, cwd=repository)
    loaded = ran.stdout.split()
    assert "annotator.adjudicating.app" in loaded
    forbidden = (*_FORBIDDEN, "labels.store.adjudicated")
    found = [m for m in loaded if m.startswith(tuple(f"{f}." for f in forbidden))]
    assert not found + [m for m in loaded if m in forbidden]


_STEPS = (
    ["A"], ["3"], ["escape"], ["3", "p"], ["x", "ctrl+s"], ["b"], ["1"], ["escape"], ["escape"],
    ["m"], ["m"], ["s"], ["question_mark"], ["escape"], ["r"], ["escape"], ["ctrl+p"], ["escape"],
    ["B"], ["u"], ["j"], ["y", "ctrl+s"], ["A"], ["A"], ["u"], ["A"],
)  # fmt: skip


@pytest.mark.parametrize(("size", "seed"), [((80, 24), 0), ((120, 40), 1)])
async def test_other_verdicts_leave_every_screen_byte_for_byte_the_same(
    seat: TakeSeat, disputed: Workspace, tmp_path: Path, size: tuple[int, int], seed: int
) -> None:
    root = tmp_path / "twin" / "study"
    shutil.copytree(disputed.root, root)
    twin = Workspace(root)
    _permute(twin.database, seed)
    shots: list[list[str]] = []
    for workspace in (disputed, twin):
        shots.append([])
        async with seat(workspace, size=size) as at:
            shots[-1].append(await still(at.pilot))
            for step in _STEPS:
                await at.press(*step)
                shots[-1].append(await still(at.pilot))
            assert "5 of 5 decided" in at.text
    assert len(set(shots[0])) > 15
    for number, (true, permuted) in enumerate(zip(*shots, strict=True)):
        assert true == permuted, f"after step {number}"


def test_the_open_connection_refuses_verdicts_and_names(disputed: Workspace) -> None:
    with open_adjudication(disputed, None, "carla", rubric.in_force(disputed)) as queue:
        for statement in (
            "SELECT support FROM verdict",
            "SELECT stratum FROM sample_member",
            "SELECT name FROM judge",
            "SELECT config FROM citation",
            "SELECT annotator FROM label_event",
        ):
            with pytest.raises(sqlite3.DatabaseError, match=r"prohibited|not auth"):
                queue._connection.execute(statement).fetchall()


async def test_no_name_of_a_labeller_is_in_the_process(seat: TakeSeat, disputed: Workspace) -> None:
    """Names that would be found anywhere: on a screen, in a turn, in the queue's own state."""
    names = {"ann": "Quetzalcoatl", "bob": "Xolotl"}
    with closing(sqlite3.connect(disputed.database)) as connection:
        connection.execute("DROP TRIGGER label_event_refuses_update")
        for name, other in names.items():
            connection.execute(
                "UPDATE label_event SET annotator = ?, origin = ? WHERE annotator = ?",
                [other, f"{other}.csv", name],
            )
        connection.commit()
    async with seat(disputed, size=(120, 40)) as at:
        seen = [at.text, repr(at.screen.turn)]
        queue = at.screen._desk.store
        seen += [repr(queue._labels._people), repr(queue._labels._remarks)]
        while at.screen.turn.dispute is not None:
            await at.press("A")
            seen += [at.text, repr(at.screen.turn)]
    assert not any(name in text for name in names.values() for text in seen)
