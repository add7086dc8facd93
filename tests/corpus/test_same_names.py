"""Files of one name: every one is added, under an id that tells it from the others and stays."""

import json
import random
from pathlib import Path

import pytest

from corpus.answers.markers import parse_markers
from corpus.errors import InputError, StoreError
from corpus.readers.detect import read_all
from corpus.storage import identities
from corpus.storage.library import Added, Library
from corpus.workspace import Workspace
from tests.conftest import Run
from tests.corpus.made import pdf_of


def write(folder: Path, *names: str) -> Path:
    """Files that hold their own path as text."""
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(f"The text of {name}.")
    return folder


def add(library: Library, *paths: Path) -> Added:
    return library.add(read_all(paths), 350)


def ids(library: Library) -> dict[str, str]:
    """The text of each document, by id, without the words that all begin with."""
    return {
        one.id: one.text.strip().removeprefix("The text of ")[:-1] for one in library.documents()
    }


PRODUCTIONS = [
    # files of a folder, their ids
    (("brief.txt", "note.txt"), {"brief": "brief.txt", "note": "note.txt"}),
    (("brief.md", "brief.txt"), {"brief.md": "brief.md", "brief.txt": "brief.txt"}),
    (("brief.txt", "sub/brief.txt"), {"brief": "brief.txt", "sub-brief": "sub/brief.txt"}),
    (
        ("brief.md", "brief.txt", "sub/brief.txt"),
        {"brief.md": "brief.md", "brief.txt": "brief.txt", "sub-brief": "sub/brief.txt"},
    ),
    (
        ("a/b/brief.txt", "a/c/brief.txt", "a/c/brief.md"),
        {
            "a-b-brief": "a/b/brief.txt",
            "a-c-brief.md": "a/c/brief.md",
            "a-c-brief.txt": "a/c/brief.txt",
        },
    ),
    (  # the longer name of one is the name of another
        ("brief.txt", "sub/brief.txt", "sub-brief.txt"),
        {"brief": "brief.txt", "sub-brief": "sub-brief.txt", "sub-brief.txt": "sub/brief.txt"},
    ),
]


@pytest.mark.parametrize(("names", "wanted"), PRODUCTIONS)
def test_files_that_share_a_name_are_told_apart(
    names: tuple[str, ...], wanted: dict[str, str], library: Library, tmp_path: Path
) -> None:
    production = write(tmp_path / "production", *names)
    assert add(library, production).documents == len(names)
    assert ids(library) == wanted
    assert add(library, production) == Added(0, 0, len(names))
    assert add(library, *sorted(production.iterdir(), reverse=True)) == Added(0, 0, len(names))
    assert ids(library) == wanted
    assert library.check() == []


def test_a_longer_id_can_stand_in_a_marker() -> None:
    (marker,) = parse_markers("So held [sub-brief.txt:3].").markers
    assert marker.cited == ("sub-brief.txt:3",)


def test_the_order_in_which_paths_are_given_does_not_matter(tmp_path: Path) -> None:
    names = ["brief.txt", "a/brief.txt", "b/brief.txt", "a-brief.txt", "b/brief.text"]
    write(tmp_path / "production", *names)
    seen = []
    for seed in range(4):
        root = tmp_path / f"study{seed}"
        root.mkdir()
        library = Library(Workspace(root))
        paths = [tmp_path / "production" / name for name in names]
        random.Random(seed).shuffle(paths)
        add(library, *paths)
        seen.append(ids(library))
    assert len(seen[0]) == 5
    assert all(one == seen[0] for one in seen)


def test_what_is_there_keeps_its_id_and_what_comes_is_told_from_it(
    library: Library, tmp_path: Path
) -> None:
    production = write(tmp_path / "production", "brief.txt")
    add(library, production)
    write(production, "brief.text", "sub/brief.txt")
    added = add(library, production)
    assert (added.documents, added.already) == (2, 1)
    assert [one.document_id for one in added.renamed] == ["brief.text", "sub-brief"]
    assert ids(library) == {
        "brief": "brief.txt",
        "brief.text": "brief.text",
        "sub-brief": "sub/brief.txt",
    }


def test_no_later_file_is_called_by_the_name_that_others_had_to_give_up(
    library: Library, tmp_path: Path
) -> None:
    production = write(tmp_path / "production", "brief.text", "brief.txt")
    add(library, production)
    write(tmp_path / "later", "brief.html")
    (tmp_path / "later" / "brief.html").write_text("<html><p>Later.")
    add(library, tmp_path / "later")
    assert set(ids(library)) == {"brief.text", "brief.txt", "brief.html"}


def test_folders_that_are_given_tell_apart_too(library: Library, tmp_path: Path) -> None:
    disc = write(tmp_path / "disc", "vol1/brief.txt", "vol2/brief.txt")
    add(library, disc / "vol1", disc / "vol2")
    assert set(ids(library)) == {"vol1-brief", "vol2-brief"}
    assert add(library, disc / "vol2" / "brief.txt").already == 1
    assert add(library, disc).already == 2


def test_names_that_make_the_same_id_are_told_apart(library: Library, tmp_path: Path) -> None:
    production = write(tmp_path / "production", "Brief 1.txt", "brief-1.txt")
    add(library, production)
    before = ids(library)
    assert len(before) == 2
    assert all(identity.startswith("brief-1.txt-") for identity in before)
    assert add(library, production).already == 2


def test_copies_are_one_document(library: Library, tmp_path: Path) -> None:
    write(tmp_path / "p", "a/brief.txt", "b/brief.txt", "c/brief.txt")
    (tmp_path / "p" / "c" / "brief.txt").write_text("The text of a/brief.txt.")
    added = add(library, tmp_path / "p")
    assert (added.documents, added.already) == (2, 1)
    assert set(ids(library)) == {"a-brief", "b-brief"}
    assert add(library, tmp_path / "p").already == 3


def test_a_file_that_changed_is_no_new_document(library: Library, tmp_path: Path) -> None:
    production = write(tmp_path / "production", "a.txt", "b.txt", "c.txt")
    add(library, production)
    (production / "a.txt").write_text("Another.")
    with pytest.raises(InputError, match=r"the id 'a' is taken by another text \(from the same"):
        add(library, production)
    (production / "c.txt").write_text("Another.")
    with pytest.raises(InputError, match=r"^2 ids are taken .*a\.txt: 'a' .*; .*c\.txt: 'c' "):
        add(library, production)
    assert set(ids(library)) == {"a", "b", "c"}


def test_ids_that_are_stated_are_never_changed_and_all_clashes_are_named(
    library: Library, tmp_path: Path
) -> None:
    rows = tmp_path / "rows.jsonl"
    rows.write_text("".join(json.dumps({"id": f"r{n}", "text": "One."}) + "\n" for n in range(15)))
    add(library, rows)
    production = write(tmp_path / "production", "r0.txt")
    add(library, production)  # the file gives way
    assert "r0.txt" in ids(library)
    rows.write_text("".join(json.dumps({"id": f"r{n}", "text": "Two."}) + "\n" for n in range(15)))
    with pytest.raises(InputError, match=r"^15 ids .*line 1: 'r0' .*line 10: 'r9' .*and 5 more; "):
        add(library, rows)
    assert len(library) == 16


def test_many_that_wait_are_not_all_in_memory(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(identities, "_IN_MEMORY", 100)
    production = write(tmp_path / "production", *(f"{n:03}/notes.txt" for n in range(200)))
    assert add(library, production).documents == 200
    assert ids(library)["007-notes"] == "007/notes.txt"


def test_no_room_for_those_that_wait(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    production = write(tmp_path / "production", "a/notes.txt", "b/notes.txt")
    monkeypatch.setattr("corpus.storage.identities.pickle.dump", full)
    with pytest.raises(StoreError, match="No space left"):
        add(library, production)
    assert len(library) == 0


def test_the_person_is_told_the_ids(tmp_path: Path, study: Workspace, run: Run) -> None:
    production = write(tmp_path / "production", "brief.txt")
    pdf_of(production / "brief.pdf", [["The brief."]])
    ran = run("corpus", "add", production, "--workspace", study.root)
    assert "brief.txt (its id is brief.txt: another text has its name)" in ran.err
    assert "brief.pdf (its id is brief.pdf: another text has its name)" in ran.err
    assert "2 documents added" in ran.err
    write(production, "sub/brief.txt")
    out = run("corpus", "add", production, "--json", "--workspace", study.root).out
    (renamed,) = json.loads(out)["renamed"]
    assert renamed["document_id"] == "sub-brief"
