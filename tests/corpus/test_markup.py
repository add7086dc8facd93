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


KEPT = [
    # what a page holds, the lines that it shows
    ("<pre>one <b>two\nthree</b></pre>", ["one two", "three"]),
    ("<pre><code>one\n  two\n</code></pre>", ["one", "  two"]),
    ("<pre><span><a>one\n two</a></span></pre>", ["one", " two"]),
    ('<div style="white-space: pre-wrap">one <i>two\nthree</i></div>', ["one two", "three"]),
    (
        '<pre><span style="white-space: normal">one <i>two\nthree</i></span></pre>',
        ["one two three"],
    ),
    ('<pre>one\n<span style="display:none"><b>no\n</b></span>two</pre>', ["one", "two"]),
    ("<p>one <b>two\nthree</b></p>", ["one two three"]),
]


@pytest.mark.parametrize(("page", "lines"), KEPT)
def test_lines_are_kept_where_a_browser_keeps_them(
    page: str, lines: list[str], tmp_path: Path
) -> None:
    text = one(tmp_path / "a.html", f"<html>{page}</html>").document.text
    assert [line.rstrip() for line in text.rstrip().split("\n")] == lines


def test_a_block_of_code_in_markdown_keeps_its_lines(tmp_path: Path) -> None:
    source = one(tmp_path / "a.md", "Terms:\n\n```\none\n  two\n```\n\n    three\n    four\n")
    assert source.document.text.split() == ["Terms:", "one", "two", "three", "four"]
    assert "one\n  two" in source.document.text
    assert "three\nfour" in source.document.text


def test_numbered_lines_that_are_no_transcript_are_a_paragraph(tmp_path: Path) -> None:
    rows = "\n".join(f"{n} an entry" for n in range(1, 30))
    assert "1 an entry 2 an entry" in one(tmp_path / "a.md", rows).document.text
