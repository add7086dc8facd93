"""What a run is made of: the corpus with its index, the golden questions, the rubric."""

from dataclasses import dataclass
from functools import cached_property

from corpus.document import Document, Passage
from corpus.errors import InputError
from corpus.retrieval import Hit, Index
from corpus.settings import Settings
from corpus.storage.library import Library
from corpus.workspace import Workspace
from labels import golden, rubric
from labels.cited import source_line
from labels.golden import GoldenQuestion
from labels.item import content_hash
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
    index: Index

    @cached_property
    def corpus_revision(self) -> str:
        """A hash of every passage's id and text: another cut or another text is another corpus."""
        return content_hash([[id_, passage.sha256] for id_, passage in self.passages.items()])

    @cached_property
    def golden_revision(self) -> str:
        """A hash of what the questions ask and where their answers stand."""
        return content_hash(
            [
                [one.id, one.question, one.answerable, [s.passage for s in one.supports]]
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
    for question in questions:
        for support in question.supports:
            if support.passage not in passages:
                raise InputError(
                    f"{workspace.golden}: the question {question.id!r} names the passage "
                    f"{support.passage!r}, which the corpus does not have; see: crosssource corpus "
                    "list"
                )
    retrieval = settings.retrieval
    return Material(
        workspace=workspace,
        settings=settings,
        questions=questions,
        rubric=rubric.in_force(workspace),
        documents={document.id: document for document in library.documents()},
        passages=passages,
        index=Index(list(passages.values()), k1=retrieval.k1, b=retrieval.b),
    )
