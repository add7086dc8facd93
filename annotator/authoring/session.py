"""A sitting: one author, one study, from the list of questions to leaving."""

from dataclasses import dataclass

from annotator.authoring.desk import Books, Desk
from annotator.own_keys import own_keys
from annotator.running import run
from corpus import settings
from corpus.workspace import Workspace
from labels.collection.counts import Counts, count


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """How a sitting ended."""

    counts: Counts
    """Of the questions of the study, everybody's."""
    drafts: int
    """The author's own that are left."""


def write(workspace: Workspace, author: str) -> Summary:
    """Run the authoring app until the person leaves it.

    Raises:
        InputError: a line of `golden.jsonl`, a setting or a key cannot be used, or the same author
            writes in another window.
        StoreError: the drafts or the corpus cannot be read.
        SystemExit: the app broke down, and has said how; with its return code.
    """
    retrieval = settings.load(workspace).retrieval
    with Desk(workspace, author) as desk:
        from annotator.authoring import keys
        from annotator.authoring.app import AuthoringApp
        from annotator.authoring.sitting import Sitting
        from annotator.authoring.sources import Sources
        from annotator.labelling import colours

        app = AuthoringApp(
            Sitting(
                desk=desk,
                first=desk.at_once(Books.overview),
                sources=Sources(workspace, retrieval),
                author=author,
                keymap=keys.keymap(own_keys(workspace), workspace.settings),
                colours=colours.of(author),
            )
        )
        run(app, "authoring app", "every draft that it showed as kept is kept")
        last = desk.at_once(Books.overview)
        return Summary(counts=count(last.questions), drafts=len(last.drafts))
