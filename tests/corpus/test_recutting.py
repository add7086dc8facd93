"""The corpus cut anew: the same as if it had been added so, all of it or nothing."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from corpus.errors import StoreError
from corpus.readers.source import SourceDocument
from corpus.storage.library import Library, Recut
from corpus.storage.register import NEW_PASSAGES, Register
from corpus.workspace import Workspace

Made = Callable[..., SourceDocument]
REPOSITORY = Path(__file__).parents[2]
WORDS = "One two three four five. Six seven eight nine ten. " * 20


@pytest.fixture
def cut(library: Library, made: Made) -> Library:
    """Two documents in passages of 100 words, and a third in passages of 20."""
    library.add([made("a", WORDS), made("b", f"Other. {WORDS}")], 100)
    library.add([made("c", WORDS)], 20)
    return library


def passages(library: Library) -> list[tuple[str, str]]:
    """Ids and texts."""
    return [(one.id, one.text) for one in library.passages()]


def test_it_is_as_if_the_documents_had_been_added_so(
    cut: Library, made: Made, tmp_path: Path
) -> None:
    before = cut.documents_path.read_bytes()
    times = {id_: record.cut_at for id_, record in cut.register().records.items()}
    done = cut.recut(20)
    other = Library(Workspace(tmp_path / "other"))
    other.add([made("a", WORDS), made("b", f"Other. {WORDS}"), made("c", WORDS)], 20)
    assert passages(cut) == passages(other)
    assert done == Recut(2, 4 + 10, len(passages(other)))
    assert cut.passages_path.read_bytes() == other.passages_path.read_bytes()
    assert cut.documents_path.read_bytes() == before
    assert cut.check() == []
    records = cut.register().records
    assert records["c"].cut_at == times["c"]
    assert records["a"].cut_at >= times["a"]
    assert records["a"].recut_at is not None
    assert not (cut.folder / NEW_PASSAGES).exists()
    assert cut.recut(20) == Recut(0, done.after, done.after)
    cut.add([made("d", WORDS)], 20)
    assert cut.check() == []


def test_a_reader_that_is_at_work_sees_the_new_cut(cut: Library) -> None:
    reader = Library(Workspace(cut.folder.parent))
    begun = reader.passages()
    first = next(begun)
    cut.recut(20)
    assert [first, *begun][-1].id == "c:9"  # what was begun is read to its end
    assert reader.passages_of("b") == cut.passages_of("b")
    assert len(reader.passages_of("b")) > 2


@pytest.mark.parametrize("place", ["rows", "commit", "committed", "moved"])
def test_stopped_at_any_point_it_is_the_old_cut_or_the_new_one(
    cut: Library, made: Made, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    old = passages(cut)
    write, writes = Register.write, iter(range(3))

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    def stopped_write(self: Register, path: Path) -> None:
        last = next(writes) == {"commit": 0, "committed": 0, "moved": 1}[place]
        if not last or place == "committed":
            write(self, path)
        if last:
            raise KeyboardInterrupt

    def watched(records: Iterator[object]) -> Iterator[object]:
        yield next(iter(records))
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        if place != "rows":
            patch.setattr(Register, "write", stopped_write)
        with pytest.raises(KeyboardInterrupt):
            cut.recut(20, watched if place == "rows" else iter)  # type: ignore[arg-type]
    fresh = Library(Workspace(cut.folder.parent))
    assert fresh.check() == []
    is_new = place in ("committed", "moved")
    assert (passages(fresh) == old) is not is_new
    fresh.add([made("d", "Four.")], 20)  # whoever comes next clears up
    assert fresh.check() == []
    assert not (cut.folder / NEW_PASSAGES).exists()
    assert b"passages_file" not in fresh.sources_path.read_bytes()
    assert len(passages(fresh)) == len(old) + 1 + (16 if is_new else 0)
    assert fresh.recut(20).after == len(old) + 17


def test_kill_9_in_the_middle_leaves_a_whole_corpus(cut: Library) -> None:
    program = """
import sys, time
from pathlib import Path
from corpus.storage.library import Library
from corpus.workspace import Workspace

def slowly(records):
    for record in records:
        yield record
        time.sleep(60)

Library(Workspace(Path(sys.argv[1]))).recut(20, slowly)
"""
    old = passages(cut)
    process = subprocess.Popen(
        [sys.executable, "-c", program, str(cut.folder.parent)], cwd=REPOSITORY
    )
    until = time.monotonic() + 30
    while not (cut.folder / NEW_PASSAGES).exists() and time.monotonic() < until:
        time.sleep(0.01)
    process.kill()
    process.wait()
    assert (cut.folder / NEW_PASSAGES).exists()
    assert passages(cut) == old
    assert cut.check() == []
    assert cut.recut(20).documents == 2
    assert cut.check() == []


def test_a_disk_that_refuses_changes_nothing(cut: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    before = cut.sources_path.read_bytes(), cut.passages_path.read_bytes()

    def refuse(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", refuse)
        with pytest.raises(StoreError, match="No space left"):
            cut.recut(20)
    assert (cut.sources_path.read_bytes(), cut.passages_path.read_bytes()) == before
    assert cut.check() == []


def test_a_document_that_was_edited_is_not_cut(cut: Library) -> None:
    row = cut.documents_path.read_bytes()
    cut.documents_path.write_bytes(b"x" * (len(row) - 1) + b"\n")
    before = cut.passages_path.read_bytes()
    with pytest.raises(StoreError, match="corpus check"):
        cut.recut(20)
    assert cut.passages_path.read_bytes() == before
