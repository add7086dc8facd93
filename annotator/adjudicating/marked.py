"""The words that people marked in the passage, one person's at a time."""

from textual.content import Content

from annotator.widgets.wrapping import ShownText
from corpus.visible import visible
from labels.adjudication import letter
from labels.store.adjudication_queue import Dispute


class Marks:
    """Goes round: the first who marked something, the next one …, none."""

    def __init__(self, dispute: Dispute | None) -> None:
        labels = dispute.labels if dispute else ()
        self._dispute = dispute
        self._places = [
            (letter(number), label.evidence)
            for number, label in enumerate(labels)
            if label.evidence is not None
        ]
        self._at = -1
        """The place that is shown; -1 where none is."""

    @property
    def any(self) -> bool:
        """Whether anybody marked something."""
        return bool(self._places)

    def next(self) -> tuple[Content, ShownText]:
        """The passage's title and its text, with the next person's words marked."""
        assert self._dispute is not None  # there is something to mark
        item = self._dispute.item
        self._at = self._at + 1 if self._at + 1 < len(self._places) else -1
        parts = [visible(part) for part in (item.cited, item.source) if part.strip()]
        if self._at < 0:
            return Content(" · ".join(["Cited passage", *parts])), ShownText.of(item.passage)
        who, place = self._places[self._at]
        title = " · ".join([f"Cited passage, marked by {who}", *parts])
        return Content(title), ShownText.of(item.passage, place)
