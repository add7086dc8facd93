"""The tokeniser: what is one word, what is none, and the retrieval figure that pins it."""

import math
import threading
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corpus.fast_retrieval import FastIndex
from corpus.tokens import STOP_WORDS, tokenise
from tests import scifact


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("The duties of the carriers", ["duti", "carrier"]),  # stop words out, Porter stems
        ("$1,250.00 in 1953", ["1,250.00", "1953"]),  # an amount is one word
        ("No. 12-345", ["12-345"]),  # a docket number too; `No` is a stop word
        ("42 U.S.C. § 1983", ["42", "u", "s", "c", "1983"]),  # the same as `U. S. C.`
        ("42 U. S. C. §1983", ["42", "u", "s", "c", "1983"]),
        ("F.3d", ["f", "3d"]),
        ("O'Brien isn't", ["o'brien", "isn't"]),
        ("the court’s and the court's", ["court", "court"]),  # either apostrophe
        ("it's", []),  # what is left is a stop word
        ("prop-\n   erty com\u00ad\npany", ["properti", "compani"]),  # line-end hyphens
        ("service-related", ["servic", "relat"]),
        ("ﬁle", ["file"]),  # a ligature of PDFs
        ("snake_case", ["snake", "case"]),
        ("... — !", []),
        ("", []),
    ],
)
def test_words(text: str, words: list[str]) -> None:
    assert tokenise(text) == words


def test_lucene_has_33_stop_words() -> None:
    assert len(STOP_WORDS) == 33


@settings(deadline=None)
@given(st.text())
def test_any_text_gives_words_without_white_space(text: str) -> None:
    words = tokenise(text)
    assert all(word and not any(character.isspace() for character in word) for word in words)


def test_threads_do_not_share_a_stemmer() -> None:
    found: list[list[str]] = []
    threads = [
        threading.Thread(target=lambda: found.append(tokenise("carriers carrying " * 500)))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(words == ["carrier", "carri"] * 500 for words in found)
    assert len(found) == 8


@pytest.mark.shared
def test_scifact_reaches_the_published_figure(shared_data: Path) -> None:
    """BEIR SciFact, BM25 at k1 .9, b .4 over title + text: nDCG@10 .6780, R@100 .9287.

    The sums are written out here; `tests/reports/retrieval/test_scifact.py` has them of a library,
    and that both engines rank alike.
    """
    collection = scifact.read(shared_data / "scifact")
    index = FastIndex(collection.passages, k1=0.9, b=0.4)
    gains, recalls = [], []
    for id_, query in collection.queries.items():
        wanted = collection.grades[id_]
        found = [hit.passage.id for hit in index.search(query, 100)]
        gain = _dcg([wanted.get(passage, 0) for passage in found[:10]])
        gains.append(gain / _dcg(sorted(wanted.values(), reverse=True)[:10]))
        recalls.append(len(wanted.keys() & set(found)) / len(wanted))
    assert len(gains) == 300
    assert sum(gains) / 300 == pytest.approx(0.6780, abs=0.005)
    assert sum(recalls) / 300 == pytest.approx(0.9287, abs=0.005)


def _dcg(grades: list[int]) -> float:
    return sum(grade / math.log2(rank + 1) for rank, grade in enumerate(grades, start=1))
