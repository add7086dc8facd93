"""What is not the case that was asked for is refused and named, and the others are fetched."""

import json
from pathlib import Path

import pytest

from corpus.readers.cap import OTHER_HASH
from corpus.storage.library import Library
from corpus.workspace import Workspace
from tests.cap_site import CapSite, body, case, cut, status, write_volume
from tests.conftest import Run
from tests.corpus.fetching.conftest import FIRST, SECOND, THREE, VOLUME, Fetch


def ids(study: Workspace) -> list[str]:
    """What the corpus holds."""
    assert Library(study).check() == []
    return list(Library(study).register().records)


def test_a_reporter_that_is_not_there(fetch: Fetch, site: CapSite, quick: Workspace) -> None:
    ran = fetch("9 Foo. Bar 1", "9 U.S. 1", expect=2)
    assert "has no reporter 'foo-bar'; look for its name in" in ran.err
    assert "1 opinion of 2 was refused" in ran.err
    assert ids(quick) == ["cap-1"]


def test_a_volume_that_is_not_there(fetch: Fetch, site: CapSite) -> None:
    ran = fetch("999 U.S. 1", expect=2)
    assert "has no volume 999 of 'us'; what it has is in" in ran.err
    assert site.seen == ["/us/999/CasesMetadata.json", "/us/ReporterMetadata.json"]


def test_a_citation_that_the_volume_does_not_have(fetch: Fetch) -> None:
    ran = fetch("9 U.S. 2", expect=2)
    assert "no case of volume 9 ('us') has the citation 9 U.S. 2" in ran.err


def test_a_case_that_is_listed_and_absent(fetch: Fetch, site: CapSite, quick: Workspace) -> None:
    site.plan[FIRST] = [status(404)]
    ran = fetch(*THREE, expect=2)
    assert f"lists it as 0001-01, but there is no such file at {site.address}{FIRST}" in ran.err
    assert f"{site.address}/us/9.zip" in ran.err
    assert ids(quick) == ["cap-2", "cap-3"]


def test_another_name_or_year_in_the_list(fetch: Fetch, site: CapSite) -> None:
    ran = fetch("Oak v. Birch, 9 U.S. 1", expect=2)
    assert "another case has this citation (0001-01 is 'Ash v. Birch', not 'Oak v." in ran.err
    assert "was decided '1950-01-02', not 1951" in fetch("9 U.S. 1 (1951)", expect=2).err
    assert FIRST not in site.seen


def test_several_orders_on_a_page(fetch: Fetch, site: CapSite, tmp_path: Path) -> None:
    names = [*(f"Order {number} v. State" for number in range(6)), "Yew v. Oak"]
    orders = [
        case(20 + number, name, "9 U.S. 300", file_name=f"0300-{number + 1:02}")
        for number, name in enumerate(names)
    ]
    write_volume(site.folder, "us/9", orders)
    ran = fetch("9 U.S. 300", expect=2)
    assert "7 cases have this citation (0300-01 is 'Order 0 v. State'; 0300-02" in ran.err
    assert "and 2 more); give the name too" in ran.err
    assert site.seen == [VOLUME]
    # With its name, or with its place, it is one.
    assert "1 opinion fetched" in fetch("Yew v. Oak, 9 U.S. 300").err
    mine = tmp_path / "mine.json"
    mine.write_text(json.dumps([{"citation": "9 U.S. 300", "place": "us/9/0300-02"}]))
    assert "1 opinion fetched" in fetch("--sources", mine).err
    assert "1 already there" in fetch("--sources", mine).err


def test_two_of_one_name_on_a_page(fetch: Fetch, site: CapSite) -> None:
    two = [
        case(number, "Yew v. Oak", "9 U.S. 300", file_name=f"0300-0{number}") for number in (1, 2)
    ]
    write_volume(site.folder, "us/9", two)
    ran = fetch("Yew v. Oak, 9 U.S. 300", expect=2)
    assert "2 cases have this citation and this name (0300-01 is 'Yew v. Oak' of 1950" in ran.err
    assert "); give in a file of sources its place, for example" in ran.err
    assert "name too" not in ran.err
    assert "name too" not in fetch("9 U.S. 300", expect=2).err


def test_two_of_one_name_and_two_years(fetch: Fetch, site: CapSite) -> None:
    two = [
        case(n, "Yew v. Oak", "9 U.S. 300", file_name=f"0300-0{n}", decision_date=f"195{n}-01")
        for n in (1, 2)
    ]
    write_volume(site.folder, "us/9", two)
    ran = fetch("Yew v. Oak, 9 U.S. 300", expect=2)
    assert "0300-01 is 'Yew v. Oak' of 1951-01; 0300-02 is 'Yew v. Oak' of 1952-01" in ran.err
    assert "); give the year too, or give in a file of sources its place" in ran.err
    assert "1 opinion fetched" in fetch("Yew v. Oak, 9 U.S. 300 (1952)").err


def test_what_is_ambiguous_is_so_whatever_the_corpus_holds(
    fetch: Fetch, site: CapSite, quick: Workspace, run: Run, tmp_path: Path
) -> None:
    names = ("Fir v. Elm", "Yew v. Oak", "Yew v. Oak")
    three = [case(n, name, "9 U.S. 300", file_name=f"0300-0{n}") for n, name in enumerate(names, 1)]
    write_volume(site.folder, "us/9", three)
    assert "other cases of the volume have its citation." in fetch("Fir v. Elm, 9 U.S. 300").err
    assert "1 already there" in fetch("Fir v. Elm, 9 U.S. 300").err
    assert site.seen == []
    assert "3 cases have this citation" in fetch("9 U.S. 300", expect=2).err
    mine = tmp_path / "mine.json"
    mine.write_text(json.dumps([{"citation": "9 U.S. 300", "place": "us/9/0300-02"}]))
    assert "have its citation and its name." in fetch("--sources", mine).err
    assert "2 cases have this citation and" in fetch("Yew v. Oak, 9 U.S. 300", expect=2).err
    # From a volume's files, which say nothing of each other.
    third = site.folder / "us" / "9" / "cases" / "0300-03.json"
    run("--workspace", quick.root, "corpus", "add", third)
    assert "2 cases have this citation and" in fetch("Yew v. Oak, 9 U.S. 300", expect=2).err
    assert "3 cases have this citation" in fetch("9 U.S. 300", expect=2).err


def test_a_place_that_says_another_page_than_the_citation(
    fetch: Fetch, site: CapSite, quick: Workspace, tmp_path: Path
) -> None:
    both = [{"type": "official", "cite": "9 U.S. 1"}, {"type": "parallel", "cite": "7 Zoo. 70"}]
    write_volume(
        site.folder,
        "us/9",
        [case(1, "Ash v. Birch", "9 U.S. 1", citations=both), case(2, "C v. D", "9 U.S. 50")],
    )
    mine = tmp_path / "mine.json"
    mine.write_text(json.dumps([{"citation": "7 Zoo. 70", "place": "us/9/0050"}]))
    words = "has the citation 7 Zoo. 70 on the page 0050, as its place says"
    assert words in fetch("--sources", mine, expect=2).err
    assert ids(quick) == []
    mine.write_text(json.dumps([{"citation": "7 Zoo. 70", "place": "us/9/0001"}]))
    assert "1 opinion fetched" in fetch("--sources", mine).err


def test_the_last_words_fit_what_happened(fetch: Fetch, site: CapSite) -> None:
    ran = fetch("9 U.S. 2", expect=2)
    assert ran.err.endswith(
        "1 opinion of 1 was refused, for the reason above: correct the citation, the name or the "
        "place.\n"
    )
    ran = fetch("9 U.S. 2", "9 U.S. 50", "9 U.S. 3", expect=2)
    assert "for the reasons above; what was fetched is in the corpus: correct" in ran.err
    site.plan[FIRST] = [body(json.dumps(case(7, "X v. Y", "9 U.S. 7")).encode())]
    ran = fetch("9 U.S. 1", expect=2)
    assert "correct the citation" not in ran.err
    assert ran.err.endswith("fetch again later, or from a mirror with --address.\n")
    site.plan[FIRST] = [cut]
    ran = fetch("9 U.S. 1", expect=4)
    assert "what was fetched" not in ran.err
    assert ran.err.endswith("is not fetched: run the same command again to go on.\n")


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"id": 77}, "holds the case with id 77, not 1 as the volume lists it"),
        ({"id": True}, "holds the case with id None"),
        ({"name": "X v. Y", "name_abbreviation": "X v. Y"}, "is 'X v. Y', not 'Ash v. Birch'"),
        ({"citations": [{"cite": "9 U.S. 7"}]}, "does not have the citation 9 U.S. 1"),
        ({"citations": "9 U.S. 1"}, "does not have the citation 9 U.S. 1"),
        ({"decision_date": "1999"}, "was decided '1999', not 1950"),
        ({"casebody": {"opinions": []}}, "the case has no text; leave it out.\n"),
        ({"casebody": []}, "field 'casebody' must be an object"),
        ({"casebody": {"opinions": [1]}}, "must be an object"),
        ({"casebody": {"head_matter": "\ud800x", "opinions": []}}, "holds half a character"),
    ],
)
def test_another_case_arrives(
    fetch: Fetch, site: CapSite, quick: Workspace, fields: dict[str, object], words: str
) -> None:
    other = case(1, "Ash v. Birch", "9 U.S. 1") | fields
    site.plan[FIRST] = [body(json.dumps(other).encode())]
    ran = fetch("Ash v. Birch, 9 U.S. 1 (1950)", "9 U.S. 50", expect=2)
    assert words in ran.err
    assert ids(quick) == ["cap-2"]


@pytest.mark.parametrize("data", [b"[]", b"7", b'{"id": 1}', b'"casebody"', b"null"])
def test_what_is_no_case_arrives(
    fetch: Fetch, site: CapSite, quick: Workspace, data: bytes
) -> None:
    site.plan[FIRST] = [body(data)]
    assert "holds no case (field 'casebody' is missing)" in fetch("9 U.S. 1", expect=2).err
    assert ids(quick) == []


@pytest.mark.parametrize(
    "listing",
    [
        b"[]",
        b"{}",
        b'[{"file_name": "../../../etc/passwd", "id": 1, "citations": [{"cite": "9 U.S. 1"}]}]',
        b'[{"file_name": "//evil.example/0001-01", "id": 1, "citations": [{"cite": "9 U.S. 1"}]}]',
        b'[{"file_name": "0001-01\\n", "id": 1, "citations": [{"cite": "9 U.S. 1"}]}]',
        b'[{"file_name": 1, "id": 1}, 5, null, [], {"id": 1}]',
        b'[{"file_name": "0001-01", "id": [1], "citations": [{"cite": "9 U.S. 1"}]}]',
    ],
)
def test_hostile_lists(fetch: Fetch, site: CapSite, listing: bytes) -> None:
    site.plan[VOLUME] = [body(listing)]
    assert "names no cases" in fetch("9 U.S. 1", expect=2).err
    assert site.seen == [VOLUME]


def test_entries_with_something_else_in_their_fields(fetch: Fetch, site: CapSite) -> None:
    odd = [
        {"id": 8, "file_name": "0008-01", "citations": [1, {"cite": ["9 U.S. 1"]}, {"cite": None}]},
        {"id": 9, "file_name": "0009-01", "citations": {"cite": "9 U.S. 1"}, "name": ["x"]},
    ]
    good = json.loads((site.folder / VOLUME.lstrip("/")).read_text())
    site.plan[VOLUME] = [body(json.dumps(odd + good).encode())]
    assert "1 opinion fetched" in fetch("9 U.S. 1").err


def test_a_name_that_would_move_the_cursor(fetch: Fetch, site: CapSite) -> None:
    evil = case(1, "\x1b[2J\u202eevil v. [red]x", "9 U.S. 1")
    write_volume(site.folder, "us/9", [evil])
    ran = fetch("Ash v. Birch, 9 U.S. 1", expect=2)
    assert "\x1b" not in ran.err
    assert "\u202e" not in ran.err
    assert "[red]x" in ran.err


def test_what_is_only_to_be_noted(
    fetch: Fetch, site: CapSite, quick: Workspace, run: Run, tmp_path: Path
) -> None:
    """The site may correct a text and leave its hash; the day of a decision is told in two ways."""
    other = case(1, "Ash v. Birch", "9 U.S. 1", analysis={"sha256": "0" * 64})
    write_volume(site.folder, "us/9", [other])
    mine = tmp_path / "mine.json"
    mine.write_text('[{"citation": "9 U.S. 1", "decided": "1950-03-04"}]')
    err = fetch("--sources", mine).err
    assert "Note: 9 U.S. 1: the case says it was decided '1950-01-02', the source 1950-03-04" in err
    assert "Note: 9 U.S. 1: its text does not have the hash that the case file states." in err
    assert "1 opinion fetched" in err
    # It is kept with the document, and told whenever one looks.
    shown = run("--workspace", quick.root, "corpus", "show", "cap-1").out
    assert "\nnote: its text does not have the hash that the case file states\n" in shown
    assert "\nnote: the case says it was decided '1950-01-02', the source 1950-03-04\n" in shown
    checked = run("--workspace", quick.root, "corpus", "check").err
    assert "Note: cap-1 (its text does not have the hash that the case file states)." in checked
    assert "1 document checked: no fault." in checked
    notes = json.loads(run("--workspace", quick.root, "corpus", "check", "--json").out)["notes"]
    assert [note["document_id"] for note in notes] == ["cap-1", "cap-1"]


def test_a_case_from_a_file_is_held_against_its_hash_too(
    quick: Workspace, run: Run, tmp_path: Path
) -> None:
    cases = (
        case(1, "Ash v. Birch", "9 U.S. 1", analysis={"sha256": "0" * 64}),
        case(2, "Cedar v. Oak", "9 U.S. 2", analysis=None),
        case(3, "Elm v. Yew", "9 U.S. 3"),
    )
    paths = [tmp_path / f"{one['id']}.json" for one in cases]
    for path, one in zip(paths, cases, strict=True):
        path.write_text(json.dumps(one))
    ran = run("--workspace", quick.root, "corpus", "add", *paths)
    assert ran.err.count("does not have the hash") == 1
    assert Library(quick).notes() == [("cap-1", OTHER_HASH)]


def test_an_id_that_is_taken_by_another_text(
    fetch: Fetch, site: CapSite, quick: Workspace, run: Run, tmp_path: Path
) -> None:
    other = case(1, "Zelkova v. Yew", "1 Zoo. 1", text="Another text.")
    (tmp_path / "other.json").write_text(json.dumps(other))
    run("--workspace", quick.root, "corpus", "add", tmp_path / "other.json")
    ran = fetch("9 U.S. 1", "9 U.S. 50", expect=2)
    assert "the id 'cap-1' is taken by another text" in ran.err
    assert ids(quick) == ["cap-1", "cap-2"]


def test_refused_and_failed_ends_as_failed(fetch: Fetch, site: CapSite) -> None:
    site.plan[SECOND] = [cut]
    ran = fetch("9 U.S. 2", "9 U.S. 50", expect=4)
    assert "Refused: 9 U.S. 2: " in ran.err
    assert "Failed: 9 U.S. 50: " in ran.err


def test_wrong_usage(fetch: Fetch, site: CapSite, tmp_path: Path) -> None:
    assert "is no citation to a reporter" in fetch("Brown v. Board", expect=2).err
    assert "cannot be read" in fetch("--sources", tmp_path / "absent", expect=2).err
    assert "no opinion is of the area 'tax'" in fetch("--area", "tax", expect=2).err.lower()
    assert "there are: none" in fetch("9 U.S. 1", "--area", "torts", expect=2).err
    assert site.seen == []


def test_half_a_character_where_no_text_is_taken_from(fetch: Fetch, site: CapSite) -> None:
    odd = case(1, "Ash v. Birch", "9 U.S. 1", decision_date="19\ud800")
    odd["casebody"]["corrections"] = "\ud800"
    write_volume(site.folder, "us/9", [odd])
    err = fetch("9 U.S. 1", expect=2).err
    assert "field 'decision_date' holds half a character" in err
    odd["decision_date"] = None
    write_volume(site.folder, "us/9", [odd])
    assert "does not have the hash" in fetch("9 U.S. 1").err
