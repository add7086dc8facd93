"""Several judges compared, as a page: which is better in plain words, then the tables."""

from labels.outcome import Outcome, Support
from reports.judges import wording
from reports.judges.comparison import Flipped, JudgeComparison, JudgePair
from reports.judges.notices import notices
from reports.judges.tables import (
    against_people,
    alone,
    confusion,
    crossings,
    in_pairs,
)
from reports.rendering.layout import Block, Item, Listed, Page, Section, Text
from reports.rendering.wording import BUGS, OUTCOMES, counted, level_text
from reports.runs.difference import fewest_differing
from reports.stale_words import change_words

FIRST_FLIPS = 3
"""How many citations of a pair a short page shows."""

FIRST_PAIRS = 3
"""Of how many pairs a short page shows the whole table, and citations."""


def page(made: JudgeComparison, *, full: bool, flips: int = FIRST_FLIPS) -> Page:
    """The page of a comparison.

    Args:
        full: every table and every citation; otherwise the first few.
        flips: how many citations of a pair a short page shows.
    """
    sections = [_answer(made), Section(title="Each judge against people", blocks=_people(made))]
    if made.pairs:
        sections += [
            Section(
                title="In pairs", blocks=(in_pairs(made), alone(made), Text(text=_biased(made)))
            ),
            Section(title="The judges among themselves", blocks=_crossings(made, full=full)),
            _differing(made, most=None if full else flips),
        ]
    sections.append(_provenance(made))
    return Page(
        title=f"Judges compared · sample {made.sample}",
        subtitle=(
            f"{counted(len(made.judges), 'judge')} on {counted(made.frame_size, 'citation')} of "
            f"{', '.join(made.runs)}; {made.drawn:,} drawn by the verdicts of {made.drawn_by}, "
            f"{made.labelled:,} with a human outcome."
        ),
        warnings=notices(made),
        sections=tuple(sections),
    )


def _answer(made: JudgeComparison) -> Section:
    blocks: list[Block] = [Text(text=wording.headline(made), strong=True)]
    if made.pairs:
        points = tuple(("", wording.pair_sentence(made, pair)) for pair in made.pairs)
        blocks += [Listed(points=points), Text(text=_rule(made))]
    if undecided := wording.undecided_sentence(made):
        blocks.append(Text(text=undecided))
    blocks.append(Text(text="What next?"))
    steps = tuple(("", step) for step in wording.next_steps(made))
    blocks.append(Listed(points=steps, numbered=True))
    return Section(title="Which judge is better?", blocks=tuple(blocks))


def _rule(made: JudgeComparison) -> str:
    limit = f"{1 - made.level:.4f}".strip("0")
    fair = all(pair.support.alone.fair for pair in made.pairs)
    test = (
        f", and McNemar's exact test is below {limit} though all pairs are tested at once (Holm)"
        if fair
        else ""
    )
    return (
        "Better: agrees with people, on three levels, more often. Settled: the "
        f"{level_text(made.level)} interval through the design leaves 0 out, widened for all the "
        f"pairs that are compared{test}; and people agree with one of the two alone in at least "
        f"{fewest_differing(made.level)} labels. Not settled is not the same as equal."
    )


def _people(made: JudgeComparison) -> tuple[Block, ...]:
    note = (
        "Every figure is computed through the sample design: the strata of the draw are cut once "
        "more by the verdicts of each judge, and counted over all citations."
    )
    return (against_people(made), Text(text=note))


def _biased(made: JudgeComparison) -> str:
    if all(pair.support.alone.fair for pair in made.pairs):
        return (
            "The draw gave every citation the same chance, so the labelled ones alone are not "
            "biased either; the first table also knows how often each judge said what."
        )
    return (
        f'"The labelled citations alone" counts every label once. The sample was drawn by the '
        f"verdicts of {made.drawn_by}, so some kinds of citation have a larger part in it than in "
        "the run: those figures are biased, for or against any judge. Quote the first table."
    )


def _crossings(made: JudgeComparison, *, full: bool) -> tuple[Block, ...]:
    blocks: list[Block] = [crossings(made)]
    shown = made.pairs if full else made.pairs[:FIRST_PAIRS]
    blocks += [confusion(made, pair) for pair in shown]
    blocks.append(
        Text(text="That judges agree shows that they are alike, not that they are right.")
    )
    return tuple(blocks)


def _differing(made: JudgeComparison, *, most: int | None) -> Section:
    """The citations on which two judges differ, those that people labelled first."""
    blocks: list[Block] = []
    pairs = [pair for pair in made.pairs if pair.crossing.flips]
    for pair in pairs if most is None else pairs[:FIRST_PAIRS]:
        title = f"{made.label(pair.first)} and {made.label(pair.second)}"
        shown = pair.flips if most is None else pair.flips[:most]
        blocks += [
            _flip(f"{title}, {index} of {pair.crossing.flips:,}", made, pair, one)
            for index, one in enumerate(shown, start=1)
        ]
        if rest := pair.crossing.flips - len(shown):
            blocks.append(Text(text=f"{title}: {rest:,} more."))
    if not blocks:
        blocks.append(Text(text="They say the same of every citation that both have judged."))
    elif most is not None:
        blocks.append(
            Text(text="All of them, of every pair: crosssource judges --format md (or json, csv).")
        )
    return Section(title="Citations on which they differ", blocks=tuple(blocks))


def _flip(title: str, made: JudgeComparison, pair: JudgePair, one: Flipped) -> Item:
    flip = one.flip
    fields = (
        ("item", flip.item_id[:12]),
        ("where", " · ".join(part for part in (flip.run, flip.case_id, flip.claim_id) if part)),
        ("claim", flip.claim),
        ("cites", flip.citation),
        (made.label(pair.first), level_and_category(flip.first)),
        (made.label(pair.second), level_and_category(flip.second)),
        ("people", people_say(one)),
    )
    return Item(title=title, fields=tuple(field for field in fields if field[1]))


def people_say(one: Flipped) -> str:
    """What people say of a citation; empty where nobody was asked or nobody has answered."""
    decision = one.decision
    if decision.outcome is not None:
        return level_and_category(decision.outcome)
    if decision.bug is not None:
        return f"harness bug: {BUGS[decision.bug]}"
    return "undecided" if decision.state.undecided else ""


def level_and_category(outcome: Outcome) -> str:
    """`supported`, `unsupported`, `unsupported (another document)`."""
    if outcome.support is not Support.UNSUPPORTED or outcome is Outcome.UNCATEGORISED:
        return str(outcome.support)
    return f"{outcome.support} ({OUTCOMES[outcome]})"


def _provenance(made: JudgeComparison) -> Section:
    points = []
    for one in made.judges:
        judge = one.judge
        facts = ", ".join(
            f"{key} {value[:12] if len(value) == 64 else value}"
            for key, value in sorted(judge.provenance.items())
        )
        points.append(("judge", f"{judge.name}, id {judge.id[:8]}: {facts or 'imported'}"))
    for pair in made.pairs:
        if pair.versions:
            names = f"{made.label(pair.first)} to {made.label(pair.second)}"
            points.append(("versions", f"{names}: {change_words(pair.versions)}"))
    points += [
        ("seal", f"{made.blindness.sealed_sha256[:16]}…"),
        (
            "made",
            f"{made.generated_at} by crosssource {made.tool_version}, level "
            f"{level_text(made.level)}, seed {made.seed}",
        ),
    ]
    return Section(title="Where this comes from", blocks=(Listed(points=tuple(points)),))
