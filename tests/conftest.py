"""What every test stands on: the machine stays out, real data is found or the test says why not."""

import os
import shutil
import signal
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import hypothesis
import pytest

import crosssource
from corpus.workspace import Workspace
from labels.store.creating import create
from labels.synthetic import making
from labels.synthetic.sizes import Size, wanted

# A property is about what holds, not about how busy the machine is. Each run draws other examples;
# more at once: --hypothesis-profile=thorough.
hypothesis.settings.register_profile("crosssource", deadline=None, max_examples=60)
hypothesis.settings.register_profile("thorough", deadline=None, max_examples=1_000)
hypothesis.settings.load_profile("crosssource")

# Hundreds of tests start the command: without this each would compile all of it again.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

REPOSITORY = Path(__file__).parents[1]

_TERMINAL = ("NO_COLOR", "COLUMNS", "LINES")
"""What would hold against the terminal that a test gives an app; pytest-xdist sets a size."""


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
        if name.startswith(("CROSSSOURCE_", "ANTHROPIC_")) or name in _TERMINAL:
            monkeypatch.delenv(name)


@pytest.fixture
def study(tmp_path: Path) -> Workspace:
    """A new, empty study."""
    create(tmp_path / "study")
    return Workspace(tmp_path / "study")


@pytest.fixture(scope="session")
def _made_practice(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("made") / "study"
    create(root)
    small = wanted(size=Size.SMALL, matters=None, passages=None, words=350, seed=1)
    making.make(Workspace(root), small, 350, mix=False, folder=root)
    return root


@pytest.fixture
def practice(_made_practice: Path, tmp_path: Path) -> Workspace:
    """The small synthetic practice of seed 1, to be changed at will."""
    shutil.copytree(_made_practice, tmp_path / "practice")
    return Workspace(tmp_path / "practice")


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
