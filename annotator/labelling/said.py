"""A label in words, as the person chose it."""

from annotator.labelling import keys
from labels.outcome import Category, Choice, HarnessBug
from labels.store.queue import Decision

_NAMES = {
    binding.id: binding.description for binding in (*keys.OUTCOMES, *keys.CATEGORIES, *keys.BUGS)
}


def chosen(choice: Choice | None, category: Category | None, bug: HarnessBug | None) -> list[str]:
    """The words of the keys: `["Unsupported", "Another document supports it"]`."""
    return [_NAMES[key] for key in (choice, category, bug) if key is not None]


def said(decision: Decision) -> str:
    """`unsupported, another document supports it`."""
    return ", ".join(chosen(decision.choice, decision.category, decision.bug)).lower()
