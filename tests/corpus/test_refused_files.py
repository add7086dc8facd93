"""Damaged, empty, encrypted, huge, mislabelled files: one sentence, exit 2, nothing half-added."""

import os
import random
import re
import shutil
import subprocess
import sys
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from corpus.errors import InputError
from corpus.readers import confined
from corpus.readers.detect import read
from corpus.workspace import Workspace
from tests.conftest import Run
from tests.corpus.made import (
    condensed_pdf,
    docx_of,
    docx_with,
    pdf_of,
    raw_pdf,
    scan_of,
    text_stream,
    transcript_pdf,
)

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504)
W = b'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'


CLASS = re.compile(r"\b[A-Z]\w+(?:Error|Exception|ZipFile)\b")
"""The name of an exception, which says nothing to who has the file."""


def stored(study: Workspace) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in study.corpus.iterdir() if path.is_file()}


@pytest.fixture
def begun(study: Workspace, tmp_path: Path, run: Run) -> Workspace:
    """A study with one document."""
    (tmp_path / "first.txt").write_text("The first document.")
    run("corpus", "add", tmp_path / "first.txt", "--workspace", study.root)
    return study


def refused(run: Run, study: Workspace, *arguments: object) -> str:
    """The sentence of an add that is refused, after which the corpus is byte for byte the same."""
    before = stored(study)
    ran = run("corpus", "add", *arguments, "--workspace", study.root, expect=2)
    assert stored(study) == before
    assert ran.out == ""
    sentence = ran.err.strip()
    assert sentence.count("\n") == 0, sentence
    assert "Traceback" not in sentence
    assert not CLASS.search(sentence), sentence
    assert len(sentence) < 700
    return sentence


def bytes_of(data: bytes) -> Callable[[Path], object]:
    return lambda path: path.write_bytes(data)


def locked_pdf(path: Path) -> None:
    pdf_of(path, [["Secret."]], password="open sesame")


def locked_member(path: Path) -> None:
    docx_of(path, ["Secret."])
    data = bytearray(path.read_bytes())
    for signature, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(signature) + offset] |= 1
    path.write_bytes(data)


def office(member: str) -> Callable[[Path], None]:
    def make(path: Path) -> None:
        with zipfile.ZipFile(path, "w") as made:
            made.writestr("[Content_Types].xml", "<x/>")
            made.writestr(member, "<x/>")

    return make


def cut_docx(path: Path) -> None:
    docx_of(path, ["Words."])
    path.write_bytes(path.read_bytes()[:-200])


FILES = [
    # name, how it is made, what the sentence says
    ("a.pdf", bytes_of(b""), ["is empty"]),
    ("a.docx", bytes_of(b""), ["is empty"]),
    ("a.html", bytes_of(b""), ["is empty"]),
    ("a.md", bytes_of(b"\n"), ["holds no text"]),
    ("a.docx", lambda path: docx_of(path, []), ["holds no text"]),
    ("a.pdf", lambda path: pdf_of(path, [[]]), ["no text on its one page", "ocrmypdf"]),
    ("a.pdf", lambda path: scan_of(path, [None]), ["it was scanned", "ocrmypdf"]),
    ("a.pdf", bytes_of(b"%PDF-1.7\n" + bytes(99)), ["damaged PDF", "qpdf"]),
    ("a.pdf", bytes_of(raw_pdf(b"x", pages=0)), ["damaged PDF"]),
    ("a.docx", cut_docx, ["damaged DOCX", "save it anew"]),
    ("a.docx", bytes_of(b"PK\x03\x04" + bytes(99)), ["damaged DOCX"]),
    ("a.pdf", locked_pdf, ["is encrypted", "qpdf --decrypt"]),
    ("a.docx", locked_member, ["is encrypted", "without the password"]),
    ("a.docx", bytes_of(OLE + "EncryptedPackage".encode("utf-16-le")), ["is encrypted"]),
    ("a.docx", bytes_of(OLE + "WordDocument".encode("utf-16-le")), [".doc)", "soffice"]),
    ("a.pdf", bytes_of(OLE), ["an old Office program"]),
    ("a.docx", bytes_of(b"{\\rtf1 Words.}"), ["rich text (RTF)", "soffice"]),
    ("a.txt", bytes_of(b"\xffWPC" + bytes(99)), ["WordPerfect"]),
    ("a.pdf", bytes_of(b"\x89PNG\r\n\x1a\n" + bytes(99)), ["is a picture", "ocrmypdf"]),
    ("a.pdf", bytes_of(b"%!PS-Adobe-3.0\n"), ["PostScript", "ps2pdf"]),
    ("a.docx", office("xl/workbook.xml"), ["is a workbook", "CSV"]),
    ("a.zip", office("ppt/presentation.xml"), ["is a slide show", "PDF"]),
    ("a.docx", office("content.xml"), ["an OpenDocument file"]),
    ("a.docx", office("json/readme.txt"), ["damaged DOCX"]),
    ("a.pdf", bytes_of(raw_pdf(b"x")[5:]), ["damaged PDF", "beginning is missing"]),
    ("a.pdf", bytes_of(b"\xe9\xe8 Words."), ["named .pdf and is neither that nor text"]),
    ("a.json", bytes_of(b"<!DOCTYPE html><p>Not found."), ["line 1", "not valid JSON"]),
    ("a.jsonl", bytes_of(b"<html><p>Not found."), ["line 1", "not valid JSON"]),
    ("---.pdf", lambda path: pdf_of(path, [["Words."]]), ["rename the file"]),
]


@pytest.mark.parametrize(("name", "make", "said"), FILES)
def test_a_file_is_refused_with_one_sentence(
    name: str,
    make: Callable[[Path], object],
    said: list[str],
    begun: Workspace,
    tmp_path: Path,
    run: Run,
) -> None:
    make(tmp_path / name)
    sentence = refused(run, begun, tmp_path / name)
    assert str(tmp_path / name) in sentence
    assert all(part in sentence for part in said), sentence


MISLABELLED = [
    # name, how it is made, its reader, what is told
    ("a.pdf", bytes_of(b"<!DOCTYPE html><p>Words."), "html", "named .pdf and holds HTML"),
    ("a.txt", lambda path: pdf_of(path, [["Words."]]), "pdf", "named .txt and holds a PDF"),
    ("a.pdf", lambda path: docx_of(path, ["Words."]), "docx", "named .pdf and holds a DOCX"),
    ("a.docx", bytes_of(b"Words."), "text", "named .docx and holds text"),
    ("a.html", bytes_of(b"Words."), "text", "named .html and holds text"),
    ("a.md", bytes_of(b"<html><p>Words."), "html", "named .md and holds HTML"),
    ("a", lambda path: docx_of(path, ["Words."]), "docx", None),
    ("a.zip", lambda path: docx_of(path, ["Words."]), "docx", "named .zip and holds a DOCX"),
    ("a.json", lambda path: pdf_of(path, [["Words."]]), "pdf", "named .json and holds a PDF"),
    ("a.pdf", bytes_of(b"junk\n" + raw_pdf(text_stream("Words."))), "pdf", None),
]


@pytest.mark.parametrize(("name", "make", "reader", "told"), MISLABELLED)
def test_what_can_be_read_is_read_and_said(
    name: str,
    make: Callable[[Path], object],
    reader: str,
    told: str | None,
    begun: Workspace,
    tmp_path: Path,
    run: Run,
) -> None:
    make(tmp_path / name)
    added = run("corpus", "add", tmp_path / name, "--workspace", begun.root)
    assert "1 document added" in added.err
    assert (f"it is {told}" in added.err) if told else ("Note" not in added.err)
    (source,) = read(tmp_path / name)
    assert (source.reader, source.document.text.strip()) == (reader, "Words.")


def test_a_folder_of_all_kinds(begun: Workspace, tmp_path: Path, run: Run) -> None:
    folder = tmp_path / "matter"
    (folder / "deep").mkdir(parents=True)
    pdf_of(folder / "brief.pdf", [["The brief."], []])
    docx_of(folder / "deep" / "lease.docx", ["The lease."])
    (folder / "page.html").write_text("<html><p>The page.</html>")
    (folder / "notes.md").write_text("# The notes")
    (folder / "old.txt").write_bytes("The “old” text.".encode("cp1252"))
    (folder / "row.jsonl").write_text('{"id": "row", "text": "The row."}\n')
    scan_of(folder / "scan.pdf", [None])
    (folder / "empty.txt").touch()
    (folder / "photo.jpg").write_bytes(b"\xff\xd8\xff")
    ran = run("corpus", "add", folder, "--workspace", begun.root)
    assert "6 documents added" in ran.err
    for words in (
        "scan.pdf (holds no text on its one page",
        "empty.txt (is empty; leave it out)",
        "photo.jpg (not a format that is read)",
        "brief.pdf (page 2 holds no text (scanned or blank)",
        "old.txt (its characters were taken for windows-1252",
    ):
        assert words in ran.err, ran.err
    assert run("corpus", "check", "--workspace", begun.root).code == 0
    shown = run("corpus", "show", "old", "--workspace", begun.root).out
    assert "encoding: windows-1252\n" in shown
    locked_pdf(folder / "locked.pdf")
    assert "locked.pdf is encrypted" in refused(run, begun, folder)


def test_a_row_without_text_keeps_its_file_out_whole(
    begun: Workspace, tmp_path: Path, run: Run
) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    rows = ('{"id": "a", "text": "x"}', '{"id": "b", "text": ""}', '{"id": "c", "text": "y"}')
    (folder / "rows.jsonl").write_text("\n".join(rows))
    assert "rows.jsonl, line 2: field 'text' holds no text" in refused(run, begun, folder)


@pytest.fixture
def limited(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Smaller bounds: `limited(pages=2)`."""

    def limit(**bounds: float) -> None:
        monkeypatch.setattr(confined, "LIMITS", replace(confined.LIMITS, **bounds))  # type: ignore[arg-type]

    return limit


def test_bounds_on_what_is_large(
    begun: Workspace, tmp_path: Path, run: Run, limited: Callable[..., None]
) -> None:
    brief = pdf_of(tmp_path / "a.pdf", [["One."], ["Two."], ["Three."]])
    lease = docx_of(tmp_path / "a.docx", ["One.", "\f", "Two.", "\f", "Three."])
    page = tmp_path / "a.html"
    page.write_text("<html>One. Two. Three.")
    limited(pages=2)
    assert "has 3 pages, more than the 2" in refused(run, begun, brief)
    assert "has 3 pages, more than the 2" in refused(run, begun, lease)
    limited(pages=3, characters=9)
    for path in (brief, lease, page):
        assert "more than 9 characters of text" in refused(run, begun, path)
    limited(characters=99, unpacked_bytes=1000)
    assert "unpacks to" in refused(run, begun, lease)
    limited(file_bytes=100)
    for path in (brief, lease):
        assert "more than the 9.53674e-05 MiB" in refused(run, begun, path)


def test_a_page_that_unpacks_to_half_a_gibibyte(
    begun: Workspace, tmp_path: Path, run: Run, limited: Callable[..., None]
) -> None:
    packer = zlib.compressobj(1)
    zeros = b"".join([*(packer.compress(bytes(2**24)) for _ in range(32)), packer.flush()])
    bomb = raw_pdf(zlib.compress(zeros, 9), filters="/FlateDecode/FlateDecode")
    (tmp_path / "a.pdf").write_bytes(bomb)
    assert len(bomb) < 20_000
    limited(memory=400 * 2**20)
    assert "a.pdf cannot be read" in refused(run, begun, tmp_path / "a.pdf")
    run("corpus", "add", pdf_of(tmp_path / "b.pdf", [["Words."]]), "--workspace", begun.root)


def test_a_docx_that_unpacks_to_more_than_there_is_memory_for(
    begun: Workspace, tmp_path: Path, run: Run, limited: Callable[..., None]
) -> None:
    xml = b"<w:document " + W + b"><w:body>" + b"<w:p/>" * 2_000_000 + b"</w:body></w:document>"
    lease = docx_of(tmp_path / "lease.docx", ["x"])
    bomb = docx_with(tmp_path / "a.docx", lease, {"word/document.xml": xml})
    assert bomb.stat().st_size < 200_000
    limited(memory=300 * 2**20)
    assert "a.docx" in refused(run, begun, bomb)


def test_a_file_that_takes_too_long(
    begun: Workspace, tmp_path: Path, run: Run, limited: Callable[..., None]
) -> None:
    slow = tmp_path / "slow.pdf"
    slow.write_bytes(raw_pdf(text_stream("x" * 20_000), pages=5000))
    limited(seconds=0.5)
    assert "was not read within 0.5 seconds" in refused(run, begun, slow)
    limited(seconds=60)
    run("corpus", "add", pdf_of(tmp_path / "b.pdf", [["Words."]]), "--workspace", begun.root)


def test_a_reader_that_dies_is_a_sentence_and_the_next_file_is_read(tmp_path: Path) -> None:
    path = pdf_of(tmp_path / "a.pdf", [["Words."]])
    (before,) = read(path)
    process = confined._child._process
    assert process is not None
    process.kill()
    process.wait()
    (after,) = read(path)
    assert after == before


def test_the_libraries_that_read_are_loaded_by_the_child_alone(tmp_path: Path) -> None:
    path = pdf_of(tmp_path / "a.pdf", [["Words."]])
    code = (
        "import sys; from pathlib import Path; from corpus.readers.detect import read\n"
        f"assert len(list(read(Path({str(path)!r})))) == 1\n"
        "unwanted = {'pypdfium2', 'docx', 'lxml', 'inscriptis', 'markdown_it', "
        "'charset_normalizer'} & set(sys.modules)\n"
        "assert not unwanted, unwanted"
    )
    subprocess.run([sys.executable, "-W", "error", "-c", code], check=True, capture_output=True)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse such a name")
@pytest.mark.parametrize("name", ["a.pdf", "a.docx", "a.html"])
def test_a_name_that_is_no_text(name: str, tmp_path: Path) -> None:
    SEEDS[{"a.pdf": "brief.pdf", "a.docx": "lease.docx", "a.html": "page.html"}[name]](
        tmp_path / name
    )
    odd = Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9-" + name.encode()))
    (tmp_path / name).rename(odd)
    (source,) = read(odd)
    assert source.document.id == "caf-xe9-a"


def mutated(data: bytes, chance: random.Random) -> bytes:
    """The bytes with a few of them changed, left out, doubled or cut off."""
    made = bytearray(data)
    for _ in range(chance.choice((1, 3, 20))):
        at = chance.randrange(len(made))
        length = chance.choice((1, 4, 64))
        match chance.randrange(5):
            case 0:
                made[at] ^= 1 << chance.randrange(8)
            case 1:
                made[at : at + length] = chance.randbytes(length)
            case 2:
                del made[at : at + length]
            case 3:
                made[at:at] = made[at : at + length]
            case _ if chance.random() < 0.2:
                del made[at:]
        made = made or bytearray(b"x")
    return bytes(made)


SEEDS: dict[str, Callable[[Path], object]] = {
    "brief.pdf": lambda path: pdf_of(path, [["The brief."], ["Two."]]),
    "raw.pdf": bytes_of(raw_pdf(text_stream("The brief."))),
    "locked.pdf": locked_pdf,
    "deposition.pdf": lambda path: transcript_pdf(path, (12, 13), numbers_apart=True),
    "condensed.pdf": lambda path: condensed_pdf(path, (1, 2, 3, 4)),
    "lease.docx": lambda path: docx_of(path, ["The lease.", "\f", "Two."]),
    "page.html": bytes_of("<html><meta charset=utf-8><p>The “page”.<table><td>x".encode()),
    "notes.md": bytes_of("# The notes\n\n> “said”\n\n| a |\n|---|\n| b |\n".encode()),
    "old.txt": bytes_of("The “old” text — of § 1983.".encode("cp1252")),
    "wide.txt": bytes_of("The “wide” text.".encode("utf-16")),
}


@pytest.mark.parametrize("name", SEEDS)
def test_a_file_with_some_of_its_bytes_changed(
    name: str, begun: Workspace, tmp_path: Path, run: Run
) -> None:
    """Forty changes a format: each is read, or refused in one sentence with nothing added."""
    SEEDS[name](tmp_path / name)
    data = (tmp_path / name).read_bytes()
    chance = random.Random(name)
    sentences = []
    for number in range(40):
        path = tmp_path / f"{number}-{name}"
        path.write_bytes(mutated(data, chance))
        before = stored(begun)
        try:
            documents = [source.document.text for source in read(path)]
        except InputError:
            documents = []
        if documents:
            run("corpus", "add", path, "--workspace", begun.root)
        else:
            sentences.append(refused(run, begun, path))
            assert stored(begun) == before
    assert run("corpus", "check", "--workspace", begun.root).code == 0
    assert all(name in sentence for sentence in sentences)


def test_the_changed_files_of_a_folder_leave_nothing_of_it(
    begun: Workspace, tmp_path: Path, run: Run
) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    for name, make in SEEDS.items():
        if name != "locked.pdf":
            make(folder / name)
    (folder / "zz.pdf").write_bytes(b"%PDF-1.4 cut off")
    assert "zz.pdf is a damaged PDF" in refused(run, begun, folder)
    (folder / "zz.pdf").unlink()
    ran = run("corpus", "add", folder, "--workspace", begun.root)
    assert "9 documents added" in ran.err
    shutil.rmtree(folder)
