"""A study of so many made-up items to measure on: one run, one judge, one sample of all of them."""

import random
from pathlib import Path

from corpus.workspace import Workspace
from labels import rubric, sampling
from labels.assignment import Assignment
from labels.item import Citation, Item
from labels.outcome import Category, Choice, Support
from labels.store import database, samples, verdicts
from labels.store.creating import create
from labels.store.frame import load_frame
from labels.store.queue import Decision, open_queue
from labels.verdict import Judge, Verdict

RUN, SAMPLE = "base", "all"

ASKED_OF_ALL = Assignment()


def claim(number: int) -> str:
    """The claim of an item, by its number."""
    return f"Claim number {number} holds."


def study_of(root: Path, items: int, asked: Assignment = ASKED_OF_ALL) -> Workspace:
    """A new study of so many items, all of them in its sample.

    Args:
        root: the study's folder; it is made.
        asked: what is asked of people: an overlap, repeats.
    """
    create(root)
    study = Workspace(root)
    with database.opened(study) as connection, database.transaction(connection):
        source = verdicts.RunSource(run=RUN, origin="made up", sha256="0")
        verdicts.record(connection, source, [_verdict(number) for number in range(items)])
        frame = load_frame(connection, [], None)
        strata = sampling.draw(frame.verdicts, supported=None, partial=None, by=[], seed=1)
        new = samples.NewSample(
            name=SAMPLE, origin="drawn", seed=1, by=(), strata=strata, asked=asked
        )
        samples.create(connection, frame, new, rubric.in_force(study))
    return study


def disagree(study: Workspace, *people: str) -> None:
    """Have each of these people label all items, each item otherwise than the one before them."""
    said = (Decision(choice=Choice.SUPPORTED), Decision(choice=Choice.PARTIAL))
    for number, name in enumerate(people):
        with open_queue(study, SAMPLE, name, rubric.in_force(study)) as queue:
            for item_id in queue.open_ids():
                queue.label(item_id, said[number % 2], None)


def _verdict(number: int) -> Verdict:
    words = random.Random(number).choices(("statute", "court", "lease", "rent", "notice"), k=60)
    sentence = claim(number)
    citation = Citation(
        run=RUN,
        case_id=f"q{number}",
        claim_id=f"c{number}",
        item=Item(
            question=f"What of question {number}?",
            claim=sentence,
            passage=f"Passage {number} says so. It goes on: {' '.join(words)}.",
        ),
        answer=f"First this. {sentence} [doc:{number}] Then that.",
        cited=f"doc:{number}",
        source="",
        config=RUN,
        importance=None,
        fields={},
    )
    support = list(Support)[number % 3]
    category = Category.WRONG_DOCUMENT if support is Support.UNSUPPORTED else None
    return Verdict(
        citation=citation, judge=Judge(name="judge"), support=support, category=category, raw="x"
    )
