"""A stale calibration in words: what changed, what still stands, what to do."""

import shlex
from collections.abc import Sequence

from reports.rendering.wording import counted, listing
from reports.staleness import Change, Kind, Staleness

SHOWN = 4
"""Changes that are spelled out; the rest is counted."""


def stale_sentence(stale: Staleness, *, sample: str, runs: Sequence[str], judge: str) -> str:
    """The notice.

    Args:
        sample: its name.
        runs: that it was drawn from.
        judge: whose calibration it is, as `--judge` takes it.
    """
    verb = "has" if len(stale.kinds) == 1 else "have"
    kinds = listing([str(kind) for kind in stale.kinds])
    kept = (
        f"{stale.standing:,} of {counted(stale.labels, 'label')} still stand (the same claim, "
        "passage and rubric). "
        if stale.labels
        else ""
    )
    step = next_step(stale, sample=sample, runs=runs, judge=judge)
    return (
        f"STALE: the {kinds} {verb} changed since these verdicts were given "
        f"({change_words(stale.changes)}), so the figures speak of {judge} as it was. "
        f"{kept}Next: {step}"
    )


def change_words(changes: Sequence[Change]) -> str:
    """`the judge's prompt: 0a1b… → 9f8e…; the judge's tool: …`."""
    told = [f"{one.what}: {one.before} → {one.after}" for one in changes[:SHOWN]]
    if len(changes) > SHOWN:
        told.append(f"{len(changes) - SHOWN:,} more")
    return "; ".join(told)


def next_step(stale: Staleness, *, sample: str, runs: Sequence[str], judge: str) -> str:
    """The command that gives a calibration of what is in force now."""
    run = shlex.quote(runs[0]) if runs else "RUN"
    if Kind.CHUNKING in stale.kinds:
        return (
            "answer and judge over the passages as they are (crosssource run --name NAME), then "
            "crosssource sample draw"
        )
    if Kind.RUBRIC in stale.kinds:
        again = "" if stale.provider in ("", "replay") else f"{_judge_again(stale, run)}, then "
        draw = shlex.join(["crosssource", "sample", "draw", "--run", *runs[:1], "--judge", judge])
        return f"{again}{draw}, and label it by the rubric in force"
    report = shlex.join(["crosssource", "report", "--sample", sample, "--judge"])
    if stale.judged_now and stale.kinds:
        return f"{report} {stale.judge_id[:8]} (the same labels, the judge as it is now)"
    return f"{_judge_again(stale, run)}, then {report} NAME"


def _judge_again(stale: Staleness, run: str) -> str:
    offline = {"offline": " --judge lexical", "replay": " --judge replay:FILE"}
    return f"crosssource judge {run}{offline.get(stale.provider, '')}"
