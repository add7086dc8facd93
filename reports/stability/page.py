"""Stability as a page: how much of what the judge says is chance, and the margin that follows."""

from collections.abc import Sequence

from reports.rendering.layout import Block, Listed, Page, Section, Table, Text
from reports.rendering.wording import (
    UNDEFINED,
    coefficient,
    counted,
    level_text,
    listing,
    percent,
    percent_range,
)
from reports.runs.by_question import Rate
from reports.runs.estimate import FEW_QUESTIONS
from reports.runs.wording import figure, rate
from reports.stability.measure import Stability
from reports.stability.spread import LEVEL, Spread

TOO_NOISY = 0.5
"""A margin so wide that no fall would be found."""

MOST_FLIPS = 20
"""Flipped citations that are listed on a page; the JSON has them all."""


def page(stability: Stability, metrics: Sequence[Rate], *, level: float) -> Page:
    """The page.

    Args:
        stability: what was measured.
        metrics: the scores that the gate watches.
        level: of the interval.
    """
    times = len(stability.repeats.judges)
    return Page(
        title=f"Stability · {stability.repeats.name} on {stability.run}",
        subtitle=f"{counted(stability.citations, 'citation')}, judged {times} times: "
        f"{', '.join(map(str, stability.repeats.judges))}.",
        warnings=warnings(stability),
        sections=(
            _answer(stability, metrics, level),
            Section(title="How far the scores move", blocks=(_scores(stability),)),
            *([_flips(stability)] if stability.flips else []),
        ),
    )


def warnings(stability: Stability) -> tuple[str, ...]:
    """What a reader must know before any figure."""
    said = []
    if differing := stability.repeats.differing:
        said.append(
            f"These are versions, not repeats: they differ in {listing(list(differing))}. What "
            "moves here is that difference and chance together."
        )
    if recorded := stability.repeats.recorded:
        said.append(
            f"Recorded in files and taken for repeats: {recorded} of these "
            f"{len(stability.repeats.judges)} judgings. Whether the same model, prompt and "
            "settings gave them, the files do not say."
        )
    if stability.incomplete:
        said.append(
            f"{counted(stability.incomplete, 'citation')} without a verdict in some repeat, left "
            "out of everything."
        )
    if 0 < stability.same.questions < FEW_QUESTIONS:
        said.append(
            f"Too few questions: {stability.same.questions}. An interval that is taken over "
            f"questions can be leant on from {FEW_QUESTIONS} on."
        )
    return tuple(said)


def headline(stability: Stability) -> str:
    """How stable the judge is, in a sentence."""
    same, times = stability.same, len(stability.repeats.judges)
    if same.value is None:
        return f"Nothing can be said. {same.why}"
    if not stability.flips:
        return f"It said the same of every one of {counted(same.n, 'citation')}, {times} times."
    share = percent(same.value)
    return f"It said the same of {share} of {counted(same.n, 'citation')} in all {times} judgings."


def advice(stability: Stability, metrics: Sequence[Rate]) -> str:
    """The margin to set, in a sentence."""
    margin = stability.margin(metrics)
    if margin is None:
        return "No margin can be recommended: none of the scores that the gate watches is defined."
    if margin == 0:
        return (
            "Set [gate.regression] margin to what you are willing to lose: judging again moves no "
            "score that the gate watches, so the judge needs no margin of its own."
        )
    if margin >= TOO_NOISY:
        return (
            "Too noisy, or too few repeats, to gate on: the scores may move by "
            f"{100 * margin:.0f} points when nothing changes. Ask more often with --repeats, or "
            "mend the judge first."
        )
    return f"Set [gate.regression] margin to {margin:.3f} or more in crosssource.toml."


def _answer(stability: Stability, metrics: Sequence[Rate], level: float) -> Section:
    blocks: list[Block] = [Text(text=headline(stability), strong=True)]
    same = stability.same
    if same.low is not None and same.high is not None:
        blocks.append(
            Text(
                text=f"On new questions like these: {percent_range(same.low, same.high)} "
                f"({level_text(level)} interval, by question)."
            )
        )
    alpha = stability.alpha
    words = coefficient(alpha) if alpha is not None else f"{UNDEFINED}. {stability.alpha_why}"
    blocks.append(Text(text=f"Krippendorff's alpha between the repeats, ordinal: {words}"))
    blocks.append(Text(text=advice(stability, metrics), strong=True))
    return Section(title="Does it say the same again?", blocks=tuple(blocks))


def _scores(stability: Stability) -> Table:
    return Table(
        title="",
        columns=("score", "lowest %", "highest %", "difference", "deviation", "margin"),
        rows=tuple(_row(one) for one in stability.spreads if one.values),
        notes=(
            f"Margin: what the difference of two runs can be in {level_text(LEVEL)} of the cases "
            f"by judging alone, t √2 × the standard deviation over the repeats, t of "
            f"{len(stability.repeats.judges) - 1} degrees of freedom. More repeats narrow it.",
            *_undefined(stability.spreads),
        ),
    )


def _undefined(rows: Sequence[Spread]) -> list[str]:
    """The scores without a spread, together where the reason is the same."""
    reasons: dict[str, list[str]] = {}
    for one in rows:
        if not one.values:
            reasons.setdefault(one.why, []).append(figure(one.score))
    return [f"{listing(names)}: {why}" for why, names in reasons.items()]


def _row(one: Spread) -> tuple[str, ...]:
    figures = (one.largest, one.deviation, one.margin)
    return (
        figure(one.score),
        rate(min(one.values)),
        rate(max(one.values)),
        *("" if value is None else f"{value:.4f}" for value in figures[:2]),
        "" if figures[2] is None else f"{figures[2]:.3f}",
    )


def _flips(stability: Stability) -> Section:
    shown = stability.flips[:MOST_FLIPS]
    points = tuple(
        (
            one.item_id[:8],
            f"{' → '.join(str(said) for said in one.said)}: {one.cited or '(no id)'}, {one.claim}",
        )
        for one in shown
    )
    blocks: list[Block] = [Listed(points=points)]
    if len(stability.flips) > len(shown):
        blocks.append(Text(text=f"{len(shown)} of {len(stability.flips):,}; --json has them all."))
    blocks.append(Text(text="The whole packet behind one: crosssource show ID"))
    return Section(title="The citations that flipped", blocks=tuple(blocks))
