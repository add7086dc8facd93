"""What the tests of the corpus share: an empty study, and documents made of a few words."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from corpus.document import Document, Part
from corpus.readers.source import SourceDocument
from corpus.storage.library import Library
from corpus.workspace import Workspace

Case = Callable[..., dict[str, Any]]


@pytest.fixture
def library(tmp_path: Path) -> Library:
    """An empty corpus."""
    root = tmp_path / "study-of-corpus"
    root.mkdir()
    (root / "crosssource.toml").touch()
    return Library(Workspace(root))


@pytest.fixture
def made() -> Callable[..., SourceDocument]:
    """A document as a reader hands it over: `made("a", "Some text.")`."""

    def make(identity: str, text: str, source: str = "here.txt") -> SourceDocument:
        document = Document(
            id=identity,
            title=identity,
            text=text,
            parts=(Part(kind="text", start=0, end=len(text)),),
        )
        return SourceDocument(document=document, source=source, reader="text", size=len(text))

    return make


@pytest.fixture
def cap_case() -> Case:
    """A small CAP case as an object; keyword arguments replace its fields."""

    def case(**fields: object) -> dict[str, Any]:
        body = {
            "head_matter": "FOO v. BAR.",
            "opinions": [
                {"text": "We affirm.", "type": "majority", "author": "HOOD"},
                {"text": "I dissent.", "type": "dissent", "author": None},
            ],
        }
        return {"id": 7, "name_abbreviation": "Foo v. Bar", "casebody": body} | fields

    return case
