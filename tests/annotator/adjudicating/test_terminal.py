"""The command in a real terminal: its words, and death at any moment."""

import random
import re
import time

from corpus.workspace import Workspace
from labels import rubric
from labels.outcome import Choice
from labels.store import database, samples
from labels.store.adjudication_queue import open_adjudication
from labels.store.integrity import chain_faults
from labels.store.queue import Decision, open_queue
from tests.annotator.adjudicating.conftest import decisions
from tests.annotator.conftest import CitationOf, Open, StudyOf, Terminal
from tests.conftest import Run


def adjudicate(terminal: Open, study: Workspace, *options: str, wide: bool = False) -> Terminal:
    opened: Terminal = terminal(
        study, *options, command="adjudicate", size=(200, 24) if wide else (80, 24)
    )
    return opened


def decided_in(workspace: Workspace) -> int:
    with database.opened(workspace) as connection:
        assert chain_faults(connection) == []
    with open_adjudication(workspace, None, "carla", rubric.in_force(workspace)) as queue:
        return queue.done


def test_decide_quit_and_go_on(terminal: Open, disputed: Workspace) -> None:
    first = adjudicate(terminal, disputed, "--adjudicator", "carla")
    first.wait("0 of 5 decided")
    first.child.send("A")
    first.wait("1 of 5 decided")
    first.child.send("1")
    first.wait("Supported. Why?")
    first.child.send("All of it.\x13")
    first.wait("2 of 5 decided")
    first.child.send("q")
    ended = first.end()
    assert (
        "2 of 5 open items decided; go on with: crosssource adjudicate --sample pilot "
        "--adjudicator carla"
    ) in " ".join(ended.split())
    assert first.child.exitstatus == 0
    assert [event.reason for event in decisions(disputed)] == ["as A says", "All of it."]

    again = adjudicate(terminal, disputed, "--adjudicator", "carla")
    again.wait("2 of 5 decided")
    for done in (3, 4, 5):
        again.child.send("B" if done < 5 else "A")
        again.wait(f"{done} of 5 decided")
    again.child.send("q")
    assert "5 of 5 open items decided; the report counts them" in " ".join(again.end().split())


def test_killed_at_any_moment_no_decision_that_was_shown_as_done_is_lost(
    terminal: Open, study_of: StudyOf, citation: CitationOf
) -> None:
    study = study_of(citation(number) for number in range(150))
    for name, choice in (("ann", Choice.SUPPORTED), ("bob", Choice.PARTIAL)):
        with open_queue(study, None, name, rubric.in_force(study)) as queue:
            while (item_id := queue.next_id()) is not None:
                queue.label(item_id, Decision(choice=choice), 1.0)
    chance = random.Random(7)
    stored = kills = 0
    while kills < 10 or (stored <= 10 and kills < 40):  # a slow machine stores less between two
        kills += 1
        shown = adjudicate(terminal, study, "--adjudicator", "carla")
        shown.wait(f"{stored} of 150 decided")
        painted = stored
        moment = time.monotonic() + chance.uniform(0.05, 1.2)
        while time.monotonic() < moment:
            shown.child.send(chance.choice(["A", "B", "1So.\x13", "jUnclear.\x13"]))
            painted = max(painted, done_in(shown.read(chance.uniform(0.001, 0.05))))
        shown.child.kill(9)
        painted = max(painted, done_in(shown.end()))
        stored = decided_in(study)
        assert stored >= painted
    assert stored > 10


def done_in(text: str) -> int:
    found = re.search(r"(\d+) of 150 decided", text)
    return int(found[1]) if found else 0


def test_what_cannot_be_used_is_said_before_the_app_starts(
    terminal: Open, disputed: Workspace
) -> None:
    for options, words in (
        (["--sample", "nope", "--adjudicator", "carla"], "There is no sample 'nope'"),
        (["--adjudicator", " "], "The adjudicator's name '' cannot be used"),
        (["--adjudicator", "ann"], "'ann' labelled 7 items of the sample 'pilot'"),
    ):
        assert words in adjudicate(terminal, disputed, *options, wide=True).end()
    flagged = adjudicate(terminal, disputed, "--adjudicator", "ann", "--also-labelled", wide=True)
    flagged.wait("labelled 7 here")
    flagged.wait("0 of 5 decided")
    flagged.child.send("q")
    assert "--adjudicator ann --also-labelled" in " ".join(flagged.end().split())
    with database.opened(disputed) as connection, database.transaction(connection):
        samples.record_event(connection, "pilot", "closed", "enough")
    closed = adjudicate(terminal, disputed, "--adjudicator", "carla", wide=True)
    assert "The sample 'pilot' is closed" in closed.end()


def test_where_people_agree_there_is_nothing_to_adjudicate(
    terminal: Open, twelve: Workspace
) -> None:
    shown = adjudicate(terminal, twelve, "--adjudicator", "carla", wide=True)
    assert "Nothing to adjudicate: people differ on no item of the sample 'pilot'" in shown.end()
    assert shown.child.exitstatus == 0


def test_the_name_is_asked_for(terminal: Open, disputed: Workspace) -> None:
    shown = adjudicate(terminal, disputed, wide=True)
    shown.wait("Your name, as it should stand beside your decisions:")
    shown.child.send("carla\r")
    shown.wait("0 of 5 decided")


def test_a_keys_table_serves_both_apps(terminal: Open, disputed: Workspace) -> None:
    disputed.settings.write_text('[keys]\nsays_a = "f5"\nsupported = "y"\n', encoding="utf-8")
    shown = adjudicate(terminal, disputed, "--adjudicator", "carla")
    shown.wait("y  Supported")
    shown.wait("f5  A: ")
    labelling = terminal(disputed, "--annotator", "dee")
    labelling.wait("y  Supported")
    disputed.settings.write_text('[keys]\nsays_a = "1"\n', encoding="utf-8")
    refused = adjudicate(terminal, disputed, "--adjudicator", "carla", wide=True)
    assert "'1' would serve 'supported' and 'says_a' at once" in refused.end().replace("\n", "")


def test_without_a_terminal_it_says_so(run: Run, disputed: Workspace) -> None:
    ran = run("adjudicate", "--workspace", disputed.root, "--adjudicator", "carla", expect=2)
    assert "Adjudicating needs a terminal" in ran.err


def test_help_has_an_example(run: Run) -> None:
    example = "Example: crosssource adjudicate --sample pilot --adjudicator carla"
    assert example in run("adjudicate", "--help").out
