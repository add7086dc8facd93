"""`report.json`: the report for programs. Its shape is an interface.

An undefined figure is null with a `why`. Every interval names its method, level and target. NaN
and infinity are refused by the writer, not written. Texts are verbatim; characters that a terminal
would obey or hide are written as \\u escapes.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict

from corpus.visible import NOT_VISIBLE
from reports.answer import FEWEST, TRUSTED, answer
from reports.classes import ClassFigures
from reports.confusion import Confusion
from reports.estimation.figure import Figure, Pair
from reports.findings import FalseSupport, Finding
from reports.notices import notices
from reports.report import Report

FORMAT = "crosssource-report/1"

Json = Mapping[str, object]

_ESCAPES = {code: json.dumps(chr(code))[1:-1] for code in NOT_VISIBLE}


def json_text(report: Report) -> str:
    """The report as JSON text, ending in a newline."""
    text = json.dumps(document(report), ensure_ascii=False, allow_nan=False, indent=2)
    return text.translate(_ESCAPES) + "\n"


def document(report: Report) -> Json:
    """The report as plain values."""
    return {
        "format": FORMAT,
        "unit": report.unit,
        "warnings": list(notices(report)),
        "answer": _answer(report),
        "sample": _sample(report),
        "counts": _counts(report),
        "agreement": {
            **_pair(report.agreement.support, "rate"),
            "at_least": _figure(report.agreement.at_least, "rate"),
            "binary": _pair(report.agreement.binary, "rate"),
            "outcome": _pair(report.agreement.outcome, "rate"),
        },
        "kappa": {
            **_pair(report.kappa.nominal),
            "linear": _pair(report.kappa.linear),
            "quadratic": _pair(report.kappa.quadratic),
            "binary": _pair(report.kappa.binary),
            "outcome": _pair(report.kappa.outcome),
        },
        "ac1": _pair(report.ac.nominal),
        "ac2": {"linear": _pair(report.ac.linear), "quadratic": _pair(report.ac.quadratic)},
        "alpha": {
            **_pair(report.alpha.ordinal),
            "distance": "ordinal",
            "nominal": _pair(report.alpha.nominal),
        },
        "mcc": _pair(report.mcc),
        "confusion": {
            "support": _confusion(report.support),
            "outcome": _confusion(report.outcome),
        },
        "judge": _judge(report),
        "corrected": _corrected(report),
        "false_supported": {
            FalseSupport.UNSUPPORTED: [
                finding(one) for one in report.findings.unsupported_as_supported
            ],
            FalseSupport.PARTIAL: [finding(one) for one in report.findings.partial_as_supported],
        },
        "harness_bugs": {
            "share": _pair(report.bug_share, "rate"),
            "kinds": {one.kind: one.items for one in report.findings.bug_kinds},
            "items": [finding(one) for one in report.findings.bugs],
        },
        "annotators": _people(report),
        "blindness": asdict(report.blindness),
        "provenance": {**asdict(report.provenance), "rubrics": list(report.people.rubrics)},
    }


def finding(one: Finding) -> Json:
    """One citation with all its texts, its verdict and its labels."""
    return {
        **{key: value for key, value in asdict(one.item).items() if key != "labels"},
        "decision": one.decision.state,
        "human": one.decision.outcome,
        "bug": one.decision.bug,
        "labels": [asdict(label) for label in one.labels],
    }


def _answer(report: Report) -> Json:
    said = answer(report)
    return {
        "headline": said.headline,
        "trusted_from": TRUSTED,
        "fewest_labels": FEWEST,
        "uses": [
            {"name": use.name, "trust": use.trust, "sentence": use.sentence} for use in said.uses
        ],
        "next": list(said.next),
    }


def _sample(report: Report) -> Json:
    sample = report.sample
    return {
        "name": sample.name,
        "origin": sample.origin,
        "seed": sample.seed,
        "drawn_at": sample.drawn_at,
        "closed": sample.closed,
        "frame_size": sample.frame_size,
        "census": sample.census,
        "self_weighting": sample.self_weighting,
        "sealed_sha256": report.blindness.sealed_sha256,
        "strata": [
            {
                "name": row.name,
                "N": row.size,
                "n": row.decided,
                "drawn": row.drawn,
                "labelled": row.labelled,
                "undecided": row.undecided,
                "harness_bugs": row.harness_bugs,
                "weight": row.weight,
            }
            for row in sample.strata
        ],
    }


def _counts(report: Report) -> Json:
    sample = report.sample
    return {
        "verdicts": sample.size,
        "drawn": sample.drawn,
        "labelled": sample.labelled,
        "decided": sample.with_outcome,
        "unlabelled": sample.drawn - sample.labelled,
        "undecided": asdict(report.undecided),
        "harness_bugs": sum(row.harness_bugs for row in sample.strata),
        "missing": sample.missing,
    }


def _judge(report: Report) -> Json:
    judge = report.judge
    return {
        "positive": "supported",
        "tpr": _pair(judge.tpr),
        "tnr": _pair(judge.tnr),
        "flag_precision": _pair(judge.flag_precision),
        "precision": {one.name: _pair(one.precision) for one in judge.supports},
        "recall": {one.name: _pair(one.recall) for one in judge.supports},
        "specificity": {one.name: _pair(one.specificity) for one in judge.supports},
        "f1": {one.name: _pair(one.f1) for one in judge.supports},
        "categories": {one.name: _class(one) for one in judge.categories},
    }


def _class(one: ClassFigures) -> Json:
    return {
        "precision": _pair(one.precision),
        "recall": _pair(one.recall),
        "specificity": _pair(one.specificity),
        "f1": _pair(one.f1),
    }


def _corrected(report: Report) -> Json:
    rates = report.corrected
    return {
        "judged_rate": rates.supported.judged,
        **_figure(rates.supported.human.weighted, "rate"),
        "raw": _figure(rates.supported.human.raw, "rate"),
        "levels": {
            share.name: {"judged_rate": share.judged, **_pair(share.human, "rate")}
            for share in rates.shares
        },
        "partial_as_half": {
            "judged_rate": rates.judged_half,
            **_pair(rates.human_half, "rate"),
        },
        "other_methods": {one.name: _figure(one.rate, "rate") for one in rates.others},
    }


def _people(report: Report) -> Json:
    people = report.people
    return {
        "labels": people.labels,
        "people": [asdict(one) for one in people.annotators],
        "sources": {one.source: one.labels for one in people.sources},
        "pairs": [
            asdict(one)
            | {
                "agreement": _figure(one.agreement, "rate"),
                "outcome_agreement": _figure(one.outcome_agreement, "rate"),
                "kappa": _figure(one.kappa),
            }
            for one in people.pairs
        ],
        "other_rubric": people.other_rubric,
    }


def _confusion(matrix: Confusion) -> Json:
    return {"rows": "human", "columns": "judge", **asdict(matrix)}


def _pair(pair: Pair, name: str = "value") -> Json:
    return {"weighted": _figure(pair.weighted, name), "raw": _figure(pair.raw, name)}


def _figure(figure: Figure, name: str = "value") -> dict[str, object]:
    values: dict[str, object] = {name: figure.value, **asdict(figure)}
    if name != "value":
        del values["value"]
    if not figure.why:
        del values["why"]
    if figure.undecided is None:
        del values["undecided"]
    return values
