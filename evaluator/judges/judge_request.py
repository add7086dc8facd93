"""The request to a model for verdicts, and what its reply says.

One request carries the claims of an answer, each with the passages cited for it and no others, so
that no wrong citation is repaired by a neighbour; ids are local to the request, so that no case,
run or configuration shows. The rubric comes first and is the same in every request: the service may
keep it. Nothing here raises on what a model wrote.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, ConfigDict

from evaluator.configuration import ModelUse
from evaluator.judges.asking import Bounds, again, portions
from evaluator.judges.evidence import evidence_in
from evaluator.judges.one_each import EntryProblem, one_each, text_of
from evaluator.model.request import ModelRequest, SystemBlock
from evaluator.prompts.shapes import TEXT, list_of, one_of, record
from evaluator.prompts.tags import enclosed, tagged
from evaluator.storable import StorableText
from labels.item import Citation
from labels.outcome import Support
from labels.verdict import EVIDENCE_NOT_FOUND, Judge, Verdict

PairKey = tuple[str, str]
"""Claim id and citation as a request writes them."""

_SHAPE = record(
    verdicts=list_of(
        record(
            claim_id=TEXT,
            citation=TEXT,
            support=one_of(*Support),
            evidence_quote=TEXT,
            reason=TEXT,
        )
    )
)


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeRequest:
    """A request, with the citations that it asks about: so every verdict finds its request."""

    request: ModelRequest
    asked: dict[PairKey, Citation]
    """By the ids that the request writes, in its order."""
    attempt: int
    """1 for the first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeReading:
    """What a reply says."""

    verdicts: tuple[Verdict, ...]
    """In the order asked; without a searched category."""
    open: tuple[Citation, ...]
    """Those asked about that got no verdict."""
    problems: tuple[EntryProblem, ...]


class _Entry(BaseModel):
    model_config = ConfigDict(strict=True)
    support: Literal["supported", "partial", "unsupported"]
    evidence_quote: StorableText
    reason: StorableText


def check_judgement(value: object) -> None:
    """For `ModelClient.ask`: raises `ValueError` where a reply holds no list of verdicts.

    Single faulty ones pass here: the good ones are kept, and only the rest is asked again.
    """
    if not isinstance(value, dict) or not isinstance(value.get("verdicts"), list):
        raise ValueError("there is no list of verdicts")  # noqa: TRY004  the client wants this one


def judge_requests(
    citations: Sequence[Citation],
    use: ModelUse,
    system: tuple[SystemBlock, ...],
    bounds: Bounds,
    attempt: int = 1,
) -> list[JudgeRequest]:
    """The requests for citations.

    Args:
        citations: of any answers.
        use: the judge's model.
        system: rubric and instructions.
        bounds: pairs, characters and answers a request.
        attempt: 1 for the first.
    """
    units = [
        unit
        for answer in _by_answer(citations).values()
        for unit in portions(answer, bounds, _size)
    ]
    return [_request(units, use, system, attempt) for units in _pooled(units, bounds)]


def read_judgement(request: JudgeRequest, parsed: object, judge: Judge) -> JudgeReading:
    """The verdicts in a reply.

    Args:
        request: what was asked.
        parsed: the JSON of the reply; anything, None where there is none.
        judge: whose verdicts they are.
    """
    sorted_out = one_each(
        parsed,
        "verdicts",
        request.asked,
        key_of=_key,
        parse=_Entry.model_validate,
        words=lambda key: f"{key[0]} {key[1]}",
    )
    verdicts = [
        _verdict(request.asked[key], entry, judge) for key, entry in sorted_out.good.items()
    ]
    return JudgeReading(
        verdicts=tuple(verdicts),
        open=tuple(c for key, c in request.asked.items() if key not in sorted_out.good),
        problems=sorted_out.problems,
    )


def missing_verdict(citation: Citation, judge: Judge, cause: str) -> Verdict:
    """No verdict, with its cause: counted and shown, never given a value."""
    return Verdict(citation=citation, judge=judge, support=None, reason=cause)


def _key(entry: object) -> PairKey | None:
    claim, cited = text_of(entry, "claim_id"), text_of(entry, "citation")
    return None if claim is None or cited is None else (claim, cited)


def _verdict(citation: Citation, entry: _Entry, judge: Judge) -> Verdict:
    """The verdict of an entry, the evidence rule applied."""
    support = Support(entry.support)
    quote, reason = entry.evidence_quote.strip(), entry.reason.strip()
    evidence = ""
    if support is not Support.UNSUPPORTED:
        evidence = evidence_in(citation.item.passage, quote)
        if not evidence:
            reason = f"{EVIDENCE_NOT_FOUND}: said {support} by “{quote}”; {reason}"
            support = Support.UNSUPPORTED
    return Verdict(
        citation=citation,
        judge=judge,
        support=support,
        evidence=evidence,
        reason=reason,
        raw=entry.support,
    )


def _by_answer(citations: Sequence[Citation]) -> dict[tuple[str, str, str], list[Citation]]:
    answers: dict[tuple[str, str, str], list[Citation]] = {}
    for citation in citations:
        answer = (citation.run, citation.case_id, citation.item.question)
        answers.setdefault(answer, []).append(citation)
    return answers


def _pooled(units: Sequence[list[Citation]], bounds: Bounds) -> Iterator[list[list[Citation]]]:
    """Units of one answer each, as many together as the bounds allow."""
    pool: list[list[Citation]] = []
    for unit in units:
        together = [citation for one in (*pool, unit) for citation in one]
        is_full = len(pool) >= bounds.answers or len(together) > bounds.most
        if pool and (is_full or sum(map(_size, together)) > bounds.characters):
            yield pool
            pool = []
        pool.append(unit)
    if pool:
        yield pool


def _size(citation: Citation) -> int:
    return len(citation.item.passage) + len(citation.item.claim)


def _request(
    units: Sequence[Sequence[Citation]],
    use: ModelUse,
    system: tuple[SystemBlock, ...],
    attempt: int,
) -> JudgeRequest:
    asked: dict[PairKey, Citation] = {}
    shown: list[str] = []
    number = 0
    for unit in units:
        shown.append(tagged("question", unit[0].item.question or "(none)"))
        claims: dict[tuple[str, str], list[Citation]] = {}
        for citation in unit:
            claims.setdefault((citation.claim_id, citation.item.claim), []).append(citation)
        for mine in claims.values():
            number += 1
            shown.append(_task(f"c{number}", mine, asked))
    return JudgeRequest(
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


def _task(claim_id: str, citations: Sequence[Citation], asked: dict[PairKey, Citation]) -> str:
    """A claim with its passages; enters them in `asked`."""
    passages = []
    for citation in citations:
        key = _free_key(claim_id, citation.cited, asked)
        asked[key] = citation
        source = {"source": citation.source} if citation.source else {}
        passages.append(tagged("passage", citation.item.passage, id=key[1], **source))
    claim = tagged("claim", citations[0].item.claim, id=claim_id)
    return enclosed("task", [claim, *passages])


def _free_key(claim: str, cited: str, asked: dict[PairKey, Citation]) -> PairKey:
    """The key under which a citation is asked: its own id, unless no model could write it back."""
    plain = cited == cited.strip().strip("[]") and not set('"<>').intersection(cited)
    if cited and plain and (claim, cited) not in asked:
        return claim, cited
    numbers = (f"p{number}" for number in range(1, len(asked) + 2))
    return next((claim, name) for name in numbers if (claim, name) not in asked)
