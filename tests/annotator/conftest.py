"""The labelling app on a study of twelve items, with a clock that the test sets."""

import os
import sqlite3
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pexpect
import pyte
import pytest
from textual.pilot import Pilot

from annotator.labelling import keys, sitting
from annotator.labelling.app import LabellingApp
from annotator.labelling.colours import AS_SHIPPED, Colours
from annotator.labelling.desk import Desk
from annotator.labelling.screen import LabelScreen
from annotator.labelling.study_corpus import StudyCorpus
from corpus.workspace import Workspace
from labels import rubric, sampling
from labels.assignment import Assignment
from labels.item import Citation, Item
from labels.outcome import Category, Support
from labels.store import database, samples, verdicts
from labels.store.frame import load_frame
from labels.store.queue import open_queue
from labels.verdict import Judge, Verdict
from tests.annotator.stillness import painted, rest, text_of

REPOSITORY = Path(__file__).parents[2]
MODERN = {"TERM": "xterm-256color", "COLORTERM": "truecolor"}

CitationOf = Callable[..., Citation]
StudyOf = Callable[..., Workspace]


@pytest.fixture(autouse=True)
def _short_rests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys of a pilot wait for the app to rest, in short steps."""
    for module in ("app", "pilot"):
        monkeypatch.setattr(f"textual.{module}.wait_for_idle", rest)


@pytest.fixture
def citation() -> CitationOf:
    """A citation by number; any text of it can be given."""

    def make(number: int = 0, **texts: str) -> Citation:
        claim = texts.get("claim", f"Claim number {number} holds.")
        return Citation(
            run="base",
            case_id=f"q{number}",
            claim_id=f"c{number}",
            item=Item(
                question=texts.get("question", f"What of question {number}?"),
                claim=claim,
                passage=texts.get("passage", f"Passage number {number} says so."),
            ),
            answer=texts.get("answer", f"First this. {claim} [doc:{number}] Then that."),
            cited=texts.get("cited", f"doc:{number}"),
            source=texts.get("source", f"Oak v. Elm, page {number}"),
            config="strict" if number % 2 else "baseline",
            importance=None,
            fields={},
        )

    return make


@pytest.fixture
def study_of(study: Workspace) -> StudyOf:
    """A study whose sample `pilot` holds all the citations given, or so many supported ones.

    `asked` is what is asked of people: an overlap, repeats.
    """

    def make(
        citations: Iterable[Citation], *, supported: int | None = None, **asked: Any
    ) -> Workspace:
        judged = [
            Verdict(
                citation=each,
                judge=Judge(name="judge-a"),
                support=list(Support)[number % 3],
                category=Category.WRONG_DOCUMENT if number % 3 == 2 else None,
                reason="So it is.",
                raw="raw",
            )
            for number, each in enumerate(citations)
        ]
        with database.opened(study) as connection, database.transaction(connection):
            source = verdicts.RunSource(run="base", origin="test", sha256="0")
            verdicts.record(connection, source, judged)
            frame = load_frame(connection, [], None)
            strata = sampling.draw(frame.verdicts, supported=supported, partial=None, by=[], seed=7)
            new = samples.NewSample(
                name="pilot",
                origin="drawn",
                seed=7,
                by=(),
                strata=strata,
                asked=Assignment(**asked),
            )
            samples.create(connection, frame, new, rubric.in_force(study))
        return study

    return make


@pytest.fixture
def twelve(study_of: StudyOf, citation: CitationOf) -> Workspace:
    """A study of twelve items."""
    return study_of(citation(number) for number in range(12))


@pytest.fixture
def twelve_drawn(study_of: StudyOf, citation: CitationOf) -> Workspace:
    """A study of fourteen citations, of which two supported ones were not drawn."""
    return study_of((citation(number) for number in range(14)), supported=3)


@dataclass
class Clock:
    """Stands still until it is set."""

    now: float = 0.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Sitting:
    """The running app, and what a test wants to know of it."""

    app: LabellingApp
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

    async def idle(self) -> None:
        """Wait until what was looked up in the corpus is on the screen."""
        await self.app.workers.wait_for_complete()
        await self.settle()

    @property
    def screen(self) -> LabelScreen:
        """The labelling screen, whatever page lies over it."""
        screen = self.app.screen_stack[0]
        assert isinstance(screen, LabelScreen)
        return screen

    @property
    def text(self) -> str:
        """All that can be read on the terminal now."""
        return text_of(self.app)

    @property
    def claim(self) -> str:
        """The claim that is being asked about."""
        item = self.screen.item_view.item
        assert item is not None
        return item.claim

    @property
    def events(self) -> list[sqlite3.Row]:
        """What is stored, oldest first."""
        return events_of(self.workspace)

    @property
    def last(self) -> dict[str, object]:
        """The last event's kind, choice, category and bug, those that it has."""
        row = self.events[-1]
        names = ("kind", "choice", "category", "bug")
        return {name: row[name] for name in names if row[name] is not None}


def events_of(workspace: Workspace) -> list[sqlite3.Row]:
    """All label events with their item's claim."""
    with database.opened(workspace) as connection:
        return connection.execute(
            "SELECT e.*, i.claim FROM label_event e JOIN item i ON i.id = e.item_id ORDER BY e.seq"
        ).fetchall()


Sit = Callable[..., AbstractAsyncContextManager[Sitting]]


@pytest.fixture
def sit() -> Sit:
    """Open the labelling app: `async with sit(study, size=(80, 24)) as sitting`."""

    @asynccontextmanager
    async def open_app(
        workspace: Workspace,
        *,
        annotator: str = "ann",
        size: tuple[int, int] = (80, 24),
        own_keys: Mapping[str, str] | None = None,
        theme: Colours = AS_SHIPPED,
        is_new: bool = False,
    ) -> AsyncIterator[Sitting]:
        in_force = rubric.in_force(workspace)
        clock = Clock()
        keymap = keys.keymap(own_keys or {}, workspace.settings)
        with Desk(lambda: open_queue(workspace, None, annotator, in_force)) as desk:
            opened = sitting.Sitting(
                desk=desk,
                first=desk.turn(),
                corpus=StudyCorpus(workspace),
                rubric=in_force,
                keymap=keymap,
                clock=clock,
                colours=theme,
                offers_tutorial=is_new,
            )
            app = LabellingApp(opened)
            async with app.run_test(size=size) as pilot:
                seen = Sitting(app, pilot, workspace, clock)
                await seen.settle()
                yield seen

    return open_app


@pytest.fixture
def terminal() -> Iterator["Open"]:
    """Start the command in a pseudo-terminal; whatever still runs at the end is killed."""
    started: list[Terminal] = []

    def start(
        workspace: Workspace | None,
        *arguments: str,
        size: tuple[int, int] = (80, 24),
        environment: Mapping[str, str] = MODERN,
        before: str = "",
        command: str = "label",
        module: str = "annotator.commands",
    ) -> Terminal:
        importing = f"{before}\nimport {module}; run = {module}.{command}"
        started.append(Terminal(workspace, arguments, size, environment, importing))
        return started[-1]

    yield start
    for each in started:
        each.child.close(force=True)


class Terminal:
    """A command of the annotators in a real pseudo-terminal, read by a terminal emulator.

    It is given a study, or none.
    """

    def __init__(
        self,
        workspace: Workspace | None,
        arguments: Iterable[str],
        size: tuple[int, int],
        environment: Mapping[str, str],
        importing: str,
    ):
        columns, rows = size
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self._painted = 0
        """Bytes so far; a change of style changes no text."""
        of_study = ["--workspace", str(workspace.root)] if workspace else []
        code = f"{importing}; run(prog_name='run')"
        self.child = pexpect.spawn(
            sys.executable,
            ["-c", code, *of_study, *arguments],
            dimensions=(rows, columns),
            cwd=str(REPOSITORY),
            env=os.environ | environment,
        )

    def read(self, seconds: float = 0.02) -> str:
        """Take in what has been painted; the text on the screen."""
        with suppress(pexpect.TIMEOUT, pexpect.EOF):
            painted = self.child.read_nonblocking(1 << 16, timeout=seconds)
            self._stream.feed(painted)
            self._painted += len(painted)
        return "\n".join(self.screen.display)

    def settle(self) -> None:
        """Read until nothing has been painted for a while, after something was."""
        painted, calm_for, calm_since = self._painted, 2.0, time.monotonic()
        while time.monotonic() < calm_since + calm_for:
            self.read(0.05)
            if self._painted != painted:
                painted, calm_for, calm_since = self._painted, 0.5, time.monotonic()

    def wait(self, words: str, seconds: float = 15) -> str:
        """Read until the words are on the screen."""
        end = time.monotonic() + seconds
        while words not in (text := self.read()):
            assert time.monotonic() < end, f"{words!r} never came:\n{text}"
        return text

    def end(self) -> str:
        """Wait for the end of the process; what is on the screen then."""
        while self.child.isalive() or self.child.flag_eof is False:
            text = self.read(0.1)
            if self.child.flag_eof:
                break
        self.child.wait()
        return text


Open = Callable[..., Terminal]
