"""What is shown, and the way back: a place on the screen is a place in the raw text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.widgets.offsets import TAB_STOP, shown_form
from annotator.widgets.wrapping import Look, Mark, ShownText, wrap
from corpus.visible import visible
from tests.annotator.hostile import HOSTILE

_ODD = "\t\n\r\x00\x1b\x7f\x85\xad\u200b\u202e\ufeff e\u0301漢👩x"
RAW = st.text(st.one_of(st.sampled_from(_ODD), st.characters(codec="utf-8")))


@given(RAW)
def test_what_is_shown_is_the_visible_text_with_its_tabs_as_spaces(raw: str) -> None:
    text, offsets = shown_form(raw)
    for at, character in enumerate(raw):
        form = text[offsets.to_shown(at) : offsets.to_shown(at + 1)]
        if character == "\t":
            assert form.isspace()
            line = text.rfind("\n", 0, offsets.to_shown(at)) + 1
            assert (offsets.to_shown(at + 1) - line) % TAB_STOP == 0
        elif raw[at : at + 2] == "\r\n":
            assert form == "\n"
        elif raw[max(0, at - 1) : at + 1] == "\r\n":
            assert form == ""
        else:
            assert form == visible(character)
    assert offsets.to_shown(len(raw)) == len(text)


@given(RAW)
def test_an_offset_goes_there_and_back(raw: str) -> None:
    text, offsets = shown_form(raw)
    for at in range(len(raw) + 1):
        if raw[max(0, at - 1) : at + 1] != "\r\n":
            assert offsets.to_raw(offsets.to_shown(at)) == at
            assert offsets.to_raw(offsets.to_shown(at), up=True) == at
    for shown in range(len(text) + 1):
        low, high = offsets.to_raw(shown), offsets.to_raw(shown, up=True)
        assert 0 <= low <= high <= len(raw)
        assert offsets.to_shown(low) <= shown <= offsets.to_shown(high)


@given(RAW, st.data())
def test_a_stretch_that_is_chosen_on_the_screen_holds_whole_characters(
    raw: str, data: st.DataObject
) -> None:
    text, offsets = shown_form(raw)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    raw_start, raw_end = offsets.to_raw(start), offsets.to_raw(end, up=True)
    assert text[offsets.to_shown(raw_start) : offsets.to_shown(raw_end)].find(text[start:end]) >= 0


@given(RAW, st.integers(4, 40))
def test_each_line_knows_where_it_stands(raw: str, width: int) -> None:
    text = shown_form(raw)[0]
    at = 0
    for line in wrap(text, width):
        assert text[line.start : line.end] == line.content.plain
        assert not text[at : line.start].strip()
        at = line.end
    assert not text[at:].strip()


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("width", [4, 76])
def test_wrapping_loses_nothing_and_keeps_to_the_width(name: str, width: int) -> None:
    text = HOSTILE[name][:20_000]
    shown = ShownText.of(text, (5, 50))
    lines = wrap(shown.text, width)
    assert max(line.content.cell_length for line in lines) <= width
    kept = "".join("".join(line.content.plain.split()) for line in lines)
    assert kept == "".join(shown.text.split())
    assert all(shown.text[line.start : line.end] == line.content.plain for line in lines)


def test_a_mark_stays_on_its_characters() -> None:
    raw = "a\x1bb\u202e[c]\nd\x00\te"
    for start in range(len(raw)):
        for end in range(start + 1, len(raw) + 1):
            shown = ShownText.of(raw, marks=[Mark(start, end, Look.EVIDENCE)])
            assert shown.text == ShownText.of(raw).text
            (mark,) = shown.marks
            assert shown.offsets.to_raw(mark.start) == start
            assert shown.offsets.to_raw(mark.end) == end
    assert ShownText.of(raw, (3, 3)).marks == ()
