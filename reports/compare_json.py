"""A comparison for programs. Its shape is an interface; an undefined figure is null with a why."""

import json
from dataclasses import asdict

from labels.scores import Ratio
from reports.compare import headline, open_points, warnings
from reports.compare_tables import missing_authority
from reports.runs.comparison import Comparison
from reports.runs.difference import Difference
from reports.runs.estimate import Estimate
from reports.runs.figures import RunFigures

FORMAT = "crosssource-comparison/1"

Json = dict[str, object]


def json_text(comparison: Comparison) -> str:
    """The comparison as JSON text, ending in a newline; NaN and infinity are refused."""
    # Escaped to ASCII: a name that a terminal would obey does nothing there.
    return json.dumps(document(comparison), allow_nan=False, indent=2) + "\n"


def document(comparison: Comparison) -> Json:
    """The comparison as plain values."""
    return {
        "format": FORMAT,
        "warnings": list(warnings(comparison)),
        "answer": {"headline": headline(comparison), "open": list(open_points(comparison))},
        "questions": {
            "common": comparison.common,
            "first_only": comparison.first_only,
            "second_only": comparison.second_only,
        },
        "harness_bugs": [asdict(bugs) for bugs in comparison.bugs or ()],
        "judge": comparison.first.judge or None,
        "level": comparison.level,
        "seed": comparison.seed,
        "differences": [_difference(one) for one in comparison.differences],
        "first": _run(comparison.first),
        "second": _run(comparison.second),
    }


def _difference(one: Difference) -> Json:
    return asdict(one) | {"method": one.method}


def _run(run: RunFigures) -> Json:
    return {
        "run": run.run,
        "configurations": list(run.configs),
        "questions": run.questions,
        "scores": {
            one.score.value: {"mean": _estimate(one.mean), "pooled": _estimate(one.pooled)}
            for one in run.scores
        },
        "faults": {
            **{fault.value: _ratio(ratio) for fault, ratio in run.faults.items()},
            "missing_authority": _ratio(missing_authority(run)),
        },
        "classes": {one.value: n for one, n in run.classes.items()} | {"none": run.unclassed},
        "missing_verdicts": run.missing_verdicts,
        "duplicate_citations": run.duplicate_citations,
        "stray_verdicts": run.stray_verdicts,
    }


def _estimate(one: Estimate) -> Json:
    return asdict(one) | {
        "method": "Clopper-Pearson, by question" if one.low is not None else None,
        "few": one.few,
        "target": "new questions",
    }


def _ratio(ratio: Ratio) -> Json:
    return {"value": ratio.value, "count": ratio.numerator, "n": ratio.n, "why": ratio.why}
