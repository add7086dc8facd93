"""Reading a file in a process of its own, so that no file can take the time or memory of all.

A PDF is a program for a machine of many millions of lines, a DOCX a zip of XML: both can be made to
run for ever, to unpack to terabytes, or to crash who reads them. The child has a bound on its
memory, this side has a clock, and a child that dies is a sentence about the file. One child reads
file after file (starting it costs a tenth of a second); it ends with this process.
"""

import atexit
import pickle
import subprocess
import sys
import threading
from pathlib import Path

from corpus.errors import InputError
from corpus.readers.extracted import Extracted, Limits
from corpus.readers.source import shown

LIMITS = Limits()

_COMMAND = (sys.executable, "-P", "-c", "from corpus.readers.child import serve; serve()")


class _Child:
    """The process that reads, started when it is first needed."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()

    def ask(self, kind: str, path: Path, option: str | None, limits: Limits) -> object:
        """What the child answers; None where it ended instead.

        Raises:
            TimeoutError: it took too long, and was ended.
        """
        with self._lock:
            process = self._running()
            late = threading.Event()

            def end_late() -> None:
                late.set()
                process.kill()

            timer = threading.Timer(limits.seconds, end_late)
            timer.daemon = True
            timer.start()
            try:
                return self._exchange(process, (kind, path.absolute(), shown(path), option, limits))
            except (EOFError, OSError, pickle.UnpicklingError):
                self.end()
                if late.is_set():
                    raise TimeoutError from None
                return None
            except BaseException:  # Ctrl-C: what the child was about to say is nobody's answer
                self.end()
                raise
            finally:
                timer.cancel()

    @staticmethod
    def _exchange(process: subprocess.Popen[bytes], request: object) -> object:
        assert process.stdin is not None
        assert process.stdout is not None
        pickle.dump(request, process.stdin)
        process.stdin.flush()
        return pickle.load(process.stdout)  # noqa: S301  it is our own process

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is not None and self._process.poll() is not None:
            self.end()
        if self._process is None:
            self._process = subprocess.Popen(  # noqa: S603
                _COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
        return self._process

    def end(self) -> None:
        """Ends the child, if there is one."""
        if self._process is not None:
            process, self._process = self._process, None
            process.kill()
            process.communicate()


_child = _Child()
atexit.register(_child.end)


def extract(kind: str, path: Path, option: str | None = None) -> Extracted:
    """What the reader of a kind takes out of a file.

    Args:
        kind: `pdf`, `docx`, `html` or `markdown`.
        path: the file.
        option: what the reader of that kind is told beside the path: an encoding, for HTML.

    Raises:
        InputError: the reader refused the file, was too slow, too greedy, or broke.
    """
    where = shown(path)
    limits = LIMITS
    try:
        answer = _child.ask(kind, path, option, limits)
    except TimeoutError:
        raise InputError(
            f"{where} was not read within {limits.seconds:g} seconds; print it to a new PDF, or "
            "split it."
        ) from None
    if isinstance(answer, InputError):
        raise answer
    if isinstance(answer, Extracted):
        return answer
    reason = answer if isinstance(answer, str) else "its reader broke off"
    raise InputError(
        f"{where} cannot be read ({reason}): it is damaged, or needs more than "
        f"{limits.memory / 2**30:.3g} GiB of memory; save it anew from the program that made it."
    )
