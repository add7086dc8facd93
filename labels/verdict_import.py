"""A file of verdicts into the workspace, and the labels that came with it: all or nothing.

Rows with a human label become a sample named after the run: a census of the labelled rows, unless
they carry `stratum` and `inclusion_probability`, which then give each stratum's size back.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from corpus.errors import InputError, at_place
from labels.interchange.verdict_rows import Human, VerdictRow
from labels.label_import import file_hash, store_labels
from labels.naming import LONGEST_NAME, slug
from labels.outcome import Support
from labels.rubric import Rubric
from labels.sampling import DrawnStratum
from labels.store import samples, verdicts
from labels.store.frame import load_frame
from labels.store.verdicts import ConflictError, Recorded, RunSource
from labels.verdict import REPEAT, Verdict


@dataclass(slots=True, kw_only=True)
class Imported:
    """What an import did."""

    recorded: Recorded
    judges: dict[str, str] = field(default_factory=dict)
    """The names of those whose verdicts the file holds, by id; without repeats of the same."""
    labels: int = 0
    """Human labels that were not there before."""
    labels_already: int = 0
    """Human labels that were there, the same."""
    sample: str | None = None
    """The sample they are in; None where the file has none."""
    left_out: list[str] = field(default_factory=list)
    """Columns that are not kept: too long, or no single value."""


class VerdictSource(Protocol):
    """A file of verdicts, in whatever format."""

    @property
    def name(self) -> str:
        """As errors name it."""
        ...

    @property
    def left_out(self) -> set[str]:
        """Columns whose values are not kept; known once the rows are read."""
        ...


def import_verdicts(
    connection: sqlite3.Connection,
    file: VerdictSource,
    rows: Iterable[VerdictRow],
    path: Path,
    run: str,
    rubric: Rubric,
) -> Imported:
    """Store a file's verdicts and labels, inside the caller's transaction.

    Args:
        file: open.
        rows: its rows, perhaps on their way past a progress bar.
        path: of the file.
        run: the run's name.
        rubric: the one in force.

    Raises:
        InputError: a row cannot be used; it names the line, and nothing is stored.
    """
    labelled = _LabelledRows(file.name)
    origin = RunSource(run=run, origin=path.name, sha256=file_hash(path))
    try:
        recorded = verdicts.record(connection, origin, labelled.passing(rows))
    except ConflictError as error:
        raise at_place(file.name, labelled.place, str(error)) from error
    done = Imported(recorded=recorded, judges=labelled.judges, left_out=sorted(file.left_out))
    if labelled.any_human:
        done.sample = labelled.make_sample(connection, run, rubric)
        labels = [(row.place, row.item_id, one) for row in labelled.rows for one in row.people]
        done.labels = store_labels(
            connection,
            done.sample,
            labels,
            rubric=rubric,
            file=file.name,
            origin=f"{path.name} {origin.sha256[:12]}",
        )
        done.labels_already = len(labels) - done.labels
    return done


@dataclass(frozen=True, slots=True)
class _Labelled:
    """What is kept of a row that carries a label: never its texts, of which a file has many."""

    place: str
    verdict_uid: str
    item_id: str
    judge_id: str
    judge: str
    support: Support | None
    people: tuple[Human, ...]
    stratum: str
    probability: float | None


class _LabelledRows:
    """The rows of a file that carry a human label, or say with what probability they were drawn."""

    def __init__(self, file: str):
        self._file = file
        self.rows: list[_Labelled] = []
        self.judges: dict[str, str] = {}
        self.any_human = False
        self.place = ""
        """Of the row that was read last."""

    def passing(self, rows: Iterable[VerdictRow]) -> Iterator[Verdict]:
        """The rows' verdicts, on their way to the store."""
        for row in rows:
            self.place = row.place
            judge = row.verdict.judge
            if REPEAT not in judge.provenance:
                self.judges[judge.id] = judge.name
            if row.people or row.probability is not None:
                self.rows.append(_labelled(row))
                self.any_human |= bool(row.people)
            yield row.verdict

    def make_sample(self, connection: sqlite3.Connection, run: str, rubric: Rubric) -> str:
        """Make the sample of the rows, or find the one that an earlier import made; its name."""
        judges = {row.judge_id: row.judge for row in self.rows}
        if len(judges) > 1:
            raise InputError(
                f"{self._file}: the labelled rows hold the verdicts of {len(judges)} judges "
                f"({', '.join(sorted(judges.values()))}), and a sample is of one; import each "
                "judge's rows from a file of their own."
            )
        ((judge_id, judge),) = judges.items()
        strata = self._strata()
        if not strata:
            raise InputError(
                f"{self._file}: no row has both a verdict and a human label, so there is nothing "
                "to compare; give the verdicts, or leave the human labels out."
            )
        frame = load_frame(connection, [run], judge_id)
        second = f"{run}-{slug(judge)}"[:LONGEST_NAME]
        for name in (run, second):
            new = samples.NewSample(name=name, origin="imported", seed=None, by=(), strata=strata)
            if samples.is_same(connection, frame, new):
                return name
            if not samples.exists(connection, name):
                samples.create(connection, frame, new, rubric)
                return name
        raise InputError(
            f"There is a sample {run!r} of other verdicts already; import {self._file} under "
            "another name with --run NAME."
        )

    def _strata(self) -> tuple[DrawnStratum, ...]:
        groups: dict[tuple[str, Support], dict[str, float | None]] = {}
        for row in self.rows:
            if row.support is not None:
                key = (row.stratum if row.probability is not None else "", row.support)
                groups.setdefault(key, {})[row.verdict_uid] = row.probability
        return tuple(
            self._stratum(name, support, members)
            for (name, support), members in sorted(groups.items(), key=_by_scale)
        )

    def _stratum(
        self, name: str, support: Support, members: dict[str, float | None]
    ) -> DrawnStratum:
        probabilities = set(members.values())
        if len(probabilities) > 1:
            raise InputError(
                f"{self._file}: the {support} rows of stratum {name!r} carry different inclusion "
                f"probabilities ({_listed(probabilities)}); a stratum has one: name the strata "
                "apart, or fill the empty cells."
            )
        probability = probabilities.pop() or 1.0
        return DrawnStratum(
            name=f"{support} · {name}" if name and name != support else str(support),
            support=support,
            size=round(len(members) / probability),
            members=tuple(sorted(members)),
        )


def _labelled(row: VerdictRow) -> _Labelled:
    verdict = row.verdict
    return _Labelled(
        place=row.place,
        verdict_uid=verdict.uid,
        item_id=verdict.citation.item.id,
        judge_id=verdict.judge.id,
        judge=verdict.judge.name,
        support=verdict.support,
        people=row.people,
        stratum=row.stratum,
        probability=row.probability,
    )


def _by_scale(group: tuple[tuple[str, Support], object]) -> tuple[int, str]:
    (name, support), _ = group
    return list(Support).index(support), name


def _listed(probabilities: set[float | None]) -> str:
    return ", ".join("none" if value is None else f"{value:g}" for value in probabilities)
