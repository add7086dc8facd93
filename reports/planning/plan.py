"""A plan before labelling: how many labels, in which strata, and what so many would show.

Every unsupported verdict is labelled, because `sample draw` draws every one; what is asked is how
many supported ones. All of it rests on assumed rates, which the first labels will tell.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from labels.outcome import Support
from labels.sampling import DrawnStratum
from reports.planning.expectation import expected
from reports.planning.figures import PlannedFigure, figure_named
from reports.planning.ladder import Rung, ladder
from reports.planning.population import Assumed, assumed, labels_for, size_of, with_rate
from reports.planning.search import Search

GUESSES = (0.01, 0.1)
"""Other rates of wrong supported verdicts, for which the answer is given too."""

FEWEST_PARTIAL = 20
"""Partial verdicts from which on a sample of them is offered."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What is wanted of a figure."""

    figure: PlannedFigure
    half_width: float
    """Of its interval, more than 0."""
    level: float
    recall: float
    """The value that recall's low end shall reach."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StratumPlan:
    """One stratum with its labels."""

    name: str
    verdict: Support
    size: int
    rate: float
    """Of verdicts that people are assumed not to confirm, after rounding to whole verdicts."""
    labels: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """One way to spend labels."""

    name: str
    labels: int | None
    """In all; None where no number reaches what is wanted."""
    supported: int | None
    partial: int | None
    half_width: float | None
    """Expected."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The answer, and what stands around it."""

    runs: tuple[str, ...]
    judge: str
    by: tuple[str, ...]
    missing: int
    """Citations without a verdict: in no stratum."""
    wish: Wish
    strata: tuple[StratumPlan, ...]
    supported: int | None
    """Supported verdicts to label; None where no number reaches what is wanted."""
    half_width: float | None
    """Expected with them."""
    low: float | None
    high: float | None
    why: str
    """Why no number reaches it, or why only all of them do; empty otherwise."""
    first_guess: int | None
    """Supported verdicts by z times the analytic standard error."""
    ways: tuple[Way, ...]
    ladder: tuple[Rung, ...]
    for_recall: int | None
    """Supported verdicts that bring recall's low end to what is wanted; None: none does."""


def plan(
    frame: Sequence[DrawnStratum],
    wish: Wish,
    *,
    rates: Mapping[Support, float],
    runs: Sequence[str],
    judge: str,
    by: Sequence[str],
    missing: int,
) -> Plan:
    """Plan the labelling of a frame.

    Args:
        frame: its strata.
        wish: what is wanted.
        rates: assumed, of verdicts that people do not confirm.
        runs: the frame's, for the command; so are `judge` and `by`.
        judge: its name.
        by: further fields that the strata are made of.
        missing: citations without a verdict.
    """
    strata = assumed(frame, rates)
    search = Search(wish.figure, strata, level=wish.level)
    found = search.for_half_width(wish.half_width)
    at = None if found is None else search.at(found)
    labels = labels_for(strata, supported=search.all if found is None else found)
    return Plan(
        runs=tuple(runs),
        judge=judge,
        by=tuple(by),
        missing=missing,
        wish=wish,
        strata=tuple(
            StratumPlan(
                name=one.name,
                verdict=one.verdict,
                size=one.size,
                rate=one.wrong / one.size,
                labels=n,
            )
            for one, n in zip(strata, labels, strict=True)
        ),
        supported=found,
        half_width=at.half_width if at else None,
        low=at.low if at else None,
        high=at.high if at else None,
        why=impossible(wish, search, found),
        first_guess=search.first_guess(wish.half_width),
        ways=_ways(wish, strata, search, found),
        ladder=ladder(strata, wish.figure, level=wish.level, planned=found),
        for_recall=Search(figure_named("tnr"), strata, level=wish.level).for_low(wish.recall),
    )


def impossible(wish: Wish, search: Search, found: int | None) -> str:
    """Why a wish cannot be had, or only at the price of everything; empty where it can."""
    if found is None:
        undefined = search.at(search.all).undefined
        reason = wish.figure.measure.undefined if undefined else "It is wide whatever is labelled."
        return f"No number of labels reaches it: {reason}"
    if not search.all:
        return "No verdict is supported; every other one is labelled, so nothing is left to chance."
    if found == 0:
        return (
            "It rests on verdicts that every sample holds whole: no supported one need be labelled "
            "for it."
        )
    if found == search.all:
        return (
            f"Only all {search.all:,} supported verdicts reach it: with fewer, what the others may "
            "hold is wider than that."
        )
    return ""


def _ways(
    wish: Wish, strata: Sequence[Assumed], search: Search, found: int | None
) -> tuple[Way, ...]:
    flagged = sum(one.size for one in strata) - search.all
    partial = size_of(strata, Support.PARTIAL)

    half = wish.half_width / 2

    def every_flagged(name: str, by: Search, supported: int | None) -> Way:
        if supported is None:
            return Way(name=name, labels=None, supported=None, partial=None, half_width=None)
        return Way(
            name=name,
            labels=flagged + supported,
            supported=supported,
            partial=partial,
            half_width=by.at(supported).half_width,
        )

    ways = [every_flagged("as planned", search, found)]
    if search.all and wish.figure.share:  # a coefficient would take minutes for these
        ways.append(every_flagged("half as wide", search, search.for_half_width(half)))
        for rate in GUESSES:
            guess = with_rate(strata, Support.SUPPORTED, rate)
            other = Search(wish.figure, guess, level=wish.level)
            name = f"if {100 * rate:.0f} % of supported are wrong"
            ways.append(every_flagged(name, other, other.for_half_width(wish.half_width)))
    if partial >= FEWEST_PARTIAL and found:
        ways.append(_partial_too(wish, strata, search, found))
    ways.append(every_flagged("everything", search, search.all))
    return tuple(ways)


def _partial_too(wish: Wish, strata: Sequence[Assumed], search: Search, found: int) -> Way:
    """Partial verdicts sampled in the share of the supported ones, so that the two stay equal."""
    sizes = [one.size for one in strata if one.verdict is Support.PARTIAL]
    least = sum(min(size, 2) for size in sizes)
    partial = max(least, round(sum(sizes) * found / search.all))
    at = expected(
        wish.figure,
        strata,
        labels_for(strata, supported=found, partial=partial),
        level=wish.level,
    )
    rest = sum(one.size for one in strata if one.verdict is Support.UNSUPPORTED)
    return Way(
        name="partial ones in that share too",
        labels=rest + found + partial,
        supported=found,
        partial=partial,
        half_width=at.half_width,
    )
