"""The adjudicating app on twelve items of which people left five open."""

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field

import pytest
from textual.pilot import Pilot

from annotator.adjudicating import sitting
from annotator.adjudicating.app import AdjudicatingApp
from annotator.adjudicating.desk import Desk
from annotator.adjudicating.screen import AdjudicationScreen
from annotator.labelling import keys
from annotator.labelling.colours import AS_SHIPPED, Colours
from corpus.workspace import Workspace
from labels import rubric
from labels.adjudication import AdjudicationEvent
from labels.label import EventKind, LabelEvent, LabelSource
from labels.outcome import Category, Choice, HarnessBug
from labels.store import adjudications, database, events
from labels.store.adjudication_queue import open_adjudication
from labels.store.queue import Decision, open_queue
from tests.annotator.conftest import Clock
from tests.annotator.stillness import painted, text_of

SUPPORTED = Decision(choice=Choice.SUPPORTED)
PARTIAL = Decision(choice=Choice.PARTIAL)
ELSEWHERE = Decision(choice=Choice.UNSUPPORTED, category=Category.WRONG_DOCUMENT)
CANNOT = Decision(choice=Choice.CANNOT_JUDGE)
FRAGMENT = Decision(choice=Choice.HARNESS_BUG, bug=HarnessBug.CLAIM_FRAGMENT)

ANN = {0: SUPPORTED, 1: PARTIAL, 2: CANNOT, 3: SUPPORTED, 4: SUPPORTED, 5: CANNOT, 6: PARTIAL}
BOB = {0: PARTIAL, 1: ELSEWHERE, 2: SUPPORTED, 3: FRAGMENT, 4: SUPPORTED, 5: CANNOT}
DIFFER = {0, 1, 2, 3}
NOBODY = {5}
NOTES = {"ann": "Ann read [all] of it.", "bob": "Bob found a half."}


def items_by_number(study: Workspace) -> dict[int, str]:
    """The items' ids by the number in their claim."""
    with database.opened(study) as connection:
        rows = connection.execute("SELECT id, claim FROM item").fetchall()
    return {int(row["claim"].split()[2]): row["id"] for row in rows}


def say(study: Workspace, name: str, said: Mapping[int, Decision]) -> None:
    """What one person says of items by number."""
    ids = items_by_number(study)
    with open_queue(study, None, name, rubric.in_force(study)) as queue:
        for number, decision in said.items():
            assert queue.label(ids[number], decision, 1.0)


def note(study: Workspace, name: str, number: int, text: str, evidence: str = "") -> None:
    """What one person remarks of an item, and which words of the passage they mark."""
    item_id = items_by_number(study)[number]
    with database.opened(study) as connection:
        passage = connection.execute("SELECT passage FROM item WHERE id = ?", [item_id])
        start = passage.fetchone()["passage"].index(evidence) if evidence else None
        remark = LabelEvent(
            seq=0,
            sample="pilot",
            item_id=item_id,
            annotator=name,
            kind=EventKind.NOTE,
            note=text,
            evidence=evidence or None,
            evidence_start=start,
            evidence_end=None if start is None else start + len(evidence),
            rubric=rubric.in_force(study).version,
            source=LabelSource.LABELLER,
            tool_version="0",
            created_at="",
            previous="",
        )
        events.append(connection, [remark])


@pytest.fixture
def disputed(twelve: Workspace) -> Workspace:
    """Items 0 to 3: ann and bob differ; 5: neither could judge; 4 and 6 are settled."""
    say(twelve, "ann", ANN)
    say(twelve, "bob", BOB)
    note(twelve, "ann", 0, NOTES["ann"], "number 0")
    note(twelve, "bob", 0, NOTES["bob"], "says")
    return twelve


def decisions(study: Workspace) -> list[AdjudicationEvent]:
    """All adjudication events, oldest first."""
    with database.opened(study) as connection:
        return list(adjudications.read(connection, "pilot"))


@dataclass
class Seat:
    """The running app, and what a test wants to know of it."""

    app: AdjudicatingApp
    pilot: Pilot[None]
    workspace: Workspace
    clock: Clock = field(default_factory=Clock)

    async def press(self, *names: str) -> None:
        """Press keys one after the other, each once the one before has taken effect."""
        for name in names:
            await self.pilot.press(name)
            await self.settle()

    async def settle(self) -> None:
        """Wait until what was decided is stored and its successor painted."""
        await self.pilot.pause()
        while self.screen.busy and self.app.is_running:
            await self.pilot.pause(0.005)
        await painted(self.pilot)

    async def go_to(self, number: int) -> None:
        """Put items off until the one of this number is shown."""
        for _ in range(20):
            if self.number == number:
                return
            await self.press("s")
        raise AssertionError(f"item {number} never came")

    @property
    def screen(self) -> AdjudicationScreen:
        """The adjudicating screen, whatever page lies over it."""
        screen = self.app.screen_stack[0]
        assert isinstance(screen, AdjudicationScreen)
        return screen

    @property
    def text(self) -> str:
        """All that can be read on the terminal now."""
        return text_of(self.app)

    @property
    def number(self) -> int:
        """The number of the item that is shown."""
        assert self.screen.turn.dispute is not None
        return int(self.screen.turn.dispute.item.claim.split()[2])

    def letter_of(self, decision: Decision) -> str:
        """Who of A, B, C … says this."""
        assert self.screen.turn.dispute is not None
        said = [label.decision for label in self.screen.turn.dispute.labels]
        return "ABC"[said.index(decision)]

    @property
    def events(self) -> list[AdjudicationEvent]:
        """What is stored, oldest first."""
        return decisions(self.workspace)


TakeSeat = Callable[..., AbstractAsyncContextManager[Seat]]


@pytest.fixture
def seat() -> TakeSeat:
    """Open the adjudicating app: `async with seat(study, size=(80, 24)) as seat`."""

    @asynccontextmanager
    async def open_app(
        workspace: Workspace,
        *,
        adjudicator: str = "carla",
        size: tuple[int, int] = (80, 24),
        own_keys: Mapping[str, str] | None = None,
        also_labelled: bool = False,
        colours: Colours = AS_SHIPPED,
    ) -> AsyncIterator[Seat]:
        in_force = rubric.in_force(workspace)
        clock = Clock()
        keymap = keys.keymap(own_keys or {}, workspace.settings)
        with Desk(
            lambda: open_adjudication(
                workspace, None, adjudicator, in_force, also_labelled=also_labelled
            )
        ) as desk:
            opened = sitting.Sitting(
                desk=desk,
                first=desk.turn(),
                adjudicator=desk.store.adjudicator,
                labelled=desk.store.labelled,
                rubric=in_force,
                keymap=keymap,
                colours=colours,
                clock=clock,
            )
            app = AdjudicatingApp(opened)
            async with app.run_test(size=size) as pilot:
                seen = Seat(app, pilot, workspace, clock)
                await seen.settle()
                yield seen

    return open_app
