"""A citation is read as lawyers write it, and points to the folder that the site has."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.errors import InputError
from corpus.fetching.citation import key_of, parse


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("347 U.S. 483", (None, "347 us 483", "us", None)),
        ("347 US 483", (None, "347 us 483", "us", None)),
        ("347 U. S. 483", (None, "347 us 483", "us", None)),
        ("5 U.S. (1 Cranch) 137 (1803)", (None, "5 us 137", "us", "1803")),
        ("9 U.S. 0001", (None, "9 us 1", "us", None)),
        ("24 Cal.2d 453", (None, "24 cal2d 453", "cal-2d", None)),
        ("24 Cal. 2d 453", (None, "24 cal2d 453", "cal-2d", None)),
        ("1 N.Y. 2d 2", (None, "1 ny2d 2", "ny2d", None)),
        ("1 F. Supp. 2d 2", (None, "1 fsupp2d 2", "f-supp-2d", None)),
        ("80 U.S. App. D.C. 67", (None, "80 usappdc 67", "us-app-dc", None)),
        # A page that is cited, a parallel citation, the court before the year.
        ("347 U.S. 483, 495 (1954).", (None, "347 us 483", "us", "1954")),
        ("248 N.Y. 339, 162 N.E. 99 (1928)", (None, "248 ny 339", "ny", "1928")),
        ("86 F.3d 1447 (7th Cir. 1996)", (None, "86 f3d 1447", "f3d", "1996")),
        # The name may hold commas and numbers.
        (
            "BMW of North America, Inc. v. Gore, 517 U.S. 559 (1996)",
            ("BMW of North America, Inc. v. Gore", "517 us 559", "us", "1996"),
        ),
        ("  Ash v.\n Birch,  9 U.S. 1 ", ("Ash v. Birch", "9 us 1", "us", None)),
    ],
)
def test_ways_to_write_it(text: str, expected: tuple[str | None, ...]) -> None:
    said = parse(text)
    assert (said.name, said.citation.key, said.citation.folder, said.year) == expected


@pytest.mark.parametrize(
    "text", ["", "Brown v. Board of Education", "347 U.S.", "U.S. 483", "0 U.S. 1", "347 U.S. 48x"]
)
def test_what_is_no_citation(text: str) -> None:
    with pytest.raises(InputError, match="no citation to a reporter; write volume"):
        parse(text)


@given(st.text(max_size=600))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        said = parse(text)
    except InputError:
        return
    assert key_of(str(said.citation)) == said.citation.key


def test_a_long_line_is_refused_at_once() -> None:
    with pytest.raises(InputError, match="is no citation"):
        parse("A" + " 1 A." * 100_000)
    with pytest.raises(InputError, match="is no citation"):
        parse("A, 1 A. " * 60)


@pytest.mark.shared
def test_the_folders_are_those_of_the_site(shared_data: Path) -> None:
    """Real cases name the citations they cite and where these lie on the site."""
    listing = shared_data / "cap_static" / "a2d" / "100" / "CasesMetadata.json"
    cited = [one for case in json.loads(listing.read_text()) for one in case["cites_to"]]
    checked = set()
    for one in cited:
        for path in one.get("case_paths", []):
            _, folder, volume, file = path.split("/")
            said = parse(one["cite"]).citation
            if (volume, file[:4]) == (said.volume, said.page.zfill(4)):  # else a parallel citation
                assert said.folder == folder, one["cite"]
                checked.add(folder)
    assert {"us", "a2d", "f2d", "f-supp", "ind-app", "ala-app"} <= checked
