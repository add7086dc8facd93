"""The run itself: regression against a baseline, citations that lead nowhere, critical claims."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.settings import CriticalUnsupported, Regression, UnresolvedCitations
from labels.outcome import Support
from labels.scores import Score, Weights
from labels.store.repeated_verdicts import RunJudge
from reports.gating.baseline import Baseline
from reports.gating.candidate import Candidate, JudgedClaim, Unresolved
from reports.gating.comparable import remarks
from reports.gating.outcome import Answer, Check
from reports.gating.regression_checks import regressions
from reports.gating.run_checks import critical, unresolved
from tests.reports.gating.conftest import rates, share

Make = Callable[..., Any]
NEW = Regression(metrics=("citation_precision",))
THESE = Regression(metrics=("citation_precision",), questions="these")


def one(policy: Regression, candidate: Candidate, baseline: Baseline | None) -> Check:
    (check,) = regressions(policy, candidate, baseline, level=0.95, seed=1)
    return check


def test_the_same_scores_pass(candidate: Make, frozen: Make) -> None:
    same = rates(*[(3, 4)] * 10)
    check = one(THESE, candidate(same), frozen(same))
    assert check.answer is Answer.PASSED
    assert (check.value, check.low, check.high) == (0, 0, 0)


@pytest.mark.parametrize(("questions", "answer"), [(1, "OPEN"), (10, "OPEN"), (120, "PASSED")])
def test_for_new_questions_the_same_scores_pass_where_there_are_many(
    questions: int, answer: str, candidate: Make, frozen: Make
) -> None:
    # None of 10 fell: up to 1 - .05^(1/10) = 26 % of all may; of 120, up to 2.5 %.
    same = rates(*[(3, 4)] * questions)
    check = one(NEW, candidate(same), frozen(same))
    assert check.answer is Answer[answer]
    assert check.low == pytest.approx(-(1 - 0.05 ** (1 / questions)))


def test_a_candidate_that_stopped_citing_does_not_pass(candidate: Make, frozen: Make) -> None:
    before, after = rates(*[(3, 4)] * 10), rates(*[(3, 4)] * 8, *[(0, 0)] * 2)
    check = one(THESE, candidate(after), frozen(before))
    assert check.answer is Answer.OPEN


@pytest.mark.parametrize("policy", [NEW, THESE])
def test_a_fall_in_every_question_fails(policy: Regression, candidate: Make, frozen: Make) -> None:
    check = one(policy, candidate(rates(*[(2, 4)] * 10)), frozen(rates(*[(3, 4)] * 10)))
    assert check.answer is Answer.FAILED
    assert check.value == pytest.approx(-0.25)
    assert "crosssource compare baseline strict" in check.todo


def test_a_fall_in_a_few_questions_is_not_settled_for_new_ones(
    candidate: Make, frozen: Make
) -> None:
    before, after = rates(*[(4, 4)] * 20), rates((1, 4), (2, 4), *[(4, 4)] * 18)
    new = one(NEW, candidate(after), frozen(before))
    assert new.answer is Answer.OPEN
    assert new.needed is not None
    assert new.needed > 20
    assert f"About {new.needed:,} questions would decide (now 20)" in new.todo
    assert 'Or set questions = "these" under [gate.regression]' in new.todo
    assert "no others" in new.todo
    # Of these twenty questions it is known: 5 of 80 citations are lost, more than 3 points.
    assert one(THESE, candidate(after), frozen(before)).answer is Answer.FAILED


def test_the_margin_is_what_may_be_lost(candidate: Make, frozen: Make) -> None:
    before, after = rates(*[(20, 20)] * 5), rates((18, 20), *[(20, 20)] * 4)
    at = Regression(metrics=("citation_precision",), questions="these", margin=0.02)
    assert one(at, candidate(after), frozen(before)).answer is Answer.PASSED
    below = at.model_copy(update={"margin": 0.019})
    assert one(below, candidate(after), frozen(before)).answer is Answer.FAILED


@given(
    st.lists(st.tuples(st.integers(0, 5), st.integers(1, 5)), min_size=2, max_size=12),
    st.integers(0, 11),
)
def test_losing_one_more_never_turns_failed_into_passed(
    candidate: Make, frozen: Make, shares: list[tuple[int, int]], where: int
) -> None:
    now = [(min(hits, units), units) for hits, units in shares]
    baseline = frozen(rates(*[(units, units) for _, units in now]))
    place = where % len(now)
    worse = list(now)
    worse[place] = (max(0, now[place][0] - 1), now[place][1])
    rank = {Answer.PASSED: 0, Answer.OPEN: 1, Answer.FAILED: 2}
    before = one(THESE, candidate(rates(*now)), baseline).answer
    after = one(THESE, candidate(rates(*worse)), baseline).answer
    assert rank[after] >= rank[before]


def test_without_a_baseline_it_is_not_passed(candidate: Make) -> None:
    check = one(NEW, candidate(rates((1, 1))), None)
    assert check.answer is Answer.OPEN
    assert "--baseline FILE" in check.todo


SAME = rates(*[(3, 4)] * 10)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            {"judge": RunJudge(id="cd" * 32, name="lexical", provenance={"rules": "2"})},
            "The judge is not the baseline's: 'lexical' and 'lexical' differ in rules.",
        ),
        ({"rubric": "rubric-2"}, "The rubric in force (rubric-2) is not the baseline's (rubric-1)"),
        ({"questions": {f"q{n:02}": "x" for n in range(10)}}, "10 of 10 have the same id"),
        ({"questions": {"z": "x"}}, "of other questions: none of its ids is in the candidate"),
    ],
)
def test_another_judge_rubric_or_question_is_never_a_pass(
    candidate: Make, frozen: Make, change: dict[str, Any], words: str
) -> None:
    check = one(THESE, candidate(SAME, **change), frozen(SAME))
    assert check.answer is Answer.OPEN
    assert words in check.reason


def test_a_question_that_got_lost_is_never_a_pass(candidate: Make, frozen: Make) -> None:
    check = one(THESE, candidate(rates(*[(4, 4)] * 8)), frozen(SAME))
    assert check.answer is Answer.OPEN
    assert "the candidate has no score of 2 questions of the baseline (q08, q09)" in check.reason


def test_what_has_no_verdict_counts_as_bad_before_it_passes(candidate: Make, frozen: Make) -> None:
    before = rates(*[(10, 10)] * 10)
    few, many = dict(before), dict(before)
    few["q00"] = {Score.CITATION_PRECISION: share(9, 9, missing=1)}
    many["q00"] = {Score.CITATION_PRECISION: share(2, 2, missing=8)}
    assert one(THESE, candidate(few), frozen(before)).answer is Answer.PASSED  # 99 of 100
    check = one(THESE, candidate(many), frozen(before))  # 92 of 100
    assert check.answer is Answer.OPEN
    assert "there is no verdict on 8 parts of it" in check.reason


def test_other_weights_make_the_overall_score_another(candidate: Make, frozen: Make) -> None:
    by_question = {"q1": {Score.OVERALL: share(1, 1)}, "q2": {Score.OVERALL: share(1, 1)}}
    policy = Regression(metrics=("overall",), questions="these")
    ours = candidate(by_question, weights=Weights(correctness=1, completeness=0, validity=0))
    theirs = frozen(by_question, weights=Weights())
    check = one(policy, ours, theirs)
    assert check.answer is Answer.OPEN
    assert "weigh their parts differently" in check.reason
    same = candidate(by_question, weights=Weights())
    assert one(policy, same, theirs).answer is Answer.PASSED


def test_a_rate_that_is_not_measured_is_never_a_pass(candidate: Make, frozen: Make) -> None:
    policy = Regression(metrics=("faithfulness",))
    check = one(policy, candidate(SAME), frozen(SAME))
    assert check.answer is Answer.OPEN
    assert "not measured of an imported run" in check.reason


def test_another_corpus_is_said(candidate: Make, frozen: Make) -> None:
    (said,) = remarks(candidate(SAME, grounds={"corpus": "other", "golden": "g"}), frozen(SAME))
    assert said == "Baseline and candidate were not made with the same corpus."


STRANGE = Unresolved(case_id="q1", cited="nowhere:9", exists=False)
UNSEEN = Unresolved(case_id="q2", cited="doc:1", exists=True)


def test_citations_that_lead_nowhere(candidate: Make) -> None:
    policy = UnresolvedCitations()
    assert unresolved(policy, candidate(SAME)).answer is Answer.PASSED
    both = candidate(SAME, unresolved=(STRANGE, UNSEEN))
    failed = unresolved(policy, both)
    assert failed.answer is Answer.FAILED
    assert "nowhere:9 (q1)" in failed.reason
    assert unresolved(UnresolvedCitations(at_most=2), both).answer is Answer.PASSED
    only_strange = UnresolvedCitations(at_most=1, not_retrieved=False)
    assert unresolved(only_strange, both).answer is Answer.PASSED


@pytest.mark.parametrize("gap", [{"unresolved": None}, {"unread": 1}, {"unanswered": 2}])
def test_answers_that_nobody_read_are_never_a_pass(candidate: Make, gap: dict[str, Any]) -> None:
    claims = {"claims": (claim(Support.SUPPORTED),)}
    assert unresolved(UnresolvedCitations(), candidate(SAME, **gap)).answer is Answer.OPEN
    answer = critical(CriticalUnsupported(), candidate(SAME, **claims, **gap)).answer
    assert answer is (Answer.PASSED if "unresolved" in gap else Answer.OPEN)


def claim(support: Support | None, importance: int | None = 3) -> JudgedClaim:
    return JudgedClaim(
        case_id="q1", claim_id="c1", text="It is so.", importance=importance, support=support
    )


@pytest.mark.parametrize(
    ("claims", "answer"),
    [
        ([claim(Support.SUPPORTED), claim(Support.PARTIAL)], Answer.PASSED),
        ([claim(Support.UNSUPPORTED)], Answer.FAILED),
        ([claim(Support.UNSUPPORTED, 2), claim(Support.SUPPORTED)], Answer.PASSED),
        ([claim(None)], Answer.OPEN),
        ([claim(None, 1)], Answer.PASSED),
        ([claim(Support.UNSUPPORTED, None)], Answer.OPEN),
        ([claim(Support.SUPPORTED, None)], Answer.PASSED),
        ([], Answer.OPEN),
    ],
)
def test_critical_claims(candidate: Make, claims: list[JudgedClaim], answer: Answer) -> None:
    assert critical(CriticalUnsupported(), candidate(SAME, claims=tuple(claims))).answer is answer


def test_how_many_critical_claims_are_allowed_and_what_critical_means(candidate: Make) -> None:
    two = candidate(SAME, claims=(claim(Support.UNSUPPORTED, 2), claim(Support.UNSUPPORTED)))
    assert critical(CriticalUnsupported(at_most=1), two).answer is Answer.PASSED
    assert critical(CriticalUnsupported(at_most=1, importance=2), two).answer is Answer.FAILED
