"""People against people: through the design, beside the judge, before adjudication."""

import csv
import io
import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import krippendorff
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import accuracy_score, cohen_kappa_score

from corpus.errors import InputError
from labels.calibration import Calibration, Repeat
from labels.outcome import Choice, Outcome, Support
from reports.ceiling import Place, ceiling, sentence
from reports.decision import State, adjudicated_by
from reports.estimation.figure import Figure, Method
from reports.notices import notices
from reports.rendering.csv_report import csv_files
from reports.rendering.json_report import document, json_text
from reports.rendering.page import page
from reports.rendering.terminal import show_page
from reports.report import Report

Make = Callable[..., Any]
Said = Sequence[str]

SUPPORTED, UNSUPPORTED, PARTIAL = "supported", "unsupported_claim", "partial"
NAMES = ("ann", "bob", "cho", "dee")


@pytest.fixture(scope="session")
def study_of(calibrate: Make, label: Make) -> Make:
    """A calibration from (stratum, its size, judged, what each person says, how many)."""

    def make(*rows: tuple[str, int, str, Said, int], **changes: Any) -> Calibration:
        whole: Calibration = calibrate(
            *((stratum, size, judged, SUPPORTED, n) for stratum, size, judged, _, n in rows)
        )
        each = [said for *_, said, n in rows for _ in range(n)]
        items = tuple(
            replace(
                item,
                labels=tuple(
                    label(word, name) for name, word in zip(NAMES, said, strict=False) if word
                ),
            )
            for item, said in zip(whole.items, each, strict=True)
        )
        return replace(whole, items=items, **changes)

    return make


def value(figure: Figure) -> float:
    assert figure.value is not None, figure.why
    return figure.value


BOTH = (
    ("supported", 90, SUPPORTED, (SUPPORTED, SUPPORTED), 8),
    ("supported", 90, SUPPORTED, (SUPPORTED, UNSUPPORTED), 1),
    ("supported", 90, SUPPORTED, (SUPPORTED,), 6),
    ("unsupported", 10, UNSUPPORTED, (UNSUPPORTED, UNSUPPORTED), 3),
    ("unsupported", 10, UNSUPPORTED, (UNSUPPORTED, PARTIAL), 2),
)


def test_two_people_stand_for_their_strata_as_the_judge_does(
    study_of: Make, report_of: Make
) -> None:
    (pair,) = report_of(study_of(*BOTH)).people.pairs
    # w = 90 / 9 and 10 / 5, whoever labelled alone: (8 * 10 + 3 * 2) / 100.
    assert value(pair.support.agreement.weighted) == pytest.approx(0.86)
    assert value(pair.support.agreement.raw) == pytest.approx(11 / 14)
    first = [0] * 9 + [2] * 5
    second = [0] * 8 + [2] + [2] * 3 + [1] * 2
    weights = [10.0] * 9 + [2.0] * 5
    assert value(pair.support.agreement.weighted) == pytest.approx(
        accuracy_score(first, second, sample_weight=weights)
    )
    kappa = cohen_kappa_score(first, second, sample_weight=weights)
    assert value(pair.support.kappa.weighted) == pytest.approx(kappa)
    linear = cohen_kappa_score(first, second, weights="linear", sample_weight=weights)
    assert value(pair.linear.weighted) == pytest.approx(linear)
    assert pair.support.agreement.weighted.method is Method.HULL
    for figure in (pair.support.agreement, pair.support.kappa, pair.support.ac1, pair.linear):
        assert figure.weighted.low is not None
        assert figure.weighted.high is not None
        assert figure.weighted.low < value(figure.weighted) < figure.weighted.high


def test_labelling_everything_twice_leaves_nothing_to_chance(
    study_of: Make, report_of: Make
) -> None:
    report = report_of(
        study_of(
            ("supported", 5, SUPPORTED, (SUPPORTED, SUPPORTED), 4),
            ("supported", 5, SUPPORTED, (SUPPORTED, PARTIAL), 1),
            ("unsupported", 3, UNSUPPORTED, (UNSUPPORTED, UNSUPPORTED), 3),
        )
    )
    (pair,) = report.people.pairs
    for both in (pair.support.agreement, pair.support.kappa, pair.support.ac1,
                 report.people.together.alpha):  # fmt: skip
        assert both.weighted.method is Method.CENSUS
        assert both.weighted.low == both.weighted.high == value(both.weighted)
        assert value(both.weighted) == pytest.approx(value(both.raw), abs=0.02)


def test_people_who_never_differed_are_not_certain_of_the_rest(
    study_of: Make, report_of: Make
) -> None:
    report = report_of(
        study_of(
            ("supported", 400, SUPPORTED, (SUPPORTED, SUPPORTED, SUPPORTED), 30),
            ("unsupported", 30, UNSUPPORTED, (UNSUPPORTED, UNSUPPORTED, UNSUPPORTED), 10),
        )
    )
    every = report.people.together
    for both in (every.agreement, every.alpha, every.outcome_agreement, every.outcome_alpha):
        for figure in (both.weighted, both.raw):
            assert value(figure) == figure.high == 1
            assert figure.low is not None
            assert figure.low < 0.99


def test_a_stratum_that_no_two_labelled_leaves_the_run_unknown(
    study_of: Make, report_of: Make
) -> None:
    report = report_of(
        study_of(
            ("supported", 90, SUPPORTED, (SUPPORTED,), 9),
            ("unsupported", 10, UNSUPPORTED, (UNSUPPORTED, UNSUPPORTED), 5),
        )
    )
    (pair,) = report.people.pairs
    assert pair.support.agreement.weighted.value is None
    assert 'No verdict of the stratum "supported", which stands for 90' in (
        pair.support.agreement.weighted.why
    )
    assert value(pair.support.agreement.raw) == 1
    found = ceiling(report)
    assert found is not None
    assert found.place is None
    assert "of the sample" in sentence(report)


def test_alpha_of_three_people_weighs_items_as_if_each_were_there_so_often(
    study_of: Make, report_of: Make
) -> None:
    rows = (
        ("supported", 30, SUPPORTED, (SUPPORTED, SUPPORTED, SUPPORTED), 7),
        ("supported", 30, SUPPORTED, (SUPPORTED, PARTIAL, SUPPORTED), 2),
        ("supported", 30, SUPPORTED, ("", UNSUPPORTED, PARTIAL), 1),
        ("unsupported", 10, UNSUPPORTED, (UNSUPPORTED, UNSUPPORTED, PARTIAL), 4),
        ("unsupported", 10, UNSUPPORTED, (UNSUPPORTED, UNSUPPORTED, ""), 1),
    )
    every = report_of(study_of(*rows)).people.together
    levels = {SUPPORTED: 0.0, PARTIAL: 1.0, UNSUPPORTED: 2.0, "": np.nan}
    # w = 30 / 10 and 10 / 5.
    repeated = [
        [levels[word] for word in said]
        for stratum, _, _, said, n in rows
        for _ in range(n * (3 if stratum == "supported" else 2))
    ]
    expected = krippendorff.alpha(
        reliability_data=np.array(repeated).T, level_of_measurement="ordinal"
    )
    assert value(every.alpha.weighted) == pytest.approx(expected)
    assert every.items == 15


def test_the_judge_is_held_against_people_on_the_same_verdicts(
    study_of: Make, report_of: Make
) -> None:
    def place(people: Said, n: int = 40) -> Place | None:
        report = report_of(
            study_of(
                ("supported", 100, SUPPORTED, (SUPPORTED, SUPPORTED), 40),
                ("supported", 100, SUPPORTED, people, n),
            )
        )
        found = ceiling(report)
        assert found is not None
        assert sentence(report) in [
            getattr(block, "text", "")
            for section in page(report, full=False).sections
            for block in section.blocks
        ]
        return found.place

    assert place((UNSUPPORTED, UNSUPPORTED)) is Place.BELOW
    assert place((SUPPORTED, UNSUPPORTED)) is Place.ABOVE
    assert place((SUPPORTED, SUPPORTED)) is Place.WITHIN


def test_the_ceiling_in_words(study_of: Make, report_of: Make) -> None:
    text = sentence(report_of(study_of(*BOTH)))
    assert text.startswith("People agree with each other on 86.0 % (95 % interval")
    assert "No judge can be shown to be better than people agree." in text
    assert "leaves out the 3 verdicts on which people differ" in text


def test_nobody_with_two_labels_gives_no_ceiling(study_of: Make, report_of: Make) -> None:
    report = report_of(study_of(("supported", 9, SUPPORTED, (SUPPORTED,), 4)))
    assert report.people.together is None
    assert ceiling(report) is None
    titles = [section.title for section in page(report, full=False).sections]
    assert "The people themselves" not in titles


DISPUTED = (
    ("supported", 90, SUPPORTED, (SUPPORTED, SUPPORTED), 20),
    ("supported", 90, SUPPORTED, (SUPPORTED, PARTIAL, PARTIAL), 3),
    ("supported", 90, SUPPORTED, (SUPPORTED, "cannot_judge", "bug"), 1),
    ("supported", 90, SUPPORTED, (SUPPORTED, UNSUPPORTED), 2),
    ("unsupported", 10, UNSUPPORTED, (UNSUPPORTED, UNSUPPORTED), 6),
    ("unsupported", 10, UNSUPPORTED, (UNSUPPORTED, PARTIAL, "cannot_judge"), 1),
)


def test_an_adjudicator_decides_where_people_differ_and_only_there(
    study_of: Make, report_of: Make
) -> None:
    calibration = study_of(*DISPUTED)
    report = report_of(adjudicated_by(calibration, "cho"))
    states = [one.decision for one in report.findings.all]
    assert sum(one.adjudicated for one in states) == 5
    assert [one.outcome for one in states[20:23]] == [Outcome.PARTIAL] * 3
    assert states[23].state is State.HARNESS_BUG
    assert {one.state for one in states[24:26]} == {State.DIFFER}
    assert states[-1].state is State.CANNOT_JUDGE
    done = report.people.adjudication
    assert (done.name, done.differ, done.decided, done.labels) == ("cho", 7, 4, 5)
    (said,) = [text for text in notices(report) if "Adjudicated" in text]
    assert "on 7 items, the label of cho decides (4 decided). All labels are kept" in said
    # Both originals are there, beside the adjudicator's.
    kept = [[label.annotator for label in one.labels] for one in report.findings.all]
    assert kept[20] == ["ann", "bob", "cho"]


def test_agreement_among_people_is_that_before_adjudication(
    study_of: Make, report_of: Make
) -> None:
    before = study_of(*(
        (stratum, size, judged, said[:2], n) for stratum, size, judged, said, n in DISPUTED
    ))  # fmt: skip
    plain = report_of(before).people
    after = report_of(adjudicated_by(study_of(*DISPUTED), "cho")).people
    assert after.pairs == plain.pairs
    assert after.together == plain.together
    assert after.adjudication.apart


def test_an_adjudicator_who_labelled_more_stays_one_of_the_people(
    study_of: Make, report_of: Make
) -> None:
    calibration = study_of(*DISPUTED, ("unsupported", 10, UNSUPPORTED, ("", "", UNSUPPORTED), 1))
    people = report_of(adjudicated_by(calibration, "cho")).people
    assert not people.adjudication.apart
    assert ("ann", "cho") in [(one.first, one.second) for one in people.pairs]


def test_one_of_the_two_may_decide(study_of: Make, report_of: Make) -> None:
    calibration = study_of(*BOTH)
    report = report_of(adjudicated_by(calibration, "bob"))
    assert report.undecided.differ == 0
    assert report.people.pairs == report_of(calibration).people.pairs


def test_who_labels_disputed_items_only_is_pointed_out(study_of: Make, report_of: Make) -> None:
    report = report_of(study_of(*DISPUTED))
    assert any("--adjudicator cho" in text for text in notices(report))
    assert not any("--adjudicator" in text for text in notices(report_of(study_of(*BOTH))))


@pytest.mark.parametrize(
    ("name", "annotator", "words"),
    [("eve", None, "Nobody named 'eve'"), ("bob", "ann", "leave it out, or --adjudicator bob")],
)
def test_who_cannot_adjudicate(
    study_of: Make, name: str, annotator: str | None, words: str
) -> None:
    with pytest.raises(InputError, match=words):
        adjudicated_by(study_of(*BOTH), name, annotator)


def test_second_answers_of_one_person(study_of: Make, report_of: Make) -> None:
    def twice(name: str, first: str, second: str, n: int) -> tuple[Repeat, ...]:
        return tuple(
            Repeat(
                annotator=name, item_id=f"i{number}",
                first=Choice(Outcome(first).support), second=Choice(Outcome(second).support),
                first_outcome=Outcome(first), second_outcome=Outcome(second),
            )
            for number in range(n)
        )  # fmt: skip

    repeats = (
        *twice("ann", SUPPORTED, SUPPORTED, 20), *twice("ann", UNSUPPORTED, "wrong_document", 6),
        *twice("ann", SUPPORTED, PARTIAL, 4), *twice("eve", SUPPORTED, SUPPORTED, 3),
    )  # fmt: skip
    report = report_of(study_of(*BOTH, repeats=repeats))
    (ann,) = report.people.consistency  # eve labelled nothing in this sample
    assert (ann.annotator, ann.items, ann.support.n) == ("ann", 30, 30)
    assert value(ann.support.agreement) == pytest.approx(26 / 30)
    assert value(ann.outcome.agreement) == pytest.approx(20 / 30)
    stream = io.StringIO()
    show_page(page(report, full=False), stream)
    assert "How far people agree with themselves" in stream.getvalue()
    # Second answers are in no other figure.
    assert report.agreement == report_of(study_of(*BOTH)).agreement


def test_files_hold_what_the_page_shows(study_of: Make, report_of: Make) -> None:
    report = report_of(adjudicated_by(study_of(*DISPUTED), "cho"))
    people = json.loads(json_text(report))["annotators"]
    (pair,) = people["pairs"]
    assert pair["agreement"]["weighted"]["rate"] == pytest.approx(
        value(report.people.pairs[0].support.agreement.weighted)
    )
    assert {"kappa", "kappa_linear", "ac1", "outcome"} <= set(pair)
    assert people["together"]["alpha"]["raw"]["method"] == "bootstrap of items"
    assert people["adjudication"]["name"] == "cho"
    assert people["ceiling"]["judge_is"] in ("below", "within", "above")
    text = csv_files(report)["people.csv"].removeprefix("\ufeff")
    rows = list(csv.DictReader(io.StringIO(text)))
    (row,) = [
        row for row in rows
        if (row["people"], row["figure"], row["kind"]) == ("ann | bob", "kappa", "weighted")
    ]  # fmt: skip
    assert float(row["value"]) == pytest.approx(pair["kappa"]["weighted"]["value"])


SAID = st.sampled_from([*map(str, Outcome), "bug", "cannot_judge", ""])


@settings(max_examples=8, deadline=None)
@given(
    rows=st.lists(
        st.tuples(
            st.sampled_from(list(Support)), st.lists(SAID, min_size=1, max_size=4),
            st.integers(1, 6),
        ),
        min_size=1, max_size=6,
    ),
    more=st.sampled_from([0, 3, 200]),
)  # fmt: skip
def test_whatever_people_say_every_figure_is_in_range_or_says_why(
    rows: list[tuple[Support, list[str], int]], more: int, study_of: Make, report_of: Make
) -> None:  # fmt: skip
    sizes = {support: sum(n for s, _, n in rows if s is support) + more for support, *_ in rows}
    judged = {Support.UNSUPPORTED: UNSUPPORTED}
    calibration = study_of(
        *((str(s), sizes[s], str(judged.get(s, s)), said, n) for s, said, n in rows)
    )
    report: Report = report_of(calibration)
    people = report.people
    pairs = [
        figure
        for one in people.pairs
        for scale in (one.support, one.outcome)
        for figure in (scale.agreement, scale.kappa, scale.ac1)
    ]
    if people.together is not None:
        every = people.together
        pairs += [every.agreement, every.alpha, every.outcome_agreement, every.outcome_alpha]
    for pair in pairs:
        for figure in (pair.weighted, pair.raw):
            if figure.value is None:
                assert figure.why
            else:
                assert -1 <= figure.value <= 1 + 1e-12
                if figure.low is not None and figure.high is not None:
                    assert figure.low <= figure.value <= figure.high
    json.dumps(document(report), allow_nan=False)
    sentence(report)
