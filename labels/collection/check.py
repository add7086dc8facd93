"""Whether the golden questions hold: their supports, their likeness, and what is said to be absent.

A fault is something that makes a figure of a run wrong; a note is something that a person should
look at. Only faults make the command fail.

An absent question is doubted where a passage that is not among those kept with its searches is now
among the best five of BM25 for the question or for one of these searches, and may answer it by its
words (`labels.collection.answering`). Keeping the search that shows it settles it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from corpus.amount import count, verb
from corpus.engines import Searcher
from corpus.storage.library import Library
from labels.collection.anchors import Fault, Standing, standing
from labels.collection.answering import RARE_COUNT, RARE_SHARE, may_answer
from labels.collection.likeness import copied, near_pairs
from labels.collection.record import Status
from labels.golden import GoldenQuestion, Support

LOOKED_AT = 5
"""Passages of each search that are held against an absent question."""

FEWEST = 5
"""Questions of a class below which no figure of it says much."""


class Doubt(StrEnum):
    """What is found beside the faults of supports."""

    DUPLICATE = "duplicate"
    NEAR_DUPLICATE = "near_duplicate"
    COPIED = "copied"
    ANSWERED = "answered"
    NO_PLACE = "no_place"
    """A whole passage that only its id names; --fix writes where it stands now."""
    NO_EVIDENCE = "no_evidence"
    SMALL_CLASS = "small_class"


_FAULTS = frozenset({*Fault, Doubt.DUPLICATE, Doubt.ANSWERED})


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that was found."""

    kind: Fault | Doubt
    question: str
    """The question's id; empty where it is about a class."""
    words: str
    """What is wrong, one sentence without its full stop."""

    @property
    def is_fault(self) -> bool:
        """Whether it makes a figure wrong."""
        return self.kind in _FAULTS


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """What a check found, and what can be mended without a person."""

    findings: tuple[Finding, ...]
    mended: Mapping[str, tuple[Support, ...]]
    """By question: its supports as they should be written."""

    @property
    def faults(self) -> tuple[Finding, ...]:
        """Those that make a figure wrong."""
        return tuple(one for one in self.findings if one.is_fault)


def check(
    questions: Iterable[GoldenQuestion], library: Library, index: Callable[[], Searcher]
) -> Checked:
    """Check all questions but the retired ones.

    Args:
        index: of all passages of the library; asked for only where a question is absent.

    Raises:
        StoreError: the corpus cannot be read.
    """
    checked = [one for one in questions if one.status is not Status.RETIRED]
    standings = {
        one.id: [standing(library, support) for support in one.supports] for one in checked
    }
    findings = [
        *(finding for one in checked for finding in _of_supports(one.id, standings[one.id])),
        *(finding for one in checked for finding in _of_loose(one, standings[one.id], library)),
        *_likenesses(checked),
        *(finding for one in checked for finding in _copies(one)),
        *_absences([one for one in checked if not one.answerable], index, _passages(library)),
        *_balance(checked),
    ]
    mended = {
        one.id: supports
        for one in checked
        if (supports := _mended(one, standings[one.id], library)) != one.supports
    }
    return Checked(findings=tuple(findings), mended=mended)


def _passages(library: Library) -> int:
    return sum(record.passages for record in library.register().records.values())


def _of_supports(id_: str, found: Iterable[Standing]) -> Iterator[Finding]:
    for each in found:
        if each.fault is not None:
            yield Finding(
                kind=each.fault, question=id_, words=f"{each.support.passage}: {each.words}"
            )


def _of_loose(
    question: GoldenQuestion, found: Iterable[Standing], library: Library
) -> Iterator[Finding]:
    """Of the whole passages that are known by their ids alone."""
    for support, each in zip(question.supports, found, strict=True):
        if support.is_loose and each.fault is None:
            words = (
                f"{support.passage}: a whole passage without its place cannot be followed through "
                "another cut of its document"
            )
            if is_cut_since(question, support, library):
                words += (
                    ", and it was cut after the question was last changed: the passage may be "
                    "another text by now; name the words that answer"
                )
            yield Finding(kind=Doubt.NO_PLACE, question=question.id, words=words)


def _mended(
    question: GoldenQuestion, found: Iterable[Standing], library: Library
) -> tuple[Support, ...]:
    """The supports as they should be written, as far as no person is needed."""
    return tuple(
        each.support
        if each.is_mendable or (each.fault is None and not is_cut_since(question, old, library))
        else old
        for old, each in zip(question.supports, found, strict=True)
    )


def is_cut_since(question: GoldenQuestion, support: Support, library: Library) -> bool:
    """Whether the document was cut after the question had its last change.

    False where the question does not say when that was: written by hand, and by what was there.
    """
    record = library.register().records[support.passage.rpartition(":")[0]]
    return bool(question.history) and record.cut_at > question.history[-1].at


def _likenesses(questions: Iterable[GoldenQuestion]) -> Iterator[Finding]:
    texts = {one.id: one.question for one in questions}
    for near in near_pairs(texts):
        same = " ".join(texts[near.id].split()) == " ".join(texts[near.other].split())
        yield Finding(
            kind=Doubt.DUPLICATE if same else Doubt.NEAR_DUPLICATE,
            question=near.other,
            words=f"asks what {near.id} asks" if same else f"is much like {near.id}",
        )


def _copies(question: GoldenQuestion) -> Iterator[Finding]:
    run = copied(question.question, (support.quote for support in question.supports))
    if run:
        words = f"repeats its passage: “{run}”"
        yield Finding(kind=Doubt.COPIED, question=question.id, words=words)


def _absences(
    questions: Iterable[GoldenQuestion], index: Callable[[], Searcher], total: int
) -> Iterator[Finding]:
    for question in questions:
        if not question.searches and not question.absence:
            words = "is said to be absent, and no search that found nothing is kept with it"
            yield Finding(kind=Doubt.NO_EVIDENCE, question=question.id, words=words)
        answering = _answering(question, index(), max(RARE_COUNT, int(RARE_SHARE * total)))
        if answering:
            words = f"is said to be absent, and {', '.join(answering)} may answer it"
            yield Finding(kind=Doubt.ANSWERED, question=question.id, words=words)


def _answering(question: GoldenQuestion, index: Searcher, rare: int) -> list[str]:
    """The ids of passages that may answer it and that none of its searches found."""
    shown = {hash_ for search in question.searches for hash_ in search.hashes}
    queries = (question.question, *(search.query for search in question.searches))
    found = {hit.passage.id: hit.passage for one in queries for hit in index.search(one, LOOKED_AT)}

    def is_common(word: str) -> bool:
        return len(index.search(word, rare + 1)) > rare

    return [
        id_
        for id_, passage in found.items()
        if passage.sha256 not in shown and may_answer(question.question, passage.text, is_common)
    ]


def _balance(questions: Iterable[GoldenQuestion]) -> Iterator[Finding]:
    for name, counts in balance(questions).items():
        total = sum(counts.values())
        if total < FEWEST:
            words = (
                f"{f'the class {name!r} has' if name else 'without a class there'} "
                f"{'' if name else verb(total, 'is ', 'are ')}{count(total, 'question')}; with "
                f"fewer than {FEWEST} no figure of them says much"
            )
            yield Finding(kind=Doubt.SMALL_CLASS, question="", words=words)


def balance(questions: Iterable[GoldenQuestion]) -> dict[str, dict[str, int]]:
    """By class, how many questions are answerable and how many absent; those in force."""
    found: dict[str, dict[str, int]] = {}
    for one in questions:
        if one.status is Status.ACTIVE:
            counts = found.setdefault(one.query_class, {"answerable": 0, "absent": 0})
            counts["answerable" if one.answerable else "absent"] += 1
    return found
