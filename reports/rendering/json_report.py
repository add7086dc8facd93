"""`report.json`: the report for programs. Its shape is an interface.

An undefined figure is null with a `why`. Every interval names its method, level and target. NaN
and infinity are refused by the writer, not written. Texts are verbatim; characters that a terminal
would obey or hide are written as \\u escapes.
"""

import json
from dataclasses import asdict

from corpus.visible import NOT_VISIBLE
from reports.adjudications import adjudicated, void
from reports.answer import FEWEST, TRUSTED, answer
from reports.classes import ClassFigures
from reports.confusion import Confusion
from reports.findings import FalseSupport, Finding
from reports.notices import notices
from reports.rendering.before_after import before_json
from reports.rendering.figure_json import Json, figure_json, pair_json
from reports.rendering.people_json import people_json
from reports.rendering.slice_json import configurations_json, slices_json
from reports.report import Report
from reports.staleness import Staleness

FORMAT = "crosssource-report/1"

_ESCAPES = {code: json.dumps(chr(code))[1:-1] for code in NOT_VISIBLE}


def json_text(report: Report) -> str:
    """The report as JSON text, ending in a newline."""
    return json_of(document(report))


def json_of(values: Json) -> str:
    """Values as JSON text, ending in a newline; NaN and infinity are refused."""
    text = json.dumps(values, ensure_ascii=False, allow_nan=False, indent=2)
    return text.translate(_ESCAPES) + "\n"


def document(report: Report) -> Json:
    """The report as plain values."""
    return {
        "format": FORMAT,
        "unit": report.unit,
        "warnings": list(notices(report)),
        "answer": _answer(report),
        "sample": _sample(report),
        "questions": asdict(report.authors),
        "counts": _counts(report),
        "agreement": {
            **pair_json(report.agreement.support, "rate"),
            "at_least": figure_json(report.agreement.at_least, "rate"),
            "binary": pair_json(report.agreement.binary, "rate"),
            "outcome": pair_json(report.agreement.outcome, "rate"),
        },
        "kappa": {
            **pair_json(report.kappa.nominal),
            "linear": pair_json(report.kappa.linear),
            "quadratic": pair_json(report.kappa.quadratic),
            "binary": pair_json(report.kappa.binary),
            "outcome": pair_json(report.kappa.outcome),
        },
        "ac1": pair_json(report.ac.nominal),
        "ac2": {"linear": pair_json(report.ac.linear), "quadratic": pair_json(report.ac.quadratic)},
        "alpha": {
            **pair_json(report.alpha.ordinal),
            "distance": "ordinal",
            "nominal": pair_json(report.alpha.nominal),
        },
        "mcc": pair_json(report.mcc),
        "confusion": {
            "support": _confusion(report.support),
            "outcome": _confusion(report.outcome),
        },
        "judge": _judge(report),
        "corrected": _corrected(report),
        "configurations": configurations_json(report.configurations),
        "slices": slices_json(report.slices),
        "false_supported": {
            FalseSupport.UNSUPPORTED: [
                finding(one) for one in report.findings.unsupported_as_supported
            ],
            FalseSupport.PARTIAL: [finding(one) for one in report.findings.partial_as_supported],
        },
        "harness_bugs": {
            "share": pair_json(report.bug_share, "rate"),
            "kinds": {one.kind: one.items for one in report.findings.bug_kinds},
            "items": [finding(one) for one in report.findings.bugs],
        },
        "annotators": people_json(report),
        "adjudication": _adjudication(report),
        "blindness": asdict(report.blindness),
        "provenance": {**asdict(report.provenance), "rubrics": list(report.people.rubrics)},
        "stale": stale(report.stale),
        "before": before_json(report),
    }


def finding(one: Finding) -> Json:
    """One citation with all its texts, its verdict and its labels."""
    return {
        **{key: value for key, value in asdict(one.item).items() if key != "labels"},
        "decision": one.decision.state,
        "human": one.decision.outcome,
        "bug": one.decision.bug,
        "adjudicated": one.decision.adjudicated,
        "labels": [asdict(label) for label in one.labels],
    }


def stale(found: Staleness | None) -> Json | None:
    """What changed under a calibration; null where nothing is known to have."""
    if found is None:
        return None
    return {**asdict(found), "kinds": list(found.kinds)}


def _answer(report: Report) -> Json:
    said = answer(report)
    return {
        "headline": said.headline,
        "trusted_from": TRUSTED,
        "fewest_labels": FEWEST,
        "uses": [
            {
                "name": use.name,
                "trust": use.trust,
                "sentence": use.sentence,
                "distinct_items": use.items,
            }
            for use in said.uses
        ],
        "next": list(said.next),
    }


def _adjudication(report: Report) -> Json:
    """The stored decisions; each item once, by its first verdict."""
    done, every = report.people.decisions, report.findings.all
    return {
        "items": done.items,
        "differ": done.differ,
        "cannot_judge": done.cannot_judge,
        "unjudged": done.unjudged,
        "added_to": done.added_to,
        "void": done.void,
        "left_out": done.left_out,
        "by": [asdict(one) for one in done.by],
        "decisions": [finding(one) for one in (*adjudicated(every), *void(every))],
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
        "drawn_by": sample.drawn_by or None,
        "unjudged": sample.unjudged,
        "confirmed_bugs": sample.confirmed,
        "confirmed_bugs_drawn": sample.confirmed_drawn,
        "left_out": sample.left_out,
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
        "tpr": pair_json(judge.tpr),
        "tnr": pair_json(judge.tnr),
        "flag_precision": pair_json(judge.flag_precision),
        "precision": {one.name: pair_json(one.precision) for one in judge.supports},
        "recall": {one.name: pair_json(one.recall) for one in judge.supports},
        "specificity": {one.name: pair_json(one.specificity) for one in judge.supports},
        "f1": {one.name: pair_json(one.f1) for one in judge.supports},
        "categories": {one.name: _class(one) for one in judge.categories},
    }


def _class(one: ClassFigures) -> Json:
    return {
        "precision": pair_json(one.precision),
        "recall": pair_json(one.recall),
        "specificity": pair_json(one.specificity),
        "f1": pair_json(one.f1),
    }


def _corrected(report: Report) -> Json:
    rates = report.corrected
    return {
        "judged_rate": rates.supported.judged,
        **figure_json(rates.supported.human.weighted, "rate"),
        "raw": figure_json(rates.supported.human.raw, "rate"),
        "levels": {
            share.name: {"judged_rate": share.judged, **pair_json(share.human, "rate")}
            for share in rates.shares
        },
        "partial_as_half": {
            "judged_rate": rates.judged_half,
            **pair_json(rates.human_half, "rate"),
        },
        "other_methods": {one.name: figure_json(one.rate, "rate") for one in rates.others},
    }


def _confusion(matrix: Confusion) -> Json:
    return {"rows": "human", "columns": "judge", **asdict(matrix)}
