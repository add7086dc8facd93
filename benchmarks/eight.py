"""Eight real commands label one study at once: is a label lost, doubled, or an error shown?

Each `crosssource label --plain` gets its answers through a pipe, one by one, and is held to what it
acknowledged: line by line, what it said was stored must be what is stored, once. In the first trial
eight people label the whole sample, each in an order of their own; in the second, two processes
each of four people share it out; in the third, three of the eight sit at the full-screen app, the
others at pipes. Every process runs until nothing is left for it.

    python -m benchmarks.eight [--items 10000] [--screens 3] [--labels 300]
"""

import argparse
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from itertools import cycle
from pathlib import Path
from threading import Thread

from benchmarks.made_study import SAMPLE, study_of
from benchmarks.scripted import COMMAND, REPOSITORY, Labelling, Terminal
from corpus.workspace import Workspace
from labels.assignment import Assignment
from labels.label import EventKind
from labels.store import database, events

PEOPLE = ("ann", "bob", "cho", "dan", "eve", "fay", "gus", "hal")
ANSWERS = (b"1", b"2", b"3 p", b"3 d", b"3 n", b"j", b"b 1", b"b 4")

Told = Counter[tuple[str, int]]
"""How often a person was told that the label of an item (its claim's number) is stored."""


class Seat:
    """A person at work: what they were told, and how it ended."""

    def __init__(self, study: Workspace, person: str) -> None:
        self.study = study
        self.person = person
        self.arguments = ("label", "--workspace", str(study.root), "--annotator", person)
        self.told: Told = Counter()
        self.fault = ""
        self.seconds: list[float] = []
        """Of each label, from the answer until it was told."""
        self.thread = Thread(target=self._work)

    def _work(self) -> None:
        raise NotImplementedError


class AtPipe(Seat):
    """`label --plain`, which is given an answer whenever it has printed an item."""

    def _work(self) -> None:
        with tempfile.TemporaryFile() as errors:
            process = subprocess.Popen(
                [*COMMAND, *self.arguments, "--plain"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                cwd=REPOSITORY,
            )
            self._converse(process)
            code = process.wait()
            errors.seek(0)
            said = errors.read().decode()
        if code or "Traceback" in said or "crosssource:" in said:
            self.fault = f"exit {code}: {said}"

    def _converse(self, process: "subprocess.Popen[bytes]") -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        claim, asked, answers, is_claim = 0, 0.0, cycle(ANSWERS), False
        for line in process.stdout:
            typed = b""
            if is_claim:
                claim, typed = int(re.sub(rb"\D", b"", line)), next(answers)
            elif b"labelled. Thank you." in line:
                typed = b"q"
            elif b"Stored: " in line:
                self.told[self.person, claim] += 1
                self.seconds.append(time.monotonic() - asked)
            if typed:
                asked = time.monotonic()
                process.stdin.write(typed + b"\n")
                process.stdin.flush()
            is_claim = line == b"Claim:\n"


class AtScreen(Seat):
    """The app in a pseudo-terminal, so many labels by key, each once the one before is told."""

    def __init__(self, study: Workspace, person: str, labels: int) -> None:
        super().__init__(study, person)
        self._labels = labels

    def _work(self) -> None:
        app, terminal = Labelling(), Terminal(self.arguments)
        with suppress(TimeoutError):
            terminal.until(lambda: app.counts(terminal) == (0, 0), 120)
            for done in range(1, self._labels + 1):
                terminal.still()
                claim, began = app.shown(terminal), time.monotonic()
                terminal.type("12j"[done % 3])
                if not terminal.until(lambda: (app.counts(terminal) or (0,))[0] >= done, 120):  # noqa: B023
                    break
                self.seconds.append(time.monotonic() - began)
                self.told[self.person, claim or 0] += 1
            terminal.type("q")
        if code := terminal.end():
            self.fault = f"exit {code}: {terminal.text}"


def main() -> None:
    """Run the three trials."""
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--items", type=int, default=10_000)
    options.add_argument("--screens", type=int, default=3, help="of the eight in the third trial")
    options.add_argument("--labels", type=int, default=300, help="labels at each screen")
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        shared, sits = Assignment(overlap=0.1), chosen.screens
        everybody = study_of(Path(folder) / "everybody", chosen.items)
        _try("eight people, all items each", [AtPipe(everybody, one) for one in PEOPLE])
        twice = study_of(Path(folder) / "twice", chosen.items, shared)
        _try("four people twice, shared out", [AtPipe(twice, one) for one in PEOPLE[:4] * 2])
        some = study_of(Path(folder) / "some", chosen.items)
        at_screens = [AtScreen(some, one, chosen.labels) for one in PEOPLE[:sits]]
        at_pipes = [AtPipe(some, one) for one in PEOPLE[sits:]]
        _try(f"{sits} of eight at a screen", [*at_screens, *at_pipes])


def _try(name: str, seats: Sequence[Seat]) -> None:
    study, began = seats[0].study, time.monotonic()
    for seat in seats:
        seat.thread.start()
    for seat in seats:
        seat.thread.join()
    took = time.monotonic() - began
    told: Told = sum((seat.told for seat in seats), Counter())
    for seat in seats:
        _must(name, f"an error of {seat.person}", seat.fault, "")
    stored = _stored(study)
    _must(name, "stored but not told", sorted((stored - told).elements())[:5], [])
    _must(name, "told but not stored", sorted((told - stored).elements())[:5], [])
    _must(name, "stored twice", [one for one, count in stored.items() if count > 1][:5], [])
    check = subprocess.run(
        [*COMMAND, "check", "--workspace", str(study.root)],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=False,
    )
    _must(name, "check", check.stdout if check.returncode else "", "")
    slowest = sorted(second for seat in seats for second in seat.seconds)
    print(
        f"{name}: {sum(stored.values()):,} labels, none lost, none doubled, no error; "
        f"{took:.0f} s, {sum(stored.values()) / took:.0f} labels a second; a label took "
        f"{slowest[len(slowest) // 2]:.3f} s (median), {slowest[len(slowest) * 99 // 100]:.3f} "
        f"(99 %), {slowest[-1]:.1f} at most",
        flush=True,
    )


def _stored(study: Workspace) -> Told:
    with database.opened(study) as connection:
        numbers = {
            row["id"]: int(re.sub(r"\D", "", row["claim"]))
            for row in connection.execute("SELECT id, claim FROM item")
        }
        return Counter(
            (event.annotator, numbers[event.item_id])
            for event in events.read(connection, SAMPLE)
            if event.kind is EventKind.LABEL
        )


def _must(name: str, what: str, found: object, wanted: object) -> None:
    if found != wanted:
        sys.exit(f"{name}: {what}: {found}")


if __name__ == "__main__":
    main()
