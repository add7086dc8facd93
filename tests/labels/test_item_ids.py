"""A sample's ids are the same whether they come one by one or are cut out of one text."""

import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.hashes import text_hash
from labels.store import item_ids
from labels.store.item_ids import CutOut


@given(
    texts=st.integers(0, 5).flatmap(
        lambda length: st.lists(st.text("aü漢😀", min_size=length, max_size=length), min_size=1)
    ),
    start=st.integers(-12, 12),
    stop=st.integers(-12, 12),
)
def test_what_is_cut_out_is_what_was_joined(texts: list[str], start: int, stop: int) -> None:
    cut = CutOut("|".join(texts), len(texts[0]))
    assert list(cut) == texts
    assert cut[start:stop] == texts[start:stop]
    if -len(texts) <= start < len(texts):
        assert cut[start] == texts[start]


def test_past_the_end_there_is_nothing() -> None:
    with pytest.raises(IndexError):
        CutOut("ab|cd", 2)[2]


@pytest.mark.parametrize(
    "ids",
    [
        [text_hash(str(number)) for number in range(50)],
        ["b", "a", "longer than the others"],
        # As long as hashes on average, or all but the last.
        ["x" * 63, "y" * 65],
        ["x" * 64, "y" * 63],
        ["x" * 65],
        [],
    ],
)
def test_the_ids_of_a_sample_ascend(ids: list[str]) -> None:
    connection = sqlite3.connect(":memory:")
    connection.row_factory = sqlite3.Row
    connection.execute("CREATE TABLE blind_item (sample, item_id, PRIMARY KEY (sample, item_id))")
    connection.executemany("INSERT INTO blind_item VALUES ('s', ?)", [[id_] for id_ in ids])
    connection.execute("INSERT INTO blind_item VALUES ('other', 'a')")
    assert list(item_ids.of_sample(connection, "s")) == sorted(ids)
