"""`crosssource audit`: faults of the harness, found by machine or people, and decided on."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from corpus.console import progress, put, say, workspace_folder, workspace_of, workspace_option
from corpus.errors import InputError
from corpus.visible import visible
from corpus.workspace import Workspace

if TYPE_CHECKING:
    import sqlite3

    from labels.store.audits import AuditDecision
    from reports.auditing.audit import Audit

EXAMPLE = """\b
Examples:
  crosssource audit
  crosssource audit --run baseline --json | jq '.detectors[] | {name, open}'
  crosssource audit confirm claim_without_word --reason "consecutive markers" --by ann
"""


@click.group(invoke_without_command=True, epilog=EXAMPLE)
@click.option("--run", "runs", multiple=True, metavar="NAME", help="Only findings of this run.")
@click.option(
    "--detector", "named", multiple=True, metavar="NAME", help="Only this detector's findings."
)
@click.option("--all", "decided", is_flag=True, help="Also what is confirmed or dismissed.")
@click.option("--full", is_flag=True, help="Every finding and every figure that moves.")
@click.option("--json", "as_json", is_flag=True, help="All of it as JSON on stdout.")
@click.option("--browse", is_flag=True, help="Go through the findings, each with its packet.")
@workspace_folder
@click.pass_context
def audit(
    context: click.Context,
    runs: tuple[str, ...],
    named: tuple[str, ...],
    decided: bool,
    full: bool,
    as_json: bool,
    browse: bool,
    workspace: Path | None,
) -> None:
    """List faults of the evaluation itself that look like faults of the answers.

    Each finding has a signature; findings of one signature are the same fault. A person confirms or
    dismisses them. What is confirmed leaves every denominator, of every report, visibly; a few
    kinds void nothing and are only to be known.

    Findings that would tell a labeller what the judge said are withheld while a sample with their
    items is open; how many, and of what, is not told by run or detector.
    """
    if context.invoked_subcommand is not None:
        if runs or named or decided or full or as_json or browse or workspace:
            raise InputError(
                f"Options stand behind the subcommand: crosssource audit "
                f"{context.invoked_subcommand} … --run NAME --workspace DIR"
            )
        return
    if browse:
        # The app lives in a room that this one may not enter; the front door puts it beside.
        context.invoke(audit.commands["browse"], workspace=workspace, runs=runs)
        return
    found = _whole(workspace_of(workspace), runs=runs, named=named)
    if as_json:
        from reports.auditing.audit_json import json_text

        put(json_text(found).rstrip("\n"))
        return
    from reports.auditing.page import page
    from reports.rendering.terminal import show_page

    show_page(page(found, full=full, decided=decided))


_findings = click.argument("findings", nargs=-1, required=True, metavar="SIGNATURE…")
_by = click.option("--by", metavar="NAME", help="Who decides (default: the login name).")
_reason = click.option("--reason", required=True, metavar="TEXT", help="Why; it is kept.")
_of_items = click.option(
    "--item", "items", multiple=True, metavar="ITEM", help="Only on this item (its id's beginning)."
)
_of_runs = click.option("--run", "runs", multiple=True, metavar="NAME", help="Only in this run.")


@audit.command(epilog='Example: crosssource audit confirm 70ad9a58 --reason "consecutive markers"')
@_findings
@_reason
@_by
@_of_runs
@_of_items
@workspace_option
def confirm(
    workspace: Workspace,
    findings: tuple[str, ...],
    reason: str,
    by: str | None,
    runs: tuple[str, ...],
    items: tuple[str, ...],
) -> None:
    """Confirm findings as faults of the harness: what they void leaves every denominator.

    SIGNATURE is one of crosssource audit's, four characters of it at least, or a detector's name
    for all that it found. What is found later, even of the same signature, is open again. A kind
    that voids nothing (a near-duplicate, a slow request) is known from then on, and counts on.
    """
    _decide(workspace, findings, "confirmed", reason=reason, by=by, runs=runs, items=items)


@audit.command(epilog='Example: crosssource audit dismiss e87829a1 --reason "a whole sentence"')
@_findings
@_reason
@_by
@_of_runs
@_of_items
@workspace_option
def dismiss(
    workspace: Workspace,
    findings: tuple[str, ...],
    reason: str,
    by: str | None,
    runs: tuple[str, ...],
    items: tuple[str, ...],
) -> None:
    """Dismiss findings that are no faults: they count on, and are no longer listed as open."""
    _decide(workspace, findings, "dismissed", reason=reason, by=by, runs=runs, items=items)


@audit.command(epilog='Example: crosssource audit withdraw 70ad9a58 --reason "read again"')
@_findings
@_reason
@_by
@workspace_option
def withdraw(workspace: Workspace, findings: tuple[str, ...], reason: str, by: str | None) -> None:
    """Take decisions back: the findings are open, and count again."""
    from corpus.stamp import author
    from labels.store import audits, database
    from reports.auditing.deciding import withdrawals

    with database.opened(workspace) as connection, database.transaction(connection):
        made = withdrawals(
            audits.standing(connection), audits.decisions(connection), findings,
            reason=reason, auditor=author() if by is None else by,
        )  # fmt: skip
        for one in made:
            audits.record(connection, one)
    _tell(made)


@audit.command(epilog="Example: crosssource audit history")
@click.option("--json", "as_json", is_flag=True, help="JSON Lines on stdout, one decision a line.")
@workspace_option
def history(workspace: Workspace, as_json: bool) -> None:
    """List every decision, the oldest first: who, when, why, and on how many findings."""
    from labels.store import audits, database

    with database.opened(workspace) as connection:
        made = audits.decisions(connection)
    for one in made:
        row = {
            "decided_at": one.decided_at,
            "kind": str(one.kind),
            "signature": one.signature,
            "detector": one.detector,
            "what": one.what,
            "findings": len(one.subjects),
            "by": one.auditor,
            "reason": one.reason,
        }
        if as_json:
            put(json.dumps(row, ensure_ascii=False))
        else:
            put(
                _line(
                    f"{one.decided_at}  {one.kind}  {one.signature}  {one.detector}: {one.what}  "
                    f"({len(one.subjects):,})  {one.auditor}: {one.reason}"
                )
            )
    say(f"{len(made):,} {'decision' if len(made) == 1 else 'decisions'}.")


def _line(text: str) -> str:
    """The text on one line, safe on a terminal and in a pipe; --json has it as it was given."""
    return visible(" ⏎ ".join(text.replace("\t", " ").splitlines()))


@audit.command(epilog="Example: crosssource audit detectors")
@workspace_option
def detectors(workspace: Workspace) -> None:
    """Describe the detectors: what each looks for, why it matters, an example, on or off."""
    from corpus import settings
    from reports.auditing.page import detectors_page
    from reports.auditing.registry import chosen_detectors, every_detector
    from reports.rendering.terminal import show_page

    on = {one.name for one in chosen_detectors(settings.load(workspace).audit)}
    show_page(detectors_page(every_detector(), on))


def _whole(
    workspace: Workspace, *, runs: Sequence[str], named: Sequence[str] = (), figures: bool = True
) -> "Audit":
    from labels.store import database

    with database.opened(workspace) as connection:
        return audited(connection, workspace, runs=runs, named=named, figures=figures)


def audited(
    connection: "sqlite3.Connection",
    workspace: Workspace,
    *,
    runs: Sequence[str],
    named: Sequence[str] = (),
    figures: bool,
) -> "Audit":
    """What the detectors that are on find in a study.

    Args:
        connection: its database.
        workspace: its corpus and settings.
        runs: only findings of these; empty: of all.
        named: only these detectors; empty: all that are on.
        figures: whether to compute how far each kind moves the figures.

    Raises:
        InputError: a run or a detector is unknown.
    """
    from corpus import settings
    from labels.store import lookup
    from reports.auditing import audit as auditing
    from reports.auditing.gathering import gather
    from reports.auditing.registry import chosen_detectors

    on = chosen_detectors(settings.load(workspace).audit)
    for name in named:
        if name not in {one.name for one in on}:
            raise InputError(
                f"--detector {name}: there is none of that name that is on; see: crosssource audit "
                "detectors"
            )
    if runs:
        lookup.known_runs(connection, runs)
    wanted = [one for one in on if not named or one.name in named]
    return auditing.audit(
        connection,
        workspace,
        gather(connection, workspace),
        progress(wanted, "Looking for faults", len(wanted)),
        runs=runs,
        figures=figures,
        narrowed=len(wanted) < len(on),
    )


def _decide(
    workspace: Workspace,
    findings: tuple[str, ...],
    kind: str,
    *,
    reason: str,
    by: str | None,
    runs: tuple[str, ...],
    items: tuple[str, ...],
) -> None:
    from corpus.stamp import author
    from labels.store import audits, database
    from reports.auditing import deciding

    with database.opened(workspace) as connection:
        # Outside the transaction: it takes a while, and whoever labels shall not wait for it.
        found = audited(connection, workspace, runs=runs, figures=False)
        made = [
            deciding.decision(
                group, audits.AuditKind(kind), reason=reason,
                auditor=author() if by is None else by,
            )
            for group in deciding.chosen(found, findings, items)
        ]  # fmt: skip
        with database.transaction(connection):
            deciding.refuse_decided(made, audits.standing(connection))
            for one in made:
                audits.record(connection, one)
    _tell(made)
    if kind == "confirmed" and all(
        voids == "nothing" for one in made for voids, *_ in one.subjects
    ):
        say("It voids nothing: every figure counts on, and the decision is kept.")
    elif kind == "confirmed":
        say("What it voids counts nowhere from now on: crosssource report, compare, gate.")
        say("Next: mend the harness, then crosssource rescore RUN")


def _tell(made: "list[AuditDecision]") -> None:
    for one in made:
        put(
            _line(f"{one.kind}  {one.signature}  {one.detector}: {one.what}")
            + f"  ({len(one.subjects):,})"
        )
