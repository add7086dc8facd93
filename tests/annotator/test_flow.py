"""A sitting as a whole: undo, later, the end, other windows, a database that is held or closed."""

import asyncio
import gc
import sqlite3

import pytest

from annotator.labelling.closing import Closing
from annotator.running import starting
from corpus.workspace import Workspace
from labels import rubric
from labels.outcome import Choice
from labels.store import database, reveals, samples
from labels.store.queue import Decision, open_queue
from tests.annotator.choosing import choices_with, click
from tests.annotator.conftest import Sit, Sitting


async def test_undo_again_and_again_even_of_another_day(sit: Sit, twelve: Workspace) -> None:
    async with sit(twelve) as sitting:
        first = sitting.claim
        await sitting.press("1", "2")
        third = sitting.claim
        await sitting.press("s")
    async with sit(twelve) as sitting:
        assert "2 of 12 done · 1 put off" in sitting.text
        await sitting.press("u")
        assert sitting.claim == third
        assert "Taken back" in sitting.text
        await sitting.press("u", "u")
        assert sitting.claim == first
        assert "0 of 12 done" in sitting.text
        await sitting.press("u")
        assert [row["kind"] for row in sitting.events] == ["label"] * 2 + ["later"] + ["undo"] * 3
        await sitting.press("j")
        assert sitting.events[-1]["claim"] == first


async def test_while_a_person_works_garbage_is_collected(sit: Sit, twelve: Workspace) -> None:
    with starting():
        assert not gc.isenabled()
        async with sit(twelve):
            assert gc.isenabled()


async def test_what_was_put_off_comes_back_at_the_end_in_that_order(
    sit: Sit, twelve: Workspace
) -> None:
    async with sit(twelve) as sitting:
        put_off = [sitting.claim]
        await sitting.press("s")
        put_off.append(sitting.claim)
        await sitting.press("s", *["1"] * 10)
        assert sitting.claim == put_off[0]
        # Put off once more, it goes behind the other.
        await sitting.press("s")
        assert sitting.claim == put_off[1]
        await sitting.press("1")
        assert sitting.claim == put_off[0]


async def test_the_end_says_what_now_and_undo_still_works(sit: Sit, twelve: Workspace) -> None:
    async with sit(twelve) as sitting:
        await sitting.press(*["1"] * 11)
        last = sitting.claim
        await sitting.press("2")
        assert "12 of 12 done" in sitting.text
        assert "All 12 items are labelled." in sitting.text
        assert "crosssource report" in sitting.text
        assert sitting.screen.query_one(Closing).region.height > 5
        assert "Supported" not in sitting.text
        await sitting.press("1", "3", "j", "b", "s", "t")
        assert len(sitting.events) == 12
        await sitting.press("u")
        assert sitting.claim == last
        assert "11 of 12 done" in sitting.text
        assert last in sitting.text
    async with sit(twelve) as sitting:
        await sitting.press("1")
    async with sit(twelve) as sitting:
        assert "All 12 items are labelled." in sitting.text


def flowing(sitting: Sitting) -> str:
    """What is on the terminal as one line."""
    return " ".join(sitting.text.split())


PASSED = "of the citations the machine passes as supported are bad"


async def test_what_the_labels_can_at_best_show(sit: Sit, twelve_drawn: Workspace) -> None:
    async with sit(twelve_drawn, size=(80, 40)) as sitting:
        assert f"12 labels can at best show that at most 23 % {PASSED}" in flowing(sitting)
        await sitting.press("1", "3", "n")
        # 1 - 0.05^(1/2) = .776; at 12 labels .221.
        assert f"2 labels can at best show that at most 78 % {PASSED}; all 12: 23 %" in flowing(
            sitting
        )
        await sitting.press("u")
        assert f"1 label can at best show that at most 95 % {PASSED}" in flowing(sitting)


async def test_a_low_terminal_says_it_at_every_tenth_label(
    sit: Sit, twelve_drawn: Workspace
) -> None:
    async with sit(twelve_drawn, size=(80, 24)) as sitting:
        await sitting.press(*["1"] * 9)
        assert "at best" not in sitting.text
        await sitting.press("2")
        brief = "10 labels, at best: at most 26 % of what passed is bad; all 12: 23 %"
        assert brief in sitting.text
        assert sitting.claim in sitting.text
        await sitting.press("1")
        assert "at best" not in sitting.text
        await sitting.press("j")
        # At the end no more labels are spoken of than the sample has items.
        assert f"12 labels can at best show that at most 23 % {PASSED}. Every label" in flowing(
            sitting
        )


async def test_where_nothing_was_left_out_nothing_is_left_to_chance(
    sit: Sit, twelve: Workspace
) -> None:
    async with sit(twelve, size=(80, 40)) as sitting:
        for _ in range(12):
            assert (
                "Nothing was left out of this sample: once every item has a label, its figures are "
                "counts, not estimates"
            ) in flowing(sitting)
            await sitting.press("1")
        assert "its figures are counts now, not estimates. Every label" in flowing(sitting)


async def test_what_was_said_moves_nothing_of_it(sit: Sit, twelve_drawn: Workspace) -> None:
    said = []
    for annotator, key in (("ann", "1"), ("ben", "2"), ("eve", "j")):
        async with sit(twelve_drawn, annotator=annotator, size=(80, 40)) as sitting:
            await sitting.press(*[key] * 5)
            said.append([line for line in sitting.text.splitlines() if "at best" in line])
    assert said[0] == said[1] == said[2]
    assert len(said[0]) == 1


async def test_each_annotator_has_an_order_of_their_own(sit: Sit, twelve: Workspace) -> None:
    orders = []
    for name in ("ann", "ben"):
        async with sit(twelve, annotator=name) as sitting:
            await sitting.press(*["1"] * 12)
            orders.append([row["claim"] for row in sitting.events if row["annotator"] == name])
    assert sorted(orders[0]) == sorted(orders[1])
    assert orders[0] != orders[1]


async def test_seconds_run_from_the_sight_of_an_item_and_stop_at_ten_minutes(
    sit: Sit, twelve: Workspace
) -> None:
    async with sit(twelve) as sitting:
        sitting.clock.now = 12.34
        await sitting.press("1")
        sitting.clock.now += 30
        # Time in the rubric counts.
        await sitting.press("r")
        sitting.clock.now += 5
        await sitting.press("escape", "2")
        sitting.clock.now += 4000
        await sitting.press("1")
        assert [row["seconds"] for row in sitting.events] == [12.3, 35.0, 600.0]


async def test_a_pace_is_told_from_five_labels_on(sit: Sit, twelve: Workspace) -> None:
    async with sit(twelve) as sitting:
        for _ in range(4):
            sitting.clock.now += 38
            await sitting.press("1")
        assert " an item" not in sitting.text
        sitting.clock.now += 38
        await sitting.press("1")
        assert "5 of 12 done · 38 s an item · about 4 min left" in sitting.text


async def test_an_item_labelled_in_another_window_is_passed_over(
    sit: Sit, twelve: Workspace
) -> None:
    async with sit(twelve) as sitting:
        claim = sitting.claim
        with open_queue(twelve, None, "ann", rubric.in_force(twelve)) as other:
            other.label(other.next_id() or "", Decision(choice=Choice.PARTIAL), 1.0)
        await sitting.press("1")
        assert len(sitting.events) == 1
        assert "in another window" in sitting.text
        assert sitting.claim != claim
        assert "1 of 12 done" in sitting.text


async def test_a_held_database_is_waited_for_and_keys_wait_for_nobody(
    sit: Sit, twelve: Workspace
) -> None:
    async with sit(twelve) as sitting:
        claim = sitting.claim
        holder = sqlite3.connect(twelve.database, isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")
        await sitting.pilot.press("1")
        await asyncio.sleep(0.5)
        await sitting.pilot.pause()
        assert "Saving…" in sitting.text
        await sitting.pilot.press("2", "3", "q", "down", "t")
        assert sitting.claim == claim
        holder.execute("ROLLBACK")
        holder.close()
        await sitting.settle()
        assert [row["choice"] for row in sitting.events] == ["supported"]
        assert "Saving…" not in sitting.text
        assert sitting.claim != claim


async def test_what_could_not_be_stored_is_said_and_can_be_tried_again(
    sit: Sit, twelve: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.05)
    async with sit(twelve) as sitting:
        claim = sitting.claim
        holder = sqlite3.connect(twelve.database, isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")
        await sitting.press("3", "d")
        assert "! Not stored." in sitting.text
        assert "held by another process" in sitting.text
        assert sitting.claim == claim
        assert claim in sitting.text
        # A note that could not be stored is not lost.
        await sitting.press("t", *"ab", "ctrl+s")
        assert "! Not stored." in sitting.text
        holder.execute("ROLLBACK")
        holder.close()
        await sitting.press("t")
        assert "ab" in sitting.text
        await sitting.press("ctrl+s", "3", "d")
        assert [(r["kind"], r["claim"], r["note"]) for r in sitting.events] == [
            ("note", claim, "ab"),
            ("label", claim, ""),
        ]
        assert "Not stored" not in sitting.text


async def test_a_sample_closed_meanwhile_takes_labels_again_once_it_is_reopened(
    sit: Sit, twelve: Workspace
) -> None:
    async with sit(twelve) as sitting:
        with database.opened(twelve) as connection, database.transaction(connection):
            samples.record_event(connection, "pilot", "closed", "enough")
        await sitting.press("1")
        assert sitting.events == []
        assert "The sample 'pilot' is closed" in sitting.text
        await sitting.press("s", "2")
        assert sitting.events == []
        with database.opened(twelve) as connection, database.transaction(connection):
            samples.record_event(connection, "pilot", "reopened", "")
        await sitting.press("2")
        assert [row["choice"] for row in sitting.events] == ["partial"]
        assert "closed" not in sitting.text


async def test_quitting_while_saving_still_stores(sit: Sit, twelve: Workspace) -> None:
    holder = sqlite3.connect(twelve.database, isolation_level=None, check_same_thread=False)
    async with sit(twelve) as sitting:
        holder.execute("BEGIN IMMEDIATE")
        await sitting.pilot.press("1")
        asyncio.get_running_loop().call_later(0.3, lambda: holder.execute("ROLLBACK"))
        await sitting.app.action_quit()
        await asyncio.sleep(0.5)
    holder.close()
    assert [row["choice"] for row in sitting.events] == ["supported"]


async def test_a_click_is_the_key(sit: Sit, twelve: Workspace) -> None:
    async with sit(twelve) as sitting:
        await click(sitting.pilot, "partial")
        await sitting.settle()
        assert sitting.last == {"kind": "label", "choice": "partial"}
        await click(sitting.pilot, "unsupported")
        await sitting.settle()
        await click(sitting.pilot, "unsupported_claim")
        await sitting.settle()
        assert sitting.last["category"] == "unsupported_claim"
        await click(sitting.pilot, "undo")
        await sitting.settle()
        assert sitting.last == {"kind": "undo"}


async def test_the_palette_reaches_what_is_open_now(sit: Sit, twelve: Workspace) -> None:
    async with sit(twelve) as sitting:
        await sitting.press("ctrl+p", *"cannot")
        await sitting.pilot.pause(0.3)
        await sitting.press("enter")
        await sitting.pilot.pause(0.3)
        await sitting.settle()
        assert sitting.last == {"kind": "label", "choice": "cannot_judge"}
        await sitting.press("3")
        offered = [command.title for command in sitting.app.get_system_commands(sitting.screen)]
        assert "Nothing supports it" in offered
        assert "Supported" not in offered


async def test_every_action_has_its_place_in_the_palette_and_under_the_mouse(
    sit: Sit, twelve: Workspace
) -> None:
    offered: set[str] = set()
    async with sit(twelve, size=(120, 40)) as sitting:
        await sitting.press("1")
        for way in ([], ["3"], ["escape", "b"]):
            await sitting.press(*way)
            commands = sitting.app.get_system_commands(sitting.screen)
            offered |= {command.title for command in commands}
        from annotator.labelling import keys

        for binding in set(keys.BINDINGS) - set(keys.NOW_AND_THEN):
            assert binding.description in offered
            assert choices_with(sitting.screen, binding.id or "")


@pytest.mark.parametrize(
    "size", [(20, 5), (3, 2), (40, 14), (60, 20), (80, 24), (120, 40), (300, 90)]
)
async def test_any_size_works(sit: Sit, twelve: Workspace, size: tuple[int, int]) -> None:
    async with sit(twelve, size=size) as sitting:
        await sitting.press("1", "3", "n", "b", "2", "question_mark", "escape", "r", "escape")
        await sitting.press("t", "x", "ctrl+s", "u")
        assert [row["kind"] for row in sitting.events] == ["label"] * 3 + ["note", "undo"]


async def test_the_size_changes_under_way(sit: Sit, twelve: Workspace) -> None:
    async with sit(twelve, size=(80, 24)) as sitting:
        for width, height in ((20, 5), (200, 50), (120, 20), (81, 25)):
            await sitting.pilot.resize_terminal(width, height)
            await sitting.settle()
            assert sitting.claim[:14] in sitting.text
        view = sitting.screen.item_view
        await sitting.pilot.resize_terminal(120, 40)
        await sitting.settle()
        assert view.answer.region.y < view.passage.region.bottom
        assert view.answer.region.right <= view.passage.region.x


async def test_undo_with_nothing_to_take_back_says_so(sit: Sit, twelve: Workspace) -> None:
    async with sit(twelve, size=(80, 24)) as sitting:
        await sitting.press("u")
        assert "There is nothing to take back." in sitting.text
        await sitting.press("1", "u", "u")
        assert "There is nothing to take back." in sitting.text
        assert [row["kind"] for row in sitting.events] == ["label", "undo"]


async def test_after_a_reveal_whoever_labels_is_told(sit: Sit, twelve: Workspace) -> None:
    with database.opened(twelve) as connection, database.transaction(connection):
        samples.record_event(connection, "pilot", "closed", "")
        reveals.record(connection, "pilot")
        samples.record_event(connection, "pilot", "reopened", "")
    async with sit(twelve, size=(80, 24)) as sitting:
        assert "no report counts it" in flowing(sitting)
