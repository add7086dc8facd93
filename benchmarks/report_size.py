"""A report over 100,000 verdicts with 5,000 labels, beside published packages on the same rows.

Whole processes, in alternation: `crosssource report` in all formats, with every figure and every
slice, and the packages on a table of judge and human. They correct one rate or compute plain
agreement; none knows of the sample design. The goal is 5 s and 400 MB.

    python -m venv others && others/bin/pip install judgy judgekeeper pandas
    python benchmarks/report_size.py --others others/bin/python [--runs 5] [--verdicts 100000]
"""

import argparse
import csv
import json
import os
import random
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from labels.store import database

CROSSSOURCE = Path(sys.executable).with_name("crosssource")
FAILURES = ("right_doc_wrong_passage", "wrong_document", "unsupported_claim")
SUPPORTED, PARTIAL = 1000, 1500
JUDGY = """
import sys, pandas, judgy
rows = pandas.read_csv(sys.argv[1], keep_default_na=False)
passed = (rows["judge"] == "pass").astype(int)
known = rows["human"] != ""
human = (rows["human"][known] == "pass").astype(int)
arrays = [human.to_numpy(), passed[known].to_numpy(), passed[~known].to_numpy()]
print(judgy.estimate_success_rate(*arrays, bootstrap_iterations=10_000))
"""


def main() -> None:
    """Make the study, then time each command in turn."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--others", type=Path, help="a Python that has judgy and judgekeeper")
    options.add_argument("--runs", type=int, default=5)
    options.add_argument("--verdicts", type=int, default=100_000)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        study = _study(folder, chosen.verdicts)
        out = folder / "out"
        commands: dict[str, list[str]] = {
            "crosssource report, terminal": _report(study, "terminal", out),
            "crosssource report, all formats": _report(study, "terminal,html,md,json,csv", out),
        }
        if chosen.others:
            table = _table(study, folder / "table.csv")
            labelled = _table(study, folder / "labelled.csv", only_labelled=True)
            keeper = str(chosen.others.with_name("judgekeeper"))
            commands["judgy, one corrected rate"] = [str(chosen.others), "-c", JUDGY, str(table)]
            commands["judgekeeper check, labelled rows"] = [
                *(keeper, "check", str(labelled), "--judge", "judge", "--human", "human"),
                *("--id", "id", "--out", str(folder / "keeper")),
            ]
        _compare(commands, folder, chosen.runs)


def _compare(commands: dict[str, list[str]], folder: Path, runs: int) -> None:
    seconds: dict[str, list[float]] = {name: [] for name in commands}
    memory: dict[str, int] = {}
    for _ in range(runs):
        for name, command in commands.items():
            shutil.rmtree(folder / "keeper", ignore_errors=True)
            took, held = _timed(command)
            seconds[name].append(took)
            memory[name] = max(memory.get(name, 0), held)
    for name, taken in seconds.items():
        print(
            f"{name:34} median {statistics.median(taken):6.2f} s  "
            f"({min(taken):.2f} to {max(taken):.2f})  {memory[name] // 1024:4} MB"
        )


def _timed(command: Sequence[str]) -> tuple[float, int]:
    """Seconds of the whole process, and the most memory it held, in kilobytes."""
    started = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    assert process.stderr is not None
    words = process.stderr.read().decode(errors="replace")
    _, status, usage = os.wait4(process.pid, 0)
    took = time.perf_counter() - started
    if os.waitstatus_to_exitcode(status) not in (0, 1):  # 1: a gate of theirs that says no
        raise SystemExit(f"{' '.join(command[:4])} failed:\n{words}")
    return took, _peak(usage)


def _peak(usage: resource.struct_rusage) -> int:
    return usage.ru_maxrss if sys.platform != "darwin" else usage.ru_maxrss // 1024


def _report(study: Path, formats: str, out: Path) -> list[str]:
    command = [str(CROSSSOURCE), "--workspace", str(study), "report", "--sample", "five"]
    return [*command, "--format", formats, "--out", str(out)]


def _study(folder: Path, verdicts: int) -> Path:
    study = folder / "study"
    _write_verdicts(folder, verdicts)
    run = [str(CROSSSOURCE), "--workspace", str(study)]
    for command in (
        [str(CROSSSOURCE), "init", str(study)],
        [*run, "import", str(folder / "verdicts.jsonl"), "--judge", "big", "--run", "big"],
        [*run, "sample", "draw", "--run", "big", "--supported", str(SUPPORTED), "--partial",
         str(PARTIAL), "--name", "five"],
        [*run, "import", str(folder / "labels.jsonl"), "--sample", "five"],
    ):  # fmt: skip
        subprocess.run(command, check=True, capture_output=True)
    return study


def _write_verdicts(folder: Path, verdicts: int) -> None:
    """95 % supported; the judge keeps 98.5 % of them and catches 60 % of the bad ones."""
    generator = random.Random(7)
    with (
        (folder / "verdicts.jsonl").open("w", encoding="utf-8") as judged,
        (folder / "labels.jsonl").open("w", encoding="utf-8") as labels,
    ):
        for number in range(verdicts):
            good, case = generator.random() < 0.95, number // 18
            truth = "supported" if good else generator.choice(["partial", "unsupported"])
            kept = generator.random() < (0.985 if good else 0.6)
            other = generator.choice(["partial", "unsupported"]) if good else "supported"
            verdict = truth if kept else other
            ids = {
                "case_id": f"q{case}",
                "claim_id": f"c{number}",
                "citation": f"doc{number % 97}:{number % 13}",
            }
            row = ids | {
                "question": f"Question {case}, as asked by counsel?",
                "answer": "The court held. " * (case % 20 + 3),
                "claim": f"Claim {number} about the holding of the court in matter {case}.",
                "passage": f"Passage {number}. " + "The landlord bears the costs of repair. " * 4,
                "judge_label": verdict,
                "failure_type": generator.choice(FAILURES) if verdict == "unsupported" else "",
                "config": ("baseline", "strict")[case % 2],
                "importance": number % 3 + 1,
                "language": ("en", "es", "de")[case % 3],
                "court": f"court {number % 12}",
                "topic": f"topic {case % 30}",
            }
            said = ids | {
                "human_label": truth,
                "human_failure_type": generator.choice(FAILURES) if truth == "unsupported" else "",
                "annotator": "ann",
            }
            judged.write(json.dumps(row) + "\n")
            labels.write(json.dumps(said) + "\n")


def _table(study: Path, path: Path, *, only_labelled: bool = False) -> Path:
    """The same verdicts and labels as a table of pass and fail, which is all the others read."""
    connection = database.connect(study / "crosssource.db")
    labels = "SELECT item_id, choice FROM label_event WHERE sample = 'five'"
    said = dict(connection.execute(labels).fetchall())
    rows = connection.execute(
        "SELECT c.claim_id, c.item_id, v.support FROM sample_frame f "
        "JOIN verdict v ON v.uid = f.verdict_uid JOIN citation c ON c.uid = v.citation_uid "
        "WHERE f.sample = 'five'"
    )
    with path.open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow(["id", "judge", "human"])
        for claim, item, support in rows:
            human = said.get(item)
            if human or not only_labelled:
                table.writerow([claim, _pass(support), _pass(human) if human else ""])
    connection.close()
    return path


def _pass(value: str) -> str:
    return "pass" if value == "supported" else "fail"


if __name__ == "__main__":
    main()
