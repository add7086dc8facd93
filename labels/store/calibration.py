"""Reading a sample with its verdicts and labels: the one place where the two sides meet."""

import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import replace
from typing import Any

from corpus.workspace import Workspace
from labels import rubric
from labels.calibration import (
    Calibration,
    CalibrationItem,
    HumanLabel,
    ItemAdjudication,
    Seal,
    Stratum,
)
from labels.label import LabelEvent, LabelState
from labels.outcome import Category, Outcome, Support
from labels.store import (
    carrying,
    integrity,
    other_judge,
    patterns,
    question_authors,
    reveals,
    standing,
    voided,
)
from labels.store.adjudicated import adjudications_of
from labels.store.frame_fields import FrameFields, has_frame
from labels.store.grounds import Sampled, grounds_of
from labels.store.lookup import StoredJudge
from labels.store.repeats import repeated
from labels.store.samples import manifest_of


def load(
    connection: sqlite3.Connection,
    workspace: Workspace,
    sample: str | None,
    judge: str | None = None,
    *,
    void: Set[str] = frozenset(),
) -> Calibration:
    """A sample, whole, for the judge it was drawn by or for another one of the same citations.

    Verdicts that the audit confirmed as harness bugs are in none of it (`labels.store.voided`).

    Args:
        sample: its name; None takes the only one there is.
        judge: its name or the beginning of its id; None takes the one whose verdicts were drawn.
        void: the uids of further verdicts to be left out, to see what that does.

    Raises:
        InputError: there is no such sample or judge, it is open which one is meant, or what the
            sample was drawn from is not here and another judge is asked for.
    """
    name = standing.sample_name(connection, sample)
    manifest: dict[str, Any] = manifest_of(connection, name)
    frame = manifest["frame"]
    who = StoredJudge(frame["judge_id"], frame["judge"])
    if judge is not None:
        who = patterns.judge_of_frame(connection, name, judge)
    revealed = reveals.first(connection, name)
    states = reveals.blind_states(connection, name)
    labels = _labels_by_item(states)
    decided = adjudications_of(connection, name, states)
    items = tuple(_items(connection, name, who.id, labels, decided))
    strata, unjudged = _strata(connection, name), 0
    if who.id != frame["judge_id"]:
        cut = other_judge.cut(connection, name, who.id, strata, items)
        strata, items, unjudged = cut.strata, cut.items, cut.unjudged
    void = void | voided.verdicts_of(connection, who.id)
    drawn = {item.verdict_id for item in items}
    fields = FrameFields(connection, workspace, name, drawn, void)
    of_draw = manifest["origin"] == "drawn" and who.id == frame["judge_id"]
    seal_faults = integrity.seal_faults(
        connection, name, fields.along(manifest["by"]) if of_draw else None
    )
    if not of_draw and has_frame(connection, name):
        fields.read(who.id, cut=who.id != frame["judge_id"])
    left = voided.left(strata, items, void, fields.void if has_frame(connection, name) else None)
    strata, items = left.strata, left.items
    values = fields.values()
    items = tuple(replace(item, values=values.get(item.verdict_id, {})) for item in items)
    names = patterns.judge_labels(connection)
    row = connection.execute("SELECT created_at FROM sample WHERE name = ?", [name]).fetchone()
    in_force = rubric.in_force(workspace)
    runs = tuple(frame["runs"])
    return Calibration(
        sample=name,
        judge=names.get(who.id, who.name),
        drawn_by="" if who.id == frame["judge_id"] else names[frame["judge_id"]],
        runs=runs,
        by=tuple(manifest["by"]),
        seed=manifest["seed"],
        origin=manifest["origin"],
        drawn_at=row["created_at"],
        frame_size=frame["size"] - unjudged - left.void,
        missing=frame["missing"],
        unjudged=unjudged,
        left_out=0 if manifest["origin"] == "drawn" else _left_out(connection, name, who.id, runs),
        strata=strata,
        items=items,
        seal=Seal(
            sha256=manifest["seal"]["verdicts_sha256"],
            intact=not seal_faults,
        ),
        rubric=in_force.version,
        closed=standing.is_closed(connection, name),
        chain_intact=not integrity.chain_faults(connection),
        tool_versions=_tool_versions(connection, name, who.id),
        grounds=grounds_of(connection, workspace, Sampled(name, who.id, runs), items, in_force),
        repeats=tuple(repeated(connection, name, states)),
        fields=fields.fields(),
        claim_sizes=_claim_sizes(connection, name, voided.citations_of(connection, void)),
        carried_from=carrying.carried_from(connection, name),
        carried=sum(
            carrying.is_carried(event)
            for state in states.values()
            for event in state.labels.values()
        ),
        confirmed=left.void,
        confirmed_drawn=left.void_drawn,
        revealed_at=revealed.created_at if revealed else None,
        since_reveal=reveals.labels_since(connection, name),
        authors=question_authors.of_runs(connection, runs),
    )


def _strata(connection: sqlite3.Connection, sample: str) -> tuple[Stratum, ...]:
    rows = connection.execute(
        "SELECT name, size, drawn FROM stratum WHERE sample = ? ORDER BY rowid", [sample]
    )
    return tuple(Stratum(name=row["name"], size=row["size"], drawn=row["drawn"]) for row in rows)


def _labels_by_item(states: Mapping[str, LabelState]) -> dict[str, list[HumanLabel]]:
    labels: dict[str, list[HumanLabel]] = {}
    for _annotator, state in sorted(states.items()):
        for item_id, event in state.labels.items():
            labels.setdefault(item_id, []).append(_human_label(event, state))
    return labels


def _human_label(event: LabelEvent, state: LabelState) -> HumanLabel:
    assert event.choice is not None  # a state's labels are label events
    return HumanLabel(
        annotator=event.annotator,
        choice=event.choice,
        outcome=event.outcome,
        bug=event.bug,
        note=state.note_with(event),
        seconds=event.seconds,
        labelled_at=event.created_at,
        rubric=event.rubric,
        source=carrying.source_of(event),
        evidence=state.evidence.get(event.item_id),
        found=event.found,
        highlighted=event.highlighted,
    )


def _items(
    connection: sqlite3.Connection,
    sample: str,
    judge_id: str,
    labels: dict[str, list[HumanLabel]],
    decided: dict[str, ItemAdjudication],
) -> Iterator[CalibrationItem]:
    """The drawn citations that the judge has a verdict on, in the order of those verdicts."""
    rows = connection.execute(
        "SELECT v.uid, v.support, v.category, v.reason, v.evidence, m.stratum, c.*, "
        "i.question, i.claim, i.passage, a.text AS answer "
        "FROM sample_member m JOIN verdict d ON d.uid = m.verdict_uid "
        "JOIN citation c ON c.uid = d.citation_uid "
        "JOIN verdict v ON v.citation_uid = c.uid AND v.judge_id = ? AND v.support IS NOT NULL "
        "JOIN item i ON i.id = c.item_id "
        "JOIN answer a ON a.id = c.answer_id WHERE m.sample = ? ORDER BY v.uid",
        [judge_id, sample],
    )
    for row in rows:
        category = Category(row["category"]) if row["category"] else None
        yield CalibrationItem(
            verdict_id=row[0],
            item_id=row["item_id"],
            stratum=row["stratum"],
            run=row["run"],
            config=row["config"],
            case_id=row["case_id"],
            claim_id=row["claim_id"],
            judged=Outcome.of(Support(row["support"]), category),
            judge_reason=row["reason"],
            judge_evidence=row["evidence"],
            question=row["question"],
            answer=row["answer"],
            claim=row["claim"],
            citation=row["cited"],
            passage=row["passage"],
            importance=row["importance"],
            labels=tuple(labels.get(row["item_id"], ())),
            adjudication=decided.get(row["item_id"]),
        )


def _left_out(
    connection: sqlite3.Connection, sample: str, judge_id: str, runs: Sequence[str]
) -> int:
    """The judge's verdicts on these runs that an imported sample does not stand for.

    None where its file gave inclusion probabilities: then it stands for what they say.
    """
    if not has_frame(connection, sample):
        return 0
    marks = ", ".join("?" for _ in runs)
    row = connection.execute(
        "SELECT count(*) FROM verdict v JOIN citation c ON c.uid = v.citation_uid "
        f"WHERE v.judge_id = ? AND v.support IS NOT NULL AND c.run IN ({marks}) "
        "AND c.uid NOT IN (SELECT d.citation_uid FROM sample_member m "
        "JOIN verdict d ON d.uid = m.verdict_uid WHERE m.sample = ?)",
        [judge_id, *runs, sample],
    ).fetchone()
    return int(row[0])


def _claim_sizes(
    connection: sqlite3.Connection, sample: str, void: Set[str]
) -> dict[tuple[str, str, str], int]:
    """How many citations each claim of the sample has in its run, those not counted that are void.

    Args:
        void: uids of citations.
    """
    rows = connection.execute(
        "SELECT run, case_id, claim_id, uid FROM citation "
        "WHERE (run, case_id, claim_id) IN (SELECT c.run, c.case_id, c.claim_id "
        "FROM sample_member m JOIN verdict v ON v.uid = m.verdict_uid "
        "JOIN citation c ON c.uid = v.citation_uid WHERE m.sample = ?)",
        [sample],
    )
    return Counter(
        (row["run"], row["case_id"], row["claim_id"]) for row in rows if row["uid"] not in void
    )


def _tool_versions(connection: sqlite3.Connection, sample: str, judge_id: str) -> tuple[str, ...]:
    rows = connection.execute(
        "SELECT v.tool_version FROM sample_member m JOIN verdict d ON d.uid = m.verdict_uid "
        "JOIN verdict v ON v.citation_uid = d.citation_uid AND v.judge_id = ?2 "
        "WHERE m.sample = ?1 UNION SELECT tool_version FROM label_event WHERE sample = ?1 "
        "UNION SELECT tool_version FROM adjudication_event WHERE sample = ?1 "
        "ORDER BY 1",
        [sample, judge_id],
    )
    return tuple(row[0] for row in rows)
