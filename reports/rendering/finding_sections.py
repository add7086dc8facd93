"""The items to be read, on a page: citations let through, and harness bugs."""

from labels.calibration import HumanLabel
from labels.outcome import Support
from reports.adjudications import reason_text
from reports.estimation.figure import Method
from reports.findings import Finding
from reports.rendering import keys
from reports.rendering.layout import Block, Item, Section, Text
from reports.rendering.wording import BUGS, OUTCOMES, counted, listing, number
from reports.report import Report

FIRST_ITEMS = 5
"""How many items of a list a short page shows."""


def false_supported(report: Report, *, full: bool, linked: bool) -> Section:
    """What the judge called supported and people did not, the two kinds apart."""
    found = report.findings
    blocks: list[Block] = [Text(text=_false_counts(report))]
    for word, items, link in (
        (
            "Unsupported, called supported",
            found.unsupported_as_supported,
            keys.pair(Support.UNSUPPORTED, Support.SUPPORTED),
        ),
        (
            "Partial, called supported",
            found.partial_as_supported,
            keys.pair(Support.PARTIAL, Support.SUPPORTED),
        ),
    ):
        blocks += _items(word, items, full=full, link=link if linked else "")
    return Section(title="Citations that the judge let through", blocks=tuple(blocks))


def _false_counts(report: Report) -> str:
    found = report.findings
    text = (
        f"Unsupported, called supported: {len(found.unsupported_as_supported):,}. "
        f"Partial, called supported: {len(found.partial_as_supported):,}."
    )
    totals = report.support.weighted
    if report.sample.census or totals is None or report.unit != "citation":
        return text
    supported, partial, unsupported = range(3)
    return text + (
        " These are the labelled ones; in the whole run it is about "
        f"{number(round(totals[unsupported][supported], 1))} and "
        f"{number(round(totals[partial][supported], 1))}."
    )


def _items(word: str, items: tuple[Finding, ...], *, full: bool, link: str) -> list[Block]:
    """All of them, or the first few and where the others are."""
    shown = items if full else items[:FIRST_ITEMS]
    blocks: list[Block] = [
        _item(f"{word}, {index} of {len(items)}", one, full=full)
        for index, one in enumerate(shown, start=1)
    ]
    if rest := len(items) - len(shown):
        where = "all of them are below." if link else "crosssource report --format md has them all."
        blocks.append(Text(text=f"{counted(rest, 'more item')}: {where}", link=link))
    return blocks


def _item(title: str, one: Finding, *, full: bool) -> Item:
    item = one.item
    said = one.decision.outcome
    human = OUTCOMES[said] if said else BUGS[one.decision.bug] if one.decision.bug else "undecided"
    where = " · ".join(part for part in (item.run, item.case_id, item.claim_id) if part)
    long = (("question", item.question), ("answer", item.answer)) if full else ()
    passage = (("passage", item.passage),) if full else ()
    fields = (
        ("where", where),
        *long,
        ("claim", item.claim),
        ("cites", item.citation),
        *passage,
        ("judge says", OUTCOMES[item.judged]),
        ("its reason", item.judge_reason),
        ("evidence", item.judge_evidence),
        ("people say", f"{human} ({_who(one)})"),
        *(("they marked", marked) for marked in one.evidence),
        *(("note", note) for note in one.notes),
    )
    return Item(
        title=title,
        fields=tuple(field for field in fields if field[1]),
        link=keys.item(item.verdict_id),
    )


def _who(one: Finding) -> str:
    """Whose labels it is; with the adjudicator, where labels alone did not decide."""
    names = ", ".join(_named(label) for label in one.labels)
    decided = one.item.adjudication
    if decided is None or not one.decision.adjudicated:
        return names
    return f"{names}; decided by {decided.adjudicator}: {reason_text(decided)}"


def _named(label: HumanLabel) -> str:
    """`ann`, or `ann, found in doc:3`: the category is then a finding and not a guess."""
    return f"{label.annotator}, found in {label.found}" if label.found else label.annotator


def bugs(report: Report, *, full: bool, linked: bool) -> Section:
    """The harness bugs, by kind, with what the whole run may hold."""
    figure = report.bug_share.weighted
    found = report.findings.bugs
    if not found:
        text = "None was found in the labelled verdicts."
    else:
        kinds = [f"{one.items} {BUGS[one.kind]}" for one in report.findings.bug_kinds if one.items]
        text = f"{counted(len(found), 'harness bug')} found: {listing(kinds)}."
    if figure.value is not None and figure.low is not None and figure.high is not None:
        size, at_most = report.sample.size, round(figure.high * report.sample.size)
        if figure.method is Method.CENSUS:
            pass
        elif figure.value == 0:
            text += f" Those without a decision may hold up to {number(at_most)}."
        else:
            text += (
                f" In the whole run it is about {number(round(figure.value * size, 1))} "
                f"({number(round(figure.low * size))} to {number(at_most)})."
            )
    text += " They are faults of the evaluation, not of the answers, and leave every figure."
    return Section(
        title="Harness bugs",
        blocks=(
            Text(text=text),
            *_items("Harness bug", found, full=full, link=keys.BUGS if linked else ""),
        ),
    )
