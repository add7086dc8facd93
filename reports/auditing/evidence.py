"""What the detectors look at: a study's citations, answers, verdicts, requests and human flags.

Gathered once (`reports.auditing.gathering`) and held with each text once, so that 50,000 verdicts
fit. All of it may know what a judge or a person said; nothing of the labelling app reaches it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from corpus.answers.answer_blocks import Block, blocks_of
from corpus.answers.claims import AnswerClaims, claim_spans
from corpus.answers.markers import ParsedMarkers, parse_markers
from labels.outcome import Category, HarnessBug, Outcome, Support


@dataclass(frozen=True, kw_only=True)  # no slots: what is read of the text is kept
class AnswerText:
    """An answer's text, once for all runs that gave it."""

    id: str
    text: str
    """Empty where the source gave none."""

    @cached_property
    def parsed(self) -> ParsedMarkers:
        """Its markers, as the parser of this version reads them."""
        return parse_markers(self.text)

    @cached_property
    def claims(self) -> AnswerClaims:
        """Its claims, as the parser of this version cuts them."""
        return claim_spans(self.text, self.parsed)

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """Its paragraphs, bullets and headings."""
        return tuple(blocks_of(self.text, self.text))


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedClaim:
    """A citation: the pair of claim and cited passage, as the harness cut it."""

    uid: str
    run: str
    case_id: str
    claim_id: str
    item_id: str
    question: str
    claim: str
    passage: str
    answer: AnswerText
    span: tuple[int, int] | None
    """Where the claim stands in the answer; None where it is not there word for word."""
    cited: str
    """The passage's id as the source writes it; empty where it has none."""

    @property
    def where(self) -> str:
        """`run case claim → passage`, for people."""
        return f"{self.run} {self.case_id} {self.claim_id} → {self.cited or '(no id)'}"


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenAnswer:
    """One answer of one run."""

    run: str
    case_id: str
    question: str
    answer: AnswerText
    own: bool
    """Whether this tool made the run: then its markers are ours and its requests are known."""
    refused: bool
    stop_reason: str
    """Of the request it came from; empty where there was none or it is not known."""
    instructions: str
    """What the generator was told, without the passages; empty where it is not known."""
    unknown: tuple[str, ...] = ()
    """Cited ids that no passage of the corpus has."""
    claims: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Cited ids by claim id, as they were stored; empty for an imported run."""

    @property
    def where(self) -> str:
        """`run case`, for people."""
        return f"{self.run} {self.case_id}"


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenVerdict:
    """What one judge said of one citation."""

    uid: str
    citation: CitedClaim
    judge_id: str
    judge: str
    """Its name."""
    support: Support | None
    category: Category | None
    evidence: str
    reason: str
    request: int | None
    """The request it came from; None where there was none."""
    number: int
    """Its place in the order in which verdicts were stored."""

    @property
    def outcome(self) -> Outcome | None:
        """What is compared with people's; None for a missing verdict."""
        return Outcome.of(self.support, self.category) if self.support else None

    @property
    def where(self) -> str:
        """The citation's, with the judge."""
        return f"{self.citation.where} ({self.judge})"


@dataclass(frozen=True, slots=True, kw_only=True)
class SentRequest:
    """One request to a model service, in figures, with the ids that went out and came back."""

    seq: int
    purpose: str
    """`generate`, `analyse`, `judge`, `search`."""
    model: str
    latency: float | None
    """Seconds; None: it came in a batch."""
    input_tokens: int | None
    output_tokens: int | None
    failed: bool = False
    """Whether its reply could not be used."""
    asked: tuple[str, ...] = ()
    """`claim passage`, of a request for verdicts, in its order."""
    answered: tuple[str, ...] = ()
    """The same of its reply."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HumanFlag:
    """A harness bug that a person reported while labelling, or an adjudicator decided."""

    citation: CitedClaim
    sample: str
    bug: HarnessBug
    by: tuple[str, ...]
    """Who said so."""
    note: str


@dataclass(frozen=True, kw_only=True)
class Study:
    """All of it."""

    citations: tuple[CitedClaim, ...]
    answers: tuple[GivenAnswer, ...]
    verdicts: tuple[GivenVerdict, ...]
    requests: tuple[SentRequest, ...] = ()
    flags: tuple[HumanFlag, ...] = ()
    corpus: Mapping[str, str] = field(default_factory=dict)
    """The text of every passage of the study's corpus, by id; empty where it has none."""
    open_items: frozenset[str] = frozenset()
    """Items of samples that are open for labelling."""
    open_samples: frozenset[str] = frozenset()

    @cached_property
    def open_runs(self) -> frozenset[str]:
        """Runs that hold content which can still be labelled, drawn from them or from another."""
        return frozenset(one.run for one in self.citations if one.item_id in self.open_items)

    @cached_property
    def by_answer(self) -> dict[tuple[str, str], tuple[CitedClaim, ...]]:
        """The citations of each answer, by run and case."""
        found: dict[tuple[str, str], list[CitedClaim]] = {}
        for one in self.citations:
            found.setdefault((one.run, one.case_id), []).append(one)
        return {key: tuple(citations) for key, citations in found.items()}
