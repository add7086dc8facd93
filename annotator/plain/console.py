"""Lines out, lines in. A terminal is asked again after a slip; a pipe is not guessed at."""

import select
import shutil
import sys
import textwrap
from collections.abc import Iterator

from corpus.errors import InputError
from corpus.visible import visible

QUOTED = 60
"""Characters of a wrong line that are shown."""

QUIET = 0.05
"""Seconds without a further line, after which a paste is taken to have ended."""


class EndOfInputError(EOFError):
    """Whoever answers has hung up."""


class Console:
    """stdin and stdout, a line at a time, flushed at once."""

    def __init__(self) -> None:
        """Look whether somebody types."""
        self.is_terminal = sys.stdin.isatty()
        self._is_read_on_screen = sys.stdout.isatty()
        self._line = 0

    def tell(self, words: str = "") -> None:
        """A line, or several; a terminal gets them broken between words."""
        sys.stdout.write(f"{self._broken(words)}\n")
        sys.stdout.flush()

    def ask(self, prompt: str) -> str:
        """The next line that was typed, without white space at its ends.

        Raises:
            EndOfInputError: there is none.
        """
        sys.stdout.write(f"{self._broken(prompt)} ")
        sys.stdout.flush()
        line = self._read()
        if not line:
            self.tell()
            raise EndOfInputError
        if not self.is_terminal:
            self.tell(visible(line.strip()))  # a terminal echoes what is typed, a pipe does not
        return line.strip()

    def ask_text(self, prompt: str) -> str:
        """The same for a text: the lines of a paste are one, and no line of it is an answer.

        Raises:
            EndOfInputError: there is none.
        """
        return "\n".join([self.ask(prompt), *self._waiting()]).strip()

    def forget(self) -> None:
        """Let go of what was typed or pasted before the next question can be read.

        Its lines would answer for an item that nobody has seen. The lines of a pipe are all of that
        kind, and are meant so.
        """
        for _ in self._waiting():
            pass

    def _broken(self, words: str) -> str:
        """Lines that fit the terminal. It would break them itself, but inside words."""
        if not self._is_read_on_screen:
            return words
        width = shutil.get_terminal_size().columns - 1  # a full line would be two on some
        lines = (_fitted(line, width) if len(line) > width else line for line in words.split("\n"))
        return "\n".join(lines)

    def _waiting(self) -> Iterator[str]:
        """The lines that were typed or pasted at once; none of a pipe."""
        while self.is_terminal and _is_ready(sys.stdin.fileno()) and (line := self._read()):
            yield line.strip()

    def _read(self) -> str:
        """A line with its end; empty where there is none, or the terminal is gone."""
        try:
            line = sys.stdin.buffer.readline()
        except OSError:
            return ""
        self._line += 1
        # UTF-8 whatever the locale, with or without a byte-order mark; a bad byte is no traceback.
        return line.decode("utf-8", "replace").removeprefix("\ufeff")

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
        self.tell(f"“{visible(shown)}” is no answer here." if line else "Nothing was typed.")
        self.forget()


def _fitted(line: str, width: int) -> str:
    return textwrap.fill(
        line,
        width,
        expand_tabs=False,
        replace_whitespace=False,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _is_ready(descriptor: int) -> bool:
    """Whether there is something to be read."""
    try:
        return bool(select.select([descriptor], [], [], QUIET)[0])
    except OSError:  # on Windows it knows sockets only
        return False
