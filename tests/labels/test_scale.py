"""Other people's words on our scale."""

import pytest

from labels.interchange import scale
from labels.outcome import Category, Choice, HarnessBug, Support


@pytest.mark.parametrize(
    ("support", "words"),
    [
        (
            Support.SUPPORTED,
            "supported SUPPORTED Fully-Supported FULL yes Yes pass PASS true 1 1.0",
        ),
        (Support.PARTIAL, "partial partially_supported Partially-Supported PARTIAL 0.5"),
        (Support.UNSUPPORTED, "unsupported not_supported not-supported NONE no fail false 0 0.0"),
        (Support.UNSUPPORTED, "wrong_document right_doc_wrong_passage unsupported_claim"),
    ],
)
def test_words_that_harnesses_use(support: Support, words: str) -> None:
    for word in words.split():
        assert scale.judged(word, "", {}).support is support, word
    assert scale.judged(" not  supported ", "", {}).support is Support.UNSUPPORTED


def test_a_category_comes_from_the_word_or_the_failure_type() -> None:
    assert scale.judged("wrong_document", "", {}).category is Category.WRONG_DOCUMENT
    assert scale.judged("fail", "wrong document", {}).category is Category.WRONG_DOCUMENT
    assert scale.judged("fail", "none", {}).category is None
    # A category beside `supported` contradicts it: it is the failure of nothing.
    assert scale.judged("pass", "wrong_document", {}).category is None
    own = {"wrong_document": "supported"}
    assert scale.judged("wrong_document", "", own) == scale.Judged(Support.SUPPORTED)


@pytest.mark.parametrize("word", ["garbage", "", "nan", "maybe", "-1", "2", "supported?", "ja"])
def test_an_unknown_word_is_never_guessed(word: str) -> None:
    with pytest.raises(scale.UnknownWordError) as caught:
        scale.judged(word, "", {})
    assert (str(caught.value), caught.value.column) == (word, "judge_label")
    assert caught.value.rest == scale.Judged(None)


@pytest.mark.parametrize(
    ("word", "support"), [("fail", Support.UNSUPPORTED), ("partial", Support.PARTIAL)]
)
def test_an_unknown_category_leaves_the_verdict_known(word: str, support: Support) -> None:
    with pytest.raises(scale.UnknownWordError) as caught:
        scale.judged(word, "hallucinated", {})
    assert caught.value.column == "failure_type"
    assert caught.value.rest == scale.Judged(support)


@pytest.mark.parametrize(
    ("word", "failure", "column"),
    [
        ("hm", "", "human_label"),
        ("no", "hm", "human_failure_type"),
        ("harness_bug", "hm", "human_failure_type"),
    ],
)
def test_an_unknown_word_of_a_person_is_of_their_column(
    word: str, failure: str, column: str
) -> None:
    with pytest.raises(scale.UnknownWordError, match="hm") as caught:
        scale.said(word, failure, {})
    assert caught.value.column == column


def test_the_users_own_words_win() -> None:
    own = {"Fully Grounded": "supported", "no": "partial", "error": "missing"}
    assert scale.judged("fully-grounded", "", own).support is Support.SUPPORTED
    assert scale.judged("no", "", own).support is Support.PARTIAL
    assert scale.judged("ERROR", "", own).support is None


@pytest.mark.parametrize(
    ("word", "failure", "expected"),
    [
        ("supported", "", scale.Said(Choice.SUPPORTED)),
        ("wrong_document", "", scale.Said(Choice.UNSUPPORTED, Category.WRONG_DOCUMENT)),
        ("unsupported", "", scale.Said(Choice.UNSUPPORTED)),
        ("cannot judge", "", scale.Said(Choice.CANNOT_JUDGE)),
        ("harness_bug", "", scale.Said(Choice.HARNESS_BUG, bug=HarnessBug.OTHER)),
        ("harness_bug", "prompt_leak", scale.Said(Choice.HARNESS_BUG, bug=HarnessBug.PROMPT_LEAK)),
        ("empty_claim", "", scale.Said(Choice.HARNESS_BUG, bug=HarnessBug.EMPTY_CLAIM)),
        ("", "", None),
        ("NaN", "", None),
    ],
)
def test_what_people_say(word: str, failure: str, expected: scale.Said | None) -> None:
    assert scale.said(word, failure, {}) == expected
