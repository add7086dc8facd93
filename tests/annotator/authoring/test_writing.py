"""Writing a question: what is stored first, then what is seen."""

from dataclasses import replace

import pytest
from textual import events

from annotator.authoring.desk import Desk
from corpus.errors import StoreError
from corpus.workspace import Workspace
from labels.collection.file import GoldenFile
from labels.golden import Support
from tests.annotator.authoring.conftest import Write, Writing, drafts_of
from tests.annotator.corpora import SENTENCES

COSTS = Support(passage="lease:1", start=58, end=116, quote=SENTENCES[1], page="1")


async def ask(writing: Writing, question: str = "Who pays for mending the house?") -> None:
    """Begin a question."""
    await writing.press("n")
    await writing.write(question)


async def find(writing: Writing, words: str = "costs repair") -> None:
    """Look for a passage, open the first one and mark its first sentence."""
    await writing.press("ctrl+f")
    await writing.write(words)
    await writing.press("enter", "space", "full_stop", "enter")


@pytest.mark.parametrize("size", [(60, 15), (200, 50)])
async def test_a_question_is_written_against_a_passage(
    write: Write, leased: Workspace, size: tuple[int, int]
) -> None:
    async with write(leased, size=size) as writing:
        await ask(writing)
        await find(writing)
        told = " ".join(writing.text.split())
        assert "lease:1 · page 1 · BM25 does not find it among the first 100" in told
        await writing.press(*["backspace"] * 6, *"costs?")
        assert "lease:1 · page 1 · BM25 finds it at rank 1" in writing.text
        await writing.press("tab")
        await writing.write("The landlord")
        await writing.press("tab", *"costs", "tab", *"easy", "ctrl+s")
        assert "ann-1 is saved." in writing.text
        assert "1 human, 0 machine, 0 unknown, 0 unconfirmed drafts" in writing.text
        (stored,) = writing.questions
    assert stored.supports == (COSTS,)
    assert (stored.question, stored.reference) == (
        "Who pays for mending the costs?",
        "The landlord",
    )
    assert (stored.query_class, stored.difficulty) == ("costs", "easy")
    assert (stored.author, stored.written_by) == ("ann", "human")
    assert [change.action for change in stored.history] == ["written"]
    assert drafts_of(leased) == []


async def test_results_come_while_one_types_and_documents_by_name(
    write: Write, leased: Workspace
) -> None:
    async with write(leased) as writing:
        await writing.press("n", "ctrl+f")
        await writing.write("costs")
        assert "1. lease:1 · Lease of 1921 · page 1" in writing.text
        await writing.press(*"zz")
        assert "No passage shares a word with that" in writing.text
        await writing.press("tab", *["backspace"] * 7)
        assert "statute" in writing.text
        assert "Lease of 1921 · 5 passages" in writing.text
        await writing.write("treat")
        assert "statute" not in writing.text
        await writing.press("enter")
        assert "shoulders of its owner" in writing.text
        await writing.press("right", "right", "space", "right", "enter", "ctrl+s")
        assert "asks nothing yet" in writing.text


async def test_enter_before_the_results_are_there_opens_the_first_of_them(
    write: Write, leased: Workspace
) -> None:
    async with write(leased) as writing:
        await writing.press("n", "ctrl+f")
        writing.app.post_message(events.Paste("costs"))
        writing.app.simulate_key("enter")
        await writing.idle()
        assert "lease:1 · page 1 · Lease of 1921" in writing.text
        assert "Start here" in writing.text


async def test_several_passages_one_of_them_marked_anew_and_one_taken_away(
    write: Write, leased: Workspace
) -> None:
    async with write(leased) as writing:
        await ask(writing)
        await find(writing, "costs")
        await find(writing, "shoulders")
        assert "lease:1" in writing.text
        assert "treatise:0" in writing.text
        # From the question over its reference, class and difficulty to the passages.
        await writing.press("tab", "tab", "tab", "tab", "home", "enter")
        await writing.press("right", "space", "right", "enter")
        await writing.press("end", "ctrl+r", "ctrl+s")
        (stored,) = writing.questions
    (support,) = stored.supports
    assert support.quote == "landlord shall"
    assert SENTENCES[1][4:18] == "landlord shall"
    assert (support.start, support.end) == (62, 76)


async def test_the_mouse_marks_to_the_character(write: Write, leased: Workspace) -> None:
    async with write(leased) as writing:
        await ask(writing)
        await writing.press("ctrl+f")
        await writing.write("shoulders")
        await writing.press("enter")
        panel = writing.app.screen.query_one("#document")
        await writing.pilot.mouse_down(panel, offset=(4, 1))
        await writing.pilot.hover(panel, offset=(9, 1))
        await writing.pilot.mouse_up(panel, offset=(9, 1))
        await writing.press("enter", "ctrl+s")
        (stored,) = writing.questions
    assert stored.supports[0].quote in "Every repair of a dwelling"
    assert len(stored.supports[0].quote) in (5, 6)


async def test_an_absent_question_keeps_the_searches_that_found_nothing(
    write: Write, leased: Workspace
) -> None:
    async with write(leased) as writing:
        await ask(writing, "May the tenant keep a horse?")
        await writing.press("ctrl+s")
        assert "It has no passage yet" in writing.text
        await writing.press("ctrl+t", "ctrl+s")
        assert "keep the search that finds nothing" in writing.text
        await writing.press("ctrl+f")
        await writing.write("tenant horse")
        await writing.press("ctrl+n")
        assert "Searched for “tenant horse”" in writing.text
        await writing.press("ctrl+s")
        (stored,) = writing.questions
    assert not stored.answerable
    assert stored.supports == ()
    (search,) = stored.searches
    assert search.query == "tenant horse"
    assert search.passages == ("lease:0", "lease:2")
    assert len(search.hashes) == 2
    assert "BM25 Okapi" in search.engine
    assert search.by == "ann"


async def test_that_nothing_was_found_is_kept_only_with_an_absent_question(
    write: Write, leased: Workspace
) -> None:
    async with write(leased) as writing:
        await ask(writing)
        await writing.press("ctrl+f", *"horse", "ctrl+n")
        assert "make it absent (ctrl+t) first" in writing.text


async def test_it_warns_of_a_like_question_and_of_a_copy(write: Write, leased: Workspace) -> None:
    async with write(leased) as writing:
        await ask(writing, "Who shall bear the costs of every repair?")
        await find(writing)
        told = " ".join(writing.text.split())
        assert "It repeats its passage" in told
        assert "“shall bear the costs of every repair”" in told
        await writing.press("ctrl+s")
        await ask(writing, "Who bears costs of every repair?")
        assert "Much like ann-1" in writing.text


async def test_a_draft_is_on_disk_while_one_types_and_is_gone_once_saved(
    write: Write, leased: Workspace
) -> None:
    async with write(leased) as writing:
        await ask(writing, "Who pays?")
        assert "ann · draft kept" in writing.text
        await writing.press("escape")
        assert "ann-1 · draft, new" in writing.text
    assert drafts_of(leased) == ["Who pays?"]
    async with write(leased) as writing:
        await writing.press("enter")
        await writing.write(" Now?")
        await find(writing)
        await writing.press("ctrl+s")
        (stored,) = writing.questions
    assert stored.question == "Who pays? Now?"
    assert drafts_of(leased) == []


async def test_what_was_not_changed_leaves_no_draft(write: Write, leased: Workspace) -> None:
    async with write(leased) as writing:
        await ask(writing, "x")
        await writing.press("backspace", "escape")
        assert "draft" not in writing.text.splitlines()[1]
    assert drafts_of(leased) == []


async def test_a_draft_is_thrown_away_at_the_second_press_alone(
    write: Write, leased: Workspace
) -> None:
    async with write(leased) as writing:
        await ask(writing, "Who?")
        await writing.press("escape", "x")
        assert "x once more throws the draft ann-1 away" in writing.text
        assert writing.questions == ()
        await writing.press("x")
        assert "thrown away" in writing.text
    assert drafts_of(leased) == []


async def test_a_full_disk_is_said_and_nothing_is_lost(
    write: Write, leased: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with write(leased) as writing:
        await ask(writing, "Who pays?")
        await find(writing)
        with monkeypatch.context() as patch:

            def full(*_: object) -> None:
                raise StoreError("No space left; free some space.")

            patch.setattr("labels.collection.file.write_atomically", full)
            patch.setattr("labels.collection.drafts.write_atomically", full)
            await writing.press("ctrl+s")
            assert "Not saved, the draft is kept. No space left" in writing.text
            await writing.press("tab", "a")
            assert "This draft is not on disk. No space left" in writing.text
            assert "draft not kept" in writing.text
        await writing.press("b")
        assert "draft kept" in writing.text
        assert "not on disk" not in writing.text
        await writing.press("ctrl+s")
        (stored,) = writing.questions
    assert stored.question == "Who pays?"


async def test_a_file_that_is_being_edited_by_hand_stops_the_saving_only(
    write: Write, leased: Workspace
) -> None:
    async with write(leased) as writing:
        await ask(writing, "Who pays?")
        await find(writing)
        leased.golden.write_text('{"id": "x", ')
        await writing.press("ctrl+s")
        assert "golden.jsonl, line 1" in " ".join(writing.text.split())
        leased.golden.write_text("")
        await writing.press("ctrl+s")
        assert [one.question for one in writing.questions] == ["Who pays?"]


async def test_two_authors_at_once_lose_nothing_of_each_other(
    write: Write, leased: Workspace
) -> None:
    async with write(leased, author="ann") as ann:
        await ask(ann, "Who pays?")
        await find(ann)
        await ann.press("ctrl+s")
        with Desk(leased, "ben") as ben:
            draft = ben.at_once(lambda books: books.opened("ann-1"))
            await ann.press("enter")
            await ann.write(" Ann asks.")
            theirs = replace(draft, text=replace(draft.text, question="Who pays? Ben asks."))
            ben.at_once(lambda books: books.save(theirs))
        await ann.press("ctrl+s")
        assert "ben changed the question 'ann-1'" in " ".join(ann.text.split())
        assert GoldenFile(leased.golden).all()[0].question == "Who pays? Ben asks."
        assert drafts_of(leased, "ben") == []
        await ann.press("ctrl+s")
        (stored,) = ann.questions
    assert stored.question == "Who pays? Ann asks."
    assert stored.history[-1].was["question"] == "Who pays? Ben asks."
    assert [change.by for change in stored.history] == ["ann", "ben", "ann"]


async def test_a_death_between_the_two_writes_of_saving_leaves_one_question_and_no_draft(
    write: Write, leased: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with write(leased) as writing:
        await ask(writing, "  Who pays?  ")
        await find(writing)
        with monkeypatch.context() as patch:
            patch.setattr("labels.collection.drafts.DraftBox.drop", lambda *_: None)
            await writing.press("ctrl+s")
    assert drafts_of(leased) == ["Who pays?"]
    async with write(leased) as writing:
        assert "draft," not in writing.text
        assert [one.question for one in writing.questions] == ["Who pays?"]
    assert drafts_of(leased) == []


async def test_what_is_pasted_holds_nothing_that_a_terminal_would_obey(
    write: Write, leased: Workspace
) -> None:
    async with write(leased) as writing:
        await ask(writing, "A\x1b[31mB\x9bC\nD\u200d")
        assert "A␛[31mB" in writing.text
        assert "\x1b" not in writing.text
    assert drafts_of(leased) == ["A␛[31mB⟨U+009B⟩C\nD\u200d"]


async def test_brackets_and_escapes_of_a_question_are_shown_as_they_are(
    write: Write, leased: Workspace
) -> None:
    leased.golden.write_text(
        '{"id": "[red]x[/]", "question": "\\u001b[31m[bold]Who?[/bold]", "class": "=1+1", '
        '"supports": [{"passage": "lease:0"}], "author": "[/]"}\n'
    )
    async with write(leased) as writing:
        assert "[red]x[/] · unknown · =1+1" in writing.text
        assert "␛[31m[bold]Who?[/bold]" in writing.text
        await writing.press("enter")
        assert "␛[31m[bold]Who?[/bold]" in writing.text
        await writing.press("tab", "tab", "tab", "x")
        await writing.press("ctrl+s")
        await writing.press("h")
        assert "[red]x[/] and its past" in writing.text
    (stored,) = writing.questions
    assert stored.question == "\x1b[31m[bold]Who?[/bold]"
    assert stored.difficulty == "x"


async def test_what_was_lacking_is_not_said_any_more_once_it_is_there(
    write: Write, leased: Workspace
) -> None:
    async with write(leased) as writing:
        await ask(writing)
        await writing.press("ctrl+s")
        assert "It has no passage yet" in writing.text
        await find(writing)
        assert "It has no passage yet" not in writing.text
