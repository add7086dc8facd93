"""Figures and names as the tables of retrieval show them."""

from reports.rendering.wording import (
    UNDEFINED,
    coefficient,
    coefficient_range,
    percent,
    percent_range,
)
from reports.retrieval.figures import Arrangement, Group
from reports.retrieval.rates import Rate

NO_CLASS = "(no class)"

WRITERS = {"human": "by people", "machine": "by a machine", "unknown": "of unknown authorship"}
"""Who wrote questions, after their number."""


def name_of(group: Group) -> str:
    """The class of some questions, or all of them."""
    return "all" if group.name is None else group.name or NO_CLASS


def writer_of(name: str | None) -> str:
    """Who wrote questions, after their number."""
    return WRITERS[name or "unknown"]


def arrangement_of(how: Arrangement) -> str:
    """What makes an arrangement differ from the others."""
    words = f"{how.words:,} words" if how.words else "as stored"
    return f"{words}, {how.tokeniser.name}"


def share(rate: Rate) -> str:
    """`97.7 %`."""
    return UNDEFINED if rate.value is None else percent(rate.value)


def limits(rate: Rate) -> str:
    """`88.0 to 99.6 %`; empty where there is no interval."""
    if rate.low is None or rate.high is None:
        return ""
    return percent_range(rate.low, rate.high)


def share_with_limits(rate: Rate) -> str:
    """`97.7 % (88.0 to 99.6 %)`."""
    return f"{share(rate)} ({limits(rate)})" if limits(rate) else share(rate)


def coefficient_with_limits(rate: Rate) -> str:
    """`0.912 (0.780 to 0.971)`."""
    if rate.value is None:
        return UNDEFINED
    if rate.low is None or rate.high is None:
        return coefficient(rate.value)
    return f"{coefficient(rate.value)} ({coefficient_range(rate.low, rate.high)})"
