"""RAGChecker, ALCE, TREC: formats that judge claims or citations, and sheets of assessors."""

import io
import zipfile
from collections.abc import Callable
from typing import Any

import openpyxl
import pytest

from corpus.workspace import Workspace
from labels.interchange.table import read_rows

Fixture = Callable[..., Any]


def checked(**changes: Any) -> dict[str, Any]:
    made = {
        "query_id": "0",
        "query": "Which river is longest?",
        "gt_answer": "The Nile.",
        "response": "The Nile, in Africa.",
        "retrieved_context": [{"doc_id": "000", "text": "A"}, {"doc_id": "001", "text": "B"}],
        "response_claims": [["Nile", "is", "longest"], "It is in Africa."],
        "gt_answer_claims": [["Nile", "is", "longest"]],
        "answer2response": ["Entailment", "Neutral"],
        "response2answer": ["Entailment"],
        "retrieved2response": [["Entailment", "Neutral"], ["Contradiction", "Entailment"]],
        "retrieved2answer": [["Entailment", "Neutral"]],
    }
    return made | changes


def test_ragchecker_gives_each_claim_against_each_text(write: Fixture, imported: Fixture) -> None:
    done = imported(write("checked.json", {"results": [checked()], "metrics": {}}))
    assert [(row["claim"], row["cited"], row["support"]) for row in done.verdicts] == [
        ("Nile is longest", "000", "supported"),
        ("Nile is longest", "001", "unsupported"),
        ("It is in Africa.", "000", "unsupported"),
        ("It is in Africa.", "001", "supported"),
    ]
    assert done.verdicts[0]["judge"] == "retrieved2response"


def test_ragchecker_against_the_expected_answer_where_that_is_asked_for(
    write: Fixture, imported: Fixture
) -> None:
    path = write("checked.json", {"results": [checked()]})
    done = imported(path, "--metric", "answer2response")
    assert [(row["passage"], row["support"]) for row in done.verdicts] == [
        ("The Nile.", "supported"),
        ("The Nile.", "unsupported"),
    ]


def test_a_ragchecker_table_of_another_length_says_nothing(
    write: Fixture, imported: Fixture
) -> None:
    rows = [
        checked(retrieved2response=[["Entailment", "Neutral"]]),
        checked(query_id="1", retrieved2response=[["Entailment"], ["Neutral", "Entailment"]]),
        checked(query_id="2", retrieved2response=None, retrieved2answer=None),
    ]
    done = imported(write("checked.json", {"results": rows}), "--metric", "retrieved2response")
    assert [row["support"] for row in done.verdicts] == ["unsupported", "supported"]
    assert "another number of verdicts than there are claims" in done.said
    assert "another number of verdicts than there are texts" in done.said


def sentence(text: str, *scores: float, recall: int = 1) -> dict[str, Any]:
    return {
        "text": text,
        "sentence_recall_score": recall,
        "citations": [
            {"title": f"T{n}", "text": f"D{n}", "citation_precision_score": score}
            for n, score in enumerate(scores)
        ],
    }


def test_alce_has_a_models_verdict_and_three_levels_of_people(
    write: Fixture, imported: Fixture
) -> None:
    record = {
        "question": "q",
        "output": "A. B.",
        "sentences": [sentence("A.", 2, 1), sentence("B.", 0)],
        "automatic_recall_scores": [1, 0],
        "automatic_citation_precision_scores": [[1, 0], [1]],
    }
    data = {"asqa": {"gpt": {"q1": record, "overall_results": {"n": 1}}}}
    done = imported(write("alce.json", data))
    # The last score of 1 counts as 0: its sentence is not supported by all its citations.
    assert [(row["claim"], row["passage"], row["support"]) for row in done.verdicts] == [
        ("A.", "T0\nD0", "supported"),
        ("A.", "T1\nD1", "unsupported"),
        ("B.", "T0\nD0", "unsupported"),
    ]
    assert [row["choice"] for row in done.labels] == ["supported", "partial", "unsupported"]
    assert done.verdicts[0]["config"] == "asqa, gpt"


def test_alce_counts_2_as_support_and_nothing_in_a_sentence_without_recall(
    write: Fixture, imported: Fixture, run: Fixture
) -> None:
    record = {
        "question": "q",
        "sentences": [sentence("A.", 2, 1), sentence("B.", 2, recall=0), sentence("C.", 1.0)],
        "automatic_recall_scores": [1, 1, 0],
        "automatic_citation_precision_scores": [[2, 0], [2], [2]],
    }
    path = write("alce.json", {"asqa": {"gpt": {"q1": record}}})
    page = run("doctor", path).out
    assert "between the levels" not in page
    assert "--threshold" not in page
    done = imported(path)
    assert [(row["raw"], row["support"]) for row in done.verdicts] == [
        ("2", "supported"),
        ("0", "unsupported"),
        ("2", "supported"),
        ("2", "unsupported"),
    ]
    # Of B the person said that its sources do not support it all; of C the judge did.
    assert [row["choice"] for row in done.labels] == [
        "supported",
        "partial",
        "unsupported",
        "partial",
    ]


def test_alce_scores_that_fit_no_sentence_are_counted(write: Fixture, look: Fixture) -> None:
    record = {
        "sentences": [sentence("A.", 2)],
        "automatic_recall_scores": [],
        "automatic_citation_precision_scores": [],
    }
    found = look(write("alce.json", {"asqa": {"gpt": {"q1": record}}}))
    assert found.notes.broken.total() == 1
    assert not found.usable


def test_an_alce_run_without_verdicts_is_refused_with_what_to_give(
    study: Workspace, run: Fixture, write: Fixture
) -> None:
    data = {"args": {}, "data": [{"question": "q", "docs": [], "output": "o"}]}
    said = run("import", write("r.json", data), "--workspace", study.root, expect=2).err
    assert "no verdict that has a value" in said
    assert "human_eval_citations_completed.json" in said


def trec(**changes: Any) -> dict[str, Any]:
    made = {
        "topic_id": "2024-1",
        "run_id": "run",
        "references": ["d0", "d1", "d2", "d3"],
        "segments": {f"d{n}": f"Text {n}" for n in range(4)},
        "answer": [{"text": "S.", "citations": [0, 1, 2, 3]}],
        "support_eval": [
            {
                "answer": "S.",
                "citations": [0, 1, 2, 3],
                "eval_scores": ["FS", "PS", None],
                "gpt-4o_responses": ["Full Support", "Partial Support", "Hm"],
            }
        ],
    }
    return made | changes


def test_trec_verdicts_belong_to_the_first_citations(write: Fixture, imported: Fixture) -> None:
    done = imported(write("trec.jsonl", [trec(), trec(topic_id="2")]))
    assert [(row["cited"], row["passage"], row["support"]) for row in done.verdicts[:3]] == [
        ("d0", "Text 0", "supported"),
        ("d1", "Text 1", "partial"),
        ("d2", "Text 2", None),
    ]
    assert "Not imported: 2 citations behind those that were judged." in done.said
    assert '"model":"gpt-4o"' in done.verdicts[0]["provenance"].replace(" ", "")


def test_citations_of_a_trec_sentence_without_scores_are_counted(
    write: Fixture, look: Fixture
) -> None:
    entry = {"answer": "S.", "citations": [0, 1], "eval_scores": None}
    found = look(write("trec.jsonl", [trec(), trec(support_eval=[entry])]))
    assert found.notes.unused["citations of sentences that nobody judged"] == 2


def test_a_trec_citation_beyond_the_references_is_told(write: Fixture, look: Fixture) -> None:
    entry = {"answer": "S.", "citations": [9, 0], "eval_scores": ["FS", "NS"]}
    found = look(write("trec.jsonl", [trec(support_eval=[entry])]))
    assert "citations that point beyond the references" in found.notes.broken


def sheet(*rows: tuple[Any, ...], above: tuple[tuple[Any, ...], ...] = ()) -> bytes:
    book = openpyxl.Workbook()
    page = book.active
    assert page is not None
    for row in (*above, *rows):
        page.append(row)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


HEADER = (
    "topic",
    "sentence",
    "docid",
    "passage",
    "Full Support",
    "Partial Support",
    "No Support",
    "GPT-4o",
)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_workbook_with_a_document_type_definition_is_refused(
    encoding: str, study: Workspace, run: Fixture, write: Fixture
) -> None:
    packed = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(sheet(HEADER))) as sound,
        zipfile.ZipFile(packed, "w") as changed,
    ):
        for name in sound.namelist():
            data = sound.read(name)
            if name.endswith("sheet1.xml"):
                definition = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">]>'
                data = f"{definition}{data.decode()}".encode(encoding)
            changed.writestr(name, data)
    path = write("sheet.xlsx", packed.getvalue())
    said = run("import", path, "--workspace", study.root, expect=2).err
    assert "holds a document type definition" in said


@pytest.mark.parametrize("mark", ["x", "X", " x ", "✓", "✔", 1, True, "yes", "•", "√"])
def test_marks_are_read_in_whatever_way_they_were_typed(
    mark: Any, write: Fixture, imported: Fixture
) -> None:
    rows = [
        ("1", "S one.", "d0", "P", mark, None, None, "FS"),
        ("1", "S two.", "d1", "P", None, mark, "", "NS"),
        ("1", "S three.", "d2", "P", "no", 0, mark, "ps"),
        ("1", "S four.", "d3", "P", None, "-", False, "Full Support"),
    ]
    done = imported(write("sheet.xlsx", sheet(HEADER, *rows, above=(("Support sheet",), ()))))
    assert [row["choice"] for row in done.labels] == ["supported", "partial", "unsupported"]
    assert [(row["judge"], row["support"]) for row in done.verdicts] == [
        ("GPT-4o", "supported"),
        ("GPT-4o", "unsupported"),
        ("GPT-4o", "partial"),
        ("GPT-4o", "supported"),
    ]


def as_csv(*rows: tuple[Any, ...]) -> str:
    return "".join(
        ",".join("" if cell is None else str(cell) for cell in row) + "\n" for row in rows
    )


WRITTEN = pytest.mark.parametrize(
    ("name", "written"), [("sheet.xlsx", sheet), ("sheet.csv", as_csv)], ids=["workbook", "CSV"]
)
"""A sheet as a workbook and as CSV: what is in it decides, and not how it is written."""


@WRITTEN
@pytest.mark.parametrize("options", [(), ("--format", "trec")])
def test_a_sheet_gives_verdicts_and_labels_however_it_is_written(
    options: tuple[str, ...],
    name: str,
    written: Fixture,
    write: Fixture,
    imported: Fixture,
    run: Fixture,
) -> None:
    rows = [
        ("1", "S one.", "d0", "P", "x", None, None, "FS"),
        ("1", "S two.", "d1", "P", None, "✓", None, "NS"),
        ("1", "S three.", "d1", "P", None, None, None, "PS"),
    ]
    path = write(name, written(HEADER, *rows))
    assert "TREC support verdicts" in run("doctor", path).out
    done = imported(path, *options)
    assert [row["support"] for row in done.verdicts] == ["supported", "unsupported", "partial"]
    assert [row["choice"] for row in done.labels] == ["supported", "partial"]


@WRITTEN
@pytest.mark.parametrize(
    "header", [("topic_id", "topic"), ("qid", "query"), ("topic_id", "Run ID")]
)
def test_marks_label_the_sample_drawn_from_the_same_sheet_with_a_judge(
    header: tuple[str, str],
    name: str,
    written: Fixture,
    study: Workspace,
    run: Fixture,
    write: Fixture,
    imported: Fixture,
) -> None:
    names = (*header, "Sentence", "docid", "Passage")
    judged = [
        ("2024-1", "why", "Sky is blue.", "d1", "Sky text", "FS"),
        ("2024-1", "why", "Sky is red.", "d2", "Sky text", "NS"),
        ("2024-1", "why", "Sky is up.", "d2", "Sky text", "PS"),
    ]
    done = imported(write(f"judge-{name}", written((*names, "judge"), *judged)), *FORMAT)
    assert done.verdicts[0]["question"] == ("" if header[1] == "Run ID" else "why")
    run("sample", "draw", "--name", "pilot", "--workspace", study.root)
    marked = [
        (*judged[1][:5], None, None, "✓"),  # another order than the verdicts had
        (*judged[0][:5], "x", None, None),
        (*judged[2][:5], None, "yes", None),
        ("2024-2", "who", "Sky is off.", "d9", "Another", "x", None, None),
    ]
    path = write(name, written((*names, "Full Support", "Partial Support", "No Support"), *marked))
    said = run("import", path, "--sample", "pilot", "--workspace", study.root).err
    assert "3 labels are new in the sample 'pilot'" in said
    assert "1 labelled row is not in the sample" in said


@WRITTEN
def test_marks_without_the_question_find_their_claim_and_passage(
    name: str,
    written: Fixture,
    study: Workspace,
    run: Fixture,
    write: Fixture,
    imported: Fixture,
) -> None:
    header = ("question", "Sentence", "docid", "Passage", "judge")
    rows = [("Why?", "Sky is blue.", "d1", "Sky text", "NS"), ("Why?", "Up.", "d1", "Sky", "NS")]
    imported(write(f"judge-{name}", written(header, *rows)), *FORMAT)
    run("sample", "draw", "--name", "pilot", "--workspace", study.root)
    marks = ("Statement", "Passage", "FS", "PS", "NS")
    labels = [("Up.", "Sky", None, "x", None), ("Sky is blue.", "Another", "x", None, None)]
    path = write(name, written(marks, *labels))
    said = run("import", path, "--sample", "pilot", "--workspace", study.root).err
    assert "1 label is new in the sample 'pilot'" in said


FORMAT = ("--format", "trec")


@pytest.mark.parametrize(
    "header", ["full text,partial match,no support", "Full Support,notes", "fullness,partiality"]
)
def test_columns_that_are_no_marks_stay_columns(header: str, write: Fixture) -> None:
    names = header.split(",")
    path = write("t.csv", f"claim,passage,{header}\nC,P{',x' * len(names)}\n")
    (row,) = read_rows(path)
    assert list(row.values) == ["claim", "passage", *names]


@WRITTEN
def test_two_marks_in_a_row_are_refused_by_its_number(
    name: str, written: Fixture, study: Workspace, run: Fixture, write: Fixture
) -> None:
    rows = [("1", "S.", "d0", "P", "x", "x", None, "FS")]
    path = write(name, written(HEADER, *rows))
    said = run("import", path, "--workspace", study.root, expect=2).err
    assert "2: has marks under 'Full Support' and 'Partial Support'" in said


@WRITTEN
def test_a_sheet_of_marks_alone_labels_a_sample_that_was_drawn(
    name: str, written: Fixture, study: Workspace, run: Fixture, write: Fixture, imported: Fixture
) -> None:
    rows = [{"claim": f"S {n}.", "passage": "P", "judge_label": "no"} for n in range(3)]
    imported(write("verdicts.jsonl", rows))
    run("sample", "draw", "--name", "pilot", "--workspace", study.root)
    header = ("claim", "passage", "Full Support", "Partial Support", "No Support")
    rows_marked = ("S 0.", "P", "x", None, None), ("S 1.", "P", None, None, "x")
    path = write(name, written(header, *rows_marked))
    said = run("import", path, "--sample", "pilot", "--workspace", study.root).err
    assert "2 labels are new in the sample 'pilot'" in said


def test_a_sheet_of_marks_alone_says_that_it_holds_no_verdict(
    study: Workspace, run: Fixture, write: Fixture
) -> None:
    header = ("sentence", "passage", "Full Support", "Partial Support", "No Support")
    path = write("sheet.xlsx", sheet(header, ("S.", "P", "x")))
    said = run("import", path, "--workspace", study.root, expect=2).err
    assert "no verdict that has a value" in said
    assert "--sample NAME" in said


def test_a_workbook_of_our_own_columns_is_read_as_rows(write: Fixture, imported: Fixture) -> None:
    path = write("rows.xlsx", sheet(("claim", "passage", "judge_label"), ("C", "P", "partial")))
    assert [row["support"] for row in imported(path).verdicts] == ["partial"]
