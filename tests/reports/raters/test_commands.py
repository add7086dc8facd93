"""`crosssource raters` as people call it: published figures, every shape of file, every mistake."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import REPOSITORY

Run = Callable[..., Any]
BIN = Path(sys.executable).parent
LISTS = "instances[].annotations.{}.individual_human_scores"


def figures(run: Run, *arguments: object) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run("raters", *arguments, "--json").out)
    return found


@pytest.fixture
def labels(tmp_path: Path) -> Path:
    file = tmp_path / "labels.csv"
    rows = ["id,ann,bob,cho,gold", *(f"{n},yes,yes,{'no' if n % 3 else ''},yes" for n in range(30))]
    rows += ["30,no,yes,no,no", "31,no,no,,no", "32,,no,nan,no"]
    file.write_text("\n".join(rows) + "\n", "utf-8")
    return file


# Published figures


@pytest.mark.shared
def test_pandalm(run: Run, shared_data: Path) -> None:
    folder = shared_data / "pandalm"
    found = figures(
        run, folder / "testset-v1.json",
        "--rater", "annotator1", "--rater", "annotator2", "--rater", "annotator3",
        "--truth", "majority",
        "--judge", f"{folder / 'gpt-3.5-turbo-testset-v1.json'}:gpt_result",
        "--judge", f"{folder / 'pandalm-7b-testset-v1.json'}:pandalm_result",
        "--map", "Tie=0", "--map", "garbage=0",
    )  # fmt: skip
    kappas = [pair["kappa"]["value"] for pair in found["pairs"]]
    assert kappas == pytest.approx([0.8520, 0.8789, 0.8617], abs=5e-5)
    assert found["together"]["fleiss_kappa"]["value"] == pytest.approx(0.86418, abs=5e-6)
    assert found["together"]["alpha"]["value"] == pytest.approx(0.86422, abs=5e-6)
    gpt, pandalm = found["judges"]
    assert [row["truth"] for row in gpt["classes"]] == [105, 422, 472]
    assert gpt["accuracy"]["value"] == pytest.approx(0.7107, abs=5e-5)
    assert gpt["macro_f1"] == pytest.approx(0.5755, abs=5e-5)
    assert gpt["kappa"]["value"] == pytest.approx(0.4958, abs=5e-5)
    assert gpt["table"] == [[18, 42, 45], [19, 332, 71], [26, 86, 360]]
    assert pandalm["accuracy"]["value"] == pytest.approx(0.6677, abs=5e-5)
    assert pandalm["kappa"]["value"] == pytest.approx(0.4354, abs=5e-5)


@pytest.mark.shared
def test_trec_rag24(run: Run, shared_data: Path) -> None:
    file = shared_data / "trec_rag24" / "confusion_2024_manual.json"
    found = figures(run, file, "--table", "counts")
    (pair,) = found["pairs"]
    assert (found["items"], pair["n"]) == (6742, 6742)
    assert found["categories"] == ["No Support", "Partial Support", "Full Support"]
    assert pair["agreement"]["value"] == pytest.approx(0.5605, abs=5e-5)
    for name, value in (("kappa", 0.3356), ("kappa_linear", 0.4259), ("kappa_quadratic", 0.5137)):
        assert pair[name]["value"] == pytest.approx(value, abs=5e-5)
        assert pair[name]["unreliable"] == []


@pytest.mark.shared
@pytest.mark.parametrize(
    ("file", "level", "alphas"),
    [
        (
            "newsroom.json",
            "ordinal",
            {"Informativeness": 0.2849, "Relevance": 0.1151, "Fluency": -0.0158,
             "Coherence": 0.0650},
        ),
        (
            "meta_evaluation_recipes.json",
            "ordinal",
            {"grammar": 0.4151, "fluency": 0.4324, "verbosity": 0.3991, "structure": 0.3986,
             "success": 0.3627, "overall": 0.4351},
        ),
        ("dices_350_crowdsourced.json", "nominal", {"safety": 0.16086}),
    ],
)  # fmt: skip
def test_judge_bench(
    run: Run, shared_data: Path, file: str, level: str, alphas: dict[str, float]
) -> None:
    for metric, value in alphas.items():
        path = shared_data / "judge_bench" / file
        found = figures(run, path, "--ratings", LISTS.format(metric), "--level", level)
        near = 5e-6 if level == "nominal" else 5e-5
        assert found["together"]["alpha"]["value"] == pytest.approx(value, abs=near), metric
        assert found["pairs"] == []


@pytest.mark.shared
def test_the_commands_of_the_document_print_these_figures(
    run: Run, tmp_path: Path, shared_data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (REPOSITORY / "docs" / "raters.md").read_text("utf-8")
    (script,) = re.findall(r"^```sh raters\n(.*?)^```$", text, re.M | re.S)
    (tmp_path / "shared").symlink_to(shared_data.parent)
    folder = tmp_path / "checkout" / "study"
    folder.mkdir(parents=True)
    # The shell says what it would have run; each takes a second to start as a process.
    said = 'crosssource() { printf "%s\\0" "$@"; printf "\\n\\0"; }\n'
    shell = subprocess.run(
        ["bash", "-ec", said + script], cwd=folder, capture_output=True, text=True, check=True
    )
    monkeypatch.chdir(folder)
    commands = [one.split("\0")[:-1] for one in shell.stdout.split("\n\0")[:-1]]
    assert len(commands) == 13
    text = " ".join(" ".join(run(*command).out for command in commands).split())
    for shown in ("71.1 %", "57.6 %", "0.496", "66.8 %", "0.435", "56.1 %", "0.336", "0.426",
                  "0.514", "0.285", "0.115", "-0.016", "0.065", "0.415", "0.432", "0.399",
                  "0.363", "0.161"):  # fmt: skip
        assert shown in text, shown


# Files of every shape


def test_the_common_case(run: Run, labels: Path) -> None:
    text = run("raters", labels, "--rater", "ann", "--rater", "bob").out
    assert "33 items, 2 raters: 65 ratings; 32 items with two or more" in text
    assert "ann and bob" in text
    assert max(len(line) for line in text.splitlines()) <= 80


def test_json_lines_json_and_csv_say_the_same(run: Run, labels: Path, tmp_path: Path) -> None:
    header, *lines = labels.read_text("utf-8").splitlines()
    rows = [dict(zip(header.split(","), line.split(","), strict=True)) for line in lines]
    as_lines, as_list = tmp_path / "labels.jsonl", tmp_path / "labels.json"
    as_lines.write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    as_list.write_text(json.dumps(rows, indent=1), "utf-8")
    every = [
        figures(run, file, "--rater", "ann", "--rater", "bob", "--rater", "cho")
        for file in (labels, as_lines, as_list)
    ]
    for one in every:
        one.pop("source")
    assert every[0] == every[1] == every[2]
    assert [(pair["first"], pair["second"]) for pair in every[0]["pairs"]] == [
        ("ann", "bob"), ("ann", "cho"), ("bob", "cho"),
    ]  # fmt: skip


def test_numbers_are_one_category_however_they_are_written(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "x.jsonl"
    file.write_text(
        '{"a": 2, "b": "2.0"}\n{"a": 1.0, "b": "1"}\n{"a": 10, "b": 2}\n{"a": null}\n', "utf-8"
    )
    found = figures(run, file, "--rater", "a", "--rater", "b", "--level", "interval")
    assert found["categories"] == ["1", "2", "10"]
    assert found["pairs"][0]["table"] == [[1, 0, 0], [0, 1, 0], [0, 1, 0]]


def test_lists_are_nobodys_and_may_be_of_any_length(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "x.json"
    file.write_text(json.dumps({"set": {"items": [{"s": [1, 2, 2]}, {"s": [1]}, {"t": 0}]}}))
    found = figures(run, file, "--ratings", "set.items[].s")
    assert (found["items"], found["items_with_two_ratings"], found["raters"]) == (3, 1, [])
    file.write_text("[[1, 2], [2, 2], [null, 1]]")
    assert figures(run, file, "--ratings", ".") == figures(run, file, "--ratings", "[]")


def test_a_judge_in_the_same_file_against_a_column(run: Run, labels: Path) -> None:
    (judge,) = figures(run, labels, "--truth", "gold", "--judge", "cho")["judges"]
    # cho says "no" of 20 of the 30 good ones and of one bad one; the rest are gaps.
    assert judge["table"] == [[1, 0], [20, 0]]
    assert judge["judge_says_nothing"] == 12
    assert judge["classes"][1]["precision"] is None
    assert judge["mcc"] is None


def test_files_are_joined_by_key_in_any_order(run: Run, tmp_path: Path) -> None:
    ours, theirs = tmp_path / "ours.csv", tmp_path / "theirs.jsonl"
    ours.write_text("id,gold\n1,a\n2,b\n3,b\n4,a\n")
    theirs.write_text('{"id": 3, "said": "b"}\n{"id": "1", "said": "b"}\n{"id": 9, "said": "a"}\n')
    (judge,) = figures(run, ours, "--truth", "gold", "--judge", f"{theirs}:said")["judges"]
    assert judge["table"] == [[0, 1], [0, 1]]
    assert (judge["not_in_judges_file"], judge["only_in_judges_file"]) == (2, 1)


def test_the_scale_is_what_order_says(run: Run, labels: Path) -> None:
    found = figures(
        run, labels, "--rater", "ann", "--rater", "bob", "--order", "no,maybe,yes"
    )  # fmt: skip
    assert found["categories"] == ["no", "maybe", "yes"]
    assert found["level"] == "ordinal"
    assert found["pairs"][0]["kappa_linear"]["value"] is not None


def test_all_missing_is_undefined_and_says_why(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "x.csv"
    file.write_text("a,b\n,\nnan,\n,NaN\n")
    found = figures(run, file, "--rater", "a", "--rater", "b")
    assert found["together"]["alpha"]["value"] is None
    assert found["together"]["alpha"]["why"] == "No item has two ratings."
    assert "undefined" in run("raters", file, "--rater", "a", "--rater", "b").out


# Hostile input


def test_text_from_outside_stays_text(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "x.csv"
    file.write_text('"[red]a\x1b[31m","b\u202e"\n[bold]x,=1+1\n[bold]x,[bold]x\n', "utf-8")
    text = run("raters", file, "--rater", "[red]a\x1b[31m", "--rater", "b\u202e").out
    assert "[bold]x" in text
    assert "[red]a␛[31m" in text
    assert "\x1b" not in text
    assert "\u202e" not in text


def test_a_thousand_categories(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "x.csv"
    rows = [f"{n},{n if n % 4 else 0},{n}" for n in range(1000)]
    file.write_text("\n".join(["a,b,c", *rows]))
    found = figures(run, file, "--rater", "a", "--rater", "b", "--rater", "c", "--level", "ordinal")
    assert len(found["categories"]) == 1000
    assert 0 < found["together"]["alpha"]["low"] < found["together"]["alpha"]["high"] <= 1
    pair = found["pairs"][0]
    assert pair["table"] is None
    assert sum(cell["items"] for cell in pair["cells"]) == 1000
    assert pair["cells"][0] == {"first": 0, "second": 0, "items": 1}
    assert pair["cells"][4] == {"first": 4, "second": 0, "items": 1}
    assert pair["empty_cells_left_out"] == 1000 * 1000 - 1000
    assert "And 960 more" in " ".join(
        run("raters", file, "--rater", "a", "--truth", "b", "--judge", "c").out.split()
    ).replace(",", "")


MISTAKES: list[tuple[str, list[str], str]] = [
    ("id,a,b\n1,x,y\n", [], "Which columns are the raters'? FILE has the columns id, a, b; name"),
    ("id,a,b\n1,x,y\n", ["--rater", "a"], "One rater agrees with nobody; name another"),
    ("id,a,b\n1,x,y\n", ["--rater", "a", "--rater", "a"], "--rater a is given twice"),
    ("id,a,b\n1,x,y\n", ["--rater", "a", "--rater", "eve"], "has no column 'eve'; it has: id, a"),
    ("a,b\n1\n", ["--rater", "a", "--rater", "b"], "line 2: has 1 cells where the header has 2"),
    ("a,a\n1,1\n", ["--rater", "a", "--rater", "b"], "the column 'a' occurs twice"),
    ("", ["--rater", "a", "--rater", "b"], "is empty"),
    ("a,b", ["--rater", "a", "--rater", "b"], "FILE has a header and no row below it"),
    ("a,b\n", [], "FILE has a header and no row below it"),
    ("a,b\n\n", ["--truth", "a", "--judge", "b"], "FILE has a header and no row below it"),
    ('{"a": []}', ["--ratings", "a"], "a leads to an empty list"),
    ('{"a": []}', ["--ratings", "a[]"], "a[] leads to an empty list"),
    ('{"a": []}', ["--table", "a"], "a is an empty list, not a table"),
    ("a,b\nx,y\n", ["--rater", "a", "--rater", "b", "--level", "ordinal"], "with --order"),
    ("a,b\nx,1\n", ["--rater", "a", "--rater", "b", "--level", "interval"], "'x' is none"),
    ("a,b\n-1,1\n", ["--rater", "a", "--rater", "b", "--level", "ratio"], "0 or more"),
    ("a,b\nx,y\n", ["--rater", "a", "--rater", "b", "--order", "x,z"], "'y' is not in --order"),
    ("a,b\nx,y\n", ["--rater", "a", "--rater", "b", "--order", "x,x"], "--order 'x,x' is not a"),
    ("a,b\nx,y\n", ["--rater", "a", "--rater", "b", "--map", "z=x"], "--map names 'z', which no"),
    ("a,b\nx,y\n", ["--rater", "a", "--rater", "b", "--map", "z"], "not of the form value=value"),
    ("a,b\nx,y\n", ["--rater", "a", "--rater", "b", "--missing", "?"], "--missing names '?'"),
    ("a,b\nx,y\n", ["--rater", "a", "--rater", "b", "--truth", "majority"], "--truth needs a jud"),
    ("a,b\nx,y\n", ["--rater", "a", "--rater", "b", "--judge", "b"], "--judge needs a truth"),
    ("a,b\nx,y\n", ["--truth", "majority", "--judge", "b"], "needs the raters it is a majority"),
    ("a,b\nx,y\n", ["--truth", "a", "--judge", "nope.csv:b"], "nope.csv cannot be read"),
    ('{"a": [1], "b": 2}\n', ["--rater", "a", "--rater", "b"], "holds a list, not a rating"),
    ('{"a": NaN, "b": 2}\n', ["--rater", "a", "--rater", "b"], "NaN or infinite"),
    ('{"a":\n 1}', ["--rater", "a", "--rater", "b"], "one JSON object and no records"),
    ('{"a": {"b": 1}}', ["--ratings", "a.c"], "at a there is no 'c'; there is: b."),
    ('{"a": [{"b": 1}]}', ["--ratings", "a.b"], "write [] behind the step before"),
    ('{"a": [{"b": 1}]}', ["--ratings", "a[].b"], "is the number 1, not a list of ratings"),
    ('{"a": [[1, 2]]}', ["--table", "a"], "a table of two raters is square"),
    ('{"a": [[1, 2], [0, 0.5]]}', ["--table", "a"], "row 2 holds 0.5, which is no count"),
    ('{"a": [[1]]}', ["--table", "a", "--rater", "x"], "three ways to say where"),
    ('{"a": ', ["--ratings", "a"], "not valid JSON"),
]


@pytest.mark.parametrize(("content", "options", "words"), MISTAKES)
def test_a_mistake_is_one_sentence(
    run: Run, tmp_path: Path, content: str, options: list[str], words: str
) -> None:
    file = tmp_path / "x.txt"
    file.write_text(content, "utf-8")
    ran = run("raters", file, *options, expect=2)
    assert words.replace("FILE", str(file)) in ran.err
    assert ran.out == ""
    assert len(ran.err.strip().splitlines()) == 1


def test_free_text_is_no_category(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "x.csv"
    file.write_text("a,b\n" + "".join(f"t{n},t{n}\n" for n in range(2001)))
    err = run("raters", file, "--rater", "a", "--rater", "b", expect=2).err
    assert "2,001 different values" in err
    file.write_text(f"a,b\n{'x' * 300},y\n")
    assert "not a category" in run("raters", file, "--rater", "a", "--rater", "b", expect=2).err


def test_help_imports_no_statistics() -> None:
    program = (
        "import sys, reports.raters.commands;"
        "print([m for m in ('numpy', 'scipy', 'sklearn', 'pandas', 'rich', 'statsmodels') "
        "if m in sys.modules])"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=REPOSITORY
    )
    assert ran.stdout.strip() == "[]"
