"""`crosssource plan`: how many labels, in which strata, for what is to be known.

The statistics take seconds to import, so nothing of them is imported before the command runs.
"""

from typing import TYPE_CHECKING

import click

from corpus.console import put, say, workspace_option
from corpus.errors import InputError
from corpus.workspace import Workspace
from reports.options import Range, level_option

if TYPE_CHECKING:
    from labels.outcome import Support
    from reports.planning.plan import Wish

EXAMPLE = """\b
Examples:
  crosssource plan --run baseline
  crosssource plan --run baseline --figure recall --half-width 0.1 --expect 0.02
  crosssource plan --run baseline --by config --json | jq .supported
  crosssource plan --sample pilot --blind
  crosssource plan --sample pilot --unblind --figure agreement --half-width 0.03
"""

_OPEN_INTERVAL = Range(0, 1, min_open=True, max_open=True)


@click.command(epilog=EXAMPLE)
@click.option("--run", "runs", multiple=True, metavar="NAME", help="Of which runs (default: all).")
@click.option("--judge", metavar="NAME", help="Whose verdicts, where several judges gave some.")
@click.option(
    "--by", multiple=True, metavar="FIELD", help="Make strata by it, as sample draw --by does."
)
@click.option(
    "--figure",
    default="agreement",
    show_default=True,
    metavar="NAME",
    help="agreement, precision, recall, miss-rate, corrected, kappa, or any name of report.json.",
)
@click.option(
    "--half-width",
    type=_OPEN_INTERVAL,
    default=0.05,
    show_default=True,
    help="Half the width that its interval shall have.",
)
@level_option
@click.option(
    "--expect",
    multiple=True,
    metavar="[VERDICT=]RATE",
    help="The share of (supported) verdicts that people will not confirm (default: 0.05; 0.2 of "
    "the others).",
)
@click.option(
    "--recall-at-least",
    type=_OPEN_INTERVAL,
    default=0.5,
    show_default=True,
    help="Say too how many labels bring recall's low end there.",
)
@click.option("--sample", metavar="NAME", help="Plan on from the labels of this sample.")
@click.option("--blind", is_flag=True, help="With --sample: from counts alone, for whoever labels.")
@click.option(
    "--unblind", is_flag=True, help="With --sample: I do not label it, show how far people agree."
)
@click.option("--json", "as_json", is_flag=True, help="As JSON on stdout.")
@workspace_option
def plan(
    workspace: Workspace,
    runs: tuple[str, ...],
    judge: str | None,
    by: tuple[str, ...],
    figure: str,
    half_width: float,
    level: float,
    expect: tuple[str, ...],
    recall_at_least: float,
    sample: str | None,
    blind: bool,
    unblind: bool,
    as_json: bool,
) -> None:
    """Say how many labels reach a wanted width, in which strata.

    Before labelling, from the verdicts of a run and assumed rates. Once labelling has begun, from
    the labels of a sample: that tells how far people agree with the judge, so it is for whoever
    does not label. --blind tells from counts alone what the labels can at best show.
    """
    if blind and unblind:
        raise InputError(
            "--blind is for whoever labels the sample and --unblind for whoever does not; give one "
            "of them."
        )
    if sample is None:
        if blind or unblind:
            raise InputError("--blind and --unblind need a --sample NAME that is being labelled.")
        _before(
            workspace,
            _wish(figure, half_width, level, recall_at_least),
            (runs, judge, by),
            expect,
            as_json,
        )
        return
    if runs or judge or by or expect:
        raise InputError(
            "--sample has its runs, judge, strata and rates; leave out --run, --judge, --by and "
            "--expect."
        )
    if blind:
        _from_counts(workspace, sample, as_json)
    else:
        wish = _wish(figure, half_width, level, recall_at_least)
        _from_labels(workspace, sample, wish, unblind=unblind, as_json=as_json)


def _wish(figure: str, half_width: float, level: float, recall: float) -> "Wish":
    from reports.planning.figures import figure_named
    from reports.planning.plan import Wish

    return Wish(figure=figure_named(figure), half_width=half_width, level=level, recall=recall)


def _before(
    workspace: Workspace,
    wish: "Wish",
    of: tuple[tuple[str, ...], str | None, tuple[str, ...]],
    expect: tuple[str, ...],
    as_json: bool,
) -> None:
    from labels import sampling
    from labels.store import database
    from labels.store.frame import load_frame
    from reports.planning.plan import plan as make_plan

    runs, judge, by = of
    rates = _rates(expect)
    with database.opened(workspace) as connection:
        frame = load_frame(connection, runs, judge)
    # Drawn whole: the strata with their sizes, named as `sample draw` names them.
    strata = sampling.draw(frame.verdicts, supported=None, partial=None, by=by, seed=0)
    made = make_plan(
        strata,
        wish,
        rates=rates,
        runs=frame.runs,
        judge=frame.judge,
        by=by,
        missing=frame.missing,
    )
    if as_json:
        from reports.planning.plan_json import plan_text

        put(plan_text(made))
        return
    from reports.planning.page import page_of_plan
    from reports.rendering.terminal import show_page

    show_page(page_of_plan(made))


def _rates(expect: tuple[str, ...]) -> "dict[Support, float]":
    """`0.05` or `unsupported=0.2`, over what is assumed otherwise."""
    from labels.outcome import Support
    from reports.planning.population import RATES

    rates = dict(RATES)
    for text in expect:
        verdict, _, number = text.rpartition("=")
        try:
            of, rate = Support(verdict or "supported"), float(number)
        except ValueError:
            of, rate = Support.SUPPORTED, -1.0
        if not 0 <= rate <= 1:
            raise InputError(
                f"--expect {text}: give a rate from 0 to 1, or one with its verdict, for example "
                "--expect 0.05 --expect unsupported=0.2"
            )
        rates[of] = rate
    return rates


def _from_counts(workspace: Workspace, named: str, as_json: bool) -> None:
    from labels.at_best import at_best, miss_rate_bound
    from labels.store import database, samples, standing

    with database.opened(workspace) as connection:
        name = standing.sample_name(connection, named)
        census = standing.is_census(connection, name)
        seen = samples.overview_of(connection, name)
    items, people = seen["items"], seen["labelled"]
    if as_json:
        from reports.planning.plan_json import counts_text

        told = {
            who: {
                "labels": n,
                "miss_rate_at_best": 0.0 if census and n == items else miss_rate_bound(n),
            }
            for who, n in people.items()
        }
        put(counts_text(name, {"items": items, "census": census, "annotators": told}))
        return
    from reports.planning.page import page_of_counts
    from reports.rendering.terminal import show_page

    counts = people or {"": 0}
    said = ((who, f"{at_best(n, items, census=census)}.") for who, n in counts.items())
    show_page(page_of_counts(name, tuple(said)))


def _from_labels(
    workspace: Workspace, named: str, wish: "Wish", *, unblind: bool, as_json: bool
) -> None:
    from labels.store import calibration, database
    from reports.assemble import build
    from reports.planning.pilot import pilot
    from reports.units import UnitKind

    with database.opened(workspace) as connection:
        loaded = calibration.load(connection, workspace, named)
    if not loaded.closed and not unblind:
        raise InputError(
            f"The sample {loaded.sample!r} is open, and how far its labels agree with the judge "
            "would tell whoever labels it what the judge said; if you do not label it, add "
            "--unblind, and for what counts alone tell: "
            f"crosssource plan --sample {loaded.sample} --blind"
        )
    if not loaded.closed:
        say("Not for whoever labels this sample: do not show it to them.")
    report = build(loaded, unit=UnitKind.CITATION, annotator=None, level=wish.level, seed=1)
    made = pilot(report, wish)
    if as_json:
        from reports.planning.plan_json import pilot_text

        put(pilot_text(made))
        return
    from reports.planning.page import page_of_pilot
    from reports.rendering.terminal import show_page

    show_page(page_of_pilot(made))
