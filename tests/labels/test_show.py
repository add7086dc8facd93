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
    run("sample", "close", "pilot", *at)
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


def test_what_was_judged_of_an_item_is_withheld_while_it_can_be_labelled(
    run: Run, drawn: Workspace
) -> None:
    """The audit sends people here for the texts of a finding, whoever they are."""
    at = ("--workspace", drawn.root)
    connection = sqlite3.connect(drawn.database)
    ((item_id,),) = connection.execute("SELECT item_id FROM blind_item LIMIT 1").fetchall()
    connection.close()
    shown = run("show", item_id[:12], *at)
    assert "passage: Passage" in shown.out
    assert "support" not in shown.out.replace("passage", "")
    assert "withheld while pilot can be labelled" in shown.err
    assert "crosssource sample close pilot" in shown.err
    packet = json.loads(run("show", item_id[:12], "--json", *at).out)
    assert packet["withheld_while_open"] == ["pilot"]
    assert [one["verdicts"] for one in packet["citations"]] == [[]]
    assert "  support: " in run("show", item_id[:12], "--unblind", *at).out
    run("sample", "close", "pilot", *at)
    closed = run("show", item_id[:12], *at)
    assert "  support: " in closed.out
    assert "withheld" not in closed.err
