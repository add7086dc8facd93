"""`crosssource show`: the whole packet behind a verdict."""

import json
import shlex
from typing import TYPE_CHECKING, Any

import click

from corpus.amount import count
from corpus.console import put, say, workspace_option
from corpus.workspace import Workspace

if TYPE_CHECKING:
    import sqlite3


@click.command(epilog="Example: crosssource show 3fa94c21")
@click.argument("item", metavar="ITEM")
@click.option(
    "--unblind", is_flag=True, help="I do not label it: show what the judge said all the same."
)
@click.option("--json", "as_json", is_flag=True, help="As JSON on stdout.")
@workspace_option
def show(workspace: Workspace, item: str, unblind: bool, as_json: bool) -> None:
    """Show all that is known of ITEM: texts, verdicts, judges, requests and responses.

    ITEM is the beginning of an item's or a verdict's id, as reports name it. What the judge said is
    withheld while a sample with the item can be labelled; --unblind is for whoever does not label
    it.
    """
    from labels.store import database, packets

    with database.opened(workspace) as connection:
        packet = packets.packet_of(connection, item)
        withheld = [] if unblind else _withhold(connection, packet)
    packet["withheld_while_open"] = withheld
    if as_json:
        put(json.dumps(packet, ensure_ascii=False, indent=2))
        return
    for name in ("id", "question", "claim", "passage"):
        put(f"{name}: {packet[name]}")
    for citation in packet["citations"]:
        put("")
        _put_citation(citation)
    say(f"{count(len(packet['citations']), 'citation')} of this item.")
    if withheld:
        one = len(withheld) == 1
        say(
            f"What the judge said, or a request that speaks of others' verdicts, is withheld while "
            f"{' and '.join(withheld)} can be labelled. To see it: crosssource sample close "
            f"{shlex.quote(withheld[0]) if one else 'NAME'}, or --unblind if you do not label."
        )


def _withhold(connection: "sqlite3.Connection", packet: dict[str, Any]) -> list[str]:
    """Take out of a packet what whoever labels must not know; the open samples it was taken for."""
    from labels.store import packets
    from labels.store.open_samples import open_with

    found = open_with(connection, [packet["id"]])
    for citation in packet["citations"]:
        if found:
            citation["verdicts"], citation["failures"] = [], []
    others: set[str] = set()
    for citation in packet["citations"]:
        for verdict in citation["verdicts"]:
            kept = []
            for request in verdict["requests"]:
                over = open_with(connection, packets.items_of(connection, [request["seq"]]))
                others.update(over)
                kept += [] if over else [request]
            verdict["requests"] = kept
    return found or sorted(others)


def _put_citation(citation: dict[str, Any]) -> None:
    for name in ("run", "config", "case_id", "claim_id", "cited", "source", "answer"):
        if citation[name]:
            put(f"{name}: {citation[name]}")
    for verdict in citation["verdicts"]:
        put(f"verdict {verdict['uid']}")
        for name in ("support", "category", "evidence", "reason", "raw", "created_at"):
            if verdict[name] not in (None, ""):
                put(f"  {name}: {verdict[name]}")
        put(f"  judge: {verdict['judge']} {json.dumps(verdict['provenance'], ensure_ascii=False)}")
        for request in verdict["requests"]:
            put(f"  request {request['seq']} ({request['purpose']}, model {request['model']})")
            put("    " + json.dumps(request["request"], ensure_ascii=False))
            put("    " + json.dumps(request["response"], ensure_ascii=False))
    for failure in citation["failures"]:
        put(f"missing: {failure['stage']}: {failure['cause']} ({failure['detail']})")
