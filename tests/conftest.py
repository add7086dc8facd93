"""What every test stands on: the machine stays out, real data is found or the test says why not."""

import os
import signal
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import hypothesis
import pytest

import crosssource
from corpus.workspace import Workspace
from labels.store.creating import create

# A property is about what holds, not about how busy the machine is.
hypothesis.settings.register_profile("crosssource", deadline=None)
hypothesis.settings.load_profile("crosssource")

REPOSITORY = Path(__file__).parents[1]


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of real data beside the checkout; the test is skipped where it is absent."""
    folder = REPOSITORY.parent / "shared" / "data"
    if not folder.is_dir():
        pytest.skip(f"the real data is not beside this checkout ({folder.name} is absent)")
    return folder


@pytest.fixture(autouse=True)
def _isolated(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """No test sees the person's home, settings or keys, or finds a study above the checkout."""
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.chdir(home)
    for name in list(os.environ):
        if name.startswith(("CROSSSOURCE_", "ANTHROPIC_")) or name in ("NO_COLOR", "COLUMNS"):
            monkeypatch.delenv(name)


@pytest.fixture
def study(tmp_path: Path) -> Workspace:
    """A new, empty study."""
    create(tmp_path / "study")
    return Workspace(tmp_path / "study")


@dataclass(frozen=True)
class Ran:
    """What a command line did."""

    code: int
    out: str
    err: str


Run = Callable[..., Ran]


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str]) -> Run:
    """Run the command line as the console script does: `run("check", "--workspace", path)`."""

    def run_command(*arguments: object, expect: int = 0) -> Ran:
        capfd.readouterr()
        interrupt = signal.getsignal(signal.SIGINT)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("sys.argv", ["crosssource", *map(str, arguments)])
            with pytest.raises(SystemExit) as stopped:
                crosssource.main()
        # An interrupted command shuts its ears to a second Ctrl-C; this process lives on.
        signal.signal(signal.SIGINT, interrupt)
        captured = capfd.readouterr()
        code = int(stopped.value.code or 0)
        assert code == expect, f"exit {code}: {captured.err}"
        return Ran(code, captured.out, captured.err)

    return run_command
