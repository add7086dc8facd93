"""When what a test did to an app has taken effect.

Textual's pilot waits 20 ms at a time until the process rests, twice a key: most of what a test of
a screen took was that sleep. Here the steps are short, and there is less to trust in them: a test
goes on only once the screen says itself that it has nothing left to lay out or to paint.
"""

import asyncio
from time import monotonic, process_time
from typing import Any

from rich.segment import Segment
from textual.app import App
from textual.pilot import Pilot

STEP = 0.004
RESTING = STEP / 10


async def rest(min_sleep: float = 0.0, max_sleep: float = 1.0) -> None:
    """In the place of Textual's `wait_for_idle`: two steps running without work to speak of."""
    end, calm = monotonic() + max_sleep, 0
    while calm < 2 and monotonic() < end:
        used = process_time()
        await asyncio.sleep(STEP)
        calm = calm + 1 if process_time() - used < RESTING else 0


async def painted(pilot: Pilot[Any]) -> None:
    """Wait until all that is known to the app is on the screen."""
    for _ in range(200):
        if not pilot.app.is_running or not _has_to_paint(pilot.app):
            return
        await pilot.pause()
    raise AssertionError("the screen never had painted all it had to")


async def idle(pilot: Pilot[Any]) -> None:
    """Wait until what was set off in the background is done and painted too."""
    await pilot.pause()
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()
    await painted(pilot)


async def still(pilot: Pilot[Any]) -> str:
    """The screen as a picture once all is stored and nothing changes, however busy the machine."""
    looks = [_look(pilot.app)]
    while len(looks) < 2 or looks[-1] != looks[-2]:
        # A write that takes its time is told ("Saving…"), and stands still meanwhile.
        await pilot.app.workers.wait_for_complete()
        await pilot.pause(0.02)
        await painted(pilot)
        looks.append(_look(pilot.app))
        assert len(looks) < 200, "the screen never came to rest"
    return pilot.app.export_screenshot()


def text_of(app: App[Any]) -> str:
    """All that can be read on the terminal now."""
    lines = ["".join(segment.text for segment in strip) for strip in _look(app)]
    return "\n".join(line.rstrip() for line in lines)


def _look(app: App[Any]) -> list[list[Segment]]:
    """Every piece of text on the screen with its style: a picture takes ten times as long."""
    return [list(strip) for strip in app.screen._compositor.render_strips()]


def _has_to_paint(app: App[Any]) -> bool:
    screen = app.screen
    return bool(
        not screen._compositor.size  # a page that was opened a moment ago
        or screen._layout_required
        or screen._scroll_required
        or screen._repaint_required
        or screen._recompose_required
        or screen._dirty_widgets
        or screen._callbacks
    )
