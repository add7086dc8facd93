"""A gate for programs: JSON with every figure, bound and answer. Its shape is an interface."""

import json
from dataclasses import asdict

from corpus.visible import NOT_VISIBLE
from reports.gating.outcome import GateOutcome

FORMAT = "crosssource-gate/1"

_ESCAPES = {code: json.dumps(chr(code))[1:-1] for code in NOT_VISIBLE}


def json_text(outcome: GateOutcome) -> str:
    """The outcome as JSON text, ending in a newline; NaN is refused, not written."""
    document = {
        "format": FORMAT,
        "answer": outcome.answer,
        "exit_code": int(outcome.answer.exit_code),
        "run": outcome.run,
        "judge": outcome.judge,
        "sample": outcome.sample,
        "baseline": outcome.baseline,
        "level": outcome.level,
        "notes": list(outcome.notes),
        "checks": [asdict(check) for check in outcome.checks],
    }
    text = json.dumps(document, ensure_ascii=False, allow_nan=False, indent=2)
    return text.translate(_ESCAPES) + "\n"
