"""What a label or a decision says, in the words of the keys."""

from annotator.labelling.said import chosen
from labels.adjudication import AdjudicationEvent
from labels.outcome import Category, Choice, HarnessBug
from labels.store.anonymous_labels import AnonymousLabel

LONGEST_QUOTE = 240
"""Characters of marked words beside a label; all of them can be marked in the passage."""


def said(choice: Choice | None, category: Category | None, bug: HarnessBug | None) -> str:
    """`Partial`, `Unsupported: another document supports it`, `Harness bug: fragment`."""
    first, *more = chosen(choice, category, bug) or [""]
    return ": ".join([first, *map(str.lower, more)])


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
