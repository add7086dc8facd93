"""Killed at any moment and started again: the database of an undisturbed run."""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

from corpus.workspace import Workspace
from tests.evaluator.running.conftest import content, rows
from tests.evaluator.running.test_trouble import another
from tests.messages_server import MessagesServer

Run = Callable[..., Any]
CONCURRENCY = 4
KILLS = 10


def started(workspace: Workspace, said: int = subprocess.DEVNULL) -> "subprocess.Popen[bytes]":
    """`crosssource run` as a process of its own, in a group of its own."""
    return subprocess.Popen(
        [
            *(sys.executable, "-m", "crosssource", "run", "--workspace", str(workspace.root)),
            *("--concurrency", str(CONCURRENCY)),
        ],
        stdout=subprocess.DEVNULL,
        stderr=said,
        start_new_session=True,
        # Who runs the tests in the background of a script has interrupts ignored, by inheritance.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def test_killed_at_ten_moments_and_resumed(
    ran: Any, run: Run, golden_study: Workspace, tmp_path: Any, model: MessagesServer
) -> None:
    killed = another(golden_study, tmp_path)
    undisturbed = len(model.seen.good)
    model.seen.good.clear()
    model.latency = 0.15
    moments = random.Random(7)
    for _ in range(KILLS):
        begun, process = model.seen.calls, started(killed)
        # The moment is counted from the first request: starting takes its own time.
        while process.poll() is None and model.seen.calls == begun:
            time.sleep(0.01)
        time.sleep(moments.uniform(0.0, 0.5))
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    assert started(killed).wait() == 0
    assert content(killed) == content(golden_study)
    assert len(model.seen.good) == undisturbed
    twice = sum(times - 1 for times in model.seen.good.values())
    assert twice <= KILLS * CONCURRENCY
    run("check", "--workspace", killed.root)


def test_interrupted_by_the_person_it_says_so_and_goes_on(
    golden_study: Workspace, model: MessagesServer
) -> None:
    model.latency = 0.1
    begun, process = model.seen.calls, started(golden_study, subprocess.PIPE)
    while process.poll() is None and model.seen.calls < begun + 12:
        time.sleep(0.01)
    for _ in range(2):  # people press it again where nothing seems to happen
        os.killpg(process.pid, signal.SIGINT)
        time.sleep(0.05)
    said = process.communicate()[1].decode()
    assert process.returncode == 130, said
    assert said.count("crosssource: interrupted") == 1
    assert "Traceback" not in said
    kept = rows(golden_study, "SELECT count(*) FROM request")[0][0]
    assert kept >= 8
    asked = model.seen.calls
    model.latency = 0.0
    assert started(golden_study).wait() == 0
    # What was kept is not asked again.
    assert sum(model.seen.good.values()) - len(model.seen.good) <= CONCURRENCY
    assert model.seen.calls > asked
