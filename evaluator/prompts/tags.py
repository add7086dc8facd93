"""Text from outside between tags, so that no passage can close the tag that it stands in.

Only a `<` that would begin or end one of our own tags is changed (to `&lt;`): whatever else stands
in a passage, `&` and `<b>` included, is shown verbatim, because quotes are checked character for
character. `as_written` takes the change back from a quote that a model copied.
"""

import re
from collections.abc import Iterable

from evaluator.storable import storable

_NAME = (
    r"(?=\s*+(?:/\s*+)?"  # possessive: linear in a passage that is mostly white space
    r"(?:answer|claim|passages?|question|reference|sentences?|task)(?![a-z]))"
)
_TAG = re.compile(f"<{_NAME}", re.IGNORECASE)
_CHANGED = re.compile(f"&lt;{_NAME}", re.IGNORECASE)
_ATTRIBUTE = str.maketrans({'"': "&quot;", "<": "&lt;", ">": "&gt;"})


def harmless(text: str) -> str:
    """The text without the beginning of any tag of ours, and without half characters."""
    return _TAG.sub("&lt;", storable(text))


def as_written(text: str) -> str:
    """A stretch of a harmless text as it was before."""
    return _CHANGED.sub("<", text)


def tagged(tag: str, text: str, **attributes: str) -> str:
    """Text from outside between a tag and its end, on lines of its own.

    Args:
        tag: one of those that `harmless` knows.
        text: anything.
        attributes: ids; quotation marks and angle brackets in them are escaped, nothing else, so
            that an id stands there as markers must write it.
    """
    return f"<{tag}{_written(attributes)}>\n{harmless(text)}\n</{tag}>"


def enclosed(tag: str, parts: Iterable[str], **attributes: str) -> str:
    """Parts that are tagged already, one below the other, between a tag and its end."""
    return "\n".join((f"<{tag}{_written(attributes)}>", *parts, f"</{tag}>"))


def _written(attributes: dict[str, str]) -> str:
    pairs = (
        f' {name}="{storable(value).translate(_ATTRIBUTE)}"' for name, value in attributes.items()
    )
    return "".join(pairs)
