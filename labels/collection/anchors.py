"""Where the supports of a question stand in the corpus as it is now.

A support is anchored in its document: `start` and `end` count there, and hold however the document
is cut into passages. So a passage id that another cut has made wrong is found anew, and so is a
quote whose offsets were never given. A whole passage is anchored likewise, with the hash of its
text in the place of a quote. One that only an id names is looked up as it is called now, and what
another cut would make of it nobody can know.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from corpus.document import Document, Passage
from corpus.errors import InputError
from corpus.hashes import text_hash
from corpus.storage.library import Library
from labels.golden import Support


class Fault(StrEnum):
    """What is wrong with a support."""

    UNKNOWN_DOCUMENT = "unknown_document"
    UNKNOWN_PASSAGE = "unknown_passage"
    """The document has no such passage, and nothing else says where the support stands."""
    NOT_VERBATIM = "not_verbatim"
    """The quote does not stand at its offsets, and is not to be found in one place alone."""
    MOVED = "moved"
    """It stands where it should, and the passage that holds it has another id; can be mended."""
    SPLIT = "split"
    """What was a whole passage lies in several now, and which of them answers a person must say."""
    UNANCHORED = "unanchored"
    """A quote without offsets, or with wrong ones, that stands in one place; can be mended."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A support as it is in the corpus now."""

    fault: Fault | None
    support: Support
    """As it should be written, a whole passage with its place; as it is where it cannot be
    mended."""
    words: str
    """What is wrong, in words; empty where nothing is."""

    @property
    def is_mendable(self) -> bool:
        """Whether `support` is how it should be written."""
        return self.fault in (Fault.MOVED, Fault.UNANCHORED)


def standing(library: Library, support: Support) -> Standing:
    """Look a support up. `StoreError` where the corpus cannot be read."""
    document_id = support.passage.rpartition(":")[0]
    if document_id not in library:
        return _broken(
            support, Fault.UNKNOWN_DOCUMENT, f"the corpus has no document {document_id!r}"
        )
    return standing_in(library.document(document_id), library.passages_of(document_id), support)


def standing_in(document: Document, passages: Sequence[Passage], support: Support) -> Standing:
    """The same, in the document that the support names and all its passages."""
    if support.is_loose:
        return _by_id(document, passages, support)
    start, end = _verbatim_at(document, passages, support)
    if start is None or end is None:
        what = repr(support.quote[:60]) if support.quote else "the text of the whole passage"
        words = f"{what} does not stand in {document.id} where it should"
        return _broken(support, Fault.NOT_VERBATIM, words)
    holding = holder(passages, start, end)
    if holding is None:
        return _broken(support, Fault.UNKNOWN_PASSAGE, f"no passage of {document.id} holds it")
    parts = _parts(document, passages, start, end)
    if support.sha256 and len(parts) > 1:
        words = (
            f"was a whole passage and lies in {', '.join(one.id for one in parts)} now; name the "
            "words that answer with: crosssource golden author"
        )
        return _broken(support, Fault.SPLIT, words)
    now = replace(support, passage=holding.id, start=start, end=end)
    if not support.sha256:
        now = replace(now, quote=document.text[start:end])
    if (support.start, support.end) != (start, end):
        words = f"stands in {document.id} at characters {start} to {end}"
        return Standing(fault=Fault.UNANCHORED, support=now, words=words)
    if support.passage != holding.id:
        words = f"is in {holding.id} now, not in {support.passage}"
        return Standing(fault=Fault.MOVED, support=now, words=words)
    return Standing(fault=None, support=support, words="")


def support_at(document: Document, passages: Sequence[Passage], start: int, end: int) -> Support:
    """The support that a stretch of a document makes.

    Args:
        passages: of the document.

    Raises:
        InputError: the stretch lies in no passage, between two for example.
    """
    holding = holder(passages, start, end)
    if holding is None:
        raise InputError(
            f"Characters {start} to {end} of {document.id} are in no passage; choose some words."
        )
    return Support(
        passage=holding.id,
        start=start,
        end=end,
        quote=document.text[start:end],
        page=document.page_at(start),
    )


def holder(passages: Sequence[Passage], start: int, end: int) -> Passage | None:
    """The passage that holds most of a stretch; None where none holds any of it."""

    def shared(passage: Passage) -> int:
        return min(end, passage.end) - max(start, passage.start)

    best = max(passages, key=shared, default=None)
    return best if best is not None and shared(best) > 0 else None


def _by_id(document: Document, passages: Sequence[Passage], support: Support) -> Standing:
    """A whole passage that only its id names: the passage of that id, with its place."""
    named = next((one for one in passages if one.id == support.passage), None)
    if named is None:
        index = support.passage.rpartition(":")[2]
        words = f"{document.id} has no passage {index!r} (it has 0 to {len(passages) - 1})"
        return _broken(support, Fault.UNKNOWN_PASSAGE, words)
    place = replace(support, start=named.start, end=named.end, page=named.page, sha256=named.sha256)
    return Standing(fault=None, support=place, words="")


def _parts(document: Document, passages: Sequence[Passage], start: int, end: int) -> list[Passage]:
    """The passages that hold something of a stretch that is not white space."""
    return [
        one for one in passages if document.text[max(start, one.start) : min(end, one.end)].strip()
    ]


def _verbatim_at(
    document: Document, passages: Sequence[Passage], support: Support
) -> tuple[int, int] | tuple[None, None]:
    """Where the quote stands: at its offsets, else once in its passage, else once in the text.

    A whole passage stands at its offsets, else where a passage has its very text.
    """
    start, end, quote = support.start, support.end, support.quote
    if (
        start is not None
        and end is not None
        and 0 <= start < end <= len(document.text)
        and quote in ("", document.text[start:end])
        and support.sha256 in ("", text_hash(document.text[start:end]))
    ):
        return start, end
    if not quote:
        same = [one for one in passages if one.sha256 == support.sha256]
        return (same[0].start, same[0].end) if len(same) == 1 else (None, None)
    named = next((one for one in passages if one.id == support.passage), None)
    for text, offset in (
        (named.text if named else "", named.start if named else 0),
        (document.text, 0),
    ):
        if text.count(quote) == 1:
            found = offset + text.index(quote)
            return found, found + len(quote)
    return None, None


def _broken(support: Support, fault: Fault, words: str) -> Standing:
    return Standing(fault=fault, support=support, words=words)
