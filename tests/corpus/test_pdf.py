"""PDFs: the text that an attorney would copy from the page, its pages, and what has no text."""

from pathlib import Path

import pytest

from corpus.errors import InputError
from corpus.quoting.quotes import find_quote
from corpus.readers.detect import read
from corpus.readers.source import NoTextError, SourceDocument
from tests.corpus.made import HEIGHT, WIDTH, canvas, pdf_of, scan_of


def one(path: Path) -> SourceDocument:
    (found,) = read(path)
    return found


def test_pages_are_parted_by_form_feeds_and_counted(tmp_path: Path) -> None:
    path = pdf_of(tmp_path / "Brief of Smith.pdf", [["One.", "Two."], ["Three."]])
    source = one(path)
    document = source.document
    assert (document.id, document.title, source.reader) == (
        "brief-of-smith",
        "Brief of Smith",
        "pdf",
    )
    assert document.text == "One.\nTwo.\n\fThree."
    assert [(page.label, page.start) for page in document.pages] == [("1", 0), ("2", 11)]
    assert (source.notes, source.encoding) == ((), None)
    assert document.page_at(document.text.index("Three")) == "2"


def test_a_page_is_labelled_as_the_file_labels_it(tmp_path: Path) -> None:
    drawn = canvas(tmp_path / "a.pdf")
    drawn.addPageLabel(0, style="ROMAN_LOWER", start=4)
    drawn.addPageLabel(1, style="ARABIC", start=1)
    for words in ("Table of authorities", "Argument", "Conclusion"):
        drawn.drawString(72, 700, words)
        drawn.showPage()
    drawn.save()
    assert [page.label for page in one(tmp_path / "a.pdf").document.pages] == ["iv", "1", "2"]


def test_a_hyphen_at_a_line_end_and_the_line_end_stay(tmp_path: Path) -> None:
    document = one(pdf_of(tmp_path / "a.pdf", [["The defend-", "ant paid."]])).document
    assert document.text == "The defend-\nant paid."
    (match,) = find_quote([document], "The defendant paid.")
    assert match.normalisations == ("line-end hyphens",)


def test_columns_are_read_one_after_the_other(tmp_path: Path) -> None:
    drawn = canvas(tmp_path / "a.pdf")
    for left, name in ((72, "left"), (330, "right")):
        for row in range(20):
            drawn.drawString(left, 700 - 14 * row, f"The {name} column, line {row}")
    drawn.drawString(72, HEIGHT - 30, "100 Law Review 1")  # drawn last, printed first
    drawn.drawCentredString(WIDTH / 2, 30, "57")
    drawn.save()
    lines = one(tmp_path / "a.pdf").document.text.split("\n")
    assert lines[0] == "100 Law Review 1"
    assert lines[1:21] == [f"The left column, line {row}" for row in range(20)]
    assert lines[21:41] == [f"The right column, line {row}" for row in range(20)]
    assert lines[41:] == ["57"]


def test_a_raised_number_and_a_distant_cell_are_on_their_line(tmp_path: Path) -> None:
    drawn = canvas(tmp_path / "a.pdf")
    text = drawn.beginText(72, 700)
    text.textOut("The office filed its findings.")
    text.setRise(5)
    text.setFont("Helvetica", 7)
    text.textOut("1")
    text.setRise(0)
    text.setFont("Helvetica", 12)
    text.textOut(" It lost.")
    drawn.drawText(text)
    drawn.drawString(72, 650, "Invoice 101")
    drawn.drawRightString(500, 650, "$1,200.00")
    drawn.save()
    assert one(tmp_path / "a.pdf").document.text == (
        "The office filed its findings.1 It lost.\nInvoice 101 $1,200.00"
    )


def test_a_page_that_lies_on_its_side_is_read_upright(tmp_path: Path) -> None:
    drawn = canvas(tmp_path / "a.pdf")
    drawn.setPageRotation(90)
    drawn.rotate(90)
    drawn.translate(0, -WIDTH)
    for column in range(2):
        for row in range(1, 8):
            words = f"Line {row}." if column else str(row)
            drawn.drawString(72 + 30 * column, 500 - 20 * row, words)
    drawn.save()
    text = one(tmp_path / "a.pdf").document.text
    assert text.split("\n") == [f"{row} Line {row}." for row in range(1, 8)]


def test_a_scan_is_refused_with_what_to_do(tmp_path: Path) -> None:
    path = scan_of(tmp_path / "a.pdf", [None, None])
    with pytest.raises(NoTextError, match=r"a\.pdf holds no text on its 2 pages: .*ocrmypdf"):
        one(path)
    (tmp_path / "b.txt").write_text("Words.")
    skipped: list[str] = []
    assert [s.document.id for s in read(tmp_path, lambda _, why: skipped.append(why))] == ["b"]
    assert "it was scanned" in skipped[0]


def test_pages_without_text_are_told_by_number(tmp_path: Path) -> None:
    pages = [["One."], [], ["Three."], [], [], ["Six."]]
    source = one(pdf_of(tmp_path / "a.pdf", pages))
    (note,) = source.notes
    assert note.startswith("pages 2 and 4 to 5 hold no text (scanned or blank); recognise it")
    assert source.document.metadata == {"without text": "pages 2 and 4 to 5"}
    assert [page.label for page in source.document.pages] == ["1", "2", "3", "4", "5", "6"]
    assert source.document.page_at(source.document.text.index("Six.")) == "6"


def test_a_scan_that_is_stamped_has_no_text_worth_the_name(tmp_path: Path) -> None:
    (note,) = one(scan_of(tmp_path / "a.pdf", ["Case 1:20-cv-1 Page 1", "Page 2"])).notes
    assert note.startswith("pages 1 to 2 hold next to no readable text (scanned)")


def test_a_password_is_asked_for_only_where_the_file_needs_it(tmp_path: Path) -> None:
    locked = pdf_of(tmp_path / "a.pdf", [["Secret."]], password="open sesame")
    with pytest.raises(InputError, match=r"a\.pdf is encrypted; .*qpdf --decrypt"):
        one(locked)
    merely_protected = pdf_of(tmp_path / "b.pdf", [["Public."]], password="")
    assert one(merely_protected).document.text == "Public."


def test_the_title_in_the_file_is_kept_beside_its_name(tmp_path: Path) -> None:
    drawn = canvas(tmp_path / "a.pdf")
    drawn.setTitle("Brief — for § 1983")
    drawn.drawString(72, 700, "Words.")
    drawn.save()
    document = one(tmp_path / "a.pdf").document
    assert (document.title, document.metadata["title in the file"]) == ("a", "Brief — for § 1983")


def test_a_quote_runs_from_page_to_page_under_heads_and_feet(tmp_path: Path) -> None:
    words = ("alpha", "beta", "gamma", "delta")
    pages = [
        [
            f"Case 1:20-cv-00123  Document 45  Page {number} of 4",
            f"{word} begins here and the court went",
            f"to the witness named {word} and the de-",
            f"{number}",
            "Smith & Jones LLP",
        ]
        for number, word in enumerate(words, start=1)
    ]
    document = one(pdf_of(tmp_path / "a.pdf", pages)).document
    (match,) = find_quote([document], "witness named beta and the degamma begins here")
    assert match.page == "2"
    assert match.normalisations == ("line-end hyphens", "page heads")
    (foot,) = find_quote([document], "Page 3 of 4")
    assert foot.normalisations == ()  # it is there, and can be quoted


def test_what_is_filled_in_on_a_form_stands_on_its_line(tmp_path: Path) -> None:
    drawn = canvas(tmp_path / "a.pdf")
    drawn.drawString(72, 700, "Name of plaintiff:")
    drawn.drawString(72, 660, "Amount:")
    drawn.drawString(72, 600, "End of the form.")
    for name, height, value in (("a", 694, "Maria Lopez"), ("b", 654, "$1,200.00")):
        drawn.acroForm.textfield(name=name, x=200, y=height, width=200, height=20, value=value)
    drawn.linkURL("https://example.org", (72, 590, 100, 610))
    drawn.save()
    assert one(tmp_path / "a.pdf").document.text == (
        "Name of plaintiff: Maria Lopez\nAmount: $1,200.00\nEnd of the form."
    )


def test_single_spaced_lines_on_pleading_paper_stay_between_the_numbers(tmp_path: Path) -> None:
    drawn = canvas(tmp_path / "a.pdf")
    for row in range(1, 29):
        drawn.drawRightString(60, 740 - 24 * row, str(row))
    for row in (1, 2, 3):
        drawn.drawString(72, 740 - 24 * row, f"Double-spaced line {row}.")
    for half in range(6):
        drawn.drawString(100, 740 - 24 * 4 - 12 * half, f"Quoted line {half}.")
    drawn.drawString(72, 740 - 24 * 7, "The text goes on.")
    drawn.drawCentredString(WIDTH / 2, 30, "- 3 -")
    drawn.save()
    lines = one(tmp_path / "a.pdf").document.text.split("\n")
    assert lines[:11] == [
        "1 Double-spaced line 1.",
        "2 Double-spaced line 2.",
        "3 Double-spaced line 3.",
        "4 Quoted line 0.",
        "Quoted line 1.",
        "5 Quoted line 2.",
        "Quoted line 3.",
        "6 Quoted line 4.",
        "Quoted line 5.",
        "7 The text goes on.",
        "8",
    ]
    assert lines[-2:] == ["28", "- 3 -"]
