"""Another judge on the citations of a run that is there, imported or made here.

Labels that people gave serve every judge of the same citations. No support is searched for: the
unsupported verdicts carry no category unless the judge gives one.
"""

import sqlite3
from collections.abc import Sequence

from corpus.settings import Settings
from evaluator.judges.protocol import OfflineJudge, RequestJudge
from evaluator.running.asking import Asker
from evaluator.running.case import JudgedCase
from evaluator.running.judging import judge_by_model, judge_offline, record_verdict, take_in_stored
from evaluator.running.scoring import store_scores
from evaluator.running.writer import StoreWriter
from labels.store import verdicts


async def judge_again(
    run: str,
    judge: OfflineJudge | RequestJudge,
    settings: Settings,
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
    await writer.write(lambda connection: store_scores(connection, run, judge.identity, settings))
    return case


def _settle_rest(connection: sqlite3.Connection, cases: Sequence[JudgedCase]) -> None:
    """Write the unsupported verdicts, which wait for no category here."""
    for case in cases:
        for uid, verdict in case.verdicts.items():
            if uid not in case.settled:
                record_verdict(connection, case, verdict)
