"""Depositions as files: `corpus quote` gives page and line, whatever the format."""

import json
import re
from pathlib import Path

import pytest

from corpus.workspace import Workspace
from tests.conftest import Run
from tests.corpus.made import SPOKEN, condensed_pdf, docx_of, pdf_of, transcript_pdf


def lines(label: int, form: str = "{0:2}   {1}") -> list[str]:
    return [f"Page {label}", *(form.format(n, words) for n, words in enumerate(SPOKEN, 1))]


def as_text(path: Path) -> Path:
    path.write_text("\n\f".join("\n".join(lines(label)) for label in (12, 13)))
    return path


def as_text_whose_pages_end_in_a_line(path: Path) -> Path:
    path.write_text("\f".join("\n".join(lines(label)) for label in (12, 13)))
    return path


def as_text_with_page_numbers_at_the_foot(path: Path) -> Path:
    pages = ("\n".join((*lines(label)[1:], "", f"   {label}")) for label in (12, 13))
    path.write_text("".join(f"{page}\f" for page in pages))
    return path


def as_windows_text(path: Path) -> Path:
    path.write_bytes(as_text(path).read_text().replace("\n", "\r\n").encode("cp1252"))
    return path


def as_markdown(path: Path) -> Path:
    """Under a heading, each page a paragraph."""
    pages = "\n\n".join("\n".join(lines(label)) for label in (12, 13))
    path.write_text(f"# Deposition of *A. Smith*\n\n{pages}\n")
    return path


def as_markdown_with_form_feeds(path: Path) -> Path:
    return as_text_with_page_numbers_at_the_foot(path)


def as_markdown_with_headings(path: Path) -> Path:
    path.write_text("\n\n".join(f"## {p[0]}\n\n" + "\n".join(p[1:]) for p in map(lines, (12, 13))))
    return path


def as_markdown_whose_lines_are_indented(path: Path) -> Path:
    """By so much that they are code."""
    pages = (lines(label, "      {0:2}   {1}") for label in (12, 13))
    path.write_text("\n\n".join(f"{page[0]}\n\n" + "\n".join(page[1:]) for page in pages))
    return path


def as_html(path: Path) -> Path:
    """Preformatted, with the marks that a viewer sets."""
    marked = ("\n".join((f'<a id="p{n}">', *lines(n), "</a>")) for n in (12, 13))
    path.write_text(f"<html><body><pre>{''.join(marked)}</pre></body></html>")
    return path


def as_docx(path: Path) -> Path:
    return docx_of(path, [*lines(12, "{0}\t{1}"), "\f", *lines(13, "{0}\t{1}")])


def as_pdf(path: Path) -> Path:
    return transcript_pdf(path, (12, 13), numbers_apart=False)


def as_pdf_with_its_numbers_apart(path: Path) -> Path:
    return transcript_pdf(path, (12, 13), numbers_apart=True)


def as_condensed_pdf(path: Path) -> Path:
    return condensed_pdf(path, (10, 11, 12, 13))


FORMS = [
    ("a.txt", as_text),
    ("a.txt", as_windows_text),
    ("a.txt", as_text_whose_pages_end_in_a_line),
    ("a.txt", as_text_with_page_numbers_at_the_foot),
    ("a.md", as_markdown),
    ("a.md", as_markdown_with_form_feeds),
    ("a.md", as_markdown_with_headings),
    ("a.md", as_markdown_whose_lines_are_indented),
    ("a.html", as_html),
    ("a.docx", as_docx),
    ("a.pdf", as_pdf),
    ("a.pdf", as_pdf_with_its_numbers_apart),
    ("a.pdf", as_condensed_pdf),
]

PAGED = [(name, make) for name, make in FORMS[:-1] if name not in ("a.md", "a.html")]
"""Those with a page of the file for each printed one."""

QUOTES = [
    # words, where they are said on page 12
    ("warehouse at 7", "12:5"),
    ("see the defendant on the morning of May 3?", "12:1-3"),
    ('I saw him enter the warehouse at 7 o\'clock. Q. Was he "alone"?', "12:4-7"),
    ("Question nine? Q. Did you see the defendant", "12:25-13:2"),
]


@pytest.mark.parametrize(
    ("name", "make"), FORMS, ids=lambda value: getattr(value, "__name__", None)
)
def test_a_quote_is_located_by_page_and_line(
    name: str, make: object, tmp_path: Path, study: Workspace, run: Run
) -> None:
    assert callable(make)
    run("corpus", "add", make(tmp_path / name), "--workspace", study.root)
    for words, place in QUOTES:
        printed = run("corpus", "quote", words, "--workspace", study.root).out
        places = re.findall(r"lines (\S+):", printed)
        assert place in places, (words, printed)
    data = json.loads(run("corpus", "quote", "May 3?", "--json", "--workspace", study.root).out)
    assert "12:3" in [place["lines"] for place in data["places"]]


def test_the_page_of_the_file_and_the_printed_one_are_both_told(
    tmp_path: Path, study: Workspace, run: Run
) -> None:
    run("corpus", "add", as_pdf(tmp_path / "a.pdf"), "--workspace", study.root)
    printed = run("corpus", "quote", "warehouse at 7", "--workspace", study.root).out.splitlines()
    assert [line.partition(": ")[0].partition(", ")[2] for line in printed] == [
        "page 1, lines 12:5",
        "page 2, lines 13:5",
    ]


@pytest.mark.parametrize(
    ("name", "make"), PAGED, ids=lambda value: getattr(value, "__name__", None)
)
def test_a_quote_over_a_page_end_is_told_on_both_pages(
    name: str, make: object, tmp_path: Path, study: Workspace, run: Run
) -> None:
    assert callable(make)
    run("corpus", "add", make(tmp_path / name), "--workspace", study.root)
    command = ("corpus", "quote", "Question nine? Q. Did you see", "--workspace", study.root)
    assert "pages 1-2, lines 12:25-13:1: " in run(*command).out
    (place,) = json.loads(run(*command, "--json").out)["places"]
    assert (place["page"], place["last_page"]) == ("1", "2")


def test_a_page_whose_number_is_not_printed_has_no_line(
    tmp_path: Path, study: Workspace, run: Run
) -> None:
    pages = [[f"{n} {words}" for n, words in enumerate(SPOKEN, 1)] for _ in range(2)]
    run("corpus", "add", pdf_of(tmp_path / "a.pdf", pages), "--workspace", study.root)
    printed = run("corpus", "quote", "warehouse at 7", "--workspace", study.root).out
    assert "page 2" in printed
    assert "lines" not in printed
