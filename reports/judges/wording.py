"""What two judges come to, in sentences for people who are no statisticians."""

import shlex

from reports.judges.comparison import Conclusion, JudgeComparison, JudgePair
from reports.judges.difference import limits_of
from reports.rendering.wording import counted, draw_command, listing
from reports.runs.difference import fewest_differing
from reports.runs.wording import points, signed


def headline(made: JudgeComparison) -> str:
    """Which judge is better, and whether that is settled; one or two sentences."""
    if len(made.judges) < 2:
        return "There is one judge only, so there is nothing to compare it with."
    settled = [pair for pair in made.pairs if better(pair) is not None]
    if not settled:
        return f"Not settled: {_open(made)}"
    best = _best(made)
    first = (
        f"{made.label(best)} is the best of the {len(made.judges)}. " if best is not None else ""
    )
    others = len(made.pairs) - len(settled)
    are = "is" if others == 1 else "are"
    rest = f" {counted(others, 'other pair')} {are} not settled." if others else ""
    return first + " ".join(_settled(made, pair) for pair in settled) + rest


def better(pair: JudgePair) -> int | None:
    """The judge that is settled to be the better one; None where it is open."""
    sides = {Conclusion.FIRST: pair.first, Conclusion.SECOND: pair.second}
    return sides.get(pair.conclusion)


def _best(made: JudgeComparison) -> int | None:
    """The one that is settled to be better than each of the others; None where there is none."""
    if len(made.judges) < 3:
        return None
    for number in range(len(made.judges)):
        own = [pair for pair in made.pairs if number in (pair.first, pair.second)]
        if all(better(pair) == number for pair in own):
            return number
    return None


def _open(made: JudgeComparison) -> str:
    if not made.labelled:
        return "no drawn citation has a human outcome, so none can be shown to be better."
    if all(pair.conclusion is Conclusion.SAME for pair in made.pairs):
        return "they say the same of every citation."
    if all(pair.conclusion is Conclusion.UNDEFINED for pair in made.pairs):
        return "where the judges differ, labels are missing."
    return "no judge is shown to agree with people more often than another."


def _settled(made: JudgeComparison, pair: JudgePair) -> str:
    """`gpt-4 agrees with people more often than gpt-3.5, by 30.0 points (25.1 to 34.4).`"""
    figure, limits = pair.support.weighted, limits_of(pair.support)
    first_wins = pair.conclusion is Conclusion.FIRST
    winner, loser = (pair.first, pair.second) if first_wins else (pair.second, pair.first)
    near, far = sorted((abs(limits.low), abs(limits.high))) if limits else (0.0, 0.0)
    between = f"{points(near)} to {points(far)}"
    by = f"{between} points" if figure.value is None else f"{points(figure.value)} points"
    if figure.value is not None and near != far:
        by += f" ({between})"
    return f"{made.label(winner)} agrees with people more often than {made.label(loser)}, by {by}."


def pair_sentence(made: JudgeComparison, pair: JudgePair) -> str:
    """How it stands between two judges, with what would settle it."""
    first, second = made.label(pair.first), made.label(pair.second)
    figure, difference = pair.support.weighted, pair.support
    if difference.common == 0:
        return f"{first} and {second} have judged no citation both."
    if difference.differing == 0:
        return f"{first} and {second} say the same of all {difference.common:,} citations."
    if better(pair) is not None:
        return f"{_settled(made, pair)} Settled.{_why(pair)}"
    if figure.value is None:
        return f"{first} and {second}: cannot be said.{_why(pair)}{_bounds(made, pair)}"
    lead = first if figure.value > 0 else second
    between = ""
    if figure.low is not None and figure.high is not None and figure.low != figure.high:
        between = f" ({first} less {second}: {signed(figure.low)} to {signed(figure.high)})"
    ahead = f"{lead} is ahead by {points(figure.value)} points" if figure.value else "level"
    return f"{first} and {second}: {ahead}{between}, and it is not settled. {_wanted(made, pair)}"


def _why(pair: JudgePair) -> str:
    """Why there is no value; empty where there is one."""
    why = pair.support.weighted.why
    return f" {why}" if why else ""


def _bounds(made: JudgeComparison, pair: JudgePair) -> str:
    bounds = pair.support.bounds
    if bounds is None:
        return ""
    return (
        f" Whatever people say of these, {made.label(pair.first)} less {made.label(pair.second)} "
        f"lies between {signed(bounds.low)} and {signed(bounds.high)} points."
    )


def _wanted(made: JudgeComparison, pair: JudgePair) -> str:
    """How many labels would do."""
    have, size = pair.support.weighted.n, pair.support.differing
    fewest = fewest_differing(made.level)
    if size < fewest:
        return (
            f"They differ on {counted(size, 'citation')}, and fewer than {fewest} settle nothing "
            "whatever people say: more citations are needed, not more labels."
        )
    if have >= size:
        return (
            f"All {size:,} citations on which they differ are labelled: more labels change "
            "nothing here, more citations would."
        )
    so_far = f"of the {size:,} citations on which they differ, {have:,} are labelled"
    if pair.labels_wanted is None:
        return f"Nobody can say how many labels would do ({so_far}); all of them leave no chance."
    if pair.labels_wanted <= have:
        return f"It is close: a few more labels there may do ({so_far})."
    if pair.labels_wanted >= size:
        return f"It would take labels on all of them: {so_far}."
    return (
        f"About {counted(pair.labels_wanted, 'label')} there would do, if the difference stays "
        f"what it is: {so_far}."
    )


def next_steps(made: JudgeComparison) -> tuple[str, ...]:
    """What to do now, each with its command."""
    steps = []
    if len(made.judges) < 2:
        steps.append(
            "Have the same citations judged by another: crosssource judge "
            f"{shlex.quote(made.runs[0])} --judge NAME, or import its verdicts with the same --run "
            "and another --judge"
        )
    if made.unlabelled:
        steps.append(
            f"Label the {counted(made.unlabelled, 'drawn citation')} still without a label: "
            f"crosssource label --sample {shlex.quote(made.sample)} --annotator NAME"
        )
    elif made.origin == "drawn" and any(_could_settle(pair) for pair in made.pairs):
        other = next(pair for pair in made.pairs if _could_settle(pair))
        judge, against = made.label(other.second), made.label(other.first)
        command = draw_command(runs=made.runs, judge=judge, supported="60", against=against)
        steps.append(
            f"Draw a sample by the verdicts of {judge}, with labels in every part where "
            f"{against} says something else, and compare from there: {command}. It starts without "
            "labels."
        )
    if made.undecided:
        steps.append(
            f"Settle the {counted(made.undecided, 'undecided citation')}, where people differ or "
            f"could not judge: crosssource adjudicate --sample {shlex.quote(made.sample)} "
            "--adjudicator NAME"
        )
    if any(pair.crossing.flips for pair in made.pairs):
        steps.append(
            "Read the citations on which they differ; the whole packet of one: crosssource show "
            "ITEM"
        )
    return tuple(steps) or ("Keep this comparison with the run.",)


def _could_settle(pair: JudgePair) -> bool:
    return better(pair) is None and pair.support.weighted.n < pair.support.differing


def undecided_sentence(made: JudgeComparison) -> str:
    """What undecided items could do to the differences; empty where there are none."""
    moved = [pair for pair in made.pairs if pair.support.weighted.undecided]
    parts = []
    for pair in moved:
        around = pair.support.weighted.undecided
        if around is not None:
            parts.append(
                f"{made.label(pair.first)} less {made.label(pair.second)} "
                f"{signed(around.low)} to {signed(around.high)} points"
            )
    if not parts:
        return ""
    return f"With the undecided items settled one way or the other: {listing(parts)}."
