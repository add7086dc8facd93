"""What a judge says of a citation, and who the judge is."""

from dataclasses import dataclass, field
from functools import cached_property

from corpus.hashes import content_hash
from labels.item import Citation
from labels.outcome import Category, Outcome, Support

REPEAT = "repeat"
"""The part of a provenance that says how many times the same judge had been asked, from 2 on."""
REPEAT_OF = "repeat_of"
"""The part that holds the id of the judge that was asked first."""
EVIDENCE_NOT_FOUND = "evidence_not_found"
"""How the reason of a verdict begins that was turned to `unsupported`, because the passage does not
hold the quote it leans on."""


@dataclass(frozen=True, kw_only=True)  # no slots: the id is computed once
class Judge:
    """A judge is a value: change the model, the prompt or a setting, and it is another judge."""

    name: str
    """As people call it: `lexical`, `gpt-4-0613`."""
    provenance: dict[str, str] = field(default_factory=dict)
    """Provider, model, prompt hash, settings … as text; what an import did not say is absent."""

    @cached_property
    def id(self) -> str:
        """A hash of the name and the provenance."""
        return content_hash([self.name, self.provenance])

    def repeated(self, number: int) -> "Judge":
        """This judge asked for the `number`-th time: a judge of its own, so that what it says now
        is kept beside what it said before. The first time it is itself."""
        if number == 1:
            return self
        repeat = {REPEAT: str(number), REPEAT_OF: self.id}
        return Judge(name=f"{self.name} repeat {number}", provenance=self.provenance | repeat)


@dataclass(frozen=True, kw_only=True)  # no slots: the id is computed once
class Verdict:
    """One judge on one citation. Append-only once stored."""

    citation: Citation
    judge: Judge
    support: Support | None
    """None: there is no verdict (an error, a malformed value). Counted, never given a value."""
    category: Category | None = None
    evidence: str = ""
    """Verbatim from the passage; empty where the judge gave none."""
    reason: str = ""
    raw: str = ""
    """The judge's own word, before it was mapped to the scale."""

    def __post_init__(self) -> None:
        if self.category is not None and self.support in (None, Support.SUPPORTED):
            raise ValueError(
                f"a verdict {self.support!r} cannot carry the category {self.category}"
            )

    @cached_property
    def uid(self) -> str:
        """The same on every machine."""
        return verdict_uid(self.citation.uid, self.judge.id)

    @property
    def outcome(self) -> Outcome | None:
        """The value that is compared with people's; None for a missing verdict."""
        return Outcome.of(self.support, self.category) if self.support else None

    @property
    def sha256(self) -> str:
        """Of the verdict's content: a sample's seal is made of these."""
        return verdict_hash(self.uid, self.support, self.category, self.evidence, self.reason)


def verdict_uid(citation_uid: str, judge_id: str) -> str:
    """The id of one judge's verdict on one citation."""
    return content_hash([citation_uid, judge_id])


def verdict_hash(
    uid: str, support: str | None, category: str | None, evidence: str, reason: str
) -> str:
    """The hash of a verdict's content, from its stored fields."""
    return content_hash([uid, support, category, evidence, reason])
