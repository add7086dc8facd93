"""Each key of the labelling app: what is stored first, then what is seen."""

from itertools import chain

import pytest

from annotator.labelling import keys
from annotator.labelling.key_names import key_text
from corpus.errors import InputError
from corpus.workspace import Workspace
from labels.outcome import HarnessBug
from tests.annotator.conftest import Sit


@pytest.mark.parametrize(
    ("pressed", "stored"),
    [
        (["1"], {"kind": "label", "choice": "supported"}),
        (["2"], {"kind": "label", "choice": "partial"}),
        (
            ["3", "p"],
            {"kind": "label", "choice": "unsupported", "category": "right_doc_wrong_passage"},
        ),
        (["3", "d"], {"kind": "label", "choice": "unsupported", "category": "wrong_document"}),
        (["3", "n"], {"kind": "label", "choice": "unsupported", "category": "unsupported_claim"}),
        (["j"], {"kind": "label", "choice": "cannot_judge"}),
        (["s"], {"kind": "later"}),
        # Escape goes back, and the next key counts as if nothing had been pressed.
        (["3", "escape", "2"], {"kind": "label", "choice": "partial"}),
        (["b", "escape", "1"], {"kind": "label", "choice": "supported"}),
    ],
)
async def test_a_decision_is_stored_and_the_next_item_shown(
    sit: Sit, twelve: Workspace, pressed: list[str], stored: dict[str, str]
) -> None:
    async with sit(twelve) as sitting:
        claim = sitting.claim
        await sitting.press(*pressed)
        assert sitting.last == stored
        assert sitting.events[-1]["claim"] == claim
        assert len(sitting.events) == 1
        assert sitting.claim != claim
        assert sitting.claim in sitting.text


@pytest.mark.parametrize("number", range(1, 7))
async def test_a_bug_has_a_number(sit: Sit, twelve: Workspace, number: int) -> None:
    async with sit(twelve) as sitting:
        await sitting.press("b")
        assert "What is broken?" in sitting.text
        await sitting.press(str(number))
        kind = list(HarnessBug)[number - 1]
        assert sitting.last == {"kind": "label", "choice": "harness_bug", "bug": kind}


async def test_another_bug_needs_a_note(sit: Sit, twelve: Workspace) -> None:
    async with sit(twelve) as sitting:
        await sitting.press("b", "7", "ctrl+s")
        assert sitting.events == []
        assert "Say in a few words" in sitting.text
        await sitting.press(*"odd", "ctrl+s")
        assert [row["kind"] for row in sitting.events] == ["note", "label"]
        assert sitting.events[0]["note"] == "odd"
        assert sitting.last["bug"] == "other"


async def test_leaving_that_note_stores_nothing(sit: Sit, twelve: Workspace) -> None:
    async with sit(twelve) as sitting:
        claim = sitting.claim
        await sitting.press("b", "7", *"odd", "escape")
        assert sitting.events == []
        await sitting.press("escape", "1")
        assert sitting.events[-1]["claim"] == claim


@pytest.mark.parametrize(
    "key", ["p", "d", "n", "4", "5", "6", "7", "escape", "x", "enter", "space"]
)
async def test_other_keys_do_nothing_on_an_item(sit: Sit, twelve: Workspace, key: str) -> None:
    async with sit(twelve) as sitting:
        await sitting.press(key)
        assert sitting.events == []


@pytest.mark.parametrize("key", ["1", "2", "3", "j", "b", "s", "u", "t"])
async def test_keys_of_the_item_do_nothing_while_the_support_is_asked_for(
    sit: Sit, twelve: Workspace, key: str
) -> None:
    async with sit(twelve) as sitting:
        await sitting.press("3", key)
        assert sitting.events == []
        await sitting.press("d")
        assert sitting.last["category"] == "wrong_document"


async def test_two_keys_typed_at_once_reach_one_item(sit: Sit, twelve: Workspace) -> None:
    async with sit(twelve) as sitting:
        claim = sitting.claim
        sitting.app.simulate_key("3")
        sitting.app.simulate_key("n")
        await sitting.settle()
        assert [row["claim"] for row in sitting.events] == [claim]


async def test_a_key_never_reaches_an_item_that_was_not_seen(sit: Sit, twelve: Workspace) -> None:
    async with sit(twelve) as sitting:
        for _ in range(5):
            sitting.app.simulate_key("1")
        await sitting.settle()
        assert len(sitting.events) == 1


async def test_a_note_is_stored_at_once_and_shown(sit: Sit, twelve: Workspace) -> None:
    async with sit(twelve) as sitting:
        claim = sitting.claim
        await sitting.press("t", *"hm [bold]", "ctrl+s")
        assert sitting.last == {"kind": "note"}
        assert sitting.events[0]["note"] == "hm [bold]"
        assert sitting.claim == claim
        assert "Your note: hm [bold]" in sitting.text
        await sitting.press("t", "ctrl+u", "ctrl+s")
        assert sitting.events[1]["note"] == ""
        assert "Your note" not in sitting.text


async def test_the_rubric_and_the_help_are_read_and_left(sit: Sit, twelve: Workspace) -> None:
    async with sit(twelve) as sitting:
        for key, words in (("r", "When does a citation hold up?"), ("question_mark", "Supported")):
            for way_out in ("escape", "q", key):
                await sitting.press(key)
                assert len(sitting.app.screen_stack) == 2
                assert words in sitting.text
                await sitting.press("1", way_out)
                assert len(sitting.app.screen_stack) == 1
        assert sitting.events == []


async def test_help_names_every_key_and_no_other(sit: Sit, twelve: Workspace) -> None:
    async with sit(twelve, size=(100, 180), own_keys={"supported": "y", "later": "f2"}) as sitting:
        await sitting.press("question_mark")
        lines = [line.strip(" │") for line in sitting.text.splitlines()]
        groups = (keys.OUTCOMES, keys.CATEGORIES, keys.BUGS, keys.COMMANDS, keys.SEARCHING)
        for binding in (*chain(*groups), *keys.MARKING):
            key = {"supported": "y", "later": "f2"}.get(binding.id or "", key_text(binding.key))
            assert f"{key}  {binding.description}" in lines


async def test_quitting_by_key(sit: Sit, twelve: Workspace) -> None:
    async with sit(twelve) as sitting:
        await sitting.press("1")
        await sitting.pilot.press("q")
        assert not sitting.app.is_running or sitting.app._exit
        assert len(sitting.events) == 1


async def test_changed_keys(sit: Sit, twelve: Workspace) -> None:
    own = {"supported": "y", "unsupported": "u", "undo": "ctrl+z", "empty_claim": "x", "later": "1"}
    async with sit(twelve, own_keys=own) as sitting:
        claim = sitting.claim
        await sitting.press("y")
        assert sitting.last == {"kind": "label", "choice": "supported"}
        await sitting.press("ctrl+z")
        assert sitting.last == {"kind": "undo"}
        assert sitting.claim == claim
        await sitting.press("u", "p")
        assert sitting.last["choice"] == "unsupported"
        await sitting.press("1")
        assert sitting.last == {"kind": "later"}
        await sitting.press("b", "x")
        assert sitting.events[-1]["bug"] == "empty_claim"
        await sitting.press("b", "2")
        assert sitting.last["bug"] == "claim_fragment"
        assert " y  Supported" in sitting.text
        assert "ctrl+z  Undo" in sitting.text


def refusal(own: dict[str, str], workspace: Workspace) -> str:
    with pytest.raises(InputError) as refused:
        keys.keymap(own, workspace.settings)
    return str(refused.value)


def test_keys_that_cannot_be_used_are_refused_in_a_sentence(study: Workspace) -> None:
    assert "no action 'suported'; the actions are all_stand, back, " in refusal(
        {"suported": "y"}, study
    )
    assert "'2' would serve 'supported' and 'partial' at once" in refusal({"supported": "2"}, study)
    assert "'q' would serve 'quit' and 'note' at once" in refusal({"note": "q"}, study)
    assert "'ctrl+p' would serve 'the app itself' and 'note'" in refusal({"note": "ctrl+p"}, study)
    assert "'r' would serve 'rubric' and 'wrong_document'" in refusal(
        {"wrong_document": "r"}, study
    )
    assert "'c' would serve 'context' and 'note' at once" in refusal({"note": "c"}, study)
    assert "'/' would serve 'search' and 'found' at once" in refusal({"found": "/"}, study)
    assert "would serve 'span_start' and 'span_store' at once" in refusal(
        {"span_start": "enter"}, study
    )
    assert "'tab' would serve 'the app itself' and 'note'" in refusal({"note": "tab"}, study)
    for bad in ("", "hello", "ctrl+", " ", "12", "\x1b", "y,", "<any>"):
        assert "is no key; give one character" in refusal({"supported": bad}, study), bad


def test_keys_that_can_be_used(study: Workspace) -> None:
    assert keys.keymap({"supported": "?", "help": "f1"}, study.settings)["supported"] == (
        "question_mark"
    )
    assert keys.keymap({"supported": "y, f2"}, study.settings)["supported"] == "y,f2"
    assert keys.keymap({"supported": ","}, study.settings)["supported"] == "comma"
    # What reads and what searches are never open together; nor is tab the app's while searching.
    assert keys.keymap({"found": "1", "search_scope": "f4"}, study.settings)["found"] == "1"
    # Swapping two keys is no clash.
    assert keys.keymap({"supported": "2", "partial": "1"}, study.settings)["partial"] == "1"
    # Nor is the same key for two questions that are never open together.
    assert keys.keymap({"wrong_document": "1"}, study.settings)["wrong_document"] == "1"
