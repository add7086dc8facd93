"""The judge by people's labels: on each side of the bound, and how many labels would decide."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corpus.settings import FalseSupported, LeastAgreement, LeastLabels
from labels.calibration import Calibration, Seal
from reports.estimation.intervals import Share, hypergeometric
from reports.gating.calibrated import Calibrated, calibrated
from reports.gating.label_checks import agreement, enough_labels, false_supported
from reports.gating.outcome import Answer, Check, at_most
from reports.gating.projection import BadShare, labels_that_decide

JUDGE = "ab" * 32
Calibrate = Callable[..., Calibration]


def of(calibration: Calibration) -> Calibrated:
    return calibrated(calibration, JUDGE, level=0.95, seed=1)


def supported_sample(calibrate: Calibrate, right: int, wrong: int, size: int) -> Calibrated:
    rows = [("supported", size, "supported", "supported", right)]
    rows += [("supported", size, "supported", "wrong_document", wrong)] if wrong else []
    return of(calibrate(*rows))


def bounded(labels: Calibrated, bound: float) -> Check:
    return false_supported(FalseSupported(at_most=bound), labels, "")


def test_false_support_on_either_side_and_between(calibrate: Calibrate) -> None:
    # 2 of 60 wrong: the exact limits are 0.5 % to 11 % of 438.
    labels = supported_sample(calibrate, 58, 2, 438)
    assert bounded(labels, 0.15).answer is Answer.PASSED
    assert bounded(labels, 0.05).answer is Answer.OPEN
    # 30 of 60 wrong: nobody would call that 5 %.
    assert bounded(supported_sample(calibrate, 30, 30, 438), 0.05).answer is Answer.FAILED


def test_agreement_passes_by_its_lower_limit(calibrate: Calibrate) -> None:
    labels = of(calibrate(
        ("unsupported", 12, "wrong_document", "wrong_document", 12),
        ("supported", 438, "supported", "supported", 58),
        ("supported", 438, "supported", "wrong_document", 2),
    ))  # fmt: skip
    assert labels.agreement.low is not None
    low, high = labels.agreement.low, labels.agreement.high
    assert agreement(LeastAgreement(at_least=low), labels, "").answer is Answer.PASSED
    between = agreement(LeastAgreement(at_least=low + 0.001), labels, "")
    assert between.answer is Answer.OPEN
    assert between.needed is not None
    assert high is not None
    assert agreement(LeastAgreement(at_least=high + 0.001), labels, "").answer is Answer.FAILED


def test_the_number_of_labels_that_would_decide_is_the_first_that_does() -> None:
    # By hand: none of n wrong among S = 438 shows "at most 5 %" (22 of 438) once 22 is outside.
    # A two-sided interval at 95 % leaves .025 for the upper limit.
    bad = BadShare(known=0, total=438, open=(Share(count=0, n=10, size=438),))
    wanted = next(
        n for n in range(11, 439)
        if hypergeometric(Share(count=0, n=n, size=438), level=0.95).high / 438 <= 0.05
    )  # fmt: skip
    assert labels_that_decide(bad, 0.05, level=0.95) == wanted
    assert 60 < wanted < 80


def test_known_bad_verdicts_count_in_the_whole() -> None:
    # 12 flagged, 3 of them wrongly, are known; agreement of 90 % leaves 45 of 450 to be wrong.
    bad = BadShare(known=3, total=450, open=(Share(count=1, n=20, size=438),))
    needed = labels_that_decide(bad, 0.10, level=0.95)
    assert needed is not None
    limits = hypergeometric(Share(count=round(needed / 20), n=needed, size=438), level=0.95)
    answer = at_most((3 + limits.low) / 450, (3 + limits.high) / 450, 0.10)
    assert answer is not Answer.OPEN


@pytest.mark.parametrize("size", [50, 438])
def test_a_rate_at_the_bound_takes_a_census(size: int) -> None:
    bad = BadShare(known=0, total=size, open=(Share(count=2, n=20, size=size),))
    needed = labels_that_decide(bad, 0.10, level=0.95)
    assert needed is not None
    assert needed > 0.8 * size


def test_one_number_says_how_many_labels_are_wanted(calibrate: Calibrate) -> None:
    """A figure that cannot be computed asks for two in each stratum; what to do asks no fewer."""
    rows = [(name, 20, name, "unlabelled", 20) for name in ("supported", "partial")]
    check = agreement(LeastAgreement(at_least=0.01), of(calibrate(*rows)), "")
    assert check.reason.count("decide at least 2 of them") == 2
    assert check.needed == 4
    assert "About 4 labels in the strata" in check.todo
    single = of(calibrate(*rows[:1], ("partial", 1, "partial", "unlabelled", 1)))
    check = agreement(LeastAgreement(at_least=0.01), single, "")
    assert "which stands for 1 verdict: decide it." in check.reason
    assert check.needed == 3


def test_one_is_no_plural(calibrate: Calibrate) -> None:
    labels = supported_sample(calibrate, 1, 0, 20)
    assert enough_labels(LeastLabels(at_least=2), labels, "").todo.startswith("1 more label: ")
    left = of(calibrate(("supported", 1, "supported", "unlabelled", 1)))
    few = enough_labels(LeastLabels(at_least=1), left, "")
    assert "1 verdict drawn and not labelled: " in few.todo
    assert "Only a census would decide: 1 verdict in" in bounded(left, 0.5).todo


def test_where_all_is_labelled_no_label_helps(calibrate: Calibrate) -> None:
    labels = of(calibrate(
        ("supported", 20, "supported", "supported", 17),
        ("supported", 20, "supported", "differ", 3),
    ))  # fmt: skip
    found = bounded(labels, 0.05)
    # None of 17 is wrong, and the three that people differ on may all be: 3 of 20.
    assert found.answer is Answer.OPEN
    assert found.needed is None
    assert "Settle the 3 undecided items" in found.todo
    assert labels_that_decide(BadShare(known=1, total=20, open=()), 0.05, level=0.95) is None


@settings(max_examples=40)
@given(
    st.integers(20, 3000).flatmap(
        lambda size: st.tuples(st.just(size), st.integers(0, min(size - 1, 120)))
    ),
    st.floats(0, 1),
    st.floats(0.01, 0.5),
)
def test_what_is_told_decides_and_is_within_what_there_is(
    sizes: tuple[int, int], rate: float, bound: float
) -> None:
    size, n = sizes
    bad = BadShare(known=0, total=size, open=(Share(count=round(rate * n), n=n, size=size),))
    needed = labels_that_decide(bad, bound, level=0.95)
    assert needed is not None
    assert n < needed <= size


@settings(max_examples=10, deadline=None)
@given(right=st.integers(0, 40), wrong=st.integers(0, 40), bound=st.floats(0.01, 0.9))
def test_one_more_wrong_label_never_turns_a_worse_answer_into_a_better_one(
    calibrate: Calibrate, right: int, wrong: int, bound: float
) -> None:
    rank = {Answer.PASSED: 0, Answer.OPEN: 1, Answer.FAILED: 2}
    if right == 0:
        return
    before = bounded(supported_sample(calibrate, right, wrong, 100), bound).answer
    after = bounded(supported_sample(calibrate, right - 1, wrong + 1, 100), bound).answer
    assert rank[after] >= rank[before]


def test_too_few_labels_are_not_a_failure_of_the_judge(calibrate: Calibrate) -> None:
    labels = supported_sample(calibrate, 20, 0, 438)
    few = enough_labels(LeastLabels(at_least=50), labels, "")
    assert (few.answer, few.needed) == (Answer.OPEN, 50)
    assert "30 more labels" in few.todo
    assert enough_labels(LeastLabels(at_least=20), labels, "").answer is Answer.PASSED
    never = enough_labels(LeastLabels(at_least=500), labels, "")
    assert never.needed is None
    assert "Even a census could not" in never.todo


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"seal": Seal(sha256="ab" * 32, intact=False)}, "seal of the sample is broken"),
        ({"chain_intact": False}, "label history is broken"),
        ({"rubric": "rubric-2"}, "another version of the rubric"),
    ],
)
def test_labels_that_cannot_be_relied_on_are_never_a_pass(
    calibrate: Calibrate, change: dict[str, object], words: str
) -> None:
    whole = calibrate(("supported", 20, "supported", "supported", 20))
    assert bounded(of(whole), 0.5).answer is Answer.PASSED
    broken = of(replace(whole, **change))  # type: ignore[arg-type]
    checks = (
        bounded(broken, 0.5),
        agreement(LeastAgreement(at_least=0.5), broken, ""),
        enough_labels(LeastLabels(at_least=1), broken, ""),
    )
    for check in checks:
        assert check.answer is Answer.OPEN
        assert words in check.reason


def test_an_unlabelled_sample_and_none_are_never_a_pass(calibrate: Calibrate) -> None:
    unlabelled = of(calibrate(("supported", 20, "supported", "unlabelled", 20)))
    check = bounded(unlabelled, 0.5)
    # Of 20, 10 may be bad; none among 4 leaves up to 12, none among 5 up to 10.
    assert (check.needed, check.value) == (5, None)
    assert "if none of them is bad" in check.todo
    for labels in (unlabelled, None):
        assert false_supported(FalseSupported(at_most=0.9), labels, "Draw.").answer is Answer.OPEN
        assert agreement(LeastAgreement(at_least=0.1), labels, "Draw.").answer is Answer.OPEN
        assert enough_labels(LeastLabels(at_least=1), labels, "Draw.").answer is Answer.OPEN
