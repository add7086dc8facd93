"""Which study the next command goes to, as it is written for somebody who stands here."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from corpus import settings
from corpus.console import workspace_of
from corpus.errors import WorkspaceError
from corpus.workspace import SETTINGS_NAME, Workspace

_NAME = "study"


@dataclass(frozen=True, slots=True, kw_only=True)
class NextStudy:
    """A study, there already or to be made."""

    study: Workspace | None
    """None where it is to be made."""
    named: str
    """The folder as a command names it; empty where a command finds it without being told."""

    @property
    def options(self) -> tuple[str, ...]:
        """Of a command that imports into it."""
        if not self.named:
            return ()
        return ("--into" if self.study is None else "--workspace", self.named)

    def own_words(self) -> Mapping[str, str]:
        """The words for verdicts that the study's settings give a meaning to."""
        return {} if self.study is None else dict(settings.load(self.study).verdicts)


def found() -> NextStudy:
    """The study in force; else `./study`, gone on with where it is one; else a new one."""
    try:
        return NextStudy(study=workspace_of(None), named="")
    except WorkspaceError:
        folder = Path(_NAME)
    if (folder / SETTINGS_NAME).is_file():
        return NextStudy(study=Workspace(folder.resolve()), named=_NAME)
    return NextStudy(study=None, named=_free())


def _free() -> str:
    """`study`, or with a number where something else has that name."""
    names = (_NAME if n == 1 else f"{_NAME}-{n}" for n in count(1))
    return next(name for name in names if not Path(name).exists())
