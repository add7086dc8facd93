"""Who labels what: a random part of every stratum twice by people, some items twice by each."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.errors import InputError
from labels.assignment import overlapping, repeated


def strata(*sizes: int) -> list[list[str]]:
    return [[f"{h}-{n}" for n in range(size)] for h, size in enumerate(sizes)]


def test_the_overlap_is_a_part_of_every_stratum_in_proportion() -> None:
    # A fifth of 100, 30 and 20 items.
    found = overlapping(strata(100, 30, 20), 0.2, seed=1)
    assert [sum(item.startswith(f"{h}-") for item in found) for h in range(3)] == [20, 6, 4]


def test_a_small_stratum_has_two_of_its_items_in_it() -> None:
    """One alone would have no variance, and a figure of the whole would not be known."""
    found = overlapping(strata(100, 5, 1), 0.02, seed=1)
    assert [sum(item.startswith(f"{h}-") for item in found) for h in range(3)] == [2, 2, 1]


def test_all_and_none() -> None:
    assert len(overlapping(strata(10, 4), 1.0, seed=1)) == 14
    assert overlapping(strata(10, 4), 0.0, seed=1) == ()


def test_a_seed_gives_these_very_items_on_every_machine() -> None:
    assert overlapping(strata(6), 0.5, seed=7) == ("0-4", "0-0", "0-5")
    assert repeated(strata(6)[0], 3, seed=7) == ("0-3", "0-1", "0-0")


def test_each_item_is_in_the_overlap_about_as_often_as_the_others() -> None:
    # Each of 10 items in 3 of 10 overlaps; over 2,000 seeds 600, standard error 20.
    times = dict.fromkeys(strata(10)[0], 0)
    for seed in range(2000):
        for item in overlapping(strata(10), 0.3, seed):
            times[item] += 1
    assert all(abs(count - 600) < 90 for count in times.values()), times


@given(
    sizes=st.lists(st.integers(1, 40), min_size=1, max_size=6),
    share=st.floats(0, 1),
    seed=st.integers(),
)
def test_the_overlap_is_some_of_the_items_each_once(
    sizes: list[int], share: float, seed: int
) -> None:
    given_items = strata(*sizes)
    found = overlapping(given_items, share, seed)
    assert len(set(found)) == len(found)
    for items in given_items:
        taken = len(set(items) & set(found))
        assert taken >= (min(2, len(items)) if share > 0 else 0)
    least = sum(min(2, size) for size in sizes) if share > 0 else 0
    assert len(found) == max(round(share * sum(sizes)), least)


def test_more_repeats_than_items_are_refused() -> None:
    with pytest.raises(InputError, match="--repeat 7: the sample has only 6 items"):
        repeated(strata(6)[0], 7, seed=1)


def test_people_against_people_is_right_on_average_through_the_design() -> None:
    """A few supported verdicts stand for many; of each stratum the overlap is a random part."""
    sizes, drawn = (400, 20, 10), strata(40, 20, 10)
    # Two people agree on three of four supported items, on half of the partial ones, on no other.
    agreed = {item: int(item.split("-")[1]) % 4 > 0 for item in drawn[0]}
    agreed |= {item: int(item.split("-")[1]) % 2 > 0 for item in drawn[1]}
    agreed |= dict.fromkeys(drawn[2], False)

    def weighted(among: set[str]) -> float:
        means = []
        for items in drawn:
            both = [agreed[item] for item in items if item in among]
            means.append(sum(both) / len(both))
        return sum(size * mean for size, mean in zip(sizes, means, strict=True)) / sum(sizes)

    # (400 x 3/4 + 20 x 1/2 + 10 x 0) / 430
    truth = 310 / 430
    assert weighted(set(agreed)) == pytest.approx(truth)
    found = [weighted(set(overlapping(drawn, 0.25, seed))) for seed in range(1000)]
    # One has a standard deviation of about 0.11, the mean of 1,000 a standard error of 0.004.
    assert sum(found) / len(found) == pytest.approx(truth, abs=0.015)
