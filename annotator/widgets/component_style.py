"""The look that the style sheet gives to a part of a widget."""

from textual.style import Style
from textual.widget import Widget

_REVERSE = Style(reverse=True)


def component_style(widget: Widget, name: str, *, partial: bool = False) -> Style:
    """The style of a component class, to paint with.

    Args:
        widget: whose component it is.
        name: the component class.
        partial: without what the widget's own style gives it.
    """
    style = widget.get_visual_style(name, partial=partial)
    # Textual 8.2 leaves `reverse` out there, and a cursor that is nothing else cannot be seen.
    return style + _REVERSE if widget.get_component_styles(name).text_style.reverse else style
