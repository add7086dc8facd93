"""What judges say of the citations that a sample was drawn from, counted in the database.

A frame may hold a hundred thousand verdicts, so it is counted by SQL: how many citations of each
stratum have each combination of verdicts. Only the drawn ones are ever read one by one.
"""

import sqlite3
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from corpus.errors import InputError
from labels.imported_field import VERDICT_OF, column_name
from labels.outcome import Outcome, Support
from labels.panel import Pattern
from labels.store import lookup
from labels.store.frame import NO_VERDICT, judge_named
from labels.store.lookup import StoredJudge
from labels.store.samples import manifest_of, stratum_rows

BUGS = "SELECT verdict_uid FROM confirmed_verdict"
"""A query for the uids of verdicts that are confirmed harness bugs."""


class FrameQuery(NamedTuple):
    """A query for a sample's frame: `citation_uid` and `stratum`, one row a citation."""

    sql: str
    values: tuple[object, ...]


class StratumColumn(NamedTuple):
    """The stratum of a verdict `v` of the frame with its citation `c`, in SQL, as `stratum`."""

    sql: str
    values: tuple[object, ...]


def frame_query(connection: sqlite3.Connection, sample: str) -> FrameQuery:
    """The frame of a sample with the stratum of each citation, drawn or not.

    Of an imported sample the labelled rows are all there is: it is a census of them.

    Raises:
        InputError: the sample was drawn elsewhere, and what it was drawn from is not here.
    """
    manifest: dict[str, Any] = manifest_of(connection, sample)
    if manifest["origin"] == "drawn":
        stratum = stratum_column(connection, manifest["by"])
        return FrameQuery(
            f"SELECT v.citation_uid, {stratum.sql} FROM sample_frame f "
            "JOIN verdict v ON v.uid = f.verdict_uid JOIN citation c ON c.uid = v.citation_uid "
            "WHERE f.sample = ?",
            (*stratum.values, sample),
        )
    if any(row["drawn"] < row["size"] for row in stratum_rows(connection, sample)):
        raise InputError(
            f"The sample {sample!r} was drawn elsewhere: the verdicts that were not drawn are not "
            "in this study, so nobody knows what another judge says of them. Import all verdicts "
            f"that it was drawn from and draw a sample here, or see {manifest['frame']['judge']!r} "
            f"alone with: crosssource report --sample {sample}"
        )
    return FrameQuery(
        "SELECT v.citation_uid, m.stratum FROM sample_member m "
        "JOIN verdict v ON v.uid = m.verdict_uid WHERE m.sample = ?",
        (sample,),
    )


def stratum_column(connection: sqlite3.Connection, by: Sequence[str]) -> StratumColumn:
    """The stratum that a drawn sample's manifest puts a verdict in.

    Strata are named as `labels.sampling` names them; a test holds the two together.

    Args:
        by: the fields that the strata were made of, as the manifest names them.
    """
    parts, values = ["v.support"], []
    for name in by:
        values.append(name)
        expression = _FIELDS.get(name, _IMPORTED)
        if name.startswith(VERDICT_OF):
            expression = _SAID
            values.append(judge_named(connection, name))
        elif name not in _FIELDS:
            values.append(column_name(name))
        parts.append(f"' · ' || ? || '=' || {expression}")
    return StratumColumn(f"{' || '.join(parts)} AS stratum", tuple(values))


_FIELDS = {
    "run": "c.run",
    "config": "c.config",
    "category": (
        "coalesce(v.category, "
        f"CASE v.support WHEN '{Support.UNSUPPORTED}' THEN '{Outcome.UNCATEGORISED}' ELSE '' END)"
    ),
    "importance": "coalesce(CAST(c.importance AS TEXT), '')",
}
_SAID = (
    "coalesce((SELECT o.support FROM verdict o WHERE o.citation_uid = v.citation_uid "
    f"AND o.judge_id = ?), '{NO_VERDICT}')"
)
_IMPORTED = "coalesce((SELECT value FROM json_each(c.fields) WHERE key = ?), '')"


def judges_of_frame(connection: sqlite3.Connection, sample: str) -> list[StoredJudge]:
    """Everybody with a verdict, or a missing one, on the frame's citations; by name and id."""
    drawn = manifest_of(connection, sample)["origin"] == "drawn"
    rows = connection.execute(
        # One verdict is enough, so that nothing is counted.
        "SELECT j.id, j.name FROM judge j WHERE EXISTS (SELECT 1 FROM verdict w "
        "JOIN verdict v ON v.citation_uid = w.citation_uid "
        f"JOIN {'sample_frame' if drawn else 'sample_member'} f ON f.verdict_uid = v.uid "
        "WHERE w.judge_id = j.id AND f.sample = ?) ORDER BY j.name, j.id",
        [sample],
    )
    return [StoredJudge(row["id"], row["name"]) for row in rows]


def judge_of_frame(connection: sqlite3.Connection, sample: str, wanted: str) -> StoredJudge:
    """The one judge of a sample's citations that a word means.

    Raises:
        InputError: nobody of that name has judged them, or it is open who is meant.
    """
    judges = judges_of_frame(connection, sample)
    found = lookup.named_judges(judges, wanted)
    if len(found) == 1:
        return found[0]
    known = ", ".join(map(str, found or judges))
    if found:
        raise InputError(
            f"{len(found)} judges of the sample {sample!r} go by {wanted!r}: {known}; name one by "
            "the letters in brackets."
        )
    raise InputError(
        f"No verdict by {wanted!r} on the citations of the sample {sample!r}; its judges are: "
        f"{known}. Have them judged by another with: crosssource judge RUN --judge NAME"
    )


def judge_labels(connection: sqlite3.Connection) -> dict[str, str]:
    """What each judge of the study is called, by id: its name, with letters of the id where
    another one has the same name."""
    judges = [StoredJudge(*row) for row in connection.execute("SELECT id, name FROM judge")]
    names = Counter(judge.name for judge in judges)
    return {judge.id: judge.name if names[judge.name] == 1 else str(judge) for judge in judges}


def patterns(
    connection: sqlite3.Connection,
    sample: str,
    judges: Sequence[str],
    *,
    with_bugs: bool = True,
) -> tuple[Pattern, ...]:
    """The frame by stratum and by what each of these judges says.

    Args:
        judges: their ids, at least one.
        with_bugs: False leaves out what is a confirmed harness bug under the drawing judge; what
            is one under another judge is no verdict of theirs.

    Raises:
        InputError: as `frame_query`; or the strata are not as large as they were when drawn.
    """
    frame = frame_query(connection, sample)
    said = [f"said_{number}" for number in range(len(judges))]
    counts = "" if with_bugs else f"AND w.uid NOT IN ({BUGS})"
    columns = "".join(
        f", max(CASE WHEN w.judge_id = ? {counts} THEN w.support END) AS {name}" for name in said
    )
    drawing: dict[str, Any] = manifest_of(connection, sample)["frame"]  # type: ignore[assignment]
    rows = connection.execute(
        f"WITH frame AS MATERIALIZED ({frame.sql}), bug AS MATERIALIZED (SELECT d.citation_uid "
        "FROM confirmed_verdict f JOIN verdict d ON d.uid = f.verdict_uid AND d.judge_id = ?), "
        f"said AS (SELECT frame.stratum{columns}, "
        "frame.citation_uid IN (SELECT citation_uid FROM bug) AS bug FROM frame "
        "LEFT JOIN verdict w ON w.citation_uid = frame.citation_uid GROUP BY frame.citation_uid) "
        f"SELECT stratum, {', '.join(said)}, bug, count(*) AS size FROM said "
        f"GROUP BY stratum, {', '.join(said)}, bug ORDER BY stratum, {', '.join(said)}",
        (*frame.values, drawing["judge_id"], *judges),
    ).fetchall()
    _refuse_other_sizes(connection, sample, rows)
    sizes: Counter[tuple[str, ...]] = Counter()
    for row in rows:
        if with_bugs or not row["bug"]:
            sizes[row["stratum"], *(row[name] for name in said)] += row["size"]
    return tuple(
        Pattern(
            stratum=stratum,
            said=tuple(Support(one) if one else None for one in of_judges),
            size=size,
        )
        for (stratum, *of_judges), size in sizes.items()
    )


def _refuse_other_sizes(
    connection: sqlite3.Connection, sample: str, rows: Sequence[sqlite3.Row]
) -> None:
    """The strata as counted now are those that were sealed, or every weight is void."""
    sizes: dict[str, int] = {}
    for found in rows:
        sizes[found["stratum"]] = sizes.get(found["stratum"], 0) + found["size"]
    for row in stratum_rows(connection, sample):
        counted = sizes.pop(row["name"], 0)
        if counted != row["size"]:
            raise InputError(
                f"The stratum {row['name']!r} of the sample {sample!r} held {row['size']:,} "
                f"verdicts when it was drawn and holds {counted:,} now: verdicts came later, or "
                "changed (crosssource check); draw a new sample with: crosssource sample draw"
            )
    if sizes:
        raise InputError(
            f"The sample {sample!r} has verdicts in strata that it was not drawn by "
            f"({', '.join(sorted(sizes))}); run crosssource check."
        )
