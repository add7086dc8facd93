"""HTML and Markdown: the text that a browser would show, in lines; never the markup.

Markdown becomes HTML first (CommonMark with tables; front matter is left out), so both are
rendered by the same library. Neither has pages. The title of the file is kept as metadata.
"""

import re
from pathlib import Path

import inscriptis
import lxml.etree
import lxml.html
from inscriptis.css_profiles import CSS_PROFILES
from inscriptis.model.config import ParserConfig

from corpus.errors import InputError
from corpus.readers.extracted import Extracted, Limits, refuse_long
from corpus.readers.source import NoTextError

_XML_DECLARATION = re.compile(r"^\s*<\?xml[^>]*\?>")
_FRONT_MATTER = re.compile(r"\A---[^\S\n]*\n.*?\n(?:---|\.\.\.)[^\S\n]*(?:\n|\Z)", re.DOTALL)


def extract(path: Path, where: str, limits: Limits, *, kind: str, encoding: str) -> Extracted:
    """The text of a file of HTML or Markdown.

    Args:
        kind: `html` or `markdown`.
        encoding: how its characters are written; it was tried before.

    Raises:
        NoTextError: it shows no text.
        InputError: it cannot be rendered.
    """
    source = path.read_bytes().decode(encoding).removeprefix("\ufeff")
    html = source if kind == "html" else _html_of(source)
    try:
        root = lxml.html.document_fromstring(_XML_DECLARATION.sub("", html))
        text = inscriptis.Inscriptis(root, _CONFIG).get_text()
    except (lxml.etree.LxmlError, ValueError, RecursionError) as error:
        if not html.strip():
            raise NoTextError(f"{where} holds no text; leave it out.") from error
        raise InputError(
            f"{where} cannot be read as HTML ({type(error).__name__}); open it in a browser and "
            "print it to a PDF."
        ) from error
    refuse_long(len(text), where, limits)
    if not text.strip():
        raise NoTextError(f"{where} shows no text; leave it out.")
    title = " ".join((root.findtext(".//title") or "").split())
    return Extracted(text=text, metadata={"title in the file": title} if title else {})


_CONFIG = ParserConfig(css=CSS_PROFILES["strict"])


def _html_of(markdown: str) -> str:
    from markdown_it import MarkdownIt

    renderer = MarkdownIt("commonmark").enable("table")
    return str(renderer.render(_FRONT_MATTER.sub("", markdown.replace("\r\n", "\n"))))
