"""A line that speaks: what has just happened, or what went wrong."""

from annotator.widgets.words import Words
from corpus.visible import visible


class MessageLine(Words):
    """Takes no room where there is nothing to say. An error begins with `!`, not only with red."""

    DEFAULT_CSS = """
    MessageLine {
        display: none;
        height: auto;
        max-height: 4;
        padding: 0 1;
        text-style: italic;
        color: $text;
        &.-error { text-style: bold; color: $text-error; background: $error-muted; }
    }
    """

    def say(self, words: str, *, error: bool = False) -> None:
        """Show the words; empty ones take the line away."""
        self.set_class(error, "-error")
        self.display = bool(words)
        self.put(f"{'! ' if error else ''}{visible(words)}")
