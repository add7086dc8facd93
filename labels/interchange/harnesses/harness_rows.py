"""A file of a harness as the rows that an import takes, by what was chosen for it."""

import math
import sqlite3
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from corpus.console import counted
from corpus.errors import InputError
from corpus.hashes import content_hash
from corpus.readers.source import shown, whole
from labels.interchange import cells
from labels.interchange.harnesses import grades, mapping, names
from labels.interchange.harnesses.choice import Against, Asked, Choice, Rejected, choose
from labels.interchange.harnesses.finding import EVERY_METRIC, Case, Finding, Format, Notes, Source
from labels.interchange.harnesses.grades import Grade
from labels.interchange.harnesses.survey import Survey, mapped, survey
from labels.interchange.opening import Opening
from labels.interchange.scale import Said
from labels.interchange.verdict_rows import Human, Reading, VerdictRow
from labels.item import Citation, Item
from labels.outcome import Choice as Label
from labels.outcome import Support
from labels.verdict import Judge, Verdict

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
            self.survey: Survey = survey(watched, format_, asked.mapping, reading.own_words)
        self.choice: Choice = choose(self.survey, asked, self.name)
        self.size = self.survey.cases
        self.repeats = 0
        """Verdicts that are not the first on their item; known once the rows are read."""
        self.on_repeats = 0
        """Labels that came with such verdicts, and are not kept: an item has one of a person."""
        self.on_nothing = 0
        """Labels that came with a missing verdict, and are not kept: nothing is to be compared."""
        self.placed: Counter[Support | None] = Counter()
        """What the verdicts are by now, the threshold applied; known once the rows are read."""

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
        of_metric = self.survey.metrics[self.choice.metric]
        grade = self._placed(finding.grade, wide=of_metric.numbers.is_wide)
        self.placed[grade.support] += 1
        verdict = Verdict(
            citation=citation,
            judge=judge.repeated(number),
            support=grade.support,
            evidence=self._whole(finding.evidence, case, "evidence"),
            reason=self._whole(finding.reason, case, "reason"),
            raw=self._whole(grade.raw, case, "value"),
        )
        human = self._human(finding, case, grade.support)
        if human is not None and number > 1:
            self.on_repeats += 1
            human = None
        elif human is not None and grade.support is None:
            self.on_nothing += 1
            human = None
        return VerdictRow(
            place=case.place, verdict=verdict, human=human, stratum="", probability=None
        )

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
        metric = self.survey.metrics[self.choice.metric]
        model = next(iter(metric.models)) if len(metric.models) == 1 else finding.model
        provenance = {
            "metric": metric.name,
            "harness": self.survey.notes.written_by,
            "model": model,
        }
        if self.choice.threshold is not None and metric.scores:
            provenance["threshold"] = f"{self.choice.threshold:g}"
        return Judge(
            name=self._reading.judge or metric.name,
            provenance={key: value for key, value in provenance.items() if value},
        )

    def _human(self, finding: Finding, case: Case, support: Support | None) -> Human | None:
        rating = mapping.rating(finding, self._asked.mapping)
        said = None if rating is None else self._label(rating)
        if finding.is_open and mapping.HUMAN not in self._asked.mapping:
            said = _open(self.choice.rejected, support)
        if said is None:
            return None
        annotator = finding.annotator
        if named := self._asked.mapping.get(mapping.ANNOTATOR):
            annotator = str(case.fields.get(named) or "")
        return Human(
            said=said,
            annotator=self._whole(annotator, case, "annotator").strip()
            or f"people of {self.survey.format.name}",
            note=self._whole(finding.note, case, "note"),
        )

    def _label(self, rating: Grade) -> Said | None:
        """A person's rating as a label. One that nobody can read was refused at the first reading,
        or is meant to be none."""
        of_metric = self.survey.metrics[self.choice.metric]
        return grades.said(self._placed(rating, wide=of_metric.human_numbers.is_wide))

    def _placed(self, grade: Grade, *, wide: bool) -> Grade:
        """A grade on the scale, by the user's words and threshold."""
        meant = grades.meant(grade, self._reading.own_words)
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
    rejected: str | None,
    reading: Reading,
) -> Asked:
    """What the options of the command ask for."""
    if threshold is not None and not math.isfinite(threshold):
        raise InputError(f"--threshold {threshold} is no score; give a number, for example 0.8.")
    return Asked(
        metric=metric,
        threshold=threshold,
        rejected=None if rejected is None else Rejected(rejected),
        scores_missing=reading.malformed == "missing",
        mapping=reading.mapping,
    )
