"""Two runs side by side, as a page: what is settled in plain words, then the tables.

The page is rendered by the terminal and the Markdown renderer like any other.
"""

from reports.compare_tables import classes, differences, faults, scores
from reports.left_out_words import of_run
from reports.rendering.layout import Block, Listed, Page, Section, Text
from reports.rendering.wording import counted, level_text, listing
from reports.runs.comparison import Comparison
from reports.runs.difference import Conclusion, Difference, fewest_differing
from reports.runs.estimate import FEW_QUESTIONS
from reports.runs.figures import RunFigures
from reports.runs.wording import figure, points


def page(comparison: Comparison) -> Page:
    """The page of a comparison."""
    first, second = comparison.first, comparison.second
    judge = f"Judge {first.judge}. " if first.judge else "No judge. "
    return Page(
        title=f"Comparison · {first.run} and {second.run}",
        subtitle=f"{judge}{counted(comparison.common, 'question')} in both runs.",
        warnings=warnings(comparison),
        sections=(
            _answer(comparison),
            Section(title="The differences", blocks=(differences(comparison),)),
            Section(title="What the answers are", blocks=(classes(comparison),)),
            Section(title="What goes wrong", blocks=(faults(comparison),)),
            _scores(comparison),
            _provenance(comparison),
        ),
    )


def warnings(comparison: Comparison) -> tuple[str, ...]:
    """What a reader must know before any figure."""
    said = []
    if comparison.first.judge:
        said.append(
            "These are the judge's verdicts, not people's. What they are worth: crosssource report"
        )
    if comparison.common < FEW_QUESTIONS:
        said.append(
            f"Too few questions: {comparison.common}. An interval that is taken over questions "
            f"can be leant on from {FEW_QUESTIONS} on."
        )
    for only, run in (
        (comparison.first_only, comparison.first),
        (comparison.second_only, comparison.second),
    ):
        if only:
            said.append(f"{counted(only, 'question')} only in {run.run}: left out of everything.")
    runs = (comparison.first, comparison.second)
    if comparison.bugs:
        told = (of_run(run.run, bugs) for run, bugs in zip(runs, comparison.bugs, strict=True))
        said += [text for text in told if text]
    said += [text for run in runs for text in _gaps(run)]
    return tuple(said)


def _gaps(run: RunFigures) -> list[str]:
    found = []
    if run.missing_verdicts:
        citations = counted(run.missing_verdicts, "citation")
        found.append(f"{run.run}: {citations} without a verdict, left out of the figures.")
    if run.stray_verdicts:
        found.append(
            f"{run.run}: {counted(run.stray_verdicts, 'verdict')} on a claim or citation that "
            "no answer has, left out."
        )
    return found


def headline(comparison: Comparison) -> str:
    """What is settled, in one or two sentences."""
    settled = [one for one in comparison.differences if one.finding is Conclusion.SETTLED]
    names = comparison.first.run, comparison.second.run
    if not settled:
        return f"No difference between {names[0]} and {names[1]} is settled."
    sentences = []
    for better, worse, sign in ((names[1], names[0], 1), (names[0], names[1], -1)):
        ours = [_by(one, sign) for one in settled if sign * (one.value or 0) > 0]
        if ours:
            sentences.append(f"{better} is better than {worse} in {listing(ours)}.")
    return " ".join(sentences)


def _by(one: Difference, sign: int) -> str:
    """`citation precision by 12.3 points (3.1 to 21.0)`; a settled interval leaves 0 out."""
    value, low, high = (sign * (limit or 0.0) for limit in (one.value, one.low, one.high))
    low, high = min(low, high), max(low, high)
    return f"{figure(one.figure)} by {points(value)} points ({points(low)} to {points(high)})"


def open_points(comparison: Comparison) -> tuple[str, ...]:
    """What is not settled, each kind in a sentence."""
    fewest = fewest_differing(comparison.level)
    kinds = (
        (Conclusion.NOT_SETTLED, "No difference is settled in {}."),
        (
            Conclusion.TOO_FEW,
            f"Too few questions differ (fewer than {fewest}) for any result to settle {{}}.",
        ),
        (Conclusion.UNDEFINED, "Not to be compared, as no question has it in both runs: {}."),
    )
    said = []
    for finding, sentence in kinds:
        names = [figure(one.figure) for one in comparison.differences if one.finding is finding]
        if names:
            said.append(sentence.format(listing(names)))
    return tuple(said)


def _answer(comparison: Comparison) -> Section:
    blocks: list[Block] = [Text(text=headline(comparison), strong=True)]
    blocks += [Text(text=text) for text in open_points(comparison)]
    level = level_text(comparison.level)
    limit = f"{1 - comparison.level:.4f}".strip("0")
    blocks.append(
        Text(
            text="Settled: questions drawn anew would hardly turn it round. The p-value is below "
            f"{limit} though {_tests(comparison)} are made at once (Holm), and the {level} "
            "interval leaves 0 out. Not settled is not the same as equal."
        )
    )
    return Section(title="Which run is better?", blocks=tuple(blocks))


def _tests(comparison: Comparison) -> str:
    return counted(sum(one.p is not None for one in comparison.differences), "test")


def _scores(comparison: Comparison) -> Section:
    how = Text(
        text="The mean counts each question once; pooled counts each citation, claim or passage "
        "once, so that a long answer weighs more. Lenient precision counts a partial citation one "
        "half. Both intervals are for new questions like "
        "these and take the citations of a question together. The table of differences is pooled, "
        "over the questions where both runs have the figure."
    )
    tables = tuple(scores(run) for run in (comparison.first, comparison.second))
    return Section(title="All scores", blocks=(how, *tables))


def _provenance(comparison: Comparison) -> Section:
    runs = tuple(
        ("run", f"{run.run}, configuration {', '.join(run.configs)}")
        for run in (comparison.first, comparison.second)
    )
    made = (
        ("judge", comparison.first.judge or "none was asked"),
        ("binary", "exact McNemar test, Newcombe's interval for paired shares (method 10)."),
        (
            "rates",
            "questions drawn anew 10,000 times, both runs together (percentile bootstrap); the "
            "paired randomisation test swaps the runs of questions by chance.",
        ),
        ("scores", "Clopper-Pearson on the effective number of units, by question."),
        ("level", f"{level_text(comparison.level)}, seed {comparison.seed}"),
    )
    return Section(title="Where this comes from", blocks=(Listed(points=(*runs, *made)),))
