"""What supports a claim, if its cited passages do not: which passages to try, and what follows.

Other passages of the cited documents are tried first, then what was retrieved, then the corpus,
each by BM25. From those that support the claim in full follow the failure category of each
unsupported citation, with the passage named, and whether the retrieved passages support the claim
(faithfulness). Who judges the candidates, a model or the lexical judge, makes no difference here.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from corpus.document import Passage
from corpus.engines import Searcher
from labels.case import AtomicClaim, ClaimKind
from labels.outcome import Category, Support
from labels.verdict import Verdict

Source = Callable[[Passage], str]
"""What a reader is told of a passage: title, page, part; empty where nothing is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Depths:
    """How many passages are tried for a claim; each 0 or more."""

    document: int = 2
    """Of each cited document."""
    retrieved: int = 5
    """Of those put before the generator. Fewer than there are: whether they support it stays open
    unless one does."""
    corpus: int = 2
    """Of all others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A passage to try."""

    passage_id: str
    text: str
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchTask:
    """A claim whose support is looked for."""

    run: str
    case_id: str
    claim_id: str
    question: str
    claim: str
    unsupported: tuple[str, ...]
    """Cited ids that were judged unsupported: each gets a category."""
    supported: tuple[str, ...]
    """Cited ids that were judged supported: they count as found."""
    partial: tuple[str, ...]
    """Cited ids that were judged partial."""
    retrieved: tuple[str, ...]
    """Passage ids put before the generator."""
    candidates: tuple[Candidate, ...]
    """In the order tried; none that was judged already, none twice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Supporter:
    """A passage that supports a claim in full."""

    passage_id: str
    evidence: str
    """Verbatim from the passage."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchFinding:
    """What a search found."""

    task: SearchTask
    supporters: tuple[Supporter, ...]
    """Of the candidates, in their order."""

    def category(self, cited: str) -> Category:
        """Why an unsupported citation fails."""
        passage_id = self.supporting(cited)
        if passage_id is None:
            return Category.UNSUPPORTED_CLAIM
        same = _document(passage_id) == _document(cited)
        return Category.RIGHT_DOC_WRONG_PASSAGE if same else Category.WRONG_DOCUMENT

    def supporting(self, cited: str) -> str | None:
        """The passage that should have been cited: of the same document, else of another; None
        where none was found."""
        found = (*self.task.supported, *(one.passage_id for one in self.supporters))
        inside = (passage for passage in found if _document(passage) == _document(cited))
        return next(inside, found[0] if found else None)

    @property
    def supported_by_retrieved(self) -> bool | None:
        """Whether a retrieved passage supports the claim in full; None where not all of them were
        judged and none of those judged does."""
        task = self.task
        retrieved = set(task.retrieved)
        found = {*task.supported, *(one.passage_id for one in self.supporters)}
        if retrieved & found:
            return True
        tried = {*task.unsupported, *task.partial, *(one.passage_id for one in task.candidates)}
        return False if retrieved <= tried | found else None

    def categorised(self, verdict: Verdict) -> Verdict:
        """An unsupported verdict on a citation of the claim, with its category.

        Raises:
            ValueError: the verdict is not an unsupported one.
        """
        if verdict.support is not Support.UNSUPPORTED:
            raise ValueError(f"a verdict {verdict.support!r} needs no category")
        cited = verdict.citation.cited
        passage_id = self.supporting(cited)
        tried = len(self.task.candidates)
        words = f"{passage_id} supports it" if passage_id else f"none of {tried} others supports it"
        reason = "; ".join(filter(None, (verdict.reason, words)))
        return replace(verdict, category=self.category(cited), reason=reason)


def search_tasks(
    claims: Sequence[AtomicClaim],
    verdicts: Iterable[Verdict],
    retrieved: Sequence[Passage],
    index: Searcher,
    *,
    run: str,
    case_id: str,
    question: str,
    depths: Depths | None = None,
    source: Source = lambda _: "",
) -> list[SearchTask]:
    """The searches that an answer needs.

    A claim is searched for where a citation of it is unsupported, and where it is factual and no
    retrieved passage is known to support it. For the other factual claims the answer is known: they
    are supported by a retrieved passage.

    Args:
        claims: of the answer.
        verdicts: of one judge on its citations.
        retrieved: the passages put before the generator, the best first.
        index: over the whole corpus.
        run: of the answer.
        case_id: of the question.
        question: as asked.
        depths: None takes the defaults.
        source: what a reader is told of a passage.
    """
    by_claim: dict[str, list[Verdict]] = {}
    for verdict in verdicts:
        by_claim.setdefault(verdict.citation.claim_id, []).append(verdict)
    tasks = []
    for claim in claims:
        mine = by_claim.get(claim.claim_id, [])
        cited = {level: _cited(mine, level) for level in Support}
        if not _needs_search(claim, cited, retrieved):
            continue
        judged = {passage_id for ids in cited.values() for passage_id in ids}
        found = _candidates(
            claim, cited[Support.UNSUPPORTED], judged, retrieved, index, depths or Depths()
        )
        tasks.append(
            SearchTask(
                run=run,
                case_id=case_id,
                claim_id=claim.claim_id,
                question=question,
                claim=claim.text,
                unsupported=cited[Support.UNSUPPORTED],
                supported=cited[Support.SUPPORTED],
                partial=cited[Support.PARTIAL],
                retrieved=tuple(passage.id for passage in retrieved),
                candidates=tuple(
                    Candidate(passage_id=passage.id, text=passage.text, source=source(passage))
                    for passage in found
                ),
            )
        )
    return tasks


def known_support(
    claim: AtomicClaim, verdicts: Iterable[Verdict], retrieved: Iterable[str]
) -> bool | None:
    """True where a verdict says that a retrieved passage supports the claim; else None: not
    known."""
    mine = [verdict for verdict in verdicts if verdict.citation.claim_id == claim.claim_id]
    return True if set(_cited(mine, Support.SUPPORTED)).intersection(retrieved) else None


def _needs_search(
    claim: AtomicClaim, cited: dict[Support, tuple[str, ...]], retrieved: Sequence[Passage]
) -> bool:
    if cited[Support.UNSUPPORTED]:
        return True
    known = {passage.id for passage in retrieved}.intersection(cited[Support.SUPPORTED])
    return claim.kind is ClaimKind.FACTUAL and not known


def _cited(verdicts: Iterable[Verdict], level: Support) -> tuple[str, ...]:
    return tuple(v.citation.cited for v in verdicts if v.support is level)


def _candidates(
    claim: AtomicClaim,
    unsupported: Sequence[str],
    judged: set[str],
    retrieved: Sequence[Passage],
    index: Searcher,
    depths: Depths,
) -> list[Passage]:
    """The passages to try, none twice and none that was judged."""
    found: dict[str, Passage] = {}

    def take(passages: Iterable[Passage], most: int) -> None:
        for passage in passages:
            if most <= 0:
                return
            if passage.id not in judged and passage.id not in found:
                found[passage.id] = passage
                most -= 1

    for document in dict.fromkeys(_document(cited) for cited in unsupported):
        take(_ranked(index, claim.text, sys.maxsize, document), depths.document)
    take(retrieved[: depths.retrieved], depths.retrieved)
    take(_ranked(index, claim.text, depths.corpus + len(judged) + len(found)), depths.corpus)
    return list(found.values())


def _ranked(index: Searcher, words: str, k: int, document: str | None = None) -> Iterator[Passage]:
    return (hit.passage for hit in index.search(words, k, document_id=document))


def _document(passage_id: str) -> str:
    return passage_id.rpartition(":")[0]
