"""What is imported of a file that has been surveyed: which metric, against what text, by what rule.

One metric at a time: a label answers one question, and a judge of relevance is not compared with
people who were asked about support.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from corpus.amount import amounts, count
from corpus.errors import InputError
from labels.interchange.columns import listed
from labels.interchange.harnesses import mapping as mappings
from labels.interchange.harnesses import names
from labels.interchange.harnesses.direction import Direction
from labels.interchange.harnesses.survey import Metric, Numbers, Survey


class Against(StrEnum):
    """What a claim is held against: one thing for all of a file."""

    PASSAGE = "passage"
    REFERENCE = "reference"
    INPUT = "input"

    @property
    def told(self) -> str:
        """What a reader is told where a passage would have its source."""
        return {
            "passage": "",
            "reference": "the expected answer: the file holds no passage",
            "input": "the question as it was asked: the file holds no passage",
        }[self.value]


class Rejected(StrEnum):
    """What it means that a person rejected a verdict and left its value as it was."""

    SAME = "same"
    """The value stands; only the reason was wrong."""
    OTHER = "other"
    """The value is wrong: of two, the other one holds."""
    NONE = "none"
    """It says nothing: there is no label."""


class OpenDirectionError(InputError):
    """A metric's name does not tell whether a high score of it is good or bad."""


class OpenRejectsError(InputError):
    """People rejected verdicts and left their values as they were; what that means is open."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What the user asked for."""

    metric: str | None = None
    threshold: float | None = None
    higher_is: Direction | None = None
    """What a high score says; None goes by the metric's name."""
    rejected: Rejected | None = None
    scores_missing: bool = False
    """Scores between 0 and 1 are missing verdicts, where there is no threshold."""
    direction_open: bool = False
    """A direction that the name does not tell is left open: the file is only looked at."""
    mapping: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """How a file is imported."""

    metric: str
    against: Against
    threshold: float | None
    higher_is: Direction | None
    """What the user says of high scores; None where the metric's name was gone by."""
    rejected: Rejected
    others: tuple[str, ...]
    """The metrics that are left out."""


def choose(found: Survey, asked: Asked, file: str) -> Choice:
    """Decide.

    Raises:
        OpenDirectionError: it is open whether a high score is good.
        OpenRejectsError: it is open what rejected verdicts mean.
        InputError: there is nothing to import, or it is for the user to decide; it says how.
    """
    mappings.refuse_unknown(asked.mapping, found.names, file)
    metric = _metric(found, asked.metric, file)
    if not metric.verdicts and metric.unknown:
        raise InputError(_no_word(metric, file))
    _refuse_direction(metric, asked, file)
    if metric.contradiction:
        raise InputError(
            f"{file}, {metric.contradiction} of the same under {metric.name!r}, and no time tells "
            "which holds; leave the one that does, or name who gave each."
        )
    _refuse_scores(metric, asked, file)
    if asked.threshold is not None:
        _refuse_threshold(metric, asked.threshold, file)
    if metric.open and asked.rejected is None:
        raise OpenRejectsError(
            f"{file}: {metric.open} rejected verdicts have an edit that keeps their value (the "
            f"first in {metric.open_example}); say what that means with --rejected same (the value "
            "is right), other (it is the other one) or none (no label)."
        )
    return Choice(
        metric=metric.name,
        against=_against(found, file),
        threshold=asked.threshold,
        higher_is=asked.higher_is,
        rejected=asked.rejected or Rejected.NONE,
        others=tuple(name for name in found.metrics if name != metric.name),
    )


def _metric(found: Survey, named: str | None, file: str) -> Metric:
    if named is not None:
        same = [
            one for one in found.metrics.values() if names.plain(one.name) == names.plain(named)
        ]
        exact = [one for one in same if one.name == named]
        if not (exact or len(same) == 1):
            raise InputError(f"{file} has no metric {named!r}; it has: {_listed(found) or 'none'}.")
        return (exact or same)[0]
    if not found.usable:
        worded = [metric for metric in found.metrics.values() if metric.unknown]
        if worded:
            raise InputError(_no_word(likeliest(worded, found.format.default)[0], file))
        raise InputError(_nothing(found, file))
    likely = likeliest(found.usable, found.format.default)
    if len(likely) > 1:
        raise InputError(
            f"{file} has {len(likely)} metrics that could be the verdict ({_listed(found)}); say "
            f"which with --metric {likely[0].name!r}."
        )
    return likely[0]


def likeliest(metrics: list[Metric], default: str = "") -> list[Metric]:
    """The metrics most likely meant: a model's before a rule's, support before all else."""
    if meant := [one for one in metrics if one.name == default]:
        return meant
    likely = [one for one in metrics if one.by_model] or metrics
    nearest = max(names.nearness(one.name) for one in likely)
    return [one for one in likely if names.nearness(one.name) == nearest]


def _refuse_direction(metric: Metric, asked: Asked, file: str) -> None:
    if asked.higher_is is not None and not metric.turning:
        raise InputError(
            f"--higher-is {asked.higher_is}: no value of {metric.name!r} in {file} is a score; its "
            "words say themselves what they mean, so leave it out."
        )
    if metric.higher_is is None and metric.turning and not asked.direction_open:
        raise OpenDirectionError(
            f"{file}: the name of {metric.name!r} does not tell whether a high score of it is good "
            "or bad; say which with --higher-is better (1 is supported) or --higher-is worse (1 "
            "is unsupported)."
        )


def _refuse_scores(metric: Metric, asked: Asked, file: str) -> None:
    if asked.scores_missing:
        return
    if metric.unknown:
        raise InputError(
            f"{file}: {words(metric)} {'is' if len(metric.unknown) == 1 else 'are'} no known value "
            f"of {metric.name!r}; {_meant(metric)}, or take such values as missing with "
            "--malformed missing."
        )
    if not (metric.scores or metric.human_scores) or asked.threshold is not None:
        return
    of = metric.verdicts + metric.missing.total()
    turned = ", and much of it is bad, so that one minus the score counts"
    example = f"{metric.example}{turned if metric.higher_is is Direction.WORSE else ''}"
    raise InputError(
        f"{file}: {metric.scores:,} of {of:,} values of {metric.name!r} and "
        f"{metric.human_scores:,} of people are scores without a place on the scale (for example "
        f"{example}); say from which on a claim counts as supported, for "
        f"example with --threshold {told(middle(metric))}, or take them as missing with "
        "--malformed missing."
    )


def _refuse_threshold(metric: Metric, threshold: float, file: str) -> None:
    """Refuse a threshold that tells nothing apart: every verdict would be the same, whatever was
    said. One that would have to serve two scales does not serve one of them."""
    if metric.has_two_scales:
        raise InputError(
            f"--threshold {told(threshold)}: the scores of {metric.name!r} in {file} go from "
            f"{metric.numbers.low:g} to {metric.numbers.high:g} and those of people from "
            f"{metric.human_numbers.low:g} to {metric.human_numbers.high:g}, so that no threshold "
            "is one for both; write both on one scale."
        )
    numbers = _numbers(metric)
    scale = numbers.scale()
    if scale is None:
        raise InputError(
            f"--threshold {told(threshold)}: no value of {metric.name!r} in {file} is a score that "
            "a threshold could place; leave it out."
        )
    least, most = scale
    if least < threshold <= most:
        return
    problem = "no score reaches it" if threshold > most else "every score reaches it"
    turned = "one minus " if metric.higher_is is Direction.WORSE else ""
    raise InputError(
        f"--threshold {told(threshold)}: {problem}, for {turned}the scores of {metric.name!r} in "
        f"{file} go from {told(numbers.low)} to {told(numbers.high)}; give one on their scale, for "
        f"example --threshold {told(middle(metric))}."
    )


def middle(metric: Metric, *, turned: bool = False) -> float:
    """A threshold in the middle of the scores, for an example that is to be thought about: with as
    few digits as tell them apart.

    Args:
        metric: whose scores they are.
        turned: as if high scores were bad, where that is open.
    """
    numbers = _numbers(metric)
    if numbers.low < numbers.high:
        least, most = numbers.low, numbers.high
    else:
        least, most = numbers.scale() or (0.0, 1.0)
    if turned:
        least, most = 1 - most, 1 - least
    halfway = (least + most) / 2
    short = (round(halfway, digits) for digits in range(1, 16))
    return next((one for one in short if least < one <= most), most)


def _numbers(metric: Metric) -> Numbers:
    """The judge's scores, or people's where it gave none."""
    return metric.numbers if metric.numbers.scale() else metric.human_numbers


def told(score: float) -> str:
    """A score as it is written: all digits that it has, and none that arithmetic left."""
    return f"{score:.15g}"


def words(metric: Metric) -> str:
    """The words that nobody knows, each with its place."""
    told = [f"{word!r} in {place}" for word, place in list(metric.unknown.items())[:_FEW]]
    rest = len(metric.unknown) - len(told)
    return ", ".join(told) + (f" and {rest:,} more" if rest else "")


def _meant(metric: Metric) -> str:
    """The way out for a word: the line of the settings that gives it a meaning."""
    word = json.dumps(next(iter(metric.unknown)), ensure_ascii=False)
    it = "it means" if len(metric.unknown) == 1 else "each means"
    return (
        f'say what {it} in crosssource.toml ([verdicts] {word} = "supported", "partial", '
        '"unsupported" or "missing")'
    )


def _no_word(metric: Metric, file: str) -> str:
    told = f"{file}: no value of {metric.name!r} is known: {words(metric)}; {_meant(metric)}."
    if any("beside it" in place for place in metric.unknown.values()):
        told += " The word is what was said, so the score beside it is not taken in its place."
    return told


_FEW = 6


def _against(found: Survey, file: str) -> Against:
    if found.passages:
        return Against.PASSAGE
    if found.references:
        return Against.REFERENCE
    if found.questions:
        return Against.INPUT
    raise InputError(
        f"{file} holds no text that an answer could be held against (looked for passages, an "
        f"expected answer, a question); name the field with --map passage=FIELD, of: "
        f"{listed(found.names) or 'none'}."
    )


def _nothing(found: Survey, file: str) -> str:
    """Why a file of a known format cannot be imported."""
    missing = found.lost.copy()
    for metric in found.metrics.values():
        missing.update(metric.missing)
    held = count(found.notes.records, "record")
    reasons, unused = amounts(missing), amounts(found.notes.unused)
    inside = f"; {reasons}" if reasons else ""
    beside = f"; not read: {unused}" if unused else ""
    return (
        f"{file} is {found.format.title} with {held} and no verdict that has a value{inside}"
        f"{beside}. There is nothing to calibrate in it; give {found.format.gives}."
    )


def _listed(found: Survey) -> str:
    return ", ".join(
        f"{metric.name!r} ({'a model' if metric.by_model else 'a rule'}, {metric.verdicts:,})"
        for metric in found.metrics.values()
    )
