"""How many questions there are, by who wrote them: printed wherever questions are listed."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass

from corpus import amount
from labels.collection.changes import HUMAN, MACHINE, is_rewritten
from labels.collection.record import Status
from labels.golden import GoldenQuestion


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """Each question is in one of the first five."""

    human: int
    """In force, written or confirmed by a person."""
    machine: int
    """In force, written by a machine, confirmed by nobody."""
    unknown: int
    """In force, and the file does not say who wrote it."""
    candidates: int
    """A machine's drafts that wait for a person."""
    retired: int
    rewritten: int
    """Of `human`: drafted by a machine or nobody knows whom, and put into other words."""
    confirmed: int
    """Of `human`: drafted likewise, and confirmed in the drafter's words."""

    def facts(self) -> dict[str, int]:
        """For a script."""
        return asdict(self)

    def words(self) -> str:
        """One line. The three kinds and the drafts are there even where there are none."""
        told = f"{self.human:,} human"
        if self.rewritten or self.confirmed:
            told += f" ({self.rewritten:,} rewritten from drafts, {self.confirmed:,} confirmed)"
        told += f", {self.machine:,} machine, {self.unknown:,} unknown, "
        told += amount.count(self.candidates, "unconfirmed draft")
        return told + (f", {self.retired:,} retired" if self.retired else "")


def count(questions: Iterable[GoldenQuestion]) -> Counts:
    """Count them."""
    questions = tuple(questions)
    in_force = [one for one in questions if one.status is Status.ACTIVE]
    human = [one for one in in_force if one.written_by == HUMAN]
    machine = sum(one.written_by == MACHINE for one in in_force)
    drafted = [one for one in human if one.drafted_by]
    rewritten = sum(map(is_rewritten, drafted))
    return Counts(
        human=len(human),
        machine=machine,
        unknown=len(in_force) - len(human) - machine,
        candidates=sum(one.status is Status.CANDIDATE for one in questions),
        retired=sum(one.status is Status.RETIRED for one in questions),
        rewritten=rewritten,
        confirmed=len(drafted) - rewritten,
    )
