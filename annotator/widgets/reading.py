"""A panel to read in: a text of any length, wrapped once a width, painted a line at a time.

A `Static` lays out and keeps every line of its text; this one makes only the lines on the screen,
so that a passage of 100,000 characters costs what a short one costs. Marked lines carry a bar at
their left, because colour alone is lost on some terminals and on some people. Where there is more
than the panel shows, its lower edge says so.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Offset, Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

from annotator.widgets.component_style import component_style
from annotator.widgets.wrapping import (
    BARRED,
    Line,
    Look,
    Mark,
    ShownText,
    Span,
    shown_marks,
    wrap,
)

_BAR = "▌ "
_NO_BAR = "  "
_FEWEST_CELLS = 4
"""Narrower than this, a text is wrapped as if it had them, and cut off at the right."""

_LONGEST_AHEAD = 10_000
"""Characters; wrapping so many takes 20 ms on a slow machine."""

_NO_BORDER = ("", "none", "hidden")
_NOTHING = Content("")


class Reading(ScrollView, inherit_bindings=False):
    """A text that scrolls up and down."""

    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {"reading--bar", f"reading--{Look.MARK}"}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "scroll_up", "Up a line", id="scroll_up", show=False),
        Binding("down", "scroll_down", "Down a line", id="scroll_down", show=False),
        Binding("pageup", "page_up", "Up a page", id="page_up", show=False),
        Binding("pagedown", "page_down", "Down a page", id="page_down", show=False),
        Binding("home", "scroll_home", "To the beginning", id="scroll_home", show=False),
        Binding("end", "scroll_end", "To the end", id="scroll_end", show=False),
    ]

    DEFAULT_CSS = """
    Reading {
        width: 1fr;
        height: auto;
        overflow-x: hidden;
        overflow-y: auto;
        scrollbar-size-vertical: 1;
        scrollbar-size-horizontal: 0;
        scrollbar-gutter: stable;
        & > .reading--mark { text-style: bold underline; }
        & > .reading--evidence { text-style: bold; }
        & > .reading--heading { text-style: bold reverse; }
        & > .reading--word { text-style: underline; }
        & > .reading--cursor { text-style: reverse; }
        & > .reading--bar { text-style: bold; }
    }
    """

    def __init__(self, *, id: str, barred: bool = False) -> None:  # noqa: A002 - Textual's own name
        """Make an empty panel.

        Args:
            id: Textual's.
            barred: keep room for the bar even where nothing is marked, so that a mark that is set
                later moves no word.
        """
        super().__init__(id=id)
        self._shown = ShownText("")
        self._layers: dict[Look, list[Span]] = {}
        self._barred = barred
        self._lines: Sequence[Line] = ()
        self._wrapped_at = 0
        self._title = _NOTHING
        self._above = self._below = _NOTHING
        """What stands in the frame."""
        self._bar_size = Size()
        """The size of the text that the scroll bar stands for."""

    def show(self, title: Content, shown: ShownText) -> None:
        """Put another text into the panel, at its beginning or where its mark is in sight."""
        self._title = title
        self._shown = shown
        self._layers = _layers(shown.marks)
        self._wrapped_at = 0
        # Also where it stands at its beginning: a scrolling that was asked for may be under way.
        self.scroll_to(y=0, animate=False)
        self._fit()
        # A text of another height has a layout made by its `virtual_size`.
        self.refresh(layout=not self.virtual_size)

    def expect(self, shown: ShownText) -> None:
        """Wrap a text that is likely to be shown next, so that showing it takes less time.

        A very long one would hold up whoever reads meanwhile: it is wrapped once it is shown.
        """
        if len(shown.text) > _LONGEST_AHEAD:
            return
        has_bar = self._barred or any(mark.look in BARRED for mark in shown.marks)
        if width := self.scrollable_content_region.width:
            wrap(shown.text, _columns(width, has_bar))

    def retitle(self, title: Content) -> None:
        """Another title; the text stays where it is."""
        self._title = title
        self._tell_more()

    def mark(self, look: Look, spans: Iterable[Span]) -> None:
        """Mark other stretches of the raw text in this look; the text stays where it is."""
        wanted = (Mark(*span, look) for span in spans)
        had_bar = self._has_bar
        self._layers.pop(look, None)
        self._layers |= _layers(shown_marks(self._shown.offsets, wanted))
        if self._has_bar != had_bar:
            self._wrapped_at = 0
            self._fit()
        self.refresh()

    # Places

    def raw_at(self, place: Offset, *, up: bool = False) -> int:
        """Which place of the raw text is shown at a place of what is in sight; the nearest one.

        Args:
            place: cells from the top left of the content.
            up: the end of the character that is shown there, not its beginning.
        """
        if not self._lines:
            return 0
        index = min(max(0, place.y + self.scroll_offset.y), len(self._lines) - 1)
        line = self._lines[index]
        cells = place.x - (len(_BAR) if self._has_bar else 0) + (1 if up else 0)
        plain = line.content.plain
        ends = range(len(plain) + 1)
        column = bisect_right(ends, max(0, cells), key=lambda end: cell_len(plain[:end])) - 1
        return self._shown.offsets.to_raw(line.start + column, up=up)

    def raw_below(self, raw: int, lines: int) -> int:
        """The place of the raw text that is shown so many lines below another; above, if < 0."""
        shown = self._shown.offsets.to_shown(raw)
        index = self._line_of(shown)
        other = self._lines[min(max(0, index + lines), len(self._lines) - 1)]
        column = shown - self._lines[index].start
        return self._shown.offsets.to_raw(
            min(other.start + column, max(other.start, other.end - 1))
        )

    def reveal(self, raw: int) -> None:
        """Scroll as little as will do for a place of the raw text to be in sight."""
        y = self._line_of(self._shown.offsets.to_shown(raw))
        height = self.scrollable_content_region.height
        top = self.scroll_offset.y
        if not top <= y < top + height:
            self.scroll_to(y=y if y < top else y - height + 1, animate=False, force=True)

    def bring(self, raw: int) -> None:
        """Scroll for a place of the raw text to be in sight, with a third of the panel above it."""
        self._bring(self._line_of(self._shown.offsets.to_shown(raw)))

    def _bring(self, line: int) -> None:
        height = self.lines_in_sight
        y = line - height // 3 if line >= height else 0
        self.scroll_to(y=y, animate=False, force=True)

    @property
    def lines_in_sight(self) -> int:
        """How many lines the panel shows at once."""
        return self.scrollable_content_region.height

    def _line_of(self, shown: int) -> int:
        return max(0, bisect_right(self._lines, shown, key=lambda line: line.start) - 1)

    # Painting

    def notify_style_update(self) -> None:
        """Textual's: another theme, so another look of the marks."""
        super().notify_style_update()
        self.refresh()

    def get_content_height(self, _container: Size, _viewport: Size, width: int) -> int:
        """Textual's: as many lines as the text has at that width."""
        return len(self._wrap(width - self.styles.scrollbar_size_vertical))

    def _size_updated(
        self, size: Size, virtual_size: Size, container_size: Size, layout: bool = True
    ) -> bool:
        # Textual holds what is in sight against the whole text, finds that a long one has changed
        # at every layout, and paints its scroll bar anew, a frame after everything else.
        if self._bar_size == self.virtual_size:
            virtual_size = self.virtual_size
        return super()._size_updated(size, virtual_size, container_size, layout)

    def on_resize(self, _event: events.Resize) -> None:
        """The lines at the new width, and what is said of those out of sight."""
        self._fit()

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Textual's: the panel was scrolled."""
        super().watch_scroll_y(old_value, new_value)
        self._tell_more()

    def render_line(self, y: int) -> Strip:
        """Textual's: one line of what is in sight."""
        width = self.scrollable_content_region.width
        base = self.visual_style
        lines = self._wrap(width)
        index = y + self.scroll_offset.y
        if not 0 <= index < len(lines):
            return Strip.blank(width, base.rich_style)
        segments = self._painted(lines[index]).render_segments(base)
        if self._has_bar:
            bar = component_style(self, "reading--bar")
            segments = [
                Segment(_BAR if self._is_barred(lines[index]) else _NO_BAR, bar.rich_style),
                *segments,
            ]
        return Strip(segments).adjust_cell_length(width, base.rich_style)

    def _painted(self, line: Line) -> Content:
        content = line.content
        for look in filter(self._layers.__contains__, Look):
            for start, end in _on(self._layers[look], line):
                style = component_style(self, f"reading--{look}")
                content = content.stylize(style, start, end)
        return content

    def _is_barred(self, line: Line) -> bool:
        return any(_on(self._layers.get(look, ()), line) for look in BARRED)

    @property
    def _has_bar(self) -> bool:
        return self._barred or not BARRED.isdisjoint(self._layers)

    def _wrap(self, width: int) -> Sequence[Line]:
        columns = _columns(width, self._has_bar)
        if columns != self._wrapped_at:
            self._lines = wrap(self._shown.text, columns)
            self._wrapped_at = columns
        return self._lines

    def _fit(self) -> None:
        region = self.scrollable_content_region
        if not region.width:
            return
        lines = self._wrap(region.width)
        self.virtual_size = Size(region.width, len(lines))
        if self._bar_size != self.virtual_size:
            self._bar_size = self.virtual_size
            self._scroll_update(self.virtual_size)
        starts = [spans[0][0] for look in BARRED if (spans := self._layers.get(look))]
        if starts and (first := self._line_of(min(starts))) >= region.height:
            self._bring(first)
        self._tell_more()

    def _tell_more(self) -> None:
        above = self.scroll_offset.y
        below = len(self._lines) - above - self.scrollable_content_region.height
        told = [f"▲ {above} above"] if above > 0 else []
        told += [f"▼ {below} more {'line' if below == 1 else 'lines'}"] if below > 0 else []
        hint = Content(" · ".join(told))
        borders = self.styles
        if borders.border_bottom[0] not in _NO_BORDER:
            title, edge = self._title, hint
        else:
            title, edge = (self._title + Content(" · ") + hint if hint else self._title), _NOTHING
        if borders.border_left[0] in _NO_BORDER:
            # Textual leaves room around a title only where the frame has corners.
            title, edge = title.pad(1, 1), (edge.pad(1, 1) if edge else edge)
        # Textual works the frame out anew even where the same is set again.
        if title != self._above:
            self._above = self.border_title = title
        if edge != self._below:
            self._below = self.border_subtitle = edge


class Studied(Reading):
    """A text in which every look can be painted; in others there is only `Look.MARK`.

    Textual works out the style of each component of each panel before it paints the first time.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"reading--{look}" for look in Look}


def _columns(width: int, has_bar: bool) -> int:
    """Cells of a line's text in a panel that has room for so many."""
    return max(width - (len(_BAR) if has_bar else 0), _FEWEST_CELLS)


def _layers(marks: Iterable[Mark]) -> dict[Look, list[Span]]:
    """The marked stretches by look, in order."""
    found: dict[Look, list[Span]] = {}
    for mark in marks:
        found.setdefault(mark.look, []).append((mark.start, mark.end))
    for spans in found.values():
        spans.sort()
    return found


def _on(spans: Sequence[Span], line: Line) -> list[Span]:
    """What of the stretches, which do not overlap, lies on a line; counted from its beginning."""
    first = bisect_right(spans, line.start, key=lambda span: span[1])
    found = []
    for start, end in islice(spans, first, None):
        if start >= line.end:
            break
        found.append((max(start, line.start) - line.start, min(end, line.end) - line.start))
    return found
