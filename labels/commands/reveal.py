"""`crosssource sample reveal`: what the judge said beside what people said, once nobody labels."""

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from corpus.amount import count
from corpus.console import put, say, workspace_option
from corpus.workspace import Workspace

if TYPE_CHECKING:
    from labels.calibration import Calibration, CalibrationItem


@click.command(epilog="Example: crosssource sample reveal pilot")
@click.argument("name")
@click.option("--json", "as_json", is_flag=True, help="JSON Lines on stdout, one verdict a line.")
@workspace_option
def reveal(workspace: Workspace, name: str, as_json: bool) -> None:
    """Show annotators what the judge said of each item, beside their labels.

    Only a closed sample is revealed, and that it was is recorded. Where it is opened again
    afterwards, labels that come then are kept apart: they are not blind, and no report counts them.
    """
    from labels.store import calibration, database, reveals, standing

    with database.opened(workspace) as connection:
        with database.transaction(connection):
            name = standing.sample_name(connection, name)
            reveals.record(connection, name)
        loaded = calibration.load(connection, workspace, name)
    for row in _rows(loaded):
        for line in [json.dumps(row, ensure_ascii=False)] if as_json else _told(row):
            put(line)
    say(f"{count(len(loaded.items), 'verdict')} of {loaded.judge}; the reveal is recorded.")


def _rows(loaded: "Calibration") -> Iterator[dict[str, Any]]:
    for item in loaded.items:
        yield {
            "item": item.item_id,
            "claim": item.claim,
            "citation": item.citation,
            "judge": str(item.judged),
            "reason": item.judge_reason,
            "labels": dict(_labels(item)),
        }


def _labels(item: "CalibrationItem") -> Iterator[tuple[str, str]]:
    for label in item.labels:
        yield label.annotator, str(label.outcome or label.choice)


def _told(row: dict[str, Any]) -> Iterator[str]:
    said = "; ".join(f"{who}: {what}" for who, what in row["labels"].items())
    reason = f" ({row['reason']})" if row["reason"] else ""
    yield f"{row['item'][:12]}  {row['citation']}"
    yield f"  claim:   {row['claim']}"
    yield f"  judge:   {row['judge']}{reason}"
    yield f"  people:  {said or 'no label'}"
