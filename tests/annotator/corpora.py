"""A small corpus to look into: a lease of five passages and two other documents."""

from corpus.document import Document, Page, Part
from corpus.readers.source import SourceDocument
from corpus.storage.library import Library
from corpus.workspace import Workspace

SENTENCES = (
    "The landlord lets the house and the garden to the tenant.",
    "The landlord shall bear the costs of every repair himself.",
    "The tenant shall give notice of any defect without delay.",
    "A notice must be given in writing within 30 days.",
    "This lease is governed by the law of the county.",
)
"""One passage each, `lease:0` to `lease:4`; pages 1 and 2."""

OTHERS = {
    "statute": "An estate for years ends without notice on the last day of its term.",
    "treatise": "Every repair of a dwelling is on the shoulders of its owner alone.",
}


def add_corpus(workspace: Workspace) -> None:
    """The lease and the others, into the study's corpus."""
    text = " ".join(SENTENCES)
    pages = (Page(label="1", start=0), Page(label="2", start=text.index(SENTENCES[2])))
    documents = [_document("lease", "Lease of 1921", text, pages)]
    documents += [_document(name, name, words, ()) for name, words in OTHERS.items()]
    Library(workspace).add(documents, words=10)
    stored = [passage.text for passage in Library(workspace).passages_of("lease")]
    assert stored == list(SENTENCES)


def _document(name: str, title: str, text: str, pages: tuple[Page, ...]) -> SourceDocument:
    part = Part(kind="text", start=0, end=len(text))
    document = Document(id=name, title=title, text=text, parts=(part,), pages=pages)
    return SourceDocument(document=document, source=f"{name}.txt", reader="text", size=len(text))
