"""The choices on a screen, as a person with a mouse finds them."""

from typing import Any

from textual.pilot import Pilot
from textual.screen import Screen

from annotator.widgets.choices import Choices


def choices_with(screen: Screen[Any], action: str) -> Choices:
    """The choices among which an action is, those in sight first; there must be such a place."""
    found = [choices for choices in screen.query(Choices) if action in choices.names]
    return max(found, key=lambda choices: choices.region.area)


async def click(pilot: Pilot[Any], action: str) -> None:
    """Click an action where its key is shown."""
    choices = choices_with(pilot.app.screen, action)
    await pilot.click(choices, offset=choices.place_of(action))
