"""What a run is made of: the corpus with its index, the golden questions, the rubric."""

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property

from corpus.document import Document, Passage
from corpus.engines import Searcher, index_of
from corpus.errors import InputError
from corpus.hashes import content_hash
from corpus.retrieval import Hit
from corpus.settings import Settings
from corpus.storage.library import Library
from corpus.workspace import Workspace
from labels import golden, rubric
from labels.cited import source_line
from labels.collection.anchors import Fault, standing_in
from labels.golden import GoldenQuestion, Support
from labels.rubric import Rubric


@dataclass(frozen=True)
class Material:
    """The workspace as a run sees it, read once."""

    workspace: Workspace
    settings: Settings
    questions: tuple[GoldenQuestion, ...]
    rubric: Rubric
    documents: dict[str, Document]
    """By id."""
    passages: dict[str, Passage]
    """By id, in the order of the corpus."""
    index: Searcher

    @cached_property
    def corpus_revision(self) -> str:
        """A hash of every passage's id and text: another cut or another text is another corpus."""
        return content_hash([[id_, passage.sha256] for id_, passage in self.passages.items()])

    @cached_property
    def golden_revision(self) -> str:
        """A hash of what the questions ask, what a right answer says and where it stands."""
        return content_hash(
            [
                [
                    one.id,
                    one.question,
                    one.answerable,
                    one.reference,
                    [support.passage for support in one.supports],
                ]
                for one in self.questions
            ]
        )

    def source(self, passage: Passage) -> str:
        """What a reader is told of a passage."""
        return source_line(self.documents[passage.document_id], passage)

    def retrieve(self, question: str, k: int) -> list[Hit]:
        """The k best passages, fewer where the corpus shares no word with the question."""
        return self.index.search(question, k)


def load(workspace: Workspace, settings: Settings) -> Material:
    """Read a workspace.

    Raises:
        InputError: there is no document or no golden question, or a question names a passage that
            the corpus does not have.
    """
    questions = golden.load(workspace.golden)
    library = Library(workspace)
    passages = {passage.id: passage for passage in library.passages()}
    if not passages:
        raise InputError(
            "The corpus is empty, so there is nothing to retrieve from; add documents with: "
            "crosssource corpus add PATH"
        )
    documents = {document.id: document for document in library.documents()}
    by_document = defaultdict(list)
    for passage in passages.values():
        by_document[passage.document_id].append(passage)
    for question in questions:
        for support in question.supports:
            _refuse_unfounded(question, support, passages, documents)
            of = passages[support.passage].document_id
            _refuse_moved(question, support, documents[of], by_document[of])
    return Material(
        workspace=workspace,
        settings=settings,
        questions=questions,
        rubric=rubric.in_force(workspace),
        documents=documents,
        passages=passages,
        index=index_of(passages.values(), len(passages), settings.retrieval),
    )


def _refuse_unfounded(
    question: GoldenQuestion,
    support: Support,
    passages: dict[str, Passage],
    documents: dict[str, Document],
) -> None:
    """Refuse a support that the corpus does not have, or whose quote stands elsewhere."""
    passage = passages.get(support.passage)
    if passage is None:
        raise InputError(
            f"golden.jsonl: the question {question.id!r} names the passage {support.passage!r}, "
            "which the corpus does not have; see: crosssource corpus list"
        )
    if support.start is None or support.end is None or not support.quote:
        return
    found = documents[passage.document_id].text[support.start : support.end]
    if found != support.quote:
        raise InputError(
            f"golden.jsonl: the question {question.id!r} quotes {support.quote[:60]!r} at "
            f"characters {support.start} to {support.end} of {passage.document_id!r}, and there "
            f"stands {found[:60]!r}; find the quote with: crosssource corpus quote TEXT"
        )


def _refuse_moved(
    question: GoldenQuestion, support: Support, document: Document, passages: list[Passage]
) -> None:
    """Refuse a support whose passage is not the one that holds it: it would count for another."""
    found = standing_in(document, passages, support)
    if found.fault is not None and found.fault is not Fault.UNANCHORED:
        raise InputError(
            f"golden.jsonl: a support of the question {question.id!r} {found.words}; see: "
            "crosssource golden check --fix"
        )
