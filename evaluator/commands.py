"""`crosssource run`: questions in, answers, verdicts and scores out."""

import asyncio
import math
from typing import TYPE_CHECKING, Any

import click

from corpus.console import put, say, workspace_option
from corpus.workspace import Workspace

if TYPE_CHECKING:
    from evaluator.running.dry_run import StageEstimate
    from evaluator.running.runner import RunOutcome


class _Dollars(click.FloatRange):
    """An amount above 0 that is a number: `nan` and `inf` would switch the limit off."""

    def __init__(self) -> None:
        super().__init__(0, 1_000_000, min_open=True)

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        amount = float(super().convert(value, param, ctx))
        if not math.isfinite(amount):
            self.fail(f"{value!r} is no amount of dollars.", param, ctx)
        return amount


JUDGES = "anthropic, lexical (offline), or replay:FILE (recorded verdicts)."
DOLLARS = _Dollars()

_repeats = click.option(
    "--repeats",
    type=click.IntRange(1, 100),
    default=1,
    show_default=True,
    metavar="N",
    help="Judge so many times, each as a judge of its own: crosssource stability.",
)


@click.command(
    epilog="Example: crosssource run --config strict --judge anthropic --max-cost 5 --dry-run"
)
@click.option(
    "--config", "configs", multiple=True, metavar="NAME", help="Which (default: all settings have)."
)
@click.option("--judge", default="anthropic", show_default=True, metavar="JUDGE", help=JUDGES)
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
    "--max-cost",
    type=DOLLARS,
    metavar="USD",
    help="Stop before this command has spent so much.",
)
@_repeats
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
    repeats: int,
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
    from evaluator.running.plan import RunPlan, chosen_judge, configurations, judge_use
    from evaluator.running.session import AskingOptions, Session, refuse_nothing_to_resume
    from labels import golden
    from labels.collection.counts import count

    chosen = settings.load(workspace)
    material = materials.load(workspace, chosen)
    by_model = (claims or ("model" if judge == "anthropic" else "rules")) == "model"
    plan = RunPlan(
        runs=configurations(material, configs, name, Generator(generator)),
        judge=chosen_judge(judge, chosen, material.rubric, host_of(), judge_model),
        claims=judge_use(chosen, judge_model) if by_model else None,
    )
    if resume:
        refuse_nothing_to_resume(workspace, plan)
    session = Session(
        workspace=workspace,
        material=material,
        plan=plan,
        asking=AskingOptions(
            concurrency=concurrency or chosen.run.concurrency, max_cost=max_cost, batch=batch
        ),
        repeats=repeats,
    )
    say(f"Golden questions: {count(golden.load_all(workspace.golden)).words()}.")
    if dry_run:
        _print_estimate(session.estimate())
        return
    outcomes = asyncio.run(session.run())
    for outcome in outcomes:
        _print_outcome(outcome)
    names = " ".join(outcome.run for outcome in outcomes)
    if len(outcomes) == 2:
        say(f"Next: crosssource compare {names}")
    if repeats > 1:
        say(f"Next: crosssource stability {outcomes[0].run}")
    say("Then: crosssource sample draw, to find out what these verdicts are worth")


@click.command(epilog="Example: crosssource judge imported-run --judge lexical")
@click.argument("run_name", metavar="RUN")
@click.option(
    "--judge", "named", default="anthropic", show_default=True, metavar="JUDGE", help=JUDGES
)
@click.option("--judge-model", metavar="MODEL", help="The judge's model (default: the settings').")
@click.option("--batch", is_flag=True, help="Through the batch service: half the price, slower.")
@click.option(
    "--concurrency", type=click.IntRange(1, 1000), metavar="N", help="Requests at a time."
)
@click.option(
    "--max-cost",
    type=DOLLARS,
    metavar="USD",
    help="Stop before this command has spent so much.",
)
@_repeats
@workspace_option
def judge(
    workspace: Workspace,
    run_name: str,
    named: str,
    judge_model: str | None,
    batch: bool,
    concurrency: int | None,
    max_cost: float | None,
    repeats: int,
) -> None:
    """Have another judge judge the citations of RUN, imported or made here.

    Labels that people gave serve every judge of the same citations: then `crosssource report
    --judge NAME` is the report of the new one, and `crosssource judges` compares them all.
    """
    from corpus import settings
    from evaluator.judges.repeated import repeated
    from evaluator.model.credentials import host_of
    from evaluator.running.asking import refuse_unpriced
    from evaluator.running.judge_again import judge_again
    from evaluator.running.plan import chosen_judge, models_of
    from evaluator.running.session import AskingOptions, asking, prices_of
    from labels import rubric

    chosen = settings.load(workspace)
    who = chosen_judge(named, chosen, rubric.in_force(workspace), host_of(), judge_model)
    prices = prices_of(chosen)
    refuse_unpriced(prices, models_of(who), max_cost)
    how = AskingOptions(
        concurrency=concurrency or chosen.run.concurrency, max_cost=max_cost, batch=batch
    )

    async def work() -> None:
        async with asking(workspace, how, prices) as (writer, asker):
            for number in range(1, repeats + 1):
                again = repeated(who, number)
                case = await judge_again(run_name, again, chosen, writer, asker)
                given = sum(verdict.support is not None for verdict in case.verdicts.values())
                say(
                    f"{again.identity.name}: {given:,} verdicts on the {len(case.citations):,} "
                    f"citations of {run_name!r}; {len(case.citations) - given:,} are missing."
                )
        if repeats > 1:
            say(f"Next: crosssource stability {run_name} --judge {who.identity.name}")
        else:
            say(
                f"Next: crosssource judges, where a sample of {run_name!r} is labelled, or "
                f"crosssource sample draw --run {run_name} --judge {who.identity.name}"
            )

    asyncio.run(work())


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
        f"About {calls:,} calls for {price}. What follows the answers is counted on stand-ins (one "
        "citation in four is taken to need a search), wider retrievals and repeats are left out, "
        "and tokens are characters / 3.5: an estimate. Nothing was asked."
    )


def _print_outcome(outcome: "RunOutcome") -> None:
    from labels.scores import AnswerClass, Score, pooled

    put(
        f"Run {outcome.run}: {len(outcome.scores)} answers; {outcome.verdicts} of "
        f"{outcome.citations} citations have a verdict"
    )
    for score in Score:
        ratio = pooled([scored.ratios[score] for scored in outcome.scores])
        value = "undefined" if ratio.value is None else f"{100 * ratio.value:.1f} %"
        note = ratio.why if ratio.value is None else f"of {ratio.n:,}"
        put(f"  {score.replace('_', ' '):<28}{value:>10}  {note}")
    classes = [scored.answer_class for scored in outcome.scores]
    counted = [(classes.count(one), one.replace("_", " ")) for one in AnswerClass]
    counted.append((classes.count(None), "not known, as a verdict is missing"))
    put("  answers: " + ", ".join(f"{count} {words}" for count, words in counted if count))
    for count, words in (
        (
            outcome.without_evidence,
            "verdicts were turned to unsupported: the quoted evidence is not in the passage",
        ),
        (
            outcome.by_rules,
            "answers were cut into claims by rules: the model's own claims were not the answer's",
        ),
    ):
        if count:
            say(f"  note: {count} {words}")
    for why, count in sorted(outcome.missing.items()):
        say(f"  missing: {count} ({why}); the same command asks for them again")
