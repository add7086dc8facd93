"""The findings of one fault, one by one, each with its whole packet."""

from collections.abc import Sequence
from typing import ClassVar

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container, Horizontal
from textual.content import Content
from textual.geometry import Size
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from annotator.auditing import keys
from annotator.auditing.deciding import DecidingScreen, in_state
from annotator.auditing.findings import Found, Group
from annotator.auditing.packet import packet_text
from annotator.auditing.sitting import Sitting
from annotator.labelling import layout, steps
from annotator.labelling.key_names import key_text
from annotator.widgets.message_line import MessageLine
from annotator.widgets.reading import Studied
from corpus.errors import InputError, StoreError
from corpus.presenting import one_line
from corpus.visible import visible
from labels.store.audits import AuditKind

_STATE = {None: " ", AuditKind.CONFIRMED: "✓", AuditKind.DISMISSED: "✗"}
"""Before each finding: what was decided of it."""


class FindingsScreen(DecidingScreen):
    """A decision here is on the finding that is chosen; gives the group as it is once left."""

    BINDINGS: ClassVar[list[BindingType]] = list(keys.FINDINGS)
    AUTO_FOCUS = "#findings"

    listed = getters.query_one("#findings", OptionList)
    packet = getters.query_one("#packet", Studied)

    def __init__(self, sitting: Sitting, group: Group, size: Size) -> None:
        """Make the screen for a terminal of that size."""
        super().__init__(classes=" ".join(layout.classes(size)))
        self._sitting = sitting
        self._group = group
        self._read: Found | None = None
        """Whose packet is shown."""
        self._hidden: Sequence[str] = ()
        """The samples that were not revealed: the finding's item's, else those of the items that
        were judged together with it."""
        self._asked: Sequence[str] = ()
        """Those of which the person was asked whether they are to be."""

    def compose(self) -> ComposeResult:
        """Textual's: which fault, its findings, the packet of the chosen one, what can be done."""
        with Horizontal(id="top"):
            yield Static(id="progress")
            yield Static(Content(visible(f"{self._sitting.auditor} · audit")), id="who")
        with Container(id="both"):
            yield OptionList(id="findings", markup=False)
            yield Studied(id="packet")
        yield MessageLine()
        yield steps.choices(keys.FINDINGS, self._sitting.keymap, column_width=14, id="commands")

    def on_mount(self) -> None:
        """Textual's: the first finding."""
        self._show()

    @property
    def found(self) -> Found | None:
        """What the list stands on."""
        at = self.listed.highlighted
        return self._group.findings[at] if at is not None else None

    def _show(self) -> None:
        stood = self.listed.highlighted or 0
        group = self._group
        told = f"{group.detector}: {group.what} · {group.count(None):,} open"
        self.query_one("#progress", Static).update(Content(visible(told)))
        self.listed.clear_options()
        self.listed.add_options(Option(finding_line(one)) for one in group.findings)
        self.listed.highlighted = min(stood, len(group.findings) - 1)

    @on(OptionList.OptionHighlighted)
    def read(self) -> None:
        """Fetch the packet of the chosen finding."""
        found = self.found
        if found is not None and (self._read is None or found.subject != self._read.subject):
            self._read = found
            self.run_worker(self._fetch(found), group="packet", exclusive=True)

    async def _fetch(self, found: Found) -> None:
        try:
            packet = await self._sitting.desk.call(lambda books: books.packet(found))
        except StoreError as error:
            self.message.say(str(error), error=True)
            return
        self._hidden, self._asked = packet.hidden or packet.hidden_beside, ()
        title = Content(visible(one_line(found.where, 100)))
        key = key_text(self._sitting.keymap["audit_reveal"])
        self.packet.show(title, packet_text(found.where, found.detail, packet, key))

    def action_reveal(self) -> None:
        """Show what the judge and people said, at the second press."""
        if not self._hidden:
            self.message.say("Nothing of it is hidden.")
        elif self._asked != self._hidden:
            self._asked = self._hidden
            key = key_text(self._sitting.keymap["audit_reveal"])
            self.message.say(
                f"{key} once more shows what the judge and people said of every item of "
                f"{', '.join(self._hidden)}. That is recorded for good: labels that are given "
                "afterwards count nowhere."
            )
        else:
            self.run_worker(self._reveal(self._hidden), group="desk")

    async def _reveal(self, samples: Sequence[str]) -> None:
        try:
            await self._sitting.desk.call(lambda books: books.reveal(samples))
        except (InputError, StoreError) as error:
            self.message.say(str(error), error=True)
            return
        self.message.say(f"Recorded: the verdicts of {', '.join(samples)} are shown from now on.")
        if (found := self.found) is not None:
            await self._fetch(found)

    @on(OptionList.OptionSelected)
    def to_the_packet(self) -> None:
        """Enter goes from the list to the packet, to scroll in it."""
        self.packet.focus()

    def meant(self, kind: AuditKind) -> tuple[Group, tuple[Found, ...]] | None:
        """The chosen finding."""
        findings = in_state([self.found] if self.found else [], kind)
        return (self._group, findings) if findings else None

    def decided(self, group: Group) -> None:
        """Show it as it is now, and go to the next one that is open."""
        self._group = group
        self._show()
        after = range(self.listed.highlighted or 0, len(group.findings))
        following = next((at for at in after if group.findings[at].state is None), None)
        if following is not None:
            self.listed.highlighted = following

    def action_back(self) -> None:
        """To the list of faults."""
        self.dismiss(self._group)

    def action_help(self) -> None:
        """All keys."""
        from annotator.auditing.help import help_screen

        self.app.push_screen(help_screen(self._sitting.keymap, keys.FINDINGS))


def finding_line(found: Found) -> Content:
    """A finding as one line: what was decided, where it is, the evidence."""
    told = visible(one_line(f"{found.where}  {found.detail}", 200))
    return Content.assemble((f"{_STATE[found.state]} ", "bold"), told)
