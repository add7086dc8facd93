"""What a report says in words is true of samples that hold no agreement, or hardly any labels."""

import re
import shlex
from collections.abc import Callable
from dataclasses import replace

import pytest
from click.testing import CliRunner
from sklearn.metrics import cohen_kappa_score
from statsmodels.stats.proportion import proportion_confint

from labels.authorship import QuestionAuthors
from labels.calibration import Calibration, HumanLabel
from labels.commands.sample import draw
from reports.answer import FEWEST, Trust, answer
from reports.estimation.weighting import weights_sentence
from reports.notices import notices
from reports.rendering.wording import authors_text
from reports.report import Report

Calibrate = Callable[..., Calibration]
ReportOf = Callable[..., Report]
Label = Callable[..., HumanLabel]


def whys(report: Report) -> set[str]:
    """Why the figures are undefined, weighted and raw, the share of bugs apart."""
    return {
        figure.why
        for name, pair in report.figures
        for figure in (pair.weighted, pair.raw)
        if name != "harness_bugs"
    }


def test_labelled_and_decided_are_both_given(calibrate: Calibrate, report_of: ReportOf) -> None:
    report = report_of(
        calibrate(
            ("supported", 313, "supported", "supported", 34),
            ("supported", 313, "supported", "cannot_judge", 6),
        )
    )
    assert weights_sentence(report) == (
        "34 of 313 supported verdicts (40 labelled) have a decision, so each decided supported "
        "verdict stands for 9.2."
    )
    assert "what the 279 verdicts without a label or a decision may" in " ".join(
        answer(report).sure
    )


def test_one_is_spoken_of_as_one(calibrate: Calibrate, report_of: ReportOf) -> None:
    report = report_of(
        calibrate(
            ("supported", 313, "supported", "supported", 34),
            ("supported", 313, "supported", "bug", 1),
            ("supported", 313, "supported", "unlabelled", 1),
            missing=1,
        )
    )
    assert "1 harness bug among them counts in no figure." in weights_sentence(report)
    said = " ".join(notices(report))
    assert "1 of 36 drawn verdicts has no label." in said
    assert "1 citation has no verdict (an error, a malformed answer) and counts in no" in said


def test_harness_bugs_alone(calibrate: Calibrate, report_of: ReportOf) -> None:
    report = report_of(calibrate(("supported", 313, "supported", "bug", 40)))
    said = answer(report)
    assert said.headline == (
        "Nothing can be said yet: no label of this sample has an outcome (40 harness bugs)."
    )
    assert weights_sentence(report) == ""
    assert whys(report) == {"No label has an outcome."}
    assert not any("sample draw" in step for step in said.next)


def test_nobody_could_judge(calibrate: Calibrate, report_of: ReportOf) -> None:
    report = report_of(calibrate(("supported", 9, "supported", "cannot_judge", 4)))
    said = answer(report)
    assert "(4 undecided)" in said.headline
    assert "No label has an outcome." in whys(report)
    assert "without an outcome there is no figure" in said.next[0]
    assert not any("sample draw" in step for step in said.next)


def test_figures_move_only_within_ranges_that_are_given(
    calibrate: Calibrate, report_of: ReportOf
) -> None:
    rows = [
        ("supported", 90, "supported", "supported", 30),
        ("supported", 90, "supported", "differ", 2),
    ]
    report = report_of(calibrate(*rows))
    assert report.agreement.support.weighted.undecided is not None
    assert any("within the ranges given for them" in step for step in answer(report).next)


@pytest.mark.parametrize(
    ("labels", "trust"), [(1, Trust.OPEN), (FEWEST - 1, Trust.OPEN), (FEWEST, Trust.YES)]
)
def test_few_labels_settle_nothing(
    calibrate: Calibrate, report_of: ReportOf, labels: int, trust: Trust
) -> None:
    census = calibrate(("supported", labels, "supported", "supported", labels))
    said = answer(report_of(census))
    assert said.uses[0].trust is trust
    assert f", n = {labels}." in said.uses[0].sentence
    assert ("Trust it" in said.headline) == (trust is Trust.YES)
    wrong = calibrate(("supported", labels, "supported", "wrong_document", labels))
    assert (answer(report_of(wrong)).uses[0].trust is Trust.OPEN) == (trust is Trust.OPEN)


def test_one_label_on_equal_rows_settles_nothing(calibrate: Calibrate, report_of: ReportOf) -> None:
    # A system that repeats itself: 40 rows with the same texts are labelled once.
    made = calibrate(
        ("supported", 40, "supported", "supported", 40),
        ("unsupported", 12, "wrong_document", "wrong_document", 12),
    )
    same = tuple(
        replace(item, item_id="i0") if item.stratum == "supported" else item for item in made.items
    )
    supported, unsupported, _ = answer(report_of(replace(made, items=same))).uses
    assert supported.trust is Trust.OPEN
    assert "n = 40 (1 different item). Too few to settle it." in supported.sentence
    assert unsupported.trust is Trust.YES
    assert "n = 12." in unsupported.sentence


def test_a_census_is_biased_by_nothing(calibrate: Calibrate, report_of: ReportOf) -> None:
    census = report_of(
        calibrate(
            ("supported", 8, "supported", "supported", 6),
            ("supported", 8, "supported", "partial", 2),
            ("partial", 3, "partial", "partial", 3),
        )
    )
    assert not any("bias" in why for why in whys(census))
    equal = report_of(
        calibrate(
            ("supported", 80, "supported", "supported", 8), ("partial", 30, "partial", "partial", 3)
        )
    )
    for one in equal.figures:
        assert (one.pair.raw.value, one.pair.raw.low) == (
            one.pair.weighted.value,
            one.pair.weighted.low,
        )


def test_labels_are_counted_by_item(calibrate: Calibrate, report_of: ReportOf) -> None:
    calibration = calibrate(("supported", 6, "supported", "differ", 6))
    items = tuple(
        replace(
            item,
            item_id=f"i{number // 2}",
            labels=tuple(replace(one, source="gold.csv") for one in item.labels),
        )
        for number, item in enumerate(calibration.items)
    )
    report = report_of(replace(calibration, items=items))
    assert [(one.name, one.labels) for one in report.people.annotators] == [("ada", 3), ("bob", 3)]
    assert report.people.labels == 6
    assert any("6 labels imported from gold.csv" in text for text in notices(report))
    assert any("Settle the 3 undecided items" in step for step in answer(report).next)


def test_the_command_that_is_advised_can_be_run(
    calibrate: Calibrate, report_of: ReportOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = report_of(
        calibrate(
            ("supported", 438, "supported", "supported", 38),
            ("supported", 438, "supported", "wrong_document", 2),
            judge="gpt $HOME; 'x'",
            runs=("base", "a b"),
            by=("config", "kind of court"),
        )
    )
    step, *_ = [step for step in answer(report).next if "sample draw" in step]
    command = step.partition("crosssource sample draw")[2].partition(". A new sample")[0]
    seen: dict[str, object] = {}
    monkeypatch.setattr(draw, "callback", lambda **options: seen.update(options))
    ran = CliRunner().invoke(draw, shlex.split(command))
    assert ran.exit_code == 0, ran.output
    assert (seen["runs"], seen["judge"]) == (("base", "a b"), "gpt $HOME; 'x'")
    assert seen["by"] == ("config", "kind of court")
    wanted = int(re.findall(r"A new sample of (\d+) supported verdicts", step)[0])
    assert seen["supported"] == wanted
    assert f"{wanted - 40} more than this one" in step
    assert "it starts without labels" in step


def test_names_in_commands_are_quoted(calibrate: Calibrate, report_of: ReportOf) -> None:
    report = report_of(
        calibrate(("supported", 9, "supported", "unlabelled", 3), sample="my sample; rm x")
    )
    assert "--sample 'my sample; rm x' --annotator NAME" in answer(report).next[0]


def test_two_people(calibrate: Calibrate, report_of: ReportOf, label: Label) -> None:
    # Both labelled 7: one is a harness bug for ada; of the 6 left they agree on 4 levels, and on
    # 3 outcomes. eve shares no item with anybody.
    said = [
        ("supported", "supported"), ("supported", "supported"), ("partial", "partial"),
        ("wrong_document", "unsupported_claim"), ("supported", "partial"),
        ("partial", "wrong_document"), ("bug", "supported"),
    ]  # fmt: skip
    calibration = calibrate(("supported", 20, "supported", "supported", 8))
    labels = [(label(a, "ada"), label(b, "bob")) for a, b in said]
    items = tuple(
        replace(item, labels=both)
        for item, both in zip(calibration.items, [*labels, (label("partial", "eve"),)], strict=True)
    )
    whole = replace(calibration, items=items)
    (pair,) = report_of(whole).people.pairs
    assert (pair.first, pair.second, pair.items, pair.n) == ("ada", "bob", 7, 6)
    low, high = proportion_confint(4, 6, method="wilson")
    raw = pair.support.agreement.raw
    assert (raw.value, raw.low, raw.high) == pytest.approx((4 / 6, low, high))
    assert pair.outcome.agreement.raw.value == pytest.approx(3 / 6)
    # By levels: p_o = 4/6, p_e = (3*2 + 2*2 + 1*2) / 36 = 1/3, kappa = 1/2.
    assert pair.support.kappa.raw.value == pytest.approx(0.5)
    assert cohen_kappa_score([0, 0, 1, 2, 0, 1], [0, 0, 1, 2, 1, 2]) == pytest.approx(0.5)
    assert report_of(whole, annotator="ada").people.pairs == ()


def test_two_people_who_said_one_thing(
    calibrate: Calibrate, report_of: ReportOf, label: Label
) -> None:
    calibration = calibrate(("supported", 3, "supported", "supported", 3))

    def pair_of(first: str, second: str) -> tuple[float | None, str]:
        both = (label(first, "ada"), label(second, "bob"))
        items = tuple(replace(item, labels=both) for item in calibration.items)
        (pair,) = report_of(replace(calibration, items=items)).people.pairs
        return pair.support.agreement.raw.value, pair.support.kappa.raw.why

    assert pair_of("supported", "supported") == (
        1,
        "Both gave one and the same level to everything, so chance explains it all.",
    )
    assert pair_of("bug", "supported") == (None, "They gave no item an outcome both.")


@pytest.mark.parametrize(
    ("authors", "said"),
    [
        (QuestionAuthors(human=1), "1 question: 1 by people, 0 by a machine."),
        (
            QuestionAuthors(human=1200, machine=3, unknown=2, unrecorded=4, drafted=5),
            "1,209 questions: 1,200 by people (5 of them confirmed drafts), 3 by a machine, 2 of "
            "unknown authorship, 4 of which it is not recorded.",
        ),
        (QuestionAuthors(unrecorded=1), "Who wrote the question is not recorded."),
    ],
)
def test_people_and_machines_are_told_apart_and_what_is_not_known_is_said(
    authors: QuestionAuthors, said: str
) -> None:
    assert authors_text(authors) == said
