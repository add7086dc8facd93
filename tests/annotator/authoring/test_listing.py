"""The list: retiring, restoring, undoing, confirming what a machine drafted."""

from itertools import chain

import pytest

from annotator.authoring import keys
from annotator.authoring.desk import Desk
from annotator.labelling import keys as labelling_keys
from corpus.errors import InputError
from corpus.storage.library import Library
from corpus.workspace import Workspace
from labels.golden import load
from tests.annotator.authoring.conftest import Write, drafts_of
from tests.annotator.choosing import click

HUMAN = (
    '{"id": "h", "question": "Who pays?", "supports": [{"passage": "lease:1"}], '
    '"author": "eve", "written_by": "human"}\n'
)
CANDIDATE = (
    '{"id": "m", "question": "What is the law of the lease?", "supports": [{"passage": "lease:4"}],'
    ' "author": "some-model", "written_by": "machine", "status": "candidate"}\n'
)


_FRAME = str.maketrans("▌│", "  ")


@pytest.fixture
def two(leased: Workspace) -> Workspace:
    """A person's question, and a machine's draft."""
    leased.golden.write_text(HUMAN + CANDIDATE)
    return leased


async def test_retired_restored_and_undone_with_all_of_it_in_the_past(
    write: Write, two: Workspace
) -> None:
    async with write(two) as writing:
        await writing.press("r")
        assert "1 retired" in writing.text
        assert "h is retired: it is kept" in writing.text
        assert "h · retired" in writing.text
        with pytest.raises(InputError, match="no golden question in force"):
            load(two.golden)
        await writing.press("f", "f", "f", "f")
        assert "h · retired" in writing.text
        await writing.press("r")
        assert "h is restored." in writing.text
        await writing.press("f")
        assert "h · human" in writing.text
        await writing.press("u")
        assert writing.questions[0].status == "retired"
        await writing.press("u")
        assert writing.questions[0].status == "active"
        assert "h is as it was before its last change." in writing.text
        await writing.press("u")
        assert "There is nothing of h to take back." in writing.text
        await writing.press("h")
        assert "ann · undone" in writing.text
        assert "status was “retired”" in writing.text
    actions = [change.action for change in writing.questions[0].history]
    assert actions == ["retired", "restored", "undone", "undone"]


@pytest.mark.parametrize("filters", [0, 4])
async def test_the_key_that_follows_is_meant_for_the_same_question(
    write: Write, two: Workspace, filters: int
) -> None:
    second = HUMAN.replace('"h"', '"h2"')
    two.golden.write_text(HUMAN + second)
    async with write(two) as writing:
        await writing.press("r", "down", "r", *["f"] * filters, "home")
        assert [one.status for one in writing.questions] == ["retired", "retired"]
        await writing.press("r", "r", "u")
        # Restored, retired, and that taken back: the other one has been let alone.
        assert [one.status for one in writing.questions] == ["active", "retired"]


async def test_what_somebody_else_changed_meanwhile_is_shown_and_not_retired(
    write: Write, two: Workspace
) -> None:
    async with write(two) as writing:
        two.golden.write_text(HUMAN.replace("Who pays?", "Who pays now?") + CANDIDATE)
        await writing.press("r")
        assert "Somebody changed it meanwhile" in writing.text
        assert "Who pays now?" in writing.text
        assert writing.questions[0].status == "active"


async def test_an_edit_is_undone(write: Write, two: Workspace) -> None:
    async with write(two) as writing:
        await writing.press("enter")
        await writing.write(" Really?")
        await writing.press("ctrl+s")
        assert writing.questions[0].question == "Who pays? Really?"
        await writing.press("u")
        assert writing.questions[0].question == "Who pays?"
        assert "Who pays? Really?" not in writing.text


@pytest.mark.parametrize("rewrites", [True, False])
async def test_a_machines_draft_counts_as_human_once_a_person_has_opened_and_saved_it(
    write: Write, two: Workspace, rewrites: bool
) -> None:
    async with write(two) as writing:
        assert "1 human, 0 machine, 0 unknown, 1 unconfirmed draft" in writing.text
        assert "m · machine draft, not confirmed" in writing.text
        assert [one.id for one in load(two.golden)] == ["h"]
        await writing.press("down", "enter")
        told = " ".join(writing.text.split())
        assert "A machine wrote this. Read it against its passage" in told
        if rewrites:
            await writing.write(" Of which county?")
        await writing.press("ctrl+s")
        if not rewrites:
            assert "Nothing is changed. ctrl+s once more says that you have read it" in " ".join(
                writing.text.split()
            )
            assert [one.id for one in load(two.golden)] == ["h"]
            await writing.press("ctrl+s")
        counted = "1 rewritten from drafts, 0 confirmed" if rewrites else "0 rewritten"
        assert f"2 human ({counted}" in writing.text
        assert "m · human, drafted by machine" in writing.text
    confirmed = load(two.golden)[1]
    assert (confirmed.written_by, confirmed.drafted_by) == ("human", "machine")
    assert (confirmed.author, confirmed.history[-1].was["author"]) == ("ann", "some-model")
    assert confirmed.history[-1].action == "confirmed"


async def test_looking_at_a_machines_draft_alone_confirms_nothing(
    write: Write, two: Workspace
) -> None:
    async with write(two) as writing:
        await writing.press("down", "enter", "escape")
        assert "1 unconfirmed draft" in writing.text
    assert drafts_of(two) == []
    assert two.golden.read_text() == HUMAN + CANDIDATE


async def test_lines_that_nobody_changed_stay_as_they_are(write: Write, two: Workspace) -> None:
    odd = '  {"supports": [{"passage": "lease:0"}],   "id":"x", "question":"\\u00e9?", "own": [1]}'
    two.golden.write_text(f"{odd}\r\n\n{HUMAN.strip()}")
    async with write(two) as writing:
        await writing.press("down", "r")
    written = two.golden.read_bytes().decode()
    assert written.startswith(f"{odd}\r\n\n")
    assert writing.questions[0].more == {"own": [1]}


async def test_the_same_author_has_one_window(write: Write, two: Workspace) -> None:
    async with write(two):
        with (
            pytest.raises(InputError, match="in another window"),
            Desk(two, "ann") as second,
        ):
            second.at_once(lambda books: books.overview())
        with Desk(two, "ben") as other:
            assert other.at_once(lambda books: books.overview()).questions


async def test_help_and_palette_know_every_action(write: Write, two: Workspace) -> None:
    async with write(two, size=(120, 200)) as writing:
        await writing.press("question_mark")
        for binding in chain(keys.LISTING, keys.EDITING, keys.FINDING, keys.MARKING):
            assert binding.description in writing.text
        await writing.press("escape")
        palette = [c.title for c in writing.app.get_system_commands(writing.app.screen)]
        assert {binding.description for binding in keys.LISTING} <= set(palette)


async def test_keys_are_the_settings_and_both_apps_share_one_table(
    write: Write, two: Workspace
) -> None:
    own = {"author_retire": "z", "supported": "a"}
    async with write(two, own_keys=own) as writing:
        await writing.press("r")
        assert "1 retired" not in writing.text
        await writing.press("z")
        assert "1 retired" in writing.text
    assert labelling_keys.keymap(own, two.settings)["supported"] == "a"
    with pytest.raises(InputError, match="no action 'author_retier'"):
        keys.keymap({"author_retier": "z"}, two.settings)
    with pytest.raises(InputError, match="'author_new' and 'author_retire' at once"):
        keys.keymap({"author_retire": "n"}, two.settings)


@pytest.mark.parametrize("size", [(40, 12), (80, 24), (250, 60)])
async def test_every_page_opens_at_every_size(
    write: Write, two: Workspace, size: tuple[int, int]
) -> None:
    async with write(two, size=size) as writing:
        assert "Who pays?" in writing.text
        await writing.press("enter")
        assert "Who pays?" in writing.text
        await writing.press("ctrl+f", *"law")
        assert "lease:4" in writing.text
        await writing.press("enter")
        assert "This lease is governed" in " ".join(writing.text.translate(_FRAME).split())
        await writing.press("escape", "escape", "f1")
        assert "Keys" in writing.text


async def test_choices_are_clicked(write: Write, two: Workspace) -> None:
    async with write(two) as writing:
        await click(writing.pilot, "author_retire")
        await writing.idle()
        assert "1 retired" in writing.text
        await click(writing.pilot, "author_new")
        await writing.idle()
        assert "ann-1 · new" in writing.text
        await click(writing.pilot, "author_absent")
        await writing.idle()
        assert "ann-1 · new · absent" in writing.text


async def test_a_passage_that_answers_as_a_whole_is_read_before_it_is_confirmed(
    write: Write, two: Workspace
) -> None:
    async with write(two, size=(120, 40)) as writing:
        await writing.press("down", "enter")
        await writing.idle()
        assert f"(the whole passage) {leased_passage(two)[:12]}" in writing.text
        assert "enter opens it" in writing.text
        await writing.press("tab", "tab", "tab", "tab", "enter")
        assert "lease:4" in writing.text
        assert "Start here" in writing.text


def leased_passage(study: Workspace) -> str:
    """The text of the passage of the machine's draft, on one line."""
    return " ".join(Library(study).passage("lease:4").text.split())


async def test_a_question_of_two_lines_shows_its_first(write: Write, two: Workspace) -> None:
    two.golden.write_text(HUMAN.replace("Who pays?", "Who pays?\\nAnd when?"))
    async with write(two, size=(80, 24)) as writing:
        await writing.press("enter")
        assert "Who pays?" in writing.text
        assert "And when?" in writing.text


async def test_every_page_explains_its_own_keys_first(write: Write, two: Workspace) -> None:
    async with write(two, size=(80, 24)) as writing:
        await writing.press("question_mark")
        assert "In the list of questions" in writing.text
        await writing.press("escape", "enter", "f1")
        assert "While a question is written" in writing.text
        await writing.press("escape", "ctrl+f", "f1")
        assert "While a passage is looked for" in writing.text
        await writing.press("escape", *"costs")
        await writing.idle()
        await writing.press("enter", "question_mark")
        assert "In a document: mark what answers the question" in writing.text


async def test_ctrl_c_says_which_key_leaves(write: Write, two: Workspace) -> None:
    async with write(two) as writing:
        await writing.press("ctrl+c")
        (said,) = writing.app._notifications
        assert said.message == "q leaves; nothing is lost."
