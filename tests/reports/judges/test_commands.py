"""`crosssource judges` and `crosssource report --judge`, as people call them."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sklearn.metrics import (
    accuracy_score,
    cohen_kappa_score,
    precision_recall_fscore_support,
)

from corpus.workspace import Workspace
from labels.outcome import Support
from labels.store import database, verdicts
from labels.verdict import Judge, Verdict

Run = Callable[..., Any]

HOSTILE = "=1+1 [red]|judge"
LEVELS = ["supported", "partial", "unsupported"]


def rows(judge: int, *, labels: bool = False) -> list[dict[str, object]]:
    """80 citations; the first judge flags every eighth, the second every fifth; people one in
    four."""
    found: list[dict[str, object]] = []
    for n in range(80):
        said = [
            "unsupported" if n % 8 == 0 else "supported",
            LEVELS[2] if n % 5 == 0 else LEVELS[1] if n % 7 == 0 else LEVELS[0],
        ][judge]
        row: dict[str, object] = {
            "case_id": f"q{n // 4}",
            "claim_id": f"c{n}",
            "question": "Who decides?",
            "claim": f"The court {n}.",
            "citation": f"doc:{n}",
            "passage": f"Court {n} decides.",
        }
        found.append(row | ({"human_label": human(n)} if labels else {"judge_label": said}))
    return found


def human(n: int) -> str:
    return "unsupported" if n % 8 == 0 or n % 20 == 0 else "supported"


@pytest.fixture
def drawn(study: Workspace, run: Run, tmp_path: Path) -> Workspace:
    """Two judges of one run, a sample drawn by the first, labelled whole."""
    for number, judge in enumerate(("gpt", HOSTILE)):
        file = tmp_path / f"judge-{number}.jsonl"
        file.write_text("".join(f"{json.dumps(row)}\n" for row in rows(number)), "utf-8")
        run("import", file, "--run", "base", "--judge", judge, "--workspace", study.root)
    at = ("--workspace", study.root)
    run("sample", "draw", "--judge", "gpt", "--supported", "40", "--name", "pilot", *at)
    labels = tmp_path / "labels.jsonl"
    labels.write_text("".join(f"{json.dumps(row)}\n" for row in rows(0, labels=True)), "utf-8")
    run("import", labels, "--sample", "pilot", *at)
    return study


def test_the_terminal_says_which_is_better(drawn: Workspace, run: Run) -> None:
    ran = run("judges", "--workspace", drawn.root)
    assert "Which judge is better?" in ran.out
    assert f"gpt and {HOSTILE}" in " ".join(ran.out.split())
    assert max(len(line) for line in ran.out.splitlines()) <= 80


def test_a_flipped_citation_leads_on(drawn: Workspace, run: Run) -> None:
    document = json.loads(run("judges", "--format", "json", "--workspace", drawn.root).out)
    (pair,) = document["pairs"]
    flips = pair["flipped"]
    assert (
        len(flips)
        == pair["between"]["flips"]
        == sum(a["judge_label"] != b["judge_label"] for a, b in zip(rows(0), rows(1), strict=True))
    )
    decided = [one["decision"] == "decided" for one in flips]
    assert decided == sorted(decided, reverse=True)
    shown = run("show", flips[0]["item_id"][:12], "--unblind", "--workspace", drawn.root).out
    assert flips[0]["claim"] in shown
    assert f"judge: {HOSTILE}" in shown


def test_files_go_into_a_folder_of_their_own(drawn: Workspace, run: Run) -> None:
    run("judges", "--format", "md,csv,json", "--workspace", drawn.root)
    folder = drawn.reports / "pilot-judges"
    assert {path.name for path in folder.iterdir()} == {
        "judges.md", "judges.json", "judges.csv", "pairs.csv", "between.csv", "flipped.csv",
    }  # fmt: skip
    assert "'=1+1 [red]|judge" in (folder / "judges.csv").read_text("utf-8")
    run("report", "--judge", HOSTILE, "--format", "json,md", "--workspace", drawn.root)
    assert (drawn.reports / "pilot-=1+1 [red]-judge" / "report.json").is_file()


def test_the_report_of_the_other_judge_from_the_same_labels(drawn: Workspace, run: Run) -> None:
    at = ("--format", "json", "--workspace", drawn.root)
    own = json.loads(run("report", *at).out)
    other = json.loads(run("report", "--judge", HOSTILE, *at).out)
    assert own["sample"]["drawn_by"] is None
    assert other["sample"]["drawn_by"] == "gpt"
    assert other["provenance"]["judge"] == HOSTILE
    assert any("drawn by the verdicts of gpt" in text for text in other["warnings"])
    sizes = {row["name"]: row["N"] for row in other["sample"]["strata"]}
    assert sizes["unsupported · drawn as unsupported"] == 2  # 0 and 40
    assert sum(sizes.values()) == 80
    both = json.loads(run("judges", *at).out)
    for report, judge in zip((own, other), both["judges"], strict=True):
        assert judge["agreement"]["weighted"] == report["agreement"]["weighted"]
        assert judge["precision_supported"] == report["judge"]["precision"]["supported"] | {
            kind: {
                "rate": value["value"],
                **{k: v for k, v in value.items() if k != "value"},
            }
            for kind, value in report["judge"]["precision"]["supported"].items()
        }
        assert judge["corrected"]["weighted"]["rate"] == report["corrected"]["rate"]
    shown = " ".join(run("report", "--judge", HOSTILE, "--workspace", drawn.root).out.split())
    assert "Its strata are cut once more by those of =1+1 [red]|judge" in shown


def test_a_census_gives_scikit_learns_figures(study: Workspace, run: Run, tmp_path: Path) -> None:
    at = ("--workspace", study.root)
    for number, judge in enumerate(("one", "two")):
        file = tmp_path / "verdicts.jsonl"
        made = [a | b for a, b in zip(rows(number), rows(number, labels=True), strict=True)]
        file.write_text("".join(f"{json.dumps(row)}\n" for row in made), "utf-8")
        run("import", file, "--run", "base", "--judge", judge, *at)
    document = json.loads(run("judges", "--sample", "base", "--format", "json", *at).out)
    people = [human(n) for n in range(80)]
    said = [[str(row["judge_label"]) for row in rows(number)] for number in (0, 1)]
    for judge, given in zip(document["judges"], said, strict=True):
        agreement = judge["agreement"]["weighted"]
        assert agreement["rate"] == pytest.approx(accuracy_score(people, given))
        assert agreement["low"] == agreement["high"] == agreement["rate"]
        precision, *_ = precision_recall_fscore_support(people, given, labels=["supported"])
        assert judge["precision_supported"]["weighted"]["rate"] == pytest.approx(precision[0])
    (pair,) = document["pairs"]
    assert pair["agreement"]["weighted"]["difference"] == pytest.approx(
        accuracy_score(people, said[0]) - accuracy_score(people, said[1])
    )
    assert pair["between"]["kappa"] == pytest.approx(cohen_kappa_score(*said))
    assert pair["agreement"]["labelled_alone"]["biased"] is False


def test_an_import_that_was_drawn_elsewhere_serves_its_own_judge_alone(
    study: Workspace, run: Run, tmp_path: Path
) -> None:
    at = ("--workspace", study.root)
    for judge in ("one", "two"):
        made = [
            a | b | {"inclusion_probability": 0.25}
            for a, b in zip(rows(0), rows(0, labels=True), strict=True)
        ]
        file = tmp_path / "verdicts.jsonl"
        file.write_text("".join(f"{json.dumps(row)}\n" for row in made), "utf-8")
        run("import", file, "--run", "base", "--judge", judge, *at)
    assert run("report", "--sample", "base", *at).code == 0
    assert run("report", "--sample", "base", "--judge", "one", *at).code == 0
    for command in (("report", "--judge", "two"), ("judges",)):
        ran = run(*command, "--sample", "base", *at, expect=2)
        assert "was drawn elsewhere" in ran.err
        assert "crosssource report --sample base" in ran.err


def test_words_that_mean_no_judge(drawn: Workspace, run: Run) -> None:
    for command in ("judges", "report"):
        ran = run(command, "--judge", "nobody", "--workspace", drawn.root, expect=2)
        assert "No verdict by 'nobody'" in ran.err
        assert "its judges are: " in ran.err
    ran = run("judges", "--annotator", "bob", "--workspace", drawn.root, expect=2)
    assert "Nobody named 'bob'" in ran.err


# Staleness


def again(study: Workspace, provenance: dict[str, str]) -> Judge:
    """Another version of the judge `gpt` judges the run anew."""
    judge = Judge(name="gpt", provenance=provenance)
    with database.opened(study) as connection, database.transaction(connection):
        held = connection.execute("SELECT source_sha256 FROM run WHERE name = 'base'").fetchone()
        source = verdicts.RunSource(run="base", origin="test", sha256=held[0])
        given = [
            Verdict(citation=one, judge=judge, support=None if n == 3 else SAID[n % 9 == 0])
            for n, one in enumerate(verdicts.citations_of(connection, "base"))
        ]
        verdicts.record(connection, source, given)
    return judge


SAID = {True: Support.UNSUPPORTED, False: Support.SUPPORTED}


def test_a_newer_version_of_the_judge_makes_the_calibration_stale(
    drawn: Workspace, run: Run
) -> None:
    at = ("--format", "json", "--workspace", drawn.root)
    assert json.loads(run("report", *at).out)["stale"] is None
    newer = again(drawn, {"prompt_sha256": "c" * 64})
    stale = json.loads(run("report", *at).out)["stale"]
    assert stale["kinds"] == ["prompt"]
    assert stale["standing"] == stale["labels"]
    both = json.loads(run("judges", *at).out)
    assert both["stale"]["judge_id"] == newer.id
    assert any(f"--judge {newer.id[:8]}" in text for text in both["warnings"])
    # The same labels, the judge as it is now: nothing of that is stale.
    fresh = json.loads(run("report", "--judge", newer.id[:8], *at).out)
    assert fresh["stale"] is None
    assert fresh["sample"]["unjudged"] == 1


def test_another_rubric_makes_the_calibration_stale(drawn: Workspace, run: Run) -> None:
    drawn.rubric.write_text(drawn.rubric.read_text("utf-8") + "\nMore.\n", "utf-8")
    ran = run("report", "--format", "json", "--workspace", drawn.root)
    stale = json.loads(ran.out)["stale"]
    assert stale["kinds"] == ["rubric"]
    assert stale["standing"] == 0
    shown = " ".join(run("judges", "--workspace", drawn.root).out.split())
    assert "STALE: the rubric has changed" in shown


def test_other_passages_make_the_calibration_stale(
    study: Workspace, run: Run, tmp_path: Path
) -> None:
    at = ("--workspace", study.root)
    text = tmp_path / "lease.txt"
    text.write_text("The landlord shall bear the costs. Notice must be given in time.", "utf-8")
    run("corpus", "add", text, *at)
    file = tmp_path / "verdicts.jsonl"
    row = {"claim": "The landlord pays.", "citation": "lease:0", "judge_label": "supported",
           "human_label": "supported"}  # fmt: skip
    file.write_text(json.dumps(row), "utf-8")
    run("import", file, "--run", "base", "--judge", "gpt", *at)
    assert json.loads(run("report", "--format", "json", *at).out)["stale"] is None
    for path in study.corpus.iterdir():
        path.unlink()
    text.write_text("The landlord shall bear the costs.", "utf-8")
    run("corpus", "add", text, *at)
    stale = json.loads(run("report", "--format", "json", *at).out)["stale"]
    assert stale["kinds"] == ["chunking"]
    assert (stale["labels"], stale["standing"]) == (1, 0)


def test_another_model_in_the_settings_makes_the_calibration_stale(
    drawn: Workspace, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = again(drawn, {"provider": "anthropic", "model": "gpt"})
    at = ("--workspace", drawn.root)
    monkeypatch.setenv("CROSSSOURCE_JUDGE_MODEL", "gpt")
    run("sample", "draw", "--judge", own.id[:8], "--supported", "5", "--name", "second", *at)
    read = ("report", "--sample", "second", "--format", "json", *at)
    assert json.loads(run(*read).out)["stale"] is None
    monkeypatch.setenv("CROSSSOURCE_JUDGE_MODEL", "gpt-next")
    stale = json.loads(run(*read).out)["stale"]
    assert stale["kinds"] == ["model"]
    assert stale["changes"][0]["after"] == "gpt-next"
