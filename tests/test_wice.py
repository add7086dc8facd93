"""The whole path on real verdicts: WiCE, 300 packets judged by two models, labelled by people.

Expected figures: for claims as published (accuracy 77.0, F1 61.0) or recomputed from the files; for
packets computed here from the file by scikit-learn.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sklearn.metrics import accuracy_score, cohen_kappa_score, confusion_matrix

from corpus.workspace import Workspace

Run = Callable[..., Any]
ORDER = ["supported", "partial", "unsupported"]
OURS = {
    "supported": "supported",
    "partially_supported": "partial",
    "not_supported": "unsupported",
}
PER_CLAIM = {
    # human rows and judge columns in the order of the scale, the reverse of the published one
    "gpt-4-0613": ([[18, 4, 0], [19, 46, 8], [0, 0, 5]], 0.69, 0.4334, 0.4783),
    "gpt-3.5-turbo-0613": ([[19, 3, 0], [58, 10, 5], [0, 0, 5]], 0.34, 0.0968, None),
}


def imported(run: Run, study: Workspace, file: Path, judge: str) -> None:
    run(
        "import",
        file,
        *("--run", "wice", "--judge", judge),
        *("--map", f"judge_label=judge_{judge}", "--map", f"judge_reason=reason_{judge}"),
        *("--map", "passage=evidence_sentences", "--map", "citation=item_id"),
        *("--workspace", study.root),
    )


def report(run: Run, study: Workspace, sample: str, unit: str = "citation") -> dict[str, Any]:
    ran = run(
        "report",
        *("--sample", sample, "--unit", unit, "--format", "json", "--workspace", study.root),
    )
    made: dict[str, Any] = json.loads(ran.out)
    return made


@pytest.fixture
def packets(shared_data: Path) -> Path:
    """The file of packets."""
    return shared_data / "wice" / "derived_judge_packets_300.jsonl"


@pytest.mark.parametrize("judge", list(PER_CLAIM))
def test_a_census_gives_the_published_figures_per_claim(
    run: Run, study: Workspace, packets: Path, judge: str
) -> None:
    imported(run, study, packets, judge)
    made = report(run, study, "wice", "claim")
    matrix, agreement, kappa, linear = PER_CLAIM[judge]
    assert made["confusion"]["support"]["counts"] == matrix
    assert made["confusion"]["support"]["weighted"] == matrix
    assert made["agreement"]["weighted"]["rate"] == pytest.approx(agreement)
    assert made["kappa"]["weighted"]["value"] == pytest.approx(kappa, abs=5e-5)
    if linear is not None:
        assert made["kappa"]["linear"]["weighted"]["value"] == pytest.approx(linear, abs=5e-5)
        assert made["agreement"]["binary"]["weighted"]["rate"] == pytest.approx(0.77)
        assert made["kappa"]["binary"]["weighted"]["value"] == pytest.approx(0.4616, abs=5e-5)
        # The list is of citations; the claims that they belong to are those of the matrix.
        listed = made["false_supported"]
        assert listed["unsupported->supported"] == []
        assert len({item["claim_id"] for item in listed["partial->supported"]}) == 19


@pytest.mark.parametrize("judge", list(PER_CLAIM))
def test_a_census_gives_sklearns_figures_per_packet(
    run: Run, study: Workspace, packets: Path, judge: str
) -> None:
    imported(run, study, packets, judge)
    made = report(run, study, "wice")
    rows = [json.loads(line) for line in packets.read_text().splitlines()]
    human = [OURS[row["human_label"]] for row in rows]
    judged = [OURS[row[f"judge_{judge}"]] for row in rows]
    expected = confusion_matrix(human, judged, labels=ORDER).tolist()
    assert made["confusion"]["support"]["counts"] == expected
    assert made["agreement"]["weighted"]["rate"] == pytest.approx(accuracy_score(human, judged))
    nominal = cohen_kappa_score(human, judged, labels=ORDER)
    linear = cohen_kappa_score(human, judged, labels=ORDER, weights="linear")
    for kappa, figure in ((nominal, made["kappa"]), (linear, made["kappa"]["linear"])):
        assert figure["weighted"]["value"] == pytest.approx(kappa)
        # Every verdict is labelled: nothing is left to chance.
        assert figure["weighted"]["low"] == figure["weighted"]["high"]


def test_the_weighted_figure_finds_the_census_value_and_the_raw_one_does_not(
    run: Run, study: Workspace, packets: Path
) -> None:
    imported(run, study, packets, "gpt-4-0613")
    census = report(run, study, "wice")["agreement"]["weighted"]["rate"]
    raw, weighted, covered = [], [], 0
    for seed in range(20):
        name = f"seed-{seed}"
        at = ("--workspace", study.root)
        run("sample", "draw", "--supported", "40", "--seed", seed, "--name", name, *at)
        run("import", packets, "--sample", name, "--map", "citation=item_id", *at)
        agreement = report(run, study, name)["agreement"]
        raw.append(agreement["raw"]["rate"])
        weighted.append(agreement["weighted"]["rate"])
        covered += agreement["weighted"]["low"] <= census <= agreement["weighted"]["high"]
    assert sum(weighted) / 20 == pytest.approx(census, abs=0.01)
    assert sum(raw) / 20 != pytest.approx(census, abs=0.01)
    # 95 % intervals: fewer than 17 of 20 has a probability of 1.6 % where they are right.
    assert covered >= 17
