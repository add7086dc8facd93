"""Ids that are one too high or too low: an answer counted its passages from another number.

One citation beside the right passage is a fault of the answer. A whole answer whose citations all
become right by the same step is a fault of the numbering; so is an id just past the end of its
document whose last passage says the claim.
"""

from collections.abc import Iterator
from statistics import mean

from reports.auditing.detector import Detector, Severity, Spotted, noted, of_citation
from reports.auditing.evidence import CitedClaim, GivenAnswer, Study
from reports.auditing.texts import says_nothing, share_of

SAYS = 0.65
"""The share of a claim's content words from which a passage says the claim."""
BETTER = 0.25
"""So much more of a claim the neighbour says than the passage that was cited, or the reverse."""
FEWEST = 2
"""Citations that must gain by the step."""
GAIN = 0.2
"""On average over the answer."""


def _find(study: Study) -> Iterator[Spotted]:
    for citations in study.by_answer.values():
        mine = [
            one for one in citations if one.cited in study.corpus and not says_nothing(one.claim)
        ]
        for step in (-1, 1):
            if _all_gain(mine, step, study):
                for one in mine:
                    yield of_citation(
                        one,
                        f"{_words(step)} throughout the answer",
                        f"{neighbour(one.cited, step)} says "
                        f"{_said(one, step, study):.0%} of the claim's words, {one.cited} "
                        f"{share_of(one.claim, one.passage):.0%}",
                    )
    for answer in study.answers:
        yield from _past_the_end(answer, study)


def _all_gain(mine: list[CitedClaim], step: int, study: Study) -> bool:
    """Whether the step makes an answer's citations right, and none of them wrong."""
    if len(mine) < FEWEST or any(neighbour(one.cited, step) not in study.corpus for one in mine):
        return False
    said = [_said(one, step, study) for one in mine]
    gains = [
        there - share_of(one.claim, one.passage) for one, there in zip(mine, said, strict=True)
    ]
    return (
        mean(said) >= SAYS
        and mean(gains) >= GAIN
        and min(gains) > -BETTER
        and sum(gain >= BETTER for gain in gains) >= FEWEST
    )


def _said(one: CitedClaim, step: int, study: Study) -> float:
    return share_of(one.claim, study.corpus.get(neighbour(one.cited, step), ""))


def _past_the_end(answer: GivenAnswer, study: Study) -> Iterator[Spotted]:
    """An unknown id whose neighbour is the last passage, and says what the id stands beside."""
    for cited in answer.unknown:
        last = neighbour(cited, -1)
        if last not in study.corpus:
            continue
        for claim in answer.answer.claims.claims:
            if cited in claim.cited and share_of(claim.text, study.corpus[last]) >= SAYS:
                detail = f"{last} is the last passage and says the claim; {cited} is none"
                key = f"{answer.where} {cited}"
                yield noted(answer.where, "one past the end", detail, key=key, run=answer.run)


def neighbour(cited: str, step: int) -> str:
    """The id of the passage one before or behind; empty where an id has no number."""
    document, _, index = cited.rpartition(":")
    return f"{document}:{int(index) + step}" if index.isdecimal() and document else ""


def _words(step: int) -> str:
    return "one too high" if step < 0 else "one too low"


DETECTOR = Detector(
    name="marker_off_by_one",
    looks_for="Answers whose passages are all cited one too high or too low.",
    distorts="Right citations are judged by their neighbours: the answers look misgrounded, and "
    "the numbering is what is wrong.",
    example="`[a:3]` and `[a:5]` where a:2 and a:4 say the claims",
    severity=Severity.SERIOUS,
    find=_find,
)
