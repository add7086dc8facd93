"""The authoring app on a study with a lease, a statute and a treatise."""

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass

import pytest
from textual import events
from textual.pilot import Pilot

from annotator.authoring import keys
from annotator.authoring.app import AuthoringApp
from annotator.authoring.desk import Books, Desk
from annotator.authoring.sitting import Sitting
from annotator.authoring.sources import Sources
from annotator.labelling.colours import AS_SHIPPED, Colours
from corpus.settings import Retrieval
from corpus.workspace import Workspace
from labels.collection.drafts import DraftBox
from labels.golden import GoldenQuestion, load_all
from tests.annotator.corpora import add_corpus
from tests.annotator.stillness import idle, text_of


@pytest.fixture
def leased(study: Workspace) -> Workspace:
    """A study with the small corpus and no question."""
    add_corpus(study)
    return study


@dataclass
class Writing:
    """The running app, and what a test wants to know of it."""

    app: AuthoringApp
    pilot: Pilot[None]
    workspace: Workspace

    async def press(self, *names: str) -> None:
        """Press keys one after the other, then wait until all they set off has happened."""
        await self.pilot.press(*names)
        await self.idle()

    async def idle(self) -> None:
        """Wait until what was set off is done and painted."""
        await idle(self.pilot)

    async def write(self, text: str) -> None:
        """Put a text into the field that has the focus, all at once as a terminal pastes it."""
        self.app.post_message(events.Paste(text))
        await self.idle()

    @property
    def text(self) -> str:
        """All that can be read on the terminal now."""
        return text_of(self.app)

    @property
    def questions(self) -> tuple[GoldenQuestion, ...]:
        """What is in `golden.jsonl`."""
        return load_all(self.workspace.golden)


Write = Callable[..., AbstractAsyncContextManager[Writing]]


@pytest.fixture
def write() -> Write:
    """Open the authoring app: `async with write(study, author="ann") as writing`."""

    @asynccontextmanager
    async def open_app(
        workspace: Workspace,
        *,
        author: str = "ann",
        size: tuple[int, int] = (100, 30),
        own_keys: Mapping[str, str] | None = None,
        theme: Colours = AS_SHIPPED,
    ) -> AsyncIterator[Writing]:
        with Desk(workspace, author) as desk:
            opened = Sitting(
                desk=desk,
                first=desk.at_once(Books.overview),
                sources=Sources(workspace, Retrieval()),
                author=author,
                keymap=keys.keymap(own_keys or {}, workspace.settings),
                colours=theme,
            )
            app = AuthoringApp(opened)
            async with app.run_test(size=size) as pilot:
                opened.sources.describe()  # the index is built
                writing = Writing(app, pilot, workspace)
                await writing.idle()
                yield writing

    return open_app


def drafts_of(workspace: Workspace, author: str = "ann") -> list[str]:
    """The questions of the drafts that are on disk, as another process would read them."""
    with DraftBox(workspace.golden_drafts, author) as box:
        return [draft.text.question for draft in box.drafts]
