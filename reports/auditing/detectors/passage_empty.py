"""A cited passage without text, or with a placeholder in its place."""

import re
from collections.abc import Iterator

from reports.auditing.detector import Detector, Severity, Spotted, of_citation
from reports.auditing.evidence import Study
from reports.auditing.texts import has_letter_or_digit

_PLACEHOLDER = re.compile(
    r"\W*(?:none|null|nan|n/?a|undefined|empty|missing|todo|tbd|deleted|removed|redacted|unknown"
    r"|no (?:content|text|passage|document)(?: (?:found|available))?|not (?:found|available)"
    r"|(?:error )?(?:403|404|500)(?: (?:forbidden|not found|error))?|access denied"
    r"|lorem ipsum.{0,400})\W*",
    re.IGNORECASE | re.DOTALL,
)


def _find(study: Study) -> Iterator[Spotted]:
    for one in study.citations:
        if not has_letter_or_digit(one.passage):
            yield of_citation(one, "no text", f"the passage is {one.passage[:40]!r}")
        elif _PLACEHOLDER.fullmatch(one.passage):
            yield of_citation(one, "a placeholder", f"the passage is {one.passage[:60]!r}")


DETECTOR = Detector(
    name="passage_empty",
    looks_for="A passage without a letter, or with a placeholder such as null or 404 Not Found.",
    distorts="Nothing can be supported by it, so the answer is failed for what the loader lost.",
    example='passage: "None"',
    severity=Severity.GRAVE,
    find=_find,
)
