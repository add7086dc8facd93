"""Time and peak memory of a synthetic practice: made alone, and stored by the command.

    python benchmarks/synthetic_size.py --passages 5000 --passages 50000 --passages 200000

Made alone is the generator without cutting or storing; its memory must not grow with the size.
Stored is `crosssource corpus synth` from beginning to end: documents, passages, questions.
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from labels.synthetic.sizes import wanted

CROSSSOURCE = Path(sys.executable).with_name("crosssource")
MAKE = """
import sys
from corpus.synthetic.practice import Practice
print(sum(len(one.document.text) for one in Practice(1, int(sys.argv[1])).documents()))
"""


def main() -> None:
    """Measure each size in turn, in processes of their own."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--passages", type=int, action="append", required=True)
    options.add_argument("--folder", type=Path, help="where the studies go while they are measured")
    chosen = options.parse_args()
    print(f"{'matters':>8} {'passages':>10}  made alone         stored             on disk")
    for passages in chosen.passages:
        plan = wanted(size=None, matters=None, passages=passages, words=350, seed=1)
        matters = plan.practice.matters
        alone = _timed([sys.executable, "-c", MAKE, str(matters)])
        with tempfile.TemporaryDirectory(dir=chosen.folder) as name:
            study = Path(name) / "study"
            _timed([str(CROSSSOURCE), "init", str(study)])
            command = [str(CROSSSOURCE), "--workspace", str(study), "corpus", "synth"]
            stored = _timed([*command, "--passages", str(passages)])
            corpus = study / "corpus"
            with (corpus / "passages.jsonl").open("rb") as rows:
                found = sum(1 for _ in rows)
            size = sum(path.stat().st_size for path in corpus.iterdir())
        print(f"{matters:8,} {found:10,}  {alone}  {stored}  {size / 2**20:6,.0f} MB", flush=True)


def _timed(command: list[str]) -> str:
    """Seconds and the most memory held, by the process alone."""
    started = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    took = time.perf_counter() - started
    if os.waitstatus_to_exitcode(status):
        raise SystemExit(f"{' '.join(command[:5])} failed")
    return f"{took:7.1f} s {_peak(usage):5.0f} MB"


def _peak(usage: resource.struct_rusage) -> float:
    return usage.ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)


if __name__ == "__main__":
    main()
