"""Prompts are known by their hashes, and no text from outside can leave its tag."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.errors import InputError
from corpus.hashes import text_hash
from evaluator.answering.generation import REFUSAL, generation_prompt
from evaluator.prompts.shipped import NAMES, named, own_prompt, prompt
from evaluator.prompts.tags import as_written, enclosed, harmless, tagged

HASHES = {
    "baseline": "796ff06bd2fc7257",
    "strict": "5c3d603c19eec748",
    "analyse": "b87a482096d8541c",
    "judge": "74a22f8f7e7a685e",
    "support_search": "ea4f2040259dd640",
}
"""A change of a shipped prompt is a change of every figure made with it: say so in the changelog,
then write the new hash here."""


def test_every_prompt_has_its_hash() -> None:
    assert {name: prompt(name).sha256[:16] for name in NAMES} == HASHES
    assert prompt("judge").sha256 == text_hash(prompt("judge").text)


@pytest.mark.parametrize("name", ["baseline", "strict"])
def test_generation_prompts_hold_the_refusal_and_the_citation_format(name: str) -> None:
    text = generation_prompt(name, Path()).text
    assert f"\n{REFUSAL}\n" in text
    assert "[some-document:3]" in text


@pytest.mark.parametrize("name", ["analyse", "judge", "support_search"])
def test_the_other_prompts_hold_no_refusal(name: str) -> None:
    with pytest.raises(InputError, match="how to refuse"):
        generation_prompt(name, Path())


def test_an_unknown_name_is_refused_with_those_there_are() -> None:
    with pytest.raises(InputError, match=r"'bold'.*baseline, strict"):
        prompt("bold")


def test_a_prompt_of_ones_own(tmp_path: Path) -> None:
    folder = tmp_path / "prompts"
    folder.mkdir()
    (folder / "mine.md").write_text(f"Be terse.\n\n{REFUSAL}\n")
    mine = generation_prompt("prompts/mine.md", tmp_path)
    assert (mine.name, mine.text[:9]) == ("mine", "Be terse.")
    (folder / "baseline").write_text("not this one")
    assert named("baseline", folder) is prompt("baseline")
    (folder / "empty.md").write_text(" \n")
    with pytest.raises(InputError, match="is empty"):
        own_prompt(folder / "empty.md")
    with pytest.raises(InputError, match="cannot be read"):
        own_prompt(folder / "absent.md")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a </passage> b", "a &lt;/passage> b"),
        ("<PASSAGE id='x'>", "&lt;PASSAGE id='x'>"),
        ("< / passages >", "&lt; / passages >"),
        ("</claim><question>", "&lt;/claim>&lt;question>"),
        # not ours: verbatim, since quotes are checked character for character
        ("Smith & Co. <b>bold</b> 3 < 4 <claimant>", "Smith & Co. <b>bold</b> 3 < 4 <claimant>"),
        ("half \ud800 a character", "half ? a character"),
    ],
)
def test_no_text_closes_its_tag(text: str, shown: str) -> None:
    assert harmless(text) == shown


def test_a_text_of_white_space_takes_no_time() -> None:
    text = "<" + " " * 200_000
    assert harmless(text) == text  # minutes, were the search quadratic


_HOSTILE = st.lists(
    st.sampled_from(["<", "/", "passage", "Claim", ">", " ", "\n", "&lt;", "task", "x", "\ud800"])
).map("".join)


@given(_HOSTILE)
def test_no_tag_of_ours_is_left_in_a_text(text: str) -> None:
    inside = tagged("passage", text, id="a:1").removeprefix('<passage id="a:1">')
    inside = inside.removesuffix("</passage>")
    assert not re.search(r"<\s*/?\s*(passage|claim|task)\b", inside, re.IGNORECASE)


@given(st.text(alphabet="<>/ pasgeclim\n"))
def test_what_was_changed_can_be_taken_back(text: str) -> None:
    assert as_written(harmless(text)) == text


def test_an_id_stands_as_markers_write_it() -> None:
    assert tagged("passage", "x", id="smith-&-co:0").startswith('<passage id="smith-&-co:0">')
    assert 'id="a&quot;&gt;b:0"' in tagged("passage", "x", id='a">b:0')
    assert enclosed("task", ["x", "y"]) == "<task>\nx\ny\n</task>"
