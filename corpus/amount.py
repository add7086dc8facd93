"""A count with its noun and its verb, for a sentence: one is one."""

from collections.abc import Mapping


def count(number: int, noun: str) -> str:
    """`1 document`, `2,000 documents`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def verb(number: int, one: str, several: str) -> str:
    """The verb behind `count`: `is` of one, `are` of several."""
    return one if number == 1 else several


def being(number: int, noun: str) -> str:
    """`1 label is`, `2 labels are`."""
    return f"{count(number, noun)} {verb(number, 'is', 'are')}"


def of_plural(number: int, plural: str) -> str:
    """`3 errors`, `1 error`, `1 row that people accepted`: the noun comes first in its phrase."""
    noun, blank, rest = plural.partition(" ")
    if number == 1 and noun.endswith("s") and not noun.endswith("ss"):
        noun = noun[:-1]
    return f"{number:,} {noun}{blank}{rest}"


def amounts(counts: Mapping[str, int]) -> str:
    """`3 errors, 1 not scored`: those that there are, by name."""
    return ", ".join(of_plural(number, what) for what, number in sorted(counts.items()) if number)
