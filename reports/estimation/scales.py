"""The scales on which judge and people are compared: two, three and six classes.

Class 0 is `supported` on each. The order is that of the rubric and never that of the alphabet: a
weighted kappa over alphabetically sorted classes is silently wrong. A class that nobody used
stays in.
"""

from dataclasses import dataclass

from labels.outcome import Outcome, Support


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """A way of grouping outcomes into classes."""

    name: str
    classes: tuple[str, ...]
    """In order; position is the class's number everywhere."""
    class_of: tuple[int, ...]
    """The class of each outcome, in the order of `Outcome`."""

    def __len__(self) -> int:
        return len(self.classes)


OUTCOME = Scale(
    name="outcome",
    classes=tuple(Outcome),
    class_of=tuple(range(len(Outcome))),
)

SUPPORT = Scale(
    name="support",
    classes=tuple(Support),
    class_of=tuple(tuple(Support).index(outcome.support) for outcome in Outcome),
)

BINARY = Scale(
    name="binary",
    classes=("supported", "not_supported"),
    class_of=tuple(int(outcome is not Outcome.SUPPORTED) for outcome in Outcome),
)
"""`partial` and `unsupported` together are "not supported"."""
