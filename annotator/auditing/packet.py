"""All that is known of a finding, as one text with headings: question, answer, claim, passage,
verdicts, requests, labels."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from annotator.widgets.wrapping import Look, Mark, ShownText, Span

NOTHING = "(empty)"


@dataclass(frozen=True, slots=True, kw_only=True)
class Packet:
    """What the store knows of a finding's item."""

    item: Mapping[str, Any] | None
    """As `labels.store.packets` gives it; None where the finding is of no item."""
    citations: Sequence[Mapping[str, Any]] = ()
    """Of the item, those that the finding is about."""
    others: int = 0
    """Further items that the finding speaks of."""
    labels: Sequence[str] = ()
    """What people said, a line each."""
    hidden: Sequence[str] = ()
    """The item's samples that were not revealed: verdicts, requests and labels are not shown."""
    hidden_beside: Sequence[str] = ()
    """Those of other items that were judged in the same requests: requests are not shown."""


@dataclass(slots=True)
class _Text:
    """A text that is put together, with what is marked in it."""

    parts: list[str] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    length: int = 0

    def add(self, text: str, look: Look | None = None) -> None:
        if look is not None:
            self.marks.append(Mark(self.length, self.length + len(text), look))
        self.parts.append(text)
        self.length += len(text)

    def section(self, heading: str, text: str, marked: Span | None = None) -> None:
        """A heading and what stands below it, a stretch of it marked."""
        if self.length:
            self.add("\n\n")
        self.add(f" {heading} ", Look.HEADING)
        self.add("\n")
        if marked is not None:
            start, end = marked
            self.marks.append(Mark(self.length + start, self.length + end))
        self.add(text if text.strip() else NOTHING)


def packet_text(where: str, detail: str, packet: Packet, reveal: str) -> ShownText:
    """The whole of it, to read.

    Args:
        where: the finding is.
        detail: its evidence.
        packet: what the store knows.
        reveal: the key that shows what is hidden.
    """
    text = _Text()
    text.section("What was found", f"{detail}\n{where}")
    if (item := packet.item) is not None:
        text.section("Question", item["question"])
        for citation in packet.citations:
            text.section(_of(citation), citation["answer"], _claim_span(citation, item["claim"]))
        text.section("Claim", item["claim"])
        text.section("Cited passage", item["passage"], _evidence_span(packet, item["passage"]))
    if packet.hidden:
        text.section(
            "What the judge and people said",
            f"Not shown: nobody was shown it yet. {reveal} shows it, where "
            f"{', '.join(packet.hidden)} is closed.",
        )
    else:
        for citation in packet.citations:
            for heading, told in _verdicts(citation, with_requests=not packet.hidden_beside):
                text.section(heading, told)
        if packet.hidden_beside:
            text.section(
                "Requests",
                f"Not shown: they speak of other items too. {reveal} shows them, where "
                f"{', '.join(packet.hidden_beside)} is closed.",
            )
        if packet.item is not None:
            text.section("What people said", "\n".join(packet.labels) or "Nobody has labelled it.")
    if packet.others:
        items = "one further item" if packet.others == 1 else f"{packet.others:,} further items"
        text.section("And", f"It speaks of {items} besides this one.")
    return ShownText.of("".join(text.parts), marks=text.marks)


def _of(citation: Mapping[str, Any]) -> str:
    parts = (citation["run"], citation["config"], citation["case_id"], citation["claim_id"])
    return f"Answer · {' · '.join(dict.fromkeys(filter(None, parts)))} → {citation['cited']}"


def _claim_span(citation: Mapping[str, Any], claim: str) -> Span | None:
    """Where the claim stands in the answer; the harness's word for it goes before its text."""
    if citation["claim_start"] is not None:
        return citation["claim_start"], citation["claim_end"]
    at = citation["answer"].find(claim) if claim.strip() else -1
    return (at, at + len(claim)) if at >= 0 else None


def _evidence_span(packet: Packet, passage: str) -> Span | None:
    """What the first judge that named something in the passage named."""
    if packet.hidden:
        return None
    for citation in packet.citations:
        for verdict in citation["verdicts"]:
            at = passage.find(verdict["evidence"]) if verdict["evidence"] else -1
            if at >= 0:
                return at, at + len(verdict["evidence"])
    return None


def _verdicts(citation: Mapping[str, Any], *, with_requests: bool) -> Iterator[tuple[str, str]]:
    for verdict in citation["verdicts"]:
        said = verdict["support"] or "no verdict"
        category = f", {verdict['category']}" if verdict["category"] else ""
        told = {
            "reason": verdict["reason"],
            "evidence": verdict["evidence"],
            "the judge’s own word": verdict["raw"],
            "judged at": verdict["created_at"],
            "the judge": _json(verdict["provenance"]) if verdict["provenance"] else "",
        }
        lines = [
            f"{said}{category}",
            *(f"{name}: {value}" for name, value in told.items() if value),
        ]
        yield f"Verdict of {verdict['judge']}", "\n".join(lines)
        for request in verdict["requests"] if with_requests else ():
            about = f"{request['purpose']}, {request['model']}, {request['created_at']}"
            yield f"Request ({about})", _json(request["request"])
            yield "Response", _json(request["response"])
    for failure in citation["failures"]:
        yield f"Missing: {failure['stage']}", f"{failure['cause']}: {failure['detail']}"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)
