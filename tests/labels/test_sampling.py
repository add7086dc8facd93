"""The draw: what is taken, how it is shared out, and that it is the same everywhere."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.errors import InputError
from labels.outcome import Support
from labels.sampling import FrameVerdict, allocate, draw


def frame(supported: int, partial: int = 3, unsupported: int = 5) -> list[FrameVerdict]:
    scale = {
        Support.SUPPORTED: supported,
        Support.PARTIAL: partial,
        Support.UNSUPPORTED: unsupported,
    }
    return [
        FrameVerdict(
            uid=f"{support}-{n}", support=support, fields={"lang": "de" if n % 4 else "en"}
        )
        for support, size in scale.items()
        for n in range(size)
    ]


def test_every_unsupported_and_partial_verdict_is_drawn_and_a_few_supported_ones() -> None:
    strata = draw(frame(200), supported=30, partial=None, by=[], seed=1)
    assert [(s.name, s.size, len(s.members)) for s in strata] == [
        ("supported", 200, 30),
        ("partial", 3, 3),
        ("unsupported", 5, 5),
    ]
    assert strata[0].inclusion_probability == pytest.approx(0.15)


def test_a_seed_gives_this_very_sample_on_every_machine() -> None:
    # Pinned: a change here would break every published sample.
    strata = draw(frame(50), supported=4, partial=0, by=[], seed=2026)
    assert strata[0].members == ("supported-36", "supported-12", "supported-6", "supported-13")


def test_the_order_of_the_frame_does_not_matter_and_the_seed_does() -> None:
    verdicts = frame(60)
    first = draw(verdicts, supported=10, partial=None, by=["lang"], seed=1)
    assert draw(verdicts[::-1], supported=10, partial=None, by=["lang"], seed=1) == first
    assert draw(verdicts, supported=10, partial=None, by=["lang"], seed=2) != first


def test_each_verdict_is_drawn_about_as_often_as_the_others() -> None:
    # 10 of 40 over 2,000 seeds: 500 expected each, standard deviation sqrt(2000 * .25 * .75) =
    # 19.4; five of them on either side.
    counts: dict[str, int] = {}
    verdicts = frame(40, 0, 0)
    for seed in range(2000):
        for uid in draw(verdicts, supported=10, partial=None, by=[], seed=seed)[0].members:
            counts[uid] = counts.get(uid, 0) + 1
    assert min(counts.values()) > 500 - 97
    assert max(counts.values()) < 500 + 97


def test_strata_by_a_field_share_in_proportion() -> None:
    strata = draw(frame(400), supported=40, partial=None, by=["lang"], seed=1)
    shares = {s.name: (s.size, len(s.members)) for s in strata if s.support is Support.SUPPORTED}
    assert shares == {"supported · lang=de": (300, 30), "supported · lang=en": (100, 10)}


@pytest.mark.parametrize(
    ("verdicts", "options", "sentence"),
    [
        ([], {}, "no verdict to draw from"),
        (frame(10), {"by": ["court"]}, "no verdict has that field; the fields are lang"),
        (frame(10), {"supported": 1, "by": ["lang"]}, "cannot cover 2 strata with 2 each"),
        (frame(10), {"partial": -2}, "--partial -2 is negative"),
    ],
)
def test_what_cannot_be_drawn_is_refused(
    verdicts: list[FrameVerdict], options: dict[str, object], sentence: str
) -> None:
    given_options = {"supported": 5, "partial": None, "by": [], "seed": 1} | options
    with pytest.raises(InputError, match=sentence):
        draw(verdicts, **given_options)  # type: ignore[arg-type]


@given(st.lists(st.integers(1, 500), min_size=1, max_size=12), st.integers(0, 3000))
def test_an_allocation_takes_all_it_was_given_and_no_more_than_there_is(
    sizes: list[int], total: int
) -> None:
    floors = [min(2, size) for size in sizes]
    if 0 < total < sum(floors):
        with pytest.raises(InputError):
            allocate(sizes, total)
        return
    counts = allocate(sizes, total)
    assert sum(counts) == min(total, sum(sizes))
    assert all(0 <= count <= size for count, size in zip(counts, sizes, strict=True))
    if total:
        assert all(count >= floor for count, floor in zip(counts, floors, strict=True))
