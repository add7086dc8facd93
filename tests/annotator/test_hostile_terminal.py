"""A terminal that is lost, resized, or full of what was pasted; a server that is killed."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import aiohttp
import pexpect
import pytest

from corpus.workspace import Workspace
from labels.store import database
from labels.store.packing import pack
from tests.annotator.adjudicating.conftest import decisions, disputed
from tests.annotator.conftest import REPOSITORY, Open, Terminal, events_of
from tests.annotator.test_serving import Served

__all__ = ["disputed"]

PASTED = "".join(f"{number % 3 + 1}\nj\nq\nline {number} of it\n" for number in range(1000))
"""Full of lines that would be answers."""

Talk = Callable[..., "pexpect.spawn[str]"]


@pytest.fixture
def talk(twelve: Workspace) -> Talk:
    """`crosssource label --plain` in a terminal, at its first question."""

    def start(before: str = "") -> "pexpect.spawn[str]":
        command = ["label", "--plain", "--workspace", str(twelve.root), "--annotator", "ann"]
        child = pexpect.spawn(
            sys.executable,
            ["-c", f"{before}\nimport crosssource; crosssource.main()", *command],
            encoding="utf-8",
            cwd=str(REPOSITORY),
            dimensions=(24, 300),
            env=os.environ | {"TERM": "dumb"},
            timeout=20,
        )
        child.expect("q quit:")
        return child

    return start


def test_line_by_line_what_was_not_stored_is_said_and_can_be_tried_again(
    talk: Talk, twelve: Workspace
) -> None:
    child = talk("from labels.store import database; database.BUSY_SECONDS = 0.05")
    child.sendline("1")
    child.expect("Stored: supported")
    child.expect("help:")
    holder = sqlite3.connect(twelve.database, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    child.sendline("3 d")
    child.expect("Not stored. .* held by another process")
    child.expect("help:")
    holder.close()
    child.sendline("3 d")
    child.expect("Stored: unsupported")
    child.expect("help:")
    child.sendline("q")
    child.expect("2 of 12 labelled")
    child.expect(pexpect.EOF)
    assert [row["category"] for row in events_of(twelve)] == [None, "wrong_document"]


def test_line_by_line_a_paste_into_a_note_is_a_note_and_answers_nothing(
    talk: Talk, twelve: Workspace
) -> None:
    child = talk()
    child.sendline("t")
    child.expect("Your note, in one line")
    child.send(PASTED)
    child.expect("Note stored.")
    child.expect("help:")
    child.sendline("2")
    child.expect("Stored: partial")
    child.close(force=True)
    note, label = events_of(twelve)
    assert note["note"] == PASTED.strip()
    assert label["choice"] == "partial"


def test_line_by_line_a_paste_at_an_item_labels_none_that_was_not_seen(
    talk: Talk, twelve: Workspace
) -> None:
    child = talk()
    child.send("1\n2\nj\n" * 50)
    child.expect("Stored: supported")
    child.expect("help:")
    child.send("words\n1\n2\n")
    child.expect("is no answer here")
    child.expect("q quit:")
    child.close(force=True)
    assert [row["choice"] for row in events_of(twelve)] == ["supported"]


def test_line_by_line_two_answers_that_belong_together_can_be_typed_at_once(
    talk: Talk, twelve: Workspace
) -> None:
    child = talk()
    child.send("3\nd\n")
    child.expect("Stored: unsupported, another document")
    child.close(force=True)
    assert [row["category"] for row in events_of(twelve)] == ["wrong_document"]


@pytest.mark.parametrize("how", ["label", "plain", "pack", "adjudicate"])
def test_a_terminal_that_goes_away_takes_the_command_along_and_no_label(
    terminal: Open, disputed: Workspace, tmp_path: Path, how: str
) -> None:
    file = tmp_path / "dee.pack"
    if how == "pack":
        pack(disputed, "pilot", "dee", file)
    shown: Terminal = {
        "label": lambda: terminal(disputed, "--annotator", "dee"),
        "plain": lambda: terminal(disputed, "--plain", "--annotator", "dee", size=(80, 60)),
        "pack": lambda: terminal(None, "--pack", str(file)),
        "adjudicate": lambda: terminal(disputed, "--adjudicator", "carla", command="adjudicate"),
    }[how]()
    done = "decided" if how == "adjudicate" else "done"
    total = 5 if how == "adjudicate" else 12
    shown.wait(f"0 of {total} {done}")
    if how == "plain":
        shown.wait("quit:")
    shown.child.send("A" if how == "adjudicate" else "2\n")
    shown.wait(f"1 of {total} {done}")
    os.kill(shown.child.pid, signal.SIGHUP)
    shown.end()
    assert shown.child.signalstatus == signal.SIGHUP
    if how == "adjudicate":
        assert len(decisions(disputed)) == 1
    else:
        path = file if how == "pack" else disputed.database
        connection = sqlite3.connect(path)
        mine = connection.execute("SELECT choice FROM label_event WHERE annotator = 'dee'")
        assert mine.fetchall() == [("partial",)]
        connection.close()
    with database.opened(disputed):
        pass


@pytest.mark.parametrize("how", ["label", "adjudicate"])
def test_where_hangups_are_ignored_the_app_ends_with_its_terminal_too(
    terminal: Open, disputed: Workspace, how: str
) -> None:
    """As under nohup; Textual alone would go on for ever, reading the end of what it can read."""
    ignored = "import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN)"
    who = "--annotator" if how == "label" else "--adjudicator"
    shown = terminal(disputed, who, "carla", before=ignored, command=how)
    shown.wait("0 of")
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, shown.child.child_fd)  # the last hold on the terminal
    os.close(nothing)
    end = time.monotonic() + 15
    while shown.child.isalive():
        assert time.monotonic() < end
        time.sleep(0.05)
    assert shown.child.signalstatus == signal.SIGHUP


@pytest.mark.parametrize("how", ["label", "adjudicate"])
def test_small_and_back_under_way_in_a_real_terminal(
    terminal: Open, disputed: Workspace, how: str
) -> None:
    who, done, total, first, page = {
        "label": ("--annotator", "done", 12, "1", "t"),
        "adjudicate": ("--adjudicator", "decided", 5, "A", "1"),
    }[how]
    shown = terminal(disputed, who, "carla", command=how)
    shown.wait(f"0 of {total} {done}")
    _resize(shown, 20, 5)
    shown.child.send(first)
    shown.wait("1 of")
    shown.settle()
    shown.child.send(f"{page}word")  # written on five lines
    _resize(shown, 80, 24)
    shown.wait("word")
    shown.child.send("\x13")
    shown.wait("Note stored." if how == "label" else "2 of 5 decided")
    if how == "label":
        assert [(row["choice"], row["note"]) for row in events_of(disputed)[-2:]] == [
            ("supported", ""), (None, "word"),
        ]  # fmt: skip
    else:
        assert [event.reason for event in decisions(disputed)] == ["as A says", "word"]


def _resize(shown: Terminal, columns: int, rows: int) -> None:
    shown.screen.resize(rows, columns)
    shown.child.setwinsize(rows, columns)
    shown.settle()


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGHUP])
async def test_a_server_that_ends_leaves_no_seat_behind(
    twelve: Workspace, end: signal.Signals
) -> None:
    served = Served(twelve, "--annotator", "ann")
    painted = b""
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{served.links['ann']}ws?width=80&height=24") as tab,
    ):
        while b"of 12 done" not in painted:
            painted += (await tab.receive(timeout=20)).data or b""
        assert _seats(twelve)
        served.process.send_signal(end)
        until = time.monotonic() + 10
        while _seats(twelve) and time.monotonic() < until:
            time.sleep(0.05)
        left = _seats(twelve)
        for seat in left:
            os.kill(int(seat), signal.SIGKILL)
        assert left == []
    _, said = served.process.communicate(timeout=20)
    assert ("Every label that was shown as done is stored." in said) == (end == signal.SIGHUP)


def _seats(study: Workspace) -> list[str]:
    """The processes of open tabs on a study."""
    found = subprocess.run(
        ["pgrep", "-f", f"annotator.serving.seat {study.root}"], capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    return found.stdout.split()
