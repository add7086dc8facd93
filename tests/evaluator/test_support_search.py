"""Where the support of a claim is, which category follows, and whether retrieval had found it."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.document import Passage
from corpus.hashes import content_hash
from corpus.retrieval import Index
from evaluator.configuration import ModelUse
from evaluator.judges.anthropic import AnthropicJudge
from evaluator.judges.asking import MOST_ATTEMPTS, Bounds
from evaluator.judges.lexical import LexicalJudge
from evaluator.judges.offline import LexicalRunJudge
from evaluator.judges.one_each import EntryFault
from evaluator.judges.search_request import check_search
from evaluator.judges.support_search import (
    Depths,
    SearchFinding,
    SearchTask,
    Supporter,
    known_support,
    search_tasks,
)
from evaluator.prompts.shipped import prompt
from labels import rubric
from labels.case import AtomicClaim, ClaimKind
from labels.item import Citation, Item
from labels.outcome import Category, Support
from labels.verdict import Judge, Verdict

TEXTS = {
    "lease:0": "The tenant shall pay the rent on the first of each month.",
    "lease:1": "The deposit must be returned within twenty-one days after the tenancy ends.",
    "lease:2": "The tenancy ends when the keys are returned.",
    "carriage:0": "The carrier shall deliver the chairs each Tuesday.",
    "carriage:1": "A delay of a day costs the carrier a stipulated sum of $650.",
    "storage:0": "The pears shall be kept at 31 degrees until the first of March.",
}
PASSAGES = {
    name: Passage(
        document_id=name.partition(":")[0],
        index=int(name.partition(":")[2]),
        start=0,
        end=len(text),
        text=text,
        part="text",
    )
    for name, text in TEXTS.items()
}
INDEX = Index(list(PASSAGES.values()), k1=1.5, b=0.75)
JUDGE = AnthropicJudge(
    use=ModelUse(model="judge-1"),
    rubric=rubric.shipped(),
    host="api.example",
    prompt=prompt("judge"),
    search_prompt=prompt("support_search"),
)
DEPOSIT = "The deposit is returned within twenty-one days"


def _claim(claim_id: str, *cited: str, kind: ClaimKind = ClaimKind.FACTUAL) -> AtomicClaim:
    return AtomicClaim(
        claim_id=claim_id,
        text=DEPOSIT,
        start=0,
        end=1,
        kind=kind,
        importance=2,
        citations=cited,
    )


def _verdict(claim_id: str, cited: str, support: Support | None) -> Verdict:
    item = Item(question="When?", claim=DEPOSIT, passage=TEXTS.get(cited, ""))
    citation = Citation(
        run="r",
        case_id="g1",
        claim_id=claim_id,
        item=item,
        answer="",
        cited=cited,
        source="",
        config="secret-config",
        importance=2,
        fields={},
    )
    return Verdict(citation=citation, judge=Judge(name="j"), support=support, reason="silent")


def _tasks(
    claims: list[AtomicClaim],
    verdicts: list[Verdict],
    retrieved: tuple[str, ...] = ("lease:0",),
    **further: Any,
) -> list[SearchTask]:
    return search_tasks(
        claims,
        verdicts,
        [PASSAGES[name] for name in retrieved],
        INDEX,
        run="r",
        case_id="g1",
        question="When?",
        **further,
    )


def _ids(task: SearchTask) -> list[str]:
    return [candidate.passage_id for candidate in task.candidates]


def test_the_document_comes_first_then_what_was_retrieved_then_the_corpus() -> None:
    verdicts = [_verdict("c1", "lease:0", Support.UNSUPPORTED)]
    retrieved = ("storage:0", "lease:0")
    (task,) = _tasks(
        [_claim("c1", "lease:0")], verdicts, retrieved, depths=Depths(document=1, corpus=1)
    )
    # the cited passage was judged, and is not tried again
    assert _ids(task) == ["lease:1", "storage:0", "lease:2"]
    (task,) = _tasks(
        [_claim("c1", "lease:0")], verdicts, retrieved, source=lambda passage: f"in {passage.id}"
    )
    assert [one.source for one in task.candidates[:2]] == ["in lease:1", "in lease:2"]


@pytest.mark.parametrize(
    ("claim", "verdicts", "searched"),
    [
        (_claim("c1", "lease:0"), [("lease:0", Support.UNSUPPORTED)], True),
        # support by a retrieved passage is known
        (_claim("c1", "lease:0"), [("lease:0", Support.SUPPORTED)], False),
        # not by one that was not retrieved
        (_claim("c1", "lease:1"), [("lease:1", Support.SUPPORTED)], True),
        (_claim("c1", "lease:0"), [("lease:0", Support.PARTIAL)], True),
        (_claim("c1", "lease:0"), [("lease:0", None)], True),
        # an uncited fact is asked for, other kinds are not
        (_claim("c1"), [], True),
        (_claim("c1", kind=ClaimKind.HEDGE), [], False),
        (
            _claim("c1", "lease:0", kind=ClaimKind.HEDGE),
            [("lease:0", Support.UNSUPPORTED)],
            True,
        ),
    ],
)
def test_what_is_searched_for(
    claim: AtomicClaim, verdicts: list[tuple[str, Support | None]], searched: bool
) -> None:
    given_verdicts = [_verdict("c1", cited, support) for cited, support in verdicts]
    assert bool(_tasks([claim], given_verdicts)) is searched
    known = known_support(claim, given_verdicts, ["lease:0"])
    assert known is (True if verdicts == [("lease:0", Support.SUPPORTED)] else None)


@pytest.mark.parametrize(
    ("cited", "supporters", "category", "named"),
    [
        ("lease:0", ["lease:1"], Category.RIGHT_DOC_WRONG_PASSAGE, "lease:1"),
        # the same document wins over an earlier one elsewhere
        ("lease:0", ["carriage:1", "lease:1"], Category.RIGHT_DOC_WRONG_PASSAGE, "lease:1"),
        ("lease:0", ["carriage:1"], Category.WRONG_DOCUMENT, "carriage:1"),
        ("7", ["lease:1"], Category.WRONG_DOCUMENT, "lease:1"),
        ("lease:0", [], Category.UNSUPPORTED_CLAIM, None),
    ],
)
def test_the_category_follows_from_the_passages(
    cited: str, supporters: list[str], category: Category, named: str | None
) -> None:
    verdict = _verdict("c1", cited, Support.UNSUPPORTED)
    (task,) = _tasks([_claim("c1", cited)], [verdict])
    found = tuple(Supporter(passage_id=name, evidence="x") for name in supporters)
    finding = SearchFinding(task=task, supporters=found)
    assert finding.supporting(cited) == named
    judged = finding.categorised(verdict)
    assert judged.category is category
    words = f"{named} supports it" if named else f"none of {len(task.candidates)} others"
    assert judged.reason.startswith(f"silent; {words}")
    with pytest.raises(ValueError, match="needs no category"):
        finding.categorised(_verdict("c1", cited, Support.SUPPORTED))


def test_a_citation_known_to_support_counts_as_found() -> None:
    verdicts = [
        _verdict("c1", "lease:0", Support.UNSUPPORTED),
        _verdict("c1", "lease:1", Support.SUPPORTED),
    ]
    (task,) = _tasks([_claim("c1", "lease:0", "lease:1")], verdicts)
    finding = SearchFinding(task=task, supporters=())
    assert finding.category("lease:0") is Category.RIGHT_DOC_WRONG_PASSAGE
    assert "lease:1" not in _ids(task)


@pytest.mark.parametrize(
    ("retrieved", "supporters", "depths", "expected"),
    [
        (("lease:0", "lease:1"), ["lease:1"], Depths(), True),
        (("lease:0", "storage:0"), ["lease:1"], Depths(), False),
        (("lease:0",), [], Depths(), False),
        # not all of what was retrieved was tried
        (
            ("lease:0", "carriage:0", "storage:0"),
            [],
            Depths(document=0, retrieved=1, corpus=0),
            None,
        ),
        ((), ["lease:1"], Depths(), False),
    ],
)
def test_supported_by_retrieved(
    retrieved: tuple[str, ...], supporters: list[str], depths: Depths, expected: bool | None
) -> None:
    verdicts = [_verdict("c1", "lease:0", Support.UNSUPPORTED)]
    (task,) = _tasks([_claim("c1", "lease:0")], verdicts, retrieved, depths=depths)
    found = tuple(Supporter(passage_id=name, evidence="x") for name in supporters)
    assert SearchFinding(task=task, supporters=found).supported_by_retrieved is expected


def _two() -> list[SearchTask]:
    verdicts = [_verdict("c1", "lease:0", Support.UNSUPPORTED)]
    return _tasks([_claim("c1", "lease:0"), _claim("c2")], verdicts)


def test_searches_are_pooled_and_say_nothing_of_where_they_are_from() -> None:
    tasks = _two()
    (request,) = JUDGE.search_requests([*tasks, *tasks])
    assert list(request.asked) == ["c1", "c2", "c3", "c4"]
    packet = str(request.request.packet)
    assert packet.count("<task>") == 4
    assert "secret-config" not in packet
    assert (
        request.request.system[0]
        == JUDGE.requests([_verdict("c1", "lease:0", None).citation])[0].request.system[0]
    )
    assert JUDGE.search_requests([]) == []


def _entry(claim_id: str, *supporting: tuple[str, str]) -> dict[str, Any]:
    return {
        "claim_id": claim_id,
        "supporting": [{"passage": name, "evidence_quote": quote} for name, quote in supporting],
    }


FOUND = _entry("c1", ("lease:1", "The deposit must be returned"))


@pytest.mark.parametrize(
    ("entries", "open_claims", "faults", "dropped"),
    [
        ([_entry("c2"), FOUND], [], [], 0),
        ([FOUND], [1], [EntryFault.MISSING], 0),
        ([FOUND, FOUND, _entry("c2")], [0], [EntryFault.DOUBLED], 0),
        ([FOUND, _entry("c2"), _entry("c3")], [], [EntryFault.UNKNOWN], 0),
        # a passage that was not under the claim
        ([FOUND, _entry("c2", ("nowhere:1", "x"))], [1], [EntryFault.MALFORMED], 0),
        ([FOUND, {"claim_id": "c2", "supporting": "lease:1"}], [1], [EntryFault.MALFORMED], 0),
        # a quote that is not there
        ([FOUND, _entry("c2", ("lease:1", "The deposit is gone"))], [], [], 1),
    ],
)
def test_exactly_one_entry_a_claim(
    entries: list[Any], open_claims: list[int], faults: list[EntryFault], dropped: int
) -> None:
    tasks = _two()
    (request,) = JUDGE.search_requests(tasks)
    check_search({"claims": entries})
    reading = JUDGE.read_search(request, {"claims": entries})
    assert [tasks.index(task) for task in reading.open] == open_claims
    assert [problem.fault for problem in reading.problems] == faults
    assert reading.dropped == dropped
    for finding in reading.findings:
        named = [one.passage_id for one in finding.supporters]
        assert named == (["lease:1"] if finding.task.claim_id == "c1" else [])


def test_what_is_left_open_is_asked_again_and_not_for_ever() -> None:
    (request,) = JUDGE.search_requests(_two())
    with pytest.raises(ValueError, match="no list"):
        check_search(None)
    for attempt in range(2, MOST_ATTEMPTS + 1):
        (again,) = JUDGE.unsearched(request, JUDGE.read_search(request, None))
        assert (again.attempt, len(again.asked)) == (attempt, 2)
        assert again.request.cache_key != request.request.cache_key
        request = again
    assert JUDGE.unsearched(request, JUDGE.read_search(request, None)) == []


@pytest.mark.parametrize(("most", "sizes"), [(1, [1, 1]), (2, [2]), (5, [2])])
def test_a_request_is_bounded(most: int, sizes: list[int]) -> None:
    judge = AnthropicJudge(
        use=JUDGE.use,
        rubric=JUDGE.rubric,
        host="",
        prompt=JUDGE.prompt,
        search_prompt=JUDGE.search_prompt,
        searching=Bounds(most=most, characters=100_000),
    )
    assert [len(request.asked) for request in judge.search_requests(_two())] == sizes


def test_the_lexical_judge_searches_the_same_candidates() -> None:
    lexical = LexicalRunJudge(LexicalJudge())
    verdict = lexical.verdict(_verdict("c1", "lease:0", None).citation)
    assert verdict.support is Support.UNSUPPORTED
    (task,) = _tasks([_claim("c1", "lease:0")], [verdict], ("lease:0", "lease:1"))
    finding = lexical.search(task)
    assert finding.categorised(verdict).category is Category.RIGHT_DOC_WRONG_PASSAGE
    assert finding.supported_by_retrieved is True
    assert finding.supporters[0].evidence in TEXTS["lease:1"]


_JSON = st.recursive(
    st.none() | st.integers() | st.text(st.characters(codec=None)) | st.sampled_from(["c1", "c2"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["claims", "claim_id", "supporting", "passage"]), inner)
    ),
    max_leaves=12,
)
_ENTRIES = st.lists(
    st.builds(
        lambda claim, pairs: _entry(claim, *pairs),
        st.sampled_from(["c1", "c2", "c3", " c1", "\ud83d"]),
        st.lists(
            st.tuples(
                st.sampled_from(["lease:1", "[lease:1]", "storage:0", "\ud83d"]),
                st.sampled_from(["The deposit must be returned", "", "…", "\ud83d"]),
            ),
            max_size=3,
        ),
    ),
    max_size=4,
)


@given(_JSON | st.builds(lambda entries: {"claims": entries}, _JSON | _ENTRIES))
def test_any_json_is_read(parsed: Any) -> None:
    tasks = _two()
    (request,) = JUDGE.search_requests(tasks)
    reading = JUDGE.read_search(request, parsed)
    answered = [finding.task for finding in reading.findings]
    assert sorted(tasks.index(task) for task in [*answered, *reading.open]) == [0, 1]
    assert reading.dropped >= 0
    for finding in reading.findings:
        for one in finding.supporters:
            assert one.evidence
            assert one.evidence in TEXTS[one.passage_id]
    content_hash([problem.about + problem.detail for problem in reading.problems])
