"""The frame: the verdicts that a sample can be drawn from, one judge's over some runs."""

import json
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from corpus.errors import InputError
from labels.item import content_hash
from labels.outcome import Outcome, Support
from labels.sampling import FrameVerdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """The verdicts that a sample is drawn from: one judge's, over some runs."""

    runs: tuple[str, ...]
    judge_id: str
    judge: str
    verdicts: tuple[FrameVerdict, ...]
    """Those with a value."""
    missing: int
    """How many of the runs' citations have no verdict by the judge, or one without a value."""
    sha256: str
    """Of the verdicts, the seal."""


def load_frame(connection: sqlite3.Connection, runs: Sequence[str], judge: str | None) -> Frame:
    """The frame over some runs.

    Args:
        runs: their names; empty means all.
        judge: the judge's name or the beginning of its id; None where there is only one.

    Raises:
        InputError: a run or the judge is unknown, or several judges leave it open which.
    """
    runs = _known_runs(connection, runs)
    judge_id, judge_name = _one_judge(connection, runs, judge)
    rows = _frame_rows(connection, runs, judge_id)
    return Frame(
        runs=tuple(runs),
        judge_id=judge_id,
        judge=judge_name,
        verdicts=tuple(_frame_verdict(row) for row in rows),
        missing=_count_citations(connection, runs) - len(rows),
        sha256=content_hash([row["sha256"] for row in rows]),
    )


def _known_runs(connection: sqlite3.Connection, wanted: Sequence[str]) -> list[str]:
    known = [row["name"] for row in connection.execute("SELECT name FROM run ORDER BY name")]
    if not known:
        raise InputError(
            "There is no run in this workspace yet; import verdicts with: crosssource import FILE"
        )
    for name in wanted:
        if name not in known:
            raise InputError(f"There is no run {name!r}; the runs are: {', '.join(known)}.")
    return sorted(set(wanted)) or known


def _one_judge(
    connection: sqlite3.Connection, runs: Sequence[str], wanted: str | None
) -> tuple[str, str]:
    rows = connection.execute(
        "SELECT DISTINCT j.id, j.name FROM verdict v JOIN citation c ON c.uid = v.citation_uid "
        "JOIN judge j ON j.id = v.judge_id "
        f"WHERE c.run IN ({_marks(runs)}) ORDER BY j.name, j.id",
        list(runs),
    ).fetchall()
    if wanted is not None:
        rows = [row for row in rows if wanted == row["name"] or row["id"].startswith(wanted)]
    if len(rows) == 1:
        return rows[0]["id"], rows[0]["name"]
    if not rows:
        said = f"No verdict by {wanted!r}" if wanted else "No verdict"
        raise InputError(f"{said} in {', '.join(runs)}; see: crosssource sample draw --help")
    names = ", ".join(f"{row['name']} ({row['id'][:8]})" for row in rows)
    raise InputError(
        f"{len(rows)} judges have judged {', '.join(runs)}: {names}; a sample is drawn from the "
        "verdicts of one: name it with --judge (the name, or the letters in brackets)."
    )


def _frame_rows(
    connection: sqlite3.Connection, runs: Sequence[str], judge_id: str
) -> list[sqlite3.Row]:
    return connection.execute(
        "SELECT v.uid, v.support, v.category, v.sha256, c.run, c.config, c.importance, c.fields "
        "FROM verdict v JOIN citation c ON c.uid = v.citation_uid "
        f"WHERE v.judge_id = ? AND v.support IS NOT NULL AND c.run IN ({_marks(runs)}) "
        "ORDER BY v.uid",
        [judge_id, *runs],
    ).fetchall()


def _count_citations(connection: sqlite3.Connection, runs: Sequence[str]) -> int:
    row = connection.execute(
        f"SELECT count(*) FROM citation WHERE run IN ({_marks(runs)})", list(runs)
    ).fetchone()
    return int(row[0])


def _frame_verdict(row: sqlite3.Row) -> FrameVerdict:
    fields: dict[str, str] = json.loads(row["fields"])
    own = {
        "run": row["run"],
        "config": row["config"],
        "category": row["category"] or Outcome.UNCATEGORISED,
        "importance": "" if row["importance"] is None else str(row["importance"]),
    }
    support = Support(row["support"])
    if support is not Support.UNSUPPORTED:
        own["category"] = row["category"] or ""
    return FrameVerdict(uid=row["uid"], support=support, fields=fields | own)


def _marks(values: Iterable[object]) -> str:
    return ", ".join("?" for _ in values)
