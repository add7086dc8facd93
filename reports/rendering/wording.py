"""Numbers and names as people read them: one place, so that every rendering says the same.

Percentages have one decimal, coefficients three. Nothing is rounded into certainty: 0.9998 is
">99.9 %", not "100.0 %".
"""

import shlex
from collections.abc import Callable, Sequence

from labels.authorship import QuestionAuthors
from labels.outcome import HarnessBug, Outcome
from reports.estimation.figure import Figure, Method

UNDEFINED = "undefined"

OUTCOMES = {
    Outcome.SUPPORTED: "supported",
    Outcome.PARTIAL: "partial",
    Outcome.RIGHT_DOC_WRONG_PASSAGE: "another passage",
    Outcome.WRONG_DOCUMENT: "another document",
    Outcome.UNSUPPORTED_CLAIM: "nothing supports",
    Outcome.UNCATEGORISED: "no category",
}
"""Short enough for the head of a column; the legend says what they stand for."""

OUTCOME_LEGEND = (
    'The last four are "unsupported", by where the support is: in another passage of the cited '
    "document, in another document, nowhere, or nobody said."
)

BUGS = {
    HarnessBug.EMPTY_CLAIM: "empty claim",
    HarnessBug.CLAIM_FRAGMENT: "fragment of a claim",
    HarnessBug.WRONG_CLAIM: "marker on another sentence",
    HarnessBug.DAMAGED_PASSAGE: "damaged passage",
    HarnessBug.WRONG_PASSAGE: "not the passage cited",
    HarnessBug.PROMPT_LEAK: "instructions in the text",
    HarnessBug.OTHER: "another fault",
}

METHODS = {
    Method.CENSUS: "all labelled",
    Method.EXACT: "exact",
    Method.HULL: "hull",
    Method.PREDICTIVE: "predictive",
    Method.MOVER: "MOVER",
    Method.ADJUSTED: "adjusted",
    Method.PPI: "prediction-powered",
    Method.WILSON: "Wilson",
    Method.BOOTSTRAP: "bootstrap",
    Method.NORMAL: "normal",
    Method.FURTHER: "predictive",
    Method.NONE: "",
}

METHOD_LEGENDS = {
    Method.CENSUS: "every verdict that bears on the figure was labelled; no chance is left.",
    Method.EXACT: "the exact limits of what the unlabelled verdicts can hold (Blaker's test).",
    Method.HULL: "the wider of two intervals for strata labelled in unequal shares "
    "(Korn-Graubard and MOVER-exact).",
    Method.PREDICTIVE: "10,000 draws of what the unlabelled verdicts may be, with a label's worth "
    "of doubt that leans each way in turn (Dirichlet-multinomial).",
    Method.MOVER: "a difference of two samples, from the interval of each (Zou and Donner).",
    Method.ADJUSTED: "Rogan and Gladen's correction, for new verdicts, by normal theory.",
    Method.PPI: "prediction-powered inference, for new verdicts, by normal theory.",
}


def outcome(name: str) -> str:
    """A class of any scale in plain words."""
    return OUTCOMES[Outcome(name)] if name in set(Outcome) else name.replace("_", " ")


def percent(value: float) -> str:
    """A share, 0 to 1, with its sign: `96.1 %`."""
    return f"{_percent(value)} %"


def percent_range(low: float, high: float) -> str:
    """Two shares: `88.7 to 98.7 %`."""
    return f"{_percent(low)} to {_percent(high)} %"


_NOISE = 1e-12
"""Of sums and roots of floats. No share of fewer than a trillion verdicts is so near to 0 or 1."""


def _percent(value: float) -> str:
    if min(abs(value), abs(1 - value)) < _NOISE:
        value = round(value)
    text = f"{100 * value:.1f}".replace("-0.0", "0.0")
    if value < 1 and text == "100.0":
        return ">99.9"
    if value > 0 and text == "0.0":
        return "<0.1"
    return text


def coefficient(value: float) -> str:
    """A kappa or its like: `0.487`."""
    return f"{value:.3f}".replace("-0.000", "0.000")


def coefficient_range(low: float, high: float) -> str:
    """Two of them: `0.227 to 0.743`."""
    return f"{coefficient(low)} to {coefficient(high)}"


def number(value: float) -> str:
    """A count or a weighted total: `1,900`, `14.6`."""
    if value == int(value) or value >= 10_000:
        return f"{value:,.0f}"
    return f"{value:,.1f}"


def counted(n: int, singular: str, plural: str | None = None) -> str:
    """`1 verdict`, `1,900 verdicts`."""
    return f"{n:,} {singular if n == 1 else plural or singular + 's'}"


def share_text(figure: Figure, *, level: bool = False) -> str:
    """A share with its interval in brackets, or `undefined`.

    Args:
        level: say the level of confidence too.
    """
    if figure.value is None:
        return UNDEFINED
    return f"{percent(figure.value)}{_brackets(figure, percent_range, level=level)}"


def coefficient_text(figure: Figure) -> str:
    """A coefficient with its interval in brackets, or `undefined`."""
    if figure.value is None:
        return UNDEFINED
    return f"{coefficient(figure.value)}{_brackets(figure, coefficient_range, level=False)}"


def _brackets(figure: Figure, text: Callable[[float, float], str], *, level: bool) -> str:
    if figure.low is None or figure.high is None:
        return ""
    if figure.method is Method.CENSUS:
        return " (all labelled)" if level else ""
    prefix = f"{level_text(figure.level)} interval " if level else ""
    return f" ({prefix}{text(figure.low, figure.high)})"


def level_text(level: float) -> str:
    """`95 %`, `99.9 %`."""
    return f"{100 * level:.4f}".rstrip("0").rstrip(".") + " %"


def listing(parts: list[str], *, last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def draw_command(
    *,
    runs: Sequence[str],
    judge: str,
    supported: str,
    partial: str = "",
    by: Sequence[str] = (),
    against: str = "",
) -> str:
    """The command that draws another sample of the same verdicts; names quoted for a shell.

    Args:
        supported: a number, or `all`.
        partial: likewise; empty for the command's default.
        by: the fields that strata are made of.
        against: another judge, by whose verdicts the strata are cut as well; empty: none.
    """
    words = ["crosssource", "sample", "draw", "--supported", supported]
    if partial:
        words += ["--partial", partial]
    for field in by:
        words += ["--by", field]
    for run in runs:
        words += ["--run", run]
    words += ["--judge", judge]
    return shlex.join([*words, "--by", f"verdict:{against}"] if against else words)


def authors_text(authors: QuestionAuthors) -> str:
    """Who wrote the questions, as a sentence; people and machines with their numbers always."""
    if authors.unrecorded == authors.total:
        of = counted(authors.total, "question") if authors.total != 1 else "question"
        return f"Who wrote the {of} is not recorded."
    told = f"{authors.human:,} by people"
    told += f" ({authors.drafted:,} of them confirmed drafts)" if authors.drafted else ""
    told += f", {authors.machine:,} by a machine"
    told += f", {authors.unknown:,} of unknown authorship" if authors.unknown else ""
    told += f", {authors.unrecorded:,} of which it is not recorded" if authors.unrecorded else ""
    return f"{counted(authors.total, 'question')}: {told}."
