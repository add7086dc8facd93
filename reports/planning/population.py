"""A run as it is assumed to be: per stratum how many verdicts people would not confirm.

From a frame with assumed rates, or from the rates that a first sample has shown.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import floor

import numpy as np

from corpus.errors import InputError
from labels import sampling
from labels.outcome import Outcome, Support
from reports.estimation.arrays import IntArray
from reports.estimation.design import Cells
from reports.estimation.scales import Scale

RATES: Mapping[Support, float] = {
    Support.SUPPORTED: 0.05,
    Support.PARTIAL: 0.2,
    Support.UNSUPPORTED: 0.2,
}
"""What is assumed where nobody says better: the share of verdicts that people do not confirm."""

_LEVELS = tuple(Support)


@dataclass(frozen=True, slots=True, kw_only=True)
class Assumed:
    """One stratum of the run, known by assumption."""

    name: str
    verdict: Support
    """What the judge says in it."""
    size: int
    """N_h."""
    wrong: int
    """M_h: verdicts that people would not confirm, 0 to N_h."""
    mix: tuple[float, float, float]
    """What people say of those: shares of supported, partial, unsupported; 0 for the verdict's."""


def worst(verdict: Support) -> tuple[float, float, float]:
    """The mix in which a wrong verdict is wrong by as much as can be."""
    said = Support.UNSUPPORTED if verdict is Support.SUPPORTED else Support.SUPPORTED
    supported, partial, unsupported = (float(level is said) for level in _LEVELS)
    return supported, partial, unsupported


def assumed(
    frame: Sequence[sampling.DrawnStratum], rates: Mapping[Support, float]
) -> list[Assumed]:
    """The strata of a frame with the verdicts' rates, each rounded to whole verdicts."""
    return [
        Assumed(
            name=stratum.name,
            verdict=stratum.support,
            size=stratum.size,
            wrong=round(rates[stratum.support] * stratum.size),
            mix=worst(stratum.support),
        )
        for stratum in frame
    ]


def observed(cells: Cells, *, shrunk: bool) -> list[Assumed]:
    """The strata of a sample at the rates that its labels show, harness bugs left out.

    Args:
        cells: on the scale of three levels.
        shrunk: take (x + 1/2) / (n + 1) for x / n, so that no error found is not none there.

    Raises:
        InputError: a stratum mixes verdicts, or nothing of it is decided.
    """
    strata = []
    for h, name in enumerate(cells.names):
        if cells.families[h] not in set(Support):
            raise InputError(
                f'The stratum "{name}" mixes the judge\'s verdicts, so no draw can be planned by '
                "them; plan from the run instead: crosssource plan --run NAME"
            )
        verdict = Support(cells.families[h])
        people = cells.counts[h, :-1].sum(axis=1)
        bugs, n = int(cells.counts[h, -1].sum()), int(people.sum())
        if n == 0:
            raise InputError(
                f'No label of the stratum "{name}" has an outcome yet; label some of it, or plan '
                "from the run: crosssource plan --run NAME"
            )
        people[_LEVELS.index(verdict)] = 0
        wrong = int(people.sum())
        size = max(n, round(int(cells.sizes[h]) * n / (n + bugs)))
        rate = (wrong + 0.5) / (n + 1) if shrunk and n < size else wrong / n
        strata.append(
            Assumed(
                name=name,
                verdict=verdict,
                size=size,
                wrong=round(rate * size),
                mix=_mix(people, verdict),
            )
        )
    return strata


def _mix(people: IntArray, verdict: Support) -> tuple[float, float, float]:
    if not people.any():
        return worst(verdict)
    supported, partial, unsupported = (float(n) / float(people.sum()) for n in people)
    return supported, partial, unsupported


def with_rate(strata: Sequence[Assumed], verdict: Support, rate: float) -> list[Assumed]:
    """The same run with another rate in the strata of one verdict."""
    return [
        replace(one, wrong=round(rate * one.size)) if one.verdict is verdict else one
        for one in strata
    ]


def size_of(strata: Sequence[Assumed], verdict: Support) -> int:
    """How many verdicts of the run are of a kind."""
    return sum(one.size for one in strata if one.verdict is verdict)


def labels_for(
    strata: Sequence[Assumed], *, supported: int, partial: int | None = None
) -> tuple[int, ...]:
    """n_h as `sample draw` gives them: in proportion within a verdict, every unsupported one.

    Args:
        supported: labels of supported verdicts in all, at least two a stratum; 0 gives none.
        partial: likewise; None for all.
    """
    wanted = {Support.SUPPORTED: supported, Support.PARTIAL: partial, Support.UNSUPPORTED: None}
    labels: list[int] = []
    for verdict in Support:
        sizes = [one.size for one in strata if one.verdict is verdict]
        total = wanted[verdict]
        labels += sizes if total is None else sampling.allocate(sizes, total)
    order = sorted(range(len(strata)), key=lambda h: _LEVELS.index(strata[h].verdict))
    by_stratum = dict(zip(order, labels, strict=True))
    return tuple(by_stratum[h] for h in range(len(strata)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Labelled:
    """One stratum, or several pooled, with what labelling has found in it."""

    verdict: Support
    size: int
    n: int
    wrong: int
    """Among the n."""
    mix: tuple[float, float, float]


def cells_of(found: Sequence[Labelled], scale: Scale) -> Cells:
    """The counts of a sample in which these labels were given.

    Args:
        scale: `SUPPORT` or `BINARY`.
    """
    q = len(scale)
    class_of = [scale.class_of[_outcome(level)] for level in _LEVELS]
    counts = np.zeros((len(found), q + 1, q), dtype=np.int64)
    possible = np.zeros((len(found), q), dtype=bool)
    for h, one in enumerate(found):
        judge = class_of[_LEVELS.index(one.verdict)]
        possible[h, judge] = True
        counts[h, judge, judge] += one.n - one.wrong
        for level, n in enumerate(_apportioned(one.wrong, one.mix)):
            counts[h, class_of[level], judge] += n
    return Cells(
        scale=scale,
        names=tuple(f"{one.verdict} {h}" for h, one in enumerate(found)),
        families=tuple(str(one.verdict) for one in found),
        sizes=np.array([one.size for one in found], dtype=np.int64),
        counts=counts,
        possible=possible,
        undecided=np.zeros((len(found), q), dtype=np.int64),
    )


def _outcome(level: Support) -> int:
    """The first outcome of a level, by its place on the finest scale."""
    return next(place for place, outcome in enumerate(Outcome) if outcome.support is level)


def _apportioned(n: int, mix: Sequence[float]) -> list[int]:
    """n in whole numbers by shares: largest remainders."""
    counts = [floor(n * share + 1e-9) for share in mix]
    order = sorted(range(len(mix)), key=lambda k: counts[k] - n * mix[k])
    for k in order[: n - sum(counts)]:
        counts[k] += 1
    return counts
