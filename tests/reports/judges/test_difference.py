"""The difference of two judges' agreement through the design."""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from statistics import mean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from labels.panel import Panel
from reports.estimation.design import design_of
from reports.estimation.estimate import Estimator
from reports.estimation.figure import Method
from reports.estimation.measures import agreement
from reports.estimation.scales import BINARY, SUPPORT, Scale
from reports.judges.difference import (
    AgreementDifference,
    agreement_difference,
    labels_to_settle,
)
from reports.judges.paired_cells import decisions_of, paired_parts
from reports.judges.standing import standing, units_of

PanelOf = Callable[..., Panel]


def difference(
    panel: Panel, scale: Scale = SUPPORT, *, turned: bool = False
) -> AgreementDifference:
    first, second = (1, 0) if turned else (0, 1)
    parts = paired_parts(panel, first, second, scale, decisions_of(panel, None))
    return agreement_difference(parts, level=0.95, seed=1)


def test_by_hand(panel_of: PanelOf) -> None:
    panel = panel_of(
        ("supported", ("supported", "supported"), 60, {"supported": 6}),
        ("supported", ("supported", "unsupported"), 30, {"supported": 4, "unsupported": 2}),
        ("unsupported", ("unsupported", "unsupported"), 6, {}),
        ("unsupported", ("unsupported", "supported"), 4, {"unsupported": 3, "supported": 1}),
    )
    # 30 x (4 - 2) / 6 + (3 - 1) of 100 citations: the part in which they say the same needs no
    # label. The 6 labels of the 30 are the only chance: 10 + 2 = 12 points.
    figure = difference(panel, BINARY).weighted
    assert figure.value == pytest.approx(0.12)
    assert figure.method is Method.EXACT
    assert figure.n == 10
    assert figure.low is not None
    assert figure.high is not None
    # At least 4 of the 30 agree with the first judge and 2 with the second.
    assert (4 - 26 + 2) / 100 <= figure.low < 0.12 < figure.high <= (28 - 2 + 2) / 100
    assert difference(panel, SUPPORT).weighted.value == pytest.approx(0.12)


def test_a_judge_and_itself_differ_in_nothing(panel_of: PanelOf) -> None:
    panel = panel_of(
        ("supported", ("supported", "supported"), 60, {"supported": 6, "partial": 1}),
        ("unsupported", ("unsupported", "unsupported"), 6, {}),
    )
    for scale in (SUPPORT, BINARY):
        found = difference(panel, scale)
        assert (found.weighted.value, found.weighted.low, found.weighted.high) == (0, 0, 0)
        assert found.differing == 0
        assert found.alone.p == 1
        assert found.alone.counts.discordant == 0


def test_where_they_differ_and_nobody_labelled_the_difference_is_undefined(
    panel_of: PanelOf,
) -> None:
    panel = panel_of(
        ("supported", ("supported", "supported"), 380, {"supported": 38}),
        ("supported", ("supported", "unsupported"), 20, {}),
        ("unsupported", ("unsupported", "unsupported"), 10, {"unsupported": 10}),
    )
    found = difference(panel)
    assert found.weighted.value is None
    assert "20 of the 20 citations on which they differ" in found.weighted.why
    assert "gpt: supported, lexical: unsupported (drawn as supported)" in found.weighted.why
    assert found.unlabelled == 20
    # All for the second judge, or all for the first: nothing else is left open.
    assert found.bounds is not None
    assert (found.bounds.low, found.bounds.high) == pytest.approx((-20 / 410, 20 / 410))


def test_the_judge_with_that_gap_has_the_reason_in_its_figures(panel_of: PanelOf) -> None:
    panel = panel_of(
        ("supported", ("supported", "supported"), 380, {"supported": 38}),
        ("supported", ("supported", "unsupported"), 20, {}),
        ("unsupported", ("unsupported", "unsupported"), 10, {"unsupported": 10}),
    )
    drawing, other = (
        standing(panel, number, annotator=None, level=0.95, seed=1) for number in (0, 1)
    )
    assert drawing.agreement.weighted.value == 1
    assert other.agreement.weighted.value is None
    assert 'the stratum "unsupported · drawn as supported"' in other.agreement.weighted.why
    assert "20 verdicts" in other.agreement.weighted.why
    # What does not need that part is known all the same.
    assert other.supported.weighted.value == 1


def test_citations_without_a_verdict_of_both_are_left_out(panel_of: PanelOf) -> None:
    panel = panel_of(
        ("supported", ("supported", "supported"), 50, {"supported": 10}),
        ("supported", ("supported", None), 30, {"supported": 6}),
        ("unsupported", ("unsupported", "supported"), 4, {"unsupported": 4}),
    )
    found = difference(panel)
    assert found.common == 54
    assert found.weighted.value == pytest.approx(4 / 54)
    other = standing(panel, 1, annotator=None, level=0.95, seed=1)
    assert (other.verdicts, other.unjudged, other.labels) == (54, 30, 14)


def test_harness_bugs_leave_the_denominator(panel_of: PanelOf) -> None:
    panel = panel_of(
        ("supported", ("supported", "supported"), 8, {"supported": 7, "bug": 1}),
        ("unsupported", ("unsupported", "supported"), 3, {"unsupported": 2, "bug": 1}),
    )
    # 11 citations less 2 bugs; 2 for the first judge, none for the second.
    assert difference(panel).weighted.value == pytest.approx(2 / 9)
    both = [standing(panel, n, annotator=None, level=0.95, seed=1) for n in (0, 1)]
    first, second = (one.agreement.weighted.value or 0.0 for one in both)
    assert first - second == pytest.approx(2 / 9)


def test_undecided_items_give_a_range(panel_of: PanelOf) -> None:
    panel = panel_of(
        ("supported", ("supported", "supported"), 6, {"supported": 6}),
        ("unsupported", ("unsupported", "supported"), 4, {"unsupported": 2, "cannot_judge": 2}),
    )
    figure = difference(panel, BINARY).weighted
    assert figure.undecided is not None
    assert figure.undecided.items == 2
    assert figure.undecided.low == pytest.approx(0)
    assert figure.undecided.high == pytest.approx(0.4)
    turned = difference(panel, BINARY, turned=True).weighted
    assert turned.undecided is not None
    assert turned.undecided.low == pytest.approx(-0.4)


LEVELS = ["supported", "partial", "unsupported"]
PEOPLE = st.dictionaries(
    st.sampled_from([*LEVELS, "bug", "cannot_judge", "unlabelled"]), st.integers(1, 4), max_size=4
)
ROWS = st.lists(
    st.tuples(
        st.sampled_from(LEVELS),
        st.sampled_from([*LEVELS, None]),
        PEOPLE,
        st.sampled_from([0, 0, 1, 7, 40]),
    ),
    min_size=1,
    max_size=7,
    unique_by=lambda row: (row[0], row[1]),
)


def panel_from(panel_of: PanelOf, rows: list[tuple[str, str | None, dict[str, int], int]]) -> Panel:
    made = []
    for own, other, people, more in rows:
        size = sum(people.values()) + more
        if size:
            made.append((own, (own, other), size, people))
    return panel_of(*(made or [("supported", ("supported", "supported"), 1, {})]))


@settings(max_examples=30)
@given(rows=ROWS, seed=st.integers(0, 5))
def test_any_data_gives_a_figure_in_range_or_a_reason(
    panel_of: PanelOf, rows: list[tuple[str, str | None, dict[str, int], int]], seed: int
) -> None:
    panel = panel_from(panel_of, rows)
    shuffled = list(panel.items)
    random.Random(seed).shuffle(shuffled)
    mixed = replace(panel, items=tuple(shuffled), patterns=tuple(reversed(panel.patterns)))
    for scale in (SUPPORT, BINARY):
        found = difference(panel, scale)
        figure = found.weighted
        # Neither the order of the rows nor that of the judges tells anything, but for the sign.
        assert difference(mixed, scale) == found
        turned = difference(panel, scale, turned=True)
        assert turned.alone.p == found.alone.p
        if figure.value is None or figure.low is None or figure.high is None:
            assert figure.why
            assert turned.weighted.value is None
        else:
            assert -1 <= figure.low <= figure.value <= figure.high <= 1
            assert turned.weighted.value == -figure.value
            assert (turned.weighted.low, turned.weighted.high) == (-figure.high, -figure.low)
            if figure.low == figure.high and found.differing:
                # Width is lost only where nothing is left open.
                assert all(
                    sum(one.outcome is not None or one.bug is not None for one in decided)
                    == parts.sizes[part]
                    for parts in [paired_parts(panel, 0, 1, scale, decisions_of(panel, None))]
                    for part, decided in parts.decisions.items()
                    if part.column == 0
                )


@settings(max_examples=25)
@given(rows=ROWS)
def test_a_census_is_the_plain_difference(
    panel_of: PanelOf, rows: list[tuple[str, str | None, dict[str, int], int]]
) -> None:
    decided = [
        (own, other, {k: n for k, n in people.items() if k in LEVELS}, 0)
        for own, other, people, _ in rows
    ]
    panel = panel_from(panel_of, decided)
    if not panel.items:
        return
    found = difference(panel)
    pairs = [
        (item.said[0], item.said[1], item.labels[0].outcome)
        for item in panel.items
        if item.said[1] is not None
    ]
    if not pairs:
        assert found.weighted.value is None
        return
    right = [
        mean(one.support is human.support for one, human in zip(side, people, strict=True))
        for people in [[h for _, _, h in pairs if h is not None]]
        for side in ([a for a, _, _ in pairs if a], [b for _, b, _ in pairs if b])
    ]
    assert found.weighted.value == pytest.approx(right[0] - right[1])
    assert found.weighted.low == found.weighted.high
    assert found.alone.difference is not None
    assert found.alone.difference.value == pytest.approx(right[0] - right[1])


# A world in which all is known


def world(seed: int) -> list[tuple[str, str, str]]:
    """600 citations: what the drawing judge says, what the other says, what people say."""
    draw = random.Random(seed)
    citations = []
    for _ in range(600):
        human = draw.choices(LEVELS, [80, 8, 12])[0]
        own = human if draw.random() < 0.85 else draw.choice(LEVELS)
        sharp = 0.9 if human == "supported" else 0.4
        other = human if draw.random() < sharp else draw.choice(LEVELS)
        citations.append((own, other, human))
    return citations


WORLD = world(8)


def sampled(panel_of: PanelOf, seed: int, supported: int = 120) -> Panel:
    """All that the drawing judge flags, and a random part of what it calls supported."""
    draw = random.Random(seed)
    by_own = {level: [c for c in WORLD if c[0] == level] for level in LEVELS}
    drawn = by_own["partial"] + by_own["unsupported"] + draw.sample(by_own["supported"], supported)
    sizes = Counter((own, other) for own, other, _ in WORLD)
    rows = []
    for (own, other), size in sorted(sizes.items()):
        people = Counter(h for a, b, h in drawn if (a, b) == (own, other))
        rows.append((own, (own, other), size, dict(people)))
    return panel_of(*rows)


def truth(number: int, *, binary: bool = False) -> float:
    def level(text: str) -> str:
        return text if not binary or text == "supported" else "not"

    return mean(level(c[number]) == level(c[2]) for c in WORLD)


def test_another_judges_agreement_is_unbiased_and_its_interval_covers(panel_of: PanelOf) -> None:
    values, covered, naive = [], 0, []
    for seed in range(200):
        cells = design_of(units_of(sampled(panel_of, seed), 1, None)).cells(SUPPORT)
        pair = Estimator(cells, level=0.95, seed=1).pair(agreement(SUPPORT))
        figure = pair.weighted
        assert figure.value is not None
        assert figure.low is not None
        assert figure.high is not None
        values.append(figure.value)
        naive.append(pair.raw.value)
        covered += figure.low <= truth(1) <= figure.high
    # Its standard error is about .025, so the mean of 200 has one of .002.
    assert mean(values) == pytest.approx(truth(1), abs=0.006)
    assert abs(mean(value or 0.0 for value in naive) - truth(1)) > 0.015
    assert covered >= 186


@pytest.mark.parametrize("binary", [True, False])
def test_the_difference_is_unbiased_and_its_interval_covers(
    panel_of: PanelOf, binary: bool
) -> None:
    scale, seeds = (BINARY, 200) if binary else (SUPPORT, 100)
    true = truth(0, binary=binary) - truth(1, binary=binary)
    values, covered = [], 0
    for seed in range(seeds):
        figure = difference(sampled(panel_of, seed), scale).weighted
        assert figure.value is not None
        assert figure.low is not None
        assert figure.high is not None
        values.append(figure.value)
        covered += figure.low <= true <= figure.high
    assert mean(values) == pytest.approx(true, abs=0.008)
    assert covered >= 0.93 * seeds


def test_labels_to_settle_shrink_with_the_difference_and_stop_at_all_of_them(
    panel_of: PanelOf,
) -> None:
    def wanted(first: int, second: int) -> int | None:
        panel = panel_of(
            ("supported", ("supported", "supported"), 400, {"supported": 40}),
            (
                "supported",
                ("supported", "unsupported"),
                100,
                {"supported": first, "unsupported": second},
            ),
        )
        return labels_to_settle(difference(panel), level=0.95)

    clear, near = wanted(14, 6), wanted(11, 9)
    assert clear is not None
    assert near is not None
    assert 20 <= clear < near <= 100
    assert wanted(10, 10) is None


def test_labels_alone_are_fair_where_all_of_the_draw_weighs_alike(panel_of: PanelOf) -> None:
    def fair(supported: int, unsupported: int) -> bool:
        panel = panel_of(
            ("supported", ("supported", "supported"), 30, {"supported": supported - 1}),
            ("supported", ("supported", "unsupported"), 10, {"supported": 1}),
            ("unsupported", ("unsupported", "supported"), 20, {"unsupported": unsupported}),
        )
        return difference(panel).alone.fair

    # 40 / 10 and 20 / 5: by stratum all weigh 4, however the labels fell into the parts.
    assert fair(10, 5)
    assert not fair(10, 20)


def test_too_few_discordant_labels_ask_for_enough_of_them(panel_of: PanelOf) -> None:
    panel = panel_of(
        ("supported", ("supported", "supported"), 100, {"supported": 40}),
        ("supported", ("supported", "unsupported"), 40, {"supported": 4}),
    )
    # 4 of 4 labels are discordant, 6 are needed.
    wanted = labels_to_settle(difference(panel), level=0.95)
    assert wanted is not None
    assert wanted >= 6
