"""Going to an item of one's own: labelled, put off, or noted."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from textual import getters
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from annotator.labelling import keys, steps
from annotator.labelling.key_names import key_text
from annotator.labelling.own_items import FILTERS, OwnItem
from corpus.visible import visible

_WORDS = {(binding.id or "").removeprefix("show_"): binding.description for binding in keys.GOING}
_NONE = "None of yours. Another key below shows others."


class GoScreen(ModalScreen[str | None]):
    """Gives the id of the item that was chosen, or None."""

    CSS_PATH = "pages.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        *keys.GOING,
        Binding("escape", "close", "Back", id="back"),
        Binding("g", "close", "Back", id="go"),
        Binding("q", "close", "Back", id="quit"),
    ]

    listed = getters.query_one(OptionList)
    shown = getters.query_one("#shown", Static)

    def __init__(self, items: Sequence[OwnItem], keymap: Mapping[str, str]) -> None:
        """Make the page.

        Args:
            items: the person's own, in the order in which they are listed.
            keymap: the key of every action.
        """
        super().__init__()
        self._items = items
        self._keymap = keymap

    def compose(self) -> ComposeResult:
        """Textual's: what is shown, the items, the filters."""
        with Vertical(classes="page -going") as page:
            page.border_title = Content("Your items")
            back = key_text(self._keymap["back"])
            page.border_subtitle = Content(f"enter opens · {back} back")
            yield Static(id="shown")
            yield OptionList(markup=False)
            yield steps.choices(keys.GOING, self._keymap, column_width=1)

    def on_mount(self) -> None:
        """Textual's: all of them at first."""
        self.action_show("all")

    def action_show(self, name: str) -> None:
        """Those that a filter lets through; how many is not told.

        An item that is shown a second time is not among them: a number would tell that it is.
        """
        found = [item for item in self._items if FILTERS[name](item)]
        self.shown.update(Content(_WORDS[name] if found else _NONE))
        self.listed.clear_options()
        self.listed.add_options(Option(_line(item), id=item.id) for item in found)
        self.listed.highlighted = 0 if found else None
        self.listed.focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Textual's: an item was chosen, by enter or by click."""
        event.stop()
        self.dismiss(event.option_id)

    def action_close(self) -> None:
        """Back to where one was."""
        self.dismiss(None)


def _line(item: OwnItem) -> Content:
    claim = " ".join(visible(item.claim).split()) or "(the claim is empty)"
    return Content.assemble((item.state, "bold"), f": {claim}")
