"""Figures in the cells of tables, and below a table why some of them are undefined."""

from collections.abc import Callable

from reports.estimation.figure import Figure
from reports.rendering.wording import UNDEFINED


class Whys:
    """Reasons for undefined figures, each given once below the table."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def mark(self, why: str) -> str:
        """The number that refers to a reason."""
        if why not in [line.partition(" ")[2] for line in self.lines]:
            self.lines.append(f"({len(self.lines) + 1}) {why}")
        index = [line.partition(" ")[2] for line in self.lines].index(why)
        return f"({index + 1})"


def cell(
    figure: Figure,
    text: Callable[[Figure], str],
    span: Callable[[float, float], str],
    whys: Whys,
) -> str:
    """The figure with its interval, or the mark of why there is none."""
    said = text(figure) if figure.value is not None else f"{UNDEFINED} {whys.mark(figure.why)}"
    if figure.undecided is not None:
        said += f"\nundecided: {span(figure.undecided.low, figure.undecided.high)}"
    return said


def plain(figure: Figure, text: Callable[[float], str], whys: Whys) -> str:
    """The value alone, or the mark of why there is none."""
    if figure.value is None:
        return whys.mark(figure.why)
    return text(figure.value)
