"""The sample that an import draws of the verdicts it brought."""

import shlex
import sqlite3

from corpus import settings
from corpus.errors import InputError
from corpus.workspace import Workspace
from labels import sampling
from labels.rubric import Rubric
from labels.store import samples
from labels.store.frame import load_frame
from labels.verdict_import import Imported


def drawn_before(connection: sqlite3.Connection, run: str, done: Imported) -> str | None:
    """The sample that was drawn of a run already, where the import brought nothing to add to it."""
    if done.recorded.verdicts:
        return None
    frame = load_frame(connection, [run], _judge(run, done))
    return next(iter(samples.drawn_from(connection, frame)), None)


def _judge(run: str, done: Imported) -> str | None:
    """The id of the judge whose verdicts came in: the run may have those of others, too."""
    if len(done.judges) > 1:
        raise InputError(
            f"The file holds verdicts of {len(done.judges)} judges "
            f"({', '.join(sorted(done.judges.values()))}), and a sample is of one; import it "
            f"without --draw, then draw with: crosssource sample draw --run {shlex.quote(run)} "
            "--judge NAME"
        )
    return next(iter(done.judges), None)


def draw_sample(
    connection: sqlite3.Connection,
    study: Workspace,
    run: str,
    done: Imported,
    in_force: Rubric,
) -> str:
    """Draw a sample of the verdicts that came in as the settings have it; its name."""
    defaults = settings.load(study).sampling
    frame = load_frame(connection, [run], _judge(run, done))
    strata = sampling.draw(
        frame.verdicts, supported=defaults.supported, partial=None, by=[], seed=defaults.seed
    )
    name = samples.free_name(connection)
    new = samples.NewSample(name=name, origin="drawn", seed=defaults.seed, by=(), strata=strata)
    samples.create(connection, frame, new, in_force)
    return name
