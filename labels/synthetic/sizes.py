"""How large a practice is, from what a person asks for."""

from dataclasses import dataclass
from enum import StrEnum

from corpus.errors import InputError
from corpus.synthetic.practice import Practice
from corpus.synthetic.unique import LARGEST
from labels.synthetic.choosing import FEWEST_MATTERS
from labels.synthetic.questions import LARGE, SMALL, Amount

MATTERS = 50
SMALL_MATTERS = 8
SHORT = 350
WORDS_A_MATTER, OF_SHORT_PASSAGES = 36_000, 31_000
"""Number of passages times their target length, in passages of `SHORT` words and more, and of
fewer: rather too few, so that `--passages` gives at least as many."""


class Size(StrEnum):
    """The sizes that have a name."""

    SMALL = "small"
    """8 matters, 72 questions."""
    DEFAULT = "default"
    """50 matters, 50 questions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What is to be made."""

    practice: Practice
    amount: Amount
    """Of golden questions."""


def wanted(
    *, size: Size | None, matters: int | None, passages: int | None, words: int, seed: int
) -> Wanted:
    """What the options of the command ask for; without any of the three, the default size.

    Args:
        size: a named size.
        matters: how many client matters.
        passages: at least how many passages.
        words: the target length of a passage.
        seed: of everything drawn.

    Raises:
        InputError: more than one of the three is given, or the number is out of range.
    """
    given = [one for one in (size, matters, passages) if one is not None]
    if len(given) > 1:
        raise InputError("--size, --matters and --passages exclude one another; give one of them.")
    if passages is not None:
        of_each = WORDS_A_MATTER if words >= SHORT else OF_SHORT_PASSAGES
        matters = max(FEWEST_MATTERS, -(-passages * words // of_each))
    elif matters is None:
        matters = SMALL_MATTERS if size is Size.SMALL else MATTERS
    if passages is not None and matters > LARGEST:
        most = LARGEST * of_each // words
        raise InputError(
            f"A synthetic practice has up to about {most:,} passages of {words} words, not "
            f"{passages:,}: its names and numbers do not repeat, and last for no more; give a "
            "smaller number."
        )
    if not FEWEST_MATTERS <= matters <= LARGEST:
        raise InputError(
            f"A synthetic practice has {FEWEST_MATTERS} to {LARGEST:,} matters, not {matters:,}; "
            "its names and numbers do not repeat, and last for no more: give another number."
        )
    amount = SMALL if size is Size.SMALL else LARGE
    return Wanted(practice=Practice(seed, matters), amount=amount)
