"""What a run has spent, and the line that it does not cross."""

from dataclasses import dataclass

from corpus.errors import ServiceError


class BudgetReachedError(ServiceError):
    """The next request could cross the line that the person drew; the run can be resumed."""


@dataclass(slots=True)
class Budget:
    """Money for one command, in US dollars."""

    limit: float | None = None
    """None: no line is drawn."""
    spent: float = 0.0
    """Of the requests that were answered and have a price."""
    unpriced: int = 0
    """Answers whose price is not known."""
    reserved: float = 0.0
    """The most that the requests under way can cost."""

    def allows(self, at_most: float | None) -> bool:
        """Whether a request that can cost so much stays under the limit, with what is under way."""
        wanted = at_most or 0.0
        return self.limit is None or self.spent + self.reserved + wanted <= self.limit

    def reserve(self, at_most: float | None) -> float:
        """Set money aside before a request is sent; what was set aside.

        Args:
            at_most: the most the request can cost; None where no price is known.

        Raises:
            BudgetReachedError: with it the limit could be crossed.
        """
        wanted = at_most or 0.0
        if self.limit is not None and not self.allows(at_most):
            raise BudgetReachedError(
                f"Stopped before the next request could take this command's spending over "
                f"${self.limit:.2f} (spent: ${self.spent:.2f}); the same command goes on where it "
                "stopped, with as much again, or with another --max-cost."
            )
        self.reserved += wanted
        return wanted

    def settle(self, reserved: float, cost: float | None) -> None:
        """Give back what was set aside, and count what the answer cost."""
        # Sums of floats leave dust, and dust must not look like something under way.
        self.reserved = max(0.0, round(self.reserved - reserved, 12))
        if cost is None:
            self.unpriced += 1
        else:
            self.spent += cost
