"""Names of runs and samples. They name folders and files of reports as well, on every system."""

import re

from corpus.errors import InputError

LONGEST_NAME = 120
"""Characters."""

_RESERVED = re.compile(r'[/\\<>:"|?*]')
"""What a file's name cannot hold on some system."""


def usable_name(kind: str, name: str, option: str) -> str:
    """The name itself.

    Args:
        kind: of what it is the name: `run`, `sample`.
        name: what was given.
        option: with which another one is given, for example `--run NAME`.

    Raises:
        InputError: it is blank, too long, of dots only (a folder's way to itself or up), or holds
            a character that cannot be printed or stand in a file's name.
    """
    is_whole = 0 < len(name) <= LONGEST_NAME and name.isprintable() and name.strip(". ")
    if not is_whole or _RESERVED.search(name):
        raise InputError(
            f"The {kind}'s name {name[:LONGEST_NAME]!r} cannot be used; with {option} give one of "
            f"1 to {LONGEST_NAME} printable characters, not of dots only, and without any of "
            '/ \\ < > : " | ? *'
        )
    return name


def slug(text: str) -> str:
    """A text as a part of a name: `openai/gpt-4` as `openai-gpt-4`; `-` where nothing is left."""
    kept = "".join(letter if letter.isprintable() else "-" for letter in text)
    return _RESERVED.sub("-", kept).strip("-. ") or "-"
