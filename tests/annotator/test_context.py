"""The passages next door, shown in place of the cited one."""

import pytest

from tests.annotator.choosing import click
from tests.annotator.conftest import CitationOf, Sit, StudyOf
from tests.annotator.corpora import SENTENCES, add_corpus


@pytest.mark.parametrize("size", [(80, 24), (60, 15), (120, 40)])
async def test_c_shows_the_passages_before_and_after_and_takes_them_away(
    sit: Sit, study_of: StudyOf, citation: CitationOf, size: tuple[int, int]
) -> None:
    study = study_of([citation(1, cited="lease:2", passage=SENTENCES[2])])
    add_corpus(study)
    async with sit(study, size=size) as sitting:
        assert SENTENCES[1] not in sitting.text
        await sitting.press("c")
        await sitting.idle()
        assert "▶ lease:2 · THE CITED PASSAGE, page 2" in sitting.text
        await sitting.press("home")
        await sitting.pilot.pause(0.4)
        assert "lease:1 · the passage before, page 1" in sitting.text
        await sitting.press("end")
        await sitting.pilot.pause(0.4)
        assert "lease:3 · the passage after, page 2" in sitting.text
        await sitting.press("c")
        assert "lease:3" not in sitting.text
        assert SENTENCES[2][:20] in sitting.text
        assert sitting.events == []


async def test_a_citation_that_the_frame_cuts_off_is_read_to_its_end(
    sit: Sit, study_of: StudyOf, citation: CitationOf
) -> None:
    long = (
        "In re the Estate of Margaret Elizabeth Whitlock, 58 Tam. App. 2d 112 (Tam. Ct. App. 1997)"
    )
    study = study_of([citation(1, cited="lease:2", passage=SENTENCES[2], source=long)])
    add_corpus(study)
    async with sit(study) as sitting:
        assert "(Tam. Ct. App. 1997)" not in sitting.text
        await sitting.press("c")
        await sitting.idle()
        await sitting.press("home")
        await sitting.pilot.pause(0.4)
        assert "(Tam. Ct. App. 1997)" in sitting.text


async def test_the_cited_one_has_a_bar_and_its_neighbours_have_none(
    sit: Sit, study_of: StudyOf, citation: CitationOf
) -> None:
    study = study_of([citation(1, cited="lease:2", passage=SENTENCES[2], answer="")])
    add_corpus(study)
    async with sit(study, size=(100, 40)) as sitting:
        await sitting.press("c")
        await sitting.idle()
        barred = [line for line in sitting.text.splitlines() if "▌" in line]
        assert [line.split("▌")[1].strip(" │") for line in barred] == [SENTENCES[2]]


@pytest.mark.parametrize(
    ("cited", "words"),
    [
        ("lease:0", "(This is the document's first passage.)"),
        ("lease:4", "(This is the document's last passage.)"),
    ],
)
async def test_at_either_end_of_a_document_it_says_so(
    sit: Sit, study_of: StudyOf, citation: CitationOf, cited: str, words: str
) -> None:
    study = study_of([citation(1, cited=cited, passage=SENTENCES[int(cited[-1])])])
    add_corpus(study)
    async with sit(study, size=(100, 40)) as sitting:
        await sitting.press("c")
        await sitting.idle()
        assert words in sitting.text


async def test_a_passage_that_was_changed_since_is_said_to_differ(
    sit: Sit, study_of: StudyOf, citation: CitationOf
) -> None:
    study = study_of([citation(1, cited="lease:2", passage="The tenant shall give notice.")])
    add_corpus(study)
    async with sit(study, size=(100, 40)) as sitting:
        await sitting.press("c")
        await sitting.idle()
        assert "the corpus has another text under this id" in sitting.text
        assert "The tenant shall give notice." in sitting.text


@pytest.mark.parametrize(
    ("cited", "words"),
    [
        ("row-17", "The study's corpus has no document for 'row-17'"),
        ("will:3", "The study's corpus has no document for 'will:3'"),
        ("", "This item names no passage of the corpus"),
        ("lease:9", "The document lease has no passage 9 in the study's corpus (it has 0 to 4)"),
    ],
)
async def test_where_the_corpus_has_no_such_passage_one_sentence_says_so(
    sit: Sit, study_of: StudyOf, citation: CitationOf, cited: str, words: str
) -> None:
    study = study_of([citation(1, cited=cited)])
    add_corpus(study)
    async with sit(study, size=(120, 40)) as sitting:
        await sitting.press("c")
        await sitting.idle()
        assert words in " ".join(sitting.text.split())
        await sitting.press("1")
        assert len(sitting.events) == 1


async def test_a_corpus_that_cannot_be_read_is_said_to_be_one(
    sit: Sit, study_of: StudyOf, citation: CitationOf
) -> None:
    study = study_of([citation(1, cited="lease:2")])
    add_corpus(study)
    (study.corpus / "sources.json").write_text("{", encoding="utf-8")
    async with sit(study, size=(120, 40)) as sitting:
        await sitting.press("c")
        await sitting.idle()
        assert "sources.json" in sitting.text


async def test_the_next_item_is_alone_again(
    sit: Sit, study_of: StudyOf, citation: CitationOf
) -> None:
    cited = [citation(n, cited=f"lease:{n}", passage=SENTENCES[n]) for n in (1, 2)]
    study = study_of(cited)
    add_corpus(study)
    async with sit(study, size=(120, 40)) as sitting:
        await sitting.press("c")
        await sitting.idle()
        assert "THE CITED PASSAGE" in sitting.text
        await sitting.press("1")
        assert "THE CITED PASSAGE" not in sitting.text


async def test_while_the_support_is_asked_for_and_by_mouse(
    sit: Sit, study_of: StudyOf, citation: CitationOf
) -> None:
    study = study_of([citation(1, cited="lease:2", passage=SENTENCES[2])])
    add_corpus(study)
    async with sit(study, size=(100, 40)) as sitting:
        await click(sitting.pilot, "context")
        await sitting.idle()
        assert "lease:3 · the passage after" in sitting.text
        await sitting.press("c", "3", "c")
        await sitting.idle()
        assert "lease:3 · the passage after" in sitting.text
        await sitting.press("p")
        assert sitting.last["category"] == "right_doc_wrong_passage"
