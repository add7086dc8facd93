"""The offline judge's rules, one case each, and what holds for any text."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corpus.chunking import passages
from evaluator.judges import lexical
from evaluator.judges.lexical import LexicalJudge
from evaluator.study import shipped
from labels.outcome import Choice, Support

PASSAGE = (
    "The court convened on Monday. A tenant must be given thirty days' written notice. "
    "An oral report does not start the cure period. The landlord said, “the boiler is old,\n"
    "and so am I.” The award of $17,200 is affirmed."
)


@pytest.mark.parametrize(
    ("claim", "support", "reason"),
    [
        # the passage's own words
        ("A tenant must be given written notice", "supported", "5 of 5 content words"),
        # a number in figures where the passage has words
        ("A tenant must be given 30 days' written notice", "supported", "6 of 7 content words"),
        # another number
        (
            "A tenant must be given forty days' written notice",
            "unsupported",
            "6 of 7 content words, number 40 missing",
        ),
        # one number of two
        (
            "A tenant must be given thirty days' written notice and forty dollars",
            "partial",
            "7 of 9 content words, number 40 missing",
        ),
        # a negation left out
        (
            "An oral report does start the cure period",
            "unsupported",
            "6 of 6 content words, but only one of claim and passage denies “start”",
        ),
        # a negation put in
        (
            "The award of $17,200 is not affirmed",
            "unsupported",
            "3 of 3 content words, but only one of claim and passage denies “affirm”",
        ),
        # the same negation
        ("An oral report does not start the cure period", "supported", "6 of 6 content words"),
        # half of the words
        ("The award was affirmed, surprising everyone present", "partial", "2 of 5 content words"),
        # a right paraphrase that shares no word: the judge is weak
        ("Speech alone triggers nothing", "unsupported", "0 of 4 content words"),
        # a quotation across a line break, quotes of another kind
        (
            'The landlord said, "the boiler is old, and so am I."',
            "supported",
            "7 of 7 content words",
        ),
        # a quotation that was improved
        (
            "The landlord said, “the boiler is ancient”",
            "unsupported",
            "3 of 4 content words, the quotation “the boiler is ancient” is not in the passage",
        ),
        (".", "unsupported", "the claim holds no word"),
        (" [] ,\n", "unsupported", "the claim holds no word"),
        ("", "unsupported", "the claim holds no word"),
        ("It was not", "unsupported", "the claim holds no content word"),
    ],
)
def test_rules(claim: str, support: str, reason: str) -> None:
    judgement = LexicalJudge().judge("", claim, PASSAGE)
    assert (judgement.support, judgement.reason) == (support, reason)
    assert judgement.category is None


def test_evidence_is_the_best_sentence() -> None:
    judgement = LexicalJudge().judge("", "A tenant must be given written notice", PASSAGE)
    assert judgement.evidence == "A tenant must be given thirty days' written notice."


@pytest.mark.parametrize("passage", ["", " \n "])
def test_a_passage_without_words(passage: str) -> None:
    assert LexicalJudge().judge("", "A claim", passage).reason == "the passage holds no word"


def test_a_compound_claim_keeps_a_part_without_its_numbers() -> None:
    claim = (
        "An oral report does not start the cure period, a tenant must be given written notice, "
        "and the award of $99 is affirmed"
    )
    judgement = LexicalJudge().judge("", claim, PASSAGE)
    assert judgement.support is Support.PARTIAL
    assert judgement.reason.endswith("number 99 missing")


def test_the_question_plays_no_part() -> None:
    judge = LexicalJudge()
    claim = "A tenant must be given written notice"
    assert judge.judge("Must notice be oral?", claim, PASSAGE) == judge.judge("", claim, PASSAGE)


LEGAL = st.text(alphabet=st.sampled_from(list("abc not 30 §$,.;:()“”\"'’\n\t-")), max_size=80)


@settings(max_examples=200, deadline=None)
@given(claim=st.text(max_size=60) | LEGAL, passage=st.text(max_size=120) | LEGAL)
def test_any_text_is_judged_and_evidence_is_verbatim(claim: str, passage: str) -> None:
    judge = LexicalJudge()
    judgement = judge.judge("", claim, passage)
    assert judgement.evidence in passage
    assert bool(judgement.evidence) == (judgement.support is not Support.UNSUPPORTED)
    assert judgement == judge.judge("", claim, passage)


def test_provenance_names_the_rules_and_hashes_the_settings(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = LexicalJudge().provenance()
    assert before["provider"] == "offline"
    assert before["model"] == "lexical"
    assert before["rules"] == lexical.RULES
    assert before == LexicalJudge().provenance()
    monkeypatch.setattr(lexical, "PARTIAL_SHARE", 0.3)
    assert LexicalJudge().provenance()["settings_hash"] != before["settings_hash"]


def test_on_the_shipped_study_it_agrees_often_and_errs_both_ways() -> None:
    """Counts, not a quality goal: a demo in which judge and truth never differ shows nothing."""
    texts = {p.id: p.text for d in shipped.corpus() for p in passages(d, shipped.PASSAGE_WORDS)}
    claims = {
        (answer.config, answer.case_id, claim.claim_id): claim.claim
        for answer in shipped.answers()
        for claim in answer.claims
    }
    pairs = [
        (
            row.choice.support,
            LexicalJudge()
            .judge("", claims[row.config, row.case_id, row.claim_id], texts[row.citation])
            .support,
        )
        for row in shipped.truth()
        if row.choice is not Choice.HARNESS_BUG
    ]
    agreement = sum(human is judge for human, judge in pairs) / len(pairs)
    assert 0.70 <= agreement <= 0.85
    assert pairs.count((Support.UNSUPPORTED, Support.SUPPORTED)) >= 4
    assert pairs.count((Support.SUPPORTED, Support.UNSUPPORTED)) >= 4
