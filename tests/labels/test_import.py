"""Verdicts and labels from files: what comes in, and that a bad file changes nothing."""

import csv
import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from corpus.workspace import Workspace
from labels.store import calibration, database

Run = Callable[..., Any]

ROW = {"claim": "The sky is blue.", "passage": "The sky is blue.", "judge_label": "supported"}


def write(path: Path, rows: list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))
    return path


def counts(study: Workspace) -> dict[str, int]:
    with database.opened(study) as connection:
        return {
            table: connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
            for table in ("run", "item", "citation", "verdict", "sample", "label_event", "judge")
        }


def column(study: Workspace, sql: str) -> list[Any]:
    with database.opened(study) as connection:
        return [row[0] for row in connection.execute(sql)]


def test_json_lines_a_json_list_and_csv_give_the_same(
    study: Workspace, run: Run, tmp_path: Path
) -> None:
    rows = [
        ROW | {"claim_id": f"c{n}", "claim": f'He said "{n}", then\nleft.', "verdict": "no"}
        for n in range(3)
    ]
    for row in rows:
        del row["judge_label"]
    lines = write(tmp_path / "lines.txt", rows)
    (tmp_path / "list.json").write_text(json.dumps(rows, indent=1))
    stream = io.StringIO()
    writer = csv.DictWriter(stream, list(rows[0]))
    writer.writeheader()
    writer.writerows(rows)
    (tmp_path / "table.csv").write_text("\ufeff" + stream.getvalue())
    (tmp_path / "semicolons.csv").write_text(
        "claim_id;claim;passage;verdict\nc0;x;The sky, it is said, is blue, blue, blue, blue;no\n"
    )
    run("import", lines, "--run", "a", "--workspace", study.root)
    run("import", tmp_path / "list.json", "--run", "b", "--workspace", study.root)
    run("import", tmp_path / "table.csv", "--run", "c", "--workspace", study.root)
    run("import", tmp_path / "semicolons.csv", "--workspace", study.root)
    assert counts(study)["item"] == 4
    assert column(study, "SELECT count(*) FROM citation GROUP BY run ORDER BY run") == [3, 3, 3, 1]


def test_aliases_and_the_two_meanings_of_judge(study: Workspace, run: Run, tmp_path: Path) -> None:
    only_judge = {"claim": "a", "passage": "b", "judge": "yes", "gold": "partial"}
    both = {"claim": "c", "passage": "d", "verdict": "no", "judge": "gpt", "rationale": "why"}
    run("import", write(tmp_path / "x.jsonl", [only_judge]), "--workspace", study.root)
    run("import", write(tmp_path / "y.jsonl", [both]), "--workspace", study.root)
    assert column(study, "SELECT support FROM verdict ORDER BY support") == [
        "supported",
        "unsupported",
    ]
    assert column(study, "SELECT name FROM judge ORDER BY name") == ["gpt", "unnamed judge"]
    assert column(study, "SELECT reason FROM verdict ORDER BY reason") == ["", "why"]


def test_a_column_that_another_one_takes_the_place_of_is_kept_beside_it(
    study: Workspace, run: Run, tmp_path: Path
) -> None:
    row = ROW | {"generator": "m-1", "model": "roberta"}
    file = write(tmp_path / "m.jsonl", [row])
    run("import", file, "--map", "model=generator", "--workspace", study.root)
    (fields,) = column(study, "SELECT fields FROM citation")
    assert json.loads(fields) == {"model": "m-1", "model (imported)": "roberta"}


def test_labelled_rows_become_a_census_named_after_the_run(
    study: Workspace, run: Run, tmp_path: Path
) -> None:
    rows = [ROW | {"claim": f"c{n}", "human_label": "supported" if n < 4 else ""} for n in range(6)]
    ran = run("import", write(tmp_path / "r.jsonl", rows), "--workspace", study.root)
    assert "4 human labels are new in the sample 'r'" in ran.err
    with database.opened(study) as connection:
        read = calibration.load(connection, study, None)
    assert (read.sample, read.origin, read.frame_size) == ("r", "imported", 4)
    assert [(s.name, s.size, s.drawn) for s in read.strata] == [("supported", 4, 4)]
    label = read.items[0].labels[0]
    assert (label.annotator, label.source.split()[0]) == ("imported", "r.jsonl")


def test_a_label_that_only_the_last_row_carries_is_a_label(
    study: Workspace, run: Run, tmp_path: Path
) -> None:
    rows = [ROW | {"claim": "a"}, ROW | {"claim": "b", "human": "no"}]
    run("import", write(tmp_path / "r.jsonl", rows), "--workspace", study.root)
    assert counts(study)["label_event"] == 1


def test_strata_and_probabilities_of_an_import_give_the_sizes_back(
    study: Workspace, run: Run, tmp_path: Path
) -> None:
    drawn = {"stratum": "s", "inclusion_probability": 0.25, "human_label": "supported"}
    flagged = {"stratum": "u", "inclusion_probability": 1, "human_label": "no", "judge_label": "no"}
    rows = [ROW | drawn | {"claim": f"c{n}"} for n in range(5)]
    rows += [ROW | flagged | {"claim": f"u{n}"} for n in range(2)]
    run("import", write(tmp_path / "r.jsonl", rows), "--workspace", study.root)
    with database.opened(study) as connection:
        read = calibration.load(connection, study, None)
    assert [(s.name, s.size, s.drawn) for s in read.strata] == [
        ("supported · s", 20, 5),
        ("unsupported · u", 2, 2),
    ]
    assert read.frame_size == 22


def test_importing_again_adds_nothing(study: Workspace, run: Run, tmp_path: Path) -> None:
    rows = [ROW | {"claim": f"c{n}", "human_label": "yes"} for n in range(3)]
    file = write(tmp_path / "r.jsonl", rows)
    run("import", file, "--workspace", study.root)
    before = counts(study)
    ran = run("import", file, "--workspace", study.root)
    assert counts(study) == before
    assert "0 new verdicts" in ran.err
    assert "3 were there already" in ran.err


def test_a_second_judge_of_the_same_file_gets_a_sample_of_its_own(
    study: Workspace, run: Run, tmp_path: Path
) -> None:
    rows = [
        {"claim": f"c{n}", "passage": "p", "a": "yes", "b": "no", "human_label": "yes"}
        for n in range(3)
    ]
    file = write(tmp_path / "r.jsonl", rows)
    for judge in ("a", "b"):
        options = ["--map", f"judge_label={judge}", "--judge", judge, "--workspace", study.root]
        run("import", file, *options)
    assert counts(study) | {"citation": 3, "verdict": 6, "sample": 2} == counts(study)
    assert column(study, "SELECT name FROM sample ORDER BY name") == ["r", "r-b"]


def test_malformed_verdicts_are_missing_where_one_says_so(
    study: Workspace, run: Run, tmp_path: Path
) -> None:
    rows = [ROW | {"claim": "a"}, ROW | {"claim": "b", "judge_label": "garbage"}]
    file = write(tmp_path / "r.jsonl", rows)
    ran = run("import", file, "--malformed", "missing", "--workspace", study.root)
    assert "1 has no value" in ran.err
    assert column(study, "SELECT raw FROM verdict WHERE support IS NULL") == ["garbage"]


def test_an_unknown_category_leaves_the_verdict_where_one_says_so(
    study: Workspace, run: Run, tmp_path: Path
) -> None:
    rows = [ROW | {"judge_label": "no", "failure_type": "hallucinated"}]
    file = write(tmp_path / "r.jsonl", rows)
    ran = run("import", file, "--malformed", "missing", "--workspace", study.root)
    assert "0 have no value" in ran.err
    with database.opened(study) as connection:
        row = connection.execute("SELECT support, category FROM verdict").fetchone()
    assert tuple(row) == ("unsupported", None)


@pytest.mark.parametrize(
    ("cells", "sentence"),
    [
        (
            {"human_label": "no", "human_failure_type": "x"},
            'human_failure_type "x" is none of right_doc_wrong_passage, wrong_document, '
            "unsupported_claim; correct or empty the cell.",
        ),
        (
            {"human_label": "harness bug", "human_failure_type": "wrong_document"},
            'human_failure_type "wrong_document" is none of empty_claim, claim_fragment, ',
        ),
        ({"human_label": "hm"}, '[verdicts] "hm" = "supported"'),
    ],
)
def test_what_is_no_verdict_is_given_no_advice_for_verdicts(
    study: Workspace, run: Run, tmp_path: Path, cells: dict[str, str], sentence: str
) -> None:
    file = write(tmp_path / "r.jsonl", [ROW | cells])
    ran = run("import", file, "--malformed", "missing", "--workspace", study.root, expect=2)
    assert sentence in ran.err
    assert "--malformed" not in ran.err


def test_a_closed_sample_takes_no_imported_label(
    study: Workspace, run: Run, tmp_path: Path
) -> None:
    rows = [ROW | {"claim": f"c{n}", "human_label": "yes"} for n in range(2)]
    file = write(tmp_path / "r.jsonl", rows)
    at = ("--workspace", study.root)
    run("import", file, *at)
    run("sample", "close", "r", *at)
    before = counts(study)
    # What is there already is no new label, whichever way it comes.
    run("import", file, *at)
    run("import", file, "--sample", "r", *at)
    write(file, [row | {"annotator": "bo"} for row in rows])
    for options in ([], ["--sample", "r"]):
        ran = run("import", file, "--run", "r", *options, *at, expect=2)
        assert "The sample 'r' is closed and takes no more labels" in ran.err
    assert counts(study) == before


def test_a_blank_passage_beside_an_id_of_the_corpus_is_looked_up(
    study: Workspace, run: Run, tmp_path: Path
) -> None:
    text = "The court affirmed. Costs were awarded."
    (tmp_path / "opinion.txt").write_text(text)
    at = ("--workspace", study.root)
    run("corpus", "add", tmp_path / "opinion.txt", *at)
    file = tmp_path / "r.csv"
    file.write_text(
        "claim,citation,passage,verdict\n"
        "a,opinion:0,,yes\n"
        "b,opinion:0, ,yes\n"
        "c,nowhere:0,,yes\n"
        "d,opinion:0,Another text.,yes\n"
    )
    run("import", file, *at)
    assert column(study, "SELECT passage FROM item ORDER BY claim") == [
        text,
        text,
        "",
        "Another text.",
    ]
    sources = column(study, "SELECT source FROM citation ORDER BY claim_id")
    assert [bool(source) for source in sources] == [True, True, False, False]


def test_labels_find_passages_that_they_only_name(
    study: Workspace, run: Run, tmp_path: Path
) -> None:
    (tmp_path / "lease.txt").write_text("The landlord shall bear the costs of repair.")
    at = ("--workspace", study.root)
    run("corpus", "add", tmp_path / "lease.txt", *at)
    rows = [{"claim": f"Claim {n}.", "citation": "lease:0", "judge_label": "no"} for n in range(3)]
    run("import", write(tmp_path / "r.jsonl", rows), *at)
    run("sample", "draw", "--name", "s", *at)
    labels = [row | {"human_label": "no"} for row in reversed(rows)]
    ran = run("import", write(tmp_path / "l.jsonl", labels), "--sample", "s", *at)
    assert "3 labels are new in the sample 's'; 0 were there already, and 0" in ran.err


def test_a_row_without_an_id_is_known_by_its_place_where_its_claim_is_the_same(
    study: Workspace, run: Run, tmp_path: Path
) -> None:
    rows = [ROW | {"claim": f"c{n}", "judge_label": "no"} for n in range(3)]
    at = ("--workspace", study.root)
    run("import", write(tmp_path / "r.jsonl", rows), *at)
    run("sample", "draw", "--name", "s", *at)
    # Without its passage the second row is found by its place; the third is another row's claim.
    labels = [{"claim": claim, "human": "no"} for claim in ("none", "c1", "c0")]
    ran = run("import", write(tmp_path / "l.jsonl", labels), "--sample", "s", *at)
    assert "1 label is new in the sample 's'; 0 were there already, and 2" in ran.err
    labelled = "SELECT claim FROM item JOIN label_event ON item_id = id"
    assert column(study, labelled) == ["c1"]


def test_a_judge_whose_name_is_a_path_names_a_sample_that_is_none(
    study: Workspace, run: Run, tmp_path: Path
) -> None:
    rows = [{"claim": "c", "passage": "p", "a": "yes", "b": "no", "human_label": "yes"}]
    file = write(tmp_path / "r.jsonl", rows)
    for label, judge in (("a", "x"), ("b", "openai/gpt-4")):
        options = ["--map", f"judge_label={label}", "--judge", judge, "--workspace", study.root]
        run("import", file, *options)
    assert column(study, "SELECT name FROM sample ORDER BY name") == ["r", "r-openai-gpt-4"]


def test_a_run_that_could_leave_its_folder_is_refused(
    study: Workspace, run: Run, tmp_path: Path
) -> None:
    file = write(tmp_path / "r.jsonl", [ROW])
    for name in ("..", "a/b", "a:b"):
        ran = run("import", file, "--run", name, "--workspace", study.root, expect=2)
        assert f"The run's name {name!r} cannot be used; with --run NAME give" in ran.err


def test_a_passage_is_looked_up_in_the_corpus(study: Workspace, run: Run, tmp_path: Path) -> None:
    (tmp_path / "opinion.txt").write_text("The court affirmed. Costs were awarded.")
    run("corpus", "add", tmp_path / "opinion.txt", "--workspace", study.root)
    row = {"claim": "It affirmed.", "citation": "opinion:0", "judge_label": "yes"}
    run("import", write(tmp_path / "r.jsonl", [row]), "--workspace", study.root)
    assert column(study, "SELECT passage FROM item") == ["The court affirmed. Costs were awarded."]
    assert column(study, "SELECT source FROM citation") != [""]


def test_texts_are_kept_as_they_are(study: Workspace, run: Run, tmp_path: Path) -> None:
    hostile = "[bold]x[/] \x1b[31m \x00 e\u0301\u0302 \u202eabc\u202c \t\r\n " + "y" * 100_000
    row = ROW | {"passage": hostile, "claim": hostile[::-1]}
    run("import", write(tmp_path / "r.jsonl", [row]), "--workspace", study.root)
    assert column(study, "SELECT passage FROM item") == [hostile]
    run("check", "--workspace", study.root)


def test_labels_made_elsewhere_find_their_items(study: Workspace, run: Run, tmp_path: Path) -> None:
    rows = [
        ROW | {"claim": f"c{n}", "claim_id": f"id{n}", "judge_label": "no" if n < 3 else "yes"}
        for n in range(20)
    ]
    run("import", write(tmp_path / "r.jsonl", rows), "--workspace", study.root)
    run("sample", "draw", "--supported", "4", "--name", "s", "--workspace", study.root)
    by_content = [ROW | {"claim": f"c{n}", "human_label": "yes"} for n in range(20)]
    by_claim = [{"claim_id": f"id{n}", "human": "no", "annotator": "bo"} for n in range(20)]
    for name, labels in (("content", by_content), ("claim", by_claim)):
        file = write(tmp_path / f"{name}.jsonl", labels)
        ran = run("import", file, "--sample", "s", "--workspace", study.root)
        assert "7 labels are new in the sample 's'; 0 were there already, and 13" in ran.err
    again = run("import", tmp_path / "claim.jsonl", "--sample", "s", "--workspace", study.root)
    assert "0 labels are new" in again.err


BAD = [
    pytest.param("", "is empty", id="empty file"),
    pytest.param("  \n \n", "is empty", id="white space only"),
    pytest.param('{"passage": "p", "verdict": "yes"}', "no column for 'claim'", id="no claim"),
    pytest.param(
        '{"claim": "c", "passage": "p"}',
        "looked for: judge_label, verdict, judge",
        id="no verdict",
    ),
    pytest.param('{"claim": "c", "verdict": "yes"}', "no column for 'passage'", id="no passage"),
    pytest.param(
        '{"claim": "c", "passage": "p", "verdict": "yes"}\n{"claim": ',
        "line 2: not valid JSON",
        id="broken JSON",
    ),
    pytest.param(
        '{"claim": "c", "passage": "p", "verdict": "yes"}\n[1]', "line 2: holds a list", id="a list"
    ),
    pytest.param(
        '{"claim": "c", "passage": "p", "verdict": "yes"}\n'
        '{"claim": "c", "passage": "p", "verdict": "garbage"}',
        'line 2: verdict "garbage" is none of the known values',
        id="unknown verdict",
    ),
    pytest.param(
        '{"claim": "c", "passage": "p", "verdict": "yes", "human": "hm"}',
        'line 1: human "hm" is none of the known values',
        id="unknown label",
    ),
    pytest.param(
        '{"claim": "c", "passage": "p", "verdict": "no", "failure_type": "hallucinated"}',
        'line 1: failure_type "hallucinated" is none of right_doc_wrong_passage, wrong_document, '
        "unsupported_claim; correct or empty the cell, or keep such verdicts without a category "
        "with --malformed missing",
        id="unknown category",
    ),
    pytest.param(
        '{"claim": "c", "passage": "p", "verdict": "' + "It holds. " * 9 + '"}',
        "is too long for a word; map the right column with --map judge_label=COLUMN",
        id="a text for a verdict",
    ),
    pytest.param(
        '{"claim": "a", "passage": "p", "claim": "b", "verdict": "yes"}',
        "line 1: the key 'claim' occurs twice in one object",
        id="a key twice",
    ),
    pytest.param(
        '[{"claim": "a",\n"passage": "p"},\n{"claim": {"x": 1, "x": 2}}]',
        "line 3: the key 'x' occurs twice in one object",
        id="a key twice, within a list",
    ),
    pytest.param(
        '{"claim": "a", "passage": "p", "verdict": NaN}',
        "line 1: the value of 'verdict' is NaN or infinite",
        id="NaN",
    ),
    pytest.param(
        '{"claim": "a", "passage": "p", "verdict": [1, -1e999]}',
        "line 1: the value of 'verdict' is NaN or infinite",
        id="infinite, within a list",
    ),
    pytest.param(
        '[{"claim": "a", "passage": "p", "verdict": "yes"}], "rows": []',
        r"line 1: not valid JSON \(extra data at column 51\)",
        id="more behind the list",
    ),
    pytest.param("[{},]", "not valid JSON", id="a comma too many"),
    pytest.param("[{} {}]", r"expecting ',' delimiter at column 5", id="a comma too few"),
    pytest.param("[{}", "expecting ',' delimiter", id="an open list"),
    pytest.param('{"claim": ' + "9" * 5000 + "}", "a number is too long", id="a long number"),
    pytest.param(
        '{"claim": {"a": 1}, "passage": "p", "verdict": "yes"}',
        "line 1: column 'claim' must be text",
        id="an object for a text",
    ),
    pytest.param(
        '{"claim": "\\ud83d", "passage": "p", "verdict": "yes"}',
        "line 1: field 'claim' holds half a character",
        id="half a character",
    ),
    pytest.param(
        '{"claim": "c", "passage": "p", "verdict": "yes", "importance": 7}',
        "line 1: importance '7' is not 1, 2 or 3",
        id="importance",
    ),
    pytest.param(
        '{"claim": "c", "passage": "p", "verdict": "yes", "inclusion_probability": 1e-9}',
        "'1e-09' would make one label stand for 1,000,000,000 verdicts, and 1,000,000 is the most",
        id="a probability that no study has",
    ),
    *(
        pytest.param(
            f'{{"claim": "c", "passage": "p", "verdict": "yes", "inclusion_probability": {value}}}',
            "is not above 0 and at most 1",
            id=f"probability {value}",
        )
        for value in ("0", "-0.5", '"nan"', '"inf"', '"1e-400"', '"a tenth"')
    ),
    pytest.param(
        '{"claim": "c", "passage": "p", "verdict": "yes", "inclusion_probability": 1.5}',
        "line 1: inclusion_probability '1.5' is not above 0",
        id="probability",
    ),
    pytest.param(
        '{"claim": "c", "citation": "nowhere:3", "verdict": "yes"}',
        "line 1: no passage, and the corpus has none with the id 'nowhere:3'",
        id="unknown passage",
    ),
    pytest.param(
        '{"claim": "c", "passage": "p", "verdict": "yes", "claim_id": "1"}\n'
        '{"claim": "c", "passage": "p", "verdict": "no", "claim_id": "1"}',
        "line 2: the judge 'unnamed judge' has already judged claim '1' in run",
        id="two verdicts of one judge",
    ),
    pytest.param(
        '{"claim": "c", "passage": "p", "verdict": "yes", "human": "yes"}\n'
        '{"claim": "c", "passage": "p", "verdict": "yes", "human": "no"}',
        "line 2: 'imported' says unsupported of an item of which line 1 says supported",
        id="two labels of one person",
    ),
    pytest.param("claim,passage,verdict\nc,p\n", "line 2: has 2 cells", id="short row"),
    pytest.param('claim,passage,verdict\nc,"p,yes\n', "line 2: not valid CSV", id="open quote"),
    pytest.param("claim,claim,passage\n", "line 1: the column 'claim' occurs twice", id="twice"),
    pytest.param("claim,passage,verdict\n", "has no row below its header", id="header only"),
    pytest.param("[]", "holds an empty list", id="empty list"),
    pytest.param('[{"claim": "c"}, 3]', "record 2: is 3, not an object", id="list of numbers"),
    pytest.param("[" * 100_000, "nested too deeply|not valid JSON", id="deep nesting"),
]


@pytest.mark.parametrize(("content", "sentence"), BAD)
def test_a_bad_file_gets_one_sentence_and_changes_nothing(
    study: Workspace, run: Run, tmp_path: Path, content: str, sentence: str
) -> None:
    file = tmp_path / "bad.txt"
    file.write_text(content)
    before = counts(study)
    ran = run("import", file, "--workspace", study.root, expect=2)
    assert counts(study) == before
    assert len(ran.err.strip().splitlines()) == 1
    assert ran.err.startswith("crosssource: ")
    assert re.search(sentence, ran.err), ran.err


def test_a_file_of_another_encoding_is_named_by_line_and_byte(
    study: Workspace, run: Run, tmp_path: Path
) -> None:
    file = tmp_path / "latin.jsonl"
    file.write_bytes(b'{"claim": "a"}\n{"claim": "caf\xe9"}\n')
    ran = run("import", file, "--workspace", study.root, expect=2)
    assert "line 2: byte 0xe9 is not UTF-8; convert the file first" in ran.err


def test_an_absent_file_is_a_sentence(study: Workspace, run: Run) -> None:
    ran = run("import", "nowhere.jsonl", "--workspace", study.root, expect=2)
    assert "nowhere.jsonl cannot be read (No such file or directory)" in ran.err


@pytest.mark.parametrize(
    ("option", "sentence"),
    [
        ("judge_label", "is not of the form ours=theirs"),
        ("judgement=verdict", "'judgement' is none of our columns"),
        ("claim=sentence", "has no column 'sentence'; it has: claim, passage, judge_label"),
    ],
)
def test_a_mapping_that_does_not_fit_is_a_sentence(
    study: Workspace, run: Run, tmp_path: Path, option: str, sentence: str
) -> None:
    file = write(tmp_path / "r.jsonl", [ROW])
    ran = run("import", file, "--map", option, "--workspace", study.root, expect=2)
    assert sentence in ran.err


def test_a_column_named_with_half_a_character_is_refused(
    study: Workspace, run: Run, tmp_path: Path
) -> None:
    path = tmp_path / "half.jsonl"
    path.write_text('{"claim": "a", "passage": "b", "verdict": "yes", "x\\ud800": "y"}\n')
    said = run("import", path, "--workspace", study.root, expect=2).err
    assert "line 1: the key 'x\\ud800' holds half a character" in said
    assert not any(counts(study).values())


Label = dict[str, Any]
FEE = {"case_id": "q1", "claim_id": "c2", "citation": "d:0", "claim": "The fee is 20."}


@pytest.fixture
def fee(study: Workspace, run: Run, tmp_path: Path) -> str:
    """A sample of one item, the fee of 20; its `item_id`."""
    row = FEE | {"passage": "The fee is 20, due\r\nin May.", "question": "How much?", "judge": "no"}
    run("import", write(tmp_path / "fee.jsonl", [row]), "--workspace", study.root)
    run("sample", "draw", "--name", "s", "--workspace", study.root)
    (item_id,) = column(study, "SELECT id FROM item")
    return str(item_id)


@pytest.mark.parametrize(
    "other",
    [
        {"claim": "The fee is due in May.", "passage": "The fee is due in May."},
        {"claim": "The fee is due in May."},
        {"passage": "The fee is 30."},
        {"question": "How long?"},
        {"item_id": "0" * 64},
        {"item_id": "the item's own", "claim": "The fee is due in May."},
    ],
)
def test_a_label_is_never_given_to_another_text_under_the_same_ids(
    fee: str, other: Label, study: Workspace, run: Run, tmp_path: Path
) -> None:
    ids = {"case_id": "q1", "claim_id": "c2", "citation": "d:0"}
    if other.get("item_id") == "the item's own":
        other = other | {"item_id": fee}
    good = ids | {"human_label": "no", "annotator": "bo"}
    at = ("--sample", "s", "--workspace", study.root)
    alone = write(tmp_path / "alone.jsonl", [ids | other | {"human_label": "yes"}])
    said = run("import", alone, *at, expect=2).err
    assert "none of its labelled rows (1) is an item of the sample 's'" in said
    assert "(1 names another text or item_id under the same ids)" in said
    file = write(tmp_path / "both.jsonl", [good, ids | other | {"human_label": "yes"}])
    said = run("import", file, *at).err
    assert "1 label is new in the sample 's'; 0 were there already, and 1 labelled row is" in said
    assert "Of the rows not in the sample, 1 names another text or item_id under" in said
    assert column(study, "SELECT annotator FROM label_event") == ["bo"]


@pytest.mark.parametrize(
    "same",
    [
        {},
        {"claim": " The fee\n is 20. "},
        {"passage": "The fee is 20, due in May."},
        {"claim": "", "passage": None, "question": ""},
    ],
)
def test_white_space_and_empty_cells_contradict_nothing(
    fee: str, same: Label, study: Workspace, run: Run, tmp_path: Path
) -> None:
    row = {"claim_id": "c2"} | same | {"human_label": "no"}
    file = write(tmp_path / "l.jsonl", [row])
    run("import", file, "--sample", "s", "--workspace", study.root)
    assert column(study, "SELECT item_id FROM label_event") == [fee]


def test_labels_of_two_runs_go_to_their_own_items_in_a_sample_of_one(
    study: Workspace, run: Run, tmp_path: Path
) -> None:
    at = ("--workspace", study.root)
    for name in ("one", "two"):
        rows = [
            ROW | {"claim": f"{name} {n}", "claim_id": f"c{n}", "case_id": "q", "verdict": "no"}
            for n in range(3)
        ]
        for row in rows:
            del row["judge_label"]
        run("import", write(tmp_path / f"{name}.jsonl", rows), *at)
    run("sample", "draw", "--name", "both", *at)
    run("sample", "draw", "--name", "single", "--run", "one", *at)
    labels = [
        {"item_id": item_id, "human_label": "no"}
        for item_id in column(study, "SELECT id FROM item")
    ]
    run("import", write(tmp_path / "l.jsonl", labels), "--sample", "both", *at)
    written = tmp_path / "exported.jsonl"
    run("export", "labels", "--sample", "both", "--out", written, *at)
    said = run("import", written, "--sample", "single", *at).err
    assert "3 labels are new in the sample 'single'; 0 were there already, and 3" in said
    assert "Of the rows not in the sample, 3 name another text or item_id under" in said
    held = "SELECT claim FROM item JOIN label_event ON item_id = id WHERE sample = 'single'"
    assert sorted(column(study, held)) == ["one 0", "one 1", "one 2"]
