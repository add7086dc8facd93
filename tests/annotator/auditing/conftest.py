"""The audit's browser on a study of twelve verdicts, with findings that the test makes up."""

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass

import pytest
from textual.pilot import Pilot

from annotator.auditing import keys
from annotator.auditing.app import AuditingApp
from annotator.auditing.desk import Desk
from annotator.auditing.findings import Findings, Found, Group
from annotator.auditing.sitting import Sitting
from corpus.workspace import Workspace
from labels.store import audits, database
from labels.store.audits import AuditDecision
from tests.annotator.stillness import idle, text_of


def found(study: Workspace, *numbers: int) -> tuple[Found, ...]:
    """One finding of each of these citations."""
    with database.opened(study) as connection:
        rows = {row["case_id"]: row for row in connection.execute("SELECT * FROM citation")}
    return tuple(
        Found(
            subject=("citation", "base", f"q{number}", rows[f"q{number}"]["uid"]),
            where=f"base q{number} c{number} → doc:{number}",
            detail=f"the claim is “{number}”",
            items=(rows[f"q{number}"]["item_id"],),
            state=None,
        )
        for number in numbers
    )


def group(what: str, findings: tuple[Found, ...]) -> Group:
    """A fault with its findings."""
    return Group(
        signature=f"{sum(map(ord, what)):08x}",
        detector="claim_without_word",
        severity="grave",
        what=what,
        looks_for="A claim without a word.",
        distorts="A judge fails what says nothing.",
        example="[a:1], [a:2]",
        findings=findings,
    )


@dataclass
class Browsing:
    """The running app, and what a test wants to know of it."""

    app: AuditingApp
    pilot: Pilot[None]
    workspace: Workspace

    async def press(self, *names: str) -> None:
        """Press keys one after the other, each once all that the one before set off is done."""
        for name in names:
            await self.pilot.press(name)
            await self.idle()

    async def idle(self) -> None:
        """Wait until what was set off is done and painted."""
        await idle(self.pilot)

    @property
    def text(self) -> str:
        """All that can be read on the terminal now."""
        return text_of(self.app)

    @property
    def decisions(self) -> list[AuditDecision]:
        """What is stored."""
        with database.opened(self.workspace) as connection:
            return audits.decisions(connection)


Browse = Callable[..., AbstractAsyncContextManager[Browsing]]


@pytest.fixture
def browse() -> Browse:
    """Open the browser: `async with browse(study, group, group) as browsing`."""

    @asynccontextmanager
    async def open_app(
        workspace: Workspace,
        *groups: Group,
        withheld: int = 0,
        size: tuple[int, int] = (100, 40),
        own_keys: Mapping[str, str] | None = None,
    ) -> AsyncIterator[Browsing]:
        with Desk(workspace, "eve") as desk:
            sitting = Sitting(
                desk=desk,
                findings=Findings(groups=groups, withheld=withheld, open_samples=("pilot",)),
                auditor="eve",
                keymap=keys.keymap(own_keys or {}, workspace.settings),
            )
            app = AuditingApp(sitting)
            async with app.run_test(size=size) as pilot:
                browsing = Browsing(app, pilot, workspace)
                await browsing.idle()
                yield browsing

    return open_app
