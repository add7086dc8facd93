"""Requests far slower, or far longer, than the others of their kind."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from statistics import median

from reports.auditing.detector import Detector, Severity, Spotted, noted
from reports.auditing.evidence import SentRequest, Study

FEWEST = 20
"""Requests of one purpose and model, below which nothing is usual."""
TIMES = 5
"""An outlier is so many times the median …"""
DEVIATIONS = 10
"""… and so many median absolute deviations above it."""

_MEASURES: tuple[tuple[str, str, Callable[[SentRequest], float | None]], ...] = (
    ("slow", "s", lambda one: one.latency),
    ("a long request", "tokens", lambda one: one.input_tokens),
    ("a long reply", "tokens", lambda one: one.output_tokens),
)


def _find(study: Study) -> Iterator[Spotted]:
    groups: dict[tuple[str, str], list[SentRequest]] = defaultdict(list)
    for one in study.requests:
        groups[one.purpose, one.model].append(one)
    for (purpose, model), requests in groups.items():
        for what, unit, measure in _MEASURES:
            # A refusal of two words is not what is usual, however many there are.
            used = [one for one in requests if not one.failed]
            values = [value for one in used if (value := measure(one)) is not None]
            if len(values) < FEWEST:
                continue
            usual = median(values)
            spread = median(abs(value - usual) for value in values)
            limit = max(TIMES * usual, usual + DEVIATIONS * spread)
            for one in requests:
                value = measure(one)
                if value is not None and value > limit:
                    yield noted(
                        f"request {one.seq}",
                        f"{what} ({purpose})",
                        f"{model}: {value:,.1f} {unit}, the median is {usual:,.1f}",
                        key=f"{one.seq} {what}",
                    )


DETECTOR = Detector(
    name="request_outlier",
    looks_for="A request or reply more than five times as slow or as long as is usual.",
    distorts="A reply of ten times the length is a loop or a dump of the prompt; a wait of a "
    "minute a retry, behind which something failed.",
    example="a judge's reply of 7,900 tokens where the median is 310",
    severity=Severity.MINOR,
    find=_find,
)
