"""`crosssource show`: the whole packet behind a verdict."""

import json
from typing import Any

import click

from corpus.console import put, say, workspace_option
from corpus.workspace import Workspace


@click.command(epilog="Example: crosssource show 3fa94c21")
@click.argument("item", metavar="ITEM")
@click.option("--json", "as_json", is_flag=True, help="As JSON on stdout.")
@workspace_option
def show(workspace: Workspace, item: str, as_json: bool) -> None:
    """Show all that is known of ITEM: texts, verdicts, judges, requests and responses.

    ITEM is the beginning of an item's or a verdict's id, as reports name it. It shows what the
    judge said: not for whoever is labelling.
    """
    from labels.store import database, packets

    with database.opened(workspace) as connection:
        packet = packets.packet_of(connection, item)
    if as_json:
        put(json.dumps(packet, ensure_ascii=False, indent=2))
        return
    for name in ("id", "question", "claim", "passage"):
        put(f"{name}: {packet[name]}")
    for citation in packet["citations"]:
        put("")
        _put_citation(citation)
    say(f"{len(packet['citations'])} citations of this item.")


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
