"""A site on the loopback with a made-up volume, and a study that is quick to ask it."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from corpus.workspace import Workspace
from tests.cap_site import CapSite, case, write_volume
from tests.conftest import Ran, Run

Fetch = Callable[..., Ran]
VOLUME = "/us/9/CasesMetadata.json"
FIRST, SECOND, THIRD = (f"/us/9/cases/{page}.json" for page in ("0001-01", "0050-01", "0100-01"))
THREE = ("Ash v. Birch, 9 U.S. 1", "9 U.S. 50", "Elm v. Fir Co., 9 U.S. 100 (1950)")


@pytest.fixture
def site(tmp_path: Path) -> Iterator[CapSite]:
    """Volume 9 of `us` with three cases on pages 1, 50 and 100."""
    cases = [
        case(1, "Ash v. Birch", "9 U.S. 1"),
        case(2, "Cedar v. Dogwood", "9 U.S. 50"),
        case(3, "Elm v. Fir Co.", "9 U.S. 100"),
    ]
    write_volume(tmp_path / "site", "us/9", cases)
    with CapSite(tmp_path / "site") as running:
        yield running


@pytest.fixture
def quick(study: Workspace) -> Workspace:
    """A study that waits for nothing but a busy machine."""
    settings = "[fetch]\npause = 0\ntimeout = 20\nattempts = 2\n"
    study.settings.write_text(settings)
    return study


@pytest.fixture
def fetch(run: Run, site: CapSite, quick: Workspace, monkeypatch: pytest.MonkeyPatch) -> Fetch:
    """`crosssource corpus fetch …` from the site into the study; what it asked for is new."""
    monkeypatch.setenv("CROSSSOURCE_FETCH_ADDRESS", site.address)
    # Nobody waits in a test; what would be waited is tested by itself.
    monkeypatch.setattr("corpus.fetching.web.before_next", lambda state: 0.0)

    def call(*arguments: object, expect: int = 0) -> Ran:
        site.seen.clear()
        return run("--workspace", quick.root, "corpus", "fetch", *arguments, expect=expect)

    return call
