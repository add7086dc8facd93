"""The check of a run against the frozen baseline: one for each rate that the policy watches."""

import shlex

from corpus.settings import Regression
from labels.scores import Score
from reports.gating import comparable
from reports.gating.baseline import Baseline
from reports.gating.candidate import Candidate
from reports.gating.outcome import MAKE_WHOLE, Answer, Check, at_least
from reports.gating.policy import rate_named
from reports.gating.regression import Change, change
from reports.rendering.wording import counted, level_text, percent
from reports.runs.by_question import Rate
from reports.runs.wording import figure, signed

NAMED = 5
"""So many examples are named in a reason."""

_THESE = (
    'Or set questions = "these" under [gate.regression]: it then asks of the questions that were '
    "asked and no others, holds the difference itself against the margin, and leaves to the margin "
    "what is noise of the judge."
)


def regressions(
    policy: Regression, candidate: Candidate, baseline: Baseline | None, *, level: float, seed: int
) -> list[Check]:
    """One check a rate."""
    rates = [rate_named(name) for name in dict.fromkeys(policy.metrics)]
    if baseline is None:
        return [
            _open(
                rate,
                policy,
                "No baseline was given, so there is nothing to compare with.",
                "Freeze one (crosssource gate --run RUN --freeze FILE), then name it with "
                "--baseline FILE.",
            )
            for rate in rates
        ]
    obstacles = comparable.obstacles(candidate, baseline)
    before = baseline.rates
    checks = []
    for rate in rates:
        said = list(obstacles)
        if rate is Score.OVERALL and not comparable.same_weights(candidate, baseline):
            said.append(
                "The overall scores weigh their parts differently. Score one of the runs again "
                "with the other's [weights], or freeze a new baseline."
            )
        if said:
            checks.append(_open(rate, policy, " ".join(said), "Make the two comparable."))
            continue
        found = change(
            rate, before, candidate.rates, new_questions=policy.questions == "new", level=level,
            seed=seed,
        )  # fmt: skip
        checks.append(_regression(rate, policy, found, candidate, baseline, level))
    return checks


def _regression(
    rate: Rate,
    policy: Regression,
    found: Change,
    candidate: Candidate,
    baseline: Baseline,
    level: float,
) -> Check:
    if found.value is None or found.low is None or found.high is None:
        why = found.why or "One question shows no spread between questions."
        return _open(rate, policy, f"It cannot be compared. {why}", "Leave it out of the metrics.")
    answer = at_least(found.low, found.high, -policy.margin)
    lost = comparable.lost(candidate, baseline)
    reason, todo, needed = _said(rate, policy, found, answer, level), "", None
    if answer is Answer.FAILED:
        todo = (
            f"See where: crosssource compare {shlex.join([baseline.run, candidate.run])}"
            if candidate.grounds
            else "Read the verdicts that changed: crosssource show ID"
        )
    elif answer is Answer.OPEN:
        needed = found.questions_that_decide(policy.margin)
        todo = _more_questions(found, needed)
        if policy.questions == "new":
            todo += f" {_THESE}"
    elif lost or _hangs_on_missing(found, policy):
        answer = Answer.OPEN
        reason += f" {_gap(lost, found)}"
        todo = MAKE_WHOLE
    return Check(
        name=f"regression.{rate}",
        title=f"{figure(rate)} against the baseline",
        answer=answer,
        figure=_change_text(found),
        bound=_bound(policy),
        reason=reason,
        todo=todo,
        value=found.value,
        low=found.low,
        high=found.high,
        limit=-policy.margin,
        n=found.questions,
        needed=needed,
    )


def _said(rate: Rate, policy: Regression, found: Change, answer: Answer, level: float) -> str:
    words = {
        Answer.PASSED: "it has not fallen by more than the margin",
        Answer.FAILED: "it fell by more than the margin",
        Answer.OPEN: "whether it fell by more than the margin is not settled",
    }[answer]
    target = (
        f"on new questions like these ({level_text(level)} interval)"
        if policy.questions == "new"
        else "on these questions"
    )
    left = ""
    if found.left_out:
        left = (
            f" {counted(found.left_out, 'question')} left out, as only one of the runs or none has "
            f"{figure(rate)} there."
        )
    return f"Over {counted(found.questions, 'question')}, {words} {target}.{left}"


def _more_questions(found: Change, needed: int | None) -> str:
    if needed is None:
        return (
            "No number of questions would decide while the difference lies on the bound; set "
            "another margin."
        )
    return (
        f"About {needed:,} questions would decide (now {found.questions:,}), if difference and "
        "spread stay as they are."
    )


def _hangs_on_missing(found: Change, policy: Regression) -> bool:
    """Whether it passes only if what has no verdict is not all bad."""
    if not found.missing or found.worst is None or found.value is None or found.low is None:
        return bool(found.missing)
    return found.low - (found.value - found.worst) < -policy.margin


def _gap(lost: tuple[str, ...], found: Change) -> str:
    if lost:
        return (
            f"But the candidate has no score of {counted(len(lost), 'question')} of the baseline "
            f"({', '.join(lost[:NAMED])})."
        )
    return (
        f"But there is no verdict on {counted(found.missing, 'part')} of it, and were they all bad "
        "it would not hold."
    )


def _open(rate: Rate, policy: Regression, reason: str, todo: str) -> Check:
    return Check(
        name=f"regression.{rate}",
        title=f"{figure(rate)} against the baseline",
        answer=Answer.OPEN,
        figure="",
        bound=_bound(policy),
        reason=reason,
        todo=todo,
        limit=-policy.margin,
    )


def _bound(policy: Regression) -> str:
    return f"at most {100 * policy.margin:g} points less"


def _change_text(found: Change) -> str:
    assert found.before is not None
    assert found.after is not None
    assert found.value is not None
    assert found.low is not None
    assert found.high is not None
    between = "" if found.low == found.high else f", {signed(found.low)} to {signed(found.high)}"
    return (
        f"{percent(found.before)} to {percent(found.after)} ({signed(found.value)} points{between})"
    )
