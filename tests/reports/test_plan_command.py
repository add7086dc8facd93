"""`crosssource plan` as people call it: before labelling, while somebody labels, and after."""

import json
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from corpus.workspace import Workspace

Run = Callable[..., Any]


@pytest.fixture
def judged(study: Workspace, run: Run, tmp_path: Path) -> Workspace:
    """70 supported verdicts and 10 unsupported ones, of two configurations, without labels."""
    rows = [
        {
            "case_id": f"q{n}",
            "question": f"Who decides {n}?",
            "claim": f"The court {n}.",
            "passage": f"Court {n} decides.",
            "config": "strict" if n % 2 else "baseline",
            "verdict": "supported" if n < 70 else "unsupported",
        }
        for n in range(80)
    ]
    file = tmp_path / "verdicts.jsonl"
    file.write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    run("import", file, "--run", "base", "--judge", "gpt", "--workspace", study.root)
    return study


@pytest.fixture
def sampled(judged: Workspace, run: Run, tmp_path: Path) -> Workspace:
    """A sample of 20 supported and all unsupported ones; two of the supported are wrong."""
    run("sample", "draw", "--supported", 20, "--by", "config", "--name", "pilot",
        "--workspace", judged.root)  # fmt: skip
    from labels.store import calibration, database

    with database.opened(judged) as connection:
        items = calibration.load(connection, judged, "pilot").items
    supported = 0
    rows = []
    for item in items:
        supported += item.judged == "supported"
        wrong = item.judged != "supported" or supported in (3, 9)
        rows.append(
            {
                "question": item.question,
                "claim": item.claim,
                "passage": item.passage,
                "human_label": "unsupported" if wrong else "supported",
            }
        )
    file = tmp_path / "labels.jsonl"
    file.write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    run("import", file, "--sample", "pilot", "--workspace", judged.root)
    return judged


def planned(run: Run, study: Workspace, *options: object) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(
        run("plan", *options, "--json", "--workspace", study.root).out
    )
    return document


def test_before_labelling_it_says_what_to_type(judged: Workspace, run: Run) -> None:
    text = run("plan", "--run", "base", "--workspace", judged.root).out
    assert "Label all 10 unsupported and" in text
    assert "Cochran" in text
    assert max(len(line.rstrip()) for line in text.splitlines()) <= 80
    made = planned(run, judged, "--run", "base")
    assert made["half_width"] <= 0.05
    assert f"{made['supported']} of 70 supported verdicts" in " ".join(text.split())
    # The command that it gives draws that sample, of the strata that it shows.
    command = shlex.split(made["draw"])
    assert command[:3] == ["crosssource", "sample", "draw"]
    run(*command[1:], "--name", "drawn", "--workspace", judged.root)
    rows = json.loads(run("sample", "show", "drawn", "--json", "--workspace", judged.root).out)[
        "strata"
    ]
    assert {row["name"]: row["drawn"] for row in rows} == {
        one["name"]: one["labels"] for one in made["strata"]
    }


def test_strata_are_those_of_the_draw(judged: Workspace, run: Run) -> None:
    made = planned(run, judged, "--by", "config", "--figure", "miss-rate", "--half-width", 0.08)
    run(*shlex.split(made["draw"])[1:], "--name", "drawn", "--workspace", judged.root)
    shown = run("sample", "show", "drawn", "--json", "--workspace", judged.root).out
    assert [(row["name"], row["drawn"]) for row in json.loads(shown)["strata"]] == [
        (one["name"], one["labels"]) for one in made["strata"]
    ]
    assert "supported · config=strict" in [one["name"] for one in made["strata"]]


def test_what_is_expected_changes_the_plan(judged: Workspace, run: Run) -> None:
    few, many = (
        planned(run, judged, "--expect", rate, "--expect", "unsupported=0.5") for rate in (0, 0.2)
    )
    assert few["supported"] < many["supported"]
    assert [one["rate"] for one in few["strata"]] == [0, 0.5]


def test_an_open_sample_is_not_unblinded_by_accident(sampled: Workspace, run: Run) -> None:
    refused = run("plan", "--sample", "pilot", "--workspace", sampled.root, expect=2)
    assert refused.out == ""
    assert "would tell whoever labels it what the judge said" in refused.err
    assert "crosssource plan --sample pilot --blind" in refused.err
    shown = run("plan", "--sample", "pilot", "--unblind", "--workspace", sampled.root)
    assert "do not show it to them" in shown.err
    assert "Not for whoever labels this sample" in " ".join(shown.out.split())
    run("sample", "close", "pilot", "--workspace", sampled.root)
    assert "do not show" not in run("plan", "--sample", "pilot", "--workspace", sampled.root).err


def test_from_the_labels(sampled: Workspace, run: Run) -> None:
    made = planned(run, sampled, "--sample", "pilot", "--unblind", "--half-width", 0.06)
    assert made["labelled"] == 20
    # 10 of 10 unsupported and 18 of 20 supported of 70: (10 + 63) / 80.
    assert made["value"] == pytest.approx(73 / 80)
    assert made["supported"] > 20
    assert made["half_width"] <= 0.06 < (made["high"] - made["low"]) / 2
    supported = [one for one in made["strata"] if one["verdict"] == "supported"]
    assert sum(one["wrong"] for one in supported) == 2
    for way in ("proportional", "neyman"):
        assert sum(one[way] for one in supported) == made["supported"]
    assert "wider of two intervals" in made["neyman"]
    assert any("28 of 30 means at least" in text for text in made["says"])
    assert any("confidence sequence" in text for text in made["says"])


def label(study: Workspace, run: Run, folder: Path, who: str, said: str, *, first: int) -> None:
    """Bring in one person's labels of the first items of `pilot`, all the same."""
    from labels.store import calibration, database

    with database.opened(study) as connection:
        items = calibration.load(connection, study, "pilot").items
    file = folder / f"{who}.jsonl"
    rows = [
        {"question": one.question, "claim": one.claim, "passage": one.passage,
         "human_label": said, "annotator": who}
        for one in items[:first]
    ]  # fmt: skip
    file.write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    run("import", file, "--sample", "pilot", "--workspace", study.root)


def test_the_command_of_a_sample_draws_the_same_design(sampled: Workspace, run: Run) -> None:
    options = ("--sample", "pilot", "--unblind", "--half-width", 0.06)
    made = planned(run, sampled, *options)
    assert made["by"] == ["config"]
    assert "--by config" in " ".join(run("plan", *options, "--workspace", sampled.root).out.split())
    run(*shlex.split(made["draw"])[1:], "--name", "drawn", "--workspace", sampled.root)
    strata = {}
    for name in ("pilot", "drawn"):
        shown = run("sample", "show", name, "--json", "--workspace", sampled.root).out
        strata[name] = json.loads(shown)["strata"]
    assert [(one["name"], one["size"]) for one in strata["drawn"]] == [
        (one["name"], one["size"]) for one in strata["pilot"]
    ]
    assert {one["name"]: one["drawn"] for one in strata["drawn"]} == {
        one["name"]: one["proportional"] for one in made["strata"]
    }


def test_blind_it_knows_counts_alone(judged: Workspace, run: Run, tmp_path: Path) -> None:
    run("sample", "draw", "--supported", 20, "--name", "pilot", "--workspace", judged.root)
    # Other labels, and so another agreement, on as many items: the same words.
    for who, said in (("ann", "supported"), ("ben", "unsupported")):
        label(judged, run, tmp_path, who, said, first=12)
    text = run("plan", "--sample", "pilot", "--blind", "--workspace", judged.root).out
    # 1 - 0.05^(1/12) = .221; at 30 labels .095.
    words = (
        "12 labels can at best show that at most 23 % of the citations the machine passes as "
        "supported are bad; all 30: 10 %."
    )
    assert f"ann {words} ben {words}" in " ".join(text.split())
    document = planned(run, judged, "--sample", "pilot", "--blind")
    assert set(document) == {"format", "basis", "sample", "items", "census", "annotators"}


def test_blind_it_tells_that_a_census_leaves_nothing_to_chance(
    judged: Workspace, run: Run, tmp_path: Path
) -> None:
    run("sample", "draw", "--supported", "all", "--name", "pilot", "--workspace", judged.root)
    text = run("plan", "--sample", "pilot", "--blind", "--workspace", judged.root).out
    assert "Nothing was left out of this sample: once every item has a label" in " ".join(
        text.split()
    )
    label(judged, run, tmp_path, "ann", "supported", first=80)
    text = run("plan", "--sample", "pilot", "--blind", "--workspace", judged.root).out
    assert "its figures are counts now, not estimates" in " ".join(text.split())
    document = planned(run, judged, "--sample", "pilot", "--blind")
    assert document["census"] is True
    assert document["annotators"]["ann"] == {"labels": 80, "miss_rate_at_best": 0}


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--figure", "nonsense"], "--figure nonsense: not known; give precision"),
        (["--half-width", "0"], "0<x<1"),
        (["--expect", "many"], "--expect many: give a rate from 0 to 1"),
        (["--expect", "maybe=0.1"], "--expect maybe=0.1"),
        (["--blind"], "need a --sample NAME"),
        (["--sample", "pilot", "--blind", "--unblind"], "give one of them"),
        (["--blind", "--unblind"], "give one of them"),
        (["--sample", "pilot", "--run", "base"], "leave out --run"),
        (["--sample", "nope", "--blind"], "nope"),
        (["--run", "nope"], "There is no run 'nope'"),
        (["--by", "nope"], "--by nope"),
    ],
)
def test_mistakes(sampled: Workspace, run: Run, options: list[str], words: str) -> None:
    assert words in run("plan", *options, "--workspace", sampled.root, expect=2).err


def test_before_any_label_a_sample_cannot_be_planned_from(judged: Workspace, run: Run) -> None:
    run("sample", "draw", "--supported", 20, "--name", "new", "--workspace", judged.root)
    ran = run("plan", "--sample", "new", "--unblind", "--workspace", judged.root, expect=2)
    assert "plan from the run: crosssource plan --run NAME" in ran.err


def test_help_imports_no_statistics() -> None:
    program = (
        "import sys, reports.planning.commands;"
        "print([m for m in ('numpy', 'scipy', 'statsmodels', 'rich') if m in sys.modules])"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True,
        cwd=Path(__file__).parents[2],
    )  # fmt: skip
    assert ran.stdout.strip() == "[]"
