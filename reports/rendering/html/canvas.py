"""What all pictures are drawn on: one width, words in one size, an axis of shares.

A picture is as wide as a telephone is, in the page's own pixels, so that its words can be read
there; a wide window shows it larger. matplotlib is used without pyplot, which keeps state.
"""

from collections.abc import Iterable
from typing import Any

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from corpus.visible import visible
from reports.rendering.html.svg import Role

WIDTH = 330
"""Pixels: what a window of 360 has between its margins."""

WORDS = 11.0
SMALL = 9.5

_LEFT, _RIGHT, _AXIS = 9, 17, 20
"""Pixels left and right of the axis and below it: half of the first and the last number."""


def figure_of(height: float) -> Figure:
    """An empty picture of a height in pixels."""
    return Figure(figsize=(WIDTH / 72, height / 72), dpi=72)


def rows_axes(rows: float, row: float, *, top: float = 4, left: float = 0) -> Axes:
    """Axes of a new picture with rows from above, each a unit of the y axis, and an axis below.

    Args:
        rows: how many.
        row: the height of one in pixels.
        top: pixels above the first.
        left: pixels kept free for names beside the axis.
    """
    height = top + rows * row + _AXIS
    begin = _LEFT + left
    axes = figure_of(height).add_axes(
        (
            begin / WIDTH,
            _AXIS / height,
            (WIDTH - begin - _RIGHT) / WIDTH,
            rows * row / height,
        )
    )
    axes.set_ylim(rows, 0)
    axes.set_yticks([])
    axes.patch.set_visible(False)
    for side in axes.spines.values():
        side.set_visible(False)
    return axes


def ticks(axes: Axes, low: float, marks: dict[float, str]) -> None:
    """The x axis from `low` to the last mark, with a thin line up from each mark."""
    axes.set_xlim(low, max(marks))
    axes.set_xticks(list(marks), list(marks.values()), fontsize=SMALL)
    axes.tick_params(length=0, pad=5)
    for label in axes.get_xticklabels():
        label.set_gid(Role.QUIET)


def track(axes: Axes, y: float, tall: float, marks: Iterable[float]) -> None:
    """A thin line for one figure to stand on, with a stroke at each mark of the axis."""
    low, high = axes.get_xlim()
    role(axes.add_line(Line2D([low, high], [y, y], zorder=0)), Role.GRID)
    for mark in marks:
        role(axes.add_line(Line2D([mark, mark], [y - tall, y + tall], zorder=0)), Role.GRID)


def drawn_on(axes: Axes) -> Figure:
    """The picture that axes stand on."""
    figure = axes.get_figure(root=True)
    assert figure is not None
    return figure


def words(axes: Axes, x: float, y: float, text: str, kind: Role, **options: Any) -> None:
    """Words at a place; text from outside may be in them."""
    size = SMALL if kind is Role.QUIET else WORDS
    settings: dict[str, Any] = {"fontsize": size, "va": "center", "parse_math": False}
    role(axes.text(x, y, visible(text), **(settings | options)), kind)


def role(artist: Artist, kind: Role) -> None:
    """Say what an artist shows; it may reach over the axes' edge."""
    artist.set_gid(kind)
    artist.set_clip_on(False)
