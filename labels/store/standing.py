"""What whoever labels may know of a sample: its name, its rubric, whether it is closed."""

import sqlite3

from corpus.errors import InputError
from labels.rubric import Rubric
from labels.store.stamped import STAMP, stamped


class ClosedSampleError(InputError):
    """The sample was closed; nothing more is labelled or adjudicated in it."""


def is_closed(connection: sqlite3.Connection, sample: str) -> bool:
    """Whether the sample's last event is its closing."""
    last = connection.execute(
        "SELECT kind FROM sample_event WHERE sample = ? ORDER BY seq DESC LIMIT 1", [sample]
    ).fetchone()
    return last is not None and last["kind"] == "closed"


def is_census(connection: sqlite3.Connection, sample: str) -> bool:
    """Whether nothing was left out when the sample was drawn: one bit of its design, no more."""
    row = connection.execute(
        "SELECT NOT EXISTS (SELECT 1 FROM stratum WHERE sample = ? AND drawn < size)", [sample]
    ).fetchone()
    return bool(row[0])


def refuse_closed(connection: sqlite3.Connection, sample: str) -> None:
    """Raise `ClosedSampleError` where the sample takes no more labels."""
    if is_closed(connection, sample):
        raise ClosedSampleError(
            f"The sample {sample!r} is closed and takes no more labels or decisions; "
            f"open it again with: crosssource sample reopen {sample}"
        )


def annotator_name(name: str) -> str:
    """A labeller's name as it is stored: white space at the ends taken off.

    Raises:
        InputError: it is empty, longer than 80 characters, or holds what cannot be printed.
    """
    return person_name(name, "annotator", "ann")


def person_name(name: str, role: str, example: str) -> str:
    """A person's name as it is stored.

    Args:
        role: `annotator`, `adjudicator`: what the person is, and the option that names them.
        example: a name that could be given.

    Raises:
        InputError: it is empty, longer than 80 characters, or holds what cannot be printed.
    """
    name = name.strip()
    if not name or len(name) > 80 or not name.isprintable():
        raise InputError(
            f"The {role}'s name {name[:80]!r} cannot be used; give 1 to 80 printable "
            f"characters, for example: --{role} {example}"
        )
    return name


def keep_rubric(connection: sqlite3.Connection, rubric: Rubric) -> None:
    """Keep a rubric's text under its version, so that every label's rubric can be read."""
    kept = connection.execute("SELECT 1 FROM rubric WHERE version = ?", [rubric.version])
    if kept.fetchone():
        return  # no write, and so no wait for the disk at each start of the labelling app
    connection.execute(
        f"INSERT OR IGNORE INTO rubric (version, text, {STAMP}) VALUES (?, ?, ?, ?, ?)",
        [rubric.version, rubric.text, *stamped()],
    )


def sample_name(connection: sqlite3.Connection, named: str | None) -> str:
    names = [row["name"] for row in connection.execute("SELECT name FROM sample ORDER BY name")]
    if not names:
        raise InputError("There is no sample to label yet; draw one with: crosssource sample draw")
    if named is None and len(names) == 1:
        return str(names[0])
    if named in names:
        return str(named)
    said = "Which sample" if named is None else f"There is no sample {named!r}; which one"
    raise InputError(f"{said}? Name one with --sample: {', '.join(names)}.")


def refuse_twin_name(
    connection: sqlite3.Connection, name: str, option: str = "--annotator"
) -> None:
    """`Ann` after `ann` would start a second person's work by a slip of the shift key."""
    rows = connection.execute(
        "SELECT annotator AS name, 'labels' AS what FROM label_event "
        "UNION SELECT adjudicator, 'decisions' FROM adjudication_event"
    )
    for row in rows:
        if row["name"] != name and row["name"].casefold() == name.casefold():
            raise InputError(
                f"There are {row['what']} by {row['name']!r}, and {name!r} differs only in its "
                f"capitals; go on with {option} {row['name']!r}, or take another name."
            )


def refuse_adjudicator(connection: sqlite3.Connection, sample: str, annotator: str) -> None:
    """Who has adjudicated has seen what others said, and labels the sample blind no more."""
    found = connection.execute(
        "SELECT 1 FROM adjudication_event WHERE sample = ? AND adjudicator = ?",
        [sample, annotator],
    ).fetchone()
    if found:
        raise InputError(
            f"{annotator!r} adjudicates in the sample {sample!r} and has seen what others said, so "
            "no label of theirs is blind there; have somebody else label it, with: crosssource "
            f"label --sample {sample} --annotator NAME"
        )
