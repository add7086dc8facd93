"""Any path in, documents out: what a file is, is decided by what it holds (`recognise`).

A folder is read file by file, in the order of the names, at every depth, so a volume, a reporter
or a whole tree of the CAP site is read like any other folder. In a folder, what is no document is
passed over and `skip` hears of it: hidden files, the layout's metadata and its `html/` copies (of
these two it hears nothing), files about the folder (README, LICENSE, SOURCE …), formats that are
not read. A file that is named itself is read or refused.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from corpus.errors import InputError
from corpus.files import decode_utf8, read_bytes
from corpus.readers import archive, cap, confined, plain
from corpus.readers.encodings import decode, stated_in
from corpus.readers.extracted import document_of
from corpus.readers.jsonl import from_object, is_known, rows
from corpus.readers.naming import named, shared_names
from corpus.readers.recognise import SAMPLE, Kind, kind_of, mislabelled
from corpus.readers.source import LARGEST_DOCUMENT, NoTextError, SourceDocument, shown
from corpus.readers.strict_json import parse_object
from corpus.readers.walk import Skip, ignore, walk

_LINES = frozenset({".jsonl", ".ndjson"})
_JSON = frozenset({".json"})
_LOOKED_FOR = (
    "cases/*.json, .json, .jsonl, .zip, .txt, .text, .md, .html, .pdf and .docx at every depth"
)


def read(path: Path, skip: Skip = ignore, encoding: str | None = None) -> Iterator[SourceDocument]:
    """The documents of a file or a folder, one by one.

    Args:
        path: a file, an archive or a folder.
        skip: is called with what was passed over, and why.
        encoding: of text files that neither state theirs nor are UTF-8; None: it is found out.

    Raises:
        InputError: the path is absent or cannot be read, or holds no document.
    """
    found = False
    folder = path.is_dir()
    for file in walk(path, skip) if folder else [path]:
        for document in _file(file, skip, encoding, is_named=not folder):
            found = True
            yield named(document, file, path)
    if not found:
        raise InputError(
            f"{shown(path)} holds no documents (looked for {_LOOKED_FOR if folder else 'rows'}); "
            "give a file or a folder that has some."
        )


def read_all(
    paths: Sequence[Path], skip: Skip = ignore, encoding: str | None = None
) -> Iterator[SourceDocument]:
    """The documents of several files and folders; those that share their name know it.

    Takes and raises what `read` does.
    """
    shared = shared_names(paths)
    for path in paths:
        for source in read(path, skip, encoding):
            shares = bool(source.ids) and source.ids[0] in shared
            yield replace(source, shares_name=True) if shares else source


def _file(
    path: Path, skip: Skip, encoding: str | None, *, is_named: bool
) -> Iterator[SourceDocument]:
    where = shown(path)
    if not path.exists():
        raise InputError(f"{where} does not exist; give a file or a folder.")
    if not path.is_file():
        raise InputError(f"{where} is neither a file nor a folder; give one of these.")
    if path.name in cap.METADATA_FILES:
        raise InputError(f"{where} lists cases and holds none; give the folder it lies in.")
    try:
        sample = _sample(path, where)
        kind = kind_of(path, sample, where)
        suffix = path.suffix.lower()
        if kind is Kind.ARCHIVE:
            documents = archive.cases(path, skip)
        elif kind is Kind.TEXT and (suffix in _LINES or _begins_with_row(path, sample, suffix)):
            documents = rows(path)
        else:
            documents = iter([_one(path, kind, where, encoding)])
    except NoTextError as error:  # of the whole file: a row without text is a mistake in its file
        if is_named:
            raise
        skip(where, str(error).removeprefix(where).lstrip(": ").removesuffix("."))
        return
    yield from documents


def _one(path: Path, kind: Kind, where: str, encoding: str | None) -> SourceDocument:
    """A file that is one document, with a note where its name says something else."""
    size = path.stat().st_size
    packed = kind in (Kind.PDF, Kind.DOCX)
    most = confined.LIMITS.file_bytes if packed else LARGEST_DOCUMENT
    if size > most:
        raise InputError(
            f"{where} has {size} bytes, more than the {most / 2**20:g} MiB that one document may "
            f"have; split it{'.' if packed else ', or give JSON Lines.'}"
        )
    reader = kind.name.lower()
    if packed:
        document = document_of(path, reader, confined.extract(reader, path))
    elif kind is Kind.TEXT:
        document = _text(path, where, size, encoding)
    else:
        document = _marked(path, reader, where, encoding)
    return replace(document, notes=(*mislabelled(path, kind), *document.notes))


def _text(path: Path, where: str, size: int, encoding: str | None) -> SourceDocument:
    if path.suffix.lower() in _JSON:
        return from_object(parse_object(decode_utf8(read_bytes(path), where), where), where, size)
    decoded = decode(read_bytes(path), where, encoding)
    if _is_json(decoded.text, path.suffix.lower()):
        return from_object(parse_object(decoded.text, where), where, size)
    return plain.text_file(path, decoded)


def _marked(path: Path, reader: str, where: str, encoding: str | None) -> SourceDocument:
    """HTML or Markdown."""
    data = read_bytes(path)
    stated = stated_in(data) if reader == "html" else None
    decoded = decode(data, where, encoding, stated)
    extracted = confined.extract(reader, path, decoded.encoding)
    extracted = replace(extracted, notes=(*decoded.notes(), *extracted.notes))
    return document_of(path, reader, extracted, encoding=decoded.encoding)


def _sample(path: Path, where: str) -> bytes:
    try:
        with path.open("rb") as stream:
            sample = stream.read(SAMPLE)
    except OSError as error:
        raise InputError(
            f"{where} cannot be read ({error.strerror}); give a readable file."
        ) from error
    if not sample:
        raise NoTextError(f"{where} is empty; leave it out.")
    return sample


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
    """Whether a file of another name is JSON: it holds an object of a shape that is read."""
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
