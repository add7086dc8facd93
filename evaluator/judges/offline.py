"""The lexical judge as a judge of a run: verdicts with its provenance, searches over candidates."""

from dataclasses import dataclass

from evaluator.judges.lexical import LexicalJudge
from evaluator.judges.support_search import SearchFinding, SearchTask, Supporter
from labels.item import Citation
from labels.outcome import Support
from labels.verdict import Judge, Verdict


@dataclass(frozen=True, slots=True)
class LexicalRunJudge:
    """Words, numbers, negations and quotations, counted; see `lexical` for what it is worth."""

    lexical: LexicalJudge

    @property
    def identity(self) -> Judge:
        """The same as in every other use of this judge."""
        return Judge(name="lexical", provenance=self.lexical.provenance())

    def verdict(self, citation: Citation) -> Verdict:
        """The verdict, without a searched category."""
        item = citation.item
        found = self.lexical.judge(item.question, item.claim, item.passage)
        return Verdict(
            citation=citation,
            judge=self.identity,
            support=found.support,
            evidence=found.evidence,
            reason=found.reason,
            raw=str(found.support),
        )

    def search(self, task: SearchTask) -> SearchFinding:
        """Which candidates support the claim in full."""
        supporters = []
        for candidate in task.candidates:
            found = self.lexical.judge(task.question, task.claim, candidate.text)
            if found.support is Support.SUPPORTED:
                one = Supporter(passage_id=candidate.passage_id, evidence=found.evidence)
                supporters.append(one)
        return SearchFinding(task=task, supporters=tuple(supporters))
