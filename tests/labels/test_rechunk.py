"""`crosssource corpus rechunk`: the documents cut anew, and what a person is told of the rest."""

import json

from corpus.storage.library import Library
from corpus.workspace import Workspace
from labels.golden import load_all
from tests.conftest import Run


def set_words(workspace: Workspace, words: int) -> None:
    text = workspace.settings.read_text()
    workspace.settings.write_text(text.replace("words = 350", f"words = {words}"))
    assert f"words = {words}" in workspace.settings.read_text()


def test_a_change_of_the_settings_is_said_and_followed(run: Run, practice: Workspace) -> None:
    at = ("--workspace", practice.root)
    assert "settings say" not in run("corpus", "list", *at).err
    loose = {"id": "w", "question": "Whole?", "supports": [{"passage": "m00000-letter-1:0"}]}
    with practice.golden.open("a") as stream:
        stream.write(json.dumps(loose) + "\n")
    documents = len(Library(practice))
    set_words(practice, 100)
    for command in ("list", "check"):
        said = run("corpus", command, *at).err
        assert f"{documents} documents are cut into passages of about 350 words" in said
        assert "the settings say 100; cut anew with: crosssource corpus rechunk" in said
    before = practice.golden.read_bytes()
    said = run("corpus", "rechunk", "--dry-run", *at).err
    assert f"{documents} documents would be cut into passages of about 100 words" in said
    assert practice.golden.read_bytes() == before
    said = run("corpus", "rechunk", *at).err
    assert f"{documents} documents cut anew: " in said
    assert "1 golden question named whole passages by id alone; their places were" in said
    assert "passages that have other ids now; write them with: crosssource golden check" in said
    assert "1 golden question needs a person" in said
    assert load_all(practice.golden)[-1].history[-1].action == "anchored"
    assert run("corpus", "check", *at).err == f"{documents} documents checked: no fault.\n"
    assert "split\tw" in run("golden", "check", "--fix", *at, expect=1).out
    assert "Nothing to do: every passage is of about 100 words" in run("corpus", "rechunk", *at).err
    found = json.loads(run("retrieval", "--json", *at).out)
    assert found["passed"]  # the isolation checks stand where they stood


def test_for_a_script(run: Run, practice: Workspace) -> None:
    at = ("--workspace", practice.root)
    set_words(practice, 100)
    before = Library(practice).register().passages
    made = json.loads(run("corpus", "rechunk", "--json", *at).out)
    assert (made["words"], made["passages_before"]) == (100, before)
    assert made["passages"] == Library(practice).register().passages > before
    assert (made["anchored"], made["runs"]) == (0, 0)
    assert made["questions"]["broken"] == made["questions"]["isolation"] == 0
    run("golden", "check", "--fix", *at)


def test_what_is_malformed_is_refused_before_anything_is_cut(run: Run, practice: Workspace) -> None:
    set_words(practice, 100)
    before = Library(practice).passages_path.read_bytes()
    practice.isolation.write_text("x\n")
    assert (
        "isolation.jsonl, line 1"
        in run("corpus", "rechunk", "--workspace", practice.root, expect=2).err
    )
    assert Library(practice).passages_path.read_bytes() == before
