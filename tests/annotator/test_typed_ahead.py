"""Whoever writes on at once after the key of a page loses no letter, no paste, and no label."""

import pytest
from textual import events

from annotator.adjudicating.app import AdjudicatingApp
from annotator.labelling.app import LabellingApp
from annotator.labelling.note import NoteScreen
from corpus.workspace import Workspace
from tests.annotator.adjudicating.conftest import TakeSeat, disputed, seat
from tests.annotator.conftest import CitationOf, Open, Sit, Sitting, StudyOf, events_of
from tests.annotator.corpora import SENTENCES, add_corpus

__all__ = ["disputed", "seat"]

MILLION = "A line of what was pasted, with [brackets]: 1 2 3 q.\n" * 20_000


def typed_at_once(app: LabellingApp | AdjudicatingApp, *keys: str) -> None:
    """All of them before the app has had the time to act on the first."""
    for key in keys:
        character = key if len(key) == 1 else None
        app.post_message(events.Key(key, character))


async def test_a_note_and_its_saving_typed_with_the_key(sit: Sit, twelve: Workspace) -> None:
    async with sit(twelve) as sitting:
        typed_at_once(sitting.app, "t", *"1q page", "enter", *"j", "ctrl+s")
        await sitting.settle()
        await sitting.settle()
        assert [(row["kind"], row["note"]) for row in sitting.events] == [("note", "1q page\nj")]


async def test_a_paste_of_a_megabyte_with_the_key(sit: Sit, twelve: Workspace) -> None:
    async with sit(twelve) as sitting:
        typed_at_once(sitting.app, "t")
        sitting.app.post_message(events.Paste(MILLION))
        await sitting.settle()
        await _pasted(sitting)
        await sitting.press("ctrl+s")
        assert [(row["kind"], row["note"]) for row in sitting.events] == [("note", MILLION.strip())]
        await sitting.press("1")
        assert sitting.last == {"kind": "label", "choice": "supported"}


async def test_a_paste_into_a_note_that_stands_comes_once(sit: Sit, twelve: Workspace) -> None:
    async with sit(twelve) as sitting:
        await sitting.press("t", "a")
        sitting.app.post_message(events.Paste("pasted"))
        await sitting.settle()
        await sitting.press("z", "ctrl+s")
        assert [row["note"] for row in sitting.events] == ["apastedz"]


async def test_a_paste_where_nothing_is_written_does_nothing(sit: Sit, twelve: Workspace) -> None:
    async with sit(twelve) as sitting:
        sitting.app.post_message(events.Paste("1\n2\nj\n"))
        await sitting.settle()
        assert sitting.events == []


async def test_words_to_look_for_typed_with_the_key(
    sit: Sit, study_of: StudyOf, citation: CitationOf
) -> None:
    study = study_of([citation(1, cited="lease:2", passage=SENTENCES[2])])
    add_corpus(study)
    async with sit(study) as sitting:
        typed_at_once(sitting.app, "slash", *"costs", "enter")
        await sitting.idle()
        assert "lease:1" in sitting.text
        await sitting.press("enter")
        typed_at_once(sitting.app, "f")
        await sitting.settle()
        assert sitting.last["category"] == "right_doc_wrong_passage"


async def test_a_reason_typed_with_the_decision(seat: TakeSeat, disputed: Workspace) -> None:
    async with seat(disputed) as at:
        typed_at_once(at.app, "2", *"half of 1", "ctrl+s")
        await at.settle()
        await at.settle()
        assert [(event.choice, event.reason) for event in at.events] == [("partial", "half of 1")]


def test_in_a_real_terminal_in_one_write(terminal: Open, twelve: Workspace) -> None:
    shown = terminal(twelve, "--annotator", "ann")
    shown.wait("0 of 12 done")
    shown.wait("▌")
    shown.child.send("t12 pages\x13")
    shown.wait("Note stored.")
    shown.child.send(f"t\x1b[200~{'more ' * 2000}\x1b[201~")
    shown.wait("more more")
    shown.child.send("\x13")
    shown.wait("Note stored.")
    shown.child.send("1")
    shown.wait("1 of 12 done")
    first, second, label = events_of(twelve)
    assert first["note"] == "12 pages"
    assert second["note"] == f"12 pages{'more ' * 2000}".strip()
    assert label["choice"] == "supported"


async def _pasted(sitting: Sitting) -> None:
    page = sitting.app.screen
    assert isinstance(page, NoteScreen)
    for _ in range(500):
        if page.area.text:
            return
        await sitting.pilot.pause(0.01)
    pytest.fail("the paste never came")


async def test_what_a_terminal_would_obey_is_pasted_visibly(sit: Sit, twelve: Workspace) -> None:
    async with sit(twelve) as sitting:
        await sitting.press("t")
        sitting.app.post_message(events.Paste("before\x1b[2Jafter\nline"))
        await sitting.settle()
        assert "before␛[2Jafter" in sitting.text
        await sitting.press("ctrl+s")
        assert [row["note"] for row in sitting.events] == ["before␛[2Jafter\nline"]
