"""Going to an item of one's own, and changing what one said of it."""

from textual.widgets import OptionList

from annotator.labelling.going import GoScreen
from corpus.workspace import Workspace
from labels.label import fold
from labels.store import database, events
from tests.annotator.choosing import click
from tests.annotator.conftest import Sit, Sitting
from tests.annotator.test_plain import answered, said


def listed(sitting: Sitting) -> list[str]:
    """The lines of the page."""
    screen = sitting.app.screen
    assert isinstance(screen, GoScreen)
    options = screen.query_one(OptionList).options
    return [str(option.prompt) for option in options]


def in_force(workspace: Workspace) -> dict[str, str]:
    """The choice in force, by claim."""
    with database.opened(workspace) as connection:
        labels = fold(events.read(connection, "pilot")).labels
        claims = dict(connection.execute("SELECT id, claim FROM item").fetchall())
    return {claims[item]: str(event.choice) for item, event in labels.items()}


async def test_a_label_is_changed_by_a_new_one_and_undo_brings_the_old_one_back(
    sit: Sit, twelve: Workspace
) -> None:
    async with sit(twelve, size=(100, 30)) as sitting:
        first = sitting.claim
        await sitting.press("1", "3", "d")
        third = sitting.claim
        await sitting.press("g", "down", "enter")
        assert sitting.claim == first
        assert (
            "You said: supported. Another answer changes it; esc goes to the next" in sitting.text
        )
        assert "2 of 12 done" in sitting.text
        await sitting.press("3", "n")
        assert sitting.claim == third
        assert in_force(twelve)[first] == "unsupported"
        assert [row["kind"] for row in sitting.events] == ["label"] * 3
        await sitting.press("u")
        assert sitting.claim == first
        assert "Taken back. This is the item it was on. You said: supported." in sitting.text
        assert in_force(twelve)[first] == "supported"
        await sitting.press("2")
        assert in_force(twelve)[first] == "partial"
        assert sitting.claim == third
        assert "2 of 12 done" in sitting.text


async def test_looking_and_saying_the_same_again_store_nothing(sit: Sit, twelve: Workspace) -> None:
    async with sit(twelve, size=(100, 30)) as sitting:
        await sitting.press("1")
        second = sitting.claim
        await sitting.press("g", "enter", "escape")
        assert sitting.claim == second
        await sitting.press("g", "enter", "3", "escape")
        assert "You said: supported." in sitting.text
        await sitting.press("s", "1")
        assert sitting.claim == second
        assert len(sitting.events) == 1


async def test_flagged_and_noted_items_are_found(sit: Sit, twelve: Workspace) -> None:
    async with sit(twelve, size=(100, 30)) as sitting:
        await sitting.press("g")
        assert "You have labelled, put off or noted nothing yet." in sitting.text
        await sitting.press("1", "b", "2", "j", "s", "t", *"odd", "ctrl+s", "1", "g")
        assert [line.split(":")[0] for line in listed(sitting)] == [
            "supported, noted", "put off", "cannot judge", "harness bug, fragment", "supported",
        ]  # fmt: skip
        await sitting.press("f")
        assert "Harness bug or cannot judge" in sitting.text
        assert len(listed(sitting)) == 2
        await sitting.press("n")
        assert [line.split(":")[0] for line in listed(sitting)] == ["supported, noted"]
        await sitting.press("p", "enter")
        assert "Unsupported" in sitting.text
        await sitting.press("2", "g", "p")
        assert "None of yours." in sitting.text
        await sitting.press("enter", "escape")
        assert "5 of 12 done" in sitting.text


async def test_it_works_from_the_end_and_by_mouse(sit: Sit, twelve: Workspace) -> None:
    async with sit(twelve, size=(100, 30)) as sitting:
        await sitting.press(*["1"] * 12)
        assert "All 12 items are labelled." in sitting.text
        await click(sitting.pilot, "go")
        await sitting.settle()
        await sitting.pilot.click(OptionList, offset=(5, 3))
        await sitting.settle()
        await sitting.press("2")
        assert "All 12 items are labelled." in sitting.text
        assert sorted(in_force(twelve).values()) == ["partial"] + ["supported"] * 11


async def test_a_label_changed_in_another_window_meanwhile_stands(
    sit: Sit, twelve: Workspace
) -> None:
    async with sit(twelve, size=(100, 30)) as one, sit(twelve, size=(100, 30)) as other:
        await one.press("1", "g", "enter")
        await other.press("g", "enter", "2")
        await one.press("3", "n")
        assert "You had labelled that item in another window" in one.text
        assert list(in_force(twelve).values()) == ["partial"]


def test_line_by_line_too(twelve: Workspace) -> None:
    ran = answered(
        twelve, "g", "1", "3 n", "go to", "2", "partial", "g", "1", "later", "g", "", "u", "q"
    )
    out = ran.stdout.decode()
    assert "You have labelled, put off or noted nothing yet." in out
    assert "1: unsupported, nothing supports it: Claim number" in out
    assert "You said: supported. Another answer changes it; later leaves it as it is." in out
    assert "Left as it is." in out
    assert [(kind, choice) for kind, choice, *_ in said(twelve)] == [
        ("label", "supported"), ("label", "unsupported"), ("label", "partial"), ("undo", None),
    ]  # fmt: skip


async def test_another_answer_keeps_the_evidence_and_says_what_was_highlighted(
    sit: Sit, twelve: Workspace
) -> None:
    async with sit(twelve, size=(100, 30)) as sitting:
        first = sitting.screen.item_view.item
        await sitting.press("e", "space", "full_stop", "enter", "1", "h")
        await sitting.press("g", "enter", "2")
        relabel = sitting.events[-1]
    assert first is not None
    assert (relabel["item_id"], relabel["choice"], relabel["highlighted"]) == (
        first.id, "partial", 1,
    )  # fmt: skip
    with database.opened(twelve) as connection:
        state = fold(events.read(connection, "pilot"))
    assert state.evidence[first.id].text == first.passage[: len(state.evidence[first.id].text)]
    assert state.labels[first.id].choice == "partial"


async def test_its_keys_can_be_changed(sit: Sit, twelve: Workspace) -> None:
    own = {"go": "l", "show_flagged": "y", "back": "w"}
    async with sit(twelve, size=(100, 30), own_keys=own) as sitting:
        await sitting.press("1", "j", "l")
        assert len(listed(sitting)) == 2
        await sitting.press("f")
        assert len(listed(sitting)) == 2
        await sitting.press("y")
        assert len(listed(sitting)) == 1
        assert "w back" in sitting.text
        await sitting.press("w")
        assert not isinstance(sitting.app.screen, GoScreen)
