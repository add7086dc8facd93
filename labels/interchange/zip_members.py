"""The members of a zip that other programs wrote (Inspect logs, workbooks), read within bounds.

Nothing is ever unpacked to disk. The directory is looked at before the first member is read, and
no member gives more than it declares; a bomb is refused by what it declares, a lie by its checksum.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

# Python 3.14 reads Zstandard, which Inspect writes since 2025; before that this is its backport.
if sys.version_info >= (3, 14):
    import zipfile
else:
    from backports.zstd import zipfile

from corpus.errors import InputError
from corpus.readers.archive import DAMAGE, ENCRYPTED
from corpus.readers.source import shown

MAGIC = b"PK\x03\x04"
LARGEST_MEMBER = 32 * 2**20
"""Bytes of a member that is read whole."""
LARGEST_TOTAL = 8 * 2**30
"""Bytes of all members together."""
MOST_MEMBERS = 1_000_000


class Members:
    """An open zip."""

    def __init__(self, archive: zipfile.ZipFile, file: str):
        """Use `opened`."""
        self._archive, self._file = archive, file
        self._members = {member.filename: member for member in self._archive.infolist()}

    def names(self) -> list[str]:
        """In the order of the directory."""
        return list(self._members)

    def packed_size(self, name: str) -> int:
        """How many bytes of the zip a member takes."""
        return int(self._members[name].compress_size)

    def read(self, name: str) -> bytes:
        """A member, whole.

        Raises:
            InputError: it is too large, damaged or encrypted.
        """
        member = self._members[name]
        if member.file_size > LARGEST_MEMBER:
            raise InputError(
                f"{self._file}, member {name[:80]!r}: has {member.file_size:,} bytes, more than "
                f"the {LARGEST_MEMBER // 2**20} MiB that are read; leave it out."
            )
        try:
            with self._archive.open(member) as stream:
                return stream.read(LARGEST_MEMBER + 1)
        except _ANY_DAMAGE as error:
            raise _damaged(f"{self._file}, member {name[:80]!r},", error) from error


@contextmanager
def opened(path: Path) -> Iterator[Members]:
    """Open a zip, its directory looked at.

    Raises:
        InputError: it is damaged, encrypted, or would unpack to too much.
    """
    file = shown(path)
    try:
        archive = zipfile.ZipFile(path)
    except _ANY_DAMAGE as error:
        raise _damaged(file, error) from error
    with archive:
        members = archive.infolist()
        total = sum(member.file_size for member in members)
        if total > LARGEST_TOTAL or len(members) > MOST_MEMBERS:
            raise InputError(
                f"{file} would unpack to {len(members):,} members of {total / 2**30:,.1f} GiB, "
                f"more than the {LARGEST_TOTAL // 2**30} GiB that are read; give a smaller file."
            )
        if any(member.flag_bits & ENCRYPTED for member in members):
            raise InputError(f"{file} is encrypted; save a copy without the password.")
        yield Members(archive, file)


def is_zip(stream: BinaryIO) -> bool:
    """Whether the file begins as a zip; the stream is rewound."""
    beginning = stream.read(len(MAGIC))
    stream.seek(0)
    return beginning == MAGIC


def _zstd_errors() -> tuple[type[Exception], ...]:
    if sys.version_info >= (3, 14):
        from compression.zstd import ZstdError
    else:
        from backports.zstd import ZstdError
    return (ZstdError,)


_ANY_DAMAGE: tuple[type[Exception], ...] = (
    *DAMAGE,
    zipfile.BadZipFile,  # the backport has one of its own
    OverflowError,
    *_zstd_errors(),
)
"""What reading a damaged zip raises."""


def _damaged(what: str, error: Exception) -> InputError:
    reason = str(error) or type(error).__name__
    return InputError(f"{what} is a damaged zip ({reason[:200]}); write or download it again.")
