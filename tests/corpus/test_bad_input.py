"""Bad input: one sentence with file, line, value and remedy, and nothing is added."""

import json
import os
import stat
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from corpus.errors import CrossSourceError, InputError
from corpus.readers import archive
from corpus.readers.detect import read
from corpus.readers.source import LARGEST_DOCUMENT, SourceDocument
from corpus.storage.library import Library

OPINION = '"opinions": [{"text": "Affirmed.", "type": "majority", "author": null}]'
CASE = f'{{"id": 1, "casebody": {{"head_matter": "", {OPINION}}}}}'

FILES = [
    # name, bytes, what the sentence must say
    (
        "a.jsonl",
        b'{"id": "a", "text": "x"}\n{"id": "b", \n',
        ["line 2", "not valid JSON", "column 13"],
    ),
    ("a.jsonl", b'{"id": "a", "text": "x"}\n["b"]\n', ["line 2", "a list"]),
    ("a.jsonl", b'{"id": "a"}\n', ["line 1", "'text' is missing", "casebody", "plain_text"]),
    ("a.jsonl", b'{"text": "x"}\n', ["line 1", "'id' is missing"]),
    ("a.jsonl", b'{"id": "a", "text": null}\n', ["line 1", "'text' must be text, not null"]),
    ("a.jsonl", b'{"id": "a", "text": 5}\n', ["line 1", "not the number 5"]),
    ("a.jsonl", b'{"id": "a", "text": "  "}\n', ["line 1", "holds no text"]),
    ("a.jsonl", b'{"id": "a", "sentences": "x"}\n', ["'sentences' must be a list of texts"]),
    ("a.jsonl", b'{"id": "a", "text": "x", "title": ["y"]}\n', ["'title'", "a list"]),
    ("a.jsonl", b'{"id": "a b", "text": "x"}\n', ["line 1", "'a b'", "marker"]),
    ("a.jsonl", b'{"id": "a:1", "text": "x"}\n', ["'a:1'", "colons"]),
    ("a.jsonl", b'{"id": "a\\u202e", "text": "x"}\n', ["marker"]),
    ("a.jsonl", b'{"id": "", "text": "x"}\n', ["0 characters"]),
    ("a.jsonl", b'{"id": true, "text": "x"}\n', ["not true"]),
    ("a.jsonl", b'{"id": null, "text": "x"}\n', ["not null"]),
    ("a.jsonl", b'{"id": NaN, "text": "x"}\n', ["line 1", "not the number nan"]),
    ("a.jsonl", b'{"id": 1e400, "text": "x"}\n', ["not the number inf"]),
    ("a.jsonl", b'{"id": 1.5, "text": "x"}\n', ["not the number 1.5"]),
    ("a.jsonl", b'{"id": ' + b"9" * 5000 + b', "text": "x"}\n', ["line 1", "too long"]),
    ("a.jsonl", b'{"id": ' + b"9" * 400 + b', "text": "x"}\n', ["400 digits"]),
    ("a.jsonl", b'{"id": "' + b"a" * 300 + b'", "text": "x"}\n', ["300 characters"]),
    ("a.jsonl", b'{"id": "a", "text": "x \\ud800 y"}\n', ["line 1", "half a character", "ud800"]),
    ("a.jsonl", b'{"id": "a", "text": "x", "t": "\\udfff"}\n', ["half a character"]),
    (
        "a.jsonl",
        b'{"id": "a", "text": "x"}\n{"id": "b", "text": "\xe9"}\n',
        ["line 2", "0xe9", "iconv"],
    ),
    ("a.jsonl", b"\n\n", ["holds no documents"]),
    ("a.jsonl", b"[" * 100_000, ["line 1", "nested too deeply"]),
    ("a.json", b'{"a":' * 100_000, ["nested too deeply"]),
    ("a.json", b'{\n"id": 1,\n"casebody": oops}', ["line 3", "not valid JSON"]),
    ("a.json", b'{"name": "nothing that is known"}', ["casebody", "plain_text", "id and text"]),
    ("a.json", b'[{"id": 1}]', ["a list", "jq"]),
    ("a.json", b"3", ["a single value"]),
    ("a.json", b'{"casebody": {"opinions": []}}', ["'id' is missing"]),
    ("a.json", b'{"id": 1, "casebody": null}', ["'casebody' must be an object", "null"]),
    ("a.json", b'{"id": 1, "casebody": {"opinions": "x"}}', ["'casebody.opinions' must be a list"]),
    ("a.json", b'{"id": 1, "casebody": {"opinions": [{}]}}', ["opinions[0].text' is missing"]),
    ("a.json", b'{"id": 1, "casebody": {"opinions": [{"text": 1}]}}', ["opinions[0].text", "1"]),
    ("a.json", b'{"id": 1, "casebody": {"opinions": []}}', ["no text"]),
    ("a.json", b'{"id": 1, "court": "x", "casebody": {"opinions": []}}', ["no text"]),
    ("a.json", b'{"id": [1], "casebody": {"opinions": []}}', ["not a list"]),
    ("a.json", b'{"plain_text": "x"}', ["'id' is missing", "CourtListener"]),
    ("a.json", b'{"id": 1, "plain_text": "", "html": ""}', ["none of plain_text, html"]),
    ("a.json", b'{"id": 1, "plain_text": ["x"]}', ["'plain_text' must be text, not a list"]),
    ("a.json", b'{"id": 1, "plain_text": "\\ud83d"}', ["half a character"]),
    ("a.json", b'{"id": 1, "html": "<p> </p>"}', ["holds no text"]),
    ("a.json", b"", ["is empty"]),
    ("a.txt", b"", ["is empty"]),
    ("a.txt", b" \n\t", ["holds no text"]),
    ("a.txt", b"caf\xe9\n", ["line 1", "0xe9", "'café' (windows-1252)", "--encoding"]),
    ("a.txt", b"\xff\xfea\x00\x00", ["line 1", "begins as utf-16-le", "--encoding"]),
    ("a.txt", bytes(range(256)) * 8, ["not UTF-8"]),
    ("a.txt", b"\x7fELF" + bytes(4000), ["binary file"]),
    ("a.txt", b"%PDF-1.7\n", ["a damaged PDF", "qpdf"]),
    ("a.jsonl", b"\x1f\x8b\x08\x00", ["gzip", "gunzip"]),
    ("---.txt", b"x", ["rename the file"]),
    ("CasesMetadata.json", b"[]", ["lists cases"]),
    ("a.zip", b"no zip at all", ["damaged zip"]),
    ("a.zip", b"PK\x03\x04 cut off", ["damaged zip"]),
]


@pytest.mark.parametrize(("name", "content", "said"), FILES)
def test_a_file(
    name: str, content: bytes, said: list[str], tmp_path: Path, library: Library
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    refused(library, path, said)


def refused(library: Library, path: Path, said: list[str]) -> None:
    """The add is refused with one sentence that names the path, and the corpus is untouched."""
    with pytest.raises(InputError) as caught:
        library.add(read(path), 350)
    sentence = str(caught.value)
    assert str(path) in sentence
    assert "\n" not in sentence
    assert len(sentence) < 700
    assert all(part in sentence for part in said), sentence
    assert len(library) == 0
    assert library.check() == []


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("../evil.json", "leaves the archive"),
        ("json/../../evil.json", "leaves the archive"),
        ("/etc/evil.json", "leaves the archive"),
        ("C:\\evil.json", "leaves the archive"),
        ("json\\..\\..\\evil.json", "leaves the archive"),
    ],
)
def test_a_zip_with_a_path_outside_itself(
    name: str, said: str, tmp_path: Path, library: Library
) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as made:
        made.writestr("json/0001-01.json", CASE)
        made.writestr(name, CASE)
    refused(library, path, [said])


def test_a_zip_with_a_symbolic_link(tmp_path: Path, library: Library) -> None:
    link = zipfile.ZipInfo("json/0002-01.json")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as made:
        made.writestr("json/0001-01.json", CASE)
        made.writestr(link, "/etc/passwd")
    refused(library, path, ["symbolic link", "0002-01"])


def test_an_encrypted_zip(tmp_path: Path, library: Library) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as made:
        made.writestr("json/0001-01.json", CASE)
    data = bytearray(path.read_bytes())
    for signature, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(signature) + offset] |= 1
    path.write_bytes(data)
    refused(library, path, ["encrypted", "decrypt"])


def test_a_zip_bomb_that_says_its_size(tmp_path: Path, library: Library) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("json/0001-01.json", b" " * (LARGEST_DOCUMENT + 1))
    refused(library, path, ["64 MiB", "67108865 bytes"])


def test_a_zip_bomb_that_hides_its_size(tmp_path: Path, library: Library) -> None:
    """The declared size is forged to 10 bytes: reading stops there, and the checksum differs."""
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("json/0001-01.json", b" " * 2**20)
    data = bytearray(path.read_bytes())
    for signature, offset in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        struct.pack_into("<I", data, data.index(signature) + offset, 10)
    path.write_bytes(data)
    refused(library, path, ["damaged zip", "0001-01.json"])


def test_a_zip_of_many_large_members(
    tmp_path: Path, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "LARGEST_ARCHIVE", 100)
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as made:
        made.writestr("json/0001-01.json", CASE)
        made.writestr("json/0002-01.json", CASE)
    refused(library, path, ["GiB", "one volume at a time"])


def test_a_zip_with_a_damaged_member(tmp_path: Path, library: Library) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as made:
        made.writestr("json/0001-01.json", CASE)
    path.write_bytes(path.read_bytes().replace(b"Affirmed.", b"Reversed.", 1))
    refused(library, path, ["damaged zip", "0001-01.json"])


def test_a_zip_member_in_another_encoding(tmp_path: Path, library: Library) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as made:
        made.writestr("json/0001-01.json", CASE.replace("Affirmed", "Caf\u00e9").encode("latin-1"))
    refused(library, path, ["!json/0001-01.json, line 1", "0xe9"])


def test_a_zip_without_cases(tmp_path: Path, library: Library) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as made:
        made.writestr("metadata/CasesMetadata.json", "[]")
        made.writestr("word/document.xml", "<x/>")
    refused(library, path, ["no cases", "json/*.json"])


def test_a_folder_without_documents(tmp_path: Path, library: Library) -> None:
    folder = tmp_path / "folder"
    (folder / "deep").mkdir(parents=True)
    (folder / "deep" / "picture.png").write_bytes(b"\x89PNG")
    refused(library, folder, ["no documents", "cases/*.json"])


def test_a_path_that_is_not_there(tmp_path: Path, library: Library) -> None:
    refused(library, tmp_path / "absent.json", ["does not exist"])


def test_a_pipe_is_no_file(tmp_path: Path, library: Library) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    refused(library, path, ["neither a file nor a folder"])


def test_a_file_that_the_system_refuses(
    tmp_path: Path, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.txt"
    path.write_text("x")
    opened = Path.open

    def refuse(self: Path, *args: object, **kwargs: object) -> object:
        if self == path:
            raise PermissionError(13, "Permission denied")
        return opened(self, *args, **kwargs)  # type: ignore[call-overload]

    monkeypatch.setattr(Path, "open", refuse)
    refused(library, path, ["Permission denied", "readable file"])


def test_a_file_that_is_too_large(
    tmp_path: Path, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("detect", "jsonl"):
        monkeypatch.setattr(f"corpus.readers.{module}.LARGEST_DOCUMENT", 100)
    path = tmp_path / "a.txt"
    path.write_text("x" * 101)
    refused(library, path, ["101 bytes"])
    rows = tmp_path / "a.jsonl"
    rows.write_text(json.dumps({"id": "a", "text": "x" * 101}) + "\n")
    refused(library, rows, ["line 1", "longer than"])


def test_one_bad_file_of_a_folder_keeps_all_out(tmp_path: Path, library: Library) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "a.txt").write_text("Good.")
    (folder / "b.txt").write_bytes(b"\xff bad")
    with pytest.raises(InputError, match=r"b\.txt, line 1"):
        library.add(read(folder), 350)
    assert len(library) == 0
    assert list(library.documents()) == []
    assert library.documents_path.stat().st_size == 0


def test_the_same_id_with_two_texts_in_one_add(
    library: Library, made: Callable[..., SourceDocument]
) -> None:
    pair = [made("a", "One.", "x/a.txt"), made("a", "Two.", "y/a.txt")]
    with pytest.raises(InputError, match=r"y/a\.txt: the id 'a' is taken .*x/a\.txt"):
        library.add(pair, 350)
    assert len(library) == 0


def test_every_error_has_exit_code_2() -> None:
    assert CrossSourceError.exit_code == 2
