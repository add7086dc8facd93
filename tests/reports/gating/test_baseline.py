"""The frozen baseline: written whole, read back the same, refused where it is not what it was."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from corpus.errors import InputError
from labels.scores import Score
from reports.gating.baseline import Baseline, freeze, read, write
from tests.reports.gating.conftest import rates

Make = Callable[..., Any]


@pytest.fixture
def file(frozen: Make, tmp_path: Path) -> Path:
    write(tmp_path / "baseline.json", frozen(rates((3, 4), (1, 3))), force=False)
    return tmp_path / "baseline.json"


def test_it_is_read_back_as_it_was(file: Path, frozen: Make) -> None:
    baseline = read(file)
    assert baseline.run == "baseline"
    assert baseline.rates["q01"][Score.CITATION_PRECISION].value == 1 / 3
    assert baseline.judge.provenance == {"rules": "1"}


def test_a_question_is_a_line_of_the_file(file: Path) -> None:
    lines = [line for line in file.read_text().splitlines() if "case_id" in line]
    assert len(lines) == 2


def test_nothing_is_overwritten_without_being_told(file: Path, frozen: Make) -> None:
    before = file.read_bytes()
    with pytest.raises(InputError, match="is there already; .* --force"):
        write(file, frozen(rates((1, 4))), force=False)
    assert file.read_bytes() == before
    write(file, frozen(rates((1, 4))), force=True)
    assert len(read(file).questions) == 1


def change(key: str, value: object) -> Callable[[str], str]:
    return lambda text: json.dumps(json.loads(text) | {key: value})


def first_numerator(value: str) -> Callable[[str], str]:
    return lambda text: text.replace('"numerator": 3.0', f'"numerator": {value}')


def twice(pair: str) -> Callable[[str], str]:
    """Python's own reader would keep the second and say nothing."""
    return lambda text: text.replace(pair, f"{pair}, {pair}", 1)


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda text: text[:-40], "it is cut off"),
        (lambda text: text[:1], "it is cut off"),
        (lambda _: "", "is empty; take it from version control again, or freeze a new one with"),
        (lambda _: " \n", "is empty"),
        (lambda text: f"<<<<<<< HEAD\n{text}", "line 1: not valid JSON (expecting value"),
        (lambda text: text + text, "not valid JSON (extra data"),
        (lambda _: "[]", "it holds a list, not an object"),
        (lambda _: "null", "it holds null, not an object"),
        (lambda _: "[" * 100_000, "the JSON is nested too deeply to be read"),
        (change("format", "crosssource-baseline/2"), "has the format 'crosssource-baseline/2'"),
        (lambda _: "{}", "has no format"),
        (first_numerator("NaN"), "the value of 'numerator' is NaN or infinite"),
        (first_numerator("Infinity"), "the value of 'numerator' is NaN or infinite"),
        (first_numerator("1e400"), "the value of 'numerator' is NaN or infinite"),
        (twice('"run": "baseline"'), "by hand: the key 'run' occurs twice in one object"),
        (twice('"missing": 0'), "the key 'missing' occurs twice in one object"),
        (first_numerator("-1"), "greater than or equal to 0"),
        (first_numerator("5"), "5.0 of 4.0 is no share"),
        (first_numerator("2.0"), "does not give the hash"),
        (change("questions", []), "key 'questions'"),
        (change("extra", 1), "key 'extra'"),
        (change("run", "other"), "does not give the hash"),
        (lambda text: text.replace("citation_precision", "precision"), "precision"),
    ],
)
def test_a_damaged_file_is_refused_in_a_sentence(
    file: Path, damage: Callable[[str], str], words: str
) -> None:
    changed = damage(file.read_text())
    assert changed != file.read_text()
    file.write_text(changed)
    with pytest.raises(InputError) as refused:
        read(file)
    assert words in str(refused.value)
    assert str(refused.value).count(str(file)) == 1
    assert "crosssource gate --run RUN --freeze FILE" in str(refused.value)
    assert "\n" not in str(refused.value)


def test_an_absent_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        read(tmp_path / "nothing.json")


@pytest.mark.parametrize("gap", ["missing", "unanswered", "unread"])
def test_a_run_with_gaps_is_not_frozen(candidate: Make, gap: str) -> None:
    with pytest.raises(InputError, match="is not whole"):
        freeze(candidate(rates((1, 1)), **{gap: 1}), None)


def test_a_run_without_scores_is_not_frozen(candidate: Make) -> None:
    with pytest.raises(InputError, match="has no scores to freeze"):
        freeze(candidate({}), None)


def test_the_same_run_is_frozen_to_the_same_content(frozen: Make) -> None:
    first, second = frozen(rates((1, 2))), frozen(rates((1, 2)))
    keep = set(Baseline.model_fields) - {"frozen_at", "sha256"}
    assert first.model_dump(include=keep) == second.model_dump(include=keep)
