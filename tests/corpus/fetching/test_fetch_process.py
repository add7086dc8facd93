"""A fetch that is stopped from outside: by a kill, by Ctrl-C, by a full disk; and its bar."""

import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pexpect
import pytest

from corpus.storage.library import Library
from corpus.workspace import Workspace
from tests.cap_site import CapSite, Handler, case, hang, status, whole, write_volume
from tests.corpus.fetching.conftest import FIRST, SECOND, THIRD, THREE, VOLUME, Fetch

PROGRAM = str(Path(sys.executable).with_name("crosssource"))


@pytest.fixture
def slow(quick: Workspace) -> Workspace:
    """A study that waits for half a minute before it gives up."""
    quick.settings.write_text("[fetch]\npause = 0\ntimeout = 30\n")
    return quick


def arguments(study: Workspace, site: CapSite) -> list[str]:
    """Fetch all three cases of the site."""
    go = ["--workspace", str(study.root), "corpus", "fetch", "--address", site.address]
    return [*go, *THREE]


def until_asked(site: CapSite, path: str) -> None:
    """Returns when the site was asked for a path."""
    until = time.monotonic() + 30
    while path not in site.seen and time.monotonic() < until:
        time.sleep(0.01)
    assert path in site.seen


def half(handler: Handler) -> None:
    """Half of the file, and then nothing."""
    data = handler.file() or b""
    handler.send_response(200)
    handler.send_header("Content-Length", str(len(data)))
    handler.end_headers()
    handler.wfile.write(data[: len(data) // 2])
    handler.wfile.flush()
    hang(handler)


@pytest.mark.parametrize(("stop", "code"), [(signal.SIGKILL, -9), (signal.SIGINT, 130)])
def test_stopped_in_the_middle_it_goes_on_there(
    slow: Workspace, site: CapSite, fetch: Fetch, stop: signal.Signals, code: int
) -> None:
    site.plan[SECOND] = [half]
    process = subprocess.Popen(
        [PROGRAM, *arguments(slow, site)],
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    until_asked(site, SECOND)
    process.send_signal(stop)
    _, words = process.communicate(timeout=20)
    assert process.returncode == code
    assert "Traceback" not in words
    assert [document.id for document in Library(slow).documents()] == ["cap-1"]
    assert Library(slow).check() == []
    del site.plan[SECOND]
    assert "2 opinions fetched, 4 passages; 1 already there" in fetch(*THREE).err
    assert site.seen == [VOLUME, SECOND, THIRD]


def test_a_full_disk_keeps_what_is_there(slow: Workspace, site: CapSite, fetch: Fetch) -> None:
    """A limit on the size of files stands for the full disk."""
    long = case(2, "Cedar v. Dogwood", "9 U.S. 50", text="A long opinion. " * 20_000)
    cases = [case(1, "Ash v. Birch", "9 U.S. 1"), long, case(3, "Elm v. Fir Co.", "9 U.S. 100")]
    write_volume(site.folder, "us/9", cases)
    program = (
        "import resource, sys, crosssource\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))\n"
        "crosssource.main()"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program, *arguments(slow, site)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 2
    assert "could not be written (File too large)" in ran.stderr
    assert "Traceback" not in ran.stderr
    assert [document.id for document in Library(slow).documents()] == ["cap-1"]
    assert Library(slow).check() == []
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] != 100_000
    assert "2 opinions fetched" in fetch(*THREE).err


def test_a_study_that_may_not_be_written_asks_nothing(slow: Workspace, site: CapSite) -> None:
    """Root is above permissions, unless it gives that up."""
    bound = [] if os.geteuid() else ["setpriv", "--inh-caps=-all", "--bounding-set=-all"]
    if bound and shutil.which("setpriv") is None:
        pytest.skip("root may write everywhere, and setpriv is not there to take that from it")
    slow.corpus.chmod(0o555)
    ran = subprocess.run(
        [*bound, PROGRAM, *arguments(slow, site)], capture_output=True, text=True, check=False
    )
    slow.corpus.chmod(0o755)
    assert ran.returncode == 2
    assert "could not be written (Permission denied); nothing was changed" in ran.stderr
    assert site.seen == []


def test_a_terminal_shows_a_bar_and_why_nothing_happens(slow: Workspace, site: CapSite) -> None:
    site.plan[SECOND] = [status(503, Retry_After="1"), whole]
    terminal = pexpect.spawn(
        PROGRAM,
        arguments(slow, site),
        env=os.environ | {"TERM": "xterm"},
        timeout=30,
        encoding="utf-8",
        dimensions=(30, 100),
    )
    terminal.expect(pexpect.EOF)
    terminal.close()
    shown = terminal.before or ""
    assert re.search(r"Fetching .*% +\d\d:\d\d:\d\d", shown)  # with an estimate
    assert "\n127.0.0.1 answered 503 Service Unavailable; trying again in 1 s." in shown
    assert "100%" in shown
    assert "3 opinions fetched" in shown
    assert terminal.exitstatus == 0


def test_nothing_heavy_is_loaded_for_the_help() -> None:
    code = (
        "import sys, corpus.commands\n"
        "loaded = {'httpx2', 'tenacity', 'pydantic'} & set(sys.modules)\n"
        "assert not loaded, loaded"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_two_at_once_end_in_one_corpus(slow: Workspace, site: CapSite) -> None:
    start: Callable[[], subprocess.Popen[str]] = lambda: subprocess.Popen(  # noqa: E731
        [PROGRAM, *arguments(slow, site)], stderr=subprocess.PIPE, text=True
    )
    for process in (start(), start()):
        _, words = process.communicate(timeout=60)
        assert process.returncode == 0, words
    assert len(Library(slow)) == 3
    assert Library(slow).check() == []
    assert FIRST in site.seen
