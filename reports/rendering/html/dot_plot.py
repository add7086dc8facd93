"""Figures with their intervals as dots below each other."""

import math

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from reports.rendering.html.canvas import drawn_on, role, rows_axes, ticks, track, words
from reports.rendering.html.svg import Role
from reports.rendering.pictures import Dot, Dots

_ROW = 34
"""Pixels: a name, and its interval below."""


def draw_dots(dots: Dots) -> Figure:
    """The picture: a name above each interval, one axis for all of them."""
    axes = rows_axes(len(dots.dots), _ROW, top=18 if dots.line is not None else 4)
    low, marks = _percentages() if dots.share else _coefficients(dots)
    ticks(axes, low, marks)
    if dots.line is not None:
        role(axes.axvline(dots.line, linewidth=1.5, zorder=1), Role.LINE)
        words(axes, dots.line, -0.22, dots.line_name, Role.QUIET, ha="right")
    for number, one in enumerate(dots.dots):
        name = " ".join(one.name.split())
        words(axes, low, number + 0.3, name, Role.LABEL, ha="left")
        if one.value is not None:
            track(axes, number + 0.7, 0.08, marks)
        draw_dot(axes, number + 0.7, one, low)
    return drawn_on(axes)


def draw_dot(axes: Axes, y: float, one: Dot, low: float) -> None:
    """One figure at a height, or what is said in its place."""
    if one.value is None:
        words(axes, low, y, one.words, Role.QUIET, ha="left")
        return
    if one.low is not None and one.high is not None and one.high > one.low:
        role(axes.add_line(Line2D([one.low, one.high], [y, y], linewidth=4)), Role.SPAN)
    if one.beside is not None:
        _mark(axes, one.beside, y, "D", 5.5, Role.BESIDE)
    _mark(axes, one.value, y, "o", 8, Role.DOT)


def _mark(axes: Axes, x: float, y: float, shape: str, size: float, kind: Role) -> None:
    line = Line2D([x], [y], marker=shape, markersize=size, linestyle="none")
    role(axes.add_line(line), kind)


def _percentages() -> tuple[float, dict[float, str]]:
    return 0.0, {mark / 100: f"{mark} %" for mark in (0, 25, 50, 75, 100)}


def _coefficients(dots: Dots) -> tuple[float, dict[float, str]]:
    """From 0, or from below the lowest end where one is less, to 1."""
    ends = [
        end
        for one in dots.dots
        for end in (one.low, one.value, one.beside)
        if end is not None
    ]  # fmt: skip
    low = min(0.0, math.floor(2 * min(ends, default=0.0)) / 2)
    steps = round((1 - low) / 0.25) if low == 0 else round((1 - low) / 0.5)
    marks = [low + (1 - low) * step / steps for step in range(steps + 1)]
    return low, {mark: f"{mark:g}" for mark in marks}
