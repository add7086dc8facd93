"""The command's own words: no terminal, a wrong sample, a bad key."""

import pytest

from corpus.workspace import Workspace
from labels.store import database, samples
from tests.annotator.conftest import Open
from tests.conftest import Run


def test_without_a_terminal_it_says_so(run: Run, twelve: Workspace) -> None:
    ran = run("label", "--workspace", twelve.root, "--annotator", "ann", expect=2)
    assert ran.err.startswith("Error: Labelling needs a terminal") or "needs a terminal" in ran.err
    assert "Traceback" not in ran.err


def test_help_has_an_example(run: Run) -> None:
    assert "Example: crosssource label --sample pilot --annotator ann" in run("label", "--help").out


def test_what_cannot_be_used_is_said_before_the_app_starts(
    terminal: Open, twelve: Workspace
) -> None:
    for arguments, words in (
        (["--sample", "nope", "--annotator", "ann"], "There is no sample 'nope'"),
        (["--annotator", " "], "The annotator's name '' cannot be used"),
    ):
        shown = terminal(twelve, *arguments, size=(200, 24))
        assert words in shown.end()
    twelve.settings.write_text('[keys]\nlater = "q"\n', encoding="utf-8")
    shown = terminal(twelve, "--annotator", "ann", size=(200, 24))
    assert "'q' would serve 'quit' and 'later' at once" in shown.end().replace("\n", "")


@pytest.mark.parametrize("text", ["[keys]\nsupported = 1\n", 'keys = "s"\n', "keys = []\n"])
def test_a_key_that_is_no_text_is_refused(terminal: Open, twelve: Workspace, text: str) -> None:
    twelve.settings.write_text(text, encoding="utf-8")
    shown = terminal(twelve, "--annotator", "ann", size=(200, 24))
    assert "table [keys]: each line must be an action and its key" in shown.end().replace("\n", "")


def test_keys_of_the_settings_hold(terminal: Open, twelve: Workspace) -> None:
    twelve.settings.write_text('[keys]\nsupported = "y"\n', encoding="utf-8")
    shown = terminal(twelve, "--annotator", "ann")
    shown.wait("y  Supported")


def test_a_closed_sample_is_refused(terminal: Open, twelve: Workspace) -> None:
    with database.opened(twelve) as connection, database.transaction(connection):
        samples.record_event(connection, "pilot", "closed", "enough")
    shown = terminal(twelve, "--annotator", "ann", size=(200, 24))
    assert "The sample 'pilot' is closed" in shown.end()
