"""Verdicts as rows of the generic shape: what `crosssource import` reads back.

Verdicts that have no value keep their place with an empty `judge_label`.
"""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from typing import Any

from labels.store import patterns

_QUERY = """
SELECT citation.run, citation.case_id, citation.claim_id, item.question, answer.text AS answer,
       item.claim, citation.cited AS citation, item.passage,
       verdict.support, verdict.category, verdict.reason, verdict.evidence, verdict.raw,
       judge.id AS judge, citation.config, citation.importance, citation.fields
FROM verdict
JOIN citation ON citation.uid = verdict.citation_uid
JOIN item ON item.id = citation.item_id
JOIN answer ON answer.id = citation.answer_id
JOIN judge ON judge.id = verdict.judge_id
WHERE citation.run IN ({runs}) AND ({judge} OR judge.id = ?)
ORDER BY citation.rowid, judge.name, judge.id
"""


def verdict_rows(
    connection: sqlite3.Connection, runs: Sequence[str], judge_id: str | None
) -> Iterator[dict[str, Any]]:
    """The rows, in the order in which the citations came; of judges of one name each has a name of
    its own, with which its verdicts are read back as its.

    Args:
        runs: their names; where there are several, each row says which is its.
        judge_id: only this judge's; None for everybody's.
    """
    judges = patterns.judge_labels(connection)
    query = _QUERY.format(runs=", ".join("?" * len(runs)), judge=int(judge_id is None))
    for row in connection.execute(query, [*runs, judge_id]):
        further = json.loads(row["fields"])
        told = {
            "case_id": row["case_id"],
            "claim_id": row["claim_id"],
            "question": row["question"],
            "answer": row["answer"],
            "claim": row["claim"],
            "citation": row["citation"],
            "passage": row["passage"],
            "judge_label": row["support"],
            "judge_reason": row["reason"],
            "judge_evidence": row["evidence"],
            "failure_type": row["category"],
            "judge": judges[row["judge"]],
            "config": row["config"],
            "importance": row["importance"],
        }
        if len(runs) > 1:
            told["run"] = row["run"]
        yield {name: value for name, value in further.items() if name not in told} | told
