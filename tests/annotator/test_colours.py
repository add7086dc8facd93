"""Colours: none where none are wanted, high contrast that is, and a choice that is remembered."""

import io
import re
import time
from collections.abc import Iterator

import pytest
from rich.segment import Segment
from textual.color import Color

from annotator.labelling import colours, remembered
from corpus.errors import InputError
from corpus.workspace import Workspace
from tests.annotator.conftest import Open, Sit, Sitting, Terminal

NO_COLOR = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"}


def colour_sequences(painted: bytes) -> set[str]:
    """The parameters of every sequence that sets a colour, foreground or background."""
    found = set()
    for parameters in re.findall(rb"\x1b\[([\d;:]*)m", painted):
        for number in re.split(rb"[;:]", parameters):
            if number and (30 <= int(number) <= 49 or 90 <= int(number) <= 107):
                found.add(parameters.decode())
    return found


def looks(shown: Terminal, words: str) -> set[str]:
    """How the words look: bold, underlined, reversed, every letter of them."""
    for y, line in enumerate(shown.screen.display):
        if (x := line.find(words)) >= 0:
            cells = [shown.screen.buffer[y][x + i] for i in range(len(words))]
            return {
                name
                for name in ("bold", "underscore", "reverse")
                if all(getattr(cell, name) for cell in cells)
            }
    raise AssertionError(f"{words!r} is not on the screen")


def test_no_color_means_none_on_any_page(terminal: Open, twelve: Workspace) -> None:
    shown = terminal(twelve, "--annotator", "ann", environment=NO_COLOR, size=(100, 30))
    shown.child.logfile_read = painted = io.BytesIO()
    shown.wait("0 of 12 done")
    for typed, words in (
        ("3", "Where is the support?"), ("\x1b", "Partial"), ("b", "What is broken?"),
        ("7", "It stands beside your label"), ("\x1b", "What is broken?"), ("\x1b", "Partial"),
        ("?", "Keys"), ("\x1b", "Partial"),
        ("r", "When does a citation hold up?"), ("\x1b", "Partial"), ("\x10", "Search"),
        ("\x1b", "Partial"), ("1", "1 of 12 done"),
    ):  # fmt: skip
        shown.child.send(typed)
        shown.wait(words)
        time.sleep(0.4)  # an escape that is followed at once is another key
    shown.child.send("q")
    shown.end()
    assert len(painted.getvalue()) > 5000
    assert colour_sequences(painted.getvalue()) == set()


def test_with_colour_there_is_colour(terminal: Open, twelve: Workspace) -> None:
    shown = terminal(twelve, "--annotator", "ann")
    shown.child.logfile_read = painted = io.BytesIO()
    shown.wait("0 of 12 done")
    assert colour_sequences(painted.getvalue())


def test_without_colour_mark_focus_and_keys_are_told_otherwise(
    terminal: Open, twelve: Workspace
) -> None:
    shown = terminal(twelve, "--annotator", "ann", environment=NO_COLOR, size=(100, 40))
    for words in ("▌ First this.", "Cited passage", "Partial", "Quit"):
        shown.wait(words)
    claim = re.findall(r"Claim number \d+ holds\.", shown.read())[0]
    assert looks(shown, claim) >= {"bold", "underscore"}
    assert "reverse" in looks(shown, "Cited passage")
    assert "reverse" not in looks(shown, "Question")
    assert "bold" in looks(shown, " 1 ")
    shown.child.send("\t")
    shown.settle()
    assert "reverse" not in looks(shown, "Cited passage")
    assert "reverse" in looks(shown, "Question")


def test_without_colour_the_palette_shows_where_one_is(terminal: Open, twelve: Workspace) -> None:
    shown = terminal(twelve, "--annotator", "ann", environment=NO_COLOR, size=(100, 40))
    shown.wait("0 of 12 done")
    shown.child.send("\x10")
    shown.wait("High contrast, dark")
    shown.child.send("\x1b[B")
    shown.read(0.5)
    reversed_lines = [
        line
        for y, line in enumerate(shown.screen.display)
        if any(cell.reverse for cell in shown.screen.buffer[y].values())
        and "of 12 done" not in line
    ]
    assert any(line.strip() for line in reversed_lines)


@pytest.mark.parametrize("theme", ["high-contrast-dark", "high-contrast-light"])
async def test_high_contrast_is_seven_to_one_on_every_page(
    sit: Sit, twelve: Workspace, theme: str
) -> None:
    async with sit(twelve, size=(110, 40)) as sitting:
        sitting.app.theme = theme
        await sitting.press("1")  # what cannot be done, undo at first, may be faint
        for keys in ([], ["3"], ["escape"], ["b"], ["escape"], ["question_mark"], ["escape"], ["r"],
                     ["escape"], ["t"], ["escape"], ["tab"], ["ctrl+p"]):  # fmt: skip
            await sitting.press(*keys)
            for segment, ratio in contrasts(sitting):
                assert ratio >= 7, f"{segment.text!r} after {keys}: {segment.style}"


@pytest.mark.parametrize("theme", ["textual-dark", "textual-light"])
async def test_light_and_dark_can_be_read(sit: Sit, twelve: Workspace, theme: str) -> None:
    async with sit(twelve, size=(110, 40)) as sitting:
        sitting.app.theme = theme
        await sitting.press("1")
        for segment, ratio in contrasts(sitting):
            assert ratio >= 4.5, f"{segment.text!r}: {segment.style}"


def contrasts(sitting: Sitting) -> Iterator[tuple[Segment, float]]:
    """Of all words on the screen, or the page over it, against their ground (WCAG 2)."""
    screen = sitting.app.screen
    shown = screen.children[0].region if len(sitting.app.screen_stack) > 1 else screen.region
    for strip in screen._compositor.render_strips()[shown.y : shown.bottom]:
        for segment in strip.crop(shown.x, shown.right):
            style = segment.style
            letters = [c for c in segment.text if c.isalnum()]
            if letters and style and style.color and style.bgcolor and not style.dim:
                ink, ground = map(Color.from_rich_color, (style.color, style.bgcolor))
                low, high = sorted((luminance(ink), luminance(ground)))
                yield segment, (high + 0.05) / (low + 0.05)


def luminance(colour: Color) -> float:
    parts = [value / 255 for value in colour.rgb]
    red, green, blue = (v / 12.92 if v <= 0.03928 else ((v + 0.055) / 1.055) ** 2.4 for v in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


async def test_the_four_themes_are_chosen_by_name_in_the_palette(
    sit: Sit, twelve: Workspace
) -> None:
    async with sit(twelve) as sitting:
        await sitting.press("ctrl+p", *"high contrast light".replace(" ", ""))
        await sitting.pilot.pause(0.5)
        await sitting.press("down", "enter")
        await sitting.pilot.pause(0.2)
        assert sitting.app.theme == "high-contrast-light"


def test_a_choice_is_remembered_by_person_and_not_in_the_study(
    terminal: Open, twelve: Workspace
) -> None:
    before = {path.name for path in twelve.root.iterdir()}
    ann = colours.of("ann")
    assert ann.theme == "textual-dark"
    assert ann.keep is not None
    ann.keep("high-contrast-dark")
    assert colours.of("ann").theme == "high-contrast-dark"
    assert colours.of("ben").theme == "textual-dark"
    assert {path.name for path in twelve.root.iterdir()} == before
    shown = terminal(twelve, "--annotator", "ann")
    shown.wait("0 of 12 done")
    shown.settle()
    assert shown.screen.buffer[5][5].bg == "000000"


async def test_what_is_chosen_in_the_app_is_kept(sit: Sit, twelve: Workspace) -> None:
    kept: list[str] = []
    async with sit(
        twelve, theme=colours.Colours(theme="textual-light", keep=kept.append)
    ) as sitting:
        assert sitting.app.theme == "textual-light"
        assert kept == []
        sitting.app.theme = "high-contrast-light"
        await sitting.settle()
    assert kept == ["high-contrast-light"]


def test_the_environment_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    ann = colours.of("ann")
    assert ann.keep is not None
    ann.keep("nord")
    monkeypatch.setenv("CROSSSOURCE_THEME", "light")
    assert colours.of("ann").theme == "textual-light"
    monkeypatch.setenv("CROSSSOURCE_THEME", "pink")
    with pytest.raises(InputError, match="CROSSSOURCE_THEME is 'pink'.*high-contrast-dark"):
        colours.of("ann")


@pytest.mark.parametrize(
    "text", ["", "[]", "{", '{"ann": {"theme": "gone"}}', '{"ann": 3}', '{"ann": {"theme": 3}}']
)
def test_a_damaged_file_of_themes_stops_nobody(text: str) -> None:
    file = remembered.file()
    file.parent.mkdir(parents=True)
    file.write_text(text)
    assert colours.of("ann").theme == "textual-dark"
