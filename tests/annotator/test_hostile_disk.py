"""A full disk and a held database, wherever something is stored: a sentence, and no label lost."""

import io
import resource
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest
from textual import events

from corpus.errors import StoreError, WorkspaceError
from corpus.workspace import Workspace
from labels.store import database, integrity, pack_file, samples
from labels.store.packing import pack
from labels.store.queue import BlindQueue
from tests.annotator.adjudicating.conftest import TakeSeat, disputed, seat
from tests.annotator.conftest import CitationOf, Sit, StudyOf, events_of
from tests.conftest import Ran, Run

__all__ = ["disputed", "seat"]

LONG = "So much was said. " * 6_000
ROOM = 40_000
"""Bytes that a file can have on a full disk: enough for the index of SQLite's log."""

Trouble = Callable[[Path], AbstractContextManager[None]]


@contextmanager
def full_disk(_path: Path) -> Iterator[None]:
    """No file grows beyond a few pages."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (ROOM, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Another process writes, and goes on writing."""
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    try:
        yield
    finally:
        holder.close()


TROUBLES = [
    pytest.param(full_disk, "could not be written", id="full"),
    pytest.param(held, "held by another process", id="held"),
]
each_trouble = pytest.mark.parametrize(("trouble", "words"), TROUBLES)


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.05)


@pytest.fixture
def packed(twelve: Workspace, tmp_path: Path) -> Path:
    """A pack of the study for bob."""
    pack(twelve, "pilot", "bob", tmp_path / "bob.pack")
    return tmp_path / "bob.pack"


Feed = Callable[..., Ran]


@pytest.fixture
def feed(run: Run, monkeypatch: pytest.MonkeyPatch) -> Feed:
    """`crosssource label --plain` with lines through a pipe."""

    def fed(*arguments: object, lines: list[str], expect: int = 0) -> Ran:
        text = "".join(f"{line}\n" for line in lines).encode()
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text)))
        return run("label", "--plain", *arguments, expect=expect)

    return fed


def is_a_sentence(ran: Ran, words: str) -> None:
    """One line of error, with those words, and no traceback."""
    assert words in ran.err
    assert ran.err.count("crosssource: ") == 1
    assert "Traceback" not in ran.err


@each_trouble
def test_line_by_line(feed: Feed, twelve: Workspace, trouble: Trouble, words: str) -> None:
    who = ("--workspace", twelve.root, "--annotator", "ann")
    feed(*who, lines=["1", "2"])
    with trouble(twelve.database):
        is_a_sentence(feed(*who, lines=["t", LONG, "1"], expect=2), words)
    assert [row["choice"] for row in events_of(twelve)] == ["supported", "partial"]
    feed(*who, lines=["t", LONG, "j"])
    assert [row["note"] for row in events_of(twelve)[2:]] == [LONG.strip(), ""]


@each_trouble
def test_a_pack_line_by_line(
    feed: Feed, run: Run, twelve: Workspace, packed: Path, trouble: Trouble, words: str
) -> None:
    feed("--pack", packed, lines=["1", "2"])
    with trouble(packed):
        is_a_sentence(feed("--pack", packed, lines=["t", LONG, "1"], expect=2), words)
    feed("--pack", packed, lines=["t", LONG, "j"])
    run("sample", "merge", packed, "--workspace", twelve.root)
    assert [row["choice"] for row in events_of(twelve)] == [
        "supported", "partial", None, "cannot_judge",
    ]  # fmt: skip


@each_trouble
def test_merging_takes_all_or_nothing(
    feed: Feed, run: Run, twelve: Workspace, packed: Path, trouble: Trouble, words: str
) -> None:
    feed("--pack", packed, lines=["t", LONG, "1"])
    merge = ("sample", "merge", packed, "--workspace", twelve.root)
    with trouble(twelve.database):
        is_a_sentence(run(*merge, expect=2), words)
    assert events_of(twelve) == []
    if trouble is held:
        with held(packed):
            is_a_sentence(run(*merge, expect=2), words)
    run(*merge)
    assert len(events_of(twelve)) == 2
    run("check", "--workspace", twelve.root)


@each_trouble
def test_a_pack_is_whole_or_absent(
    run: Run, twelve: Workspace, tmp_path: Path, trouble: Trouble, words: str
) -> None:
    out = tmp_path / "bob.pack"
    making = (
        "sample", "pack", "pilot", "--annotator", "bob", "--out", out, "--workspace", twelve.root,
    )  # fmt: skip
    with trouble(twelve.database):
        is_a_sentence(refused := run(*making, expect=2), words)
    if trouble is full_disk:
        assert str(out) in refused.err, "it names the file that could not be written"
    assert [path.name for path in tmp_path.iterdir()] == ["study"]
    with database.opened(twelve) as connection:
        assert connection.execute("SELECT count(*) FROM pack").fetchone()[0] == 0
    run(*making)


def test_no_pack_without_its_study_knowing_of_it(
    twelve: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever stops the study's own write: there is no file that could be labelled for nothing."""

    class RefusedError(Exception):
        pass

    @contextmanager
    def refusing(connection: sqlite3.Connection) -> Iterator[None]:
        with transaction(connection):
            yield
            path = connection.execute("PRAGMA database_list").fetchone()["file"]
            if Path(path) == twelve.database:
                raise RefusedError

    transaction = database.transaction
    monkeypatch.setattr(database, "transaction", refusing)
    with pytest.raises(RefusedError):
        pack(twelve, "pilot", "bob", tmp_path / "bob.pack")
    assert [path.name for path in tmp_path.iterdir()] == ["study"]


@each_trouble
def test_a_shared_sample_is_drawn_or_not(
    run: Run, study_of: StudyOf, citation: CitationOf, trouble: Trouble, words: str
) -> None:
    study = study_of(citation(number) for number in range(200))
    draw = ("sample", "draw", "--overlap", "20%", "--repeat", 5, "--name", "two")
    with trouble(study.database):
        is_a_sentence(run(*draw, "--workspace", study.root, expect=2), words)
    with database.opened(study) as connection:
        assert [row["name"] for row in samples.overview(connection)] == ["pilot"]
        assert integrity.faults(connection) == []
    run(*draw, "--workspace", study.root)


async def test_a_long_reason_that_does_not_fit_on_the_disk_is_kept(
    seat: TakeSeat, disputed: Workspace
) -> None:
    async with seat(disputed) as at:
        number = at.number
        await at.press("1")
        at.app.post_message(events.Paste(LONG))
        await at.settle()
        with full_disk(disputed.database):
            await at.press("ctrl+s")
        assert "! Not stored." in at.text
        assert at.number == number
        assert at.events == []
        await at.press("2", "ctrl+s")
        assert [(event.choice, event.reason) for event in at.events] == [("partial", LONG.strip())]


def test_a_pack_that_was_left_in_the_middle_of_something_is_not_read_as_it_is(
    packed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a read-only disk, what its journal would take back cannot be taken back."""
    monkeypatch.setattr("os.access", lambda path, _mode: Path(path) != packed)
    assert pack_file.read(packed).annotator == "bob"
    journal = packed.with_name("bob.pack-journal")
    journal.write_bytes(b"what was there before")
    with pytest.raises(WorkspaceError, match=r"left with changes in bob\.pack-journal"):
        pack_file.read(packed)


async def test_what_cannot_be_read_in_a_held_pack_is_said_and_the_screen_lives(
    packed: Path, sit: Sit, twelve: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pack_file.open_queue(packed) as queue:
        first = queue.next_id() or ""
        with held(packed):
            for look in (queue.refresh, lambda: queue.item(first)):
                with pytest.raises(StoreError, match="held by another process"):
                    look()
        assert queue.item(first).id == first
    async with sit(twelve) as sitting:
        await sitting.press("1")
        with monkeypatch.context() as patch:
            patch.setattr(BlindQueue, "refresh", _refusing)
            await sitting.press("g")
        assert "held by another process" in " ".join(sitting.text.split())
        await sitting.press("2")
        assert len(sitting.events) == 2


def _refusing(_queue: BlindQueue) -> None:
    raise StoreError("It has been held by another process for 60 seconds.")
