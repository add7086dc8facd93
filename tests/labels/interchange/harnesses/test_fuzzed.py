"""Broken files of every format: one sentence with the place, exit 2, nothing written, no traceback.

Hundreds of mutations here, with a seed each; `benchmarks/fuzzed_imports.py` has ten thousand and
more, of the real exports too, and files of 1 GB.
"""

import io
import random
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from corpus.workspace import Workspace
from labels.interchange import opening
from labels.interchange.harnesses import registry
from labels.store import database
from tests.mutations import mutated
from tests.result_files import made_files

Fixture = Callable[..., Any]

FILES = made_files()
SCORED = ("ragas", "langfuse", "langsmith")
"""Formats whose file here holds scores, which need a threshold."""
CASES = 12
"""Mutations of each file."""


def stored(study: Workspace) -> tuple[int, ...]:
    tables = ("run", "item", "citation", "verdict", "sample", "label_event", "judge", "answer")
    with database.opened(study) as connection:
        return tuple(
            connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in tables
        )


def test_every_format_has_a_whole_file_here(tmp_path: Path) -> None:
    found = set()
    for name, data in FILES.items():
        (tmp_path / name).write_bytes(data)
        known = registry.recognised(opening.look(tmp_path / name))
        assert (known.name if known else "rows") == name.partition(".")[0], name
        found.add(name.partition(".")[0])
    assert found == {*registry.FORMATS, "rows"}


@pytest.mark.parametrize("name", FILES)
def test_a_whole_file_is_imported(
    name: str, tmp_path: Path, study: Workspace, run: Fixture
) -> None:
    (tmp_path / name).write_bytes(FILES[name])
    scored = name.partition(".")[0] in SCORED
    options = ("--threshold", "0.5") if scored else ()
    run("import", tmp_path / name, "--workspace", study.root, *options)
    assert stored(study)[3] > 0


@pytest.mark.parametrize("name", FILES)
def test_a_broken_file_is_a_sentence_and_changes_nothing(
    name: str, tmp_path: Path, study: Workspace, run: Fixture
) -> None:
    path = tmp_path / f"broken-{name}"
    for seed in range(CASES):
        chance = random.Random(f"{name} {seed}")
        kind, data = mutated(FILES[name], chance)
        path.write_bytes(data)
        before = stored(study)
        where = ("--run", f"run {seed}", "--workspace", study.root)
        ran = run_whatever(run, "import", path, *where)
        if ran.code == 0:
            continue
        assert ran.code == 2, (kind, seed, ran.err)
        (sentence,) = ran.err.splitlines()
        assert sentence.startswith("crosssource: "), (kind, seed)
        assert str(path.name) in sentence, (kind, seed, sentence)
        assert stored(study) == before, (kind, seed)


def run_whatever(run: Any, *arguments: object) -> Any:
    """A command whatever its exit code; a traceback ends the test."""
    try:
        return run(*arguments)
    except AssertionError as error:
        if not str(error).startswith("exit 2: "):
            raise
    return run(*arguments, expect=2)


def bomb(size: int) -> bytes:
    """A zip of a few kilobytes that unpacks to a log with a sample of so many bytes."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("header.json", "{}")
        with archive.open("samples/1_epoch_1.json", "w") as member:
            for _ in range(size // 2**20):
                member.write(b" " * 2**20)
    return stream.getvalue()


def test_a_zip_bomb_is_refused_by_what_it_declares(
    tmp_path: Path, study: Workspace, run: Fixture
) -> None:
    path = tmp_path / "bomb.eval"
    path.write_bytes(bomb(128 * 2**20))
    assert path.stat().st_size < 2**20
    said = run("import", path, "--workspace", study.root, expect=2).err
    assert "more than the 32 MiB that are read" in said


def test_a_yaml_file_of_aliases_of_aliases_is_refused(
    tmp_path: Path, study: Workspace, run: Fixture
) -> None:
    levels = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    levels += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 10)]
    path = tmp_path / "laughs.yaml"
    path.write_text("evalId: e\nresults:\n  results: []\n" + "\n".join(levels) + "\n")
    said = run("import", path, "--workspace", study.root, expect=2).err
    assert "stands for more than 2,000,000 values" in said


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b'{"evalId": 1, "results": {"results": [' + b"[" * 50_000, "nested too deeply"),
        (b'{"evalId": 1, "results": {"results": [{"a": 1, "a": 2}]}}', "'a' occurs twice"),
        (
            b'{"evalId": 1, "results": {"results": [[' + b"[]," * 2_100_000,
            "more than 2,000,000 parts",
        ),
        (b'{"evalId": 1, "evalId": 1, "results": {}}', "'evalId' occurs twice"),
        (b'{"evalId": 1, "results": {"results": [{"a": NaN}]}}', "'a' is NaN"),
        (b'{"evalId": 1, "results": {"results": [\n\n{"a": "\xe9"}]}}', "line 3: byte 0xe9"),
        (b'{"evalId": 1, "results": {"results": [{}]}} x', "extra data"),
        ('{"evalId": 1, "results": 2}'.encode("utf-16"), "the text is UTF-16LE"),
        (b'{"evalId": 1, "results": {"results": [3]}}', "holds the number 3, not an object"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(
    data: bytes, told: str, tmp_path: Path, study: Workspace, run: Fixture
) -> None:
    (tmp_path / "f.json").write_bytes(data)
    said = run("import", tmp_path / "f.json", "--workspace", study.root, expect=2).err
    assert told in said
    assert "line" in said
