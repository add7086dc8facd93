"""A file of a harness as the rows that an import takes, by what was chosen for it."""

import math
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from corpus.console import counted
from corpus.errors import InputError
from corpus.hashes import content_hash
from corpus.readers.source import shown, whole
from labels.interchange import cells
from labels.interchange.harnesses import grades, mapping, names
from labels.interchange.harnesses.choice import (
    Against,
    Asked,
    Choice,
    Rejected,
    choose,
    told,
)
from labels.interchange.harnesses.direction import Direction
from labels.interchange.harnesses.finding import (
    EVERY_METRIC,
    Case,
    Finding,
    Format,
    Notes,
    Rating,
    Source,
)
from labels.interchange.harnesses.grades import Grade
from labels.interchange.harnesses.survey import Metric, Survey, mapped, survey
from labels.interchange.opening import Opening
from labels.interchange.scale import Said
from labels.interchange.verdict_rows import Human, Reading, VerdictRow
from labels.item import Citation, Item
from labels.outcome import Choice as Label
from labels.outcome import Support
from labels.verdict import REPEAT, Judge, Verdict

_OF_TEXT = frozenset(
    {
        *names.CLAIM,
        *names.PASSAGE,
        *names.QUESTION,
        *names.ANSWER,
        *names.REFERENCE,
    }
)
"""Fields that hold what an item shows: nothing to make strata of."""
_ANSWER = "answer"
_CLAIM = "claim"


class HarnessFile:
    """A file in the format of a harness.

    Raises:
        InputError: on opening, where it cannot be read or leaves something to be decided.
    """

    def __init__(
        self, path: Path, format_: Format, opening: Opening, reading: Reading, asked: Asked
    ):
        """Read the file once, to find out what it holds."""
        self.name = shown(path)
        self.left_out: set[str] = set()
        """Fields whose values are not kept; known once the rows are read."""
        self._source = Source(path=path, name=self.name, opening=opening)
        self._reading, self._asked = reading, asked
        with counted("Reading", path.stat().st_size) as heard:
            watched = replace(self._source, heard=heard)
            self.survey: Survey = survey(
                watched, format_, asked.mapping, reading.own_words, asked.higher_is
            )
        self.choice: Choice = choose(self.survey, asked, self.name)
        self.size = self.survey.cases
        self.repeats = 0
        """Verdicts that are not the first on their item; known once the rows are read."""
        self.on_repeats = 0
        """Labels that came with such verdicts, and are not kept: an item has one of a person."""
        self.on_nothing = 0
        """Labels that came with a missing verdict, and are not kept: nothing is to be compared."""
        self._known: list[Judge] = []
        self.placed: Counter[Support | None] = Counter()
        """What the verdicts are by now, the threshold applied; known once the rows are read."""

    def knows(self, judges: Iterable[Judge]) -> None:
        """Take verdicts for those of a judge that the run has already, where nothing of what both
        say speaks against it: one way of writing the same results says more of a judge than
        another."""
        self._known = [judge for judge in judges if REPEAT not in judge.provenance]

    def rows(self) -> Iterator[VerdictRow]:
        """The rows in the order of the file."""
        asked = _AskedBefore()
        for finding in self.survey.format.read(self._source, Notes()):
            if finding.metric in (self.choice.metric, EVERY_METRIC):
                yield self._row(finding, asked)

    def _row(self, finding: Finding, asked: "_AskedBefore") -> VerdictRow:
        case = mapped(finding.case, self._asked.mapping)
        citation = self._citation(case)
        judge = self._judge(finding)
        number = asked.again(citation.uid, judge.id)
        self.repeats += number > 1
        grade = self._placed(finding.grade, wide=self._metric.numbers.is_wide)
        self.placed[grade.support] += 1
        verdict = Verdict(
            citation=citation,
            judge=judge.repeated(number),
            support=grade.support,
            evidence=self._whole(finding.evidence, case, "evidence"),
            reason=self._whole(finding.reason, case, "reason"),
            raw=self._whole(grade.raw, case, "value"),
        )
        people = self._people(finding, case, grade.support)
        if number > 1:
            self.on_repeats += len(people)
            people = ()
        elif grade.support is None:
            self.on_nothing += len(people)
            people = ()
        return VerdictRow(
            place=case.place, verdict=verdict, people=people, stratum="", probability=None
        )

    @property
    def _metric(self) -> Metric:
        return self.survey.metrics[self.choice.metric]

    def _citation(self, case: Case) -> Citation:
        claim = case.answer if case.claim is None else case.claim
        against = self.choice.against
        passage = {
            Against.PASSAGE: case.passage or "",
            Against.REFERENCE: case.reference,
            Against.INPUT: case.question,
        }[against]
        case_id = case.id or f"question-{content_hash(case.question or claim)[:8]}"
        part = case.part or (_ANSWER if case.claim is None else _CLAIM)
        return Citation(
            run=self._reading.run,
            case_id=self._whole(case_id, case, "case_id"),
            # A run of a harness may hold several configurations, which answer the same case.
            claim_id=self._whole(f"{part} of {case.config}" if case.config else part, case, "part"),
            item=Item(
                question=self._whole(case.question, case, "question"),
                claim=self._whole(claim, case, "claim"),
                passage=self._whole(passage, case, "passage"),
            ),
            answer=self._whole(case.answer, case, "answer"),
            cited=self._whole(case.cited, case, "citation"),
            source=against.told,
            config=self._whole(case.config, case, "config") or self._reading.config,
            importance=None,
            fields=self._fields(case),
        )

    def _judge(self, finding: Finding) -> Judge:
        """The metric is the judge. A record that has no verdict of any is the chosen one's."""
        metric = self._metric
        model = next(iter(metric.models)) if len(metric.models) == 1 else finding.model
        provenance = {
            "metric": metric.name,
            "harness": self.survey.notes.written_by,
            "model": model,
        }
        if self.choice.threshold is not None and metric.scores:
            provenance["threshold"] = told(self.choice.threshold)
        if metric.turning and metric.higher_is is Direction.WORSE:
            provenance["higher_is"] = metric.higher_is
        judge = Judge(
            name=self._reading.judge or metric.name,
            provenance={key: str(value) for key, value in provenance.items() if value},
        )
        alike = [known for known in self._known if _can_be(known, judge)]
        return alike[0] if len(alike) == 1 and judge not in self._known else judge

    def _people(self, finding: Finding, case: Case, support: Support | None) -> tuple[Human, ...]:
        """What people said as labels. What nobody can read was refused at the first reading, or is
        meant to be none."""
        wide = self._metric.human_numbers.is_wide
        theirs = self._asked.mapping
        said = [
            (grades.said(self._placed(rating.grade, wide=wide)), rating)
            for rating in mapping.ratings(finding, theirs)
        ]
        if finding.is_open and mapping.HUMAN not in theirs:
            who = mapping.annotator(finding, theirs)
            rating = Rating(grade=finding.grade, annotator=who, note=finding.note)
            said = [(_open(self.choice.rejected, support), rating)]
        return tuple(
            Human(
                said=one,
                annotator=self._whole(rating.annotator, case, "annotator").strip()
                or f"people of {self.survey.format.name}",
                note=self._whole(rating.note, case, "note"),
            )
            for one, rating in said
            if one is not None
        )

    def _placed(self, grade: Grade, *, wide: bool) -> Grade:
        """A grade on the scale, by the user's words and threshold."""
        meant = grades.meant(self._metric.directed(grade), self._reading.own_words)
        return meant.at(self.choice.threshold, wide=wide)

    def _fields(self, case: Case) -> dict[str, str]:
        found = {}
        shown_already = _OF_TEXT | {names.plain(name) for name in self._asked.mapping.values()}
        for name, value in case.fields.items():
            if names.plain(name) in shown_already:
                continue
            written = cells.field(value)
            if written is None and value is not None:
                self.left_out.add(name[:60])
            elif written:
                found[name] = whole(written, self.name, name)
        return found

    def _whole(self, text: str, case: Case, what: str) -> str:
        return whole(text, f"{self.name}, {case.place}", what)


_DECIDED = ("threshold", "higher_is")
"""What the user decided of a judge: absent, it is a decision too, and no want of knowledge."""


def _can_be(known: Judge, judge: Judge) -> bool:
    """Whether two descriptions can be of one judge."""
    ours, theirs = known.provenance, judge.provenance
    if known.name != judge.name or any(ours.get(key) != theirs.get(key) for key in _DECIDED):
        return False
    return all(_agree(ours[key], theirs[key]) for key in ours.keys() & theirs.keys())


def _agree(one: str, other: str) -> bool:
    """`promptfoo` and `promptfoo 0.121.20` do: the one only says less."""
    return one == other or one.startswith(f"{other} ") or other.startswith(f"{one} ")


class _AskedBefore:
    """How many times each judge was asked of each citation; on disk, for a file has millions."""

    def __init__(self) -> None:
        # A database without a name is a file of its own that nobody else sees, gone when closed.
        self._seen = sqlite3.connect("", isolation_level=None)
        self._seen.execute("PRAGMA journal_mode = OFF")
        self._seen.execute("CREATE TABLE seen (pair BLOB PRIMARY KEY, times INTEGER) WITHOUT ROWID")
        self._seen.execute("BEGIN")

    def again(self, citation_uid: str, judge_id: str) -> int:
        """Which time this is, from 1."""
        pair = bytes.fromhex(content_hash([citation_uid, judge_id]))
        (times,) = self._seen.execute(
            "INSERT INTO seen VALUES (?, 1) ON CONFLICT (pair) DO UPDATE SET times = times + 1 "
            "RETURNING times",
            [pair],
        ).fetchone()
        return int(times)


def _open(rejected: Rejected, support: Support | None) -> Said | None:
    """A label where a person rejected a verdict whose value they left as it was."""
    if rejected is Rejected.NONE or support is None:
        return None
    if rejected is Rejected.OTHER:
        is_supported = support is Support.SUPPORTED
        support = Support.UNSUPPORTED if is_supported else Support.SUPPORTED
    return Said(Label(str(support)))


def asked_of(
    *,
    metric: str | None,
    threshold: float | None,
    higher_is: str | None,
    rejected: str | None,
    reading: Reading,
) -> Asked:
    """What the options of the command ask for."""
    if threshold is not None and not math.isfinite(threshold):
        raise InputError(f"--threshold {threshold} is no score; give a number, for example 0.8.")
    return Asked(
        metric=metric,
        threshold=threshold,
        higher_is=None if higher_is is None else Direction(higher_is),
        rejected=None if rejected is None else Rejected(rejected),
        scores_missing=reading.malformed == "missing",
        mapping=reading.mapping,
    )
