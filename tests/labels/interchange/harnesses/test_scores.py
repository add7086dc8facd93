"""Scores and thresholds: what has a place on the scale, and what a threshold made of it."""

import json
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from corpus.workspace import Workspace

Fixture = Callable[..., Any]


def frame(*scores: float) -> list[dict[str, Any]]:
    return [
        {"user_input": "q", "response": f"a{n}", "retrieved_contexts": ["c"], "grounded": score}
        for n, score in enumerate(scores)
    ]


@pytest.mark.parametrize(
    ("scores", "threshold", "sentence"),
    [
        ((0.2, 0.9), "2", "no score reaches it, for the scores of 'grounded' in"),
        ((0.2, 0.9), "-1", "every score reaches it"),
        ((0.2, 0.9), "0", "every score reaches it"),
        ((0, 1), "1.1", "go from 0 to 1; give one on their scale, for example --threshold 0.5"),
        ((2, 4), "6", "go from 2 to 4; give one on their scale, for example --threshold 3"),
        # On a scale of 1 to 5, but nothing of this file reaches it.
        ((1, 2), "2.5", "no score reaches it"),
        ((0.123456, 0.123457), "1.5", "for example --threshold 0.1234565"),
        ((-0.5, 0.5), "-1", "go from -0.5 to 0.5"),
        ((40, 250), "251", "go from 40 to 250"),
        # Where all scores are one number, what counts is the scale.
        ((0.7, 0.7), "2", "no score reaches it"),
    ],
)
def test_a_threshold_that_tells_no_score_from_another_is_refused(
    scores: tuple[float, ...],
    threshold: str,
    sentence: str,
    study: Workspace,
    run: Fixture,
    write: Fixture,
) -> None:
    path = write("f.json", frame(*scores))
    option = f"--threshold={threshold}"
    said = run("import", path, option, "--workspace", study.root, expect=2).err
    assert f"--threshold {threshold}: " in said
    assert sentence in said


@pytest.mark.parametrize(
    ("scores", "threshold", "counts"),
    [
        ((0.2, 0.9, 1, 0), "0.5", "2 supported, 0 partial, 2 unsupported, 0 missing"),
        ((0.2, 0.9, 1, 0), "1", "1 supported, 0 partial, 3 unsupported, 0 missing"),
        ((0, 1), "0.5", "1 supported, 0 partial, 1 unsupported, 0 missing"),
        # A judge that says the same of all is no mistake of the threshold's.
        ((0.9, 0.95), "0.8", "2 supported, 0 partial, 0 unsupported, 0 missing"),
        ((0.1, 0.2), "0.8", "0 supported, 0 partial, 2 unsupported, 0 missing"),
        # The least of a scale from 1 to 5 is no verdict of its own.
        ((1, 2, 4, 5), "4", "2 supported, 0 partial, 2 unsupported, 0 missing"),
    ],
)
def test_the_counts_after_the_threshold_are_told(
    scores: tuple[float, ...], threshold: str, counts: str, write: Fixture, imported: Fixture
) -> None:
    done = imported(write("f.json", frame(*scores)), "--threshold", threshold)
    assert f"With the threshold of {threshold}: {counts}." in done.said
    said = [row["support"] for row in done.verdicts]
    assert said.count("supported") == int(counts.split()[0])


@pytest.mark.parametrize(("threshold", "support"), [("0.5", "supported"), ("0.8", "unsupported")])
def test_a_single_score_lies_on_one_side_of_a_threshold(
    threshold: str, support: str, write: Fixture, imported: Fixture
) -> None:
    done = imported(write("f.json", frame(0.7)), "--threshold", threshold)
    assert [row["support"] for row in done.verdicts] == [support]


def test_a_threshold_is_refused_where_nothing_is_a_score(
    study: Workspace, run: Fixture, write: Fixture
) -> None:
    path = write("p.json", [annotated("faithful", 1), annotated("unfaithful", 0)])
    said = run("import", path, "--threshold", "0.5", "--workspace", study.root, expect=2).err
    assert "no value of 'support'" in said
    assert "is a score that a threshold could place; leave it out" in said


@pytest.mark.parametrize("scores", [(2, 4), (1, 5), (0.91, 0.92), (40, 250), (0.7,), (3, 3)])
def test_the_threshold_that_doctor_names_is_one_that_import_takes(
    scores: tuple[float, ...],
    write: Fixture,
    run: Fixture,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    path = write("f.json", frame(*scores))
    (command,) = json.loads(run("doctor", path, "--json").out)["next"]
    assert "--threshold" in command
    run(*shlex.split(command)[1:])


DIRECTIONS = [
    ("no_hallucination", "supported"),
    ("not_hallucinated", "supported"),
    ("hallucination_free", "supported"),
    ("anti-hallucination score", "supported"),
    ("NoHallucination", "supported"),
    ("absence of unsupported claims", "supported"),
    ("groundedness", "supported"),
    ("hallucination", "unsupported"),
    ("Hallucination Rate", "unsupported"),
    ("is_ungrounded", "unsupported"),
    ("not_grounded", "unsupported"),
    ("unfaithful", "unsupported"),
    ("toxicity", "unsupported"),
    ("noise_sensitivity(mode=relevant)", "unsupported"),
]
"""Metrics, and what a score of 1 says of a claim."""


def scored(name: str, *scores: Any) -> list[dict[str, Any]]:
    return [
        {
            "id": f"r{number}",
            "inputs": {"question": "q"},
            "outputs": {"answer": f"a{number}", "documents": ["p"]},
            "feedback_stats": {name: {"n": 1, "avg": score}},
        }
        for number, score in enumerate(scores)
    ]


@pytest.mark.parametrize(("name", "one"), DIRECTIONS)
def test_what_a_score_of_1_says_is_told_by_the_metrics_name(
    name: str, one: str, write: Fixture, imported: Fixture, run: Fixture
) -> None:
    path = write("runs.json", scored(name, 1, 0))
    done = imported(path)
    assert [row["support"] for row in done.verdicts].index(one) == 0
    told = (
        f"by its name to be {'good' if one == 'supported' else 'bad'} where it is high: 1 is {one}"
    )
    assert told in done.said
    assert told in run("doctor", path).out


@pytest.mark.parametrize("name", ["hallucination_check", "faithfulness_error", "not_no_error"])
def test_a_direction_that_no_name_tells_is_asked_for(
    name: str, write: Fixture, imported: Fixture, run: Fixture, study: Workspace
) -> None:
    path = write("runs.json", scored(name, 1, 0.7, 0))
    said = run("import", path, "--workspace", study.root, expect=2).err
    assert "does not tell whether a high score of it is good or bad" in said
    page = run("doctor", path).out
    assert "for you to say, with --higher-is better or worse" in page
    assert "--higher-is better --threshold" in page
    assert "--higher-is worse --threshold" in page
    options = ("--threshold", "0.6", "--higher-is")
    better = imported(path, *options, "better", "--run", "b")
    assert [row["support"] for row in better.verdicts] == ["supported", "supported", "unsupported"]
    worse = imported(path, *options, "worse", "--run", "w")
    assert [row["support"] for row in worse.verdicts[3:]] == [
        "unsupported",
        "unsupported",
        "supported",
    ]
    assert f"{name!r} is, as you say, bad where it is high" in worse.said
    judges = {row["judge"]: row["provenance"] for row in worse.verdicts}
    assert '"higher_is": "worse"' in judges[name]


def test_a_direction_can_be_said_against_the_name(write: Fixture, imported: Fixture) -> None:
    done = imported(write("runs.json", scored("hallucination", 1, 0)), "--higher-is", "better")
    assert [row["support"] for row in done.verdicts] == ["supported", "unsupported"]


def test_a_direction_is_refused_where_words_say_what_they_mean(
    study: Workspace, run: Fixture, write: Fixture
) -> None:
    path = write("p.json", [annotated("faithful", 1), annotated("unfaithful", 0)])
    where = ("--workspace", study.root)
    said = run("import", path, "--higher-is", "worse", *where, expect=2).err
    assert "no value of 'support'" in said
    rows = write("r.jsonl", [{"claim": "c", "passage": "p", "verdict": "yes"}])
    said = run("import", rows, "--higher-is", "worse", *where, expect=2).err
    assert "--higher-is worse: the file is read as rows" in said


def test_one_of_five_is_no_verdict_without_a_threshold(
    study: Workspace, run: Fixture, write: Fixture
) -> None:
    path = write("f.json", frame(1, 4))
    said = run("import", path, "--workspace", study.root, expect=2).err
    assert "2 of 2 values of 'grounded'" in said


def test_a_mapped_rating_of_one_to_five_is_placed_by_the_threshold_as_the_scores_are(
    write: Fixture, imported: Fixture
) -> None:
    stars = (1, 5, 2, "")
    rows = [row | {"id": n} for row, n in zip(frame(5, 4, 1, 2), stars, strict=True)]
    done = imported(write("f.json", rows), "--threshold", "4", "--map", "human_label=id")
    assert [(row["claim"], row["choice"]) for row in done.labels] == [
        ("a0", "unsupported"),
        ("a1", "supported"),
        ("a2", "unsupported"),
    ]


def annotated(label: str, score: float | None, **more: Any) -> dict[str, Any]:
    return {
        "annotation_name": "support",
        "context.span_id": label,
        "annotator_kind": "LLM",
        "attributes.input.value": "Who?",
        "attributes.output.value": f"Ann, {label}.",
        "result.label": label,
        "result.score": score,
    } | more


def test_the_words_of_phoenix_own_judge_of_faithfulness_are_known(
    write: Fixture, imported: Fixture
) -> None:
    rows = [annotated("faithful", 1), annotated("Unfaithful", 0)]
    done = imported(write("p.json", rows))
    assert [row["support"] for row in done.verdicts] == ["supported", "unsupported"]


@pytest.mark.parametrize("options", [[], ["--malformed", "missing"], ["--metric", "support"]])
def test_where_no_word_is_known_the_words_and_the_way_out_are_named(
    options: list[str], study: Workspace, run: Fixture, write: Fixture
) -> None:
    path = write("p.json", [annotated("solid", 1), annotated("shaky", 0), annotated("hm", None)])
    at = ("--workspace", study.root)
    said = run("import", path, *options, *at, expect=2).err
    assert "no value of 'support' is known: 'solid' in record 1 (line 1)" in said
    assert "with a score of 1 beside it, 'shaky' in record 2" in said
    assert '([verdicts] "solid" = "supported", "partial", "unsupported" or "missing")' in said
    assert "the score beside it is not taken in its place" in said
    settings = study.root / "crosssource.toml"
    words = '"solid" = "supported"\n"shaky" = "unsupported"\n"hm" = "missing"\n'
    settings.write_text(f"{settings.read_text()}\n[verdicts]\n{words}")
    assert "1 supported, 0 partial, 1 unsupported" in run("import", path, *options, *at).err
