"""Gathering the evidence from the store: every table is read once, each text is held once."""

import json
import re
import sqlite3
from collections.abc import Iterator
from typing import Any

from corpus.storage.library import Library
from corpus.workspace import Workspace
from labels.outcome import Category, Support
from labels.store import standing
from reports.auditing.evidence import (
    AnswerText,
    CitedClaim,
    GivenAnswer,
    GivenVerdict,
    SentRequest,
    Study,
)
from reports.auditing.flags import flags

_CLAIM = re.compile(r'<claim id="([^"]*)">|<passage id="([^"]*)"')


def gather(connection: sqlite3.Connection, workspace: Workspace) -> Study:
    """The evidence of a study.

    Args:
        connection: its database.
        workspace: its corpus.
    """
    texts = {
        row["id"]: AnswerText(id=row["id"], text=row["text"])
        for row in connection.execute("SELECT id, text FROM answer")
    }
    citations = {one.uid: one for one in _citations(connection, texts)}
    open_samples = frozenset(
        row["name"]
        for row in connection.execute("SELECT name FROM sample")
        if not standing.is_closed(connection, row["name"])
    )
    return Study(
        citations=tuple(citations.values()),
        answers=(*_own_answers(connection, texts), *_imported_answers(connection, texts)),
        verdicts=tuple(_verdicts(connection, citations)),
        requests=tuple(_requests(connection)),
        flags=tuple(flags(connection, citations)),
        corpus={one.id: one.text for one in Library(workspace).passages()},
        open_items=_open_items(connection, open_samples),
        open_samples=open_samples,
    )


def _citations(
    connection: sqlite3.Connection, texts: dict[str, AnswerText]
) -> Iterator[CitedClaim]:
    held: dict[str, str] = {}
    items = {
        row["id"]: tuple(held.setdefault(row[name], row[name]) for name in _TEXTS)
        for row in connection.execute("SELECT id, question, claim, passage FROM item")
    }
    rows = connection.execute(
        "SELECT uid, run, case_id, claim_id, item_id, answer_id, claim_start, claim_end, cited "
        "FROM citation ORDER BY run, case_id, claim_id, uid"
    )
    for row in rows:
        question, claim, passage = items[row["item_id"]]
        start, end = row["claim_start"], row["claim_end"]
        yield CitedClaim(
            uid=row["uid"],
            run=row["run"],
            case_id=row["case_id"],
            claim_id=row["claim_id"],
            item_id=row["item_id"],
            question=question,
            claim=claim,
            passage=passage,
            answer=texts[row["answer_id"]],
            span=None if start is None else (start, end),
            cited=row["cited"],
        )


_TEXTS = ("question", "claim", "passage")


def _own_answers(
    connection: sqlite3.Connection, texts: dict[str, AnswerText]
) -> Iterator[GivenAnswer]:
    rows = connection.execute(
        "SELECT g.run, g.case_id, g.question, g.answer_id, g.refused, n.markers, n.claims, "
        "r.stop_reason, r.request FROM generation g "
        "LEFT JOIN analysis n ON n.run = g.run AND n.case_id = g.case_id "
        "LEFT JOIN request r ON r.seq = g.request_seq ORDER BY g.run, g.case_id"
    )
    for row in rows:
        claims = json.loads(row["claims"] or "[]")
        yield GivenAnswer(
            run=row["run"],
            case_id=row["case_id"],
            question=row["question"],
            answer=texts[row["answer_id"]],
            own=True,
            refused=bool(row["refused"]),
            stop_reason=row["stop_reason"] or "",
            instructions=_system(json.loads(row["request"])) if row["request"] else "",
            unknown=tuple(json.loads(row["markers"])["unknown"]) if row["markers"] else (),
            claims={one["claim_id"]: tuple(one["citations"]) for one in claims},
        )


def _imported_answers(
    connection: sqlite3.Connection, texts: dict[str, AnswerText]
) -> Iterator[GivenAnswer]:
    rows = connection.execute(
        "SELECT c.run, c.case_id, c.answer_id, min(i.question) AS question FROM citation c "
        "JOIN item i ON i.id = c.item_id JOIN answer a ON a.id = c.answer_id "
        "WHERE a.text <> '' AND c.run NOT IN (SELECT run FROM run_settings) "
        "GROUP BY c.run, c.case_id, c.answer_id ORDER BY c.run, c.case_id"
    )
    for row in rows:
        yield GivenAnswer(
            run=row["run"],
            case_id=row["case_id"],
            question=row["question"],
            answer=texts[row["answer_id"]],
            own=False,
            refused=False,
            stop_reason="",
            instructions="",
        )


def _verdicts(
    connection: sqlite3.Connection, citations: dict[str, CitedClaim]
) -> Iterator[GivenVerdict]:
    rows = connection.execute(
        "SELECT v.rowid AS number, v.uid, v.citation_uid, v.judge_id, v.support, v.category, "
        "v.evidence, v.reason, j.name, (SELECT min(l.request_seq) FROM verdict_request l "
        "WHERE l.verdict_uid = v.uid) AS seq "
        "FROM verdict v JOIN judge j ON j.id = v.judge_id ORDER BY v.rowid"
    )
    for row in rows:
        yield GivenVerdict(
            uid=row["uid"],
            citation=citations[row["citation_uid"]],
            judge_id=row["judge_id"],
            judge=row["name"],
            support=Support(row["support"]) if row["support"] else None,
            category=Category(row["category"]) if row["category"] else None,
            evidence=row["evidence"],
            reason=row["reason"],
            request=row["seq"],
            number=row["number"],
        )


def _requests(connection: sqlite3.Connection) -> Iterator[SentRequest]:
    rows = connection.execute(
        "SELECT seq, purpose, model, latency, input_tokens, output_tokens, fault, "
        "CASE WHEN purpose = 'judge' AND fault IS NULL THEN request END AS request, "
        "CASE WHEN purpose = 'judge' AND fault IS NULL THEN response END AS response "
        "FROM request ORDER BY seq"
    )
    for row in rows:
        yield SentRequest(
            seq=row["seq"],
            purpose=row["purpose"],
            model=row["model"],
            latency=row["latency"],
            input_tokens=row["input_tokens"],
            output_tokens=row["output_tokens"],
            failed=row["fault"] is not None,
            asked=tuple(_asked(json.loads(row["request"]))) if row["request"] else (),
            answered=tuple(_answered(json.loads(row["response"]))) if row["response"] else (),
        )


def _system(packet: dict[str, Any]) -> str:
    blocks = packet.get("system") or []
    texts = (one.get("text", "") for one in blocks if isinstance(one, dict))
    return blocks if isinstance(blocks, str) else "\n".join(texts)


def _asked(packet: dict[str, Any]) -> Iterator[str]:
    """The pairs of a request for verdicts: a task holds its passages behind its claim."""
    content = packet["messages"][0]["content"]
    claim = ""
    for found in _CLAIM.finditer(content if isinstance(content, str) else ""):
        if found[1] is not None:
            claim = found[1]
        else:
            yield f"{claim} {found[2]}"


def _answered(packet: dict[str, Any]) -> Iterator[str]:
    blocks = packet.get("content")
    for block in blocks if isinstance(blocks, list) else []:
        try:
            parsed = json.loads(block.get("text", "")) if isinstance(block, dict) else None
        except ValueError:
            continue
        entries = parsed.get("verdicts") if isinstance(parsed, dict) else None
        for entry in entries if isinstance(entries, list) else []:
            if isinstance(entry, dict):
                ids = (str(entry.get(name, "")).strip().strip("[]") for name in _IDS)
                yield " ".join(ids)


_IDS = ("claim_id", "citation")


def _open_items(connection: sqlite3.Connection, open_samples: frozenset[str]) -> frozenset[str]:
    rows = connection.execute("SELECT sample, item_id FROM blind_item")
    return frozenset(row["item_id"] for row in rows if row["sample"] in open_samples)
