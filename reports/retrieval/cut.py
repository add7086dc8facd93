"""The corpus in passages, as it is stored or cut anew in memory, and what answers a question.

A support belongs to the passage that holds most of it, the first of two that hold as much. Where a
cut goes through a support that is counted, because no single passage says all of it then.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from corpus.chunking import passages as cut_of
from corpus.console import progress
from corpus.document import Passage
from corpus.errors import InputError
from corpus.storage.library import Library
from labels.collection.anchors import holder
from reports.retrieval.spans import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """All passages of the corpus."""

    words: int | None
    """The target length; None where the stored documents were cut to several."""
    stored: bool
    """Whether they are those of the corpus itself."""
    passages: Sequence[Passage]

    def holders(self, spans: Mapping[str, Sequence[Span]]) -> "Holders":
        """The passages that answer each question.

        Args:
            spans: of the supports, by question.

        Raises:
            InputError: a support is in no passage.
        """
        by_document = self._of({span.document_id for several in spans.values() for span in several})
        holding = {
            id_: frozenset(_holder(by_document[span.document_id], span).id for span in several)
            for id_, several in spans.items()
        }
        cut_in_two = sum(
            not _is_whole(by_document[span.document_id], span)
            for several in spans.values()
            for span in several
        )
        return Holders(passages=holding, cut_in_two=cut_in_two)

    def _of(self, documents: set[str]) -> Mapping[str, list[Passage]]:
        found: defaultdict[str, list[Passage]] = defaultdict(list)
        for passage in self.passages:
            if passage.document_id in documents:
                found[passage.document_id].append(passage)
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Holders:
    """What answers the questions, in one cut."""

    passages: Mapping[str, frozenset[str]]
    """The ids of the passages that hold a support, by question; at least one each."""
    cut_in_two: int
    """Supports that no passage holds whole."""


def stored_cut(library: Library) -> Cut:
    """The passages of the corpus.

    Raises:
        InputError: there is none.
    """
    register = library.register()
    if not register.passages:
        raise InputError(
            "The corpus is empty, so there is nothing to retrieve from; add documents with: "
            "crosssource corpus add PATH"
        )
    lengths = {record.words for record in register.records.values()}
    return Cut(
        words=lengths.pop() if len(lengths) == 1 else None,
        stored=True,
        passages=tuple(progress(library.passages(), "Reading", register.passages)),
    )


def cut_anew(library: Library, words: int) -> Cut:
    """The documents cut again, in memory: the stored passages stay as they are."""
    return Cut(words=words, stored=False, passages=tuple(_cut(library, words)))


def _cut(library: Library, words: int) -> Iterator[Passage]:
    label = f"Cutting into passages of {words} words"
    for document in progress(library.documents(), label, len(library)):
        yield from cut_of(document, words)


def _holder(passages: Sequence[Passage], span: Span) -> Passage:
    best = holder(passages, span.start, span.end)
    if best is None:
        raise InputError(
            f"Characters {span.start} to {span.end} of {span.document_id!r} are in no passage; see "
            f"its passages with: crosssource corpus show {span.document_id}"
        )
    return best


def _is_whole(passages: Iterable[Passage], span: Span) -> bool:
    return any(one.start <= span.start and span.end <= one.end for one in passages)
