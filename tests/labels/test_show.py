"""`crosssource show`: what is behind a verdict, and ids that name nothing."""

import json
import sqlite3
from collections.abc import Callable
from typing import Any

import pytest

from corpus.workspace import Workspace

Run = Callable[..., Any]


def test_the_packet_of_an_imported_verdict(run: Run, drawn: Workspace) -> None:
    connection = sqlite3.connect(drawn.database)
    ((uid, item_id),) = connection.execute(
        "SELECT v.uid, c.item_id FROM verdict v JOIN citation c ON c.uid = v.citation_uid LIMIT 1"
    ).fetchall()
    connection.close()
    at = ("--workspace", drawn.root)
    packet = json.loads(run("show", uid[:16], "--json", *at).out)
    assert packet["id"] == item_id
    (citation,) = packet["citations"]
    (verdict,) = citation["verdicts"]
    assert (verdict["uid"], verdict["judge"], verdict["requests"]) == (uid, "judge-a", [])
    page = run("show", item_id[:16], *at).out
    assert f"verdict {uid}" in page
    assert "passage: Passage" in page


@pytest.mark.parametrize(
    ("named", "sentence"),
    [
        ("abc", "'abc' is no id: give at least 4"),
        ("%%%%%", "'%%%%%' is no id"),
        ("f" * 40, "No item and no verdict has an id that begins with"),
    ],
)
def test_an_id_that_names_nothing_is_a_sentence(
    run: Run, drawn: Workspace, named: str, sentence: str
) -> None:
    assert sentence in run("show", named, "--workspace", drawn.root, expect=2).err
