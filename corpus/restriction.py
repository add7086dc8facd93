"""Searches that see some documents only, by their metadata: those of one client, of one matter."""

from collections.abc import Iterable, Mapping

from corpus.document import Document
from corpus.errors import InputError


def admits(within: Mapping[str, str], metadata: Mapping[str, str]) -> bool:
    """Whether a search restricted so may see a document with these metadata."""
    return all(metadata.get(name) == value for name, value in within.items())


def admitted(documents: Iterable[Document], within: Mapping[str, str]) -> frozenset[str]:
    """The ids of the documents that it may see."""
    return frozenset(one.id for one in documents if admits(within, one.metadata))


def parse(given: Iterable[str]) -> dict[str, str]:
    """Metadata from `NAME=VALUE`, one each.

    Raises:
        InputError: one has no `=` or no name, or a name comes twice with two values.
    """
    within: dict[str, str] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise InputError(f"--within {text}: write it as NAME=VALUE, as in matter=M-00003.")
        if within.setdefault(name, value) != value:
            raise InputError(
                f"--within names {name!r} with two values, and no document has both; give one."
            )
    return within
