"""`golden.jsonl` and the drafts beside it: what is written is read back, whatever it holds."""

import json
import multiprocessing
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corpus.errors import InputError, StoreError
from labels.collection import changes
from labels.collection.changes import Text
from labels.collection.drafts import Draft, DraftBox
from labels.collection.file import ChangedMeanwhileError, GoldenFile
from labels.collection.record import Action, Change, Search, Status
from labels.golden import GoldenQuestion, Support, line_of, load, load_all, row_of

HOSTILE = st.text(
    st.sampled_from('a["\\{}=,:;\n\r\t\x00\x1b\x85\u2028\u202e\ufeff é漢\U0001f600'), max_size=12
)
WORDS = HOSTILE.filter(str.strip)
SUPPORTS = st.builds(
    Support,
    passage=WORDS,
    start=st.none() | st.integers(0, 9),
    end=st.none() | st.integers(0, 9),
    quote=HOSTILE,
    page=st.none() | HOSTILE,
    sha256=st.sampled_from(["", "0" * 64]),
)
SEARCHES = st.builds(
    Search,
    query=HOSTILE,
    passages=st.lists(HOSTILE, max_size=2).map(tuple),
    hashes=st.lists(HOSTILE, max_size=2).map(tuple),
    engine=HOSTILE,
    by=HOSTILE,
    at=HOSTILE,
)
TEXTS = st.builds(
    Text,
    question=WORDS,
    answerable=st.just(True),
    supports=st.lists(SUPPORTS, min_size=1, max_size=2).map(tuple),
    reference=HOSTILE,
    query_class=HOSTILE,
    difficulty=HOSTILE,
    searches=st.lists(SEARCHES, max_size=2).map(tuple),
)
QUESTIONS = st.builds(
    GoldenQuestion,
    id=WORDS,
    question=WORDS,
    answerable=st.just(True),
    supports=st.lists(SUPPORTS, min_size=1, max_size=2).map(tuple),
    reference=HOSTILE,
    query_class=HOSTILE,
    difficulty=HOSTILE,
    author=HOSTILE,
    written_by=st.sampled_from(["human", "machine", "unknown"]),
    drafted_by=st.sampled_from(["", "machine"]),
    status=st.sampled_from(Status),
    searches=st.lists(SEARCHES, max_size=2).map(tuple),
    absence=HOSTILE,
    history=st.lists(
        st.builds(
            Change,
            action=st.sampled_from(Action),
            by=HOSTILE,
            at=HOSTILE,
            was=st.dictionaries(HOSTILE, HOSTILE | st.none(), max_size=2),
        ),
        max_size=2,
    ).map(tuple),
    more=st.dictionaries(HOSTILE.map(lambda name: f"own {name}"), HOSTILE, max_size=2),
)
ANN = {"by": "ann", "at": "2026-01-01T00:00:00.000+00:00"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One folder for all examples of a property."""
    return tmp_path_factory.mktemp("golden")


@settings(max_examples=20)
@given(st.lists(QUESTIONS, min_size=1, max_size=4, unique_by=lambda one: one.id))
def test_what_is_written_is_read_back(folder: Path, questions: list[GoldenQuestion]) -> None:
    path = folder / "golden.jsonl"
    path.unlink(missing_ok=True)
    GoldenFile(path).add(*questions)
    assert load_all(path) == tuple(questions)
    assert path.read_bytes().count(b"\n") == len(questions)


@settings(max_examples=20)
@given(QUESTIONS, TEXTS, TEXTS)
def test_every_change_is_undone_to_what_was(
    question: GoldenQuestion, one: Text, other: Text
) -> None:
    question = replace(question, history=())
    first = changes.edited(question, one, **ANN)
    second = changes.edited(first, other, **ANN)
    back = changes.undone(second, **ANN)
    if second != first:
        assert {**row_of(back), "history": 0} == {**row_of(first), "history": 0}
        back = changes.undone(back, **ANN)
    if first != question:
        assert {**row_of(back), "history": 0} == {**row_of(question), "history": 0}
    assert len(back.history) >= len(second.history)


@settings(max_examples=12)
@given(TEXTS, st.none() | QUESTIONS, WORDS)
def test_a_draft_is_read_back(
    folder: Path, text: Text, opened: GoldenQuestion | None, id_: str
) -> None:
    draft = Draft(id=id_, text=replace(text, question=""), opened=opened, at="now")
    with DraftBox(folder / "drafts", "Ann/é*") as box:
        box.keep(draft)
    with DraftBox(folder / "drafts", "Ann/é*") as box:
        assert draft in box.drafts
        box.drop(id_)
    with DraftBox(folder / "drafts", "Ann/é*") as box:
        assert draft not in box.drafts


@settings(max_examples=50)
@given(st.text(max_size=60) | st.recursive(st.none() | st.integers(), st.lists).map(json.dumps))
def test_whatever_the_file_holds_is_an_answer_or_one_sentence(folder: Path, text: str) -> None:
    path = folder / "any.jsonl"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    try:
        GoldenFile(path).replace(None, question("new"))
    except (InputError, StoreError) as error:
        refused = str(error)
    else:
        assert load_all(path)[-1].id == "new"
        return
    assert str(path) in refused
    assert path.read_bytes() == text.encode("utf-8", "surrogatepass")


def question(id_: str, text: str = "Who?") -> GoldenQuestion:
    """A question of ann's."""
    support = Support(passage="lease:0", start=None, end=None, quote="")
    words = Text(
        question=text,
        answerable=True,
        supports=(support,),
        reference="",
        query_class="",
        difficulty="",
        searches=(),
    )
    return changes.written(id_, words, **ANN)


def test_half_a_character_in_a_field_of_somebody_else_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "golden.jsonl"
    path.write_text(
        '{"id": "a", "question": "Who?", "supports": [{"passage": "x:0"}], "z": "\\ud800"}'
    )
    (before,) = load_all(path)
    after = changes.retired(before, **ANN)
    GoldenFile(path).replace(before, after)
    assert load_all(path) == (after,)


def test_runs_load_only_what_is_in_force(tmp_path: Path) -> None:
    path = tmp_path / "golden.jsonl"
    lines = [
        replace(question("a"), status=Status.RETIRED),
        replace(question("b"), status=Status.CANDIDATE),
        question("c"),
    ]
    path.write_text("".join(map(line_of, lines)))
    assert [one.id for one in load(path)] == ["c"]
    path.write_text("".join(map(line_of, lines[:2])))
    with pytest.raises(InputError, match="each of 2 is retired or an unconfirmed draft"):
        load(path)


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ('{"status": "gone"}', "'status' must be one of"),
        ('{"history": [{"action": "eaten"}]}', "each of 'history' needs an 'action'"),
        ('{"history": {}}', "'history' must be a list"),
        ('{"searches": [{"passages": [1]}]}', "'passages' of a search must be a list"),
        ('{"searches": [{"query": 1}]}', "'query' must be text"),
        ('{"written_by": "ann"}', "'written_by' must be one of human, machine, unknown, not"),
        ('{"supports": [{"passage": "a:0", "sha256": "x"}]}', "'sha256' of a support must be 64"),
        ('{"drafted_by": 1}', "'drafted_by' must be one of human, machine, unknown, not 1"),
    ],
)
def test_a_malformed_field_is_named_with_its_line(tmp_path: Path, line: str, problem: str) -> None:
    path = tmp_path / "golden.jsonl"
    row = json.loads(line_of(question("a"))) | json.loads(line)
    path.write_text(line_of(question("b")) + json.dumps(row))
    with pytest.raises(InputError, match=f"line 2: {problem}"):
        load_all(path)


def test_a_change_over_another_ones_is_refused_and_says_whose(tmp_path: Path) -> None:
    file = GoldenFile(tmp_path / "golden.jsonl")
    opened = question("a")
    file.add(opened)
    file.replace(opened, changes.retired(opened, by="ben", at=""))
    with pytest.raises(ChangedMeanwhileError, match="ben changed the question 'a'") as refused:
        file.replace(opened, changes.retired(opened, **ANN))
    assert refused.value.now == file.all()[0]


def _write_some(path: Path, author: str) -> None:
    for number in range(20):
        GoldenFile(path).add(question(f"{author}-{number}"))


def test_authors_who_save_at_once_lose_no_question(tmp_path: Path) -> None:
    path = tmp_path / "golden.jsonl"
    context = multiprocessing.get_context("spawn")
    authors = [context.Process(target=_write_some, args=(path, name)) for name in ("ann", "ben")]
    for author in authors:
        author.start()
    for author in authors:
        author.join(60)
    found = {one.id for one in load_all(path)}
    assert found == {f"{name}-{number}" for name in ("ann", "ben") for number in range(20)}


def test_a_damaged_file_of_drafts_is_named_and_left_alone(tmp_path: Path) -> None:
    with DraftBox(tmp_path, "ann") as box:
        box.keep(Draft(id="a", text=changes.text_of(question("a")), opened=None, at=""))
    (path,) = tmp_path.glob("ann*.jsonl")
    path.write_text(path.read_text() + "{")
    with pytest.raises(InputError, match="line 2"), DraftBox(tmp_path, "ann"):
        pass
    assert path.read_text().endswith("{")
