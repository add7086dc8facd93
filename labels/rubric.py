"""The rubric: one text that people read and judges are given; its hash is its version."""

from dataclasses import dataclass

from corpus.errors import InputError
from corpus.files import read_utf8
from corpus.hashes import text_hash
from corpus.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Rubric:
    """A rubric's text."""

    text: str

    @property
    def version(self) -> str:
        """The first twelve digits of the text's SHA-256."""
        return text_hash(self.text)[:12]


def shipped() -> Rubric:
    """The rubric that ships with the tool."""
    from importlib import resources  # the labelling app reads the workspace's, and starts without

    return Rubric(resources.files("labels").joinpath("rubric.md").read_text(encoding="utf-8"))


def in_force(workspace: Workspace) -> Rubric:
    """The workspace's rubric.

    Raises:
        InputError: it is absent, empty or not UTF-8.
    """
    text = read_utf8(workspace.rubric)
    if not text.strip():
        raise InputError(
            f"{workspace.rubric} is empty; write the rubric into it, or delete the file and run "
            "crosssource init to have the shipped one back."
        )
    return Rubric(text)
