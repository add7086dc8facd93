"""A plan keeps what it promises, asks for no more than is needed, and says what cannot be had."""

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest, hypergeom  # type: ignore[import-untyped]
from statsmodels.stats.proportion import proportion_confint, samplesize_confint_proportion

from corpus.errors import InputError
from labels.calibration import Calibration
from labels.outcome import Support
from labels.sampling import DrawnStratum
from reports.estimation.blaker import blaker
from reports.estimation.estimate import Estimator
from reports.estimation.intervals import Share
from reports.estimation.proportions import Alternative, ProportionMethod, proportion
from reports.estimation.sequence import confidence_sequence
from reports.planning import expectation
from reports.planning.allocation import neyman, whole
from reports.planning.expectation import expected, limits_finding
from reports.planning.figures import figure_named, figures
from reports.planning.plan import Wish, plan
from reports.planning.population import (
    RATES,
    Assumed,
    Labelled,
    assumed,
    cells_of,
    labels_for,
    with_rate,
)
from reports.planning.search import Search, fewest
from reports.planning.settling import CHANCE, counts_of, settling
from reports.planning.sizes import at_most_rate, cochran, fewest_without_failure, normal_quantile
from reports.planning.words import at_least_text, at_most_text, labels_say, looks_say
from reports.report import Report

Calibrate = Callable[..., Calibration]
ReportOf = Callable[..., Report]

AGREEMENT, RECALL, MISSES = (figure_named(name) for name in ("agreement", "recall", "miss-rate"))


def run_of(
    supported: int = 435,
    partial: int = 0,
    unsupported: int = 15,
    *,
    wrong: float = 0.05,
    by: int = 1,
) -> list[Assumed]:
    """A run whose supported verdicts lie in `by` strata."""
    shares = [supported // by + (1 if h < supported % by else 0) for h in range(by)]
    sizes = [(Support.SUPPORTED, n) for n in shares]
    sizes += [(Support.PARTIAL, partial), (Support.UNSUPPORTED, unsupported)]
    frame = [
        DrawnStratum(name=f"{verdict} {h}", support=verdict, size=n, members=())
        for h, (verdict, n) in enumerate(sizes)
        if n
    ]
    return assumed(frame, {**RATES, Support.SUPPORTED: wrong})


@pytest.fixture
def equal_tails(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Intervals of equal tails, of which there are published figures; a report's are narrower."""
    monkeypatch.setattr(expectation, "Estimator", partial(Estimator, equal_tails=True))
    expectation._limits.cache_clear()
    yield
    expectation._limits.cache_clear()


@pytest.mark.usefixtures("equal_tails")
@pytest.mark.parametrize(
    ("wrong", "widths"),
    [
        # Measured for S = 435 and 15 flagged by 15, 30, 50, 100, 150 supported labels.
        (0.01, (0.114, 0.062, 0.040, 0.022, 0.015)),
        (0.05, (0.141, 0.090, 0.065, 0.041, 0.030)),
    ],
)
def test_known_half_widths(wrong: float, widths: tuple[float, ...]) -> None:
    run = run_of(wrong=wrong)
    for n, width in zip((15, 30, 50, 100, 150), widths, strict=True):
        found = expected(MISSES, run, labels_for(run, supported=n), level=0.95)
        assert found.half_width == pytest.approx(width, abs=0.0006)


@pytest.mark.usefixtures("equal_tails")
@pytest.mark.parametrize(
    ("n", "miss_rate", "recall", "recall_at_one"),
    [
        (15, 0.21, 0.11, 0.08),
        (30, 0.11, 0.20, 0.14),
        (100, 0.030, 0.48, 0.36),
        (200, 0.011, 0.71, 0.57),
    ],
)
def test_known_bounds(n: int, miss_rate: float, recall: float, recall_at_one: float) -> None:
    run = run_of()
    labels = labels_for(run, supported=n)
    none, one = (
        limits_finding(RECALL, run, labels, level=0.95, misses=misses) for misses in (0, 1)
    )
    misses = limits_finding(MISSES, run, labels, level=0.95, misses=0)
    assert misses[1] == pytest.approx(miss_rate, abs=0.005)
    assert (none[0], one[0]) == pytest.approx((recall, recall_at_one), abs=0.005)


def test_the_expectation_is_the_sum_over_all_that_may_be_found() -> None:
    # 400 supported, 20 wrong, 50 labelled: m ~ hypergeometric(400, 20, 50).
    run = run_of(400, wrong=0.05)
    total = 0.0
    for m in range(21):
        limits = blaker(Share(count=m, n=50, size=400), level=0.95)
        total += hypergeom.pmf(m, 400, 20, 50) * (limits.high - limits.low) / 2 / 400
    found = expected(MISSES, run, labels_for(run, supported=50), level=0.95)
    assert found.half_width == pytest.approx(total, rel=1e-5)


def test_lines_between_the_nodes_are_near_the_sum() -> None:
    run = run_of(2_000, wrong=0.2)
    labels = labels_for(run, supported=400)
    values = np.arange(30, 140)
    mass = hypergeom.pmf(values, 2_000, 400, 400)
    widths = []
    for m in values:
        limits = blaker(Share(count=int(m), n=400, size=2_000), level=0.95)
        widths.append((limits.high - limits.low) / 2 / 2_000)
    found = expected(MISSES, run, labels, level=0.95)
    assert found.half_width == pytest.approx(float(mass @ widths), rel=0.01)


@pytest.mark.parametrize("name", ["agreement", "recall", "corrected", "kappa.binary"])
@pytest.mark.parametrize("by", [1, 3])
def test_what_is_promised_is_kept_on_the_mean(name: str, by: int) -> None:
    figure, run = figure_named(name), run_of(400, 20, 15, wrong=0.08, by=by)
    labels = labels_for(run, supported=90)
    promised = expected(figure, run, labels, level=0.95).half_width
    generator = np.random.default_rng(3)
    widths = []
    for _ in range(150):
        found = [
            Labelled(
                verdict=one.verdict,
                size=one.size,
                n=n,
                # A truth is planted and verdicts are drawn from it, one by one.
                wrong=int((generator.permutation(one.size)[:n] < one.wrong).sum()),
                mix=one.mix,
            )
            for one, n in zip(run, labels, strict=True)
        ]
        cells = cells_of(found, figure.measure.scale)
        given_ = Estimator(cells, level=0.95, seed=1).weighted(figure.measure)
        assert given_.low is not None
        assert given_.high is not None
        widths.append((given_.high - given_.low) / 2)
    assert np.mean(widths) == pytest.approx(promised, rel=0.1)


@settings(max_examples=25)
@given(
    st.integers(30, 600),
    st.sampled_from([0.0, 0.02, 0.1, 0.3]),
    st.sampled_from(["agreement", "miss-rate", "corrected"]),
    st.data(),
)
def test_more_labels_never_widen_it(
    size: int, wrong: float, name: str, data: st.DataObject
) -> None:
    run = run_of(size, wrong=wrong)
    few = data.draw(st.integers(2, size - 1))
    many = data.draw(st.integers(few + 1, size))
    first, second = (
        expected(figure_named(name), run, labels_for(run, supported=n), level=0.95).half_width
        for n in (few, many)
    )
    # Limits are whole verdicts: a label more may move one of them by a verdict the wrong way.
    assert second <= first + 1 / size


@given(st.integers(1, 300), st.sampled_from([0.0, 0.05, 0.5]), st.sampled_from(sorted(figures())))
@settings(max_examples=30)
def test_a_census_has_no_width_or_no_value(size: int, wrong: float, name: str) -> None:
    run = run_of(size, 4, 6, wrong=wrong)
    found = expected(figures()[name], run, labels_for(run, supported=size), level=0.95)
    assert found.half_width == 0 or found.undefined == 1


@given(st.integers(0, 50), st.integers(0, 400), st.integers(0, 400), st.integers(0, 400))
def test_the_fewest_is_the_fewest(low: int, more: int, where: int, guess: int) -> None:
    high = low + more
    found = fewest(lambda n: n >= where, low=low, high=high, guess=guess)
    if where > high:
        assert found is None
    else:
        assert found is not None
        exact = max(low, where)
        assert exact <= found <= exact + exact // 100 + 1
        assert found == exact or exact >= 100


def test_one_label_less_is_too_wide() -> None:
    search = Search(AGREEMENT, run_of(), level=0.95)
    found = search.for_half_width(0.05)
    assert found is not None
    assert search.at(found).half_width <= 0.05 < search.at(found - 1).half_width
    # Cochran: 0.05 * 0.95 * 1.96^2 / 0.05^2 = 73 for no end, here of the half-width in agreement.
    guess = search.first_guess(0.05)
    assert guess is not None
    assert 0.6 * found < guess <= found


def test_unequal_shares_take_the_hull_and_are_wider() -> None:
    run = run_of(600, wrong=0.05, by=3)
    even = expected(AGREEMENT, run, labels_for(run, supported=90), level=0.95)
    uneven = expected(AGREEMENT, run, (60, 20, 10, 15), level=0.95)
    assert uneven.half_width > even.half_width


def wish(name: str = "agreement", half_width: float = 0.05) -> Wish:
    return Wish(figure=figure_named(name), half_width=half_width, level=0.95, recall=0.5)


def planned(name: str, half_width: float, **sizes: int) -> tuple[int | None, str]:
    frame = [
        DrawnStratum(name=verdict, support=Support(verdict), size=n, members=())
        for verdict, n in sizes.items()
    ]
    made = plan(
        frame, wish(name, half_width), rates=RATES, runs=["base"], judge="j", by=[], missing=0
    )
    return made.supported, made.why


@pytest.mark.parametrize(
    ("name", "half_width", "sizes", "supported", "why"),
    [
        ("agreement", 0.0001, {"supported": 60, "unsupported": 5}, 60, "Only all 60 supported"),
        ("precision.unsupported", 0.05, {"supported": 60, "unsupported": 5}, 0, "holds whole"),
        ("agreement", 0.05, {"unsupported": 40}, 0, "No verdict is supported"),
        ("precision.partial", 0.05, {"supported": 60}, None, "called no decided verdict"),
    ],
)
def test_wishes_that_cannot_be_had_get_one_sentence(
    name: str, half_width: float, sizes: dict[str, int], supported: int | None, why: str
) -> None:
    found, said = planned(name, half_width, **sizes)
    assert found == supported
    assert why in said


def test_an_unknown_figure_is_refused_with_the_known_ones() -> None:
    with pytest.raises(InputError, match=r"--figure nonsense: not known; give precision, recall"):
        figure_named("nonsense")


# Formulas


@given(st.floats(0.01, 0.5), st.floats(0.01, 0.2), st.sampled_from([0.9, 0.95, 0.99]))
def test_cochran_is_statsmodels(p: float, half_width: float, level: float) -> None:
    found = cochran(p, half_width, size=None, z=normal_quantile(level))
    theirs = samplesize_confint_proportion(p, half_width, alpha=1 - level)
    assert found.infinite == pytest.approx(float(np.ceil(theirs)), abs=1)
    finite = cochran(p, half_width, size=500, z=normal_quantile(level)).finite
    assert finite <= min(found.infinite, 500)


@given(st.integers(1, 500), st.floats(0.001, 0.9))
def test_so_many_without_failure_bound_it_and_one_less_does_not(size: int, bound: float) -> None:
    n = fewest_without_failure(bound, size=size, level=0.95)
    # A chance of exactly 5 % is small enough here, and inside an interval: so a hair below 95 %.
    assert at_most_rate(Share(count=0, n=n, size=size), level=0.95 - 1e-9) <= bound + 1e-9
    if n:
        assert at_most_rate(Share(count=0, n=n - 1, size=size), level=0.95) > bound - 1e-9


@given(st.integers(1, 200), st.sampled_from([0.9, 0.95, 0.99]), st.data())
def test_proportions_are_scipys(n: int, level: float, data: st.DataObject) -> None:
    count = data.draw(st.integers(0, n))
    for method, theirs in (("wilson", "wilson"), ("clopper_pearson", "exact")):
        for side in Alternative:
            found = proportion(
                count, n, level=level, method=ProportionMethod(method), alternative=side
            )
            exact = binomtest(count, n, alternative=str(side)).proportion_ci(level, theirs)
            assert (found.low, found.high) == pytest.approx((exact.low, exact.high), abs=1e-9)
    low, high = proportion_confint(count, n, alpha=1 - level, method="jeffreys")
    jeffreys = proportion(count, n, level=level, method=ProportionMethod.JEFFREYS)
    assert (jeffreys.low, jeffreys.high) == pytest.approx((low, high))


@given(
    st.lists(
        st.tuples(st.integers(1, 500), st.floats(0, 1), st.floats(0.1, 9)), min_size=1, max_size=6
    ),
    st.floats(0, 1),
    st.integers(0, 12),
)
def test_neyman_shares_all_of_it_within_its_limits(
    strata: list[tuple[int, float, float]], part: float, floor: int
) -> None:
    sizes, deviations, costs = zip(*strata, strict=True)
    least = sum(min(floor, size) for size in sizes)
    total = round(least + part * (sum(sizes) - least))
    shares = neyman(sizes, deviations, total, costs=costs, floor=floor)
    assert shares.sum() == pytest.approx(total, abs=1e-6)
    assert (shares <= np.array(sizes) + 1e-9).all()
    assert (shares >= np.minimum(floor, sizes) - 1e-9).all()
    counts = whole(shares, sizes)
    assert counts.sum() == total
    assert (np.abs(counts - shares) <= 1 + 1e-9).all()


def test_neyman_refuses_what_does_not_reach_the_floors() -> None:
    with pytest.raises(InputError, match="cannot give 2 strata 10 each; give at least 14"):
        neyman([4, 90], [0.5, 0.5], 12, floor=10)


@given(st.integers(1, 300), st.data())
def test_a_sequence_is_wider_than_one_look_and_holds_the_estimate(
    size: int, data: st.DataObject
) -> None:
    n = data.draw(st.integers(1, size))
    share = Share(count=data.draw(st.integers(0, n)), n=n, size=size)
    always = confidence_sequence(share, level=0.95)
    assert share.count <= always.low <= always.high <= size - (n - share.count)
    if n == size:
        assert always.low == always.high == share.count


def test_the_sequence_holds_at_every_look() -> None:
    # 200 verdicts, 10 wrong, looked at after each label: nominal .95 for all looks together.
    generator = np.random.default_rng(5)
    held = 0
    for _ in range(60):
        found = np.cumsum(generator.permutation(200) < 10)
        looks = [
            confidence_sequence(Share(count=int(found[n - 1]), n=n, size=200), level=0.95)
            for n in range(1, 200, 6)
        ]
        held += all(limits.low <= 10 <= limits.high for limits in looks)
    assert held >= 0.92 * 60


# Words


def test_limits_are_rounded_away_from_what_is_claimed() -> None:
    assert at_least_text(0.8189637) == "81.8 %"
    assert at_most_text(0.0481) == "4.9 %"
    assert at_most_text(0.048) == "4.8 %"


def test_fifteen_of_fifteen(calibrate: Calibrate, report_of: ReportOf) -> None:
    # 4 flagged all labelled and 11 of 321 supported. One-sided: 0.05^(1/15) = .8190 of one simple
    # random sample; through the design (325 - M) / 325 with M the exact limit for 0 of 11.
    report = report_of(
        calibrate(
            ("unsupported", 4, "unsupported_claim", "unsupported_claim", 4),
            ("supported", 321, "supported", "supported", 11),
        )
    )
    (said,) = labels_say(report)
    assert "15 of 15 means at least 81.8 % (95 %, one-sided)" in said
    most = round(at_most_rate(Share(count=0, n=11, size=321), level=0.95) * 321)
    assert f"agreement on this run is at least {at_least_text(1 - most / 325)}" in said


def test_a_plain_sample_and_a_census(calibrate: Calibrate, report_of: ReportOf) -> None:
    plain = report_of(calibrate(("supported", 90, "supported", "supported", 30)))
    (said,) = labels_say(plain)
    assert said.startswith("Judge and people agree on 30 of 30: agreement on this run is at least")
    assert labels_say(report_of(calibrate(("supported", 5, "supported", "supported", 5)))) == ()
    assert labels_say(report_of(calibrate(("supported", 5, "supported", "unlabelled", 3)))) == ()


def test_which_bound_is_for_which_look() -> None:
    once, always = looks_say(Share(count=2, n=60, size=438), level=0.95)
    limits = blaker(Share(count=2, n=60, size=438), level=0.95)
    low, high = at_least_text(limits.low / 438), at_most_text(limits.high / 438)
    assert "For one look" in once
    assert f"{low.removesuffix(' %')} to {high} of the 438 supported verdicts" in once
    assert "at every label" in always
    assert "confidence sequence" in always


# What would settle a use


def test_the_labels_that_settle_it_do_so_four_times_in_five(
    calibrate: Calibrate, report_of: ReportOf
) -> None:
    report = report_of(
        calibrate(
            ("unsupported", 20, "unsupported_claim", "unsupported_claim", 20),
            ("supported", 500, "supported", "supported", 57),
            ("supported", 500, "supported", "unsupported_claim", 3),
        )
    )
    figure = figure_named("precision.supported")
    found = settling(counts_of(report), figure, above=60, mark=0.9, least=10, level=0.95)
    assert found.labels is not None
    # 5 % of 500 are wrong: whoever draws so many sees the interval above 90 %.
    generator = np.random.default_rng(2)
    drawn = [int((generator.permutation(500)[: found.labels] < 25).sum()) for _ in range(400)]
    settled = {
        wrong: 1 - blaker(Share(count=wrong, n=found.labels, size=500), level=0.95).high / 500
        >= 0.9
        for wrong in set(drawn)
    }
    share = sum(settled[wrong] for wrong in drawn) / 400
    assert CHANCE - 0.05 <= share <= CHANCE + 0.12
    assert found.low is not None
    assert found.low >= 0.9


@pytest.mark.parametrize(
    ("figure", "why"),
    [
        ("precision.unsupported", "the whole run holds about 4 of the verdicts"),
        ("precision.partial", "holds none of the verdicts"),
        ("recall", "takes 10"),
    ],
)
def test_what_no_label_settles(
    calibrate: Calibrate, report_of: ReportOf, figure: str, why: str
) -> None:
    report = report_of(
        calibrate(
            ("unsupported", 4, "unsupported_claim", "unsupported_claim", 4),
            ("supported", 321, "supported", "supported", 11),
        )
    )
    found = settling(
        counts_of(report), figure_named(figure), above=11, mark=0.9, least=10, level=0.95
    )
    assert found.labels is None
    assert why in found.why


def test_another_rate_changes_only_its_verdict() -> None:
    run = run_of(100, 10, 10)
    other = with_rate(run, Support.SUPPORTED, 0.5)
    assert [one.wrong for one in other] == [50, *[one.wrong for one in run[1:]]]
