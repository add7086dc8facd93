"""The same ratings, a column a rater, a row a rating, or counted: the same figures."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]

WIDE = "item,ann,bob,cho\n" + "".join(
    f"{n},{'yes' if n % 3 else 'no'},{'yes' if n % 4 else 'no'},{'' if n % 5 else 'yes'}\n"
    for n in range(1, 31)
)


def rows() -> list[tuple[str, str, str]]:
    header, *lines = (line.split(",") for line in WIDE.splitlines())
    return [
        (line[0], rater, said)
        for line in lines
        for rater, said in zip(header[1:], line[1:], strict=True)
        if said
    ]


def long_text(*names: str) -> str:
    return "\n".join(",".join(row) for row in [names, *rows()]) + "\n"


def counts_text(first: str = "item") -> str:
    items: dict[str, list[str]] = {}
    for item, _, said in rows():
        items.setdefault(item, []).append(said)
    lines = [f"{i},{said.count('no')},{said.count('yes') or ''}" for i, said in items.items()]
    return "\n".join([f"{first},no,yes", *lines]) + "\n"


@pytest.fixture
def file(tmp_path: Path) -> Callable[[str], Path]:
    def write(text: str) -> Path:
        (tmp_path / "x.csv").write_text(text, "utf-8")
        return tmp_path / "x.csv"

    return write


def figures(run: Run, *arguments: object) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run("raters", *arguments, "--json").out)
    return found


RATERS = ("--rater", "ann", "--rater", "bob", "--rater", "cho")


def test_a_row_a_rating_gives_the_figures_of_a_column_a_rater(
    run: Run, file: Callable[[str], Path]
) -> None:
    wide = figures(run, file(WIDE), *RATERS)
    known = file(long_text("item", "rater", "value"))
    assert figures(run, known, "--layout", "long") == wide
    assert figures(run, known) == wide  # its columns say it
    own = file(long_text("task", "annotator", "label"))
    named = ("--layout", "long", "--columns", "task, annotator,label")
    assert figures(run, own, *named) == wide
    two = figures(run, own, *named, "--rater", "ann", "--rater", "bob")
    assert [(pair["first"], pair["second"]) for pair in two["pairs"]] == [("ann", "bob")]


def test_json_lines_of_ratings_are_read_too(run: Run, tmp_path: Path) -> None:
    wide, lines = tmp_path / "x.csv", tmp_path / "x.jsonl"
    wide.write_text(WIDE)
    keys = ("item", "rater", "value")
    lines.write_text("".join(f"{json.dumps(dict(zip(keys, r, strict=True)))}\n" for r in rows()))
    found, expected = figures(run, lines), figures(run, wide, *RATERS)
    assert found.pop("source") != expected.pop("source")
    assert found == expected


def test_a_judge_is_held_against_the_raters_of_a_long_file(
    run: Run, file: Callable[[str], Path], tmp_path: Path
) -> None:
    (tmp_path / "judge.csv").write_text("item,said\n" + "".join(f"{n},yes\n" for n in range(25)))
    judged = ("--truth", "majority", "--judge", f"{tmp_path / 'judge.csv'}:said")
    wide = figures(run, file(WIDE), *RATERS, *judged)["judges"]
    long = file(long_text("item", "rater", "value"))
    assert figures(run, long, "--layout", "long", *judged)["judges"] == wide
    (inside,) = figures(run, long, "--layout", "long", "--truth", "ann", "--judge", "bob")["judges"]
    # By hand: of 30 items ann says no to 10 and bob to 7; both to 12 and 24.
    assert inside["table"] == [[2, 8], [5, 15]]


def test_counts_give_the_figures_that_ask_for_no_names(
    run: Run, file: Callable[[str], Path]
) -> None:
    wide = figures(run, file(WIDE), *RATERS)
    found = figures(run, file(counts_text()), "--layout", "counts")
    named = figures(run, file(counts_text("task")), "--layout", "counts", "--columns", "no,yes")
    for counted in (found, named):
        for figure in ("agreement", "alpha", "ac1", "brennan_prediger"):
            assert counted["together"][figure] == wide["together"][figure]
        assert (counted["items"], counted["given"]) == (wide["items"], wide["given"])
        assert counted["pairs"] == []


def test_a_category_that_nobody_gave_stays_on_the_scale(
    run: Run, file: Callable[[str], Path]
) -> None:
    found = figures(run, file("id,low,middle,high\n1,2,0,1\n2,0,0,3\n"), "--layout", "counts")
    assert found["categories"] == ["low", "middle", "high"]
    assert found["given"] == [2, 0, 4]


LONG, COUNTS = ["--layout", "long"], ["--layout", "counts"]
MISTAKES: list[tuple[str, list[str], str]] = [
    ("item,rater,value\n1,ann,x\n1,ann,y\n", LONG, "line 3: 'ann' has rated '1' in line 2 already"),
    ("item,rater,value\n1,,x\n", LONG, "line 2: column 'rater' is empty"),
    ("item,rater,value\n1,ann,x\n", LONG, "One rater agrees with nobody; FILE has the raters ann"),
    ("task,rater,value\n1,ann,x\n", LONG, "no column 'item'; it has: task, rater, value."),
    (
        "item,rater,value\n1,a,x\n1,b,x\n",
        [*LONG, "--rater", "a", "--rater", "eve"],
        "no rater 'eve'",
    ),
    (
        "item,rater,value\n1,a,x\n",
        [*LONG, "--columns", "item,rater"],
        "does not name three columns",
    ),
    ("item,rater,value\n", LONG, "has a header and no row below it"),
    ("item,x,y\n1,2,-1\n", COUNTS, "line 2: column 'y' holds '-1', which is no count"),
    ("item,x,y\n1,2,1.5\n", COUNTS, "line 2: column 'y' holds '1.5', which is no count"),
    ("task,x,y\n1,2,1\n", COUNTS, "Which columns of FILE are categories?"),
    ("item,x\n1,2\n", COUNTS, "x are not two or more different categories"),
    ("item,1,1.0\n1,2,2\n", COUNTS, "are not two or more different categories"),
    ("item,x,y\n1,2,900000000\n", COUNTS, "are too many at once"),
    ("item,x,y\n1,2,1\n", [*COUNTS, "--rater", "x"], "leave out --rater"),
    ("item,x,y\n1,2,1\n", [*COUNTS, "--map", "x=y"], "a table is counted already"),
    ("item,x,y\n1,2,1\n", ["--columns", "x,y"], "--columns goes with --layout"),
    ("item,x,y\n1,2,1\n", [*LONG, "--ratings", "x"], "--layout is of records"),
]


@pytest.mark.parametrize(("content", "options", "words"), MISTAKES)
def test_a_mistake_is_one_sentence(
    run: Run, file: Callable[[str], Path], content: str, options: list[str], words: str
) -> None:
    path = file(content)
    ran = run("raters", path, *options, expect=2)
    assert words.replace("FILE", str(path)) in ran.err
    assert ran.out == ""
    assert len(ran.err.strip().splitlines()) == 1
