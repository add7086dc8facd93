"""`crosssource label --plain`: by ear, by braille, through a pipe; the same store, as blind."""

import os
import re
import shutil
import signal
import subprocess
import sys
import unicodedata
from pathlib import Path

import pexpect
import pytest

from corpus.workspace import Workspace
from labels import rubric
from labels.outcome import Choice
from labels.store import database, samples
from labels.store.queue import Decision, open_queue
from tests.annotator.conftest import REPOSITORY, CitationOf, StudyOf, events_of
from tests.annotator.test_blindness import _permute

COMMAND = [sys.executable, "-c", "import crosssource; crosssource.main()", "label", "--plain"]


def answered(
    workspace: Workspace, *lines: str, annotator: str = "ann", code: int = 0, raw: bytes = b""
) -> subprocess.CompletedProcess[bytes]:
    """What the command prints when the lines come through a pipe."""
    command = [*COMMAND, "--workspace", str(workspace.root), "--annotator", annotator]
    fed = raw or "".join(f"{line}\n" for line in lines).encode()
    ran = subprocess.run(command, input=fed, capture_output=True, check=False, cwd=REPOSITORY)
    assert ran.returncode == code, ran.stderr.decode()
    return ran


def said(workspace: Workspace) -> list[tuple[str | None, ...]]:
    """Kind, choice, category, bug and note of every event."""
    names = ("kind", "choice", "category", "bug", "note")
    return [tuple(row[name] for name in names) for row in events_of(workspace)]


def test_answers_from_a_file_are_stored_item_by_item(twelve: Workspace) -> None:
    lines = ["1", "Partial", "3", "p", "3 d", "3n", "cannot judge", "b", "2", "b1", "s", "q"]
    ran = answered(twelve, *lines)
    assert said(twelve) == [
        ("label", "supported", None, None, ""),
        ("label", "partial", None, None, ""),
        ("label", "unsupported", "right_doc_wrong_passage", None, ""),
        ("label", "unsupported", "wrong_document", None, ""),
        ("label", "unsupported", "unsupported_claim", None, ""),
        ("label", "cannot_judge", None, None, ""),
        ("label", "harness_bug", None, "claim_fragment", ""),
        ("label", "harness_bug", None, "empty_claim", ""),
        ("later", None, None, None, ""),
    ]
    assert len({row["item_id"] for row in events_of(twelve)}) == 9
    assert {row["source"] for row in events_of(twelve)} == {"labeller"}
    out = ran.stdout.decode()
    assert "Stored: unsupported, another document supports it." in out
    assert (
        "8 of 12 labelled; go on with: crosssource label --sample pilot --annotator ann --plain"
        in (ran.stderr.decode())
    )


def test_an_item_is_read_from_top_to_bottom(study_of: StudyOf, citation: CitationOf) -> None:
    out = answered(study_of([citation(3)]), "1").stdout.decode()
    wanted = (
        "Question:\nWhat of question 3?\n\n"
        "Answer; the claim is words 3 to 6 of 9:\n"
        "First this. Claim number 3 holds. [doc:3] Then that.\n\n"
        "Claim:\nClaim number 3 holds.\n\n"
        "Cited passage, doc:3, Oak v. Elm, page 3:\nPassage number 3 says so.\n\n"
        "Does the passage, read alone, support the claim? 1 supported, 2 partial, 3 unsupported, "
        "j cannot judge, b harness bug, s later, u undo, g go to, t note, r rubric, ? help, "
        "q quit: 1\n"
        "Stored: supported.\n"
    )
    assert wanted in out


def test_what_is_missing_is_said(study_of: StudyOf, citation: CitationOf) -> None:
    study = study_of(
        [citation(1, question="", answer=""), citation(2, claim="It rains.", answer="It rains."),
         citation(3, answer="Nothing of it.", passage=" ")]
    )  # fmt: skip
    out = answered(study, "1", "1", "1").stdout.decode()
    assert "There is no question." in out
    assert "There is no answer besides the claim." in out
    assert "Answer; all of it is the claim:" in out
    assert "Answer; the claim does not stand in it word for word:" in out
    assert "page 3. The passage is empty." in out


def test_no_cursor_no_colour_no_boxes(twelve: Workspace) -> None:
    out = answered(twelve, "?", "r", "1", "3", "back", "b", "7", "the page is missing", "u")
    text = out.stdout.decode()
    assert "\x1b" not in text
    assert "\r" not in text
    odd = {c for c in text if unicodedata.category(c) in ("So", "Sm", "Cc")} - {"\n"}
    assert not odd
    assert not re.search(r"[\u2500-\u259f]", text)
    assert "#" not in text, "the rubric without its signs"
    assert "*" not in text


def test_the_end_of_the_input_is_polite_and_keeps_what_is_stored(twelve: Workspace) -> None:
    ran = answered(twelve, "1", "2", "3")
    assert "The input has ended. Everything that was acknowledged is stored." in ran.stdout.decode()
    assert [row[1] for row in said(twelve)] == ["supported", "partial"]
    assert "2 of 12 labelled" in ran.stderr.decode()
    answered(twelve, "j")
    assert len(said(twelve)) == 3


def test_a_wrong_line_of_a_file_stops_before_it_can_shift_the_others(twelve: Workspace) -> None:
    ran = answered(twelve, "1", "", "4", "1", "1", code=2)
    words = ran.stderr.decode()
    assert "Line 3 of the input, '4', is no answer here (1 supported, 2 partial," in words
    assert "Traceback" not in words
    assert len(said(twelve)) == 1
    assert "'x'" in answered(twelve, "3", "x", code=2).stderr.decode()


def test_undo_notes_and_the_last_question(study_of: StudyOf, citation: CitationOf) -> None:
    study = study_of([citation(1), citation(2)])
    ran = answered(
        study, "u", "t", "Page 4 only", "1", "u", "t", "", "t", "-", "b 7", "cut in two", "2",
        "undo", "j", "q",
    )  # fmt: skip
    out = ran.stdout.decode()
    assert "There is nothing to take back." in out
    assert "Taken back. This is the item it was on." in out
    assert "Your note:\nPage 4 only" in out
    assert "All 2 items are labelled. Thank you." in out
    kinds = [(kind, choice, bug, note) for kind, choice, _, bug, note in said(study)]
    assert kinds == [
        ("note", None, None, "Page 4 only"),
        ("label", "supported", None, ""),
        ("undo", None, None, ""),
        ("note", None, None, ""),
        ("note", None, None, "cut in two"),
        ("label", "harness_bug", "other", ""),
        ("label", "partial", None, ""),
        ("undo", None, None, ""),
        ("label", "cannot_judge", None, ""),
    ]
    assert "crosssource report --sample pilot" in ran.stderr.decode()


def test_keys_of_the_settings_hold(twelve: Workspace) -> None:
    twelve.settings.write_text('[keys]\nsupported = "y"\nlater = "S"\n', encoding="utf-8")
    out = answered(twelve, "S", "y").stdout.decode()
    assert "y supported" in out
    assert [row[:2] for row in said(twelve)] == [("later", None), ("label", "supported")]


def test_any_bytes_are_read(twelve: Workspace) -> None:
    answered(twelve, raw=b"\xef\xbb\xbf1\r\nt\r\nna\xefve \xe2\x82\xac\r\n2\r\n")
    assert [row[4] for row in said(twelve)] == ["", "na\ufffdve €", ""]


def test_without_a_name_a_pipe_is_not_asked_for_one(twelve: Workspace) -> None:
    command = [*COMMAND, "--workspace", str(twelve.root)]
    ran = subprocess.run(command, input=b"1\n", capture_output=True, check=False, cwd=REPOSITORY)
    assert ran.returncode == 2
    assert b"name yourself with: crosssource label --plain --annotator NAME" in ran.stderr
    assert said(twelve) == []


def test_in_a_terminal_a_slip_is_asked_again_and_time_is_taken(twelve: Workspace) -> None:
    command = [*COMMAND[1:], "--workspace", str(twelve.root)]
    child = pexpect.spawn(
        COMMAND[0], command, encoding="utf-8", cwd=str(REPOSITORY), dimensions=(24, 300),
        env=os.environ | {"TERM": "dumb", "NO_COLOR": "1"}, timeout=20,
    )  # fmt: skip
    child.expect("Your name, as it should stand beside your labels:")
    child.sendline("ann")
    child.expect("q quit:")
    child.sendline("4")
    child.expect("“4” is no answer here.")
    child.expect("q quit:")
    child.sendline("1")
    child.expect("Stored: supported.")
    child.expect("1, 2, 3, j, b, or help:")
    child.sendline("q")
    child.expect("1 of 12 labelled; go on with")
    child.expect(pexpect.EOF)
    (event,) = events_of(twelve)
    assert event["annotator"] == "ann"
    assert event["seconds"] is not None


def test_a_terminal_gets_lines_broken_between_words_and_no_control_character(
    study_of: StudyOf, citation: CitationOf
) -> None:
    study = study_of([citation(1, passage=" ".join(f"word{n}" for n in range(90)))])
    command = [*COMMAND[1:], "--workspace", str(study.root), "--annotator", "ann"]
    child = pexpect.spawn(
        COMMAND[0], command, encoding="utf-8", cwd=str(REPOSITORY), dimensions=(24, 60),
        env=os.environ | {"TERM": "dumb"}, timeout=20,
    )  # fmt: skip
    child.expect("q quit:")
    lines = child.before.splitlines()
    assert all(len(line) < 60 for line in lines)
    (start,) = [number for number, line in enumerate(lines) if line.startswith("word0 ")]
    assert " ".join(lines[start : start + 12]).split()[:90] == [f"word{n}" for n in range(90)]
    child.sendline("\x1b[Ax")
    child.expect("is no answer here")
    assert "\x1b" not in child.before
    child.expect("q quit:")
    child.sendline("q")
    child.expect(pexpect.EOF)


def test_help_at_a_second_question_says_what_its_answers_mean(twelve: Workspace) -> None:
    out = answered(twelve, "b", "?", "2", "3", "help", "back", "q").stdout.decode()
    assert "back, ? help: ?\n1: Empty claim. No claim at all, or punctuation only.\n" in out
    assert "n: Nothing supports it. No passage of the corpus does, as far as you know" in out
    assert [row[3] for row in said(twelve)] == ["claim_fragment"]


def test_killed_after_an_acknowledgement_the_label_is_there(twelve: Workspace) -> None:
    command = [*COMMAND, "--workspace", str(twelve.root), "--annotator", "ann"]
    child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=REPOSITORY)
    assert child.stdin is not None
    assert child.stdout is not None
    child.stdin.write(b"2\n")
    child.stdin.flush()
    for line in child.stdout:
        if line.startswith(b"Stored"):
            break
    child.send_signal(signal.SIGKILL)
    child.wait()
    child.stdin.close()
    child.stdout.close()
    assert [row[1] for row in said(twelve)] == ["partial"]


def test_a_sample_that_is_closed_meanwhile_ends_it_in_one_sentence(twelve: Workspace) -> None:
    with database.opened(twelve) as connection, database.transaction(connection):
        samples.record_event(connection, "pilot", "closed", "enough")
    ran = answered(twelve, "1", code=2)
    assert b"The sample 'pilot' is closed" in ran.stderr
    assert b"Traceback" not in ran.stderr


def test_both_modes_go_on_where_the_other_stopped(twelve: Workspace) -> None:
    answered(twelve, "1")
    in_force = rubric.in_force(twelve)
    with open_queue(twelve, None, "ann", in_force) as queue:
        assert queue.done == 1
        queue.label(queue.next_id() or "", Decision(choice=Choice.PARTIAL), 1.0)
    assert b"2 of 12 done" in answered(twelve, "q").stdout


@pytest.mark.parametrize("seed", [0, 1])
def test_other_verdicts_leave_every_byte_the_same(
    twelve: Workspace, tmp_path: Path, seed: int
) -> None:
    root = tmp_path / "twin" / "study"
    shutil.copytree(twelve.root, root)
    _permute(Workspace(root).database, seed)
    lines = ["1", "3", "p", "b 1", "t", "note", "s", "u", "?", "r", *["2"] * 9, "q"]
    shown = answered(twelve, *lines).stdout
    assert shown == answered(Workspace(root), *lines).stdout
    for name in (b"pilot", b"base", b"strict", b"judge-a"):
        assert name not in shown
