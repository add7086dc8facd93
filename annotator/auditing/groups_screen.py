"""The list of faults: each with how often it was found, and why it matters."""

from typing import ClassVar

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.geometry import Size
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from annotator.auditing import keys
from annotator.auditing.deciding import DecidingScreen, in_state
from annotator.auditing.findings import Found, Group
from annotator.auditing.sitting import Sitting
from annotator.labelling import layout, steps
from annotator.labelling.key_names import key_text
from annotator.widgets.message_line import MessageLine
from annotator.widgets.words import Words
from corpus.visible import visible
from labels.store.audits import AuditKind


class GroupsScreen(DecidingScreen):
    """A decision here is on all findings of a fault."""

    BINDINGS: ClassVar[list[BindingType]] = list(keys.GROUPS)
    AUTO_FOCUS = "#groups"

    listed = getters.query_one("#groups", OptionList)
    why = getters.query_one("#why", Words)

    def __init__(self, sitting: Sitting, size: Size) -> None:
        """Make the screen for a terminal of that size."""
        super().__init__(classes=" ".join(layout.classes(size)))
        self._sitting = sitting
        self._groups = list(sitting.findings.groups)
        self._shown: list[Group] = []
        self._all = False
        """Whether faults without an open finding are listed too."""
        self._touched: set[str] = set()
        """Signatures that stay in the list: what is pressed next is meant for them."""

    def compose(self) -> ComposeResult:
        """Textual's: how many there are, the list, why the chosen one matters, what can be done."""
        with Horizontal(id="top"):
            yield Static(id="progress")
            yield Static(Content(visible(f"{self._sitting.auditor} · audit")), id="who")
        yield OptionList(id="groups", markup=False)
        yield Words(id="why")
        yield MessageLine()
        yield steps.choices(keys.GROUPS, self._sitting.keymap, column_width=14, id="commands")

    def on_mount(self) -> None:
        """Textual's: what was found."""
        self._show()
        findings = self._sitting.findings
        if findings.withheld:
            samples = ", ".join(findings.open_samples)
            self.message.say(
                f"{findings.withheld:,} more are withheld while {samples} can be labelled: they "
                "would tell what the judge said."
            )
        elif findings.withheld is None:
            self.message.say(
                "What would tell what the judge said of items that can still be labelled in "
                f"{', '.join(findings.open_samples)} is withheld."
            )
        elif not findings.groups:
            self.message.say("The detectors found nothing.")

    @property
    def group(self) -> Group | None:
        """What the list stands on."""
        at = self.listed.highlighted
        return self._shown[at] if at is not None and at < len(self._shown) else None

    def _show(self) -> None:
        stood = self.group.signature if self.group else ""
        self._shown = [
            one for one in self._groups if self._all or one.open or one.signature in self._touched
        ]
        found = sum(len(group.findings) for group in self._groups)
        still_open = sum(len(group.open) for group in self._groups)
        listed = "all" if self._all else "open ones"
        self.query_one("#progress", Static).update(
            Content(f"{still_open:,} open, {found - still_open:,} decided · {listed}")
        )
        self.listed.clear_options()
        self.listed.add_options(Option(group_line(one)) for one in self._shown)
        if self._shown:
            signatures = [one.signature for one in self._shown]
            self.listed.highlighted = signatures.index(stood) if stood in signatures else 0
        self._tell_why()

    @on(OptionList.OptionHighlighted)
    def _tell_why(self) -> None:
        group = self.group
        if group is None:
            key = key_text(self._sitting.keymap["audit_filter"])
            self.why.put("" if self._all else f"Nothing is open. {key} shows what was decided.")
        else:
            self.why.put(visible(f"{group.distorts}\nFor example: {group.example}"))

    def meant(self, kind: AuditKind) -> tuple[Group, tuple[Found, ...]] | None:
        """All findings of the chosen fault."""
        if (group := self.group) is None:
            return None
        findings = in_state(group.findings, kind)
        return (group, findings) if findings else None

    def decided(self, group: Group) -> None:
        """Show it as it is now."""
        self._touched.add(group.signature)
        self._groups = [group if one.signature == group.signature else one for one in self._groups]
        self._show()

    @on(OptionList.OptionSelected)
    def action_open(self) -> None:
        """Its findings, one by one."""
        from annotator.auditing.findings_screen import FindingsScreen

        if (group := self.group) is not None:
            page = FindingsScreen(self._sitting, group, self.app.size)
            self.app.push_screen(page, lambda after: self.decided(after or group))

    def action_filter(self) -> None:
        """All of them, or those with open findings."""
        self._all = not self._all
        self._touched.clear()
        self._show()

    def action_help(self) -> None:
        """All keys."""
        from annotator.auditing.help import help_screen

        self.app.push_screen(help_screen(self._sitting.keymap, keys.GROUPS))

    def action_leave(self) -> None:
        """Stop for now; every decision is on disk."""
        self.app.exit()


def group_line(group: Group) -> Content:
    """A fault as two lines: which one and how often, and what it is."""
    counts = (
        (group.count(None), "open"),
        (group.count(AuditKind.CONFIRMED), "confirmed"),
        (group.count(AuditKind.DISMISSED), "dismissed"),
    )
    told = ", ".join(f"{count:,} {state}" for count, state in counts if count)
    head = f"{group.signature} · {group.severity} · {group.detector} · {told}"
    return Content("\n").join([Content.styled(head, "bold"), Content(visible(group.what))])
