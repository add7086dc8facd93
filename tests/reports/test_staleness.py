"""What makes a calibration stale: each kind of change, and which labels still stand."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from labels.calibration import Calibration, CalibrationItem, HumanLabel
from labels.grounds import Grounds, ThenAndNow
from reports.notices import notices
from reports.rendering.json_report import document
from reports.report import Report
from reports.stale_words import stale_sentence
from reports.staleness import Kind, changes, provenance_changes, staleness

PROVENANCE = {
    "provider": "anthropic",
    "model": "claude-opus-5",
    "host": "api.anthropic.com",
    "prompt": "judge",
    "prompt_sha256": "a" * 64,
    "rubric": "0123456789ab",
    "rubric_sha256": "b" * 64,
    "settings": "{}",
    "tool": "crosssource 0.1.0",
}

THEN = Grounds(
    judge_id="1" * 64,
    provenance=PROVENANCE,
    rubrics=("rubric-1",),
    chunk_words=(350,),
    passages={"i0": "text-0", "i1": "text-1"},
)


def with_fact(**facts: str) -> Grounds:
    return replace(THEN, judge_id="2" * 64, provenance=PROVENANCE | facts)


@pytest.mark.parametrize(
    ("now", "kind", "told"),
    [
        (
            with_fact(settings='{"thinking": 1}'),
            Kind.JUDGE,
            'the judge\'s settings: {} → {"thinking": 1}',
        ),
        (
            with_fact(tool="crosssource 0.2.0"),
            Kind.JUDGE,
            "the judge's tool: crosssource 0.1.0 → crosssource 0.2.0",
        ),
        (
            with_fact(model="claude-opus-6"),
            Kind.MODEL,
            "the judge's model: claude-opus-5 → claude-opus-6",
        ),
        (with_fact(snapshot="2026-05"), Kind.MODEL, "the judge's snapshot: nothing → 2026-05"),
        (
            with_fact(prompt_sha256="c" * 64),
            Kind.PROMPT,
            "the judge's prompt: aaaaaaaaaaaa → cccccccccccc",
        ),
        (
            with_fact(rubric="ba9876543210", rubric_sha256="d" * 64),
            Kind.RUBRIC,
            "the judge's rubric: 0123456789ab → ba9876543210",
        ),
        (
            replace(THEN, rubrics=("rubric-2",)),
            Kind.RUBRIC,
            "the rubric that people read: rubric-1 → rubric-2",
        ),
        (
            replace(THEN, chunk_words=(200,)),
            Kind.CHUNKING,
            "the length of passages: 350 words → 200 words",
        ),
        (
            replace(THEN, passages={"i0": "text-0", "i1": ""}),
            Kind.CHUNKING,
            "passages that were judged: 2 in the corpus → 1 with the same text",
        ),
        (replace(THEN, judge_id="2" * 64), Kind.JUDGE, "the judge: 111111111111 → 222222222222"),
    ],
    ids=lambda value: str(value) if isinstance(value, Kind) else "",
)
def test_each_kind_of_change(now: Grounds, kind: Kind, told: str) -> None:
    (change,) = changes(THEN, now)
    assert change.kind is kind
    assert f"{change.what}: {change.before} → {change.after}" == told


def test_the_same_grounds_are_not_stale() -> None:
    assert changes(THEN, THEN) == ()
    assert staleness(ThenAndNow(then=THEN, now=THEN, judged_now=9), []) is None
    assert staleness(None, []) is None


def test_several_changes_are_told_in_one_order() -> None:
    now = replace(with_fact(prompt_sha256="c" * 64, host="elsewhere"), rubrics=("rubric-2",))
    assert [one.kind for one in changes(THEN, now)] == [Kind.MODEL, Kind.PROMPT, Kind.RUBRIC]


def test_a_hash_over_the_settings_is_told_only_where_nothing_else_is() -> None:
    then = {"rules": "lexical-1", "settings_hash": "a" * 64}
    (change,) = provenance_changes(then, {"rules": "lexical-2", "settings_hash": "b" * 64})
    assert change.what == "the judge's rules"
    (change,) = provenance_changes(then, then | {"settings_hash": "b" * 64})
    assert change.what == "the judge's settings hash"


@pytest.fixture
def labelled(
    calibrate: Callable[..., Calibration], label: Callable[..., HumanLabel]
) -> tuple[CalibrationItem, ...]:
    """Four items, one label each, the last under another rubric."""
    items = calibrate(("supported", 4, "supported", "supported", 4)).items
    other = replace(label("supported"), rubric="rubric-0")
    return (*items[:3], replace(items[3], labels=(other,)))


def test_labels_stand_for_the_same_claim_passage_and_rubric(
    labelled: tuple[CalibrationItem, ...],
) -> None:
    now = replace(with_fact(model="claude-opus-6"), passages={"i0": "text-0", "i1": "other"})
    found = staleness(ThenAndNow(then=THEN, now=now, judged_now=0), labelled)
    assert found is not None
    # i1 has another passage, i3 another rubric; i0 and i2 are as they were.
    assert (found.labels, found.standing) == (4, 2)


def test_an_item_that_stands_twice_counts_once(labelled: tuple[CalibrationItem, ...]) -> None:
    twice = (*labelled, replace(labelled[0], verdict_id="again"))
    now = with_fact(model="claude-opus-6")
    found = staleness(ThenAndNow(then=THEN, now=now, judged_now=0), twice)
    assert found is not None
    assert (found.labels, found.standing) == (4, 3)


@pytest.mark.parametrize(
    ("now", "judged", "step"),
    [
        (
            with_fact(prompt_sha256="c" * 64),
            9,
            "crosssource report --sample first --judge 22222222",
        ),
        (
            with_fact(model="claude-opus-6"),
            0,
            "crosssource judge base, then crosssource report --sample first --judge NAME",
        ),
        (
            replace(THEN, rubrics=("rubric-2",)),
            9,
            "crosssource sample draw --run base --judge opus, and label it by the rubric in force",
        ),
        (replace(THEN, chunk_words=(200,)), 9, "crosssource run --name NAME"),
        (
            with_fact(provider="offline", rules="2"),
            0,
            "crosssource judge base --judge lexical, then",
        ),
    ],
)
def test_the_notice_says_what_to_do(
    labelled: tuple[CalibrationItem, ...], now: Grounds, judged: int, step: str
) -> None:
    found = staleness(ThenAndNow(then=THEN, now=now, judged_now=judged), labelled)
    assert found is not None
    said = stale_sentence(found, sample="first", runs=("base",), judge="opus")
    assert said.startswith("STALE: the ")
    assert "label" in said
    assert step in said


def test_the_report_carries_it(take_all: Calibration, report_of: Callable[..., Report]) -> None:
    grounds = ThenAndNow(then=THEN, now=with_fact(prompt_sha256="c" * 64), judged_now=450)
    made = report_of(replace(take_all, grounds=grounds))
    assert any("STALE: the prompt has changed" in text for text in notices(made))
    stale: Any = document(made)["stale"]
    assert stale["kinds"] == ["prompt"]
    assert stale["changes"][0]["before"] == "a" * 12
    assert stale["labels"] == 72
    assert document(report_of(take_all))["stale"] is None
