"""The frame: the verdicts that a sample can be drawn from, one judge's over some runs."""

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from labels.imported_field import VERDICT_OF, field_name
from labels.outcome import Outcome, Support
from labels.sampling import FrameVerdict
from labels.store import lookup


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """The verdicts that a sample is drawn from: one judge's, over some runs."""

    runs: tuple[str, ...]
    judge_id: str
    judge: str
    verdicts: tuple[FrameVerdict, ...]
    """Those with a value."""
    missing: int
    """Citations for which the judge has a verdict without a value, or nobody has any."""


NO_VERDICT = "none"
"""What the field says where that judge has no verdict."""


def load_frame(
    connection: sqlite3.Connection,
    runs: Sequence[str],
    judge: str | None,
    verdicts_of: Sequence[str] = (),
) -> Frame:
    """The frame over some runs.

    Args:
        runs: their names; empty means all.
        judge: its name or, where nobody has that name, the beginning of its id; None where there
            is only one.
        verdicts_of: other judges, as `resolved` names them: what they say becomes a field.

    Raises:
        InputError: a run or the judge is unknown, or several judges leave it open which.
    """
    runs = lookup.known_runs(connection, runs)
    found = lookup.one_judge(connection, runs, judge)
    rows = _frame_rows(connection, runs, found.id)
    others = {name: _said(connection, runs, name) for name in verdicts_of}
    return Frame(
        runs=tuple(runs),
        judge_id=found.id,
        judge=found.name,
        verdicts=tuple(_frame_verdict(row, others) for row in rows),
        missing=_missing(connection, runs, found.id),
    )


def _frame_rows(
    connection: sqlite3.Connection, runs: Sequence[str], judge_id: str
) -> list[sqlite3.Row]:
    return connection.execute(
        "SELECT v.uid, v.citation_uid, v.support, v.category, c.run, c.config, c.importance, "
        "c.fields "
        "FROM verdict v JOIN citation c ON c.uid = v.citation_uid "
        f"WHERE v.judge_id = ? AND v.support IS NOT NULL AND c.run IN ({_marks(runs)}) "
        # Confirmed harness bugs: nobody is to label them.
        "AND v.uid NOT IN (SELECT verdict_uid FROM confirmed_verdict) ORDER BY v.uid",
        [judge_id, *runs],
    ).fetchall()


def _missing(connection: sqlite3.Connection, runs: Sequence[str], judge_id: str) -> int:
    """A citation that only other judges judged is theirs, and is not missing here."""
    row = connection.execute(
        "SELECT count(*) FROM citation c LEFT JOIN verdict v "
        "ON v.citation_uid = c.uid AND v.judge_id = ? "
        f"WHERE c.run IN ({_marks(runs)}) AND v.support IS NULL AND (v.uid IS NOT NULL "
        "OR NOT EXISTS (SELECT 1 FROM verdict o WHERE o.citation_uid = c.uid))",
        [judge_id, *runs],
    ).fetchone()
    return int(row[0])


def resolved(
    connection: sqlite3.Connection, runs: Sequence[str], by: Sequence[str]
) -> tuple[str, ...]:
    """The fields of strata, with each `verdict:NAME` naming one judge for good.

    Raises:
        InputError: nobody of that name has judged the runs, or several have.
    """
    known = lookup.known_runs(connection, runs)
    return tuple(
        f"{VERDICT_OF}{lookup.one_judge(connection, known, name.removeprefix(VERDICT_OF))}"
        if name.startswith(VERDICT_OF)
        else name
        for name in by
    )


def judge_named(connection: sqlite3.Connection, field: str) -> str:
    """The id of the judge in a resolved field."""
    label = field.removeprefix(VERDICT_OF)
    rows = connection.execute("SELECT id, name FROM judge ORDER BY name, id")
    (judge,) = lookup.named_judges((lookup.StoredJudge(*row) for row in rows), label)
    return judge.id


def _said(connection: sqlite3.Connection, runs: Sequence[str], field: str) -> dict[str, str]:
    """What a judge says, by citation."""
    rows = connection.execute(
        "SELECT v.citation_uid, v.support FROM verdict v JOIN citation c ON c.uid = v.citation_uid "
        f"WHERE v.judge_id = ? AND v.support IS NOT NULL AND c.run IN ({_marks(runs)})",
        [judge_named(connection, field), *runs],
    )
    return {row["citation_uid"]: row["support"] for row in rows}


def _frame_verdict(row: sqlite3.Row, others: Mapping[str, Mapping[str, str]]) -> FrameVerdict:
    imported: dict[str, str] = json.loads(row["fields"])
    fields = {field_name(column): value for column, value in imported.items()}
    own = {
        "run": row["run"],
        "config": row["config"],
        "category": row["category"] or Outcome.UNCATEGORISED,
        "importance": "" if row["importance"] is None else str(row["importance"]),
    }
    support = Support(row["support"])
    if support is not Support.UNSUPPORTED:
        own["category"] = row["category"] or ""
    own |= {name: said.get(row["citation_uid"], NO_VERDICT) for name, said in others.items()}
    return FrameVerdict(uid=row["uid"], support=support, fields=fields | own)


def _marks(values: Iterable[object]) -> str:
    return ", ".join("?" for _ in values)
