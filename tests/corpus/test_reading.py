"""Readers on good input: what a file is, what its document holds, and real collections."""

import json
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from corpus.chunking import passages
from corpus.document import Document
from corpus.readers.detect import read
from corpus.readers.source import SourceDocument

Case = Callable[..., dict[str, Any]]


def write_json(path: Path, value: object) -> Path:
    """The value as a JSON file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


def one(path: Path) -> SourceDocument:
    (found,) = read(path)
    return found


def test_a_cap_case_is_one_document_with_a_part_for_each_opinion(
    tmp_path: Path, cap_case: Case
) -> None:
    facts = {
        "decision_date": "1953-11-20",
        "citations": [
            {"type": "parallel", "cite": "1 Foo 2"},
            {"type": "official", "cite": "100 A.2d 456"},
        ],
        "court": {"name": "Court of Foo"},
        "first_page": "456",
    }
    source = one(write_json(tmp_path / "x.json", cap_case(**facts)))
    document = source.document
    assert (document.id, document.title) == ("cap-7", "Foo v. Bar")
    assert document.text == "FOO v. BAR.\n\nWe affirm.\n\nI dissent."
    assert [
        (part.kind, part.author, document.text[part.start : part.end]) for part in document.parts
    ] == [
        ("head matter", None, "FOO v. BAR."),
        ("majority", "HOOD", "We affirm."),
        ("dissent", None, "I dissent."),
    ]
    assert (document.citation, document.court) == ("100 A.2d 456", "Court of Foo")
    assert (document.decided, document.metadata) == ("1953-11-20", {"first_page": "456"})
    assert (source.reader, source.licence) == ("cap", "CC0-1.0")


def test_an_empty_head_matter_and_an_empty_opinion_are_no_parts(
    tmp_path: Path, cap_case: Case
) -> None:
    body = {"head_matter": " ", "opinions": [{"text": ""}, {"text": "Affirmed.", "type": None}]}
    document = one(write_json(tmp_path / "x.json", cap_case(casebody=body))).document
    assert [part.kind for part in document.parts] == ["opinion"]
    assert document.text == "Affirmed."


def test_the_shape_of_the_older_api_is_read(tmp_path: Path, cap_case: Case) -> None:
    nested = cap_case()
    nested["casebody"] = {"status": "ok", "data": nested["casebody"]}
    assert one(write_json(tmp_path / "x.json", nested)).document.text.endswith("I dissent.")


def test_courtlistener_text_is_verbatim_and_form_feeds_are_pages(tmp_path: Path) -> None:
    text = "Syllabus\n\fpage two \x00\x1b[31m\u202e[bold] e\u0301\n\f"
    data = {"id": 5, "case_name": "A v. B", "date_filed": "2017-05-01", "plain_text": text}
    source = one(write_json(tmp_path / "x.json", data | {"html": "<p>other</p>"}))
    document = source.document
    assert (document.id, document.title, document.decided) == ("cl-5", "A v. B", "2017-05-01")
    assert document.text == text
    assert [(page.label, page.start) for page in document.pages] == [("1", 0), ("2", 10)]
    assert (source.reader, source.licence) == ("courtlistener", None)


def test_courtlistener_html_is_rendered_where_there_is_no_text(tmp_path: Path) -> None:
    data = {
        "id": 5,
        "plain_text": "",
        "html": "<?xml version='1.0' encoding='utf-8'?><p>We <b>affirm</b>.</p><p>So ordered.</p>",
        "type": "040dissent",
        "author_str": "Hood",
    }
    document = one(write_json(tmp_path / "x.json", data)).document
    assert "We affirm." in document.text
    assert "<" not in document.text
    assert document.metadata["text_field"] == "html"
    assert (document.parts[0].kind, document.parts[0].author) == ("dissent", "Hood")


def test_json_lines_take_every_scalar(tmp_path: Path) -> None:
    rows: list[dict[str, Any]] = [
        {"id": "a-1", "text": "One.", "title": "T", "citation": "1 U.S. 1", "court": "C"},
        {"_id": 4983, "title": "BEIR", "text": "Two.", "metadata": {"nested": 1}, "year": 1953},
        {"id": "s", "sentences": ["Three.", "Four."], "ok": True, "none": None, "licence": "CC0"},
    ]
    path = tmp_path / "rows.jsonl"
    lines = "\n\n".join(json.dumps(row) for row in rows)
    path.write_text("\ufeff" + lines + "\n", encoding="utf-8")
    found = list(read(path))
    first, second, third = (source.document for source in found)
    assert (first.id, first.title, first.citation, first.court) == ("a-1", "T", "1 U.S. 1", "C")
    assert (second.id, second.title, second.text) == ("4983", "BEIR", "Two.")
    assert second.metadata == {"year": "1953"}
    assert (third.title, third.text, third.metadata) == ("s", "Three. Four.", {"ok": "true"})
    assert [source.licence for source in found] == [None, None, "CC0"]
    assert [source.source for source in found] == [f"{path}, line {n}" for n in (1, 3, 5)]


def test_a_line_separator_inside_a_text_is_no_new_line(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text('{"id": "a", "text": "x\u2028y\u0085z"}\n', encoding="utf-8")
    assert one(path).document.text == "x\u2028y\u0085z"


@pytest.mark.parametrize(
    ("name", "identity"),
    [
        ("Fisher v. Texas.txt", "fisher-v.-texas"),
        ("a:b[c].text", "a-b-c"),
        ("Überprüfung.txt", "überprüfung"),
        ("no-suffix", "no-suffix"),
    ],
)
def test_a_text_file_has_its_name_for_an_id(tmp_path: Path, name: str, identity: str) -> None:
    path = tmp_path / name
    text = "\x00 kept\r\n\x1b[0m\u202e [bold]\n"
    path.write_text(text, encoding="utf-8", newline="")
    source = one(path)
    assert (source.document.id, source.reader) == (identity, "text")
    assert source.document.text == text


def test_content_decides_not_the_suffix(tmp_path: Path, cap_case: Case) -> None:
    assert one(write_json(tmp_path / "case.txt", cap_case())).reader == "cap"
    rows = tmp_path / "rows.json"
    rows.write_text('{"id": "a", "text": "x"}\n{"id": "b", "text": "y"}\n')
    assert [source.document.id for source in read(rows)] == ["a", "b"]
    braces = tmp_path / "braces.txt"
    braces.write_text('{}\n{"this": "is text"}\n')
    assert one(braces).reader == "text"
    renamed = tmp_path / "volume.bin"
    with zipfile.ZipFile(renamed, "w") as archive:
        archive.writestr("json/0001-01.json", json.dumps(cap_case()))
    assert one(renamed).reader == "cap"


def test_a_folder_is_read_at_every_depth_and_what_is_no_document_is_said(
    tmp_path: Path, cap_case: Case
) -> None:
    write_json(tmp_path / "us/1/cases/0001-01.json", cap_case(id=1))
    write_json(tmp_path / "us/2/cases/0001-01.json", cap_case(id=2))
    write_json(tmp_path / "us/2/CasesMetadata.json", [cap_case(id=2)])
    write_json(tmp_path / "us/VolumesMetadata.json", [])
    (tmp_path / "us/2/html").mkdir()
    (tmp_path / "us/2/html/0001-01.html").write_text("<p>copy</p>")
    (tmp_path / "notes.txt").write_text("Notes.")
    (tmp_path / ".hidden.txt").write_text("Hidden.")
    (tmp_path / "README.md").write_text("About.")
    (tmp_path / "scan.png").write_bytes(b"x")
    (tmp_path / "broken").symlink_to(tmp_path / "nowhere")
    empty = {"head_matter": "", "opinions": []}
    write_json(tmp_path / "us/2/cases/0002-01.json", cap_case(id=3, casebody=empty))
    skipped: dict[str, str] = {}
    found = [s.document.id for s in read(tmp_path, lambda path, why: skipped.update({path: why}))]
    assert found == ["notes", "cap-1", "cap-2"]
    assert {Path(path).name for path in skipped} == {
        "README.md",
        "scan.png",
        "broken",
        "0002-01.json",
    }


@pytest.mark.shared
class TestRealData:
    """The collections beside the checkout."""

    def test_the_zip_and_the_site_layout_give_identical_documents(self, shared_data: Path) -> None:
        folder = shared_data / "cap_static"
        zipped = [source.document for source in read(folder / "a2d-100.zip")]
        laid_out = [source.document for source in read(folder / "a2d" / "100")]
        assert len(zipped) == 9
        assert zipped == laid_out

    def test_an_unpacked_zip_too(self, shared_data: Path, tmp_path: Path) -> None:
        folder = shared_data / "cap_static"
        shutil.unpack_archive(folder / "a2d-100.zip", tmp_path)
        unpacked = [source.document for source in read(tmp_path)]
        assert unpacked == [source.document for source in read(folder / "a2d-100.zip")]

    def test_no_passage_crosses_from_majority_to_dissent(self, shared_data: Path) -> None:
        found = read(shared_data / "cap_static" / "a2d-100.zip")
        newmyer = {source.document.id: source.document for source in found}["cap-8124836"]
        assert newmyer.title == "Pennsylvania R. v. Newmyer"
        assert newmyer.citation == "100 A.2d 456"
        assert [part.kind for part in newmyer.parts] == ["head matter", "majority", "dissent"]
        for passage in passages(newmyer, 350):
            (part,) = (part for part in newmyer.parts if part.kind == passage.part)
            assert part.start <= passage.start < passage.end <= part.end

    def test_the_22_slip_opinions_are_as_they_are_served(self, shared_data: Path) -> None:
        folder = shared_data / "scotus"
        found: dict[str, Document] = {s.document.id: s.document for s in read(folder)}
        assert len(found) == 22
        for path in folder.glob("*.json"):
            served = json.loads(path.read_text("utf-8"))
            document = found[f"cl-{served['id']}"]
            assert document.text == served["plain_text"]
            assert document.title == served["case_name"]
            after_last = served["plain_text"].rpartition("\f")[2]
            expected = served["plain_text"].count("\f") + bool(after_last)
            assert len(document.pages) == expected

    def test_a_tree_of_two_volumes(self, shared_data: Path) -> None:
        found = read(shared_data / "cap_static" / "capstone_fixture")
        assert [source.document.id for source in found] == [f"cap-{n}" for n in range(1, 7)]

    def test_a_slip_opinion_as_a_text_file(self, shared_data: Path) -> None:
        path = shared_data / "cap_static" / "eyecite_opinion_fisher_v_texas_slip.txt"
        document = one(path).document
        assert document.text.encode() == path.read_bytes()
        assert len(document.pages) == 41

    def test_the_whole_of_scifact(self, shared_data: Path) -> None:
        assert sum(1 for _ in read(shared_data / "scifact" / "corpus.jsonl")) == 5183
