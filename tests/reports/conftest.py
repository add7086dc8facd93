"""Calibrations made of a few lines: `calibrate(("supported", 438, "supported", "partial", 2))`."""

from collections import deque
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from typing import Any

import pytest

from labels.calibration import Calibration, CalibrationItem, HumanLabel, Seal, Stratum
from labels.outcome import Choice, HarnessBug, Outcome
from reports.assemble import build
from reports.report import Report
from reports.units import UnitKind

Row = tuple[str, int, str, str, int]


def _label(said: str, annotator: str = "ada") -> HumanLabel:
    """What a person says: an outcome, `bug`, or `cannot_judge`."""
    outcome = Outcome(said) if said in set(Outcome) else None
    choices = {"bug": Choice.HARNESS_BUG, "cannot_judge": Choice.CANNOT_JUDGE}
    return HumanLabel(
        annotator=annotator,
        choice=Choice(outcome.support) if outcome else choices[said],
        outcome=outcome,
        bug=HarnessBug.CLAIM_FRAGMENT if said == "bug" else None,
        note="",
        seconds=8.0,
        labelled_at="2026-03-01T10:00:00.000+00:00",
        rubric="rubric-1",
        source="labeller",
    )


def _labels(said: str) -> tuple[HumanLabel, ...]:
    if said == "unlabelled":
        return ()
    if said == "differ":
        return (_label("supported", "ada"), _label("partial", "bob"))
    return (_label(said),)


def _item(number: int, stratum: str, judged: str, said: str) -> CalibrationItem:
    return CalibrationItem(
        verdict_id=f"v{number}",
        item_id=f"i{number}",
        stratum=stratum,
        run="base",
        config="baseline",
        case_id=f"q{number // 4}",
        claim_id=f"c{number}",
        judged=Outcome(judged),
        judge_reason=f"Reason {number}.",
        judge_evidence=f"Evidence {number}.",
        question=f"Question {number // 4}?",
        answer=f"Answer {number}.",
        claim=f"Claim {number}.",
        citation=f"doc:{number}",
        passage=f"Passage {number}.",
        importance=1,
        labels=_labels(said),
    )


@pytest.fixture(scope="session")
def label() -> Callable[..., HumanLabel]:
    """A label: `label("partial", "bob")`."""
    return _label


@pytest.fixture(scope="session")
def calibrate() -> Callable[..., Calibration]:
    """A calibration from rows (stratum, its size, judged, said by people, how many).

    `said` is an outcome, `bug`, `cannot_judge`, `differ` or `unlabelled`.
    """

    def make(*rows: Row, **changes: Any) -> Calibration:
        numbers = count()
        items = tuple(
            _item(next(numbers), stratum, judged, said)
            for stratum, _, judged, said, n in rows
            for _ in range(n)
        )
        sizes = {stratum: size for stratum, size, *_ in rows}
        strata = tuple(
            Stratum(name=name, size=size, drawn=sum(item.stratum == name for item in items))
            for name, size in sizes.items()
        )
        whole = Calibration(
            sample="first",
            judge="lexical",
            runs=("base",),
            seed=7,
            origin="drawn",
            drawn_at="2026-03-01T09:00:00.000+00:00",
            frame_size=sum(sizes.values()),
            missing=0,
            strata=strata,
            items=items,
            seal=Seal(sha256="ab" * 32, intact=True),
            rubric="rubric-1",
            closed=False,
            chain_intact=True,
            tool_versions=("0.1.0",),
        )
        return replace(whole, **changes)

    return make


TAKE_ALL: tuple[Row, ...] = (
    ("unsupported", 12, "wrong_document", "wrong_document", 9),
    ("unsupported", 12, "unsupported_claim", "supported", 3),
    ("supported", 438, "supported", "supported", 58),
    ("supported", 438, "supported", "wrong_document", 2),
)


@pytest.fixture
def take_all(calibrate: Callable[..., Calibration]) -> Calibration:
    """The design the tool is made for: 12 flagged verdicts all labelled, 60 of 438 others."""
    return calibrate(*TAKE_ALL)


KEPT = 12
"""Reports that `report_of` remembers: what follows each other asks for a few again and again."""


@pytest.fixture(scope="session")
def report_of() -> Callable[..., Report]:
    """`build` with the usual options. A report takes a second: one just made is given again."""
    made: deque[tuple[Calibration, dict[str, Any], Report]] = deque(maxlen=KEPT)

    def make(calibration: Calibration, **options: Any) -> Report:
        usual = {"unit": UnitKind.CITATION, "annotator": None, "level": 0.95, "seed": 1}
        asked = usual | options
        for known, how, report in made:
            if (known, how) == (calibration, asked):
                return report
        made.append((calibration, asked, build(calibration, **asked)))
        return made[-1][2]

    return make
