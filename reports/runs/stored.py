"""The stored scores of two runs under one judge that scored both."""

import sqlite3
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from corpus.errors import InputError
from labels.scores import CaseScores
from labels.store import lookup, mending
from labels.store.counted_cases import LeftOut, counted_scores, left_out
from labels.store.lookup import StoredJudge
from labels.store.runs import settings_of

Scores = list[CaseScores]


class RunScores(NamedTuple):
    """What of two runs is compared."""

    first: Scores
    second: Scores
    bugs: tuple[LeftOut, LeftOut]
    """What the audit confirmed as harness bugs, by run: it is in none of the scores."""


def scores_of(
    connection: sqlite3.Connection, runs: tuple[str, str], judge: str | None
) -> RunScores:
    """The scores of both runs, without confirmed harness bugs.

    Args:
        connection: the workspace's database.
        runs: their names.
        judge: the judge's name or the beginning of its id; None where only one scored both.

    Raises:
        InputError: a run is unknown, has no scores, or it is open whose scores count.
    """
    lookup.known_runs(connection, runs)
    judge_id = _one_judge(connection, runs, judge)
    first, second = (counted_scores(connection, run, judge_id) for run in runs)
    ours, theirs = (left_out(connection, run, judge_id) for run in runs)
    return RunScores(first, second, (ours, theirs))


def other_grounds(connection: sqlite3.Connection, runs: tuple[str, str]) -> list[str]:
    """What the two runs do not have in common beside their configurations, in words."""
    first, second = (settings_of(connection, run) or {} for run in runs)
    words = {
        "golden": "set of golden questions",
        "corpus": "corpus",
        "claims": "way to cut claims",
        "parsing": "reading of markers",
    }
    return [told for key, told in words.items() if first.get(key) != second.get(key)]


def _one_judge(connection: sqlite3.Connection, runs: Sequence[str], wanted: str | None) -> str:
    first, second = (_judges(connection, run, wanted) for run in runs)
    for run, judges in zip(runs, (first, second), strict=True):
        if not judges:
            by = f" by {wanted!r}" if wanted else ""
            if old := mending.mended(connection, run):
                raise InputError(
                    f"The run {run!r} has no scores{by}: the rescore that makes it was stopped "
                    f"before its end, or had another judge; finish it first: "
                    f"{mending.finishing(old, run)}"
                )
            raise InputError(
                f"The run {run!r} has no scores{by}; make them with: crosssource run, or "
                f"crosssource judge {run}. (Imported runs have no whole answers to score.)"
            )
    both = [judge for judge in first if judge in second]
    if len(both) == 1:
        return both[0].id
    if not both:
        raise InputError(
            f"No judge scored both {runs[0]!r} ({_named(first)}) and {runs[1]!r} "
            f"({_named(second)}); have one judge score both with: crosssource judge RUN"
        )
    raise InputError(
        f"{len(both)} judges scored both runs: {_named(both)}; name one with --judge (the name, "
        "or the letters in brackets)."
    )


def _judges(connection: sqlite3.Connection, run: str, wanted: str | None) -> list[StoredJudge]:
    """Those who scored the run and go by that name."""
    rows = connection.execute(
        f"SELECT DISTINCT j.id, j.name, {lookup.REPEATED} FROM case_score s "
        "JOIN judge j ON j.id = s.judge_id WHERE s.run = ? ORDER BY j.name, j.id",
        [run],
    )
    return lookup.named_judges((StoredJudge(*row) for row in rows), wanted)


def _named(judges: Iterable[StoredJudge]) -> str:
    return ", ".join(map(str, judges))
