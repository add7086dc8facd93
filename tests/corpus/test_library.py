"""The stored corpus: what an add keeps, what it refuses, and that it is all or nothing."""

import json
import os
import re
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from filelock import FileLock

from corpus.errors import InputError, StoreError
from corpus.readers.detect import read
from corpus.readers.source import SourceDocument
from corpus.storage import library as library_module
from corpus.storage.library import Added, Library
from corpus.storage.register import Register
from corpus.workspace import Workspace

Made = Callable[..., SourceDocument]
REPOSITORY = Path(__file__).parents[2]


def test_an_empty_corpus_has_nothing_and_no_fault(library: Library) -> None:
    assert list(library.documents()) == []
    assert list(library.passages()) == []
    assert library.register().records == {}
    assert library.check() == []
    assert library.add([], 350) == Added(0, 0, 0)
    assert library.check() == []
    assert "a" not in library


def test_what_was_added_comes_back_equal(library: Library, made: Made) -> None:
    sources = [made("a", "One. Two."), made("b", "\x00 [bold] \u202e \u2028 e\u0301\n\nThree.")]
    assert library.add(sources, 350) == Added(2, 2, 0)
    assert list(library.documents()) == [source.document for source in sources]
    assert library.document("b") == sources[1].document
    assert [passage.id for passage in library.passages()] == ["a:0", "b:0"]
    assert library.passage("b:0") == library.passages_of("b")[0]
    first = library.register().records["a"].provenance
    assert (first.document_id, first.source, first.licence) == ("a", "here.txt", None)
    assert first.sha256 == sources[0].document.sha256


def test_adding_again_adds_nothing(library: Library, made: Made) -> None:
    library.add([made("a", "One.")], 350)
    before = library.sources_path.read_bytes()
    assert library.add([made("a", "One.", "elsewhere.txt")], 20) == Added(0, 0, 1)
    assert library.sources_path.read_bytes() == before


def test_the_same_id_with_another_text_is_refused(library: Library, made: Made) -> None:
    library.add([made("a", "One.")], 350)
    with pytest.raises(InputError, match="'a' is taken by another text .*here.txt"):
        library.add([made("b", "New."), made("a", "Other.")], 350)
    assert [document.id for document in library.documents()] == ["a"]
    assert library.document("a").text == "One."
    assert library.check() == []


def test_an_add_appends_and_never_rewrites(library: Library, made: Made) -> None:
    library.add([made("a", "One.")], 350)
    before = library.documents_path.read_bytes()
    library.add([made("b", "Two.")], 350)
    assert library.documents_path.read_bytes().startswith(before)
    assert library.check() == []


@pytest.mark.parametrize("wanted", ["a:9", "a:-1", "a:", "a:x", "b:0", "b", ""])
def test_what_is_not_there_is_named(library: Library, made: Made, wanted: str) -> None:
    library.add([made("a", "One.")], 350)
    with pytest.raises(InputError, match="crosssource corpus"):
        library.passage(wanted) if ":" in wanted else library.document(wanted)


def test_a_reader_sees_another_process_s_add(library: Library, made: Made) -> None:
    reader = Library(Workspace(library.folder.parent))
    assert len(reader) == 0
    library.add([made("a", "One.")], 350)
    assert len(reader) == 1


def test_the_rest_of_a_killed_add_does_not_count_and_is_cut_off(
    library: Library, made: Made
) -> None:
    library.add([made("a", "One.")], 350)
    for path in (library.documents_path, library.passages_path):
        with path.open("ab") as stream:
            stream.write(b'{"id": "half a row')
    assert [document.id for document in library.documents()] == ["a"]
    assert len(list(library.passages())) == 1
    assert library.check() == []
    library.add([made("b", "Two.")], 350)
    assert [document.id for document in library.documents()] == ["a", "b"]
    assert b"half" not in library.documents_path.read_bytes()
    assert library.check() == []


def test_kill_9_in_the_middle_of_an_add_leaves_a_clean_corpus(library: Library, made: Made) -> None:
    library.add([made("a", "One.")], 350)
    program = """
import sys, time
from pathlib import Path
from corpus.document import Document, Part
from corpus.storage.library import Library
from corpus.readers.source import SourceDocument
from corpus.workspace import Workspace

def endless():
    number = 0
    while True:
        text = f"Text {number}. " * 20_000
        part = Part(kind="text", start=0, end=len(text))
        document = Document(id=f"d{number}", title="t", text=text, parts=(part,))
        yield SourceDocument(document=document, source="x", reader="text")
        number += 1

Library(Workspace(Path(sys.argv[1]))).add(endless(), 350)
"""
    before = library.documents_path.stat().st_size
    process = subprocess.Popen(
        [sys.executable, "-c", program, str(library.folder.parent)], cwd=REPOSITORY
    )
    until = time.monotonic() + 30
    while library.documents_path.stat().st_size == before and time.monotonic() < until:
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert library.documents_path.stat().st_size > before
    assert [document.id for document in library.documents()] == ["a"]
    assert library.check() == []
    assert library.add([made("b", "Two.")], 350) == Added(1, 1, 0)
    assert library.check() == []


def test_a_full_disk_changes_nothing(library: Library, made: Made) -> None:
    """A limit on the size of files stands for the full disk; root is not above it."""
    library.add([made("a", "One.")], 350)
    program = """
import resource, sys
from pathlib import Path
from corpus.errors import StoreError
from corpus.storage.library import Library
from corpus.readers.detect import read
from corpus.workspace import Workspace
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
try:
    Library(Workspace(Path(sys.argv[1]))).add(read(Path(sys.argv[2])), 350)
except StoreError as error:
    print(error)
"""
    source = library.folder.parent / "large.txt"
    source.write_text("A long text. " * 100_000)
    before = library.sources_path.read_bytes()
    ran = subprocess.run(
        [sys.executable, "-c", program, str(library.folder.parent), str(source)],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "could not be written (File too large); nothing was changed" in ran.stdout
    assert library.sources_path.read_bytes() == before
    assert library.check() == []
    assert library.add(read(source), 350).documents == 1
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] != 100_000


@pytest.mark.parametrize("code", [28, 30, 13])  # ENOSPC, EROFS, EACCES
def test_a_system_that_refuses_to_sync(
    library: Library, made: Made, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    library.add([made("a", "One.")], 350)

    def refuse(descriptor: int) -> None:
        raise OSError(code, os.strerror(code))

    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", refuse)
        with pytest.raises(StoreError, match=os.strerror(code)):
            library.add([made("b", "Two.")], 350)
    assert [document.id for document in library.documents()] == ["a"]
    assert library.check() == []
    assert library.add([made("b", "Two.")], 350).documents == 1


def test_a_folder_that_cannot_be_made(tmp_path: Path, made: Made) -> None:
    (tmp_path / "corpus").write_text("a file where the folder should be")
    with pytest.raises(StoreError, match="could not be written"):
        Library(Workspace(tmp_path)).add([made("a", "One.")], 350)


def test_an_interruption_leaves_nothing(library: Library, made: Made) -> None:
    def interrupted() -> Iterator[SourceDocument]:
        yield made("a", "One.")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        library.add(interrupted(), 350)
    assert library.documents_path.stat().st_size == 0
    assert library.check() == []
    assert library.add([made("a", "One.")], 350).documents == 1


@pytest.mark.parametrize("committed", [True, False])
def test_an_interruption_about_the_commit_takes_no_row_that_counts(
    library: Library, made: Made, monkeypatch: pytest.MonkeyPatch, committed: bool
) -> None:
    library.add([made("a", "One.")], 350)

    def interrupted(self: Register, path: Path) -> None:
        if committed:
            write(self, path)
        raise KeyboardInterrupt

    write = Register.write
    with monkeypatch.context() as patch:
        patch.setattr(Register, "write", interrupted)
        with pytest.raises(KeyboardInterrupt):
            library.add([made("b", "Two.")], 350)
    ids = ["a", "b"] if committed else ["a"]
    assert [document.id for document in library.documents()] == ids
    assert library.check() == []
    assert library.add([made("b", "Two."), made("c", "Three.")], 350).documents == 3 - len(ids)
    assert library.check() == []


def test_an_add_waits_for_another_and_then_says_so(
    library: Library, made: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(library_module, "LOCK_SECONDS", 0.2)
    library.add([made("a", "One.")], 350)
    with (
        FileLock(library.folder / ".lock"),
        pytest.raises(StoreError, match="another process"),
    ):
        library.add([made("b", "Two.")], 350)
    assert library.add([made("b", "Two.")], 350).documents == 1


class TestLostAndDamaged:
    """What somebody else did to the files."""

    def test_an_edited_file_is_not_cut(self, library: Library, made: Made) -> None:
        library.add([made("a", "One."), made("b", "Two.")], 350)
        edited = library.documents_path.read_bytes().replace(b"One.", b"One and a half.")
        library.documents_path.write_bytes(edited)
        with pytest.raises(StoreError, match=r"documents\.jsonl is not as it was recorded"):
            library.add([made("c", "Three.")], 350)
        assert library.documents_path.read_bytes() == edited

    def test_rows_without_their_register(self, library: Library, made: Made) -> None:
        library.add([made("a", "One.")], 350)
        library.sources_path.unlink()
        with pytest.raises(StoreError, match=r"sources\.json is missing"):
            library.add([made("b", "Two.")], 350)
        with pytest.raises(StoreError, match=r"sources\.json is missing"):
            list(library.documents())
        assert "is missing" in library.check()[0]
        assert library.documents_path.stat().st_size > 0

    @pytest.mark.parametrize(
        "content", ["", "{", "[]", "{}", '{"version": 1, "documents": 5}', "\ufffd"]
    )
    def test_a_damaged_register(self, library: Library, made: Made, content: str) -> None:
        library.add([made("a", "One.")], 350)
        library.sources_path.write_text(content, encoding="utf-8")
        with pytest.raises(StoreError, match=r"sources\.json is damaged \(") as damaged:
            len(library)
        assert not re.search(r"[A-Z]\w+Error", str(damaged.value))

    def test_a_register_of_a_later_version(self, library: Library, made: Made) -> None:
        library.add([made("a", "One.")], 350)
        stored = json.loads(library.sources_path.read_text("utf-8"))
        library.sources_path.write_text(json.dumps(stored | {"version": 2}))
        with pytest.raises(StoreError, match="version 2"):
            len(library)

    def test_a_row_that_is_none(self, library: Library, made: Made) -> None:
        library.add([made("a", "One.")], 350)
        row = library.documents_path.read_bytes()
        library.documents_path.write_bytes(b"x" * (len(row) - 1) + b"\n")
        with pytest.raises(StoreError, match=r"documents\.jsonl, line 1, is not what was stored"):
            list(library.documents())


@pytest.mark.shared
def test_real_collections(library: Library, shared_data: Path) -> None:
    assert library.add(read(shared_data / "scotus"), 350).documents == 22
    volume = library.add(read(shared_data / "cap_static" / "a2d-100.zip"), 350)
    again = library.add(read(shared_data / "cap_static" / "a2d" / "100"), 350)
    assert (volume.documents, again) == (9, Added(0, 0, 9))
    texts = {document.id: document for document in library.documents()}
    for passage in library.passages():
        document = texts[passage.document_id]
        assert document.text[passage.start : passage.end] == passage.text
    assert library.check() == []
    sources = [record.provenance for record in library.register().records.values()]
    licences = {source.reader: source.licence for source in sources}
    assert licences == {"courtlistener": None, "cap": "CC0-1.0"}


def test_many_files_and_many_rows_in_bounded_memory(tmp_path: Path) -> None:
    """2,000 files of 10 kB, then 5,000 rows, in a process that is measured."""
    folder = tmp_path / "files"
    folder.mkdir()
    for number in range(2_000):
        (folder / f"f{number}.txt").write_text(f"The carrier delayed shipment {number}. " * 250)
    with (tmp_path / "rows.jsonl").open("w") as rows:
        for number in range(5_000):
            text = f"Tenant {number} paid the rent late. " * 25
            rows.write(json.dumps({"id": f"r{number}", "text": text}) + "\n")
    (tmp_path / "study").mkdir()
    program = """
import resource, sys, time
from pathlib import Path
from corpus.storage.library import Library
from corpus.readers.detect import read
from corpus.workspace import Workspace
library = Library(Workspace(Path("study")))
library.add([], 350)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
start = time.perf_counter()
print(library.add(read(Path("files")), 350).documents)
print(library.add(read(Path("rows.jsonl")), 350).documents)
print(time.perf_counter() - start)
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024)
"""
    ran = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(REPOSITORY)},
        capture_output=True,
        text=True,
        check=True,
    )
    files, rows_added, seconds, mebibytes = ran.stdout.split()
    assert (files, rows_added) == ("2000", "5000")
    assert float(seconds) < 60  # 3 s on two cores
    assert float(mebibytes) < 150
