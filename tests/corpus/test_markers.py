"""Markers in every shape that models write, with offsets; what is none is said to be none."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corpus.answers.marker_items import Repair, Why
from corpus.answers.markers import check, parse_markers

READ = [
    # answer, the stretches that are markers, their ids
    ("So it is [a:1], [a:2].", ["[a:1]", "[a:2]"], [["a:1"], ["a:2"]]),
    ("So it is [a:1][a:2].", ["[a:1]", "[a:2]"], [["a:1"], ["a:2"]]),
    ("So it is [a:1; b:2].", ["[a:1; b:2]"], [["a:1", "b:2"]]),
    ("So it is [a:1, a:2].", ["[a:1, a:2]"], [["a:1", "a:2"]]),
    ("So it is [a:1,b:2;c:3].", ["[a:1,b:2;c:3]"], [["a:1", "b:2", "c:3"]]),
    ("So it is [a:1-3].", ["[a:1-3]"], [["a:1", "a:2", "a:3"]]),
    ("So it is [a:1–3].", ["[a:1–3]"], [["a:1", "a:2", "a:3"]]),
    ("So it is [a:4-4].", ["[a:4-4]"], [["a:4"]]),
    ("So it is [a:1-2, b:7].", ["[a:1-2, b:7]"], [["a:1", "a:2", "b:7"]]),
    ("So it is. [a:1]", ["[a:1]"], [["a:1"]]),
    ("[a:1] So it is", ["[a:1]"], [["a:1"]]),
    ("- So it is [a:1]\n- And [b:2]", ["[a:1]", "[b:2]"], [["a:1"], ["b:2"]]),
    ("1. So it is [ a:1 ]", ["[ a:1 ]"], [["a:1"]]),
    ("So 【a:1】 it is", ["【a:1】"], [["a:1"]]),
    ("So ［a:1］ it is", ["［a:1］"], [["a:1"]]),
    (r"So \[a:1\] it is", [r"\[a:1\]"], [["a:1"]]),
    ("So **[a:1]** it is", ["**[a:1]**"], [["a:1"]]),
    ("So _[a:1]_ and `[b:2]`", ["_[a:1]_", "`[b:2]`"], [["a:1"], ["b:2"]]),
    ("So ***[a:1]*** it is", ["***[a:1]***"], [["a:1"]]),
    ("So it is<sup>[a:1]</sup>", ["<sup>[a:1]</sup>"], [["a:1"]]),
    ("So [a:1](https://x.org/1) it is", ["[a:1](https://x.org/1)"], [["a:1"]]),
    ('So [a:1](#a1 "the title") it is', ['[a:1](#a1 "the title")'], [["a:1"]]),
    ("So ([a:1]) it is", ["([a:1])"], [["a:1"]]),
    ("So [[a:1]] it is", ["[[a:1]]"], [["a:1"]]),
    ("So [a:1] (or so) it is", ["[a:1]"], [["a:1"]]),
    ("**So it is [a:1]**", ["[a:1]"], [["a:1"]]),  # that emphasis is the sentence's
    ("So [harrow-v-tidewater:0].", ["[harrow-v-tidewater:0]"], [["harrow-v-tidewater:0"]]),
    ("So [cap_8124.v2:12].", ["[cap_8124.v2:12]"], [["cap_8124.v2:12"]]),
    ("So [a-1:2-3].", ["[a-1:2-3]"], [["a-1:2", "a-1:3"]]),
    ("So [müller-gegen-ß:3].", ["[müller-gegen-ß:3]"], [["müller-gegen-ß:3"]]),
    ("So [判決:3].", ["[判決:3]"], [["判決:3"]]),
    ("So [4983:0].", ["[4983:0]"], [["4983:0"]]),
    ("So [a:1,\n b:2].", ["[a:1,\n b:2]"], [["a:1", "b:2"]]),
    ("So [a:1, and b:2].", ["[a:1, and b:2]"], [["a:1", "b:2"]]),
    ("*[a:1]*[b:2]*", ["*[a:1]*", "[b:2]"], [["a:1"], ["b:2"]]),  # one star is not two
]


@pytest.mark.parametrize(("answer", "stretches", "cited"), READ)
def test_a_marker_is_read(answer: str, stretches: list[str], cited: list[list[str]]) -> None:
    parsed = parse_markers(answer)
    assert [answer[marker.start : marker.end] for marker in parsed.markers] == stretches
    assert [list(marker.cited) for marker in parsed.markers] == cited
    assert [marker.repairs for marker in parsed.markers] == [()] * len(cited)
    assert parsed.unparsed == ()


REPAIRED = [
    ("[doc a:1]", ["a:1"], [Repair.WORD_BEFORE]),
    ("[Source: a:1; Source: b:2]", ["a:1", "b:2"], [Repair.WORD_BEFORE]),
    ("[see also a:1]", ["a:1"], [Repair.WORD_BEFORE]),
    ("[a: 1]", ["a:1"], [Repair.SPACE_AT_COLON]),
    ("[a :1]", ["a:1"], [Repair.SPACE_AT_COLON]),
    ("[a:1.]", ["a:1"], [Repair.STOP_AFTER]),
    ("[a:1, 2]", ["a:1", "a:2"], [Repair.DOCUMENT_LEFT_OUT]),
    ("[a:1, 3-4]", ["a:1", "a:3", "a:4"], [Repair.DOCUMENT_LEFT_OUT]),
    ("[a:1-a:3]", ["a:1", "a:2", "a:3"], [Repair.DOCUMENT_REPEATED]),
    ("[a:1 and b:2]", ["a:1", "b:2"], [Repair.SEPARATOR]),
    ("[a:1 b:2]", ["a:1", "b:2"], [Repair.SEPARATOR]),
    ("[a:1 | b:2]", ["a:1", "b:2"], [Repair.SEPARATOR]),
    ("[a：1，b：2]", ["a:1", "b:2"], [Repair.FULL_WIDTH]),
    ("[a:01]", ["a:1"], [Repair.LEADING_ZERO]),
    ("[doc a: 1.]", ["a:1"], [Repair.WORD_BEFORE, Repair.SPACE_AT_COLON, Repair.STOP_AFTER]),
]


@pytest.mark.parametrize(("answer", "cited", "repairs"), REPAIRED)
def test_what_has_one_reading_is_repaired_and_says_so(
    answer: str, cited: list[str], repairs: list[Repair]
) -> None:
    (marker,) = parse_markers(answer).markers
    assert list(marker.cited) == cited
    assert list(marker.repairs) == repairs


UNPARSED = [
    ("So [1] it is", "[1]", Why.NUMBER),
    ("So [1, 2] it is", "[1, 2]", Why.NUMBER),
    ("So [^3] it is", "[^3]", Why.NUMBER),
    ("So [doc 4] it is", "[doc 4]", Why.NUMBER),
    ("So [harrow-v-tidewater] it is", "[harrow-v-tidewater]", Why.NO_INDEX),
    ("So [a:3-1] it is", "[a:3-1]", Why.REVERSED_RANGE),
    ("So [a:1-51] it is", "[a:1-51]", Why.HUGE_RANGE),
    ("So [a:1-999999999] it is", "[a:1-999999999]", Why.HUGE_RANGE),
    ("So [a:1-b:3] it is", "[a:1-b:3]", Why.SHAPE),
    ("So [Note: 3] it is", "[Note: 3]", Why.SHAPE),  # prose, not a document
    ("So [12: 30] it is", "[12: 30]", Why.SHAPE),  # a time of day, perhaps
    ("So [the rule in a:1 is so] it is", "[the rule in a:1 is so]", Why.SHAPE),
    ("So [a:1234567890] it is", "[a:1234567890]", Why.SHAPE),
]


@pytest.mark.parametrize(("answer", "text", "why"), UNPARSED)
def test_what_only_looks_like_a_marker_is_reported(answer: str, text: str, why: Why) -> None:
    parsed = parse_markers(answer)
    assert parsed.markers == ()
    (bracket,) = parsed.unparsed
    assert (bracket.text, bracket.why) == (text, why)
    assert answer[bracket.start : bracket.end] == text


@pytest.mark.parametrize(
    "answer",
    [
        *("(a:1)", "a:1", "[t]he court", "[sic]", "[emphasis added]", "[Smith, 2019]", "[]"),
        *("[:1]", "[a:1", "a:1]", "[a:1,\n\nb:2]", "[-:1]", "[self-serving]", "[ ]"),
    ],
)
def test_prose_in_brackets_is_neither(answer: str) -> None:
    parsed = parse_markers(answer)
    assert (parsed.markers, parsed.unparsed) == ((), ())


def test_a_bad_piece_does_not_take_the_good_ones_along() -> None:
    answer = "So it is [a:1, b:3-1, note]."
    parsed = parse_markers(answer)
    assert [marker.cited for marker in parsed.markers] == [("a:1",)]
    assert [(answer[u.start : u.end], u.why) for u in parsed.unparsed] == [
        ("b:3-1", Why.REVERSED_RANGE),
        ("note", Why.SHAPE),
    ]


def test_the_longest_range_has_fifty() -> None:
    (marker,) = parse_markers("[a:1-50]").markers
    assert len(marker.cited) == 50


def test_known_documents_decide_what_is_clear() -> None:
    assert parse_markers("[Note: 3]", {"Note"}).markers[0].cited == ("Note:3",)
    assert parse_markers("[a: 1]", {"b"}).markers == ()
    assert parse_markers("[a:1]", {"b"}).markers[0].cited == ("a:1",)  # no repair: no doubt
    assert parse_markers("[short]", {"short"}).unparsed[0].why is Why.NO_INDEX
    assert parse_markers("[two-part-word]", {"short"}).unparsed == ()


def test_duplicates_are_kept_apart() -> None:
    (marker,) = parse_markers("[a:1, b:2, a:1, a:1-2]").markers
    assert marker.cited == ("a:1", "b:2", "a:2")
    assert marker.duplicates == ("a:1",)


def test_faults_are_reported_with_their_markers() -> None:
    markers = parse_markers("So [a:1, x:9] and so [a:2][a:1, a:1].").markers
    found = check(markers, known={"a:1", "a:2"}, retrieved={"a:1"})
    assert [(f.marker, f.cited) for f in found.unknown_citation] == [(markers[0], "x:9")]
    assert [(f.marker, f.cited) for f in found.citation_not_retrieved] == [(markers[1], "a:2")]
    assert [(f.marker, f.cited) for f in found.duplicates] == [(markers[2], "a:1")]


def test_without_a_record_of_retrieval_nothing_counts_as_not_retrieved() -> None:
    found = check(parse_markers("[a:1]").markers, known={"a:1"})
    assert found.citation_not_retrieved == ()


SHARDS = [
    "[",
    "]",
    "a:1",
    "b",
    ":",
    "2",
    "-",
    ",",
    " ",
    "\n",
    "**",
    "\\",
    "(",
    ")",
    "【",
    "doc ",
    "é",
]


@settings(deadline=None)
@given(st.lists(st.sampled_from(SHARDS), max_size=40).map("".join) | st.text(max_size=60))
def test_any_text_is_parsed_and_offsets_hold(answer: str) -> None:
    parsed = parse_markers(answer)
    ends = 0
    for marker in parsed.markers:
        assert ends <= marker.start < marker.end <= len(answer)
        ends = marker.end
        assert marker.cited
        assert len(set(marker.cited)) == len(marker.cited)
        assert set("[【［") & set(answer[marker.start : marker.end])
    for bracket in parsed.unparsed:
        assert answer[bracket.start : bracket.end] == bracket.text != ""


@pytest.mark.parametrize(
    "unit", ["[", "[a", "[a:1]", "[a:1 ", "(", " ", "[doc ", "[1]", '[a:1](x "', "[a-", "[\n", "**"]
)
def test_time_is_linear(unit: str) -> None:
    answer = "[a:1-" + unit * (100_000 // len(unit)) + "]"
    start = time.process_time()
    parse_markers(answer)
    assert time.process_time() - start < 10
