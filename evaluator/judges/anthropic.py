"""The judge that is a model behind the Messages API: a value, known by all that decides a verdict.

It makes requests and reads replies; sending them, keeping them and asking again within bounds is
the runner's. The rubric is the first block of every request, for verdicts and for searches alike.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from corpus import stamp
from corpus.hashes import text_hash
from evaluator.configuration import ModelUse
from evaluator.judges import judge_request, search_request
from evaluator.judges.asking import MOST_ATTEMPTS, Bounds
from evaluator.judges.judge_request import JudgeReading, JudgeRequest
from evaluator.judges.search_request import SearchReading, SearchRequest
from evaluator.judges.support_search import SearchTask
from evaluator.model.request import SystemBlock
from evaluator.prompts.shipped import Prompt
from labels.item import Citation
from labels.rubric import Rubric
from labels.verdict import Judge

JUDGING = Bounds(most=20, characters=60_000)
"""Pairs a request: some 15,000 tokens at most, so that an answer is one request as a rule."""
SEARCHING = Bounds(most=12, characters=160_000)
"""Claims a request: some 40,000 tokens at most."""


@dataclass(frozen=True, kw_only=True)
class AnthropicJudge:
    """A model that is given the rubric."""

    use: ModelUse
    rubric: Rubric
    """The one in force; people are shown the same text."""
    host: str
    """Of the service: the same name at another address may be another model."""
    prompt: Prompt
    """`judge`, or one's own."""
    search_prompt: Prompt
    """`support_search`, or one's own."""
    judging: Bounds = JUDGING
    searching: Bounds = SEARCHING

    @cached_property
    def identity(self) -> Judge:
        """Named by the model; the provenance holds everything that decides a verdict."""
        first = Judge(
            name=self.use.model,
            provenance={
                "provider": "anthropic",
                "model": self.use.model,
                "host": self.host,
                "prompt": self.prompt.name,
                "prompt_sha256": self.prompt.sha256,
                "search_prompt_sha256": self.search_prompt.sha256,
                "rubric": self.rubric.version,
                "rubric_sha256": text_hash(self.rubric.text),
                "settings": json.dumps(dict(self.use.settings), sort_keys=True),
                "max_tokens": str(self.use.max_tokens),
                "pairs_a_request": str(self.judging.most),
                "answers_a_request": str(self.judging.answers),
                "tool": f"crosssource {stamp.tool_version()}",
            },
        )
        return first.repeated(self.use.repeat)

    def requests(self, citations: Sequence[Citation], attempt: int = 1) -> list[JudgeRequest]:
        """The requests for verdicts on these citations: one an answer unless
        the bounds say otherwise, more of a long one."""
        return judge_request.judge_requests(
            citations, self.use, self._system(self.prompt), self.judging, attempt
        )

    def read(self, request: JudgeRequest, parsed: object) -> JudgeReading:
        """What a reply says; `parsed` may be anything, None where there is no reply."""
        return judge_request.read_judgement(request, parsed, self.identity)

    def unanswered(self, request: JudgeRequest, reading: JudgeReading) -> list[JudgeRequest]:
        """The requests for what a reply left open, smaller ones; empty when it was asked often
        enough, and then those are missing."""
        attempt = request.attempt + 1
        if attempt > MOST_ATTEMPTS:
            return []
        return judge_request.judge_requests(
            reading.open,
            self.use,
            self._system(self.prompt),
            self.judging.after(attempt),
            attempt,
        )

    def search_requests(self, tasks: Sequence[SearchTask], attempt: int = 1) -> list[SearchRequest]:
        """The requests for these searches; those without a candidate need none and are left out."""
        return search_request.search_requests(
            [task for task in tasks if task.candidates],
            self.use,
            self._system(self.search_prompt),
            self.searching,
            attempt,
        )

    def read_search(self, request: SearchRequest, parsed: object) -> SearchReading:
        """What a reply says; `parsed` may be anything, None where there is no reply."""
        return search_request.read_search(request, parsed)

    def unsearched(self, request: SearchRequest, reading: SearchReading) -> list[SearchRequest]:
        """As `unanswered`, of searches."""
        attempt = request.attempt + 1
        if attempt > MOST_ATTEMPTS:
            return []
        return search_request.search_requests(
            reading.open,
            self.use,
            self._system(self.search_prompt),
            self.searching.after(attempt),
            attempt,
        )

    def _system(self, instructions: Prompt) -> tuple[SystemBlock, ...]:
        return (
            SystemBlock(text=self.rubric.text, cached=True),
            SystemBlock(text=instructions.text, cached=True),
        )
