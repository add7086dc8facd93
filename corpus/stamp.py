"""What every stored row carries: its time, the tool's version, its author."""

import getpass
from datetime import UTC, datetime
from functools import cache

VERSION = "0.1.0"
"""Of the package: the build reads it here, and asking the installed metadata costs 0.02 s."""


def now() -> str:
    """The time in UTC, ISO 8601 with milliseconds."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def tool_version() -> str:
    """The version of the package."""
    return VERSION


@cache
def author() -> str:
    """The login name of the person at the machine; `unknown` where the system has none."""
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return "unknown"
