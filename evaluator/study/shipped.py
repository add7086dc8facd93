"""The shipped study, typed: what `crosssource demo` runs on without a network.

The State of Tamarack, its courts, parties, statutes and reporters are invented; the opinions were
written for this project. Everything in the folder was written by a machine and says so. The
truth was planted together with the answers, citation by citation, against passages of
`PASSAGE_WORDS` words; with another length the passage ids of the answers mean other texts.
"""

import json
from dataclasses import dataclass
from importlib import resources
from typing import Any

from corpus.document import Document, Part
from evaluator.answering.generation import REFUSAL as REFUSAL
from labels.outcome import Category, Choice, HarnessBug

PASSAGE_WORDS = 45
"""The target length at which the cited passage ids and the truth hold: a few sentences, all of them
on a screen of 80 by 24, so that a new annotator has read ten items in three minutes."""
RETRIEVED = 40
"""Passages retrieved for a question: in words, about what a new study's five are."""
CONFIGURATIONS = ("baseline", "strict")
"""The configurations whose answers ship; `baseline` has more faults."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShippedClaim:
    """A claim as the harness cut it from the answer."""

    claim_id: str
    """`c1`, `c2` …, within one answer."""
    claim: str
    """Verbatim in the answer, without its marker; punctuation only where the harness failed."""
    importance: int
    """1 to 3."""
    citations: tuple[str, ...]
    """Passage ids; empty for a claim without a citation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShippedAnswer:
    """The answer of one configuration to one golden question."""

    case_id: str
    """The golden question's id."""
    config: str
    question: str
    answer: str
    """With its markers; `REFUSAL` where the configuration refused."""
    claims: tuple[ShippedClaim, ...]
    """In the answer's order; empty for a refusal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Truth:
    """What is true of one citation, and why."""

    config: str
    case_id: str
    claim_id: str
    citation: str
    """The cited passage's id."""
    choice: Choice
    category: Category | None
    """Of an unsupported citation; None for every other."""
    bug: HarnessBug | None
    """Of a harness bug; None for every other."""
    note: str
    """One sentence: why."""


def documents() -> list[dict[str, Any]]:
    """The documents as rows: id, title, citation, court, decided, text, parts."""
    return _rows("documents.jsonl")


def corpus() -> list[Document]:
    """The documents, each with its parts: a dissent is a part of its own."""
    return [
        Document(**{**row, "parts": tuple(Part(**part) for part in row["parts"])})
        for row in documents()
    ]


def golden_text() -> str:
    """The golden questions, JSON Lines as in a workspace's `golden.jsonl`."""
    return _text("golden.jsonl")


def answers() -> list[ShippedAnswer]:
    """Every answer of every configuration, `baseline` first, in the order of the questions."""
    return [_answer(row) for row in _rows("answers.jsonl")]


def truth() -> list[Truth]:
    """One row for every citation of `answers`, in the same order."""
    return [_truth(row) for row in _rows("truth.jsonl")]


def _answer(row: dict[str, Any]) -> ShippedAnswer:
    claims = tuple(
        ShippedClaim(**{**claim, "citations": tuple(claim["citations"])}) for claim in row["claims"]
    )
    return ShippedAnswer(**{**row, "claims": claims})


def _truth(row: dict[str, Any]) -> Truth:
    return Truth(
        config=row["config"],
        case_id=row["case_id"],
        claim_id=row["claim_id"],
        citation=row["citation"],
        choice=Choice(row["choice"]),
        category=Category(row["category"]) if row["category"] else None,
        bug=HarnessBug(row["bug"]) if row["bug"] else None,
        note=row["note"],
    )


def _rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in _text(name).splitlines()]


def _text(name: str) -> str:
    return resources.files("evaluator.study").joinpath(name).read_text(encoding="utf-8")
