"""How many of the questions behind some verdicts a person wrote, and how many a machine."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionAuthors:
    """How many questions there are, by who wrote them; each is in one of the first four."""

    human: int = 0
    machine: int = 0
    unknown: int = 0
    """Its file did not say."""
    unrecorded: int = 0
    """The run did not keep it."""
    drafted: int = 0
    """Of `human`: drafted by a machine, or nobody knows whom, and confirmed by a person."""

    @property
    def total(self) -> int:
        """All of them."""
        return self.human + self.machine + self.unknown + self.unrecorded
