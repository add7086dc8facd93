"""A run from the first question to the last score; stopped anywhere, it goes on from there."""

import sqlite3
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from evaluator.judges.protocol import OfflineJudge, RequestJudge
from evaluator.running.analysing import analyse_by_model, analyse_offline
from evaluator.running.answering import answer_by_model, answer_offline, is_offline
from evaluator.running.asking import Asker
from evaluator.running.case import AnsweredCase, RunCase
from evaluator.running.judging import enter_citations, judge_by_model, judge_offline
from evaluator.running.material import Material
from evaluator.running.plan import RunPlan
from evaluator.running.scoring import store_scores
from evaluator.running.searching import search_by_model, search_offline
from evaluator.running.writer import StoreWriter
from labels.scores import CaseScores
from labels.store import runs
from labels.store.cases import stored_cases
from labels.verdict import EVIDENCE_NOT_FOUND


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOutcome:
    """What came of one run."""

    run: str
    scores: tuple[CaseScores, ...]
    citations: int
    verdicts: int
    """Citations that have one, with a value."""
    missing: Counter[str]
    """What is missing, by `stage: cause`."""
    without_evidence: int
    """Verdicts that were turned to unsupported because their evidence is not in the passage."""
    by_rules: int
    """Answers whose claims a model was asked for and the rules had to cut."""


async def run(
    plan: RunPlan, material: Material, writer: StoreWriter, asker: Asker | None
) -> list[RunOutcome]:
    """Take every question of every configuration through all stages.

    Args:
        plan: what is run.
        material: the workspace.
        writer: of its store.
        asker: of the model service; None where the plan needs none.

    Raises:
        InputError: a run of that name was made with other settings.
        ServiceError: the service failed or the budget's line is reached; what came is stored.
    """
    is_new = await writer.write(lambda connection: refuse_other(connection, plan, material))
    if is_new and asker is not None and plan.models:
        await asker.ready()
    await writer.write(lambda connection: _declare(connection, plan, material))
    cases = [
        RunCase(run=name, configuration=configuration, question=question)
        for name, configuration in plan.runs.items()
        for question in material.questions
    ]
    await writer.write(lambda connection: _take_in(connection, cases))
    await _answer([case for case in cases if case.answered is None], material, writer, asker)
    stated = [case for case in cases if case.answered is not None and not case.answered.refused]
    unread = [case for case in stated if case.analysed is None]
    if plan.claims is None or asker is None:
        await analyse_offline(unread, material, writer)
    else:
        await analyse_by_model(unread, material, plan.claims, asker)
    return await finish(tuple(plan.runs), cases, material, plan.judge, writer, asker)


async def finish(
    names: Sequence[str],
    cases: Sequence[AnsweredCase],
    material: Material,
    judge: OfflineJudge | RequestJudge,
    writer: StoreWriter,
    asker: Asker | None,
) -> list[RunOutcome]:
    """The stages after the answers and their claims: verdicts, searches, scores; by run.

    Args:
        names: of the runs.
        cases: of all of them, answered and analysed as far as they can be.
        material: the workspace.
        judge: whom to ask.
        writer: of the store.
        asker: of the model service; None where the judge needs none.
    """
    await _judge(
        [case for case in cases if case.analysed is not None], material, judge, writer, asker
    )
    return [await _score(name, cases, material, judge, writer) for name in names]


async def _answer(
    cases: Sequence[RunCase], material: Material, writer: StoreWriter, asker: Asker | None
) -> None:
    await answer_offline([case for case in cases if is_offline(case)], material, writer)
    asked = [case for case in cases if not is_offline(case)]
    if asked and asker is not None:
        await answer_by_model(asked, material, asker)


async def _judge(
    cases: Sequence[AnsweredCase],
    material: Material,
    judge: OfflineJudge | RequestJudge,
    writer: StoreWriter,
    asker: Asker | None,
) -> None:
    await enter_citations(cases, material, judge.identity, writer)
    if isinstance(judge, OfflineJudge):
        await judge_offline(cases, judge, writer)
        await search_offline(cases, material, judge, writer)
    elif asker is not None:
        await judge_by_model(cases, judge, asker)
        await search_by_model(cases, material, judge, asker, writer)


async def _score(
    name: str,
    cases: Sequence[AnsweredCase],
    material: Material,
    judge: OfflineJudge | RequestJudge,
    writer: StoreWriter,
) -> RunOutcome:
    identity = judge.identity

    def change(connection: sqlite3.Connection) -> tuple[tuple[CaseScores, ...], Counter[str]]:
        scores = store_scores(connection, name, identity, material.settings)
        return scores, runs.missing(connection, name, identity.id)

    scores, missing = await writer.write(change)
    mine = [case for case in cases if case.run == name]
    return RunOutcome(
        run=name,
        scores=scores,
        citations=sum(len(case.citations) for case in mine),
        verdicts=sum(
            verdict.support is not None
            for verdict in chain.from_iterable(case.verdicts.values() for case in mine)
        ),
        missing=missing,
        without_evidence=sum(
            verdict.reason.startswith(EVIDENCE_NOT_FOUND)
            for verdict in chain.from_iterable(case.verdicts.values() for case in mine)
        ),
        by_rules=sum(
            case.analysed is not None and case.analysed.method.startswith("rules (")
            for case in mine
        ),
    )


def refuse_other(connection: sqlite3.Connection, plan: RunPlan, material: Material) -> bool:
    """Refuse runs that were made with other settings; whether any is new."""
    declared = [
        runs.is_declared(connection, name, plan.settings_of(name, material)) for name in plan.runs
    ]
    return not all(declared)


def _take_in(connection: sqlite3.Connection, cases: Sequence[RunCase]) -> None:
    """Let the cases have the answers and the claims that earlier processes stored."""
    stored = {run: stored_cases(connection, run) for run in {case.run for case in cases}}
    for case in cases:
        case.answered, case.analysed = stored[case.run].get(case.question.id, (None, None))


def _declare(connection: sqlite3.Connection, plan: RunPlan, material: Material) -> None:
    for name in plan.runs:
        runs.declare(connection, name, plan.settings_of(name, material))
