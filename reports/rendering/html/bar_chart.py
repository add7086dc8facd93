"""Shares by class for a few series: as judged a bar, as people would say an interval."""

from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from reports.rendering.html.canvas import drawn_on, role, rows_axes, ticks, track, words
from reports.rendering.html.dot_plot import draw_dot
from reports.rendering.html.svg import Role
from reports.rendering.pictures import Bars

_ROW = 20
_NAMES = 78
"""Pixels for the names of the series, and letters that fit there."""
_LETTERS = 14


def draw_bars(bars: Bars) -> Figure:
    """The picture: a heading for each class, its series below it."""
    rows = sum(1 + len(group.bars) for group in bars.groups)
    axes = rows_axes(rows, _ROW, left=_NAMES)
    marks = {mark / 100: f"{mark} %" for mark in (0, 25, 50, 75, 100)}
    ticks(axes, 0.0, marks)
    y = 0.0
    for group in bars.groups:
        words(axes, -0.365, y + 0.55, group.name, Role.LABEL, ha="left")
        y += 1
        for bar in group.bars:
            words(axes, -0.03, y + 0.5, _short(bar.series), Role.QUIET, ha="right")
            track(axes, y + 0.5, 0.14, marks)
            if bar.judged is not None:
                box = Rectangle((0, y + 0.18), bar.judged, 0.64)
                role(axes.add_patch(box), Role.BAR)
            draw_dot(axes, y + 0.5, bar.people, 0.02)
            y += 1
    return drawn_on(axes)


def _short(name: str) -> str:
    line = " ".join(name.split())
    return line if len(line) <= _LETTERS else f"{line[: _LETTERS - 1]}…"
