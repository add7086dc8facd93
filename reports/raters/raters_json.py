"""The figures of raters for programs; an undefined figure is null with a `why`."""

import json
from collections.abc import Mapping
from dataclasses import asdict

import numpy as np

from corpus.visible import NOT_VISIBLE
from reports.estimation.arrays import IntArray
from reports.estimation.figure import Figure
from reports.raters.estimate import Estimate
from reports.raters.figures import JudgeAgainstTruth, RatersReport, Together
from reports.raters.two import TwoRaters

MOST_DENSE = 100
"""Categories up to which a table of counts is written with its zeros: 10,000 cells."""

FORMAT = "crosssource-raters/1"

Json = dict[str, object]

_ESCAPES = {code: json.dumps(chr(code))[1:-1] for code in NOT_VISIBLE}


def json_text(report: RatersReport) -> str:
    """The report as JSON text, ending in a newline; NaN is refused by the writer."""
    text = json.dumps(document(report), ensure_ascii=False, allow_nan=False, indent=2)
    return text.translate(_ESCAPES) + "\n"


def document(report: RatersReport) -> Mapping[str, object]:
    """The report as plain values."""
    tally = report.tally
    return {
        "format": FORMAT,
        "source": report.source,
        "raters": list(report.raters),
        "items": report.rows,
        "items_with_two_ratings": tally.units if tally else None,
        "ratings": tally.ratings if tally else None,
        "most_ratings_of_an_item": report.width,
        "categories": list(report.categories),
        "given": tally.totals.tolist() if tally else None,
        "level": report.level,
        "level_of_confidence": report.basis.level,
        "seed": report.basis.seed,
        "together": _together(report.together) if report.together else None,
        "pairs": [
            {"first": pair.first, "second": pair.second, **_two(pair.figures)}
            for pair in report.pairs
        ],
        "judges": [_judge(one) for one in report.judges],
    }


def _together(figures: Together) -> Json:
    return {
        "agreement": _figure(figures.agreement),
        "alpha": _figure(figures.alpha),
        "ac1": estimate(figures.ac1),
        "ac2_linear": estimate(figures.ac2_linear),
        "ac2_quadratic": estimate(figures.ac2_quadratic),
        "fleiss_kappa": _figure(figures.fleiss),
        "brennan_prediger": _figure(figures.brennan_prediger),
    }


def _two(figures: TwoRaters) -> Json:
    return {
        "n": figures.n,
        "agreement": _figure(figures.agreement),
        "kappa": estimate(figures.kappa),
        "kappa_linear": estimate(figures.linear),
        "kappa_quadratic": estimate(figures.quadratic),
        "ac1": estimate(figures.ac1),
        **_counts(figures.table),
    }


def _counts(table: IntArray) -> Json:
    """Items by what both said: the whole table, or of a large one the cells that hold an item."""
    if len(table) <= MOST_DENSE:
        return {"table": table.tolist()}
    rows, columns = np.nonzero(table)
    return {
        "table": None,
        "cells": [
            {"first": int(row), "second": int(column), "items": int(table[row, column])}
            for row, column in zip(rows, columns, strict=True)
        ],
        "empty_cells_left_out": int(table.size - len(rows)),
    }


def _judge(one: JudgeAgainstTruth) -> Json:
    both = _two(one.figures.both)
    return {
        "judge": one.judge,
        "truth": one.truth,
        "without_truth": one.undecided,
        "judge_says_nothing": one.unsaid,
        "not_in_judges_file": one.unmatched,
        "only_in_judges_file": one.unknown,
        "accuracy": both.pop("agreement"),
        "macro_f1": one.figures.macro_f1,
        "mcc": one.figures.mcc,
        **both,
        "classes": [asdict(row) for row in one.figures.classes],
    }


def estimate(one: Estimate | None) -> Json | None:
    """An estimate as plain values; None on a scale without an order."""
    if one is None:
        return None
    normal = [one.normal.low, one.normal.high] if one.normal else None
    return _figure(one.figure) | {
        "se": one.se,
        "normal_interval": normal,
        "unreliable": list(one.cautions),
    }


def _figure(figure: Figure) -> Json:
    values = asdict(figure)
    del values["undecided"]
    if not figure.why:
        del values["why"]
    return values
