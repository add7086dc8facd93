"""Files that are whole or absent: text in UTF-8, written beside the target and moved over it."""

import errno
import os
import stat
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from corpus.errors import InputError, StoreError


def refuse_irregular(path: Path, error: type[InputError] = InputError) -> None:
    """Refuse a pipe or a device where a file has to be read more than once: it would be waited for
    without end, or be empty the second time. What is not there is for the reader to tell.

    Raises:
        InputError: it is one; of the type that was asked for.
    """
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError):
        return
    if stat.S_ISREG(mode) or stat.S_ISDIR(mode):
        return
    what = "a pipe" if stat.S_ISFIFO(mode) else "no regular file"
    raise error(
        f"{path} is {what}, and what is in it can be read only once; write it to a file first, and "
        "give that."
    )


def read_utf8(path: Path) -> str:
    """The text of a UTF-8 file, a byte-order mark taken off, line ends as they are.

    Raises:
        InputError: the file is absent, unreadable, or not UTF-8 (names the byte).
    """
    return decode_utf8(read_bytes(path), path)


def read_bytes(path: Path) -> bytes:
    """The bytes of a file; `InputError` names the path and the system's reason."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise InputError(
            f"{path} cannot be read ({error.strerror}); give a readable file."
        ) from error


def decode_utf8(data: bytes, source: object) -> str:
    """UTF-8 bytes as text; `InputError` names the source, the line and the byte that is not."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(
            f"{source}, line {line}: byte {data[error.start]:#04x} is not UTF-8; "
            f"convert the file first, for example: iconv -f WINDOWS-1252 -t UTF-8."
        ) from error


def write_atomically(path: Path, text: str | Iterable[str]) -> None:
    """Write `text` as UTF-8 so that after a crash `path` holds the old text or the new, whole.

    A large text may come in pieces, which are never held together.

    Raises:
        StoreError: the disk is full or the folder cannot be written; `path` is unchanged.
    """
    write_together({path: text})


def write_together(files: Mapping[Path, str | Iterable[str]]) -> None:
    """Write several texts, all of them or none: each stands whole beside its target before the
    first is moved over it.

    Raises:
        StoreError: one of them cannot be written; none has changed.
    """
    staged: dict[Path, Path] = {}
    try:
        for path, text in files.items():
            _refuse_target(path)
            staged[path] = _staged(path, text)
        for path, temporary in staged.items():
            temporary.replace(path)
    except OSError as error:
        raise cannot_write(path, error) from error
    finally:
        for temporary in staged.values():
            temporary.unlink(missing_ok=True)


def _refuse_target(path: Path) -> None:
    """Find now what would stop the moving later, when others have been moved already."""
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if path.exists() and not path.is_file():
        raise OSError(errno.EEXIST, "what is there is no file")
    if path.exists() and not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


def _staged(path: Path, text: str | Iterable[str]) -> Path:
    """The text on disk, beside the file that it is to become."""
    with tempfile.NamedTemporaryFile(
        "w", encoding="utf-8", newline="", dir=path.parent, prefix=f".{path.name}.", delete=False
    ) as stream:
        temporary = Path(stream.name)
        try:
            stream.writelines((text,) if isinstance(text, str) else text)
            stream.flush()
            os.fsync(stream.fileno())
            # A temporary file is private (0600); the file people share is as their umask makes it.
            temporary.chmod(0o666 & ~_umask())
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
    return temporary


def cannot_write(path: Path, error: OSError) -> StoreError:
    """The sentence for a write that the system refused."""
    remedy = "free some space or mend the permissions, then run the command again."
    if error.errno in _WRONG_PLACE:
        remedy = "give another path, in a folder that is there."
    return StoreError(
        f"{path} could not be written ({error.strerror}); nothing was changed: {remedy}"
    )


_WRONG_PLACE = (errno.ENOENT, errno.ENOTDIR, errno.EISDIR, errno.EEXIST)


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current
