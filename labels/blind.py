"""What a labeller is given: an item's content, and nothing that tells what the judge said.

The type has no field for a verdict, a category, a stratum, a judge, a model, a configuration or a
run; the order in which items come (`labels.order`) is a permutation of the sample by annotator.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class BlindItem:
    """One item of a sample as the labelling app shows it."""

    id: str
    question: str
    """Empty where the source has none."""
    answer: str
    """Empty where the source has none."""
    claim: str
    claim_span: tuple[int, int] | None
    """Where the claim stands in the answer; None where it is not there word for word."""
    passage: str
    cited: str
    """The passage's id as the answer cites it; may be empty."""
    source: str
    """Document, page and part, as far as they are known; may be empty."""
