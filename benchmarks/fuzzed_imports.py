"""Ten thousand broken result files, and files of 1 GB: what does `crosssource import` make of them?

Files of every format, made here, and the real exports beside the checkout where they are there, are
broken in a random place, each with a seed of its own, and imported by the real command, in this
process. A broken file must end in exit 2, one sentence that names the file, and a store without
anything new; one that is whole all the same is imported. A traceback, another exit code, a second
line or a changed store is a fault, and is printed with its seed.

Then what does not fit into memory, each in a process of its own whose peak is measured: a result
file of 1 GB, one line of 1 GB (as JSON, JSON Lines, CSV and YAML), a list of 1 GB of empty lists,
nesting without end, a zip bomb, a workbook bomb.

    python -m benchmarks.fuzzed_imports [--cases 10000] [--seed 1] [--no-large]
"""

import argparse
import contextlib
import io
import json
import os
import random
import resource
import shutil
import sys
import tempfile
import time
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO
from unittest import mock

import crosssource
from corpus.workspace import Workspace
from labels.store import database
from labels.store.creating import create
from tests.mutations import mutated
from tests.result_files import made_files

EXPORTS = Path(__file__).parents[1].parent / "shared" / "data" / "exports"
LARGEST = 2**17
"""Bytes of a real export that is broken: the larger ones say nothing new and take long."""
FRESH = 500
"""Cases after which a new study is begun."""
GIGABYTE = 2**30
MOST_MEMORY = 500
"""MB that a file of 1 GB may take."""
TABLES = ("run", "item", "citation", "verdict", "sample", "label_event", "judge", "answer")


@dataclass
class Tally:
    """What became of the cases."""

    imported: int = 0
    refused: int = 0
    faults: list[str] = field(default_factory=list)
    slowest: float = 0.0
    by_kind: Counter[str] = field(default_factory=Counter)


def main() -> None:
    """Break files, import them, print the tally."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--cases", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--no-large", action="store_true", help="leave out the files of 1 GB")
    options = parser.parse_args()
    begun = time.monotonic()
    tally = fuzz(options.cases, options.seed)
    seconds = time.monotonic() - begun
    print(
        f"{options.cases:,} broken files in {seconds:.0f} s: {tally.refused:,} refused with one "
        f"sentence, {tally.imported:,} imported, {len(tally.faults):,} faults; the slowest took "
        f"{tally.slowest:.2f} s."
    )
    for fault in tally.faults[:20]:
        print(f"  FAULT {fault}")
    failed = bool(tally.faults)
    if not options.no_large:
        failed |= not large()
    sys.exit(1 if failed else 0)


def seeds() -> dict[str, bytes]:
    """The whole files that are broken."""
    files = made_files()
    if EXPORTS.is_dir():
        for path in sorted(EXPORTS.glob("*/*")):
            if path.stat().st_size <= LARGEST:
                files[f"{path.parent.name}-{path.name[-60:]}"] = path.read_bytes()
    return files


def fuzz(cases: int, seed: int) -> Tally:
    """Break and import so many files."""
    files = seeds()
    tally = Tally()
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for number in range(cases):
            if number % FRESH == 0:
                shutil.rmtree(root / "study", ignore_errors=True)
                create(root / "study")
            chance = random.Random(f"{seed} {number}")
            name = chance.choice(list(files))
            kind, data = mutated(files[name], chance)
            path = root / f"broken-{name}"
            path.write_bytes(data)
            _try(path, f"run-{number}", Workspace(root / "study"), f"{number} {name} {kind}", tally)
            path.unlink()
    return tally


def _try(path: Path, run: str, study: Workspace, case: str, tally: Tally) -> None:
    before = _stored(study)
    begun = time.monotonic()
    code, said = _command("import", str(path), "--run", run, "--workspace", str(study.root))
    tally.slowest = max(tally.slowest, time.monotonic() - begun)
    if code == 0:
        tally.imported += 1
        return
    tally.refused += 1
    lines = said.splitlines()
    if code != 2:
        tally.faults.append(f"{case}: exit {code}: {said[-300:]}")
    elif len(lines) != 1 or path.name not in lines[0]:
        tally.faults.append(f"{case}: no sentence that names the file: {said[-300:]}")
    elif _stored(study) != before:
        tally.faults.append(f"{case}: the store has changed")


def _command(*arguments: str) -> tuple[int, str]:
    """The exit code and what went to stderr; 99 with a traceback."""
    heard = io.StringIO()
    with (
        mock.patch.object(sys, "argv", ["crosssource", *arguments]),
        contextlib.redirect_stderr(heard),
        contextlib.redirect_stdout(io.StringIO()),
    ):
        try:
            crosssource.main()
        except SystemExit as ended:
            return int(ended.code or 0), heard.getvalue()
        except BaseException as error:  # noqa: BLE001  a traceback is what is looked for
            return 99, f"{type(error).__name__}: {error}"
    return 0, heard.getvalue()


def _stored(study: Workspace) -> tuple[int, ...]:
    with database.opened(study) as connection:
        return tuple(
            connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in TABLES
        )


def large() -> bool:
    """Import what does not fit into memory; whether all went as it should."""
    went_well = True
    print(flush=True)
    print(f"{'file':<42} {'size':>9} {'exit':>5} {'peak':>8} {'time':>8}  said")
    for name, (suffix, write, expected) in LARGE.items():
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / f"large{suffix}"
            with path.open("wb") as stream:
                write(stream)
            size = path.stat().st_size
            code, peak, seconds, said = _measured(path, Path(folder))
            left = (Path(folder) / "study").exists()
        good = code == expected and peak < MOST_MEMORY and left == (expected == 0)
        went_well &= good
        print(
            f"{name:<42} {size / 2**20:>6,.0f} MB {code:>5} {peak:>5,.0f} MB {seconds:>6,.1f} s  "
            f"{'' if good else 'FAULT: '}{said[:110]}",
            flush=True,
        )
    return went_well


def _measured(path: Path, folder: Path) -> tuple[int, float, float, str]:
    """Exit code, peak memory in MB, seconds, the last words, of the command in its own process."""
    said = folder / "said"
    begun = time.monotonic()
    child = os.fork()
    if child == 0:
        with said.open("wb") as stream:
            os.dup2(stream.fileno(), 2)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        command = [sys.executable, "-m", "crosssource", "import", str(path)]
        os.execv(sys.executable, [*command, "--into", str(folder / "study")])
    _, status, used = os.wait4(child, 0)
    words = said.read_text(errors="replace").replace(str(folder), "").splitlines() or [""]
    code = os.waitstatus_to_exitcode(status)
    line = words[0] if code == 0 else words[-1]
    return code, used.ru_maxrss / 1024, time.monotonic() - begun, line


def _results(stream: BinaryIO) -> None:
    """promptfoo results of 1 GB: rows like the first of the small file, each with its own claim."""
    row = json.loads(made_files()["promptfoo.jsonl"].splitlines()[0])
    row["prompt"] = {"raw": "A prompt of some length. " * 250}
    stream.write(b'{"evalId": "e", "results": {"version": 3, "results": [\n')
    number = size = 0
    while size < GIGABYTE:
        variables = row["vars"] | {"claim": f"Claim number {number} holds."}
        line = json.dumps(row | {"vars": variables, "testCase": {"vars": variables}}).encode()
        stream.write((b",\n" if number else b"") + line)
        number += 1
        size += len(line)
    stream.write(b'\n]}, "config": {}}')


def _filled(before: bytes, filling: bytes, after: bytes) -> Callable[[BinaryIO], None]:
    def write(stream: BinaryIO) -> None:
        stream.write(before)
        for piece in _pieces(filling):
            stream.write(piece)
        stream.write(after)

    return write


def _pieces(filling: bytes) -> Iterator[bytes]:
    block = filling * (2**20 // len(filling))
    for _ in range(GIGABYTE // len(block)):
        yield block


def _bomb(*members: str) -> Callable[[BinaryIO], None]:
    def write(stream: BinaryIO) -> None:
        with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
            for name in members[:-1]:
                archive.writestr(name, "{}")
            with archive.open(members[-1], "w", force_zip64=True) as member:
                for piece in _pieces(b" "):
                    member.write(piece)

    return write


def _keys(stream: BinaryIO) -> None:
    """An annotation file whose first metric has too many neighbours."""
    stream.write(b'{"m": [{"metric_input": {}, "metric_output": 1}]')
    for number in range(1_500_000):
        stream.write(b',"k%d":[]' % number)
    stream.write(b"}")


_HEAD = b'{"evalId": "e", "results": {"results": ['
LARGE: dict[str, tuple[str, Callable[[BinaryIO], None], int]] = {
    "promptfoo results": (".json", _results, 0),
    "one text of 1 GB, JSON": (".json", _filled(_HEAD + b'{"x": "', b"a", b'"}]}}'), 2),
    "one line of 1 GB, JSON Lines": (".jsonl", _filled(b'{"claim": "', b"a", b'"}\n{}\n'), 2),
    "one line of 1 GB, CSV": (".csv", _filled(b"claim,", b"a", b"\n"), 2),
    "one cell of 1 GB in many lines, CSV": (".csv", _filled(b'claim\n"', b"a\n", b'"\n'), 2),
    "one text of 1 GB, YAML": (".yaml", _filled(b"evalId: e\nresults: ", b"a", b"\n"), 2),
    "one record of empty lists": (".json", _filled(_HEAD + b"[", b"[],", b"[]]]}}"), 2),
    "nesting without end": (".json", _filled(_HEAD, b"[", b""), 2),
    "an object of more than a million keys": (".json", _keys, 2),
    "a zip bomb, .eval": (".eval", _bomb("header.json", "samples/1_epoch_1.json"), 2),
    "a workbook bomb, .xlsx": (
        ".xlsx",
        _bomb("[Content_Types].xml", "xl/workbook.xml", "xl/worksheets/sheet1.xml"),
        2,
    ),
}
"""Each with its suffix, what writes it, and the exit code that is right."""


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    main()
