"""Choices on the screen: each with its key and its name, to click as well as to type.

One widget paints them all: with a widget for each, choices were most of what a screen cost to open.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import cycle, pairwise
from typing import ClassVar, NamedTuple

from textual import events
from textual.content import Content
from textual.geometry import Offset, Size
from textual.strip import Strip
from textual.widget import Widget

from annotator.widgets.component_style import component_style


class Choice(NamedTuple):
    """One action."""

    name: str
    """The action's id among the keys."""
    label: str
    """What it is called."""
    key: str
    """Textual's name of the key that a click stands for."""
    key_shown: str
    """The key as a person reads it."""
    tooltip: str = ""
    """What it does, shown under the mouse."""


class _Cell(NamedTuple):
    """What is shown of a choice in one row."""

    choice: Choice
    left: int
    """Where it begins; cells."""
    content: Content
    """As wide as its column."""


class Choices(Widget):
    """Some actions, in as many columns as there is room for, or one below the other.

    A click is the same as the key, so that both take the same way.
    """

    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {"choices--key", "choices--hover", "choices--shut"}
    DEFAULT_CSS = """
    Choices {
        width: 1fr;
        height: auto;
        pointer: pointer;
        & > .choices--key {
            background: $boost;
            color: $footer-key-foreground;
            text-style: bold;
        }
        & > .choices--hover { background: $block-hover-background; text-style: bold; }
        & > .choices--shut { text-style: dim; }
    }
    """

    def __init__(
        self,
        choices: Iterable[Choice],
        *,
        column_width: int | None = None,
        wraps: bool = False,
        whole: bool = False,
        id: str | None = None,  # noqa: A002 - Textual's own name
        classes: str | None = None,
    ) -> None:
        """Make the widget.

        Args:
            choices: in the order in which they are read.
            column_width: cells that a column has at least, where keys are of one character; None
                puts one choice below the other.
            wraps: of those, what is too long for its line goes on below it.
            whole: rather fewer columns than a name that is cut off.
            id: Textual's.
            classes: Textual's.
        """
        super().__init__(id=id, classes=classes)
        self._choices = tuple(choices)
        self._column_width = column_width
        self._wraps = wraps
        self._whole = whole
        self._shut: frozenset[str] = frozenset()
        self._under_mouse: Choice | None = None

    @property
    def names(self) -> list[str]:
        """The actions, in the order in which they are read."""
        return [choice.name for choice in self._choices]

    def shut(self, names: Iterable[str]) -> None:
        """These would do nothing now, and look so; the others are open."""
        if (shut := frozenset(names)) != self._shut:
            self._shut = shut
            self.refresh()

    def is_shut(self, name: str) -> bool:
        """Whether an action looks as if it would do nothing now."""
        return name in self._shut

    def place_of(self, name: str) -> Offset:
        """Where an action's key is shown; cells from the widget's top left.

        Raises:
            ValueError: there is no such action.
        """
        for y, row in enumerate(self._rows(self.content_size.width)):
            for cell in row:
                if cell.choice.name == name:
                    return Offset(cell.left + 1 + self.gutter.left, y + self.gutter.top)
        raise ValueError(f"no choice {name!r} among {', '.join(self.names)}")

    # Painting

    def get_content_height(self, _container: Size, _viewport: Size, width: int) -> int:
        """Textual's: the rows that they take at that width."""
        return len(self._rows(width))

    def render_line(self, y: int) -> Strip:
        """Textual's: one row of them."""
        width = self.content_size.width
        base = self.visual_style
        rows = self._rows(width)
        cells = [self._painted(cell) for cell in rows[y]] if y < len(rows) else []
        segments = [segment for cell in cells for segment in cell.render_segments(base)]
        return Strip(segments).adjust_cell_length(width, base.rich_style)

    def _rows(self, width: int) -> list[list[_Cell]]:
        if self._column_width is None:
            return [[cell] for choice in self._choices for cell in self._stacked(choice, width)]
        longest = max(len(choice.key_shown) for choice in self._choices)
        columns = max(1, min(width // (self._column_width + longest - 1), len(self._choices)))
        while self._whole and columns > 1 and self._is_cut(_edges(width, columns)):
            columns -= 1
        edges = _edges(width, columns)
        firsts = range(0, len(self._choices), columns)
        rows = (self._choices[first : first + columns] for first in firsts)
        return [
            [
                _Cell(choice, left, _fitted(_words(choice), right - left))
                for choice, (left, right) in zip(row, edges, strict=False)
            ]
            for row in rows
        ]

    def _is_cut(self, edges: Sequence[tuple[int, int]]) -> bool:
        """Whether a name would be cut off in columns of these edges."""
        needed = (_words(choice).cell_length for choice in self._choices)
        return any(
            words > right - left for words, (left, right) in zip(needed, cycle(edges), strict=False)
        )

    def _stacked(self, choice: Choice, width: int) -> Iterator[_Cell]:
        words = _words(choice)
        lines = words.wrap(max(1, width)) if self._wraps else [words]
        yield from (_Cell(choice, 0, _fitted(line, width)) for line in lines)

    def _painted(self, cell: _Cell) -> Content:
        content, cap = cell.content, _cap(cell.choice)
        if content.plain.startswith(cap):
            content = content.stylize(component_style(self, "choices--key"), 0, len(cap))
        if cell.choice.name in self._shut:
            return content.stylize(component_style(self, "choices--shut", partial=True))
        if cell.choice is self._under_mouse:
            return content.stylize_before(component_style(self, "choices--hover"))
        return content

    def notify_style_update(self) -> None:
        """Textual's: another theme, so other colours."""
        super().notify_style_update()
        self.refresh()

    # The mouse

    def _at(self, event: events.MouseEvent) -> Choice | None:
        place = event.get_content_offset(self)
        rows = self._rows(self.content_size.width)
        if place is None or place.y >= len(rows):
            return None
        right = (cell.left + cell.content.cell_length for cell in rows[place.y])
        cells = zip(rows[place.y], right, strict=True)
        return next((cell.choice for cell, end in cells if place.x < end), None)

    def _hover(self, choice: Choice | None) -> None:
        if choice is not self._under_mouse:
            self._under_mouse = choice
            self.tooltip = Content(choice.tooltip) if choice and choice.tooltip else None
            self.refresh()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Textual's: what is under the mouse stands out, and says what it does."""
        self._hover(self._at(event))

    def on_leave(self, _event: events.Leave) -> None:
        """Textual's: the mouse is elsewhere."""
        self._hover(None)

    def on_click(self, event: events.Click) -> None:
        """Textual's: the same as the key."""
        choice = self._at(event)
        if choice is not None and choice.name not in self._shut:
            self.app.simulate_key(choice.key)


def _edges(width: int, columns: int) -> list[tuple[int, int]]:
    """Where each of the columns begins and ends."""
    return list(pairwise(number * width // columns for number in range(columns + 1)))


def _cap(choice: Choice) -> str:
    return f" {choice.key_shown} "


def _words(choice: Choice) -> Content:
    return Content(f"{_cap(choice)} {choice.label}")


def _fitted(words: Content, width: int) -> Content:
    return words.truncate(width, ellipsis=True, pad=True)
