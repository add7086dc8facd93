"""The failure category is where the support was found."""

import pytest

from corpus.document import Passage
from corpus.retrieval import Index
from evaluator.judges.categorise import Placement, categorised, place
from evaluator.judges.judgement import Judgement
from evaluator.judges.lexical import LexicalJudge
from labels.outcome import Category, Support

TEXTS = {
    "lease": [
        "The tenant shall pay the rent on the first of each month.",
        "The deposit must be returned within twenty-one days after the tenancy ends.",
    ],
    "carriage": [
        "The carrier shall deliver the chairs each Tuesday.",
        "A delay of a day costs the carrier a stipulated sum of $650.",
    ],
    "storage": ["The pears shall be kept at 31 degrees until the first of March."],
}


def _passage(document: str, index: int, text: str) -> Passage:
    return Passage(
        document_id=document, index=index, start=0, end=len(text), text=text, part="text"
    )


@pytest.fixture(scope="module")
def index() -> Index:
    found = [_passage(d, n, text) for d, texts in TEXTS.items() for n, text in enumerate(texts)]
    return Index(found, k1=1.5, b=0.75)


@pytest.mark.parametrize(
    ("claim", "cited", "category", "passage_id"),
    [
        # the next passage of the cited document has it
        (
            "The deposit is returned within twenty-one days",
            "lease:0",
            Category.RIGHT_DOC_WRONG_PASSAGE,
            "lease:1",
        ),
        # another document has it
        (
            "The carrier owes a stipulated sum of $650 for a day of delay",
            "lease:0",
            Category.WRONG_DOCUMENT,
            "carriage:1",
        ),
        # a cited passage that is not in the corpus
        (
            "The deposit is returned within twenty-one days",
            "nowhere:4",
            Category.WRONG_DOCUMENT,
            "lease:1",
        ),
        # an id without a document
        ("The pears are kept at 31 degrees", "7", Category.WRONG_DOCUMENT, "storage:0"),
        # the nearest passage has another number
        (
            "The deposit is returned within thirty days",
            "lease:0",
            Category.UNSUPPORTED_CLAIM,
            None,
        ),
        # words that the corpus has not
        ("Parrots inherit nothing", "lease:0", Category.UNSUPPORTED_CLAIM, None),
        (".", "lease:0", Category.UNSUPPORTED_CLAIM, None),
    ],
)
def test_place(
    index: Index, claim: str, cited: str, category: Category, passage_id: str | None
) -> None:
    placement = place(LexicalJudge(), index, "", claim, cited)
    assert (placement.category, placement.passage_id) == (category, passage_id)


class _SaysNo:
    """Supports nothing, and keeps what it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def judge(self, question: str, claim: str, passage: str) -> Judgement:
        self.asked.append(passage)
        support = Support.UNSUPPORTED
        return Judgement(support=support, category=None, evidence="", reason="no")


def test_the_cited_passage_is_not_judged_again_and_none_is_judged_twice(index: Index) -> None:
    judge = _SaysNo()
    placement = place(judge, index, "", "shall the tenant carrier deposit pears day", "lease:0")
    assert TEXTS["lease"][0] not in judge.asked
    assert len(judge.asked) == len(set(judge.asked)) == placement.judged
    assert judge.asked[0] == TEXTS["lease"][1]


def test_depth_bounds_each_search(index: Index) -> None:
    judge = _SaysNo()
    place(judge, index, "", "shall the tenant carrier deposit pears day", "lease:0", depth=1)
    assert len(judge.asked) == 2


def test_the_reason_names_the_passage() -> None:
    judgement = Judgement(
        support=Support.UNSUPPORTED, category=None, evidence="", reason="1 of 9 content words"
    )
    found = Placement(category=Category.WRONG_DOCUMENT, passage_id="lease:1", judged=3)
    assert categorised(judgement, found).reason == "1 of 9 content words; lease:1 supports it"
    assert categorised(judgement, found).category is Category.WRONG_DOCUMENT
    nowhere = Placement(category=Category.UNSUPPORTED_CLAIM, passage_id=None, judged=9)
    assert categorised(judgement, nowhere).reason.endswith("none of 9 other passages supports it")


def test_a_supported_judgement_takes_no_category() -> None:
    judgement = Judgement(support=Support.SUPPORTED, category=None, evidence="x", reason="all")
    found = Placement(category=Category.WRONG_DOCUMENT, passage_id="lease:1", judged=3)
    with pytest.raises(ValueError, match="needs no category"):
        categorised(judgement, found)
