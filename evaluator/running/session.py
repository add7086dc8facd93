"""One run from the command line: writer, service, cache and asker put together."""

from dataclasses import dataclass

from corpus.errors import InputError
from corpus.workspace import Workspace
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


@dataclass(frozen=True, kw_only=True)
class Session:
    """What the command line asked for."""

    workspace: Workspace
    material: Material
    plan: RunPlan
    concurrency: int
    max_cost: float | None
    """US dollars; None: no line is drawn."""
    batch: bool

    @property
    def prices(self) -> PriceList:
        """The listed prices with the settings' own before them."""
        own = {
            model: price.model_dump(exclude_none=True)
            for model, price in self.material.settings.prices.items()
        }
        return PriceList.with_own(own)

    def estimate(self) -> list[StageEstimate]:
        """What the run will ask for; nothing is asked and nothing is stored."""
        with StoreWriter(self.workspace) as writer:
            cache = Cache(writer, host_of())
            return dry_run.estimate(self.plan, self.material, cache, self.prices, batch=self.batch)

    async def run(self) -> list[RunOutcome]:
        """Run; see `runner.run` for what it raises."""
        refuse_unpriced(self.prices, self.plan.models, self.max_cost)
        progress = Progress()
        limits = Limits(concurrency=self.concurrency)
        with StoreWriter(self.workspace) as writer:
            if not self.plan.needs_model:
                return await runner.run(self.plan, self.material, writer, None)
            async with Service(limits, progress) as service:
                asker = self._asker(service, writer, progress)
                return await runner.run(self.plan, self.material, writer, asker)

    def _asker(self, service: Service, writer: StoreWriter, progress: Progress) -> Asker:
        cache = Cache(writer, service.host)
        budget = Budget(limit=self.max_cost)
        if self.batch:
            return BatchAsker(service, writer, cache, self.prices, budget, progress)
        return DirectAsker(service, cache, self.prices, budget, progress)


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
