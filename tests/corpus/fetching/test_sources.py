"""The opinions that ship are facts in order; a person's own list is read, or refused by entry."""

import json
from collections import Counter
from datetime import date
from pathlib import Path

import pytest

from corpus.errors import InputError
from corpus.fetching.sources import of_areas, once_each, read, shipped, written


def test_what_ships() -> None:
    sources = shipped()
    reporters = Counter(source.reporter for source in sources)
    assert len(sources) == len(once_each(sources)) == 22
    assert reporters["us"] == 16
    assert reporters["f2d"] + reporters["f3d"] == 2
    assert sum(reporters[name] for name in ("nh", "va", "ny", "cal-3d")) == 4
    assert {source.area for source in sources} == {
        *("constitutional law", "civil procedure", "employment"),
        *("torts", "contracts", "consumer protection"),
    }


@pytest.mark.parametrize("source", shipped(), ids=str)
def test_the_facts_of_each_agree(source: object) -> None:
    from corpus.fetching.sources import Source

    assert isinstance(source, Source)
    # Its place is where its citation points, and each fact is there.
    again = written(source.label)
    assert (again.name, again.citation, again.place) == (
        source.name,
        source.citation,
        source.place,
    )
    assert source.name
    assert source.court
    assert " v. " in source.name
    assert 1800 < date.fromisoformat(source.decided or "").year < 2019
    if source.reporter == "us":
        assert int(source.volume) <= 572


def test_nothing_of_an_opinion_ships() -> None:
    import corpus.fetching

    (folder,) = corpus.fetching.__path__
    for row in json.loads((Path(folder) / "sources.json").read_text()):
        assert set(row) == {"citation", "name", "place", "decided", "court", "area"}
        assert all(len(value) < 100 for value in row.values())


def test_an_own_list_in_lines(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("# mine\n347 U.S. 483\n\nAsh v. Birch, 9 U.S. 1 (1950)\n")
    one, two = read(file)
    assert (one.name, one.place) == (None, "us/347/0483")
    assert (two.name, two.decided) == ("Ash v. Birch", "1950")


def test_an_own_list_in_json(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text('[{"citation": "162 N.E. 99", "name": "P v. L", "place": "ny/248/0339-01"}]')
    (one,) = read(file)
    assert one.is_one_file
    assert (one.reporter, one.volume, one.file) == ("ny", "248", "0339-01")


PLACE = "must be reporter's folder, volume and page on the site, such as us/347/0483"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "names no opinions"),
        ("347 U.S. 483\nBrown\n", "line 2: 'Brown' is no citation"),
        ("[1]", "entry 1: the number 1 is no object"),
        ('[{"citation": "1 U.S. 1"}, {"name": "x"}]', "entry 2: field 'citation' is missing"),
        ('[{"citation": "1 U.S. 1", "plce": "x"}]', "entry 1: there is no field 'plce' (there are"),
        ('[{"citation": 7}]', "entry 1: field 'citation' must be text, not the number 7"),
        ('[{"citation": "1 U.S. 1", "name": ""}]', "entry 1: name '' must be a name of 1 to 500"),
        ('[{"citation": "x"}]', "entry 1: 'x' is no citation"),
        ('[{"citation": "1 U.S. 1", "place": "../../etc/passwd"}]', f"'../../etc/passwd' {PLACE}"),
        ('[{"citation": "1 U.S. 1", "place": "us/1/0001-01\\n"}]', r"'us/1/0001-01\n' " + PLACE),
        ('[{"citation": "1 U.S. 1", "decided": "5/17/54"}]', "decided '5/17/54' must be a day, a"),
        (
            '[{"citation": "100 A.2d 38", "place": "a2d/100/0040"}]',
            "entry 1: the place 'a2d/100/0040' is not where the citation 100 A.2d 38 is "
            "(a2d/100/0038); correct one of them",
        ),
        ('[{"citation": "9 U.S. 1", "place": "us/8/0001"}]', "is not where the citation"),
        ('[{"citation"', "the file: invalid json"),
        ("{}", "the file: it holds no list of sources"),
    ],
)
def test_a_list_that_is_refused(tmp_path: Path, text: str, words: str) -> None:
    file = tmp_path / "mine"
    file.write_text(text)
    with pytest.raises(InputError) as refused:
        read(file)
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)
    assert "string should" not in str(refused.value)
    assert "^[" not in str(refused.value)


def test_areas() -> None:
    assert len(of_areas(shipped(), ("Torts", "contracts"))) == 7
    with pytest.raises(
        InputError, match="no opinion is of the area 'tax'; there are: civil proc|No"
    ):
        of_areas(shipped(), ("tax",))
