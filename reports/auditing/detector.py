"""A detector: what it looks for, why that distorts the figures, an example, how grave it is.

A detector is a value. Its function takes the study and yields what it spotted; it never raises and
decides nothing. Which findings are faults is decided by a person: `crosssource audit confirm`.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from corpus.hashes import content_hash
from reports.auditing.evidence import CitedClaim, GivenAnswer, GivenVerdict, Study


class Severity(StrEnum):
    """How much harm a finding does if it is true. The order is that of the list."""

    GRAVE = "grave"
    """A verdict on something that the answer does not say, or on another text than the cited."""
    SERIOUS = "serious"
    """A verdict that cannot be relied on, or a part of an answer that nobody judged."""
    MINOR = "minor"
    """To be known; no single verdict is void for it."""


class Rests(StrEnum):
    """What a finding is drawn from, and so what it gives away."""

    CONTENT = "content"
    """Questions, answers, claims, passages, requests: nothing of what a judge or a person said."""
    VERDICTS = "verdicts"
    """What a judge said. Of an item that somebody may still label it is not shown."""
    LABELS = "labels"
    """What people said; not shown of a sample that is open either."""


class Voids(StrEnum):
    """What a confirmed finding takes out of the denominators."""

    CITATION = "citation"
    """One citation, for every judge."""
    VERDICT = "verdict"
    """One judge's verdict on one citation."""
    ANSWER = "answer"
    """A whole answer, with all its citations."""
    NOTHING = "nothing"
    """It is listed, and counts on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spotted:
    """One thing that a detector found."""

    what: str
    """The fault in a few words, the same for all findings that have the same cause: `only ","`."""
    detail: str
    """The evidence, for whoever decides."""
    where: str
    voids: Voids
    run: str = ""
    case_id: str = ""
    uid: str = ""
    """Of the citation or the verdict; of what is voided by nothing, any key of its own."""
    items: tuple[str, ...] = ()
    """The ids of the items it speaks of."""

    @property
    def shown_items(self) -> tuple[str, ...]:
        """Those that a list names, of one citation or of two that are held side by side; of more,
        an answer's or a judge's, none: `where` says whose."""
        return self.items if len(self.items) <= 2 else ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Detector:
    """One kind of fault."""

    name: str
    """As settings write it: `claim_without_word`."""
    looks_for: str
    distorts: str
    """Why a figure is wrong where this goes unseen."""
    example: str
    severity: Severity
    rests: Rests = Rests.CONTENT
    find: Callable[[Study], Iterable[Spotted]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What was spotted, with who spotted it."""

    detector: str
    rests: Rests
    spotted: Spotted

    @property
    def signature(self) -> str:
        """Eight hexadecimal digits: the same for the same fault, in every study."""
        return content_hash([self.detector, self.spotted.what])[:8]

    @property
    def subject(self) -> tuple[str, str, str, str]:
        """What it is about: the same thing found again is the same finding."""
        one = self.spotted
        return (str(one.voids), one.run, one.case_id, one.uid)


def findings_of(detector: Detector, study: Study) -> Iterator[Finding]:
    """A detector's findings, each subject once with each fault."""
    seen = set()
    for spotted in detector.find(study):
        finding = Finding(detector=detector.name, rests=detector.rests, spotted=spotted)
        key = (finding.signature, finding.subject)
        if key not in seen:
            seen.add(key)
            yield finding


def of_citation(citation: CitedClaim, what: str, detail: str) -> Spotted:
    """Spotted of one citation, whoever judged it."""
    return Spotted(
        what=what, detail=detail, where=citation.where, voids=Voids.CITATION, run=citation.run,
        case_id=citation.case_id, uid=citation.uid, items=(citation.item_id,),
    )  # fmt: skip


def of_verdict(verdict: GivenVerdict, what: str, detail: str) -> Spotted:
    """Spotted of one verdict of one judge."""
    one = verdict.citation
    return Spotted(
        what=what, detail=detail, where=verdict.where, voids=Voids.VERDICT, run=one.run,
        case_id=one.case_id, uid=verdict.uid, items=(one.item_id,),
    )  # fmt: skip


def of_answer(answer: GivenAnswer, what: str, detail: str, study: Study) -> Spotted:
    """Spotted of a whole answer."""
    place = (answer.run, answer.case_id)
    return Spotted(
        what=what, detail=detail, where=answer.where, voids=Voids.ANSWER, run=answer.run,
        case_id=answer.case_id,
        items=tuple(one.item_id for one in study.by_answer.get(place, ())),
    )  # fmt: skip


def noted(
    where: str, what: str, detail: str, *, key: str = "", run: str = "", items: Iterable[str] = ()
) -> Spotted:
    """Spotted of something that makes no single verdict void: a judge, a request.

    Args:
        where: it was found, for people.
        what: the fault.
        detail: the evidence.
        key: of this finding; empty: `where`.
        run: it belongs to; empty: to none.
        items: it speaks of.
    """
    return Spotted(
        what=what, detail=detail, where=where, voids=Voids.NOTHING, run=run, uid=key or where,
        items=tuple(sorted(set(items))),
    )  # fmt: skip
