"""A comparison of judges for programs: `judges.json`, and a folder of CSV files.

An undefined figure is null with a `why`; NaN and infinity are refused by the writer. CSV cells that
a spreadsheet would run as a formula are made text, as in the report.
"""

from collections.abc import Iterable, Mapping
from dataclasses import asdict

import pandas as pd

from reports.estimation.figure import Pair
from reports.judges import wording
from reports.judges.comparison import Flipped, JudgeComparison, JudgePair
from reports.judges.difference import AgreementDifference
from reports.judges.notices import notices
from reports.judges.page import people_say
from reports.judges.standing import JudgeStanding
from reports.judges.symmetry import mcnemar_chi_square
from reports.rendering.csv_report import figure_row, safe
from reports.rendering.figure_json import figure_json, pair_json
from reports.rendering.json_report import json_of, stale

FORMAT = "crosssource-judges/1"

Json = dict[str, object]


def json_text(made: JudgeComparison) -> str:
    """The comparison as JSON text, ending in a newline."""
    return json_of(document(made))


def document(made: JudgeComparison) -> Json:
    """The comparison as plain values."""
    return {
        "format": FORMAT,
        "warnings": list(notices(made)),
        "answer": {
            "headline": wording.headline(made),
            "pairs": [wording.pair_sentence(made, pair) for pair in made.pairs],
            "next": list(wording.next_steps(made)),
        },
        "sample": {
            "name": made.sample,
            "origin": made.origin,
            "runs": list(made.runs),
            "frame_size": made.frame_size,
            "drawn": made.drawn,
            "labelled": made.labelled,
            "drawn_by": made.drawn_by,
            "sealed_sha256": made.blindness.sealed_sha256,
        },
        "stale": stale(made.stale),
        "judges": [_judge(one) for one in made.judges],
        "pairs": [_pair(made, pair) for pair in made.pairs],
        "annotator": made.annotator,
        "level": made.level,
        "seed": made.seed,
        "generated_at": made.generated_at,
        "tool_version": made.tool_version,
    }


def _judge(one: JudgeStanding) -> Json:
    return {
        **asdict(one.judge),
        "verdicts": one.verdicts,
        "unjudged": one.unjudged,
        "labels": one.labels,
        "agreement": {
            **pair_json(one.agreement, "rate"),
            "binary": pair_json(one.binary, "rate"),
        },
        "precision_supported": pair_json(one.supported, "rate"),
        "bad_caught": pair_json(one.caught, "rate"),
        "corrected": {
            "judged_rate": one.rate.judged,
            **pair_json(one.rate.human, "rate"),
        },
    }


def _pair(made: JudgeComparison, pair: JudgePair) -> Json:
    found = pair.crossing
    return {
        "first": made.label(pair.first),
        "second": made.label(pair.second),
        "first_id": made.judges[pair.first].judge.id,
        "second_id": made.judges[pair.second].judge.id,
        "conclusion": pair.conclusion,
        "labels_wanted": pair.labels_wanted,
        "agreement": _difference(pair.support) | {"holm_p": pair.adjusted},
        "binary_agreement": _difference(pair.binary),
        "between": {
            "common": found.common,
            "agreement": found.agreement,
            "flips": found.flips,
            "kappa": found.kappa,
            "why": found.why,
            "confusion": {"labels": found.labels, "rows": "first", "counts": found.table},
            **asdict(found.symmetry),
        },
        "versions": [asdict(change) for change in pair.versions],
        "flipped": [_flip(one) for one in pair.flips],
    }


def _difference(difference: AgreementDifference) -> Json:
    alone = difference.alone
    return {
        "weighted": figure_json(difference.weighted, "difference"),
        "common": difference.common,
        "differing": difference.differing,
        "without_labels": difference.unlabelled,
        "bounds": difference.bounds and asdict(difference.bounds),
        "labelled_alone": {
            **asdict(alone.counts),
            "difference": alone.difference and asdict(alone.difference),
            "interval": "Newcombe, paired shares (method 10)",
            "mcnemar_exact_p": alone.p,
            "mcnemar_chi_square": asdict(mcnemar_chi_square(alone.counts)),
            "biased": not alone.fair,
        },
    }


def _flip(one: Flipped) -> Json:
    return {
        **asdict(one.flip),
        "drawn": one.drawn,
        "decision": one.decision.state,
        "human": one.decision.outcome,
        "bug": one.decision.bug,
    }


def csv_files(made: JudgeComparison) -> dict[str, str]:
    """The text of each file by its name."""
    return {
        "judges.csv": _csv(_judge_rows(made)),
        "pairs.csv": _csv(_pair_rows(made)),
        "between.csv": _csv(_between_rows(made)),
        "flipped.csv": _csv(_flip_rows(made)),
    }


def _csv(rows: Iterable[Mapping[str, object]]) -> str:
    # With a byte-order mark, without which a spreadsheet takes UTF-8 for another code page.
    return "\ufeff" + pd.DataFrame(list(map(dict, rows))).map(safe).to_csv(
        index=False, lineterminator="\n"
    )


def _judge_rows(made: JudgeComparison) -> Iterable[Mapping[str, object]]:
    for one in made.judges:
        figures: dict[str, Pair] = {
            "agreement": one.agreement,
            "agreement.binary": one.binary,
            "precision.supported": one.supported,
            "bad_caught": one.caught,
            "corrected.supported": one.rate.human,
        }
        for name, pair in figures.items():
            for kind, figure in (("weighted", pair.weighted), ("raw", pair.raw)):
                yield {
                    "judge": one.judge.label,
                    "judge_id": one.judge.id,
                    "figure": name,
                    "kind": kind,
                    **figure_row(figure),
                }


def _pair_rows(made: JudgeComparison) -> Iterable[Mapping[str, object]]:
    for pair in made.pairs:
        for scale, difference in (("support", pair.support), ("binary", pair.binary)):
            figure, alone = difference.weighted, difference.alone
            yield {
                "first": made.label(pair.first),
                "second": made.label(pair.second),
                "scale": scale,
                "difference": figure.value,
                "low": figure.low,
                "high": figure.high,
                "method": str(figure.method),
                "why": figure.why,
                "common": difference.common,
                "differing": difference.differing,
                "labelled_differing": figure.n,
                **{f"labelled_{name}": n for name, n in asdict(alone.counts).items()},
                "mcnemar_exact_p": alone.p,
                "holm_p": pair.adjusted if scale == "support" else None,
                "labelled_biased": not alone.fair,
                "conclusion": str(pair.conclusion) if scale == "support" else "",
            }


def _between_rows(made: JudgeComparison) -> Iterable[Mapping[str, object]]:
    for pair in made.pairs:
        found = pair.crossing
        for k, ours in enumerate(found.labels):
            for j, theirs in enumerate(found.labels):
                yield {
                    "first": made.label(pair.first),
                    "second": made.label(pair.second),
                    "first_says": ours,
                    "second_says": theirs,
                    "citations": found.table[k][j],
                }


def _flip_rows(made: JudgeComparison) -> Iterable[Mapping[str, object]]:
    for pair in made.pairs:
        for one in pair.flips:
            flip = one.flip
            yield {
                "first": made.label(pair.first),
                "second": made.label(pair.second),
                "item_id": flip.item_id,
                "run": flip.run,
                "case_id": flip.case_id,
                "claim_id": flip.claim_id,
                "claim": flip.claim,
                "citation": flip.citation,
                "first_says": str(flip.first),
                "second_says": str(flip.second),
                "people_say": people_say(one),
            }
