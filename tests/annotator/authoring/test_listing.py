"""The list: retiring, restoring, undoing, confirming what a machine drafted."""

from itertools import chain

import pytest

from annotator.authoring import keys
from annotator.authoring.desk import Desk
from annotator.labelling import keys as labelling_keys
from corpus.errors import InputError
from corpus.workspace import Workspace
from labels.golden import load
from tests.annotator.authoring.conftest import Write, drafts_of

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
        assert "Retired; it is kept" in writing.text
        with pytest.raises(InputError, match="no golden question in force"):
            load(two.golden)
        await writing.press("f", "f", "f", "f")
        assert "h · retired" in writing.text
        await writing.press("r", "f")
        assert "h · human" in writing.text
        await writing.press("u")
        assert writing.questions[0].status == "retired"
        await writing.press("f", "f", "f", "f", "u")
        assert writing.questions[0].status == "active"
        await writing.press("f", "u")
        assert "There is nothing to take back." in writing.text
        await writing.press("h")
        assert "ann · undone" in writing.text
        assert "status was “retired”" in writing.text
    actions = [change.action for change in writing.questions[0].history]
    assert actions == ["retired", "restored", "undone", "undone"]


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
        await writing.pilot.click("#key-author_retire")
        await writing.idle()
        assert "1 retired" in writing.text
        await writing.pilot.click("#key-author_new")
        await writing.idle()
        assert "ann-1 · new" in writing.text
        await writing.pilot.click("#key-author_absent")
        await writing.idle()
        assert "ann-1 · new · absent" in writing.text
