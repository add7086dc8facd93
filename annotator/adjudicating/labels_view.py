"""What people say of an item, side by side and without their names.

A function of the dispute alone: nothing else reaches this module.
"""

from collections.abc import Iterator, Mapping

from textual.binding import Binding
from textual.containers import ItemGrid, Vertical, VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from annotator.adjudicating import words
from annotator.labelling import keys, steps
from annotator.labelling.key_names import key_text
from annotator.widgets.choices import Choices
from corpus.visible import visible
from labels.adjudication import Open, letter
from labels.store.adjudication_queue import Dispute
from labels.store.anonymous_labels import AnonymousLabel

_TITLES = {
    Open.DIFFER: "People differ",
    Open.CANNOT_JUDGE: "Nobody could judge it",
}


class LabelsView(VerticalScroll):
    """The labels of one item, as many beside each other as there is room for."""

    def __init__(self, keymap: Mapping[str, str]) -> None:
        """Make the panel.

        Args:
            keymap: the key of every action.
        """
        super().__init__(id="labels")
        self._keymap = keymap
        self._title = Content("")

    async def show(self, dispute: Dispute) -> None:
        """Put an item's labels into the panel."""
        self._title = Content(_TITLES[dispute.why])
        self._show_title()
        self.scroll_to(y=0, animate=False)
        await self.remove_children()
        await self.mount_all(self._parts(dispute))

    def on_resize(self) -> None:
        """Textual's: another size may have another frame."""
        self._show_title()

    def _show_title(self) -> None:
        # Textual leaves room around a title only where the frame has corners.
        bare = self.styles.border_left[0] in ("", "none", "hidden")
        self.border_title = self._title.pad(1, 1) if bare else self._title

    def _parts(self, dispute: Dispute) -> Iterator[Widget]:
        if (before := dispute.before) is not None:
            text = (
                f"Void: {words.decision_words(before)} ({before.reason}). A label was changed "
                "after that decision, so it is asked again."
            )
            yield Static(Content(visible(text)), classes="label--void")
        passage = dispute.item.passage
        cards = [self._card(*numbered, passage) for numbered in enumerate(dispute.labels)]
        yield ItemGrid(*cards, min_column_width=26, stretch_height=False)

    def _card(self, number: int, label: AnonymousLabel, passage: str) -> Widget:
        lines: list[Widget] = [self._head(number, label)]
        if label.note:
            lines.append(Static(Content(visible(label.note)), classes="label--text"))
        if label.evidence is not None:
            marked = words.quote(passage[slice(*label.evidence)])
            lines.append(Static(Content(visible(f"marked {marked}")), classes="label--text"))
        return Vertical(*lines, classes="label")

    def _head(self, number: int, label: AnonymousLabel) -> Widget:
        """Who and what, to click: that decides as this person says."""
        who, what = letter(number), words.label_words(label)
        binding = binding_of(number)
        if binding is None:
            return Static(Content.assemble((f"{who} ", "bold"), what), classes="label--head")
        action = binding.id or ""
        said = what if key_text(self._keymap[action]) == who else f"{who}: {what}"
        choice = steps.choice(action, said, self._keymap, binding.tooltip)
        return Choices([choice], wraps=True)


def binding_of(number: int) -> Binding | None:
    """The key for what the nth label says, from 0; None where there are more labels than keys."""
    return keys.AS_SAID[number] if number < len(keys.AS_SAID) else None
