"""`crosssource.toml` as it stands, before it is checked: parsing costs no import of the checker."""

import tomllib
from typing import Any

from corpus.errors import InputError
from corpus.files import read_utf8
from corpus.workspace import Workspace


def read(workspace: Workspace) -> dict[str, Any]:
    """The tables and keys of the settings.

    Raises:
        InputError: the file cannot be read, or is no TOML.
    """
    path = workspace.settings
    try:
        return tomllib.loads(read_utf8(path))
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{path} is not valid TOML: {error}; correct the line.") from error
