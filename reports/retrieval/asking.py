"""What a command line asks of retrieval, as values: lists with commas, shares, names."""

from collections.abc import Iterable

from corpus.errors import InputError
from corpus.tokenisers import TOKENISERS, Tokeniser

ALL = "all"


def numbers(option: str, given: Iterable[str], *, least: int, most: int) -> tuple[int, ...]:
    """The whole numbers of an option, in the order given, each once."""
    found = (_number(option, one, least, most) for one in listed(option, given))
    return tuple(dict.fromkeys(found))


def listed(option: str, given: Iterable[str]) -> list[str]:
    """The parts of repeated lists with commas; `InputError` where a list has none."""
    found = []
    for text in given:
        parts = [part.strip() for part in text.split(",") if part.strip()]
        if not parts:
            raise InputError(f"{option} {text!r} names nothing; give a value, or leave it out.")
        found += parts
    return found


def tokenisers(given: Iterable[str]) -> tuple[Tokeniser, ...]:
    """Tokenisers by name; `all` is each of them."""
    names = list(dict.fromkeys(listed("--tokeniser", given)))
    if ALL in names:
        return tuple(TOKENISERS.values())
    for name in names:
        if name not in TOKENISERS:
            raise InputError(
                f"--tokeniser {name}: not known; give {', '.join(TOKENISERS)}, or {ALL}."
            )
    return tuple(TOKENISERS[name] for name in names)


def goals(given: Iterable[str]) -> dict[str | None, float]:
    """Shares by class, from `98%` or `CLASS=98%`; None stands for all questions."""
    found: dict[str | None, float] = {}
    for text in given:
        name, equals, share = text.rpartition("=")
        found[name if equals else None] = _share(text, share)
    return found


def _share(text: str, share: str) -> float:
    sign = share.strip().endswith("%")
    try:
        value = float(share.strip().removesuffix("%")) / (100 if sign else 1)
    except ValueError:
        value = -1.0
    if not 0 < value <= 1:
        raise InputError(
            f"--least {text}: write a share above 0 and up to 1, as in 0.98 or 98%, or "
            "CLASS=98% for one class."
        )
    return value


def _number(option: str, text: str, least: int, most: int) -> int:
    if not text.isascii() or not text.isdecimal() or not least <= int(text) <= most:
        raise InputError(
            f"{option} {text}: write whole numbers of {least:,} to {most:,} with commas between."
        )
    return int(text)
