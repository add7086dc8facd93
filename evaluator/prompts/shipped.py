"""The prompts that ship, and a workspace's own: the text decides, and its hash is its version.

`baseline` and `strict` are for generation, `analyse`, `judge` and `support_search` for the
stages after it. A change of one word is another prompt, with another hash; the tests hold the
shipped hashes, so that none changes by accident.
"""

from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path

from corpus.errors import InputError
from corpus.files import read_utf8
from corpus.hashes import text_hash

NAMES = ("baseline", "strict", "analyse", "judge", "support_search")


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """A text that a model is given before anything else."""

    name: str
    """As settings name it; of a file its stem. It decides nothing."""
    text: str

    @property
    def sha256(self) -> str:
        """The hash of the text, 64 hexadecimal digits."""
        return text_hash(self.text)


@cache
def prompt(name: str) -> Prompt:
    """A prompt that ships.

    Raises:
        InputError: none has that name.
    """
    if name not in NAMES:
        raise InputError(
            f"No prompt {name!r} ships with the tool; use one of {', '.join(NAMES)}, or the path "
            "of a file of your own, for example: prompts/mine.md"
        )
    source = resources.files("evaluator.prompts").joinpath(f"{name}.md")
    return Prompt(name=name, text=source.read_text(encoding="utf-8"))


def own_prompt(path: Path) -> Prompt:
    """A prompt from a file.

    Raises:
        InputError: it is absent, empty or not UTF-8.
    """
    text = read_utf8(path)
    if not text.strip():
        raise InputError(f"{path} is empty; write the prompt into it, or name a shipped one.")
    return Prompt(name=path.stem, text=text)


def named(name: str, folder: Path) -> Prompt:
    """The prompt that a setting names: one that ships, or else a file.

    Args:
        name: a shipped name, or the path of a file.
        folder: that a relative path counts from: the workspace.

    Raises:
        InputError: it is neither.
    """
    path = folder / name
    return own_prompt(path) if name not in NAMES and path.is_file() else prompt(name)
