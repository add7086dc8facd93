"""The command `serve`. The web server is imported only when it is called."""

import click

from corpus.console import put, say, workspace_option
from corpus.errors import InputError
from corpus.workspace import Workspace


@click.command(
    epilog="Example: crosssource serve --sample pilot --annotator ann --author ben --port 8000",
)
@click.option(
    "--host",
    metavar="ADDRESS",
    default="127.0.0.1",
    show_default=True,
    help="Where to listen. The default is reached from this machine alone.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    metavar="N",
    default=8000,
    show_default=True,
    help="The port; 0 takes a free one.",
)
@click.option("--sample", metavar="NAME", help="The sample (default: the only one there is).")
@click.option(
    "--annotator",
    "annotators",
    metavar="NAME",
    multiple=True,
    help="Who labels; repeat it for several people, each gets a link of their own.",
)
@click.option(
    "--author",
    "authors",
    metavar="NAME",
    multiple=True,
    help="Who writes golden questions; likewise.",
)
@click.option(
    "--allow-host",
    "allowed",
    metavar="NAME[:PORT]",
    multiple=True,
    help="A further name under which the server may be asked, behind a proxy, say.",
)
@workspace_option
def serve(
    workspace: Workspace,
    host: str,
    port: int,
    sample: str | None,
    annotators: tuple[str, ...],
    authors: tuple[str, ...],
    allowed: tuple[str, ...],
) -> None:
    """Blind labelling, and writing golden questions, in a browser: a link for each person.

    Whoever has a link works under that person's name and no other; without one there is
    nothing to see. The links end with the command. Closing a tab, or Ctrl+C here, loses nothing.
    """
    from annotator.serving import guard, server

    if not annotators and not authors:
        raise click.UsageError("Name at least one person, with --annotator or with --author.")
    sample, names = _checked(workspace, sample, annotators)
    writing = _checked_authors(workspace, authors)
    with server.listening(host, port) as listener:
        port = listener.getsockname()[1]
        known = guard.names(host, port, allowed)
        links = [
            *(server.Link.labelling(workspace.root, sample or "", name) for name in names),
            *(server.Link.authoring(workspace.root, name) for name in writing),
        ]
        at = next(iter(allowed), guard.address(host, port))

        def tell() -> None:
            for link in links:
                work = "" if link.work == "labelling" else f"\t{link.work}"
                put(f"{link.name}\thttp://{at}/{link.secret}/{work}")
            say("Each link is one person's own. Ctrl+C ends; everything acknowledged is stored.")
            if not guard.is_loopback(host):
                say("This is no loopback address and no https: whoever listens reads the links.")

        server.serve(links, known, listener, tell)
    say("Ended. Every label that was shown as done is stored.")


def _checked(
    workspace: Workspace, sample: str | None, annotators: tuple[str, ...]
) -> tuple[str | None, list[str]]:
    """The sample's name and the annotators' as they are stored, before anybody opens a link."""
    from annotator.labelling import keys
    from annotator.own_keys import own_keys
    from labels import rubric
    from labels.store.queue import open_queue

    keys.keymap(own_keys(workspace), workspace.settings)
    in_force = rubric.in_force(workspace)
    names: list[str] = []
    for annotator in annotators:
        with open_queue(workspace, sample, annotator, in_force) as queue:
            sample, name = queue.sample, queue.annotator
        if name.casefold() in (known.casefold() for known in names):
            raise InputError(
                f"{name!r} is named twice, or differs from another name only in its capitals; "
                "give each person one name, for example: --annotator ann --annotator ben"
            )
        names.append(name)
    return sample, names


def _checked_authors(workspace: Workspace, authors: tuple[str, ...]) -> list[str]:
    """The authors' names as they are stored."""
    from annotator.authoring import keys, who
    from annotator.own_keys import own_keys

    keys.keymap(own_keys(workspace), workspace.settings)
    return list(dict.fromkeys(map(who.usable, authors)))
