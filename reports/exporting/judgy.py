"""Three lists for judgy (ai-evals-course, 0.1): a rate corrected by the judge's errors.

judgy takes labelled and unlabelled verdicts as they come: it knows no strata. Where one kind of
verdict was drawn more often than another, its answer would be biased by the design, so such a
sample is refused. 1 is "supported", 0 everything else.
"""

import shlex
from collections import Counter

from corpus.errors import InputError
from labels.calibration import Calibration, CalibrationItem, Stratum
from labels.outcome import Outcome
from reports.decision import State, decision_of

Arrays = dict[str, list[int]]


def arrays(calibration: Calibration) -> Arrays:
    """`test_labels`, `test_preds` of the decided items, `unlabeled_preds` of all other verdicts.

    Raises:
        InputError: the verdicts were not drawn with equal chances, not all of those drawn have a
            decision, nothing has an outcome, or none is left without a label.
    """
    _refuse_unequal(calibration)
    decided = [(item, decision_of(item, None)) for item in calibration.items]
    open_ = [item for item, decision in decided if decision.state.undecided or not item.labels]
    if open_:
        raise InputError(
            f"{len(open_):,} of the {len(decided):,} drawn verdicts have no decision, and judgy "
            "would take those that have one for a random draw; label and adjudicate them first: "
            f"crosssource label --sample {shlex.quote(calibration.sample)}"
        )
    counted = [
        (item, decision.outcome)
        for item, decision in decided
        if decision.state is State.DECIDED and decision.outcome is not None
    ]
    if not counted:
        raise InputError("No drawn verdict has an outcome, so there is nothing to export.")
    left = _left(calibration)
    if not left:
        raise InputError(
            "Every verdict was drawn and decided, so there is nothing to estimate: the rate is in: "
            f"crosssource report --sample {shlex.quote(calibration.sample)}"
        )
    return {
        "test_labels": [int(outcome is Outcome.SUPPORTED) for _, outcome in counted],
        "test_preds": [_passed(item) for item, _ in counted],
        "unlabeled_preds": left,
    }


def _refuse_unequal(calibration: Calibration) -> None:
    chances = {stratum.inclusion_probability for stratum in calibration.strata}
    if len(chances) > 1:
        # The strata are not named: of a small one, its name is the verdict of an item.
        raise InputError(
            f"The sample {calibration.sample!r} was drawn with unequal chances, and judgy "
            "takes every verdict for as likely as the other; take the corrected rate of: "
            f"crosssource report --sample {shlex.quote(calibration.sample)}"
        )


def _left(calibration: Calibration) -> list[int]:
    """The verdicts that were not drawn, stratum by stratum."""
    drawn = Counter(item.stratum for item in calibration.items)
    passed = {item.stratum: _passed(item) for item in calibration.items}

    def undrawn(stratum: Stratum) -> list[int]:
        return [passed[stratum.name]] * (stratum.size - drawn[stratum.name])

    return [one for stratum in calibration.strata if stratum.drawn for one in undrawn(stratum)]


def _passed(item: CalibrationItem) -> int:
    return int(item.judged is Outcome.SUPPORTED)
