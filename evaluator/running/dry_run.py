"""What a run will ask for, before a cent is spent.

What is kept from an earlier process counts as it is. What follows answers that are not there yet is
counted on stand-ins: the extractive generator's answers, the claims of the rules, and one citation
in four unsupported. The sums are estimates, and say so.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from evaluator.answering.extractive import extractive_answer
from evaluator.answering.generation import read_answer
from evaluator.claims.analysis import check_analysis
from evaluator.judges.anthropic import AnthropicJudge
from evaluator.judges.judge_request import JudgeRequest, check_judgement
from evaluator.model.prices import Estimate, PriceList
from evaluator.model.request import ModelRequest
from evaluator.running.analysing import analyse_by_rules, analyse_reply, analysing
from evaluator.running.answering import Asking, first_asking, is_offline, stand_in, wider_asking
from evaluator.running.asking import Cache
from evaluator.running.case import RunCase
from evaluator.running.judging import citations_of
from evaluator.running.material import Material
from evaluator.running.plan import RunPlan
from evaluator.running.searching import tasks_of
from labels.outcome import Support
from labels.verdict import Verdict

EXPECTED_TOKENS = {"generate": 300, "analyse": 700, "judge": 500, "search": 400}
"""Of a usual answer, by purpose."""

UNSUPPORTED_EVERY = 4
"""One citation in so many is taken to be unsupported, and so to need a search."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StageEstimate:
    """One purpose's requests."""

    purpose: str
    kept: int
    """Requests whose answer is in the store already; they cost nothing."""
    asked: Estimate
    """The others."""


def estimate(
    plan: RunPlan, material: Material, cache: Cache, prices: PriceList, *, batch: bool
) -> list[StageEstimate]:
    """The requests of a run by purpose, in the order of the stages."""
    cases = [
        RunCase(run=name, configuration=configuration, question=question)
        for name, configuration in plan.runs.items()
        for question in material.questions
    ]
    asked: dict[str, list[ModelRequest]] = {
        "generate": [],
        "analyse": [],
        "judge": [],
        "search": [],
    }
    for case in cases:
        asked["generate"] += _generation(case, material, cache)
    stated = [case for case in cases if case.answered and not case.answered.refused]
    for case in stated:
        asked["analyse"] += _analysis(case, material, plan, cache)
        case.citations = list(citations_of(case, material))
    if isinstance(plan.judge, AnthropicJudge):
        asked["judge"], asked["search"] = _judging(stated, material, plan.judge, cache)
    return [
        _stage(purpose, requests, cache, prices, batch=batch) for purpose, requests in asked.items()
    ]


def _generation(case: RunCase, material: Material, cache: Cache) -> list[ModelRequest]:
    """A case's requests for an answer; the case gets the kept answer, or a stand-in."""
    if is_offline(case):
        _stand_in(case, material)
        return []
    asking: Asking | None = first_asking(case, material)
    requests = []
    while asking is not None:
        requests.append(asking.request)
        kept = cache.peek(asking.request, None)
        if kept is None:
            _stand_in(case, material)
            return requests
        answer = read_answer(kept.text)
        case.answered = stand_in(case, answer, asking.hits)
        asking = None if asking.widened else wider_asking(asking, answer, None, material)
    return requests


def _stand_in(case: RunCase, material: Material) -> None:
    hits = material.retrieve(case.question.question, case.configuration.k)
    answer = read_answer(extractive_answer(case.question.question, hits))
    case.answered = stand_in(case, answer, hits)


def _analysis(case: RunCase, material: Material, plan: RunPlan, cache: Cache) -> list[ModelRequest]:
    if plan.claims is None:
        analyse_by_rules(case, material)
        return []
    asked = analysing(case, material, plan.claims)
    kept = cache.peek(asked.request, check_analysis)
    if kept is None:
        analyse_by_rules(case, material)
    else:
        analyse_reply(asked, material, kept.parsed)
    return [asked.request]


def _judging(
    cases: Sequence[RunCase], material: Material, judge: AnthropicJudge, cache: Cache
) -> tuple[list[ModelRequest], list[ModelRequest]]:
    asked = judge.requests([citation for case in cases for citation in case.citations])
    by_citation = {citation.uid: case for case in cases for citation in case.citations}
    for request in asked:
        for verdict in _verdicts(request, judge, cache):
            by_citation[verdict.citation.uid].verdicts[verdict.citation.uid] = verdict
    searches = judge.search_requests(tasks_of(cases, material))
    return [one.request for one in asked], [one.request for one in searches]


def _verdicts(request: JudgeRequest, judge: AnthropicJudge, cache: Cache) -> list[Verdict]:
    """The verdicts that are kept, or made-up ones in their place."""
    kept = cache.peek(request.request, check_judgement)
    if kept is not None:
        return list(judge.read(request, kept.parsed).verdicts)
    return [
        Verdict(
            citation=citation,
            judge=judge.identity,
            support=Support.UNSUPPORTED if number % UNSUPPORTED_EVERY == 0 else Support.SUPPORTED,
        )
        for number, citation in enumerate(request.asked.values(), start=1)
    ]


def _stage(
    purpose: str,
    requests: Iterable[ModelRequest],
    cache: Cache,
    prices: PriceList,
    *,
    batch: bool,
) -> StageEstimate:
    """Stand-ins of two configurations may be alike where real answers differ: all are counted."""
    every = list(requests)
    wanted = [request for request in every if request not in cache]
    return StageEstimate(
        purpose=purpose,
        kept=len(every) - len(wanted),
        asked=prices.estimate(wanted, expected=EXPECTED_TOKENS[purpose], batch=batch),
    )
