"""A choice on the screen: its key and its name, to click as well as to type."""

from textual.content import Content
from textual.widgets import Static


class Choice(Static):
    """One action. A click is the same as its key, so that both take the same way."""

    ALLOW_SELECT = False
    DEFAULT_CSS = """
    Choice {
        width: 1fr;
        height: 1;
        text-wrap: nowrap;
        text-overflow: ellipsis;
        pointer: pointer;
        &:hover { background: $block-hover-background; text-style: bold; }
        &:disabled { text-style: dim; }
    }
    """

    def __init__(
        self,
        label: str,
        *,
        key: str,
        key_shown: str,
        tooltip: str = "",
        id: str | None = None,  # noqa: A002 - Textual's own name
    ) -> None:
        """Make a choice.

        Args:
            label: what it is called.
            key: Textual's name of the key that a click stands for.
            key_shown: the key as a person reads it.
            tooltip: what it does, shown under the mouse.
        """
        key_cap = Content.styled(f" {key_shown} ", "bold $footer-key-foreground on $boost")
        super().__init__(Content.assemble(key_cap, " ", Content(label)), id=id)
        self._key = key
        self.tooltip = Content(tooltip) if tooltip else None

    def on_click(self) -> None:
        """The same as the key."""
        self.app.simulate_key(self._key)
