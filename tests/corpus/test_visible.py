"""Text on a terminal: nothing in it is obeyed, nothing in it hides."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corpus.visible import visible


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain [bold] § “text”\n\tkept", "plain [bold] § “text”\n\tkept"),
        ("\x1b[31mred", "␛[31mred"),
        ("a\x00b\x7f", "a␀b␡"),
        ("one\r\ntwo\rthree", "one\ntwo␍three"),
        ("\x9b31m", "⟨U+009B⟩31m"),  # the C1 form of an escape sequence
        ("\u202eevil\u2066", "⟨U+202E⟩evil⟨U+2066⟩"),
        ("zero\u200bwidth\ufeff", "zero⟨U+200B⟩width⟨U+FEFF⟩"),
        ("soft\u00adhyphen", "soft‐hyphen"),
        ("\udc80", "⟨U+DC80⟩"),
        ("e\u0301 ü", "e\u0301 ü"),
        ("", ""),
    ],
)
def test_table(text: str, shown: str) -> None:
    assert visible(text) == shown


@settings(deadline=None)
@given(st.text())
def test_no_control_or_format_character_is_left(text: str) -> None:
    # Cf holds visible signs too (the Arabic number sign); those that reorder or hide are out.
    left = {
        unicodedata.category(character) for character in visible(text) if character not in "\n\t"
    }
    assert not left & {"Cc", "Cs"}
    assert not set(visible(text)) & set(
        "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200b"
    )


@settings(deadline=None)
@given(st.text())
def test_what_is_visible_stays_so(text: str) -> None:
    assert visible(visible(text)) == visible(text)
