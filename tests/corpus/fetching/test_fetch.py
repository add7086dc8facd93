"""`crosssource corpus fetch` where the site is well: what arrives, what is asked for once."""

import json
from pathlib import Path

import pytest

from corpus.fetching.sources import shipped
from corpus.storage.library import Library
from corpus.workspace import Workspace
from tests.cap_site import CapSite, case, write_volume
from tests.conftest import Run
from tests.corpus.fetching.conftest import FIRST, SECOND, THIRD, THREE, VOLUME, Fetch


def test_citations_as_they_are_written(fetch: Fetch, site: CapSite, quick: Workspace) -> None:
    ran = fetch(*THREE)
    assert ran.out == ""
    assert ran.err == "3 opinions fetched, 6 passages.\n"
    # The list of the volume once, then each case.
    assert site.seen == [VOLUME, FIRST, SECOND, THIRD]
    (agent,) = site.agents
    assert agent.startswith("crosssource/0")
    assert Library(quick).check() == []


def test_provenance_in_list_show_and_check(
    fetch: Fetch, site: CapSite, quick: Workspace, run: Run
) -> None:
    fetch("9 U.S. 1")
    address = f"{site.address}{FIRST}"
    (row,) = [json.loads(run("--workspace", quick.root, "corpus", "list", "--json").out)]
    assert row["source"] == address
    assert (row["licence"], row["reader"], row["document_id"]) == ("CC0-1.0", "cap", "cap-1")
    assert row["sha256"] == Library(quick).document("cap-1").sha256
    assert row["added_at"].startswith("20")
    page = run("--workspace", quick.root, "corpus", "show", "cap-1").out
    assert f"source: {address}\n" in page
    assert "licence: CC0-1.0\n" in page
    assert "no fault" in run("--workspace", quick.root, "corpus", "check").err


def test_a_second_run_asks_nothing(fetch: Fetch, site: CapSite, quick: Workspace) -> None:
    fetch(*THREE)
    before = Library(quick).sources_path.read_bytes()
    ran = fetch(*THREE)
    assert ran.err == "0 opinions fetched, 0 passages; 3 already there.\n"
    assert site.seen == []
    assert Library(quick).sources_path.read_bytes() == before


def test_what_was_added_from_a_file_is_not_fetched(
    fetch: Fetch, site: CapSite, quick: Workspace, run: Run
) -> None:
    run("--workspace", quick.root, "corpus", "add", site.folder / "us")
    assert "3 already there" in fetch(*THREE).err
    assert site.seen == []


def test_by_another_citation_it_is_known_by_its_place(
    fetch: Fetch, site: CapSite, tmp_path: Path
) -> None:
    both = [{"type": "official", "cite": "9 U.S. 200"}, {"type": "parallel", "cite": "7 N.E. 8"}]
    write_volume(site.folder, "us/9", [case(4, "Gum v. Hazel", "9 U.S. 200", citations=both)])
    mine = tmp_path / "mine.json"
    source = {"citation": "7 N.E. 8", "name": "Gum v. Hazel", "place": "us/9/0200"}
    mine.write_text(json.dumps([source]))
    assert "1 opinion fetched" in fetch("--sources", mine).err
    assert "1 already there" in fetch("--sources", mine).err
    assert site.seen == []


def test_all_that_ship(fetch: Fetch, site: CapSite, quick: Workspace) -> None:
    for number, source in enumerate(shipped(), start=100):
        assert source.name
        made = case(number, source.name, str(source.citation), decision_date=source.decided)
        write_volume(site.folder, f"{source.reporter}/{source.volume}", [made])
    plan = fetch("--dry-run", "--json")
    assert site.seen == []
    assert "22 of 22 opinions to fetch" in plan.err
    assert "44 requests" in plan.err
    assert [json.loads(line)["status"] for line in plan.out.splitlines()] == ["to fetch"] * 22
    assert "7 opinions fetched" in fetch("--area", "torts", "--area", "contracts").err
    told = json.loads(fetch("--json").out)
    statuses = [row["status"] for row in told["sources"]]
    assert (statuses.count("fetched"), statuses.count("held")) == (15, 7)
    assert all(row["words"] == [] for row in told["sources"])
    rows = fetch("--dry-run").out.splitlines()
    assert rows[0].startswith("held\t5 U.S. 137\tMarbury v. Madison\t1803-02-24\t")
    assert len(Library(quick)) == 22


def test_the_list_that_the_settings_name(fetch: Fetch, site: CapSite, quick: Workspace) -> None:
    (quick.root / "mine.txt").write_text("# two of them\n9 U.S. 1\n9 U.S. 50\n9 U.S. 1\n")
    quick.settings.write_text(quick.settings.read_text() + 'sources = "mine.txt"\n')
    assert "2 opinions fetched" in fetch().err
    # What is named on the command line is what is fetched.
    assert "1 opinion fetched" in fetch("9 U.S. 100").err


def test_option_before_environment_before_settings(
    fetch: Fetch, site: CapSite, quick: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick.settings.write_text(
        quick.settings.read_text() + 'address = "https://mirror.example/cap/"\n'
    )
    assert site.address in fetch("--dry-run").err
    other = fetch("--dry-run", "--address", "https://other.example").err
    assert "https://other.example:" in other
    monkeypatch.delenv("CROSSSOURCE_FETCH_ADDRESS")
    assert "https://mirror.example/cap:" in fetch("--dry-run").err


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("http://static.case.law", "is not https"),
        ("ftp://static.case.law", "no address to fetch from"),
        ("static.case.law", "no address to fetch from"),
        ("https://", "no address to fetch from"),
        ("https://a..b", "no address to fetch from"),
        (f"https://{'a' * 70}.com", "no address to fetch from"),
        ("https://a:99999999", "no address to fetch from"),
        ("https://[::1", "no address to fetch from"),
        ("https://a b", "no address to fetch from"),
        ("https://user:secret@static.case.law", "a user name or a password"),
        ("https://user:secret@a..b", "a user name or a password"),
        ("https://static.case.law?x=1", "no address to fetch from"),
    ],
)
def test_addresses_that_are_refused(fetch: Fetch, address: str, words: str) -> None:
    ran = fetch("--dry-run", "--address", address, expect=2)
    assert words in ran.err
    assert "secret" not in ran.err


def test_http_to_another_machine_where_the_person_says_so(fetch: Fetch) -> None:
    mirror = ("--address", "http://mirror.example")
    assert "http://mirror.example:" in fetch("--dry-run", *mirror, "--allow-http").err


def test_the_pause_between_requests(fetch: Fetch, site: CapSite, quick: Workspace) -> None:
    quick.settings.write_text("[fetch]\npause = 0.25\n")
    fetch("9 U.S. 1", "9 U.S. 50")
    assert len(site.times) == 3
    assert site.times[-1] - site.times[0] > 0.4


@pytest.mark.shared
def test_real_cases_as_the_site_lays_them_out(
    run: Run, quick: Workspace, shared_data: Path
) -> None:
    """Every opinion of the real volume is found by its citation, and its hash is its own."""
    volume = shared_data / "cap_static" / "a2d" / "100"
    listing = json.loads((volume / "CasesMetadata.json").read_text())
    wanted = [
        f"{one['name_abbreviation']}, {one['citations'][0]['cite']} (1953)" for one in listing
    ]
    with CapSite(shared_data / "cap_static") as site:
        go = ("--workspace", quick.root, "corpus", "fetch", "--address", site.address)
        told = json.loads(run(*go, "--json", *wanted).out)
        assert [row["status"] for row in told["sources"]] == ["fetched"] * 9
        assert all(row["words"] == [] for row in told["sources"])
        assert len(site.seen) == 10
        site.seen.clear()
        assert "9 already there" in run(*go, *wanted).err
        assert site.seen == []
    # The same documents as the volume's zip gives.
    zipped = run("--workspace", quick.root, "corpus", "add", shared_data / "cap_static/a2d-100.zip")
    assert "0 documents added" in zipped.err
    assert Library(quick).check() == []
