"""What makes something a judge of a run.

Two kinds: one that decides at once, offline; and one that makes requests and reads their replies,
while somebody else sends them. Neither does any I/O here, and neither sees a label.
"""

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from evaluator.judges.judge_request import JudgeReading, JudgeRequest
from evaluator.judges.search_request import SearchReading, SearchRequest
from evaluator.judges.support_search import SearchFinding, SearchTask
from labels.item import Citation
from labels.verdict import Judge, Verdict


@runtime_checkable
class OfflineJudge(Protocol):
    """A judge that needs no service."""

    @property
    def identity(self) -> Judge:
        """Who it is, with its provenance."""
        ...

    def verdict(self, citation: Citation) -> Verdict:
        """The verdict, without a searched category; its support is None where it has none."""
        ...

    def search(self, task: SearchTask) -> SearchFinding | None:
        """Which candidates support a claim; None where this judge cannot be asked."""
        ...


class RequestJudge(Protocol):
    """A judge that is asked through a service."""

    @property
    def identity(self) -> Judge:
        """Who it is, with its provenance."""
        ...

    def requests(self, citations: Sequence[Citation], attempt: int = 1) -> list[JudgeRequest]:
        """The requests for these citations; a further attempt is another request."""
        ...

    def read(self, request: JudgeRequest, parsed: object) -> JudgeReading:
        """What a reply says: verdicts, and what is wrong with the rest of it."""
        ...

    def unanswered(self, request: JudgeRequest, reading: JudgeReading) -> list[JudgeRequest]:
        """The requests for what a reply left open; empty when it was asked often enough."""
        ...

    def search_requests(self, tasks: Sequence[SearchTask], attempt: int = 1) -> list[SearchRequest]:
        """The requests for these searches; a further attempt is another request."""
        ...

    def read_search(self, request: SearchRequest, parsed: object) -> SearchReading:
        """What a reply says of the searches."""
        ...

    def unsearched(self, request: SearchRequest, reading: SearchReading) -> list[SearchRequest]:
        """The requests for what a reply left open; empty when it was asked often enough."""
        ...
