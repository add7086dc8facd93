"""Making a new workspace: folders, settings, rubric, database, what git must leave alone."""

from pathlib import Path

from corpus import settings
from corpus.errors import WorkspaceError
from corpus.files import write_atomically
from corpus.workspace import Workspace
from labels import rubric
from labels.store import database, migrating

_GIT_ATTRIBUTES = """\
# Offsets count bytes and versions are hashes: git must not change a line end in these.
corpus/* -text
rubric.md -text
golden.jsonl -text
"""


def create(folder: Path, settings_text: str = settings.TEMPLATE) -> list[str]:
    """Make what is missing of a workspace; the names of what was made.

    Args:
        settings_text: its `crosssource.toml`, where there is none yet.

    Raises:
        WorkspaceError: the folder cannot be made or written.
        StoreError: the disk is full.
    """
    workspace = Workspace(folder)
    made: list[str] = []
    try:
        for directory in (workspace.root, workspace.corpus, workspace.reports):
            directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise WorkspaceError(
            f"{error.filename} cannot be made ({error.strerror}); choose a folder that can be "
            "written, for example: crosssource init study"
        ) from error
    texts = {
        workspace.settings: settings_text,
        workspace.rubric: rubric.shipped().text,
        workspace.golden: "",
    }
    for path, text in texts.items():
        made += _missing(path, text)
    with database.in_words(workspace.database):
        if workspace.database.exists():
            database.connect(workspace.database).close()
        else:
            made.append(workspace.database.name)
            migrating.migrate(workspace.database)
    return made + _missing(workspace.root / ".gitattributes", _GIT_ATTRIBUTES)


def _missing(path: Path, text: str) -> list[str]:
    """Write a file where there is none; the names of what was made."""
    if path.exists():
        return []
    write_atomically(path, text)
    return [path.name]
