"""What a reader of a comparison of judges must know before any figure."""

from reports.judges.comparison import JudgeComparison
from reports.left_out_words import of_sample
from reports.notices import integrity_notices, label_notices
from reports.rendering.wording import counted
from reports.stale_words import stale_sentence


def notices(made: JudgeComparison) -> tuple[str, ...]:
    """The warnings, the gravest first; empty where there is nothing to say."""
    return (
        *integrity_notices(made.blindness),
        *_stale(made),
        *label_notices(made.people, made.annotator),
        *_gaps(made),
    )


def _stale(made: JudgeComparison) -> list[str]:
    """Of the drawing judge's calibration; the others have reports of their own."""
    if made.stale is None:
        return []
    return [stale_sentence(made.stale, sample=made.sample, runs=made.runs, judge=made.drawn_by)]


def _gaps(made: JudgeComparison) -> list[str]:
    found = []
    if made.origin == "imported":
        found.append(
            "Imported sample: the labels decided which citations are in it, and the figures speak "
            "of these alone."
        )
    if bugs := of_sample(made.confirmed, made.confirmed_drawn):
        found.append(bugs)
    for one in made.judges:
        if one.unjudged:
            have = "has" if one.unjudged == 1 else "have"
            found.append(
                f"{counted(one.unjudged, 'citation')} {have} no verdict of {one.judge.label}: left "
                "out of its figures, and of every pair it is in."
            )
    if made.unlabelled and made.labelled:
        has = "has" if made.unlabelled == 1 else "have"
        found.append(
            f"Labelling is not finished: {made.unlabelled:,} of {made.drawn:,} drawn citations "
            f"{has} no label. The figures hold if labelling stopped at a random place."
        )
    return found
