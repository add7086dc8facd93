"""Isolation checks as lines of a file."""

from pathlib import Path

import pytest

from corpus.errors import InputError
from corpus.restriction import admits
from labels.golden import Support
from labels.isolation import IsolationCheck, line_of, load

CHECK = IsolationCheck(
    id="i1",
    question="When is trial?",
    within={"matter": "M-00003"},
    supports=(Support(passage="a:0", start=3, end=7, quote="June", page="2"),),
    elsewhere=(Support(passage="b:4", start=3, end=9, quote="lights", page="2"),),
    author="ann",
    written_by="human",
)


def test_a_check_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "isolation.jsonl"
    path.write_text(line_of(CHECK))
    assert load(path) == (CHECK,)
    path.write_text('{"id": "x", "question": "?", "within": {"client": "Tarn"}}\n')
    (bare,) = load(path)
    assert (bare.supports, bare.elsewhere, bare.written_by) == ((), (), "unknown")


def test_without_a_file_there_is_no_check(tmp_path: Path) -> None:
    assert load(tmp_path / "isolation.jsonl") == ()
    (tmp_path / "isolation.jsonl").write_text("\n")
    assert load(tmp_path / "isolation.jsonl") == ()


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("x", "line 1: not valid JSON"),
        (
            '{"id": "x", "question": "?", "within": {"m": "M"}, "written_by": "alien"}',
            "'written_by' must be one of human, machine, unknown, not \"alien\"",
        ),
        ("id,question,within", "line 1: not valid JSON"),
        ('[{"id": "x"}]', "line 1: begins a JSON list"),
        ('{"id": "x", "within": {"matter": "M"}}', "line 1: 'question' must be text"),
        ('{"id": 3, "question": "?", "within": {"matter": "M"}}', "'id' must be text"),
        ('{"id": "x", "question": "?"}', "'within' must name metadata"),
        ('{"id": "x", "question": "?", "within": {}}', "'within' must name metadata"),
        ('{"id": "x", "question": "?", "within": {"matter": 3}}', "'within' must name metadata"),
        ('{"id": "x", "question": "?", "within": {"m": "M"}, "elsewhere": "b:4"}', "'elsewhere'"),
        ('{"id": "x", "question": "?", "within": {"m": "M"}, "elsewhere": [{}]}', "'elsewhere'"),
        ('{"id": "x", "question": "?", "within": {"m": "M"}, "supports": [{}]}', "'passage' id"),
    ],
)
def test_a_malformed_check_is_named(tmp_path: Path, row: str, said: str) -> None:
    path = tmp_path / "isolation.jsonl"
    path.write_text(row + "\n")
    with pytest.raises(InputError, match=said):
        load(path)


def test_a_search_within_sees_documents_that_have_all_of_it() -> None:
    within = {"matter": "M-1", "kind": "letter"}
    assert admits(within, {"matter": "M-1", "kind": "letter", "client": "Tarn"})
    assert not admits(within, {"matter": "M-1", "kind": "invoice"})
    assert not admits(within, {"matter": "M-1"})
    assert not admits({"matter": "M-1"}, {})
