"""An item as plain lines: no cursor, no colour, no frames; where the claim stands is said in words.

A function of the item's content alone: nothing else reaches this module.
"""

from corpus.visible import visible
from labels.blind import BlindItem


def item_words(item: BlindItem, note: str) -> str:
    """Question, answer, claim, passage and the person's own note, parted by empty lines."""
    parts = [
        _part("Question", item.question) if item.question.strip() else "There is no question.",
        _part(_answer_heading(item), item.answer)
        if item.answer.strip()
        else "There is no answer besides the claim.",
        _part("Claim", item.claim) if item.claim.strip() else "The claim is empty.",
        _part(_passage_heading(item), item.passage)
        if item.passage.strip()
        else f"{_passage_heading(item)}. The passage is empty.",
    ]
    if note:
        parts.append(_part("Your note", note))
    return "\n\n".join(parts)


def _part(heading: str, text: str) -> str:
    return f"{heading}:\n{visible(text).strip()}"


def _answer_heading(item: BlindItem) -> str:
    if item.claim_span is None:
        where = "the claim does not stand in it word for word"
        return f"Answer; {where}" if item.claim.strip() else "Answer"
    start, end = item.claim_span
    before, within = len(item.answer[:start].split()), len(item.answer[start:end].split())
    total = len(item.answer.split())
    if within >= total:
        return "Answer; all of it is the claim"
    first, last = before + 1, min(before + within, total)
    words = f"word {first}" if first == last else f"words {first} to {last}"
    return f"Answer; the claim is {words} of {total}"


def _passage_heading(item: BlindItem) -> str:
    named = [visible(part).strip() for part in (item.cited, item.source) if part.strip()]
    return ", ".join(["Cited passage", *named])
