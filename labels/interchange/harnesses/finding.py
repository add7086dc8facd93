"""What a reader of a format hands over: a case, and what one metric says of it.

A reader says what is there and decides nothing: which metric is imported, what stands for a passage
where there is none, and from which score on a claim counts as supported is decided for the whole
file, once it is known what all of it holds (`survey`, `choice`).
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from labels.interchange.harnesses import grades
from labels.interchange.harnesses.grades import Grade
from labels.interchange.opening import Kind, Opening

EVERY_METRIC = "*"
"""The metric of a record that has no verdict of any: its error took them all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """What a record holds apart from verdicts."""

    place: str
    """Where it stands, as a sentence names it: `line 3`, `sample 9, epoch 1`."""
    id: str = ""
    """Empty where the record has none that means anything elsewhere."""
    question: str = ""
    answer: str = ""
    claim: str | None = None
    """None where the record has no claim of its own: the answer as a whole is judged."""
    passage: str | None = None
    """What the claim is held against; None where the record holds none."""
    cited: str = ""
    reference: str = ""
    """The answer that was expected."""
    part: str = ""
    """Which claim of the answer."""
    config: str = ""
    fields: Mapping[str, Any] = field(default_factory=dict)
    """All that `--map` can name, and that strata can be made of."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rating:
    """What a person said of a case, in the terms of one metric."""

    grade: Grade
    annotator: str = ""
    """Empty where the file does not say."""
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What one metric says of a case."""

    case: Case
    metric: str
    by_model: bool
    """Whether a model judged, and not a rule."""
    grade: Grade
    model: str = ""
    """The model that judged; empty where the file does not say."""
    reason: str = ""
    evidence: str = ""
    people: tuple[Rating, ...] = ()
    """What people said of the same, each person once."""
    contradiction: str = ""
    """Who says two things of it without a time that tells which holds; empty where nobody does."""
    is_open: bool = False
    """A person disagreed and did not say what is right: `--rejected` says what that means."""
    annotator: str = ""
    """That person."""
    note: str = ""


def without_verdict(case: Case, why: str = grades.UNSCORED, reason: str = "") -> Finding:
    """What a record says that has no verdict of any metric."""
    return Finding(
        case=case,
        metric=EVERY_METRIC,
        by_model=False,
        grade=grades.missing(why),
        reason=reason,
    )


@dataclass(slots=True)
class Notes:
    """What a reader learns of the file beside its findings."""

    written_by: str = ""
    """Program and version: `promptfoo 0.121.20`."""
    records: int = 0
    """Rows, samples, test cases: whatever the format calls one."""
    counts: Counter[str] = field(default_factory=Counter)
    """What else there is, each a plural noun: `answers that people accepted`."""
    unused: Counter[str] = field(default_factory=Counter)
    """What is there and is not imported, each a plural noun."""
    broken: Counter[str] = field(default_factory=Counter)
    """What looks broken, each a clause."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A file to be read."""

    path: Path
    name: str
    """As errors name it."""
    opening: Opening
    heard: Callable[[int], object] = lambda _: None
    """Hears of each piece that was read how many bytes of the file it took."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """A format of results that can be read."""

    name: str
    """For `--format`."""
    title: str
    """For people."""
    looked_for: str
    """The names it is recognised by, for a sentence."""
    kinds: tuple[Kind, ...]
    """How a file of it can be written."""
    recognises: Callable[[Opening], bool]
    read: Callable[[Source, Notes], Iterator[Finding]]
    gives: str = "rows with verdicts"
    """What it must hold, for the sentence where it holds none of it."""
    default: str = ""
    """The metric that is meant where none is named, where a format has always the same ones."""
