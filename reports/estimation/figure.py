"""A figure: a value with its interval, and everything a reader must know to judge it.

A figure that cannot be computed has the value None and a sentence that says why; it is never 0
and never NaN. Each figure names its method, its level and its target, so that no renderer has to
guess them.
"""

from dataclasses import dataclass, replace
from enum import StrEnum


class Method(StrEnum):
    """How an interval was made."""

    CENSUS = "every verdict labelled"
    """No sampling error: the interval has no width."""
    EXACT = "exact hypergeometric"
    """Test inversion over the unlabelled verdicts (Blaker 2000), carried to the figure."""
    HULL = "hull of Korn-Graubard and MOVER-exact"
    """For strata labelled in unequal shares (Korn & Graubard 1998; Zou & Donner 2008)."""
    PREDICTIVE = "predictive (Dirichlet-multinomial)"
    """Draws of the unlabelled verdicts; Bayesian, with its coverage checked."""
    MOVER = "MOVER"
    """Of a difference, from the intervals of both sides (Zou & Donner 2008)."""
    ADJUSTED = "Rogan-Gladen, adjusted"
    """Normal theory, with the judge's error rates taken as estimated (Lee et al. 2025)."""
    PPI = "prediction-powered"
    """Normal theory, of one random sample (Angelopoulos et al. 2023)."""
    WILSON = "Wilson, of the sample alone"
    """For raw figures: it takes the labels for one random sample, which they may not be."""
    BOOTSTRAP = "bootstrap of items"
    """2.5 % and 97.5 % of the values of 2,000 resamples of the items, at a level of 95 %."""
    NORMAL = "normal, Fleiss-Cohen-Everitt error"
    """For the kappa of two raters with many items (Fleiss, Cohen & Everitt 1969)."""
    FURTHER = "predictive (Dirichlet)"
    """Draws of what further items like these may be: it has room for what no item shows yet."""
    NONE = "no interval"
    """The figure is undefined, or no interval would mean anything."""


class Target(StrEnum):
    """What a figure speaks of."""

    RUN = "run"
    """The verdicts of the frame, and no others."""
    JUDGE = "judge"
    """This judge on new verdicts like these."""
    SAMPLE = "sample"
    """The labelled verdicts alone; biased by the design wherever the design is unequal."""
    ITEMS = "items"
    """These raters on items like these: the items are taken for a random sample of such."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UndecidedRange:
    """The figure with the undecided items decided one way and the other.

    Over all ways of giving each of them an outcome; the figure's own value is inside.
    """

    items: int
    """Undecided items that bear on the figure, 1 or more."""
    low: float
    """No way gives less; some way gives this, except for AC1, alpha and Matthews' correlation
    with many undecided items, where it may be lower than any."""
    high: float
    """No way gives more, likewise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One number of a report."""

    value: float | None
    """None where it is undefined; `why` says why."""
    low: float | None
    high: float | None
    n: int
    """Labelled verdicts that the figure rests on, harness bugs left out."""
    method: Method
    level: float
    """Of the interval, 0 to 1."""
    target: Target = Target.RUN
    why: str = ""
    """Why the value, or only its interval, is None; empty otherwise."""
    undecided: UndecidedRange | None = None
    """None where no undecided item bears on the figure."""

    @property
    def reach(self) -> tuple[float, float] | None:
        """The limits, moved out to where the undecided items can take the figure.

        None where there is no interval. What is decided by a figure must hold in all of it: items
        that people could not decide are not left out at random.
        """
        if self.low is None or self.high is None:
            return None
        if self.undecided is None:
            return self.low, self.high
        return min(self.low, self.undecided.low), max(self.high, self.undecided.high)

    def taken_from(self, whole: float) -> "Figure":
        """`whole` less the figure, its limits changing places: 1 for the other share, 0 for the
        difference the other way round."""

        def rest(value: float | None) -> float | None:
            return None if value is None else whole - value

        swing = self.undecided
        return replace(
            self,
            value=rest(self.value),
            low=rest(self.high),
            high=rest(self.low),
            undecided=swing and replace(swing, low=whole - swing.high, high=whole - swing.low),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """A figure through the sample design, and the naive one beside it."""

    weighted: Figure
    """Every labelled verdict counts for the verdicts it stands for."""
    raw: Figure
    """The labels counted one by one: sample only, biased by the design unless it is equal."""


def undefined(why: str, *, n: int, level: float, target: Target = Target.RUN) -> Figure:
    """The figure that has no value."""
    return Figure(
        value=None,
        low=None,
        high=None,
        n=n,
        method=Method.NONE,
        level=level,
        target=target,
        why=why,
    )
