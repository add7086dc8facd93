"""Which engine searches: the one that is set, else by size; on real text both find the same."""

from collections.abc import Iterator

import pytest

from corpus import settings
from corpus.chunking import passages
from corpus.document import Passage
from corpus.engines import LARGE, index_of
from corpus.errors import InputError
from corpus.fast_retrieval import FastIndex
from corpus.retrieval import Index
from corpus.settings import EngineName, Retrieval
from corpus.synthetic.practice import Practice
from corpus.tokenisers import TOKENISERS
from corpus.tokens import tokenise
from corpus.workspace import Workspace
from labels.synthetic.questions import Amount, questions


@pytest.mark.parametrize(
    ("engine", "size", "fast"),
    [
        ("auto", LARGE - 1, False),
        ("auto", LARGE, True),
        ("bm25s", 1, True),
        ("rank-bm25", LARGE, False),
    ],
)
def test_the_engine_is_chosen_by_size_unless_it_is_set(
    engine: EngineName, size: int, fast: bool
) -> None:
    made = index_of(iter(()), size, Retrieval(engine=engine))
    assert isinstance(made, FastIndex if fast else Index)


def test_an_engine_that_is_not_known_is_refused_by_its_key(study: Workspace) -> None:
    study.settings.write_text('[retrieval]\nengine = "elastic"\n')
    with pytest.raises(InputError, match=r"retrieval\.engine.*'elastic'"):
        settings.load(study)


def _practice(practice: Practice) -> Iterator[Passage]:
    for made in practice.documents():
        yield from passages(made.document, 350)


def test_on_the_synthetic_practice_both_engines_find_the_same() -> None:
    practice = Practice(1, 8)
    every = list(_practice(practice))
    reference = index_of(every, len(every), Retrieval(engine="rank-bm25"))
    fast = index_of(every, len(every), Retrieval(engine="bm25s"))
    matter = {one.document_id for one in every if one.document_id.startswith("m00003-")}
    asked = [one.question for one in questions(practice, Amount(present=60, absent=9), 350)]
    assert len(asked) == 69
    for question in asked:
        hits = reference.search(question, 5)
        assert fast.search(question, 5) == hits
        assert len(hits) == 5
        assert fast.search(question, 5, within=matter) == reference.search(
            question, 5, within=matter
        )


TEXT = "The tenants' rents of $1,250.00 (42 U. S. C. \u00a7 1983)"


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("stemmed", ["tenant", "rent", "1,250.00", "42", "u", "s", "c", "1983"]),
        ("unstemmed", ["tenants", "rents", "1,250.00", "42", "u", "s", "c", "1983"]),
        ("every-word", ["the", "tenant", "rent", "of", "1,250.00", "42", "u", "s", "c", "1983"]),
        ("split-numbers", ["tenant", "rent", "1", "250", "00", "42", "u", "s", "c", "1983"]),
        ("plain", ["the", "tenants'", "rents", "of", "$1,250.00", "(42", "u.", "s.", "c.",
                   "\u00a7", "1983)"]),
    ],
)  # fmt: skip
def test_a_tokeniser_leaves_out_what_its_name_says(name: str, found: list[str]) -> None:
    assert TOKENISERS[name].words(TEXT) == found


def test_the_first_tokeniser_is_the_one_that_searches() -> None:
    shipped = next(iter(TOKENISERS.values()))
    assert shipped.words is tokenise
