"""The detectors of the audit on planted faults, and on the demo without its own faults.

Recall: of the faults planted, those that the detector of their kind finds. False alarms: findings
on the clean study, by citation, answer, judge or request looked at. The passages are as long as a
new study's; with --short they are the demo's own few sentences.

    python benchmarks/audit_detectors.py [--seeds 10] [--study DIR] [--missed] [--short]
"""

import argparse
import random
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from benchmarks.longer_passages import with_longer_passages
from benchmarks.planted_faults import PLANTERS, Planted, clean, fair_judges, sound_requests
from corpus.workspace import Workspace
from labels.store import database
from reports.auditing.detector import Detector, Finding, findings_of
from reports.auditing.evidence import Study
from reports.auditing.gathering import gather
from reports.auditing.registry import every_detector


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """One detector, measured."""

    detector: str
    planted: int
    found: int
    alarms: int
    clean: int
    """Things looked at in studies without faults of the kind."""
    missed: tuple[str, ...]


def main() -> None:
    """Print the table."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--seeds", type=int, default=10)
    options.add_argument("--study", type=Path, help="a demo that is there already")
    options.add_argument("--missed", action="store_true", help="what was not found")
    options.add_argument("--short", action="store_true", help="passages as the demo cuts them")
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        study = clean(_gathered(chosen.study or demo(Path(folder) / "demo")))
        study = study if chosen.short else with_longer_passages(study)
        print(f"{'detector':<34}{'planted':>8}{'found':>8}{'recall':>8}{'alarms':>8}{'of':>8}")
        for detector in every_detector():
            one = measured(detector, study, range(chosen.seeds))
            recall = f"{100 * one.found / one.planted:.1f} %"
            print(
                f"{one.detector:<34}{one.planted:>8,}{one.found:>8,}{recall:>8}"
                f"{one.alarms:>8,}{one.clean:>8,}"
            )
            for missed in one.missed[:40] if chosen.missed else ():
                print(f"    {missed}")


def demo(folder: Path) -> Path:
    """The demo's study, labelled from its planted truth; closed, so that nothing is withheld."""
    import contextlib
    import io

    from click.testing import CliRunner

    from crosssource import cli

    with contextlib.redirect_stderr(io.StringIO()):
        for command in (
            ["demo", str(folder), "--simulate"],
            ["sample", "close", "demo", "--workspace", str(folder)],
        ):
            ran = CliRunner().invoke(cli, command)
            assert ran.exit_code == 0, ran.output
    return folder


def _gathered(folder: Path) -> Study:
    workspace = Workspace(folder)
    with database.opened(workspace) as connection:
        return gather(connection, workspace)


def measured(detector: Detector, study: Study, seeds: Iterable[int]) -> Measured:
    """A detector on planted faults.

    Args:
        detector: one that a planter has the name of.
        study: without faults.
        seeds: of the planting, one study each.
    """
    planted = found = 0
    missed: list[str] = []
    for seed in seeds:
        spoilt = PLANTERS[detector.name](study, random.Random(f"{detector.name} {seed}"))
        hit = _keys(findings_of(detector, spoilt.study))
        planted += len(spoilt.keys)
        found += len(spoilt.keys & hit)
        missed += sorted(_shown(spoilt, key) for key in spoilt.keys - hit)
    sound = _sound(detector.name, study, seeds)
    return Measured(
        detector=detector.name,
        planted=planted,
        found=found,
        alarms=sum(1 for one in sound for _ in findings_of(detector, one)),
        clean=sum(_looked_at(detector.name, one) for one in sound),
        missed=tuple(missed),
    )


_OF_JUDGES = ("verdict_by_position", "judge_constant")
_OF_REQUESTS = ("claim_ids", "request_outlier")


def _sound(name: str, study: Study, seeds: Iterable[int]) -> list[Study]:
    """The demo; for what looks at judges or requests, of which it has few, made ones."""
    made = fair_judges if name in _OF_JUDGES else sound_requests if name in _OF_REQUESTS else None
    return [study] if made is None else [made(study, random.Random(seed)) for seed in seeds]


def _looked_at(name: str, study: Study) -> int:
    if name in _OF_JUDGES:
        return len({one.judge_id for one in study.verdicts})
    if name in _OF_REQUESTS:
        return len(study.requests)
    of_answers = name.startswith("answer") or name in ("marker_unparsed", "marker_unknown_id")
    return len(study.answers if of_answers else study.citations)


def _keys(findings: Iterable[Finding]) -> set[str]:
    found: set[str] = set()
    for one in findings:
        spotted = one.spotted
        found |= {spotted.uid, spotted.where, f"{spotted.run} {spotted.case_id}"}
        found |= set(spotted.where.split(" = "))
        found.add(spotted.where.partition(" on ")[0])
    return found


def _shown(spoilt: Planted, key: str) -> str:
    """What was not found, for whoever mends the detector."""
    for one in spoilt.study.citations:
        if one.uid == key:
            around = one.answer.text[slice(*one.span)] if one.span else ""
            return f"{one.claim[:90]!r} {one.passage[:40]!r} {around[:20]!r}"
    for answer in spoilt.study.answers:
        if answer.where == key:
            return answer.answer.text[-120:]
    for verdict in spoilt.study.verdicts:
        if verdict.uid == key:
            return f"{verdict.support} {verdict.reason[:80]!r} {verdict.evidence[:80]!r}"
    return key


if __name__ == "__main__":
    main()
