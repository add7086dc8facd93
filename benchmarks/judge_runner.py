"""The runner's side of `judge_calls.py`: 450 judge calls of one item each, every verdict committed.

`prepare` makes a study with an imported run of so many citations; it is not timed. `our_runner` is
the timed process: it opens the study, asks for each citation by itself, and commits each verdict
with its request and response before the next call goes out.
"""

import json
import os
import re
import sqlite3
import tempfile
from pathlib import Path
from typing import Any

STUDY = "CROSSSOURCE_BENCHMARK_STUDY"
PASSAGE = (
    "The court affirmed the judgment in part, reversed it in part, and remanded the case. " * 25
)


def prepare(calls: int) -> Path:
    """A study with `calls` citations under the run `bench`, in a new temporary folder."""
    from corpus.workspace import Workspace
    from labels.item import Citation, Item
    from labels.store import database, verdicts
    from labels.store.creating import create

    folder = Path(tempfile.mkdtemp()) / "study"
    create(folder)
    source = verdicts.RunSource(run="bench", origin="benchmark", sha256="0")
    citations = [
        Citation(
            run="bench",
            case_id=f"q{number}",
            claim_id="c1",
            item=Item(
                question="What did the court do?",
                claim=f"Claim {number}: the court affirmed the judgment.",
                passage=PASSAGE,
            ),
            answer="",
            cited=f"case:{number}",
            source="",
            config="",
            importance=None,
            fields={},
        )
        for number in range(calls)
    ]
    with (
        database.opened(Workspace(folder)) as connection,
        database.transaction(connection),
    ):
        verdicts.record_citations(connection, source, citations)
    return folder


async def our_runner(calls: int, concurrency: int) -> None:
    """Judge the run `bench` of the study that the environment names."""
    from corpus.settings import Settings
    from corpus.workspace import Workspace
    from evaluator.model.credentials import host_of
    from evaluator.running.judge_again import judge_again
    from evaluator.running.plan import chosen_judge
    from evaluator.running.session import AskingOptions, asking, prices_of
    from labels import rubric

    workspace, settings = Workspace(Path(os.environ[STUDY])), Settings()
    judge = chosen_judge(
        "anthropic", settings, rubric.in_force(workspace), host_of(), "claude-haiku-4-5"
    )
    options = AskingOptions(concurrency=concurrency)
    async with asking(workspace, options, prices_of(settings)) as (writer, asker):
        await judge_again("bench", judge, settings, writer, asker)
    connection = sqlite3.connect(workspace.database)
    ((stored,),) = connection.execute("SELECT count(*) FROM verdict").fetchall()
    connection.close()
    assert stored == calls, stored


def answer(body: dict[str, Any]) -> str:
    """What the server says: supported, with a quote that stands in the passage."""
    text = body["messages"][0]["content"]
    if "<task>" not in text:
        values = dict.fromkeys(("claim_id", "support", "evidence", "reason"), "supported")
        return json.dumps(values)
    entries = [
        {
            "claim_id": claim,
            "citation": citation,
            "support": "supported",
            "evidence_quote": "The court affirmed the judgment in part",
            "reason": "It says so.",
        }
        for claim, citation in zip(
            re.findall(r'<claim id="([^"]+)"', text),
            re.findall(r'<passage id="([^"]+)"', text),
            strict=True,
        )
    ]
    return json.dumps({"verdicts": entries})
