"""All checks of a policy, in its order, and what a reader must know before them."""

from corpus.settings import Gate
from reports.gating import comparable, label_checks, regression_checks, run_checks
from reports.gating.baseline import Baseline
from reports.gating.calibrated import Calibrated
from reports.gating.candidate import Candidate
from reports.gating.outcome import Check, GateOutcome
from reports.left_out_words import of_run
from reports.rendering.wording import counted, listing


def decide(
    policy: Gate,
    candidate: Candidate,
    baseline: Baseline | None,
    labels: Calibrated | None,
    missing_labels: str,
    *,
    seed: int,
) -> GateOutcome:
    """Make every check that the policy has.

    Args:
        policy: with at least one check.
        candidate: the run that is to pass.
        baseline: what it is held against; None where none was given.
        labels: what people said of the judge; None where nobody did.
        missing_labels: why there are none, and what to do.
        seed: of the bootstrap.
    """
    checks: list[Check] = []
    if policy.regression is not None:
        checks += regression_checks.regressions(
            policy.regression, candidate, baseline, level=policy.level, seed=seed
        )
    if policy.unresolved_citations is not None:
        checks.append(run_checks.unresolved(policy.unresolved_citations, candidate))
    if policy.critical_unsupported is not None:
        checks.append(run_checks.critical(policy.critical_unsupported, candidate))
    if policy.false_supported is not None:
        checks.append(label_checks.false_supported(policy.false_supported, labels, missing_labels))
    if policy.agreement is not None:
        checks.append(label_checks.agreement(policy.agreement, labels, missing_labels))
    if policy.labels is not None:
        checks.append(label_checks.enough_labels(policy.labels, labels, missing_labels))
    asks_people = bool(policy.false_supported or policy.agreement or policy.labels)
    used = labels if asks_people else None
    return GateOutcome(
        run=candidate.run,
        judge=str(candidate.judge),
        sample=used.sample if used else None,
        baseline=str(baseline) if baseline else None,
        level=policy.level,
        checks=tuple(checks),
        notes=_notes(candidate, baseline, used),
    )


def _notes(
    candidate: Candidate, baseline: Baseline | None, labels: Calibrated | None
) -> tuple[str, ...]:
    said = [text for text in [of_run(candidate.run, candidate.bugs)] if text]
    if candidate.missing:
        said.append(
            f"{counted(candidate.missing, 'citation')} of {candidate.run} without a verdict."
        )
    if candidate.unanswered:
        said.append(f"{counted(candidate.unanswered, 'question')} without an answer.")
    if baseline is not None:
        said += comparable.remarks(candidate, baseline)
    if labels is not None:
        if candidate.run not in labels.runs:
            said.append(
                f"The labels are of verdicts in {listing(labels.runs)}, not in {candidate.run}: "
                "they speak of this judge there."
            )
        said += labels.notes
    return tuple(said)
