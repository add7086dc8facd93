"""Finding what a person names: runs by name, a judge by name or by the beginning of its id."""

import sqlite3
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from corpus.errors import InputError

REPEATED = "json_extract(j.provenance, '$.repeat') IS NOT NULL AS is_repeat"
"""The column that says of a judge `j` whether it is a repeat."""


class StoredJudge(NamedTuple):
    """A judge as it is listed."""

    id: str
    name: str
    repeat: bool = False
    """Whether it is another judge that was asked again."""

    def __str__(self) -> str:
        """With the letters that tell it from others of its name."""
        return f"{self.name} ({self.id[:8]})"


class SeveralJudgesError(InputError):
    """It is open whose verdicts are meant."""


def known_runs(connection: sqlite3.Connection, wanted: Sequence[str]) -> list[str]:
    """The runs of these names, each once, in order of name; all of them where none is named.

    Raises:
        InputError: one of them is unknown, or there is no run yet.
    """
    known = [row["name"] for row in connection.execute("SELECT name FROM run ORDER BY name")]
    if not known:
        raise InputError(
            "There is no run in this workspace yet; import verdicts with: crosssource import FILE"
        )
    for name in wanted:
        if name not in known:
            raise InputError(f"There is no run {name!r}; the runs are: {', '.join(known)}.")
    return sorted(set(wanted)) or known


def named_judges(judges: Iterable[StoredJudge], wanted: str | None) -> list[StoredJudge]:
    """Those that a word means: by exact name, by name and letters as they are listed, else by the
    beginning of the id.

    None means all but the repeats, which are there to be held against the first of them.
    """
    judges = list(judges)
    if wanted is None:
        return [judge for judge in judges if not judge.repeat] or judges
    by_name = [judge for judge in judges if wanted in (judge.name, str(judge))]
    return by_name or [judge for judge in judges if wanted and judge.id.startswith(wanted)]


def one_judge(
    connection: sqlite3.Connection, runs: Sequence[str], wanted: str | None
) -> StoredJudge:
    """The judge of some runs' verdicts.

    Args:
        runs: their names, at least one.
        wanted: its name or the beginning of its id; None where there is only one.

    Raises:
        SeveralJudgesError: it is open who is meant.
        InputError: nobody has judged the runs, or nobody of that name.
    """
    marks = ", ".join("?" for _ in runs)
    rows = connection.execute(
        f"SELECT DISTINCT j.id, j.name, {REPEATED} FROM verdict v "
        "JOIN citation c ON c.uid = v.citation_uid "
        f"JOIN judge j ON j.id = v.judge_id WHERE c.run IN ({marks}) ORDER BY j.name, j.id",
        list(runs),
    )
    judges = [StoredJudge(*row) for row in rows]
    found = named_judges(judges, wanted)
    if len(found) == 1:
        return found[0]
    listed = ", ".join(runs)
    if not judges:
        raise InputError(
            f"No verdict in {listed}; import verdicts with: crosssource import FILE, or judge a "
            "run with: crosssource judge RUN"
        )
    if not found:
        raise InputError(
            f"No verdict by {wanted!r} in {listed}; its judges are: {', '.join(map(str, judges))}."
        )
    raise SeveralJudgesError(
        f"{len(found)} judges have judged {listed}: {', '.join(map(str, found))}; a sample is "
        "drawn from the verdicts of one: name it with --judge (the name, or the letters in "
        "brackets)."
    )
