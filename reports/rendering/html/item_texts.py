"""All that is known of one item, as named texts in the order in which a person reads them."""

from dataclasses import dataclass

from labels.calibration import HumanLabel
from reports.adjudications import over_text, reason_text
from reports.findings import Finding
from reports.rendering.adjudication_section import decision_text, said_text
from reports.rendering.wording import OUTCOMES

LONGEST = 6_000
"""Characters of one text on the page; a passage has about 2,200, an answer seldom more."""

LONGEST_LINE = 160
"""Characters of the claim in the line that opens an item."""

ID = 16
"""Characters of an item's id: more than enough to name it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemText:
    """One text with its name, and the stretch in it that another text is about."""

    name: str
    before: str
    marked: str = ""
    after: str = ""
    cut: int = 0
    """How many characters the whole has, where it is cut; otherwise 0."""


def line_of(one: Finding) -> str:
    """The claim on one line."""
    line = " ".join(one.item.claim.split())
    return line if len(line) <= LONGEST_LINE else f"{line[:LONGEST_LINE].rstrip()} …"


def place_of(one: Finding) -> str:
    """Where the citation stands."""
    item = one.item
    return " · ".join(part for part in (item.run, item.case_id, item.claim_id) if part)


def texts_of(one: Finding) -> tuple[ItemText, ...]:
    """Its texts; empty ones are left out."""
    item = one.item
    category = OUTCOMES[item.judged]
    texts = [
        _text("question", item.question),
        _text("answer", item.answer, mark=item.claim),
        _text("claim", item.claim),
        _text("cites", item.citation),
        _text("passage", item.passage, mark=item.judge_evidence),
        _text("judge says", category),
        _text("its reason", item.judge_reason),
        _text("its evidence", item.judge_evidence),
    ]
    for label in one.labels:
        said = said_text(label.choice, label.outcome, label.bug)
        found = f", found in {label.found}" if label.found else ""
        texts.append(_text("people say", f"{said}{found} ({_who(label)})"))
        texts.append(_text("they marked", label.evidence.text if label.evidence else ""))
        texts.append(_text("note", label.note))
    if (decided := item.adjudication) is not None:
        state = "decided" if one.decision.adjudicated else "decided, not in force"
        texts.append(_text(state, f"{decision_text(decided)} ({decided.adjudicator})"))
        texts.append(_text("reason", reason_text(decided)))
        texts.append(_text("over", over_text(decided)))
    importance = "" if item.importance is None else str(item.importance)
    texts += [
        _text("configuration", item.config),
        _text("stratum", item.stratum),
        _text("importance", importance),
    ]
    return tuple(text for text in texts if text.before or text.marked)


def _who(label: HumanLabel) -> str:
    return f"{label.annotator}, deciding between labels" if label.adjudicates else label.annotator


def _text(name: str, whole: str, *, mark: str = "") -> ItemText:
    """A text, cut where it is too long, with the first place of `mark` apart."""
    shown = whole[:LONGEST]
    cut = len(whole) if len(whole) > LONGEST else 0
    before, found, after = shown.partition(mark) if mark else (shown, "", "")
    return ItemText(name=name, before=before, marked=found, after=after, cut=cut)
