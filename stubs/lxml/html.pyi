from collections.abc import Iterable

from lxml.etree import _Element

class _Entry:
    type_name: str

class HTMLParser:
    error_log: Iterable[_Entry]

def document_fromstring(html: str, parser: HTMLParser | None = ...) -> _Element: ...
