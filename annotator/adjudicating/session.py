"""A sitting: one adjudicator, one sample, from the first item to leaving."""

from dataclasses import dataclass

from annotator.adjudicating.desk import Desk
from annotator.own_keys import own_keys
from annotator.running import run
from corpus.workspace import Workspace
from labels import rubric
from labels.store.adjudication_queue import open_adjudication


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """How a sitting ended."""

    sample: str
    adjudicator: str
    """The name as it is stored."""
    done: int
    """Decided, whoever did."""
    total: int
    """Items that labels leave open; 0 means that there was nothing to show."""


def adjudicate(
    workspace: Workspace, sample: str | None, adjudicator: str, *, also_labelled: bool
) -> Summary:
    """Run the adjudicating app until the person leaves it.

    Args:
        workspace: the study.
        sample: its name; None takes the only sample there is.
        adjudicator: who decides.
        also_labelled: they may have labelled in the sample themself.

    Raises:
        InputError: the sample, the name, the rubric or a key of the settings cannot be used.
        StoreError: the database cannot be read or written.
        SystemExit: the app broke down, and has said how; with its return code.
    """
    in_force = rubric.in_force(workspace)
    with Desk(
        lambda: open_adjudication(
            workspace, sample, adjudicator, in_force, also_labelled=also_labelled
        )
    ) as desk:
        from annotator.adjudicating.app import AdjudicatingApp
        from annotator.adjudicating.sitting import Sitting
        from annotator.labelling import colours, keys

        keymap = keys.keymap(own_keys(workspace), workspace.settings)
        first = desk.turn()
        if first.progress.total:
            app = AdjudicatingApp(
                Sitting(
                    desk=desk,
                    first=first,
                    adjudicator=desk.store.adjudicator,
                    labelled=desk.store.labelled,
                    rubric=in_force,
                    keymap=keymap,
                    colours=colours.of(desk.store.adjudicator),
                )
            )
            run(app, "adjudicating app", "every decision that it showed as done is kept")
        last = desk.turn().progress
        return Summary(
            sample=desk.store.sample,
            adjudicator=desk.store.adjudicator,
            done=last.done,
            total=last.total,
        )
