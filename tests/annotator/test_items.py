"""What an item looks like, from the empty one to the most hostile."""

import time

import pytest

from annotator.widgets import wrapping
from annotator.widgets.reading import Reading
from corpus.workspace import Workspace
from tests.annotator.conftest import CitationOf, Sit, StudyOf
from tests.annotator.hostile import HOSTILE, words


async def test_an_item_with_everything(sit: Sit, study_of: StudyOf, citation: CitationOf) -> None:
    async with sit(study_of([citation(3)])) as sitting:
        assert "What of question 3?" in sitting.text
        assert "▌ First this. Claim number 3 holds. [doc:3] Then that." in sitting.text
        assert "Cited passage · doc:3 · Oak v. Elm, page 3" in sitting.text
        assert "Passage number 3 says so." in sitting.text


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_empty_texts_leave_no_empty_panel(
    sit: Sit, study_of: StudyOf, citation: CitationOf, size: tuple[int, int]
) -> None:
    bare = citation(1, question=" ", answer="", source="", cited="")
    async with sit(study_of([bare]), size=size) as sitting:
        view = sitting.screen.item_view
        assert not view.question.region
        assert not view.answer.region
        assert "Question" not in sitting.text
        assert "Answer" not in sitting.text
        assert "Cited passage ─" in sitting.text


@pytest.mark.parametrize(
    ("claim", "seen"),
    [
        ("", "(the claim is empty)"),
        (" \n", "(the claim is empty)"),
        ("—.", "Claim (no words in it)"),
    ],
)
async def test_a_claim_without_words_is_said_to_be_one(
    sit: Sit, study_of: StudyOf, citation: CitationOf, claim: str, seen: str
) -> None:
    async with sit(study_of([citation(1, claim=claim)])) as sitting:
        assert seen in sitting.text


async def test_an_empty_passage_is_said_to_be_one(
    sit: Sit, study_of: StudyOf, citation: CitationOf
) -> None:
    async with sit(study_of([citation(1, passage="")])) as sitting:
        assert "(the passage is empty)" in sitting.text


async def test_a_claim_that_is_not_in_the_answer(
    sit: Sit, study_of: StudyOf, citation: CitationOf
) -> None:
    async with sit(study_of([citation(1, answer="Another wording.")])) as sitting:
        assert "Answer (the claim does not stand in it word for word)" in sitting.text
        assert "▌" not in sitting.text


async def test_a_claim_deep_in_a_long_answer_is_in_sight(
    sit: Sit, study_of: StudyOf, citation: CitationOf
) -> None:
    answer = f"{words(900)} The very claim. {words(900)}"
    async with sit(study_of([citation(1, claim="The very claim.", answer=answer)])) as sitting:
        marked = [line for line in sitting.text.splitlines() if "▌" in line]
        assert any("The very claim." in line for line in marked)
        assert "above" in sitting.text


async def test_a_long_passage_scrolls_and_says_that_there_is_more(
    sit: Sit, study_of: StudyOf, citation: CitationOf
) -> None:
    async with sit(study_of([citation(1, passage=words(3000))])) as sitting:
        assert "more lines" in sitting.text
        assert "word0 " in sitting.text
        await sitting.press("pagedown")
        await sitting.pilot.pause(0.4)
        assert "word0 " not in sitting.text
        assert "above" in sitting.text
        await sitting.press("end")
        await sitting.pilot.pause(0.6)
        assert "word2999" in sitting.text
        assert "more lines" not in sitting.text
        await sitting.press("home")
        await sitting.pilot.pause(0.6)
        await sitting.press("down", "down", "up")
        await sitting.pilot.pause(0.4)
        assert sitting.screen.item_view.passage.scroll_offset.y == 1


async def test_the_next_item_begins_at_its_beginning(
    sit: Sit, study_of: StudyOf, citation: CitationOf
) -> None:
    both = [citation(n, passage=f"Start {n}. {words(900)}") for n in (1, 2)]
    async with sit(study_of(both)) as sitting:
        await sitting.press("end")
        await sitting.pilot.pause(0.5)
        await sitting.press("1")
        assert "Start " in sitting.text


@pytest.mark.parametrize("key", ["down", "pagedown", "end"])
async def test_a_scrolling_that_is_under_way_ends_with_its_item(
    key: str, sit: Sit, study_of: StudyOf, citation: CitationOf
) -> None:
    many = [citation(n, passage=f"Start {n}. {words(900)}") for n in range(6)]
    async with sit(study_of(many)) as sitting:
        for _ in range(5):
            await sitting.pilot.press(key, "1")
            await sitting.pilot.pause(0.4)
            assert "Start " in sitting.text
            assert "above" not in sitting.text


async def test_the_next_passage_is_wrapped_while_this_one_is_read(
    sit: Sit, twelve: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    plainly = wrapping._wrapped

    def wrapped(paragraph: str, offset: int, width: int) -> list[wrapping.Line]:
        made.append(paragraph)
        return plainly(paragraph, offset, width)

    monkeypatch.setattr(wrapping, "_wrapped", wrapped)
    wrapping.wrap.cache_clear()
    async with sit(twelve) as sitting:
        for done in range(1, 12):
            await sitting.idle()
            ready = set(made)
            await sitting.press("1")
            assert f"{done} of 12 done" in sitting.text
            assert sitting.screen.item_view.passage._shown.text in ready
    passages = [text for text in made if text.startswith("Passage number")]
    assert len(passages) == len(set(passages)) == 12


async def test_tab_goes_to_the_next_panel(
    sit: Sit, study_of: StudyOf, citation: CitationOf
) -> None:
    async with sit(
        study_of([citation(1, answer=f"Claim number 1 holds. {words(900)}")])
    ) as sitting:
        assert sitting.app.focused is sitting.screen.item_view.passage
        await sitting.press("shift+tab", "shift+tab", "down")
        await sitting.pilot.pause(0.3)
        assert sitting.app.focused is sitting.screen.item_view.answer
        assert sitting.screen.item_view.answer.scroll_offset.y == 1


async def test_markup_and_escapes_are_text(
    sit: Sit, study_of: StudyOf, citation: CitationOf
) -> None:
    nasty = (
        "[bold red]x[/] [link=https://e.org]y[/link] [@click=app.quit]z[/] \x1b[31mred\x07 \x9b \r"
    )
    item = citation(
        1,
        question=nasty,
        claim=nasty,
        answer=f"Before\x00 {nasty} after \u202egnp.exe",
        passage=f"{nasty}\u202e\u200b\x00",
        cited="[bold]id[/]\x1b]0;title\x07",
        source="[@click=app.bell]s[/]",
    )
    async with sit(study_of([item]), size=(120, 40)) as sitting:
        for seen in (
            "[bold red]x[/] [link=https://e.org]y[/link]",
            "␛[31mred␇ ⟨U+009B⟩ ␍",
            "[bold]id[/]␛]0;title␇",
            "[@click=app.bell]s[/]",
            "⟨U+202E⟩",
            "Before␀",
        ):
            assert seen in sitting.text
        assert not set(sitting.text) & {chr(code) for code in (*range(10), *range(11, 32), 0x202E)}
        await sitting.press("t", *"[b]", "ctrl+s")
        assert "Your note: [b]" in sitting.text


@pytest.mark.parametrize("name", HOSTILE)
async def test_a_hundred_thousand_characters_are_painted_at_once(
    sit: Sit, study_of: StudyOf, citation: CitationOf, name: str
) -> None:
    text = HOSTILE[name]
    study = study_of([citation(1, passage=text)])
    began = time.perf_counter()
    async with sit(study) as sitting:
        assert "Claim number 1 holds." in sitting.text
        # With the app's own start, half a second; the slowest, tabs alone, another 0.6.
        assert time.perf_counter() - began < 30
        await sitting.press("end", "pageup", "1")
        assert len(sitting.events) == 1


def test_a_reading_panel_takes_no_selection() -> None:
    assert not Reading.ALLOW_SELECT
