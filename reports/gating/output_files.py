"""The files that a gate is asked to write: all of them hold its answer, or none holds an older one.

A CI server reads the file, not the exit code. So the files say that there is no answer from the
moment the gate starts until it has one, and why there is none where it ends without; a gate that
is killed half-way leaves no green file of an earlier run behind.
"""

import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from corpus.console import say
from corpus.errors import CrossSourceError, InputError, StoreError
from corpus.outputs import refuse_own, refuse_taken

if TYPE_CHECKING:
    from reports.gating.outcome import GateOutcome

FILE = click.Path(path_type=Path, dir_okay=False)

STOPPED = "The gate was stopped before it had an answer; run it again."

_OURS = (b'<testsuites name="crosssource gate"', b"# Gate")
"""What our JUnit XML and our Markdown have in their first bytes. Whatever else is there is
somebody's own text, named by a slip of the pen, and is refused."""


class OutputFiles:
    """Where a gate's answer goes."""

    def __init__(self, junit: Path | None, markdown: Path | None) -> None:
        """Name the files; None for one that is not asked for."""
        self.junit = junit
        self.markdown = markdown
        self._answered = False

    def write(self, outcome: "GateOutcome") -> None:
        """Write the answer, and say each file.

        Raises:
            StoreError: one of them cannot be written, so none holds the answer.
        """
        from corpus.files import write_together

        texts = self._texts(outcome)
        write_together(texts)
        self._answered = True
        for file in texts:
            say(f"Written: {file}")

    @contextmanager
    def until_answered(self) -> Iterator[None]:
        """From here on the files hold the answer, or say why there is none."""
        try:
            for file in filter(None, self._named):
                remedy = "for the one that is there was not written by a gate"
                refuse_taken(file, replace=_is_ours(file), remedy=remedy)
            self._take_back(STOPPED)
            yield
        except click.exceptions.Exit:
            raise
        except Exception as error:
            if not self._answered:
                self.say_unanswered(error)
            raise

    def say_unanswered(self, error: Exception) -> None:
        """Why there is no answer, in each file that can be written; the error itself goes on."""
        for file in dict.fromkeys(filter(None, (self.junit, self.markdown))):
            only = OutputFiles(*(one if one == file else None for one in self._named))
            with suppress(StoreError):
                only._take_back(_words(error))
                say(f"No answer, and it says so: {file}")

    @property
    def _named(self) -> tuple[Path | None, Path | None]:
        return self.junit, self.markdown

    def _take_back(self, why: str) -> None:
        from corpus.files import write_together

        texts = self._texts(why)
        write_together({file: text for file, text in texts.items() if _may_be_replaced(file)})

    def _texts(self, said: "GateOutcome | str") -> dict[Path, str]:
        """What each file is to hold, of an answer or of why there is none."""
        texts: dict[Path, str] = {}
        if self.markdown is not None:
            from reports.gating.page import page, page_without_answer
            from reports.rendering.markdown import markdown_of

            made = page_without_answer(said) if isinstance(said, str) else page(said)
            texts[self.markdown] = markdown_of(made)
        if self.junit is not None:
            from reports.gating.junit import junit_text, junit_without_answer

            made_xml = junit_without_answer(said) if isinstance(said, str) else junit_text(said)
            texts[self.junit] = made_xml
        return texts


def _may_be_replaced(file: Path) -> bool:
    """Whether there is nothing that anybody needs: no file of a study, none of other making."""
    try:
        refuse_own([file])
    except InputError:
        return False
    return _is_ours(file)


def _is_ours(file: Path) -> bool:
    """Whether there is nothing, or what a gate has written before."""
    if not file.is_file():
        return True  # the writing says what is wrong with it
    try:
        with file.open("rb") as stream:
            first = stream.read(256).lstrip()
    except OSError:
        return True
    return not first or any(mark in first for mark in _OURS)


def _words(error: Exception) -> str:
    if isinstance(error, CrossSourceError):
        return str(error)
    if isinstance(error, click.ClickException):
        return error.format_message()
    return f"A fault of the gate itself ({type(error).__name__}: {error}); the log has more."


def output_file_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Adds `--junit FILE` and `--markdown FILE` to a command, which receives `files: OutputFiles`.

    To stand above every option whose reading may fail.
    """

    @click.option("--junit", type=FILE, metavar="FILE", help="Write it as JUnit XML too.")
    @click.option("--markdown", type=FILE, metavar="FILE", help="Write it as Markdown too.")
    @functools.wraps(function)
    def command(*args: Any, junit: Path | None, markdown: Path | None, **kwargs: Any) -> Any:
        files = OutputFiles(junit, markdown)
        with files.until_answered():
            return function(*args, files=files, **kwargs)

    return command


class CommandWithOutputFiles(click.Command):
    """A command with these options that takes an older answer back also where its own command line
    cannot be read."""

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,
    ) -> click.Context:
        """Read the command line; where that fails, once more for what of it can be read."""
        try:
            return super().make_context(info_name, list(args), parent, **extra)
        except click.UsageError as error:
            lenient = extra | {"resilient_parsing": True}
            read = super().make_context(info_name, list(args), parent, **lenient).params
            OutputFiles(read.get("junit"), read.get("markdown")).say_unanswered(error)
            raise
