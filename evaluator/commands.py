"""`crosssource run`: questions in, answers, verdicts and scores out."""

import asyncio
from typing import TYPE_CHECKING

import click

from corpus.console import put, say, workspace_option
from corpus.workspace import Workspace

if TYPE_CHECKING:
    from evaluator.running.dry_run import StageEstimate
    from evaluator.running.runner import RunOutcome


@click.command(
    epilog="Example: crosssource run --config strict --judge anthropic --max-cost 5 --dry-run"
)
@click.option(
    "--config", "configs", multiple=True, metavar="NAME", help="Which (default: all settings have)."
)
@click.option(
    "--judge",
    default="anthropic",
    show_default=True,
    metavar="JUDGE",
    help="anthropic, lexical (offline), or replay:FILE (recorded verdicts).",
)
@click.option("--judge-model", metavar="MODEL", help="The judge's model (default: the settings').")
@click.option(
    "--generator",
    type=click.Choice(["anthropic", "extractive"]),
    default="anthropic",
    show_default=True,
    help="Who answers: a model, or sentences of the passages (offline).",
)
@click.option(
    "--claims",
    type=click.Choice(["model", "rules"]),
    help="Who cuts answers into claims (default: model where a model judges, else rules).",
)
@click.option("--name", default="", metavar="PREFIX", help="Before the runs' names.")
@click.option("--resume", is_flag=True, help="Only go on with runs that are there.")
@click.option("--batch", is_flag=True, help="Through the batch service: half the price, slower.")
@click.option(
    "--concurrency", type=click.IntRange(1, 1000), metavar="N", help="Requests at a time."
)
@click.option(
    "--max-cost", type=click.FloatRange(0, min_open=True), metavar="USD", help="Stop before this."
)
@click.option("--dry-run", is_flag=True, help="Print calls, tokens and price; ask nothing.")
@workspace_option
def run(
    workspace: Workspace,
    configs: tuple[str, ...],
    judge: str,
    judge_model: str | None,
    generator: str,
    claims: str | None,
    name: str,
    resume: bool,
    batch: bool,
    concurrency: int | None,
    max_cost: float | None,
    dry_run: bool,
) -> None:
    """Answer the golden questions, judge every citation, score.

    A run is named as its configuration. The same command goes on where it stopped, and nothing
    that was answered is paid for again. Keys come from the environment (ANTHROPIC_API_KEY) and are
    never stored.
    """
    from corpus import settings
    from evaluator.configuration import Generator
    from evaluator.model.credentials import host_of
    from evaluator.running import material as materials
    from evaluator.running.plan import RunPlan, configurations, judge_named, judge_use
    from evaluator.running.session import Session, refuse_nothing_to_resume

    chosen = settings.load(workspace)
    material = materials.load(workspace, chosen)
    by_model = (claims or ("model" if judge == "anthropic" else "rules")) == "model"
    plan = RunPlan(
        runs=configurations(material, configs, name, Generator(generator)),
        judge=judge_named(judge, material, host_of(), judge_model),
        claims=judge_use(chosen, judge_model) if by_model else None,
    )
    if resume:
        refuse_nothing_to_resume(workspace, plan)
    session = Session(
        workspace=workspace,
        material=material,
        plan=plan,
        concurrency=concurrency or chosen.run.concurrency,
        max_cost=max_cost,
        batch=batch,
    )
    if dry_run:
        _print_estimate(session.estimate())
        return
    outcomes = asyncio.run(session.run())
    for outcome in outcomes:
        _print_outcome(outcome)
    names = " ".join(outcome.run for outcome in outcomes)
    if len(outcomes) == 2:
        say(f"Next: crosssource compare {names}")
    say("Then: crosssource sample draw, to find out what these verdicts are worth")


def _print_estimate(stages: "list[StageEstimate]") -> None:
    put(f"{'':<10}{'calls':>7}{'kept':>7}{'tokens in':>12}{'tokens out':>12}{'dollars':>10}")
    total: float | None = 0.0
    for stage in stages:
        asked = stage.asked
        cost = "unknown" if asked.cost is None else f"{asked.cost:.2f}"
        put(
            f"{stage.purpose:<10}{asked.calls:>7,}{stage.kept:>7,}{asked.input_tokens:>12,}"
            f"{asked.output_tokens:>12,}{cost:>10}"
        )
        total = None if total is None or asked.cost is None else total + asked.cost
    calls = sum(stage.asked.calls for stage in stages)
    price = "a price that is not known for every model" if total is None else f"${total:.2f}"
    say(
        f"About {calls:,} calls for {price}. What follows the answers is counted on stand-ins, and "
        "tokens are characters / 3.5: an estimate. Nothing was asked."
    )


def _print_outcome(outcome: "RunOutcome") -> None:
    from labels.scores import AnswerClass, Score, pooled

    put(f"Run {outcome.run}: {len(outcome.scores)} answers, {outcome.citations} citations")
    for score in Score:
        ratio = pooled([scored.ratios[score] for scored in outcome.scores])
        value = "undefined" if ratio.value is None else f"{100 * ratio.value:.1f} %"
        note = ratio.why if ratio.value is None else f"of {ratio.n:,}"
        put(f"  {score.replace('_', ' '):<28}{value:>10}  {note}")
    classes = [scored.answer_class for scored in outcome.scores]
    told = [f"{classes.count(one)} {one.replace('_', ' ')}" for one in AnswerClass]
    put("  answers: " + ", ".join(words for words in told if not words.startswith("0 ")))
    for why, count in outcome.missing.items():
        say(f"  missing: {count} ({why}); run the same command again to ask for them")
