"""The pictures of figures: what a table of figures shows as dots with their intervals."""

from collections.abc import Sequence

from reports.estimation.figure import Figure
from reports.rendering.pictures import Dot, Dots
from reports.rendering.wording import UNDEFINED, coefficient_text, share_text

Drawn = tuple[str, Figure, float | None]
"""A name, its figure, and the one to hold it against."""


def dots(
    title: str,
    drawn: Sequence[Drawn],
    *,
    level: str,
    what: str,
    beside: str,
    share: bool = True,
    line: float | None = None,
    line_name: str = "",
) -> Dots | None:
    """Figures on one axis; None where none of them has a value.

    Args:
        level: of the intervals, in words.
        what: what a figure is called.
        beside: what the one beside it is called; left out where it is nowhere another one.
        line: where a line stands that intervals are held against.
    """
    differ = any(_differ(figure.value, other) for _, figure, other in drawn)
    text = share_text if share else coefficient_text
    return dots_of(
        title,
        [dot(name, figure, other if differ else None) for name, figure, other in drawn],
        [text(figure) for _, figure, _ in drawn],
        level=level,
        what=what,
        beside=beside if differ else "",
        share=share,
        line=line,
        line_name=line_name,
    )


def dots_of(
    title: str,
    drawn: Sequence[Dot],
    said: Sequence[str],
    *,
    level: str,
    what: str = "for the run",
    beside: str = "",
    share: bool = True,
    line: float | None = None,
    line_name: str = "",
) -> Dots | None:
    """Dots on one axis, each with what is said of it; None where nothing would be drawn."""
    if all(one.value is None for one in drawn):
        return None
    words = [f"{one.name.removeprefix('· ')} {text}" for one, text in zip(drawn, said, strict=True)]
    return Dots(
        title=title,
        dots=tuple(drawn),
        text=f"{title}, drawn: {'; '.join(words)}.",
        what=what,
        span=f"{level} interval",
        beside=beside,
        share=share,
        line=line,
        line_name=line_name,
    )


def dot(name: str, figure: Figure, beside: float | None = None, words: str = "") -> Dot:
    """One figure of a picture; `words` instead of it where they are given."""
    if words or figure.value is None:
        return Dot(name=name, value=None, low=None, high=None, words=words or UNDEFINED)
    return Dot(name=name, value=figure.value, low=figure.low, high=figure.high, beside=beside)


def _differ(value: float | None, other: float | None) -> bool:
    return value is not None and other is not None and abs(value - other) > 1e-9
