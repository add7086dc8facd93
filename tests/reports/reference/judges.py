"""Adapters: tests of paired and square tables, and several tests at once."""

from collections.abc import Mapping

from reports.estimation import multiplicity
from reports.judges.symmetry import mcnemar_chi_square, symmetry_tests
from reports.runs import binary
from reports.runs.binary import PairedCounts
from tests.reports.reference.case import Adapter, Case, Values


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


METHODS: Mapping[str, Adapter] = {
    "mcnemar": mcnemar,
    "paired_difference_ci": paired_difference_ci,
    "symmetry_tests": symmetry,
    "holm": holm,
}
