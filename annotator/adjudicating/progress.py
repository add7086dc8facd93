"""How far the adjudication is, told from counts alone."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """Counts of one sample's open items."""

    done: int
    """With a decision in force, whoever made it."""
    total: int
    """That labels leave open."""
    deferred: int
    """Put off until the end by this adjudicator; not done."""
    void: int
    """With a decision that is void; not done."""

    def words(self) -> str:
        """`3 of 7 decided · 1 put off · 1 void`."""
        told = [f"{self.done:,} of {self.total:,} decided"]
        told += [f"{self.deferred:,} put off"] if self.deferred else []
        told += [f"{self.void:,} void"] if self.void else []
        return " · ".join(told)
