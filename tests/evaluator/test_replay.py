"""Recorded verdicts are repeated where they fit, and nowhere else."""

import json
from pathlib import Path
from typing import Any

import pytest

from corpus.errors import InputError
from evaluator.judges.replay import NOT_RECORDED, TWO_VERDICTS, ReplayJudge
from labels.item import Citation, Item
from labels.outcome import Category, Support

ITEM = Item(question="Who won?", claim="Smith won", passage="Smith won the case.")
CITATION = Citation(
    run="r",
    case_id="g1",
    claim_id="c1",
    item=ITEM,
    answer="",
    cited="a:0",
    source="",
    config="strict",
    importance=None,
    fields={},
)
IDS = {"case_id": "g1", "claim_id": "c1", "citation": "a:0"}


@pytest.fixture
def replay(tmp_path: Path) -> Any:
    def make(*rows: dict[str, Any], **own_words: str) -> ReplayJudge:
        path = tmp_path / "verdicts.jsonl"
        lines = [json.dumps({"judge_label": "unsupported", **row}) for row in rows]
        path.write_text("\n".join(lines))
        return ReplayJudge(path, own_words)

    return make


@pytest.mark.parametrize(
    "row",
    [
        IDS,
        {**IDS, "config": "strict"},
        {**IDS, "claim": "Smith won", "passage": "Smith won the case."},
        {"item_id": ITEM.id},
        {"claim": "Smith won", "passage": "Smith won the case."},
        {"claim": "Smith won", "passage": "Smith won the case.", "question": "Who won?"},
        {"claim": "Smith won", "citation": "a:0"},
        # the same content under other ids
        {**IDS, "case_id": "x", "claim": "Smith won"},
        {**IDS, "config": "baseline", "claim": "Smith won"},
    ],
)
def test_a_recorded_verdict_is_found(replay: Any, row: dict[str, Any]) -> None:
    recorded = {
        **row,
        "failure_type": "wrong_document",
        "judge_reason": "silent",
        "judge_evidence": "",
    }
    verdict = replay(recorded).verdict(CITATION)
    assert (verdict.support, verdict.category) == (Support.UNSUPPORTED, Category.WRONG_DOCUMENT)
    assert (verdict.reason, verdict.raw) == ("silent", "unsupported")


@pytest.mark.parametrize(
    "row",
    [
        {**IDS, "claim_id": "c2"},
        {**IDS, "citation": "a:1"},
        # of another configuration
        {**IDS, "config": "baseline"},
        # the ids fit, the text does not: the answer was written anew
        {**IDS, "claim": "Jones won"},
        {**IDS, "passage": "Jones won the case."},
        {"claim": "Smith won", "passage": "Another passage."},
        {"claim": "Smith won", "passage": "Smith won the case.", "question": "Who lost?"},
        {"claim": "Smith won", "citation": "a:1"},
        {"item_id": "0" * 64},
    ],
)
def test_what_is_not_recorded_is_missing(replay: Any, row: dict[str, Any]) -> None:
    verdict = replay(row).verdict(CITATION)
    assert verdict.support is None
    assert verdict.reason.startswith(NOT_RECORDED)


def test_two_verdicts_that_differ_are_none(replay: Any) -> None:
    rows = ({**IDS, "case_id": str(n), "claim": "Smith won"} for n in range(2))
    first, second = rows
    assert replay(first, second).verdict(CITATION).support is Support.UNSUPPORTED
    verdict = replay(first, {**second, "judge_label": "supported"}).verdict(CITATION)
    assert (verdict.support, verdict.reason.partition(":")[0]) == (None, TWO_VERDICTS)
    # its own row decides, whatever others say of the same content
    judge = replay({**IDS, "judge_label": "partial"}, first, second)
    assert judge.verdict(CITATION).support is Support.PARTIAL


def test_the_judge_is_the_recorded_one_and_the_file(replay: Any) -> None:
    named = replay({**IDS, "judge": "gpt-4"}).identity
    assert (named.name, named.provenance["provider"]) == ("gpt-4", "replay")
    assert replay(IDS).identity.name == "replay"
    assert replay({**IDS, "judge": "gpt-4", "x": 1}).identity.id != named.id
    with pytest.raises(InputError, match=r"2 judges \(\(unnamed\), gpt-4\)"):
        replay(IDS, {**IDS, "judge": "gpt-4"})


def test_bad_files_are_refused_by_name_and_line(replay: Any, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"line 2: judge_label \"maybe\""):
        replay(IDS, {**IDS, "judge_label": "maybe"})
    assert replay({**IDS, "judge_label": "maybe"}, maybe="partial").verdict(CITATION).support
    with pytest.raises(InputError, match="no columns by which a citation is known"):
        replay({"claim": "Smith won"})
    (tmp_path / "x.csv").write_text("case_id,claim_id,citation\ng1,c1,a:0\n")
    with pytest.raises(InputError, match="no column for 'judge_label'"):
        ReplayJudge(tmp_path / "x.csv")


def test_csv_is_read_too_and_an_empty_verdict_is_missing(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_text(
        "case_id,claim_id,citation,judge_label\ng1,c1,a:0,supported\ng2,c1,a:0,missing\n"
    )
    judge = ReplayJudge(path, {"missing": "missing"})
    assert judge.verdict(CITATION).support is Support.SUPPORTED


def test_a_record_answers_no_search(replay: Any) -> None:
    assert replay(IDS).search(None) is None
