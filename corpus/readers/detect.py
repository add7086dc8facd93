"""Any path in, documents out: what a file is, is decided by what it holds.

A folder is read file by file, in the order of the names, at every depth, so a volume, a reporter
or a whole tree of the CAP site is read like any other folder. In a folder, what is no document is
passed over and `skip` hears of it: hidden files, the layout's metadata and its `html/` copies (of
these two it hears nothing), files about the folder (README, LICENSE, SOURCE …), formats that are
not read. A file that is named itself is read or refused.
"""

import json
from collections.abc import Iterator
from pathlib import Path

from corpus.errors import InputError
from corpus.files import decode_utf8, read_bytes
from corpus.readers import archive, cap, plain
from corpus.readers.jsonl import from_object, is_known, rows
from corpus.readers.source import LARGEST_DOCUMENT, NoTextError, SourceDocument, shown
from corpus.readers.strict_json import parse_object
from corpus.readers.walk import Skip, ignore, walk

_LINES = frozenset({".jsonl", ".ndjson"})
_JSON = frozenset({".json"})
_SAMPLE = 8192
_MAGIC = {
    b"%PDF-": ("a PDF", "extract its text first, for example with: pdftotext -layout"),
    b"\x1f\x8b": ("compressed with gzip", "unpack it first with: gunzip"),
    b"BZh": ("compressed with bzip2", "unpack it first with: bunzip2"),
    b"\xfd7zXZ": ("compressed with xz", "unpack it first with: unxz"),
    b"\xff\xfe": ("text in UTF-16", "convert it first with: iconv -f UTF-16 -t UTF-8"),
    b"\xfe\xff": ("text in UTF-16", "convert it first with: iconv -f UTF-16 -t UTF-8"),
}


def read(path: Path, skip: Skip = ignore) -> Iterator[SourceDocument]:
    """The documents of a file or a folder, one by one.

    Args:
        path: a file, an archive or a folder.
        skip: is called with what was passed over, and why.

    Raises:
        InputError: the path is absent or cannot be read, or holds no document.
    """
    found = False
    folder = path.is_dir()
    for file in walk(path, skip) if folder else [path]:
        for document in _file(file, skip, named=not folder):
            found = True
            yield document
    if not found:
        looked = "cases/*.json, .json, .jsonl, .zip, .txt, .text and .md at every depth"
        raise InputError(
            f"{shown(path)} holds no documents (looked for {looked if folder else 'rows'}); "
            "give a file or a folder that has some."
        )


def _file(path: Path, skip: Skip, named: bool) -> Iterator[SourceDocument]:
    where = shown(path)
    if not path.exists():
        raise InputError(f"{where} does not exist; give a file or a folder.")
    if not path.is_file():
        raise InputError(f"{where} is neither a file nor a folder; give one of these.")
    if path.name in cap.METADATA_FILES:
        raise InputError(f"{where} lists cases and holds none; give the folder it lies in.")
    sample = _sample(path, where)
    suffix = path.suffix.lower()
    if sample.startswith(archive.MAGIC) or suffix == ".zip":
        yield from archive.cases(path, skip)
        return
    _refuse_binary(sample, where)
    if suffix in _LINES or _begins_with_row(path, sample, suffix):
        yield from rows(path)
    else:
        yield from _whole(path, where, skip, named)


def _whole(path: Path, where: str, skip: Skip, named: bool) -> Iterator[SourceDocument]:
    """A file that is one document."""
    size = path.stat().st_size
    if size > LARGEST_DOCUMENT:
        raise InputError(
            f"{where} has {size} bytes, more than the {LARGEST_DOCUMENT // 2**20} MiB that one "
            "document may have; split it, or give JSON Lines."
        )
    text = decode_utf8(read_bytes(path), where)
    if not _is_json(text, path.suffix.lower()):
        yield plain.text_file(path, text, size)
        return
    try:
        yield from_object(parse_object(text, where), where, size)
    except NoTextError as error:
        if named:
            raise
        skip(where, str(error))


def _sample(path: Path, where: str) -> bytes:
    try:
        with path.open("rb") as stream:
            sample = stream.read(_SAMPLE)
    except OSError as error:
        raise InputError(
            f"{where} cannot be read ({error.strerror}); give a readable file."
        ) from error
    if not sample:
        raise InputError(f"{where} is empty; leave it out.")
    return sample


def _refuse_binary(sample: bytes, where: str) -> None:
    """Refuses what is no text; a NUL here and there in a text is stored as it is."""
    for magic, (what, remedy) in _MAGIC.items():
        if sample.startswith(magic):
            raise InputError(f"{where} is {what}; {remedy}")
    if sample.count(0) > len(sample) // 10:
        raise InputError(
            f"{where} is a binary file or UTF-16 ({sample.count(0)} zero bytes among the first "
            f"{len(sample)}); give text in UTF-8."
        )


def _begins_with_row(path: Path, sample: bytes, suffix: str) -> bool:
    """Whether the first line is a JSON object by itself and another line follows it."""
    if not _clean(sample).startswith(b"{"):
        return False
    with path.open("rb") as stream:
        pieces = iter(lambda: stream.readline(LARGEST_DOCUMENT), b"")
        lines = (line for line in pieces if line.strip())
        first = next(lines, b"")
        return next(lines, None) is not None and _parses(_clean(first), suffix)


def _is_json(text: str, suffix: str) -> bool:
    """Whether a file is JSON: it says so, or it holds an object of a shape that is read."""
    if suffix in _JSON:
        return True
    stripped = text.lstrip()
    if not stripped.startswith("{"):
        return False
    return _parses(text, suffix) or (suffix not in plain.SUFFIXES and stripped[1:].startswith('"'))


def _parses(text: str | bytes, suffix: str) -> bool:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict) if suffix in _JSON else is_known(value)


def _clean(sample: bytes) -> bytes:
    return sample.removeprefix(b"\xef\xbb\xbf").lstrip()
