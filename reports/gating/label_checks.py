"""The checks of the judge by people's labels: false support, agreement, the number of labels."""

import shlex

from corpus.settings import FalseSupported, LeastAgreement, LeastLabels
from reports.gating.calibrated import Calibrated, Measured
from reports.gating.outcome import Answer, Check, at_least, at_most
from reports.gating.projection import labels_that_decide
from reports.rendering.wording import counted, level_text, percent, percent_range


def false_supported(policy: FalseSupported, labels: Calibrated | None, missing: str) -> Check:
    """What the judge calls supported and people do not, at both ends of its interval.

    Args:
        policy: the bound.
        labels: None where there are none.
        missing: why there are none, and what to do; empty otherwise.
    """
    found = labels.false_supported if labels else None
    return _by_interval(
        "false_supported", "false support", found, labels, missing, policy.at_most,
        f"at most {percent(policy.at_most)}", less_is_better=True,
    )  # fmt: skip


def agreement(policy: LeastAgreement, labels: Calibrated | None, missing: str) -> Check:
    """Agreement on the level of support: passed by its lower limit, failed by its upper one."""
    found = labels.agreement if labels else None
    return _by_interval(
        "agreement", "agreement of judge and people", found, labels, missing, policy.at_least,
        f"at least {percent(policy.at_least)}", less_is_better=False,
    )  # fmt: skip


def enough_labels(policy: LeastLabels, labels: Calibrated | None, missing: str) -> Check:
    """The number of labels with an outcome; too few are never a failure of the judge."""
    n = labels.labels if labels else 0
    answer, todo, needed = Answer.PASSED, "", None
    reason = f"{counted(n, 'label')} with an outcome."
    if labels is None:
        answer, reason, todo = Answer.OPEN, f"There are no labels. {missing}", missing
    elif labels.faults:
        answer, todo = Answer.OPEN, labels.faults[0]
        reason = f"{reason} {' '.join(labels.faults)}"
    elif n < policy.at_least:
        answer = Answer.OPEN
        needed = policy.at_least
        more = policy.at_least - n
        todo = f"{counted(more, 'more label')}: {_label_command(labels, policy.at_least)}"
        if labels.frame < policy.at_least:
            needed = None
            todo = (
                f"Even a census could not reach it, of {counted(labels.frame, 'verdict')} in all. "
                "Set a smaller number, or take in more runs."
            )
    return Check(
        name="labels",
        title="labels",
        answer=answer,
        figure=f"{n:,}",
        bound=f"at least {policy.at_least:,}",
        reason=reason,
        todo=todo,
        value=n,
        limit=policy.at_least,
        n=n,
        needed=needed,
    )


def _by_interval(
    name: str,
    title: str,
    found: Measured | None,
    labels: Calibrated | None,
    missing: str,
    bound: float,
    bound_text: str,
    *,
    less_is_better: bool,
) -> Check:
    answer, figure, reason, todo, needed = Answer.OPEN, "", "", "", None
    bad_bound = bound if less_is_better else 1 - bound
    if labels is None or found is None:
        reason, todo = f"There are no labels. {missing}", missing
    elif found.value is None or found.low is None or found.high is None or not found.ends:
        reason = f"It cannot be computed. {found.why}"
        needed = labels_that_decide(found.bad, bad_bound, level=labels.level)
        todo = _more_labels(needed, found, labels)
    else:
        held = at_most if less_is_better else at_least
        figure = percent(found.value)
        if found.low != found.high:
            figure += f" ({percent_range(found.low, found.high)})"
        if labels.faults:
            reason, todo = " ".join(labels.faults), labels.faults[0]
        else:
            answer = held(*found.ends, bound)
            reason = _reason(answer, found, labels)
            if answer is Answer.OPEN and held(found.low, found.high, bound) is not Answer.OPEN:
                todo = (
                    f"Settle the {counted(found.undecided, 'undecided item')}, where people differ "
                    "or could not judge: the answer depends on what they turn out to be. "
                    f"crosssource adjudicate --sample {_quoted(labels)} --adjudicator NAME"
                )
            elif answer is Answer.OPEN:
                needed = labels_that_decide(found.bad, bad_bound, level=labels.level)
                todo = _more_labels(needed, found, labels)
            elif answer is Answer.FAILED:
                todo = f"Read where they differ: crosssource report --sample {_quoted(labels)}"
    return Check(
        name=name,
        title=title,
        answer=answer,
        figure=figure,
        bound=bound_text,
        reason=reason,
        todo=todo,
        value=found.value if found else None,
        low=found.low if found else None,
        high=found.high if found else None,
        limit=bound,
        n=found.n if found else None,
        needed=needed,
    )


def _reason(answer: Answer, found: Measured, labels: Calibrated) -> str:
    words = {
        Answer.PASSED: "The whole interval is on the good side",
        Answer.FAILED: "The whole interval is on the bad side",
        Answer.OPEN: "The interval holds the bound",
    }[answer]
    if found.low == found.high and not found.undecided:
        words = "Every verdict that bears on it is labelled"
    said = f"{words} ({level_text(labels.level)}, n = {found.n:,})."
    if found.undecided and found.ends:
        said += (
            f" With the {counted(found.undecided, 'undecided item')} settled one way or the other "
            f"it would be {percent_range(*found.ends)}."
        )
    return said


def _more_labels(needed: int | None, found: Measured, labels: Calibrated) -> str:
    bad = found.bad
    if needed is None:
        return (
            "No further label would decide, as every verdict that bears on it is labelled or "
            f"there is none; {counted(labels.undecided, 'undecided item')}."
        )
    rate = "if the rate stays as it is" if bad.labels else "if none of them is bad"
    if needed >= bad.size:
        return (
            f"Only a census would decide: {counted(bad.size, 'verdict')} in the strata that are "
            f"not labelled whole (now {bad.labels:,}), {rate}. {_label_command(labels, bad.size)}"
        )
    return (
        f"About {counted(needed, 'label')} in the strata that are not labelled whole would decide "
        f"(now {bad.labels:,} of {bad.size:,}), {rate}. {_label_command(labels, needed)}"
    )


def _label_command(labels: Calibrated, wanted: int) -> str:
    """What is drawn is labelled first; where all of it is, a larger sample is drawn."""
    if labels.unlabelled:
        return (
            f"{counted(labels.unlabelled, 'verdict')} drawn and not labelled: "
            f"crosssource label --sample {_quoted(labels)} --annotator NAME"
        )
    runs = " ".join(f"--run {shlex.quote(run)}" for run in labels.runs)
    return (
        f"crosssource sample draw --supported {wanted} {runs} --judge {labels.judge_id[:8]}; a new "
        "sample starts without labels"
    )


def _quoted(labels: Calibrated) -> str:
    return shlex.quote(labels.sample)
