"""What a labeller is given: an item's content, and nothing that tells what the judge said.

The type has no field for a verdict, a category, a stratum, a judge, a model, a configuration or a
run; the order in which items come is a permutation of the sample by annotator.
"""

import hashlib
from collections.abc import Iterable
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


def order_for(annotator: str, sample: str, item_ids: Iterable[str]) -> list[str]:
    """The annotator's own order of a sample: random in effect, the same on every machine."""

    seed = hashlib.sha256(f"{sample}\0{annotator}\0".encode())

    def key(item_id: str) -> bytes:
        hashed = seed.copy()  # the beginning, which all share, is hashed once
        hashed.update(item_id.encode())
        return hashed.digest()

    return sorted(item_ids, key=key)
