"""Killed at random moments of a scripted session: is what the screen acknowledged on disk?

The real command in a real pseudo-terminal is killed with `kill -9`, again and again: while it
starts, while it paints, while it writes. After each time the stored events must be those that the
script's own account has (with, at most, the beginning of the one answer that was under way), none
lost and none doubled; `crosssource check` must pass; and the next start must stand at the item and
at the counts that follow from that account. A pack is merged after each time as well.

    python -m benchmarks.killed [--kills 200] [--seed 1] [--others 40]
"""

import argparse
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.made_study import SAMPLE, disagree, study_of
from benchmarks.scripted import (
    COMMAND,
    REPOSITORY,
    Account,
    Adjudicating,
    Answer,
    Labelling,
    Plain,
    Said,
    Terminal,
)
from corpus.workspace import Workspace
from labels.order import Order
from labels.store import pack_file
from labels.store.packing import pack

ANSWERS_A_KILL = 25
"""So many items for each kill: no script comes to the end of its sample."""

LONGEST = 1.5
"""Seconds from the first item within which the process is killed."""

AT_START = 0.15
"""So many of the kills come while the command is still starting."""

App = Labelling | Adjudicating | Plain


@dataclass(kw_only=True)
class Trial:
    """One way of working, and what is looked at after each kill."""

    name: str
    app: App
    study: Workspace
    arguments: tuple[str, ...]
    account: Account
    stored: Callable[[Path], list[Said]]
    """Reads them from the study's database."""
    commands: list[tuple[str, ...]]
    """What must succeed after each kill."""
    happened: Counter[str] = field(default_factory=Counter)

    def round(self, chance: random.Random, *, dies: bool = True) -> None:
        """Start, work until the moment comes, look at what is left."""
        self.app.begin()
        terminal = Terminal(self.arguments, self.app.columns, self.app.rows)
        killed_at_start = dies and chance.random() < AT_START
        if killed_at_start:
            _kill_after(terminal, chance.uniform(0.05, 1.0))
        under_way = None
        if terminal.until(lambda: self._stands(terminal)):
            terminal.still()
            if not terminal.is_over:
                self._look_at_start(terminal)
            if dies and not killed_at_start:
                _kill_after(terminal, chance.uniform(0, LONGEST))
            if dies:
                under_way = self._work(terminal, chance)
            else:
                terminal.type("q\n" if isinstance(self.app, Plain) else "q")
        terminal.end()
        self._look_at_end(terminal, under_way)
        self.happened["kills"] += dies

    def _stands(self, terminal: Terminal) -> bool:
        return self.app.shown(terminal) is not None and self.app.counts(terminal) is not None

    def _look_at_start(self, terminal: Terminal) -> None:
        self._must(self.app.shown(terminal), self.account.next, "the item at the start")
        self._must(self.app.counts(terminal), self.account.counts, "the counts at the start")
        self.happened["starts that went on at the right item"] += 1

    def _work(self, terminal: Terminal, chance: random.Random) -> Answer | None:
        """Answer until the process is dead; the answer that was under way then."""
        while not terminal.is_over:
            terminal.until(lambda: self.app.shown(terminal) is not None)
            claim = self.app.shown(terminal)
            if claim is None:
                return None
            answer = self.app.choose(chance, self.account, claim)
            after = self.account.with_(answer.events)
            terminal.type(answer.typed)
            if not terminal.until(lambda: self.app.is_acknowledged(terminal, answer, after)):  # noqa: B023
                return answer
            self._acknowledge(answer)
            terminal.still()
        return None

    def _acknowledge(self, answer: Answer) -> None:
        self.account.add(*answer.events)
        self.happened["acknowledged answers"] += 1
        self.happened.update(_kind(answer.events))

    def _look_at_end(self, terminal: Terminal, under_way: Answer | None) -> None:
        if under_way is not None:
            after = self.account.with_(under_way.events)
            if under_way.events and self.app.is_acknowledged(terminal, under_way, after):
                self._acknowledge(under_way)  # on the last screen it stands
                under_way = None
        for command in self.commands:
            ran = _ran(*command)
            self._must((ran.returncode, ran.stderr if ran.returncode else ""), (0, ""), command)
        stored = self.stored(self.study.database)
        known = len(self.account.events)
        self._must(stored[:known], self.account.events, "the events that were acknowledged")
        more = tuple(stored[known:])
        may_be = under_way.events if under_way else ()
        self._must(more, may_be[: len(more)], "the events besides them")
        self.account.add(*more)
        self.happened["kills with an answer under way"] += under_way is not None
        self.happened["of these, stored before it was acknowledged"] += bool(more)

    def _must(self, found: object, wanted: object, what: object) -> None:
        if found != wanted:
            sys.exit(f"{self.name}: {what}: found {found}, wanted {wanted}\n{self.study.root}")


def main() -> None:
    """Run the trials, and print what happened in each."""
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--kills", type=int, default=200, help="of the labelling app")
    options.add_argument("--others", type=int, default=40, help="of each of the other ways")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--only", choices=list(_TRIALS), action="append")
    chosen = options.parse_args()
    for name in chosen.only or _TRIALS:
        kills = chosen.kills if name == "label" else chosen.others
        if kills:
            with tempfile.TemporaryDirectory() as folder:
                _try(name, Path(folder), kills, chosen.seed)


def _try(name: str, folder: Path, kills: int, seed: int) -> None:
    trial = _TRIALS[name](folder, kills * ANSWERS_A_KILL)
    chance = random.Random(seed)
    began = time.monotonic()
    for _ in range(kills):
        trial.round(chance)
    trial.round(chance, dies=False)
    told = ", ".join(f"{count:,} {what}" for what, count in trial.happened.items())
    print(f"{name}: {told}; {time.monotonic() - began:.0f} s", flush=True)


def _label(folder: Path, items: int, *more: str) -> Trial:
    study = study_of(folder / "study", items)
    where = ("--workspace", str(study.root))
    return Trial(
        name=" ".join(("label", *more)),
        app=Plain() if more else Labelling(),
        study=study,
        arguments=("label", *where, "--annotator", "ann", *more),
        account=Account(_order(study, "ann", SAMPLE)),
        stored=_labels,
        commands=[("check", *where)],
    )


def _plain(folder: Path, items: int) -> Trial:
    return _label(folder, items, "--plain")


def _pack(folder: Path, items: int) -> Trial:
    study, file = study_of(folder / "study", items), folder / "ann.pack"
    pack(study, SAMPLE, "ann", file)
    where = ("--workspace", str(study.root))
    return Trial(
        name="label --pack",
        app=Labelling(),
        study=study,
        arguments=("label", "--pack", str(file)),
        account=Account(_order(study, "ann", pack_file.read(file).sample)),
        stored=_labels,
        commands=[("sample", "merge", str(file), *where), ("check", *where)],
    )


def _adjudicate(folder: Path, items: int) -> Trial:
    study = study_of(folder / "study", items)
    disagree(study, "ann", "bob")
    where = ("--workspace", str(study.root))
    return Trial(
        name="adjudicate",
        app=Adjudicating(),
        study=study,
        arguments=("adjudicate", *where, "--adjudicator", "carla"),
        account=Account(_order(study, "carla", SAMPLE)),
        stored=_decisions,
        commands=[("check", *where)],
    )


_TRIALS: dict[str, Callable[[Path, int], Trial]] = {
    "label": _label,
    "plain": _plain,
    "pack": _pack,
    "adjudicate": _adjudicate,
}


def _order(study: Workspace, person: str, sample: str) -> list[int]:
    """The claims in a person's order; nothing comes twice in these samples."""
    numbers = {
        row["id"]: _claim(row) for row in _rows(study.database, "SELECT id, claim FROM item")
    }
    return [numbers[item_id] for item_id in Order(person, sample, sorted(numbers))]


def _labels(path: Path) -> list[Said]:
    rows = _rows(
        path, "SELECT e.*, i.claim FROM label_event e JOIN item i ON i.id = e.item_id ORDER BY seq"
    )
    return [
        Said(
            row["kind"],
            _claim(row),
            _joined(row["choice"], row["category"], row["bug"]),
            row["note"],
            row["evidence"] or "",
            bool(row["highlighted"]),
        )
        for row in rows
    ]


def _decisions(path: Path) -> list[Said]:
    rows = _rows(
        path,
        "SELECT e.*, i.claim FROM adjudication_event e JOIN item i ON i.id = e.item_id "
        "ORDER BY seq",
    )
    return [Said(row["kind"], _claim(row), row["reason"]) for row in rows]


def _rows(path: Path, sql: str) -> list[sqlite3.Row]:
    with closing(sqlite3.connect(path)) as connection:
        connection.row_factory = sqlite3.Row
        return connection.execute(sql).fetchall()


def _claim(row: sqlite3.Row) -> int:
    return int(re.sub(r"\D", "", row["claim"]))


def _joined(*words: str | None) -> str:
    return " ".join(filter(None, words))


def _kind(events: tuple[Said, ...]) -> list[str]:
    return [f"of kind {events[-1].kind}"] if events else ["of no event"]


def _kill_after(terminal: Terminal, seconds: float) -> None:
    def kill() -> None:
        with suppress(ProcessLookupError):
            os.kill(terminal.child.pid, signal.SIGKILL)

    timer = threading.Timer(seconds, kill)
    timer.daemon = True
    timer.start()


def _ran(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [*COMMAND, *arguments], cwd=REPOSITORY, capture_output=True, text=True, check=False
    )


if __name__ == "__main__":
    main()
