"""`crosssource doctor`: what a file is, what it holds, and a next command that works."""

import json
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from labels.interchange.harnesses import registry

Fixture = Callable[..., Any]


def sections(printed: str) -> dict[str, list[str]]:
    """The page's lines by heading; what the file is stands under the empty heading."""
    found: dict[str, list[str]] = {"": []}
    heading = ""
    for line in printed.splitlines():
        if line.endswith(":") and not line.startswith(" "):
            heading = line.removesuffix(":")
            found[heading] = []
        elif line.strip():
            found[heading].append(line.strip())
    return found


@pytest.mark.shared
@pytest.mark.parametrize(
    "name",
    [
        "promptfoo_generated/out.json",
        "promptfoo_generated/out.jsonl",
        "promptfoo_generated/out.yaml",
        "promptfoo_generated/out.csv",
        "inspect_ai/popularity.eval",
        "inspect_ai/security-guide.json",
        "deepeval/test_run_sample.json",
        "ragas/annotated_data.json",
        "langfuse/langgraph-python.trace.json",
    ],
)
def test_the_command_that_comes_next_works(
    name: str, shared_data: Path, tmp_path: Path, run: Fixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = sections(run("doctor", shared_data / "exports" / name).out)
    assert page["What can be calibrated"] != ["Nothing."]
    (command, *_) = page["Next"]
    monkeypatch.chdir(tmp_path)
    run(*shlex.split(command)[1:])
    assert (tmp_path / "study" / "crosssource.db").is_file()


@pytest.mark.shared
def test_a_results_file_is_described(shared_data: Path, run: Fixture) -> None:
    page = sections(run("doctor", shared_data / "exports/promptfoo_generated/out.json").out)
    assert page[""] == ["promptfoo results, as JSON (written by promptfoo 0.121.20)."]
    assert page["It holds"][0] == "6 records; judged: 6."
    assert page["It holds"][1].endswith("1 supported, 0 partial, 5 unsupported.")
    assert page["What is missing"] == ["People's labels: none."]
    assert page["What looks broken"] == [
        "1 claim without a word: a fault of the harness.",
        "1 answer that says nothing was found.",
    ]


@pytest.mark.shared
@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("langfuse/llamaindex-2025-06-05.trace.json", "give traces with scores"),
        ("promptfoo_generated/promptfooconfig.json", "promptfoo eval -o results.json"),
    ],
)
def test_what_cannot_be_calibrated_is_told_with_what_to_give(
    name: str, told: str, shared_data: Path, run: Fixture
) -> None:
    page = sections(run("doctor", shared_data / "exports" / name, expect=1).out)
    assert page["What can be calibrated"] == ["Nothing."]
    assert told in " ".join(page["What is missing"])
    assert "Next" not in page


def test_two_metrics_that_could_be_meant_are_two_commands(tmp_path: Path, run: Fixture) -> None:
    rows = [
        {
            "user_input": "q",
            "response": "a",
            "retrieved_contexts": ["c"],
            "support": 1,
            "grounded": 0,
        }
    ]
    path = tmp_path / "frame.json"
    path.write_text(json.dumps(rows))
    page = sections(run("doctor", path).out)
    assert [shlex.split(line)[3:5] for line in page["Next"]] == [
        ["--metric", "support"],
        ["--metric", "grounded"],
    ]


def test_rows_of_our_own_are_counted(tmp_path: Path, run: Fixture) -> None:
    path = tmp_path / "rows.jsonl"
    rows = [
        {"claim": "a", "passage": "p", "verdict": "yes", "gold": "no"},
        {"claim": "", "passage": " ", "verdict": "hm"},
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    page = sections(run("doctor", path).out)
    assert (
        "2 rows; verdicts: 1 supported, 0 partial, 0 unsupported, 0 missing; people's labels: 1."
        in (page["It holds"])
    )
    assert page["What looks broken"][:2] == [
        "Claims without a word: 1.",
        "Passages without a word: 1.",
    ]
    assert "'hm' (1)" in page["What looks broken"][2]
    assert "--malformed missing" in page["Next"][0]


def test_columns_that_are_wanted_are_named(tmp_path: Path, run: Fixture) -> None:
    path = tmp_path / "t.csv"
    path.write_text("statement,text,score\na,b,1\n")
    page = sections(run("doctor", path, expect=1).out)
    assert page["It holds"] == ["Columns: statement, text, score."]
    assert "--map claim=COLUMN" in page["Next"][0]
    for name in registry.FORMATS:
        assert f"{name}: " in " ".join(page["What is missing"])


def test_a_file_that_breaks_off_is_told_with_its_line(tmp_path: Path, run: Fixture) -> None:
    path = tmp_path / "t.json"
    path.write_text('{"evalId": "e", "results": {"results": [\n{"vars": ')
    page = sections(run("doctor", path, expect=1).out)
    assert page[""] == ["promptfoo results, as JSON."]
    assert "line 2: not valid JSON" in page["What looks broken"][0]


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (None, "cannot be read (No such file or directory)"),
        ("é".encode("utf-16"), "the text is UTF-16"),
        (b"PK\x03\x04nonsense", "damaged zip"),
    ],
)
def test_what_cannot_be_read_at_all_is_a_sentence(
    data: bytes | None, told: str, tmp_path: Path, run: Fixture
) -> None:
    path = tmp_path / "f"
    if data is not None:
        path.write_bytes(data)
    assert told in run("doctor", path, expect=2).err


def test_the_diagnosis_is_json_for_a_script(tmp_path: Path, run: Fixture) -> None:
    (tmp_path / "empty").write_text("")
    made = json.loads(run("doctor", tmp_path / "empty", "--json", expect=1).out)
    assert made["what"] == "An empty file."
    assert made["next"] == []
