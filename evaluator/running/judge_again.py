"""Another judge on the citations of a run that is there, imported or made here.

Labels that people gave serve every judge of the same citations. No support is searched for: the
unsupported verdicts carry no category unless the judge gives one.
"""

import sqlite3
from collections.abc import Sequence

from evaluator.judges.protocol import OfflineJudge, RequestJudge
from evaluator.running.asking import Asker
from evaluator.running.case import JudgedCase
from evaluator.running.judging import judge_by_model, judge_offline, record_verdict, take_in_stored
from evaluator.running.writer import StoreWriter
from evaluator.scoring.scores import score_all
from labels.scores import Weights
from labels.store import runs, verdicts
from labels.store.cases import load_cases
from labels.verdict import Judge


async def judge_again(
    run: str,
    judge: OfflineJudge | RequestJudge,
    weights: Weights,
    writer: StoreWriter,
    asker: Asker | None,
) -> JudgedCase:
    """Judge every citation of a run that the judge has not judged yet.

    Raises:
        InputError: there is no such run.
        ServiceError: the service failed; what came is stored.
    """

    def load(connection: sqlite3.Connection) -> JudgedCase:
        verdicts.record_judge(connection, judge.identity)
        case = JudgedCase(run=run, citations=verdicts.citations_of(connection, run))
        take_in_stored(connection, case, judge.identity)
        return case

    case = await writer.write(load)
    if isinstance(judge, OfflineJudge):
        await judge_offline([case], judge, writer)
    elif asker is not None:
        await judge_by_model([case], judge, asker)
    await writer.write(lambda connection: _settle_rest(connection, [case]))
    await writer.write(lambda connection: _score(connection, run, judge.identity, weights))
    return case


def _score(connection: sqlite3.Connection, run: str, judge: Judge, weights: Weights) -> None:
    """Score the answers; an imported run has none, and no scores."""
    cases = load_cases(connection, run, judge.id)
    runs.record_scores(
        connection, run, judge.id, score_all(cases, judge=judge.name, weights=weights)
    )


def _settle_rest(connection: sqlite3.Connection, cases: Sequence[JudgedCase]) -> None:
    """Write the unsupported verdicts, which wait for no category here."""
    for case in cases:
        for uid, verdict in case.verdicts.items():
            if uid not in case.settled:
                record_verdict(connection, case, verdict)
