"""Quotations in an answer, each checked against the passages cited for its claim, then everywhere.

A quotation is what stands between double quotation marks and has three words or more; shorter ones
name a term. It counts as verified only where it stands in a cited passage. Where it stands
elsewhere in the corpus it is rejected all the same, and the place is told: the right words, the
wrong citation.

Three customs of quoting are read: a comma or stop at its end may be the answer's own, an ellipsis
leaves words out, square brackets hold what the writer put in. The pieces around an ellipsis or
brackets must stand in one passage in their order, and the finding says that it took this.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from corpus.answers.claims import ClaimSpan
from corpus.document import Document, Passage
from corpus.quoting.quotes import locate
from evaluator.claims.unmarked import unmarked
from labels.case import Quoting

FEWEST_WORDS = 3
ELISION = "ellipsis or brackets"
"""What a finding names beside the normalisations of `corpus.quoting.quotes`."""

_LINE = r"(?:[^{0}\n]|\n(?![^\S\n]*\n))+?"
_QUOTATION = re.compile(
    "|".join(
        (
            f"“(?P<curly>{_LINE.format('“”')})”",
            f"«(?P<angled>{_LINE.format('«»')})»",
            f'(?<![^\\s(\\[{{*_—–-])"(?P<straight>{_LINE.format(chr(34))})"',
        )
    )
)
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_GAP = re.compile(r"\[[^\[\]]*\]|\.(?:\s?\.){2,3}|…")
_OWN_END = " \t\n,.;:"


@dataclass(frozen=True, slots=True, kw_only=True)
class Quotation:
    """Words that an answer says are somebody's."""

    start: int
    end: int
    """`answer[start:end]` is what stands between the marks."""
    text: str
    """The same without citation markers."""
    cited: tuple[str, ...]
    """Passage ids cited for the claims that it is in, each once; empty where none are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a quotation stands."""

    document_id: str
    start: int
    end: int
    """`document.text[start:end]` is the verbatim stretch, what an ellipsis leaves out included."""
    page: str | None
    """The page on which it begins; None where the document has none."""
    passage_id: str | None
    """The cited passage that holds it; None where it was found outside of those."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedQuotation:
    """What became of a quotation."""

    quotation: Quotation
    quoting: Quoting
    place: Place | None
    """None: nowhere in the corpus."""
    normalisations: tuple[str, ...]
    """What it took to find it; empty: character for character, or not found."""


@dataclass(frozen=True, slots=True)
class _Found:
    start: int
    end: int
    normalisations: tuple[str, ...]


def quotations(answer: str, spans: Sequence[ClaimSpan]) -> tuple[Quotation, ...]:
    """The quotations of an answer, in order.

    Args:
        answer: the generated text.
        spans: its claim spans.
    """
    found = []
    for match in _QUOTATION.finditer(answer):
        group = str(match.lastgroup)
        text = unmarked(match[group])
        if len(_WORD.findall(text)) >= FEWEST_WORDS:
            start, end = match.span(group)
            # A quotation of two sentences is two claims, and its marker belongs to the second.
            cited = [one for s in spans if s.start < end and start < s.end for one in s.cited]
            once = tuple(dict.fromkeys(cited))
            found.append(Quotation(start=start, end=end, text=text, cited=once))
    return tuple(found)


def check_quotation(
    quotation: Quotation, passages: Mapping[str, Passage], documents: Mapping[str, Document]
) -> CheckedQuotation:
    """Look for a quotation in the passages cited for it, then in all documents.

    Args:
        quotation: from an answer.
        passages: by id; cited ids that are not there are passed over.
        documents: all of the corpus, by id, in the order in which they are searched.
    """
    for cited in quotation.cited:
        passage = passages.get(cited)
        found = passage and _find(passage.text, quotation.text)
        if passage and found:
            document = documents.get(passage.document_id)
            start = passage.start + found.start
            place = Place(
                document_id=passage.document_id,
                start=start,
                end=passage.start + found.end,
                page=document.page_at(start) if document else passage.page,
                passage_id=passage.id,
            )
            quoting = Quoting.NORMALISED if found.normalisations else Quoting.EXACT
            return _checked(quotation, quoting, place, found.normalisations)
    for document in _cited_first(quotation, documents):
        if found := _find(document.text, quotation.text):
            place = Place(
                document_id=document.id,
                start=found.start,
                end=found.end,
                page=document.page_at(found.start),
                passage_id=None,
            )
            return _checked(quotation, Quoting.REJECTED, place, found.normalisations)
    return _checked(quotation, Quoting.REJECTED, None, ())


def _checked(
    quotation: Quotation, quoting: Quoting, place: Place | None, normalisations: tuple[str, ...]
) -> CheckedQuotation:
    return CheckedQuotation(
        quotation=quotation, quoting=quoting, place=place, normalisations=normalisations
    )


def _cited_first(quotation: Quotation, documents: Mapping[str, Document]) -> Iterable[Document]:
    names = {cited.rpartition(":")[0] for cited in quotation.cited}
    return sorted(documents.values(), key=lambda document: document.id not in names)


def _find(text: str, quote: str) -> _Found | None:
    """The first place of a quote in a text: as it is, without its end, or piece by piece."""
    for form in dict.fromkeys((quote, quote.strip(_OWN_END))):
        if _WORD.search(form) and (stretches := locate(text, form, most=1)):
            first = stretches[0]
            return _Found(first.start, first.end, first.normalisations)
    pieces = [piece.strip(_OWN_END) for piece in _GAP.split(quote)]
    said = [piece for piece in pieces if _WORD.search(piece)]
    if len(pieces) == 1 or sum(len(_WORD.findall(piece)) for piece in said) < FEWEST_WORDS:
        return None
    return _in_order(text, said)


def _in_order(text: str, pieces: Sequence[str]) -> _Found | None:
    """Pieces that stand in a text one behind the other; each at its first place that allows it."""
    position, start = 0, None
    names: dict[str, None] = {ELISION: None}
    for piece in pieces:
        after = [stretch for stretch in locate(text, piece) if stretch.start >= position]
        if not after:
            return None
        start = after[0].start if start is None else start
        position = after[0].end
        names.update(dict.fromkeys(after[0].normalisations))
    return None if start is None else _Found(start, position, tuple(names))
