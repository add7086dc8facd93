"""Whether a candidate can be held against a baseline: same questions, same judge, same rubric."""

from collections.abc import Iterator, Mapping

from reports.gating.baseline import Baseline
from reports.gating.candidate import Candidate
from reports.rendering.wording import counted, listing

GROUNDS = {
    "configuration": "configuration",
    "corpus": "corpus",
    "golden": "set of golden questions",
    "claims": "way to cut claims",
    "answers": "answers",
}
"""What a run was made with, in words."""


def obstacles(candidate: Candidate, baseline: Baseline) -> tuple[str, ...]:
    """What makes a difference of the two mean something else than a regression; sentences."""
    return tuple(_obstacles(candidate, baseline))


def _obstacles(candidate: Candidate, baseline: Baseline) -> Iterator[str]:
    if candidate.judge.id != baseline.judge.id:
        yield (
            f"The judge is not the baseline's: {candidate.judge.name!r} and "
            f"{baseline.judge.name!r} differ in {_differences(candidate, baseline)}. Have the "
            "baseline's judge judge the candidate, or freeze a new baseline with this one."
        )
    if candidate.rubric != baseline.rubric:
        yield (
            f"The rubric in force ({candidate.rubric}) is not the baseline's ({baseline.rubric}). "
            "Put that one back, or freeze a new baseline."
        )
    theirs = {one.case_id: one.question_sha256 for one in baseline.questions}
    ours = candidate.questions
    common = theirs.keys() & ours.keys()
    changed = sorted(one for one in common if theirs[one] != ours[one])
    if not common:
        yield "The baseline is of other questions: none of its ids is in the candidate."
    elif changed:
        yield (
            f"The baseline is of other questions: {len(changed)} of {len(common)} have the same id "
            f"and another text ({', '.join(changed[:3])}). Freeze a new baseline."
        )


def lost(candidate: Candidate, baseline: Baseline) -> tuple[str, ...]:
    """The baseline's questions that the candidate has no scores of."""
    return tuple(one.case_id for one in baseline.questions if one.case_id not in candidate.rates)


def remarks(candidate: Candidate, baseline: Baseline) -> tuple[str, ...]:
    """What else differs: it may be what one wants to try, and has to be known."""
    said = []
    before, now = baseline.grounds, candidate.grounds
    other = [words for key, words in GROUNDS.items() if before.get(key) != now.get(key)]
    if other:
        said.append(
            f"Baseline and candidate were not made with the same {listing(other, last='or')}."
        )
    more = len(candidate.rates.keys() - {one.case_id for one in baseline.questions})
    if more:
        said.append(
            f"{counted(more, 'question')} of the candidate not in the baseline: not compared."
        )
    return tuple(said)


def same_weights(candidate: Candidate, baseline: Baseline) -> bool:
    """Whether the overall scores of both weigh their parts alike."""
    ours, theirs = candidate.weights, baseline.weights
    if ours is None or theirs is None:
        return ours is None and theirs is None
    return (ours.correctness, ours.completeness, ours.validity) == (
        theirs.correctness,
        theirs.completeness,
        theirs.validity,
    )


def _differences(candidate: Candidate, baseline: Baseline) -> str:
    """The parts of the provenance that are not alike; the name where there is no other."""
    ours: Mapping[str, str] = candidate.judge.provenance
    theirs: Mapping[str, str] = baseline.judge.provenance
    keys = sorted(key for key in ours.keys() | theirs.keys() if ours.get(key) != theirs.get(key))
    return listing(keys) if keys else "the name"
