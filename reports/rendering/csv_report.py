"""The report as a folder of CSV files, for a spreadsheet: strata, figures, matrices, items,
and people where two labelled the same.

A cell of text that a spreadsheet would run as a formula (it begins with = + - @, in full width
too, with or without white space or something invisible before it, or with a tab or a carriage
return) gets an apostrophe before it. All text is in quotation marks, for a carriage return outside
them would begin a row. Numbers stay numbers. Each file begins with a byte-order mark, without which
Excel takes UTF-8 for the system's own code page.
"""

import csv
import re

import pandas as pd

from reports.adjudications import reason_text
from reports.estimation.figure import Figure, Pair
from reports.findings import Finding
from reports.rendering.people_json import people_figures
from reports.report import Report

_CONTROL = ("\t", "\r")
_FORMULA = re.compile(r"[\s\x00-\x1f\x7f\u200b-\u200f\u2060\ufeff]*[=+\-@＝＋－＠]")
"""At the beginning of a cell: with any white space or anything invisible before it."""


def csv_files(report: Report) -> dict[str, str]:
    """The text of each file by its name."""
    frames = {
        "strata.csv": _strata(report),
        "figures.csv": _figures(report),
        "slices.csv": _slices(report),
        "confusion.csv": _confusion(report),
        "items.csv": _items(report),
    }
    people = people_figures(report)
    if people:
        frames["people.csv"] = _people(people)
    return {name: _text(frame) for name, frame in frames.items()}


def safe(value: object) -> object:
    """The cell as a spreadsheet may open it: text that looks like a formula is made text."""
    if isinstance(value, str) and (value.startswith(_CONTROL) or _FORMULA.match(value)):
        return f"'{value}"
    return value


def _text(frame: pd.DataFrame) -> str:
    text = frame.map(safe).to_csv(index=False, lineterminator="\n", quoting=csv.QUOTE_NONNUMERIC)
    return f"\ufeff{text}"


def _strata(report: Report) -> pd.DataFrame:
    columns = (
        "stratum",
        "N",
        "drawn",
        "labelled",
        "decided",
        "undecided",
        "harness_bugs",
        "weight",
    )
    rows = [
        (r.name, r.size, r.drawn, r.labelled, r.with_outcome, r.undecided, r.harness_bugs, r.weight)
        for r in report.sample.strata
    ]
    return pd.DataFrame(rows, columns=list(columns))


def _figures(report: Report) -> pd.DataFrame:
    rows = []
    for name, pair in report.figures:
        for kind, figure in (("weighted", pair.weighted), ("raw", pair.raw)):
            rows.append({"figure": name, "kind": kind, **figure_row(figure)})
    return pd.DataFrame(rows)


def _slices(report: Report) -> pd.DataFrame:
    rows = [
        {
            "field": field.name,
            "value": one.value,
            "size": one.size,
            "n": one.n,
            "judged": one.judged,
            **_limits("agreement", one.agreement),
            **_limits("precision_of_supported", one.precision),
            **_limits("caught", one.caught),
            **_limits("corrected", one.corrected),
            "p": one.p,
            "p_adjusted": one.adjusted,
            "why": one.agreement.weighted.why,
        }
        for field in report.slices
        for one in field.slices
    ]
    limits = [f"{name}{end}" for name in _OF_A_SLICE for end in ("", "_low", "_high")]
    columns = ["field", "value", "size", "n", "judged", *limits, "p", "p_adjusted", "why"]
    return pd.DataFrame(rows, columns=columns)


_OF_A_SLICE = ("agreement", "precision_of_supported", "caught", "corrected")


def _limits(name: str, pair: Pair) -> dict[str, float | None]:
    figure = pair.weighted
    return {name: figure.value, f"{name}_low": figure.low, f"{name}_high": figure.high}


def _people(figures: list[tuple[str, str, Figure]]) -> pd.DataFrame:
    rows = []
    for who, name, figure in figures:
        name, _, kind = name.rpartition(", ")
        rows.append({"people": who, "figure": name, "kind": kind, **figure_row(figure)})
    return pd.DataFrame(rows)


def figure_row(figure: Figure) -> dict[str, object]:
    """A figure as the cells of a row, for every table of figures."""
    return {
        "value": figure.value,
        "low": figure.low,
        "high": figure.high,
        "n": figure.n,
        "level": figure.level,
        "method": str(figure.method),
        "target": str(figure.target),
        "why": figure.why,
    }


def _confusion(report: Report) -> pd.DataFrame:
    rows = []
    for scale, matrix in (("support", report.support), ("outcome", report.outcome)):
        for k, human in enumerate(matrix.labels):
            for j, judge in enumerate(matrix.labels):
                rows.append(
                    {
                        "scale": scale,
                        "human": str(human),
                        "judge": str(judge),
                        "count": matrix.counts[k][j],
                        "weighted": None if matrix.weighted is None else matrix.weighted[k][j],
                    }
                )
    return pd.DataFrame(rows)


def _items(report: Report) -> pd.DataFrame:
    weights = {row.name: row.weight for row in report.sample.strata}
    return pd.DataFrame([_item(one, weights) for one in report.findings.all], columns=_COLUMNS)


_COLUMNS = [
    "verdict_id",
    "item_id",
    "stratum",
    "weight",
    "run",
    "config",
    "case_id",
    "claim_id",
    "importance",
    "judged",
    "decision",
    "human",
    "bug",
    "annotators",
    "notes",
    "evidence",
    "found",
    "adjudicator",
    "reason",
    "question",
    "answer",
    "claim",
    "citation",
    "passage",
    "judge_reason",
    "judge_evidence",
]


def _item(one: Finding, weights: dict[str, float | None]) -> dict[str, object]:
    item = one.item
    values: dict[str, object] = {
        name: getattr(item, name) for name in _COLUMNS if hasattr(item, name)
    }
    decided = item.adjudication if one.decision.adjudicated else None
    return values | {
        "weight": weights.get(item.stratum),
        "judged": str(item.judged),
        "decision": str(one.decision.state),
        "human": str(one.decision.outcome or ""),
        "bug": str(one.decision.bug or ""),
        "annotators": ", ".join(label.annotator for label in one.labels),
        "notes": "\n".join(one.notes),
        "evidence": "\n".join(one.evidence),
        "found": "\n".join(one.found),
        "adjudicator": decided.adjudicator if decided else "",
        "reason": reason_text(decided) if decided else "",
    }
