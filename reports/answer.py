"""The answer in plain words: can this judge be trusted, for what not, how sure, what next.

A judge is put to three uses, and each is answered by one figure through the sample design:

    its "supported" verdicts      precision of supported
    its "unsupported" verdicts    precision of unsupported
    catching bad citations        share of what people do not find supported that it flags

A use is trusted where the low end of its interval reaches `TRUSTED`, not trusted where the high
end stays below it, and not settled in between: that is a matter of more labels, not of opinion.
Nothing is settled by fewer than `FEWEST` labels, even in a census: the interval of one verdict
that is the whole run has no width, and still says nothing of a judge.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from labels.outcome import Outcome, Support
from reports.estimation.figure import Pair
from reports.estimation.weighting import weights_sentence
from reports.next_steps import next_steps
from reports.rendering import keys
from reports.rendering.wording import (
    counted,
    level_text,
    listing,
    percent,
    percent_range,
    share_text,
)
from reports.report import Report

TRUSTED = 0.90
"""The share that must be right, at the low end of the interval, for a use to count as trusted."""

USUAL_LEVEL = 0.95
"""An answer at a lower level says so wherever it is quoted."""

FEWEST = 10
"""Different items with an outcome, within the share's denominator, that settle a use."""


class Trust(StrEnum):
    """What the labels show of one use."""

    YES = "yes"
    NO = "no"
    OPEN = "not settled"
    UNKNOWN = "unknown"
    """The figure is undefined."""


UNSETTLED = (Trust.OPEN, Trust.UNKNOWN)
"""What more labels could change."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Use:
    """One use of a judge."""

    name: str
    """As it reads after "trust it": `when it says "supported"`."""
    figure: str
    """Its figure, by the name that files give it."""
    trust: Trust
    sentence: str
    """The figure in words, with its n."""
    pair: Pair
    """The figure that answers it."""
    items: int
    """Different items behind it: rows with the same texts are one item, labelled once."""
    link: str
    """The key of the items behind the figure."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What the first lines of a report say."""

    headline: str
    uses: tuple[Use, ...]
    rule: str
    """What "trusted" means here."""
    sure: tuple[str, ...]
    """How sure the answer is, and of what."""
    next: tuple[str, ...]
    """What to do now, the most urgent first."""


def answer(report: Report) -> Answer:
    """The answer of a report."""
    uses = _uses(report)
    level = level_text(report.provenance.level)
    rule = (
        f"YES means that it is right in at least {100 * TRUSTED:.0f} % even at the low end of the "
        f"{level} interval; NO, that it is not even at the high end. Either takes {FEWEST} "
        "different items with a label or more; n is how many labels there are."
    )
    return Answer(
        headline=_headline(report, uses),
        uses=uses,
        rule=rule,
        sure=_sure(report),
        next=next_steps(
            report,
            unsettled={use.name: use.figure for use in uses if use.trust in UNSETTLED},
            mark=TRUSTED,
            least=FEWEST,
        ),
    )


def trust(pair: Pair, *, items: int, chosen: bool) -> Trust:
    """What a share's interval shows against `TRUSTED`, if enough items are behind it.

    Items that people could not decide are the hard ones, so whichever way they are settled must
    leave the share on the same side.

    Args:
        pair: the share.
        items: how many different ones it rests on.
        chosen: whether somebody chose the labelled verdicts, nobody knows how: they say nothing of
            the others.
    """
    reach = pair.weighted.reach
    if reach is None:
        return Trust.UNKNOWN
    if items < FEWEST or chosen:
        return Trust.OPEN
    low, high = reach
    if low >= TRUSTED:
        return Trust.YES
    return Trust.NO if high < TRUSTED else Trust.OPEN


def _uses(report: Report) -> tuple[Use, ...]:
    supported, _, unsupported = report.judge.supports
    by_claim = report.unit == "claim"
    noun, verdicts = ("claims", "claims") if by_claim else ("citations", "verdicts")
    return (
        _use(
            report,
            'when it says "supported"',
            ("precision.supported", supported.precision),
            f"people agree with {{}} of these {verdicts}",
            lambda _, judged: judged.support is Support.SUPPORTED,
            keys.judged(supported.name),
        ),
        _use(
            report,
            'when it says "unsupported"',
            ("precision.unsupported", unsupported.precision),
            f"people agree with {{}} of these {verdicts}",
            lambda _, judged: judged.support is Support.UNSUPPORTED,
            keys.judged(unsupported.name),
        ),
        _use(
            report,
            f"to catch bad {noun}",
            ("tnr", report.judge.tnr),
            f"of the {noun} that people do not find fully supported, it flags {{}}",
            lambda human, _: human is not Outcome.SUPPORTED,
            keys.said(keys.FLAGGED),
        ),
    )


def _use(
    report: Report,
    name: str,
    named: tuple[str, Pair],
    sentence: str,
    behind: Callable[[Outcome, Outcome], bool],
    link: str,
) -> Use:
    """One use; `behind` says of people's and the judge's outcome whether an item bears on it."""
    figure_name, pair = named
    figure = pair.weighted
    items = min(pair.raw.n, _different_items(report, behind))
    if figure.value is None:
        text = f"cannot be said. {figure.why}"
    else:
        text = f"{sentence.format(share_text(figure, level=True))}, n = {pair.raw.n:,}"
        text += "." if items == pair.raw.n else f" ({counted(items, 'different item')})."
        if items < FEWEST:
            text += " Too few to settle it."
        text += _naive(pair)
    if figure.undecided is not None:
        low, high = figure.undecided.low, figure.undecided.high
        text += (
            f" With the {counted(figure.undecided.items, 'undecided one')} settled one way or the "
            f"other: {percent_range(low, high)}."
        )
    return Use(
        name=name,
        figure=figure_name,
        trust=trust(pair, items=items, chosen=report.sample.left_out > 0),
        sentence=text,
        pair=pair,
        items=items,
        link=link,
    )


def _different_items(report: Report, behind: Callable[[Outcome, Outcome], bool]) -> int:
    """Items by their texts: a label on one of several rows with the same texts is on all."""
    return len(
        {
            one.item.item_id
            for one in report.findings.all
            if one.decision.outcome is not None and behind(one.decision.outcome, one.item.judged)
        }
    )


def _naive(pair: Pair) -> str:
    """The raw figure in words, where it misleads by a point or more."""
    figure, naive = pair.weighted.value, pair.raw.value
    if figure is None or naive is None or abs(figure - naive) < 0.01:
        return ""
    return f" (The sample alone says {percent(naive)}: biased by the design.)"


def _headline(report: Report, uses: tuple[Use, ...]) -> str:
    if report.sample.with_outcome == 0:
        return _nothing(report)
    names = {kind: [use.name for use in uses if use.trust is kind] for kind in Trust}
    yes, no, open_uses = names[Trust.YES], names[Trust.NO], names[Trust.OPEN]
    if len(yes) == len(uses):
        first = "Yes, on these verdicts."
    elif len(no) == len(uses):
        first = "No."
    elif yes:
        first = "In part."
    else:
        first = "Not as it stands." if no else "Not settled yet."
    parts = [first]
    if yes:
        parts.append(f"Trust it {listing(yes)}.")
    if no:
        parts.append(f"Do not trust it {listing(no, last='or')}.")
    if open_uses and (yes or no or names[Trust.UNKNOWN]):
        parts.append(f"Not settled by these labels: {listing(open_uses, last='or')}.")
    if names[Trust.UNKNOWN]:
        parts.append(f"Nothing can be said of it {listing(names[Trust.UNKNOWN], last='or')}.")
    if report.provenance.level < USUAL_LEVEL:
        parts.append(f"All of it at a level of {level_text(report.provenance.level)} only.")
    return " ".join(parts)


def _nothing(report: Report) -> str:
    """Why there is no figure at all."""
    undecided = report.undecided.differ + report.undecided.cannot_judge
    bugs = sum(row.harness_bugs for row in report.sample.strata)
    if not undecided and not bugs:
        return "Nothing can be said yet: no verdict of this sample has a decision."
    parts = [counted(bugs, "harness bug")] if bugs else []
    parts += [f"{undecided:,} undecided"] if undecided else []
    return f"Nothing can be said yet: no label of this sample has an outcome ({listing(parts)})."


def _sure(report: Report) -> tuple[str, ...]:
    sentences = [weights_sentence(report)]
    if report.sample.left_out:
        sentences.append(
            f"Nobody knows how these verdicts were chosen for labelling among those of the runs, "
            f"so nothing is settled of the other {report.sample.left_out:,}."
        )
    left = report.sample.size - report.sample.decided
    unit = "claim" if report.unit == "claim" else "verdict"
    if left:
        sentences.append(
            f"The intervals hold what the {counted(left, unit)} without a label or a decision may "
            "still show."
        )
    sentences.append(
        f"All of this is about these {counted(report.sample.size, unit)}. It is no promise for "
        "new questions, and it takes what people said as right."
    )
    return tuple(sentence for sentence in sentences if sentence)
