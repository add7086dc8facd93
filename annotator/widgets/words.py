"""Words on the screen, as they are: no markup, and nothing is painted where they stay the same.

Textual paints sixty times a second at most. Whoever sets what stands there already spends the next
frame on it, and what comes after waits for another one.
"""

from textual.content import Content
from textual.widgets import Static


class Words(Static):
    """A line or a few of them."""

    _shown = ""

    def put(self, words: str) -> None:
        """Show other words."""
        if words != self._shown:
            self._shown = words
            self.update(Content(words))
