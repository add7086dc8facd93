"""How stable a judge is: the citations on which it says the same each time, and those it flips.

Citations of one question stand or fall together, so the interval of the share is taken by question:
it speaks of new questions like these.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from labels.outcome import Support
from labels.scores import Ratio
from labels.store.repeated_verdicts import RepeatedVerdict
from reports.estimation.arrays import IntArray
from reports.raters import krippendorff
from reports.raters.ratings import tally_of_counts
from reports.runs.by_question import WATCHED, Rate, Rates
from reports.runs.estimate import Estimate, pooled_over_questions
from reports.stability.repeats import Repeats
from reports.stability.spread import Spread, spreads

NO_VERDICTS = "No citation has a verdict from every repeat."
ONE_VALUE = "Every verdict is one and the same, so chance explains all of the agreement."


@dataclass(frozen=True, slots=True, kw_only=True)
class Stability:
    """What several judgings of one run come to."""

    run: str
    repeats: Repeats
    citations: int
    """Of the run."""
    incomplete: int
    """Of these, without a verdict in some repeat: in no figure."""
    same: Estimate
    """Share of the others with the same verdict each time."""
    alpha: float | None
    """Krippendorff's, ordinal; None where it is undefined."""
    alpha_why: str
    flips: tuple[RepeatedVerdict, ...]
    """The citations whose verdict did not stay the same, in the order of questions."""
    spreads: tuple[Spread, ...]
    """Every score that a gate can watch."""

    def margin(self, scores: Sequence[Rate]) -> float | None:
        """The largest margin of some scores; None where none of them has one."""
        known = [one.margin for one in self.spreads if one.score in scores]
        return max((margin for margin in known if margin is not None), default=None)


def measure(
    run: str,
    repeats: Repeats,
    verdicts: Sequence[RepeatedVerdict],
    scores: Sequence[Mapping[str, Rates]],
    *,
    level: float,
) -> Stability:
    """The stability of a judge.

    Args:
        run: the run's name.
        repeats: the judges.
        verdicts: of every citation of the run, by judge in their order.
        scores: of the run under each judge, in their order.
        level: of the interval.
    """
    complete = [one for one in verdicts if None not in one.said]
    alpha = ordinal_alpha(_counts(complete)) if complete else None
    why = "" if alpha is not None else ONE_VALUE if complete else NO_VERDICTS
    return Stability(
        run=run,
        repeats=repeats,
        citations=len(verdicts),
        incomplete=len(verdicts) - len(complete),
        same=pooled_over_questions(_by_question(complete), level=level),
        alpha=alpha,
        alpha_why=why,
        flips=tuple(one for one in complete if len(set(one.said)) > 1),
        spreads=spreads(scores, WATCHED),
    )


def _counts(complete: Sequence[RepeatedVerdict]) -> IntArray:
    """How often each level was given, least support first."""
    levels = sorted(Support, key=lambda support: support.rank)
    return np.array([[one.said.count(level) for level in levels] for one in complete])


def _by_question(complete: Sequence[RepeatedVerdict]) -> list[Ratio]:
    """Citations with the same verdict each time, of those of each question."""
    alike: dict[str, list[bool]] = {}
    for one in complete:
        alike.setdefault(one.case_id, []).append(len(set(one.said)) == 1)
    if not alike:
        return [Ratio.of(0, 0, n=0, undefined=NO_VERDICTS)]
    return [Ratio.of(sum(row), len(row), n=len(row), undefined="") for row in alike.values()]


def ordinal_alpha(counts: IntArray) -> float | None:
    """Krippendorff's alpha from how often each level was given to each citation, (units, levels).

    None where no unit has two values, or all values are one and the same.
    """
    tally = tally_of_counts(counts)
    return tally.value(krippendorff.alpha(tally, krippendorff.Level.ORDINAL))
