"""What holds of every answer, however it went."""

import json
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from labels.case import AtomicClaim, CaseResult, ClaimKind, Quoting, Retrieved
from labels.outcome import Outcome
from labels.scores import CaseScores, Fault, Ratio, Score, Weights
from labels.scoring.scores import score

PASSAGES = ("a:0", "a:1", "b:0", "x:9")
maybe = st.one_of(st.none(), st.booleans())
subsets = st.lists(st.sampled_from(PASSAGES), unique=True).map(tuple)


@st.composite
def claims(draw: st.DrawFn, name: str) -> AtomicClaim:
    return AtomicClaim(
        claim_id=name,
        text="It is so.",
        start=0,
        end=9,
        kind=draw(st.sampled_from([ClaimKind.FACTUAL, ClaimKind.FACTUAL, *ClaimKind])),
        importance=draw(st.integers(1, 3)),
        citations=tuple(draw(st.lists(st.sampled_from(PASSAGES), max_size=4))),
    )


@st.composite
def cases(draw: st.DrawFn) -> CaseResult:
    refused = draw(st.booleans()) and draw(st.booleans())
    count = 0 if refused else draw(st.integers(0, 4))
    names = [f"c{number}" for number in range(count)]
    pairs = [(name, passage) for name in (*names, "c9") for passage in PASSAGES]
    outcomes = st.one_of(st.none(), st.sampled_from(Outcome))
    return CaseResult(
        run="r",
        case_id="q1",
        config="baseline",
        question="?",
        answerable=draw(st.booleans()),
        ground_truth=draw(subsets),
        answer=draw(st.sampled_from(["", "It is so."])),
        refused=refused,
        retrieved=tuple(
            Retrieved(passage_id=one, rank=rank, score=1.0)
            for rank, one in enumerate(draw(subsets), start=1)
        ),
        claims=tuple(draw(claims(name)) for name in names),
        verdicts=draw(st.dictionaries(st.sampled_from(pairs), outcomes)),
        unknown_citations=draw(st.sampled_from([(), ("x:9",)])),
        not_retrieved=draw(st.sampled_from([(), ("b:0",)])),
        duplicate_citations=0,
        supported_by_retrieved=draw(st.dictionaries(st.sampled_from([*names, "c9"]), maybe)),
        relevance=draw(st.one_of(st.none(), st.floats(0, 1))),
        contradicts_reference=draw(maybe),
        quotes=tuple(draw(st.lists(st.sampled_from(Quoting), max_size=3))),
    )


weights = st.builds(
    Weights,
    correctness=st.floats(0, 10),
    completeness=st.floats(0, 10),
    validity=st.floats(0.01, 10),
)


@given(cases(), weights)
def test_every_ratio_is_a_share_or_says_why(case: CaseResult, weighed: Weights) -> None:
    found = score(case, judge="j", weights=weighed)
    assert set(found.ratios) == set(Score)
    assert set(found.faults) == set(Fault)
    for ratio in (*found.ratios.values(), *found.faults.values()):
        if ratio.value is None:
            assert ratio.why
            assert ratio.n == 0
        else:
            assert 0 <= ratio.value <= 1
            assert not ratio.why
            assert ratio.n > 0


@given(cases())
def test_a_row_of_json_holds_all_of_it(case: CaseResult) -> None:
    found = score(case, judge="j")
    row = json.loads(json.dumps(found.as_row(), allow_nan=False))
    assert CaseScores.from_row(row) == found


@given(cases())
def test_the_counts_add_up(case: CaseResult) -> None:
    found = score(case, judge="j")
    precision, lenient = (
        found.ratios[name] for name in (Score.CITATION_PRECISION, Score.CITATION_PRECISION_PARTIAL)
    )
    failing = [
        found.faults[fault].numerator
        for fault in (
            Fault.PARTIAL,
            Fault.RIGHT_DOC_WRONG_PASSAGE,
            Fault.WRONG_DOCUMENT,
            Fault.UNSUPPORTED_CLAIM,
            Fault.UNCATEGORISED,
        )
    ]
    assert precision.numerator + sum(failing) == precision.n
    assert lenient.numerator - precision.numerator == failing[0] / 2
    recall = found.ratios[Score.CITATION_RECALL]
    missing = (
        found.faults[Fault.NEVER_RETRIEVED].numerator
        + found.faults[Fault.RETRIEVED_NOT_CITED].numerator
    )
    assert recall.numerator + missing == recall.n
    validity = found.ratios[Score.CITATION_VALIDITY]
    faulty = (
        found.faults[Fault.UNKNOWN_CITATION].numerator
        + found.faults[Fault.CITATION_NOT_RETRIEVED].numerator
    )
    assert validity.numerator + faulty == validity.n


@given(cases(), st.data())
def test_one_more_supported_citation_never_lowers_a_score(
    case: CaseResult, data: st.DataObject
) -> None:
    factual = [claim for claim in case.claims if claim.kind is ClaimKind.FACTUAL]
    if not factual:
        return
    chosen = data.draw(st.sampled_from(factual))
    # A passage that nobody has cited or judged yet, there and retrieved.
    better = replace(
        case,
        claims=tuple(
            replace(claim, citations=(*claim.citations, "new:0")) if claim is chosen else claim
            for claim in case.claims
        ),
        verdicts={**case.verdicts, (chosen.claim_id, "new:0"): Outcome.SUPPORTED},
    )
    before, after = (score(one, judge="j").ratios for one in (case, better))
    for name in Score:
        assert _not_less(before[name], after[name]), name


def _not_less(before: Ratio, after: Ratio) -> bool:
    """An undefined score may become defined, never the other way round."""
    if before.value is None:
        return True
    return after.value is not None and after.value >= before.value - 1e-12


@given(cases())
def test_the_order_of_claims_tells_nothing(case: CaseResult) -> None:
    turned = replace(case, claims=case.claims[::-1])
    first, second = score(case, judge="j"), score(turned, judge="j")
    assert first.answer_class == second.answer_class
    assert first.faults == second.faults
    for name in Score:
        assert first.ratios[name] == second.ratios[name]
