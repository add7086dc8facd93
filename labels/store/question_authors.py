"""Who wrote the questions of a run: a person or a machine, as it was when they were asked.

Kept beside the answer, because `golden.jsonl` changes afterwards: a draft that a person confirms
tomorrow was a machine's question today. Runs that were imported, or made before this was kept, have
no row: of their questions it is not known, which is not the same as `unknown`, what a file says.
"""

import sqlite3
from collections import Counter
from collections.abc import Iterable, Sequence

from labels.authorship import QuestionAuthors
from labels.run import Answered
from labels.store.stamped import STAMP, stamped

_NEVER_BLURRED = ("machine", "unknown", "human")
"""Which counts where one question was another's in another run: the first of them."""


def record(connection: sqlite3.Connection, answered: Answered) -> None:
    """Keep who wrote the question of an answer, where that is known; what is there stays."""
    if answered.written_by:
        connection.execute(
            "INSERT OR IGNORE INTO question_author (run, case_id, written_by, drafted_by, "
            f"{STAMP}) VALUES (?, ?, ?, ?, ?, ?, ?)",
            (
                answered.run,
                answered.case_id,
                answered.written_by,
                answered.drafted_by,
                *stamped(),
            ),
        )


def of_runs(connection: sqlite3.Connection, runs: Sequence[str]) -> QuestionAuthors:
    """Of the questions that these runs were asked, each counted once."""
    marks = ", ".join("?" for _ in runs)
    rows = connection.execute(
        "SELECT c.case_id, q.written_by, q.drafted_by FROM ("
        f"SELECT run, case_id FROM citation WHERE run IN ({marks}) "
        f"UNION SELECT run, case_id FROM generation WHERE run IN ({marks})) c "
        "LEFT JOIN question_author q ON q.run = c.run AND q.case_id = c.case_id",
        [*runs, *runs],
    )
    found: dict[str, dict[str, bool]] = {}
    for row in rows:
        of_case = found.setdefault(row["case_id"], {})
        if row["written_by"]:
            of_case[row["written_by"]] = bool(row["drafted_by"])
    counts = Counter(map(_writer, found.values()))
    return QuestionAuthors(
        human=counts["human"],
        machine=counts["machine"],
        unknown=counts["unknown"],
        unrecorded=counts[""],
        drafted=sum(_writer(one) == "human" and one["human"] for one in found.values()),
    )


def _writer(known: Iterable[str]) -> str:
    return next((one for one in _NEVER_BLURRED if one in known), "")
