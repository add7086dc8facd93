"""A page on a stream or as Markdown, for pages that are no agreement report."""

import sys
from typing import TextIO

from rich.console import Console

from reports.rendering import markdown as markdown_report
from reports.rendering import terminal
from reports.rendering.layout import Page


def show(content: Page, stream: TextIO | None = None) -> None:
    """Write the page to a stream (default: stdout). Colours only where it is a terminal."""
    console = Console(file=stream or sys.stdout, highlight=False, markup=False, emoji=False)
    if not console.is_terminal:
        console.width = terminal.NARROWEST
    console.width = min(console.width, terminal.WIDEST)
    for part in terminal._parts(content):
        console.print(part)


def markdown(content: Page) -> str:
    """The page as Markdown text, ending in a newline."""
    inline = markdown_report.inline
    parts = [f"# {inline(content.title)}", markdown_report.escape(content.subtitle)]
    parts += [f"> **{inline(text)}**" for text in content.warnings]
    for section in content.sections:
        parts.append(f"## {inline(section.title)}")
        parts += [markdown_report._block(block) for block in section.blocks]
    return "\n\n".join(parts) + "\n"
