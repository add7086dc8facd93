"""A confusion matrix as a field of shades, with its numbers in it."""

from collections.abc import Callable

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from reports.rendering.html.canvas import WIDTH, drawn_on, figure_of, role, words
from reports.rendering.html.svg import Role
from reports.rendering.pictures import Heat, HeatCell

_NAMES = 74
"""Pixels for the names of the rows."""
_HEAD = 38
_TALLEST = 58
_FAINTEST, _STRONGEST = 0.08, 0.62
"""Opacity of a shade: strong enough to be seen, and words stay readable on it."""
_LETTER = 0.64
"""Width of a figure, in parts of its size."""


def draw_heat(heat: Heat, href: Callable[[str], str]) -> Figure:
    """The picture; a cell with items leads to them.

    Args:
        href: the link of a key, empty where it leads nowhere.
    """
    side = (WIDTH - _NAMES) / len(heat.names)
    tall = min(side, _TALLEST)
    height = _HEAD + tall * len(heat.names) + 1
    axes = figure_of(height).add_axes((0, 0, 1, 1))
    axes.set_xlim(0, WIDTH)
    axes.set_ylim(height, 0)
    axes.set_axis_off()
    small = 8.4 if len(heat.names) > 3 else 10.0
    words(axes, 0, _HEAD - 20, "people ↓\njudge →", Role.QUIET, ha="left", fontsize=9)
    for number, name in enumerate(heat.names):
        split = name.replace(" ", "\n")
        x, y = _NAMES + (number + 0.5) * side, _HEAD + (number + 0.5) * tall
        words(axes, x, _HEAD - 7, split, Role.LABEL, ha="center", va="bottom", fontsize=small)
        words(axes, _NAMES - 6, y, split, Role.LABEL, ha="right", fontsize=small)
    for k, row in enumerate(heat.cells):
        for j, cell in enumerate(row):
            box = (_NAMES + j * side, _HEAD + k * tall, side, tall)
            _draw_cell(axes, cell, box, same=k == j, link=href(cell.link))
    return drawn_on(axes)


def _draw_cell(
    axes: Axes, cell: HeatCell, box: tuple[float, float, float, float], *, same: bool, link: str
) -> None:
    x, y, width, height = box
    kind = Role.SAME if same else Role.DIFFER
    strength = _FAINTEST + (_STRONGEST - _FAINTEST) * cell.shade if cell.shade else 0.0
    shade = Rectangle((x + 1.5, y + 1.5), width - 3, height - 3, alpha=strength)
    role(axes.add_patch(shade), kind)
    frame = Rectangle((x + 1.5, y + 1.5), width - 3, height - 3, url=link or None)
    role(axes.add_patch(frame), Role.FRAME)
    size = min(12.5, (width - 6) / (_LETTER * len(cell.total)))
    middle = x + width / 2
    if not cell.count:
        quiet = Role.QUIET if cell.total == "0" else Role.VALUE
        words(axes, middle, y + height / 2, cell.total, quiet, ha="center", fontsize=size)
        return
    words(axes, middle, y + height * 0.38, cell.total, Role.VALUE, ha="center", fontsize=size)
    words(axes, middle, y + height * 0.74, f"n {cell.count}", Role.VALUE, ha="center", fontsize=8.5)
