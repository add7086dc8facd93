"""Citations through a judge: verdicts, each with the judge's provenance."""

from collections.abc import Iterable, Iterator

from corpus.retrieval import Index
from evaluator.judges.categorise import categorised, place
from evaluator.judges.lexical import LexicalJudge
from labels.item import Citation
from labels.outcome import Support
from labels.verdict import Judge, Verdict


def judged(citations: Iterable[Citation], judge: LexicalJudge, index: Index) -> Iterator[Verdict]:
    """Each citation's verdict; where it is unsupported, with a category that was searched for.

    Args:
        citations: in any order.
        judge: whom to ask.
        index: over the whole corpus, to search for the support that a passage lacks.
    """
    identity = Judge(name="lexical", provenance=judge.provenance())
    for citation in citations:
        item = citation.item
        judgement = judge.judge(item.question, item.claim, item.passage)
        if judgement.support is Support.UNSUPPORTED:
            found = place(judge, index, item.question, item.claim, citation.cited)
            judgement = categorised(judgement, found)
        yield Verdict(
            citation=citation,
            judge=identity,
            support=judgement.support,
            category=judgement.category,
            evidence=judgement.evidence,
            reason=judgement.reason,
            raw=str(judgement.support),
        )
