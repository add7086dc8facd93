"""The tutorial line by line: the same made-up items and words; nothing of it is stored."""

from collections.abc import Mapping

from annotator.labelling.lessons import LESSONS, Lesson, ending, verdict_words
from annotator.plain import words
from annotator.plain.asking import Asking
from annotator.plain.console import Console
from annotator.plain.item_words import item_words
from labels.outcome import Choice
from labels.rubric import Rubric
from labels.store.queue import Decision


def practise(console: Console, keymap: Mapping[str, str], rubric: Rubric) -> None:
    """Ask the five items; quitting goes to the real ones.

    Raises:
        InputError: a line of a pipe is no answer.
        EndOfInputError: the input has ended.
    """
    asking = Asking(console, keymap)
    right = 0
    for number, lesson in enumerate(LESSONS, 1):
        console.tell(f"\nTutorial, item {number} of {len(LESSONS)}. Nothing is stored.\n")
        console.tell(f"{item_words(lesson.item, '')}\n")
        decision = _decided(console, asking, keymap, rubric)
        if decision is None:
            return
        right += _told(console, lesson, decision)
    console.tell(f"\n{ending(right)}")


def _told(console: Console, lesson: Lesson, decision: Decision) -> bool:
    console.tell(verdict_words(lesson, decision))
    return lesson.is_right(decision)


def _decided(
    console: Console, asking: Asking, keymap: Mapping[str, str], rubric: Rubric
) -> Decision | None:
    """What is said of the item; None where the person quits."""
    while True:
        action, *kind = asking.at_item() or ("",)
        if action in set(Choice):
            decision = asking.decision(Choice(action), *kind)
            if decision is not None:
                return decision
        elif action == "quit":
            return None
        elif action == "rubric":
            console.tell(words.rubric_text(rubric))
        elif action == "help":
            console.tell(words.help_text(keymap))
        elif action:
            console.tell("That is for the real items; nothing is stored in the tutorial.")
