"""Reading a sample with all the judges of its citations; see `labels.panel`."""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from typing import Any

from corpus.errors import InputError
from corpus.workspace import Workspace
from labels.calibration import Calibration
from labels.outcome import Category, Outcome, Support
from labels.panel import Flip, Panel, PanelItem, PanelJudge
from labels.store import calibration, patterns, standing
from labels.store.lookup import StoredJudge, named_judges
from labels.store.samples import manifest_of


def load(
    connection: sqlite3.Connection,
    workspace: Workspace,
    sample: str | None,
    wanted: Sequence[str] = (),
) -> Panel:
    """A sample under several judges.

    Args:
        sample: its name; None takes the only one there is.
        wanted: names of judges, or beginnings of their ids; a name takes all judges who have it.
            Empty: everybody who judged some of the sample's citations.

    Raises:
        InputError: there is no such sample, or no judge of such a name has judged it.
    """
    name = standing.sample_name(connection, sample)
    manifest: dict[str, Any] = manifest_of(connection, name)
    drawing = manifest["frame"]["judge_id"]
    known = patterns.judges_of_frame(connection, name)
    chosen = sorted(_chosen(known, wanted, name), key=lambda one: one.id != drawing)
    names = patterns.judge_labels(connection)
    ids = [judge.id for judge in chosen]
    whole = calibration.load(connection, workspace, name)
    return Panel(
        calibration=whole,
        judges=tuple(
            PanelJudge(
                id=judge.id,
                name=judge.name,
                label=names[judge.id],
                provenance=_provenance(connection, judge.id),
                drawing=judge.id == drawing,
            )
            for judge in chosen
        ),
        patterns=patterns.patterns(connection, name, ids, with_bugs=False),
        items=tuple(_items(connection, name, ids, whole)),
    )


def flips(
    connection: sqlite3.Connection,
    sample: str,
    first: str,
    second: str,
    most: int | None = None,
) -> Iterator[Flip]:
    """The citations of a sample's frame of which two judges do not say the same; drawn ones first.

    Args:
        first: a judge's id.
        second: another's.
        most: so many at most; None: all.
    """
    frame = patterns.frame_query(connection, sample)
    rows = connection.execute(
        f"WITH frame AS MATERIALIZED ({frame.sql}), flipped AS ("
        "SELECT frame.citation_uid AS uid, a.support AS a, a.category AS a_category, "
        "b.support AS b, b.category AS b_category, frame.citation_uid IN "
        "(SELECT d.citation_uid FROM sample_member m JOIN verdict d ON d.uid = m.verdict_uid "
        "WHERE m.sample = ?) AS drawn FROM frame "
        "JOIN verdict a ON a.citation_uid = frame.citation_uid AND a.judge_id = ? "
        "JOIN verdict b ON b.citation_uid = frame.citation_uid AND b.judge_id = ? "
        f"WHERE a.support <> b.support AND a.uid NOT IN ({patterns.BUGS}) "
        f"AND b.uid NOT IN ({patterns.BUGS}) ORDER BY drawn DESC, uid LIMIT ?) "
        "SELECT f.*, c.item_id, c.run, c.case_id, c.claim_id, c.cited, i.claim FROM flipped f "
        "JOIN citation c ON c.uid = f.uid JOIN item i ON i.id = c.item_id "
        "ORDER BY f.drawn DESC, c.run, c.case_id, c.claim_id, c.uid",
        (*frame.values, sample, first, second, -1 if most is None else most),
    )
    for row in rows:
        yield Flip(
            citation_id=row["uid"],
            item_id=row["item_id"],
            run=row["run"],
            case_id=row["case_id"],
            claim_id=row["claim_id"],
            claim=row["claim"],
            citation=row["cited"],
            first=_outcome(row["a"], row["a_category"]),
            second=_outcome(row["b"], row["b_category"]),
        )


def _chosen(known: Sequence[StoredJudge], wanted: Sequence[str], sample: str) -> list[StoredJudge]:
    if not wanted:
        return list(known)
    found: set[str] = set()
    for word in wanted:
        meant = named_judges(known, word)
        if not meant:
            raise InputError(
                f"No verdict by {word!r} on the citations of the sample {sample!r}; its judges "
                f"are: {', '.join(map(str, known))}. Have them judged by another with: "
                "crosssource judge RUN --judge NAME"
            )
        found |= {judge.id for judge in meant}
    return [judge for judge in known if judge.id in found]


def _provenance(connection: sqlite3.Connection, judge_id: str) -> dict[str, str]:
    row = connection.execute("SELECT provenance FROM judge WHERE id = ?", [judge_id]).fetchone()
    found: dict[str, str] = json.loads(row["provenance"])
    return found


def _items(
    connection: sqlite3.Connection, sample: str, judges: Sequence[str], whole: Calibration
) -> Iterator[PanelItem]:
    known = {item.item_id: (item.labels, item.adjudication) for item in whole.items}
    said: dict[str, dict[str, Outcome]] = {}
    places: dict[str, sqlite3.Row] = {}
    rows = connection.execute(
        "SELECT d.citation_uid, c.item_id, m.stratum, w.judge_id, w.support, w.category "
        "FROM sample_member m JOIN verdict d ON d.uid = m.verdict_uid "
        "JOIN citation c ON c.uid = d.citation_uid "
        f"JOIN verdict w ON w.citation_uid = d.citation_uid AND w.uid NOT IN ({patterns.BUGS}) "
        f"WHERE m.sample = ? AND d.uid NOT IN ({patterns.BUGS}) ORDER BY d.citation_uid",
        [sample],
    )
    for row in rows:
        uid = row["citation_uid"]
        places[uid] = row
        if row["support"]:
            outcome = _outcome(row["support"], row["category"])
            said.setdefault(uid, {})[row["judge_id"]] = outcome
    for uid, row in places.items():
        labels, adjudication = known.get(row["item_id"], ((), None))
        yield PanelItem(
            citation_id=uid,
            item_id=row["item_id"],
            stratum=row["stratum"],
            said=tuple(said.get(uid, {}).get(judge) for judge in judges),
            labels=labels,
            adjudication=adjudication,
        )


def _outcome(support: str, category: str | None) -> Outcome:
    return Outcome.of(Support(support), Category(category) if category else None)
