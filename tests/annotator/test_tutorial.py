"""The tutorial: offered once, skippable, never stored; every answer has its word."""

import itertools
import os

import pexpect
import pytest

from annotator.labelling.lessons import LESSONS
from annotator.labelling.tutorial import TutorialScreen
from annotator.widgets.choices import Choices
from corpus.workspace import Workspace
from labels.outcome import Category, Choice, HarnessBug
from labels.store.queue import Decision
from tests.annotator.choosing import click
from tests.annotator.conftest import REPOSITORY, Open, Sit, Sitting, events_of
from tests.annotator.test_plain import COMMAND, answered

RIGHT = (["1"], ["2"], ["3", "p"], ["3", "n"], ["b", "2"])

EVERY_DECISION = [
    *(Decision(choice=c) for c in (Choice.SUPPORTED, Choice.PARTIAL, Choice.CANNOT_JUDGE)),
    *(Decision(choice=Choice.UNSUPPORTED, category=category) for category in Category),
    *(Decision(choice=Choice.HARNESS_BUG, bug=bug) for bug in HarnessBug),
]


@pytest.mark.parametrize(("number", "decision"), list(itertools.product(range(5), EVERY_DECISION)))
def test_every_answer_to_every_item_is_explained(number: int, decision: Decision) -> None:
    lesson = LESSONS[number]
    words = lesson.explanation(decision)
    assert len(words.split()) > 8
    assert words.endswith(".")
    assert ("The rubric says:" in words) != lesson.is_right(decision)


def test_the_five_items_have_five_different_answers() -> None:
    assert len({lesson.right for lesson in LESSONS}) == 5
    for lesson in LESSONS:
        assert lesson.item.claim_span is not None


async def taken(sitting: Sitting, *steps: list[str]) -> str:
    """Answer the items; the last explanation."""
    text = ""
    for step in steps:
        await press(sitting, *step)
        text = " ".join(sitting.text.replace("│", " ").split())
        await press(sitting, "enter")
    return text


async def press(sitting: Sitting, *names: str) -> None:
    for name in names:
        await sitting.pilot.press(name)
        await sitting.pilot.pause(0.05)


async def test_it_is_the_same_screen_and_stores_nothing(sit: Sit, twelve: Workspace) -> None:
    async with sit(twelve, size=(100, 30)) as sitting:
        claim = sitting.claim
        await press(sitting, "i")
        assert "Tutorial · item 1 of 5 · nothing is stored" in sitting.text
        await press(sitting, "s", "u", "t", "g")
        assert "Tutorial · item 1 of 5" in sitting.text
        await press(sitting, "r")
        assert "When does a citation hold up?" in sitting.text
        await press(sitting, "escape")
        assert "Right: unsupported, nothing supports it." in await taken(sitting, *RIGHT[:4])
        assert "Right: harness bug, fragment." in await taken(sitting, RIGHT[4])
        assert "5 of 5 as the rubric has it. Nothing of this was stored." in sitting.text
        await press(sitting, "enter")
        assert not isinstance(sitting.app.screen, TutorialScreen)
        assert sitting.claim == claim
        assert sitting.events == []
        await sitting.press("1")
        assert sitting.events[-1]["claim"] == claim


async def test_who_is_new_can_click_it(sit: Sit, twelve: Workspace) -> None:
    async with sit(twelve, size=(100, 30), is_new=True) as sitting:
        assert "New here?" in sitting.text
        assert "Tutorial" in {
            each.title for each in sitting.app.get_system_commands(sitting.screen)
        }
        await click(sitting.pilot, "tutorial")
        await sitting.pilot.pause(0.05)
        assert "Tutorial · item 1 of 5" in sitting.text
        await press(sitting, "q", "1")
        await sitting.settle()
        assert "New here?" not in sitting.text
        assert not sitting.screen.query_one("#tutorial").display


async def test_on_80_by_24_nothing_is_cut_off_and_a_word_on_an_answer_leaves_the_item_in_sight(
    sit: Sit, twelve: Workspace
) -> None:
    async with sit(twelve, size=(80, 24), is_new=True) as sitting:
        offer, button = (line for line in sitting.text.splitlines() if "utorial" in line)
        assert offer.rstrip().endswith("? has all keys.")
        assert button.rstrip().endswith("nothing of it is stored.")
        await press(sitting, "i")
        assert "nothing is stored · q: the real items" in sitting.text.splitlines()[0]
        await press(sitting, "1")
        assert "Right: supported." in sitting.text
        assert "The tenant has to report a defect within thirty days." in sitting.text
        assert "Section 6. Notice of a defect shall be given by the tenant" in sitting.text


async def test_keys_that_would_do_nothing_there_look_so(sit: Sit, twelve: Workspace) -> None:
    async with sit(twelve, size=(80, 24)) as sitting:
        assert not sitting.screen.query_one("#commands", Choices).is_shut("later")
        await press(sitting, "i", "3")
        commands = sitting.app.screen.query_one("#commands", Choices)
        open_there = {name for name in commands.names if not commands.is_shut(name)}
        assert open_there == {"rubric", "help", "quit"}
        where = sitting.app.screen.query_one("#category Choices", Choices)
        assert [name for name in where.names if where.is_shut(name)] == ["search"]


async def test_it_is_left_from_a_word_on_an_answer_too(sit: Sit, twelve: Workspace) -> None:
    async with sit(twelve) as sitting:
        await press(sitting, "i", "1", "q")
        assert not isinstance(sitting.app.screen, TutorialScreen)
        assert "0 of 12 done" in sitting.text


async def test_a_wrong_answer_is_explained_and_it_can_be_left_at_any_time(
    sit: Sit, twelve: Workspace
) -> None:
    async with sit(twelve, size=(100, 30)) as sitting:
        await press(sitting, "i")
        words = await taken(sitting, ["2"])
        assert "You said: partial." in words
        assert "The rubric says: supported." in words
        await press(sitting, "b", "7", "x", "ctrl+s")
        assert "Nothing is broken here" in sitting.text
        await press(sitting, "enter", "q")
        assert "0 of 12 done" in sitting.text
        assert sitting.events == []


async def test_the_time_of_the_real_item_begins_after_it(sit: Sit, twelve: Workspace) -> None:
    async with sit(twelve, size=(100, 30)) as sitting:
        await press(sitting, "i")
        sitting.clock.now += 500
        await press(sitting, "q")
        sitting.clock.now += 4
        await sitting.press("1")
        assert sitting.events[-1]["seconds"] == 4


def test_it_is_offered_once_and_had_again_when_asked_for(terminal: Open, twelve: Workspace) -> None:
    first = terminal(twelve, "--annotator", "ann")
    first.wait("New here? i is a tutorial. Else just begin;")
    first.child.send("q")
    first.end()
    second = terminal(twelve, "--annotator", "ann")
    second.wait("0 of 12 done")
    assert "New here?" not in second.read(0.5)
    second.child.send("q")
    second.end()
    third = terminal(twelve, "--annotator", "ann", "--tutorial")
    third.wait("Tutorial · item 1 of 5")
    third.child.send("1")
    third.wait("Right: supported.")
    third.child.send("\r")
    third.wait("Tutorial · item 2 of 5")
    third.child.send("q")
    third.wait("0 of 12 done")
    third.child.send("q")
    assert "0 of 12 labelled" in third.end()
    assert events_of(twelve) == []
    other = terminal(twelve, "--annotator", "ben")
    other.wait("New here?")


def test_who_has_labelled_here_is_not_new(terminal: Open, twelve: Workspace) -> None:
    answered(twelve, "1")
    shown = terminal(twelve, "--annotator", "ann")
    shown.wait("1 of 12 done")
    assert "New here?" not in shown.read(0.5)


def test_line_by_line_too(twelve: Workspace) -> None:
    command = [*COMMAND[1:], "--workspace", str(twelve.root), "--annotator", "ann", "--tutorial"]
    child = pexpect.spawn(
        COMMAND[0], command, encoding="utf-8", cwd=str(REPOSITORY), dimensions=(24, 300),
        env=os.environ | {"TERM": "dumb"}, timeout=20,
    )  # fmt: skip
    child.expect("Tutorial, item 1 of 5. Nothing is stored.")
    child.sendline("s")
    child.expect("That is for the real items")
    for typed, words in (
        ("1", "Right: supported."), ("partial", "Right: partial."),
        ("3 n", "You said: unsupported,"),
        ("3n", "Right: unsupported,"), ("b 2", "Right: harness bug"),
    ):  # fmt: skip
        child.sendline(typed)
        child.expect(words)
    child.expect("4 of 5 as the rubric has it.")
    child.expect("0 of 12 done")
    child.sendline("tutorial")
    child.expect("Tutorial, item 1 of 5")
    child.sendline("q")
    child.expect("0 of 12 done")
    child.sendline("q")
    child.expect(pexpect.EOF)
    assert events_of(twelve) == []
