"""Text from outside, safe to show: what would move the cursor or reorder a line is made visible.

Control characters become Unicode's control pictures (ESC is shown as ␛). Those without a picture,
bidirectional overrides and isolates, zero-width characters and half surrogates become their code
between brackets (⟨U+202E⟩). Tabs and line ends stay; a soft hyphen is shown as the hyphen that it
prints as. It is for the screen only: never stored, and offsets do not count in it.
"""

_DELETE_PICTURE = 0x2421
_INVISIBLE = (
    *range(0x200B, 0x2010),  # zero-width space, joiners, left-to-right and right-to-left marks
    *range(0x2028, 0x202F),  # line and paragraph separators, embeddings and overrides
    *range(0x2060, 0x2070),  # word joiner, invisible operators, isolates
    *range(0xFFF9, 0xFFFC),  # interlinear annotation
    *range(0xE0000, 0xE0080),  # tags
    *range(0xD800, 0xE000),  # half of a surrogate pair
    0x034F,  # combining grapheme joiner
    0x061C,  # Arabic letter mark
    0x115F,  # Hangul fillers
    0x1160,
    0x180E,  # Mongolian vowel separator
    0x3164,
    0xFEFF,  # byte-order mark
    0xFFFE,  # no characters, and no file of XML may hold them
    0xFFFF,
)
_KEPT = (0x09, 0x0A)

_TABLE: dict[int, str] = (
    {code: chr(0x2400 + code) for code in range(0x20) if code not in _KEPT}
    | {0x7F: chr(_DELETE_PICTURE), 0xAD: "\u2010"}
    | {code: f"⟨U+{code:04X}⟩" for code in (*range(0x80, 0xA0), *_INVISIBLE)}
)

NOT_VISIBLE = frozenset(_TABLE)
"""The code points of all these characters, for a medium that has its own way to show them."""


def visible(text: str) -> str:
    """The text with every character that a terminal would obey, or would hide, made visible."""
    return text.replace("\r\n", "\n").translate(_TABLE)
