"""Passages of 100,000 characters that a terminal, or a careless program, would break over."""


def words(count: int) -> str:
    """So many words, each of its own."""
    return " ".join(f"word{number}" for number in range(count))


HOSTILE = {
    "words": words(14_000),
    "no space": "a" * 100_000,
    "combining marks": ("e" + "\u0301" * 3000 + " ") * 33,
    "tabs": "a\t" * 50_000,
    "only tabs": "\t" * 100_000,
    "only line ends": "\n" * 100_000,
    "carriage returns": "\r" * 100_000,
    "controls": "".join(map(chr, range(0x20))) * 3000,
    "wide": "漢字" * 50_000,
    "emoji": "👩‍👩‍👧‍👦🇩🇪☁️ " * 9000,
    "right to left": "שלום " * 20_000,
    "spaces": " " * 99_999 + "x",
    "brackets": "[bold" * 20_000,
}
