"""Two names of one case agree, those of two cases do not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.fetching.case_name import agree


@pytest.mark.parametrize(
    ("given", "found"),
    [
        ("Erie Railroad Co. v. Tompkins", "ERIE RAILROAD COMPANY v. TOMPKINS"),
        ("Brown v. Board of Education", "BROWN et al. v. BOARD OF EDUCATION OF TOPEKA et al."),
        ("Marbury v. Madison", "William MARBURY vs. James MADISON, Secretary of State"),
        (
            "Palsgraf v. Long Island R.R. Co.",
            "Helen Palsgraf, Respondent, v. The Long Island Railroad Company, Appellant",
        ),
        ("International Shoe Co. v. Washington", "International Shoe Co. v. State of Washington"),
        ("In re Gault", "APPLICATION OF GAULT et al."),
        ("Müller v. Oregon", "MULLER v. OREGON"),
        ("M.L.B. v. S.L.J.", "M.L.B. v. S.L.J., individually"),
        ("McCulloch v. Maryland", "M’CULLOCH v. The STATE OF MARYLAND et al."),
        ("McCulloch v. Maryland", "M'Culloch v. State of Maryland"),
    ],
)
def test_one_case(given: str, found: str) -> None:
    assert agree(given, found)


@pytest.mark.parametrize(
    ("given", "found"),
    [
        ("United States v. Lewis", "United States v. Clark"),
        ("Peyton v. District of Columbia", "Clarke v. District of Columbia"),
        ("Smith v. Jones Co.", "Smith v. Miller Co."),
        ("M.L.B. v. S.L.J.", "M.L.C. v. S.L.J."),
        ("M.L.B. v. S.L.J.", "M. L. C. v. S.L.J."),
        ("In re Gault", "In re Winship"),
        ("Ash v. Birch", ""),
        ("Ash v. Birch", "Birch v. Ash"),
    ],
)
def test_two_cases(given: str, found: str) -> None:
    assert not agree(given, found)


@given(st.text(), st.text())
def test_any_two_texts(one: str, other: str) -> None:
    assert agree(one, other) in (True, False)
