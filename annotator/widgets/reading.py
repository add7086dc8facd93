"""A panel to read in: a text of any length, wrapped once a width, painted a line at a time.

A `Static` lays out and keeps every line of its text; this one makes only the lines on the screen,
so that a passage of 100,000 characters costs what a short one costs. The lines with the mark carry
a bar at their left, because colour alone is lost on some terminals and on some people. Where there
is more than the panel shows, its lower edge says so.
"""

from typing import ClassVar

from rich.segment import Segment
from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

from annotator.widgets.wrapping import ShownText, wrap

_BAR = "▌ "
_NO_BAR = "  "
_FEWEST_CELLS = 4
"""Narrower than this, a text is wrapped as if it had them, and cut off at the right."""

_NO_BORDER = ("", "none", "hidden")
_NOTHING = Content("")


class Reading(ScrollView, inherit_bindings=False):
    """A text that scrolls up and down."""

    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {"reading--mark", "reading--bar"}
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
        & > .reading--bar { text-style: bold; }
    }
    """

    def __init__(self, *, id: str) -> None:  # noqa: A002 - Textual's own name
        super().__init__(id=id)
        self._shown = ShownText("")
        self._lines: list[Content] = []
        self._wrapped_at = 0
        self._title = _NOTHING

    def show(self, title: Content, shown: ShownText) -> None:
        """Put another text into the panel, at its beginning or where its mark is in sight."""
        self._title = title
        self._shown = shown
        self._wrapped_at = 0
        self.scroll_to(y=0, animate=False)
        self._fit()
        self.refresh(layout=True)

    def notify_style_update(self) -> None:
        """Textual's: another theme, so another look of the mark."""
        super().notify_style_update()
        self._wrapped_at = 0

    def get_content_height(self, _container: Size, _viewport: Size, width: int) -> int:
        """Textual's: as many lines as the text has at that width."""
        return len(self._wrap(width - self.styles.scrollbar_size_vertical))

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
        segments = lines[index].render_segments(base)
        if self._has_mark:
            bar = self.get_visual_style("reading--bar")
            marked = bool(lines[index].spans)
            segments = [Segment(_BAR if marked else _NO_BAR, bar.rich_style), *segments]
        return Strip(segments).adjust_cell_length(width, base.rich_style)

    @property
    def _has_mark(self) -> bool:
        start, end = self._shown.mark
        return start < end

    def _wrap(self, width: int) -> list[Content]:
        width = max(width - (len(_BAR) if self._has_mark else 0), _FEWEST_CELLS)
        if width != self._wrapped_at:
            style = self.get_visual_style("reading--mark")
            self._lines = wrap(self._shown, width, style)
            self._wrapped_at = width
        return self._lines

    def _fit(self) -> None:
        region = self.scrollable_content_region
        if not region.width:
            return
        lines = self._wrap(region.width)
        self.virtual_size = Size(region.width, len(lines))
        first = next((y for y, line in enumerate(lines) if line.spans), 0)
        if first >= region.height:
            self.scroll_to(y=first - region.height // 3, animate=False, force=True)
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
        self.border_title = title
        self.border_subtitle = edge
