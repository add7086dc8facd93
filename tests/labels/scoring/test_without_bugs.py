"""An answer without its confirmed bugs: what leaves which denominator."""

from collections.abc import Callable
from typing import Any

import pytest

from labels.case import AtomicClaim, CaseResult
from labels.scores import Fault, Score
from labels.scoring.scores import score
from labels.store import counted_cases
from labels.store.audits import Confirmed
from labels.store.counted_cases import without

MakeClaim = Callable[..., AtomicClaim]
MakeCase = Callable[..., CaseResult]
PAIR = ("q1", "c2", "a:1")


def confirmed(**parts: Any) -> Confirmed:
    usual: dict[str, Any] = {
        "citations": frozenset(), "verdicts": frozenset(), "answers": frozenset(),
    }  # fmt: skip
    return Confirmed(**(usual | parts))


@pytest.fixture
def case(claim: MakeClaim, answer: MakeCase) -> CaseResult:
    """A claim that holds; a comma that fails; a claim that nothing is cited for."""
    return answer(
        claim("c1", "a:0"), claim("c2", "a:1"), claim("c3"),
        verdicts={("c1", "a:0"): "supported", ("c2", "a:1"): "unsupported_claim"},
        ground_truth=("a:0", "a:1"),
    )  # fmt: skip


def test_a_void_citation_takes_its_claim_along(case: CaseResult) -> None:
    before = score(case, judge="j")
    # Supported 1 of 2; worth of the cited 1 of 2; of all three claims 1 of 3.
    values = {s: before.ratios[s].value for s in (Score.CITATION_PRECISION, Score.COMPLETENESS)}
    assert values == {Score.CITATION_PRECISION: 0.5, Score.COMPLETENESS: pytest.approx(1 / 3)}
    (left,) = without([case], confirmed(citations=frozenset([PAIR])))
    after = score(left, judge="j")
    # 1 of 1; 1 of the two claims that are left.
    assert after.ratios[Score.CITATION_PRECISION].value == 1
    assert after.ratios[Score.COMPLETENESS].value == 0.5
    assert after.stray_verdicts == 0


def test_a_claim_with_another_citation_stays(claim: MakeClaim, answer: MakeCase) -> None:
    case = answer(claim("c2", "a:1", "b:0"), verdicts={("c2", "b:0"): "supported"})
    (left,) = without([case], confirmed(citations=frozenset([PAIR])))
    assert left.claims[0].citations == ("b:0",)


def test_a_void_verdict_is_a_missing_one(case: CaseResult) -> None:
    (left,) = without([case], confirmed(verdicts=frozenset([PAIR])))
    precision = score(left, judge="j").ratios[Score.CITATION_PRECISION]
    assert (precision.value, precision.n, precision.missing) == (1, 1, 1)


def test_a_void_answer_is_left_out(case: CaseResult) -> None:
    assert list(without([case], confirmed(answers=frozenset(["q1"])))) == []
    assert list(without([case], confirmed(answers=frozenset(["q2"])))) == [case]


def test_what_is_cited_of_the_ground_truth_is_as_it_was(case: CaseResult) -> None:
    stored = score(case, judge="j")
    (left,) = without([case], confirmed(citations=frozenset([PAIR])))
    found = counted_cases._scored(left, stored)
    # The marker stands in the answer, whatever was made of the words before it: 2 of 2.
    assert found.ratios[Score.CITATION_RECALL].value == 1
    assert found.faults[Fault.RETRIEVED_NOT_CITED].numerator == 0


def test_an_id_at_fault_whose_claim_is_void_counts_no_more(
    claim: MakeClaim, answer: MakeCase
) -> None:
    case = answer(claim("c1", "a:0"), claim("c2", "a:1"), not_retrieved=("a:1",))
    (left,) = without([case], confirmed(citations=frozenset([PAIR])))
    validity = score(left, judge="j").ratios[Score.CITATION_VALIDITY]
    assert (validity.numerator, validity.denominator) == (1, 1)
