"""Going to an item of one's own: labelled, put off, or noted."""

from collections.abc import Sequence
from typing import ClassVar

from textual import getters
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from annotator.labelling.own_items import FILTERS, OwnItem
from annotator.widgets.choice import Choice
from corpus.visible import visible

_FILTER_KEYS = {"all": "a", "flagged": "f", "noted": "n", "put off": "p"}
_WORDS = {
    "all": "All of yours",
    "flagged": "Harness bug or cannot judge",
    "noted": "With a note",
    "put off": "Put off",
}
_NONE = "None of yours. Another letter shows others; escape goes back."


class GoScreen(ModalScreen[str | None]):
    """Gives the id of the item that was chosen, or None."""

    CSS_PATH = "pages.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(key, f"show('{name}')", _WORDS[name]) for name, key in _FILTER_KEYS.items()),
        Binding("escape", "close", "Back", id="back"),
        Binding("g", "close", "Back", id="go"),
        Binding("q", "close", "Back", id="quit"),
    ]

    listed = getters.query_one(OptionList)
    shown = getters.query_one("#shown", Static)

    def __init__(self, items: Sequence[OwnItem]) -> None:
        """Make the page.

        Args:
            items: the person's own, in the order in which they are listed.
        """
        super().__init__()
        self._items = items

    def compose(self) -> ComposeResult:
        """Textual's: what is shown, the items, the filters."""
        with Vertical(classes="page -going") as page:
            page.border_title = Content("Your items")
            page.border_subtitle = Content("enter opens · esc back")
            yield Static(id="shown")
            yield OptionList(markup=False)
            with Horizontal():
                for name, key in _FILTER_KEYS.items():
                    yield Choice(_WORDS[name], key=key, key_shown=key)

    def on_mount(self) -> None:
        """Textual's: all of them at first."""
        self.action_show("all")

    def action_show(self, name: str) -> None:
        """Those that a filter lets through."""
        found = [item for item in self._items if FILTERS[name](item)]
        self.shown.update(Content(f"{_WORDS[name]}: {len(found):,}" if found else _NONE))
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
