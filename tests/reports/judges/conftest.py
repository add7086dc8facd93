"""Panels made of a few lines.

`panel_of(("supported", ("supported", "partial"), 40, {"partial": 3}))`: of the 40 citations in the
stratum "supported", which the first judge calls supported and the second partial, people labelled 3
partial.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import count

import pytest

from labels.calibration import Calibration, HumanLabel, Stratum
from labels.outcome import Outcome, Support
from labels.panel import Flip, Panel, PanelItem, PanelJudge, Pattern
from reports.judges.comparison import JudgeComparison, compare_judges

Row = tuple[str, Sequence[str | None], int, Mapping[str, int]]
PanelOf = Callable[..., Panel]
Compare = Callable[..., JudgeComparison]

WORDS = {"supported": "supported", "partial": "partial", "unsupported": "uncategorised"}


@pytest.fixture(scope="session")
def panel_of(calibrate: Callable[..., Calibration], label: Callable[..., HumanLabel]) -> PanelOf:
    """A panel from rows (stratum, said by judge, size, labels by what people say).

    The first judge is the drawing one. What people say is a level of support, `bug`,
    `cannot_judge`, or `unlabelled`.
    """

    def make(*rows: Row, names: Sequence[str] = ("gpt", "lexical", "third")) -> Panel:
        numbers = count()
        items, calibrated = [], []
        for stratum, said, _, people in rows:
            for human, times in people.items():
                for _ in range(times):
                    n = next(numbers)
                    labels = () if human == "unlabelled" else (label(WORDS.get(human, human)),)
                    items.append(
                        PanelItem(
                            citation_id=f"c{n}",
                            item_id=f"i{n}",
                            stratum=stratum,
                            said=tuple(Outcome(WORDS[one]) if one else None for one in said),
                            labels=labels,
                        )
                    )
                    calibrated.append((stratum, n, labels))
        sizes: dict[str, int] = {}
        for stratum, _, size, _ in rows:
            sizes[stratum] = sizes.get(stratum, 0) + size
        whole = calibrate(
            *((s, sizes[s], WORDS[s.split(" · ")[0]], "supported", 1) for s, _, _ in calibrated)
        )
        drawn = {name: sum(item.stratum == name for item in items) for name in sizes}
        whole = replace(
            whole,
            judge=names[0],
            frame_size=sum(sizes.values()),
            strata=tuple(Stratum(name=s, size=n, drawn=drawn[s]) for s, n in sizes.items()),
            items=tuple(
                replace(item, labels=labels)
                for item, (_, _, labels) in zip(whole.items, calibrated, strict=True)
            ),
        )
        return Panel(
            calibration=whole,
            judges=tuple(
                PanelJudge(id=f"{n}" * 64, name=name, label=name, provenance={}, drawing=n == 0)
                for n, name in enumerate(names[: len(rows[0][1])])
            ),
            patterns=tuple(
                Pattern(
                    stratum=stratum,
                    said=tuple(Support(one) if one else None for one in said),
                    size=size,
                )
                for stratum, said, size, _ in rows
            ),
            items=tuple(items),
        )

    return make


@pytest.fixture(scope="session")
def compare() -> Compare:
    """`compare_judges` with the usual options, and no citation listed."""

    def made(panel: Panel, flips: Mapping[tuple[int, int], Sequence[Flip]] | None = None,
             **options: object) -> JudgeComparison:  # fmt: skip
        usual: dict[str, object] = {"annotator": None, "level": 0.95, "seed": 1}
        return compare_judges(panel, flips or {}, **(usual | options))  # type: ignore[arg-type]

    return made
