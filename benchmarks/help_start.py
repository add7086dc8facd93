"""How long `crosssource --help` takes, beside an interpreter that does nothing.

    python benchmarks/help_start.py

Whole processes in turn; medians in seconds. The goal is 0.25 s for the help.
"""

import statistics
import subprocess
import sys
import time
from pathlib import Path

ROUNDS = 15
COMMANDS = {
    "crosssource --help": [str(Path(sys.executable).with_name("crosssource")), "--help"],
    "python -c pass": [sys.executable, "-c", "pass"],
}


def seconds(command: list[str]) -> float:
    """One whole process."""
    started = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - started


def main() -> None:
    """Measure, one after the other in turn, and print the medians."""
    taken: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for round_number in range(ROUNDS + 1):
        for name, command in COMMANDS.items():
            measured = seconds(command)
            if round_number:  # the first warms the file cache
                taken[name].append(measured)
    for name, values in taken.items():
        print(f"{name:<20} {statistics.median(values):.3f} s  (of {ROUNDS})")


if __name__ == "__main__":
    main()
