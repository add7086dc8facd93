"""Where each key of items leads on the page, and how many items are there."""

from collections.abc import Mapping
from dataclasses import dataclass

from reports.rendering import keys
from reports.rendering.item_groups import Group
from reports.rendering.item_index import Heading


@dataclass(frozen=True, slots=True, kw_only=True)
class Anchor:
    """One place on the page."""

    id: str
    size: int
    """Items that are there."""


@dataclass(frozen=True, slots=True)
class Anchors:
    """All places."""

    places: Mapping[str, Anchor]

    def find(self, key: str) -> Anchor | None:
        """The place of a key; None where no item belongs to it."""
        return self.places.get(key)

    def href(self, key: str) -> str:
        """The link of a key, empty where no item belongs to it."""
        anchor = self.find(key)
        return f"#{anchor.id}" if anchor else ""


def anchors_of(groups: tuple[Group, ...], index: tuple[Heading, ...]) -> Anchors:
    """The places of a page. An entry that is one whole group leads to that group."""
    places = {}
    for heading in index:
        for entry in heading.entries:
            places[entry.key] = Anchor(id=entry.key, size=entry.size)
    for group in groups:
        places[group.key] = Anchor(id=group.key, size=len(group.items))
        for item in group.items:
            key = keys.item(item.one.item.verdict_id)
            places[key] = Anchor(id=f"item-{item.number}", size=1)
    return Anchors(places)
