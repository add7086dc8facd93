"""A file of rows that only grows: what lies beyond its recorded length is cut off first."""

import os
from contextlib import suppress
from io import FileIO
from pathlib import Path
from types import TracebackType

from corpus.errors import StoreError
from corpus.files import cannot_write

_HELD = 2**20


class GrowingFile:
    """Rows appended to `path` after its first `length` bytes; on an exception they are taken back.

    Raises (entering):
        StoreError: the file is shorter than `length` or was edited: cutting it would lose rows.
    """

    def __init__(self, path: Path, length: int) -> None:
        self._path = path
        self._length = length
        self._held = bytearray()

    def __enter__(self) -> "GrowingFile":
        try:
            self._path.touch()
            self._file = FileIO(self._path, "r+")
        except OSError as error:
            raise cannot_write(self._path, error) from error
        try:
            self._refuse_edited()
            self._file.truncate(self._length)
            self._file.seek(self._length)
        except OSError as error:
            self._file.close()
            raise cannot_write(self._path, error) from error
        except StoreError:
            self._file.close()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        with self._file:
            if kind is not None:
                # What cannot be cut off lies beyond the recorded length, and does not count.
                with suppress(OSError):
                    self._file.truncate(self._length)

    def append(self, rows: bytes) -> None:
        """Adds rows; they are on disk after `sync`."""
        self._held += rows
        if len(self._held) >= _HELD:
            self._write()

    def sync(self) -> None:
        """Returns when every row is on disk."""
        self._write()
        try:
            os.fsync(self._file.fileno())
        except OSError as error:
            raise cannot_write(self._path, error) from error

    def keep(self) -> None:
        """From here on no exception takes back what was synced."""
        self._length = self._file.tell()

    def _write(self) -> None:
        try:
            with memoryview(self._held) as rows:
                written = 0
                while written < len(rows):
                    written += self._file.write(rows[written:])
        except OSError as error:
            raise cannot_write(self._path, error) from error
        self._held.clear()

    def _refuse_edited(self) -> None:
        """A row that is whole ends with a line feed; where it does not, somebody wrote by hand."""
        if not self._length:
            return
        self._file.seek(self._length - 1)
        if self._file.read(1) != b"\n":
            raise StoreError(
                f"{self._path} is not as it was recorded ({self._length} bytes of whole rows); "
                "nothing was changed: see what differs with: crosssource corpus check"
            )


def sync_folder(folder: Path) -> None:
    """Puts the names of new files on disk, where the system can."""
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(descriptor)
    except OSError:
        return
    finally:
        os.close(descriptor)
