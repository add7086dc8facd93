"""What a whole file of results holds, counted in one reading, before anything is decided."""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from corpus.errors import at_place
from labels.interchange.harnesses import direction, grades, names
from labels.interchange.harnesses.direction import Direction
from labels.interchange.harnesses.finding import (
    EVERY_METRIC,
    Case,
    Finding,
    Format,
    Notes,
    Rating,
    Source,
)
from labels.interchange.harnesses.grades import Grade
from labels.interchange.harnesses.mapping import applied, ratings
from labels.outcome import Support

MOST_NAMES = 500
"""Of fields that are remembered: a file may have a name of its own in each record."""
MOST_METRICS = 1_000
_MOST_VALUES = 12


@dataclass(slots=True)
class Numbers:
    """The numbers among a metric's values, and the scale that they are on as far as one sees."""

    low: float = math.inf
    high: float = -math.inf
    ends: Counter[Support] = field(default_factory=Counter)
    """What the numbers 0 and 1 say, as long as they are the ends of the scale."""

    def hear(self, grade: Grade) -> None:
        """Take one value."""
        if grade.number is None:
            return
        self.low, self.high = min(self.low, grade.number), max(self.high, grade.number)
        if grade.support is not None and grade.number in (0, 1):
            self.ends[grade.support] += 1

    @property
    def is_wide(self) -> bool:
        """Whether the scale goes beyond 0 to 1: a 1 is then no verdict, but the least of 1 to 5."""
        return self.low < 0 or self.high > 1

    def scale(self) -> tuple[float, float] | None:
        """Above which, and up to which, a threshold makes sense; None without a number.

        From 0 to 1 that is the whole scale: a judge that is above its threshold throughout is no
        mistake of the threshold's. Beyond it nobody knows the scale, so it is the least and the
        greatest score; where all are one number, the usual scale it is on.
        """
        if self.low > self.high:
            return None
        if self.low < self.high and self.is_wide:
            return self.low, self.high
        least = next((end for end in (0.0, -1.0, -4.0, -9.0, -99.0) if end <= self.low), self.low)
        most = next((end for end in (1.0, 5.0, 10.0, 100.0) if end >= self.high), self.high)
        return least, most


@dataclass(slots=True)
class Metric:
    """What one metric says over the file."""

    name: str
    by_model: bool = False
    support: Counter[Support] = field(default_factory=Counter)
    missing: Counter[str] = field(default_factory=Counter)
    """Verdicts without a value, by reason."""
    scores: int = 0
    """Scores between 0 and 1, or beyond, which need a threshold."""
    example: str = ""
    """One of them, with its place."""
    raw: Counter[str] = field(default_factory=Counter)
    """The file's own values, as long as they are few."""
    models: set[str] = field(default_factory=set)
    human: Counter[Support] = field(default_factory=Counter)
    """What people said."""
    human_scores: int = 0
    """What people said in scores, which need a threshold too."""
    unknown: dict[str, str] = field(default_factory=dict)
    """Words outside the scale, of the judge or of people, each with where it stands first."""
    numbers: Numbers = field(default_factory=lambda: Numbers())
    """The judge's values that are numbers."""
    human_numbers: Numbers = field(default_factory=lambda: Numbers())
    higher_is: Direction | None = None
    """What a high score says; None where the name leaves it open."""
    turning: int = 0
    """Values, of the judge or of people, that say something else in the other direction."""
    contradiction: str = ""
    """A person who says two things of one item, with its place."""
    open: int = 0
    """People disagreed and did not say what is right."""
    open_example: str = ""

    @property
    def verdicts(self) -> int:
        """Those with a value, or with a score that will have one."""
        return self.support.total() + self.scores

    @property
    def has_two_scales(self) -> bool:
        """Whether the judge's scores and people's need a threshold each: one scale ends at 1."""
        both = bool(self.scores and self.human_scores)
        return both and self.numbers.is_wide != self.human_numbers.is_wide

    def directed(self, grade: Grade) -> Grade:
        """A value as the direction of the metric has it."""
        return grade.turned() if self.higher_is is Direction.WORSE else grade

    def settle(self) -> None:
        """Take 0 and 1 for scores like the others, where the scale turns out to go beyond them."""
        if self.numbers.is_wide:
            self.scores += self.numbers.ends.total()
            self.support -= self.numbers.ends
        if self.human_numbers.is_wide:
            self.human_scores += self.human_numbers.ends.total()
            self.human -= self.human_numbers.ends


@dataclass(slots=True)
class Survey:
    """What a file holds."""

    format: Format
    notes: Notes
    file: str
    """As errors name it."""
    metrics: dict[str, Metric] = field(default_factory=dict)
    lost: Counter[str] = field(default_factory=Counter)
    """Records without a verdict of any metric, by reason."""
    cases: int = 0
    claims: int = 0
    """Cases with a claim of their own, blank ones among them."""
    blank_claims: int = 0
    passages: int = 0
    blank_passages: int = 0
    references: int = 0
    questions: int = 0
    answers: int = 0
    refusals: int = 0
    """Answers that say nothing was found."""
    names: dict[str, None] = field(default_factory=dict)
    """Of fields, in the order met."""

    @property
    def usable(self) -> list[Metric]:
        """The metrics with at least one verdict that has, or may be given, a value."""
        return [metric for metric in self.metrics.values() if metric.verdicts]


def survey(
    source: Source,
    format_: Format,
    mapping: Mapping[str, str],
    own_words: Mapping[str, str],
    higher_is: Direction | None = None,
) -> Survey:
    """Read a file to its end and count.

    Args:
        source: the file.
        format_: the format it is read by.
        mapping: the user's `ours=theirs`.
        own_words: the user's words for levels of the scale.
        higher_is: what a high score says, where the user says it; None goes by the metric's name.

    Raises:
        InputError: the file cannot be read.
    """
    found = Survey(format_, Notes(), source.name)
    for finding in once_a_case(format_.read(source, found.notes), found, mapping):
        _count_verdict(found, finding, ratings(finding, mapping), own_words, higher_is)
    for metric in found.metrics.values():
        metric.settle()
    return found


def once_a_case(
    findings: Iterable[Finding], found: Survey, mapping: Mapping[str, str]
) -> Iterator[Finding]:
    """The findings; each case is counted at the first of its findings."""
    before: Case | None = None
    for finding in findings:
        if finding.case is not before:
            before = finding.case
            _count_case(found, mapped(before, mapping))
        yield finding


def mapped(case: Case, mapping: Mapping[str, str]) -> Case:
    """The case as the user's mapping has it."""
    return applied(case, mapping) if mapping else case


def _count_case(found: Survey, case: Case) -> None:
    found.cases += 1
    found.claims += case.claim is not None
    found.blank_claims += case.claim is not None and not case.claim.strip()
    found.passages += bool(case.passage and case.passage.strip())
    found.blank_passages += case.passage is not None and not case.passage.strip()
    found.references += bool(case.reference.strip())
    found.questions += bool(case.question.strip())
    found.answers += bool(case.answer.strip())
    found.refusals += names.is_refusal(case.answer)
    if len(found.names) < MOST_NAMES:
        found.names.update(dict.fromkeys(case.fields))


def _count_verdict(
    found: Survey,
    finding: Finding,
    people: tuple[Rating, ...],
    own_words: Mapping[str, str],
    higher_is: Direction | None,
) -> None:
    if finding.metric == EVERY_METRIC:
        found.lost[finding.grade.missing] += 1
        return
    metric = _metric(found, finding, higher_is)
    metric.by_model |= finding.by_model
    if finding.model and len(metric.models) < _MOST_VALUES:
        metric.models.add(finding.model)
    grade = grades.meant(metric.directed(finding.grade), own_words)
    metric.turning += grade.turns
    metric.numbers.hear(grade)
    if grade.support is not None:
        metric.support[grade.support] += 1
    elif grade.score is not None:
        metric.scores += 1
        metric.example = metric.example or f"{grade.raw} in {finding.case.place}"
    else:
        metric.missing[grade.missing] += 1
        _note_unknown(metric, grade, finding)
    if grade.raw in metric.raw or len(metric.raw) <= _MOST_VALUES:
        metric.raw[grade.raw] += 1
    for rating in people:
        _count_label(metric, grades.meant(metric.directed(rating.grade), own_words), finding)
    if finding.is_open:
        metric.open += 1
        metric.open_example = metric.open_example or finding.case.place
    if finding.contradiction and not metric.contradiction:
        metric.contradiction = f"{finding.case.place}: {finding.contradiction}"


def _metric(found: Survey, finding: Finding, higher_is: Direction | None) -> Metric:
    name = finding.metric
    if name not in found.metrics:
        found.metrics[name] = Metric(name, higher_is=higher_is or direction.of_name(name))
    if len(found.metrics) > MOST_METRICS:
        raise at_place(
            found.file,
            finding.case.place,
            f"the file has more than {MOST_METRICS:,} metrics by now; it is no table of scores.",
        )
    return found.metrics[name]


def _count_label(metric: Metric, grade: Grade, finding: Finding) -> None:
    metric.turning += grade.turns
    metric.human_numbers.hear(grade)
    if grade.support is not None:
        metric.human[grade.support] += 1
    elif grade.score is not None:
        metric.human_scores += 1
        metric.example = metric.example or f"a person's {grade.raw} in {finding.case.place}"
    else:
        _note_unknown(metric, grade, finding)


def _note_unknown(metric: Metric, grade: Grade, finding: Finding) -> None:
    known = grade.missing != grades.NO_MEANING or grade.raw in metric.unknown
    if known or len(metric.unknown) >= _MOST_VALUES:
        return
    scored = "" if grade.beside is None else f", with a score of {grade.beside:g} beside it"
    metric.unknown[grade.raw] = f"{finding.case.place}{scored}"
