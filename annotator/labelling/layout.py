"""How the screen changes with the size of the terminal: classes that the style sheet speaks of."""

from textual.geometry import Size

WIDTHS = [(0, "-narrow"), (64, "-medium"), (110, "-wide")]
"""From so many columns on; wide puts the answer beside the passage."""

HEIGHTS = [(0, "-tiny"), (15, "-scant"), (18, "-short"), (22, "-low"), (40, "-high")]
"""From so many rows on; the lower, the fewer frames. From scant on, claim and question are seen."""


def classes(size: Size) -> tuple[str, str]:
    """The two classes of a size.

    Textual sets them once a screen has been painted; set before, the first picture is right.
    """
    return _last(WIDTHS, size.width), _last(HEIGHTS, size.height)


def _last(steps: list[tuple[int, str]], cells: int) -> str:
    return max(step for step in steps if step[0] <= cells)[1]
