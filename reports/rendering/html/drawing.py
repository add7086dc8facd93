"""Pictures drawn for a page, each with ids of its own and links to the page's items."""

from itertools import count

from markupsafe import Markup

from reports.rendering.html.anchors import Anchors
from reports.rendering.html.bar_chart import draw_bars
from reports.rendering.html.dot_plot import draw_dots
from reports.rendering.html.heat_map import draw_heat
from reports.rendering.html.svg import svg_of
from reports.rendering.pictures import Bars, Dots, Heat, Picture


class Drawing:
    """What draws the pictures of one page."""

    def __init__(self, anchors: Anchors) -> None:
        self._anchors = anchors
        self._numbers = count(1)

    def svg(self, picture: Picture) -> Markup:
        """One picture."""
        key = f"p{next(self._numbers)}"
        match picture:
            case Dots():
                return svg_of(draw_dots(picture), key)
            case Bars():
                return svg_of(draw_bars(picture), key)
            case Heat():
                cells = [cell for row in picture.cells for cell in row]
                links = {self._anchors.href(cell.link): cell.text for cell in cells}
                return svg_of(draw_heat(picture, self._anchors.href), key, links)

    def kind(self, picture: Picture) -> str:
        """What a picture is: `dots`, `bars` or `heat`."""
        return type(picture).__name__.lower()
