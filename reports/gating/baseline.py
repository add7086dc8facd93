"""The frozen baseline: a run's rates by question in a file, and what they were made from.

It stands for the old run where the old run's database is not: in version control, in CI. The hash
over its content tells a file that was changed by hand from one that was frozen.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from corpus import stamp
from corpus.errors import InputError
from corpus.files import read_utf8, write_atomically
from corpus.hashes import content_hash
from corpus.outputs import refuse_taken
from corpus.readers.source import kind
from labels.interchange.json_values import parse_document
from labels.scores import Ratio, Weights
from reports.gating.calibrated import Calibrated
from reports.gating.candidate import Candidate
from reports.gating.policy import rate_named
from reports.rendering.wording import counted
from reports.runs.by_question import Rates

FORMAT = "crosssource-baseline/1"

FREEZE = "crosssource gate --run RUN --freeze FILE"
AGAIN = f"take it from version control again, or freeze a new one with: {FREEZE}"


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False, strict=True)


class FrozenRate(_Part):
    """One rate of one question."""

    numerator: float = Field(ge=0)
    denominator: float = Field(ge=0)
    n: int = Field(ge=0)
    missing: int = Field(ge=0)
    why: str


class FrozenQuestion(_Part):
    """One question."""

    case_id: str
    question_sha256: str
    rates: dict[str, FrozenRate]


class FrozenJudge(_Part):
    """Who judged."""

    id: str
    name: str
    provenance: dict[str, str]
    """Model, prompt hash, rubric hash, settings …"""


class FrozenWeights(_Part):
    """Of the overall score."""

    correctness: float
    completeness: float
    validity: float


class Baseline(_Part):
    """The whole file."""

    format: Literal["crosssource-baseline/1"]
    frozen_at: str
    tool_version: str
    run: str
    judge: FrozenJudge
    rubric: str
    """The version that was in force."""
    grounds: dict[str, Any]
    """Configuration, corpus and golden revisions of the run; empty for an imported one."""
    weights: FrozenWeights | None
    questions: list[FrozenQuestion] = Field(min_length=1)
    calibration: Calibrated | None
    """What people's labels said of the judge; None where there were none."""
    sha256: str
    """Of all the rest."""

    @property
    def rates(self) -> dict[str, Rates]:
        """By case id."""
        return {
            one.case_id: {
                rate_named(name): Ratio(**rate.model_dump()) for name, rate in one.rates.items()
            }
            for one in self.questions
        }

    def __str__(self) -> str:
        return f"{self.run}, frozen {self.frozen_at[:10]} ({self.sha256[:8]})"


def freeze(candidate: Candidate, calibration: Calibrated | None) -> Baseline:
    """A candidate as the baseline of later ones.

    Raises:
        InputError: it has no rates, it is not whole, or its labels cannot be relied on.
    """
    _refuse_gaps(candidate, calibration)
    weights = candidate.weights
    content: dict[str, Any] = {
        "format": FORMAT,
        "frozen_at": stamp.now(),
        "tool_version": stamp.tool_version(),
        "run": candidate.run,
        "judge": {
            "id": candidate.judge.id,
            "name": candidate.judge.name,
            "provenance": candidate.judge.provenance,
        },
        "rubric": candidate.rubric,
        "grounds": dict(candidate.grounds),
        "weights": weights and {part: getattr(weights, part) for part in Weights.__slots__},
        "questions": [
            {
                "case_id": case_id,
                "question_sha256": candidate.questions[case_id],
                "rates": {name: _frozen(ratio) for name, ratio in rates.items()},
            }
            for case_id, rates in sorted(candidate.rates.items())
        ],
        "calibration": calibration and calibration.model_dump(),
    }
    return Baseline.model_validate(content | {"sha256": content_hash(content)})


def _refuse_gaps(candidate: Candidate, calibration: Calibrated | None) -> None:
    if not candidate.rates:
        raise InputError(
            f"The run {candidate.run!r} has no scores to freeze; make them with: crosssource run"
        )
    if candidate.missing or candidate.unanswered or candidate.unread:
        raise InputError(
            f"The run {candidate.run!r} is not whole: {counted(candidate.unanswered, 'question')} "
            f"without an answer, {counted(candidate.unread, 'answer')} not taken apart, "
            f"{counted(candidate.missing, 'citation')} without a verdict; run the same crosssource "
            "run, judge or rescore again, then freeze."
        )
    if calibration is not None and calibration.faults:
        raise InputError(
            f"The sample {calibration.sample!r} cannot be frozen. {calibration.faults[0]}"
        )


def _frozen(ratio: Ratio) -> dict[str, Any]:
    return {
        "numerator": float(ratio.numerator),
        "denominator": float(ratio.denominator),
        "n": ratio.n,
        "missing": ratio.missing,
        "why": ratio.why,
    }


def write(path: Path, baseline: Baseline, *, force: bool) -> None:
    """Write a baseline; one question a line, so that a change is read in version control.

    Raises:
        InputError: the file is there, and `force` was not given; or it is the study's own.
        StoreError: it cannot be written; nothing was changed.
    """
    refuse_taken(path, replace=force)
    write_atomically(path, _text(baseline.model_dump()))


def _text(values: dict[str, Any]) -> str:
    lines = []
    for key, value in values.items():
        if key == "questions":
            rows = ",\n".join(f"    {_json(row)}" for row in value)
            lines.append(f"  {_json(key)}: [\n{rows}\n  ]")
        else:
            lines.append(f"  {_json(key)}: {_json(value)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=True, allow_nan=False, sort_keys=True)


def read(path: Path) -> Baseline:
    """A baseline from its file.

    Raises:
        InputError: absent, empty, cut off, of another version, with a key twice or an impossible
            value, or changed after it was frozen.
    """
    content = _content(path)
    if content.get("format") != FORMAT:
        has = f"has the format {content['format']!r}" if "format" in content else "has no format"
        raise InputError(
            f"{path} {has}, and this version reads {FORMAT!r}; freeze a new baseline with: {FREEZE}"
        )
    try:
        baseline = Baseline.model_validate(content)
        _ = baseline.rates
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(str(part) for part in first["loc"])
        raise _damaged(path, f"key {key!r}: {first['msg'].lower()}") from error
    except ValueError as error:
        raise _damaged(path, str(error)) from error
    del content["sha256"]
    if content_hash(content) != baseline.sha256:
        raise _damaged(path, "its content does not give the hash that it carries")
    if twice := _twice([one.case_id for one in baseline.questions]):
        raise _damaged(path, f"the question {twice!r} occurs twice")
    return baseline


def _content(path: Path) -> dict[str, Any]:
    text = read_utf8(path)
    if not text.strip():
        raise InputError(f"{path} is empty; {AGAIN}")
    try:
        value = parse_document(text, str(path))
    except InputError as error:
        whole = text.strip()
        if whole.startswith("{") and not whole.endswith("}"):
            raise _damaged(path, "it is cut off, its last line has no end") from error
        # How to mend a line of JSON is no advice for a file that nobody may edit.
        problem, _, _ = str(error).removeprefix(f"{path}, ").rpartition("; ")
        if not isinstance(error.__cause__, json.JSONDecodeError):
            _, _, problem = problem.partition(": ")  # of a whole document the line is its first
        raise _damaged(path, problem) from error
    if not isinstance(value, dict):
        raise _damaged(path, f"it holds {kind(value)}, not an object")
    return value


def _damaged(path: Path, what: str) -> InputError:
    return InputError(f"{path} is damaged or was changed by hand: {what}; {AGAIN}")


def _twice(ids: Sequence[str]) -> str:
    return next((one for one in ids if ids.count(one) > 1), "")
