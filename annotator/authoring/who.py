"""The author's name: asked once, then remembered on this machine."""

from annotator.labelling import remembered as memory
from corpus.errors import InputError
from corpus.presenting import one_line

LONGEST = 120
"""Characters."""

_NOBODY = ""
"""The name under which what is of the machine is remembered; no annotator has it."""
_AUTHOR = "author"


def remembered() -> str | None:
    """Who wrote last on this machine; None where nobody did."""
    return memory.recall(_NOBODY, _AUTHOR)


def remember(name: str) -> None:
    """For the next start."""
    memory.remember(_NOBODY, _AUTHOR, name)


def usable(name: str) -> str:
    """The name as it is stored.

    Raises:
        InputError: it is blank, too long, or holds a character that cannot be printed.
    """
    name = name.strip()
    if not name or len(name) > LONGEST or not name.isprintable():
        raise InputError(
            f"The name {one_line(name, 60)!r} cannot stand beside a question; with --author NAME "
            f"give one of 1 to {LONGEST} printable characters."
        )
    return name
