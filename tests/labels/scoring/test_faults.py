"""The taxonomy and the class of an answer, one fault at a time."""

from collections.abc import Callable
from typing import Any

import pytest

from labels.case import AtomicClaim, CaseResult, ClaimKind
from labels.outcome import Outcome
from labels.scores import AnswerClass, Fault, Ratio
from labels.scoring.scores import score

MakeClaim = Callable[..., AtomicClaim]
MakeCase = Callable[..., CaseResult]


def ratio(count: int, among: int) -> Ratio:
    return Ratio(numerator=count, denominator=among, n=among)


def test_every_citation_with_a_verdict_is_counted_by_its_outcome(
    claim: MakeClaim, answer: MakeCase
) -> None:
    said = [outcome.value for outcome in Outcome] + ["wrong_document", None]
    case = answer(
        *(claim(f"c{number}", "a:0") for number in range(len(said))),
        verdicts={(f"c{number}", "a:0"): one for number, one in enumerate(said)},
    )
    found = score(case, judge="j").faults
    # Seven verdicts, one missing; wrong_document twice, each other failure once.
    assert found[Fault.WRONG_DOCUMENT] == ratio(2, 7)
    for fault in (
        Fault.PARTIAL,
        Fault.RIGHT_DOC_WRONG_PASSAGE,
        Fault.UNSUPPORTED_CLAIM,
        Fault.UNCATEGORISED,
    ):
        assert found[fault] == ratio(1, 7)


def test_missing_authority_is_split_by_who_lost_it(claim: MakeClaim, answer: MakeCase) -> None:
    case = answer(
        claim("c1", "a:0"),
        retrieved=("a:0", "a:1"),
        ground_truth=("a:0", "a:1", "b:5", "b:6"),
    )
    found = score(case, judge="j").faults
    # a:0 is cited; a:1 was there and is not; b:5 and b:6 were never there.
    assert found[Fault.RETRIEVED_NOT_CITED] == ratio(1, 4)
    assert found[Fault.NEVER_RETRIEVED] == ratio(2, 4)


def test_a_refusal_misses_all_authority(answer: MakeCase) -> None:
    found = score(answer(refused=True, ground_truth=("a:0", "z:1")), judge="j").faults
    assert found[Fault.RETRIEVED_NOT_CITED] == ratio(1, 2)
    assert found[Fault.NEVER_RETRIEVED] == ratio(1, 2)
    assert found[Fault.FALSE_REFUSAL] == ratio(1, 1)


def test_an_absent_question_that_is_answered(claim: MakeClaim, answer: MakeCase) -> None:
    absent: dict[str, Any] = {"answerable": False, "ground_truth": ()}
    answered = score(answer(claim("c1", "a:0"), **absent), judge="j").faults
    assert answered[Fault.ANSWERED_ABSENT] == ratio(1, 1)
    assert answered[Fault.FALSE_REFUSAL].why == "The question is absent."
    assert answered[Fault.NEVER_RETRIEVED].why == "The question has no ground-truth passage."
    refused = score(answer(refused=True, **absent), judge="j").faults
    assert refused[Fault.ANSWERED_ABSENT] == ratio(0, 1)
    hedged = answer(claim("c1", kind=ClaimKind.HEDGE), **absent)
    assert score(hedged, judge="j").faults[Fault.ANSWERED_ABSENT] == ratio(0, 1)


def test_incorrect_is_counted_among_answers_held_against_a_reference(
    claim: MakeClaim, answer: MakeCase
) -> None:
    for said, expected in ((True, ratio(1, 1)), (False, ratio(0, 1))):
        case = answer(claim("c1"), contradicts_reference=said)
        assert score(case, judge="j").faults[Fault.INCORRECT] == expected
    unasked = score(answer(claim("c1")), judge="j").faults[Fault.INCORRECT]
    assert unasked.value is None
    # A refusal says nothing that the reference could contradict.
    refused = score(answer(refused=True, contradicts_reference=True), judge="j")
    assert refused.faults[Fault.INCORRECT].value is None
    assert refused.answer_class is AnswerClass.FALSE_REFUSAL


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        # what the citations of three claims are found to be; the gravest stands
        (("supported", "supported", "supported"), AnswerClass.SOUND),
        (("supported", "partial", "supported"), AnswerClass.PARTLY_SUPPORTED),
        (("partial", "uncategorised", "supported"), AnswerClass.UNCATEGORISED),
        (("uncategorised", "right_doc_wrong_passage", "partial"), AnswerClass.MISGROUNDED),
        (("supported", "wrong_document", None), AnswerClass.MISGROUNDED),
        (("unsupported_claim", "wrong_document", "supported"), AnswerClass.UNSUPPORTED),
        (("supported", None, "supported"), None),
        (("partial", None, "supported"), AnswerClass.PARTLY_SUPPORTED),
    ],
)
def test_the_gravest_fault_gives_the_class(
    claim: MakeClaim,
    answer: MakeCase,
    said: tuple[str | None, ...],
    expected: AnswerClass | None,
) -> None:
    claims = [claim(f"c{number}", "a:0") for number in range(len(said))]
    verdicts = {(f"c{number}", "a:0"): one for number, one in enumerate(said)}
    assert score(answer(*claims, verdicts=verdicts), judge="j").answer_class is expected
    # What contradicts the reference, or answers what has no answer, is that before all else.
    wrong = answer(*claims, verdicts=verdicts, contradicts_reference=True)
    assert score(wrong, judge="j").answer_class is AnswerClass.INCORRECT
    absent = answer(*claims, verdicts=verdicts, answerable=False)
    assert score(absent, judge="j").answer_class is AnswerClass.ANSWERED_ABSENT


def test_support_found_elsewhere_makes_a_claim_misgrounded(
    claim: MakeClaim, answer: MakeCase
) -> None:
    verdicts = {("c1", "a:0"): "unsupported_claim", ("c1", "b:0"): "wrong_document"}
    case = answer(claim("c1", "a:0", "b:0"), verdicts=verdicts)
    assert score(case, judge="j").answer_class is AnswerClass.MISGROUNDED


def test_uncited_claims_and_the_class(claim: MakeClaim, answer: MakeCase) -> None:
    cited, uncited = claim("c1", "a:0"), claim("c2")
    verdicts = {("c1", "a:0"): "supported"}

    def found(*claims: AtomicClaim, asked: bool | None) -> AnswerClass | None:
        case = answer(*claims, verdicts=verdicts, supported_by_retrieved={"c2": asked})
        return score(case, judge="j").answer_class

    assert found(cited, uncited, asked=True) is AnswerClass.SOUND
    assert found(cited, uncited, asked=None) is AnswerClass.SOUND
    assert found(cited, uncited, asked=False) is AnswerClass.UNSUPPORTED
    # An answer without any citation gives nothing to look up.
    assert found(uncited, asked=True) is AnswerClass.UNSUPPORTED


def test_the_classes_without_a_claim(claim: MakeClaim, answer: MakeCase) -> None:
    def found(*claims: AtomicClaim, **changes: Any) -> AnswerClass | None:
        return score(answer(*claims, **changes), judge="j").answer_class

    assert found(refused=True, answerable=False) is AnswerClass.RIGHT_REFUSAL
    assert found(refused=True) is AnswerClass.FALSE_REFUSAL
    assert found(answer="") is AnswerClass.NOTHING_STATED
    assert found(claim("c1", kind=ClaimKind.HEDGE)) is AnswerClass.NOTHING_STATED


def test_an_invented_citation_is_no_support(claim: MakeClaim, answer: MakeCase) -> None:
    case = answer(claim("c1", "x:9"), unknown_citations=("x:9",))
    assert score(case, judge="j").answer_class is AnswerClass.UNCATEGORISED
    # A judge that searched for the claim may know more.
    searched = answer(
        claim("c1", "x:9"),
        unknown_citations=("x:9",),
        verdicts={("c1", "x:9"): "unsupported_claim"},
    )
    assert score(searched, judge="j").answer_class is AnswerClass.UNSUPPORTED


def test_what_is_wanted_of_a_system() -> None:
    wanted = {one for one in AnswerClass if one.faultless}
    assert wanted == {AnswerClass.SOUND, AnswerClass.RIGHT_REFUSAL}
