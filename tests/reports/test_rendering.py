"""The four renderings: the answer first, nothing wider than it may be, nothing taken for markup."""

import csv
import io
import json
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from labels.calibration import Calibration
from labels.label import Evidence
from reports.estimation.figure import Figure, Method
from reports.rendering.csv_report import csv_files, safe
from reports.rendering.html.document import html_of
from reports.rendering.json_report import json_text
from reports.rendering.markdown import escape, markdown_of
from reports.rendering.page import page
from reports.rendering.terminal import show_page
from reports.rendering.wording import number, percent, percent_range, share_text
from reports.report import Report

ReportOf = Callable[..., Report]
Calibrate = Callable[..., Calibration]

HOSTILE = (
    "=cmd|'/c calc'!A1 [bold red]x[/] | **b** `c` <script>alert(1)</script>\n"
    "# heading\n- list\n\x1b[31mred\x1b[0m \u202eevil"
)


@pytest.fixture
def hostile(take_all: Calibration) -> Calibration:
    """Every text from outside tries to be something else than text."""
    items = tuple(
        replace(
            item, claim=HOSTILE, passage=HOSTILE, question=HOSTILE, judge_reason=HOSTILE,
            citation="@d[1]|x", case_id="=1+1",
            labels=tuple(
                replace(
                    one, note=HOSTILE, annotator="[b]|ada", found="@d[2]|x",
                    evidence=Evidence(text=HOSTILE, start=0, end=len(HOSTILE)),
                )
                for one in item.labels
            ),
        )
        for item in take_all.items
    )  # fmt: skip
    return replace(take_all, items=items, judge="[red]|judge")


@pytest.fixture
def every_state(calibrate: Calibrate) -> Calibration:
    """Bugs, undecided and unlabelled items, long names of strata, totals of a million."""
    return calibrate(
        ("unsupported · config=strict and long", 30, "wrong_document", "wrong_document", 20),
        ("unsupported · config=strict and long", 30, "unsupported_claim", "bug", 2),
        ("partial · config=strict and long", 1_234, "partial", "supported", 30),
        ("partial · config=strict and long", 1_234, "partial", "cannot_judge", 2),
        ("supported · config=baseline and long", 1_234_567, "supported", "supported", 300),
        ("supported · config=baseline and long", 1_234_567, "supported", "partial", 3),
        ("supported · config=strict and long", 999_999, "supported", "right_doc_wrong_passage", 9),
        ("supported · config=strict and long", 999_999, "supported", "differ", 4),
        ("supported · config=strict and long", 999_999, "supported", "unlabelled", 4),
    )


def shown(report: Report) -> str:
    stream = io.StringIO()
    show_page(page(report, full=False), stream)
    return stream.getvalue()


# Terminal


@pytest.mark.parametrize("which", ["take_all", "hostile", "every_state"])
def test_terminal_fits_80_columns(
    which: str, request: pytest.FixtureRequest, report_of: ReportOf
) -> None:
    text = shown(report_of(request.getfixturevalue(which)))
    assert max(len(line) for line in text.splitlines()) <= 80
    assert "…" not in text.replace("abababababababab…", "")


def test_terminal_answers_first(take_all: Calibration, report_of: ReportOf) -> None:
    lines = shown(report_of(take_all)).splitlines()
    first = "\n".join(lines[:24])
    assert "Can this judge be trusted?" in first
    assert "Do not trust it" in first
    assert "16.7 to 75.0 %" in first
    assert "each decided supported verdict stands for 7.3" in " ".join(first.split())
    assert "biased by the design" in first
    assert "What next?" in "\n".join(lines[:30])


def test_terminal_says_it_where_labels_are_simulated(
    take_all: Calibration, report_of: ReportOf
) -> None:
    items = tuple(
        replace(item, labels=tuple(replace(one, source="simulated") for one in item.labels))
        for item in take_all.items
    )
    lines = shown(report_of(replace(take_all, items=items))).splitlines()
    assert "Simulated labels: these figures show the demo, not people." in "\n".join(lines[:4])


def test_terminal_shows_texts_as_they_are(hostile: Calibration, report_of: ReportOf) -> None:
    text = shown(report_of(hostile))
    assert "[bold red]x[/]" in text
    assert "[red]|judge" in text
    assert "\x1b" not in text
    assert "␛[31mred" in text
    assert "\u202e" not in text


def test_terminal_without_labels_shows_no_empty_tables(
    calibrate: Calibrate, report_of: ReportOf
) -> None:
    text = shown(report_of(calibrate(("supported", 9, "supported", "unlabelled", 3))))
    assert "Nothing can be said yet" in text
    assert "undefined" not in text


# Markdown


def test_markdown_tables_cannot_be_broken(hostile: Calibration, report_of: ReportOf) -> None:
    text = markdown_of(page(report_of(hostile), full=True))
    widths: list[int] = []
    for line in text.splitlines():
        if line.startswith("|"):
            bars = line.replace("\\|", "").count("|")
            if not widths or "---" in line:
                widths = [bars]
            if "---" in line or len(widths) > 1:
                assert bars == widths[0]
            widths.append(bars)
        else:
            widths = []
    assert "<script>" not in text
    assert "\n# heading" not in text
    assert "\x1b" not in text


def test_markdown_holds_all_texts_of_an_item(take_all: Calibration, report_of: ReportOf) -> None:
    text = markdown_of(page(report_of(take_all), full=True))
    for words in (
        "Question 17?",
        "Answer 70.",
        "Claim 70.",
        "Passage 70.",
        "Reason 70.",
        "Evidence 70.",
        "doc:70",
        "another document (ada)",
    ):
        assert words in text


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("a|b", r"a\|b"),
        ("- item", r"\- item"),
        ("1. item", r"1\. item"),
        ("# head", r"\# head"),
        ("=== x", r"\=== x"),
        ("<b>*x*</b>", r"\<b\>\*x\*\</b\>"),
        ("two\nlines", "two lines"),
        ("see https://a.b or www.c.d", r"see https\://a.b or www\.c.d"),
        ("§ 12(b): 96.1 %", "§ 12(b): 96.1 %"),
    ],
)
def test_markdown_escapes(text: str, escaped: str) -> None:
    assert escape(text) == escaped


# JSON


def test_json_is_whole_and_strict(every_state: Calibration, report_of: ReportOf) -> None:
    def refuse(constant: str) -> None:
        raise AssertionError(constant)

    document = json.loads(json_text(report_of(every_state)), parse_constant=refuse)
    for key in (
        "sample", "counts", "agreement", "kappa", "ac1", "alpha", "confusion", "judge",
        "corrected", "false_supported", "annotators", "harness_bugs", "blindness", "provenance",
    ):  # fmt: skip
        assert key in document
    assert document["confusion"]["support"]["rows"] == "human"
    assert document["sample"]["strata"][0]["N"] == 30
    assert document["sample"]["sealed_sha256"] == "ab" * 32


def test_json_figures_say_how_they_were_made(take_all: Calibration, report_of: ReportOf) -> None:
    document = json.loads(json_text(report_of(take_all)))
    assert document["agreement"]["weighted"] == {
        "rate": pytest.approx(432.4 / 450),
        "low": pytest.approx(402 / 450),
        "high": pytest.approx(444 / 450),
        "n": 72,
        "method": "exact hypergeometric",
        "level": 0.95,
        "target": "run",
    }
    assert document["agreement"]["raw"]["target"] == "sample"
    undefined = document["judge"]["precision"]["partial"]["weighted"]
    assert undefined["value"] is None
    assert undefined["why"] == 'The judge called no decided verdict "partial".'


def test_json_texts_are_verbatim_and_harmless(hostile: Calibration, report_of: ReportOf) -> None:
    text = json_text(report_of(hostile))
    assert "\u202e" not in text
    assert "\x1b" not in text
    # The Arabic letter mark, the Mongolian separator, a tag, half a surrogate pair.
    hidden = "a\u061cb\u180ec\U000e0041d\udc80e\xadf"
    every = replace(hostile, items=tuple(replace(one, claim=hidden) for one in hostile.items))
    safe_text = json_text(report_of(every))
    assert not set(hidden) & set(safe_text) - set("abcdef")
    shown = json.loads(safe_text)["false_supported"]["unsupported->supported"]
    assert [item["claim"] for item in shown] == [hidden, hidden]
    items = json.loads(text)["false_supported"]["unsupported->supported"]
    assert [item["claim"] for item in items] == [HOSTILE, HOSTILE]


# CSV


def test_csv_files_read_back(every_state: Calibration, report_of: ReportOf) -> None:
    report = report_of(every_state)
    files = csv_files(report)
    assert set(files) == {
        "strata.csv",
        "figures.csv",
        "slices.csv",
        "people.csv",
        "confusion.csv",
        "items.csv",
    }
    assert {text[0] for text in files.values()} == {"\ufeff"}, "Excel would not read UTF-8"
    rows = {name: list(csv.DictReader(io.StringIO(text[1:]))) for name, text in files.items()}
    assert len(rows["confusion.csv"]) == 9 + 36
    assert len(rows["items.csv"]) == report.sample.drawn
    assert len(rows["figures.csv"]) == 2 * len(report.figures)
    assert rows["strata.csv"][0]["N"] == "30"
    states = {row["decision"] for row in rows["items.csv"]}
    assert states == {"decided", "harness_bug", "cannot_judge", "differ", "unlabelled"}


def test_what_people_marked_and_found_stands_in_every_rendering(
    calibrate: Calibrate, report_of: ReportOf
) -> None:
    made = calibrate(("supported", 438, "supported", "wrong_document", 2))
    marked = Evidence(text="no such duty", start=10, end=22)
    (first, second) = made.items
    label = replace(first.labels[0], evidence=marked, found="doc:9", highlighted=True)
    report = report_of(replace(made, items=(replace(first, labels=(label,)), second)))
    (one, other) = json.loads(json_text(report))["false_supported"]["unsupported->supported"]
    assert one["labels"][0]["evidence"] == {"text": "no such duty", "start": 10, "end": 22}
    assert (one["labels"][0]["found"], one["labels"][0]["highlighted"]) == ("doc:9", True)
    assert other["labels"][0]["evidence"] is other["labels"][0]["found"] is None
    markdown = markdown_of(page(report, full=True))
    assert "(ada, found in doc:9)" in markdown
    assert "ada: no such duty (characters 10 to 22)" in markdown
    assert markdown.count("they marked") == 1
    html = html_of(report)
    assert "found in doc:9 (ada)" in html
    assert ">they marked<" in html
    row, *_ = csv.DictReader(io.StringIO(csv_files(report)["items.csv"].removeprefix("\ufeff")))
    assert row["evidence"] == "ada: no such duty (characters 10 to 22)"
    assert row["found"] == "ada: doc:9"


def test_csv_cells_are_no_formulas(hostile: Calibration, report_of: ReportOf) -> None:
    for text in csv_files(report_of(hostile)).values():
        for row in csv.reader(io.StringIO(text)):
            for cell in row:
                if cell.startswith(("=", "+", "-", "@", "\t", "\r")):
                    float(cell)  # a number below zero is a number


@given(st.text())
def test_csv_safe(text: str) -> None:
    found = safe(text)
    assert isinstance(found, str)
    assert not found.startswith(("=", "+", "-", "@", "\t", "\r"))
    assert found.removeprefix("'") == text.removeprefix("'")


# Words


@pytest.mark.parametrize(
    ("value", "text"),
    [(0, "0.0 %"), (0.0003, "<0.1 %"), (0.5, "50.0 %"), (0.9998, ">99.9 %"), (1, "100.0 %")],
)
def test_nothing_is_rounded_into_certainty(value: float, text: str) -> None:
    assert percent(value) == text


def test_numbers() -> None:
    assert percent_range(0.882, 0.96) == "88.2 to 96.0 %"
    assert [number(value) for value in (12, 14.6, 1900, 12345.67)] == [
        "12", "14.6", "1,900", "12,346",
    ]  # fmt: skip
    figure = Figure(value=None, low=None, high=None, n=0, method=Method.NONE, level=0.95, why="x")
    assert share_text(figure) == "undefined"


@pytest.mark.parametrize(
    "cell",
    ["＝1+1", "＋1", "－1", "＠x", " =1+1", "\n@x", "\u3000－1", "\u200b=1", "\x00@SUM(A1)"],
)
def test_csv_formulas_in_disguise(cell: str) -> None:
    assert safe(cell) == f"'{cell}"
    assert safe(f"a{cell}") == f"a{cell}"


def test_csv_text_opens_no_row(take_all: Calibration, report_of: ReportOf) -> None:
    items = tuple(replace(item, claim="x\r=1+1") for item in take_all.items)
    text = csv_files(report_of(replace(take_all, items=items)))["items.csv"]
    assert '"x\r=1+1"' in text
    assert ",x\r" not in text


def test_csv_counts_harness_bugs_apart(calibrate: Calibrate, report_of: ReportOf) -> None:
    report = report_of(
        calibrate(
            ("supported", 50, "supported", "supported", 4),
            ("supported", 50, "supported", "bug", 3),
        )
    )
    (row,) = csv.DictReader(io.StringIO(csv_files(report)["strata.csv"].removeprefix("\ufeff")))
    assert (row["labelled"], row["decided"], row["harness_bugs"]) == ("7", "4", "3")


def test_people_are_shown_beside_each_other(calibrate: Calibrate, report_of: ReportOf) -> None:
    report = report_of(
        calibrate(
            ("supported", 9, "supported", "supported", 2),
            ("supported", 9, "supported", "differ", 2),
        )
    )
    text = shown(report)
    assert "How far people agree with each other" in text
    assert "ada, bob" in text
    assert max(len(line) for line in text.splitlines()) <= 80
