"""From 60 x 15 on, what is asked and the claim are in sight first, whatever else the item holds."""

import pytest

from annotator.labelling.keys import COMMANDS, OUTCOMES
from annotator.widgets.reading import Reading
from corpus.workspace import Workspace
from labels.item import Citation
from tests.annotator.conftest import CitationOf, Sit, Sitting, StudyOf

SIZES = [
    (60, 15), (60, 17), (60, 18), (63, 21), (60, 22), (60, 29), (60, 30), (60, 45),
    (64, 15), (80, 16), (80, 18), (80, 24), (80, 30), (109, 15),
    (110, 15), (110, 18), (120, 24), (120, 40), (200, 50),
]  # fmt: skip

LONG_MESSAGE = "Not stored. " + "The database is locked by another process; try again. " * 6


def words(stem: str, count: int) -> str:
    return " ".join(f"{stem}{number}" for number in range(count))


@pytest.fixture
def long_texts(citation: CitationOf) -> Citation:
    """An item of which every text is longer than its panel."""
    claim = words("claim", 60)
    return citation(
        1,
        question=words("question", 60),
        claim=claim,
        answer=f"{words('before', 200)} {claim} {words('after', 200)}",
        passage=words("passage", 900),
    )


def begins_in_sight(sitting: Sitting, panel: Reading, first_word: str) -> bool:
    """Whether the text of a panel can be read on the terminal from its first word on."""
    rows = sitting.text.splitlines()[panel.region.y : panel.region.bottom]
    left, right = panel.region.x, panel.region.right
    return any(row[left:right].strip(" │┃▌").startswith(f"{first_word} ") for row in rows)


@pytest.mark.parametrize("size", [(60, 15), (80, 24), (200, 50)])
@pytest.mark.parametrize("colour", [True, False])
async def test_the_first_picture_is_styled_to_the_end(
    sit: Sit,
    study_of: StudyOf,
    long_texts: Citation,
    size: tuple[int, int],
    colour: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The screen is styled once at the start: a second time changes no widget's look."""
    if not colour:
        monkeypatch.setenv("NO_COLOR", "1")
    async with sit(study_of([long_texts]), size=size) as sitting:
        before, text = looks(sitting), sitting.text
        sitting.screen.update_node_styles(animate=False)
        await sitting.settle()
        assert looks(sitting) == before
        assert sitting.text == text


def looks(sitting: Sitting) -> list[object]:
    """What the style sheet says of every widget and of its components."""
    widgets = [sitting.screen, *sitting.screen.query("*")]
    styled = [(w, w.styles) for w in widgets] + [
        (w, w.get_component_styles(name)) for w in widgets for name in w._get_component_classes()
    ]
    return [(str(w), sorted(map(str, styles.get_rules().items()))) for w, styles in styled]


@pytest.mark.parametrize("size", SIZES)
async def test_claim_and_question_are_in_sight_whatever_is_asked(
    sit: Sit, study_of: StudyOf, long_texts: Citation, size: tuple[int, int]
) -> None:
    async with sit(study_of([long_texts]), size=size) as sitting:
        view = sitting.screen.item_view
        for keys in ((), ("3",), ("escape", "b"), ("escape",)):
            await sitting.press(*keys)
            assert begins_in_sight(sitting, view.claim, "claim0"), keys
            assert begins_in_sight(sitting, view.question, "question0"), keys
        assert begins_in_sight(sitting, view.passage, "passage0")


@pytest.mark.parametrize("size", SIZES)
async def test_a_long_error_does_not_push_the_claim_away(
    sit: Sit, study_of: StudyOf, long_texts: Citation, size: tuple[int, int]
) -> None:
    async with sit(study_of([long_texts]), size=size) as sitting:
        sitting.screen.message.say(LONG_MESSAGE, error=True)
        await sitting.settle()
        assert "Not stored." in sitting.text
        view = sitting.screen.item_view
        assert begins_in_sight(sitting, view.claim, "claim0")
        assert begins_in_sight(sitting, view.question, "question0")


@pytest.mark.parametrize("size", [(60, 15), (80, 24)])
async def test_more_of_the_claim_than_there_is_room_for_is_said_and_scrolled_to(
    sit: Sit, study_of: StudyOf, long_texts: Citation, size: tuple[int, int]
) -> None:
    async with sit(study_of([long_texts]), size=size) as sitting:
        (title,) = [row for row in sitting.text.splitlines() if row.startswith("━ Claim")]
        assert "more lines" in title
        await sitting.press("shift+tab", "end")
        await sitting.pilot.pause(0.5)
        assert "claim59" in sitting.text


@pytest.mark.parametrize("size", [(60, 15), (80, 24)])
async def test_what_now_is_in_sight_at_the_end(
    sit: Sit, study_of: StudyOf, long_texts: Citation, size: tuple[int, int]
) -> None:
    async with sit(study_of([long_texts]), size=size) as sitting:
        await sitting.press("1")
        assert "The one item is labelled." in sitting.text
        assert "takes back the last label" in sitting.text
        assert "crosssource report" in sitting.text


@pytest.mark.parametrize("columns", [64, 70, 75, 76, 77, 78, 79, 80, 100])
async def test_no_name_of_a_key_is_cut_off(sit: Sit, twelve: Workspace, columns: int) -> None:
    async with sit(twelve, size=(columns, 24)) as sitting:
        for binding in (*OUTCOMES, *COMMANDS):
            assert binding.description in sitting.text
