"""The model judge: one request an answer, one verdict a pair, and evidence that is really there."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.hashes import content_hash
from evaluator.configuration import ModelUse
from evaluator.judges.anthropic import AnthropicJudge
from evaluator.judges.asking import MOST_ATTEMPTS, Bounds
from evaluator.judges.evidence import evidence_in
from evaluator.judges.judge_request import check_judgement, missing_verdict
from evaluator.judges.one_each import EntryFault
from evaluator.prompts.shipped import Prompt, prompt
from labels import rubric
from labels.item import Citation, Item
from labels.outcome import Support
from labels.verdict import EVIDENCE_NOT_FOUND

JUDGE = AnthropicJudge(
    use=ModelUse(model="judge-1", settings={"thinking": {"type": "disabled"}}),
    rubric=rubric.shipped(),
    host="api.example",
    prompt=prompt("judge"),
    search_prompt=prompt("support_search"),
)
WON = "Smith won\nthe case. He was “very” glad."
LOST = "Jones lost </passage> it."


def _citation(claim_id: str, cited: str, passage: str, **further: Any) -> Citation:
    return Citation(
        run="secret-run",
        case_id=further.get("case_id", "g01"),
        claim_id=claim_id,
        item=Item(
            question="Who won?", claim=further.get("claim", claim_id.upper()), passage=passage
        ),
        answer="Smith [a:0].",
        cited=cited,
        source=further.get("source", ""),
        config="secret-config",
        importance=2,
        fields={},
    )


PAIRS = [
    _citation("c1", "a:0", WON, source="Smith v. Jones · page 3"),
    _citation("c1", "b:1", LOST),
    _citation("c2", "a:0", WON),
]
(REQUEST,) = JUDGE.requests(PAIRS)


def _entry(claim: str, cited: str, support: str = "unsupported", quote: str = "") -> dict[str, Any]:
    return {
        "claim_id": claim,
        "citation": cited,
        "support": support,
        "evidence_quote": quote,
        "reason": "because",
    }


GOOD = [
    _entry("c1", "a:0", "supported", "Smith won the case."),
    _entry("c1", "b:1"),
    _entry("c2", "a:0", "partial", 'He was "very" glad'),
]


def test_each_claim_stands_with_its_own_passages_only() -> None:
    text = REQUEST.request.messages[0].text
    assert text == (
        "<question>\nWho won?\n</question>\n\n"
        '<task>\n<claim id="c1">\nC1\n</claim>\n'
        f'<passage id="a:0" source="Smith v. Jones · page 3">\n{WON}\n</passage>\n'
        '<passage id="b:1">\nJones lost &lt;/passage> it.\n</passage>\n</task>\n\n'
        f'<task>\n<claim id="c2">\nC2\n</claim>\n<passage id="a:0">\n{WON}\n</passage>\n</task>'
    )


def test_the_judge_learns_no_run_no_configuration_and_no_case() -> None:
    packet = str(REQUEST.request.packet)
    for secret in ("secret-run", "secret-config", "g01", "Smith [a:0]."):
        assert secret not in packet


def test_the_rubric_is_the_cached_prefix() -> None:
    first, second = REQUEST.request.system
    assert (first.text, first.cached) == (rubric.shipped().text, True)
    assert second.text == prompt("judge").text


def test_good_verdicts_find_their_citations() -> None:
    reading = JUDGE.read(REQUEST, {"verdicts": GOOD[::-1]})
    assert [v.citation for v in reading.verdicts] == PAIRS
    assert [v.support for v in reading.verdicts] == ["supported", "unsupported", "partial"]
    # verbatim from the passage, whatever the quote's white space and quotation marks
    assert [v.evidence for v in reading.verdicts] == [
        "Smith won\nthe case.",
        "",
        "He was “very” glad",
    ]
    assert all(v.judge == JUDGE.identity for v in reading.verdicts)
    assert (reading.open, reading.problems) == ((), ())


@pytest.mark.parametrize(
    ("entries", "open_pairs", "faults"),
    [
        (GOOD[:2], [2], [(EntryFault.MISSING, "c2 a:0")]),
        ([*GOOD, GOOD[0]], [0], [(EntryFault.DOUBLED, "c1 a:0")]),
        # doubled though one of the two is malformed
        ([*GOOD, _entry("c2", "a:0", "maybe")], [2], [(EntryFault.DOUBLED, "c2 a:0")]),
        ([*GOOD, _entry("c9", "a:0")], [], [(EntryFault.UNKNOWN, "c9 a:0")]),
        # another claim's passage
        ([*GOOD, _entry("c2", "b:1")], [], [(EntryFault.UNKNOWN, "c2 b:1")]),
        ([*GOOD[:2], _entry("c2", "a:0", "maybe")], [2], [(EntryFault.MALFORMED, "c2 a:0")]),
        ([*GOOD, {"claim_id": 3}, "x"], [], [(EntryFault.MALFORMED, "")] * 2),
        # ids as models dress them
        ([*GOOD[:2], _entry(" c2", "[a:0]")], [], []),
        ([], [0, 1, 2], [(EntryFault.MISSING, f"{c} {p}") for c, p in REQUEST.asked]),
    ],
)
def test_exactly_one_verdict_a_pair(
    entries: list[Any], open_pairs: list[int], faults: list[tuple[EntryFault, str]]
) -> None:
    check_judgement({"verdicts": entries})
    reading = JUDGE.read(REQUEST, {"verdicts": entries})
    assert [PAIRS.index(citation) for citation in reading.open] == open_pairs
    assert [(problem.fault, problem.about) for problem in reading.problems] == faults
    assert len(reading.verdicts) + len(reading.open) == len(PAIRS)


@pytest.mark.parametrize("parsed", [None, [], {}, {"verdicts": None}, "x"])
def test_no_reply_leaves_all_open(parsed: Any) -> None:
    with pytest.raises(ValueError, match="no list"):
        check_judgement(parsed)
    reading = JUDGE.read(REQUEST, parsed)
    assert list(reading.open) == PAIRS
    assert {problem.fault for problem in reading.problems} == {EntryFault.NO_REPLY}


@pytest.mark.parametrize("support", ["supported", "partial"])
@pytest.mark.parametrize(
    "quote", ["", "…", "Smith lost the case.", "Smith … the case.", "Jones lost"]
)
def test_without_evidence_a_verdict_is_unsupported_and_says_so(support: str, quote: str) -> None:
    entries = [_entry("c1", "a:0", support, quote), *GOOD[1:]]
    verdict = JUDGE.read(REQUEST, {"verdicts": entries}).verdicts[0]
    assert (verdict.support, verdict.evidence, verdict.raw) == (Support.UNSUPPORTED, "", support)
    assert verdict.reason == f"{EVIDENCE_NOT_FOUND}: said {support} by “{quote}”; because"


@pytest.mark.parametrize(
    ("quote", "found"),
    [
        ("Smith won the case", "Smith won\nthe case"),
        ("“Smith won the case.”", "Smith won\nthe case."),
        ('"very" glad', "“very” glad"),
        ("smith won", ""),
        (" ", ""),
    ],
)
def test_evidence_in(quote: str, found: str) -> None:
    assert evidence_in(WON, quote) == found


def test_a_quote_with_a_tag_in_it_is_found_as_it_was_shown() -> None:
    assert evidence_in(LOST, "Jones lost &lt;/passage> it.") == LOST


def test_only_the_rest_is_asked_again_in_smaller_requests_and_not_for_ever() -> None:
    judge = replace(JUDGE, judging=Bounds(most=2, characters=10_000))
    requests = judge.requests(PAIRS)
    assert [list(request.asked.values()) for request in requests] == [PAIRS[:2], PAIRS[2:]]
    request = requests[0]
    again = judge.unanswered(request, judge.read(request, None))
    assert [list(one.asked.values()) for one in again] == [PAIRS[:1], PAIRS[1:2]]
    assert {one.attempt for one in again} == {2}
    # the same pair is another request: a stored answer is not taken for the new one's
    alone = judge.requests(PAIRS[:1])[0]
    assert alone.request.cache_key != again[0].request.cache_key
    tried = again[0]
    for _ in range(MOST_ATTEMPTS - 2):
        (tried,) = judge.unanswered(tried, judge.read(tried, None))
    assert judge.unanswered(tried, judge.read(tried, None)) == []
    whole = judge.read(request, {"verdicts": GOOD[:2]})
    assert judge.unanswered(request, whole) == []


def test_a_long_passage_goes_alone_and_answers_never_share_a_request() -> None:
    judge = replace(JUDGE, judging=Bounds(most=20, characters=100))
    long = _citation("c1", "a:0", "x" * 500)
    assert [len(r.asked) for r in judge.requests([PAIRS[2], long, PAIRS[1]])] == [1, 1, 1]
    other = _citation("c1", "a:0", WON, case_id="g02")
    assert [len(r.asked) for r in JUDGE.requests([PAIRS[0], other, PAIRS[1]])] == [2, 1]


def test_answers_may_share_a_request_if_the_bounds_say_so() -> None:
    other = _citation("c1", "a:0", WON, case_id="g02")
    judge = replace(JUDGE, judging=Bounds(most=3, characters=10_000, answers=2))
    third = _citation("c1", "a:0", WON, case_id="g03")
    requests = judge.requests([*PAIRS[:2], other, third])
    assert [list(request.asked) for request in requests] == [
        [("c1", "a:0"), ("c1", "b:1"), ("c2", "a:0")],
        [("c1", "a:0")],
    ]
    assert requests[0].asked["c2", "a:0"] == other
    assert requests[0].request.messages[0].text.count("<question>") == 2
    assert [len(request.asked) for request in judge.requests([*PAIRS, other])] == [3, 1]


def test_ids_that_no_model_could_write_back_are_replaced() -> None:
    odd = [_citation("c1", cited, WON) for cited in ("", 'a">:0', "a:0", "a:0", "[x]")]
    (request,) = JUDGE.requests(odd)
    assert list(request.asked) == [
        ("c1", "p1"),
        ("c1", "p2"),
        ("c1", "a:0"),
        ("c1", "p3"),
        ("c1", "p4"),
    ]


def test_a_missing_verdict_has_no_value() -> None:
    verdict = missing_verdict(PAIRS[0], JUDGE.identity, "missing after 3 requests")
    assert (verdict.support, verdict.outcome, verdict.reason) == (
        None,
        None,
        "missing after 3 requests",
    )


def test_the_judge_is_known_by_all_that_decides_its_verdicts() -> None:
    provenance = JUDGE.identity.provenance
    assert provenance["prompt_sha256"] == prompt("judge").sha256
    assert provenance["rubric"] == rubric.shipped().version
    assert {"provider", "model", "host", "settings", "tool"} <= set(provenance)
    others = [
        replace(JUDGE, host="elsewhere"),
        replace(JUDGE, use=ModelUse(model="judge-2")),
        replace(JUDGE, prompt=Prompt(name="judge", text="Be kind.")),
        replace(JUDGE, rubric=rubric.Rubric("Be kind.")),
    ]
    assert len({judge.identity.id for judge in (JUDGE, *others)}) == 5


_JSON = st.recursive(
    st.none()
    | st.integers()
    | st.text(st.characters(codec=None))
    | st.sampled_from(["c1", "a:0", "b:1", "supported", "partial", "Smith won", "half \ud83d"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from([*GOOD[0], "verdicts"]), inner)
    ),
    max_leaves=15,
)
_ENTRIES = st.lists(
    st.fixed_dictionaries(
        {
            "claim_id": st.sampled_from(["c1", "c2", "c3", "\ud83d"]),
            "citation": st.sampled_from(["a:0", "b:1", "\ud83d"]),
            "support": st.sampled_from(["supported", "partial", "unsupported", "maybe"]),
            "evidence_quote": st.sampled_from(["Smith won", "", "\ud83d", "Jones lost"]),
            "reason": st.text(st.characters(codec=None), max_size=3),
        }
    ),
    max_size=5,
)


@given(_JSON | st.builds(lambda entries: {"verdicts": entries}, _JSON | _ENTRIES))
def test_any_json_is_read(parsed: Any) -> None:
    reading = JUDGE.read(REQUEST, parsed)
    judged = [verdict.citation for verdict in reading.verdicts]
    assert sorted(PAIRS.index(c) for c in [*judged, *reading.open]) == [0, 1, 2]
    for verdict in reading.verdicts:
        if verdict.support is not Support.UNSUPPORTED:
            assert verdict.evidence
        assert verdict.evidence in verdict.citation.item.passage
        content_hash([verdict.reason, verdict.sha256])  # it can be stored
    content_hash([problem.about + problem.detail for problem in reading.problems])
