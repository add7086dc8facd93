"""All figures of some raters: together, two by two, and each judge against the truth."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations

from reports.estimation.figure import Figure
from reports.raters.estimate import Basis, Estimate
from reports.raters.fleiss import fleiss
from reports.raters.gwet import brennan_prediger, gwet, gwet_se, percent_agreement
from reports.raters.krippendorff import Level, alpha
from reports.raters.ratings import Ratings
from reports.raters.resampling import Build, with_intervals
from reports.raters.tally import Tally
from reports.raters.truth import AgainstTruth
from reports.raters.two import TwoRaters, share_of_items, two_raters
from reports.raters.weighting import Weighting

MOST_PAIRED = 12
"""Raters up to whom every two are held against each other: 66 pairs."""

NO_PAIR = "No item has two ratings."
ONE_VALUE = "Only one value occurs, so chance explains it all."
ONE_CATEGORY = "Only one category is known; name the whole scale, and it can be computed."


@dataclass(frozen=True, slots=True, kw_only=True)
class Together:
    """All raters as one, whoever said what."""

    agreement: Figure
    """Of every two ratings of an item the share that agree, averaged over the items."""
    alpha: Figure
    """Krippendorff's, on the level of the scale."""
    ac1: Estimate
    """Gwet's."""
    ac2_linear: Estimate | None
    """AC1 with weights; None on a scale without an order."""
    ac2_quadratic: Estimate | None
    fleiss: Figure
    brennan_prediger: Figure


@dataclass(frozen=True, slots=True, kw_only=True)
class RaterPair:
    """Two named raters."""

    first: str
    second: str
    figures: TwoRaters


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeAgainstTruth:
    """One judge against the truth."""

    judge: str
    truth: str
    """`majority`, or the column that is taken for the truth."""
    unmatched: int
    """Items of the raters' file that the judge's file does not have."""
    unknown: int
    """Records of the judge's file that the raters' file does not have."""
    unsaid: int
    """Items with a truth of which the judge says nothing."""
    undecided: int
    """Items without a truth: nobody rated them, or no majority."""
    figures: AgainstTruth


@dataclass(frozen=True, slots=True, kw_only=True)
class RatersReport:
    """Everything of one file."""

    source: str
    raters: tuple[str, ...]
    """By name; empty where ratings came as lists, whose places are nobody's."""
    width: int
    """The most ratings that one item has."""
    rows: int
    """Items in the file, rated or not."""
    categories: tuple[str, ...]
    """As they are written, in order."""
    tally: Tally | None
    """None where only judges are held against a truth."""
    level: Level
    ordered: bool
    """Whether the categories stand in an order that means something."""
    basis: Basis
    together: Together | None
    pairs: tuple[RaterPair, ...]
    """Every two raters, by the order of their columns; empty for unnamed or too many."""
    judges: tuple[JudgeAgainstTruth, ...]


def together(ratings: Ratings, level: Level, basis: Basis, *, ordered: bool) -> Together:
    """The figures of all raters.

    The share that agree has Wilson's interval where no item has more than two ratings, and one of
    resampled items otherwise.
    """
    tally = ratings.tally
    one_category = NO_PAIR if tally.units == 0 else ONE_CATEGORY
    weightings: list[Weighting] = ["nominal", *(["linear", "quadratic"] if ordered else [])]  # type: ignore[list-item]
    wanted: list[tuple[Build, str]] = [
        (percent_agreement, NO_PAIR),
        (partial(alpha, level=level), NO_PAIR if tally.units == 0 else ONE_VALUE),
        (brennan_prediger, one_category),
        *((partial(gwet, weighting=w), one_category) for w in weightings),
    ]
    agreement, by_alpha, uniform, *by_gwet = with_intervals(tally, wanted, basis)
    agreement = share_of_items(tally, basis) or agreement
    acs = [
        Estimate(figure=figure, se=gwet_se(tally, weighting))
        for figure, weighting in zip(by_gwet, weightings, strict=True)
    ]
    ac1, linear, quadratic = acs if ordered else (acs[0], None, None)
    return Together(
        agreement=agreement,
        alpha=by_alpha,
        ac1=ac1,
        ac2_linear=linear,
        ac2_quadratic=quadratic,
        fleiss=fleiss(tally, basis),
        brennan_prediger=uniform,
    )


Watch = Callable[[Sequence[tuple[int, int]]], Iterable[tuple[int, int]]]
"""Something that goes through the pairs and shows how far it is."""


def every_pair(
    ratings: Ratings, names: Sequence[str], basis: Basis, *, ordered: bool, watch: Watch = iter
) -> tuple[RaterPair, ...]:
    """Every two named raters; none where there are more than `MOST_PAIRED`."""
    if not 2 <= len(names) <= MOST_PAIRED:
        return ()
    pairs = list(combinations(range(len(names)), 2))
    return tuple(
        RaterPair(
            first=names[a],
            second=names[b],
            figures=two_raters(ratings.pair(a, b), basis, ordered=ordered),
        )
        for a, b in watch(pairs)
    )
