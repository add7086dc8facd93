"""Making a new workspace: folders, settings, rubric, database."""

from pathlib import Path

from corpus import settings
from corpus.errors import WorkspaceError
from corpus.files import write_atomically
from corpus.workspace import Workspace
from labels import rubric
from labels.store import database, migrating


def create(folder: Path) -> list[str]:
    """Make what is missing of a workspace; the names of what was made.

    Raises:
        WorkspaceError: the folder cannot be made or written.
        StoreError: the disk is full.
    """
    workspace = Workspace(folder)
    made = []
    try:
        for directory in (workspace.root, workspace.corpus, workspace.reports):
            directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise WorkspaceError(
            f"{error.filename} cannot be made ({error.strerror}); choose a folder that can be "
            "written, for example: crosssource init study"
        ) from error
    texts = {
        workspace.settings: settings.TEMPLATE,
        workspace.rubric: rubric.shipped().text,
        workspace.golden: "",
    }
    for path, text in texts.items():
        if not path.exists():
            write_atomically(path, text)
            made.append(path.name)
    if not workspace.database.exists():
        made.append(workspace.database.name)
    with database.in_words(workspace.database):
        migrating.migrate(workspace.database)
    return made
