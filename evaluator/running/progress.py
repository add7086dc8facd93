"""What a person sees of a run while it runs: done, rate, spending, time left; on stderr.

On a terminal a line that moves; elsewhere one line a stage, so that logs stay readable.
"""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import rich.progress
from rich.console import Console

from evaluator.running.budget import Budget


class Progress:
    """The stages of one run."""

    def __init__(self) -> None:
        """Nothing is shown before a stage begins."""
        self._bar: rich.progress.Progress | None = None
        self._task: rich.progress.TaskID | None = None
        self._budget = Budget()
        self._done = 0
        self._cached = 0

    @contextmanager
    def stage(self, name: str, total: int, budget: Budget) -> Iterator[None]:
        """Show a stage of `total` requests while it lasts."""
        self._budget, self._done, self._cached = budget, 0, 0
        started = time.monotonic()
        if total == 0:
            yield
            return
        if not sys.stderr.isatty():
            yield
            self.say(f"{name}: {self._summary(total, time.monotonic() - started)}")
            return
        with rich.progress.Progress(
            rich.progress.TextColumn("{task.description}"),
            rich.progress.BarColumn(),
            rich.progress.MofNCompleteColumn(),
            rich.progress.TextColumn("{task.fields[rate]}  {task.fields[spent]}"),
            rich.progress.TimeRemainingColumn(),
            console=Console(stderr=True),
        ) as self._bar:
            self._task = self._bar.add_task(name, total=total, rate="", spent="")
            yield
        self._bar = None

    def advance(self, *, cached: bool) -> None:
        """One more request has its answer."""
        self._done += 1
        self._cached += cached
        if self._bar is not None and self._task is not None:
            task = self._bar.tasks[0]
            rate = f"{task.speed:.1f}/s" if task.speed else ""
            self._bar.update(self._task, advance=1, rate=rate, spent=money(self._budget))

    def say(self, words: str) -> None:
        """A line about the work."""
        if self._bar is not None:
            self._bar.console.print(words, markup=False, highlight=False)
        else:
            sys.stderr.write(words + "\n")

    def _summary(self, total: int, seconds: float) -> str:
        rate = f"{self._done / seconds:.1f}/s" if seconds > 0 else ""
        kept = f", {self._cached} of them kept from before" if self._cached else ""
        return f"{self._done} of {total} requests{kept}; {rate}; {money(self._budget)}"


def money(budget: Budget) -> str:
    """What was spent, in words that hide no unknown price."""
    unpriced = f" and {budget.unpriced} answers without a known price" if budget.unpriced else ""
    return f"${budget.spent:.2f} spent{unpriced}"
