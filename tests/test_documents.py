"""What the documents say is so: each command in them runs, each file they name is there."""

import os
import re
import subprocess
import sys
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pexpect
import pytest

REPOSITORY = Path(__file__).parents[1]
DOCUMENTS = sorted([*REPOSITORY.glob("*.md"), *REPOSITORY.glob("docs/**/*.md")])
BIN = Path(sys.executable).parent
Run = Callable[..., Any]


def blocks(language: str, *names: str) -> list[str]:
    """The fenced blocks of one language, in the order of the documents; of some, or of all."""
    fence = re.compile(rf"^```{language}\n(.*?)^```$", re.MULTILINE | re.DOTALL)
    chosen = [document for document in DOCUMENTS if not names or document.name in names]
    return [block for document in chosen for block in fence.findall(document.read_text())]


def run_beside_shared(script: str, tmp_path: Path, shared_data: Path) -> str:
    """What the commands of a block print, in a checkout that has the real data beside it."""
    (tmp_path / "shared").symlink_to(shared_data.parent)
    folder = tmp_path / "checkout"
    folder.mkdir()
    environment = os.environ | {"PATH": f"{BIN}:{os.environ['PATH']}"}
    ran = subprocess.run(
        ["bash", "-ec", script], cwd=folder, env=environment, capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


ON_THE_READMES_STUDY = ("README.md", "labelling.md", "report.md")
"""Documents that go on where the README's commands end; any other makes a study of its own."""

OF_THEIR_OWN = [
    document.name
    for document in DOCUMENTS
    if document.name not in ON_THE_READMES_STUDY and blocks("sh", document.name)
]


@pytest.mark.parametrize("name", OF_THEIR_OWN)
def test_a_documents_commands_run_one_after_the_other(tmp_path: Path, name: str) -> None:
    environment = os.environ | {"PATH": f"{BIN}:{os.environ['PATH']}"}
    ran = subprocess.run(
        ["bash", "-ec", "\n".join(blocks("sh", name))],
        cwd=tmp_path, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr


def test_the_readmes_commands_run_one_after_the_other(tmp_path: Path) -> None:
    script = "set -e\n" + "\n".join(blocks("sh", *ON_THE_READMES_STUDY))
    assert "crosssource label" in script
    # A person labels: here the app is opened in a terminal and left again.
    script = re.sub(
        r"^(crosssource (?:label|adjudicate) .*)$",
        r"\1 </dev/tty >/dev/tty 2>/dev/tty",
        script,
        flags=re.M,
    )
    # It serves until Ctrl+C.
    script = re.sub(
        r"^(crosssource serve.*)$",
        # The shell itself lives on.
        r"trap : INT\n\1 --port 0\ntrap - INT",
        script,
        flags=re.M,
    )
    environment = os.environ | {"PATH": f"{BIN}:{os.environ['PATH']}", "TERM": "xterm-256color"}
    shell = pexpect.spawn(
        "bash", ["-c", script], cwd=tmp_path, env=environment, timeout=300, dimensions=(30, 100)
    )
    shell.expect("0 of 3 done")
    shell.send("1")
    shell.expect("1 of 3 done")
    shell.send("q")
    # Bob says of all three what ann did not say of the one she labelled.
    shell.expect("0 of 1 decided")
    shell.send("2")
    shell.expect("Partial. Why")
    shell.send("A part of it.\x13")
    shell.expect("The one open item is decided")
    shell.send("q")
    # A pack is labelled by somebody else: its four items, one of them twice.
    shell.expect("0 of 5 done")
    shell.send("1")
    shell.expect("1 of 5 done")
    shell.send("q")
    shell.expect("1 labels? of bob (is|are) new")
    shell.expect(r"ann\s+(http://127\.0\.0\.1:\d+/\S+)")
    link = shell.match.group(1).decode()
    shell.expect_exact("Ctrl+C ends")
    with urllib.request.urlopen(link, timeout=30) as page:
        assert page.status == 200
    shell.sendintr()
    shell.expect_exact("Ended. Every label that was shown as done is stored.")
    shell.expect(pexpect.EOF)
    shell.close()
    assert shell.exitstatus == 0, shell.before
    assert (tmp_path / "study" / "reports" / "pilot" / "report.json").is_file()


def test_the_readmes_figure_for_the_lexical_judge(tmp_path: Path, shared_data: Path) -> None:
    (script,) = blocks("sh shared", "README.md")
    printed = run_beside_shared(script, tmp_path, shared_data)
    assert re.search(r"the same level +43\.7 %", printed), printed


def test_the_comparison_of_judges_says_what_the_document_says(
    tmp_path: Path, shared_data: Path
) -> None:
    (script,) = blocks("sh shared", "judges.md")
    printed = run_beside_shared(script, tmp_path, shared_data)
    words = " ".join(printed.split())
    assert "gpt-4-0613 is the best of the 3." in words
    assert "gpt-3.5-turbo-0613 and lexical: lexical is ahead by 2.3 points" in words
    assert re.search(r"1 gpt-4-0613 +65\.0 %", printed), printed
    for figure in ("41.3 %", "43.7 %"):
        assert figure in printed
    assert re.search(r"1 − 2 +300 +46\.3 % +161", printed), printed
    folder = tmp_path / "checkout" / "judges" / "reports" / "wice-judges"
    assert (folder / "judges.json").is_file()


def test_the_readme_shows_what_the_demo_prints(run: Run, tmp_path: Path) -> None:
    (shown,) = blocks("text")
    printed = run("demo", tmp_path / "demo", "--simulate").out
    lines = [line.rstrip() for line in printed.splitlines()]
    for line in shown.splitlines():
        assert line.rstrip() in lines


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_and_tests_that_a_document_names_are_there(document: Path) -> None:
    text = document.read_text()
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", text):
        assert (document.parent / target).exists(), target
    for path, name in re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", text):
        assert f"def {name}(" in (REPOSITORY / path).read_text(), name
    for path in re.findall(r"`((?:tests|docs|benchmarks|labels|corpus)/[\w/.-]+)`", text):
        assert (REPOSITORY / path).exists(), path


def test_the_words_for_a_verdict_are_those_of_the_table() -> None:
    from labels.interchange.scale import SUPPORT_WORDS, normal

    text = (REPOSITORY / "docs" / "formats.md").read_text()
    rows = re.findall(r"^\| `(\w+)` \| (supported, .*|partial, .*|unsupported, .*) \|$", text, re.M)
    assert len(rows) == 3
    for support, words in rows:
        for word in words.replace(", and the three failure types", "").split(", "):
            assert SUPPORT_WORDS[normal(word)] == support, word
    told = {normal(word) for _, words in rows for word in words.split(", ")}
    untold = set(SUPPORT_WORDS) - told - {"1.0", "0.0"}
    assert untold == {"right_doc_wrong_passage", "wrong_document", "unsupported_claim"}


def test_the_columns_are_those_of_the_table() -> None:
    from labels.interchange.columns import ALIASES

    text = (REPOSITORY / "docs" / "formats.md").read_text()
    for ours, aliases in ALIASES.items():
        assert f"`{ours}`" in text, ours
        for alias in aliases:
            assert f"`{alias}`" in text, alias


def test_make_knows_the_two_commands() -> None:
    for target in ("demo", "test"):
        subprocess.run(
            ["make", "--dry-run", target], cwd=REPOSITORY, check=True, capture_output=True
        )
