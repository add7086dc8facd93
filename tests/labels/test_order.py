"""An order is a permutation, the same however it is looked at."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labels.order import Order

IDS = [f"i{number:03}" for number in range(40)]


@given(
    ids=st.lists(st.text(min_size=1), unique=True, max_size=30),
    looks=st.lists(st.integers(0, 29), max_size=10),
    ends=st.integers(0, 5),
)
def test_however_it_is_looked_at_it_is_one_permutation(
    ids: list[str], looks: list[int], ends: int
) -> None:
    last, first = ids[:ends], sorted(ids[ends:])
    whole = list(Order("ann", "s", first, last))
    assert sorted(whole) == sorted(ids)
    assert whole[len(whole) - len(last) :] == last
    order = Order("ann", "s", first, last)
    for place in looks:
        if place < len(ids):
            assert order[place] == whole[place]
            assert order[-1 - place] == whole[-1 - place]
            assert order[place : place + 3] == whole[place : place + 3]
    assert list(order) == whole == order[:]


def test_it_is_the_same_on_every_machine_and_in_every_version() -> None:
    assert Order("ann", "s", IDS)[:5] == ["i007", "i026", "i019", "i027", "i024"]
    assert Order("ann", "s", IDS[3:], IDS[:3])[-4:] == ["i009", "i000", "i001", "i002"]


def test_two_who_go_through_it_at_once_see_the_same() -> None:
    order = Order("ann", "s", IDS)
    assert [pair[0] for pair in zip(order, order, strict=True)] == list(order)
    first, second = iter(order), iter(order)
    seen = [next(first) for _ in range(10)]
    assert [next(second) for _ in range(40)] == list(order)
    assert [*seen, *first] == list(order)


def test_past_the_end_there_is_nothing() -> None:
    with pytest.raises(IndexError):
        Order("ann", "s", IDS)[len(IDS)]


def test_every_item_comes_first_equally_often() -> None:
    """8,000 annotators, 40 items: 200 each on average, standard error 14."""
    for place in (0, 1, 39):
        counts = Counter(Order(f"annotator {n}", "s", IDS)[place] for n in range(8_000))
        assert min(counts[item_id] for item_id in IDS) > 200 - 4.5 * 14
        assert max(counts.values()) < 200 + 4.5 * 14
