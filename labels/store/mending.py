"""Runs that mend another one, and what they still lack of what the fix changed.

A rescore that was stopped, or whose judge gave no verdict, leaves a run that looks whole: what the
fix left as it was has taken its verdicts over, and only what the fix changed has none.
"""

import shlex
import sqlite3

from corpus.amount import count, verb
from corpus.errors import InputError
from labels.rescoring import FROM
from labels.store import runs


def mended(connection: sqlite3.Connection, run: str) -> str:
    """The run that a run mends; empty where it mends none."""
    return str((runs.settings_of(connection, run) or {}).get(FROM, ""))


def usual_name(run: str) -> str:
    """What a run that mends another one is called, where nothing else is asked for."""
    return f"{run}-rescored"


def finishing(old: str, run: str) -> str:
    """The command that goes on with a run that mends another one.

    Args:
        old: the run that is mended.
        run: the one that mends it.
    """
    words = ["crosssource", "rescore", old]
    return shlex.join(words if run == usual_name(old) else [*words, "--name", run])


def refuse_unfinished(
    connection: sqlite3.Connection, run: str, of: str, judge_id: str, *, without_missing: bool
) -> None:
    """Refuse a run that lacks what the fix changed.

    Args:
        run: that mends another one.
        of: the run that a sample was drawn of, which this one mends in one step or in several.
        judge_id: the sample's judge.
        without_missing: what the judge gave no verdict on may be missing.

    Raises:
        InputError: the rescore was stopped, answers of it were not taken apart, or verdicts are
            missing.
    """
    finish = finishing(mended(connection, run), run)
    judges = connection.execute("SELECT DISTINCT judge_id FROM case_score WHERE run = ?", [run])
    scored = {row["judge_id"] for row in judges}
    if not scored:
        raise InputError(
            f"The rescore that makes {run!r} was stopped before its end, so what the fix changed "
            f"is not all judged; finish it first: {finish}"
        )
    if uncut := _uncut(connection, run, of):
        raise InputError(
            f"{count(uncut, 'answer')} of {run!r} {verb(uncut, 'was', 'were')} not taken apart, so "
            f"what the fix changed there is not judged; finish it first: {finish}"
        )
    # Where the judge has judged nothing of it, another sentence says so.
    if judge_id not in scored or without_missing:
        return
    if lacking := unjudged(connection, run, of, judge_id):
        raise InputError(
            f"{count(lacking, 'citation')} of {run!r} that the fix changed "
            f"{verb(lacking, 'has', 'have')} no verdict, and would come back to nobody; have them "
            f"judged first: {finish}. Where the judge gives none however often it is asked, add "
            "--without-missing to carry the sample without them."
        )


def unjudged(connection: sqlite3.Connection, run: str, of: str, judge_id: str) -> int:
    """Citations that the run it mends does not have, and that the judge has no verdict on."""
    row = connection.execute(
        "SELECT count(*) FROM citation c "
        "LEFT JOIN verdict v ON v.citation_uid = c.uid AND v.judge_id = ? "
        "WHERE c.run = ? AND v.support IS NULL AND NOT EXISTS (SELECT 1 FROM citation o "
        "WHERE o.run = ? AND o.case_id = c.case_id AND o.cited = c.cited "
        "AND o.item_id = c.item_id)",
        [judge_id, run, of],
    ).fetchone()
    return int(row[0])


def _uncut(connection: sqlite3.Connection, run: str, of: str) -> int:
    """Answers that are taken apart into claims in the old run alone."""
    row = connection.execute(
        "SELECT count(*) FROM analysis o WHERE o.run = ? AND NOT EXISTS "
        "(SELECT 1 FROM analysis n WHERE n.run = ? AND n.case_id = o.case_id)",
        [of, run],
    ).fetchone()
    return int(row[0])
