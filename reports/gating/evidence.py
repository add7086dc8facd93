"""Whose labels speak for a candidate's judge: a sample of the study, or what a baseline carries."""

import shlex
import sqlite3
from typing import Any, NamedTuple

from corpus.errors import InputError
from corpus.workspace import Workspace
from labels.store import calibration, samples
from reports.gating.baseline import Baseline
from reports.gating.calibrated import Calibrated, calibrated
from reports.gating.candidate import Candidate


class Labels(NamedTuple):
    """The labels, or why there are none."""

    found: Calibrated | None
    why: str
    """Why there are none and what to do; empty otherwise."""


def labels_of(
    connection: sqlite3.Connection,
    workspace: Workspace,
    candidate: Candidate,
    *,
    named: str | None,
    baseline: Baseline | None,
    level: float,
    seed: int,
) -> Labels:
    """The labels that say what the candidate's judge is worth.

    The named sample; else the one that was drawn from this judge's verdicts, of this run before
    others; else, where none of these has a label, those that the baseline was frozen with.

    Args:
        connection: the workspace's database.
        workspace: the study.
        candidate: whose judge is meant.
        named: a sample's name.
        baseline: what was given with --baseline.
        level: of the intervals.
        seed: of predictive draws.

    Raises:
        InputError: there is no such sample, or it is open which one is meant.
    """
    frames = {name: _frame(connection, name) for name in samples.names(connection)}
    name = named if named is not None else _own(frames, candidate)
    if name is not None:
        loaded = calibration.load(connection, workspace, name)
        found = calibrated(loaded, frames[name]["judge_id"], level=level, seed=seed)
        if found.judge_id != candidate.judge.id:
            fault = (
                f"The labels are of verdicts of {frames[name]['judge']!r} "
                f"({found.judge_id[:8]}), and the candidate was judged by {candidate.judge}: "
                f"{_draw(candidate)}"
            )
            found = found.model_copy(update={"faults": [fault, *found.faults]})
        if named is not None or found.labels or found.faults or baseline is None:
            return Labels(found, "")
        return _frozen(baseline, candidate, level) if baseline.calibration else Labels(found, "")
    if baseline is not None and baseline.calibration is not None:
        return _frozen(baseline, candidate, level)
    others = f" (the samples {', '.join(frames)} are of other judges)" if frames else ""
    return Labels(
        None,
        f"No sample was drawn from the verdicts of {candidate.judge}{others}: {_draw(candidate)}",
    )


def _frame(connection: sqlite3.Connection, sample: str) -> dict[str, Any]:
    manifest: dict[str, Any] = samples.manifest_of(connection, sample)
    frame: dict[str, Any] = manifest["frame"]
    return frame


def _own(frames: dict[str, dict[str, Any]], candidate: Candidate) -> str | None:
    mine = [name for name, frame in frames.items() if frame["judge_id"] == candidate.judge.id]
    here = [name for name in mine if candidate.run in frames[name]["runs"]]
    found = here or mine
    if len(found) > 1:
        raise InputError(
            f"{len(found)} samples are of verdicts of {candidate.judge}: {', '.join(found)}; name "
            "one with --sample."
        )
    return found[0] if found else None


def _frozen(baseline: Baseline, candidate: Candidate, level: float) -> Labels:
    """What the baseline carries, where it was made with this judge, rubric and level."""
    found = baseline.calibration
    assert found is not None
    faults = []
    if found.judge_id != candidate.judge.id:
        faults.append(
            f"The labels that the baseline was frozen with are of verdicts of the judge "
            f"{found.judge_id[:8]}, and the candidate was judged by {candidate.judge}: "
            f"{_draw(candidate)}"
        )
    if found.rubric != candidate.rubric:
        faults.append(
            f"The baseline's labels were made under the rubric {found.rubric}, and "
            f"{candidate.rubric} is in force: label again, or put that one back."
        )
    if abs(found.level - level) > 1e-12:
        faults.append(
            f"The baseline's intervals are of level {found.level:g}, and the policy wants "
            f"{level:g}: freeze it again."
        )
    return Labels(
        found.model_copy(
            update={
                "faults": [*faults, *found.faults],
                "notes": [
                    f"The labels are those of the sample {found.sample!r} that the baseline was "
                    "frozen with.",
                    *found.notes,
                ],
            }
        ),
        "",
    )


def _draw(candidate: Candidate) -> str:
    return (
        f"draw one with: crosssource sample draw --run {shlex.quote(candidate.run)} "
        f"--judge {candidate.judge.id[:8]}, and label it"
    )
