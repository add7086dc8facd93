"""Reports whose every text from outside tries to be something else than text."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from labels.calibration import Calibration, FrameCell, FrameField, HumanLabel
from labels.label import Evidence
from reports.rendering.html.item_texts import LONGEST
from reports.report import Report

Calibrate = Callable[..., Calibration]
ReportOf = Callable[..., Report]

ATTACKS = (
    "<script>window.pwned=1</script>",
    "</title></style></script><script>window.pwned=2</script>",
    '"><img src=x onerror="window.pwned=3">',
    "' onmouseover='window.pwned=4' x='",
    "<svg/onload=window.pwned=5><a href=javascript:window.pwned=6>go</a>",
    "--><iframe src=https://example.org></iframe><!--",
    "{{ 7 * 7 }} {% raw %} $\\frac{1}{2}$ &lt;b&gt;",
    "\u202edesrever\u202c \u2066x \x1b[31mred\x00\uffff \udc80",
    "=cmd|'/c calc'!A1",
)
"""Each breaks out of another place."""

HOSTILE = "\n".join(ATTACKS)

LONG = "word " * LONGEST


@pytest.fixture(scope="session")
def hostile(calibrate: Calibrate, label: Callable[..., HumanLabel], report_of: ReportOf) -> Report:
    """Hostile in every field, with slices, configurations, two people, bugs and a long text."""
    made = calibrate(
        (f"unsupported · {HOSTILE}", 12, "wrong_document", "wrong_document", 9),
        (f"unsupported · {HOSTILE}", 12, "unsupported_claim", "supported", 3),
        ("supported", 438, "supported", "supported", 58),
        ("supported", 438, "supported", "wrong_document", 2),
        ("supported", 438, "supported", "partial", 2),
        ("supported", 438, "supported", "bug", 2),
        ("supported", 438, "supported", "cannot_judge", 1),
        ("supported", 438, "supported", "differ", 3),
        ("supported", 438, "supported", "unlabelled", 2),
    )
    return report_of(_sliced(replace(made, items=tuple(map(_attack, made.items)), **_NAMES)))


_NAMES: dict[str, Any] = {
    "sample": HOSTILE, "judge": HOSTILE, "runs": (ATTACKS[0], ATTACKS[2]), "rubric": ATTACKS[1],
}  # fmt: skip


def _attack(item: Any) -> Any:
    labels = tuple(
        replace(
            one,
            note=HOSTILE,
            annotator=f"{one.annotator} {ATTACKS[2]}",
            source=ATTACKS[3],
            evidence=Evidence(text=HOSTILE, start=8, end=8 + len(HOSTILE)),
            found=HOSTILE,
        )
        for one in item.labels
    )
    texts = ("judge_reason", "judge_evidence", "question", "answer", "claim", "citation", "run",
             "case_id", "claim_id")  # fmt: skip
    number = int(item.verdict_id[1:])
    return replace(
        item,
        **dict.fromkeys(texts, HOSTILE),
        config=ATTACKS[number % 2],
        passage=LONG if number == 0 else f"Before. {HOSTILE} After.",
        labels=labels,
        verdict_id=f"{ATTACKS[2]}{number}",
        item_id=f"{HOSTILE}{number}",
        values={"config": ATTACKS[number % 2], HOSTILE: ATTACKS[number % 9]},
    )


def _sliced(made: Calibration) -> Calibration:
    fields = []
    for name in ("config", HOSTILE):
        cells = Counter(FrameCell(one.stratum, one.values[name], one.judged) for one in made.items)
        for stratum in made.strata:
            one = next(item for item in made.items if item.stratum == stratum.name)
            cells[FrameCell(stratum.name, ATTACKS[0], one.judged)] += stratum.size - stratum.drawn
        fields.append(FrameField(name=name, cells=cells))
    return replace(made, fields=tuple(fields))
