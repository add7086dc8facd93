"""A matplotlib figure as SVG that may stand in the page: no colours, no styles, no scripts.

matplotlib writes whole documents with fonts and colours in them. Here only shapes and words are
kept. What an artist is (a `Role`, given as its gid) becomes the class of its group, and the page's
style sheet says what a class looks like in light, in dark and on paper. Ids are made the page's
own, so that two pictures do not share any.
"""

import io
import re
import warnings
from collections.abc import Mapping
from enum import StrEnum
from typing import Any
from xml.etree import ElementTree

import matplotlib as mpl
from markupsafe import Markup
from matplotlib.figure import Figure

_SETTINGS: Any = {
    "svg.fonttype": "none",  # words stay words
    "svg.hashsalt": "crosssource",  # the same picture has the same bytes
    "text.parse_math": False,  # a name with dollar signs is a name
    "font.family": "DejaVu Sans",  # the one that matplotlib brings
}
_METADATA = {"Date": None, "Creator": None, "Format": None, "Type": None}
_KEPT = frozenset(("svg", "g", "path", "text", "tspan", "a", "defs", "use"))
_ATTRIBUTES = frozenset(("d", "x", "y", "transform", "viewBox"))
_STYLES = frozenset(("font-size", "text-anchor", "opacity", "fill-opacity"))
_LONG_NUMBER = re.compile(r"-?\d+\.\d{3,}")
_XLINK = "{http://www.w3.org/1999/xlink}href"


class Role(StrEnum):
    """What an artist shows: the class that it has in the page."""

    LABEL = "label"
    VALUE = "value"
    QUIET = "quiet"
    """Words that only help."""
    GRID = "grid"
    LINE = "line"
    """The line that intervals are held against."""
    SPAN = "span"
    """An interval."""
    DOT = "dot"
    BESIDE = "beside"
    BAR = "bar"
    SAME = "same"
    """A cell in which judge and people agree."""
    DIFFER = "differ"
    FRAME = "frame"


def svg_of(figure: Figure, key: str, links: Mapping[str, str] | None = None) -> Markup:
    """The figure as an `svg` element.

    Args:
        key: begins the ids in it; letters and digits, another one for every picture of the page.
        links: what each link in it (`#id`) is called for whoever cannot see it.
    """
    # Each artist's words were made visible by whoever drew it; matplotlib and ElementTree escape.
    with mpl.rc_context(_SETTINGS), warnings.catch_warnings():
        # Widths are measured in a font that may lack a letter; the browser has its own.
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        stream = io.BytesIO()
        figure.savefig(stream, format="svg", metadata=_METADATA, transparent=True)
    root = ElementTree.fromstring(stream.getvalue())  # noqa: S314 - matplotlib wrote it just now
    _clean(root, key, links or {})
    root.set("focusable", "false")
    return Markup(ElementTree.tostring(root, encoding="unicode"))  # noqa: S704 - escaped by both


def _clean(element: ElementTree.Element, key: str, links: Mapping[str, str]) -> None:
    """Keep shapes and words, named as they are within a page, and what may be said of them."""
    name = _local(element)
    kept = _kept(element, name, key)
    if name == "a":
        kept["aria-label"] = links[kept["href"]]
    element.tag = name
    element.attrib = kept
    element.tail = None
    if name != "text":
        element.text = None
    for child in list(element):
        if _local(child) in _KEPT:
            _clean(child, key, links)
        else:
            element.remove(child)


def _local(element: ElementTree.Element) -> str:
    return element.tag.rpartition("}")[2]


def _kept(element: ElementTree.Element, name: str, key: str) -> dict[str, str]:
    found = {
        attribute: _LONG_NUMBER.sub(_short, " ".join(value.split()))
        for attribute, value in element.attrib.items()
        if attribute in _ATTRIBUTES
    }
    style = dict(part.split(": ", 1) for part in element.get("style", "").split("; ") if part)
    found |= {name: value for name, value in style.items() if name in _STYLES}
    given = element.get("id", "")
    if name == "g" and given in set(Role):
        found["class"] = given
    elif name == "path" and given:
        found["id"] = f"{key}-{given}"
    if target := element.get(_XLINK):
        found["href"] = f"#{key}-{target[1:]}" if name == "use" else target
    return found


def _short(match: re.Match[str]) -> str:
    return f"{float(match[0]):.2f}".rstrip("0").rstrip(".")
