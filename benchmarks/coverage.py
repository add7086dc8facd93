"""How often the intervals hold the truth: the coverage study behind `docs/statistics.md`.

    python benchmarks/coverage.py --json FILE            all: an hour on two cores
    python benchmarks/coverage.py --seeds 60 --every 8   a look at every eighth setting

A setting is a run of N verdicts with people's outcomes known for all of it, and a design: which
strata are labelled whole, which in part. Each seed draws a sample, and every figure of a report
(`reports.catalogue`), weighted and raw, is held against its value in the whole run. Samples of the
same counts have the same intervals, so each is computed once.

A sample in which a figure is undefined (no label shows the class it speaks of) is counted apart:
there no interval was given. The table gives the figures' least and mean coverage over the settings
and how wide the intervals are. With --json FILE each setting's result is kept as one line as soon
as it is known, and a study that was stopped goes on from there.

Among ten thousand coverages of 500 samples each, some fall short by chance. So a setting in which a
figure covers less than `GOAL` is studied again, with `AGAIN` fresh seeds, and those are told.
"""

import argparse
import json
import multiprocessing
import sys
from collections import defaultdict
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import numpy as np

from labels.calibration import Stratum
from labels.outcome import Outcome, Support
from reports.catalogue import catalogue
from reports.configurations import difference
from reports.estimation.arrays import FloatArray, IntArray
from reports.estimation.design import Design
from reports.estimation.estimate import Estimator
from reports.estimation.figure import Figure
from reports.estimation.measures import Measure, human_share
from reports.estimation.scales import BINARY, OUTCOME, SUPPORT
from reports.other_corrections import other_corrections
from reports.slices import FEWEST_IN_SLICE

LEVEL = 0.95
GOAL = 0.93
AGAIN = 4_000
"""Seeds of a second look: the standard error of a coverage of .95 is .0034."""
OUTCOMES = tuple(Outcome)
FAILURES = (Outcome.RIGHT_DOC_WRONG_PASSAGE, Outcome.WRONG_DOCUMENT, Outcome.UNSUPPORTED_CLAIM)
SLACK = 1e-9


@dataclass(frozen=True)
class Setting:
    """A run and a way of sampling it."""

    design: str
    """`take all`: flagged verdicts whole; `partial too`: partial ones in part; `two runs`: equal
    labels from runs of unequal size; `everything`: all classes in part, in proportion; `slice`: the
    third of the run that has one value of a field, in a sample by `take all`."""
    size: int
    labels: int
    """In the supported verdicts (in all of them for `everything`)."""
    prevalence: float
    """Of citations that people call supported."""
    error: float
    """Of the judge, in each class of people."""


SIZES = ((160, 15), (450, 60), (2000, 100), (5000, 400))
"""Verdicts, and labels among the supported ones."""
PREVALENCES = (0.80, 0.95, 0.995)
ERRORS = (0.0, 0.02, 0.10, 0.40)
DESIGNS = ("take all", "partial too", "two runs", "everything", "slice")


def settings() -> list[Setting]:
    """All of them."""
    return [
        Setting(design, size, labels, prevalence, error)
        for design, (size, labels), prevalence, error in product(
            DESIGNS, SIZES, PREVALENCES, ERRORS
        )
    ]


INTRODUCTION = Setting("introduction", 2000, 97, 0.95, 0.0)
"""DESIGN's: 95 % supported, of which 99 % are kept, 60 % of the bad caught; all flagged labelled
and as many supported."""


def run_of(setting: Setting) -> tuple[list[str], IntArray]:
    """The strata and the whole run's counts, (H, 6, 6), people in the rows.

    Counts are rounded expectations: the same run for every seed.
    """
    n = setting.size
    supported = round(n * setting.prevalence)
    bad = n - supported
    partial = bad // 3
    truth = {Outcome.SUPPORTED: supported, Outcome.PARTIAL: partial}
    for number, failure in enumerate(FAILURES):
        truth[failure] = (bad - partial + number) // 3
    keep, catch = 1 - setting.error, 1 - setting.error
    if setting.design == "introduction":
        keep, catch = 0.99, 0.60
    table = np.zeros((6, 6), dtype=np.int64)
    for outcome, count in truth.items():
        k = OUTCOMES.index(outcome)
        if outcome is Outcome.SUPPORTED:
            wrong = round(count * (1 - keep))
            table[k, k] = count - wrong
            table[k, OUTCOMES.index(Outcome.PARTIAL)] = wrong // 3
            table[k, OUTCOMES.index(Outcome.UNSUPPORTED_CLAIM)] = wrong - wrong // 3
        else:
            wrong = round(count * (1 - catch))
            slips = (count - wrong) // 5  # the level is right, the category is not
            other = FAILURES[(FAILURES.index(outcome) + 1) % 3] if outcome in FAILURES else outcome
            table[k, k] = count - wrong
            table[k, OUTCOMES.index(Outcome.SUPPORTED)] += wrong
            table[k, k] -= slips
            table[k, OUTCOMES.index(other)] += slips
    return _strata(setting, table)


def _strata(setting: Setting, table: IntArray) -> tuple[list[str], IntArray]:
    names, counts = [], []
    for support in Support:
        columns = np.array([outcome.support is support for outcome in OUTCOMES])
        part = np.where(columns, table, 0)
        if not part.sum():
            continue
        if setting.design == "two runs":
            # The smaller run has a fifth of the verdicts and, where it can, all the errors.
            small = _errors_first(part, part.sum() // 5)
            for name, one in (("a", part - small), ("b", small)):
                if one.sum():
                    names.append(f"{support} · run={name}")
                    counts.append(one)
        else:
            names.append(str(support))
            counts.append(part)
    return names, np.array(counts)


def _errors_first(part: IntArray, size: int) -> IntArray:
    flat = part.reshape(-1).copy()
    diagonal = np.eye(6, dtype=bool).reshape(-1)
    taken = np.zeros_like(flat)
    for index in [*np.flatnonzero(~diagonal), *np.flatnonzero(diagonal)]:
        taken[index] = min(flat[index], size - taken.sum())
    return taken.reshape(part.shape)


def labelled(setting: Setting, names: list[str], sizes: IntArray) -> IntArray:
    """How many verdicts of each stratum are labelled, (H,)."""
    n = sizes.copy()
    for h, name in enumerate(names):
        support = name.split(" · ")[0]
        if setting.design == "everything":
            n[h] = max(2, round(setting.labels * sizes[h] / sizes.sum()))
        elif support == "supported":
            n[h] = setting.labels // 2 if setting.design == "two runs" else setting.labels
        elif support == "partial" and setting.design == "partial too":
            n[h] = max(2, setting.labels // 4)
    if setting.design == "introduction":
        n[0] = n[1:].sum()
    return np.minimum(n, sizes)


def design_of(names: list[str], sizes: IntArray, counts: IntArray) -> Design:
    """A sample's counts, (H, 6, 6), as a design."""
    judged = counts.sum(axis=1)
    padded = np.zeros((len(names), 7, 6), dtype=np.int64)
    padded[:, :6] = counts
    return Design(
        strata=tuple(
            Stratum(name=name, size=int(size), drawn=int(n))
            for name, size, n in zip(names, sizes, judged.sum(axis=1), strict=True)
        ),
        supports=tuple(frozenset({Support(name.split(" · ")[0])}) for name in names),
        counts=padded,
        undecided=np.zeros((len(names), 6), dtype=np.int64),
        judged=judged,
    )


def drawn(whole: IntArray, n: IntArray, generator: np.random.Generator) -> IntArray:
    """A sample's counts, (H, 6, 6)."""
    return np.array(
        [
            generator.multivariate_hypergeometric(table.reshape(-1), int(labels))
            for table, labels in zip(whole, n, strict=True)
        ]
    ).reshape(whole.shape)


def third_of(whole: IntArray) -> IntArray:
    """A third of the run, errors and failures as often as elsewhere or one more, (H, 6, 6)."""
    return (whole + 2) // 3


def inside(
    part: IntArray, whole: IntArray, counts: IntArray, generator: np.random.Generator
) -> IntArray:
    """Of a sample's counts, those that lie in the slice: the rest of a cell is outside of it."""
    return np.asarray(generator.hypergeometric(part, whole - part, counts))


Limits = dict[str, tuple[float, float, float] | None]
"""By figure: value, low, high; None where it is undefined."""


def limits_of(design: Design, draws: int) -> Limits:
    """Every figure's interval, weighted, raw, and of the difference between the two runs."""
    scales = {
        scale.name: Estimator(design.cells(scale), level=LEVEL, seed=1, draws=draws)
        for scale in (BINARY, SUPPORT, OUTCOME)
    }
    found: Limits = {}
    for name, measure in catalogue().items():
        pair = scales[measure.scale.name].pair(measure)
        found[name] = _limits(pair.weighted)
        found[f"raw {name}"] = _limits(pair.raw)
    for other in other_corrections(design, level=LEVEL):
        found[f"corrected.{other.name}"] = _limits(other.rate)
    rates = [
        Estimator(part.cells(SUPPORT), level=LEVEL, seed=1, draws=draws).weighted(
            human_share(SUPPORT, 0)
        )
        for part in _runs(design)
    ]
    if len(rates) == 2:
        found["corrected difference"] = _limits(difference(*rates))
    return found


def _runs(design: Design) -> list[Design]:
    parts = []
    for run in ("a", "b"):
        inside = [h for h, one in enumerate(design.strata) if one.name.endswith(f"run={run}")]
        if inside:
            parts.append(
                Design(
                    strata=tuple(design.strata[h] for h in inside),
                    supports=tuple(design.supports[h] for h in inside),
                    counts=design.counts[inside],
                    undecided=design.undecided[inside],
                    judged=design.judged[inside],
                )
            )
    return parts


def _limits(figure: Figure) -> tuple[float, float, float] | None:
    if figure.value is None or figure.low is None or figure.high is None:
        return None
    return figure.value, figure.low, figure.high


def truths(names: list[str], whole: IntArray, n: IntArray) -> dict[str, float]:
    """What each figure is in the whole run; a raw one in the proportions of the sample."""
    found = {}
    sizes = whole.sum(axis=(1, 2))
    design = design_of(names, sizes, whole)
    for name, measure in catalogue().items():
        cells = design.cells(measure.scale).counts.astype(np.float64)
        found[name] = _value(measure, np.ones(len(n)), cells)
        found[f"raw {name}"] = _value(measure, n / sizes, cells)
    for name in ("rogan_gladen", "ppi"):
        found[f"corrected.{name}"] = found["corrected.supported"]
    rates = [
        _value(
            human_share(SUPPORT, 0),
            np.ones(len(part.strata)),
            part.cells(SUPPORT).counts.astype(np.float64),
        )
        for part in _runs(design)
    ]
    if len(rates) == 2:
        found["corrected difference"] = rates[1] - rates[0]
    return found


def _value(measure: Measure, scales: FloatArray, cells: FloatArray) -> float:
    return float(measure.formula(np.einsum("h,hkj,kjf->f", scales, cells, measure.parts)))


@dataclass
class Covered:
    """One figure in one setting."""

    defined: int = 0
    held: int = 0
    outside: int = 0
    """Intervals that leave the figure's range, or their own value."""
    width: float = 0.0


Task = tuple[Setting, int, int, int]
"""A setting, how many samples, how many draws of each predictive interval, and the first seed."""
Result = tuple[Setting, dict[str, Covered]]


def study(task: Task) -> tuple[Task, dict[str, Covered]]:
    """All samples of a setting."""
    setting, seeds, draws, first = task
    names, whole = run_of(setting)
    n = labelled(setting, names, whole.sum(axis=(1, 2)))
    sliced = setting.design == "slice"
    seen = third_of(whole) if sliced else whole
    sizes = seen.sum(axis=(1, 2))
    generator = np.random.default_rng([first, setting.size, setting.labels])
    samples: dict[bytes, list[IntArray]] = defaultdict(list)
    for _ in range(seeds):
        counts = drawn(whole, n, generator)
        if sliced:
            counts = inside(seen, whole, counts, generator)
        samples[counts.tobytes()].append(counts)
    found: dict[str, Covered] = defaultdict(Covered)
    for same in samples.values():
        if sliced and same[0].sum() < FEWEST_IN_SLICE:
            continue
        # A raw figure speaks of the run in the proportions of its sample.
        truth = truths(names, seen, same[0].sum(axis=(1, 2)))
        for name, limits in limits_of(design_of(names, sizes, same[0]), draws).items():
            if limits is None or np.isnan(truth[name]):
                continue
            value, low, high = limits
            least = _least(name)
            one = found[name]
            one.defined += len(same)
            one.held += len(same) * (low - SLACK <= truth[name] <= high + SLACK)
            one.outside += len(same) * (
                not least - SLACK <= low <= value + SLACK <= high + 2 * SLACK <= 1 + 3 * SLACK
            )
            one.width += len(same) * (high - low)
    return task, dict(found)


def _least(name: str) -> float:
    """The low end of a figure's range."""
    for part, least in (("ac2.quadratic", -2.0), ("ac2.linear", -1.25)):
        if part in name:
            return least
    signed = ("kappa", "ac1", "alpha", "mcc", "difference")
    return -1.0 if any(part in name for part in signed) else 0.0


FEWEST = 50
"""Samples in which a figure is defined, for its coverage in a setting to be told."""


def table(results: list[Result]) -> str:
    """By figure: least and mean coverage over the settings, the width, where coverage is least."""
    rows: dict[str, list[tuple[float, float, Setting]]] = defaultdict(list)
    for setting, found in results:
        for name, one in found.items():
            if one.defined >= FEWEST:
                rows[name].append((one.held / one.defined, one.width / one.defined, setting))
    lines = [
        "| figure | settings | least | mean | mean width | least in |",
        "|---|---|---|---|---|---|",
    ]
    for name, settings_ in rows.items():
        least = min(settings_, key=lambda row: row[0])
        where = least[2]
        lines.append(
            f"| {name} | {len(settings_)} | {least[0]:.3f} | "
            f"{np.mean([row[0] for row in settings_]):.3f} | "
            f"{np.mean([row[1] for row in settings_]):.3f} | {where.design}, N {where.size}, "
            f"{where.labels} labels, {where.prevalence:.1%} supported, error {where.error:.0%} |"
        )
    return "\n".join(lines)


def studied(tasks: list[Task], processes: int, kept: Path | None) -> list[Result]:
    """The results of all tasks in their order; those in the file are read, the others added."""
    known: dict[Task, dict[str, Covered]] = {}
    if kept and kept.exists():
        for line in kept.read_text(encoding="utf-8").splitlines():
            stored = json.loads(line)
            figures = {name: Covered(**one) for name, one in stored["figures"].items()}
            setting, seeds, draws, first = stored["task"]
            known[Setting(**setting), seeds, draws, first] = figures
    missing = [task for task in tasks if task not in known]
    with multiprocessing.get_context("fork").Pool(processes) as pool:
        for number, (task, found) in enumerate(
            pool.imap_unordered(study, missing, chunksize=1), start=1
        ):
            known[task] = found
            if kept:
                with kept.open("a", encoding="utf-8") as file:
                    values = {name: vars(one) for name, one in found.items()}
                    kept_line = {"task": [vars(task[0]), *task[1:]], "figures": values}
                    file.write(json.dumps(kept_line) + "\n")
            sys.stderr.write(f"\r{number} of {len(missing)} settings")
    sys.stderr.write("\n")
    return [(task[0], known[task]) for task in tasks]


def short(results: list[Result]) -> list[tuple[Setting, str, float]]:
    """The figures that cover less than the goal."""
    return [
        (setting, name, one.held / one.defined)
        for setting, found in results
        for name, one in found.items()
        if one.defined >= FEWEST and one.held < GOAL * one.defined
    ]


def main() -> None:
    """Run the study and print its table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=500)
    parser.add_argument("--draws", type=int, default=2_000, help="of each predictive interval")
    parser.add_argument("--every", type=int, default=1, help="only every nth setting")
    parser.add_argument("--design", choices=DESIGNS, action="append")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--json", type=Path, help="keep results here, and go on from them")
    options = parser.parse_args()
    chosen = [s for s in settings() if not options.design or s.design in options.design]
    results = studied(
        [(s, options.seeds, options.draws, 0) for s in [*chosen[:: options.every], INTRODUCTION]],
        options.processes,
        options.json,
    )
    print(table(results))
    outside = sum(one.outside for _, found in results for one in found.values())
    print(f"\nIntervals outside their range: {outside}.")
    corrected = dict(results)[INTRODUCTION]["corrected.supported"]
    print(
        f"Corrected rate in the setting of the introduction: mean width "
        f"{corrected.width / corrected.defined:.4f}, "
        f"covered {corrected.held / corrected.defined:.3f}."
    )
    suspects = short(results)
    print(f"\n{len(suspects)} coverages under {GOAL}", end="")
    if not suspects:
        print(".")
        return
    print(f"; in {AGAIN:,} fresh samples of their settings:\n")
    doubtful = list(dict.fromkeys(setting for setting, _, _ in suspects))
    again = dict(
        studied([(s, AGAIN, options.draws, 1) for s in doubtful], options.processes, options.json)
    )
    print("| figure | setting | first | again |\n|---|---|---|---|")
    for setting, name, first in suspects:
        one = again[setting][name]
        print(f"| {name} | {setting} | {first:.3f} | {one.held / one.defined:.3f} |")
    print(f"\nUnder {GOAL} in the second look: {len(short(list(again.items())))}.")


if __name__ == "__main__":
    main()
