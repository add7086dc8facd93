"""docs/golden.md: its commands run, its tables name what there is."""

import os
import re
from pathlib import Path

import pexpect

from labels.collection.anchors import Fault
from labels.collection.check import Doubt
from labels.golden import FIELDS, load
from tests.conftest import REPOSITORY
from tests.test_documents import BIN, blocks

TEXT = (REPOSITORY / "docs" / "golden.md").read_text("utf-8")


def test_its_commands_run_and_the_app_is_used_between_them(tmp_path: Path) -> None:
    (script,) = blocks("sh golden", "golden.md")
    script = re.sub(
        r"^(crosssource .* author .*)$", r"\1 </dev/tty >/dev/tty 2>/dev/tty", script, flags=re.M
    )
    environment = os.environ | {"PATH": f"{BIN}:{os.environ['PATH']}", "TERM": "xterm-256color"}
    shell = pexpect.spawn(
        "bash", ["-ec", script], cwd=tmp_path, env=environment, timeout=60, dimensions=(30, 100)
    )
    shell.expect("0 human, 72 machine")
    shell.send("n")
    shell.expect("Reference: what a right answer says")
    shell.send("Who moved to dismiss?")
    shell.expect("draft kept")
    shell.send("\x06")
    shell.expect("Nothing answers it")
    shell.send("invoice")
    shell.expect("1. m0")
    shell.send("\r")
    shell.expect("Start here")
    shell.send(" .\r")
    shell.expect("BM25")
    shell.send("\x13")
    shell.expect("ann-1 is saved.")
    shell.send("q")
    shell.expect("1 human, 72 machine, 0 unknown, 0 unconfirmed drafts")
    shell.expect(pexpect.EOF)
    shell.close()
    assert shell.exitstatus == 0, shell.before
    *_, last = load(tmp_path / "asked.jsonl")
    assert (last.author, last.written_by) == ("ann", "human")


def test_every_field_and_every_finding_is_told() -> None:
    for name in (*FIELDS, *Fault, *Doubt):
        assert f"`{name}`" in TEXT, name
