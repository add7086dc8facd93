"""`crosssource rescore`: after a fix of the harness, only what it touched is judged again."""

import asyncio
import json
from typing import TYPE_CHECKING

import click

from corpus.console import put, say, workspace_option
from corpus.errors import ExitCode, InputError
from corpus.workspace import Workspace
from evaluator.commands import DOLLARS, JUDGES

if TYPE_CHECKING:
    from evaluator.judges.protocol import OfflineJudge, RequestJudge
    from evaluator.running.material import Material
    from evaluator.running.rescoring import Rescored


@click.command(epilog="Example: crosssource rescore baseline")
@click.argument("run_name", metavar="RUN")
@click.option("--name", metavar="NAME", help="Of the mended run (default: RUN-rescored).")
@click.option(
    "--judge", "named", metavar="JUDGE", help=f"{JUDGES} Default: the one that judged RUN."
)
@click.option("--judge-model", metavar="MODEL", help="The judge's model (default: that of RUN).")
@click.option("--batch", is_flag=True, help="Through the batch service: half the price, slower.")
@click.option(
    "--concurrency", type=click.IntRange(1, 1000), metavar="N", help="Requests at a time."
)
@click.option(
    "--max-cost", type=DOLLARS, metavar="USD", help="Stop before this command has spent so much."
)
@click.option("--dry-run", is_flag=True, help="Say what would be judged; ask and store nothing.")
@click.option("--json", "as_json", is_flag=True, help="Before and after as JSON on stdout.")
@workspace_option
def rescore(
    workspace: Workspace,
    run_name: str,
    name: str | None,
    named: str | None,
    judge_model: str | None,
    batch: bool,
    concurrency: int | None,
    max_cost: float | None,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Parse the answers of RUN again, and judge again only the citations that this changes.

    For after the harness, its settings or the corpus were mended. The result is a run of its own,
    with the same answers; RUN keeps every row. What is unchanged (the same question, claim and
    passage) takes its verdict over and is not paid for again. Labels follow with crosssource sample
    carry.

    Where verdicts are missing in the end, the exit code is 4, and the same command asks for them
    again.

    While a sample with content of the run is open, the figures before and after are withheld: what
    the fix changed comes back to people, and they would say what the judge said of it.
    """
    from corpus import settings
    from evaluator.model.credentials import host_of
    from evaluator.running import material as materials
    from evaluator.running.asking import refuse_unpriced
    from evaluator.running.plan import chosen_judge, models_of
    from evaluator.running.rescoring import claims_by, refuse_imported
    from evaluator.running.rescoring import rescore as mend
    from evaluator.running.session import AskingOptions, asking, prices_of
    from labels.store import database, mending

    chosen = settings.load(workspace)
    with database.opened(workspace) as connection:
        refuse_imported(connection, run_name)
        cut_by = claims_by(connection, run_name)
    material = materials.load(workspace, chosen)
    if named is None:
        named, judge_model = _judge_of(workspace, run_name, judge_model)
    judge = chosen_judge(named, chosen, material.rubric, host_of(), judge_model)
    if dry_run:
        _print_preview(workspace, run_name, judge, material)
        return
    prices = prices_of(chosen)
    asked = [*models_of(judge), *([cut_by.model] if cut_by else [])]
    refuse_unpriced(prices, asked, max_cost)
    how = AskingOptions(
        concurrency=concurrency or chosen.run.concurrency, max_cost=max_cost, batch=batch
    )

    async def work() -> "Rescored":
        async with asking(workspace, how, prices) as (writer, asker):
            mended = name or mending.usual_name(run_name)
            return await mend(run_name, mended, judge, material, writer, asker)

    done = asyncio.run(work())
    if as_json:
        put(json.dumps(_row(done), indent=2, allow_nan=False))
    else:
        _print(done)
    if done.missing:
        say(
            f"{done.run} is as it was, and {done.name} is not finished. Next: "
            f"{mending.finishing(done.run, done.name)}"
        )
        click.get_current_context().exit(ExitCode.SERVICE)
    say(f"{done.run} is as it was. Next: crosssource audit --run {done.name}")
    say(
        f"Where people labelled {done.run}: crosssource sample carry SAMPLE --run {done.name} "
        "(only what changed comes back to them)"
    )


def _print_preview(
    workspace: Workspace,
    run: str,
    judge: "OfflineJudge | RequestJudge",
    material: "Material",
) -> None:
    from evaluator.running.rescoring import preview
    from evaluator.running.writer import StoreWriter

    with StoreWriter(workspace) as writer:
        found = asyncio.run(preview(run, judge, material, writer))
    put(
        f"{found.changed:,} citations would be judged, {found.carried:,} carried over, of "
        f"{found.answers:,} answers."
    )
    if found.cut_by_model:
        say(
            f"{found.cut_by_model:,} answers would first be cut into claims by the model again; "
            "their citations are not counted."
        )
    say("Nothing was asked, and nothing is stored.")


def _judge_of(workspace: Workspace, run: str, model: str | None) -> tuple[str, str | None]:
    """The judge of a run as the option names it, with its model."""
    from labels.store import database, lookup

    with database.opened(workspace) as connection:
        lookup.known_runs(connection, [run])
        try:
            found = lookup.one_judge(connection, [run], None)
        except lookup.SeveralJudgesError as error:
            raise InputError(
                f"Several judges have judged {run!r}, and one of them judges what the fix changed; "
                "say which: --judge anthropic (with --judge-model), lexical or replay:FILE"
            ) from error
        row = connection.execute("SELECT provenance FROM judge WHERE id = ?", [found.id]).fetchone()
    provenance = json.loads(row["provenance"])
    if provenance.get("provider") == "anthropic":
        return "anthropic", model or provenance.get("model")
    if provenance.get("provider") == "offline":
        return "lexical", None
    raise InputError(
        f"The judge of {run!r}, {found.name!r}, is not one that can be asked again by name; say "
        "who judges: --judge replay:FILE, with verdicts on what the fix changed too."
    )


def _print(done: "Rescored") -> None:
    put(
        f"{done.name}: {done.reparsed:,} of {done.answers:,} answers read otherwise; "
        f"{done.carried:,} citations carried over, {done.gone:,} gone, "
        f"{done.changed - done.unjudged:,} judged anew"
        + (f", {done.unjudged:,} without a verdict" if done.unjudged else "")
    )
    if done.open_samples:
        put(
            f"  Figures before and after are withheld while {' and '.join(done.open_samples)} can "
            "be labelled: they say what the judge said of what changed. To see them: crosssource "
            "sample close NAME"
        )
    else:
        _print_figures(done)
    for why, count in sorted(done.missing.items()):
        say(f"  missing: {count} ({why}); the same command asks for them again")


def _print_figures(done: "Rescored") -> None:
    from labels.scores import Score, pooled

    put(f"  {'':<28}{'before':>14}{'after':>14}")
    for outcome, before in done.outcomes_before.items():
        after = done.outcomes_after[outcome]
        if before or after:
            put(f"  {outcome.replace('_', ' '):<28}{before:>14,}{after:>14,}")
    for score in Score:
        values = []
        for cases in (done.before, done.after):
            value = pooled(case.ratios[score] for case in cases).value
            values.append("undefined" if value is None else f"{100 * value:.1f} %")
        if values != ["undefined", "undefined"]:
            put(f"  {score.replace('_', ' '):<28}{values[0]:>14}{values[1]:>14}")


def _row(done: "Rescored") -> dict[str, object]:
    from dataclasses import asdict

    from labels.scores import Score, pooled

    return {
        "format": "crosssource-rescored/1",
        "run": done.run,
        "rescored": done.name,
        "answers": done.answers,
        "reparsed": done.reparsed,
        "carried": done.carried,
        "gone": done.gone,
        "changed": done.changed,
        "unjudged": done.unjudged,
        "missing": dict(done.missing),
        "open_samples": list(done.open_samples),
        "outcomes": None
        if done.open_samples
        else {"before": dict(done.outcomes_before), "after": dict(done.outcomes_after)},
        "scores": None
        if done.open_samples
        else {
            score: {
                word: asdict(pooled(case.ratios[score] for case in cases))
                for word, cases in (("before", done.before), ("after", done.after))
            }
            for score in Score
        },
    }
