"""What a label or a decision says, in the words of the keys."""

from labels.adjudication import AdjudicationEvent
from labels.outcome import Category, Choice, HarnessBug
from labels.store.anonymous_labels import AnonymousLabel

_CHOICES = {
    Choice.SUPPORTED: "Supported",
    Choice.PARTIAL: "Partial",
    Choice.UNSUPPORTED: "Unsupported",
    Choice.CANNOT_JUDGE: "Cannot judge",
    Choice.HARNESS_BUG: "Harness bug",
}
_CATEGORIES = {
    Category.RIGHT_DOC_WRONG_PASSAGE: "another passage of this document supports it",
    Category.WRONG_DOCUMENT: "another document supports it",
    Category.UNSUPPORTED_CLAIM: "nothing supports it",
}
_BUGS = {
    HarnessBug.EMPTY_CLAIM: "empty claim",
    HarnessBug.CLAIM_FRAGMENT: "fragment",
    HarnessBug.WRONG_CLAIM: "wrong claim",
    HarnessBug.DAMAGED_PASSAGE: "damaged passage",
    HarnessBug.WRONG_PASSAGE: "wrong passage",
    HarnessBug.PROMPT_LEAK: "leaked instructions",
    HarnessBug.OTHER: "something else",
}
LONGEST_QUOTE = 240
"""Characters of marked words beside a label; all of them can be marked in the passage."""


def said(choice: Choice | None, category: Category | None, bug: HarnessBug | None) -> str:
    """`Partial`, `Unsupported: another document supports it`, `Harness bug: fragment`."""
    if choice is None:
        return ""
    more = _CATEGORIES[category] if category else _BUGS[bug] if bug else ""
    return f"{_CHOICES[choice]}: {more}" if more else _CHOICES[choice]


def label_words(label: AnonymousLabel) -> str:
    """What a label says."""
    return said(label.decision.choice, label.decision.category, label.decision.bug)


def decision_words(event: AdjudicationEvent) -> str:
    """What a decision says."""
    return said(event.choice, event.category, event.bug)


def quote(text: str) -> str:
    """Marked words between quotation marks, on one line, cut where they are long."""
    line = " ".join(text.split())
    return f"“{line}”" if len(line) <= LONGEST_QUOTE else f"“{line[:LONGEST_QUOTE].rstrip()} …”"
