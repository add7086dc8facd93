"""Text from outside as lines of a width, with one stretch of it marked.

Nothing is markup here. What a terminal would obey is made visible first (`corpus.visible`), piece
by piece, so that the mark stays on the characters it was meant for.
"""

from dataclasses import dataclass

from textual.content import Content
from textual.style import Style

from corpus.visible import visible

_EMPTY = Content("")
_NOWHERE = (0, 0)


@dataclass(frozen=True, slots=True)
class ShownText:
    """A text as it is shown, and where the mark is in it."""

    text: str
    """Safe to show."""
    mark: tuple[int, int] = _NOWHERE
    """Offsets into `text`; an empty stretch means that nothing is marked."""

    @classmethod
    def of(cls, raw: str, mark: tuple[int, int] | None = None) -> "ShownText":
        """A raw text made visible; `mark` counts in the raw text, None marks nothing."""
        start, end = mark or _NOWHERE
        before, marked, after = (
            visible(raw[a:b]) for a, b in ((0, start), (start, end), (end, None))
        )
        return cls(before + marked + after, (len(before), len(before) + len(marked)))


def wrap(shown: ShownText, width: int, mark_style: Style) -> list[Content]:
    """The lines of a text; a line that holds a part of the mark has a span, the others none.

    Args:
        width: in cells; 1 or more.
        mark_style: what the marked stretch looks like.
    """
    lines: list[Content] = []
    start, end = shown.mark
    offset = 0
    for paragraph in shown.text.split("\n"):
        stop = offset + len(paragraph)
        if not paragraph:
            lines.append(_EMPTY)
        elif max(start, offset) < min(end, stop):
            content = Content(paragraph).stylize(
                mark_style, max(start, offset) - offset, min(end, stop) - offset
            )
            lines.extend(content.wrap(width))
        else:
            lines.extend(Content(paragraph).wrap(width))
        offset = stop + 1
    return lines
