"""The other end of `confined`: reads one file after the other until nobody asks any more."""

import contextlib
import math
import os
import pickle
import signal
import sys
from pathlib import Path

from corpus.errors import InputError
from corpus.readers.extracted import Extracted, Limits


def serve() -> None:
    """Answers requests from stdin on stdout; what a library prints goes nowhere."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the asker is interrupted, and ends this process
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    questions = sys.stdin.buffer
    with contextlib.suppress(EOFError, BrokenPipeError):
        while True:
            kind, path, where, option, limits = pickle.load(questions)  # noqa: S301
            pickle.dump(_answer(kind, path, where, option, limits), answers)
            answers.flush()


def _answer(
    kind: str, path: Path, where: str, option: str | None, limits: Limits
) -> Extracted | InputError | str:
    """The text, the refusal, or why a library gave up."""
    try:
        _bound_memory(limits.memory)
        _bound_time(limits.seconds)
        return read(kind, path, where, option, limits)
    except InputError as error:
        return error
    except MemoryError:
        return "it does not fit in memory"
    except Exception:  # noqa: BLE001  whatever a damaged file does to a library
        return "its reader gave up"
    finally:
        _bound_time(None)


def read(kind: str, path: Path, where: str, option: str | None, limits: Limits) -> Extracted:
    """A file by the reader of its kind.

    Raises:
        InputError: the file cannot be used; one sentence says why.
    """
    if kind == "pdf":
        from corpus.readers import pdf

        return pdf.extract(path, where, limits)
    if kind == "docx":
        from corpus.readers import docx

        return docx.extract(path, where, limits)
    from corpus.readers import markup

    return markup.extract(path, where, limits, kind=kind, encoding=option or "utf-8")


def _bound_time(seconds: float | None) -> None:
    """Ends this process a little after its asker would have, should that one be gone by then."""
    if hasattr(signal, "alarm"):
        signal.alarm(0 if seconds is None else math.ceil(seconds) + 5)


def _bound_memory(size: int) -> None:
    """Best effort: Windows has no such bound, and some systems do not keep it."""
    try:
        import resource
    except ImportError:
        return
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (size, resource.getrlimit(resource.RLIMIT_AS)[1]))
