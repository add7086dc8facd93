"""The machine's own Chromium, without a window.

A test that needs it is skipped where none is found: in `CROSSSOURCE_CHROMIUM`, or on the path.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome")
GIVEN = os.environ.get("CROSSSOURCE_CHROMIUM")
"""Read before the tests scrub the environment."""


@contextmanager
def chromium(home: Path) -> Iterator[Browser]:
    """A browser with an empty home of its own."""
    found = GIVEN or next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        pytest.skip(f"no Chromium: none of {', '.join(NAMES)} is there; set CROSSSOURCE_CHROMIUM")
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(
            executable_path=found,
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
            env={**os.environ, "HOME": str(home)},
        )
        yield launched
        launched.close()
