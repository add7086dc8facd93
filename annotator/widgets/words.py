"""Words on the screen, as they are: no markup, and nothing is painted where they stay the same.

Textual paints sixty times a second at most. Whoever sets what stands there already spends the next
frame on it, and what comes after waits for another one.
"""

from rich.cells import cell_len
from textual.content import Content
from textual.widgets import Static


class Words(Static):
    """A line or a few of them; one where there are none, unless it is hidden."""

    DEFAULT_CSS = "Words { height: auto; min-height: 1; }"

    _shown = ""

    def put(self, words: str) -> None:
        """Show other words."""
        if words != self._shown:
            before, self._shown = self._shown, words
            self.update(Content(words), layout=not (self._is_line(before) and self._is_line(words)))

    def _is_line(self, words: str) -> bool:
        """Whether words take one line: what comes in the place of others then moves nothing."""
        return "\n" not in words and cell_len(words) <= self.content_size.width
