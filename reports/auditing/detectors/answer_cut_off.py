"""An answer that stops before it ends: the generator reached its limit of tokens."""

import re
from collections.abc import Iterator

from corpus.answers.answer_blocks import BlockKind
from reports.auditing.detector import Detector, Severity, Spotted, of_answer
from reports.auditing.evidence import GivenAnswer, Study
from reports.auditing.texts import dangles, words

_ENDED = re.compile(r"[.!?:;\"'”’)\]}*_`|>]\s*$")
_SENTENCE_END = re.compile(r"[.!?][\"'”’)\]*_]*(?:\s|$)")
_LIMITS = ("max_tokens", "length", "model_context_window_exceeded")
FEWEST_WORDS = 8


def _find(study: Study) -> Iterator[Spotted]:
    for answer in study.answers:
        if answer.stop_reason in _LIMITS:
            detail = f"the service stopped it ({answer.stop_reason}); it ends {_end(answer)!r}"
            yield of_answer(answer, f"stopped by {answer.stop_reason}", detail, study)
        elif why := _breaks_off(answer):
            yield of_answer(answer, why, f"it ends {_end(answer)!r}", study)


def _breaks_off(answer: GivenAnswer) -> str:
    text = answer.answer.text.rstrip()
    if len(words(text)) < FEWEST_WORDS or _ENDED.search(text):
        return ""
    last = answer.answer.blocks[-1] if answer.answer.blocks else None
    if last is None or last.kind is BlockKind.HEADING:
        return "ends with a heading" if last is not None else ""
    end = text[last.start :]
    if dangles(end) or text.endswith((",", "-", "(", "[")):
        return "ends inside a sentence"
    # A bullet needs no full stop; a paragraph whose other sentences have one does.
    is_prose = last.kind is BlockKind.PARAGRAPH and bool(_SENTENCE_END.search(text))
    return "ends without a full stop" if is_prose and not answer.own else _own(answer, is_prose)


def _own(answer: GivenAnswer, is_prose: bool) -> str:
    """An answer of this tool whose service said that it ended by itself did."""
    ended = answer.stop_reason in ("end_turn", "stop_sequence")
    return "ends without a full stop" if is_prose and answer.own and not ended else ""


def _end(answer: GivenAnswer) -> str:
    return answer.answer.text.rstrip()[-50:]


DETECTOR = Detector(
    name="answer_cut_off",
    looks_for="An answer that the limit of tokens ended, or that breaks off inside a sentence.",
    distorts="Claims and markers that were still to come are missing: completeness and recall "
    "measure a setting, not the system.",
    example='stop_reason max_tokens; or "… and the court held that the"',
    severity=Severity.SERIOUS,
    find=_find,
)
