"""Five made-up items with the answer that the rubric gives, and a word on every other answer.

They belong to no study, and what is said of them is stored nowhere. They teach the shipped rubric;
a study with a rubric of its own has the last word.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from annotator.labelling.said import said
from labels.blind import BlindItem
from labels.outcome import Category, Choice, HarnessBug
from labels.store.queue import Decision


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """One made-up item."""

    item: BlindItem
    right: Decision
    about: Mapping[Choice, str]
    """A word on each choice, the right one too."""
    closer: str = ""
    """What parts the right kind from the others, where the choice alone is not all."""

    def is_right(self, decision: Decision) -> bool:
        """Whether that is what the rubric says."""
        return decision == self.right

    def explanation(self, decision: Decision) -> str:
        """Why that is so, or why not."""
        why = self.about[decision.choice]
        if self.is_right(decision):
            return f"{why} {self.closer}".strip()
        told = f"The rubric says: {said(self.right)}."
        if decision.choice is self.right.choice:
            return f"{why} {told} {self.closer}"
        return f"{why} {told} {self.about[self.right.choice]} {self.closer}".strip()


def _item(number: int, question: str, answer: str, claim: str, passage: str) -> BlindItem:
    start = answer.find(claim)
    return BlindItem(
        id=f"tutorial-{number}",
        question=question,
        answer=answer,
        claim=claim,
        claim_span=(start, start + len(claim)) if start >= 0 else None,
        passage=passage,
        cited=f"lease:{number}",
        source="A made-up lease, for practice",
    )


_CANNOT = (
    "“Cannot judge” is for an item that is whole and that you cannot decide, because it is beyond "
    "your field or reads both ways. This one can be decided."
)
_WHOLE = "Nothing is broken here: claim and passage are whole, so the citation can be judged."

LESSONS = (
    Lesson(
        item=_item(
            1,
            "When must the tenant report a defect?",
            "The tenant has to report a defect within thirty days. It goes to the landlord.",
            "The tenant has to report a defect within thirty days.",
            "Section 6. Notice of a defect shall be given by the tenant not later than thirty days "
            "after its discovery, in writing, to the landlord or the landlord's agent.",
        ),
        right=Decision(choice=Choice.SUPPORTED),
        about={
            Choice.SUPPORTED: "Other words, the same statement: whoever trusts the passage must "
            "accept the claim. That the passage says more (in writing) takes nothing away.",
            Choice.PARTIAL: "Partial needs a part of the claim on which the passage is silent, or "
            "a claim that is stronger than the passage. Here nothing of the claim is left over.",
            Choice.UNSUPPORTED: "“Not later than thirty days” is “within thirty days” in other "
            "words; the same words are not needed, except in a quotation.",
            Choice.CANNOT_JUDGE: _CANNOT,
            Choice.HARNESS_BUG: _WHOLE,
        },
    ),
    Lesson(
        item=_item(
            2,
            "What does the landlord pay for?",
            "The landlord pays for repairs and for a hotel meanwhile.",
            "The landlord pays for repairs and for a hotel meanwhile.",
            "Section 8. The landlord shall bear the costs of repair of any defect that the tenant "
            "has not caused.",
        ),
        right=Decision(choice=Choice.PARTIAL),
        about={
            Choice.SUPPORTED: "The passage says nothing of a hotel, however likely it sounds. Only "
            "the passage counts, read alone.",
            Choice.PARTIAL: "A compound claim of which the passage supports one part, the repairs, "
            "and is silent on the other.",
            Choice.UNSUPPORTED: "A part of the claim is supported, the repairs: partial.",
            Choice.CANNOT_JUDGE: f"{_CANNOT} And partial is not a word for being unsure.",
            Choice.HARNESS_BUG: _WHOLE,
        },
    ),
    Lesson(
        item=_item(
            3,
            "How long may repairs take?",
            "Repairs are to be finished within two weeks.",
            "Repairs are to be finished within two weeks.",
            "Section 7. On receipt of the notice the landlord shall inspect the defect. The time "
            "allowed for repairs is set out in section 9 of this lease.",
        ),
        right=Decision(choice=Choice.UNSUPPORTED, category=Category.RIGHT_DOC_WRONG_PASSAGE),
        about={
            Choice.SUPPORTED: "This passage does not say how long repairs may take; that the lease "
            "says it elsewhere does not make this citation right.",
            Choice.PARTIAL: "No part of the claim is in this passage: it has no number of weeks.",
            Choice.UNSUPPORTED: "The passage is silent on the time.",
            Choice.CANNOT_JUDGE: _CANNOT,
            Choice.HARNESS_BUG: "A citation of the wrong place is the fault of the answer, not of "
            "the evaluation: that is what you are here to find.",
        },
        closer="The passage itself points to section 9 of the same lease, so the support is in "
        "another passage of this document. Where nothing points anywhere, say what you know or "
        "can find, else that nothing supports it.",
    ),
    Lesson(
        item=_item(
            4,
            "Was the tenant's notice in time?",
            "The court held that the tenant's notice was late.",
            "The court held that the tenant's notice was late.",
            "The landlord argues that the tenant's notice was late. We do not agree: it was handed "
            "over on the twenty-eighth day, and that is in time.",
        ),
        right=Decision(choice=Choice.UNSUPPORTED, category=Category.UNSUPPORTED_CLAIM),
        about={
            Choice.SUPPORTED: "The words are there, but they are the landlord's. A party's "
            "argument does not support “the court held”.",
            Choice.PARTIAL: "Not a part of it: the court held the opposite.",
            Choice.UNSUPPORTED: "What a party argues is not what the court held, and the court "
            "says the opposite.",
            Choice.CANNOT_JUDGE: _CANNOT,
            Choice.HARNESS_BUG: _WHOLE,
        },
        closer="A court that held otherwise here will not be found to hold it elsewhere: nothing "
        "supports it.",
    ),
    Lesson(
        item=_item(
            5,
            "What follows from a late notice?",
            "The consequences depend on section 11, subsection 2 of the",
            "subsection 2 of the",
            "Section 11. (1) A late notice does not end the duty to repair. (2) The landlord may "
            "claim the costs that the delay has caused.",
        ),
        right=Decision(choice=Choice.HARNESS_BUG, bug=HarnessBug.CLAIM_FRAGMENT),
        about={
            Choice.SUPPORTED: "There is no statement here that a passage could support.",
            Choice.PARTIAL: "There is no statement here that a passage could support a part of.",
            Choice.UNSUPPORTED: "That would blame the answer for a claim that the evaluation has "
            "cut in two, and count against it.",
            Choice.CANNOT_JUDGE: "“Cannot judge” is for an item that is whole. This one is broken, "
            "and whoever repairs the evaluation wants to know.",
            Choice.HARNESS_BUG: "The item itself is broken, so that no verdict on it could mean "
            "anything; it leaves every figure and is listed for repair.",
        },
        closer="The claim is a fragment, cut inside a sentence.",
    ),
)


def verdict_words(lesson: Lesson, decision: Decision) -> str:
    """`Right: partial.` or `You said: supported.`, then why."""
    start = "Right" if lesson.is_right(decision) else "You said"
    return f"{start}: {said(decision)}. {lesson.explanation(decision)}"


def ending(right: int) -> str:
    """What is said at the end.

    Args:
        right: lessons that were answered as the rubric has it.
    """
    return (
        f"{right} of {len(LESSONS)} as the rubric has it. Nothing of this was stored. The rubric "
        "can be read at any time; when in doubt, it decides, and what cannot be decided is better "
        "said than guessed."
    )
