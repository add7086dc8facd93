"""Scores and thresholds: what has a place on the scale, and what a threshold made of it."""

from collections.abc import Callable
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
        ((0, 1), "1.1", "go from 0 to 1; give one between them, for example --threshold 0.5"),
        ((2, 4), "6", "go from 0 to 5; give one between them, for example --threshold 2.5"),
        ((-0.5, 0.5), "-1", "go from -1 to 1"),
        ((40, 250), "251", "go from 0 to 250"),
    ],
)
def test_a_threshold_outside_the_scale_is_refused(
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
