"""The reveal: of a closed sample alone, recorded, and nothing that comes after it is blind."""

import json
import sqlite3

import pytest

from corpus.errors import ExitCode
from corpus.workspace import Workspace
from labels import rubric
from labels.outcome import Choice
from labels.store import calibration, database, reveals
from labels.store.queue import Decision, open_queue
from tests.conftest import Run


def label(
    study: Workspace,
    who: str,
    count: int,
    choice: Choice = Choice.SUPPORTED,
    sample: str = "pilot",
) -> None:
    with open_queue(study, sample, who, rubric.in_force(study)) as queue:
        for _ in range(count):
            item_id = queue.next_id()
            assert item_id is not None
            queue.label(item_id, Decision(choice=choice), 1.0)


def blind(study: Workspace, sample: str = "pilot") -> dict[str, list[str]]:
    """What a report reads: who labelled an item, by item."""
    with database.opened(study) as connection:
        loaded = calibration.load(connection, study, sample)
    found = {item.item_id: [one.annotator for one in item.labels] for item in loaded.items}
    return {item_id: who for item_id, who in found.items() if who}


def test_an_open_sample_is_refused_and_nothing_is_recorded(drawn: Workspace, run: Run) -> None:
    refused = run("sample", "reveal", "pilot", "--workspace", drawn.root, expect=ExitCode.USAGE)
    assert refused.out == ""
    assert "crosssource sample close pilot" in refused.err
    with database.opened(drawn) as connection:
        assert reveals.first(connection, "pilot") is None


def test_a_closed_one_says_how_its_labels_go_on(drawn: Workspace, run: Run) -> None:
    label(drawn, "ann", 3)
    run("sample", "close", "pilot", "--workspace", drawn.root)
    told = " ".join(run("report", "--workspace", drawn.root).out.split())
    assert "crosssource sample reopen pilot, then crosssource label --sample pilot" in told


def test_a_closed_one_shows_both_sides_and_says_so_ever_after(drawn: Workspace, run: Run) -> None:
    label(drawn, "ann", 3)
    where = ("--workspace", drawn.root)
    run("sample", "close", "pilot", *where)
    rows = [
        json.loads(line)
        for line in run("sample", "reveal", "pilot", "--json", *where).out.splitlines()
    ]
    assert {"item", "claim", "citation", "judge", "reason", "labels"} == rows[0].keys()
    assert sum(row["labels"] == {"ann": "supported"} for row in rows) == 3
    text = run("sample", "reveal", "pilot", *where).out
    assert "judge:   partial" in text
    assert "people:  ann: supported" in text
    assert "Revealed: at " in run("sample", "show", "pilot", *where).out
    reported = json.loads(run("report", "--format", "json", *where).out)
    assert reported["blindness"]["revealed_at"]
    assert reported["blindness"]["since_reveal"] == 0
    told = " ".join(run("report", *where).out.split())
    assert "can have no blind one any more, since the verdicts were revealed" in told
    assert "crosssource label" not in told


def test_labels_that_come_after_it_are_kept_apart(drawn: Workspace, run: Run) -> None:
    label(drawn, "ann", 3)
    before = blind(drawn)
    where = ("--workspace", drawn.root)
    run("sample", "close", "pilot", *where)
    run("sample", "reveal", "pilot", *where)
    assert "kept apart" in run("sample", "reopen", "pilot", *where).err
    with open_queue(drawn, "pilot", "ann", rubric.in_force(drawn)) as queue:
        assert "no report counts it" in queue.notice
    label(drawn, "ann", 2)
    label(drawn, "ben", 1, Choice.PARTIAL)
    with open_queue(drawn, "pilot", "ann", rubric.in_force(drawn)) as queue:
        for _ in range(3):  # two that came after, and one that was given blind
            queue.undo()
    assert blind(drawn) == before
    report = run("report", *where).out
    assert "3 labels given since" in " ".join(report.split())
    assert "3 labels since then are kept apart" in run("sample", "show", "pilot", *where).out
    # Revealed again or not: the first time counts.
    run("sample", "close", "pilot", *where)
    run("sample", "reveal", "pilot", *where)
    assert blind(drawn) == before


def test_that_it_was_revealed_cannot_be_taken_back(drawn: Workspace, run: Run) -> None:
    where = ("--workspace", drawn.root)
    run("sample", "close", "pilot", *where)
    run("sample", "reveal", "pilot", *where)
    connection = sqlite3.connect(drawn.database)
    for statement in ("DELETE FROM reveal", "UPDATE reveal SET last_label = 99"):
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            connection.execute(statement)
    connection.close()


def test_whoever_labels_cannot_read_it(drawn: Workspace) -> None:
    with (
        open_queue(drawn, None, "ann", rubric.in_force(drawn)) as queue,
        pytest.raises(sqlite3.DatabaseError, match="prohibited"),
    ):
        queue._connection.execute("SELECT * FROM reveal")


def test_a_second_sample_of_the_same_items_is_held_to_it(drawn: Workspace, run: Run) -> None:
    where = ("--workspace", drawn.root)
    run("sample", "draw", "--supported", "all", "--name", "again", *where)
    label(drawn, "ann", 2, sample="again")
    run("sample", "close", "pilot", *where)
    refused = run("sample", "reveal", "pilot", *where, expect=ExitCode.USAGE).err
    assert "crosssource sample close again" in refused
    run("sample", "close", "again", *where)
    run("sample", "reveal", "pilot", *where)
    before = blind(drawn, "again")
    run("sample", "reopen", "again", *where)
    with database.opened(drawn) as connection:
        known = reveals.last_blind(connection, "again")
        row = connection.execute("SELECT count(*) FROM blind_item WHERE sample = 'again'")
        total = row.fetchone()[0]
    assert 0 < len(known) < total
    label(drawn, "ben", total, sample="again")
    after = blind(drawn, "again")
    assert {item_id for item_id, who in after.items() if "ben" in who} == after.keys() - known
    assert all(after[item_id] == before[item_id] for item_id in known.keys() & before.keys())
