"""The same judge asked again, as a judge of its own: what it is asked is the same, word for word.

An answer that is kept is not asked for twice, so a repeat is known by its number wherever answers
and verdicts are kept; nothing of it goes over the wire.
"""

from dataclasses import dataclass, replace

from evaluator.judges.anthropic import AnthropicJudge
from evaluator.judges.protocol import OfflineJudge, RequestJudge
from evaluator.judges.support_search import SearchFinding, SearchTask
from labels.item import Citation
from labels.verdict import Judge, Verdict


@dataclass(frozen=True, slots=True)
class RepeatedOffline:
    """An offline judge, asked again."""

    judge: OfflineJudge
    number: int
    """2 or more."""

    @property
    def identity(self) -> Judge:
        """The judge's own with the number of the repeat."""
        return self.judge.identity.repeated(self.number)

    def verdict(self, citation: Citation) -> Verdict:
        """What the judge says now."""
        return replace(self.judge.verdict(citation), judge=self.identity)

    def search(self, task: SearchTask) -> SearchFinding | None:
        """What the judge finds now."""
        return self.judge.search(task)


def repeated(judge: OfflineJudge | RequestJudge, number: int) -> OfflineJudge | RequestJudge:
    """The judge as it is asked for the `number`-th time; the first time, the judge itself."""
    if number == 1:
        return judge
    if isinstance(judge, AnthropicJudge):
        return replace(judge, use=replace(judge.use, repeat=number))
    if isinstance(judge, OfflineJudge):
        return RepeatedOffline(judge, number)
    raise TypeError(f"{type(judge).__name__} cannot be asked again")
