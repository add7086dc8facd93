"""A sitting of an adjudicator: what comes, what is stored, undo, void decisions, the end."""

import asyncio
import sqlite3

import pytest

from annotator.labelling import keys
from annotator.labelling.colours import Colours
from corpus.workspace import Workspace
from labels import rubric
from labels.adjudication import AdjudicationEvent, AdjudicationKind
from labels.outcome import Choice
from labels.store import database, integrity, samples
from labels.store.adjudication_queue import open_adjudication
from labels.store.queue import open_queue
from tests.annotator.adjudicating.conftest import (
    CANNOT,
    DIFFER,
    ELSEWHERE,
    NOBODY,
    PARTIAL,
    SUPPORTED,
    TakeSeat,
    items_by_number,
    say,
)
from tests.annotator.choosing import choices_with, click

WHY = (*"so so", "ctrl+s")


def said(event: AdjudicationEvent) -> tuple[object, ...]:
    return tuple(one for one in (event.choice, event.category, event.bug) if one is not None)


async def test_where_people_differ_then_what_nobody_could_judge_then_the_end(
    seat: TakeSeat, disputed: Workspace
) -> None:
    async with seat(disputed) as at:
        came = []
        for _ in range(4):
            came.append(at.number)
            assert "People differ" in at.text
            await at.press("2", *WHY)
        assert set(came) == DIFFER
        assert at.number in NOBODY
        assert "Nobody could judge it" in at.text
        assert "4 of 5 decided" in at.text
        await at.press("j", *WHY)
        assert "All 5 open items are decided." in at.text
        assert "crosssource report" in at.text
        await at.press("1", "A", "3", "s", "m")
        assert len(at.events) == 5
        await at.press("u")
        assert at.number in NOBODY


async def test_the_item_and_what_people_say_of_it_without_their_names(
    seat: TakeSeat, disputed: Workspace
) -> None:
    async with seat(disputed, size=(120, 40)) as at:
        await at.go_to(0)
        for seen in (
            "What of question 0?",
            "▌ First this. Claim number 0 holds.",
            "Cited passage · doc:0 · Oak v. Elm, page 0",
            "Passage number 0 says so.",
            f" {at.letter_of(SUPPORTED)}  Supported",
            f" {at.letter_of(PARTIAL)}  Partial",
            "Ann read [all] of it.",
            "Bob found a half.",
            "marked “number 0”",
        ):
            assert seen in at.text
        words = at.text.replace("Ann read [all] of it.", "").replace("Bob found a half.", "")
        for name in ("ann", "bob", "Ann", "Bob", "pilot", "base", "strict", "judge-a"):
            assert name not in words.split()
        await at.go_to(1)
        assert "Unsupported: another document supports it" in at.text
        await at.go_to(3)
        assert "Harness bug: fragment" in at.text


@pytest.mark.parametrize(
    ("pressed", "stored"),
    [
        (["1"], ("supported",)),
        (["2"], ("partial",)),
        (["3", "p"], ("unsupported", "right_doc_wrong_passage")),
        (["3", "d"], ("unsupported", "wrong_document")),
        (["3", "n"], ("unsupported", "unsupported_claim")),
        (["j"], ("cannot_judge",)),
        (["b", "2"], ("harness_bug", "claim_fragment")),
        (["b", "7"], ("harness_bug", "other")),
        (["3", "escape", "2"], ("partial",)),
        # Back from the reason, the item is as it was.
        (["3", "d", "escape", "1"], ("supported",)),
    ],
)
async def test_the_keys_of_labelling_decide_with_a_reason(
    seat: TakeSeat, disputed: Workspace, pressed: list[str], stored: tuple[str, ...]
) -> None:
    async with seat(disputed) as at:
        number = at.number
        await at.press(*pressed)
        assert at.events == []
        await at.press(*WHY)
        (event,) = at.events
        assert said(event) == stored
        assert event.reason == "so so"
        assert event.adjudicator == "carla"
        assert event.item_id == items_by_number(disputed)[number]
        assert at.number != number
        assert "1 of 5 decided" in at.text
        assert "(so so). u takes it back." in " ".join(at.text.split())


async def test_no_decision_without_a_reason(seat: TakeSeat, disputed: Workspace) -> None:
    async with seat(disputed) as at:
        number = at.number
        await at.press("1", "ctrl+s")
        assert "! Give the reason in a few words, then save." in at.text
        await at.press("space", "space", "ctrl+s")
        assert at.events == []
        await at.press("escape")
        assert (at.number, len(at.app.screen_stack)) == (number, 1)
        await at.press("1", *WHY)
        assert at.events[-1].reason == "so so"


async def test_as_one_of_them_says_in_one_key(seat: TakeSeat, disputed: Workspace) -> None:
    async with seat(disputed) as at:
        await at.go_to(1)
        letter = at.letter_of(ELSEWHERE)
        shown = at.screen.turn.dispute
        await at.press(letter)
        event = at.events[-1]
        assert said(event) == ("unsupported", "wrong_document")
        assert event.reason == f"as {letter} says"
        # A report finds whose label that was: the letters are the order of `over`.
        assert shown is not None
        assert event.over["AB".index(letter)] == shown.labels["AB".index(letter)].ref


@pytest.mark.parametrize("key", ["C", "H", "p", "d", "n", "t", "4", "x", "enter", "escape"])
async def test_other_keys_do_nothing(seat: TakeSeat, disputed: Workspace, key: str) -> None:
    async with seat(disputed) as at:
        await at.press(key)
        assert at.events == []
        assert len(at.app.screen_stack) == 1


async def test_a_key_never_reaches_an_item_that_was_not_seen(
    seat: TakeSeat, disputed: Workspace
) -> None:
    async with seat(disputed) as at:
        for _ in range(5):
            at.app.simulate_key("A")
        await at.settle()
        assert len(at.events) == 1


async def test_undo_and_later_across_starts(seat: TakeSeat, disputed: Workspace) -> None:
    async with seat(disputed) as at:
        put_off = at.number
        await at.press("s")
        decided = at.number
        await at.press("A")
    async with seat(disputed) as at:
        assert "1 of 5 decided · 1 put off" in at.text
        await at.press("u")
        assert at.number == decided
        assert "Taken back" in at.text
        await at.press("u")
        assert at.number == put_off
        assert "0 of 5 decided" in at.text
        kinds = [event.kind for event in at.events]
        assert (
            kinds
            == [AdjudicationKind.LATER, AdjudicationKind.DECISION] + [AdjudicationKind.UNDO] * 2
        )
        await at.press("u")
        assert len(at.events) == 4


async def test_a_decision_over_a_label_that_was_changed_is_asked_again(
    seat: TakeSeat, disputed: Workspace
) -> None:
    async with seat(disputed) as at:
        await at.press("2", *"half of it", "ctrl+s", "s", "s", "s")
        while at.screen.turn.dispute is not None:
            await at.press("2", *"half of it", "ctrl+s")
    with open_queue(disputed, None, "bob", rubric.in_force(disputed)) as bob:
        changed = bob.undo()
    say(disputed, "bob", {5: SUPPORTED})
    assert changed == items_by_number(disputed)[5]
    async with seat(disputed) as at:
        assert "4 of 5 decided · 1 void" in at.text
        assert at.number == 5
        words = " ".join(at.text.split())
        assert "Void: Partial (half of it). A label was changed after that decision" in words
        await at.press("A")
        assert "All 5 open items are decided." in at.text


async def test_a_label_given_while_the_item_is_read_is_shown_before_anything_is_decided(
    seat: TakeSeat, disputed: Workspace
) -> None:
    async with seat(disputed) as at:
        number = at.number
        say(disputed, "dee", {number: CANNOT})
        await at.press("A")
        assert at.events == []
        assert "a label of this item changed meanwhile" in at.text
        assert at.number == number
        await at.press(at.letter_of(CANNOT))
        assert said(at.events[-1]) == ("cannot_judge",)


async def test_an_item_decided_in_another_window_is_passed_over(
    seat: TakeSeat, disputed: Workspace
) -> None:
    async with seat(disputed) as at:
        number = at.number
        with open_adjudication(disputed, None, "dee", rubric.in_force(disputed)) as other:
            shown = other.dispute(items_by_number(disputed)[number])
            assert shown is not None
            other.decide(shown, PARTIAL, "So.", None)
        await at.press("A")
        assert [event.adjudicator for event in at.events] == ["dee"]
        assert "decided meanwhile" in at.text
        assert at.number != number


async def test_who_labelled_here_is_told_so_all_the_time(
    seat: TakeSeat, disputed: Workspace
) -> None:
    async with seat(disputed, adjudicator="ann", also_labelled=True) as at:
        assert "ann · adjudicating · labelled 7 here" in at.text


async def test_marks_go_round(seat: TakeSeat, disputed: Workspace) -> None:
    async with seat(disputed, size=(120, 40)) as at:
        await at.go_to(0)
        assert "▌ Passage" not in at.text
        for letter in "AB":
            await at.press("m")
            assert f"Cited passage, marked by {letter} · doc:0" in at.text
            assert "▌ Passage number 0 says so." in at.text
        await at.press("m")
        assert "▌ Passage" not in at.text
        await at.go_to(1)
        assert choices_with(at.screen, "marked").is_shut("marked")


async def test_seconds_run_from_the_sight_of_an_item(seat: TakeSeat, disputed: Workspace) -> None:
    async with seat(disputed) as at:
        at.clock.now = 12.34
        await at.press("A")
        at.clock.now += 30
        await at.press("s")
        assert [event.seconds for event in at.events] == [12.3, 30.0]


async def test_a_held_database_is_waited_for_and_keys_wait_for_nobody(
    seat: TakeSeat, disputed: Workspace
) -> None:
    async with seat(disputed) as at:
        number = at.number
        holder = sqlite3.connect(disputed.database, isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")
        await at.pilot.press("A")
        await asyncio.sleep(0.5)
        await at.pilot.pause()
        assert "Saving…" in at.text
        await at.pilot.press("1", "B", "q", "s")
        assert at.number == number
        holder.execute("ROLLBACK")
        holder.close()
        await at.settle()
        assert len(at.events) == 1
        assert "Saving…" not in at.text


async def test_quitting_while_saving_still_stores(seat: TakeSeat, disputed: Workspace) -> None:
    holder = sqlite3.connect(disputed.database, isolation_level=None, check_same_thread=False)
    async with seat(disputed) as at:
        holder.execute("BEGIN IMMEDIATE")
        await at.pilot.press("A")
        asyncio.get_running_loop().call_later(0.3, lambda: holder.execute("ROLLBACK"))
        await at.app.action_quit()
        await asyncio.sleep(0.5)
    holder.close()
    assert [event.reason for event in at.events] == ["as A says"]


async def test_what_could_not_be_stored_is_said_and_the_reason_kept(
    seat: TakeSeat, disputed: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.05)
    async with seat(disputed) as at:
        number = at.number
        holder = sqlite3.connect(disputed.database, isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")
        await at.press("3", "d", *WHY)
        assert "! Not stored." in at.text
        assert at.number == number
        holder.execute("ROLLBACK")
        holder.close()
        await at.press("2")
        assert "so so" in at.text
        await at.press("ctrl+s")
        assert [said(event) for event in at.events] == [("partial",)]


async def test_a_sample_closed_meanwhile_takes_no_decision(
    seat: TakeSeat, disputed: Workspace
) -> None:
    async with seat(disputed) as at:
        with database.opened(disputed) as connection, database.transaction(connection):
            samples.record_event(connection, "pilot", "closed", "enough")
        await at.press("A")
        assert at.events == []
        assert "The sample 'pilot' is closed" in at.text


async def test_a_click_is_the_key(seat: TakeSeat, disputed: Workspace) -> None:
    async with seat(disputed) as at:
        await click(at.pilot, "says_b")
        await at.settle()
        assert at.events[-1].reason == "as B says"
        await click(at.pilot, "partial")
        await at.settle()
        await at.press(*"So")
        await click(at.pilot, "save_note")
        await at.settle()
        assert at.events[-1].choice is Choice.PARTIAL
        await click(at.pilot, "undo")
        await at.settle()
        await click(at.pilot, "later")
        await at.settle()
        assert [event.kind for event in at.events[-2:]] == ["undo", "later"]


async def test_every_action_has_its_place_in_the_palette_and_under_the_mouse(
    seat: TakeSeat, disputed: Workspace
) -> None:
    async with seat(disputed, size=(120, 40)) as at:
        await at.go_to(1)
        await at.press("A")
        await at.go_to(0)
        offered: set[str] = set()
        for way in ([], ["3"], ["escape", "b"]):
            await at.press(*way)
            offered |= {one.title for one in at.app.get_system_commands(at.screen)}
        both = (*keys.AS_SAID[:2], *keys.OUTCOMES, *keys.CATEGORIES, *keys.BUGS, keys.BACK)
        for binding in (*both, *keys.ADJUDICATING):
            assert binding.description in offered
            assert choices_with(at.screen, binding.id or "")
        assert "As C says" not in offered


async def test_the_palette_decides(seat: TakeSeat, disputed: Workspace) -> None:
    async with seat(disputed) as at:
        await at.press("ctrl+p", *"as b says")
        await at.pilot.pause(0.3)
        await at.press("enter")
        await at.pilot.pause(0.3)
        await at.settle()
        assert at.events[-1].reason == "as B says"


async def test_the_rubric_and_the_help_are_read_and_left(
    seat: TakeSeat, disputed: Workspace
) -> None:
    async with seat(disputed, size=(100, 120), own_keys={"says_a": "f5", "supported": "y"}) as at:
        for key, words in (
            ("r", "When does a citation hold up?"),
            ("question_mark", "A is not always the same person"),
        ):
            await at.press(key)
            assert words in " ".join(at.text.replace("│", "").split())
            await at.press("escape")
            assert len(at.app.screen_stack) == 1
        await at.press("question_mark")
        assert "f5  As A says" in at.text
        assert "y  Supported" in at.text
        await at.press("q")
        assert "f5  A: " in at.text
        await at.press("f5")
        assert at.events[-1].reason == "as A says"


@pytest.mark.parametrize(
    "size", [(20, 5), (3, 2), (40, 14), (60, 15), (60, 20), (80, 24), (120, 40), (300, 90)]
)
async def test_any_size_works(seat: TakeSeat, disputed: Workspace, size: tuple[int, int]) -> None:
    async with seat(disputed, size=size) as at:
        await at.press("A", "3", "n", *WHY, "b", "2", *WHY, "question_mark", "escape", "s", "u")
        assert [event.kind for event in at.events] == [
            *["decision"] * 3,
            "later",
            "undo",
        ]


@pytest.mark.parametrize("size", [(80, 24), (60, 15)])
async def test_narrow_and_low_terminals_show_claim_passage_and_every_label(
    seat: TakeSeat, disputed: Workspace, size: tuple[int, int]
) -> None:
    say(disputed, "dee", {0: CANNOT})
    async with seat(disputed, size=size) as at:
        await at.go_to(0)
        for seen in ("Claim number 0 holds.", "Passage number 0 says so.", "Cannot judge"):
            assert seen in at.text
        for letter in "ABC":
            assert f" {letter}  " in at.text
        lines = at.text.splitlines()
        assert len(lines) <= size[1]
        await at.press("2")
        # What the reason is about stays in sight while it is written.
        for seen in ("Partial. Why?", "Save", "Back without", " A  ", " B  "):
            assert seen in at.text


async def test_long_notes_scroll_and_push_nothing_out(seat: TakeSeat, disputed: Workspace) -> None:
    from tests.annotator.adjudicating.conftest import note

    note(disputed, "ann", 0, "word " * 400)
    async with seat(disputed) as at:
        await at.go_to(0)
        assert "Passage number 0 says so." in at.text
        assert "1  Supported" in at.text
        labels = at.screen.labels_view
        assert labels.region.height <= 9
        assert labels.max_scroll_y > 0
        await at.press("tab", "end")
        await at.pilot.pause(0.5)
        assert labels.scroll_offset.y > 0


async def test_no_meaning_by_colour_alone(seat: TakeSeat, disputed: Workspace) -> None:
    async with seat(disputed) as at:
        await at.go_to(0)
        await at.press("m")
        # The mark has a bar, the person a letter in words, an error an exclamation mark.
        assert "▌ Passage" in at.text
        assert "marked by A" in at.text


async def test_quitting_by_key_leaves_a_whole_study(seat: TakeSeat, disputed: Workspace) -> None:
    async with seat(disputed) as at:
        await at.press("A")
        await at.pilot.press("q")
        assert not at.app.is_running or at.app._exit
    with database.opened(disputed) as connection:
        assert integrity.faults(connection) == []


async def test_text_from_outside_is_shown_as_it_is(seat: TakeSeat, disputed: Workspace) -> None:
    from tests.annotator.adjudicating.conftest import note

    note(disputed, "bob", 0, "[bold]x[/] \x1b[31mred\x07 \u202egnp")
    async with seat(disputed, size=(120, 40)) as at:
        await at.go_to(0)
        assert "[bold]x[/] ␛[31mred␇ ⟨U+202E⟩gnp" in at.text
        assert not set(at.text) & {chr(code) for code in (*range(10), *range(11, 32), 0x202E)}
        await at.press("1", *"[b]", "ctrl+s")
        assert "([b])" in at.text


async def test_the_colours_are_those_that_the_adjudicator_chose(
    seat: TakeSeat, disputed: Workspace
) -> None:
    kept: list[str] = []
    async with seat(disputed, colours=Colours(theme="textual-light", keep=kept.append)) as at:
        assert at.app.theme == "textual-light"
        at.app.theme = "high-contrast-dark"
        await at.settle()
        assert kept == ["high-contrast-dark"]
