"""Two runs on the same questions, compared in pairs.

A difference is the second run less the first: above 0 the second is better. Binary figures take
McNemar's exact test and Newcombe's interval; rates the paired randomisation test and the paired
bootstrap, both of the pooled ratio over the questions where both runs have it. Holm's adjustment
goes over all tests shown. A difference is settled where the adjusted p-value is below 1 - level and
the interval leaves 0 out; below 6 differing questions nothing can be.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from corpus.errors import InputError
from labels.scores import CaseScores, Score, pooled
from labels.store.counted_cases import LeftOut
from reports.estimation.multiplicity import holm
from reports.runs.binary import PairedCounts, mcnemar, paired_difference_ci
from reports.runs.difference import (
    RATES,
    Compared,
    Conclusion,
    Difference,
    fewest_differing,
)
from reports.runs.figures import RunFigures, check, run_figures
from reports.runs.resampling import PairedRates, bootstrap, randomisation_test


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Two runs, their figures over the common questions, and the differences."""

    first: RunFigures
    second: RunFigures
    common: int
    """Questions in both runs; all figures are of these."""
    first_only: int
    """Questions in one run alone, left out of everything."""
    second_only: int
    differences: tuple[Difference, ...]
    level: float
    seed: int
    bugs: tuple[LeftOut, LeftOut] | None = None
    """What the audit confirmed as harness bugs, by run: it is in no figure. None: not asked."""


def compare(
    names: tuple[str, str],
    first: Sequence[CaseScores],
    second: Sequence[CaseScores],
    *,
    seed: int,
    level: float = 0.95,
) -> Comparison:
    """Compare two runs.

    Args:
        names: of the first and the second run.
        first: the scores of its questions, in any order.
        second: the same.
        seed: of the resampling.
        level: of the intervals; 1 - level is the limit of the tests.

    Raises:
        InputError: the runs share no question, are scored by different judges or weights, or one
            of them cannot be counted (`reports.runs.figures.check`).
    """
    for name, cases in zip(names, (first, second), strict=True):
        check(name, cases)
    if first[0].judge != second[0].judge:
        raise InputError(
            f"{names[0]!r} is scored by the judge {first[0].judge!r} and {names[1]!r} by "
            f"{second[0].judge!r}; name one that scored both: --judge"
        )
    if first[0].weights != second[0].weights:
        raise InputError(
            f"The overall scores of {names[0]!r} and {names[1]!r} were made with different "
            "weights; score one of the runs again."
        )
    others = {case.case_id: case for case in second}
    pairs = [
        (case, others[case.case_id])
        for case in sorted(first, key=lambda case: case.case_id)
        if case.case_id in others
    ]
    if not pairs:
        raise InputError(f"{names[0]!r} and {names[1]!r} have no question in common.")
    ours, theirs = ([pair[arm] for pair in pairs] for arm in (0, 1))
    return Comparison(
        first=run_figures(names[0], ours, level=level),
        second=run_figures(names[1], theirs, level=level),
        common=len(pairs),
        first_only=len(first) - len(pairs),
        second_only=len(second) - len(pairs),
        differences=differences(pairs, seed=seed, level=level),
        level=level,
        seed=seed,
    )


Pairs = Sequence[tuple[CaseScores, CaseScores]]


def differences(pairs: Pairs, *, seed: int, level: float) -> tuple[Difference, ...]:
    """All differences, the binary ones first; none is left out because it is dull."""
    found = [
        _binary(Compared.FAULTLESS, pairs, _faultless, level),
        _binary(Compared.REFUSAL_RIGHT, pairs, lambda case: case.refusal_right, level),
        *(_rate(score, pairs, seed, level) for score in RATES),
    ]
    tested = [index for index, one in enumerate(found) if one.p is not None]
    adjusted = holm([found[index].p or 0.0 for index in tested])
    for index, p in zip(tested, adjusted, strict=True):
        found[index] = _judged(found[index], p, level)
    return tuple(found)


def _judged(one: Difference, adjusted: float, level: float) -> Difference:
    finding = Conclusion.NOT_SETTLED
    if one.differing < fewest_differing(level):
        finding = Conclusion.TOO_FEW
    elif one.low is not None and one.high is not None and adjusted < 1 - level:
        finding = Conclusion.SETTLED if one.low > 0 or one.high < 0 else Conclusion.NOT_SETTLED
    return replace(one, adjusted=adjusted, finding=finding)


def _faultless(case: CaseScores) -> bool | None:
    return None if case.answer_class is None else case.answer_class.faultless


def _undefined(figure: Compared | Score, pairs: Pairs, why: str) -> Difference:
    return Difference(
        figure=figure, first=None, second=None, value=None, low=None, high=None, questions=0,
        differing=0, left_out=len(pairs), p=None, adjusted=None, finding=Conclusion.UNDEFINED,
        why=why,
    )  # fmt: skip


def _binary(
    figure: Compared, pairs: Pairs, passed: Callable[[CaseScores], bool | None], level: float
) -> Difference:
    both = [(passed(first), passed(second)) for first, second in pairs]
    known = [pair for pair in both if None not in pair]
    if not known:
        return _undefined(figure, pairs, "No question has a class in both runs.")
    # The difference is second less first, so the second run is the table's first arm.
    counts = PairedCounts(
        both=known.count((True, True)),
        first_only=known.count((False, True)),
        second_only=known.count((True, False)),
        neither=known.count((False, False)),
    )
    limits = paired_difference_ci(counts, level=level)
    return Difference(
        figure=figure,
        first=(counts.both + counts.second_only) / counts.n,
        second=(counts.both + counts.first_only) / counts.n,
        value=limits.value,
        low=limits.low,
        high=limits.high,
        questions=counts.n,
        differing=counts.discordant,
        left_out=len(pairs) - counts.n,
        p=mcnemar(counts),
        adjusted=None,
        finding=Conclusion.NOT_SETTLED,
    )


def _rate(score: Score, pairs: Pairs, seed: int, level: float) -> Difference:
    ratios = [(second.ratios[score], first.ratios[score]) for first, second in pairs]
    known = [pair for pair in ratios if all(ratio.denominator for ratio in pair)]
    if not known:
        # The reason is a run's own where one run never has it.
        reasons = [pooled(pair[arm] for pair in ratios).why for arm in (1, 0)]
        why = next(filter(None, reasons), "No question has it in both runs.")
        return _undefined(score, pairs, why)
    rates = PairedRates(
        numerators=np.array([[ratio.numerator for ratio in pair] for pair in known]),
        denominators=np.array([[ratio.denominator for ratio in pair] for pair in known]),
    )
    second, first = rates.rates
    enough = rates.differing >= fewest_differing(level)
    limits = bootstrap(rates, seed=seed, level=level) if enough else None
    return Difference(
        figure=score,
        first=first,
        second=second,
        value=rates.difference,
        low=limits.low if limits else None,
        high=limits.high if limits else None,
        questions=len(known),
        differing=rates.differing,
        left_out=len(pairs) - len(known),
        p=randomisation_test(rates, seed=seed),
        adjusted=None,
        finding=Conclusion.NOT_SETTLED,
        why="" if limits else f"{rates.differing or 'None'} of {len(known)} questions differ.",
    )
