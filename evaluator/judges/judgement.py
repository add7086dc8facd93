"""What a judge answers, and what makes something a judge.

A judgement is not yet a verdict: it has no run, no citation and no store. The runner joins it with
the citation it was asked about and the judge's provenance.
"""

from dataclasses import dataclass

from labels.outcome import Category, Support


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """A judge on one claim and one passage."""

    support: Support
    category: Category | None
    """Of an unsupported claim whose support was searched for; None where nobody searched."""
    evidence: str
    """A verbatim stretch of the passage; empty where unsupported."""
    reason: str
    """One plain sentence without its full stop: what matched and what did not."""
