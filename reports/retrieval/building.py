"""The golden questions asked of the corpus, in each arrangement that is to be measured."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from corpus.console import progress
from corpus.engines import Searcher, index_of
from corpus.errors import InputError
from corpus.settings import Settings
from corpus.storage.library import Library
from corpus.tokenisers import SHIPPED, Tokeniser
from corpus.workspace import Workspace
from labels import golden, isolation
from labels.golden import GoldenQuestion, Support
from reports.retrieval.cut import Cut, cut_anew, stored_cut
from reports.retrieval.figures import Goal, Isolated, Measured, RetrievalReport, base
from reports.retrieval.isolating import isolated
from reports.retrieval.measuring import Questions, measure
from reports.retrieval.spans import Finder, Span

KS = (1, 3, 5, 10)
"""Of the figures where nothing else is asked for, beside the k of the settings."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What a person asks for."""

    ks: tuple[int, ...] = ()
    """Empty: `KS` and the k of the settings."""
    words: tuple[int, ...] = ()
    """Target lengths of passages; empty: the passages as they are stored."""
    tokenisers: tuple[Tokeniser, ...] = (SHIPPED,)
    only: tuple[str, ...] = ()
    """Classes; empty: all."""
    least: Mapping[str | None, float]
    """Shares to be found among the first k, by class; None is all of them."""
    level: float


def build(workspace: Workspace, settings: Settings, wanted: Wanted) -> RetrievalReport:
    """Measure retrieval in a study.

    Raises:
        InputError: no document, no question with an answer, an unknown class, or a support that the
            corpus does not have.
    """
    library = Library(workspace)
    stored = stored_cut(library)
    known = golden.load(workspace.golden)
    asked = _chosen(known, wanted.only)
    _refuse_other_goals(wanted.least, asked)
    questions = _questions(asked, library)
    ks = tuple(sorted(set(wanted.ks or (*KS, settings.retrieval.k))))
    k = settings.retrieval.k if settings.retrieval.k in ks else ks[-1]
    indexes = _Indexes(settings)
    measured = tuple(
        measure(questions, cut, tokeniser, indexes.of(cut, tokeniser), ks, wanted.level)
        for cut in _cuts(library, stored, wanted.words)
        for tokeniser in wanted.tokenisers
    )
    return RetrievalReport(
        k=k,
        ks=ks,
        level=wanted.level,
        only=wanted.only,
        absent=sum(
            not one.answerable and (not wanted.only or one.query_class in wanted.only)
            for one in known
        ),
        written_by=Counter(one.written_by for one in questions.asked),
        measured=measured,
        isolation=tuple(_isolated(workspace, library, stored, indexes)),
        goals=tuple(
            _goal(measured[base(measured)], name, least, k) for name, least in wanted.least.items()
        ),
    )


class _Indexes:
    """Builds an index, and gives the last one again where the same is asked for."""

    def __init__(self, settings: Settings) -> None:
        self._chosen = settings.retrieval
        self._stored: Searcher | None = None

    def of(self, cut: Cut, tokeniser: Tokeniser) -> Searcher:
        shipped = cut.stored and tokeniser is SHIPPED
        if shipped and self._stored is not None:
            return self._stored
        passages = progress(cut.passages, "Indexing", len(cut.passages))
        made = index_of(passages, len(cut.passages), self._chosen, tokeniser)
        if shipped:
            self._stored = made
        return made


def _chosen(questions: Sequence[GoldenQuestion], only: Sequence[str]) -> list[GoldenQuestion]:
    """The questions with an answer, of the classes that are asked for."""
    answerable = [one for one in questions if one.answerable]
    known = dict.fromkeys(one.query_class for one in answerable)
    for name in only:
        if name not in known:
            raise InputError(
                f"No golden question with an answer has the class {name!r}; there are: "
                f"{', '.join(filter(None, known)) or 'none with a class'}."
            )
    chosen = [one for one in answerable if not only or one.query_class in only]
    if not chosen:
        raise InputError(
            "No golden question has an answer in the corpus, so there is nothing to find; write "
            "one with 'supports' into golden.jsonl."
        )
    return chosen


def _refuse_other_goals(least: Mapping[str | None, float], asked: Sequence[GoldenQuestion]) -> None:
    known = dict.fromkeys(one.query_class for one in asked)
    for name in least:
        if name is not None and name not in known:
            raise InputError(
                f"--least {name}: none of the questions has that class; there are: "
                f"{', '.join(filter(None, known)) or 'none with a class'}."
            )


def _questions(asked: Sequence[GoldenQuestion], library: Library) -> Questions:
    supports = {one.id: one.supports for one in asked}
    spans = _spans("golden.jsonl: the question", supports, library)
    return Questions(asked=asked, spans=spans)


def _spans(
    what: str, supports: Mapping[str, Sequence[Support]], library: Library
) -> dict[str, list[Span]]:
    """Where the supports stand, by the id of what they belong to."""
    finder = Finder(library)
    return {
        id_: [finder.span(f"{what} {id_!r}", support) for support in several]
        for id_, several in supports.items()
    }


def _cuts(library: Library, stored: Cut, words: Sequence[int]) -> Iterator[Cut]:
    """One after the other, so that one alone is held besides the stored one."""
    if not words:
        yield stored
    for length in words:
        yield stored if length == stored.words else cut_anew(library, length)


def _isolated(
    workspace: Workspace, library: Library, stored: Cut, indexes: _Indexes
) -> Iterator[Isolated]:
    """The study's isolation checks, made on the corpus as it is stored and searched."""
    checks = isolation.load(workspace.isolation)
    if not checks:
        return
    documents = progress(library.documents(), "Reading", len(library))
    metadata = {one.id: one.metadata for one in documents}
    index = indexes.of(stored, SHIPPED)
    for check in checks:
        own, elsewhere = (
            stored.holders(
                _spans("isolation.jsonl: the check", {check.id: several}, library)
            ).passages[check.id]
            for several in (check.supports, check.elsewhere)
        )
        yield isolated(
            check, index, metadata, own=own, elsewhere=elsewhere, passages=len(stored.passages)
        )


def _goal(measured: Measured, name: str | None, least: float, k: int) -> Goal:
    group = next(one for one in (measured.whole, *measured.classes) if one.name == name)
    return Goal(name=name, least=least, hits=group.hits[k], questions=group.questions)
