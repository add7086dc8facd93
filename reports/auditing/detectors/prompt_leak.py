"""Instructions or scaffolding of the prompt in the answer.

Known by their shape (tags, roles, holes of a template, an order to a model), and in runs of this
tool by the words themselves: eight in a row that stand in the generator's instructions.
"""

import re
from collections.abc import Iterator

from corpus.tokens import words_of
from reports.auditing.detector import Detector, Severity, Spotted, noted, of_citation
from reports.auditing.evidence import GivenAnswer, Study

_TAGS = (
    "passages?|context|documents?|question|claim|answer|instructions?|system|user|assistant|task"
    "|sources?"
)
_ORDERS = (
    "Cite|Answer|Use|Respond|Reply|Return|Output|Write|Base|Ground|Include|Do not|Don't|Never"
    "|Always|Only"
)
_OF_PROMPTS = (
    r"square brackets|passages? (?:provided|given|above|below)|(?:provided|given|above|retrieved)"
    r" (?:passages?|context|sources?|documents?)|its passage|in brackets|citation markers?"
    r"|the context|JSON|prior knowledge|outside knowledge"
)
_SHAPES = (
    ("a tag of a prompt", rf"</?(?:{_TAGS})(?:\s[^<>\n]{{0,60}})?>"),
    (
        "a token of a chat template",
        r"<\|[a-z_]{2,20}\|>|\[/?INST\]|<</?SYS>>|</?s>"
        r"|###\s*(?:Instruction|Response|System|Human|Assistant)\b",
    ),
    ("a role of a chat", r"(?:^|\n)\s*(?:System|Human|Assistant|User)\s*:\s"),
    ("a hole of a template", r"\{\{?\s*[a-z_]{3,30}\s*\}?\}|\$\{[a-zA-Z_]{3,30}\}"),
    (
        "an order to a model",
        rf"(?:^|[.!?\n\]]\s*)(?:Please\s+)?(?i:{_ORDERS})\b[^.\n]{{0,80}}\b(?:{_OF_PROMPTS})\b",
    ),
    (
        "a model speaking of itself",
        r"\bAs an AI (?:language )?model\b|\bYou are an? (?:helpful|expert|careful|legal|AI)\b"
        r"[^.\n]{0,40}\b(?:assistant|model|judge|annotator|researcher)\b",
    ),
)
_PATTERNS = tuple((what, re.compile(pattern)) for what, pattern in _SHAPES)
_IN_A_ROW = 8


def _find(study: Study) -> Iterator[Spotted]:
    for answer in study.answers:
        if not answer.refused:
            yield from _in_answer(answer, study)
    for one in study.citations:  # where the source gives no answer, the claim itself may tell
        if not one.answer.text and (leak := leak_in(one.claim)):
            yield of_citation(one, leak[0], f"the claim holds {leak[1]!r}")


def _in_answer(answer: GivenAnswer, study: Study) -> Iterator[Spotted]:
    leak = leak_in(answer.answer.text) or _copied(answer)
    if not leak:
        return
    what, words = leak
    mine = [
        one
        for one in study.by_answer.get((answer.run, answer.case_id), ())
        if leak_in(one.claim) or words in one.claim
    ]
    for one in mine:
        yield of_citation(one, what, f"the claim holds {words!r}")
    if not mine:
        place = f"{answer.run} {answer.case_id}"
        yield noted(place, f"{what}, in no claim", f"the answer holds {words!r}", run=answer.run)


def leak_in(text: str) -> tuple[str, str] | None:
    """What kind of scaffolding a text holds, and its words; None where it holds none."""
    for what, pattern in _PATTERNS:
        if found := pattern.search(text):
            return what, " ".join(found[0].split())[:100].lstrip(".!?] ")
    return None


def _copied(answer: GivenAnswer) -> tuple[str, str] | None:
    """Words in a row that stand in the generator's instructions, if there are enough of them."""
    if not answer.instructions:
        return None
    told, said = words_of(answer.instructions), words_of(answer.answer.text)
    rows = {tuple(told[at : at + _IN_A_ROW]) for at in range(len(told) - _IN_A_ROW + 1)}
    for at in range(len(said) - _IN_A_ROW + 1):
        if tuple(said[at : at + _IN_A_ROW]) in rows:
            return "the instructions word for word", " ".join(said[at : at + _IN_A_ROW])
    return None


DETECTOR = Detector(
    name="prompt_leak",
    looks_for="Tags, roles, template holes or instructions of the prompt in an answer or a claim.",
    distorts="The claim is no statement of the answer; whatever is judged of it, it is not the "
    "system that is measured.",
    example='claim: "Cite every statement with its passage in square brackets"',
    severity=Severity.GRAVE,
    find=_find,
)
