"""A volume of CAP as a zip (`json/ html/ metadata/`), read in memory; nothing is ever unpacked.

The whole directory of the archive is looked at before its first case is read. Refused: a member
whose path leaves the archive, a symbolic link, encryption, a member of more than 64 MiB, members
of more than 4 GiB in all (declared, and again while reading), and anything zlib or the checksum
calls damaged.
"""

import stat
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath, PureWindowsPath

from corpus.errors import InputError
from corpus.files import decode_utf8
from corpus.readers import cap
from corpus.readers.jsonl import from_object
from corpus.readers.source import LARGEST_DOCUMENT, NoTextError, SourceDocument, shown
from corpus.readers.strict_json import parse_object

MAGIC = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")
LARGEST_ARCHIVE = 4 * 2**30
"""Bytes of all members together, unpacked. A volume of CAP has about 0.1 GiB."""

ENCRYPTED = 0x1
_LONGEST_NAME = 80
"""Characters of a member's name in a sentence: a damaged directory has names of thousands."""
DAMAGE = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    NotImplementedError,
    RuntimeError,
    ValueError,
    OSError,
)
"""What reading a damaged zip raises."""


def cases(path: Path, skip: Callable[[str, str], None]) -> Iterator[SourceDocument]:
    """The cases of a zip, in the order of their names; `skip` hears of one without text.

    Raises:
        InputError: the archive is damaged, dangerous, or holds no case.
    """
    where = shown(path)
    try:
        archive = zipfile.ZipFile(path)
    except DAMAGE as error:
        raise _damaged(where, error) from error
    with archive:
        members = [member for member in _checked(archive, where) if _holds_case(member)]
        if not members:
            raise InputError(
                f"{where} holds no cases (looked for json/*.json and cases/*.json); "
                "give a volume zip of static.case.law."
            )
        for member in members:
            source = f"{where}!{member.filename}"
            text = decode_utf8(_bytes(archive, member, where), source)
            try:
                yield from_object(parse_object(text, source), source, member.compress_size)
            except NoTextError as error:
                skip(source, str(error))


def _checked(archive: zipfile.ZipFile, where: str) -> list[zipfile.ZipInfo]:
    """All members by name, each looked at before any is read."""
    members = sorted(archive.infolist(), key=lambda member: member.filename)
    for member in members:
        _refuse_dangerous(member, where)
    total = sum(member.file_size for member in members)
    if total > LARGEST_ARCHIVE:
        raise InputError(
            f"{where} unpacks to {total / 2**30:.1f} GiB, more than the "
            f"{LARGEST_ARCHIVE // 2**30} GiB that are read; give one volume at a time."
        )
    return members


def _refuse_dangerous(member: zipfile.ZipInfo, where: str) -> None:
    name = member.orig_filename
    leaves = _leaves_archive(name)
    name = name if len(name) <= _LONGEST_NAME else f"{name[:_LONGEST_NAME]}…"
    if leaves:
        raise InputError(
            f"{where} has a member whose path leaves the archive ({name!r}); "
            "make the zip again from inside its folder."
        )
    if stat.S_ISLNK(member.external_attr >> 16):
        raise InputError(
            f"{where} has a symbolic link in it ({name!r}); make the zip again with files only."
        )
    if member.flag_bits & ENCRYPTED:
        raise InputError(f"{where} is encrypted ({name!r}); decrypt it first.")
    if member.file_size > LARGEST_DOCUMENT:
        raise InputError(
            f"{where} has a member of {member.file_size} bytes ({name!r}), more than the "
            f"{LARGEST_DOCUMENT // 2**20} MiB that are read; leave it out."
        )


def _leaves_archive(name: str) -> bool:
    windows = PureWindowsPath(name)  # takes both `/` and `\` for separators
    return (
        "\0" in name
        or bool(windows.drive or windows.root)
        or PurePosixPath(name).is_absolute()
        or ".." in windows.parts
    )


def _holds_case(member: zipfile.ZipInfo) -> bool:
    path = PurePosixPath(member.filename)
    hidden = any(part.startswith((".", "__MACOSX")) for part in path.parts)
    return (
        not member.is_dir()
        and path.suffix.lower() == ".json"
        and path.name not in cap.METADATA_FILES
        and not hidden
    )


def _bytes(archive: zipfile.ZipFile, member: zipfile.ZipInfo, where: str) -> bytes:
    what = f"{where}, member {member.filename[:_LONGEST_NAME]!r}"
    try:
        with archive.open(member) as stream:
            data = stream.read(LARGEST_DOCUMENT + 1)
    except DAMAGE as error:
        raise _damaged(f"{what},", error) from error
    if len(data) != member.file_size:
        raise InputError(
            f"{what}: unpacks to {len(data)} bytes where "
            f"{member.file_size} are declared; download the zip again."
        )
    return data


def _damaged(what: str, error: Exception) -> InputError:
    reason = str(error) or "it breaks off"
    return InputError(f"{what} is a damaged zip ({reason}); download it again.")
