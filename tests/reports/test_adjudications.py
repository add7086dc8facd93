"""Stored decisions in a report: where they decide, what is said of them, what they leave alone."""

import csv
import io
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from corpus.errors import InputError
from corpus.workspace import Workspace
from labels import rubric
from labels.calibration import Calibration, HumanLabel, ItemAdjudication
from labels.outcome import Category, Choice, HarnessBug, Outcome
from labels.store import calibration, database
from labels.store.adjudication_queue import Stored, open_adjudication
from labels.store.queue import Decision as Said
from labels.store.queue import open_queue
from reports.decision import (
    Decision,
    State,
    adjudicated_by,
    decide,
    decision_of,
    without_adjudications,
)
from reports.notices import notices
from reports.rendering.csv_report import csv_files
from reports.rendering.html.document import html_of
from reports.rendering.json_report import json_text
from reports.rendering.markdown import markdown_of
from reports.rendering.page import page

Make = Callable[..., Any]


def decided(said: str, *, by: str = "carla", reason: str = "as B says", **changes: Any) -> Any:
    outcome = Outcome(said) if said in set(Outcome) else None
    choices = {"bug": Choice.HARNESS_BUG, "cannot_judge": Choice.CANNOT_JUDGE}
    made = ItemAdjudication(
        adjudicator=by,
        choice=Choice(outcome.support) if outcome else choices[said],
        outcome=outcome,
        bug=HarnessBug.WRONG_CLAIM if said == "bug" else None,
        reason=reason,
        over=("bob", "ada"),
        added=(),
        void=False,
        decided_at="2026-03-02T10:00:00.000+00:00",
        rubric="rubric-1",
        tool_version="0.1.0",
    )
    return replace(made, **changes)


@pytest.mark.parametrize(
    ("said", "ruled", "state", "outcome"),
    [
        (["supported", "partial"], "partial", State.DECIDED, Outcome.PARTIAL),
        # It may say what nobody said.
        (["supported", "partial"], "wrong_document", State.DECIDED, Outcome.WRONG_DOCUMENT),
        (["supported", "partial"], "bug", State.HARNESS_BUG, None),
        (["supported", "partial"], "cannot_judge", State.CANNOT_JUDGE, None),
        (["cannot_judge", "cannot_judge"], "supported", State.DECIDED, Outcome.SUPPORTED),
        (["bug", "supported"], "supported", State.DECIDED, Outcome.SUPPORTED),
    ],
)
def test_a_decision_holds_where_labels_leave_the_item_open(
    label: Make, said: list[str], ruled: str, state: State, outcome: Outcome | None
) -> None:
    labels = [label(word, f"person-{number}") for number, word in enumerate(said)]
    found = decide(labels, decided(ruled))
    assert (found.state, found.outcome, found.adjudicated) == (state, outcome, True)
    assert not decide(labels, decided(ruled, void=True)).adjudicated
    assert decide(labels, decided(ruled, void=True)) == decide(labels)


@pytest.mark.parametrize("said", [["supported"], ["supported", "supported"], ["bug", "bug"], []])
def test_and_only_there(label: Make, said: list[str]) -> None:
    labels = [label(word, f"person-{number}") for number, word in enumerate(said)]
    assert decide(labels, decided("wrong_document")) == decide(labels)


@pytest.fixture
def disputed(calibrate: Make, label: Make) -> Calibration:
    """20 agreed, 4 of them differing, 1 that nobody could judge; three decided, one void."""
    whole: Calibration = calibrate(
        ("supported", 90, "supported", "supported", 20),
        ("supported", 90, "supported", "differ", 4),
        ("supported", 90, "supported", "cannot_judge", 1),
        ("unsupported", 10, "wrong_document", "wrong_document", 6),
    )
    items = list(whole.items)

    def ruled(number: int, adjudication: ItemAdjudication) -> None:
        items[number] = replace(items[number], adjudication=adjudication)

    ruled(0, decided("wrong_document"))
    ruled(20, decided("partial", reason="as B says"))
    ruled(21, decided("wrong_document", reason="The court of =1+1 [appeal] said so."))
    ruled(22, decided("supported", void=True))
    ruled(24, decided("supported", by="dora", added=("eve",)))
    both = tuple(
        replace(item, labels=(*item.labels, label("supported", "bob"))) if number < 20 else item
        for number, item in enumerate(items)
    )
    return replace(whole, items=both)


def test_the_report_counts_the_decisions_in_its_figures(
    disputed: Calibration, report_of: Make
) -> None:
    report, plain = report_of(disputed), report_of(without_adjudications(disputed))
    assert (plain.undecided.differ, plain.undecided.cannot_judge) == (4, 1)
    assert (report.undecided.differ, report.undecided.cannot_judge) == (2, 0)
    # Of 90 supported ones: 20 and 1 of 23 are held right, 2 are not.
    found = report.judge.supports[0].precision.raw
    assert found.value == pytest.approx(21 / 23)
    assert plain.judge.supports[0].precision.raw.value == 1
    done = report.people.decisions
    assert (done.items, done.differ, done.cannot_judge, done.void, done.added_to) == (3, 2, 1, 1, 1)
    assert [(one.name, one.items) for one in done.by] == [("carla", 2), ("dora", 1)]
    assert plain.people.decisions.left_out == 5


def test_agreement_among_people_is_what_it_was(disputed: Calibration, report_of: Make) -> None:
    report, plain = report_of(disputed), report_of(without_adjudications(disputed))
    assert report.people.together is not None
    assert report.people.pairs == plain.people.pairs
    assert report.people.together == plain.people.together
    assert report.people.annotators == plain.people.annotators


def test_the_notices_say_how_many_by_whom_and_what_is_void(
    disputed: Calibration, report_of: Make
) -> None:
    text = " ".join(notices(report_of(disputed)))
    assert "Adjudicated: carla decided 2 items." in text
    assert "Adjudicated: dora decided 1 item." in text
    assert "Decided over labels: 2 where people differ and 1 that nobody could judge" in text
    assert "1 have a label that came after the decision" in text
    assert "1 decision is void" in text
    assert "crosssource adjudicate has asked again" in text
    assert "labelled" not in text.split("Adjudicated: carla")[1].split("Decided over")[0]
    left_out = " ".join(notices(report_of(without_adjudications(disputed))))
    assert "The stored decisions on 5 items left out" in left_out
    assert "Adjudicated" not in left_out


def test_who_decides_over_a_label_of_their_own_is_named(
    disputed: Calibration, report_of: Make
) -> None:
    items = tuple(
        replace(item, adjudication=replace(item.adjudication, adjudicator="ada"))
        if item.adjudication is not None
        else item
        for item in disputed.items
    )
    text = " ".join(notices(report_of(replace(disputed, items=items))))
    assert "ada labelled 31 items of this sample too, 3 of these decisions over a label" in text


def test_every_rendering_lists_the_reasons_with_the_items(
    disputed: Calibration, report_of: Make
) -> None:
    report = report_of(disputed)
    reason = "The court of =1+1 [appeal] said so."
    markdown = markdown_of(page(report, full=True))
    assert "What was adjudicated" in markdown
    # B is the second of those whose labels were shown.
    for words in ("as B says (ada)", "A bob, B ada", "Void, to be decided again, 1 of 1"):
        assert words in " ".join(markdown.split()), words
    html = html_of(report)
    assert "What was adjudicated" in html
    assert reason in html
    assert "decided, not in force" in html
    told = json.loads(json_text(report))["adjudication"]
    assert (told["items"], told["void"], told["left_out"]) == (3, 1, 0)
    assert told["by"][0] == {"name": "carla", "items": 2, "over_own": 0, "labels": 0}
    reasons = [one["adjudication"]["reason"] for one in told["decisions"]]
    assert reasons == ["as B says", reason, "as B says", "as B says"]
    assert [one["adjudicated"] for one in told["decisions"]] == [True, True, True, False]
    rows = list(csv.DictReader(io.StringIO(csv_files(report)["items.csv"].removeprefix("\ufeff"))))
    assert [row["reason"] for row in rows if row["adjudicator"] == "carla"] == [
        "as B says (ada)",
        reason,
    ]


def test_a_report_without_decisions_has_no_section_of_them(
    take_all: Calibration, report_of: Make
) -> None:
    titles = [section.title for section in page(report_of(take_all), full=True).sections]
    assert "What was adjudicated" not in titles


def test_what_next_names_the_command_where_items_are_open(
    disputed: Calibration, report_of: Make
) -> None:
    def steps(calibration: Calibration) -> str:
        document = json.loads(json_text(report_of(calibration)))
        return " ".join(document["answer"]["next"])

    assert "Settle the 2 undecided items" in steps(disputed)
    command = "crosssource adjudicate --sample first --adjudicator NAME"
    assert command in steps(disputed)
    assert f"crosssource sample reopen first, then {command}" in steps(
        replace(disputed, closed=True)
    )
    settled = tuple(replace(item, adjudication=decided("cannot_judge")) for item in disputed.items)
    # That nobody can judge it is a decision too, and is not asked for again.
    assert command not in steps(replace(disputed, items=settled))


def test_one_persons_labels_have_nothing_decided_over_them(
    disputed: Calibration, report_of: Make
) -> None:
    item = disputed.items[20]
    assert decision_of(item, "ada") == Decision(state=State.DECIDED, outcome=Outcome.SUPPORTED)
    report = report_of(disputed, annotator="ada")
    assert report.people.decisions.items == 0
    assert report.undecided.cannot_judge == 1


def test_a_label_and_stored_decisions_are_not_mixed(disputed: Calibration) -> None:
    with pytest.raises(InputError, match="stored decisions by carla, dora .* --no-adjudication"):
        adjudicated_by(disputed, "bob")
    alone = adjudicated_by(without_adjudications(disputed), "bob")
    labels: list[HumanLabel] = [label for item in alone.items for label in item.labels]
    assert any(label.adjudicates for label in labels)


# Through the store, as people use it


@pytest.fixture
def stored(study: Workspace, run: Make, tmp_path: Path) -> Workspace:
    """Thirty verdicts of two judges; ann and bob differ on three, cannot judge one."""
    rows = [
        {
            "case_id": f"q{n}",
            "claim_id": f"c{n}",
            "question": "Who decides?",
            "claim": f"The court {n}.",
            "citation": f"doc:{n}",
            "passage": f"Court {n} decides.",
            "judge_label": "supported" if n < 20 else "unsupported",
        }
        for n in range(30)
    ]
    file = tmp_path / "verdicts.jsonl"
    file.write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    at = ("--workspace", study.root)
    run("import", file, "--run", "base", "--judge", "gpt", *at)
    run("sample", "draw", "--supported", "all", "--name", "pilot", *at)
    for name in ("ann", "bob"):
        with open_queue(study, "pilot", name, rubric.in_force(study)) as queue:
            while (item_id := queue.next_id()) is not None:
                number = int(queue.item(item_id).claim.split()[2].rstrip("."))
                queue.label(item_id, _said(name, number), 1.0)
    return study


def _said(name: str, number: int) -> Said:
    if number == 3:
        return Said(choice=Choice.CANNOT_JUDGE)
    if number in (0, 1, 2) and name == "bob":
        return Said(choice=Choice.PARTIAL)
    if number >= 20:
        return Said(choice=Choice.UNSUPPORTED, category=Category.UNSUPPORTED_CLAIM)
    return Said(choice=Choice.SUPPORTED)


def adjudicate(study: Workspace, name: str = "carla", **options: bool) -> None:
    """Decide all that is open: unsupported, nowhere."""
    said = Said(choice=Choice.UNSUPPORTED, category=Category.UNSUPPORTED_CLAIM)
    opened = open_adjudication(study, "pilot", name, rubric.in_force(study), **options)
    with opened as queue:
        while (item_id := queue.next_id()) is not None:
            dispute = queue.dispute(item_id)
            assert dispute is not None
            assert queue.decide(dispute, said, "Not a word.", 2.0) is Stored.STORED


def test_decisions_take_effect_by_themselves_and_can_be_left_out(
    stored: Workspace, run: Make
) -> None:
    at = ("--workspace", stored.root)

    def report(*options: str) -> Any:
        return json.loads(run("report", *options, "--format", "json", *at).out)

    before = report()
    adjudicate(stored)
    after, without = report(), report("--no-adjudication")
    assert before["counts"]["undecided"] == {"differ": 3, "cannot_judge": 1}
    assert after["counts"]["undecided"] == {"differ": 0, "cannot_judge": 0}
    assert without["counts"] == before["counts"]
    assert without["agreement"] == before["agreement"]
    # A census of 30: four of the twenty supported ones are wrong.
    assert after["agreement"]["weighted"]["rate"] == pytest.approx(26 / 30)
    assert after["adjudication"]["by"] == [
        {"name": "carla", "items": 4, "over_own": 0, "labels": 0}
    ]
    assert without["adjudication"]["left_out"] == 4
    assert after["annotators"]["pairs"] == before["annotators"]["pairs"]
    assert after["annotators"]["together"] == before["annotators"]["together"]
    mixed = run("report", "--adjudicator", "bob", *at, expect=2).err
    assert "4 items have stored decisions by carla" in mixed
    bobs = report("--adjudicator", "bob", "--no-adjudication")
    assert bobs["annotators"]["adjudication"]["decided"] == 3


def test_gate_plan_and_judges_see_the_decisions(stored: Workspace, run: Make) -> None:
    at = ("--workspace", stored.root)
    stored.settings.write_text("[gate.agreement]\nat_least = 0.9\n", "utf-8")
    undecided = json.loads(run("gate", "--json", *at, expect=3).out)
    assert "crosssource adjudicate --sample pilot --adjudicator NAME" in json.dumps(undecided)
    adjudicate(stored)
    # Four of thirty are wrong: 86.7 %, and nothing is left to chance.
    assert "86.7 %" in run("gate", *at, expect=1).out
    judges = json.loads(run("judges", "--format", "json", *at).out)
    assert judges["judges"][0]["agreement"]["weighted"]["rate"] == pytest.approx(26 / 30)
    assert any("carla decided 4 items" in text for text in judges["warnings"])
    run("sample", "close", "pilot", *at)
    assert run("plan", "--sample", "pilot", *at).out


def test_an_adjudicator_who_labelled_is_in_the_report(stored: Workspace, run: Make) -> None:
    adjudicate(stored, "ann", also_labelled=True)
    with database.opened(stored) as connection:
        loaded = calibration.load(connection, stored, "pilot")
    (first,) = {
        one.adjudication.adjudicator for one in loaded.items if one.adjudication is not None
    }
    assert first == "ann"
    told = json.loads(run("report", "--format", "json", "--workspace", stored.root).out)
    assert any(
        "ann labelled 30 items of this sample too, 4 of these decisions over a label of their own"
        in text
        for text in told["warnings"]
    )
