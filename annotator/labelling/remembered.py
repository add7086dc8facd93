"""What is remembered of a person on this machine: the colours, and that the tutorial was offered.

In the person's own settings folder, by annotator; never in the study, and never with a label. A
file that is absent, damaged or cannot be written is nothing to stop the labelling for.
"""

import json
from contextlib import suppress
from pathlib import Path

import click

from corpus.errors import StoreError
from corpus.files import write_atomically

THEME = "theme"
TUTORIAL = "tutorial"


def recall(annotator: str, name: str) -> str | None:
    """What was remembered last; None where nothing was."""
    return _all().get(annotator, {}).get(name)


def remember(annotator: str, name: str, value: str) -> None:
    """Keep it for the next start."""
    known = _all()
    known[annotator] = known.get(annotator, {}) | {name: value}
    with suppress(OSError, StoreError):
        file().parent.mkdir(parents=True, exist_ok=True)
        write_atomically(file(), json.dumps(known, ensure_ascii=False, indent=1))


def file() -> Path:
    """Where it is kept."""
    return Path(click.get_app_dir("crosssource")) / "annotators.json"


def _all() -> dict[str, dict[str, str]]:
    read: object = None
    with suppress(OSError, ValueError):
        read = json.loads(file().read_text("utf-8"))
    if not isinstance(read, dict):
        return {}
    return {
        str(name): {key: value for key, value in kept.items() if isinstance(value, str)}
        for name, kept in read.items()
        if isinstance(kept, dict)
    }
