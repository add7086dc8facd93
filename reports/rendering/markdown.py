"""A page in Markdown.

Text from outside cannot become structure: its special characters are escaped, so that a claim
with a pipe, a heading or a link in it stays a claim with a pipe, a heading or a link in it.
"""

import re

from corpus.visible import visible
from reports.rendering import layout

_SPECIAL = re.compile(r"([\\`*_\[\]<>&|~$#!])")
_ESCAPED = r"\\\1"
_ADDRESS = re.compile(r"(?i)\b(https?|ftp|mailto|www)(?=[:.])")
"""What some renderers make a link of by themselves."""
_LEADING = re.compile(r"^([-+=]|\d+[.)](?=\s|$))")


def markdown_of(page: layout.Page) -> str:
    """The page as Markdown text, ending in a newline."""
    parts = [f"# {inline(page.title)}", escape(page.subtitle)]
    parts += [f"> **{inline(text)}**" for text in page.warnings]
    for section in page.sections:
        parts.append(f"## {inline(section.title)}")
        parts += [_block(block) for block in section.blocks]
    return "\n\n".join(parts) + "\n"


def escape(text: str) -> str:
    """One line of text that Markdown shows as it is; line ends become spaces."""
    return _not_leading(inline(text))


def inline(text: str) -> str:
    """The same, for a place that is not the start of a line."""
    return _escaped(" ".join(visible(text).split()))


def _escaped(line: str) -> str:
    return _ADDRESS.sub(r"\1\\", _SPECIAL.sub(_ESCAPED, line))


def _not_leading(line: str) -> str:
    """A line that opens no list, rule or heading."""
    return _LEADING.sub(lambda match: f"{match[1][:-1]}\\{match[1][-1]}", line)


def _block(block: layout.Block) -> str:
    match block:
        case layout.Text():
            return _paragraph(block)
        case layout.Listed():
            return _listed(block)
        case layout.Table():
            return _table(block)
        case layout.Item():
            return _item(block)


def _paragraph(block: layout.Text) -> str:
    if block.lead:
        return f"**{inline(block.lead)}** {inline(block.text)}".rstrip()
    text = escape(block.text)
    return f"**{text}**" if block.strong else text


def _listed(block: layout.Listed) -> str:
    lines = []
    for index, (word, text) in enumerate(block.points, start=1):
        mark = f"{index}." if block.numbered else "-"
        said = f"**{inline(word)}** {inline(text)}" if word else escape(text)
        lines.append(f"{mark} {said}")
    return "\n".join(lines)


def _table(block: layout.Table) -> str:
    rule = "|".join([" --- ", *(" ---: " for _ in block.columns[1:])])
    lines = [_row(block.columns), f"|{rule}|", *(_row(row) for row in block.rows)]
    parts = [f"**{inline(block.title)}**"] if block.title else []
    parts.append("\n".join(lines))
    parts += [escape(note) for note in block.notes]
    return "\n\n".join(parts)


def _row(cells: tuple[str, ...]) -> str:
    inner = " | ".join("<br>".join(inline(line) for line in cell.split("\n")) for cell in cells)
    return f"| {inner} |"


def _item(block: layout.Item) -> str:
    parts = [f"### {inline(block.title)}"]
    for name, text in block.fields:
        if "\n" in text or len(text) > 80:
            parts += [f"**{inline(name)}**", _quote(text)]
        else:
            parts.append(f"**{inline(name)}** {inline(text)}")
    return "\n\n".join(parts)


def _quote(text: str) -> str:
    """A block quotation, line by line; a blank line stays one, leading spaces are kept."""
    lines = []
    for line in visible(text).split("\n"):
        bare = line.lstrip(" \t")
        indent = "&nbsp;" * len(line[: len(line) - len(bare)].expandtabs(4))
        lines.append(f"> {indent}{_not_leading(_escaped(bare))}".rstrip())
    # Two spaces at the end of a line keep the line end.
    return "  \n".join(lines)
