"""Findings gone through, decided on with a reason, and what of them may not be seen."""

import sqlite3

import pytest

from annotator.auditing import keys
from annotator.auditing.desk import Books
from corpus.workspace import Workspace
from labels import rubric
from labels.outcome import Choice
from labels.store import audits, database, requests, runs
from labels.store.audits import AuditKind
from labels.store.queue import Decision, open_queue
from labels.store.requests import StoredRequest
from tests.annotator.auditing.conftest import Browse, found, group
from tests.annotator.choosing import click
from tests.annotator.conftest import Open
from tests.conftest import Run

VERDICT = ("So it is.", "judge-a")


def closed(study: Workspace, run: Run) -> Workspace:
    with open_queue(study, "pilot", "ann", rubric.in_force(study)) as queue:
        for _ in range(12):
            item_id = queue.next_id()
            assert item_id is not None
            queue.note(item_id, "a note of ann’s")
            queue.label(item_id, Decision(choice=Choice.PARTIAL), 1.0)
    run("sample", "close", "pilot", "--workspace", study.root)
    return study


def reveals(study: Workspace) -> list[str]:
    with database.opened(study) as connection:
        return [row["sample"] for row in connection.execute("SELECT sample FROM reveal")]


async def test_each_fault_says_why_it_matters(browse: Browse, twelve: Workspace) -> None:
    faults = group("only ,", found(twelve, 0, 3)), group("only .", found(twelve, 1))
    async with browse(twelve, *faults, withheld=4) as at:
        assert "3 open, 0 decided" in at.text
        assert "grave · claim_without_word · 2 open" in at.text
        assert "A judge fails what says nothing." in at.text
        assert "For example: [a:1], [a:2]" in at.text
        assert "4 more are withheld while pilot can be labelled" in at.text


async def test_of_an_item_that_can_be_labelled_nothing_is_told(
    browse: Browse, twelve: Workspace
) -> None:
    async with browse(twelve, group("only ,", found(twelve, 0, 3))) as at:
        await at.press("enter")
        for number in (0, 3):
            assert f"Claim number {number} holds." in at.text
            assert f"Passage number {number} says so." in at.text
            await at.press("v", "v")
            assert "The sample 'pilot' is open" in at.text
            await at.press("enter", "end")
            assert "Not shown: nobody was shown it yet." in at.text
            assert not [word for word in VERDICT if word in at.text]
            await at.press("tab", "down")
    assert reveals(twelve) == []


async def test_of_a_closed_sample_it_is_where_one_asks_twice_and_that_is_recorded(
    browse: Browse, twelve: Workspace, run: Run
) -> None:
    study = closed(twelve, run)
    async with browse(study, group("only ,", found(study, 0, 3))) as at:
        await at.press("enter")
        assert not [word for word in VERDICT if word in at.text]
        await at.press("v")
        assert "v once more shows what the judge and people said of every item of pilot" in at.text
        assert reveals(study) == []
        await at.press("v")
        assert "Recorded: the verdicts of pilot are shown from now on." in at.text
        await at.press("enter", "end")
        for word in (*VERDICT, "ann (pilot): partial · a note of ann’s"):
            assert word in at.text
        await at.press("v")
        assert "Nothing of it is hidden." in at.text
    assert reveals(study) == ["pilot"]
    async with browse(study, group("only ,", found(study, 0))) as at:
        await at.press("enter", "enter", "end")
        assert VERDICT[0] in at.text
    assert reveals(study) == ["pilot"]


async def test_a_request_is_not_shown_while_another_item_in_it_is_hidden(
    browse: Browse, twelve_drawn: Workspace, run: Run
) -> None:
    study = twelve_drawn
    with database.opened(study) as connection, database.transaction(connection):
        rows = connection.execute(
            "SELECT v.uid, c.case_id, c.item_id IN (SELECT item_id FROM blind_item) AS drawn "
            "FROM verdict v JOIN citation c ON c.uid = v.citation_uid"
        ).fetchall()
        free, drawn = (next(row for row in rows if row["drawn"] == said) for said in (0, 1))
        seq = requests.record(connection, asked("the judge’s words on both"))
        for one in (free, drawn):
            runs.record_verdict_request(connection, one["uid"], seq)
    finding = found(study, int(free["case_id"].removeprefix("q")))
    async with browse(study, group("only ,", finding)) as at:
        await at.press("enter", "enter", "end")
        assert VERDICT[0] in at.text  # this item is in no sample
        assert "the judge’s words on both" not in at.text
        assert "Not shown: they speak of other items too." in at.text
        await at.press("v", "v")
        assert "The sample 'pilot' is open" in at.text
        run("sample", "close", "pilot", "--workspace", study.root)
        await at.press("v", "v", "enter", "end")
        assert "the judge’s words on both" in at.text
    assert reveals(study) == ["pilot"]


def asked(reply: str) -> StoredRequest:
    return StoredRequest(
        key="k", host="h", purpose="judge", request={}, response={"content": reply}, model="m",
        fault=None, stop_reason="end_turn", request_id="r", cost=None, latency=None, attempts=1,
    )  # fmt: skip


async def test_what_somebody_decided_meanwhile_is_told_and_not_undone(
    browse: Browse, twelve: Workspace
) -> None:
    findings = found(twelve, 0, 3)
    async with browse(twelve, group("only ,", findings)) as at:
        with Books(twelve, "bob") as books:
            reason = "markers"
            books.decide(group("only ,", findings), findings[:1], AuditKind.CONFIRMED, reason)
        await at.press("n", *"no", "ctrl+s")
        assert "somebody decided meanwhile, bob: confirmed (“markers”)" in " ".join(at.text.split())
        assert "1 open, 1 confirmed" in at.text
        assert len(at.decisions) == 1
        await at.press("n", *"no", "ctrl+s")
        assert at.decisions[-1].subjects == (findings[1].subject,)


async def test_a_decision_needs_a_reason_and_is_on_one_finding(
    browse: Browse, twelve: Workspace
) -> None:
    findings = found(twelve, 0, 3, 6)
    async with browse(twelve, group("only ,", findings)) as at:
        await at.press("enter", "y", "ctrl+s")
        assert "Give the reason in a few words" in at.text
        assert at.decisions == []
        await at.press(*"a comma", "ctrl+s")
        (made,) = at.decisions
        assert (made.kind, made.reason, made.auditor) == (AuditKind.CONFIRMED, "a comma", "eve")
        assert made.subjects == (findings[0].subject,)
        assert "✓ base q0" in at.text
        assert "Claim number 3 holds." in at.text  # the next one that is open
        await at.press("n", *"no", "ctrl+s")
        assert at.decisions[-1].subjects == (findings[1].subject,)
        assert at.decisions[-1].kind is AuditKind.DISMISSED
        await at.press("escape")
        assert "1 open, 1 confirmed, 1 dismissed" in at.text


async def test_in_the_list_it_is_on_all_of_them_and_can_be_taken_back(
    browse: Browse, twelve: Workspace
) -> None:
    faults = group("only ,", found(twelve, 0, 3)), group("only .", found(twelve, 1))
    async with browse(twelve, *faults) as at:
        await at.press("y", *"markers", "ctrl+s")
        assert len(at.decisions[-1].subjects) == 2
        assert "claim_without_word · 2 confirmed" in at.text
        await at.press("y")
        assert "Nothing here is open." in at.text
        await at.press("u", *"sorry", "ctrl+s")
        assert at.decisions[-1].kind is AuditKind.WITHDRAWN
        with database.opened(twelve) as connection:
            assert audits.standing(connection) == {}
        assert "claim_without_word · 2 open" in at.text


async def test_what_is_decided_leaves_the_list_of_open_ones(
    browse: Browse, twelve: Workspace
) -> None:
    async with browse(twelve, group("only ,", found(twelve, 0))) as at:
        await at.press("y", *"yes", "ctrl+s", "f", "f")
        assert "only ," not in at.text
        assert "Nothing is open. f shows what was decided." in at.text
        await at.press("f")
        assert "1 confirmed" in at.text


async def test_a_database_that_refuses_keeps_the_finding_open(
    browse: Browse, twelve: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorname = "SQLITE_FULL"
        raise error

    async with browse(twelve, group("only ,", found(twelve, 0))) as at:
        monkeypatch.setattr(audits, "record", full)
        await at.press("y", *"yes", "ctrl+s")
        assert "Not kept." in at.text
        assert "1 open" in at.text
        monkeypatch.undo()
        await at.press("y", *"yes", "ctrl+s")
        assert len(at.decisions) == 1


@pytest.mark.parametrize("size", [(60, 15), (80, 24), (200, 50), (20, 5)])
async def test_every_size(browse: Browse, twelve: Workspace, size: tuple[int, int]) -> None:
    async with browse(twelve, group("only ,", found(twelve, 0, 1)), size=size) as at:
        await at.press("enter", "down", "y", *"yes", "ctrl+s")
        assert len(at.decisions) == 1
        await at.press("question_mark", "escape", "escape")
        assert at.app.is_running


async def test_every_action_has_its_place_in_the_palette_and_under_the_mouse(
    browse: Browse, twelve: Workspace
) -> None:
    async with browse(twelve, group("only ,", found(twelve, 0, 1))) as at:
        offered = {one.title for one in at.app.get_system_commands(at.app.screen)}
        assert {binding.description for binding in keys.GROUPS} <= offered
        await click(at.pilot, "audit_open")
        await at.idle()
        offered = {one.title for one in at.app.get_system_commands(at.app.screen)}
        assert {binding.description for binding in keys.FINDINGS} <= offered
        await click(at.pilot, "audit_dismiss")
        await at.press(*"no", "ctrl+s")
        assert at.decisions[-1].kind is AuditKind.DISMISSED


async def test_own_keys_hold_here_too(browse: Browse, twelve: Workspace) -> None:
    own = {"audit_confirm": "c", "quit": "x", "undo": "z"}
    async with browse(twelve, group("only ,", found(twelve, 0)), own_keys=own) as at:
        await at.press("c", *"yes", "ctrl+s")
        assert len(at.decisions) == 1
        await at.press("x")
        assert not at.app.is_running


def test_from_the_command_line(terminal: Open, run: Run, twelve: Workspace) -> None:
    run("demo", twelve.root.parent / "demo", "--simulate")
    demo = Workspace(twelve.root.parent / "demo")
    run("sample", "close", "demo", "--workspace", demo.root)
    shown = terminal(
        demo, "--browse", command="cli.get_command(None, 'audit')", module="crosssource",
        size=(100, 30),
    )  # fmt: skip
    shown.wait("open ones")
    shown.wait("claim_without_word")
    shown.child.send("\r")
    shown.wait("What was found")
    shown.child.send("q")
    shown.child.send("\x1b")
    shown.wait("open ones")
    shown.child.send("q")
    shown.end()
    refused = run("audit", "--browse", "--workspace", demo.root, expect=2)
    assert "needs a terminal" in refused.err
