"""A sitting: one auditor, one study, from the list of faults to leaving."""

import sys

from annotator.auditing.desk import Desk
from annotator.auditing.findings import Findings
from annotator.own_keys import own_keys
from annotator.running import run
from corpus.errors import InputError
from corpus.workspace import Workspace


def browse(workspace: Workspace, findings: Findings, auditor: str) -> None:
    """Run the browser until the person leaves it.

    Args:
        workspace: the study.
        findings: what the detectors found in it.
        auditor: who decides.

    Raises:
        InputError: there is no terminal, or a key of the settings cannot be used.
        StoreError: the database cannot be read.
        SystemExit: the app broke down, and has said how; with its return code.
    """
    if not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        raise InputError(
            "The audit's browser needs a terminal, and this is none; list the findings with: "
            "crosssource audit --full, and decide with: crosssource audit confirm SIGNATURE"
        )
    with Desk(workspace, auditor) as desk:
        from annotator.auditing import keys
        from annotator.auditing.app import AuditingApp
        from annotator.auditing.sitting import Sitting
        from annotator.labelling import colours

        app = AuditingApp(
            Sitting(
                desk=desk,
                findings=findings,
                auditor=auditor,
                keymap=keys.keymap(own_keys(workspace), workspace.settings),
                colours=colours.of(auditor),
            )
        )
        run(app, "audit's browser", "every decision that it showed is kept")
