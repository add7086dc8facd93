"""Why an unsupported citation fails: looked for in the corpus, never guessed.

The other passages of the cited document are searched first, then the rest of the corpus; what the
search finds is judged by the same judge. The first passage that supports the claim in full decides.
Where none does, nothing supports it as far as the search and the judge can see: a weak judge makes
weak categories.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

from corpus.document import Passage
from corpus.retrieval import Index
from evaluator.judges.judgement import Judgement, PassageJudge
from labels.outcome import Category, Support

DEPTH = 8
"""Passages judged for each of the two searches. A supporting passage shares the claim's rare
words, so it ranks high or the lexical judge would not see the support either."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Placement:
    """Where the support of a claim was found."""

    category: Category
    passage_id: str | None
    """The passage that supports the claim; None where none was found."""
    judged: int
    """Passages that were judged on the way, the cited one not counted."""

    @property
    def reason(self) -> str:
        """What was found, as the end of a sentence."""
        if self.passage_id is None:
            return f"none of {self.judged} other passages supports it"
        return f"{self.passage_id} supports it"


def place(
    judge: PassageJudge, index: Index, question: str, claim: str, cited: str, depth: int = DEPTH
) -> Placement:
    """Search for the support that the cited passage lacks.

    Args:
        judge: the judge that found the citation unsupported.
        index: over the whole corpus.
        cited: the cited passage's id; one that is not in the corpus names no document there.
        depth: passages judged in the document, and again in the corpus; 1 or more.
    """
    judged = 0
    for category, passage in _candidates(index, claim, cited, depth):
        judged += 1
        if judge.judge(question, claim, passage.text).support is Support.SUPPORTED:
            return Placement(category=category, passage_id=passage.id, judged=judged)
    return Placement(category=Category.UNSUPPORTED_CLAIM, passage_id=None, judged=judged)


def categorised(judgement: Judgement, placement: Placement) -> Judgement:
    """The judgement with its category, the supporting passage named in the reason.

    Raises:
        ValueError: the judgement is not an unsupported one.
    """
    if judgement.support is not Support.UNSUPPORTED:
        raise ValueError(f"a judgement {judgement.support!r} needs no category")
    reason = f"{judgement.reason}; {placement.reason}"
    return replace(judgement, category=placement.category, reason=reason)


def _candidates(
    index: Index, claim: str, cited: str, depth: int
) -> Iterator[tuple[Category, Passage]]:
    """The passages to try, those of the cited document first, none twice."""
    document_id = cited.rpartition(":")[0]
    inside = [hit.passage for hit in index.search(claim, sys.maxsize, document_id=document_id)]
    for passage in [passage for passage in inside if passage.id != cited][:depth]:
        yield Category.RIGHT_DOC_WRONG_PASSAGE, passage
    # However the document's own passages rank, `depth` others are among so many.
    ranked = (hit.passage for hit in index.search(claim, depth + len(inside)))
    others = (passage for passage in ranked if passage.document_id != document_id)
    for passage in islice(others, depth):
        yield Category.WRONG_DOCUMENT, passage
