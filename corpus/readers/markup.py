"""HTML and Markdown: the text that a browser would show, in lines; never the markup.

Markdown becomes HTML first (CommonMark with tables; front matter is left out), so both are
rendered by the same library. Its line ends inside a paragraph are spaces, but where that is a
transcript: lines are how one is cited, so they are kept. Neither format has pages. The
title of the file is kept as metadata.
"""

import re
from dataclasses import dataclass
from pathlib import Path

import inscriptis
import lxml.etree
import lxml.html
from inscriptis.css_profiles import CSS_PROFILES
from inscriptis.model.config import ParserConfig

from corpus.errors import InputError
from corpus.quoting.transcript import transcript_of
from corpus.readers import preformatted
from corpus.readers.extracted import Extracted, Limits, refuse_long
from corpus.readers.source import NoTextError

_XML_DECLARATION = re.compile(r"^\s*<\?xml[^>]*\?>")
_CONFIG = ParserConfig(css=CSS_PROFILES["strict"])
"""As a browser: a word of several `<span>` is one word."""
_DEEPEST = 100
"""Levels of quotes and lists in Markdown."""
_FRONT_MATTER = re.compile(
    r"\A---[^\S\n]*\n(?=[\w-]+:).*?\n(?:---|\.\.\.)[^\S\n]*(?:\n|\Z)", re.DOTALL
)
_NUMBERED = re.compile(r"^\s*\d{1,2}(?=\s)", re.MULTILINE)
_FEWEST_LINES = 5
"""With a number before them, in what may be a transcript."""


@dataclass(frozen=True, slots=True)
class _Shown:
    text: str
    title: str


def extract(path: Path, where: str, limits: Limits, *, kind: str, encoding: str) -> Extracted:
    """The text of a file of HTML or Markdown.

    Args:
        kind: `html` or `markdown`.
        encoding: how its characters are written; it was tried before.

    Raises:
        NoTextError: it shows no text.
        InputError: it cannot be rendered.
    """
    source = path.read_bytes().decode(encoding).removeprefix("\ufeff").replace("\0", "\ufffd")
    try:
        shown = _rendered(source if kind == "html" else _html_of(source, where), where)
        if kind == "markdown" and len(_NUMBERED.findall(source)) >= _FEWEST_LINES:
            in_lines = _rendered(_html_of(source, where, keeps_lines=True), where)
            shown = in_lines if transcript_of(in_lines.text) else shown
    except lxml.etree.ParserError as error:  # there is no element in it
        raise NoTextError(f"{where} holds no text; leave it out.") from error
    except (lxml.etree.LxmlError, ValueError, RecursionError) as error:
        raise InputError(
            f"{where} cannot be read as HTML: it is garbled, or nested too deeply; open it in a "
            "browser and print it to a PDF."
        ) from error
    refuse_long(len(shown.text), where, limits)
    if not shown.text.strip():
        raise NoTextError(f"{where} shows no text; leave it out.")
    metadata = {"title in the file": shown.title} if shown.title else {}
    return Extracted(text=shown.text, metadata=metadata)


def _rendered(html: str, where: str) -> _Shown:
    parser = lxml.html.HTMLParser()
    root = lxml.html.document_fromstring(_XML_DECLARATION.sub("", html), parser)
    _refuse_cut(parser, where)
    preformatted.inherit(root)
    title = " ".join((root.findtext(".//title") or "").split())
    return _Shown(inscriptis.Inscriptis(root, _CONFIG).get_text(), title)


def _html_of(markdown: str, where: str, *, keeps_lines: bool = False) -> str:
    from markdown_it import MarkdownIt

    options = {"maxNesting": _DEEPEST, "breaks": keeps_lines}
    renderer = MarkdownIt("commonmark", options).enable("table")
    source = _FRONT_MATTER.sub("", markdown.replace("\r\n", "\n"))
    if keeps_lines:
        source = source.replace("\f", "\n\n")
    tokens = renderer.parse(source)
    if any(token.level >= _DEEPEST - 1 for token in tokens):  # what lies deeper is left out
        raise _too_deep(where)
    return str(renderer.renderer.render(tokens, renderer.options, {}))


def _refuse_cut(parser: lxml.html.HTMLParser, where: str) -> None:
    """What lies deeper than the parser goes is left out by it, and said in its log alone."""
    if any(entry.type_name == "ERR_RESOURCE_LIMIT" for entry in parser.error_log):
        raise _too_deep(where)


def _too_deep(where: str) -> InputError:
    return InputError(
        f"{where} is nested too deeply to be read whole; print it to a PDF and add that."
    )
