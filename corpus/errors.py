"""The errors a person may meet, each one sentence: what happened, the value, the next command.

    CrossSourceError            exit 2
    ├── InputError              a file, an option or a setting cannot be used
    ├── WorkspaceError          no workspace, or one that this version cannot open
    ├── StoreError              the database refused: locked, full, read-only, damaged
    └── ServiceError            exit 4: the model service, or the site that opinions come from,
                                failed; the run, or the fetch, can be resumed

Only the front door catches them. A traceback is a bug.
"""

from enum import IntEnum


class ExitCode(IntEnum):
    """What the process tells the shell."""

    DONE = 0
    """The command did what it says; for a gate, it passed."""
    FAILED = 1
    """A check or a gate looked and found a fault."""
    USAGE = 2
    """Wrong usage or bad input; nothing was changed."""
    UNDECIDED = 3
    """A gate has too little evidence to decide."""
    SERVICE = 4
    """A service (of models, of opinions) failed; the same command goes on where it was."""
    INTERRUPTED = 130
    """The person pressed Ctrl-C."""
    PIPE_CLOSED = 141
    """Whoever read the output stopped, as `head` does; a shell's own code for that."""


class CrossSourceError(Exception):
    """The root: its text is the one sentence a person reads."""

    exit_code = ExitCode.USAGE


class InputError(CrossSourceError):
    """A file, an option or a setting that cannot be used."""


class WorkspaceError(CrossSourceError):
    """No workspace here, or one that this version cannot open."""


class StoreError(CrossSourceError):
    """The database refused: locked, full, read-only or damaged."""


class ServiceError(CrossSourceError):
    """A service failed; what was done is kept, and the same command goes on from there."""

    exit_code = ExitCode.SERVICE


def at_line(source: object, line: int, problem: str) -> InputError:
    """An `InputError` that names the file and the line first, as compilers do."""
    return at_place(source, f"line {line}", problem)


def at_place(source: object, place: str, problem: str) -> InputError:
    """The same for a file whose records have no lines of their own: `sample 9, epoch 1`."""
    return InputError(f"{source}, {place}: {problem}")
