"""`crosssource report` as people call it, on a study with imported verdicts and labels."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from corpus.workspace import Workspace

Run = Callable[..., Any]


@pytest.fixture
def labelled(study: Workspace, run: Run, tmp_path: Path) -> Workspace:
    """Twelve verdicts that came with a human label each."""
    rows = [
        {
            "case_id": f"q{n}",
            "claim_id": f"c{n}",
            "question": "Who decides?",
            "answer": f"The court {n}. [doc:{n}]",
            "claim": f"The court {n}.",
            "citation": f"doc:{n}",
            "passage": f"Court {n} decides.",
            "judge_label": "supported" if n < 9 else "unsupported",
            "human_label": "supported" if n < 8 else "unsupported",
            "judge": "gpt",
        }
        for n in range(12)
    ]
    file = tmp_path / "verdicts.jsonl"
    file.write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    run("import", file, "--workspace", study.root)
    return study


def test_terminal_by_default(labelled: Workspace, run: Run) -> None:
    ran = run("report", "--workspace", labelled.root)
    assert "Can this judge be trusted?" in ran.out
    said = " ".join(ran.out.split())
    assert "imported from verdicts.jsonl" in said
    assert "Who wrote the 12 questions is not recorded." in said


def test_json_to_stdout_is_json_alone(labelled: Workspace, run: Run) -> None:
    document = json.loads(run("report", "--format", "json", "--workspace", labelled.root).out)
    # 8 of 9 supported and 3 of 3 unsupported: 11 / 12, and it is a census.
    assert document["agreement"]["weighted"]["rate"] == pytest.approx(11 / 12)
    assert document["agreement"]["weighted"]["method"] == "every verdict labelled"
    assert document["questions"] == {
        "human": 0, "machine": 0, "unknown": 0, "unrecorded": 12, "drafted": 0
    }  # fmt: skip


def test_files(labelled: Workspace, run: Run) -> None:
    ran = run("report", "--format", "md,json,csv", "--workspace", labelled.root)
    assert ran.out == ""
    (folder,) = labelled.reports.iterdir()
    names = {path.name for path in folder.iterdir()}
    tables = {"strata.csv", "figures.csv", "slices.csv", "confusion.csv", "items.csv"}
    assert names == {"report.md", "report.json", *tables}
    assert ran.err.count("Written: ") == 7


def test_out(labelled: Workspace, run: Run, tmp_path: Path) -> None:
    run("report", "--format", "json", "--out", tmp_path / "a" / "b", "--workspace", labelled.root)
    assert (tmp_path / "a" / "b" / "report.json").is_file()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--format", "pdf"], "--format pdf: not known; give terminal, md, html, json, csv."),
        (["--sample", "nope"], "nope"),
        (["--annotator", "eve"], "Nobody named 'eve'"),
        (["--adjudicator", "eve"], "Nobody named 'eve'"),
        (["--adjudicator", "imported", "--annotator", "imported"], "which cannot differ"),
    ],
)
def test_mistakes(labelled: Workspace, run: Run, options: list[str], words: str) -> None:
    assert words in run("report", *options, "--workspace", labelled.root, expect=2).err


def test_by_claim(labelled: Workspace, run: Run) -> None:
    ran = run("report", "--unit", "claim", "--format", "json", "--workspace", labelled.root)
    assert json.loads(ran.out)["unit"] == "claim"


def test_a_second_label_is_compared_and_an_adjudicator_decides(
    labelled: Workspace, run: Run, tmp_path: Path
) -> None:
    at = ("--workspace", labelled.root)
    (sample,) = json.loads(run("sample", "list", "--json", *at).out)
    for name, word, numbers in (("bob", "supported", range(12)), ("cho", "unsupported", (9, 10))):
        file = tmp_path / f"{name}.jsonl"
        rows = [{"claim_id": f"c{n}", "human_label": word, "annotator": name} for n in numbers]
        file.write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
        run("import", file, "--sample", sample["name"], *at)

    def report(*options: str) -> Any:
        return json.loads(run("report", *options, "--format", "json", *at).out)

    plain, decided = report(), report("--adjudicator", "cho")
    assert plain["counts"]["undecided"]["differ"] == 4
    assert decided["counts"]["undecided"]["differ"] == 2
    (pair,) = decided["annotators"]["pairs"]
    assert (pair["first"], pair["second"]) == ("bob", "imported")
    # A census: people agree on the 8 that both call supported, of 12.
    assert pair["agreement"]["weighted"]["rate"] == pytest.approx(8 / 12)
    assert len(plain["annotators"]["pairs"]) == 3
    assert any("Adjudicated" in text for text in decided["warnings"])
    assert any("--adjudicator cho" in text for text in plain["warnings"])


def test_help_imports_no_statistics() -> None:
    program = (
        "import sys, reports.commands;"
        "print([m for m in ('numpy', 'scipy', 'sklearn', 'pandas', 'rich') if m in sys.modules])"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True,
        cwd=Path(__file__).parents[2],
    )  # fmt: skip
    assert ran.stdout.strip() == "[]"


def test_flagged_verdicts_alone_say_nothing_of_the_others(
    study: Workspace, run: Run, tmp_path: Path
) -> None:
    # Nobody looked at what the judge let through: whether it catches bad citations is not known.
    rows = [
        {
            "case_id": f"q{n}",
            "claim": f"The court {n}.",
            "citation": f"doc:{n}",
            "passage": f"Court {n} decides.",
            "judge_label": "unsupported" if n < 40 else "supported",
            "human_label": "unsupported" if n < 40 else "",
            "judge": "gpt",
        }
        for n in range(140)
    ]
    file = tmp_path / "flagged.jsonl"
    file.write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    run("import", file, "--workspace", study.root)
    document = json.loads(run("report", "--format", "json", "--workspace", study.root).out)
    assert document["sample"]["left_out"] == 100
    assert "Trust it" not in document["answer"]["headline"]
    assert {use["trust"] for use in document["answer"]["uses"]} == {"not settled", "unknown"}
    assert document["answer"]["next"][0].startswith("Draw a sample whose chances are known")
    assert "not of the 100 verdicts of its runs" in " ".join(document["warnings"])


def test_where_only_one_side_says_how_it_fails_the_report_says_so(
    study: Workspace, run: Run, tmp_path: Path
) -> None:
    rows = [
        {
            "case_id": f"q{n}",
            "claim": f"The court {n}.",
            "citation": f"doc:{n}",
            "passage": f"Court {n} decides.",
            "judge_label": "unsupported" if n < 4 else "supported",
            "failure_type": "wrong_document" if n < 4 else "",
            "human_label": "unsupported" if n < 4 else "supported",
            "judge": "gpt",
        }
        for n in range(12)
    ]
    file = tmp_path / "plain.jsonl"
    file.write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    run("import", file, "--workspace", study.root)
    document = json.loads(run("report", "--format", "json", "--workspace", study.root).out)
    assert "say unsupported of 4 citations, and only one of them says how" in " ".join(
        document["warnings"]
    )
