"""How long the labeller takes to show its first item, beside a bare Textual app with the same text.

Fresh processes in a pseudo-terminal, in alternation, from the start of the process until the claim
arrives there; the sample has 10,000 items. The goal is a ratio of at most 1.5. Then, in one
labeller, the time from a key to the next item's claim, the label's way to the disk included.

    python benchmarks/labeller_start.py [--pairs 12] [--items 10000] [--keys 40]
"""

import argparse
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


def main() -> None:
    """Measure, and print medians and ratio."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--pairs", type=int, default=12)
    options.add_argument("--items", type=int, default=10_000)
    options.add_argument("--keys", type=int, default=40)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        study = _study(Path(folder) / "study", chosen.items)
        first = _claims(study, 1)[0]
        text = Path(folder) / "text.txt"
        text.write_text(f"{first}\n\n{PASSAGE}", encoding="utf-8")
        labeller = ["-c", LABEL, "--workspace", str(study.root), "--annotator", "ann"]
        bare = [str(REPOSITORY / "benchmarks" / "bare_app.py"), str(text)]
        for warming in (bare, labeller):
            _start(warming, first)
        times: dict[str, list[float]] = {"bare": [], "labeller": []}
        for _ in range(chosen.pairs):
            times["bare"].append(_start(bare, first))
            times["labeller"].append(_start(labeller, first))
        for name, seconds in times.items():
            print(f"{name:9} {_told(seconds)}")
        medians = {name: statistics.median(seconds) for name, seconds in times.items()}
        print(f"ratio     {medians['labeller'] / medians['bare']:.2f} (goal: at most 1.5)")
        keys = _keys(labeller, _claims(study, chosen.keys + 1))
        print(f"key       {_told(keys)} from a key to the next item")


def _told(seconds: list[float]) -> str:
    return (
        f"median {statistics.median(seconds):.3f} s, "
        f"{min(seconds):.3f} to {max(seconds):.3f}, n = {len(seconds)}"
    )


def _spawn(arguments: list[str]) -> "pexpect.spawn[bytes]":
    environment = os.environ | {"TERM": "xterm-256color", "PYTHONPATH": str(REPOSITORY)}
    return pexpect.spawn(
        sys.executable, arguments, dimensions=(24, 80), cwd=str(REPOSITORY), env=environment
    )


def _start(arguments: list[str], claim: str) -> float:
    began = time.perf_counter()
    child = _spawn(arguments)
    child.expect_exact(claim, timeout=60)
    took = time.perf_counter() - began
    child.send("q")
    child.expect(pexpect.EOF, timeout=60)
    child.close()
    return took


def _keys(arguments: list[str], claims: list[str]) -> list[float]:
    child = _spawn(arguments)
    child.expect_exact(claims[0], timeout=60)
    seconds = []
    for claim in claims[1:]:
        time.sleep(0.3)
        began = time.perf_counter()
        child.send("1")
        child.expect_exact(claim, timeout=60)
        seconds.append(time.perf_counter() - began)
    child.close(force=True)
    return seconds


def _claims(study: Workspace, count: int) -> list[str]:
    """The claims that come first in the annotator's order; nothing is stored for it."""
    with open_queue(study, None, "ann", rubric.in_force(study)) as queue:
        return [queue.item(item_id).claim for item_id in queue._order[:count]]


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
