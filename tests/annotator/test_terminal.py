"""The command in a real terminal: a sitting by keyboard, and death at any moment."""

import random
import re
import time

import pytest

from corpus.workspace import Workspace
from labels.label import fold
from labels.store import database, events
from labels.store.integrity import chain_faults
from tests.annotator.conftest import CitationOf, Open, StudyOf
from tests.annotator.corpora import SENTENCES, add_corpus


def labels_in(workspace: Workspace) -> int:
    with database.opened(workspace) as connection:
        assert chain_faults(connection) == []
        return len(fold(events.read(connection, "pilot")).labels)


def test_ten_items_by_keyboard_quit_and_go_on(terminal: Open, twelve: Workspace) -> None:
    first = terminal(twelve, "--annotator", "ann")
    first.wait("0 of 12 done")
    for done, typed in enumerate(["1", "2", "3p", "3n"], 1):
        first.child.send(typed)
        first.wait(f"{done} of 12 done")
    claim = re.findall(r"Claim number \d+ holds", first.read(0.5))[-1]
    first.child.send("q")
    assert "4 of 12 labelled; go on with: crosssource label --sample pilot --annotator ann" in (
        first.end()
    )
    assert first.child.exitstatus == 0
    assert labels_in(twelve) == 4

    again = terminal(twelve, "--annotator", "ann")
    again.wait("4 of 12 done")
    again.wait(claim)
    for done, typed in enumerate(["j", "b2", "1", "1", "1", "1"], 5):
        again.child.send(typed)
        again.wait(f"{done} of 12 done")
    again.child.send("q")
    again.end()
    assert labels_in(twelve) == 10


def test_the_name_is_asked_for(terminal: Open, twelve: Workspace) -> None:
    shown = terminal(twelve, size=(120, 24))
    shown.wait("Your name, as it should stand beside your labels:")
    shown.child.send("Dr. Ann Ă\r")
    shown.wait("0 of 12 done")
    shown.child.send("1")
    shown.wait("1 of 12 done")
    shown.child.send("q")
    assert "--annotator 'Dr. Ann Ă'" in shown.end()


def test_killed_at_any_moment_nothing_that_was_shown_as_done_is_lost(
    terminal: Open, study_of: StudyOf, citation: CitationOf
) -> None:
    study = study_of(citation(number) for number in range(300))
    chance = random.Random(7)
    stored = kills = 0
    while kills < 15 or (stored <= 15 and kills < 60):  # a slow machine stores less between two
        kills += 1
        shown = terminal(study, "--annotator", "ann")
        shown.wait(f"{stored} of 300 done")
        painted = stored
        moment = time.monotonic() + chance.uniform(0.05, 1.2)
        while time.monotonic() < moment:
            shown.child.send(chance.choice(["1", "2", "j"]))
            painted = max(painted, done_in(shown.read(chance.uniform(0.001, 0.03))))
        shown.child.kill(9)
        painted = max(painted, done_in(shown.end()))
        stored = labels_in(study)
        assert stored >= painted
    assert stored > 15


def test_an_app_that_breaks_down_is_no_success_and_loses_nothing(
    terminal: Open, twelve: Workspace
) -> None:
    broken = (
        "from annotator.labelling.screen import LabelScreen\n"
        "LabelScreen.action_later = lambda self: 1 / 0"
    )
    shown = terminal(twelve, "--annotator", "ann", size=(120, 60), before=broken)
    shown.wait("0 of 12 done")
    shown.child.send("1")
    shown.wait("1 of 12 done")
    shown.child.send("s")
    text = shown.end()
    assert "ZeroDivisionError" in text
    assert "The labelling app broke down; every label that it showed as done is kept." in text
    assert "labelled" not in text.split("broke down")[1]
    assert shown.child.exitstatus == 1
    assert labels_in(twelve) == 1


def done_in(text: str) -> int:
    found = re.search(r"(\d+) of 300 done", text)
    return int(found[1]) if found else 0


@pytest.mark.parametrize(
    "environment",
    [{"TERM": "xterm", "NO_COLOR": "1"}, {"TERM": "dumb"}, {"TERM": "vt100"}, {"TERM": "linux"}],
)
def test_other_terminals(terminal: Open, twelve: Workspace, environment: dict[str, str]) -> None:
    shown = terminal(twelve, "--annotator", "ann", environment=environment)
    shown.wait("▌ First this.")
    shown.child.send("1")
    shown.wait("1 of 12 done")


def test_evidence_and_a_found_passage_by_keyboard_in_a_real_terminal(
    terminal: Open, study_of: StudyOf, citation: CitationOf
) -> None:
    study = study_of([citation(1, cited="lease:2", passage=SENTENCES[2])])
    add_corpus(study)
    shown = terminal(study, "--annotator", "ann")
    shown.wait("0 of 1 done")
    shown.child.send("e")
    shown.wait("What of the cited passage decides it?")
    shown.child.send(" .\r")
    shown.wait("Marked; stored.")
    shown.child.send("c")
    shown.wait("THE CITED PASSAGE")
    shown.child.send("/")
    shown.wait("In the cited document, lease.")
    shown.child.send("costs\r")
    shown.wait("lease:1")
    shown.child.send("\r")
    shown.wait("does it support the claim?")
    shown.child.send("f")
    shown.wait("1 of 1 done")
    shown.child.send("q")
    shown.end()
    with database.opened(study) as connection:
        state = fold(events.read(connection, "pilot"))
    (label,) = state.labels.values()
    (evidence,) = state.evidence.values()
    assert (label.category, label.found) == ("right_doc_wrong_passage", "lease:1")
    assert (evidence.text, evidence.start) == (SENTENCES[2], 0)


def test_whoever_quits_while_the_index_is_built_is_gone_at_once(
    terminal: Open, twelve: Workspace
) -> None:
    slow = (
        "import time\nfrom annotator.labelling.study_corpus import StudyCorpus\n"
        "StudyCorpus._built = lambda *_: time.sleep(300)"
    )
    shown = terminal(twelve, "--annotator", "ann", before=slow)
    shown.wait("0 of 12 done")
    shown.child.send("/")
    shown.wait("In the whole corpus.")
    shown.child.send("costs\r")
    shown.wait("Reading the whole corpus")
    shown.child.send("\x1b")
    shown.wait("0 of 12 done")
    shown.child.send("q")
    began = time.monotonic()
    shown.end()
    assert time.monotonic() - began < 30
    assert shown.child.exitstatus == 0
