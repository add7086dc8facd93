"""A synthetic practice into a study: its documents, its golden questions, its isolation checks.

Whatever would be overwritten or mixed is refused before anything is written. The documents are
stored as those of any add, all or none; the two files of questions follow together. Killed between
the two, it is run again: the documents are there, and the questions are written.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from corpus.console import progress
from corpus.errors import InputError
from corpus.files import read_bytes, write_together
from corpus.readers.source import SourceDocument, shown
from corpus.storage.library import Library
from corpus.synthetic.practice import Practice
from corpus.workspace import Workspace
from labels import golden, isolation
from labels.golden import GoldenQuestion
from labels.synthetic.questions import isolation as isolation_checks
from labels.synthetic.questions import questions
from labels.synthetic.sizes import Wanted

READER = "synthetic"
LICENCE = "MIT"


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """What was made, or was there already from the same seed."""

    documents: dict[str, int]
    """By kind, in the order of their first."""
    added: int
    """Documents that were not there before."""
    passages: int
    """Of those."""
    questions: tuple[GoldenQuestion, ...]
    checks: int
    """Isolation checks."""


def make(workspace: Workspace, wanted: Wanted, words: int, *, mix: bool, folder: Path) -> Made:
    """Make the practice in a study.

    Args:
        workspace: the study.
        wanted: how large, and from which seed.
        words: the target length of a passage.
        mix: documents of other sources may be there.
        folder: where `golden.jsonl` and `isolation.jsonl` go.

    Raises:
        InputError: other documents or other questions are there; nothing was written.
        StoreError: the disk refuses.
    """
    library = Library(workspace)
    _refuse_other_documents(library, wanted.practice, words, mix=mix)
    amount = wanted.amount
    asking = questions(wanted.practice, amount, words)
    asked = tuple(progress(asking, "Asking", amount.present + amount.absent))
    checks = tuple(isolation_checks(wanted.practice, words))
    files = {
        folder / workspace.golden.name: "".join(map(golden.line_of, asked)),
        folder / workspace.isolation.name: "".join(map(isolation.line_of, checks)),
    }
    for path, text in files.items():
        _refuse_other_questions(path, text)
    kinds: Counter[str] = Counter()
    making = progress(_counted(wanted.practice, kinds), "Making", wanted.practice.size)
    added = library.add(making, words)
    write_together(files)
    return Made(
        documents=dict(kinds),
        added=added.documents,
        passages=added.passages,
        questions=asked,
        checks=len(checks),
    )


def _counted(practice: Practice, kinds: Counter[str]) -> Iterator[SourceDocument]:
    origin = practice.origin
    for one in practice.documents():
        kinds[one.document.metadata["kind"]] += 1
        yield SourceDocument(
            document=one.document,
            source=origin,
            reader=READER,
            licence=LICENCE,
            size=len(one.document.text),
        )


def _refuse_other_documents(library: Library, practice: Practice, words: int, *, mix: bool) -> None:
    for record in library.register().records.values():
        provenance = record.provenance
        if provenance.reader != READER:
            if not mix:
                raise InputError(
                    f"The corpus holds other documents ({provenance.document_id!r}, from "
                    f"{provenance.source}); make a study of its own with: crosssource init DIR, "
                    "or put the practice among them with --mix."
                )
        elif provenance.source != practice.origin or record.words != words:
            raise InputError(
                f"The corpus holds a synthetic practice by {provenance.source}, in passages of "
                f"{record.words} words, and this one is by {practice.origin}, in passages of "
                f"{words}; make a study of its own with: crosssource init DIR"
            )


def _refuse_other_questions(path: Path, text: str) -> None:
    """What is there is kept, unless it is nothing, or the very same."""
    if not path.exists():
        return
    held = read_bytes(path)
    if held.strip() and held != text.encode():
        raise InputError(
            f"{shown(path)} holds other questions and is not overwritten; move it away, or write "
            "the new ones to another folder with --questions DIR."
        )
