"""DOCX: all that Word prints in the body, in order, with the page breaks that the file states."""

import re
import zipfile
from pathlib import Path

import docx
import pytest

from corpus.errors import InputError
from corpus.quoting.quotes import find_quote
from corpus.readers.detect import read
from corpus.readers.source import SourceDocument
from tests.corpus.made import docx_of, docx_with, word

W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
NOTES = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/footnotes"


def one(path: Path) -> SourceDocument:
    (found,) = read(path)
    return found


def body(tmp_path: Path, *elements: str) -> str:
    """The text of a DOCX whose body has these elements."""
    document = docx.Document()
    for element in elements:
        document.element.body.insert_element_before(word(element), "w:sectPr")
    document.save(str(tmp_path / "a.docx"))
    return one(tmp_path / "a.docx").document.text


def test_a_contract(tmp_path: Path) -> None:
    document = docx.Document()
    document.core_properties.title = "Lease"
    document.add_heading("LEASE", 0)
    paragraph = document.add_paragraph("“Term” means ")
    paragraph.add_run("five years").bold = True
    paragraph.add_run(".")
    table = document.add_table(2, 2)
    for cell, words in zip(
        (cell for row in table.rows for cell in row.cells),
        ("Rent", "$1,200.00", "Due\non", "the first"),
        strict=True,
    ):
        cell.text = words
    document.save(str(tmp_path / "a.docx"))
    source = one(tmp_path / "a.docx")
    assert source.document.text == (
        "LEASE\n“Term” means five years.\nRent\t$1,200.00\nDue on\tthe first\n"
    )
    assert source.document.metadata == {"title in the file": "Lease"}
    assert (source.reader, source.document.pages) == ("docx", ())


ELEMENTS = [
    # WordprocessingML, its text
    ("<w:p><w:ins><w:r><w:t>Inserted</w:t></w:r></w:ins></w:p>", "Inserted\n"),
    ("<w:p><w:r><w:t>A</w:t></w:r><w:del><w:r><w:delText>B</w:delText></w:r></w:del></w:p>", "A\n"),
    ("<w:p><w:moveFrom><w:r><w:t>A</w:t></w:r></w:moveFrom><w:r><w:t>B</w:t></w:r></w:p>", "B\n"),
    ("<w:p><w:hyperlink><w:r><w:t>link</w:t></w:r></w:hyperlink></w:p>", "link\n"),
    (
        "<w:sdt><w:sdtContent><w:p><w:r><w:t>Field</w:t></w:r></w:p></w:sdtContent></w:sdt>",
        "Field\n",
    ),
    ("<w:p><w:r><w:t>A</w:t><w:tab/><w:t>B</w:t><w:br/><w:t>C</w:t></w:r></w:p>", "A\tB\nC\n"),
    ("<w:p><w:r><w:t>co</w:t><w:noBreakHyphen/><w:t>op</w:t></w:r></w:p>", "co-op\n"),
    ("<w:p><w:r><w:t>co</w:t><w:softHyphen/><w:t>op</w:t></w:r></w:p>", "coop\n"),
    (
        "<w:p><w:r><w:instrText>PAGE</w:instrText></w:r><w:r><w:t>x</w:t></w:r></w:p>",
        "x\n",
    ),
    (
        "<w:p><w:r><w:t>A</w:t><w:pict><w:txbxContent><w:p><w:r><w:t>Box</w:t></w:r></w:p>"
        "</w:txbxContent></w:pict></w:r></w:p>",
        "A\nBox\n",
    ),
    (
        "<w:tbl><w:tr><w:tc><w:tbl><w:tr><w:tc><w:p><w:r><w:t>in</w:t></w:r></w:p></w:tc></w:tr>"
        "</w:tbl><w:p/></w:tc><w:tc><w:p><w:r><w:t>out</w:t></w:r></w:p></w:tc></w:tr></w:tbl>",
        "in\tout\n",
    ),
]


@pytest.mark.parametrize(("element", "text"), ELEMENTS)
def test_what_word_prints(element: str, text: str, tmp_path: Path) -> None:
    assert body(tmp_path, element) == text


NOTED = "<w:p><w:r><w:lastRenderedPageBreak/><w:t>{}</w:t></w:r></w:p>"
PLAIN = "<w:p><w:r><w:t>{}</w:t></w:r></w:p>"
SET = '<w:p><w:r><w:br w:type="page"/></w:r></w:p>'
BEFORE = "<w:p><w:pPr><w:pageBreakBefore/></w:pPr><w:r><w:t>{}</w:t></w:r></w:p>"
SECTION = '<w:p><w:pPr><w:sectPr><w:type w:val="{}"/></w:sectPr></w:pPr></w:p>'

BREAKS = [
    # paragraphs, where the pages begin
    ([PLAIN.format("One"), PLAIN.format("more")], []),  # none is stated, none is invented
    ([PLAIN.format("One"), NOTED.format("Two")], ["One", "Two"]),
    ([PLAIN.format("One"), SET, PLAIN.format("Two")], ["One", "Two"]),
    ([PLAIN.format("One"), SET, NOTED.format("Two")], ["One", "Two"]),  # said twice, is one
    ([PLAIN.format("One"), SET, SET, PLAIN.format("Three")], ["One", "", "Three"]),
    ([PLAIN.format("One"), BEFORE.format("Two")], ["One", "Two"]),
    ([PLAIN.format("One"), SECTION.format("nextPage"), PLAIN.format("Two")], ["One", "Two"]),
    ([PLAIN.format("One"), SECTION.format("continuous"), PLAIN.format("more")], []),
    ([NOTED.format("One"), NOTED.format("Two")], ["One", "Two"]),
]


@pytest.mark.parametrize(("paragraphs", "begin"), BREAKS)
def test_pages_are_those_that_the_file_states(
    paragraphs: list[str], begin: list[str], tmp_path: Path
) -> None:
    body(tmp_path, *paragraphs)
    document = one(tmp_path / "a.docx").document
    assert [page.label for page in document.pages] == [str(n + 1) for n in range(len(begin))]
    pages = document.text.split("\f")
    for page, words in zip(document.pages, begin, strict=True):
        assert document.text[page.start :].lstrip("\n").startswith(words)
    assert len(pages) == max(1, len(begin))


def with_footnotes(tmp_path: Path, before: str = "") -> Path:
    original = docx_of(tmp_path / "plain.docx", ["The court held"])
    xml = (
        f'<w:document xmlns:w="{W}"><w:body>{before}<w:p><w:r><w:t>The court</w:t></w:r>'
        '<w:r><w:footnoteReference w:id="2"/></w:r><w:r><w:t xml:space="preserve"> held.</w:t>'
        "</w:r></w:p></w:body></w:document>"
    )
    notes = (
        f'<w:footnotes xmlns:w="{W}"><w:footnote w:type="separator" w:id="0"><w:p/></w:footnote>'
        '<w:footnote w:id="2"><w:p><w:r><w:t>See Howell.</w:t></w:r></w:p></w:footnote>'
        "</w:footnotes>"
    )
    relations = (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        f'<Relationship Id="rId1" Type="{NOTES}" Target="footnotes.xml"/></Relationships>'
    )
    members = {
        "word/document.xml": xml.encode(),
        "word/footnotes.xml": notes.encode(),
        "word/_rels/document.xml.rels": relations.encode(),
    }
    return docx_with(tmp_path / "a.docx", original, members)


def test_footnotes_are_a_part_of_their_own(tmp_path: Path) -> None:
    document = one(with_footnotes(tmp_path)).document
    assert [(part.kind, document.text[part.start : part.end]) for part in document.parts] == [
        ("text", "The court held.\n"),
        ("footnotes", "1 See Howell."),
    ]
    (match,) = find_quote([document], "The court held.")
    assert match.normalisations == ()  # across the mark of the note


def test_footnotes_are_on_no_page_that_is_counted(tmp_path: Path) -> None:
    document = one(with_footnotes(tmp_path, PLAIN.format("First.") + SET)).document
    places = {words: document.page_at(document.text.index(words)) for words in ("court", "Howell")}
    assert places == {"court": "2", "Howell": "footnotes"}
    assert [part.kind for part in document.parts] == ["text", "footnotes"]


def test_an_entity_is_never_resolved(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("a secret of this machine")
    xml = (
        f'<!DOCTYPE d [<!ENTITY e SYSTEM "{(tmp_path / "secret.txt").as_uri()}">]>'
        f'<w:document xmlns:w="{W}"><w:body><w:p><w:r><w:t>Words &e;</w:t></w:r></w:p></w:body>'
        "</w:document>"
    )
    original = docx_of(tmp_path / "plain.docx", ["x"])
    path = docx_with(tmp_path / "a.docx", original, {"word/document.xml": xml.encode()})
    assert "secret" not in one(path).document.text


def test_a_docx_without_a_document_is_damaged(tmp_path: Path) -> None:
    original = docx_of(tmp_path / "plain.docx", ["x"])
    path = docx_with(tmp_path / "a.docx", original, {"word/document.xml": b"<w:document"})
    with pytest.raises(InputError, match=r"a\.docx is a damaged DOCX .*save it anew"):
        one(path)


PARTS = (
    "[Content_Types].xml",
    "_rels/.rels",
    "docProps/core.xml",
    "word/document.xml",
    "word/styles.xml",
    "word/_rels/document.xml.rels",
)


SPARE = {("word/_rels/document.xml.rels", None), ("word/styles.xml", b"<x/>")}
"""Without which the text is read all the same."""


@pytest.mark.parametrize("name", PARTS)
@pytest.mark.parametrize("content", [None, b"<x", b"<x/>"])
def test_a_package_with_a_part_that_is_not_right_is_refused_in_words(
    name: str, content: bytes | None, tmp_path: Path
) -> None:
    whole = docx_of(tmp_path / "whole.docx", ["The lease."])
    with zipfile.ZipFile(whole) as source, zipfile.ZipFile(tmp_path / "a.docx", "w") as made:
        for member in source.namelist():
            data = content if member == name else source.read(member)
            if data is not None:
                made.writestr(member, data)
    if (name, content) in SPARE:
        (found,) = read(tmp_path / "a.docx")
        assert found.document.text.strip() == "The lease."
        return
    with pytest.raises(InputError, match=r"a\.docx is a damaged DOCX \([a-zA-Z ]+\); ") as refused:
        list(read(tmp_path / "a.docx"))
    assert not re.search(r"[A-Z]\w+Error|ZipFile", str(refused.value))
