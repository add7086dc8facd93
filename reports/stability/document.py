"""Stability for programs: JSON, with null and a why where something is undefined."""

import json

from reports.runs.by_question import Rate
from reports.runs.wording import figure
from reports.stability.measure import Stability
from reports.stability.page import advice, warnings

FORMAT = "crosssource-stability/1"


def json_text(stability: Stability, metrics: tuple[Rate, ...], *, level: float) -> str:
    """The figures as JSON text, ending in a newline."""
    same = stability.same
    document = {
        "format": FORMAT,
        "run": stability.run,
        "judges": [
            {"id": one.id, "name": one.name, "provenance": one.provenance}
            for one in stability.repeats.judges
        ],
        "differing": list(stability.repeats.differing),
        "warnings": list(warnings(stability)),
        "citations": stability.citations,
        "incomplete": stability.incomplete,
        "same": {
            "rate": same.value,
            "low": same.low,
            "high": same.high,
            "n": same.n,
            "questions": same.questions,
            "level": level,
            "method": "Clopper-Pearson on the effective number, by question",
            "target": "judge",
            "why": same.why,
        },
        "alpha": {"value": stability.alpha, "distance": "ordinal", "why": stability.alpha_why},
        "scores": {
            one.score: {
                "name": figure(one.score),
                "values": list(one.values),
                "questions": one.questions,
                "deviation": one.deviation,
                "largest_difference": one.largest,
                "margin": one.margin,
                "why": one.why,
            }
            for one in stability.spreads
        },
        "margin": {
            "value": stability.margin(metrics),
            "metrics": list(metrics),
            "advice": advice(stability, metrics),
        },
        "flips": [
            {
                "item_id": one.item_id,
                "case_id": one.case_id,
                "claim_id": one.claim_id,
                "cited": one.cited,
                "claim": one.claim,
                "said": list(one.said),
            }
            for one in stability.flips
        ],
    }
    return json.dumps(document, ensure_ascii=False, allow_nan=False, indent=2) + "\n"
