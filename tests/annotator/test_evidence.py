"""Marking what of the passage decides it: verbatim, at its offsets, on disk at once."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.geometry import Offset

from annotator.labelling import keys
from annotator.labelling.marking import MarkingScreen
from annotator.widgets.selecting import Selecting
from annotator.widgets.span_cursor import SpanCursor
from annotator.widgets.wrapping import Look
from corpus.chunking import sentences
from corpus.workspace import Workspace
from tests.annotator.choosing import choices_with, click
from tests.annotator.conftest import CitationOf, Open, Sit, Sitting, StudyOf, Terminal
from tests.annotator.hostile import HOSTILE

PASSAGE = "The lessee shall repair. He shall pay R.R. Co. the costs. Nothing else is agreed."


@pytest.fixture
def one(study_of: StudyOf, citation: CitationOf) -> Workspace:
    """One item with three sentences to mark in."""
    return study_of([citation(1, passage=PASSAGE), citation(2, passage=PASSAGE)])


def marked(sitting: Sitting) -> list[tuple[str | None, int | None, int | None]]:
    rows = [row for row in sitting.events if row["kind"] == "note"]
    return [(row["evidence"], row["evidence_start"], row["evidence_end"]) for row in rows]


def span(text: str) -> tuple[str, int, int]:
    return text, PASSAGE.index(text), PASSAGE.index(text) + len(text)


@pytest.mark.parametrize("size", [(80, 24), (60, 15), (120, 40), (20, 8)])
async def test_by_word_from_the_start_to_the_end(
    sit: Sit, one: Workspace, size: tuple[int, int]
) -> None:
    async with sit(one, size=size) as sitting:
        await sitting.press("e", "right", "right", "space", "right", "enter")
        assert marked(sitting) == [span("shall repair.")]
        assert sitting.screen.item_view.passage.evidence is not None
        await sitting.press("1")
        assert sitting.last["choice"] == "supported"


@pytest.mark.parametrize("size", [(80, 24), (60, 15), (120, 40)])
async def test_it_stands_marked_when_the_item_comes_again(
    sit: Sit, one: Workspace, size: tuple[int, int]
) -> None:
    async with sit(one, size=size) as sitting:
        await sitting.press("e", "space", "right", "enter")
        assert "▌ The lessee" in sitting.text
        await sitting.press("1", "u")
        assert "▌ The lessee" in sitting.text
        assert [row["kind"] for row in sitting.events] == ["note", "label", "undo"]
        layers = sitting.screen.item_view.passage._layers
        assert layers[Look.EVIDENCE] == [(0, 10)]
    async with sit(one, size=size) as sitting:
        assert "▌ The lessee" in sitting.text


async def test_by_sentence_as_lawyers_write_them(sit: Sit, one: Workspace) -> None:
    async with sit(one) as sitting:
        # To the second sentence, whose "R.R. Co." ends none; from its first word to its last.
        await sitting.press("e", "full_stop", "space", "full_stop", "enter")
        assert marked(sitting) == [span("He shall pay R.R. Co. the costs.")]
        await sitting.press("e", "end", "comma", "comma", "space", "right", "enter")
        assert marked(sitting)[-1] == span("He shall")


async def test_by_line(sit: Sit, one: Workspace) -> None:
    async with sit(one, size=(40, 24)) as sitting:
        await sitting.press("e", "space", "down", "enter")
        ((text, start, _),) = marked(sitting)
        assert text is not None
        assert start == 0
        assert 20 < len(text) < 60
        await sitting.press("e", "end", "space", "up", "enter")
        assert PASSAGE.endswith(marked(sitting)[-1][0] or "-")


async def test_backwards_is_as_good(sit: Sit, one: Workspace) -> None:
    async with sit(one) as sitting:
        await sitting.press("e", "right", "right", "right", "space", "left", "left", "enter")
        assert marked(sitting) == [span("lessee shall repair.")]


async def test_a_note_is_kept_and_keeps_it(sit: Sit, one: Workspace) -> None:
    async with sit(one) as sitting:
        await sitting.press("t", *"hm", "ctrl+s", "e", "space", "enter", "t", "!", "ctrl+s")
        assert [(row["note"], row["evidence"]) for row in sitting.events] == [
            ("hm", None),
            ("hm", "The"),
            ("hm!", "The"),
        ]


async def test_escape_leaves_it_as_it_was_and_x_removes_it(sit: Sit, one: Workspace) -> None:
    async with sit(one) as sitting:
        await sitting.press("e", "x", "space", "right", "escape")
        assert len(sitting.app.screen_stack) == 1
        assert sitting.events == []
        await sitting.press("e", "space", "enter", "e", "escape")
        assert marked(sitting) == [span("The")]
        await sitting.press("e", "x")
        assert marked(sitting)[-1] == (None, None, None)
        assert "The mark is taken away." in sitting.text
        assert Look.EVIDENCE not in sitting.screen.item_view.passage._layers


async def test_enter_without_a_start_says_what_to_do(sit: Sit, one: Workspace) -> None:
    async with sit(one) as sitting:
        await sitting.press("e", "right", "enter")
        told = " ".join(sitting.text.split())
        assert "Nothing is chosen yet: go to its first word and press space" in told
        assert sitting.events == []


async def test_the_time_of_the_item_runs_on(sit: Sit, one: Workspace) -> None:
    async with sit(one) as sitting:
        sitting.clock.now = 20
        await sitting.press("e", "space", "enter", "t", *"x", "ctrl+s")
        sitting.clock.now = 25
        await sitting.press("1")
        assert sitting.events[-1]["seconds"] == 25


async def drag(sitting: Sitting, panel: Selecting, start: int, end: int) -> None:
    """From one column to another of the panel's first line; `end` is the last character's."""
    left = 2 if panel._has_bar else 0
    corner = panel.content_region.offset
    await sitting.pilot.mouse_down(offset=corner + Offset(left + start, 0))
    await sitting.pilot.hover(offset=corner + Offset(left + (start + end) // 2, 0))
    await sitting.pilot.hover(offset=corner + Offset(left + end, 0))
    await sitting.pilot.mouse_up(offset=corner + Offset(left + end, 0))
    await sitting.settle()


async def test_dragging_over_the_passage_marks_it_once_it_is_confirmed(
    sit: Sit, one: Workspace
) -> None:
    async with sit(one) as sitting:
        await drag(sitting, sitting.screen.item_view.passage, 4, 11)
        assert isinstance(sitting.app.screen, MarkingScreen)
        assert sitting.events == []
        await click(sitting.pilot, "span_store")
        await sitting.settle()
        # Character for character, white space at the ends left out.
        assert marked(sitting) == [span("lessee s")]
        await click(sitting.pilot, "evidence")
        await sitting.settle()
        screen = sitting.app.screen
        assert isinstance(screen, MarkingScreen)
        await drag(sitting, screen.panel, 17, 23)
        await sitting.press("enter")
        assert marked(sitting)[-1] == span("repair.")
        await click(sitting.pilot, "evidence")
        await sitting.settle()
        await click(sitting.pilot, "span_remove")
        await sitting.settle()
        assert marked(sitting)[-1] == (None, None, None)


async def test_a_click_alone_opens_nothing_and_puts_the_cursor_there(
    sit: Sit, one: Workspace
) -> None:
    async with sit(one) as sitting:
        await sitting.pilot.click("#passage", offset=(8, 2))
        await sitting.settle()
        assert len(sitting.app.screen_stack) == 1
        await sitting.press("e")
        screen = sitting.app.screen
        assert isinstance(screen, MarkingScreen)
        corner = screen.panel.content_region.offset
        await sitting.pilot.click(offset=corner + Offset(2 + 12, 0))
        await sitting.settle()
        await sitting.press("space", "right", "enter")
        assert marked(sitting) == [span("shall repair.")]


async def test_while_a_question_is_open_a_drag_does_nothing(sit: Sit, one: Workspace) -> None:
    async with sit(one) as sitting:
        await sitting.press("3")
        await drag(sitting, sitting.screen.item_view.passage, 4, 11)
        assert len(sitting.app.screen_stack) == 1
        assert Look.CURSOR not in sitting.screen.item_view.passage._layers


@pytest.mark.parametrize("name", HOSTILE)
async def test_passages_of_a_hundred_thousand_characters(
    sit: Sit, study_of: StudyOf, citation: CitationOf, name: str
) -> None:
    text = HOSTILE[name]
    async with sit(study_of([citation(1, passage=text)])) as sitting:
        await sitting.press("e", "right", "space", "pagedown", "full_stop", "enter")
        await sitting.press("escape")
        rows = marked(sitting)
        assert len(rows) == (1 if text.strip() else 0)
        for evidence, start, end in rows:
            assert evidence
            assert text[start:end] == evidence


async def test_hostile_characters_are_stored_as_they_are(
    sit: Sit, study_of: StudyOf, citation: CitationOf
) -> None:
    text = "a\x1b[31m\tb\u202eevil\u202c 漢字 c\r\nd\x00e \x85 end"
    async with sit(study_of([citation(1, passage=text)])) as sitting:
        await sitting.press("e", "right", "space", "end", "enter")
        ((evidence, start, end),) = marked(sitting)
        assert evidence == text[start:end] == text[text.index("b") :]


async def test_every_action_has_its_place_in_the_palette_and_under_the_mouse(
    sit: Sit, one: Workspace
) -> None:
    async with sit(one) as sitting:
        await sitting.press("e")
        screen = sitting.app.screen
        offered = {command.title for command in sitting.app.get_system_commands(screen)}
        assert "Remove" not in offered  # nothing is stored yet
        await sitting.press("space", "enter", "e")
        screen = sitting.app.screen
        offered = {command.title for command in sitting.app.get_system_commands(screen)}
        for binding in (*keys.MARKING, keys.BACK):
            assert binding.description in offered
            assert choices_with(screen, binding.id or "")


async def test_own_keys_hold_here_too(sit: Sit, one: Workspace) -> None:
    own = {"evidence": "m", "word_on": "l", "span_start": "v", "span_store": "y", "scroll_end": "z"}
    async with sit(one, own_keys=own) as sitting:
        await sitting.press("m", "l", "v", "l", "y")
        assert marked(sitting) == [span("lessee shall")]
        await sitting.press("m", "z", "v", "y")
        assert marked(sitting)[-1] == span("agreed.")


@given(st.text(), st.lists(st.sampled_from("<>,.^s|"), max_size=12), st.data())
def test_whatever_is_chosen_is_in_the_text_and_begins_and_ends_with_a_word(
    text: str, moves: list[str], data: st.DataObject
) -> None:
    cursor = SpanCursor(text, sentences)
    for move in moves:
        match move:
            case "<" | ">":
                cursor.by_words(-1 if move == "<" else 1)
            case ".":
                cursor.sentence_on()
            case ",":
                cursor.sentence_back()
            case "^":
                cursor.go(data.draw(st.integers(0, len(text))))
            case "|":
                start = data.draw(st.integers(0, len(text)))
                cursor.choose(start, data.draw(st.integers(start, len(text))))
            case _:
                cursor.set_start()
        start, end = cursor.chosen
        assert 0 <= start <= end <= len(text)
        assert bool(text[start:end]) == bool(text.strip())
        assert text[start:end] == text[start:end].strip()


def reversed_text(shown: Terminal) -> str:
    """What stands out by reversed colours within the passage's panel, line by line."""
    panel = shown.screen.display.index(next(x for x in shown.screen.display if "decides it" in x))
    rows = (shown.screen.buffer[y] for y in range(panel + 1, shown.screen.lines))
    columns = range(shown.screen.columns)
    texts = ("".join(row[x].data for x in columns if row[x].reverse) for row in rows)
    return " ".join(filter(None, texts))


@pytest.mark.parametrize("environment", [{}, {"NO_COLOR": "1"}])
def test_what_is_about_to_be_marked_is_seen(
    terminal: Open, one: Workspace, environment: dict[str, str]
) -> None:
    shown = terminal(one, "--annotator", "ann", environment=environment)
    shown.wait("Supported")
    for key, seen in (
        ("e", "The"),
        ("\x1b[C", "lessee"),
        (" ", "lessee"),
        ("\x1b[C", "lessee shall"),
        (".", "lessee shall repair."),
    ):
        shown.child.send(key)
        shown.settle()
        assert reversed_text(shown) == seen
