"""A sample read for another judge than the one it was drawn by.

Within a stratum of the draw the drawn verdicts are a random sample, whatever another judge says of
them. So the strata are cut once more, by the other judge's verdicts: the size of each part is
counted over the whole frame, and given how many fell into a part, those are a simple random sample
of it (post-stratification; Cochran 1977, ch. 5A.9). Citations that the other judge has no verdict
on are in no part.
"""

import sqlite3
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from labels.calibration import CalibrationItem, Stratum
from labels.outcome import Support
from labels.panel import part_name
from labels.store.patterns import patterns


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """A sample as it is for another judge."""

    strata: tuple[Stratum, ...]
    """By that judge's verdict in the order of the scale, then as the sample has them."""
    items: tuple[CalibrationItem, ...]
    unjudged: int
    """Citations of the frame that the judge has no verdict on."""


def cut(
    connection: sqlite3.Connection,
    sample: str,
    judge_id: str,
    strata: Sequence[Stratum],
    items: Sequence[CalibrationItem],
) -> Cut:
    """Cut a sample's strata by a judge's verdicts.

    Args:
        strata: as they were drawn.
        items: the drawn citations with that judge's verdicts, in the strata they were drawn from.

    Raises:
        InputError: what the sample was drawn from is not here (`labels.store.patterns`).
    """
    sizes: dict[tuple[Support, str], int] = {}
    unjudged = 0
    for pattern in patterns(connection, sample, [judge_id]):
        if pattern.said[0] is None:
            unjudged += pattern.size
        else:
            sizes[pattern.said[0], pattern.stratum] = pattern.size
    moved = tuple(
        replace(item, stratum=part_name(item.judged.support, item.stratum)) for item in items
    )
    drawn = Counter(item.stratum for item in moved)
    found = []
    for support in Support:
        for stratum in strata:
            if size := sizes.get((support, stratum.name), 0):
                name = part_name(support, stratum.name)
                found.append(Stratum(name=name, size=size, drawn=drawn[name]))
    return Cut(strata=tuple(found), items=moved, unjudged=unjudged)
