"""A study's folder: where each thing lies, how it is found, and what a new one holds.

Found upward from the current directory by its `crosssource.toml`, or named by `--workspace`,
or by the environment variable `CROSSSOURCE_WORKSPACE`.
"""

import os
from dataclasses import dataclass
from pathlib import Path

from corpus.errors import WorkspaceError

SETTINGS_NAME = "crosssource.toml"
ENVIRONMENT_VARIABLE = "CROSSSOURCE_WORKSPACE"


@dataclass(frozen=True, slots=True)
class Workspace:
    """The paths of one study; nothing here is opened or made."""

    root: Path

    @property
    def settings(self) -> Path:
        """`crosssource.toml`: what people set."""
        return self.root / SETTINGS_NAME

    @property
    def corpus(self) -> Path:
        """The folder of `documents.jsonl`, `passages.jsonl` and `sources.json`."""
        return self.root / "corpus"

    @property
    def golden(self) -> Path:
        """`golden.jsonl`: the questions."""
        return self.root / "golden.jsonl"

    @property
    def isolation(self) -> Path:
        """`isolation.jsonl`: searches that must stay within a matter."""
        return self.root / "isolation.jsonl"

    @property
    def golden_drafts(self) -> Path:
        """`golden-drafts/`: what each author has begun to write."""
        return self.root / "golden-drafts"

    @property
    def rubric(self) -> Path:
        """`rubric.md`: the rubric in force."""
        return self.root / "rubric.md"

    @property
    def database(self) -> Path:
        """`crosssource.db`: runs, verdicts, samples and label events."""
        return self.root / "crosssource.db"

    @property
    def reports(self) -> Path:
        """What the tool writes for people to read."""
        return self.root / "reports"

    @property
    def own(self) -> tuple[Path, ...]:
        """The files and folders that the study lives on: no command writes a file of a person's
        naming there."""
        beside = (f"{self.database.name}{ending}" for ending in ("", "-wal", "-shm", "-journal"))
        return (
            self.settings,
            self.golden,
            self.isolation,
            self.rubric,
            self.corpus,
            self.golden_drafts,
            self.root / ".gitattributes",
            *(self.root / name for name in beside),
        )


def find(named: Path | None = None, start: Path | None = None) -> Workspace:
    """The workspace in force.

    Args:
        named: a folder that the user named; wins over everything.
        start: where the upward search begins (default: the current directory).

    Raises:
        WorkspaceError: there is none; the sentence names where it was looked for.
    """
    named = named or _from_environment()
    if named is not None:
        if not (named / SETTINGS_NAME).is_file():
            raise WorkspaceError(
                f"{named} is no workspace (no {SETTINGS_NAME} in it); "
                f"make one with: crosssource init {named}"
            )
        return Workspace(named.resolve())
    start = (start or Path.cwd()).resolve()
    for folder in (start, *start.parents):
        if (folder / SETTINGS_NAME).is_file():
            return Workspace(folder)
    raise WorkspaceError(
        f"No workspace in {start} or above it (no {SETTINGS_NAME}); "
        "make one with: crosssource init, or name one with --workspace."
    )


def _from_environment() -> Path | None:
    value = os.environ.get(ENVIRONMENT_VARIABLE)
    return Path(value) if value else None
