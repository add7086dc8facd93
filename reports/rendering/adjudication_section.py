"""The adjudicated items on a page, each with its decision and the reason for it."""

from labels.calibration import HumanLabel, ItemAdjudication
from labels.outcome import Choice, HarnessBug, Outcome
from reports.adjudications import adjudicated, over_text, reason_text, void
from reports.findings import Finding
from reports.rendering import keys
from reports.rendering.finding_sections import FIRST_ITEMS
from reports.rendering.layout import Block, Item, Section, Text
from reports.rendering.wording import BUGS, OUTCOMES, counted
from reports.report import Report


def adjudication_section(report: Report, *, full: bool, linked: bool) -> list[Section]:
    """The section, where anything was adjudicated.

    Args:
        full: every item with its passage; otherwise the first few.
        linked: the medium has every item with all its texts elsewhere.
    """
    every = report.findings.all
    decided, asked_again = adjudicated(every), void(every)
    if not decided and not asked_again:
        return []
    blocks: list[Block] = [Text(text=_counts(report))]
    for word, items in (("Decided", decided), ("Void, to be decided again", asked_again)):
        shown = items if full or linked else items[:FIRST_ITEMS]
        blocks += [
            _item(f"{word}, {number} of {len(items)}", one, full=full)
            for number, one in enumerate(shown, start=1)
        ]
        if rest := len(items) - len(shown):
            where = "crosssource report --format md has them all."
            blocks.append(Text(text=f"{counted(rest, 'more item')}: {where}"))
    return [Section(title="What was adjudicated", blocks=tuple(blocks))]


def _counts(report: Report) -> str:
    done = report.people.decisions
    who = ", ".join(f"{one.name} {one.items:,}" for one in done.by)
    text = f"{counted(done.items, 'item')} decided over people's labels"
    text += f" ({who})." if who else "."
    return f"{text} The labels are kept, and how far people agree is told before adjudication."


def _item(title: str, one: Finding, *, full: bool) -> Item:
    item, decided = one.item, one.item.adjudication
    assert decided is not None  # chosen for having one
    where = " · ".join(part for part in (item.run, item.case_id, item.claim_id) if part)
    fields = (
        ("where", where),
        ("claim", item.claim),
        ("cites", item.citation),
        *((("passage", item.passage),) if full else ()),
        ("people say", "; ".join(_label_text(label) for label in one.labels)),
        *(("note", note) for note in one.notes),
        ("decision", f"{decision_text(decided)} ({decided.adjudicator})"),
        ("reason", reason_text(decided)),
        ("over", over_text(decided)),
        ("added since", ", ".join(decided.added)),
    )
    return Item(
        title=title,
        fields=tuple(field for field in fields if field[1]),
        link=keys.item(item.verdict_id),
    )


def decision_text(decided: ItemAdjudication) -> str:
    """What was decided, in plain words."""
    return said_text(decided.choice, decided.outcome, decided.bug)


def said_text(choice: Choice, outcome: Outcome | None, bug: HarnessBug | None) -> str:
    """What a label or a decision says, in plain words."""
    if outcome is not None:
        return OUTCOMES[outcome]
    if bug is not None:
        return f"harness bug: {BUGS[bug]}"
    return "cannot judge" if choice is Choice.CANNOT_JUDGE else str(choice)


def _label_text(label: HumanLabel) -> str:
    return f"{label.annotator}: {said_text(label.choice, label.outcome, label.bug)}"
