"""A plan as a page, for people who are no statisticians: the answer, the command, the tables."""

from labels.outcome import Support
from reports.planning.figures import PlannedFigure
from reports.planning.ladder import RATES, Rung
from reports.planning.pilot import Pilot
from reports.planning.plan import Plan, Way, Wish
from reports.planning.words import at_least_text, at_most_text, expected_text, width_text
from reports.rendering.layout import Block, Listed, Page, Section, Table, Text
from reports.rendering.wording import counted, draw_command, level_text, listing, percent

NOTHING = "–"


def page_of_plan(plan: Plan) -> Page:
    """The page before labelling."""
    size = sum(one.size for one in plan.strata)
    return Page(
        title=f"Plan · {plan.judge}",
        subtitle=f"{counted(size, 'verdict')} of {counted(len(plan.runs), 'run')} "
        f"({', '.join(plan.runs)}).",
        warnings=(f"{counted(plan.missing, 'citation')} without a verdict: in no stratum.",)
        if plan.missing
        else (),
        sections=(
            Section(title="How many labels?", blocks=_answer(plan)),
            Section(title="Where they go", blocks=(_strata(plan),)),
            Section(title="Other ways", blocks=(_ways(plan),)),
            Section(title="What so many buy", blocks=(ladder_table(plan.ladder, plan.wish),)),
        ),
    )


def _answer(plan: Plan) -> tuple[Block, ...]:
    wish = plan.wish
    blocks: list[Block] = [Text(text=_headline(plan), strong=True)]
    if plan.why:
        blocks.append(Text(text=plan.why))
    points = [("draw", draw_of(plan))]
    if plan.first_guess is not None and plan.supported is not None:
        points.append(
            (
                "first guess",
                f"{plan.first_guess:,} supported verdicts by the normal approximation (Cochran); "
                "the exact interval needs what is said above.",
            )
        )
    points.append(("recall", recall_text(plan.for_recall, wish)))
    blocks.append(Listed(points=tuple(points)))
    rates = {one.verdict: one for one in plan.strata}
    assumed = listing(
        [f"{percent(one.rate)} of {verdict}" for verdict, one in rates.items()], last="and"
    )
    blocks.append(
        Text(
            text=f"Assumed: people do not confirm {assumed} verdicts. Give --expect RATE for the "
            "supported ones, --expect unsupported=RATE for others. After some labels, "
            "crosssource plan --sample NAME knows better."
        )
    )
    return tuple(blocks)


def _headline(plan: Plan) -> str:
    wish = plan.wish
    if plan.supported is None or plan.low is None or plan.high is None or plan.half_width is None:
        return f"No plan gives {wish.figure.words} {_width(wish.half_width, wish.figure)}."
    sizes = {verdict: [one for one in plan.strata if one.verdict is verdict] for verdict in Support}
    parts = []
    for verdict in (Support.UNSUPPORTED, Support.PARTIAL, Support.SUPPORTED):
        labels = sum(one.labels for one in sizes[verdict])
        size = sum(one.size for one in sizes[verdict])
        if size:
            parts.append(
                f"all {size:,} {verdict}" if labels == size else f"{labels:,} of {size:,} {verdict}"
            )
    total = sum(one.labels for one in plan.strata)
    return (
        f"Label {listing(parts)} verdicts, {total:,} in all: then expect {wish.figure.words} "
        f"within {_width(plan.half_width, wish.figure)} ({level_text(wish.level)} interval, for "
        f"example {expected_text(plan.low, plan.high, share=wish.figure.share)})."
    )


def draw_of(plan: Plan) -> str:
    """The command to type."""
    every = sum(one.size for one in plan.strata if one.verdict is Support.SUPPORTED)
    wanted = every if plan.supported is None else plan.supported
    return draw_command(
        runs=plan.runs,
        judge=plan.judge,
        supported="all" if wanted >= every else str(wanted),
        partial="all",
        by=plan.by,
    )


def recall_text(labels: int | None, wish: Wish) -> str:
    """How many labels bring recall's low end to what is wanted."""
    aim = f"its low end at {percent(wish.recall)}"
    if labels is None:
        return f"No number of labels brings {aim}: at these rates it is lower than that itself."
    return (
        f"{labels:,} supported labels bring {aim}. Recall: the share of bad citations that the "
        "judge flags."
    )


def _strata(plan: Plan) -> Table:
    return Table(
        title="",
        columns=("stratum", "in the run", "label", "of them", "each\nstands for"),
        rows=tuple(
            (
                one.name,
                f"{one.size:,}",
                f"{one.labels:,}",
                percent(one.labels / one.size),
                f"{one.size / one.labels:,.1f}" if one.labels else NOTHING,
            )
            for one in plan.strata
        ),
    )


def _ways(plan: Plan) -> Table:
    figure = plan.wish.figure
    return Table(
        title="",
        columns=("", "supported", "partial", "labels\nin all", f"expected,\n{_unit(figure)}"),
        rows=tuple(_way(one, figure) for one in plan.ways),
        notes=(
            f"Every unsupported verdict is labelled in each. Expected: half the width of the "
            f"interval of {figure.name}.",
        ),
    )


def _way(one: Way, figure: PlannedFigure) -> tuple[str, ...]:
    numbers = (one.supported, one.partial, one.labels)
    cells = (NOTHING if n is None else f"{n:,}" for n in numbers)
    width = "out of reach" if one.half_width is None else _number(one.half_width, figure)
    return (one.name, *cells, width)


def ladder_table(rungs: tuple[Rung, ...], wish: Wish) -> Table:
    """Numbers of labels against widths and bounds."""
    figure = wish.figure
    return Table(
        title="",
        columns=(
            "supported\nlabels",
            *(f"{100 * rate:.0f} %\nwrong" for rate in RATES),
            "no miss:\nmiss rate ≤",
            "no miss:\nrecall ≥",
            "one miss:\nrecall ≥",
        ),
        rows=tuple(
            (
                f"{one.supported:,}",
                *(_number(width, figure) for width in one.half_widths),
                NOTHING if one.miss_rate is None else at_most_text(one.miss_rate),
                NOTHING if one.recall_at_none is None else at_least_text(one.recall_at_none),
                NOTHING if one.recall_at_one is None else at_least_text(one.recall_at_one),
            )
            for one in rungs
        ),
        notes=(
            f"Columns 2 to 4: the expected half-width of {figure.name}, {_unit(figure)}, where so "
            "many of the supported verdicts are wrong. The last three: limits of the "
            f"{level_text(wish.level)} interval where the labels find no or one wrong supported "
            "verdict. A miss is a bad citation that slipped through: the judge says supported, "
            "people do not. The miss rate is their share of the supported verdicts.",
        ),
    )


def page_of_pilot(pilot: Pilot) -> Page:
    """The page once labelling has begun; for whoever does not label."""
    return Page(
        title=f"Plan · sample {pilot.sample}",
        subtitle=f"Judge {pilot.judge}; {pilot.labelled:,} supported verdicts labelled so far.",
        warnings=(
            "Not for whoever labels this sample: it tells how far people agree with the judge.",
        ),
        sections=(
            Section(
                title="What the labels already say",
                blocks=(Listed(points=tuple(("", text) for text in pilot.says)),)
                if pilot.says
                else (Text(text="Nothing is left to chance, or nothing has an outcome yet."),),
            ),
            Section(title="How many more?", blocks=_more(pilot)),
            Section(title="Where they go", blocks=_sharing(pilot)),
            Section(title="What so many buy", blocks=(ladder_table(pilot.ladder, pilot.wish),)),
        ),
    )


def _more(pilot: Pilot) -> tuple[Block, ...]:
    wish, figure = pilot.wish, pilot.wish.figure
    wanted = _width(wish.half_width, figure)
    if pilot.low is not None and pilot.high is not None:
        now = (
            f"Now {figure.name} is within "
            f"{_width((pilot.high - pilot.low) / 2, figure)} "
            f"({expected_text(pilot.low, pilot.high, share=figure.share)})."
        )
    else:
        now = f"Now {figure.name} has no interval."
    if pilot.supported is None or pilot.half_width is None:
        more = f"{wanted} is out of reach."
    elif pilot.supported <= pilot.labelled:
        more = f"These labels are enough for {wanted} at the rates they show."
    else:
        more = (
            f"{wanted} takes about {pilot.supported:,} supported labels in all, "
            f"{pilot.supported - pilot.labelled:,} more than there are (expected "
            f"{_width(pilot.half_width, figure)})."
        )
    blocks: list[Block] = [Text(text=f"{now} {more}", strong=True)]
    blocks += [Text(text=pilot.why)] if pilot.why else []
    points = [("recall", recall_text(pilot.for_recall, wish))]
    if pilot.supported is not None and pilot.supported > pilot.labelled:
        points.insert(0, ("draw", pilot_draw(pilot)))
    blocks.append(Listed(points=tuple(points)))
    blocks.append(Text(text="A new sample starts without labels: they stay where they are."))
    return tuple(blocks)


def pilot_draw(pilot: Pilot) -> str:
    """The command for a sample of that size."""
    every = sum(one.size for one in pilot.strata if one.verdict is Support.SUPPORTED)
    wanted = every if pilot.supported is None else pilot.supported
    return draw_command(
        runs=pilot.runs,
        judge=pilot.judge,
        supported="all" if wanted >= every else str(wanted),
        partial="all",
        by=pilot.by,
    )


def _sharing(pilot: Pilot) -> tuple[Block, ...]:
    table = Table(
        title="",
        columns=(
            "stratum",
            "in the\nrun",
            "so\nfar",
            "wrong",
            "planned\nrate",
            "by\nsize",
            "Neyman",
        ),
        rows=tuple(
            (
                one.name,
                f"{one.size:,}",
                f"{one.labelled:,}",
                f"{one.wrong:,}",
                percent(one.rate),
                f"{one.proportional:,}",
                f"{one.neyman:,}",
            )
            for one in pilot.strata
        ),
        notes=("Planned rate: (wrong + 1/2) / (labelled + 1), so that none found is not none.",),
    )
    return (table, Text(text=neyman_text(pilot)))


def neyman_text(pilot: Pilot) -> str:
    """Whether sharing by Neyman's rule is worth it."""
    if pilot.neyman_half_width is None or pilot.half_width is None:
        return "There is one supported stratum: nothing to share."
    figure = pilot.wish.figure
    better = pilot.neyman_half_width < pilot.half_width
    verdict = "it pays here" if better else "it does not pay here: stay with shares by size"
    return (
        "Neyman's shares would know a total best, but break proportion to size: the report then "
        "takes the wider of two intervals, about a quarter wider. Expected "
        f"{_width(pilot.neyman_half_width, figure)} against {_width(pilot.half_width, figure)}; "
        f"{verdict}."
    )


def page_of_counts(sample: str, said: tuple[tuple[str, str], ...]) -> Page:
    """The page from counts alone, which whoever labels may see."""
    return Page(
        title=f"Plan · sample {sample}, from counts alone",
        subtitle="Nothing of what was said went into it.",
        warnings=(),
        sections=(
            Section(title="What the labels can at best show", blocks=(Listed(points=said),)),
        ),
    )


def _unit(figure: PlannedFigure) -> str:
    return "± points" if figure.share else "±"


def _number(half_width: float, figure: PlannedFigure) -> str:
    return f"{100 * half_width:.1f}" if figure.share else f"{half_width:.3f}"


def _width(half_width: float, figure: PlannedFigure) -> str:
    return width_text(half_width, share=figure.share)
