"""`crosssource corpus synth` as a person meets it; the study is made once and copied."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from corpus.readers.source import SourceDocument
from corpus.storage.adding import enter
from corpus.storage.library import Library
from corpus.workspace import Workspace
from labels import golden, isolation
from labels.synthetic.sizes import Size, wanted

Run = Callable[..., Any]


def held(workspace: Workspace) -> dict[str, bytes]:
    """Every file of the corpus and of the questions."""
    files = [*workspace.corpus.iterdir(), workspace.golden, workspace.isolation]
    return {path.name: path.read_bytes() for path in files if path.is_file()}


def test_it_says_what_it_made(run: Run, study: Workspace) -> None:
    ran = run("corpus", "synth", "--size", "small", "--workspace", study.root)
    assert ran.out == ""
    assert "260 documents on 8 matters: 4 statutes, 8 engagement letters, 32 agreements" in ran.err
    assert re.search(r"\b8\d\d passages of about 350 words added\.", ran.err)
    assert "72 golden questions by a machine, 9 of them without an answer" in ran.err
    assert "invoice_number 10" in ran.err
    assert "2 isolation checks." in ran.err
    assert Library(study).check() == []


def test_what_it_wrote_is_read_back(practice: Workspace) -> None:
    asked = golden.load(practice.golden)
    assert "".join(map(golden.line_of, asked)) == practice.golden.read_text()
    checks = isolation.load(practice.isolation)
    assert "".join(map(isolation.line_of, checks)) == practice.isolation.read_text()
    library = Library(practice)
    for question in asked:
        for support in question.supports:
            assert support.quote in library.passage(support.passage).text
    record = library.register().records["m00003-letter-2"]
    assert record.provenance.reader == "synthetic"
    assert record.provenance.source == "crosssource corpus synth --seed 1"
    assert library.document("m00003-letter-2").metadata["matter"] == "M-00003"


def test_run_again_it_finds_everything_done(run: Run, practice: Workspace) -> None:
    before = held(practice)
    ran = run("corpus", "synth", "--size", "small", "--json", "--workspace", practice.root)
    facts = json.loads(ran.out)
    assert (facts["added"], facts["passages"], facts["absent"]) == (0, 0, 9)
    assert facts["documents"]["deposition"] == 32
    assert sum(facts["questions"].values()) == 72
    assert held(practice) == before


def test_killed_before_the_questions_it_goes_on(run: Run, practice: Workspace) -> None:
    whole = held(practice)
    practice.golden.write_text("")
    practice.isolation.unlink()
    ran = run("corpus", "synth", "--size", "small", "--workspace", practice.root)
    assert "0 passages of about 350 words added; 260 documents already there." in ran.err
    assert held(practice) == whole


def test_interrupted_nothing_is_half_added(
    run: Run, study: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[SourceDocument] = []

    def interrupted(register: Any, source: SourceDocument, *rest: Any) -> int:
        seen.append(source)
        if len(seen) == 40:
            raise KeyboardInterrupt
        return enter(register, source, *rest)

    monkeypatch.setattr("corpus.storage.adding.enter", interrupted)
    run("corpus", "synth", "--size", "small", "--workspace", study.root, expect=130)
    assert len(Library(study)) == 0
    assert study.golden.read_text() == ""
    assert not study.isolation.exists()


def test_other_questions_are_kept(run: Run, practice: Workspace, tmp_path: Path) -> None:
    row = '{"id": "q", "question": "Mine?", "answerable": false, "written_by": "human"}\n'
    practice.golden.write_text(row)
    before = held(practice)
    synth = ("corpus", "synth", "--size", "small", "--workspace", practice.root)
    ran = run(*synth, expect=2)
    assert "golden.jsonl holds other questions and is not overwritten; move it away" in ran.err
    assert held(practice) == before
    (tmp_path / "asked").mkdir()
    run(*synth, "--questions", tmp_path / "asked")
    assert held(practice) == before
    assert len(golden.load(tmp_path / "asked" / "golden.jsonl")) == 72


def test_other_documents_are_not_mixed_with_unless_told(
    run: Run, study: Workspace, tmp_path: Path
) -> None:
    (tmp_path / "opinion.txt").write_text("Reversed and remanded.")
    run("corpus", "add", tmp_path / "opinion.txt", "--workspace", study.root)
    synth = ("corpus", "synth", "--size", "small", "--workspace", study.root)
    ran = run(*synth, expect=2)
    assert "The corpus holds other documents ('opinion', from " in ran.err
    assert "crosssource init DIR" in ran.err
    assert len(Library(study)) == 1
    run(*synth, "--mix")
    assert len(Library(study)) == 261


def test_two_seeds_or_two_lengths_are_not_mixed(run: Run, practice: Workspace) -> None:
    before = held(practice)
    ran = run("corpus", "synth", "--seed", 2, "--mix", "--workspace", practice.root, expect=2)
    assert "practice by crosssource corpus synth --seed 1, in passages of 350 words" in ran.err
    practice.settings.write_text("[chunking]\nwords = 100\n")
    ran = run("corpus", "synth", "--size", "small", "--workspace", practice.root, expect=2)
    assert "in passages of 350 words, and this one" in ran.err
    assert held(practice) == before


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--matters", "7"], "has 8 to 10,000 matters, not 7"),
        (["--matters", "10001"], "not 10,001"),
        (["--passages", "2000000"], "passages of 350 words, not 2,000,000: its names"),
        (["--matters", "9", "--size", "small"], "give one of them"),
        (["--passages", "9", "--matters", "9"], "give one of them"),
        (["--passages", "0"], "0 is not in the range"),
        (["--size", "huge"], "'small', 'default'"),
        (["--questions", "nowhere"], "'nowhere' does not exist"),
    ],
)
def test_what_cannot_be_made_is_refused(
    run: Run, study: Workspace, options: list[str], said: str
) -> None:
    ran = run("corpus", "synth", *options, "--workspace", study.root, expect=2)
    assert said in ran.err
    assert len(Library(study)) == 0


def test_passages_too_short_for_a_fact_are_refused(run: Run, study: Workspace) -> None:
    study.settings.write_text("[chunking]\nwords = 20\n")
    ran = run("corpus", "synth", "--size", "small", "--workspace", study.root, expect=2)
    assert "Passages of 20 words cut every" in ran.err
    assert len(Library(study)) == 0


@pytest.mark.parametrize("words", [60, 350, 1000])
def test_passages_are_at_least_as_many_as_asked_for(words: int) -> None:
    from corpus.chunking import passages

    plan = wanted(size=None, matters=None, passages=900 * 350 // words, words=words, seed=3)
    cut = sum(len(passages(one.document, words)) for one in plan.practice.documents())
    assert cut >= 900 * 350 // words


def test_the_default_size_is_fifty_matters_and_a_million_passages_can_be_had() -> None:
    plain = wanted(size=None, matters=None, passages=None, words=350, seed=1)
    named = wanted(size=Size.DEFAULT, matters=None, passages=None, words=350, seed=1)
    assert plain.practice.matters == named.practice.matters == 50
    million = wanted(size=None, matters=None, passages=1_000_000, words=350, seed=1)
    assert million.practice.matters < 10_000
