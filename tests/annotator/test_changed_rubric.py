"""The rubric changes while people label: which labels stand is asked, and recorded."""

import os

import pexpect
import pytest

from corpus.workspace import Workspace
from labels import rubric
from labels.label import LabelState
from labels.outcome import Category, Choice
from labels.store import database, events
from labels.store.integrity import chain_faults
from labels.store.queue import Decision, open_queue
from tests.annotator.choosing import click
from tests.annotator.conftest import REPOSITORY, CitationOf, Sit, StudyOf, events_of
from tests.annotator.test_plain import COMMAND, answered
from tests.conftest import Run

NOTICE = "made under another version of the rubric"


def change(workspace: Workspace) -> str:
    """Another rubric; its version."""
    workspace.rubric.write_text("# Another rubric\n\nSupported means supported.\n", "utf-8")
    return rubric.in_force(workspace).version


def state(workspace: Workspace) -> LabelState:
    with database.opened(workspace) as connection:
        assert chain_faults(connection) == []
        return events.states(connection, "pilot")["ann"]


@pytest.fixture
async def five(sit: Sit, twelve: Workspace) -> Workspace:
    """Five labels by Ann, then another rubric."""
    async with sit(twelve) as sitting:
        await sitting.press("1", "2", "3", "p", "j", "b", "4")
    change(twelve)
    return twelve


async def test_all_stand_is_an_event_for_each_under_the_new_rubric(
    sit: Sit, five: Workspace, run: Run
) -> None:
    before = state(five).labels
    assert f"5 labels {NOTICE}" in run("report", "--workspace", five.root).out.replace("\n", " ")
    async with sit(five, size=(100, 30)) as sitting:
        text = " ".join(sitting.text.replace("│", " ").split())
        assert "The rubric has changed: 5 of your labels were given under another version." in text
        await sitting.press("r")
        assert "Supported means supported." in sitting.text
        await sitting.press("escape", "a")
        assert "They stand, under the rubric as it is now." in sitting.text
        assert "5 of 12 done" in sitting.text
    after = state(five).labels
    assert after.keys() == before.keys()
    for item, label in after.items():
        old = before[item]
        assert (label.choice, label.category, label.bug) == (old.choice, old.category, old.bug)
        assert label.rubric == rubric.in_force(five).version != old.rubric
        assert label.origin == f"stands:{old.seq}"
        assert label.seconds is None
    assert len(events_of(five)) == 10
    assert NOTICE not in run("report", "--workspace", five.root).out.replace("\n", " ")
    async with sit(five, size=(100, 30)) as sitting:
        assert "The rubric has changed" not in sitting.text
        await sitting.press("u")
        assert "Under the other rubric you said:" in sitting.text
    assert len(events_of(five)) == 11


async def test_one_by_one_shows_what_was_said_to_confirm_or_change(
    sit: Sit, five: Workspace
) -> None:
    before = state(five).labels
    async with sit(five, size=(100, 30)) as sitting:
        await sitting.press("o")
        assert "Under the other rubric you said:" in sitting.text
        seen = []
        for press in (["enter"], ["2"], ["enter"], ["3", "n"]):
            item = sitting.screen.item_view.item
            assert item is not None
            seen.append(item.id)
            sitting.clock.now += 3
            await sitting.press(*press)
        assert len(set(seen)) == 4
        await sitting.press("escape")
        assert "Under the other rubric" not in sitting.text
        await sitting.press("enter", "1")
        assert "6 of 12 done" in sitting.text
    now = state(five).labels
    version = rubric.in_force(five).version
    assert [now[item].rubric == version for item in seen] == [True] * 4
    assert now[seen[0]].choice == before[seen[0]].choice
    assert now[seen[0]].seconds == 3
    assert str(now[seen[3]].category) == "unsupported_claim"
    async with sit(five, size=(100, 30)) as sitting:
        assert "one of your labels was given under another version" in sitting.text
        await sitting.press("o")
        commands = [each.title for each in sitting.app.get_system_commands(sitting.screen)]
        assert "It stands" in commands
        await click(sitting.pilot, "confirm")
        await sitting.settle()
        assert "6 of 12 done" in sitting.text
        assert not sitting.screen.query_one("#confirm").display
    assert {label.rubric for label in state(five).labels.values()} == {version}


async def test_not_now_stores_nothing_and_asks_again(sit: Sit, five: Workspace) -> None:
    for _ in range(2):
        async with sit(five, size=(100, 30)) as sitting:
            assert "Another rubric" in sitting.text
            await sitting.press("escape")
            assert "5 of 12 done" in sitting.text
    assert len(events_of(five)) == 5


async def test_other_peoples_labels_are_not_asked_about(sit: Sit, five: Workspace) -> None:
    async with sit(five, annotator="ben", size=(100, 30)) as sitting:
        assert "The rubric has changed" not in sitting.text


async def test_a_pipe_is_told_and_not_asked(five: Workspace) -> None:
    out = answered(five, "1").stdout.decode()
    assert "The rubric has changed: 5 of your labels were given" in out
    assert "A pipe is not asked" in out
    assert len(events_of(five)) == 6


async def test_line_by_line_too(five: Workspace) -> None:
    command = [*COMMAND[1:], "--workspace", str(five.root), "--annotator", "ann"]
    child = pexpect.spawn(
        COMMAND[0], command, encoding="utf-8", cwd=str(REPOSITORY), dimensions=(24, 300),
        env=os.environ | {"TERM": "dumb"}, timeout=20,
    )  # fmt: skip
    child.expect("What holds\\? all stand, one by one, not now:")
    child.sendline("one by one")
    child.expect("Under the other rubric you said:")
    child.sendline("stands")
    child.expect("Under the other rubric you said:")
    child.sendline("later")
    child.expect("Left as it is.")
    for _ in range(3):
        child.expect("Under the other rubric you said:")
        child.sendline("stands")
    child.expect("5 of 12 done")
    child.sendline("q")
    child.expect(pexpect.EOF)
    version = rubric.in_force(five).version
    assert sorted(e.rubric == version for e in state(five).labels.values()) == [False] + [True] * 4


async def test_a_label_that_stands_repeats_what_was_found_and_highlighted(
    sit: Sit, twelve: Workspace
) -> None:
    decision = Decision(
        choice=Choice.UNSUPPORTED, category=Category.WRONG_DOCUMENT, found="lease:1"
    )
    with open_queue(twelve, None, "ann", rubric.in_force(twelve)) as queue:
        assert queue.label(queue.next_id() or "", decision, 1.0, highlighted=True)
    change(twelve)
    async with sit(twelve, size=(100, 30)) as sitting:
        await sitting.press("o", "enter")
        names = ("choice", "category", "found", "highlighted", "origin")
        assert [tuple(row[name] for name in names) for row in sitting.events] == [
            ("unsupported", "wrong_document", "lease:1", 1, ""),
            ("unsupported", "wrong_document", "lease:1", 1, "stands:1"),
        ]


def test_what_was_said_the_second_time_is_not_asked_about(
    study_of: StudyOf, citation: CitationOf
) -> None:
    study = study_of((citation(number) for number in range(3)), repeat=1)
    with open_queue(study, None, "ann", rubric.in_force(study)) as queue:
        for choice in (Choice.SUPPORTED, Choice.SUPPORTED, Choice.SUPPORTED, Choice.PARTIAL):
            assert queue.label(queue.next_id() or "", Decision(choice=choice), 1.0)
    change(study)
    with open_queue(study, None, "ann", rubric.in_force(study)) as queue:
        assert len(queue.stale) == 3
        queue.let_stand(queue.stale)
        assert queue.stale == []
    second = state(study).second.labels
    assert [(str(label.choice), label.origin) for label in second.values()] == [("partial", "")]
    assert {str(label.choice) for label in state(study).labels.values()} == {"supported"}


async def test_its_keys_can_be_changed_and_are_shown(sit: Sit, five: Workspace) -> None:
    async with sit(five, size=(100, 30), own_keys={"one_by_one": "y", "back": "w"}) as sitting:
        assert "Not now; ask again at the next start" in sitting.text
        await click(sitting.pilot, "back")
        await sitting.settle()
        assert "The rubric has changed" not in sitting.text
    async with sit(five, size=(100, 30), own_keys={"one_by_one": "y", "back": "w"}) as sitting:
        await sitting.press("o")
        assert "The rubric has changed" in sitting.text
        await sitting.press("y")
        assert "Under the other rubric you said" in sitting.text
