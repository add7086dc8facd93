"""A page on which findings are decided on: ask why, keep it, show what holds now."""

from collections.abc import Iterable
from typing import Any

from textual import getters
from textual.screen import Screen

from annotator.auditing.desk import DecidedMeanwhileError
from annotator.auditing.findings import Found, Group
from annotator.auditing.sitting import Sitting
from annotator.widgets.message_line import MessageLine
from corpus.errors import StoreError
from labels.store.audits import AuditKind

_ASKED = {
    AuditKind.CONFIRMED: "a fault of the harness",
    AuditKind.DISMISSED: "no fault",
    AuditKind.WITHDRAWN: "taken back",
}
_SAID = {
    AuditKind.CONFIRMED: "confirmed",
    AuditKind.DISMISSED: "dismissed: they count on",
    AuditKind.WITHDRAWN: "open again",
}


class DecidingScreen(Screen[Any]):
    """The part of a page that decides; which findings are meant is for the page itself."""

    message = getters.query_one(MessageLine)

    _sitting: Sitting

    def meant(self, kind: AuditKind) -> tuple[Group, tuple[Found, ...]] | None:
        """The findings that a decision is on now; None where there is none to decide on."""
        raise NotImplementedError

    def decided(self, group: Group) -> None:
        """Show a group as it is now."""
        raise NotImplementedError

    def action_decide(self, kind: str) -> None:
        """A fault of the harness, none, or open again."""
        self._ask(AuditKind(kind))

    def _ask(self, kind: AuditKind) -> None:
        from annotator.labelling.note import NoteScreen

        if (meant := self.meant(kind)) is None:
            nothing = "decided" if kind is AuditKind.WITHDRAWN else "open"
            self.message.say(f"Nothing here is {nothing}.")
            return
        group, findings = meant

        def answered(reason: str | None) -> None:
            if reason is not None:
                self.run_worker(self._decide(group, findings, kind, reason), group="desk")

        count = "This finding" if len(findings) == 1 else f"These {len(findings):,} findings"
        page = NoteScreen(
            f"{count}: {_ASKED[kind]}. Why?",
            "",
            True,
            self._sitting.keymap,
            hint="It is kept with your name, and audit history shows it.",
            missing="Give the reason in a few words, then save.",
        )
        self.app.push_screen(page, answered)

    async def _decide(
        self, group: Group, findings: tuple[Found, ...], kind: AuditKind, reason: str
    ) -> None:
        try:
            await self._sitting.desk.call(lambda books: books.decide(group, findings, kind, reason))
        except DecidedMeanwhileError as error:
            for subject, now in error.now.items():
                group = group.decided({subject}, now)
            self.decided(group)
            self.message.say(str(error), error=True)
            return
        except StoreError as error:
            self.message.say(f"Not kept. {error}", error=True)
            return
        state = None if kind is AuditKind.WITHDRAWN else kind
        self.decided(group.decided({one.subject for one in findings}, state))
        voids = kind is AuditKind.CONFIRMED and any(one.subject[0] != "nothing" for one in findings)
        effect = ": what is void counts in no figure" if voids else ""
        self.message.say(f"{len(findings):,} {_SAID[kind]}{effect}.")


def in_state(findings: Iterable[Found], kind: AuditKind) -> tuple[Found, ...]:
    """Those that such a decision can be on: open ones; to take back, decided ones."""
    is_open = kind is not AuditKind.WITHDRAWN
    return tuple(one for one in findings if (one.state is None) is is_open)
