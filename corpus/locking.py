"""One process at a time: a lock file that the system lets go of when its holder dies."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from corpus.errors import CrossSourceError
from corpus.files import cannot_write


@contextmanager
def locked(lock: Path, guarded: Path, seconds: float, busy: CrossSourceError) -> Iterator[None]:
    """Hold a lock; its folder is made where it is absent.

    Args:
        lock: the lock file, beside what it guards: that may be replaced at each change.
        guarded: what it guards, for what is said where the lock cannot be made.
        seconds: to wait for another process.
        busy: what is raised where another process holds it still.

    Raises:
        CrossSourceError: `busy`.
        StoreError: the folder or the lock cannot be made.
    """
    held = FileLock(lock, timeout=seconds)
    try:
        lock.parent.mkdir(parents=True, exist_ok=True)
        held.acquire()
    except Timeout as error:
        raise busy from error
    except OSError as error:
        raise cannot_write(guarded, error) from error
    try:
        yield
    finally:
        held.release()
