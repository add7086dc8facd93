"""Samples in the store: drawn from a frame, sealed, listed, closed and opened again.

Sealing: the manifest holds hashes of every verdict of the frame, drawn or not, of who was drawn
from which stratum, and of what is shown (`labels.store.seal`), so that a report can show that
nothing changed after labelling began.
"""

import json
import sqlite3
from dataclasses import dataclass
from itertools import count
from typing import Any

from corpus.errors import InputError, StoreError
from corpus.hashes import text_hash
from labels import sampling
from labels.assignment import WHOLE, Assignment
from labels.naming import usable_name
from labels.rescoring import CHANGED, RESCORED
from labels.rubric import Rubric
from labels.store import adjudications, reveals, standing
from labels.store.assigning import assign
from labels.store.frame import Frame
from labels.store.seal import seal_of
from labels.store.stamped import STAMP, as_json, stamped


@dataclass(frozen=True, slots=True, kw_only=True)
class NewSample:
    """What a sample is made of, whether drawn or come with an import."""

    name: str
    origin: str
    """`drawn` or `imported`."""
    seed: int | None
    by: tuple[str, ...]
    strata: tuple[sampling.DrawnStratum, ...]
    asked: Assignment = WHOLE
    """Of the people who label it."""
    carried_from: str = ""
    """The sample that it carries over to a mended run; empty: none."""


def create(connection: sqlite3.Connection, frame: Frame, sample: NewSample, rubric: Rubric) -> str:
    """Write a sample with its seal, inside the caller's transaction; the manifest's hash.

    Raises:
        InputError: the name is taken or cannot be used, or more items are to come twice than there
            are.
    """
    name = _usable_name(connection, sample)
    standing.keep_rubric(connection, rubric)
    connection.execute(
        f"INSERT INTO sample (name, rubric, {STAMP}) VALUES (?, ?, ?, ?, ?)",
        (name, rubric.version, *stamped()),
    )
    connection.executemany(
        "INSERT INTO sample_frame (sample, verdict_uid) VALUES (?, ?)",
        ((name, verdict.uid) for verdict in frame.verdicts),
    )
    for stratum in sample.strata:
        connection.execute(
            "INSERT INTO stratum (sample, name, size, drawn, inclusion_probability) "
            "VALUES (?, ?, ?, ?, ?)",
            (
                name,
                stratum.name,
                stratum.size,
                len(stratum.members),
                stratum.inclusion_probability,
            ),
        )
        connection.executemany(
            "INSERT INTO sample_member (sample, verdict_uid, stratum) VALUES (?, ?, ?)",
            ((name, uid, stratum.name) for uid in stratum.members),
        )
    _fill_blind_items(connection, name)
    strata = [stratum.name for stratum in sample.strata]
    asked = assign(connection, name, sample.asked, strata, sample.seed)
    manifest = as_json(_design(frame, sample) | asked | {"seal": seal_of(connection, name)})
    sha256 = text_hash(manifest)
    connection.execute(
        "INSERT INTO sample_manifest (sample, manifest, sha256) VALUES (?, ?, ?)",
        (name, manifest, sha256),
    )
    return sha256


def exists(connection: sqlite3.Connection, name: str) -> bool:
    """Whether a sample of that name is there."""
    found = connection.execute("SELECT 1 FROM sample WHERE name = ?", [name]).fetchone()
    return found is not None


def is_same(connection: sqlite3.Connection, frame: Frame, sample: NewSample) -> bool:
    """Whether this very sample is there already."""
    if not exists(connection, sample.name):
        return False
    held = manifest_of(connection, sample.name)
    del held["seal"]
    rows = connection.execute(
        "SELECT verdict_uid, stratum FROM sample_member WHERE sample = ?", [sample.name]
    )
    drawn = {(uid, stratum.name) for stratum in sample.strata for uid in stratum.members}
    same_members = {(row["verdict_uid"], row["stratum"]) for row in rows} == drawn
    return same_members and held == json.loads(as_json(_design(frame, sample)))


def drawn_from(connection: sqlite3.Connection, frame: Frame) -> list[str]:
    """The samples that were drawn from this very frame, in the order they were drawn; open ones
    come before closed ones."""
    verdicts = {verdict.uid for verdict in frame.verdicts}
    rows = connection.execute("SELECT name FROM sample ORDER BY rowid").fetchall()
    found = [row["name"] for row in rows if _is_drawn_from(connection, row["name"], verdicts)]
    return sorted(found, key=lambda name: standing.is_closed(connection, name))


def _is_drawn_from(connection: sqlite3.Connection, sample: str, verdicts: set[str]) -> bool:
    if manifest_of(connection, sample)["origin"] != "drawn":
        return False
    rows = connection.execute("SELECT verdict_uid FROM sample_frame WHERE sample = ?", [sample])
    return {row["verdict_uid"] for row in rows} == verdicts


def record_event(connection: sqlite3.Connection, sample: str, kind: str, reason: str) -> None:
    """Close (`closed`) or open again (`reopened`) a sample.

    Raises:
        InputError: it is so already.
    """
    if standing.is_closed(connection, sample) == (kind == "closed"):
        state = "closed" if kind == "closed" else "open"
        raise InputError(f"The sample {sample!r} is {state} already; see: crosssource sample list")
    connection.execute(
        f"INSERT INTO sample_event (sample, kind, reason, {STAMP}) VALUES (?, ?, ?, ?, ?, ?)",
        (sample, kind, reason, *stamped()),
    )


def manifest_of(connection: sqlite3.Connection, sample: str) -> dict[str, object]:
    """A sample's manifest as it was written."""
    row = connection.execute(
        "SELECT manifest FROM sample_manifest WHERE sample = ?", [sample]
    ).fetchone()
    if row is None:
        raise StoreError(f"The sample {sample!r} has lost its manifest; run crosssource check.")
    manifest: dict[str, object] = json.loads(row["manifest"])
    return manifest


def told_strata(connection: sqlite3.Connection, sample: str) -> list[dict[str, Any]]:
    """A sample's strata for whoever looks at it, as `stratum_rows` has them.

    What a fix changed is often a single item, the one that comes back to people: its stratum would
    say what the judge said of it, and so would what is left of the others. While a carried sample
    or its forerunner is open, its strata are told without verdicts: a row for what the fix left as
    it was, one for what it changed; no probability where they differ.
    """
    rows = stratum_rows(connection, sample)
    forerunner = manifest_of(connection, sample).get("carried_from")
    if not forerunner or all(
        standing.is_closed(connection, str(name)) for name in (sample, forerunner)
    ):
        return rows
    of_changed = f"{RESCORED}={CHANGED}"
    told = []
    for name, is_changed in (("left as it was", False), ("changed by the fix", True)):
        mine = [row for row in rows if row["name"].endswith(of_changed) is is_changed]
        chances = {row["inclusion_probability"] for row in mine}
        if mine:
            told.append({
                "name": name,
                "size": sum(row["size"] for row in mine),
                "drawn": sum(row["drawn"] for row in mine),
                "inclusion_probability": chances.pop() if len(chances) == 1 else None,
            })  # fmt: skip
    return told


def free_name(connection: sqlite3.Connection) -> str:
    """The first of `sample-1`, `sample-2` … that is not taken."""
    return next(name for n in count(1) if not exists(connection, name := f"sample-{n}"))


def stratum_rows(connection: sqlite3.Connection, sample: str) -> list[dict[str, Any]]:
    """A sample's strata in the order of the scale: name, size, drawn, inclusion_probability."""
    rows = connection.execute(
        "SELECT name, size, drawn, inclusion_probability FROM stratum WHERE sample = ? "
        "ORDER BY rowid",
        [sample],
    )
    return [dict(row) for row in rows]


def items_of(connection: sqlite3.Connection, sample: str) -> int:
    """How many items a sample has."""
    row = connection.execute("SELECT count(*) FROM blind_item WHERE sample = ?", [sample])
    return int(row.fetchone()[0])


def overview(connection: sqlite3.Connection) -> list[dict[str, Any]]:
    """Every sample: name, items, state (`open`, `closed`), labels in force by annotator, items that
    these leave open, decisions in force by adjudicator, and how many decisions are void."""
    return [overview_of(connection, name) for name in names(connection)]


def names(connection: sqlite3.Connection) -> list[str]:
    """The samples' names, in order; no label is read for it."""
    return [row["name"] for row in connection.execute("SELECT name FROM sample ORDER BY name")]


def overview_of(connection: sqlite3.Connection, name: str) -> dict[str, Any]:
    """One sample as `overview` gives it."""
    states = reveals.blind_states(connection, name)
    tally = adjudications.tally(connection, name, states)
    return {
        "name": name,
        "items": items_of(connection, name),
        "state": "closed" if standing.is_closed(connection, name) else "open",
        "labelled": {annotator: len(state.labels) for annotator, state in sorted(states.items())},
        "undecided_by_labels": tally.open,
        "adjudicated": dict(tally.decided),
        "void": tally.void,
    }


def _design(frame: Frame, sample: NewSample) -> dict[str, object]:
    """The manifest but for its seal."""
    carried = {"carried_from": sample.carried_from} if sample.carried_from else {}
    return {
        **carried,
        "sample": sample.name,
        "origin": sample.origin,
        "method": sampling.METHOD,
        "seed": sample.seed,
        "by": list(sample.by),
        "frame": {
            "runs": list(frame.runs),
            "judge": frame.judge,
            "judge_id": frame.judge_id,
            "size": sum(stratum.size for stratum in sample.strata),
            "missing": frame.missing,
        },
        "strata": [
            {
                "name": stratum.name,
                "size": stratum.size,
                "drawn": len(stratum.members),
                "inclusion_probability": stratum.inclusion_probability,
            }
            for stratum in sample.strata
        ],
    }


def _fill_blind_items(connection: sqlite3.Connection, sample: str) -> None:
    """One row an item, however often it was drawn; the place shown is the first by its hash."""
    connection.execute(
        "INSERT INTO blind_item "
        "(sample, item_id, answer_id, claim_start, claim_end, cited, source) "
        "SELECT sample, item_id, answer_id, claim_start, claim_end, cited, source FROM ("
        "  SELECT m.sample, c.*, row_number() OVER (PARTITION BY c.item_id ORDER BY c.uid) AS nth"
        "  FROM sample_member m JOIN verdict v ON v.uid = m.verdict_uid"
        "  JOIN citation c ON c.uid = v.citation_uid WHERE m.sample = ?) WHERE nth = 1",
        [sample],
    )


def _usable_name(connection: sqlite3.Connection, sample: NewSample) -> str:
    # The sample of an import is named after its run.
    option = "--name NAME" if sample.origin == "drawn" else "--run NAME"
    name = usable_name("sample", sample.name, option)
    if exists(connection, name):
        raise InputError(
            f"There is a sample {name!r} already; give the new one another name with {option}."
        )
    return name
