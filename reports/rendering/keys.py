"""Names for the items behind a figure, made of our own words and of numbers alone.

A table names what its figures rest on, the page's list of items says which items those are, and
neither needs to know the other. A key that no item belongs to leads nowhere and is shown as text.
"""

COMPARED = "compared"
"""Every item with an outcome from people: what agreement and kappa rest on."""

BUGS = "bugs"

UNDECIDED = "undecided"

UNLABELLED = "unlabelled"

SEVERAL = "several"
"""Labelled by two people or more."""

FLAGGED = "flagged"
"""Partial and unsupported together, as a class of either side."""


def judged(name: str) -> str:
    """What the judge gave a class to: a level, an outcome or `FLAGGED`."""
    return f"judge-{name}"


def said(name: str) -> str:
    """What people gave a class to."""
    return f"people-{name}"


def pair(human: str, judge: str) -> str:
    """What people gave one class to and the judge one of the same scale."""
    return f"people-{human}-judge-{judge}"


def stratum(number: int) -> str:
    """What was drawn from a stratum, by its place in the sample."""
    return f"stratum-{number}"


def slice_of(field: int, number: int) -> str:
    """What has a value in a field, by the places of both in the report."""
    return f"slice-{field}-{number}"


def people(number: int) -> str:
    """What two people both labelled, by the place of the pair in the report."""
    return f"pair-{number}"


def item(verdict_id: str) -> str:
    """One drawn verdict."""
    return f"verdict-{verdict_id}"
