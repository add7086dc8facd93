"""BEIR SciFact as passages, queries and grades; each document is one passage."""

import gzip
import json
from dataclasses import dataclass
from pathlib import Path

from corpus.document import Passage


@dataclass(frozen=True)
class Scifact:
    """The collection."""

    passages: list[Passage]
    queries: dict[str, str]
    grades: dict[str, dict[str, int]]
    """By query, of the passages that answer it."""


def read(folder: Path) -> Scifact:
    """Read it from `shared/data/scifact`."""
    rows = map(json.loads, (folder / "corpus.jsonl").read_text("utf-8").splitlines())
    passages = [
        _passage(row["_id"], f"{row['title']} {' '.join(row['sentences'])}") for row in rows
    ]
    grades: dict[str, dict[str, int]] = {}
    for line in (folder / "qrels.test.txt").read_text("utf-8").splitlines():
        query, _, document, grade = line.split()
        grades.setdefault(query, {})[f"{document}:0"] = int(grade)
    with gzip.open(folder / "topics.test.tsv.gz", "rt", encoding="utf-8") as lines:
        queries = dict(line.rstrip("\n").split("\t", 1) for line in lines)
    return Scifact(passages=passages, queries=queries, grades=grades)


def _passage(document: str, text: str) -> Passage:
    return Passage(document_id=document, index=0, start=0, end=len(text), text=text, part="text")
