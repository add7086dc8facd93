"""`crosssource corpus …` as a person and as a script meet it."""

import json
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from corpus import console
from corpus.commands import corpus
from corpus.errors import InputError, WorkspaceError
from corpus.storage.library import Library


@pytest.fixture
def invoke(library: Library, tmp_path: Path) -> Callable[..., Result]:
    """Runs a subcommand in a study with one opinion; errors of ours are raised."""
    opinion = tmp_path / "Howell v. Howell.txt"
    opinion.write_text(
        "The decree awarded half of the re-\ntirement pay.\n\fA waiver \x1b[31mreduced it.\n"
    )

    def call(*arguments: object) -> Result:
        words = [*map(str, arguments), "--workspace", str(library.folder.parent)]
        return CliRunner().invoke(corpus, words, standalone_mode=False, catch_exceptions=False)

    call("add", opinion)
    return call


def test_add_says_what_it_did(invoke: Callable[..., Result], tmp_path: Path) -> None:
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "b.txt").write_text("More.")
    (tmp_path / "more" / "x.png").write_bytes(b"x")
    result = invoke("add", tmp_path / "more", tmp_path / "Howell v. Howell.txt")
    assert result.stdout == ""
    assert (
        "1 document added, 1 passage of about 350 words; 1 document already there." in result.stderr
    )
    assert "x.png (not a format that is read)" in result.stderr
    data = json.loads(invoke("add", tmp_path / "more", "--json").stdout)
    assert (data["documents"], data["passages"], data["already"]) == (0, 0, 1)
    assert data["skipped"][0]["reason"] == "not a format that is read"


def test_a_search_is_kept_within_documents_of_some_metadata(
    invoke: Callable[..., Result], tmp_path: Path
) -> None:
    rows = [
        {"id": f"memo-{matter}", "text": "A waiver of pay.", "matter": matter} for matter in "12"
    ]
    file = tmp_path / "memos.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    invoke("add", file)
    metadata = json.loads(invoke("show", "memo-1", "--json").stdout)["metadata"]
    assert metadata["matter"] == "1"
    hits = json.loads(invoke("search", "waiver", "--within", "matter=2", "--json").stdout)["hits"]
    assert [hit["passage_id"] for hit in hits] == ["memo-2:0"]
    assert len(json.loads(invoke("search", "waiver", "--json").stdout)["hits"]) == 3
    with pytest.raises(InputError, match="No document has matter=3 in its metadata"):
        invoke("search", "waiver", "--within", "matter=3")
    with pytest.raises(InputError, match="write it as NAME=VALUE"):
        invoke("search", "waiver", "--within", "matter")
    with pytest.raises(InputError, match="two values"):
        invoke("search", "waiver", "--within", "matter=1", "--within", "matter=2")


def test_list(invoke: Callable[..., Result]) -> None:
    result = invoke("list")
    assert result.stdout.startswith("howell-v.-howell\t1\tHowell v. Howell\t")
    assert "1 document, 1 passage." in result.stderr
    assert json.loads(invoke("list", "--json").stdout)["document_id"] == "howell-v.-howell"


def test_show_a_document(invoke: Callable[..., Result]) -> None:
    page = invoke("show", "howell-v.-howell").stdout
    assert "title: Howell v. Howell\n" in page
    assert "licence: not stated by the source\n" in page
    assert "pages: 2\n" in page
    assert "part: text (characters 0 to" in page
    assert "A waiver \x1b[31mreduced it." in page  # a pipe has the text as it is
    data = json.loads(invoke("show", "howell-v.-howell", "--json").stdout)
    assert data["provenance"]["reader"] == "text"
    assert data["text"].endswith("reduced it.\n")


def test_show_a_passage(invoke: Callable[..., Result]) -> None:
    assert "howell-v.-howell:0  text, page 1" in invoke("show", "howell-v.-howell:0").stdout
    data = json.loads(invoke("show", "howell-v.-howell:0", "--json").stdout)
    assert data["passage_id"] == "howell-v.-howell:0"
    with pytest.raises(InputError, match="no document 'nothing'"):
        invoke("show", "nothing")


def test_search_prints_its_engine(invoke: Callable[..., Result]) -> None:
    result = invoke("search", "retirement", "-k", 3)
    assert result.stdout.startswith("1. howell-v.-howell:0  text, page 1")
    assert "BM25 Okapi (rank-bm25" in result.stderr
    data = json.loads(
        invoke("search", "waivers", "--document", "howell-v.-howell", "--json").stdout
    )
    assert data["hits"][0]["rank"] == 1
    assert "Porter stems" in data["engine"]
    assert json.loads(invoke("search", "of the", "--json").stdout)["hits"] == []
    with pytest.raises(InputError, match="no document 'nothing'"):
        invoke("search", "waiver", "--document", "nothing")


def test_quote(invoke: Callable[..., Result]) -> None:
    result = invoke("quote", "the retirement pay")
    assert "page 1: line-end hyphens" in result.stdout
    data = json.loads(invoke("quote", "A waiver", "--json").stdout)
    assert data["places"][0]["normalisations"] == []
    assert data["places"][0]["verbatim"] == "A waiver"
    nowhere = invoke("quote", "words that nobody wrote")
    assert nowhere.return_value == 1
    assert "nowhere" in nowhere.stderr
    with pytest.raises(InputError, match="holds no word"):
        invoke("quote", "—")


def test_check(invoke: Callable[..., Result], library: Library) -> None:
    whole = invoke("check")
    assert (whole.return_value, whole.stdout) == (None, "")
    assert "1 document checked: no fault." in whole.stderr
    edited = library.documents_path.read_bytes().replace(b"awarded", b"AWARDED")
    library.documents_path.write_bytes(edited)
    faulty = invoke("check")
    assert faulty.return_value == 1
    assert "documents.jsonl, line 1" in faulty.stdout
    assert json.loads(invoke("check", "--json").stdout)["faults"]


def test_an_empty_corpus(library: Library) -> None:
    folder = str(library.folder.parent)
    for words in (["list"], ["check"]):
        result = CliRunner().invoke(corpus, [*words, "--workspace", folder])
        assert result.exit_code == 0, result.output
        assert result.stdout == ""
    for words in (["search", "x"], ["quote", "x"]):
        result = CliRunner().invoke(corpus, [*words, "--workspace", folder])
        assert "The corpus is empty, so there is nothing to" in str(result.exception)


@pytest.mark.parametrize("name", sorted(corpus.commands))
def test_every_command_has_help_with_an_example(name: str) -> None:
    result = CliRunner().invoke(corpus, [name, "--help"])
    assert f"Example: crosssource corpus {name}" in result.output


def test_a_terminal_shows_control_characters() -> None:
    assert console.on_terminal("\x1b[31m", terminal=True) == "␛[31m"
    assert console.on_terminal("\x1b[31m", terminal=False) == "\x1b[31m"


def test_progress_gives_the_same_items_and_no_bar_in_a_pipe(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert list(console.progress(iter("abc"), "Working", 3)) == ["a", "b", "c"]
    assert capsys.readouterr() == ("", "")


def test_progress_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert list(console.progress([5, 7], "Working", 12, lambda item: item)) == [5, 7]


def test_the_workspace_of_the_root_command_is_the_default(library: Library) -> None:
    @click.group()
    @click.option("--workspace", type=click.Path(path_type=Path))
    def root(workspace: Path | None) -> None:
        pass

    root.add_command(corpus)
    folder = str(library.folder.parent)
    assert CliRunner().invoke(root, ["--workspace", folder, "corpus", "check"]).exit_code == 0
    result = CliRunner().invoke(root, ["corpus", "check"])
    assert isinstance(result.exception, WorkspaceError)
    result = CliRunner(env={"CROSSSOURCE_WORKSPACE": folder}).invoke(root, ["corpus", "check"])
    assert result.exit_code == 0
