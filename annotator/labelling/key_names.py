"""Keys as a person reads them, as they write them into the settings, and as Textual calls them."""

from pathlib import Path

from textual.binding import Binding
from textual.keys import Keys, format_key, key_to_character

from corpus.errors import InputError


def key_text(key: str) -> str:
    """A key, or several, as a person reads them: `?`, `esc`, `ctrl+s`."""
    return " or ".join(_shown(part) for part in key.split(","))


def _shown(key: str) -> str:
    # Textual's `^s` is read as two keys by whoever never saw it.
    return f"ctrl+{key.removeprefix('ctrl+')}" if key.startswith("ctrl+") else format_key(key)


def parts(key: str) -> list[str]:
    """Several keys of the settings, parted by commas."""
    return [","] if key == "," else [part.strip() for part in key.split(",")]


def known(key: str, action: str, origin: Path) -> str:
    """Textual's name of a key: `?` is `question_mark`."""
    if len(key) == 1 and key.isprintable() and not key.isspace():
        return next(iter(Binding.make_bindings([Binding("comma" if key == "," else key, "")]))).key
    if key in _NAMED or (len(key) > 1 and key.isascii() and key_to_character(key) is not None):
        return key
    raise InputError(
        f"{origin}, keys: {key!r} for {action!r} is no key; give one character, or a name such "
        "as f2, enter, space or ctrl+l."
    )


_NAMED = frozenset(key.value for key in Keys if key.value[0] not in "<" and key.value != "ctrl-at")
