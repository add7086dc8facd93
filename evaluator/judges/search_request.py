"""Searches for support through a model: pooled over answers, several claims a request.

Each claim stands with its own question and its own candidates. The ids are local to the request,
the rubric is the judge's own. A passage counts only with a quote that stands in it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict

from evaluator.configuration import ModelUse
from evaluator.judges.asking import Bounds, again, portions
from evaluator.judges.evidence import evidence_in
from evaluator.judges.one_each import EntryProblem, one_each, text_of
from evaluator.judges.support_search import SearchFinding, SearchTask, Supporter
from evaluator.model.request import ModelRequest, SystemBlock
from evaluator.prompts.shapes import TEXT, list_of, record
from evaluator.prompts.tags import enclosed, tagged
from evaluator.storable import StorableText

_SHAPE = record(
    claims=list_of(
        record(claim_id=TEXT, supporting=list_of(record(passage=TEXT, evidence_quote=TEXT)))
    )
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchRequest:
    """A request, with the searches that it asks about."""

    request: ModelRequest
    asked: dict[str, SearchTask]
    """By the ids that the request writes, in its order."""
    attempt: int
    """1 for the first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchReading:
    """What a reply says."""

    findings: tuple[SearchFinding, ...]
    """In the order asked."""
    open: tuple[SearchTask, ...]
    """Those asked about that were not answered."""
    problems: tuple[EntryProblem, ...]
    dropped: int
    """Passages that were named with a quote that does not stand in them."""


class _Passage(BaseModel):
    model_config = ConfigDict(strict=True)
    passage: StorableText
    evidence_quote: StorableText


class _Entry(BaseModel):
    model_config = ConfigDict(strict=True)
    claim_id: StorableText
    supporting: list[_Passage]


def check_search(value: object) -> None:
    """For `ModelClient.ask`: raises `ValueError` where a reply holds no list of claims."""
    if not isinstance(value, dict) or not isinstance(value.get("claims"), list):
        raise ValueError("there is no list of claims")  # noqa: TRY004  the client wants this one


def search_requests(
    tasks: Sequence[SearchTask],
    use: ModelUse,
    system: tuple[SystemBlock, ...],
    bounds: Bounds,
    attempt: int = 1,
) -> list[SearchRequest]:
    """The requests for searches, of any answers together.

    Args:
        tasks: a task without a candidate needs no request and must not be here.
        use: the judge's model.
        system: rubric and instructions.
        bounds: claims and characters a request.
        attempt: 1 for the first.
    """
    if any(not task.candidates for task in tasks):
        raise ValueError("a search without a candidate needs no request")
    return [_request(portion, use, system, attempt) for portion in portions(tasks, bounds, _size)]


def read_search(request: SearchRequest, parsed: object) -> SearchReading:
    """The findings in a reply.

    Args:
        request: what was asked.
        parsed: the JSON of the reply; anything, None where there is none.
    """
    sorted_out = one_each(
        parsed,
        "claims",
        request.asked,
        key_of=lambda entry: text_of(entry, "claim_id"),
        parse=lambda entry: _parse(entry, request),
        words=str,
    )
    findings: list[SearchFinding] = []
    named = 0
    for key, entry in sorted_out.good.items():
        supporters = _supporters(request.asked[key], entry)
        named += len(_named(entry))
        findings.append(SearchFinding(task=request.asked[key], supporters=supporters))
    return SearchReading(
        findings=tuple(findings),
        open=tuple(task for key, task in request.asked.items() if key not in sorted_out.good),
        problems=sorted_out.problems,
        dropped=named - sum(len(finding.supporters) for finding in findings),
    )


def _parse(entry: object, request: SearchRequest) -> _Entry:
    read = _Entry.model_validate(entry)
    task = request.asked[read.claim_id.strip().strip("[]")]
    known = {candidate.passage_id for candidate in task.candidates}
    if strange := _named(read).keys() - known:
        raise ValueError(f"names {', '.join(sorted(strange))[:80]}, which is not under the claim")
    return read


def _named(entry: _Entry) -> dict[str, list[str]]:
    """The quotes by the passage they are said to be from."""
    quotes: dict[str, list[str]] = {}
    for passage in entry.supporting:
        quotes.setdefault(passage.passage.strip().strip("[]"), []).append(passage.evidence_quote)
    return quotes


def _supporters(task: SearchTask, entry: _Entry) -> tuple[Supporter, ...]:
    quotes = _named(entry)
    found = []
    for candidate in task.candidates:
        for quote in quotes.get(candidate.passage_id, []):
            if evidence := evidence_in(candidate.text, quote.strip()):
                found.append(Supporter(passage_id=candidate.passage_id, evidence=evidence))
                break
    return tuple(found)


def _size(task: SearchTask) -> int:
    return len(task.claim) + len(task.question) + sum(len(one.text) for one in task.candidates)


def _request(
    tasks: Sequence[SearchTask], use: ModelUse, system: tuple[SystemBlock, ...], attempt: int
) -> SearchRequest:
    asked = {f"c{number}": task for number, task in enumerate(tasks, start=1)}
    shown = [
        enclosed(
            "task",
            [
                tagged("question", task.question or "(none)"),
                tagged("claim", task.claim, id=claim_id),
                *(
                    tagged(
                        "passage",
                        one.text,
                        id=one.passage_id,
                        **({"source": one.source} if one.source else {}),
                    )
                    for one in task.candidates
                ),
            ],
        )
        for claim_id, task in asked.items()
    ]
    return SearchRequest(
        request=ModelRequest.of_text(
            again(attempt) + "\n\n".join(shown),
            model=use.model,
            max_tokens=use.max_tokens,
            system=system,
            schema=_SHAPE,
            settings=use.settings,
            repeat=use.repeat,
        ),
        asked=asked,
        attempt=attempt,
    )
