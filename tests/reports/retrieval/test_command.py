"""`crosssource retrieval` as a person meets it."""

import json
import re
from typing import Any

import pytest

from corpus.retrieval import Index
from corpus.workspace import Workspace
from tests.conftest import Run
from tests.reports.retrieval.conftest import question, write


def words(text: str) -> str:
    """What a page says, whatever its lines."""
    return " ".join(text.split())


def facts(run: Run, study: Workspace, *options: str, expect: int = 0) -> dict[str, Any]:
    made = run("retrieval", "--json", *options, "--workspace", study.root, expect=expect).out
    return dict(json.loads(made))


def test_it_says_what_it_found_and_with_what(run: Run, lease: Workspace) -> None:
    printed = run("retrieval", "--workspace", lease.root).out
    said = words(printed)
    assert "2 questions with an answer: 2 by people, 0 by a machine." in said
    assert "1 question without an answer in the corpus, in no figure here" in said
    assert "8 passages of about 350 words; BM25 Okapi (rank-bm25" in said
    assert "k1 1.5, b 0.75" in said
    assert "Porter stems" in said
    assert re.search(r"^all +2 +2 +100.0 % +34.2 to 100.0 %", printed, re.M), printed
    assert "Every question has an answer among the first 5." in said
    assert "No isolation check" in said
    assert "None of these questions" not in said
    assert max(map(len, printed.splitlines())) <= 80


def test_figures_by_class_and_by_writer(run: Run, practice: Workspace) -> None:
    made = facts(run, practice)
    assert made["questions"] == {
        "answerable": 63,
        "absent": 9,
        "written_by": {"human": 0, "machine": 63},
    }
    (one,) = made["arrangements"]
    assert one["stored"]
    assert one["words"] == 350
    assert sum(group["questions"] for group in one["by_class"].values()) == 63
    exact = ("invoice_number", "case_number", "dollar_amount", "statute_citation", "rare_name")
    for name in exact:
        assert one["by_class"][name]["found"]["5"]["value"] == 1.0, name
    assert one["all"]["found"]["5"]["value"] >= 0.98
    assert one["all"]["found"]["5"]["method"] == "Wilson"
    assert 0.8 < one["all"]["mrr"]["low"] < one["all"]["mrr"]["value"] < 1
    assert one["by_writer"]["human"]["mrr"]["value"] is None
    assert one["by_writer"]["human"]["mrr"]["why"] == "There is no such question."
    assert [check["holds"] for check in made["isolation"]] == [True, True]
    assert made["passed"]


def test_a_machines_questions_are_said_to_be_a_machines(run: Run, practice: Workspace) -> None:
    said = words(run("retrieval", "--workspace", practice.root).out)
    assert "63 questions with an answer: 0 by people, 63 by a machine." in said
    assert "None of these questions was written by a person" in said


def test_what_is_missed_is_listed_with_what_was_found_instead(run: Run, lease: Workspace) -> None:
    write(
        lease.golden,
        question("roof", "Does the tenant pay rent?", {"passage": "letter:0"}),
        question(
            "odd", "Zebra crossing?", {"passage": "lease:0", "quote": "the rent"}, **{"class": ""}
        ),
    )
    said = words(run("retrieval", "--missed", "--workspace", lease.root).out)
    assert "Short of every question: plain by 1 of 1, (no class) by 1 of 1. " in said
    assert "See which" not in said
    assert "roof · plain · not among the first 100 question Does the tenant pay rent?" in said
    assert "answer letter:0: (the whole passage) found 1 lease:0 text: The tenant shall" in said
    assert "odd · (no class) · not among the first 100 question Zebra crossing?" in said


def test_chunk_sizes_and_tokenisers_side_by_side(run: Run, practice: Workspace) -> None:
    options = ("--chunk", "120,350", "--tokeniser", "plain", "--tokeniser", "stemmed")
    made = facts(run, practice, *options, "-k", "1,5,3")
    tried = [(one["words"], one["tokeniser"], one["stored"]) for one in made["arrangements"]]
    assert tried == [
        (120, "plain", False), (120, "stemmed", False), (350, "plain", True), (350, "stemmed", True)
    ]  # fmt: skip
    found = [one["all"]["hits"]["5"] for one in made["arrangements"]]
    assert found[3] > found[2]
    assert list(made["arrangements"][0]["all"]["found"]) == ["1", "3", "5"]
    said = words(run("retrieval", *options, "--workspace", practice.root).out)
    assert "questions found that “4 350 words, stemmed” misses" in said
    assert re.search(r"3 350 words, plain \d+ [\d.]+ % [\d.]+ to [\d.]+ % \+0 −\d+", said), said
    assert re.search(r"invoice_number 8 \d+ \d+ \d+ 8", said), said


def test_a_goal_that_is_missed_says_by_how_much_and_fails(run: Run, practice: Workspace) -> None:
    options = ("--tokeniser", "plain", "--least", "98%", "--least", "twin=0.05")
    ran = run("retrieval", *options, "--workspace", practice.root, expect=1)
    said = words(ran.out)
    short = re.search(
        r"SHORT all questions: ([\d.]+) % found among the first 5 \((\d+) of 63\)", said
    )
    assert short, said
    assert f"short by {98 - float(short[1]):.1f} points, {62 - int(short[2])} questions" in said
    assert "met twin:" in said
    made = facts(run, practice, "--least", "98%", "--least", "invoice_number=100%")
    assert [goal["met"] for goal in made["goals"]] == [True, True]


def test_an_isolation_check_that_fails_ends_with_1(
    run: Run, practice: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    search = Index.search
    monkeypatch.setattr(
        Index,
        "search",
        lambda self, query, k, document_id=None, within=None: search(self, query, k),
    )
    ran = run("retrieval", "--workspace", practice.root, expect=1)
    said = words(ran.out)
    assert "! 2 isolation checks failed: see below." in said
    assert re.search(r"FAILS i1, within matter=M-\d+: \d+ passages of other documents were", said)
    assert not facts(run, practice, expect=1)["passed"]


def test_only_some_classes(run: Run, practice: Workspace) -> None:
    made = facts(run, practice, "--only", "twin, rare_name")
    assert set(made["arrangements"][0]["by_class"]) == {"twin", "rare_name"}
    assert made["questions"]["absent"] < facts(run, practice)["questions"]["absent"]
    refused = run("retrieval", "--only", "twins", "--workspace", practice.root, expect=2).err
    assert "has the class 'twins'; there are: invoice_number, " in refused


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("-k", "0"), "-k 0: write whole numbers of 1 to 1,000"),
        (("-k", "five"), "-k five: write whole numbers"),
        (("--chunk", "10"), "--chunk 10: write whole numbers of 20 to 5,000"),
        (("-k", ","), "-k ',' names nothing"),
        (("--chunk", ", ,"), "--chunk ', ,' names nothing"),
        (("--only", ","), "--only ',' names nothing"),
        (("--tokeniser", ","), "--tokeniser ',' names nothing"),
        (("--tokeniser", "porter"), "--tokeniser porter: not known; give stemmed, unstemmed"),
        (("--least", "980"), "--least 980: write a share above 0 and up to 1"),
        (("--least", "nan"), "--least nan: write a share"),
        (("--least", "x=1"), "--least x: none of the questions has that class"),
        (("--missed", "--chunk", "100,200"), "--missed lists what one search misses"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_a_sentence(
    run: Run, lease: Workspace, options: tuple[str, ...], said: str
) -> None:
    ran = run("retrieval", *options, "--workspace", lease.root, expect=2)
    assert said in ran.err
    assert ran.out == ""


def test_no_document_and_no_answerable_question_are_refused(run: Run, study: Workspace) -> None:
    refused = run("retrieval", "--workspace", study.root, expect=2).err
    assert "crosssource corpus add PATH" in refused


def test_questions_without_an_answer_alone_are_refused(run: Run, lease: Workspace) -> None:
    write(lease.golden, question("dog", "May the tenant keep a dog?"))
    refused = run("retrieval", "--workspace", lease.root, expect=2).err
    assert "there is nothing to find" in refused


def test_text_from_outside_is_no_markup_and_its_controls_are_seen(
    run: Run, lease: Workspace
) -> None:
    write(
        lease.golden,
        question("e", "zebra [bold]\x1b[31m", {"passage": "lease:0"}, **{"class": "a\x07[/]"}),
    )
    printed = run("retrieval", "--missed", "--workspace", lease.root).out
    assert "\x1b" not in printed
    assert "\x07" not in printed
    assert "[bold]" in printed


def test_either_engine_gives_the_same_figures(run: Run, practice: Workspace) -> None:
    rankings = []
    for engine in ("rank-bm25", "bm25s"):
        practice.settings.write_text(f'[retrieval]\nengine = "{engine}"\n')
        (one,) = facts(run, practice)["arrangements"]
        assert f"({engine} " in one.pop("engine")
        rankings.append(one)
    assert rankings[0] == rankings[1]


def test_isolation_checks_that_cannot_be_read_are_no_missing_checks(
    run: Run, practice: Workspace
) -> None:
    practice.isolation.write_text("x\n")
    ran = run("retrieval", "--workspace", practice.root, expect=2)
    assert "isolation.jsonl, line 1: not valid JSON" in ran.err


def test_many_values_of_k_stand_in_tables_that_80_columns_hold(
    run: Run, practice: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    many = ",".join(map(str, range(1, 21)))
    printed = run("retrieval", "-k", many, "--workspace", practice.root).out
    table = printed[printed.index("Found, by class") : printed.index("Isolation checks")]
    rows = [line for line in table.splitlines() if line.split()[:1] == ["statute_citation"]]
    assert [len(re.findall(r"\d+\.\d %", row)) for row in rows] == [5, 5, 5, 5]
    assert max(map(len, printed.splitlines())) <= 80
