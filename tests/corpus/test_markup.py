"""HTML and Markdown: the words that a browser shows, and none of the markup."""

from pathlib import Path

import pytest

from corpus.errors import InputError
from corpus.readers.detect import read
from corpus.readers.source import NoTextError, SourceDocument


def one(path: Path, text: str, encoding: str = "utf-8") -> SourceDocument:
    path.write_bytes(text.encode(encoding))
    (found,) = read(path)
    return found


HTML = """<!DOCTYPE html>
<html><head><title>Smith
 v. Jones</title><script>steal()</script><style>p {}</style></head>
<body><!-- a note --><h1>Smith</h1><p>The <span>off</span><span>icer</span> held<br>that &sect; 1983
applies.</p><p style="display: none">Hidden.</p><ul><li>one<li>two</ul>
<table><tr><td>Rent<td>$1,200</table></body></html>"""


def test_html_is_what_a_browser_shows(tmp_path: Path) -> None:
    source = one(tmp_path / "a.html", HTML)
    assert " ".join(source.document.text.split()) == (
        "Smith The officer held that § 1983 applies. * one * two Rent $1,200"
    )
    assert "held\nthat" in source.document.text
    assert (source.reader, source.encoding, source.notes) == ("html", "utf-8", ())
    assert source.document.metadata == {"title in the file": "Smith v. Jones"}
    assert (source.document.title, source.document.pages) == ("a", ())


@pytest.mark.parametrize(
    ("head", "encoding", "recorded"),
    [
        ('<meta charset="ISO-8859-1">', "latin-1", "windows-1252"),
        (
            '<meta http-equiv="content-type" content="text/html; charset=windows-1250">',
            "cp1250",
            "",
        ),
        ('<?xml version="1.0" encoding="Shift_JIS"?>', "shift_jis", ""),
        ('<meta charset="latin-1">', "utf-8", "utf-8"),  # it says so, and is not
        ('<meta charset="no-such-thing">', "utf-8", "utf-8"),
        ("", "utf-16", "utf-16-le"),
    ],
)
def test_the_encoding_is_the_one_that_the_page_states(
    head: str, encoding: str, recorded: str, tmp_path: Path
) -> None:
    words = {"shift_jis": "裁判所", "cp1250": "Źródło"}.get(encoding, "Núñez")
    page = f"{head}<html><p>The name is {words}.</p></html>"
    source = one(tmp_path / "a.html", page, encoding)
    assert source.document.text.strip() == f"The name is {words}."
    assert source.encoding == (recorded or encoding)
    assert bool(source.notes) == (source.encoding != "utf-8")


MARKDOWN = """---
title: not the text
---
# The *holding*

A “quoted” [authority](https://example.org) with `code` and
a soft line end.

- one
- two

| Rent | Due |
|---|---|
| $1,200 | the first |
"""


def test_markdown_is_its_words(tmp_path: Path) -> None:
    source = one(tmp_path / "a.md", MARKDOWN)
    assert source.document.text.split("\n") == [
        "The holding",
        "",
        "A “quoted” authority with code and a soft line end.",
        "",
        "  * one",
        "  * two",
        "Rent    Due      ",
        "$1,200  the first",
        "",
    ]
    assert (source.reader, source.encoding) == ("markdown", "utf-8")


def test_a_line_between_two_rules_is_no_front_matter(tmp_path: Path) -> None:
    assert "Words." in one(tmp_path / "a.md", "---\n\nWords.\n\n---\n\nMore.\n").document.text


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.html", "<html>" + "<div>" * 100_000 + "words</html>"),
        ("a.html", "<html><p>words" + "<table><tr><td>" * 3000 + "words</html>"),
        ("a.md", "words\n\n" + ">" * 100_000 + "words"),
        ("a.md", "words\n\n" + "".join("  " * n + "- words\n" for n in range(200))),
    ],
)
def test_what_is_nested_too_deeply_is_refused_and_not_cut(
    name: str, text: str, tmp_path: Path
) -> None:
    with pytest.raises(InputError, match=r"nested too deeply to be read whole; print it to a PDF"):
        one(tmp_path / name, text)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.html", "<html><script>x</script></html>"),
        ("a.html", "<!-- nothing -->"),
        ("a.md", "---\ntitle: x\n---\n"),
        ("a.md", "[a]: https://example.org\n"),
    ],
)
def test_what_shows_no_text_is_refused(name: str, text: str, tmp_path: Path) -> None:
    with pytest.raises(NoTextError, match=r"(shows|holds) no text; leave it out"):
        one(tmp_path / name, text)
