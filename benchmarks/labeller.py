"""What the labeller costs beside a bare Textual app with the same texts.

Fresh processes in a pseudo-terminal, in alternation; the sample has 100,000 items. From the start
of the process to the first claim; from a key to a still screen, which for the labeller includes the
label's way to the disk; the most memory. A key is also held against a bare app that puts a row into
SQLite and waits for the disk before it shows the next text: the least that a labeller must do. The
goals: 1.3 times for the start and for a key (median and 95th percentile), 150 MB.

    python benchmarks/labeller.py [--pairs 12] [--items 100000] [--keys 60]
"""

import argparse
import json
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

import pexpect

from corpus.workspace import Workspace
from labels import rubric, sampling
from labels.item import Citation, Item
from labels.outcome import Support
from labels.store import database, samples, verdicts
from labels.store.creating import create
from labels.store.frame import load_frame
from labels.store.queue import open_queue
from labels.verdict import Judge, Verdict

REPOSITORY = Path(__file__).parents[1]
PASSAGE = " ".join(
    f"The court of the {number}th circuit held that the statute does not reach so far."
    for number in range(28)
)
LABEL = "from annotator.commands import label; label()"


STILL = 0.25
"""Seconds without a byte from the app, after which its screen is taken to be still."""


def main() -> None:
    """Measure, and print both sides and their ratios."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--pairs", type=int, default=12)
    options.add_argument("--items", type=int, default=100_000)
    options.add_argument("--keys", type=int, default=60)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        study = _study(Path(folder) / "study", chosen.items)
        shown = _shown(study, chosen.keys + 1)
        texts = Path(folder) / "texts.json"
        texts.write_text(json.dumps(shown), encoding="utf-8")
        apps = {
            "bare": [str(REPOSITORY / "benchmarks" / "bare_app.py"), str(texts)],
            "labeller": ["-c", LABEL, "--workspace", str(study.root), "--annotator", "ann"],
        }
        keyed = apps | {"bare+disk": [*apps["bare"], str(Path(folder) / "bare.db")]}
        first = _claim(shown[0])
        starts: dict[str, list[float]] = {name: [] for name in apps}
        for number in range(chosen.pairs + 1):
            for name, arguments in apps.items():
                took = _start(arguments, first)
                if number:  # the first ones warm the disk
                    starts[name].append(took)
        keys, memory = _keys(keyed, first, chosen.keys)
    _print("start", starts)
    _print("key", keys)
    print("memory   " + ", ".join(f"{name} {mb:.0f} MB" for name, mb in memory.items()))


def _print(what: str, seconds: dict[str, list[float]]) -> None:
    for name, values in seconds.items():
        print(f"{what:8} {name:9} {_told(values)}")
    for other in (name for name in seconds if name != "labeller"):
        for word, figure in (("median", statistics.median), ("95th percentile", _percentile)):
            ratio = figure(seconds["labeller"]) / figure(seconds[other])
            print(f"{what:8} {word}: {ratio:.2f} times {other} (goal: 1.3)")


def _percentile(values: list[float]) -> float:
    return statistics.quantiles(values, n=20)[-1]


def _told(seconds: list[float]) -> str:
    return (
        f"median {statistics.median(seconds):.3f} s, 95 % under {_percentile(seconds):.3f}, "
        f"{min(seconds):.3f} to {max(seconds):.3f}, n = {len(seconds)}"
    )


def _spawn(arguments: list[str]) -> "pexpect.spawn[bytes]":
    environment = os.environ | {"TERM": "xterm-256color", "PYTHONPATH": str(REPOSITORY)}
    # Installed packages are compiled. Where this forbids it, a checkout would be compiled anew at
    # every start, which nobody who uses the labeller has to wait for.
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    child = pexpect.spawn(
        sys.executable, arguments, dimensions=(24, 80), cwd=str(REPOSITORY), env=environment
    )
    child.delaybeforesend = None  # by itself pexpect waits 50 ms before each key
    return child


def _start(arguments: list[str], claim: str) -> float:
    began = time.perf_counter()
    child = _spawn(arguments)
    child.expect_exact(claim, timeout=60)
    took = time.perf_counter() - began
    _last_byte(child, began)  # a key is taken once the item has been painted
    child.send("q")
    child.expect(pexpect.EOF, timeout=60)
    child.close()
    return took


def _keys(
    apps: dict[str, list[str]], claim: str, count: int
) -> tuple[dict[str, list[float]], dict[str, float]]:
    """Seconds from each key to the last byte of what it changed, the apps in turn; and the most
    memory of each, in MB."""
    children = {name: _spawn(arguments) for name, arguments in apps.items()}
    for child in children.values():
        child.expect_exact(claim, timeout=60)
        _last_byte(child, time.perf_counter())
    seconds: dict[str, list[float]] = {name: [] for name in apps}
    for _ in range(count):
        for name, child in children.items():
            began = time.perf_counter()
            child.send("1")
            seconds[name].append(_last_byte(child, began))
    memory = {name: _peak(child.pid) for name, child in children.items()}
    for child in children.values():
        child.close(force=True)
    return seconds, memory


def _peak(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    (peak,) = (line.split()[1] for line in status.splitlines() if line.startswith("VmHWM"))
    return int(peak) / 1024


def _last_byte(child: "pexpect.spawn[bytes]", began: float) -> float:
    last = began
    while True:
        try:
            child.read_nonblocking(65_536, timeout=STILL)
        except pexpect.TIMEOUT:
            return last - began
        last = time.perf_counter()


def _shown(study: Workspace, count: int) -> list[str]:
    """The texts that come first in the annotator's order; nothing is stored for it."""
    with open_queue(study, None, "ann", rubric.in_force(study)) as queue:
        items = [queue.item(item_id) for item_id in queue._order[:count]]
    return [f"{i.claim}\n\n{i.question}\n\n{i.answer}\n\n{i.passage}" for i in items]


def _claim(shown: str) -> str:
    return shown.partition("\n")[0]


def _study(root: Path, items: int) -> Workspace:
    create(root)
    study = Workspace(root)
    judged = [_verdict(number) for number in range(items)]
    with database.opened(study) as connection, database.transaction(connection):
        source = verdicts.RunSource(run="base", origin="benchmark", sha256="0")
        verdicts.record(connection, source, judged)
        frame = load_frame(connection, [], None)
        strata = sampling.draw(frame.verdicts, supported=None, partial=None, by=[], seed=1)
        new = samples.NewSample(name="big", origin="drawn", seed=1, by=(), strata=strata)
        samples.create(connection, frame, new, rubric.in_force(study))
    return study


def _verdict(number: int) -> Verdict:
    claim = f"Claim{number}holds."
    item = Item(question=f"What of {number}?", claim=claim, passage=f"{PASSAGE} {number}")
    citation = Citation(
        run="base",
        case_id=f"q{number}",
        claim_id=f"c{number}",
        item=item,
        answer=f"It is so. {claim} [doc:{number}]",
        cited=f"doc:{number}",
        source="",
        config="base",
        importance=None,
        fields={},
    )
    return Verdict(
        citation=citation, judge=Judge(name="j"), support=list(Support)[number % 3], raw="x"
    )


if __name__ == "__main__":
    main()
