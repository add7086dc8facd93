"""Text of a model made fit to be hashed, stored and sent.

JSON can spell half a character (`"\\ud83d"`); no file can hold one. It becomes a question mark: a
verdict is not lost for a broken emoji in its reason.
"""

from typing import Annotated

from pydantic import AfterValidator


def storable(text: str) -> str:
    """The text with `?` for every half character."""
    return text.encode(errors="replace").decode()


StorableText = Annotated[str, AfterValidator(storable)]
"""A field of a reply that is kept."""
