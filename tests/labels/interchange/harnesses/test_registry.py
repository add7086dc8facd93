"""The formats: each is documented, can be named, and is found by what is in a file alone."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from corpus.workspace import Workspace
from labels.commands.importing import FORMATS
from labels.interchange import opening
from labels.interchange.harnesses import registry
from labels.interchange.opening import Kind, Opening

Fixture = Callable[..., Any]


def test_the_command_names_every_format() -> None:
    assert list(registry.FORMATS) == list(FORMATS)


@pytest.mark.shared
@pytest.mark.parametrize(
    ("folder", "name"),
    [
        ("promptfoo_generated/out.json", "promptfoo"),
        ("promptfoo_generated/out.csv", "promptfoo-csv"),
        ("inspect_ai/popularity.eval", "inspect"),
        ("deepeval/test_run_sample.json", "deepeval"),
        ("ragas/annotated_data.json", "ragas-annotations"),
        ("langfuse/langgraph-python.trace.json", "langfuse"),
    ],
)
def test_a_file_is_known_whatever_it_is_called(
    folder: str, name: str, shared_data: Path, tmp_path: Path
) -> None:
    path = tmp_path / "download (1).txt"
    path.write_bytes((shared_data / "exports" / folder).read_bytes())
    found = registry.recognised(opening.look(path))
    assert found is not None
    assert found.name == name


def test_rows_of_our_own_are_no_harness(write: Fixture) -> None:
    rows = [{"claim": "c", "passage": "p", "judge_label": "yes", "gradingResult": 1, "testCase": 2}]
    assert registry.recognised(opening.look(write("rows.jsonl", rows))) is None


def test_a_format_that_is_named_wins(study: Workspace, run: Fixture, write: Fixture) -> None:
    rows = [{"user_input": "q", "response": "a", "retrieved_contexts": ["c"], "faithfulness": 1}]
    path = write("rows.jsonl", rows)
    said = run("import", path, "--format", "rows", "--workspace", study.root, expect=2).err
    assert "no column for 'claim'" in said
    assert f"see what is known of it with: crosssource doctor {path}" in said
    run("import", path, "--format", "ragas", "--workspace", study.root)


def test_a_format_that_cannot_be_is_refused(study: Workspace, run: Fixture, write: Fixture) -> None:
    path = write("a.csv", "a,b\n1,2\n")
    said = run("import", path, "--format", "inspect", "--workspace", study.root, expect=2).err
    assert "is CSV, and an Inspect log come as JSON, a zip" in said


@pytest.mark.parametrize(
    ("text", "kind", "names"),
    [
        ('{"a": {"b": [{"c": 1}]}}', Kind.JSON, {"a", "a.b", "a.b[].c"}),
        ('[{"a": 1}, {"b": 2}]', Kind.JSON, {"a", "b"}),
        ('{"a": 1}\n{"b": 2}\n', Kind.JSON_LINES, {"a", "b"}),
        ('{"a": 1}\n', Kind.JSON, {"a"}),
        ('{"a": "x: {\\"y\\": 1}"}', Kind.JSON, {"a"}),
        ("a: 1\nb:\n  c: 2\n", Kind.YAML, {"a", "b", "b.c"}),
        ("a;b\n1;2\n", Kind.CSV, {"a", "b"}),
        ('"a\nb",c\n', Kind.CSV, {"a\nb", "c"}),
        (" \n", Kind.EMPTY, set()),
    ],
)
def test_the_beginning_of_a_file_tells_its_kind_and_names(
    text: str, kind: Kind, names: set[str], tmp_path: Path
) -> None:
    path = tmp_path / "f"
    path.write_text(text, encoding="utf-8-sig")
    assert opening.look(path) == Opening(
        kind=kind,
        names=frozenset(names),
        columns=tuple(sorted(names)) if kind is Kind.CSV else (),
    )


def test_yaml_of_no_known_format_is_a_sentence(
    study: Workspace, run: Fixture, write: Fixture
) -> None:
    said = run("import", write("a.yaml", "a: 1\n"), "--workspace", study.root, expect=2).err
    assert "is YAML of no known format" in said


def test_metrics_of_harnesses_are_not_for_rows(
    study: Workspace, run: Fixture, write: Fixture
) -> None:
    path = write("r.jsonl", [{"claim": "c", "passage": "p", "judge_label": "yes"}])
    said = run("import", path, "--threshold", "0.5", "--workspace", study.root, expect=2).err
    assert "--threshold 0.5: the file is read as rows" in said


def test_a_field_that_is_not_there_cannot_be_mapped(
    study: Workspace, run: Fixture, write: Fixture
) -> None:
    rows = [{"user_input": "q", "response": "a", "retrieved_contexts": ["c"], "faithfulness": 1}]
    path = write("rows.jsonl", rows)
    where = ("--workspace", study.root)
    said = run("import", path, "--map", "passage=nope", *where, expect=2).err
    assert "has no field 'nope'; it has: user_input" in said
    said = run("import", path, "--map", "judge_label=faithfulness", *where, expect=2).err
    assert "'judge_label' cannot be mapped in results of this format" in said


def test_mapped_fields_take_the_places_that_they_are_mapped_to(
    write: Fixture, imported: Fixture
) -> None:
    rows = [
        {
            "user_input": "q",
            "response": "a",
            "retrieved_contexts": ["c"],
            "faithfulness": 1,
            "statement": "s",
            "ours": "no",
            "who": "ann",
        }
    ]
    path = write("rows.jsonl", rows)
    done = imported(
        path, "--map", "claim=statement", "--map", "human_label=ours", "--map", "annotator=who"
    )
    assert [row["claim"] for row in done.verdicts] == ["s"]
    assert [(row["choice"], row["annotator"]) for row in done.labels] == [("unsupported", "ann")]


def test_results_are_no_labels_for_a_sample(study: Workspace, run: Fixture, write: Fixture) -> None:
    write_rows = write("rows.jsonl", [{"claim": "c", "passage": "p", "judge_label": "no"}])
    run("import", write_rows, "--workspace", study.root)
    run("sample", "draw", "--name", "pilot", "--workspace", study.root)
    path = write("log.json", {"version": 2, "eval": {"task": "t"}, "samples": []})
    where = ("--sample", "pilot", "--workspace", study.root)
    said = run("import", path, *where, expect=2).err
    assert "is an Inspect log: the labels in it are on its own verdicts" in said


def test_a_threshold_that_is_no_number_is_refused(
    study: Workspace, run: Fixture, write: Fixture
) -> None:
    rows = [{"user_input": "q", "response": "a", "retrieved_contexts": ["c"], "relevancy": 0.4}]
    where = ("--workspace", study.root, "--threshold", "nan")
    said = run("import", write("rows.jsonl", rows), *where, expect=2).err
    assert "--threshold nan is no score" in said


def test_what_a_judge_says_is_kept_out_of_the_fields(write: Fixture, imported: Fixture) -> None:
    row = {"user_input": "q", "response": "a", "retrieved_contexts": ["c"], "faithfulness": 1}
    (verdict,) = imported(write("rows.jsonl", [row | {"model": "gpt", "relevancy": 0.4}])).verdicts
    assert json.loads(verdict["fields"]) == {"model": "gpt"}


def test_a_file_with_a_metric_for_each_record_is_refused(
    study: Workspace, run: Fixture, write: Fixture
) -> None:
    rows = [
        {"user_input": "q", "response": "a", "retrieved_contexts": ["c"], f"m{number}": 1}
        for number in range(1_001)
    ]
    said = run("import", write("r.jsonl", rows), "--workspace", study.root, expect=2).err
    assert "more than 1,000 metrics" in said


def test_records_in_a_list_may_have_a_key_that_elsewhere_holds_the_records(
    write: Fixture, look: Fixture
) -> None:
    score = {"name": "f", "value": 1, "source": "EVAL"}
    trace = {"id": "t", "input": "q", "output": "a", "scores": [score], "projectId": "p"}
    assert look(write("t.json", [trace | {"data": []}])).notes.records == 1
