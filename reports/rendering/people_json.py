"""The part of `report.json` on people: who labelled, how far they agree, what was adjudicated."""

from dataclasses import asdict

from reports.ceiling import ceiling, sentence
from reports.estimation.figure import Figure, Pair
from reports.estimation.pairs import AnnotatorPair, PairFigures
from reports.people import Consistency
from reports.raters.two import TwoRaters
from reports.rendering.figure_json import Json, figure_json, pair_json
from reports.report import Report


def people_json(report: Report) -> Json:
    """The people as plain values."""
    people = report.people
    every = people.together
    return {
        "labels": people.labels,
        "people": [asdict(one) for one in people.annotators],
        "sources": {one.source: one.labels for one in people.sources},
        "pairs": [_pair(one) for one in people.pairs],
        "together": None
        if every is None
        else {
            "items": every.items,
            "agreement": pair_json(every.agreement, "rate"),
            "alpha": {**pair_json(every.alpha), "distance": "ordinal"},
            "outcome": {
                "agreement": pair_json(every.outcome_agreement, "rate"),
                "alpha": {**pair_json(every.outcome_alpha), "distance": "nominal"},
            },
        },
        "ceiling": _ceiling(report),
        "self_consistency": [_consistency(one) for one in people.consistency],
        "adjudication": asdict(people.adjudication) if people.adjudication else None,
        "other_rubric": people.other_rubric,
    }


def _pair(one: AnnotatorPair) -> Json:
    def scale(figures: PairFigures) -> Json:
        return {
            "agreement": pair_json(figures.agreement, "rate"),
            "kappa": pair_json(figures.kappa),
            "ac1": pair_json(figures.ac1),
        }

    return {
        "first": one.first,
        "second": one.second,
        "items": one.items,
        "n": one.n,
        **scale(one.support),
        "kappa_linear": pair_json(one.linear),
        "outcome": scale(one.outcome),
        "raw_kappa_unreliable": list(one.unreliable),
    }


def _ceiling(report: Report) -> Json | None:
    found = ceiling(report)
    if found is None:
        return None
    return {
        "people": figure_json(found.people, "rate"),
        "judge": figure_json(found.judge, "rate"),
        "judge_on_same_verdicts": figure_json(found.judge_on_same, "rate"),
        "judge_is": found.place,
        "sentence": sentence(report),
    }


def _consistency(one: Consistency) -> Json:
    def scale(both: TwoRaters) -> Json:
        return {
            "n": both.n,
            "agreement": figure_json(both.agreement, "rate"),
            "kappa": figure_json(both.kappa.figure, "value"),
            "kappa_unreliable": list(both.kappa.cautions),
        }

    return {
        "annotator": one.annotator,
        "items": one.items,
        **scale(one.support),
        "outcome": scale(one.outcome),
    }


def people_figures(report: Report) -> list[tuple[str, str, Figure]]:
    """Every figure on people by whose and which it is, weighted and raw: for a table of them."""
    rows: list[tuple[str, str, Figure]] = []

    def add(who: str, name: str, both: Pair) -> None:
        rows.append((who, f"{name}, weighted", both.weighted))
        rows.append((who, f"{name}, raw", both.raw))

    for one in report.people.pairs:
        who = f"{one.first} | {one.second}"
        for prefix, figures in (("", one.support), ("outcome.", one.outcome)):
            add(who, f"{prefix}agreement", figures.agreement)
            add(who, f"{prefix}kappa", figures.kappa)
            add(who, f"{prefix}ac1", figures.ac1)
        add(who, "kappa.linear", one.linear)
    every = report.people.together
    if every is not None:
        add("everybody", "agreement", every.agreement)
        add("everybody", "alpha", every.alpha)
        add("everybody", "outcome.agreement", every.outcome_agreement)
        add("everybody", "outcome.alpha", every.outcome_alpha)
        rows.append(("everybody | judge", "agreement, weighted", every.judge))
    for self in report.people.consistency:
        who = f"{self.annotator} | {self.annotator} again"
        rows.append((who, "agreement, raw", self.support.agreement))
        rows.append((who, "kappa, raw", self.support.kappa.figure))
    return rows
