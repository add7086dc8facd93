"""`crosssource doctor`: what a file is, what it holds, and a next command that works."""

import json
import os
import random
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from corpus.workspace import Workspace
from labels.interchange.harnesses import registry
from labels.store import database

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


def test_a_file_that_is_not_there_is_a_sentence(tmp_path: Path, run: Fixture) -> None:
    said = run("doctor", tmp_path / "f", expect=2).err
    assert "cannot be read (No such file or directory)" in said


UNREADABLE = [
    pytest.param("é".encode("utf-16"), "the text is UTF-16", id="UTF-16"),
    pytest.param(b"PK\x03\x04nonsense", "damaged zip", id="a bad zip"),
    pytest.param(b'{"claim": "caf\xe9"}\n', "is not UTF-8", id="Latin-1"),
    pytest.param(b'{"claim": "a"}\n{"claim": ', "the file ends in the middle", id="cut"),
    pytest.param(b"{}", "has no field in any record", id="an empty object"),
    pytest.param(b"[{}, {}]", "has no field in any record", id="empty objects"),
    pytest.param(b"[]", "holds an empty list", id="an empty list"),
    pytest.param(b"null", "holds null and no record", id="null"),
    pytest.param(b"42", "and no record; give results as", id="a number"),
    pytest.param(b'"text"', "and no record; give results as", id="a text"),
    pytest.param(bytes(300), "is no text: 300 of its first 300 bytes", id="NUL bytes"),
    pytest.param(random.Random(7).randbytes(5000), "is no text", id="random bytes"),
    pytest.param(b"PAR1\x15\x04", "is a Parquet file", id="Parquet"),
    pytest.param(b"\x1f\x8b\x08\x00", "unpack it first", id="gzip"),
    pytest.param(b"<!DOCTYPE html>\n<html><body>Sign in</body></html>", "web page", id="HTML"),
    pytest.param(b"\xef\xbb\xbf <?xml version='1.0'?><a/>", "web page or XML", id="XML"),
    pytest.param(b"claim,passage,verdict\n", "has no row below its header", id="a header"),
]


@pytest.mark.parametrize(("data", "told"), UNREADABLE)
def test_what_is_no_results_is_told_by_one_rule(
    data: bytes, told: str, tmp_path: Path, run: Fixture
) -> None:
    path = tmp_path / "f"
    path.write_bytes(data)
    page = sections(run("doctor", path, expect=1).out)
    assert told in " ".join(page["What looks broken"])
    assert page["What can be calibrated"] == ["Nothing."]
    assert "Next" not in page
    assert "It holds" not in page
    said = run("import", path, "--into", tmp_path / "study", expect=2).err
    assert told in said
    assert not (tmp_path / "study").exists()


ODD = [
    pytest.param([{"verdict": "hm"}], 1, id="one unknown verdict"),
    pytest.param(
        [{"verdict": "hm"}, {"verdict": "yes"}], 0, id="an unknown verdict beside another"
    ),
    pytest.param([{"verdict": ""}], 1, id="no verdict"),
    pytest.param([{"verdict": None}, {"verdict": True}], 0, id="null and true"),
    pytest.param([{"verdict": "no", "failure_type": "invented"}], 0, id="an unknown category"),
    pytest.param([{"verdict": "no", "human": "hm"}], 1, id="an unknown label"),
    pytest.param([{"verdict": "no", "importance": 9}], 1, id="an importance that is none"),
    pytest.param([{"verdict": "no", "passage": None}], 1, id="no passage"),
    pytest.param([{"verdict": ["no"]}], 0, id="a list for a verdict"),
    pytest.param([{"verdict": {"a": 1}}], 1, id="an object for a verdict"),
    pytest.param([{"verdict": "missing"}], 1, id="missing only"),
]


@pytest.mark.parametrize(("rows", "code"), ODD)
def test_the_next_command_never_fails(
    rows: list[dict[str, Any]],
    code: int,
    tmp_path: Path,
    run: Fixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "rows.jsonl"
    made = [{"claim": f"c{n}", "passage": "p"} | row for n, row in enumerate(rows)]
    path.write_text("".join(json.dumps(row) + "\n" for row in made))
    told = json.loads(run("doctor", path, "--json", expect=code).out)
    for command in told["next"]:
        run(*shlex.split(command)[1:])
    assert bool(told["next"]) == bool(told["calibrate"]) == (code == 0)


def test_words_that_the_study_knows_are_known(
    tmp_path: Path, run: Fixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("rows.jsonl").write_text('{"claim": "c", "passage": "p", "verdict": "hm"}')
    page = sections(run("doctor", "rows.jsonl", expect=1).out)
    assert '"hm" = "supported"' in " ".join(page["What looks broken"])
    run("init", "study")
    settings = Path("study/crosssource.toml")
    settings.write_text(f'{settings.read_text()}\n[verdicts]\n"hm" = "supported"\n')
    page = sections(run("doctor", "rows.jsonl").out)
    assert page["Next"] == ["crosssource import rows.jsonl --workspace study --draw"]


def test_a_study_that_is_there_is_gone_on_with(
    tmp_path: Path, run: Fixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("rows.jsonl").write_text('{"claim": "c", "passage": "p", "verdict": "no"}')

    def following() -> str:
        (command,) = sections(run("doctor", tmp_path / "rows.jsonl").out)["Next"]
        return command.replace(str(tmp_path / "rows.jsonl"), "FILE")

    assert following() == "crosssource import FILE --into study --draw"
    Path("study").write_text("something else")
    assert following() == "crosssource import FILE --into study-2 --draw"
    Path("study").unlink()
    run("init", "study")
    assert following() == "crosssource import FILE --workspace study --draw"
    monkeypatch.chdir("study")
    assert following() == "crosssource import FILE --draw"


def test_rows_that_only_name_their_passages_are_led_by_way_of_the_corpus(
    tmp_path: Path, run: Fixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("lease.txt").write_text("The landlord shall bear the costs of repair.")
    Path("rows.jsonl").write_text('{"claim": "c", "citation": "lease:0", "verdict": "no"}')
    commands = sections(run("doctor", "rows.jsonl").out)["Next"]
    assert len(commands) == 3
    for command in commands:
        run(*shlex.split(command.replace("DOCUMENTS", "lease.txt"))[1:])


def test_a_record_without_a_verdict_is_not_judged(tmp_path: Path, run: Fixture) -> None:
    path = tmp_path / "runs.jsonl"
    record = {"example_id": "e", "output": "a", "input": "q", "annotations": [], "error": "boom"}
    path.write_text(json.dumps(record) + "\n")
    page = sections(run("doctor", path, expect=1).out)
    assert page["It holds"][:2] == [
        "1 record; judged: 0.",
        "Records without any verdict: 1 error.",
    ]


def test_the_diagnosis_is_json_for_a_script(tmp_path: Path, run: Fixture) -> None:
    (tmp_path / "empty").write_text("")
    made = json.loads(run("doctor", tmp_path / "empty", "--json", expect=1).out)
    assert made["what"] == "An empty file."
    assert made["next"] == []


def test_a_file_whose_name_begins_with_a_hyphen_is_named_as_a_file(
    tmp_path: Path, run: Fixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("-x.jsonl").write_text('{"claim": "c", "passage": "p", "verdict": "no"}')
    (command,) = sections(run("doctor", "--", "-x.jsonl").out)["Next"]
    assert command == "crosssource import ./-x.jsonl --into study --draw"
    run(*shlex.split(command)[1:])


def test_a_name_that_no_run_can_have_is_given_another(
    tmp_path: Path, run: Fixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a:b.jsonl").write_text('{"claim": "c", "passage": "p", "verdict": "no"}')
    (command,) = sections(run("doctor", "a:b.jsonl").out)["Next"]
    assert "--run results" in command
    run(*shlex.split(command)[1:])


@pytest.mark.parametrize("name", ["a\x1b[31mb.jsonl", "a\nb.jsonl", "a\u202eb.jsonl", "a\tb.jsonl"])
def test_a_name_that_cannot_be_pasted_is_to_be_changed(
    name: str, tmp_path: Path, run: Fixture
) -> None:
    (tmp_path / name).write_text('{"claim": "c", "passage": "p", "verdict": "no"}')
    page = sections(run("doctor", tmp_path / name, expect=1).out)
    assert "rename it" in page["What looks broken"][0]
    assert "Next" not in page


def test_what_a_terminal_would_obey_is_shown(tmp_path: Path, run: Fixture) -> None:
    path = tmp_path / "t.jsonl"
    row = {"claim": "c", "passage": "p", "verdict": "hm\x1b[2J", "x\x1b[31m": "1", "y\u202e": "2"}
    path.write_text(json.dumps(row) + "\n" + json.dumps(row | {"verdict": "no"}) + "\n")
    out = run("doctor", path).out
    assert "\x1b" not in out
    assert "\u202e" not in out
    assert "x␛[31m" in out
    long = {"z\x1b[31m": "long " * 100}
    path.write_text(json.dumps(row | {"verdict": "no"} | long) + "\n")
    said = run("import", path, "--into", tmp_path / "study").err
    assert "z␛[31m" in said
    assert "\x1b" not in said


def test_labels_that_we_wrote_are_known(
    drawn: Workspace, tmp_path: Path, run: Fixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(drawn.root)
    with database.opened(drawn) as connection:
        items = connection.execute(
            "SELECT c.item_id FROM sample_member m JOIN verdict v ON v.uid = m.verdict_uid "
            "JOIN citation c ON c.uid = v.citation_uid LIMIT 2"
        ).fetchall()
    given = tmp_path / "given.csv"
    rows = "".join(f"{item},supported,ann\n" for (item,) in items)
    given.write_text(f"item_id,human_label,annotator\n{rows}")
    command = sections(run("doctor", given, expect=1).out)["Next"][0]
    run(*shlex.split(command.replace("SAMPLE", "pilot"))[1:])
    path = tmp_path / "labels.jsonl"
    run("export", "labels", "--out", path)
    page = sections(run("doctor", path, expect=1).out)
    assert page[""] == ["Labels, as JSON Lines: for a sample that was drawn."]
    assert "People's labels: 2 labels of 1 annotator." in page["It holds"]
    assert page["Next"] == [f"crosssource import {path} --sample SAMPLE"]
    calibration = tmp_path / "calibration.csv"
    run("export", "calibration", "--out", calibration)
    assert "--sample SAMPLE" in sections(run("doctor", calibration, expect=1).out)["Next"][0]


def test_marks_without_verdicts_are_labels_for_a_sample(tmp_path: Path, run: Fixture) -> None:
    path = tmp_path / "marks.csv"
    path.write_text("Sentence,Passage,Full Support,No Support\nS.,P,x,\n")
    page = sections(run("doctor", path, expect=1).out)
    assert page["Next"] == [f"crosssource import {path} --sample SAMPLE"]


def test_a_whole_study_is_known_and_restored(
    drawn: Workspace, tmp_path: Path, run: Fixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "all.jsonl"
    run("export", "everything", "--out", path, "--workspace", drawn.root)
    place = tmp_path / "elsewhere"
    place.mkdir()
    monkeypatch.chdir(place)
    (command,) = sections(run("doctor", path, expect=1).out)["Next"]
    assert command == f"crosssource restore {path} study"
    run(*shlex.split(command)[1:])
    said = run("import", path, "--into", "other", expect=2).err
    assert "is a whole study" in said
    assert "crosssource restore FILE DIR" in said


COMMANDS = [
    ("doctor", "FILE"),
    ("import", "FILE"),
    ("import", "FILE", "--format", "promptfoo"),
    ("import", "FILE", "--sample", "pilot"),
    ("raters", "FILE"),
]


@pytest.mark.parametrize("command", COMMANDS)
def test_a_pipe_is_refused_at_once(
    command: tuple[str, ...], drawn: Workspace, tmp_path: Path, run: Fixture
) -> None:
    path = tmp_path / "fifo"
    os.mkfifo(path)
    words = [str(path) if word == "FILE" else word for word in command]
    where = () if command[0] in ("doctor", "raters") else ("--workspace", str(drawn.root))
    said = run(*words, *where, expect=2).err
    assert "is a pipe" in said
    assert "write it to a file first" in said


def test_a_device_is_refused(tmp_path: Path, run: Fixture) -> None:
    assert "is no regular file" in run("doctor", "/dev/null", expect=2).err
    said = run("import", "/dev/null", "--into", tmp_path / "study", expect=2).err
    assert "is no regular file" in said
    assert not (tmp_path / "study").exists()
