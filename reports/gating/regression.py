"""Whether a rate of the candidate fell, against the frozen baseline, question by question.

The difference is the candidate's pooled rate less the baseline's, over the questions where both
have it. For new questions like these it is decided by the percentile interval of the paired
bootstrap (`reports.runs.resampling`); for these questions alone it is what it is, and the margin
stands for the noise of the judge.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil

import numpy as np

from labels.scores import Ratio, Score, pooled
from reports.estimation.proportions import at_most_without_failure
from reports.runs.by_question import NOT_MEASURED, Rate, Rates
from reports.runs.difference import fewest_differing
from reports.runs.resampling import PairedRates, bootstrap

HEAVIEST = {Score.COMPLETENESS: 3.0}
"""What a unit without a verdict may weigh at most; 1 where it is not said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One rate in both."""

    before: float | None
    """0 to 1; None where no question has it in both."""
    after: float | None
    low: float | None
    """Of the difference; None where there is none."""
    high: float | None
    questions: int
    """Where both have it."""
    left_out: int
    """Common questions where one of them has it not."""
    missing: int
    """Units of the candidate left out for want of a verdict, and questions in which it has nothing
    to rate where the baseline had."""
    worst: float | None
    """The least difference, were all of these to be bad."""
    why: str = ""
    """Why it is undefined; empty otherwise."""

    @property
    def value(self) -> float | None:
        """After less before, -1 to 1."""
        return None if self.after is None or self.before is None else self.after - self.before

    def questions_that_decide(self, margin: float) -> int | None:
        """Questions that would decide, were difference and spread to stay as they are.

        The distance of a limit from the value shrinks with the root of the number of questions.
        None where the value lies on the bound, or there is no interval.
        """
        if self.value is None or self.low is None or self.high is None:
            return None
        distance = self.value + margin
        towards = self.value - self.low if distance > 0 else self.high - self.value
        if abs(distance) < 1e-9:
            return None
        return max(self.questions + 1, ceil(self.questions * (towards / distance) ** 2))


def change(
    rate: Rate,
    before: Mapping[str, Rates],
    after: Mapping[str, Rates],
    *,
    new_questions: bool,
    level: float,
    seed: int,
) -> Change:
    """How a rate changed over the common questions.

    Args:
        rate: which one.
        before: the baseline's rates, by case id.
        after: the candidate's.
        new_questions: whether the interval is for new questions; else it has no width.
        level: of the interval.
        seed: of the bootstrap.
    """
    common = sorted(before.keys() & after.keys())
    pairs = [(after[one].get(rate), before[one].get(rate)) for one in common]
    known = [
        (ours, theirs)
        for ours, theirs in pairs
        if ours is not None and theirs is not None and ours.denominator and theirs.denominator
    ]
    missing = sum(ours.missing for ours, _ in pairs if ours is not None)
    if not known:
        reasons = [one.why for pair in pairs for one in pair if one is not None and one.why]
        return Change(
            before=None, after=None, low=None, high=None, questions=0, left_out=len(common),
            missing=missing, worst=None, why=reasons[0] if reasons else NOT_MEASURED,
        )  # fmt: skip
    paired = PairedRates(
        numerators=np.array([[one.numerator for one in pair] for pair in known]),
        denominators=np.array([[one.denominator for one in pair] for pair in known]),
    )
    now, then = paired.rates
    low = high = now - then
    if new_questions:
        low, high = _for_new_questions(paired, seed=seed, level=level)
    worst = pooled(
        Ratio.of(0, theirs.denominator, n=1, undefined="")
        if _lost(ours, theirs)
        else _worst(rate, ours)
        for ours, theirs in pairs
        if ours is not None and theirs is not None and theirs.denominator
    ).value
    lost = sum(_lost(*pair) for pair in pairs)
    return Change(
        before=then,
        after=now,
        low=low,
        high=high,
        questions=len(known),
        left_out=len(common) - len(known),
        missing=missing + lost,
        worst=None if worst is None else worst - then,
    )


def _for_new_questions(paired: PairedRates, *, seed: int, level: float) -> tuple[float, float]:
    """The bootstrap's limits, with room for what no question has shown yet.

    Of n questions of which none shows a fall, up to 1 - (1 - level)^(1/n) of all may show one,
    about three in n. That room is left below always, and above where too few questions differ for
    any result to tell the two apart.
    """
    room = at_most_without_failure(len(paired), level=level)
    value = paired.difference
    low, high = value - room, value + room
    if len(paired.unlike) >= fewest_differing(level):
        limits = bootstrap(paired, seed=seed, level=level)
        low, high = min(low, limits.low), limits.high
    return max(-1.0, low), min(1.0, high)


def _lost(ours: Ratio | None, theirs: Ratio | None) -> bool:
    """Whether the candidate has nothing to rate where the baseline had, and no verdict is missing:
    it stopped citing, say."""
    if ours is None or theirs is None or not theirs.denominator:
        return False
    return not ours.denominator and not ours.missing


def _worst(rate: Rate, ratio: Ratio) -> Ratio:
    """The ratio, were all that has no verdict to be bad."""
    if not ratio.missing:
        return ratio
    if rate is Score.OVERALL:  # its units are the parts of a mean
        return Ratio.of(0, ratio.denominator or 1, n=1, undefined="")
    more = ratio.missing * HEAVIEST.get(rate, 1.0) if isinstance(rate, Score) else ratio.missing
    return Ratio.of(ratio.numerator, ratio.denominator + more, n=ratio.n, undefined="")
