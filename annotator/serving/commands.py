"""The command `serve`. The web server is imported only when it is called."""

import click

from corpus.console import put, say, workspace_option
from corpus.errors import InputError
from corpus.workspace import Workspace


@click.command(
    epilog="Example: crosssource serve --sample pilot --annotator ann --annotator ben --port 8000",
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
    required=True,
    help="Who labels; repeat it for several people, each gets a link of their own.",
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
    allowed: tuple[str, ...],
) -> None:
    """The blind labelling app in a browser: a link for each annotator, on this machine.

    Whoever has a link labels under that annotator's name and no other; without one there is
    nothing to see. The links end with the command. Closing a tab, or Ctrl+C here, loses nothing.
    """
    from annotator.serving import guard, server

    sample, names = _checked(workspace, sample, annotators)
    with server.listening(host, port) as listener:
        port = listener.getsockname()[1]
        known = guard.names(host, port, allowed)
        links = [server.Link.of(workspace.root, sample, name) for name in names]
        at = next(iter(allowed), guard.address(host, port))

        def tell() -> None:
            for link in links:
                put(f"{link.annotator}\thttp://{at}/{link.secret}/")
            say("Each link is one person's own. Ctrl+C ends; everything acknowledged is stored.")
            if not guard.is_loopback(host):
                say("This is no loopback address and no https: whoever listens reads the links.")

        server.serve(links, known, listener, tell)
    say("Ended. Every label that was shown as done is stored.")


def _checked(
    workspace: Workspace, sample: str | None, annotators: tuple[str, ...]
) -> tuple[str, list[str]]:
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
    assert sample is not None  # at least one annotator is required
    return sample, names
