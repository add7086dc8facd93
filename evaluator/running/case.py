"""A case on its way through the stages: what one configuration makes of one question."""

from dataclasses import dataclass, field

from corpus.answers.claims import AnswerClaims
from evaluator.configuration import Configuration
from labels.golden import GoldenQuestion
from labels.item import Citation
from labels.run import Analysed, Answered
from labels.verdict import Verdict

Content = tuple[str, str]
"""A cited passage's id and the hash of question, claim and passage."""


@dataclass(kw_only=True)
class JudgedCase:
    """Citations of a run with what a judge says of them."""

    run: str
    citations: list[Citation] = field(default_factory=list)
    verdicts: dict[str, Verdict] = field(default_factory=dict)
    """By the citation's uid; absent: missing, with a stored cause."""
    verdict_seqs: dict[str, int] = field(default_factory=dict)
    """The request that each verdict came from, by the citation's uid."""
    settled: set[str] = field(default_factory=set)
    """The uids of citations whose verdict is on disk and does not change any more."""
    failures: dict[str, int] = field(default_factory=dict)
    """How often the judge was asked in vain in earlier processes, by the citation's uid."""
    carried: frozenset[Content] | None = None
    """What was judged in the run that this one mends, its verdicts carried over: only what is open
    is asked about. None: this run mends no other."""


@dataclass(kw_only=True)
class AnsweredCase(JudgedCase):
    """One question with an answer that is there; each later stage fills its part."""

    question: GoldenQuestion
    answered: Answered | None = None
    """None: generation failed, with a stored cause."""
    spans: AnswerClaims | None = None
    analysed: Analysed | None = None
    """None for a refusal, which claims nothing, and where there is no answer."""
    searched: set[str] = field(default_factory=set)
    """Claim ids whose support was searched for in an earlier process."""
    search_failures: dict[str, int] = field(default_factory=dict)
    """How often a search was asked for in vain in earlier processes, by claim id."""


@dataclass(kw_only=True)
class RunCase(AnsweredCase):
    """One question under one configuration that is still to answer it."""

    configuration: Configuration
