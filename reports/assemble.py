"""From a calibration to a report: the one entry to all the figures."""

from dataclasses import replace

from corpus.errors import InputError
from corpus.stamp import now, tool_version
from labels.calibration import Calibration
from labels.outcome import Outcome
from reports import agreement as beyond_chance
from reports.classes import Estimators, judge_quality
from reports.configurations import configurations
from reports.confusion import confusion
from reports.corrected import corrected
from reports.decision import State, without_adjudications
from reports.estimation.design import Design, design_of
from reports.estimation.estimate import Estimator
from reports.estimation.figure import Figure
from reports.estimation.measures import agreement, bug_share
from reports.estimation.scales import BINARY, OUTCOME, SUPPORT
from reports.findings import findings
from reports.people import people
from reports.report import (
    Agreement,
    Alphas,
    Blindness,
    Gwet,
    Kappas,
    Provenance,
    Report,
    Sample,
    StratumRow,
    Undecided,
)
from reports.slices import slices
from reports.staleness import staleness
from reports.units import Counted, UnitKind, count


def build(
    calibration: Calibration,
    *,
    unit: UnitKind,
    annotator: str | None,
    level: float,
    seed: int,
) -> Report:
    """Compute every figure of a sample.

    Args:
        unit: what one count is, a citation or a claim.
        annotator: only this person's labels count; None for everybody's.
        level: of the intervals, 0.5 to 0.9999.
        seed: of the predictive draws: the same seed gives the same report.

    Raises:
        InputError: the level is out of range, nobody of that name has labelled, or claims are
            asked for without a labelled census.
    """
    if not 0.5 < level < 1:
        raise InputError(f"--level {level} is no level of confidence; give 0.95, or 0.5 to 0.9999.")
    _refuse_inconsistent(calibration)
    if annotator is not None:
        # One person's labels cannot differ, so nothing was decided over them.
        calibration = without_adjudications(calibration)
    counted = count(calibration, unit, annotator)
    design = design_of(counted)
    estimators = Estimators(
        binary=Estimator(design.cells(BINARY), level=level, seed=seed),
        support=Estimator(design.cells(SUPPORT), level=level, seed=seed),
        outcome=Estimator(design.cells(OUTCOME), level=level, seed=seed),
    )
    found = findings(calibration, annotator)
    three = estimators.support
    return Report(
        unit=unit,
        sample=_sample(calibration, design),
        authors=calibration.authors,
        undecided=_undecided(counted),
        agreement=_agreement(estimators, design, level=level, seed=seed),
        kappa=_kappas(estimators),
        ac=Gwet(
            nominal=three.pair(beyond_chance.ac(SUPPORT, "nominal")),
            linear=three.pair(beyond_chance.ac(SUPPORT, "linear")),
            quadratic=three.pair(beyond_chance.ac(SUPPORT, "quadratic")),
        ),
        alpha=Alphas(
            ordinal=three.pair(beyond_chance.alpha(SUPPORT, "ordinal")),
            nominal=three.pair(beyond_chance.alpha(SUPPORT, "nominal")),
        ),
        mcc=three.pair(beyond_chance.mcc(SUPPORT)),
        support=confusion(design.cells(SUPPORT)),
        outcome=confusion(design.cells(OUTCOME)),
        judge=judge_quality(estimators),
        corrected=corrected(design, three, level=level),
        bug_share=three.pair(bug_share(SUPPORT)),
        slices=slices(calibration, counted, level=level, seed=seed),
        configurations=configurations(calibration, counted, level=level, seed=seed),
        findings=found,
        people=people(found.all, calibration, level=level, seed=seed),
        blindness=Blindness(
            sealed_sha256=calibration.seal.sha256,
            seal_intact=calibration.seal.intact,
            chain_intact=calibration.chain_intact,
            revealed_at=calibration.revealed_at,
            since_reveal=calibration.since_reveal,
        ),
        provenance=Provenance(
            tool_version=tool_version(),
            tool_versions=calibration.tool_versions,
            judge=calibration.judge,
            runs=calibration.runs,
            rubric=calibration.rubric,
            annotator=annotator,
            seed=seed,
            level=level,
            generated_at=now(),
        ),
        stale=staleness(calibration.grounds, calibration.items),
        judged=dict(zip(Outcome, design.judged_totals(OUTCOME).tolist(), strict=True)),
        carried=calibration.carried,
    )


def _refuse_inconsistent(calibration: Calibration) -> None:
    """Weights come from the frame: strata that do not add up to it would void every figure."""
    size = sum(stratum.size for stratum in calibration.strata)
    verdicts = len({item.verdict_id for item in calibration.items})
    if size != calibration.frame_size or verdicts != len(calibration.items):
        raise InputError(
            f"The sample {calibration.sample!r} is not consistent: its strata hold {size:,} "
            f"verdicts and its frame {calibration.frame_size:,}, and {len(calibration.items):,} "
            f"drawn items are {verdicts:,} verdicts; run crosssource check."
        )


def _sample(calibration: Calibration, design: Design) -> Sample:
    cells = design.cells(SUPPORT)
    rows = []
    for h, stratum in enumerate(design.strata):
        decided, undecided = int(cells.decided[h]), int(cells.undecided[h].sum())
        rows.append(
            StratumRow(
                name=stratum.name,
                size=stratum.size,
                drawn=stratum.drawn,
                labelled=decided + undecided,
                decided=decided,
                undecided=undecided,
                harness_bugs=int(cells.counts[h, -1].sum()),
                weight=float(cells.weights[h]) if decided else None,
            )
        )
    return Sample(
        name=calibration.sample,
        origin=calibration.origin,
        seed=calibration.seed,
        drawn_at=calibration.drawn_at,
        frame_size=calibration.frame_size,
        missing=calibration.missing,
        by=calibration.by,
        drawn_by=calibration.drawn_by,
        unjudged=calibration.unjudged,
        confirmed=calibration.confirmed,
        confirmed_drawn=calibration.confirmed_drawn,
        left_out=calibration.left_out,
        closed=calibration.closed,
        strata=tuple(rows),
        self_weighting=cells.self_weighting,
    )


def _undecided(counted: Counted) -> Undecided:
    states = [unit.decision.state for unit in counted.units]
    return Undecided(
        differ=states.count(State.DIFFER), cannot_judge=states.count(State.CANNOT_JUDGE)
    )


def _agreement(estimators: Estimators, design: Design, *, level: float, seed: int) -> Agreement:
    """The agreement figures; a two-sided limit at 2 level - 1 is a one-sided one at `level`."""
    cells = design.cells(SUPPORT)
    one_sided = Estimator(cells, level=2 * level - 1, seed=seed, equal_tails=True)
    figure = one_sided.weighted(agreement(SUPPORT))
    return Agreement(
        support=estimators.support.pair(agreement(SUPPORT)),
        binary=estimators.binary.pair(agreement(BINARY)),
        outcome=estimators.outcome.pair(agreement(OUTCOME)),
        at_least=_lower_limit(figure, level),
    )


def _lower_limit(figure: Figure, level: float) -> Figure:
    return replace(figure, value=figure.low, high=None, level=level, undecided=None)


def _kappas(estimators: Estimators) -> Kappas:
    three = estimators.support
    return Kappas(
        nominal=three.pair(beyond_chance.kappa(SUPPORT, "nominal")),
        linear=three.pair(beyond_chance.kappa(SUPPORT, "linear")),
        quadratic=three.pair(beyond_chance.kappa(SUPPORT, "quadratic")),
        binary=estimators.binary.pair(beyond_chance.kappa(BINARY, "nominal")),
        outcome=estimators.outcome.pair(beyond_chance.kappa(OUTCOME, "nominal")),
    )
