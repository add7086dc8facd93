"""A line that speaks: what has just happened, or what went wrong."""

from annotator.widgets.words import Words
from corpus.visible import visible


class MessageLine(Words):
    """Takes no room where there is nothing to say. An error begins with `!`, not only with red.

    A screen that shows `.-silent` keeps a row for it, and nothing moves for what fits into one.
    """

    DEFAULT_CSS = """
    MessageLine {
        &.-silent { display: none; }
        height: auto;
        max-height: 4;
        padding: 0 1;
        text-style: italic;
        color: $text;
        &.-error { text-style: bold; color: $text-error; background: $error-muted; }
    }
    """

    def __init__(self) -> None:
        """Make a line that says nothing yet."""
        super().__init__(classes="-silent")

    def say(self, words: str, *, error: bool = False) -> None:
        """Show the words; empty ones take the line away."""
        self.set_class(error, "-error")
        self.set_class(not words, "-silent")
        self.put(f"{'! ' if error else ''}{visible(words)}")
