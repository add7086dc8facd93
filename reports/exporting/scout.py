"""A validation set for Inspect Scout: a transcript's id, and what a scanner should say of it.

The target is whether all that the answer cites holds up. It is known where people found a citation
that does not, or where every citation of the answer has a decision; other answers are left out. An
id is the case's, which is the sample's UUID where a run came from an Inspect log. Read after
`inspect_scout/_validation/validation.py` (2025): head `id,target`, and an id with a comma in it is
taken for several.
"""

import shlex
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from corpus.errors import InputError
from labels.calibration import Calibration
from labels.outcome import Outcome
from reports.decision import Decision, State, decision_of

COLUMNS = ("id", "target")


def run_of(calibration: Calibration) -> str:
    """The one run whose answers are the transcripts.

    Raises:
        InputError: the sample is of several, in which one id means several answers.
    """
    if len(calibration.runs) > 1:
        raise InputError(
            f"The sample {calibration.sample!r} is of {len(calibration.runs)} runs "
            f"({', '.join(calibration.runs)}), and Scout's ids are of one; draw a sample of one "
            f"with: crosssource sample draw --run {shlex.quote(calibration.runs[0])}"
        )
    return calibration.runs[0]


def validation_rows(calibration: Calibration, cited: Mapping[str, int]) -> Iterator[dict[str, Any]]:
    """One row an answer of which it is known.

    Args:
        cited: how many citations each case has in the run.

    Raises:
        InputError: an id holds a comma.
    """
    found: dict[str, list[Decision]] = defaultdict(list)
    for item in calibration.items:
        found[item.case_id].append(decision_of(item, None))
    for case_id, decisions in found.items():
        if (target := _target(decisions, cited.get(case_id, 0))) is None:
            continue
        if "," in case_id:
            raise InputError(
                f"The id {case_id!r} holds a comma, and Scout would take it for several; "
                "give the cases other ids before the import."
            )
        yield {"id": case_id, "target": str(target).lower()}


def _target(decisions: list[Decision], cited: int) -> bool | None:
    outcomes = [one.outcome for one in decisions if one.state is State.DECIDED]
    if any(outcome is not Outcome.SUPPORTED for outcome in outcomes):
        return False
    return True if outcomes and len(outcomes) == cited else None
