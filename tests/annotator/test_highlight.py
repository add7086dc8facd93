"""The claim's words in the passage, where somebody wants them; the label says that they did."""

from annotator.widgets.wrapping import Look
from corpus.workspace import Workspace
from tests.annotator.choosing import click
from tests.annotator.conftest import CitationOf, Sit, Sitting, StudyOf
from tests.annotator.corpora import SENTENCES, add_corpus
from tests.annotator.test_flow import flowing


def highlighted(sitting: Sitting) -> list[str]:
    panel = sitting.screen.item_view.passage
    text = panel._shown.text
    return [text[start:end] for start, end in panel._layers.get(Look.WORD, ())]


async def test_they_are_off_until_h_and_stay_on_for_the_next_item(
    sit: Sit, twelve: Workspace
) -> None:
    async with sit(twelve) as sitting:
        assert highlighted(sitting) == []
        await sitting.press("1", "h")
        number = sitting.claim.split()[2]
        assert highlighted(sitting) == ["number", number]
        assert "The claim’s words are highlighted; your label says so." in sitting.text
        await sitting.press("2")
        assert highlighted(sitting)[0] == "number"
        # Off again: they had been on while this item was on the screen.
        await sitting.press("h")
        assert highlighted(sitting) == []
        await sitting.press("1", "j")
        assert [row["highlighted"] for row in sitting.events] == [None, 1, 1, None]
    async with sit(twelve) as sitting:
        assert highlighted(sitting) == []


async def test_an_item_that_comes_back_remembers(sit: Sit, twelve: Workspace) -> None:
    async with sit(twelve) as sitting:
        await sitting.press("h", "h", "s", "u", "1")
        assert sitting.events[-1]["highlighted"] == 1


async def test_between_neighbours_and_by_mouse(
    sit: Sit, study_of: StudyOf, citation: CitationOf
) -> None:
    claim = "Notice of a defect within 30 days."
    study = study_of([citation(1, cited="lease:3", passage=SENTENCES[3], claim=claim)])
    add_corpus(study)
    async with sit(study, size=(100, 40)) as sitting:
        await sitting.press("c")
        await sitting.idle()
        await click(sitting.pilot, "highlight")
        await sitting.settle()
        assert highlighted(sitting) == ["notice", "within", "30", "days"]
        await sitting.press("c")
        assert highlighted(sitting) == ["notice", "within", "30", "days"]
        await sitting.press("c")
        await sitting.idle()
        assert highlighted(sitting) == ["notice", "within", "30", "days"]


async def test_they_bring_the_sentence_with_most_of_them_into_sight(
    sit: Sit, study_of: StudyOf, citation: CitationOf
) -> None:
    claim = "The tenant gave notice of the leaking roof in March."
    before = " ".join(f"The tenant paid rent in month {n}." for n in range(90))
    after = " ".join(f"Nothing happened in week {n}." for n in range(90))
    notice = "In March the tenant gave written notice that the roof was leaking."
    passage = f"{before} {notice} {after}"
    study = study_of([citation(n, passage=f"{passage} {n}", claim=claim) for n in range(2)])
    async with sit(study, size=(80, 24)) as sitting:
        assert "roof was leaking" not in flowing(sitting)
        await sitting.press("h")
        assert "roof was leaking" in flowing(sitting)
        # On the next item they are on, and so is what they bring.
        await sitting.press("1")
        assert "roof was leaking" in flowing(sitting)
