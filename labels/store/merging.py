"""Taking back the labels of a pack: verified, re-chained, all or nothing.

The pack's events come in behind those that are here, each with its own time. The same pack can be
merged again once more of it is labelled: what is new of it comes in.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from corpus.errors import InputError
from labels.label import LabelEvent, LabelSource, fold
from labels.store import events, integrity, pack_chain, pack_file, standing
from labels.store.pack_file import Pack
from labels.store.seal import shown_seal_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Merged:
    """What a merge did."""

    sample: str
    annotator: str
    labels: int
    """Labels in force that were not here before; second answers are counted too."""
    events: int
    """New events: labels, and what was taken back, put off or remarked."""
    already: int
    """Events of the pack that had been merged before."""


def merge(connection: sqlite3.Connection, path: Path) -> Merged:
    """Take in what is new in a pack, inside the caller's transaction.

    Raises:
        ClosedSampleError: there is something new, and the sample is closed.
        InputError: the pack was not made here, it is not as the labelling app left it, it parted
            from a copy that was merged before, or its person has labelled the same items here.
        StoreError: the file cannot be read.
    """
    with pack_file.opened(path) as (theirs, pack):
        sample = _sample_of(connection, pack, path)
        _refuse_changed(theirs, pack, path)
        told = list(_events(theirs, pack, path))
    before = _merged(connection, pack.id)
    _refuse_parted(before, told, path)
    new = told[len(before) :]
    if new:
        standing.refuse_closed(connection, sample)
        standing.refuse_twin_name(connection, pack.annotator)
        _refuse_labelled_here(connection, sample, pack, [seq for _, seq in before], told)
        _take_in(connection, sample, pack, before, new)
    labels = _labels(told) - _labels(told[: len(before)])
    return Merged(
        sample=sample,
        annotator=pack.annotator,
        labels=labels,
        events=len(new),
        already=min(len(before), len(told)),
    )


def _sample_of(connection: sqlite3.Connection, pack: Pack, path: Path) -> str:
    """The sample that the pack was made of, as it is called here."""
    row = connection.execute("SELECT sample, sha256 FROM pack WHERE id = ?", [pack.id]).fetchone()
    if row is None:
        raise InputError(
            f"{path} holds a sample of another study: none was packed here as {pack.id}; merge it "
            "where it was made, with: crosssource sample merge FILE --workspace DIR"
        )
    if row["sha256"] != pack.sha256:
        raise _changed(path, pack, "Its manifest is not the one that was written here.")
    return str(row["sample"])


def _refuse_changed(theirs: sqlite3.Connection, pack: Pack, path: Path) -> None:
    faults = [
        *integrity.file_faults(theirs),
        *integrity.chain_faults(theirs),
        *integrity.content_faults(theirs),
    ]
    if faults:
        raise _changed(path, pack, faults[0])
    if shown_seal_of(theirs, pack.sample) != pack.manifest["seal"]:
        raise _changed(path, pack, "Its items are not those that were packed.")


def _events(theirs: sqlite3.Connection, pack: Pack, path: Path) -> Iterator[LabelEvent]:
    """All of the pack's events, each held against what the labelling app writes into it."""
    items = {
        row["item_id"]
        for row in theirs.execute("SELECT item_id FROM blind_item WHERE sample = ?", [pack.sample])
    }
    version = pack.manifest["rubric"]
    columns = ", ".join(events.COLUMNS)
    for row in theirs.execute(f"SELECT {columns} FROM label_event ORDER BY seq"):
        event = events.from_row(row)
        foreign = (
            (event.sample != pack.sample, f"is of another sample, {event.sample!r}"),
            (
                event.item_id not in items,
                f"is of the item {event.item_id[:12]}, which is not in it",
            ),
            (event.annotator != pack.annotator, f"is by somebody else, {event.annotator!r}"),
            (event.rubric != version, f"is under another rubric, {event.rubric}, not {version}"),
            (
                event.source is not LabelSource.LABELLER or event.origin != "",
                f"was not made in the labelling app but comes from {event.source} {event.origin}",
            ),
            (
                event.target is not None and event.target >= event.seq,
                f"takes back event {event.target}, which came after it",
            ),
        )
        for is_so, words in foreign:
            if is_so:
                raise _changed(path, pack, f"Label event {event.seq} {words}.")
        yield event


def _changed(path: Path, pack: Pack, fault: str) -> InputError:
    return InputError(
        f"{path} is not as the labelling app left it: {fault} Nothing was merged; ask "
        f"{pack.annotator!r} for the file again, or have it labelled anew from: crosssource sample "
        f"pack NAME --annotator {pack.annotator} --out FILE"
    )


def _merged(connection: sqlite3.Connection, pack_id: str) -> list[tuple[str, int]]:
    """The hash in the pack and the seq here of what was merged of it, in the pack's order."""
    rows = connection.execute(
        "SELECT hash, seq FROM merged_event WHERE pack = ? ORDER BY number", [pack_id]
    )
    return [(row["hash"], row["seq"]) for row in rows]


def _refuse_parted(
    before: Sequence[tuple[str, int]], told: Sequence[LabelEvent], path: Path
) -> None:
    for number, ((held, _), event) in enumerate(zip(before, told, strict=False), start=1):
        if held != event.hash:
            raise InputError(
                f"{path} and a copy of it that was merged before part at label event {number}: "
                "two copies were labelled apart, and of one item one person has one label; nothing "
                "was merged: go on with the copy that was merged first."
            )


def _refuse_labelled_here(
    connection: sqlite3.Connection,
    sample: str,
    pack: Pack,
    merged: Sequence[int],
    told: Sequence[LabelEvent],
) -> None:
    """A person's label of an item is one: in the pack or here."""
    here = events.states(connection, sample).get(pack.annotator)
    if here is None:
        return
    there, from_pack = fold(told), set(merged)
    twice = sorted(
        item_id
        for again in (False, True)
        for item_id, event in here.answers(again=again).labels.items()
        if event.seq not in from_pack and item_id in there.answers(again=again).labels
    )
    if twice:
        raise InputError(
            f"{pack.annotator!r} has labelled {len(twice)} of its items here as well, for example "
            f"{twice[0][:12]}; nothing was merged: have them take those labels back (u) in: "
            f"crosssource label --sample {sample} --annotator {pack.annotator}"
        )


def _take_in(
    connection: sqlite3.Connection,
    sample: str,
    pack: Pack,
    before: Sequence[tuple[str, int]],
    new: Sequence[LabelEvent],
) -> None:
    last = connection.execute("SELECT max(seq) AS seq FROM label_event").fetchone()["seq"] or 0
    seqs = {number: seq for number, (_, seq) in enumerate(before, start=1)}
    seqs |= {event.seq: seq for seq, event in enumerate(new, start=last + 1)}
    stored = events.append_within(
        connection, (pack_chain.here(event, sample, pack.id, seqs) for event in new)
    )
    connection.executemany(
        "INSERT INTO merged_event (pack, number, hash, seq) VALUES (?, ?, ?, ?)",
        (
            (pack.id, event.seq, event.hash, mine.seq)
            for event, mine in zip(new, stored, strict=True)
        ),
    )


def _labels(told: Sequence[LabelEvent]) -> int:
    state = fold(told)
    return len(state.labels) + len(state.second.labels)
