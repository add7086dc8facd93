"""Files that are whole or absent: several together are all written, or none is touched."""

from pathlib import Path

import pytest

from corpus.errors import StoreError
from corpus.files import write_together


def test_several_files_are_written_together(tmp_path: Path) -> None:
    write_together({tmp_path / "a": "new a\n", tmp_path / "b": "new b\n"})
    assert (tmp_path / "a").read_text() == "new a\n"
    assert (tmp_path / "b").read_text() == "new b\n"


@pytest.mark.parametrize(
    ("refused", "words"),
    [
        ("folder", "Is a directory"),
        ("absent/b", "No such file or directory"),
        ("a/b", "Not a directory"),
        ("/dev/null", "what is there is no file"),
    ],
)
def test_where_one_is_refused_none_has_changed(tmp_path: Path, refused: str, words: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "a").write_text("old a\n")
    with pytest.raises(StoreError, match=rf"{words}.*; nothing was changed: give another path"):
        write_together({tmp_path / "a": "new a\n", tmp_path / refused: "new b\n"})
    assert (tmp_path / "a").read_text() == "old a\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "folder"]
