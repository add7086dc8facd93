"""A sample carried over to the run that mends its run: labels follow what the fix did not change.

The frame is the mended run's. It falls into two parts: content that the fix left as it was, with
the verdict that was sampled, and what the fix changed. Of the first part, those that were drawn are
drawn again: given how many of a stratum's drawn verdicts are in it, they are a simple random sample
of it. The second part is drawn anew, at the rates of the old sample. Both are strata of their own.

A label follows an item where question, claim and passage are the same and the rubric is the one in
force. Only the other items come back to people, and none of them says why it is there.
"""

import math
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from corpus import stamp
from corpus.errors import InputError
from labels import sampling
from labels.label import EventKind, LabelEvent, LabelSource, LabelState
from labels.outcome import Support
from labels.rescoring import CHANGED, FROM, RESCORED
from labels.rubric import Rubric
from labels.sampling import MINIMUM_PER_STRATUM, DrawnStratum, FrameVerdict
from labels.store import events, mending, reveals, runs, samples, standing
from labels.store.frame import load_frame
from labels.store.patterns import frame_query

CARRIED_LABEL = "carried:"
"""How the origin of a label begins that was carried over; the seq of the one it repeats follows,
and behind a space the origin of that one, where it has one (a file that it was imported from)."""

Place = tuple[str, str, str, str]
"""Run, case id, cited passage, the item's hash."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Carried:
    """What came of it."""

    sample: str
    items: int
    labels: int
    """That followed."""
    other_rubric: int
    """That did not: they were given under another rubric."""
    to_label: int
    """Items without any label: those that come back to people."""
    adjudications: int
    """Decisions of adjudicators on the old sample; none follows."""
    unjudged: int
    """Citations that the fix changed and the judge gave no verdict on: in no stratum."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Old:
    """A verdict of the old frame."""

    support: str
    drawn: bool


def carry(
    connection: sqlite3.Connection,
    sample: str,
    mended: Sequence[str],
    name: str,
    rubric: Rubric,
    *,
    without_missing: bool = False,
) -> Carried:
    """Make the successor of a sample, inside the caller's transaction.

    Args:
        sample: the sample to be carried over.
        mended: runs that crosssource rescore made of its runs.
        name: of the new sample.
        rubric: the one in force.
        without_missing: leave out what the fix changed and the judge gave no verdict on.

    Raises:
        InputError: a run mends none of the sample's, is not finished, or the judge has not judged
            it; verdicts came after the sample was drawn; or the name is taken.
    """
    manifest: dict[str, Any] = samples.manifest_of(connection, sample)
    judge, old_runs = manifest["frame"]["judge_id"], manifest["frame"]["runs"]
    instead = {_mends(connection, run, sample, old_runs): run for run in mended}
    for old_run, run in instead.items():
        mending.refuse_unfinished(connection, run, old_run, judge, without_missing=without_missing)
    frame = load_frame(connection, [instead.get(run, run) for run in old_runs], judge,
                       [one for one in manifest["by"] if one.startswith("verdict:")])  # fmt: skip
    old = _old_frame(connection, sample, judge, instead)
    rates = _rates(old)
    carried = {one.uid: one for one in frame.verdicts if _is_carried(one)}
    bugs = _bugs(connection, judge, instead)
    drawn = {
        uid
        for uid, place in _places(connection, judge, frame.runs)
        if uid in carried and _matched(carried[uid], place, old, bugs, sample).drawn
    }
    by = (*manifest["by"], RESCORED)
    strata = (
        *_kept([one for one in frame.verdicts if _is_carried(one)], by, drawn),
        *_drawn_anew(
            [one for one in frame.verdicts if not _is_carried(one)], by,
            rates=rates, seed=manifest["seed"] or 0,
        ),
    )  # fmt: skip
    new = samples.NewSample(
        name=name, origin="drawn", seed=manifest["seed"], by=by, strata=_ordered(strata),
        carried_from=sample,
    )  # fmt: skip
    samples.create(connection, frame, new, rubric)
    unjudged = sum(
        mending.unjudged(connection, run, old_run, judge) for old_run, run in instead.items()
    )
    return replace(_labels(connection, sample, name, rubric), unjudged=unjudged)


def _mends(connection: sqlite3.Connection, run: str, sample: str, old_runs: Sequence[str]) -> str:
    """The run of the sample that a run mends, itself or in several steps."""
    settings = runs.settings_of(connection, run)
    found = settings.get(FROM) if settings else None
    while found is not None and found not in old_runs:
        found = (runs.settings_of(connection, found) or {}).get(FROM)
    if found is None:
        raise InputError(
            f"{run!r} mends no run of the sample {sample!r} ({', '.join(old_runs)}); make such a "
            f"run with: crosssource rescore {old_runs[0]}"
        )
    return str(found)


def _old_frame(
    connection: sqlite3.Connection, sample: str, judge: str, instead: Mapping[str, str]
) -> dict[Place, list[_Old]]:
    """By content; two claims of an answer in the same words are two verdicts on one content."""
    frame = frame_query(connection, sample)
    rows = connection.execute(
        "SELECT c.run, c.case_id, c.cited, c.item_id, v.support, m.verdict_uid IS NOT NULL AS drawn"
        f" FROM ({frame.sql}) f JOIN citation c ON c.uid = f.citation_uid "
        "JOIN verdict v ON v.citation_uid = c.uid AND v.judge_id = ? "
        "LEFT JOIN sample_member m ON m.sample = ? AND m.verdict_uid = v.uid "
        "ORDER BY length(c.claim_id), c.claim_id",
        [*frame.values, judge, sample],
    )
    found: dict[Place, list[_Old]] = defaultdict(list)
    for row in rows:
        run = instead.get(row["run"], row["run"])
        place = (run, row["case_id"], row["cited"], row["item_id"])
        found[place].append(_Old(support=row["support"], drawn=bool(row["drawn"])))
    return found


def _places(
    connection: sqlite3.Connection, judge: str, in_runs: Sequence[str]
) -> list[tuple[str, Place]]:
    """The content of each verdict of the mended runs, by uid, in the order of the claims."""
    marks = ", ".join("?" for _ in in_runs)
    rows = connection.execute(
        "SELECT v.uid, c.run, c.case_id, c.cited, c.item_id FROM verdict v "
        f"JOIN citation c ON c.uid = v.citation_uid WHERE v.judge_id = ? AND c.run IN ({marks}) "
        "ORDER BY length(c.claim_id), c.claim_id",
        [judge, *in_runs],
    )
    return [
        (row["uid"], (row["run"], row["case_id"], row["cited"], row["item_id"])) for row in rows
    ]


def _bugs(connection: sqlite3.Connection, judge: str, instead: Mapping[str, str]) -> set[Place]:
    """What was confirmed as a harness bug in the runs that were mended, by content."""
    rows = connection.execute("SELECT verdict_uid FROM confirmed_verdict")
    confirmed = {row["verdict_uid"] for row in rows}
    return {
        (instead[run], case_id, cited, item_id)
        for uid, (run, case_id, cited, item_id) in _places(connection, judge, list(instead))
        if uid in confirmed
    }


def _is_carried(verdict: FrameVerdict) -> bool:
    return verdict.fields.get(RESCORED) != CHANGED


def _matched(
    verdict: FrameVerdict,
    place: Place,
    old: Mapping[Place, list[_Old]],
    bugs: Container[Place],
    sample: str,
) -> _Old:
    """The verdict of the old frame; chances of one that was not in it are not known."""
    left = old.get(place)
    if not left and place in bugs:
        raise InputError(
            f"A verdict on {place[1]!r} was a confirmed harness bug when the sample {sample!r} was "
            f"drawn, and {place[0]!r} holds it anew, undecided; decide on it there, and carry the "
            f"sample then: crosssource audit --run {place[0]}"
        )
    if not left or left[0].support != verdict.support:
        raise InputError(
            f"The run {place[0]!r} holds a verdict on {place[1]!r} that was not there when the "
            f"sample {sample!r} was drawn; draw a new one: crosssource sample draw --run {place[0]}"
        )
    return left.pop(0)


def _kept(
    verdicts: Sequence[FrameVerdict], by: Sequence[str], drawn: set[str]
) -> list[DrawnStratum]:
    """The strata of what is unchanged; whoever was drawn is drawn."""
    strata: dict[tuple[Support, tuple[str, ...]], list[str]] = defaultdict(list)
    for one in verdicts:
        values = tuple(one.fields.get(name, "") for name in by)
        strata[one.support, values].append(one.uid)
    return [
        DrawnStratum(
            name=sampling.stratum_name(support, by, values),
            support=support,
            size=len(uids),
            members=tuple(uid for uid in sorted(uids) if uid in drawn),
        )
        for (support, values), uids in sorted(strata.items())
    ]


def _rates(old: Mapping[Place, list[_Old]]) -> dict[str, float]:
    """The share of each verdict that was drawn."""
    every = [one for mine in old.values() for one in mine]
    sizes = Counter(one.support for one in every)
    drawn = Counter(one.support for one in every if one.drawn)
    return {support: drawn[support] / size for support, size in sizes.items()}


def _drawn_anew(
    verdicts: Sequence[FrameVerdict], by: Sequence[str], *, rates: Mapping[str, float], seed: int
) -> tuple[DrawnStratum, ...]:
    """The strata of what changed: as large a share as before, and two of each at least."""
    if not verdicts:
        return ()
    wanted = {}
    for support in (Support.SUPPORTED, Support.PARTIAL):
        mine = [one for one in verdicts if one.support is support]
        cells = len({tuple(one.fields.get(name, "") for name in by) for one in mine})
        share = math.ceil(rates.get(support, 1.0) * len(mine))
        wanted[support] = min(len(mine), max(share, MINIMUM_PER_STRATUM * cells))
    return sampling.draw(
        verdicts,
        supported=wanted[Support.SUPPORTED],
        partial=wanted[Support.PARTIAL],
        by=by,
        seed=seed,
    )


def _ordered(strata: Iterable[DrawnStratum]) -> tuple[DrawnStratum, ...]:
    order = tuple(Support)
    return tuple(sorted(strata, key=lambda one: (order.index(one.support), one.name)))


def _labels(connection: sqlite3.Connection, old: str, new: str, rubric: Rubric) -> Carried:
    standing.keep_rubric(connection, rubric)
    rows = connection.execute("SELECT item_id FROM blind_item WHERE sample = ?", [new])
    items = {row["item_id"] for row in rows}
    found: list[LabelEvent] = []
    other_rubric = 0
    for _, state in sorted(reveals.blind_states(connection, old).items()):
        for item_id, event in sorted(state.labels.items()):
            if item_id in items and event.rubric == rubric.version:
                found += _repeated(event, state, new)
            else:
                other_rubric += item_id in items
    events.append_within(connection, found)
    labelled = {one.item_id for one in found if one.kind is EventKind.LABEL}
    decided = connection.execute(
        "SELECT count(*) FROM adjudication_event WHERE sample = ? AND kind = 'decision'", [old]
    ).fetchone()[0]
    return Carried(
        sample=new,
        items=len(items),
        labels=sum(one.kind is EventKind.LABEL for one in found),
        other_rubric=other_rubric,
        to_label=len(items - labelled),
        adjudications=int(decided),
        unjudged=0,
    )


def _repeated(event: LabelEvent, state: LabelState, sample: str) -> list[LabelEvent]:
    """A label, with the note and the evidence beside it, as events of another sample."""
    label = replace(
        event,
        sample=sample,
        seconds=None,  # nobody took any for it now
        origin=f"{CARRIED_LABEL}{event.seq} {first_origin(event)}".rstrip(),
        tool_version=stamp.tool_version(),
        created_at=stamp.now(),
    )
    note, marked = state.notes.get(event.item_id, ""), state.evidence.get(event.item_id)
    if not (note or marked):
        return [label]
    remark = replace(
        label,
        kind=EventKind.NOTE,
        choice=None,
        category=None,
        bug=None,
        found=None,
        highlighted=None,
        note=note,
        evidence=marked.text if marked else None,
        evidence_start=marked.start if marked else None,
        evidence_end=marked.end if marked else None,
    )
    return [label, remark]


def is_carried(event: LabelEvent) -> bool:
    """Whether a label was carried over from another sample."""
    return event.origin.startswith(CARRIED_LABEL)


def first_origin(event: LabelEvent) -> str:
    """Where a label came from before it was carried over; empty where it was given here."""
    return event.origin.partition(" ")[2] if is_carried(event) else event.origin


def source_of(event: LabelEvent) -> str:
    """Where a label came from, as people are told: `labeller`, `simulated`, or the file."""
    is_imported = event.source is LabelSource.IMPORTED
    return first_origin(event) if is_imported else str(event.source)


def carried_from(connection: sqlite3.Connection, sample: str) -> str:
    """The sample that one was carried over from; empty where it was not."""
    return str(samples.manifest_of(connection, sample).get("carried_from", ""))
