"""Citations and claims."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from corpus.errors import InputError
from labels.calibration import Calibration, HumanLabel, Stratum
from labels.outcome import Outcome
from reports.decision import State
from reports.units import UnitKind, count

Calibrate = Callable[..., Calibration]


def one_claim(calibration: Calibration) -> Calibration:
    """All citations of the calibration as those of one claim."""
    items = tuple(replace(item, case_id="q1", claim_id="c1") for item in calibration.items)
    return replace(calibration, items=items)


@pytest.mark.parametrize(
    ("citations", "judged", "state", "human"),
    [
        ([("partial", "supported"), ("supported", "partial")], "supported", "decided", "supported"),
        ([("partial", "partial"), ("wrong_document", "unsupported_claim")], "partial", "decided",
         "partial"),
        # Among failures the nearest miss: the order of `Outcome`.
        ([("unsupported_claim", "unsupported_claim"), ("wrong_document", "wrong_document")],
         "wrong_document", "decided", "wrong_document"),
        # Undecided, unless nothing can improve on what is decided.
        ([("supported", "differ"), ("supported", "partial")], "supported", "differ", None),
        ([("supported", "differ"), ("supported", "supported")], "supported", "decided",
         "supported"),
        # A harness bug counts on neither side.
        ([("supported", "bug"), ("partial", "partial")], "partial", "decided", "partial"),
        ([("supported", "bug"), ("partial", "bug")], "supported", "harness_bug", None),
    ],
)  # fmt: skip
def test_claim(
    calibrate: Calibrate,
    citations: list[tuple[str, str]],
    judged: str,
    state: str,
    human: str | None,
) -> None:
    rows = [("census", len(citations), judge, said, 1) for judge, said in citations]
    counted = count(one_claim(calibrate(*rows)), UnitKind.CLAIM, None)
    (unit,) = counted.units
    assert unit.judged == Outcome(judged)
    assert unit.decision.state is State(state)
    assert unit.decision.outcome == (Outcome(human) if human else None)
    assert counted.strata == (Stratum(name=str(Outcome(judged).support), size=1, drawn=1),)


def test_claims_need_a_labelled_census(calibrate: Calibrate) -> None:
    calibration = calibrate(
        ("supported", 40, "supported", "supported", 5),
        ("supported", 40, "supported", "unlabelled", 2),
    )
    with pytest.raises(InputError) as refused:
        count(calibration, UnitKind.CLAIM, None)
    assert "33 of them were not drawn and 2 are drawn but not labelled" in str(refused.value)
    command = "crosssource sample draw --supported all --partial all --run base --judge lexical"
    assert command in str(refused.value)


def test_a_claim_is_whole_or_refused(calibrate: Calibrate) -> None:
    # Two of the claim's three citations are in an imported sample; the third may be supported.
    calibration = replace(
        one_claim(calibrate(("partial", 2, "partial", "partial", 2))), origin="imported"
    )
    whole = {("base", "q1", "c1"): 2, ("base", "q2", "c9"): 4}
    assert len(count(replace(calibration, claim_sizes=whole), UnitKind.CLAIM, None).units) == 1
    short = replace(calibration, claim_sizes={("base", "q1", "c1"): 3})
    with pytest.raises(InputError, match="1 of them were not drawn and 0 are drawn but not"):
        count(short, UnitKind.CLAIM, None)
    with pytest.raises(InputError, match="1 citation of these runs has no verdict"):
        count(replace(short, missing=1), UnitKind.CLAIM, None)


def test_strata_of_claims_come_in_the_order_of_the_scale(calibrate: Calibrate) -> None:
    calibration = calibrate(
        ("unsupported", 2, "wrong_document", "wrong_document", 2),
        ("partial", 1, "partial", "partial", 1),
        ("supported", 3, "supported", "supported", 3),
    )
    items = tuple(
        replace(item, case_id=f"q{number}", claim_id="c1")
        for number, item in enumerate(calibration.items)
    )
    counted = count(replace(calibration, items=items), UnitKind.CLAIM, None)
    assert [(stratum.name, stratum.size) for stratum in counted.strata] == [
        ("supported", 3),
        ("partial", 1),
        ("unsupported", 2),
    ]


def test_one_person_alone(calibrate: Calibrate, label: Callable[..., HumanLabel]) -> None:
    calibration = calibrate(("supported", 1, "supported", "differ", 1))
    both = count(calibration, UnitKind.CITATION, None)
    alone = count(calibration, UnitKind.CITATION, "bob")
    assert both.units[0].decision.state is State.DIFFER
    assert alone.units[0].decision.outcome is Outcome.PARTIAL
    with pytest.raises(InputError, match="labels are by ada, bob"):
        count(calibration, UnitKind.CITATION, "eve")
