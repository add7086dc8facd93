"""`crosssource golden …`: what is found wrong, mended, taken in, listed and counted."""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from corpus.hashes import text_hash
from corpus.storage.library import Library
from corpus.workspace import Workspace
from labels.collection import changes
from labels.collection.changes import text_of
from labels.golden import load, load_all, question_of, row_of
from tests.annotator.corpora import SENTENCES, add_corpus
from tests.conftest import Run

AT = sum(len(sentence) + 1 for sentence in SENTENCES[:1])
COSTS = {"passage": "lease:1", "start": AT, "end": AT + len(SENTENCES[1]), "quote": SENTENCES[1]}

BARE = {"passage": "lease:1", "start": None, "end": None, "quote": "", "page": None}
WHOLE = COSTS | {"quote": "", "sha256": text_hash(SENTENCES[1])}


@pytest.fixture
def leased(study: Workspace) -> Workspace:
    """A study with the small corpus."""
    add_corpus(study)
    return study


def put(workspace: Workspace, *rows: Mapping[str, object]) -> None:
    """Write these rows; what is left out has a value that is no fault."""
    whole = [{"id": f"q{n}", "supports": [COSTS], **row} for n, row in enumerate(rows)]
    workspace.golden.write_text("".join(json.dumps(row) + "\n" for row in whole))


def found(run: Run, workspace: Workspace, *options: str, expect: int = 0) -> list[tuple[str, str]]:
    """Kind and question of all findings but those on classes."""
    ran = run("golden", "check", "--json", *options, "--workspace", workspace.root, expect=expect)
    findings = json.loads(ran.out)["findings"]
    return [(one["kind"], one["question"]) for one in findings if one["kind"] != "small_class"]


def test_questions_that_hold_have_no_fault(run: Run, leased: Workspace) -> None:
    put(
        leased,
        {"question": "Who pays?"},
        {"question": "Is there a horse?", "answerable": False, "supports": [], "searches": [{}]},
    )
    assert found(run, leased) == []
    ran = run("golden", "check", "--workspace", leased.root)
    assert "0 human, 0 machine, 2 unknown, 0 unconfirmed drafts" in ran.err
    assert "0 faults" in ran.err


def test_supports_that_do_not_stand_are_faults_each_of_its_kind(
    run: Run, leased: Workspace
) -> None:
    put(
        leased,
        {"question": "A?", "supports": [{"passage": "gone:0"}]},
        {"question": "B?", "supports": [{"passage": "lease:99"}]},
        {"question": "C?", "supports": [COSTS | {"quote": "Other words."}]},
        {"question": "D?", "supports": [COSTS | {"passage": "lease:77"}]},
        {"question": "E?", "supports": [{"passage": "lease:1", "quote": "every repair"}]},
        {"question": "F?", "supports": [WHOLE | {"end": AT + 5}]},
    )
    assert found(run, leased, expect=1) == [
        ("unknown_document", "q0"),
        ("unknown_passage", "q1"),
        ("not_verbatim", "q2"),
        ("moved", "q3"),
        ("unanchored", "q4"),
        ("unanchored", "q5"),
    ]
    assert found(run, leased, "--fix", expect=1)[3:] == []
    moved, unanchored, whole = load_all(leased.golden)[3:]
    assert whole.supports[0].end == WHOLE["end"]
    assert moved.supports[0].passage == "lease:1"
    assert moved.history[-1].action == "remapped"
    (support,) = unanchored.supports
    text = Library(leased).document("lease").text
    assert text[support.start : support.end] == "every repair"


def test_after_the_documents_are_cut_anew_the_ids_are_mended(
    run: Run, leased: Workspace, tmp_path: Path
) -> None:
    put(leased, {"question": "Who pays?"}, {"question": "And who owes?", "supports": [WHOLE]})
    cut_otherwise(run, leased, 1000, tmp_path)
    assert found(run, leased, expect=1) == [("moved", "q0"), ("moved", "q1")]
    offline = ("--generator", "extractive", "--judge", "lexical")
    ran = run("run", *offline, "--workspace", leased.root, expect=2)
    assert "names the passage 'lease:1', which the corpus does not have" in ran.err
    assert found(run, leased, "--fix") == []
    quoted, whole = load_all(leased.golden)
    assert quoted.supports[0].passage == "lease:0"
    assert quoted.history[-1].was["supports"][0]["passage"] == "lease:1"
    assert row_of(whole)["supports"] == [WHOLE | {"passage": "lease:0", "page": None}]


def cut_otherwise(run: Run, workspace: Workspace, words: int, tmp_path: Path) -> None:
    """The document as somebody cuts it anew who takes the corpus away and adds it again."""
    document = Library(workspace).document("lease")
    for path in workspace.corpus.iterdir():
        path.unlink()
    source = tmp_path / "lease.jsonl"
    source.write_text(json.dumps({"id": "lease", "text": document.text}))
    workspace.settings.write_text(f"[chunking]\nwords = {words}\n")
    run("corpus", "add", source, "--workspace", workspace.root)


def test_a_whole_passage_is_followed_or_named_when_the_documents_are_cut_anew(
    run: Run, leased: Workspace, tmp_path: Path
) -> None:
    drafts = tmp_path / "drafts.jsonl"
    drafts.write_text('{"id": "q0", "question": "Who pays?", "supports": ["lease:0"]}\n')
    cut_otherwise(run, leased, 1000, tmp_path)
    run("golden", "import", drafts, "--drafts", "--workspace", leased.root)
    (taken,) = load_all(leased.golden)[0].supports
    text = Library(leased).document("lease").text
    assert (taken.start, taken.end, taken.sha256) == (0, len(text), text_hash(text))
    cut_otherwise(run, leased, 20, tmp_path)
    assert found(run, leased, expect=1) == [("split", "q0")]
    words = run("golden", "check", "--workspace", leased.root, expect=1).out
    assert "was a whole passage and lies in lease:0, lease:1, " in words
    assert found(run, leased, "--fix", expect=1) == [("split", "q0")]  # a person must say


def test_a_passage_that_only_an_id_names_is_noted_and_its_place_written(
    run: Run, leased: Workspace
) -> None:
    put(leased, {"question": "Who pays?", "supports": [{"passage": "lease:1"}]})
    assert found(run, leased) == [("no_place", "q0")]
    assert found(run, leased, "--fix") == []
    (question,) = load_all(leased.golden)
    assert row_of(question)["supports"] == [WHOLE | {"page": "1"}]
    assert question.history[-1].was == {"supports": [BARE]}


def test_a_passage_of_a_document_that_was_cut_since_is_left_to_a_person(
    run: Run, leased: Workspace, tmp_path: Path
) -> None:
    past = [{"action": "imported", "by": "ann", "at": "2020-01-01T00:00:00+00:00", "was": {}}]
    bare = {"question": "Who pays?", "supports": [{"passage": "lease:0"}], "history": past}
    put(leased, bare)
    cut_otherwise(run, leased, 1000, tmp_path)
    before = leased.golden.read_bytes()
    assert found(run, leased, "--fix") == [("no_place", "q0")]
    said = run("golden", "check", "--workspace", leased.root).out
    assert "the passage may be another text by now" in said
    assert leased.golden.read_bytes() == before


def test_a_whole_passage_whose_text_has_changed_is_a_fault_and_asked_by_nothing(
    run: Run, leased: Workspace
) -> None:
    put(leased, {"question": "Who pays?", "supports": [WHOLE | {"sha256": text_hash("other")}]})
    assert found(run, leased, expect=1) == [("not_verbatim", "q0")]
    assert "another text by now" in run("retrieval", "--workspace", leased.root, expect=2).err
    offline = ("--generator", "extractive", "--judge", "lexical")
    ran = run("run", *offline, "--workspace", leased.root, expect=2)
    assert "the text of the whole passage does not stand" in ran.err


def test_no_run_asks_a_question_whose_passage_is_another_by_now(
    run: Run, leased: Workspace
) -> None:
    put(leased, {"question": "Who pays?", "supports": [COSTS | {"passage": "lease:2"}]})
    offline = ("--generator", "extractive", "--judge", "lexical")
    ran = run("run", *offline, "--workspace", leased.root, expect=2)
    assert "question 'q0' is in lease:1 now, not in lease:2; see: crosssource golden" in ran.err


def test_likeness_tells_numbers_apart_and_copies_are_noted(run: Run, leased: Workspace) -> None:
    put(
        leased,
        {"question": "What is the amount of invoice 1042?"},
        {"question": "What is the amount of invoice 1043?"},
        {"question": "The amount of invoice 1042 is what?"},
        {"question": "What is the  amount of invoice 1042?"},
        {"question": "Who shall bear the costs of every repair himself?"},
    )
    assert sorted(found(run, leased, expect=1)) == [
        ("copied", "q4"),
        ("duplicate", "q3"),
        ("near_duplicate", "q2"),
        ("near_duplicate", "q3"),
    ]


def test_an_absent_question_is_doubted_where_an_unseen_passage_may_answer_it(
    run: Run, leased: Workspace
) -> None:
    absent = {"answerable": False, "supports": []}
    repair = Library(leased).passage("treatise:0")
    search = {"query": "repair of a dwelling", "passages": [repair.id], "hashes": [repair.sha256]}
    put(
        leased,
        {"question": "May the tenant keep a horse?", **absent, "searches": [search]},
        {"question": "Repair of a dwelling by its owner?", **absent, "searches": [search]},
        {"question": "Repair of the dwelling by the owner alone?", **absent},
        {"question": "Who bears every repair of the dwelling? Please explain.", **absent},
        {"question": "Is it, really?", **absent},
    )
    assert found(run, leased, expect=1) == [
        ("no_evidence", "q2"),
        ("answered", "q2"),
        ("no_evidence", "q3"),
        ("no_evidence", "q4"),
    ]


def test_the_balance_of_classes_is_told(run: Run, leased: Workspace) -> None:
    put(
        leased,
        *({"question": f"Question {n}?", "class": "costs"} for n in range(5)),
        {"question": "Rare?", "class": "rare"},
    )
    ran = run("golden", "check", "--workspace", leased.root)
    assert "class\tcosts\t5\t0 absent" in ran.out
    assert "the class 'rare' has 1 question" in ran.out
    assert "'costs' has" not in ran.out


def test_a_machines_drafts_are_taken_in_and_asked_by_no_run(
    run: Run, leased: Workspace, tmp_path: Path
) -> None:
    put(leased, {"question": "Who pays?", "written_by": "human"})
    drafts = tmp_path / "drafts.jsonl"
    drafts.write_text(
        '{"question": "Who governs?", "supports": ["lease:4"], "author": "model-x"}\n'
        '{"id": "m2", "question": "No passage yet?", "written_by": "human"}\n'
    )
    ran = run("golden", "import", drafts, "--drafts", "--workspace", leased.root)
    assert "2 questions taken in. Now: 1 human, 0 machine, 0 unknown, 2 unconfirmed" in ran.err
    assert [one.id for one in load(leased.golden)] == ["q0"]
    one, other = load_all(leased.golden)[1:]
    assert (one.id, one.written_by, one.author, one.status) == (
        "drafts-1",
        "machine",
        "model-x",
        "candidate",
    )
    assert other.written_by == "machine"
    again = run("golden", "import", drafts, "--drafts", "--workspace", leased.root)
    assert "0 questions taken in, 2 were there already" in again.err
    listed = run("golden", "list", "--status", "candidate", "--workspace", leased.root)
    assert listed.out.splitlines()[0].startswith("drafts-1\tcandidate\tmachine\t")
    assert len(listed.out.splitlines()) == 2


@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        ('{"question": "A?", "supports": ["gone:0"]}', "line 1: the corpus has no document 'gone'"),
        ('{"id": "q0", "question": "Other?", "supports": ["lease:0"]}', "a question 'q0' already"),
        ("question,supports,answerable\nA?,lease:0,perhaps", "line 2: 'answerable' must be true"),
        ("", "is empty; give a file with one record a row"),
        ("[]", "holds an empty list; give a file with one record a row"),
        ("question,supports\n", "read as CSV, has a header and no row below it"),
        ("<html><body>Questions</body></html>", "read as CSV, has a header and no row below it"),
        ("<html>\n<p>Who pays?</p>\n", "line 2: has no 'question' (it has '<html>')"),
        ('{"text": "A?"}', "line 1: has no 'question' (it has 'text')"),
        ('{"question": "A?", "class": "x', "(unterminated string starting at column 29)"),
    ],
)
def test_what_cannot_be_taken_in_changes_nothing(
    run: Run, leased: Workspace, tmp_path: Path, rows: str, problem: str
) -> None:
    put(leased, {"question": "Who pays?"})
    before = leased.golden.read_bytes()
    file = tmp_path / "rows"
    file.write_text(rows)
    ran = run("golden", "import", file, "--workspace", leased.root, expect=2)
    assert problem in ran.err
    assert leased.golden.read_bytes() == before


@pytest.mark.parametrize(
    "text", ["not json", "id,question\n", "id,question\na,Who?\n", '[{"id": "a"}]', '"x"']
)
def test_a_file_of_questions_that_is_no_json_lines_passes_for_nothing(
    run: Run, leased: Workspace, text: str
) -> None:
    leased.golden.write_text(text)
    for command in (("golden", "check"), ("golden", "list"), ("golden", "export"), ("retrieval",)):
        ran = run(*command, "--workspace", leased.root, expect=2)
        assert f"{leased.golden}, line 1: " in ran.err


def test_csv_is_taken_in(run: Run, leased: Workspace, tmp_path: Path) -> None:
    file = tmp_path / "asked.csv"
    file.write_text(
        "id,question,supports,answerable,class,written_by\n"
        "a,Who pays?,lease:1 treatise:0,yes,costs,human\n"
        "b,Is there a horse?,,no,,\n"
    )
    run("golden", "import", file, "--workspace", leased.root)
    one, other = load(leased.golden)
    assert [support.passage for support in one.supports] == ["lease:1", "treatise:0"]
    assert (one.query_class, one.written_by, other.answerable) == ("costs", "human", False)


def test_export_gives_what_is_in_force_and_reads_back(
    run: Run, leased: Workspace, tmp_path: Path
) -> None:
    put(leased, {"question": "Who pays?"}, {"question": "Old?", "status": "retired"})
    out = tmp_path / "out.jsonl"
    run("golden", "export", "--out", out, "--workspace", leased.root)
    assert load_all(out) == load(leased.golden)
    everything = run("golden", "export", "--all", "--workspace", leased.root).out
    assert len(everything.splitlines()) == 2


def test_author_needs_a_terminal(run: Run, leased: Workspace) -> None:
    ran = run("golden", "author", "--workspace", leased.root, expect=2)
    assert "needs a terminal" in ran.err


def test_each_command_has_help_with_an_example(run: Run) -> None:
    assert "author" in run("golden", "--help").out
    for name in ("author", "list", "check", "import", "export"):
        assert f"Example: crosssource golden {name}" in run("golden", name, "--help").out


@pytest.mark.parametrize("seed", [1, 5])
def test_the_tools_own_questions_have_no_fault_and_no_note(
    run: Run, study: Workspace, seed: int
) -> None:
    run("corpus", "synth", "--size", "small", "--seed", seed, "--workspace", study.root)
    assert found(run, study) == []


def test_absence_is_said_of_the_question_as_it_was_asked() -> None:
    asked = question_of(
        {"id": "a", "question": "A?", "answerable": False, "absence": "made so"}, "f", 1
    )
    by = {"by": "ann", "at": "2026-01-01T00:00:00+00:00"}
    same = changes.edited(asked, replace(text_of(asked), reference="None."), **by)
    other = changes.edited(asked, replace(text_of(asked), question="B?"), **by)
    assert (same.absence, other.absence) == ("made so", "")
    assert changes.undone(other, **by).absence == "made so"


def test_one_is_one_and_no_class_has_no_name(run: Run, leased: Workspace, tmp_path: Path) -> None:
    put(leased, {"question": "Who pays?", "supports": [COSTS | {"passage": "lease:2"}]})
    at = ("--workspace", leased.root)
    ran = run("golden", "check", *at, expect=1)
    assert "1 fault, 1 note." in ran.err
    assert "without a class there is 1 question; with fewer than 5 no figure" in ran.out
    assert "1 question has the ids and places of now" in run("golden", "check", "--fix", *at).err
    out = tmp_path / "out.jsonl"
    assert "1 question written: " in run("golden", "export", "--out", out, *at).err
    said = run("golden", "import", out, *at).err
    assert "0 questions taken in, 1 was there already. Now: " in said


def test_questions_of_unknown_authorship_are_called_so(run: Run, leased: Workspace) -> None:
    put(leased, {"question": "Who pays?"})
    printed = " ".join(run("retrieval", "--workspace", leased.root).out.split())
    assert "1 question with an answer: 0 by people, 0 by a machine, 1 of unknown author" in printed
