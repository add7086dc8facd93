"""What the variables of other people's tests are called, and which metric is about support.

A test's variables have whatever names its author gave them. These are the usual ones; `--map` names
others.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any

CLAIM = ("claim", "statement", "claim_text", "hypothesis")
PASSAGE = (
    "passage",
    "passages",
    "context",
    "contexts",
    "retrieved_contexts",
    "retrieval_context",
    "retrieved_context",
    "documents",
    "retrieved_documents",
    "docs",
    "evidence",
    "source_text",
    "premise",
)
QUESTION = ("question", "query", "user_input", "input", "prompt", "inputs", "user_query")
ANSWER = ("answer", "response", "output", "actual_output", "completion", "generation", "outputs")
REFERENCE = (
    "reference",
    "reference_answer",
    "ground_truth",
    "expected_output",
    "expected",
    "target",
    "ground_truths",
    "reference_output",
    "reference_outputs",
)
CITED = ("citation", "cited_id", "passage_id", "chunk", "chunk_ref")
CASE = ("case_id", "question_id", "query_id", "qid", "example_id")
_DOCUMENT = ("doc_id", "document_id")
_CHUNK = ("chunk_id", "chunk_index")

_SUPPORT = re.compile(
    r"faithful|ground(?!_truth)|support|hallucinat|entail|\bnli\b|factual_?consist", re.IGNORECASE
)
_CITATION = re.compile(r"attribut|citation", re.IGNORECASE)


def first(values: Mapping[str, Any], names: Iterable[str]) -> Any:
    """The value of the first of the names that is there; None where none is.

    Upper and lower case, spaces, hyphens and underscores make no difference.
    """
    known = {plain(name): value for name, value in values.items()}
    for name in names:
        if known.get(name) is not None:
            return known[name]
    return None


def has(values: Mapping[str, Any], names: Iterable[str]) -> bool:
    """Whether one of the names is there, blank or not."""
    return first(values, names) is not None


def cited(values: Mapping[str, Any]) -> str:
    """The cited passage's id: as it is written, or made of document and chunk."""
    written = first(values, CITED)
    if isinstance(written, str | int):
        return str(written)
    document, chunk = first(values, _DOCUMENT), first(values, _CHUNK)
    if isinstance(document, str | int) and isinstance(chunk, str | int):
        return f"{document}:{chunk}"
    return ""


def plain(name: str) -> str:
    """`Retrieved-Contexts` and `retrievedContexts` as `retrieved_contexts`."""
    parted = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name.strip())
    return re.sub(r"[\s_-]+", "_", parted).casefold()


def nearness(metric: str) -> int:
    """How near a metric's name is to support: 2 about support, 1 about citations, 0 neither."""
    return 2 if _SUPPORT.search(metric) else 1 if _CITATION.search(metric) else 0


def is_refusal(answer: str) -> bool:
    """Whether a whole answer says that nothing was found: for a count, never for a verdict."""
    return len(answer) <= _LONGEST_REFUSAL and _REFUSAL.search(answer) is not None


_LONGEST_REFUSAL = 300
_REFUSAL = re.compile(
    r"\b(?:could not|couldn.t|cannot|can.t|was unable to|am unable to|did not|didn.t) "
    r"(?:find|locate|answer|determine)\b|\bno (?:answer|information|relevant \w+) (?:was |is )?"
    r"(?:found|available)\b|\b(?:do|does) not (?:contain|provide|include) (?:the |any |enough )?"
    r"(?:answer|information)\b|\bI don.t know\b",
    re.IGNORECASE,
)
