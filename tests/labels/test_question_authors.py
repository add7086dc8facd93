"""Who wrote the questions of a run: kept when they are asked, and counted as they were then."""

import sqlite3
from collections.abc import Iterator

import pytest

from corpus.workspace import Workspace
from labels.authorship import QuestionAuthors
from labels.run import Answered
from labels.store import database, question_authors, runs


@pytest.fixture
def connection(study: Workspace) -> Iterator[sqlite3.Connection]:
    """A study with two runs that nothing is recorded of yet."""
    with database.opened(study) as opened:
        for name in ("one", "two"):
            runs.declare(opened, name, {})
        yield opened


def answered(run: str, case_id: str, written_by: str = "", drafted_by: str = "") -> Answered:
    return Answered(
        run=run, case_id=case_id, config=run, question="?", answerable=True, ground_truth=(),
        answer="A.", refused=False, widened=False, retrieved=(), request_seq=None,
        written_by=written_by, drafted_by=drafted_by,
    )  # fmt: skip


def test_each_question_counts_once_and_as_it_was_asked(connection: sqlite3.Connection) -> None:
    for one in (
        answered("one", "a", "human"),
        answered("one", "b", "human", "machine"),
        answered("one", "c", "machine"),
        answered("one", "d", "unknown"),
        answered("one", "e"),  # of a run that an older version began
        answered("two", "a", "human"),
        answered("two", "c", "human", "machine"),  # confirmed since: in the other it was not
        answered("two", "e", "human"),
    ):
        runs.record_answer(connection, one)
    assert question_authors.of_runs(connection, ["one"]) == QuestionAuthors(
        human=2, machine=1, unknown=1, unrecorded=1, drafted=1
    )
    both = question_authors.of_runs(connection, ["one", "two"])
    assert both == QuestionAuthors(human=3, machine=1, unknown=1, drafted=1)
    assert both.total == 5
    runs.record_answer(connection, answered("one", "c", "human"))  # resumed after a confirmation
    assert question_authors.of_runs(connection, ["one"]).machine == 1


def test_what_was_kept_is_not_changed(connection: sqlite3.Connection) -> None:
    runs.record_answer(connection, answered("one", "a", "machine"))
    for change in (
        "UPDATE question_author SET written_by = 'human'",
        "DELETE FROM question_author",
    ):
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            connection.execute(change)
