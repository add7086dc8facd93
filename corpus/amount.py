"""A count with its noun, for a sentence: one is one."""


def number(count: int, noun: str) -> str:
    """`1 record`, `2,000 records`."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def being(count: int, noun: str) -> str:
    """`1 label is`, `2 labels are`."""
    return f"{number(count, noun)} {'is' if count == 1 else 'are'}"


def of_plural(count: int, plural: str) -> str:
    """`3 errors`, `1 error`, `1 row that people accepted`: the noun comes first in its phrase."""
    noun, blank, rest = plural.partition(" ")
    if count == 1 and noun.endswith("s") and not noun.endswith("ss"):
        noun = noun[:-1]
    return f"{count:,} {noun}{blank}{rest}"
