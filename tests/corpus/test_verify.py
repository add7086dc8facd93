"""`corpus check`: every kind of hand edit is found, and named with its line."""

from collections.abc import Callable

import pytest

from corpus.readers.source import SourceDocument
from corpus.storage.library import Library

Made = Callable[..., SourceDocument]


@pytest.fixture
def stored(library: Library, made: Made) -> Library:
    library.add([made(name, f"Text of {name}. It has words.") for name in ("aa", "bb", "cc")], 350)
    return library


EDITS = [
    # file, what is replaced, by what, what the faults must say
    ("documents", b"Text of bb", b"Text of xx", ["documents.jsonl, line 2", "recorded hash"]),
    ("documents", b"Text of bb", b"Text of bbb", ["documents.jsonl, line 2", "edited by hand"]),
    ("documents", b'"id": "bb"', b'"id": "xx"', ["line 2: has id 'xx'"]),
    ("documents", b'"title": "bb"', b'"title": "xx"', ["line 2", "not as they were stored"]),
    ("documents", b'{"id": "bb"', b'["id": "bb"', ["line 2: not a row of a document"]),
    (
        "documents",
        b'"start": 0',
        b'"start": 9',
        ["line 1: 'aa:0' does not lie"],
    ),
    ("documents", b'"end": 25', b'"end": 99', ["line 1: the part 'text' (0 to 99)"]),
    ("passages", b"Text of bb", b"Text of xx", ["passages.jsonl, line 2", "not characters 0 to"]),
    ("passages", b'"index": 0', b'"index": 7', ["line 1: has id 'aa:7'"]),
    ("passages", b'"start": 0', b'"start": 1', ["line 1", "not characters 1 to", "in no passage"]),
    ("passages", b'"part": "text"', b'"part": "tex2"', ["line 1", "does not lie in a part 'tex2'"]),
    ("passages", b'"page": null', b'"page": "1"', ["line 1", "does not begin on page '1'"]),
    ("passages", b'"sha256": "', b'"sha256": "0', ["line 1", "the id or the hash"]),
    ("passages", b'{"id": "cc:0"', b'{"id": "cc:9"', ["line 3", "the id or the hash"]),
    ("passages", b'{"id": "cc:0"', b"", ["line 3: not a row of a passage"]),
]


@pytest.mark.parametrize(("file", "old", "new", "said"), EDITS)
def test_an_edit_is_found(
    stored: Library, file: str, old: bytes, new: bytes, said: list[str]
) -> None:
    path = stored.folder / f"{file}.jsonl"
    data = path.read_bytes()
    assert old in data
    path.write_bytes(data.replace(old, new, 1))
    faults = "\n".join(stored.check())
    assert all(part in faults for part in said), faults
    assert faults.count("edited by hand") <= 3


def test_a_file_that_was_cut_off(stored: Library) -> None:
    data = stored.documents_path.read_bytes()
    stored.documents_path.write_bytes(data[:-30])
    faults = stored.check()
    recorded = f"documents.jsonl has {len(data) - 30} bytes where {len(data)} are recorded"
    assert faults[0] == f"{recorded}; it was cut off."


def test_a_file_that_is_gone(stored: Library) -> None:
    stored.passages_path.unlink()
    assert "passages.jsonl has 0 bytes" in stored.check()[0]


def test_rows_in_another_order(stored: Library) -> None:
    rows = stored.documents_path.read_bytes().splitlines(keepends=True)
    stored.documents_path.write_bytes(b"".join(reversed(rows)))
    faults = "\n".join(stored.check())
    assert "line 1: has id 'cc' where 'aa' is recorded" in faults


def test_nothing_is_said_of_a_corpus_that_is_whole(stored: Library) -> None:
    assert stored.check() == []
