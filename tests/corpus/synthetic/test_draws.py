"""Chance that is the same everywhere, values without repetition, templates."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.synthetic.draws import Draws, distinct
from corpus.synthetic.wording import Values, parse, say


def test_a_stream_is_determined_by_its_name() -> None:
    """The numbers themselves: another Python or platform must draw the same."""
    draws = Draws(1, "letters", 7)
    assert [draws.below(100) for _ in range(8)] == [58, 12, 25, 90, 24, 82, 45, 65]
    assert Draws(1, "letters", 7).some("abcdef", 4) == ["d", "b", "a", "f"]
    assert Draws(1, "letters", 8).below(10**9) != Draws(1, "letters", 7).below(10**9)


def test_names_of_streams_do_not_run_together() -> None:
    assert Draws("a", "bc").below(10**9) != Draws("ab", "c").below(10**9)


@given(st.integers(1, 2000), st.integers(), st.text(max_size=3))
def test_distinct_numbers_are_every_number_once(size: int, seed: int, name: str) -> None:
    order = distinct(size, seed, name)
    assert sorted(order.number(place) for place in range(size)) == list(range(size))
    for outside in (-1, size):
        with pytest.raises(ValueError, match=f"place {outside} of {size}"):
            order.number(outside)


@given(st.lists(st.integers(), max_size=12), st.integers(0, 14), st.integers())
def test_some_are_drawn_without_replacement(values: list[int], count: int, seed: int) -> None:
    drawn = Draws(seed).some(values, count)
    assert len(drawn) == min(count, len(values))
    assert not Counter(drawn) - Counter(values)


def test_every_place_of_a_shuffle_is_as_likely() -> None:
    firsts = Counter(Draws("shuffle", number).some("abc", 3)[0] for number in range(3000))
    assert all(abs(firsts[letter] - 1000) < 100 for letter in "abc")


def test_a_template_makes_its_choices_and_fills_its_slots() -> None:
    values: Values = {"who": "Ms. Tarn", "n": lambda draws: str(draws.between(5, 5))}
    said = {say("the [lessor|lessee [of {who}|]] pays {n}.", values, Draws(n)) for n in range(60)}
    assert said == {
        "The lessor pays 5.",
        "The lessee of Ms. Tarn pays 5.",
        "The lessee  pays 5.",
    }


def test_a_slot_without_a_value_and_a_bracket_that_is_left_open_are_mistakes() -> None:
    with pytest.raises(KeyError, match="whom"):
        say("To {whom}", {}, Draws())
    for broken in ("[a|b", "a]", "a|b"):
        with pytest.raises((ValueError, IndexError)):
            say(broken, {}, Draws())


def test_a_bank_is_sections_of_lines() -> None:
    assert parse("# note\n== a\nx\n\ny\n== b\n") == {"a": ("x", "y"), "b": ()}
