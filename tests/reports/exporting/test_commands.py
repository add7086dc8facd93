"""What other tools get, and that it can be read back."""

import csv
import io
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from corpus.errors import ExitCode, InputError
from corpus.workspace import Workspace
from labels.calibration import Calibration
from labels.store import calibration, database
from labels.store.creating import create
from reports.exporting import judgy, scout
from reports.exporting.calibration_rows import calibration_rows
from tests.conftest import Run

ROWS = [
    {"case_id": "q1", "claim_id": "c1", "claim": "A holds.", "passage": "A.", "citation": "d:1",
     "judge_label": "supported", "judge_reason": "says so", "human_label": "supported",
     "annotator": "ann", "lang": "de", "importance": 3},
    {"case_id": "q1", "claim_id": "c2", "claim": "B holds.", "passage": "B.", "citation": "d:2",
     "judge_label": "supported", "human_label": "unsupported", "annotator": "ann",
     "human_failure_type": "wrong_document", "human_note": "no, it “does not”"},
    {"case_id": "q2", "claim_id": "c1", "claim": ",", "passage": "C.", "citation": "d:3",
     "judge_label": "unsupported", "failure_type": "unsupported_claim",
     "human_label": "harness bug", "human_failure_type": "empty_claim", "annotator": "ann"},
    {"case_id": "q2", "claim_id": "c2", "claim": "D holds.", "passage": "D.", "citation": "d:4",
     "judge_label": "partial", "human_label": "cannot judge", "annotator": "ann"},
    {"case_id": "q3", "claim_id": "c1", "claim": "E holds.", "passage": "E.", "citation": "d:5",
     "judge_label": None},
    {"case_id": "q3", "claim_id": "c2", "claim": "F holds.", "passage": "F.", "citation": "d:6",
     "judge_label": "supported"},
]  # fmt: skip


@pytest.fixture
def imported(study: Workspace, run: Run, tmp_path: Path) -> Workspace:
    """A run of six verdicts with four labels."""
    file = tmp_path / "rows.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    where = ("--workspace", study.root)
    run("import", file, "--run", "base", "--judge", "gpt", "--malformed", "missing", *where)
    return study


def lines(run: Run, kind: str, study: Workspace, *more: object) -> list[dict[str, Any]]:
    out = run("export", kind, "--workspace", study.root, *more).out
    return [json.loads(line) for line in out.splitlines()]


def test_verdicts_come_back_as_they_were(imported: Workspace, run: Run, tmp_path: Path) -> None:
    file = tmp_path / "verdicts.jsonl"
    run("export", "verdicts", "--out", file, "--workspace", imported.root)
    create(tmp_path / "other")
    other = Workspace(tmp_path / "other")
    run("import", file, "--run", "base", "--malformed", "missing", "--workspace", other.root)
    assert lines(run, "verdicts", other) == lines(run, "verdicts", imported)
    query = "SELECT uid, support, category, reason, evidence FROM verdict ORDER BY uid"
    with database.opened(imported) as one, database.opened(other) as two:
        assert list(map(tuple, one.execute(query))) == list(map(tuple, two.execute(query)))


def test_verdicts_of_two_judges_of_one_name_come_back_as_two_judges(
    study: Workspace, run: Run, tmp_path: Path
) -> None:
    frame = tmp_path / "frame.json"
    row = {"user_input": "q", "response": "a", "retrieved_contexts": ["c"], "grounded": 0.6}
    frame.write_text(json.dumps([row, row | {"response": "b", "grounded": 0.9}]))
    for threshold in ("0.5", "0.8"):
        run("import", frame, "--threshold", threshold, "--workspace", study.root)
    made = lines(run, "verdicts", study)
    assert len({one["judge"] for one in made}) == 2
    file = tmp_path / "verdicts.jsonl"
    run("export", "verdicts", "--out", file, "--workspace", study.root)
    said = run("import", file, "--into", tmp_path / "other").err
    assert "4 new verdicts over 2 new citations" in said


def test_labels_come_back_as_they_were(imported: Workspace, run: Run, tmp_path: Path) -> None:
    written = tmp_path / "labels.jsonl"
    run("export", "labels", "--out", written, "--workspace", imported.root)
    labels = [json.loads(line) for line in written.read_text().splitlines()]
    assert sorted(row["human_label"] for row in labels) == [
        "cannot judge", "harness bug", "supported", "unsupported",
    ]  # fmt: skip
    assert not {"judge_label", "judge", "failure_type", "stratum"} & set(labels[0])
    create(tmp_path / "other")
    where = ("--workspace", tmp_path / "other")
    verdicts = tmp_path / "verdicts.jsonl"
    run("export", "verdicts", "--out", verdicts, "--workspace", imported.root)
    run("import", verdicts, "--run", "base", "--malformed", "missing", *where)
    run("sample", "draw", "--supported", "all", "--name", "base", *where)
    run("import", written, "--sample", "base", *where)

    def said(study: Workspace) -> dict[str, tuple[object, ...]]:
        with database.opened(study) as connection:
            loaded = calibration.load(connection, study, "base")
        return {
            one.item_id: tuple(
                (x.annotator, x.choice, x.outcome, x.bug, x.note) for x in one.labels
            )
            for one in loaded.items
            if one.labels
        }

    assert said(Workspace(tmp_path / "other")) == said(imported)


def test_calibration_is_both_sides_with_the_chances(imported: Workspace, run: Run) -> None:
    out = run("export", "calibration", "--workspace", imported.root).out
    rows = {(row["case_id"], row["claim_id"]): row for row in csv.DictReader(io.StringIO(out))}
    assert out.startswith("case_id,claim_id,human_label,judge_label,importance,failure_type,")
    said = {key: (row["human_label"], row["human_failure_type"]) for key, row in rows.items()}
    assert said == {
        ("q1", "c1"): ("supported", ""),
        ("q1", "c2"): ("unsupported", "wrong_document"),
        ("q2", "c1"): ("harness bug", "empty_claim"),
        ("q2", "c2"): ("", ""),
    }
    assert rows["q2", "c1"]["judge_label"] == "unsupported"
    assert rows["q2", "c1"]["failure_type"] == "unsupported_claim"
    assert rows["q1", "c1"]["importance"] == "3"
    assert {row["inclusion_probability"] for row in rows.values()} == {"1.0"}


def test_the_weights_give_the_frame_back(take_all: Calibration) -> None:
    rows = list(calibration_rows(take_all))
    assert sum(1 / row["inclusion_probability"] for row in rows) == pytest.approx(450)


def test_scores_say_why_they_are_undefined(run: Run, tmp_path: Path) -> None:
    run("demo", tmp_path / "demo", "--simulate")
    records = lines(run, "scores", Workspace(tmp_path / "demo"), "--run", "strict")
    assert {record["run"] for record in records} == {"strict"}
    undefined = [record for record in records if record["value"] is None]
    assert undefined
    assert all(record["why"] and record["denominator"] == 0 for record in undefined)
    defined = [record for record in records if record["value"] is not None]
    assert all(0 <= record["value"] <= 1 and record["why"] is None for record in defined)


Calibrate = Callable[..., Calibration]


def test_judgy_takes_verdicts_that_were_drawn_with_equal_chances(calibrate: Calibrate) -> None:
    loaded = calibrate(
        ("supported", 8, "supported", "supported", 3),
        ("supported", 8, "supported", "wrong_document", 1),
        ("unsupported", 4, "wrong_document", "supported", 1),
        ("unsupported", 4, "wrong_document", "bug", 1),
    )
    assert judgy.arrays(loaded) == {
        "test_labels": [1, 1, 1, 0, 1],
        "test_preds": [1, 1, 1, 1, 0],
        "unlabeled_preds": [1, 1, 1, 1, 0, 0],
    }


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ([("s", 8, "supported", "supported", 4), ("u", 4, "partial", "partial", 4)], "unequal"),
        ([("s", 8, "supported", "supported", 3), ("s", 8, "supported", "differ", 1)], "1 of the 4"),
        ([("s", 8, "supported", "unlabelled", 4)], "no decision"),
        ([("s", 8, "supported", "bug", 4)], "No drawn verdict"),
        ([("s", 4, "supported", "supported", 4)], "nothing to estimate"),
    ],
)
def test_judgy_is_refused_what_would_mislead_it(
    calibrate: Calibrate, rows: list[tuple[str, int, str, str, int]], told: str
) -> None:
    with pytest.raises(InputError, match=told):
        judgy.arrays(calibrate(*rows))


def test_scout_is_told_only_what_the_labels_settle(calibrate: Calibrate) -> None:
    loaded = calibrate(
        ("s", 40, "supported", "supported", 4),  # all four of q0
        ("s", 40, "supported", "supported", 3),  # three of the five of q1
        ("s", 40, "supported", "wrong_document", 1),
        ("s", 40, "supported", "supported", 4),  # four of the six of q2
        ("s", 40, "supported", "bug", 4),  # q3
    )
    cited = {"q0": 4, "q1": 5, "q2": 6, "q3": 4}
    assert list(scout.validation_rows(loaded, cited)) == [
        {"id": "q0", "target": "true"},
        {"id": "q1", "target": "false"},
    ]


def test_for_scout_a_confirmed_bug_is_no_citation_of_its_answer(
    study: Workspace, run: Run, tmp_path: Path
) -> None:
    said = {"case_id": "q1", "passage": "A.", "judge_label": "supported"}
    claims = [("c1", "A holds.", "supported"), ("c2", ",", "harness bug")]
    rows = [
        said | {"claim_id": id_, "claim": it, "human_label": label} for id_, it, label in claims
    ]
    (tmp_path / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    where = ("--workspace", study.root)
    run("import", tmp_path / "rows.jsonl", *where)
    assert run("export", "scout", *where).out.splitlines() == ["id,target"]
    run("audit", "confirm", "claim_without_word", "--reason", "markers", *where)
    assert run("export", "scout", *where).out.splitlines() == ["id,target", "q1,true"]


def test_scout_is_refused_ids_that_it_would_take_apart(calibrate: Calibrate) -> None:
    loaded = calibrate(("s", 1, "supported", "supported", 1))
    (item,) = loaded.items
    torn = replace(loaded, items=(replace(item, case_id="a,b"),))
    with pytest.raises(InputError, match="holds a comma"):
        list(scout.validation_rows(torn, {"a,b": 1}))
    with pytest.raises(InputError, match="of 2 runs"):
        scout.run_of(replace(loaded, runs=("a", "b")))


@pytest.mark.parametrize("kind", ["labels", "verdicts", "calibration", "scout", "everything"])
def test_the_studys_own_files_are_not_written_over(
    imported: Workspace, run: Run, kind: str
) -> None:
    before = imported.settings.read_bytes()
    where = ("--workspace", imported.root)
    for own in (imported.settings, imported.database, imported.golden):
        refused = run("export", kind, "--out", own, "--force", *where, expect=ExitCode.USAGE)
        assert "the study's own" in refused.err
    assert imported.settings.read_bytes() == before


def test_the_refusal_of_unequal_chances_names_no_stratum(calibrate: Calibrate) -> None:
    """Of a carried sample one may hold a single item, and its name is that item's verdict."""
    loaded = calibrate(
        ("supported · rescored=carried", 8, "supported", "supported", 4),
        ("supported · rescored=changed", 1, "supported", "unlabelled", 1),
    )
    with pytest.raises(InputError) as refused:
        judgy.arrays(loaded)
    assert "supported" not in str(refused.value)
    assert "changed" not in str(refused.value)
