"""What a run of this tool makes of a question, stage by stage, as it is stored."""

from dataclasses import dataclass

from labels.case import AtomicClaim, Quoting, Retrieved


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """An answer of a run, as it was generated."""

    run: str
    case_id: str
    config: str
    question: str
    answerable: bool
    ground_truth: tuple[str, ...]
    """Passage ids."""
    answer: str
    refused: bool
    widened: bool
    """It took the wider retrieval."""
    retrieved: tuple[Retrieved, ...]
    request_seq: int | None
    """None: made offline."""
    written_by: str = ""
    """Who wrote the question when it was asked, as `golden.jsonl` has it; empty where that is not
    known any more, as of what is read back from the store."""
    drafted_by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysed:
    """What was found in an answer before any judge."""

    run: str
    case_id: str
    method: str
    """`model`, or `offline` with the reason."""
    claims: tuple[AtomicClaim, ...]
    unknown_citations: tuple[str, ...]
    not_retrieved: tuple[str, ...]
    duplicate_citations: int
    quotes: tuple[Quoting, ...]
    relevance: float | None
    contradicts_reference: bool | None
    request_seq: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Searched:
    """Whether a claim has support elsewhere."""

    run: str
    case_id: str
    claim_id: str
    judge_id: str
    supported_by_retrieved: bool | None
    passage_id: str | None
    """The passage that supports the claim; None: none was found."""
    request_seq: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Failed:
    """Why something is missing."""

    run: str
    case_id: str
    stage: str
    """`generate`, `analyse`, `judge`, `search`."""
    cause: str
    detail: str
    claim_id: str = ""
    cited: str = ""
    judge_id: str | None = None
    request_seq: int | None = None
