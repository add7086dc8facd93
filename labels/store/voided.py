"""A sample without the verdicts that are confirmed harness bugs.

A bug is found by looking at the whole frame, drawn or not, so it is known how many of a stratum's
N_h verdicts are bugs. Without them the stratum has N_h' verdicts, and given how many of the drawn
ones were bugs, those that are left are a simple random sample of it (post-stratification; Cochran
1977, ch. 5A.9). So the bugs leave frame, strata and sample alike, and no weight is bent.
"""

import sqlite3
from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

from labels.calibration import CalibrationItem, Stratum


@dataclass(frozen=True, slots=True, kw_only=True)
class Left:
    """What is left of a sample."""

    strata: tuple[Stratum, ...]
    items: tuple[CalibrationItem, ...]
    void: int
    """Verdicts of the frame that were left out."""
    void_drawn: int


def verdicts_of(connection: sqlite3.Connection, judge_id: str) -> frozenset[str]:
    """The uids of a judge's verdicts that are confirmed harness bugs."""
    rows = connection.execute(
        "SELECT v.uid FROM confirmed_verdict f JOIN verdict v ON v.uid = f.verdict_uid "
        "WHERE v.judge_id = ?",
        [judge_id],
    )
    return frozenset(row["uid"] for row in rows)


def citations_of(connection: sqlite3.Connection, verdicts: Set[str]) -> frozenset[str]:
    """The uids of the citations that these verdicts are of."""
    if not verdicts:
        return frozenset()
    rows = connection.execute("SELECT uid, citation_uid FROM verdict")
    return frozenset(row["citation_uid"] for row in rows if row["uid"] in verdicts)


def left(
    strata: Sequence[Stratum],
    items: Sequence[CalibrationItem],
    void: Set[str],
    counted: Mapping[str, int] | None,
) -> Left:
    """The sample without the void verdicts.

    Args:
        strata: with all verdicts.
        items: the drawn ones.
        void: uids of verdicts.
        counted: void verdicts of the frame by stratum; None where the frame is not here, and then
            as large a share of each stratum is taken to be void as of what was drawn from it.
    """
    drawn = Counter(item.stratum for item in items if item.verdict_id in void)
    found = []
    for stratum in strata:
        gone = drawn[stratum.name]
        if counted is not None:
            of_frame = counted.get(stratum.name, 0)
        else:
            of_frame = round(stratum.size * gone / stratum.drawn) if stratum.drawn else 0
        if stratum.size > of_frame:
            found.append(
                Stratum(name=stratum.name, size=stratum.size - of_frame, drawn=stratum.drawn - gone)
            )
    return Left(
        strata=tuple(found),
        items=tuple(item for item in items if item.verdict_id not in void),
        void=sum(stratum.size for stratum in strata) - sum(stratum.size for stratum in found),
        void_drawn=sum(drawn.values()),
    )
