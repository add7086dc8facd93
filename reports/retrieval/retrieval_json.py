"""The figures of retrieval for programs; an undefined figure is null with a `why`."""

import json
from collections.abc import Mapping
from dataclasses import asdict

from reports.retrieval.figures import (
    Arrangement,
    Asked,
    Goal,
    Group,
    Isolated,
    Measured,
    RetrievalReport,
)
from reports.retrieval.measures import DEPTH, GAIN_DEPTH
from reports.retrieval.rates import Rate

FORMAT = "crosssource-retrieval/1"

Json = dict[str, object]


def json_text(report: RetrievalReport) -> str:
    """The report in one line."""
    return json.dumps(_report(report), ensure_ascii=False)


def _report(report: RetrievalReport) -> Json:
    return {
        "format": FORMAT,
        "k": report.k,
        "level": report.level,
        "mrr_depth": DEPTH,
        "ndcg_depth": GAIN_DEPTH,
        "classes": list(report.only),
        "questions": {
            "answerable": sum(report.written_by.values()),
            "absent": report.absent,
            "written_by": {"human": 0, "machine": 0} | dict(report.written_by),
        },
        "arrangements": [_measured(one) for one in report.measured],
        "isolation": [_isolated(one) for one in report.isolation],
        "goals": [_goal(one) for one in report.goals],
        "passed": not report.fails,
    }


def _measured(measured: Measured) -> Json:
    return {
        **_arrangement(measured.arrangement),
        "all": _group(measured.whole),
        "by_class": {one.name: _group(one) for one in measured.classes},
        "by_writer": {one.name: _group(one) for one in measured.writers},
        "ranking": [_asked(one) for one in measured.asked],
    }


def _arrangement(how: Arrangement) -> Json:
    return {
        "words": how.words,
        "stored": how.stored,
        "tokeniser": how.tokeniser.name,
        "passages": how.passages,
        "engine": how.engine,
        "cut_in_two": how.cut_in_two,
    }


def _group(group: Group) -> Json:
    return {
        "questions": group.questions,
        "hits": _by_k(group.hits),
        "found": _by_k({k: _rate(rate) for k, rate in group.found.items()}),
        "share_of_answers": _by_k({k: _rate(rate) for k, rate in group.share.items()}),
        "mrr": _rate(group.mrr),
        "ndcg": _rate(group.ndcg),
    }


def _by_k(values: Mapping[int, object]) -> Json:
    return {str(k): value for k, value in values.items()}


def _rate(rate: Rate) -> Json:
    values = asdict(rate)
    if not rate.why:
        del values["why"]
    return values


def _asked(row: Asked) -> Json:
    return {
        "id": row.question.id,
        "class": row.question.query_class,
        "written_by": row.question.written_by,
        "answers": sorted(row.answers),
        "rank": row.rank,
        "found": [hit.passage.id for hit in row.best],
    }


def _isolated(one: Isolated) -> Json:
    return {
        "id": one.check.id,
        "within": dict(one.check.within),
        "holds": one.holds,
        "why": one.why or None,
        "documents": one.documents,
        "found": one.found,
        "own_rank": one.own_rank,
        "foreign": [passage.id for passage in one.foreign],
        "unrestricted_rank": one.unrestricted_rank,
    }


def _goal(goal: Goal) -> Json:
    return {
        "class": goal.name,
        "least": goal.least,
        "share": goal.share,
        "hits": goal.hits,
        "questions": goal.questions,
        "missing": goal.missing,
        "met": goal.met,
    }
