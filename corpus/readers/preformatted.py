"""Text that a page shows line for line (`<pre>`, `white-space: pre`), also where it is marked up.

White space is inherited: `<pre>one <b>two\\nthree</b></pre>` has two lines in a browser. inscriptis
gives each element its own, so every element inside is told.
"""

import re

from lxml.etree import _Element as Element

_STATED = re.compile(r"white-space\s*:\s*([\w-]+)", re.IGNORECASE)
_KEEPS_LINES = ("pre", "pre-wrap", "pre-line", "break-spaces")
_TAGS = ("pre", "listing", "xmp", "plaintext", "textarea")


def inherit(root: Element) -> None:
    """Has every element below a preformatted one be preformatted, unless its style says not."""
    inside: set[Element] = set()
    for element in root.iter("*"):
        style = element.get("style", "")
        stated = _STATED.findall(style)
        if stated:
            keeps = stated[-1].lower() in _KEEPS_LINES
        elif element.tag in _TAGS:
            keeps = True
        else:
            keeps = element.getparent() in inside
            if keeps:
                element.set("style", f"white-space:pre;{style}")
        if keeps:
            inside.add(element)
