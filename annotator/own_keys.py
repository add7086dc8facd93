"""The keys that the settings change, for every app that has keys."""

from corpus import settings_file
from corpus.errors import InputError
from corpus.workspace import Workspace


def own_keys(workspace: Workspace) -> dict[str, str]:
    """The settings' keys by action. Only this table is checked: checking all costs 0.1 s a start.

    Raises:
        InputError: the table is not one of actions with their keys.
    """
    own = settings_file.read(workspace).get("keys", {})
    if not isinstance(own, dict) or not all(isinstance(key, str) for key in own.values()):
        raise InputError(
            f"{workspace.settings}, table [keys]: each line must be an action and its key in "
            'quotation marks, for example: supported = "1"'
        )
    return own
