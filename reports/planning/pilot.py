"""A plan once labelling has begun: what the labels say, and how many more reach what is wanted.

It uses what people said, so it is for whoever does not label.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from corpus.errors import InputError
from labels.outcome import Support
from labels.sampling import allocate
from reports.estimation.arrays import IntArray
from reports.estimation.design import Cells
from reports.estimation.intervals import Share, pooled, proportional
from reports.estimation.scales import SUPPORT
from reports.planning import words
from reports.planning.allocation import FLOOR, neyman, pilot_deviation, whole
from reports.planning.expectation import expected
from reports.planning.figures import figure_named
from reports.planning.ladder import Rung, ladder
from reports.planning.plan import Wish, impossible
from reports.planning.population import Assumed, observed
from reports.planning.search import Search
from reports.planning.settling import counts_of
from reports.report import Report


@dataclass(frozen=True, slots=True, kw_only=True)
class PilotStratum:
    """One stratum as the labels so far show it."""

    name: str
    verdict: Support
    size: int
    """Harness bugs left out, as far as the labels tell."""
    labelled: int
    """With an outcome."""
    wrong: int
    """Of those, not confirmed."""
    rate: float
    """What is planned with: (x + 1/2) / (n + 1), in whole verdicts; x / n in a census."""
    proportional: int
    """Labels in all, shared by size."""
    neyman: int
    """Labels in all, shared by Neyman's rule; the same total."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pilot:
    """What the labels say, and what more of them would."""

    sample: str
    runs: tuple[str, ...]
    judge: str
    by: tuple[str, ...]
    """The further fields that its strata were made of."""
    wish: Wish
    says: tuple[str, ...]
    """In words: plainly, through the design, and for whoever looks more than once."""
    value: float | None
    """Of the figure, now."""
    low: float | None
    high: float | None
    labelled: int
    """Supported verdicts with an outcome so far."""
    supported: int | None
    """To label in all, for the half-width; None where no number reaches it."""
    half_width: float | None
    """Expected with them."""
    why: str
    first_guess: int | None
    strata: tuple[PilotStratum, ...]
    neyman_half_width: float | None
    """Expected with as many labels shared by Neyman's rule; None with one supported stratum."""
    for_recall: int | None
    ladder: tuple[Rung, ...]


def pilot(report: Report, wish: Wish) -> Pilot:
    """Plan on from a sample's report.

    Raises:
        InputError: a stratum mixes verdicts, or has no label with an outcome yet.
    """
    if report.unit != "citation":
        raise InputError("Labels are planned by citation; a claim needs all of its citations.")
    cells = counts_of(report)
    strata = observed(cells, shrunk=True)
    search = Search(wish.figure, strata, level=wish.level)
    found = search.for_half_width(wish.half_width)
    weighted = _now(report, wish)
    total = search.all if found is None else found
    shared = _shares(cells, strata, total)
    return Pilot(
        sample=report.sample.name,
        runs=report.provenance.runs,
        judge=report.provenance.judge,
        by=report.sample.by,
        wish=wish,
        says=(*words.labels_say(report), *_looks(cells, level=wish.level)),
        value=weighted[0],
        low=weighted[1],
        high=weighted[2],
        labelled=_labelled(cells),
        supported=found,
        half_width=None if found is None else search.at(found).half_width,
        why=impossible(wish, search, found),
        first_guess=search.first_guess(wish.half_width),
        strata=shared,
        neyman_half_width=_neyman_width(wish, strata, shared),
        for_recall=Search(figure_named("tnr"), strata, level=wish.level).for_low(wish.recall),
        ladder=ladder(strata, wish.figure, level=wish.level, planned=found),
    )


def _now(report: Report, wish: Wish) -> tuple[float | None, float | None, float | None]:
    """The figure as the report gives it; the miss rate is the rest of a precision."""
    by_name = {named.name: named.pair.weighted for named in report.figures}
    if wish.figure.name != "miss-rate":
        figure = by_name[wish.figure.name]
        return figure.value, figure.low, figure.high
    rest = by_name["precision.supported"]
    if rest.value is None or rest.low is None or rest.high is None:
        return None, None, None
    return 1 - rest.value, 1 - rest.high, 1 - rest.low


def _people(cells: Cells, h: int) -> IntArray:
    """What people said in a stratum, (q,)."""
    counts: IntArray = cells.counts[h, :-1].sum(axis=1)
    return counts


def _labelled(cells: Cells) -> int:
    return sum(
        int(_people(cells, h).sum())
        for h, family in enumerate(cells.families)
        if family == Support.SUPPORTED
    )


def _looks(cells: Cells, *, level: float) -> tuple[str, ...]:
    """Bounds on the misses, where one hypergeometric number holds them."""
    shares = [
        Share(
            count=int(_people(cells, h)[1:].sum()),
            n=int(_people(cells, h).sum()),
            size=int(cells.sizes[h]) - int(cells.counts[h, -1].sum()),
        )
        for h, family in enumerate(cells.families)
        if family == Support.SUPPORTED
    ]
    if not shares or not sum(share.n for share in shares) or not proportional(shares):
        return ()
    share = pooled(shares)
    return words.looks_say(share, level=level) if share.n < share.size else ()


def _shares(cells: Cells, strata: Sequence[Assumed], total: int) -> tuple[PilotStratum, ...]:
    """Every flagged verdict, and `total` supported ones shared in two ways."""
    places = [h for h, one in enumerate(strata) if one.verdict is Support.SUPPORTED]
    sizes = [strata[h].size for h in places]
    spread = []
    for h in places:
        people = _people(cells, h)
        spread.append(pilot_deviation(int(people[1:].sum()), int(people.sum())))
    floor = min(FLOOR, total // max(1, len(sizes)))
    best = dict(zip(places, whole(neyman(sizes, spread, total, floor=floor), sizes), strict=True))
    plain = dict(zip(places, allocate(sizes, total), strict=True))
    rows = []
    for h, one in enumerate(strata):
        people = _people(cells, h)
        n, agreed = int(people.sum()), int(people[SUPPORT.classes.index(one.verdict)])
        rows.append(
            PilotStratum(
                name=one.name,
                verdict=one.verdict,
                size=one.size,
                labelled=n,
                wrong=n - agreed,
                rate=one.wrong / one.size,
                proportional=int(plain.get(h, one.size)),
                neyman=int(best.get(h, one.size)),
            )
        )
    return tuple(rows)


def _neyman_width(
    wish: Wish, strata: Sequence[Assumed], shared: Sequence[PilotStratum]
) -> float | None:
    if sum(one.verdict is Support.SUPPORTED for one in strata) < 2:
        return None
    labels = [one.neyman for one in shared]
    return expected(wish.figure, strata, labels, level=wish.level).half_width
