"""Real verdicts: 300 passages of 100 WiCE claims, judged by two GPT models, labelled by people.

Every published or recomputed figure is reproduced from the file, and the sample design is shown to
bring back the figure of the census where the plain one does not.
"""

import json
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from statistics import mean
from typing import Any

import pytest
from sklearn.metrics import cohen_kappa_score, confusion_matrix

from labels.calibration import Calibration, CalibrationItem, Stratum
from labels.outcome import Outcome
from reports.estimation.figure import Method, Pair
from reports.report import Report
from reports.units import UnitKind

pytestmark = pytest.mark.shared

Make = Callable[..., Any]
WORDS = {
    "supported": "supported",
    "partially_supported": "partial",
    "not_supported": "uncategorised",
}


@pytest.fixture(scope="module")
def packets(shared_data: Path) -> list[dict[str, str]]:
    text = (shared_data / "wice" / "derived_judge_packets_300.jsonl").read_text("utf-8")
    return [json.loads(line) for line in text.splitlines()]


@pytest.fixture(scope="module")
def census(packets: list[dict[str, str]], calibrate: Make, label: Make) -> Make:
    """A census of one judge's verdicts, with the label of the claim on each of its packets."""

    def make(judge: str) -> Calibration:
        items: list[CalibrationItem] = []
        (template,) = calibrate(("census", 1, "supported", "supported", 1)).items
        for number, packet in enumerate(packets):
            judged = Outcome(WORDS[packet[f"judge_{judge}"]])
            items.append(
                replace(
                    template,
                    verdict_id=f"v{number}",
                    item_id=packet["item_id"],
                    claim_id=packet["claim_id"],
                    stratum=str(judged.support),
                    judged=judged,
                    claim=packet["claim"],
                    labels=(label(WORDS[packet["human_label"]]),),
                )
            )
        return sample(calibrate(), items)

    return make


def sample(
    calibration: Calibration,
    items: list[CalibrationItem],
    sizes: dict[str, int] | None = None,
) -> Calibration:
    """A calibration of these items; the strata are as large as they are, or as told."""
    names = ["supported", "partial", "unsupported"]
    drawn = {name: sum(item.stratum == name for item in items) for name in names}
    strata = [Stratum(name=name, size=(sizes or drawn)[name], drawn=drawn[name]) for name in names]
    size = sum(stratum.size for stratum in strata)
    return replace(calibration, items=tuple(items), strata=tuple(strata), frame_size=size)


def weighted(pair: Pair) -> float:
    assert pair.weighted.value is not None
    return pair.weighted.value


def test_gpt_4_by_claim(census: Make, report_of: Make) -> None:
    report: Report = report_of(census("gpt-4-0613"), unit=UnitKind.CLAIM)
    # Rows human, columns judge; here supported first.
    assert report.support.counts == ((18, 4, 0), (19, 46, 8), (0, 0, 5))
    assert weighted(report.agreement.support) == pytest.approx(0.69)
    assert weighted(report.kappa.nominal) == pytest.approx(0.4334, abs=5e-5)
    assert weighted(report.kappa.linear) == pytest.approx(0.4783, abs=5e-5)
    assert weighted(report.agreement.binary) == pytest.approx(0.77)
    assert weighted(report.kappa.binary) == pytest.approx(0.4616, abs=5e-5)
    supported = report.judge.supports[0]
    assert weighted(supported.f1) == pytest.approx(0.6102, abs=5e-5)
    assert report.agreement.support.weighted.method is Method.CENSUS
    # unsupported -> supported 0, partial -> supported 19, as in the first column.
    assert [row[0] for row in report.support.counts] == [18, 19, 0]


def test_gpt_35_by_claim(census: Make, report_of: Make) -> None:
    report: Report = report_of(census("gpt-3.5-turbo-0613"), unit=UnitKind.CLAIM)
    assert report.support.counts == ((19, 3, 0), (58, 10, 5), (0, 0, 5))
    assert weighted(report.agreement.support) == pytest.approx(0.34)
    assert weighted(report.kappa.nominal) == pytest.approx(0.0968, abs=5e-5)


def test_forty_supported_labels_bring_back_the_census(census: Make, report_of: Make) -> None:
    """20 draws of all flagged packets and 40 supported ones: on the mean, weighted is right."""
    whole = census("gpt-4-0613")
    truth = weighted(report_of(whole).agreement.support)
    supported = [item for item in whole.items if item.judged is Outcome.SUPPORTED]
    flagged = [item for item in whole.items if item.judged is not Outcome.SUPPORTED]
    assert len(supported) > 40
    sizes = {stratum.name: stratum.size for stratum in whole.strata}
    corrected, naive = [], []
    for seed in range(20):
        drawn = random.Random(seed).sample(supported, 40)
        pair = report_of(sample(whole, flagged + drawn, sizes)).agreement.support
        corrected.append(pair.weighted.value)
        naive.append(pair.raw.value)
        assert pair.weighted.low <= truth <= pair.weighted.high
    assert mean(corrected) == pytest.approx(truth, abs=0.01)
    assert abs(mean(naive) - truth) > 0.01


@pytest.mark.parametrize("judge", ["gpt-4-0613", "gpt-3.5-turbo-0613"])
def test_by_packet_as_scikit_learn_has_it(
    census: Make, report_of: Make, packets: list[dict[str, str]], judge: str
) -> None:
    words = list(WORDS)
    human = [words.index(packet["human_label"]) for packet in packets]
    said = [words.index(packet[f"judge_{judge}"]) for packet in packets]
    report: Report = report_of(census(judge))
    assert report.support.counts == tuple(
        tuple(row) for row in confusion_matrix(human, said, labels=[0, 1, 2]).tolist()
    )
    kappa = cohen_kappa_score(human, said, labels=[0, 1, 2], weights="linear")
    assert weighted(report.kappa.linear) == pytest.approx(kappa)
