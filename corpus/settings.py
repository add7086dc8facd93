"""`crosssource.toml`: what people set, typed, with each mistake named by its key.

A setting that is absent has the default below; one that is unknown is refused, because a typing
mistake that is silently ignored is a wrong figure later.
"""

import tomllib
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from corpus.errors import InputError
from corpus.files import read_utf8
from corpus.workspace import Workspace


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Chunking(_Section):
    """How documents are cut into passages."""

    words: int = Field(default=350, ge=20, le=5000)


class Retrieval(_Section):
    """BM25's parameters; Okapi's saturation and length normalisation."""

    k: int = Field(default=5, ge=1, le=1000)
    k1: float = Field(default=1.5, gt=0, le=10)
    b: float = Field(default=0.75, ge=0, le=1)


class Sampling(_Section):
    """What `sample draw` does where an option is not given."""

    seed: int = 1
    supported: int = Field(default=60, ge=0)


class Settings(_Section):
    """The whole file."""

    chunking: Chunking = Chunking()
    retrieval: Retrieval = Retrieval()
    sampling: Sampling = Sampling()
    verdicts: dict[str, Literal["supported", "partial", "unsupported", "missing"]] = {}
    """The user's own words for verdicts, beside the ones that are known."""
    keys: dict[str, str] = {}
    """Labelling keys by action, `supported = "s"`."""


def load(workspace: Workspace) -> Settings:
    """The settings of a workspace.

    Raises:
        InputError: the file is no TOML, or holds a key or a value that is not known.
    """
    path = workspace.settings
    try:
        return Settings.model_validate(tomllib.loads(read_utf8(path)))
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{path} is not valid TOML: {error}; correct the line.") from error
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(str(part) for part in first["loc"])
        raise InputError(
            f"{path}, key {key!r}: {first['msg'].lower()} (found {first['input']!r}); "
            "correct it or delete the line to have the default."
        ) from error


TEMPLATE = """\
# CrossSource: the settings of this study. A line that is deleted has its default.

[chunking]
words = 350            # the target length of a passage; passages end at sentence ends

[retrieval]
k = 5                  # passages retrieved for a question
k1 = 1.5               # BM25: how soon a repeated word stops counting
b = 0.75               # BM25: how far long passages are held back, 0 to 1

[sampling]
seed = 1               # the same seed draws the same sample on every machine
supported = 60         # how many `supported` verdicts are drawn; every `unsupported` one is

# Your judge's own words for a verdict, beside those that are known:
# [verdicts]
# "fully grounded" = "supported"

# Your own labelling keys, by action (`crosssource label`, then `?`, lists the actions):
# [keys]
# supported = "1"
"""
