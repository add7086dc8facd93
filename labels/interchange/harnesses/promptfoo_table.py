"""promptfoo: the table that `promptfoo eval -o FILE.csv` writes.

Read are files of promptfoo 0.123 (`src/util/eval/evalTableUtils.ts`): `Description`, the variables,
and for each prompt the answer under `[provider] prompt`, then `Status`, `Score`, `Named Scores`,
`Metric: NAME` for each, `Grader Reason`, `Comment`. Columns of several prompts have the same names,
so they are told apart by their order.

The table has less than the JSON: no assertion's own `pass`, no type, no human rating (which has
taken the place of `Status` without a trace). The verdict of a metric is therefore worked out, where
that can be done: all passed where the row did; a score of 1 passed and a score of 0 failed; and
where a row failed and every other metric has 1, the remaining one failed. What is left is missing.

Assertions without a name have no column, and may be what failed: the metrics are all there are
only where `Score` is their mean. Where a test has a threshold, its row passed or failed by `Score`
alone (the reason says so, `src/assertions/assertionsResult.ts`), and tells of no metric.
"""

import csv
from collections.abc import Iterable, Iterator
from statistics import fmean
from typing import Any, NamedTuple

from corpus.errors import InputError
from labels.interchange import bounded
from labels.interchange.harnesses import grades
from labels.interchange.harnesses.finding import EVERY_METRIC, Case, Finding, Format, Notes, Source
from labels.interchange.harnesses.grades import Grade
from labels.interchange.harnesses.promptfoo import case_of
from labels.interchange.opening import Kind, Opening
from labels.outcome import Support

_METRIC = "Metric: "
_DESCRIPTION = "Description"
UNCLEAR = "not told by the table"
_BY_THRESHOLD = "Aggregate score "
"""How the reason of a row begins whose test has a threshold."""
_ROUNDED = 0.0101
"""Two numbers of two decimals are so far apart at most where they were one."""


class _Block(NamedTuple):
    """The columns of one prompt."""

    answer: int
    status: int
    score: int | None
    metrics: dict[str, int]
    reason: int | None


def _recognises(opening: Opening) -> bool:
    return opening.kind is Kind.CSV and opening.has("Status", "Score", "Grader Reason")


def read(source: Source, notes: Notes) -> Iterator[Finding]:
    """The findings of a table."""
    notes.written_by = "promptfoo"
    rows = _rows(source)
    header = next(rows, ("", []))[1]
    blocks = list(_blocks(header))
    if not blocks:
        raise InputError(f"{source.name} has no column 'Status'; export the table again.")
    first = blocks[0].answer
    for place, cells in rows:
        if len(cells) != len(header):
            raise InputError(
                f"{source.name}, {place}: has {len(cells)} cells where the header has "
                f"{len(header)}; export the table again."
            )
        variables = {
            name: cell
            for name, cell in zip(header[:first], cells[:first], strict=True)
            if name != _DESCRIPTION
        }
        for block in blocks:
            notes.records += 1
            yield from _findings(place, header, cells, variables, block)


def _findings(
    place: str, header: list[str], cells: list[str], variables: dict[str, str], block: _Block
) -> Iterator[Finding]:
    case = _case(place, header, cells, variables, block)
    reason = cells[block.reason] if block.reason is not None else ""
    status = cells[block.status].strip().upper()
    if status not in ("PASS", "FAIL"):
        yield Finding(
            case=case,
            metric=EVERY_METRIC,
            by_model=False,
            grade=grades.missing(grades.ERROR, status),
            reason=reason,
        )
        return
    if not block.metrics:
        yield Finding(
            case=case,
            metric="pass",
            by_model=False,
            grade=grades.passed(status == "PASS", status),
            reason=reason,
        )
    scores = {name: _score(cells[column]) for name, column in block.metrics.items()}
    whole = _score(cells[block.score]) if block.score is not None else None
    by_threshold = reason.startswith(_BY_THRESHOLD)
    made = {
        name: _grade(
            name,
            scores,
            all_passed=status == "PASS" and not by_threshold,
            one_failed=not by_threshold and _is_mean(whole, scores.values()),
        )
        for name in block.metrics
    }
    passed_or_not_there = (Support.SUPPORTED, grades.UNSCORED)
    not_passed = [
        name
        for name, grade in made.items()
        if (grade.support or grade.missing) not in passed_or_not_there
    ]
    for name, grade in made.items():
        yield Finding(
            case=case,
            metric=name,
            by_model=False,
            grade=grade,
            # The row has one reason, of the assertion that failed.
            reason=reason if not_passed == [name] else "",
        )


def _grade(
    name: str, scores: dict[str, float | None], *, all_passed: bool, one_failed: bool
) -> Grade:
    """What follows of a metric.

    Args:
        name: of the metric.
        scores: of all metrics.
        all_passed: whether every assertion of the row passed.
        one_failed: otherwise, whether one of these metrics failed.
    """
    score = scores[name]
    if score is None:
        return grades.missing(grades.UNSCORED)
    raw = f"{score:g}"
    others = [value for other, value in scores.items() if other != name and value is not None]
    if all_passed or score == 1:
        return grades.passed(True, raw)
    if score == 0 or (one_failed and all(value == 1 for value in others)):
        return grades.passed(False, raw)
    return grades.missing(UNCLEAR, raw)


def _case(
    place: str, header: list[str], cells: list[str], variables: dict[str, str], block: _Block
) -> Case:
    about: dict[str, Any] = {}
    if header[0] == _DESCRIPTION and cells[0]:
        about["description"] = cells[0]
    provider = header[block.answer].partition("]")[0].removeprefix("[")
    return case_of(
        place=place,
        variables=variables,
        about=about,
        answer=cells[block.answer],
        prompt="",
        config=provider if len(provider) <= 120 else "",
    )


def _is_mean(whole: float | None, scores: Iterable[float | None]) -> bool:
    """Whether a row's score is the mean of these, as far as two decimals tell."""
    known = [one for one in scores if one is not None]
    return whole is not None and bool(known) and abs(whole - fmean(known)) <= _ROUNDED


def _score(cell: str) -> float | None:
    try:
        return float(cell) if cell.strip() else None
    except ValueError:
        return None


def _blocks(header: list[str]) -> Iterator[_Block]:
    starts = [at for at, name in enumerate(header) if name == "Status" and at]
    for number, status in enumerate(starts):
        ends = starts[number + 1] - 1 if number + 1 < len(starts) else len(header)
        inside = range(status, ends)
        reason = [at for at in inside if header[at] == "Grader Reason"]
        yield _Block(
            answer=status - 1,
            status=status,
            score=next((at for at in inside if header[at] == "Score"), None),
            metrics={
                header[at].removeprefix(_METRIC): at
                for at in inside
                if header[at].startswith(_METRIC)
            },
            reason=reason[0] if reason else None,
        )


def _rows(source: Source) -> Iterator[tuple[str, list[str]]]:
    csv.field_size_limit(bounded.LARGEST_RECORD)
    with source.path.open("rb") as stream:
        lines = (line for _, line in bounded.decoded_lines(stream, source.name))
        reader = csv.reader(lines, strict=True)
        begins = 1
        try:
            for cells in reader:
                if cells:
                    yield f"line {begins}", cells
                begins = reader.line_num + 1
        except csv.Error as error:
            raise InputError(
                f"{source.name}, line {begins}: not valid CSV ({error}); export the table again."
            ) from error


FORMAT = Format(
    name="promptfoo-csv",
    title="a promptfoo table",
    looked_for="the columns Status, Score, Grader Reason",
    kinds=(Kind.CSV,),
    recognises=_recognises,
    read=read,
    gives="the output of: promptfoo eval -o results.json, which holds more",
)
