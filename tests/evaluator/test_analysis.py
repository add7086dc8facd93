"""A model's claims count only if they are the answer's own; otherwise those of the rules do."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.answers.claims import claim_spans
from corpus.hashes import content_hash
from evaluator.claims.analysis import (
    ClaimsBy,
    Subject,
    analysis_request,
    check_analysis,
    read_analysis,
    rule_analysis,
    rule_claims,
)
from evaluator.claims.claim_check import AnalysisFault
from evaluator.configuration import ModelUse
from evaluator.prompts.shipped import prompt
from labels.case import ClaimKind

ANSWER = (
    "The termination was not effective and the award came to $18,200 [a:1][b:2]. "
    "It was affirmed [a:3]. In sum, Tidewater won."
)


def _subject(answer: str = ANSWER, reference: str = "No.") -> Subject:
    return Subject(
        question="Was it effective?",
        answer=answer,
        spans=claim_spans(answer).claims,
        reference=reference,
    )


def _claim(text: str, sentence: str, *citations: str, **further: Any) -> dict[str, Any]:
    return {
        "text": text,
        "sentence": sentence,
        "citations": list(citations),
        "kind": "factual",
        "importance": 2,
        **further,
    }


GOOD = [
    _claim("The termination was not effective.", "s1", "a:1", "b:2", importance=3),
    _claim("The award came to $18,200", "s1", "b:2", "a:1"),
    _claim("The award was affirmed [a:3].", "s2", "a:3"),
]


def _reply(claims: list[dict[str, Any]], **further: Any) -> dict[str, Any]:
    return {"claims": claims, "relevance": 0.9, "contradicts_reference": False, **further}


def test_the_request_holds_the_sentences_with_what_they_cite() -> None:
    request = analysis_request(_subject(), ModelUse(model="m-1"), prompt("analyse"))
    text = request.messages[0].text
    assert '<sentence id="s1" cites="a:1, b:2">\nThe termination was not effective and' in text
    assert '<sentence id="s3" cites="">' in text
    assert "<reference>\nNo.\n</reference>" in text
    assert request.schema is not None
    without = analysis_request(_subject(reference=""), ModelUse(model="m-1"), prompt("analyse"))
    assert "(no reference note)" in without.messages[0].text


def test_good_claims_are_taken() -> None:
    analysis = read_analysis(_reply(GOOD[::-1]), _subject())
    assert (analysis.by, analysis.failure) == (ClaimsBy.MODEL, None)
    # in the order of the sentences, citations in the order of the answer, markers off
    assert [(c.claim_id, c.text, c.citations) for c in analysis.claims] == [
        ("c1", "The award came to $18,200", ("a:1", "b:2")),
        ("c2", "The termination was not effective.", ("a:1", "b:2")),
        ("c3", "The award was affirmed.", ("a:3",)),
    ]
    assert [c.importance for c in analysis.claims] == [2, 3, 2]
    first = analysis.claims[0]
    assert ANSWER[first.start : first.end].startswith("The termination was not effective and")
    assert (analysis.relevance, analysis.contradicts_reference) == (0.9, False)


def test_without_a_reply_the_rules_cut_the_claims() -> None:
    analysis = read_analysis(None, _subject())
    assert analysis.failure is not None
    assert (analysis.failure.fault, analysis.by) == (AnalysisFault.NO_REPLY, ClaimsBy.RULES)


def test_half_characters_are_storable() -> None:
    claims = [*GOOD[:2], _claim("It was affirmed \ud83d", "s2", "a:3")]
    assert read_analysis(_reply(claims), _subject()).claims[2].text == "It was affirmed ?"


def test_without_a_reference_nothing_contradicts_it() -> None:
    reply = _reply(GOOD, contradicts_reference=True)
    assert read_analysis(reply, _subject(reference="")).contradicts_reference is None
    assert read_analysis(reply, _subject()).contradicts_reference is True


@pytest.mark.parametrize(
    ("claims", "fault"),
    [
        # a cited sentence without a claim
        (GOOD[:2], AnalysisFault.LOST_SENTENCE),
        ([], AnalysisFault.LOST_SENTENCE),
        # `b:2` is with neither half
        (
            [_claim("The termination was not effective", "s1", "a:1"), GOOD[2]],
            AnalysisFault.LOST_CITATION,
        ),
        # of another sentence, of none
        (
            [*GOOD[:2], _claim("It was affirmed", "s2", "a:3", "a:1")],
            AnalysisFault.INVENTED_CITATION,
        ),
        ([*GOOD, _claim("Tidewater won", "s3", "z:9")], AnalysisFault.INVENTED_CITATION),
        ([*GOOD, _claim("Tidewater won", "s4")], AnalysisFault.UNKNOWN_SENTENCE),
        ([*GOOD, _claim("Tidewater won", "")], AnalysisFault.UNKNOWN_SENTENCE),
        ([*GOOD, _claim(" [a:3]. ", "s2", "a:3")], AnalysisFault.EMPTY_CLAIM),
        # words, or a number, that the answer has not
        ([*GOOD, _claim("Tidewater won on appeal", "s3")], AnalysisFault.UNANCHORED),
        ([*GOOD, _claim("The award came to $18,300", "s1", "a:1")], AnalysisFault.UNANCHORED),
        # the answer's words, of another sentence
        ([*GOOD, _claim("The award came to $18,200", "s3")], AnalysisFault.UNANCHORED),
        # turned round, one way and the other
        (
            [_claim("The termination was effective", "s1", "a:1", "b:2"), *GOOD[1:]],
            AnalysisFault.NEGATION,
        ),
        ([*GOOD, _claim("Tidewater has not won", "s3")], AnalysisFault.NEGATION),
    ],
)
def test_one_claim_that_is_not_the_answers_own_fails_them_all(
    claims: list[dict[str, Any]], fault: AnalysisFault
) -> None:
    subject = _subject()
    reply = _reply(claims)
    check_analysis(reply)  # of the right shape, so it is not asked again
    analysis = read_analysis(reply, subject)
    assert analysis.failure is not None
    assert (analysis.failure.fault, analysis.by) == (fault, ClaimsBy.RULES)
    assert analysis.claims == rule_claims(subject.spans)
    # what the call was asked beside that is kept
    assert (analysis.relevance, analysis.contradicts_reference) == (0.9, False)


@pytest.mark.parametrize(
    "reply",
    [
        [],
        {},
        _reply(GOOD, relevance=1.01),
        _reply(GOOD, relevance="high"),
        _reply(GOOD, relevance=True),
        _reply(GOOD, relevance=float("nan")),
        _reply(GOOD, contradicts_reference="no"),
        _reply([_claim("It was affirmed", "s2", "a:3", importance=4)]),
        _reply([_claim("It was affirmed", "s2", "a:3", kind="opinion")]),
    ],
)
def test_another_shape_is_asked_again_and_read_as_a_failure(reply: Any) -> None:
    with pytest.raises(ValueError, match="validation error"):
        check_analysis(reply)
    analysis = read_analysis(reply, _subject())
    assert analysis.failure is not None
    assert analysis.failure.fault is AnalysisFault.SHAPE
    assert analysis.relevance is None


_JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.floats()
    | st.integers()
    | st.text(st.characters(codec=None))
    | st.sampled_from(["s1", "a:1", "It was affirmed", "factual"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["claims", "text", "sentence", "citations", "kind", "importance", "x"]),
            inner,
        )
    ),
    max_leaves=12,
)
_SHAPED = st.lists(
    st.fixed_dictionaries(
        {
            "text": st.text() | st.sampled_from([claim["text"] for claim in GOOD]),
            "sentence": st.sampled_from(["s1", "s2", "s3", "s9", ""]),
            "citations": st.lists(st.sampled_from(["a:1", "b:2", "a:3", "z:1"]), max_size=3),
            "kind": st.sampled_from([*ClaimKind]).map(str),
            "importance": st.integers(1, 3),
        }
    ),
    max_size=4,
).map(_reply)


@given(_JSON | _SHAPED)
def test_any_json_is_read(parsed: Any) -> None:
    subject = _subject()
    analysis = read_analysis(parsed, subject)
    assert (analysis.failure is None) == (analysis.by is ClaimsBy.MODEL)
    cited = {cited for claim in analysis.claims for cited in claim.citations}
    assert cited == {"a:1", "b:2", "a:3"}
    content_hash([claim.text for claim in analysis.claims])  # it can be stored


@pytest.mark.parametrize(
    ("answer", "kind", "importance"),
    [
        ("The award came to $18,200 [a:1].", ClaimKind.FACTUAL, 2),
        ("The award came to $18,200.", ClaimKind.FACTUAL, 2),
        ("The passages do not say who paid.", ClaimKind.HEDGE, 1),
        ("Who paid is unclear.", ClaimKind.HEDGE, 1),
        ("You should consult a lawyer.", ClaimKind.ADVICE, 1),
        ("Counsel should give written notice.", ClaimKind.ADVICE, 1),
        ("But who paid the award?", ClaimKind.OTHER, 1),
        # a citation makes it a fact about a source
        ("Counsel should give written notice [a:1].", ClaimKind.FACTUAL, 2),
    ],
)
def test_kinds_by_rule(answer: str, kind: ClaimKind, importance: int) -> None:
    (claim,) = rule_claims(claim_spans(answer).claims)
    assert (claim.kind, claim.importance) == (kind, importance)


def test_by_rule_nothing_else_is_known() -> None:
    analysis = rule_analysis(claim_spans(ANSWER).claims)
    assert (analysis.by, analysis.relevance, analysis.failure) == (ClaimsBy.RULES, None, None)
    assert [claim.claim_id for claim in analysis.claims] == ["c1", "c2", "c3"]
    assert rule_analysis([]).claims == ()
