"""What a run has spent, and the line that it does not cross."""

from dataclasses import dataclass

from corpus.errors import ServiceError


class BudgetReachedError(ServiceError):
    """The next request could cross the line that the person drew; the run can be resumed."""


@dataclass(slots=True)
class Budget:
    """Money for one run, in US dollars."""

    limit: float | None = None
    """None: no line is drawn."""
    spent: float = 0.0
    """Of the requests that were answered and have a price."""
    unpriced: int = 0
    """Answers whose price is not known."""
    reserved: float = 0.0
    """The most that the requests under way can cost."""

    def reserve(self, at_most: float | None) -> float:
        """Set money aside before a request is sent; what was set aside.

        Args:
            at_most: the most the request can cost; None where no price is known.

        Raises:
            BudgetReachedError: with it the limit could be crossed.
        """
        wanted = at_most or 0.0
        if self.limit is not None and self.spent + self.reserved + wanted > self.limit:
            raise BudgetReachedError(
                f"Stopped before the next request could take the spending over ${self.limit:.2f} "
                f"(spent: ${self.spent:.2f}); run the same command with a higher --max-cost to go "
                "on where it stopped."
            )
        self.reserved += wanted
        return wanted

    def settle(self, reserved: float, cost: float | None) -> None:
        """Give back what was set aside, and count what the answer cost."""
        self.reserved -= reserved
        if cost is None:
            self.unpriced += 1
        else:
            self.spent += cost
