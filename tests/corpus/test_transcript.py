"""Transcripts: page and line of a character, and quotes across numbered lines."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corpus.document import Document, Part
from corpus.quoting.quotes import LINE_NUMBERS, QuoteMatch, find_quote, locate
from corpus.quoting.transcript import transcript_of
from corpus.quoting.views import NORMALISATIONS

COUNTED = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
SPOKEN = [
    "Q.  Did you see the defend-",
    "ant on the morning of",
    "May 3?",
    "A.  Yes. I saw him enter the",
    "warehouse at 7 o'clock.",
    "",
    "Q.  Was he “alone”?",
    *(f"A.  Answer {word}." for word in COUNTED),
    *(f"Q.  Question {word}?" for word in COUNTED),
]


def numbered(spoken: list[str], form: str = "{0:2}   {1}") -> str:
    return "\n".join(form.format(n, line).rstrip() for n, line in enumerate(spoken, 1)) + "\n"


def headed(*labels: str, spoken: list[str] = SPOKEN) -> str:
    return "\f".join(f"{label:>40}\n\n{numbered(spoken)}\n" for label in labels)


def places(text: str, quote: str) -> list[QuoteMatch]:
    part = Part(kind="text", start=0, end=len(text))
    return find_quote([Document(id="d", title="d", text=text, parts=(part,))], quote)


SHAPES = [
    headed("Page 12", "Page 13"),
    headed("12", "13"),
    headed("- 12 -", "- 13 -"),
    headed("00012", "00013"),
    headed("Deposition of A. Smith   Page 12", "Deposition of A. Smith   Page 13"),
    headed("Page 12", "Page 13").replace("\n", "\r\n"),
    headed("Page 12", "Page 13").replace("\n", "\n\n"),
    headed("Page 12", "Page 13").replace("\f", "Ace Reporting, 555-0100\n\f"),
    "".join(f"{numbered(SPOKEN)}\n      {label}\n\f" for label in (12, 13)),  # at the foot
    "".join(f"000{label}\n{numbered(SPOKEN, '{0:02} {1}')}" for label in (12, 13)),  # ASCII format
    "\f".join(f"   {label}\n{numbered(SPOKEN).rstrip()}" for label in (12, 13)),
    "".join(f"{numbered(SPOKEN)}\n  {label}\f" for label in (12, 13)),
    headed("Page 12", "Page 13").replace("\n", "\r"),
    headed("Page 12", "Page 13").replace("\n", "\u2028"),
]


@pytest.mark.parametrize("text", SHAPES)
def test_a_transcript_is_read(text: str) -> None:
    transcript = transcript_of(text)
    assert transcript is not None
    assert len(transcript.lines) == 50
    assert transcript.line_at(text.index("May 3?")) == "12:3"
    assert transcript.line_at(text.rindex("May 3?")) == "13:3"
    assert transcript.line_at(text.rindex("7 o'clock")) == "13:5"
    first, last = text.index("Yes. I"), text.index("Was he") + len("Was he")
    assert transcript.lines_of(first, last) == "12:4-7"
    assert transcript.lines_of(first, first + 3) == "12:4"
    assert transcript.lines_of(text.index("Question nine"), text.rindex("ant on")) == "12:25-13:1"


@pytest.mark.parametrize("text", SHAPES)
def test_a_quote_across_numbered_lines_is_found(text: str) -> None:
    first, second = places(text, "see the defendant on the morning of May 3?")
    assert (first.lines, second.lines) == ("12:1-3", "13:1-3")
    assert first.normalisations == ("white space", "line-end hyphens", LINE_NUMBERS)
    assert text[first.start : first.end].startswith("see the defend-")
    across, _ = places(text, 'enter the warehouse at 7 o\'clock. Q. Was he "alone"?')
    assert across.lines == "12:4-7"  # line 6 is blank; the 7 of the clock is no line number
    (turn,) = places(text, "Question nine? Q. Did you")
    assert turn.lines == "12:25-13:1"


def test_a_quote_inside_a_line_takes_nothing() -> None:
    match = places(SHAPES[0], "warehouse at 7")[0]
    assert (match.lines, match.normalisations) == ("12:5", ())


def test_line_numbers_are_a_named_normalisation_tried_last() -> None:
    assert list(NORMALISATIONS)[-1] == LINE_NUMBERS == "line numbers"


PROSE = [
    "",
    "The court so held.\n" * 40,
    "1. One\n2. Two\n3. Three\n4. Four\n5. Five\n6. Six\n",
    "12\n\n1 one\n2 two\n3 three\n4 four\n5 five\n",  # a table under a number
    "Page 12\n\n1 one\n2 two\n3 three\n",
    numbered(SPOKEN),  # no page is named, so no line can be cited
    "Page 12\n" + numbered(SPOKEN[:6]) + "The court so held.\n" * 9 + numbered(SPOKEN[:2]),
]


@pytest.mark.parametrize("text", PROSE)
def test_another_text_is_no_transcript(text: str) -> None:
    assert transcript_of(text) is None


def test_in_a_text_that_is_none_numbers_are_words() -> None:
    assert locate("He paid\n2 dollars to\n3 men.", "He paid dollars") == []
    (match,) = places("He paid two dollars.", "two dollars")
    assert match.lines is None


def test_a_page_whose_number_is_not_printed_has_no_lines() -> None:
    text = headed("Page 12", "", "Page 14")
    transcript = transcript_of(text)
    assert transcript is not None
    unlabelled = text.index("May 3?", text.index("\f"))
    assert transcript.line_at(unlabelled) is None
    assert transcript.lines_of(unlabelled, unlabelled + 3) is None
    assert [match.lines for match in places(text, "May 3?")] == ["12:3", None, "14:3"]


def test_outside_the_lines_there_is_no_line() -> None:
    text = "A cover sheet.\n" + headed("Page 12") + "A certificate."
    transcript = transcript_of(text)
    assert transcript is not None
    assert transcript.line_at(0) is None
    assert transcript.line_at(text.index("Page")) is None
    assert transcript.line_at(len(text) - 1) is None
    assert transcript.line_at(len(text) + 5) is None
    assert transcript.lines_of(0, 5) is None
    assert transcript.line_at(text.index(" 7   Q.") + 1) == "12:7"  # the number belongs to its line


def test_a_page_number_under_a_short_page_is_not_its_next_line() -> None:
    text = headed("12") + "\f" + "13\n\n" + numbered(SPOKEN[:13]) + "\n14\n\n" + numbered(SPOKEN)
    transcript = transcript_of(text)
    assert transcript is not None
    assert [line.page for line in transcript.lines].count("13") == 13
    assert transcript.line_at(len(text) - 4) == "14:25"


@pytest.mark.parametrize("at_the_foot", [False, True])
def test_pages_26_to_28_are_no_lines_of_a_transcript(at_the_foot: bool) -> None:
    labels = range(24, 30)
    pages = [
        f"{numbered(SPOKEN)}\n{n}\n" if at_the_foot else f"{n}\n{numbered(SPOKEN)}" for n in labels
    ]
    transcript = transcript_of("\f".join(pages))
    assert transcript is not None
    assert [(line.page, line.number) for line in transcript.lines] == [
        (str(label), number) for label in labels for number in range(1, 26)
    ]


def test_pleading_paper_has_28_lines() -> None:
    spoken = [f"plaintiff alleges that {word}" for word in (*COUNTED, *COUNTED, *COUNTED, "so")]
    text = "\f".join(f"{numbered(spoken)}\n- {label} -\n" for label in (3, 4))
    transcript = transcript_of(text)
    assert transcript is not None
    assert len(transcript.lines) == 56
    assert transcript.line_at(text.index("that so")) == "3:28"
    turn = places(text, "that so plaintiff alleges that one")
    assert [match.lines for match in turn] == ["3:28-4:1"]


def test_page_one_is_not_a_line() -> None:
    text = "1\n" + numbered(SPOKEN) + "2\n" + numbered(SPOKEN)
    transcript = transcript_of(text)
    assert transcript is not None
    assert [line.page for line in transcript.lines] == ["1"] * 25 + ["2"] * 25


def test_a_line_without_a_number_belongs_to_the_line_above() -> None:
    text = headed("Page 12").replace("enter the\n", "enter\nthe very\n")
    transcript = transcript_of(text)
    assert transcript is not None
    assert transcript.line_at(text.index("very")) == "12:4"


@settings(deadline=None)
@given(
    st.lists(st.sampled_from([SHAPES[0][:300], "Page 3\n", "\f", "1 a\n", "2 b\n", "3\n", "x\n"]))
    .map("".join)
    .filter(bool)
)
def test_any_text_is_read_and_its_furniture_is_in_order(text: str) -> None:
    transcript = transcript_of(text)
    if transcript is None:
        return
    edges = [edge for stretch in transcript.furniture for edge in stretch]
    assert edges == sorted(edges)
    for line in transcript.lines:
        assert line.begin <= line.start <= line.end <= len(text)
    for offset in range(len(text)):
        transcript.line_at(offset)


@pytest.mark.parametrize("unit", ["1\n", "\n", " ", "1 a\n", "1 a\n2 b\n", "Page ", "\f", "1", "-"])
def test_time_is_linear(unit: str) -> None:
    start = time.process_time()
    transcript_of(unit * (100_000 // len(unit)))
    assert time.process_time() - start < 10
