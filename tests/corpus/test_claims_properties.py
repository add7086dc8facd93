"""What holds of the claims of any answer, and the fault that must come back only on purpose."""

import json
import re
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corpus.answers.claims import AnswerClaims, claim_spans
from corpus.answers.markers import parse_markers

WORD = re.compile(r"[^\W_]")
SHARDS = [
    *("[a:1]", "[a:2]", "[b:1-3]", "[b:3-1]", "**[c:1]**", "([a:1])", "[1]", r"\[a:1\]"),
    *("It is so", "Acme Inc.", "and", "See", "Id. at 71", "Sources:", "of the", "X", "é"),
    *(
        ". ",
        ".",
        ", ",
        "; ",
        " ",
        "\n",
        "\n\n",
        "\n- ",
        "\n1. ",
        "\n## ",
        "\n> ",
        "\n| ",
        "\n[a:1] ",
    ),
    *("(", ")", "**", "—", "“", "”", "[", "]", "?", "\n---\n", "\n```\n", "\t", "\r\n"),
]
ANSWERS = st.lists(st.sampled_from(SHARDS), max_size=30).map("".join) | st.text(max_size=60)


def starts(claims: AnswerClaims) -> list[int]:
    attached = [marker.start for claim in claims.claims for marker in claim.markers]
    return sorted([*attached, *(marker.start for marker in claims.unattached)])


@settings(deadline=None, max_examples=500)
@given(ANSWERS)
def test_every_claim_holds_a_word(answer: str) -> None:
    for claim in claim_spans(answer).claims:
        assert WORD.search(answer[claim.start : claim.end])
        assert WORD.search(claim.text)


@settings(deadline=None, max_examples=500)
@given(ANSWERS)
def test_claims_are_in_order_and_do_not_overlap(answer: str) -> None:
    done = 0
    for claim in claim_spans(answer).claims:
        assert done <= claim.start < claim.end <= len(answer)
        assert answer[claim.start : claim.end] == answer[claim.start : claim.end].strip()
        done = claim.end


@settings(deadline=None, max_examples=500)
@given(ANSWERS, st.booleans())
def test_every_marker_has_one_claim_or_is_attached_to_nothing(answer: str, merge: bool) -> None:
    markers = parse_markers(answer).markers
    assert starts(claim_spans(answer, merge_adjacent=merge)) == [m.start for m in markers]


@settings(deadline=None, max_examples=500)
@given(ANSWERS)
def test_a_claim_cites_what_its_markers_cite_and_no_marker_is_in_its_text(answer: str) -> None:
    for claim in claim_spans(answer).claims:
        cited = [identity for marker in claim.markers for identity in marker.cited]
        assert list(claim.cited) == list(dict.fromkeys(cited))
        for marker in claim.markers:
            inside = claim.start <= marker.start and marker.end <= claim.end
            assert inside or marker.end <= claim.start or marker.start >= claim.end


@settings(deadline=None)
@given(ANSWERS)
def test_a_claim_crosses_no_paragraph_and_no_bullet(answer: str) -> None:
    for claim in claim_spans(answer).claims:
        verbatim = claim_text_without_brackets(answer, claim.start, claim.end)
        assert not re.search(r"\n[^\S\n]*\n", verbatim)
        assert "\n- " not in verbatim.replace("\n- \n", "\n")


def claim_text_without_brackets(answer: str, start: int, end: int) -> str:
    return re.sub(r"\[[^\]]*\]", "", answer[start:end])


@settings(deadline=None)
@given(
    st.lists(st.sampled_from(["It is so", "The rule stands", "He paid 5 dollars"]), min_size=1),
    st.sampled_from([", ", "", " ", "; ", " and ", ","]),
    st.integers(1, 4),
    st.booleans(),
)
def test_consecutive_markers_share_the_claim_before_them(
    said: list[str], between: str, count: int, is_behind_the_stop: bool
) -> None:
    ids = [f"a:{index}" for index in range(count)]
    run = between.join(f"[{identity}]" for identity in ids)
    form = "{}. {}" if is_behind_the_stop else "{} {}."
    answer = " ".join(form.format(text, run) for text in said)
    claims = claim_spans(answer).claims
    assert [claim.text.rstrip(".") for claim in claims] == said
    assert all(list(claim.cited) == ids for claim in claims)


@pytest.mark.parametrize(
    ("answer", "claims"),
    [
        ("It is so [a:1], [a:2].", [("It is so", "a:1"), (",", "a:2")]),
        ("It is so [a:1][a:2].", [("It is so", "a:1"), ("", "a:2")]),
        ("It is so. [a:1]; [a:2]", [("It is so.", "a:1"), (";", "a:2")]),
        ("It is [a:1] and [b:2]. So.", [("It is", "a:1"), ("and", "b:2"), ("So.", "")]),
    ],
)
def test_the_fault_can_be_brought_back(answer: str, claims: list[tuple[str, str]]) -> None:
    """Claims that are mere punctuation, which a judge fails: what `merge_adjacent` prevents."""
    found = claim_spans(answer, merge_adjacent=False)
    assert [(answer[c.start : c.end], " ".join(c.cited)) for c in found.claims] == claims


@settings(deadline=None)
@given(ANSWERS)
def test_the_fault_raises_nothing_either(answer: str) -> None:
    for claim in claim_spans(answer, merge_adjacent=False).claims:
        assert 0 <= claim.start <= claim.end <= len(answer)


def test_markers_parsed_before_are_taken_as_they_are() -> None:
    answer = "It is so [Note: 3]."
    assert claim_spans(answer).claims[0].cited == ()
    assert claim_spans(answer, parse_markers(answer, {"Note"})).claims[0].cited == ("Note:3",)


def test_of_the_answers_that_ship_only_those_with_planted_faults_have_other_claims() -> None:
    """An audit finds two claims of mere punctuation, and one with a neighbour's citation."""
    path = Path(__file__).parents[2] / "evaluator" / "study" / "answers.jsonl"
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    differing = {
        (row["case_id"], row["config"])
        for row in rows
        if cited_claims(row["answer"], merge=True) != shipped_claims(row)
    }
    assert differing == {("g07", "baseline"), ("g12", "strict"), ("g16", "strict")}
    for row in rows:
        if any(not WORD.search(claim) for claim, _ in shipped_claims(row)):
            assert cited_claims(row["answer"], merge=False) == shipped_claims(row)


def cited_claims(answer: str, *, merge: bool) -> list[tuple[str, list[str]]]:
    found = claim_spans(answer, merge_adjacent=merge).claims
    return [(claim.text, list(claim.cited)) for claim in found if claim.cited]


def shipped_claims(row: dict[str, Any]) -> list[tuple[str, list[str]]]:
    return [(c["claim"], c["citations"]) for c in row["claims"] if c["citations"]]


LONG = [
    *("It is so [a:1], [b:2]. ", "- It is so [a:1]\n", "[a:1]", "a [a:1] ", "[1]", "a\n", "a [1] "),
    *(
        "(",
        "( ",
        "**",
        " ",
        "\n",
        "-",
        ". ",
        ", ",
        "a (see ",
        "id. at 1 ",
        "> ",
        "| a ",
        "1) ",
        "#",
    ),
    *("It is so. It is not. ", "a [a:1]\n", "[a:1] and ", "R.R. Co. v. "),
]


@pytest.mark.parametrize("unit", LONG)
def test_100_000_characters_take_no_quadratic_time(unit: str) -> None:
    # A second on a fast machine; a step for every pair of characters would take hours.
    for answer in (unit * (100_000 // len(unit)), "a" + unit * (100_000 // len(unit)) + "[a:1]"):
        claim_spans("warm up")
        start = time.process_time()
        claim_spans(answer)
        assert time.process_time() - start < 10
