"""Names of scores, faults and classes, and differences in points, as people read them."""

from labels.outcome import Outcome
from labels.scores import AnswerClass, Fault, Score
from reports.rendering.wording import OUTCOMES, UNDEFINED, percent
from reports.runs.difference import Compared
from reports.runs.estimate import Estimate

SCORES = {
    Score.CITATION_VALIDITY: "citation validity",
    Score.CITATION_PRECISION: "citation precision",
    Score.CITATION_PRECISION_PARTIAL: "lenient precision",
    Score.CITATION_RECALL: "citation recall",
    Score.FAITHFULNESS: "faithfulness",
    Score.RELEVANCE: "relevance",
    Score.CORRECTNESS: "correctness",
    Score.COMPLETENESS: "completeness",
    Score.OVERALL: "overall",
    Score.RIGHT_REFUSAL: "right refusals",
    Score.FALSE_REFUSAL: "false refusals",
    Score.QUOTE_MATCH: "quote match",
}

_BINARY = {
    Compared.FAULTLESS: "answers without a fault",
    Compared.REFUSAL_RIGHT: "refusing where it should",
}


def figure(one: Compared | Score) -> str:
    """The name of a figure that is compared."""
    return _BINARY[one] if isinstance(one, Compared) else SCORES[one]


CLASSES = {
    AnswerClass.RIGHT_REFUSAL: "right refusal",
    AnswerClass.FALSE_REFUSAL: "false refusal",
    AnswerClass.INCORRECT: "incorrect",
    AnswerClass.NOTHING_STATED: "states nothing",
    AnswerClass.ANSWERED_ABSENT: "answered, though absent",
    AnswerClass.UNSUPPORTED: "unsupported",
    AnswerClass.MISGROUNDED: "misgrounded",
    AnswerClass.UNCATEGORISED: "fails, no category",
    AnswerClass.PARTLY_SUPPORTED: "supported in part",
    AnswerClass.SOUND: "sound",
}

FAULTS = {
    Fault.PARTIAL: OUTCOMES[Outcome.PARTIAL],
    Fault.RIGHT_DOC_WRONG_PASSAGE: OUTCOMES[Outcome.RIGHT_DOC_WRONG_PASSAGE],
    Fault.WRONG_DOCUMENT: OUTCOMES[Outcome.WRONG_DOCUMENT],
    Fault.UNSUPPORTED_CLAIM: OUTCOMES[Outcome.UNSUPPORTED_CLAIM],
    Fault.UNCATEGORISED: OUTCOMES[Outcome.UNCATEGORISED],
    Fault.NEVER_RETRIEVED: "never retrieved",
    Fault.RETRIEVED_NOT_CITED: "retrieved, not cited",
    Fault.FALSE_REFUSAL: "refused, though answerable",
    Fault.ANSWERED_ABSENT: "answered, though absent",
    Fault.INCORRECT: "contradicts the reference",
    Fault.UNKNOWN_CITATION: "no such passage",
    Fault.CITATION_NOT_RETRIEVED: "passage not retrieved",
}


def points(value: float) -> str:
    """A difference of two shares, in percentage points without its sign: `12.3`."""
    text = f"{abs(100 * value):.1f}"
    return "<0.1" if text == "0.0" and value != 0 else text


def signed(value: float) -> str:
    """The same with its sign: `+12.3`, `−0.4`, `0.0`."""
    text = f"{100 * value:.1f}"
    return text.replace("-", "−") if float(text) < 0 else f"+{text}" if float(text) > 0 else "0.0"


def rate(value: float | None) -> str:
    """A share in percent without the sign, for a column that has it in its head."""
    return UNDEFINED if value is None else percent(value).removesuffix(" %")


def limits(one: Estimate) -> str:
    """`70.1 to 89.2`, in percent; empty where there is no interval."""
    if one.low is None or one.high is None:
        return ""
    return f"{rate(one.low)} to {rate(one.high)}"


def p_text(p: float | None) -> str:
    """A p-value: `.031`, `<.001`, `1`."""
    if p is None:
        return ""
    if p < 0.001:
        return "<.001"
    return f"{p:.3f}".lstrip("0") if p < 0.9995 else "1"
