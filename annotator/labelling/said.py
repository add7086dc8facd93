"""A label in words, as the person chose it."""

from annotator.labelling import keys
from labels.store.queue import Decision

_NAMES = {binding.id: binding.description for binding in (*keys.OUTCOMES, *keys.BUGS)}
_PLACES = {binding.id: binding.description for binding in keys.CATEGORIES}


def said(decision: Decision) -> str:
    """`unsupported, another document supports it`."""
    parts = [_NAMES[decision.choice], _PLACES.get(decision.category), _NAMES.get(decision.bug)]
    return ", ".join(part.lower() for part in parts if part)
