"""Questions, passages and changes as lines of a list."""

from collections.abc import Mapping

from textual.content import Content

from corpus.presenting import one_line
from corpus.visible import visible
from labels.collection.drafts import Draft
from labels.collection.record import Change, Search, Status
from labels.golden import GoldenQuestion, Support

LINE = 300
"""Characters of a text that a line shows."""

_NO_TEXT = "(no question yet)"


def draft_line(draft: Draft) -> Content:
    """A draft in the list of questions."""
    of = "changes" if draft.opened else "new"
    return _line(f"{draft.id} · draft, {of}", draft.text.question or _NO_TEXT)


def question_line(question: GoldenQuestion) -> Content:
    """A question in the list."""
    parts = [question.id, origin(question)]
    if not question.answerable:
        parts.append("absent")
    if question.query_class:
        parts.append(one_line(question.query_class, 30))
    return _line(" · ".join(parts), question.question)


def origin(question: GoldenQuestion) -> str:
    """Who wrote it, in words: `human`, `machine draft, not confirmed`, `retired`."""
    if question.status is Status.RETIRED:
        return "retired"
    if question.status is Status.CANDIDATE:
        return f"{question.written_by} draft, not confirmed"
    if question.drafted_by:
        return f"{question.written_by}, drafted by {question.drafted_by}"
    return question.written_by


def support_line(
    support: Support,
    ranks: Mapping[str, int | None] | None,
    deepest: int,
    whole: Mapping[str, str],
) -> Content:
    """A passage that answers the question, with its rank.

    Args:
        ranks: by passage; None where they are not known yet.
        deepest: the last rank that was looked at.
        whole: the texts of passages that answer it as a whole, by id, as far as they are known.
    """
    place = f"{support.passage}{f' · page {support.page}' if support.page else ''}"
    rank = ranks.get(support.passage) if ranks is not None else None
    if ranks is None or support.passage not in ranks:
        told = "its rank follows"
    elif rank is None:
        told = f"BM25 does not find it among the first {deepest}"
    else:
        told = f"BM25 finds it at rank {rank}"
    text = support.quote or f"(the whole passage) {whole.get(support.passage, '')}"
    return _line(f"{place} · {told}", text)


def search_line(search: Search) -> Content:
    """A search that found nothing."""
    shown = ", ".join(search.passages) or "no passage shares a word with it"
    return _line(f"Searched for “{search.query}”", f"nothing in {shown}")


def change_line(change: Change) -> Content:
    """One step of a question's past, with what it replaced."""
    was = "; ".join(f"{name} was {_value(value)}" for name, value in change.was.items())
    return _line(
        f"{change.at[:16].replace('T', ' ')} · {change.by} · {change.action}", was or "new"
    )


def _value(value: object) -> str:
    if value is None or value == "":
        return "not there"
    return f"“{one_line(value, 160)}”" if isinstance(value, str) else one_line(str(value), 160)


def _line(head: str, rest: str) -> Content:
    return Content("\n").join(
        [Content.styled(visible(head), "bold"), Content(visible(one_line(rest, LINE)))]
    )
