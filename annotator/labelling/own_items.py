"""The items that a person has done something with, and what they said of them."""

from collections.abc import Callable
from dataclasses import dataclass

from annotator.labelling.said import said
from labels.outcome import Choice
from labels.store.queue import BlindQueue, Decision

_FLAGS = (Choice.HARNESS_BUG, Choice.CANNOT_JUDGE)


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnItem:
    """One of them."""

    id: str
    claim: str
    label: Decision | None
    """None: put off, or no more than noted."""
    is_deferred: bool
    note: str
    """Empty where there is none."""

    @property
    def is_flagged(self) -> bool:
        """Whether it was called a harness bug, or could not be judged."""
        return self.label is not None and self.label.choice in _FLAGS

    @property
    def state(self) -> str:
        """`partial`, `put off`, `not labelled`; with `noted` where there is a note."""
        if self.label is not None:
            state = said(self.label)
        else:
            state = "put off" if self.is_deferred else "not labelled"
        return f"{state}, noted" if self.note else state


Filter = Callable[[OwnItem], bool]
FILTERS: dict[str, Filter] = {
    "all": lambda item: True,  # noqa: ARG005
    "flagged": lambda item: item.is_flagged,
    "noted": lambda item: bool(item.note),
    "put_off": lambda item: item.is_deferred,
}
"""Which of them are listed."""


def own_items(queue: BlindQueue) -> list[OwnItem]:
    """All of them, what was done last at the top."""
    return [
        OwnItem(
            id=item_id,
            claim=queue.item(item_id).claim,
            label=queue.label_of(item_id),
            is_deferred=queue.is_deferred(item_id),
            note=queue.note_of(item_id),
        )
        for item_id in queue.touched
    ]
