"""What a file of results holds and what it does not, in sentences."""

from collections import Counter
from collections.abc import Iterator

from corpus.amount import amounts, count
from labels.interchange.harnesses.choice import Against, Choice, told
from labels.interchange.harnesses.direction import Direction
from labels.interchange.harnesses.survey import Metric, Survey
from labels.outcome import Support

_FEW = 6


def imported(found: Survey, choice: Choice, *, split: bool = True) -> Iterator[str]:
    """What is said of an import, a line each.

    Args:
        found: what the file holds.
        choice: what of it is imported.
        split: whether to say how many verdicts are of each kind; not to whoever labels them next.
    """
    metric = found.metrics[choice.metric]
    verdicts = of_metric(metric, found.lost) if split else _in_all(metric, found.lost)
    yield f"{found.notes.written_by}: {_records(found)}; {verdicts}."
    yield from level(found, choice.against)
    if choice.threshold is not None and metric.scores:
        is_turned = metric.higher_is is Direction.WORSE
        scores = "Values of one minus the score" if is_turned else "Scores"
        yield f"{scores} from {told(choice.threshold)} on count as supported."
    yield from direction(metric, choice)
    if choice.others:
        yield f"Metrics left out (one is imported at a time): {_some(choice.others)}."
    if found.notes.unused.total():
        yield f"Not imported: {amounts(found.notes.unused)}."
    yield from faults(found, choice.against)


def direction(metric: Metric, choice: Choice) -> Iterator[str]:
    """What a high score was taken to say, and by what; nothing where no value is a score."""
    if not metric.turning:
        return
    if metric.higher_is is None:
        yield (
            f"The name of {metric.name!r} does not tell whether a high score is good or bad: it is "
            "for you to say, with --higher-is better or worse."
        )
        return
    is_bad = metric.higher_is is Direction.WORSE
    by = "is taken by its name to be" if choice.higher_is is None else "is, as you say,"
    scored = "a high score" if metric.numbers.is_wide or metric.human_numbers.is_wide else "1"
    otherwise = f" (--higher-is {metric.higher_is.other} says otherwise)"
    yield (
        f"{metric.name!r} {by} {'bad' if is_bad else 'good'} where it is high: {scored} is "
        f"{'unsupported' if is_bad else 'supported'}{'' if choice.higher_is else otherwise}."
    )


def level(found: Survey, against: Against) -> Iterator[str]:
    """What one verdict is about, and what it is held against."""
    if not found.claims:
        yield (
            "No single claim has a verdict: each item is a whole answer, and is labelled as one."
        )
    elif found.claims < found.cases:
        rest = found.cases - found.claims
        has = "has no claim of its" if rest == 1 else "have no claim of their"
        yield f"{rest:,} of {count(found.cases, 'record')} {has} own: the whole answer."
    if against is Against.REFERENCE:
        yield (
            "The file holds no passage: what stands in its place is the expected answer, and the "
            "screen says so."
        )
    if against is Against.INPUT:
        yield (
            "The file holds no passage and no expected answer: what stands in the place of a "
            "passage is the question, and the screen says so. What people can say of that is "
            "limited; rubric.md is the place for what you ask of them."
        )


def faults(found: Survey, against: Against) -> Iterator[str]:
    """What looks broken in the file, a sentence each."""
    for what in found.notes.broken:
        yield f"{what[:1].upper()}{what[1:]}."
    if found.blank_claims:
        yield f"{count(found.blank_claims, 'claim')} without a word: a fault of the harness."
    blank = found.cases - found.passages
    if against is Against.PASSAGE and blank:
        yield f"{count(blank, 'record')} without a passage, where others have one."
    if blank := found.cases - found.answers:
        yield f"{count(blank, 'record')} without an answer."
    if found.refusals:
        says = "says" if found.refusals == 1 else "say"
        yield f"{count(found.refusals, 'answer')} that {says} nothing was found."


def placed(values: Counter[Support | None], threshold: float) -> str:
    """What a threshold made of the verdicts, those among them that it had no part in."""
    levels = ", ".join(f"{values[level]:,} {level}" for level in Support)
    return f"With the threshold of {told(threshold)}: {levels}, {values[None]:,} missing."


def of_metric(metric: Metric, lost: Counter[str]) -> str:
    """`support (a model): 1 supported, 0 partial, 5 unsupported; 2 missing: errors`."""
    values = ", ".join(f"{metric.support[level]:,} {level}" for level in Support)
    said = f"{metric.name!r} ({by_whom(metric)}): {values}"
    if metric.scores:
        said += f", {count(metric.scores, 'score')} between the levels"
    if missing := metric.missing + lost:
        said += f"; missing: {amounts(missing)}"
    if metric.human:
        people = ", ".join(f"{metric.human[level]:,} {level}" for level in Support)
        said += f"; people: {people}"
    if metric.open:
        said += f", {metric.open:,} rejected and left as they were"
    return said


def _in_all(metric: Metric, lost: Counter[str]) -> str:
    """As `of_metric`, and nothing of what was said."""
    verdicts = metric.support.total() + metric.scores
    said = f"{metric.name!r} ({by_whom(metric)}): {count(verdicts, 'verdict')}"
    if missing := metric.missing + lost:
        said += f"; missing: {amounts(missing)}"
    return said


def by_whom(metric: Metric) -> str:
    """Who judged, as far as the file says."""
    if metric.models:
        return _some(sorted(metric.models))
    return "a model" if metric.by_model else "a rule, or not told"


def _records(found: Survey) -> str:
    said = count(found.notes.records, "record")
    return f"{said} ({amounts(found.notes.counts)})" if found.notes.counts else said


def _some(words: list[str] | tuple[str, ...]) -> str:
    shown = ", ".join(word[:60] for word in words[:_FEW])
    return shown if len(words) <= _FEW else f"{shown} and {len(words) - _FEW:,} more"
