"""The command in a real terminal: questions written, edited, retired, and death while one types."""

import random
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from corpus.workspace import Workspace
from labels.golden import load, load_all
from tests.annotator.authoring.conftest import drafts_of
from tests.annotator.conftest import Open, Terminal
from tests.conftest import Run

Author = Callable[..., Terminal]


@pytest.fixture
def author(terminal: Open) -> Author:
    """Start `golden author` in a terminal."""
    return partial(terminal, command="author", module="annotator.authoring.commands")


def ask(shown: Terminal, question: str) -> None:
    """Begin a question, and wait until it is on disk."""
    shown.child.send("n")
    shown.wait("Reference: what a right answer says")
    shown.child.send(question)
    shown.wait("draft kept")
    shown.wait(question[-20:])


def mark(shown: Terminal, words: str, passage: str) -> None:
    """Find a passage by words, and mark its first sentence."""
    shown.child.send("\x06")
    shown.wait("Nothing answers it")
    shown.child.send(words)
    shown.wait(f"1. {passage}")
    shown.child.send("\r")
    shown.wait("Start here")
    shown.wait(f"{passage} · ")
    shown.child.send(" .\r")
    shown.wait("Passages that answer it")
    shown.wait(f"{passage} ·")


def save(shown: Terminal, id_: str) -> None:
    """Save the question."""
    shown.child.send("\x13")
    shown.wait(f"{id_} is saved.")


def three_questions(author: Author, study: Workspace, words: str, passage: str) -> None:
    """Three are written, one of them absent, one edited, one retired; a kill in between."""
    shown = author(study)
    shown.wait("Your name, as it should stand beside your questions:")
    shown.child.send("Dr. Ann\r")
    shown.wait("No question yet")
    ask(shown, "What does the passage say of this?")
    mark(shown, words, passage)
    save(shown, "dr.-ann-1")
    ask(shown, "Who has to bear it in the end?")
    mark(shown, words, passage)
    shown.child.send("\t\t\t")  # from the question over reference and class
    shown.child.send("hard")
    shown.wait("hard")
    shown.wait("draft kept")
    shown.child.kill(9)
    shown.end()

    again = author(study)  # the name was asked once
    again.wait("dr.-ann-2 · draft, new")
    again.child.send("\r")
    again.wait("Who has to bear it in the end?")
    again.wait("hard")
    again.wait(f"{passage} ·")
    save(again, "dr.-ann-2")
    ask(again, "Is there a word of zebras?")
    again.child.send("\x14")
    again.wait("Searches that found nothing")
    again.child.send("\x06")
    again.wait("Nothing answers it")
    again.child.send("zebras qqq")
    again.wait("No passage shares a word")
    again.child.send("\x0e")
    again.wait("Searched for “zebras qqq”")
    save(again, "dr.-ann-3")
    again.child.send("\x1b[H\r")  # the first of the list
    again.wait("What does the passage say")
    again.child.send(" Say it anew.")
    again.wait("anew.")
    again.wait("draft kept")
    save(again, "dr.-ann-1")
    again.child.send("\x1b[B")
    time.sleep(0.2)
    again.child.send("r")
    again.wait("is retired: it is kept")
    again.child.send("q")
    ended = " ".join(again.end().split())
    assert "unconfirmed drafts, 1 retired. Check them with: crosssource golden check" in ended
    assert again.child.exitstatus == 0


def refuse_other_than_three(study: Workspace, passage: str) -> None:
    """What must be on disk after that."""
    edited, retired, absent = load_all(study.golden)
    assert [one.id for one in load(study.golden)] == ["dr.-ann-1", "dr.-ann-3"]
    assert edited.question == "What does the passage say of this? Say it anew."
    assert edited.history[-1].was == {"question": "What does the passage say of this?"}
    assert (retired.status, retired.difficulty) == ("retired", "hard")
    assert retired.supports[0].passage == edited.supports[0].passage == passage
    assert not absent.answerable
    assert absent.searches[0].query == "zebras qqq"
    assert {one.author for one in (edited, retired, absent)} == {"Dr. Ann"}
    assert drafts_of(study, "Dr. Ann") == []


def test_three_questions_one_absent_one_edited_one_retired_and_a_kill_in_the_middle(
    author: Author, leased: Workspace, run: Run
) -> None:
    three_questions(author, leased, "costs", "lease:1")
    refuse_other_than_three(leased, "lease:1")
    run("golden", "check", "--workspace", leased.root)


@pytest.mark.shared
def test_the_same_against_real_opinions(
    author: Author, study: Workspace, run: Run, shared_data: Path
) -> None:
    run("corpus", "add", shared_data / "scotus", "--workspace", study.root)
    ran = run("corpus", "search", "likelihood of confusion", "-k", "1", "--workspace", study.root)
    passage = ran.out.split()[1]
    three_questions(author, study, "likelihood of confusion", passage)
    refuse_other_than_three(study, passage)
    run("golden", "check", "--workspace", study.root)


def test_killed_at_any_moment_nothing_that_was_shown_as_kept_is_lost(
    author: Author, leased: Workspace
) -> None:
    chance = random.Random(5)
    typed = ""
    for number in range(4):
        shown = author(leased, "--author", "ann")
        shown.wait("New")
        shown.child.send("n" if number == 0 else "\r")
        shown.wait("ann-1 · new")
        kept = typed
        for _ in range(chance.randint(2, 6)):
            letters = "".join(chance.choices("abcdefg", k=chance.randint(1, 6)))
            shown.child.send(letters)
            typed += letters
            if chance.random() < 0.5:
                shown.wait(typed)
                shown.read(0.1)
                shown.wait("draft kept")
                kept = typed
        shown.read(chance.uniform(0.001, 0.1))
        shown.child.kill(9)
        shown.end()
        stored = drafts_of(leased)[0] if drafts_of(leased) else ""
        assert stored.startswith(kept)
        assert typed.startswith(stored)
        typed = stored
    assert typed


def test_a_name_that_is_given_is_not_the_one_that_was_asked_for(
    author: Author, leased: Workspace
) -> None:
    def leave(shown: Terminal, name: str) -> None:
        shown.wait(f"{name} · all")
        shown.child.send("q")
        shown.end()

    first = author(leased)
    first.wait("Your name")
    first.child.send("Dr. Ann\r")
    leave(first, "Dr. Ann")
    leave(author(leased, "--author", "bob"), "bob")
    leave(author(leased), "Dr. Ann")
