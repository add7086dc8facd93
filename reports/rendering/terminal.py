"""A page on a terminal, within 80 columns.

Text from outside is never markup: everything is put into `rich.text.Text`, with control
characters made visible. Words carry the meaning; bold and dim only help the eye.
"""

import sys
from typing import TextIO

from rich.box import SIMPLE_HEAD
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text as Styled

from corpus.visible import visible
from reports.rendering import layout

WIDEST = 100
"""Lines longer than this are hard to read, however wide the window."""

NARROWEST = 80
"""What is assumed where the output is no terminal."""

LONGEST_NAME = 16
"""The first column of a table is never narrower than its names, up to this."""


class _Console(Console):
    """Rich's, that leaves it to the front door what a closed pipe means."""

    def on_broken_pipe(self) -> None:
        """Rich's, called while the error is handled."""
        raise


def show_page(page: layout.Page, stream: TextIO | None = None) -> None:
    """Write the page to a stream.

    Args:
        stream: where to (default: stdout, as it is now). Colours only where it is a terminal.
    """
    console = _Console(file=stream or sys.stdout, highlight=False, markup=False, emoji=False)
    if not console.is_terminal:
        console.width = NARROWEST
    console.width = min(console.width, WIDEST)
    for part in _parts(page):
        console.print(part)


def _parts(content: layout.Page) -> list[RenderableType]:
    parts: list[RenderableType] = [
        _styled(content.title, "bold"),
        _styled(content.subtitle),
    ]
    parts += [_hanging("!", text, style="bold") for text in content.warnings]
    for section in content.sections:
        parts += ["", Rule(_styled(section.title, "bold"), align="left", characters="─")]
        for block in section.blocks:
            parts += ["", _block(block)]
    return parts


def _block(block: layout.Block) -> RenderableType:
    match block:
        case layout.Text():
            return Styled.assemble(
                _styled(block.lead, "bold"), " " if block.lead and block.text else "",
                _styled(block.text, "bold" if block.strong else ""),
            )  # fmt: skip
        case layout.Listed():
            return _listed(block)
        case layout.Table():
            return _table(block)
        case layout.Item():
            return _item(block)


def _listed(block: layout.Listed) -> RenderableType:
    width = max((len(word) for word, _ in block.points), default=0)
    rows = []
    for index, (word, text) in enumerate(block.points, start=1):
        mark = f"{index}." if block.numbered else word.ljust(width) if width else "-"
        rows.append(_hanging(mark, text))
    return Group(*rows)


def _hanging(mark: str, text: str, style: str = "") -> RenderableType:
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    grid.add_row(_styled(mark, "bold"), _styled(text, style))
    return grid


def _table(block: layout.Table) -> RenderableType:
    grid = Grid(box=SIMPLE_HEAD, padding=(0, 1), collapse_padding=True, pad_edge=False)
    grid.show_edge = False
    # Names keep their words together as long as there is room; figures never break.
    names = min(max((len(row[0]) for row in block.rows), default=0), LONGEST_NAME)
    for index, name in enumerate(block.columns):
        first = index == 0
        grid.add_column(
            _styled(name),
            justify="left" if first else "right",
            overflow="fold",
            min_width=names if first else None,
        )
    for row in block.rows:
        grid.add_row(*(_styled(cell) for cell in row))
    parts: list[RenderableType] = [_styled(block.title, "bold")] if block.title else []
    parts.append(grid)
    parts += [_styled(note, "dim") for note in block.notes]
    return Group(*parts)


def _item(block: layout.Item) -> RenderableType:
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    for name, text in block.fields:
        grid.add_row(_styled(name, "dim"), _styled(text))
    return Group(_styled(block.title, "bold"), Padding(grid, (0, 0, 0, 2)))


def _styled(text: str, style: str = "") -> Styled:
    return Styled(visible(text), style=style)
