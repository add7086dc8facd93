"""Lines out, lines in. A terminal is asked again after a slip; a pipe is not guessed at."""

import sys

from corpus.errors import InputError

QUOTED = 60
"""Characters of a wrong line that are shown."""


class EndOfInputError(EOFError):
    """Whoever answers has hung up."""


class Console:
    """stdin and stdout, a line at a time, flushed at once."""

    def __init__(self) -> None:
        """Look whether somebody types."""
        self.is_terminal = sys.stdin.isatty()
        self._line = 0

    def tell(self, words: str = "") -> None:
        """A line, or several."""
        sys.stdout.write(f"{words}\n")
        sys.stdout.flush()

    def ask(self, prompt: str) -> str:
        """The next line that was typed, without white space at its ends.

        Raises:
            EndOfInputError: there is none.
        """
        sys.stdout.write(f"{prompt} ")
        sys.stdout.flush()
        # UTF-8 whatever the locale, with or without a byte-order mark; a bad byte is no traceback.
        line = sys.stdin.buffer.readline().decode("utf-8", "replace").removeprefix("\ufeff")
        self._line += 1
        if not line:
            self.tell()
            raise EndOfInputError
        if not self.is_terminal:
            self.tell(line.strip())  # a terminal echoes what is typed, a pipe does not
        return line.strip()

    def refuse(self, line: str, answers: str) -> None:
        """Say that a line is no answer.

        Raises:
            InputError: the answers come from a pipe. Every later line would be taken for the
                answer to another item than the one it was written for.
        """
        shown = line[:QUOTED]
        if not self.is_terminal:
            raise InputError(
                f"Line {self._line} of the input, {shown!r}, is no answer here ({answers}); what "
                "came before it is stored. Correct the line, take away those before it, and run "
                "the command again."
            )
        self.tell(f"“{shown}” is no answer here." if line else "Nothing was typed.")
