"""How far a kind of finding moves each headline figure: with it, and without.

The figures of a run under one judge: the shares of its verdicts by outcome, and of its answers the
scores that a comparison shows. Of a closed sample: the agreement of judge and people, and the share
that people would call supported, both through the sample design. "Without" is what would be left if
every open finding of the kind were confirmed; what is confirmed already is in neither.

No figure is told that content moves which can still be labelled, by whatever kind: two looks at it,
before and after a single finding is confirmed, would say what the judge said of that one.
"""

import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass

from corpus.workspace import Workspace
from labels.outcome import Outcome
from labels.scores import Score, pooled
from labels.store import calibration, standing
from labels.store.audits import Confirmed, confirmed_in
from labels.store.cases import load_scores
from labels.store.counted_cases import rescored
from reports.auditing.detector import Finding, Voids
from reports.auditing.evidence import CitedClaim, GivenVerdict, Study

SCORES = (
    Score.CITATION_VALIDITY,
    Score.CORRECTNESS,
    Score.COMPLETENESS,
    Score.OVERALL,
)
"""Of whole answers; the precision of citations is the share of supported verdicts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """A figure as a share; undefined where nothing is counted."""

    numerator: float
    denominator: float

    @property
    def value(self) -> float | None:
        """0 to 1; None where nothing is counted."""
        return self.numerator / self.denominator if self.denominator else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """One headline figure, with a kind of finding and without it."""

    of: str
    """`baseline · lexical`, or `sample pilot`."""
    figure: str
    """`unsupported_claim`, `agreement`."""
    with_it: Share
    without_it: Share

    @property
    def points(self) -> float | None:
        """By so many percentage points it moves; None where one of the two is undefined."""
        if self.with_it.value is None or self.without_it.value is None:
            return None
        return 100 * (self.without_it.value - self.with_it.value)

    @property
    def moves(self) -> bool:
        """Whether the kind touches the figure at all."""
        return self.with_it != self.without_it


@dataclass(frozen=True, slots=True, kw_only=True)
class Voided:
    """What some findings would take out of the denominators."""

    citations: frozenset[str]
    verdicts: frozenset[str]
    answers: frozenset[tuple[str, str]]
    """Run and case id."""

    def holds(self, verdict: GivenVerdict) -> bool:
        """Whether a verdict would count no more."""
        one = verdict.citation
        return (
            one.uid in self.citations
            or verdict.uid in self.verdicts
            or (one.run, one.case_id) in self.answers
        )

    @property
    def is_empty(self) -> bool:
        """Whether everything would count on."""
        return not (self.citations or self.verdicts or self.answers)


def voided_by(findings: Iterable[Finding]) -> Voided:
    """What these findings void."""
    spotted = [one.spotted for one in findings]
    return Voided(
        citations=frozenset(one.uid for one in spotted if one.voids is Voids.CITATION),
        verdicts=frozenset(one.uid for one in spotted if one.voids is Voids.VERDICT),
        answers=frozenset((one.run, one.case_id) for one in spotted if one.voids is Voids.ANSWER),
    )


class Headlines:
    """The headline figures of a study, read once; asked again for each kind of finding."""

    def __init__(self, connection: sqlite3.Connection, workspace: Workspace, study: Study) -> None:
        self._connection = connection
        self._workspace = workspace
        self._study = study
        self._open_runs = study.open_runs
        rows = connection.execute("SELECT verdict_uid FROM confirmed_verdict")
        confirmed = {row["verdict_uid"] for row in rows}
        self._counted = [
            one for one in study.verdicts if one.support is not None and one.uid not in confirmed
        ]
        self._judged = {_place(one) for one in study.verdicts}
        run_of = {one.uid: one.citation.run for one in study.verdicts}
        self._frames: dict[str, frozenset[str]] = {}
        self._untold_runs = set(self._open_runs)
        """Those with a figure that is not told: their own, or that of a sample across runs."""
        for row in connection.execute("SELECT name FROM sample ORDER BY rowid").fetchall():
            if not standing.is_closed(connection, row["name"]):
                continue
            frame = _frame(connection, row["name"])
            runs = {run_of[uid] for uid in frame}
            if runs.isdisjoint(self._open_runs):
                self._frames[row["name"]] = frame
            else:
                self._untold_runs |= runs
        self._before: dict[str, dict[str, Share] | None] = {}

    def withholds(self, findings: Iterable[Finding]) -> bool:
        """Whether a figure that these may move is not told; it does not look at any verdict."""
        return any(
            one.spotted.voids is not Voids.NOTHING and one.spotted.run in self._untold_runs
            for one in findings
        )

    def moved(self, voided: Voided) -> tuple[Moved, ...]:
        """Every headline figure that findings touch and that is told."""
        if voided.is_empty:
            return ()
        gone = [one for one in self._counted if voided.holds(one)]
        found = [*self._shares(voided, gone), *self._scores(voided), *self._labels(gone)]
        return tuple(one for one in found if one.moves)

    def _shares(self, voided: Voided, gone: list[GivenVerdict]) -> Iterator[Moved]:
        touched = {_place(one) for one in gone if one.citation.run not in self._open_runs}
        before: dict[tuple[str, str, str], Counter[Outcome | None]] = defaultdict(Counter)
        after: dict[tuple[str, str, str], Counter[Outcome | None]] = defaultdict(Counter)
        for one in self._counted:
            if (place := _place(one)) in touched:
                before[place][one.outcome] += 1
                after[place][one.outcome] += not voided.holds(one)
        for place in sorted(touched):
            run, _, judge = place
            for outcome in Outcome:
                if before[place][outcome]:
                    yield Moved(
                        of=f"{run} · {judge}",
                        figure=str(outcome),
                        with_it=_share(before[place], outcome),
                        without_it=_share(after[place], outcome),
                    )

    def _scores(self, voided: Voided) -> Iterator[Moved]:
        """An answer without a verdict has scores too: that all it says is uncited."""
        citations = [one for one in self._study.citations if one.uid in voided.citations]
        verdicts = [one for one in self._study.verdicts if one.uid in voided.verdicts]
        for run, judge_id, judge in sorted(self._judged):
            more = Confirmed(
                citations=frozenset(_spot(one) for one in citations if one.run == run),
                verdicts=frozenset(
                    _spot(one.citation)
                    for one in verdicts
                    if (one.citation.run, one.judge_id) == (run, judge_id)
                ),
                answers=frozenset(case for of_run, case in voided.answers if of_run == run),
            )
            if more.is_empty or run in self._open_runs:
                continue
            stored = load_scores(self._connection, run, judge_id)
            if not stored:
                continue
            known = confirmed_in(self._connection, run, judge_id)
            more = Confirmed(
                citations=known.citations | more.citations,
                verdicts=known.verdicts | more.verdicts,
                answers=known.answers | more.answers,
            )
            both = [rescored(self._connection, run, judge_id, stored, one) for one in (known, more)]
            for score in SCORES:
                before, after = (pooled(case.ratios[score] for case in scored) for scored in both)
                yield Moved(
                    of=f"{run} · {judge}",
                    figure=str(score),
                    with_it=Share(numerator=before.numerator, denominator=before.denominator),
                    without_it=Share(numerator=after.numerator, denominator=after.denominator),
                )

    def _labels(self, gone: list[GivenVerdict]) -> Iterator[Moved]:
        void = {one.uid for one in gone}
        for sample, frame in self._frames.items():
            if void.isdisjoint(frame):
                continue
            if sample not in self._before:
                self._before[sample] = self._of_sample(sample, frozenset())
            before = self._before[sample]
            if before is None:
                continue
            after = self._of_sample(sample, void)
            for figure, share in before.items():
                yield Moved(
                    of=f"sample {sample}",
                    figure=figure,
                    with_it=share,
                    without_it=after[figure] if after else Share(numerator=0, denominator=0),
                )

    def _of_sample(self, sample: str, void: Set[str]) -> dict[str, Share] | None:
        """Agreement and the share that people call supported, weighted; None without labels."""
        from reports.estimation.design import design_of
        from reports.estimation.scales import SUPPORT
        from reports.units import UnitKind, count

        loaded = calibration.load(self._connection, self._workspace, sample, void=void)
        if not any(item.labels for item in loaded.items):
            return None
        totals = design_of(count(loaded, UnitKind.CITATION, None)).cells(SUPPORT).totals[:-1]
        whole = float(totals.sum())
        return {
            "agreement": Share(numerator=float(totals.trace()), denominator=whole),
            "supported, as people see it": Share(
                numerator=float(totals[0].sum()), denominator=whole
            ),
        }


def _frame(connection: sqlite3.Connection, sample: str) -> frozenset[str]:
    """The uids of the verdicts that a sample speaks of."""
    rows = connection.execute(
        "SELECT verdict_uid FROM sample_frame WHERE sample = ?1 "
        "UNION SELECT verdict_uid FROM sample_member WHERE sample = ?1",
        [sample],
    )
    return frozenset(row["verdict_uid"] for row in rows)


def _place(one: GivenVerdict) -> tuple[str, str, str]:
    return one.citation.run, one.judge_id, one.judge


def _spot(one: CitedClaim) -> tuple[str, str, str]:
    return one.case_id, one.claim_id, one.cited


def _share(counts: Counter[Outcome | None], outcome: Outcome) -> Share:
    return Share(numerator=counts[outcome], denominator=counts.total())
