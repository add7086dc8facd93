"""Studies to be measured: a synthetic practice, and one of three small documents."""

import json
from pathlib import Path
from typing import Any

import pytest

from corpus.document import Document, Part
from corpus.readers.source import SourceDocument
from corpus.storage.library import Library
from corpus.workspace import Workspace

RENT = "The tenant shall pay the rent of $1,250 on the first day of each month."
REPAIR = "The landlord repairs the roof. Nobody else climbs it."
DEPOSIT = "A deposit of $900 is returned within thirty days."


def document(id_: str, text: str, **metadata: str) -> Document:
    """A document of one part."""
    part = Part(kind="text", start=0, end=len(text))
    return Document(id=id_, title=id_, text=text, parts=(part,), metadata=metadata)


def question(id_: str, text: str, *supports: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A line of `golden.jsonl`; without a support it has no answer."""
    asked = {"id": id_, "question": text, "answerable": bool(supports)}
    return asked | {"supports": list(supports), "class": "plain", "written_by": "human"} | more


def write(path: Path, *rows: dict[str, Any]) -> None:
    """A file of JSON Lines."""
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))


@pytest.fixture
def lease(study: Workspace) -> Workspace:
    """Three documents on two matters, each one passage, and three questions."""
    documents = [
        document("lease", RENT, matter="M-1"),
        document("letter", REPAIR, matter="M-2"),
        document("notice", DEPOSIT, matter="M-2"),
        # Words need other passages to be rare in.
        *(document(f"other-{n}", f"Nothing of note was said on day {n}.") for n in range(5)),
    ]
    Library(study).add(
        (
            SourceDocument(document=one, source="made", reader="text", licence=None, size=1)
            for one in documents
        ),
        350,
    )
    write(
        study.golden,
        question("rent", "When is the rent due?", {"passage": "lease:0"}),
        question("roof", "Who repairs the roof?", {"passage": "letter:0", "quote": "The landlord"}),
        question("dog", "May the tenant keep a dog?", written_by="machine"),
    )
    return study
