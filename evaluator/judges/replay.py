"""The judge that repeats recorded verdicts, from a file in the generic shape (JSON Lines, CSV).

A citation is looked for by case, claim and cited passage first, and then by its content; whatever
else a row holds of claim, passage and question must agree. What the file does not hold, or holds
with two different verdicts, is missing and says so: nothing is guessed. The failure category is the
file's own, and nothing is searched for.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from corpus.errors import InputError
from corpus.readers.source import shown
from evaluator.judges.support_search import SearchTask
from labels.interchange import cells, scale
from labels.interchange.columns import Columns
from labels.interchange.table import Row, read_rows
from labels.interchange.verdict_rows import scan_columns
from labels.item import Citation
from labels.verdict import Judge, Verdict

NOT_RECORDED = "not_recorded"
"""How the reason of a missing verdict begins where the file holds none."""
TWO_VERDICTS = "two_verdicts"
"""The same where it holds several that differ."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Recorded:
    """A row. An empty text is not said, and agrees with everything."""

    item_id: str
    case_id: str
    claim_id: str
    cited: str
    config: str
    question: str
    claim: str
    passage: str
    judged: scale.Judged
    evidence: str
    reason: str
    raw: str

    def names(self, citation: Citation) -> bool:
        """Whether the row is of this very citation, by its ids."""
        ids = (self.case_id, self.claim_id, self.cited)
        return (
            ids == (citation.case_id, citation.claim_id, citation.cited)
            and self.config in ("", citation.config)
            and self._agrees(citation)
        )

    def holds(self, citation: Citation) -> bool:
        """Whether the row is of the same content, wherever that occurs."""
        if self.item_id:
            return self.item_id == citation.item.id
        is_whole = bool(self.claim and (self.passage or self.cited))
        return is_whole and self.cited in ("", citation.cited) and self._agrees(citation)

    def _agrees(self, citation: Citation) -> bool:
        item = citation.item
        pairs = (
            (self.item_id, item.id),
            (self.claim, item.claim),
            (self.passage, item.passage),
            (self.question, item.question),
        )
        return all(mine in ("", theirs) for mine, theirs in pairs)


class ReplayJudge:
    """Recorded verdicts of one judge.

    Raises:
        InputError: on opening, where the file is malformed, lacks a column, or holds several
        judges.
    """

    def __init__(self, path: Path, own_words: Mapping[str, str] | None = None) -> None:
        """Read a file.

        Args:
            path: the file; its columns are those of an import.
            own_words: the user's words for verdicts; None: none.
        """
        self._columns = scan_columns(path, {})
        self._file = shown(path)
        self._own_words = own_words or {}
        _require(self._columns, self._file)
        self._by_ids: dict[tuple[str, str, str], list[_Recorded]] = {}
        self._by_content: dict[str, list[_Recorded]] = {}
        judges: set[str] = set()
        for row in read_rows(path):
            self._enter(self._recorded(row))
            judges.add(self._text(row, "judge").strip())
        if len(judges) > 1:
            names = ", ".join(sorted(name or "(unnamed)" for name in judges)[:5])
            raise InputError(
                f"{self._file} holds verdicts of {len(judges)} judges ({names}); leave those of "
                "one in it."
            )
        with path.open("rb") as stream:
            sha256 = hashlib.file_digest(stream, "sha256").hexdigest()
        self._identity = Judge(
            name=judges.pop() or "replay", provenance={"provider": "replay", "file_sha256": sha256}
        )

    @property
    def identity(self) -> Judge:
        """The recorded judge's name; the provenance is the file."""
        return self._identity

    def verdict(self, citation: Citation) -> Verdict:
        """The recorded verdict; its support is None where there is none to repeat."""
        key = (citation.case_id, citation.claim_id, citation.cited)
        found = [row for row in self._by_ids.get(key, []) if row.names(citation)]
        if not found:
            alike = (citation.item.id, citation.item.claim)
            rows = (row for text in alike for row in self._by_content.get(text, []))
            found = [row for row in rows if row.holds(citation)]
        if not found:
            return self._missing(citation, f"{NOT_RECORDED}: {self._file} does not hold it")
        if len({(row.judged.support, row.judged.category) for row in found}) > 1:
            return self._missing(citation, f"{TWO_VERDICTS}: {self._file} holds {len(found)}")
        row = found[0]
        return Verdict(
            citation=citation,
            judge=self._identity,
            support=row.judged.support,
            category=row.judged.category,
            evidence=row.evidence,
            reason=row.reason,
            raw=row.raw,
        )

    def search(self, task: SearchTask) -> None:
        """None: a record cannot be asked anything new."""

    def _missing(self, citation: Citation, cause: str) -> Verdict:
        return Verdict(citation=citation, judge=self._identity, support=None, reason=cause)

    def _enter(self, row: _Recorded) -> None:
        if row.case_id and row.claim_id and row.cited:
            ids = (row.case_id, row.claim_id, row.cited)
            self._by_ids.setdefault(ids, []).append(row)
        if content := row.item_id or row.claim:
            self._by_content.setdefault(content, []).append(row)

    def _recorded(self, row: Row) -> _Recorded:
        word = self._text(row, "judge_label")
        try:
            judged = scale.judged(word, self._text(row, "failure_type"), self._own_words)
        except scale.UnknownWordError as error:
            column = self._columns.name("judge_label")
            raise cells.unknown_word(str(error), self._file, row.line, column) from error
        return _Recorded(
            item_id=self._text(row, "item_id").strip(),
            case_id=self._text(row, "case_id").strip(),
            claim_id=self._text(row, "claim_id").strip(),
            cited=self._text(row, "citation").strip(),
            config=self._text(row, "config").strip(),
            question=self._text(row, "question"),
            claim=self._text(row, "claim"),
            passage=self._text(row, "passage"),
            judged=judged,
            evidence=self._text(row, "judge_evidence"),
            reason=self._text(row, "judge_reason"),
            raw=word,
        )

    def _text(self, row: Row, ours: str) -> str:
        value = self._columns.get(row.values, ours)
        return cells.text(value, self._file, row.line, self._columns.name(ours))


_IDENTIFYING: Sequence[Sequence[str]] = (
    ("case_id", "claim_id", "citation"),
    ("item_id",),
    ("claim", "passage"),
    ("claim", "citation"),
)


def _require(columns: Columns, file: str) -> None:
    columns.require("judge_label", file=file)
    if not any(all(name in columns for name in group) for group in _IDENTIFYING):
        groups = "; or ".join(", ".join(group) for group in _IDENTIFYING)
        raise InputError(
            f"{file} has no columns by which a citation is known ({groups}); add some of these."
        )
