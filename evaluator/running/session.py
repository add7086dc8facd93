"""One run from the command line: writer, service, cache and asker put together."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, replace

from filelock import FileLock, Timeout

from corpus.errors import InputError
from corpus.settings import Settings
from corpus.workspace import Workspace
from evaluator.judges.repeated import repeated
from evaluator.model.client import Limits
from evaluator.model.credentials import host_of
from evaluator.model.prices import PriceList
from evaluator.running import dry_run, runner
from evaluator.running.asking import Asker, Cache, DirectAsker, refuse_unpriced
from evaluator.running.batching import BatchAsker
from evaluator.running.budget import Budget
from evaluator.running.dry_run import StageEstimate
from evaluator.running.material import Material
from evaluator.running.plan import RunPlan
from evaluator.running.progress import Progress
from evaluator.running.runner import RunOutcome
from evaluator.running.service import Service
from evaluator.running.writer import StoreWriter
from labels.store import database, runs


@dataclass(frozen=True, slots=True, kw_only=True)
class AskingOptions:
    """How the model service is asked."""

    concurrency: int
    """Requests at a time; 1 or more."""
    max_cost: float | None = None
    """US dollars; None: no line is drawn."""
    batch: bool = False
    """Through the batch service."""


@dataclass(frozen=True, kw_only=True)
class Session:
    """What the command line asked for."""

    workspace: Workspace
    material: Material
    plan: RunPlan
    asking: AskingOptions
    repeats: int = 1
    """How many times the judge is asked the same, 1 or more: each time it is a judge of its own."""

    @property
    def prices(self) -> PriceList:
        """The listed prices with the settings' own before them."""
        return prices_of(self.material.settings)

    def estimate(self) -> list[StageEstimate]:
        """What the run will ask for; nothing is asked and nothing is stored."""
        with StoreWriter(self.workspace) as writer:
            writer.submit(lambda held: runner.refuse_other(held, self.plan, self.material)).result()
            cache = Cache(writer, host_of())
            return [
                replace(stage, purpose=f"{stage.purpose} {number}" if number > 1 else stage.purpose)
                for number in range(1, self.repeats + 1)
                for stage in dry_run.estimate(
                    self._plan(number), self.material, cache, self.prices, batch=self.asking.batch
                )
                if number == 1 or stage.purpose in ("judge", "search")
            ]

    async def run(self) -> list[RunOutcome]:
        """Run, and judge again where repeats are wanted; see `runner.run` for what it raises.

        Returns:
            What came of the runs as they were judged first.
        """
        refuse_unpriced(self.prices, self.plan.models, self.asking.max_cost)
        async with asking(self.workspace, self.asking, self.prices) as (writer, asker):
            first = await runner.run(self.plan, self.material, writer, asker)
            for number in range(2, self.repeats + 1):
                await runner.run(self._plan(number), self.material, writer, asker)
            return first

    def _plan(self, number: int) -> RunPlan:
        """The plan with its judge as it is asked for the `number`-th time."""
        return replace(self.plan, judge=repeated(self.plan.judge, number))


@asynccontextmanager
async def asking(
    workspace: Workspace, how: AskingOptions, prices: PriceList
) -> AsyncIterator[tuple[StoreWriter, Asker]]:
    """The store's writer, and an asker that calls the service when it first has to."""
    progress = Progress()
    limits = Limits(concurrency=how.concurrency)
    with _alone(workspace), StoreWriter(workspace) as writer:
        async with Service(limits, progress) as service:
            cache, budget = Cache(writer, service.host), Budget(limit=how.max_cost)
            if how.batch:
                yield writer, BatchAsker(service, writer, cache, prices, budget, progress)
            else:
                yield writer, DirectAsker(service, cache, prices, budget, progress)


@contextmanager
def _alone(workspace: Workspace) -> Iterator[None]:
    """Keep a second run out while requests are asked: it would pay for the same ones again."""
    lock = FileLock(workspace.root / ".run.lock")
    try:
        with lock.acquire(timeout=0):
            yield
    except Timeout as error:
        raise InputError(
            f"Another crosssource run or judge is under way in {workspace.root}; wait for it to "
            "end, and run this one again."
        ) from error


def prices_of(settings: Settings) -> PriceList:
    """The listed prices with the settings' own before them."""
    own = {model: price.model_dump(exclude_none=True) for model, price in settings.prices.items()}
    return PriceList.with_own(own)


def refuse_nothing_to_resume(workspace: Workspace, plan: RunPlan) -> None:
    """Refuse `--resume` where a run was never begun.

    Raises:
        InputError: names the run.
    """
    with database.opened(workspace) as connection:
        for name in plan.runs:
            if runs.settings_of(connection, name) is None:
                raise InputError(
                    f"There is no run {name!r} to go on with; leave --resume out to begin it."
                )
