"""What the audit withholds of a sample that can be labelled, it gives away in no other way."""

import json
from pathlib import Path

from corpus.workspace import Workspace
from tests.conftest import Run


def test_nothing_says_which_detector_has_findings_that_are_withheld(
    run: Run, study: Workspace, tmp_path: Path
) -> None:
    """A judge of whom a detector says that it always says the same is known by heart."""
    root = ("--workspace", study.root)
    for name, every in (("always", 1), ("fair", 2)):
        rows = [
            {
                "case_id": f"q{n}", "claim_id": "c",
                "question": f"Who is {name} {n}?", "judge": "j",
                "claim": f"Ann did number {n}.", "passage": f"It was Ann who did number {n}.",
                "judge_label": "supported" if n % every == 0 else "unsupported",
            }
            for n in range(40)
        ]  # fmt: skip
        file = tmp_path / f"{name}.jsonl"
        file.write_text("".join(json.dumps(row) + "\n" for row in rows))
        run("import", file, "--run", name, *root)
    run("sample", "draw", "--supported", "all", "--name", "pilot", *root)
    confirm = ("audit", "confirm", "judge_constant", "--reason", "x")
    refused = [run(*confirm, "--run", name, *root, expect=2).err for name in ("always", "fair")]
    other = run(*confirm[:2], "verdict_by_position", *confirm[3:], *root, expect=2).err
    assert refused[0] == refused[1] == other.replace("verdict_by_position", "judge_constant")
    for narrow in ((), ("--detector", "judge_constant")):
        pages, documents = [], []
        for name in ("always", "fair"):
            page = run("audit", "--run", name, *narrow, *root)
            pages.append(page.out + page.err)
            documents.append(json.loads(run("audit", "--run", name, "--json", *narrow, *root).out))
        assert pages[0] == pages[1]
        assert documents[0] == documents[1]
        assert documents[0]["withheld"] is None
    whole = run("audit", *root).out
    assert "1 finding withheld" in " ".join(whole.split())
    assert "25 detectors found nothing that can be told" in " ".join(whole.split())
    assert (
        json.loads(run("audit", "--detector", "judge_constant", "--json", *root).out)["withheld"]
        is None
    )
    run("sample", "close", "pilot", *root)
    assert "25 detectors found nothing" not in run("audit", *root).out
    run(*confirm, *root)
