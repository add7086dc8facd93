"""A second time, a shared sample, a pack from elsewhere: on the screen."""

import subprocess
from pathlib import Path

from corpus.workspace import Workspace
from labels import rubric
from labels.outcome import Choice
from labels.store.packing import pack
from labels.store.queue import Decision, open_queue
from tests.annotator.conftest import CitationOf, Open, Sit, Sitting, StudyOf, events_of
from tests.annotator.test_plain import COMMAND, answered
from tests.conftest import Run


def painted(sitting: Sitting) -> list[list[tuple[str, str]]]:
    """The screen but for the two lines of progress: every piece of text with its style."""
    strips = sitting.app.screen._compositor.render_strips()
    return [[(piece.text, str(piece.style)) for piece in strip] for strip in strips[2:]]


async def test_a_second_showing_is_byte_for_byte_a_first_one(
    sit: Sit, study_of: StudyOf, citation: CitationOf
) -> None:
    study = study_of((citation(number) for number in range(10)), repeat=4)
    first: dict[str, list[list[tuple[str, str]]]] = {}
    again = 0
    async with sit(study, size=(120, 40)) as sitting:
        assert "0 of 14 done" in sitting.text
        await sitting.press("t", "x", "ctrl+s", "3", "n", "u", "1")
        for done in range(1, 14):
            assert f"{done} of 14 done" in sitting.text
            shown = painted(sitting)
            if sitting.claim in first:
                again += 1
                assert shown == first[sitting.claim]
            first.setdefault(sitting.claim, shown)
            await sitting.press("t", "x", "ctrl+s", "3", "n")
        assert "14 of 14 done" in sitting.text
        assert "All 14 items are labelled." in sitting.text
    assert again >= 3  # the very first item of all, with nothing to undo, is not among them
    labels = [row for row in sitting.events if row["kind"] == "label"]
    assert sum(row["again"] == 1 for row in labels) == 4


async def test_undo_goes_back_over_a_second_showing(
    sit: Sit, study_of: StudyOf, citation: CitationOf
) -> None:
    study = study_of((citation(number) for number in range(3)), repeat=1)
    async with sit(study) as sitting:
        await sitting.press("1", "1", "1")
        last = sitting.claim
        await sitting.press("2")
        assert "4 of 4 done" in sitting.text
        await sitting.press("u")
        assert sitting.claim == last
        await sitting.press("j")
        kept = [(row["kind"], row["choice"], row["again"]) for row in sitting.events]
    assert kept[-3:] == [
        ("label", "partial", 1),
        ("undo", None, 1),
        ("label", "cannot_judge", 1),
    ]


async def test_what_others_label_meanwhile_is_not_asked_for_any_more(
    sit: Sit, study_of: StudyOf, citation: CitationOf
) -> None:
    study = study_of((citation(number) for number in range(12)), overlap=0.0)
    async with sit(study, annotator="ann") as sitting:
        assert "0 of 12 done" in sitting.text
        here = sitting.claim
        with open_queue(study, None, "bob", rubric.in_force(study)) as queue:
            for item_id in queue._order:
                if queue.item(item_id).claim != here and queue.done < 9:
                    queue.label(item_id, Decision(choice=Choice.SUPPORTED), 1.0)
        await sitting.press("1")
        assert "1 of 3 done" in sitting.text
        await sitting.press("1", "1")
        assert "All 3 items are labelled." in sitting.text


def test_a_pack_is_labelled_without_a_study_and_comes_back(
    terminal: Open, run: Run, twelve: Workspace, tmp_path: Path
) -> None:
    file = tmp_path / "bob.pack"
    pack(twelve, None, "bob", file)
    (tmp_path / "elsewhere").mkdir()
    elsewhere = file.rename(tmp_path / "elsewhere" / "bob.pack")
    shown = terminal(None, "--pack", str(elsewhere), size=(120, 40))
    shown.wait("0 of 12 done")
    assert "bob" in shown.read()
    for done in range(1, 13):
        shown.child.send("1")
        shown.wait(f"{done} of 12 done")
    assert "crosssource sample merge bob.pack" in shown.wait("Tell whoever set this up")
    shown.child.send("q")
    ended = " ".join(shown.end().split())
    assert "12 of 12 labelled; send" in ended
    assert "they run: crosssource sample merge bob.pack" in ended
    ran = run("sample", "merge", elsewhere, "--workspace", twelve.root)
    assert "12 labels of bob are new in the sample 'pilot'" in ran.err


def test_what_pack_cannot_be_labelled_is_said_before_the_app_starts(
    terminal: Open, twelve: Workspace, tmp_path: Path
) -> None:
    file = tmp_path / "bob.pack"
    pack(twelve, None, "bob", file)
    for arguments, words in (
        (["--pack", "nowhere.pack"], "There is no file nowhere.pack"),
        (["--pack", str(twelve.database)], "is no pack"),
        (["--pack", str(file), "--annotator", "eve"], "was made for 'bob', not for 'eve'"),
        (["--pack", str(file), "--sample", "pilot"], "a pack holds one sample"),
    ):
        shown = terminal(None, *arguments, size=(300, 24))
        assert words in shown.end().replace("\n", "")


async def test_an_item_that_comes_again_is_not_among_ones_own_meanwhile(
    sit: Sit, study_of: StudyOf, citation: CitationOf
) -> None:
    study = study_of((citation(number) for number in range(3)), repeat=1)
    async with sit(study, size=(100, 30)) as sitting:
        await sitting.press("1", "1", "1")
        again = sitting.claim
        assert "You said" not in sitting.text
        await sitting.press("g")
        assert again not in sitting.text
        await sitting.press("enter", "2")
        changed = sitting.events[-1]
        assert sitting.claim == again
        await sitting.press("j", "g", "f")
        assert again not in sitting.text, "its label is the first one"
    assert (changed["claim"] != again, changed["choice"], changed["again"]) == (
        True, "partial", None,
    )  # fmt: skip


def test_line_by_line_a_second_showing_is_like_a_first_one(
    study_of: StudyOf, citation: CitationOf
) -> None:
    study = study_of((citation(number) for number in range(3)), repeat=1)
    out = answered(study, "1", "1", "1", "2", "q").stdout.decode()
    assert "You said" not in out
    assert "3 of 4 done" in out
    said = [(row["choice"], row["again"]) for row in events_of(study)]
    assert said == [("supported", None)] * 3 + [("partial", 1)]


def test_a_pack_is_labelled_line_by_line(twelve: Workspace, tmp_path: Path, run: Run) -> None:
    file = tmp_path / "bob.pack"
    pack(twelve, None, "bob", file)
    command = [*COMMAND, "--pack", str(file)]
    ran = subprocess.run(command, input=b"1\n2\nq\n", capture_output=True, check=True)
    assert f"2 of 12 labelled; go on with: crosssource label --pack {file} --plain" in (
        ran.stderr.decode()
    )
    assert "2 labels of bob are new" in run("sample", "merge", file, "--workspace", twelve.root).err
