"""The tests of paired and square tables against the file of reference cases.

`STATS_REFERENCE` names the file (default: the one beside the checkout).
"""

import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from reports.estimation import multiplicity
from reports.judges.symmetry import mcnemar_chi_square, symmetry_tests
from reports.runs import binary
from reports.runs.binary import PairedCounts

REPOSITORY = Path(__file__).parents[2]
FILE = Path(
    os.environ.get("STATS_REFERENCE", REPOSITORY.parent / "shared" / "stats_reference.json")
)

Case = Mapping[str, Any]
Values = Mapping[str, Any]


def paired_counts(case: Case) -> PairedCounts:
    (both, first), (second, neither) = case["input"]["table"]
    return PairedCounts(both=both, first_only=first, second_only=second, neither=neither)


def mcnemar(case: Case) -> Values:
    counts = paired_counts(case)
    by_chi_square = mcnemar_chi_square(counts)
    return {
        "exact_p": binary.mcnemar(counts),
        "chi2": by_chi_square.plain.statistic,
        "chi2_cc": by_chi_square.corrected.statistic,
        "chi2_p": by_chi_square.plain.p,
        "chi2_cc_p": by_chi_square.corrected.p,
    }


def paired_difference_ci(case: Case) -> Values:
    found = binary.paired_difference_ci(paired_counts(case), level=case["options"]["level"])
    return {"difference": found.value, "low": found.low, "high": found.high}


def symmetry(case: Case) -> Values:
    found = symmetry_tests(case["input"]["table"])
    return {
        "bowker": found.bowker.statistic,
        "bowker_p": found.bowker.p,
        "bowker_df": found.bowker.df,
        "stuart_maxwell": found.stuart_maxwell.statistic,
        "stuart_maxwell_p": found.stuart_maxwell.p,
        "stuart_maxwell_df": found.stuart_maxwell.df,
    }


def holm(case: Case) -> Values:
    return {"adjusted": list(multiplicity.holm(case["input"]["p"]))}


METHODS: Mapping[str, Callable[[Case], Values]] = {
    "mcnemar": mcnemar,
    "paired_difference_ci": paired_difference_ci,
    "symmetry_tests": symmetry,
    "holm": holm,
}


def cases() -> list[Any]:
    """The cases of these methods; one that says so where there is no file."""
    if not FILE.is_file():
        return [pytest.param(None, id="absent")]
    every = json.loads(FILE.read_text("utf-8"))
    return [pytest.param(case, id=case["id"]) for case in every if case["method"] in METHODS]


@pytest.mark.shared
@pytest.mark.parametrize("case", cases())
def test_case(case: Case | None) -> None:
    if case is None:
        pytest.skip(f"{FILE.name} is not beside this checkout")
    found = METHODS[case["method"]](case)
    for key, expected in case["expected"].items():
        near = case["tolerance"].get(key, case["tolerance"].get("default", 1e-6))
        assert found[key] == pytest.approx(expected, abs=near), key
