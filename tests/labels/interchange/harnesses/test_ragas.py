"""ragas: frames in whatever order, lists in cells, and what accept and reject mean."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pexpect
import pytest

from corpus.workspace import Workspace

Fixture = Callable[..., Any]


def frame(write: "Fixture", text: str) -> Any:
    return write("scores.csv", text)


def test_columns_in_any_order_with_an_index_and_a_byte_order_mark(
    write: Fixture, imported: Fixture
) -> None:
    text = (
        "\ufeff,faithfulness,response,retrieved_contexts,user_input,answer_relevancy\n"
        '0,1.0,Ann.,"[\'It was Ann.\', ""Bob\'s out.""]",Who?,0.7\n'
        "1,0.5,Bob.,\"['It was Ann.']\",Who?,0.9\n"
        "2,0.0,Cy.,\"['It was Ann.']\",Who?,0.1\n"
        "3,,Dee.,\"['It was Ann.']\",Who?,\n"
        "4,nan,Eve.,\"['It was Ann.']\",Who?,nan\n"
    )
    done = imported(frame(write, text))
    assert [row["support"] for row in done.verdicts] == [
        "supported",
        "partial",  # by definition: a share of the statements
        "unsupported",
        None,
        None,
    ]
    assert done.verdicts[0]["passage"] == "It was Ann.\n\nBob's out."
    assert "missing: 2 not scored" in done.said
    assert "Metrics left out (one is imported at a time): answer_relevancy." in done.said


@pytest.mark.parametrize(
    "cell",
    [
        "['one', 'two']",
        "['one' 'two']",
        "['one'\n 'two']",
        "array(['one', 'two'], dtype=object)",
        '["one", "two"]',
        "[array(['one', 'two'], dtype=object)]",
    ],
)
def test_a_list_in_a_cell_is_a_list_however_it_was_written(
    cell: str, write: Fixture, imported: Fixture
) -> None:
    row = {"user_input": "q", "response": "r", "retrieved_contexts": cell, "faithfulness": 1}
    quoted = ",".join('"' + str(value).replace('"', '""') + '"' for value in row.values())
    (verdict,) = imported(frame(write, ",".join(row) + "\n" + quoted + "\n")).verdicts
    expected = cell if cell.startswith("array") else "one\n\ntwo"
    assert verdict["passage"] == expected


def test_lines_of_json_and_the_names_of_old_versions(write: Fixture, imported: Fixture) -> None:
    rows = [
        {"question": "q", "answer": "a", "contexts": ["c"], "faithfulness": 1.0},
        {"question": "p", "answer": "b", "contexts": ["c"], "faithfulness": None},
    ]
    done = imported(write("scores.jsonl", rows))
    assert [(row["passage"], row["support"]) for row in done.verdicts] == [
        ("c", "supported"),
        ("c", None),
    ]


def test_a_score_of_another_metric_needs_a_threshold(
    study: Workspace, run: Fixture, write: Fixture
) -> None:
    text = "user_input,response,retrieved_contexts,answer_relevancy\nq,a,c,0.83\np,b,c,1\n"
    path = frame(write, text)
    said = run("import", path, "--workspace", study.root, expect=2).err
    assert "0.83 in line 2" in said
    assert "--threshold" in said
    done = run("import", path, "--workspace", study.root, "--threshold", "0.9").err
    assert "Scores from 0.9 on count as supported." in done


def annotation(
    verdict: Any, accepted: Any, edit: Any = None, output: Any = None, *, response: str = "a"
) -> dict[str, Any]:
    edited = None if edit is None else {"reason": "said so", "verdict": edit}
    return {
        "metric_input": {"user_input": "q", "response": response, "reference": "r"},
        "metric_output": verdict if output is None else output,
        "prompts": {
            "p": {
                "prompt_input": {},
                "prompt_output": {"reason": "why", "verdict": verdict},
                "edited_output": edited,
            }
        },
        "is_accepted": accepted,
    }


@pytest.mark.parametrize(
    ("row", "verdict", "label"),
    [
        (annotation(1, True), "supported", "supported"),
        (annotation(0, True, edit=1, output=1), "unsupported", "supported"),
        (annotation(1, False), "supported", "unsupported"),
        (annotation(0, False), "unsupported", "supported"),
        (annotation(1, False, edit=0), "supported", "unsupported"),
        (annotation(1, None), "supported", None),
    ],
)
def test_what_accept_and_reject_say(
    row: dict[str, Any], verdict: str, label: str | None, write: Fixture, imported: Fixture
) -> None:
    done = imported(write("a.json", {"helpfulness": [row]}))
    assert [one["support"] for one in done.verdicts] == [verdict]
    assert [one["choice"] for one in done.labels] == ([label] if label else [])


@pytest.mark.parametrize(
    ("meaning", "labels"),
    [("same", ["supported"]), ("other", ["unsupported"]), ("none", [])],
)
def test_a_reject_whose_edit_keeps_the_value_is_asked_about(
    meaning: str,
    labels: list[str],
    study: Workspace,
    run: Fixture,
    write: Fixture,
    imported: Fixture,
) -> None:
    rows = [annotation(1, False, edit=1)]
    path = write("a.json", {"helpfulness": rows})
    said = run("import", path, "--workspace", study.root, expect=2).err
    assert "the first in helpfulness 1" in said
    assert "--rejected" in said
    done = imported(path, "--rejected", meaning)
    assert [one["choice"] for one in done.labels] == labels


def test_on_a_terminal_the_question_is_put(
    study: Workspace, write: Fixture, tmp_path: Path
) -> None:
    path = write("a.json", {"helpfulness": [annotation(1, False, edit=1)]})
    command = ["-m", "crosssource", "import", str(path), "--workspace", str(study.root)]
    terminal = pexpect.spawn(
        sys.executable, command, cwd=tmp_path, timeout=60, dimensions=(40, 200)
    )
    terminal.expect("They hold")
    terminal.sendline("other")
    terminal.expect("1 human label is new in the sample")
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == 0


def test_a_reject_of_a_score_says_only_that_it_is_wrong(write: Fixture, imported: Fixture) -> None:
    done = imported(write("a.json", {"m": [annotation(0.5, False)]}), "--threshold", "0.4")
    assert [one["support"] for one in done.verdicts] == ["supported"]
    assert done.labels == []


def test_a_file_of_something_else_under_a_metric_is_a_sentence(
    study: Workspace, run: Fixture, write: Fixture
) -> None:
    path = write("a.json", json.dumps({"m": [annotation(1, True)], "n": 3}))
    said = run("import", path, "--workspace", study.root, expect=2).err
    assert "the number 3 stands where a metric has its list" in said
