"""Looking for the passage that supports the claim, and naming it."""

import asyncio
import threading

import pytest

from annotator.labelling.shared_words import shared_words, snippet
from annotator.labelling.study_corpus import StudyCorpus
from corpus.workspace import Workspace
from tests.annotator.choosing import click
from tests.annotator.conftest import CitationOf, Sit, StudyOf
from tests.annotator.corpora import SENTENCES, add_corpus


@pytest.fixture
def leased(study_of: StudyOf, citation: CitationOf) -> Workspace:
    """Two items; the claim of each is in `lease:1`, and `lease:3` and `lease:2` are cited."""
    claim = "The landlord bears the costs of repair."
    study = study_of(
        citation(n, cited=f"lease:{n}", passage=SENTENCES[n], claim=claim) for n in (2, 3)
    )
    add_corpus(study)
    return study


@pytest.mark.parametrize("size", [(80, 24), (60, 15), (120, 40)])
async def test_the_passage_is_found_in_the_cited_document_and_named(
    sit: Sit, leased: Workspace, size: tuple[int, int]
) -> None:
    async with sit(leased, size=size) as sitting:
        await sitting.press("slash")
        await sitting.idle()
        assert "In the cited document, lease." in sitting.text
        await sitting.press(*"costs", "enter")
        await sitting.idle()
        assert "lease:1 · Lease of 1921 · page 1" in sitting.text
        assert "shall bear the costs" in sitting.text
        assert sitting.events == []
        await sitting.press("enter")
        told = " ".join(sitting.text.split())
        assert "lease:1 · Lease of 1921 · page 1: does it support the claim?" in told
        assert SENTENCES[1] in told
        assert sitting.events == []
        await sitting.press("f")
        assert sitting.last == {
            "kind": "label",
            "choice": "unsupported",
            "category": "right_doc_wrong_passage",
        }
        assert sitting.events[-1]["found"] == "lease:1"
        assert "1 of 2 done" in sitting.text


async def test_enter_alone_looks_for_the_claims_own_words(sit: Sit, leased: Workspace) -> None:
    async with sit(leased) as sitting:
        await sitting.press("slash", "enter")
        await sitting.idle()
        first = next(line for line in sitting.text.splitlines() if "lease:" in line and "·" in line)
        assert "lease:1" in first


async def test_among_the_results_the_next_step_is_said(sit: Sit, leased: Workspace) -> None:
    async with sit(leased, size=(80, 24)) as sitting:
        await sitting.press("slash")
        assert "enter: read one" not in sitting.text
        await sitting.press("enter")
        await sitting.idle()
        assert "enter: read one" in sitting.text
        await sitting.press("enter")
        assert "enter: read one" not in sitting.text
        await sitting.press("escape")
        assert "enter: read one" in sitting.text


async def test_tab_searches_the_whole_corpus_and_another_document_is_a_wrong_document(
    sit: Sit, leased: Workspace
) -> None:
    async with sit(leased) as sitting:
        await sitting.press("slash", *"owner", "enter")
        await sitting.idle()
        assert "The cited document has no passage with a word of “owner”" in sitting.text
        await sitting.press("tab")
        await sitting.idle()
        assert "In the whole corpus." in sitting.text
        assert "treatise:0" in sitting.text
        await sitting.press("enter", "f")
        assert sitting.last["category"] == "wrong_document"
        assert sitting.events[-1]["found"] == "treatise:0"


async def test_escape_goes_back_step_by_step_and_stores_nothing(
    sit: Sit, leased: Workspace
) -> None:
    async with sit(leased) as sitting:
        claim = sitting.claim
        await sitting.press("slash", "enter")
        await sitting.idle()
        await sitting.press("enter")
        assert "This supports it" in sitting.text
        await sitting.press("escape")
        assert len(sitting.app.screen_stack) == 2
        await sitting.press("escape")
        assert len(sitting.app.screen_stack) == 1
        assert sitting.events == []
        assert sitting.claim == claim
        await sitting.press("1")
        assert sitting.last == {"kind": "label", "choice": "supported"}
        assert sitting.events[-1]["found"] is None


async def test_the_cited_passage_itself_is_refused_in_a_sentence(
    sit: Sit, leased: Workspace
) -> None:
    async with sit(leased, size=(120, 40)) as sitting:
        cited = sitting.screen.item_view.item
        assert cited is not None
        words = {"lease:2": "defect", "lease:3": "writing"}[cited.cited]
        await sitting.press("slash", *words, "enter")
        await sitting.idle()
        assert "· the cited passage" in sitting.text
        await sitting.press("enter", "f")
        told = " ".join(sitting.text.split())
        assert f"{cited.cited} is the cited passage itself, or the same text" in told
        assert "the label is supported (esc, then 1)" in told
        assert sitting.events == []
        assert len(sitting.app.screen_stack) == 2


async def test_from_the_question_where_the_support_is(sit: Sit, leased: Workspace) -> None:
    async with sit(leased, size=(120, 40)) as sitting:
        await sitting.press("3")
        assert "Search: Find it in this document or in the corpus." in sitting.text
        await sitting.press("slash", "escape")
        assert "Where is the support?" in sitting.text
        await sitting.press("slash", *"repair", "enter")
        await sitting.idle()
        await sitting.press("enter", "f")
        assert sitting.events[-1]["found"] == "lease:1"


async def test_where_the_cited_document_is_unknown_the_person_says_whether_it_is_the_same(
    sit: Sit, study_of: StudyOf, citation: CitationOf
) -> None:
    study = study_of(citation(n, cited=f"row-{n}") for n in range(3))
    add_corpus(study)
    async with sit(study, size=(100, 40)) as sitting:
        for key, found in (("d", "lease:1"), ("n", None)):
            await sitting.press("slash")
            await sitting.idle()
            assert "It does not have the cited document." in sitting.text
            await sitting.press(*"costs", "enter")
            await sitting.idle()
            await sitting.press("enter", "f")
            assert "Found in lease:1." in sitting.text
            assert sitting.events == [] or len(sitting.events) == 1
            await sitting.press(key)
            assert sitting.events[-1]["found"] == found
        # What was found for an item does not stick to the next, nor after going back.
        await sitting.press("slash", *"costs", "enter")
        await sitting.idle()
        await sitting.press("enter", "f", "escape", "3", "d")
        assert [row["found"] for row in sitting.events] == ["lease:1", None, None]


async def test_a_study_without_a_corpus_says_that_nothing_was_found(
    sit: Sit, twelve: Workspace
) -> None:
    async with sit(twelve) as sitting:
        await sitting.press("slash", *"costs", "enter")
        await sitting.idle()
        assert "The corpus has no passage with a word of “costs”" in sitting.text
        await sitting.press("escape")
        assert len(sitting.app.screen_stack) == 1


async def test_while_the_index_is_built_the_screen_says_so_and_lives(
    sit: Sit, leased: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = threading.Event()
    built = StudyCorpus._built
    builds: list[str | None] = []

    def slowly(self: StudyCorpus, document_id: str | None) -> object:
        gate.wait(10)
        builds.append(document_id)
        return built(self, document_id)

    monkeypatch.setattr(StudyCorpus, "_built", slowly)
    async with sit(leased) as sitting:
        await sitting.press("slash", *"costs", "enter")
        assert "Reading the cited document to search it; once a sitting…" in sitting.text
        await sitting.press("x")
        assert "costsx" in sitting.text
        gate.set()
        await sitting.idle()
        assert "lease:1" in sitting.text
        assert "once a sitting" not in sitting.text
        await sitting.press("slash", "enter")
        await sitting.idle()
        await sitting.press("escape", "slash", "enter")
        await sitting.idle()
        assert builds == ["lease"]


async def test_whoever_types_faster_than_the_corpus_is_read_searches_the_cited_document(
    sit: Sit, leased: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = threading.Event()
    document_of = StudyCorpus.document_of

    def slowly(self: StudyCorpus, cited: str) -> str | None:
        gate.wait(10)
        return document_of(self, cited)

    monkeypatch.setattr(StudyCorpus, "document_of", slowly)
    async with sit(leased) as sitting:
        await sitting.press("slash", *"repair", "enter")
        gate.set()
        await sitting.idle()
        assert "In the cited document, lease." in sitting.text
        assert "treatise" not in sitting.text
        await sitting.press("enter", "f")
        assert sitting.last["category"] == "right_doc_wrong_passage"


async def test_whoever_leaves_while_the_index_is_built_does_not_wait(
    sit: Sit, leased: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = threading.Event()
    monkeypatch.setattr(StudyCorpus, "_built", lambda *_: gate.wait(30))
    async with sit(leased) as sitting:
        await sitting.press("slash", *"costs", "enter")
        began = asyncio.get_running_loop().time()
        await sitting.press("escape", "1")
        assert len(sitting.events) == 1
    assert asyncio.get_running_loop().time() - began < 10
    gate.set()


async def test_by_mouse(sit: Sit, leased: Workspace) -> None:
    async with sit(leased, size=(100, 40)) as sitting:
        await click(sitting.pilot, "search")
        await sitting.press(*"costs")
        await click(sitting.pilot, "search_scope")
        await sitting.idle()
        assert "In the whole corpus." in sitting.text
        await sitting.pilot.click("#search-results", offset=(4, 0))
        await sitting.settle()
        await click(sitting.pilot, "found")
        await sitting.settle()
        assert sitting.events[-1]["found"] == "lease:1"


async def test_the_palette_has_what_can_be_done_there(sit: Sit, leased: Workspace) -> None:
    async with sit(leased) as sitting:
        await sitting.press("slash", "enter")
        await sitting.idle()
        commands = sitting.app.get_system_commands(sitting.app.screen)
        assert {command.title for command in commands} >= {"Document or corpus", "Back"}
        await sitting.press("enter", "ctrl+p", *"supports it")
        await sitting.pilot.pause(0.4)
        await sitting.press("enter")
        await sitting.pilot.pause(0.4)
        await sitting.settle()
        assert sitting.events[-1]["choice"] == "unsupported"


async def test_own_keys(sit: Sit, leased: Workspace) -> None:
    own = {"search": "f3", "found": "y", "search_scope": "f4"}
    async with sit(leased, own_keys=own) as sitting:
        await sitting.press("f3", *"owner", "f4")
        await sitting.idle()
        assert "treatise:0" in sitting.text
        await sitting.press("enter", "y")
        assert sitting.events[-1]["found"] == "treatise:0"


async def test_hostile_words_and_passages_are_text(
    sit: Sit, study_of: StudyOf, citation: CitationOf
) -> None:
    study = study_of([citation(1, cited="x[b]:0", claim="[bold]costs[/] \x1b[31m")])
    add_corpus(study)
    async with sit(study) as sitting:
        await sitting.press("slash", *"[red]costs[", "enter")
        await sitting.idle()
        assert "[bold]costs[/] ␛[31m" in sitting.text
        assert "lease:1" in sitting.text
        await sitting.press("enter")
        assert SENTENCES[1] in sitting.text


@pytest.mark.parametrize(
    ("wanted", "text", "found"),
    [
        ("Duties of care", "A duty to take care of it", ["duty", "care"]),
        ("He pays $1,250.00 in 1921", "paying 1,250 or 1,250.00 in 1922", ["paying", "1,250.00"]),
        ("in the", "in the house", []),
        ("It’s the tenant’s", "the tenant's", ["tenant's"]),
        ("", "anything", []),
    ],
)
def test_words_are_found_in_their_forms_and_numbers_to_the_letter(
    wanted: str, text: str, found: list[str]
) -> None:
    assert [text[start:end] for start, end in shared_words(wanted, text)] == found


def test_a_result_shows_the_stretch_with_the_most_words() -> None:
    text = f"Costs. {'filler ' * 80}the landlord bears the costs {'of it ' * 80}"
    line = snippet("landlord costs", text, 80)
    assert "the landlord bears the costs" in line
    assert line.startswith("…")
    assert line.endswith("…")
    assert len(line) <= 82
    assert snippet("nothing", "short text", 80) == "short text"
