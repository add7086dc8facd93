"""The scores by hand: each expected value has its calculation above it."""

import json
from collections.abc import Callable
from dataclasses import replace
from math import fsum

import pytest

from labels.case import AtomicClaim, CaseResult, ClaimKind, Quoting
from labels.outcome import Outcome
from labels.scores import CaseScores, Fault, Ratio, Score, Weights, mean, pooled
from labels.scoring.scores import score, score_all

MakeClaim = Callable[..., AtomicClaim]
MakeCase = Callable[..., CaseResult]


@pytest.fixture
def example(claim: MakeClaim, answer: MakeCase) -> CaseResult:
    """The worked example of the design."""
    return answer(
        claim("c1", "a:0", importance=2),
        claim("c2", "a:1", importance=3),
        claim("c3", importance=2),
        verdicts={("c1", "a:0"): "supported", ("c2", "a:1"): "supported"},
    )


def values(case: CaseResult) -> dict[Score, float | None]:
    return {name: ratio.value for name, ratio in score(case, judge="j").ratios.items()}


def test_the_worked_example(example: CaseResult) -> None:
    found = values(example)
    # Cited claims c1, c2, both supported: (1 + 1) / 2.
    assert found[Score.CORRECTNESS] == 1.0
    # All claims by importance: (2 x 1 + 3 x 1 + 2 x 0) / (2 + 3 + 2).
    assert found[Score.COMPLETENESS] == pytest.approx(5 / 7)
    assert found[Score.CITATION_VALIDITY] == 1.0
    # 0.45 x 1 + 0.40 x 5/7 + 0.15 x 1 = 0.45 + 0.285714 + 0.15.
    assert found[Score.OVERALL] == pytest.approx(0.8857, abs=5e-5)


def test_the_weights_of_the_overall_score_are_an_argument(example: CaseResult) -> None:
    weights = Weights(correctness=1, completeness=1, validity=0)
    # (1 x 1 + 1 x 5/7) / 2: weights need not add up to 1.
    assert score(example, judge="j", weights=weights).ratios[Score.OVERALL].value == pytest.approx(
        6 / 7
    )


@pytest.mark.parametrize("parts", [(-0.1, 1, 1), (0, 0, 0), (float("inf"), 1, 1)])
def test_weights_that_weigh_nothing_are_refused(parts: tuple[float, float, float]) -> None:
    with pytest.raises(ValueError, match="0 or more"):
        Weights(correctness=parts[0], completeness=parts[1], validity=parts[2])


def test_an_undefined_part_leaves_the_overall_undefined(claim: MakeClaim, answer: MakeCase) -> None:
    uncited = answer(claim("c1", importance=3))
    found = score(uncited, judge="j").ratios
    assert found[Score.COMPLETENESS].value == 0.0
    assert found[Score.OVERALL].value is None
    assert found[Score.OVERALL].why == (
        "Correctness is undefined: No factual claim of the answer has a citation. "
        "Citation validity is undefined: The answer cites nothing."
    )
    # A part that weighs nothing may be undefined: completeness alone is 0 / 3.
    alone = Weights(correctness=0, completeness=1, validity=0)
    assert score(uncited, judge="j", weights=alone).ratios[Score.OVERALL].value == 0.0


def test_duplicate_markers_count_once(claim: MakeClaim, answer: MakeCase) -> None:
    case = answer(
        claim("c1", "a:0", "a:0", "x:9", "x:9"),
        claim("c2", "a:0"),
        verdicts={("c1", "a:0"): "unsupported_claim", ("c2", "a:0"): "supported"},
        unknown_citations=("x:9",),
        duplicate_citations=2,
    )
    found = score(case, judge="j")
    # Citations: c1 x a:0, c1 x x:9, c2 x a:0; x:9 exists nowhere.
    assert found.ratios[Score.CITATION_VALIDITY] == Ratio(numerator=2, denominator=3, n=3)
    # With a verdict: c1 x a:0 fails, c2 x a:0 holds; x:9 has no passage, so no verdict is missing.
    assert found.ratios[Score.CITATION_PRECISION] == Ratio(numerator=1, denominator=2, n=2)
    assert found.duplicate_citations == 2


def test_a_claim_is_worth_its_best_citation(claim: MakeClaim, answer: MakeCase) -> None:
    case = answer(
        claim("c1", "a:0", "a:1", importance=3),
        claim("c2", "b:0", importance=1),
        verdicts={
            ("c1", "a:0"): "wrong_document",
            ("c1", "a:1"): "supported",
            ("c2", "b:0"): "partial",
        },
    )
    found = values(case)
    # Citations: 1 of 3 strictly; (1 + 0.5) / 3 with a partial one as half.
    assert found[Score.CITATION_PRECISION] == pytest.approx(1 / 3)
    assert found[Score.CITATION_PRECISION_PARTIAL] == pytest.approx(0.5)
    # Claims: c1 is worth 1, c2 0.5: (1 + 0.5) / 2; by importance (3 x 1 + 1 x 0.5) / 4.
    assert found[Score.CORRECTNESS] == pytest.approx(0.75)
    assert found[Score.COMPLETENESS] == pytest.approx(3.5 / 4)


def test_all_partial_verdicts(claim: MakeClaim, answer: MakeCase) -> None:
    case = answer(
        claim("c1", "a:0", importance=3),
        claim("c2", "a:1"),
        verdicts={("c1", "a:0"): "partial", ("c2", "a:1"): "partial"},
    )
    found = score(case, judge="j")
    assert found.ratios[Score.CITATION_PRECISION].value == 0.0
    for half in (Score.CITATION_PRECISION_PARTIAL, Score.CORRECTNESS, Score.COMPLETENESS):
        assert found.ratios[half].value == 0.5
    assert found.faults[Fault.PARTIAL] == Ratio(numerator=2, denominator=2, n=2)


def test_missing_verdicts_are_left_out_and_counted(claim: MakeClaim, answer: MakeCase) -> None:
    case = answer(
        claim("c1", "a:0", "a:1"),  # failed and missing: open
        claim("c2", "a:0", "a:1"),  # supported and missing: nothing can better it
        claim("c3", "a:0"),  # missing
        claim("c4"),
        verdicts={
            ("c1", "a:0"): "wrong_document",
            ("c1", "a:1"): None,
            ("c2", "a:0"): "supported",
        },
    )
    found = score(case, judge="j").ratios
    assert found[Score.CITATION_PRECISION] == Ratio(numerator=1, denominator=2, n=2, missing=3)
    # c2 alone is decided among the cited ones.
    assert found[Score.CORRECTNESS] == Ratio(numerator=1, denominator=1, n=1, missing=2)
    # c2 is worth 1, the uncited c4 is worth 0.
    assert found[Score.COMPLETENESS] == Ratio(numerator=1, denominator=2, n=2, missing=2)
    assert found[Score.OVERALL].missing == 2


def test_without_any_verdict_the_reason_is_that(claim: MakeClaim, answer: MakeCase) -> None:
    found = score(answer(claim("c1", "a:0")), judge="").ratios
    assert found[Score.CITATION_VALIDITY].value == 1.0
    for name in (Score.CITATION_PRECISION, Score.CORRECTNESS, Score.COMPLETENESS):
        assert found[name].value is None
        assert found[name].missing == 1
        assert found[name].why == "No verdict was given on what would be counted."


def test_verdicts_on_unknown_claims_count_nowhere(example: CaseResult) -> None:
    strays = {("c9", "a:0"): Outcome.WRONG_DOCUMENT, ("c1", "b:0"): Outcome.WRONG_DOCUMENT}
    found = score(replace(example, verdicts={**example.verdicts, **strays}), judge="j")
    assert found.stray_verdicts == 2
    assert found.ratios == score(example, judge="j").ratios


def test_a_claim_that_cites_only_what_exists_nowhere_is_worth_nothing(
    claim: MakeClaim, answer: MakeCase
) -> None:
    found = values(answer(claim("c1", "x:9"), unknown_citations=("x:9",)))
    assert found[Score.CORRECTNESS] == 0.0
    assert found[Score.COMPLETENESS] == 0.0
    assert found[Score.CITATION_VALIDITY] == 0.0
    # No passage, no verdict: precision is of the citations that could be judged.
    assert found[Score.CITATION_PRECISION] is None


def test_a_faulty_marker_outside_every_claim_is_not_lost(
    claim: MakeClaim, answer: MakeCase
) -> None:
    case = answer(claim("c1", "a:0"), unknown_citations=("x:9",), not_retrieved=("b:7",))
    # a:0 is valid; x:9 and b:7 belong to no claim: 1 of 3.
    found = score(case, judge="j")
    assert found.ratios[Score.CITATION_VALIDITY] == Ratio(numerator=1, denominator=3, n=3)
    assert found.faults[Fault.UNKNOWN_CITATION].numerator == 1
    assert found.faults[Fault.CITATION_NOT_RETRIEVED].numerator == 1


def test_only_factual_claims_are_scored_and_all_citations_checked(
    claim: MakeClaim, answer: MakeCase
) -> None:
    hedge = claim("c2", "b:0", kind=ClaimKind.HEDGE)
    case = answer(
        claim("c1", "a:0"),
        hedge,
        verdicts={("c1", "a:0"): "supported", ("c2", "b:0"): "unsupported_claim"},
        ground_truth=("a:0", "b:0"),
    )
    found = score(case, judge="j")
    assert found.ratios[Score.CITATION_PRECISION] == Ratio(numerator=1, denominator=1, n=1)
    assert found.ratios[Score.COMPLETENESS].value == 1.0
    # Both citations are valid, both ground-truth passages cited.
    assert found.ratios[Score.CITATION_VALIDITY].n == 2
    assert found.ratios[Score.CITATION_RECALL] == Ratio(numerator=2, denominator=2, n=2)
    assert found.stray_verdicts == 0


@pytest.mark.parametrize("text", ["", "   "])
def test_an_empty_answer_has_no_ratio_but_recall(answer: MakeCase, text: str) -> None:
    found = score(answer(answer=text), judge="j").ratios
    assert found[Score.CITATION_RECALL].value == 0.0
    assert found[Score.CITATION_VALIDITY].why == "The answer cites nothing."
    assert found[Score.COMPLETENESS].why == "The answer makes no factual claim."
    assert found[Score.OVERALL].value is None


def test_zero_factual_claims(claim: MakeClaim, answer: MakeCase) -> None:
    found = score(answer(claim("c1", "a:0", kind=ClaimKind.ADVICE)), judge="j").ratios
    assert found[Score.COMPLETENESS].value is None
    assert found[Score.FAITHFULNESS].why == "The answer makes no factual claim."
    assert found[Score.CITATION_VALIDITY].value == 1.0


def test_an_answer_that_was_not_taken_apart_has_no_figure_by_claim(answer: MakeCase) -> None:
    found = score(answer(), judge="j")
    for name in (Score.CITATION_RECALL, Score.COMPLETENESS, Score.CITATION_VALIDITY):
        assert found.ratios[name].why == "No claim was taken from the answer."
    assert found.faults[Fault.NEVER_RETRIEVED].value is None
    assert found.answer_class is None


def test_faithfulness_is_over_all_factual_claims_that_were_asked_about(
    claim: MakeClaim, answer: MakeCase
) -> None:
    case = answer(
        claim("c1", "a:0"), claim("c2"), claim("c3"), claim("c4"),
        supported_by_retrieved={"c1": True, "c2": False, "c3": None},
    )  # fmt: skip
    ratio = score(case, judge="j").ratios[Score.FAITHFULNESS]
    assert ratio == Ratio(numerator=1, denominator=2, n=2, missing=2)


def test_quotes_and_relevance(answer: MakeCase) -> None:
    quotes = (Quoting.EXACT, Quoting.NORMALISED, Quoting.REJECTED)
    found = score(answer(quotes=quotes, relevance=0.75), judge="j").ratios
    assert found[Score.QUOTE_MATCH].value == pytest.approx(2 / 3)
    assert found[Score.RELEVANCE].value == 0.75
    assert score(answer(), judge="j").ratios[Score.QUOTE_MATCH].why == "The answer quotes nothing."


@pytest.mark.parametrize(
    ("answerable", "refused", "right", "false", "well"),
    [
        (True, True, None, 1.0, False),
        (True, False, None, 0.0, True),
        (False, True, 1.0, None, True),
        (False, False, 0.0, None, False),
    ],
)
def test_refusals(
    answer: MakeCase,
    answerable: bool,
    refused: bool,
    right: float | None,
    false: float | None,
    well: bool,
) -> None:
    found = score(answer(answerable=answerable, refused=refused), judge="j")
    assert found.ratios[Score.RIGHT_REFUSAL].value == right
    assert found.ratios[Score.FALSE_REFUSAL].value == false
    assert found.refusal_right is well


def test_scores_survive_json(example: CaseResult, answer: MakeCase) -> None:
    for case in (example, answer(), answer(refused=True, answerable=False, ground_truth=())):
        scores = score(case, judge="j")
        row = json.loads(json.dumps(scores.as_row(), allow_nan=False))
        assert CaseScores.from_row(row) == scores
        assert row["ratios"]["false_refusal"]["value"] == scores.ratios[Score.FALSE_REFUSAL].value


@pytest.mark.parametrize(
    ("numerator", "denominator", "why"), [(2, 1, ""), (-1, 1, ""), (0, 0, ""), (1, 1, "because")]
)
def test_what_is_no_share_is_refused(numerator: float, denominator: float, why: str) -> None:
    with pytest.raises(ValueError, match=r"share|undefined"):
        Ratio(numerator=numerator, denominator=denominator, n=1, why=why)


def test_mean_and_pooled_differ(claim: MakeClaim, answer: MakeCase) -> None:
    one = answer(claim("c1", "a:0"), verdicts={("c1", "a:0"): "supported"})
    three = answer(
        claim("c1", "a:0", "a:1", "b:0"),
        verdicts={("c1", name): "wrong_document" for name in ("a:0", "a:1", "b:0")},
    )
    none = answer(refused=True)
    ratios = [
        scores.ratios[Score.CITATION_PRECISION]
        for scores in score_all([one, three, none], judge="j")
    ]
    # Mean of 1/1 and 0/3: 0.5, one question undefined; pooled (1 + 0) / (1 + 3).
    averaged = mean(ratios)
    assert (averaged.value, averaged.n, averaged.undefined) == (0.5, 2, 1)
    assert pooled(ratios) == Ratio(numerator=1, denominator=4, n=4)
    assert pooled([]).value is None


def test_weights_add_up_to_one() -> None:
    usual = Weights()
    assert fsum((usual.correctness, usual.completeness, usual.validity)) == 1.0
