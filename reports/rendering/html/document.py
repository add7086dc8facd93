"""The page: one file with its style, its script and its pictures in it, for the report's words.

The words are those of every rendering (reports.rendering.page). Text from outside is made
harmless in one place, the template environment below: whatever a template prints goes through
`visible` and is escaped, and a policy in the page's head forbids it to load or to run anything.
The page is complete without its script, which only opens what a link leads to and filters items.
"""

import base64
import hashlib
import logging
import re
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from corpus.visible import visible
from reports.rendering import layout
from reports.rendering.html.anchors import Anchors, anchors_of
from reports.rendering.html.item_texts import ID, LONGEST, line_of, place_of, texts_of
from reports.rendering.item_groups import groups_of
from reports.rendering.item_index import index_of
from reports.rendering.page import page
from reports.rendering.wording import counted
from reports.report import Report

if TYPE_CHECKING:
    from reports.rendering.html.drawing import Drawing


def html_of(report: Report) -> str:
    """The report as the text of an HTML file: the same report gives the same bytes."""
    groups = groups_of(report.findings.all)
    index = index_of(report, groups)
    anchors = anchors_of(groups, index)
    return _environment().get_template("page.html.jinja").render(
        page=page(report, full=False, linked=True),
        groups=groups,
        index=index,
        anchors=anchors,
        drawing=_drawing(anchors),
        provenance=report.provenance,
        unit=report.unit,
        **_parts(),
    )  # fmt: skip


def _drawing(anchors: Anchors) -> "Drawing":
    # While it is imported matplotlib looks for fonts and complains on stderr where it cannot keep
    # what it found; the page has none of them in it.
    logging.getLogger("matplotlib").setLevel(logging.ERROR)
    from reports.rendering.html.drawing import Drawing

    return Drawing(anchors)


@cache
def _environment() -> Environment:
    made = Environment(
        loader=PackageLoader("reports.rendering.html"),
        autoescape=True,
        finalize=_visible,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.tests |= {kind.__name__.lower(): _is(kind) for kind in _KINDS}
    made.filters |= {
        "lines": str.splitlines,
        "slug": slug,
        "runs": runs,
        "unbroken": unbroken,
        "together": together,
        "commands": commands,
    }
    made.globals |= {
        "counted": counted, "texts_of": texts_of, "line_of": line_of, "place_of": place_of,
        "ID": ID, "LONGEST": LONGEST, "WORDS": _WORDS,
    }  # fmt: skip
    return made


_KINDS = (layout.Text, layout.Listed, layout.Table, layout.Item)

_WORDS = {"YES": "yes", "NO": "no", "NOT SETTLED": "open", "UNKNOWN": "open"}
"""How the answer's words look."""


def _is(kind: type) -> Any:
    return lambda block: isinstance(block, kind)


def _visible(value: object) -> object:
    """What is printed: markup of our own as it is, any text with its hidden characters shown."""
    if isinstance(value, Markup) or not isinstance(value, str):
        return value
    return visible(value)


def slug(title: str) -> str:
    """A section's id from its title, which is ours."""
    return "-".join("".join(c if c.isalnum() else " " for c in title.lower()).split())


def runs(section: layout.Section) -> list[list[layout.Block]]:
    """A section's blocks: what comes first, and what may stand beside each other after it."""
    found: list[list[layout.Block]] = [[]]
    for block in section.blocks:
        opens = (isinstance(block, layout.Text) and block.lead) or (
            isinstance(block, layout.Table) and block.folded and block.picture
        )
        if opens:
            found.append([])
        found[-1].append(block)
    return found


def unbroken(text: str) -> str:
    """Our words with each number kept beside its sign."""
    return text.replace(" %", "\u00a0%").replace("n = ", "n\u00a0=\u00a0")


def together(cell: str) -> str:
    """A figure of a table, which may break before its interval and nowhere else."""
    if not any(letter.isdigit() for letter in cell):
        return cell
    return cell.replace(" ", "\u00a0").replace("\u00a0(", " (")


_COMMAND = re.compile(r"(crosssource [a-z].*?)(?=\. |[;,] |\.?$)")


def commands(text: str) -> list[list[str]]:
    """A sentence in turns: words as they are, and the words of a command to type."""
    turns = _COMMAND.split(text)
    return [part.split() if odd % 2 else [part] for odd, part in enumerate(turns)]


def _parts() -> Mapping[str, object]:
    """The style and the script, with the hashes by which the page's policy knows them."""
    files = {"style": "page.css", "script": "page.js"}
    folder = resources.files("reports.rendering.html") / "templates"
    found: dict[str, object] = {}
    for name, file in files.items():
        text = (folder / file).read_text("utf-8")
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        found |= {name: Markup(text), f"{name}_hash": f"sha256-{digest}"}  # noqa: S704
    return found
