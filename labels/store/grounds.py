"""The grounds of a calibration, read from the store, the corpus, the settings and the rubric.

What is in force now: of the judge, the version with the newest verdicts among those of its name,
with the model that is configured; the rubric of the study; the passages as the corpus has them.
"""

import json
import os
import sqlite3
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from corpus import settings
from corpus.document import Passage
from corpus.hashes import text_hash
from corpus.settings import JUDGE_VARIABLE, Settings
from corpus.storage.library import Library
from corpus.workspace import Workspace
from labels.calibration import CalibrationItem
from labels.grounds import Grounds, ThenAndNow
from labels.rubric import Rubric
from labels.store.runs import settings_of


class Sampled(NamedTuple):
    """Whose verdicts were sampled, over which runs."""

    sample: str
    judge_id: str
    runs: tuple[str, ...]


def grounds_of(
    connection: sqlite3.Connection,
    workspace: Workspace,
    sampled: Sampled,
    items: Sequence[CalibrationItem],
    in_force: Rubric,
) -> ThenAndNow:
    """The grounds of a sample for one judge, as they were and as they are.

    Args:
        items: the drawn ones, with their labels.
        in_force: the rubric.
    """
    chosen = settings.load(workspace)
    judge = _judge(connection, sampled.judge_id)
    newest = _newest_of_name(connection, judge.name)
    then, now = _passages(connection, workspace, sampled.sample)
    words = _chunk_words(connection, sampled.runs)
    drawn = connection.execute(
        "SELECT rubric, created_at FROM sample WHERE name = ?", [sampled.sample]
    ).fetchone()
    made_under = {label.rubric for item in items for label in item.labels}
    provenance = _in_force(newest.provenance, in_force)
    configured = _configured_model(connection, chosen, judge.provenance, drawn["created_at"])
    if configured and newest.id == judge.id:
        provenance |= {"model": configured}
    return ThenAndNow(
        then=Grounds(
            judge_id=judge.id,
            provenance=judge.provenance,
            rubrics=tuple(sorted(made_under)) or (drawn["rubric"],),
            chunk_words=words,
            passages=then,
        ),
        now=Grounds(
            judge_id=newest.id,
            provenance=provenance,
            rubrics=(in_force.version,),
            chunk_words=(chosen.chunking.words,) if words else (),
            passages=now,
        ),
        judged_now=(
            len(items) if newest.id == judge.id else _judged(connection, sampled, newest.id)
        ),
    )


class _Judge(NamedTuple):
    id: str
    name: str
    provenance: dict[str, str]


def _judge(connection: sqlite3.Connection, judge_id: str) -> _Judge:
    row = connection.execute(
        "SELECT id, name, provenance FROM judge WHERE id = ?", [judge_id]
    ).fetchone()
    return _Judge(row["id"], row["name"], json.loads(row["provenance"]))


def _newest_of_name(connection: sqlite3.Connection, name: str) -> _Judge:
    """The version of a judge that gave the newest verdict."""
    row = connection.execute(
        "SELECT j.id, j.name, j.provenance FROM judge j WHERE j.name = ? ORDER BY "
        "(SELECT max(v.rowid) FROM verdict v WHERE v.judge_id = j.id) DESC, j.rowid DESC LIMIT 1",
        [name],
    ).fetchone()
    return _Judge(row["id"], row["name"], json.loads(row["provenance"]))


def _in_force(provenance: Mapping[str, str], rubric: Rubric) -> dict[str, str]:
    """A judge that is given the rubric would be given the one in force."""
    given = {"rubric": rubric.version, "rubric_sha256": text_hash(rubric.text)}
    return dict(provenance) | {key: given[key] for key in given if key in provenance}


def _configured_model(
    connection: sqlite3.Connection,
    chosen: Settings,
    provenance: Mapping[str, str],
    drawn_at: str,
) -> str | None:
    """The model that would judge now, where it took the sampled one's place.

    One that had judged here before the sample was drawn took nobody's place: the sample was drawn
    from another judge on purpose.
    """
    if provenance.get("provider") != "anthropic":
        return None
    model = os.environ.get(JUDGE_VARIABLE) or chosen.models.judge
    before = connection.execute(
        "SELECT provenance FROM judge WHERE created_at < ?", [drawn_at]
    ).fetchall()
    models = {json.loads(row["provenance"]).get("model") for row in before}
    return None if model in models else model


def _chunk_words(connection: sqlite3.Connection, runs: Sequence[str]) -> tuple[int, ...]:
    """Of the runs that were answered here; what ships as answered says nothing of it."""
    found = ((settings_of(connection, run) or {}).get("configuration") for run in runs)
    words = (one.get("chunk_words") for one in found if isinstance(one, dict))
    return tuple(sorted({int(one) for one in words if one is not None}))


def _passages(
    connection: sqlite3.Connection, workspace: Workspace, sample: str
) -> tuple[dict[str, str], dict[str, str]]:
    """The hashes of the drawn items' passages, as they were judged and as the corpus has them.

    White space around a text does not count. Items whose passage never was of this corpus are left
    out, and all of them where the corpus is not here.
    """
    library = Library(workspace)
    if not len(library):
        return {}, {}
    rows = connection.execute(
        "SELECT DISTINCT c.item_id, c.cited, i.passage FROM sample_member m "
        "JOIN verdict v ON v.uid = m.verdict_uid JOIN citation c ON c.uid = v.citation_uid "
        "JOIN item i ON i.id = c.item_id WHERE m.sample = ? AND c.source <> ''",
        [sample],
    ).fetchall()
    now = _current(library, {row["cited"] for row in rows})
    return (
        {row["item_id"]: text_hash(row["passage"].strip()) for row in rows},
        {row["item_id"]: now[row["cited"]] for row in rows},
    )


def _current(library: Library, cited: set[str]) -> dict[str, str]:
    """The hash of each cited passage's text; empty where the corpus has none of that id."""
    by_document: dict[str, list[Passage]] = {}
    hashes = {}
    for one in cited:
        document, _, index = one.rpartition(":")
        if document not in by_document:
            there = document in library
            by_document[document] = library.passages_of(document) if there else []
        passages = by_document[document]
        known = index.isdecimal() and int(index) < len(passages)
        hashes[one] = text_hash(passages[int(index)].text.strip()) if known else ""
    return hashes


def _judged(connection: sqlite3.Connection, sampled: Sampled, judge_id: str) -> int:
    """Of the drawn citations: the frame is as large as it may be."""
    row = connection.execute(
        "SELECT count(*) FROM sample_member m JOIN verdict v ON v.uid = m.verdict_uid "
        "JOIN verdict w ON w.citation_uid = v.citation_uid "
        "WHERE m.sample = ? AND w.judge_id = ? AND w.support IS NOT NULL",
        [sampled.sample, judge_id],
    ).fetchone()
    return int(row[0])
