"""An answer that says the same again and again, or is the answer to another question."""

from collections import Counter, defaultdict
from collections.abc import Iterator

from reports.auditing.detector import Detector, Severity, Spotted, of_answer
from reports.auditing.evidence import GivenAnswer, Study
from reports.auditing.texts import shown, words

TIMES = 3
"""A sentence that comes so often is a loop of the generator."""
FEWEST_WORDS = 4


def _find(study: Study) -> Iterator[Spotted]:
    questions: dict[tuple[str, str], set[str]] = defaultdict(set)
    for answer in study.answers:
        if answer.refused or len(words(answer.answer.text)) < FEWEST_WORDS:
            continue
        questions[answer.run, answer.answer.id].add(answer.question)
        if looped := _loop(answer):
            times, sentence = looped
            detail = f"{times} times: {shown(sentence)!r}"
            yield of_answer(answer, "the same sentence again and again", detail, study)
    for answer in study.answers:
        asked = questions[answer.run, answer.answer.id]
        # One statement may well answer two questions; several in the same words hardly.
        if len(asked) > 1 and len(answer.answer.claims.claims) > 1:
            detail = f"{len(asked)} questions of this run have it: {shown(answer.answer.text)!r}"
            yield of_answer(answer, "one answer to several questions", detail, study)


def _loop(answer: GivenAnswer) -> tuple[int, str] | None:
    said = Counter(
        " ".join(claim.text.lower().split())
        for claim in answer.answer.claims.claims
        if len(words(claim.text)) >= FEWEST_WORDS
    )
    (sentence, times) = said.most_common(1)[0] if said else ("", 0)
    return (times, sentence) if times >= TIMES else None


DETECTOR = Detector(
    name="answer_repeated",
    looks_for="A sentence that comes three times in one answer, or one answer to two questions.",
    distorts="One statement is judged as often as it is repeated, and weighs as much; a cached "
    "answer to another question fails for a mix-up of the harness.",
    example='"The lease ended in May [a:1]. The lease ended in May [a:1]. The lease …"',
    severity=Severity.SERIOUS,
    find=_find,
)
