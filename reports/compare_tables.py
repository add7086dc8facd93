"""The tables of a comparison: differences, classes of answers, faults, scores."""

from labels.scores import AnswerClass, Fault, Ratio
from reports.rendering.layout import Table
from reports.rendering.wording import UNDEFINED, counted, listing, percent
from reports.runs.comparison import Comparison
from reports.runs.difference import Difference
from reports.runs.estimate import FEW_QUESTIONS
from reports.runs.figures import RunFigures, ScoreFigures
from reports.runs.wording import (
    CLASSES,
    FAULTS,
    SCORES,
    figure,
    limits,
    p_text,
    rate,
    signed,
)

OF = {
    "citations with a verdict": (
        Fault.PARTIAL,
        Fault.RIGHT_DOC_WRONG_PASSAGE,
        Fault.WRONG_DOCUMENT,
        Fault.UNSUPPORTED_CLAIM,
        Fault.UNCATEGORISED,
    ),
    "ground-truth passages": (Fault.NEVER_RETRIEVED, Fault.RETRIEVED_NOT_CITED),
    "questions": (Fault.FALSE_REFUSAL, Fault.ANSWERED_ABSENT, Fault.INCORRECT),
    "citations": (Fault.UNKNOWN_CITATION, Fault.CITATION_NOT_RETRIEVED),
}
"""What each fault is counted among."""


def differences(comparison: Comparison) -> Table:
    """Every figure that is compared, settled or not."""
    first, second = comparison.first.run, comparison.second.run
    return Table(
        title="",
        columns=(
            "",
            f"{first}\n%",
            f"{second}\n%",
            "points",
            "interval",
            "questions\ndiffer",
            "p\nHolm",
        ),
        rows=tuple(_difference(one) for one in comparison.differences),
        notes=(
            f"Points: {second} less {first}. p: adjusted for all tests together (Holm).",
            *(f"{figure(one.figure)}: {one.why}" for one in comparison.differences if one.why),
        ),
    )


def _difference(one: Difference) -> tuple[str, ...]:
    if one.value is None:
        return (figure(one.figure), UNDEFINED, UNDEFINED, "", "", "", "")
    interval = ""
    if one.low is not None and one.high is not None:
        interval = f"{signed(one.low)} to {signed(one.high)}"
    return (
        figure(one.figure),
        rate(one.first),
        rate(one.second),
        signed(one.value),
        interval,
        f"{one.differing} of {one.questions}",
        p_text(one.adjusted),
    )


def classes(comparison: Comparison) -> Table:
    """How many answers are of each class."""
    runs = comparison.first, comparison.second
    rows = [(CLASSES[one], *(f"{run.classes[one]:,}" for run in runs)) for one in AnswerClass]
    rows.append(("no class", *(f"{run.unclassed:,}" for run in runs)))
    return Table(
        title="",
        columns=("answers", *(run.run for run in runs)),
        rows=tuple(rows),
        notes=(
            "Each answer has one class, its gravest fault; the list is in order of gravity after "
            "the refusals. No class: no fault was found, and a verdict or the analysis is missing.",
        ),
    )


def faults(comparison: Comparison) -> Table:
    """The failure taxonomy: how often each fault occurs, among what it could have befallen."""
    runs = comparison.first, comparison.second
    rows: list[tuple[str, ...]] = []
    for unit, members in OF.items():
        rows.append((f"of {unit}", "", ""))
        if Fault.NEVER_RETRIEVED in members:
            rows.append(("  missing authority", *(_share(missing_authority(run)) for run in runs)))
        indent = "    " if Fault.NEVER_RETRIEVED in members else "  "
        for fault in members:
            cells = (_share(run.faults[fault]) for run in runs)
            rows.append((f"{indent}{FAULTS[fault]}", *cells))
    return Table(title="", columns=("", *(run.run for run in runs)), rows=tuple(rows))


def missing_authority(run: RunFigures) -> Ratio:
    """Ground-truth passages that no answer cites, whoever lost them."""
    parts = run.faults[Fault.NEVER_RETRIEVED], run.faults[Fault.RETRIEVED_NOT_CITED]
    return Ratio.of(
        sum(part.numerator for part in parts),
        parts[0].denominator,
        n=parts[0].n,
        undefined=parts[0].why,
    )


def scores(run: RunFigures) -> Table:
    """Every score of a run, averaged over questions and pooled."""
    few = [SCORES[one.score] for one in run.scores if one.mean.few and one.mean.value is not None]
    warning = f"Too few questions (under {FEW_QUESTIONS}) to lean on an interval: "
    return Table(
        title=run.run,
        columns=("", "mean\n%", "interval", "ques-\ntions", "pooled\n%", "interval", "units"),
        rows=tuple(_score(one) for one in run.scores),
        notes=(
            *((f"{warning}{listing(few)}.",) if few else ()),
            *(note for one in run.scores for note in _notes(one)),
        ),
    )


def _score(one: ScoreFigures) -> tuple[str, ...]:
    name, mean, pooled = SCORES[one.score], one.mean, one.pooled
    if mean.value is None:
        return (name, UNDEFINED, "", "0", "", "", "")
    means = (name, rate(mean.value), limits(mean), f"{mean.n:,}")
    if one.by_question:
        return (*means, "same", "", "")
    return (*means, rate(pooled.value), limits(pooled), f"{pooled.n:,}")


def _notes(one: ScoreFigures) -> list[str]:
    name = SCORES[one.score]
    if one.mean.why:
        return [f"{name}: {one.mean.why}"]
    # Of a figure by question, what is missing is the question, which the column of n shows.
    if one.pooled.missing and not one.by_question:
        return [f"{name}: {counted(one.pooled.missing, 'unit')} without a verdict left out."]
    return []


def _share(ratio: Ratio) -> str:
    if ratio.value is None:
        return UNDEFINED
    return f"{ratio.numerator:,.0f} of {ratio.n:,} ({percent(ratio.value)})"
