"""`crosssource sample`: draw, list, show, close, reopen; the others stand beside it."""

import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import click

from corpus.amount import count, verb
from corpus.console import put, say, workspace_option
from corpus.errors import InputError
from corpus.workspace import Workspace
from labels.commands.amounts import CountOrAll, Share
from labels.commands.carry import carry
from labels.commands.packs import merge, pack
from labels.commands.reveal import reveal

if TYPE_CHECKING:
    from labels.store.reveals import Reveal


@click.group()
def sample() -> None:
    """Draw verdicts to be labelled, and look after the samples."""


@sample.command(
    epilog="Example: crosssource sample draw --supported 60 --by config --seed 7 --name pilot"
)
@click.option("--run", "runs", multiple=True, metavar="NAME", help="Of which runs (default: all).")
@click.option("--judge", metavar="NAME", help="Whose verdicts, where several judges gave some.")
@click.option(
    "--supported",
    type=CountOrAll(),
    help="How many supported verdicts, or all (default: from the settings, 60).",
)
@click.option(
    "--partial", type=CountOrAll(), default="all", show_default=True, help="How many partial ones."
)
@click.option(
    "--by",
    multiple=True,
    metavar="FIELD",
    help="Make strata by run, config, category, importance, any imported column, or verdict:JUDGE "
    "(what another judge says).",
)
@click.option(
    "--overlap",
    type=Share(),
    help="Share the items out: this share is wanted by two people, the others by one (0 to 1, 20%, "
    "or all). Without it whoever labels gets the whole sample.",
)
@click.option(
    "--per-item",
    type=click.IntRange(min=2),
    metavar="N",
    help="How many people an item of the overlap wants (default: 2).",
)
@click.option(
    "--repeat",
    type=click.IntRange(min=0),
    default=0,
    metavar="N",
    help="So many items come to each person a second time, to see how far they agree with "
    "themselves.",
)
@click.option("--seed", type=int, help="The same seed draws the same sample on every machine.")
@click.option("--name", metavar="NAME", help="Name of the sample (default: sample-1, -2 …).")
@workspace_option
def draw(
    workspace: Workspace,
    runs: tuple[str, ...],
    judge: str | None,
    supported: int | None,
    partial: int,
    by: tuple[str, ...],
    overlap: float | None,
    per_item: int | None,
    repeat: int,
    seed: int | None,
    name: str | None,
) -> None:
    """Draw a sample: every unsupported verdict, the partial ones, a random few supported ones.

    The sample is sealed: a hash of every verdict it was drawn from is stored with it, so that a
    report can show that none changed after labelling began. How many were drawn of each kind is
    printed: not for whoever labels it.
    """
    from corpus import settings
    from labels import assignment, rubric, sampling
    from labels.imported_field import VERDICT_OF
    from labels.store import database, samples
    from labels.store.frame import load_frame, resolved

    if per_item is not None and overlap is None:
        raise InputError(
            f"--per-item {per_item} says how many people label an item of the overlap, and there "
            "is none; say how large it is, for example: --overlap 20%"
        )
    asked = assignment.Assignment(
        overlap=overlap, per_item=per_item or assignment.SEVERAL, repeat=repeat
    )
    defaults = settings.load(workspace).sampling
    wanted = defaults.supported if supported is None else supported
    seed = defaults.seed if seed is None else seed
    with database.opened(workspace) as connection, database.transaction(connection):
        by = resolved(connection, runs, by)
        others = [name for name in by if name.startswith(VERDICT_OF)]
        frame = load_frame(connection, runs, judge, others)
        strata = sampling.draw(
            frame.verdicts,
            supported=None if wanted == -1 else wanted,
            partial=None if partial == -1 else partial,
            by=by,
            seed=seed,
        )
        name = name or samples.free_name(connection)
        new = samples.NewSample(
            name=name, origin="drawn", seed=seed, by=by, strata=strata, asked=asked
        )
        sha256 = samples.create(connection, frame, new, rubric.in_force(workspace))
        rows = samples.stratum_rows(connection, name)
        manifest = samples.manifest_of(connection, name)
        items = samples.items_of(connection, name)
    say(f"Drew the sample {name!r} of {frame.judge}'s verdicts, seed {seed}, sealed {sha256[:12]}.")
    put(_strata_table(rows))
    if frame.missing:
        missing = count(frame.missing, "citation")
        say(f"{missing} {verb(frame.missing, 'has', 'have')} no verdict, and no stratum.")
    for line in _asked_of(manifest, items):
        say(line)
    say(f"Next: crosssource label --sample {name} --annotator YOUR-NAME")


@sample.command("list", epilog="Example: crosssource sample list")
@click.option("--json", "as_json", is_flag=True, help="As JSON on stdout.")
@workspace_option
def list_samples(workspace: Workspace, as_json: bool) -> None:
    """List the samples with their sizes, labels and decisions."""
    from labels.store import database, samples

    with database.opened(workspace) as connection:
        rows = samples.overview(connection)
    if as_json:
        put(json.dumps(rows, ensure_ascii=False, indent=2))
    elif not rows:
        say("There is no sample yet; draw one with: crosssource sample draw")
    for row in [] if as_json else rows:
        people = ", ".join(f"{who} {count:,}" for who, count in row["labelled"].items())
        decided = f"  {_adjudicated(row)}" if row["undecided_by_labels"] else ""
        put(
            f"{row['name']}  {row['items']:,} {_items(row['items'])}  {row['state']}  "
            f"{people or 'no labels yet'}{decided}"
        )


def _adjudicated(row: dict[str, Any]) -> str:
    """How far the adjudication of a sample is: `2 of 5 open items adjudicated (carla 2)`."""
    who = ", ".join(f"{name} {count:,}" for name, count in row["adjudicated"].items())
    told = [who] if who else []
    told += [f"{row['void']:,} void"] if row["void"] else []
    done, items = sum(row["adjudicated"].values()), row["undecided_by_labels"]
    of = f"{done:,} of {items:,} undecided {_items(items)} adjudicated"
    return f"{of} ({'; '.join(told)})" if told else of


@sample.command(epilog="Example: crosssource sample show pilot")
@click.argument("name")
@click.option("--json", "as_json", is_flag=True, help="The whole manifest as JSON on stdout.")
@workspace_option
def show(workspace: Workspace, name: str, as_json: bool) -> None:
    """Show how a sample was drawn, and what is done: frame, seed, strata, labels, seal.

    It names the judge and the strata: not for whoever is labelling it. Of a sample that sample
    carry made, the strata are told without verdicts while it can be labelled.
    """
    from labels.store import database, integrity, reveals, samples, standing

    with database.opened(workspace) as connection:
        name = standing.sample_name(connection, name)
        manifest: dict[str, Any] = samples.manifest_of(connection, name)
        rows = samples.told_strata(connection, name)
        faults = integrity.seal_faults(connection, name)
        row = samples.overview_of(connection, name)
        revealed = reveals.first(connection, name)
        since = reveals.labels_since(connection, name)
    closed = row["state"] == "closed"
    told = ("labelled", "undecided_by_labels", "adjudicated", "void")
    if as_json:
        now = {"closed": closed, **{key: row[key] for key in told}}
        if revealed is not None:
            now["revealed"] = {"at": revealed.created_at, "labels_since": since}
        put(json.dumps(manifest | {"strata": rows} | now, ensure_ascii=False, indent=2))
        return
    frame = manifest["frame"]
    seed = "none, it came with an import" if manifest["seed"] is None else manifest["seed"]
    put(f"Sample {name!r}, {'closed' if closed else 'open'}; seed: {seed}")
    put(
        f"Frame: {frame['size']:,} verdicts of {frame['judge']} in {', '.join(frame['runs'])}; "
        f"{frame['missing']:,} citations without a verdict"
    )
    put(_strata_table(rows))
    people = ", ".join(f"{who} {count:,}" for who, count in row["labelled"].items())
    put(f"Labels: {people or 'none yet'}")
    if row["undecided_by_labels"]:
        put(f"Adjudication: {_adjudicated(row)}")
    for line in _asked_of(manifest, row["items"]):
        put(line)
    if revealed is not None:
        put(
            f"Revealed: at {revealed.created_at} by {revealed.author}; {since:,} labels since then "
            "are kept apart"
        )
    put("Seal: " + ("holds" if not faults else "BROKEN: " + " ".join(faults)))


@sample.command(epilog="Example: crosssource sample close pilot --reason 'labels complete'")
@click.argument("name")
@click.option("--reason", default="", help="Kept with the event.")
@workspace_option
def close(workspace: Workspace, name: str, reason: str) -> None:
    """Close a sample: it takes no more labels or decisions."""
    _record(workspace, name, "closed", reason)
    say(f"The sample {name!r} is closed. Next: crosssource report --sample {name}")


@sample.command(epilog="Example: crosssource sample reopen pilot --reason 'ten more items'")
@click.argument("name")
@click.option("--reason", default="", help="Kept with the event.")
@workspace_option
def reopen(workspace: Workspace, name: str, reason: str) -> None:
    """Open a closed sample again; the event is kept."""
    revealed = _record(workspace, name, "reopened", reason)
    say(f"The sample {name!r} is open again.")
    if revealed is not None:
        say(
            f"What the judge said of its items was revealed at {revealed.created_at}: labels of "
            "those from now on are kept apart, and no report counts them."
        )


sample.add_command(reveal)
sample.add_command(carry)
sample.add_command(pack)
sample.add_command(merge)


def _record(workspace: Workspace, name: str, kind: str, reason: str) -> "Reveal | None":
    """Close a sample or open it again; its first reveal, where there was one."""
    from labels.store import database, reveals, samples, standing

    if not reason.isprintable():
        raise InputError(f"--reason {reason!r} holds control characters; leave them out.")
    with database.opened(workspace) as connection, database.transaction(connection):
        name = standing.sample_name(connection, name)
        samples.record_event(connection, name, kind, reason)
        return reveals.first(connection, name)


def _items(count: int) -> str:
    return "item" if count == 1 else "items"


def _asked_of(manifest: Mapping[str, Any], items: int) -> Iterator[str]:
    """What people are asked to do beyond labelling the sample, a line each."""
    if overlap := manifest.get("overlap"):
        wanted = "is wanted" if overlap["items"] == 1 else "are wanted"
        yield (
            f"Shared out: {overlap['items']:,} of the {items:,} items {wanted} by "
            f"{overlap['per_item']} people each, the others by one."
        )
    if again := manifest.get("repeat"):
        come = "comes" if again == 1 else "come"
        yield f"Shown again: {again:,} of the {items:,} items {come} to each person a second time."


def _strata_table(rows: list[dict[str, Any]]) -> str:
    width = max(len("stratum"), *(len(row["name"]) for row in rows))
    lines = [f"{'stratum':<{width}}  {'verdicts':>9}  {'drawn':>7}  {'each with probability':>21}"]
    for row in rows:
        chance = row["inclusion_probability"]
        lines.append(
            f"{row['name']:<{width}}  {row['size']:>9,}  {row['drawn']:>7,}  "
            f"{'they differ' if chance is None else format(chance, '.4f'):>21}"
        )
    return "\n".join(lines)
